package archive

import (
	"context"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/courier"
	"hikyaku/mailbox"
)

// settles is how long a match must have been over before an address is deleted from it in which no player has that address. By then
// the last messages have been sent and read.
const settles = 7 * 24 * time.Hour

// Task returns the task that deletes addresses from matches that have ended since Forget.
func Task(c *game.Club) db.Task {
	return db.Task{Name: "rewrite", Workers: 1, Every: time.Hour, Alone: func(ctx context.Context, _ string) error { return c.Do(ctx, forgetOver) }}
}

// Forget deletes the address of a player who has no open match, the messages that are from or to it or contain it, and the words of
// the player. Their records are replaced with the public form, in which an alias of the club stands for the address, so that the
// results of others remain valid. Words of others that contain the address are deleted too: in a match of others that is not over
// yet, some time after its end, because until then the players' programs need the same record. No public form contains them.
func Forget(d *game.Deal, address string) error {
	address = strings.ToLower(address)
	p := &public{desk: d.Desk}
	if err := p.begin(d); err != nil {
		return err
	}
	name := ""
	if _, err := db.One(d, `select name from member where address = $1`, []any{address}, &name); err != nil {
		return err
	}
	alias, err := p.alias(address, name)
	if err != nil {
		return err
	}
	p.only, p.talk = address, nil
	files, err := db.Texts(d, `select file from seat where address = $1 order by file`, address)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := p.forgetIn(d, file); err != nil {
			return err
		}
	}
	if files, err = naming(d, p.names, `select file, record from match`); err != nil {
		return err
	}
	for _, file := range files {
		d.Change(`insert into forget (file, address, alias) values ($1, $2, $3) on conflict do nothing`, file, address, p.aliases[address])
	}
	for _, forget := range []func(*game.Deal) error{p.forgetSteps, p.forgetDecisions, p.forgetNotes, p.forgetMessages} {
		if err := forget(d); err != nil {
			return err
		}
	}
	for _, query := range []string{
		`update seat set address = $2 where address = $1`, `update entrant set address = $2, letter = '' where address = $1`, `update alias set address = $2 where address = $1`,
		`update pairing set players = trim(replace(' ' || players || ' ', ' ' || $1 || ' ', ' ' || $2 || ' ')) where ' ' || players || ' ' like '% ' || $1 || ' %'`,
		`update member set address = $2, gone = joined + 1, away = '', digest = '', words = 0, unreachable = 0, lost = '' where address = $1`,
	} {
		d.Change(query, address, alias)
	}
	for _, query := range []string{
		`delete from seek where address = $1 or against = $1`, `delete from taker where address = $1`, `delete from asked where address = $1`, `delete from letter where sender = $1`, `delete from proof where address = $1`,
		`delete from out where lower(reader) = $1`, `delete from memory where name = 'state-' || $1`,
	} {
		d.Change(query, address)
	}
	d.Change(`delete from memory where name = $1`, courier.ReaderName(address))
	return forgetOver(d)
}

// forgetOver deletes addresses from those matches of others that have been over for long enough.
func forgetOver(d *game.Deal) error {
	type row struct{ file, address, alias string }
	list, err := db.All(d, `select f.file, f.address, f.alias from forget f join match m on m.file = f.file where m.state = 'over' and m.ended <= $1`,
		[]any{d.At.Add(-settles)}, func(r db.Rows) (one row, err error) { return one, r.Scan(&one.file, &one.address, &one.alias) })
	if err != nil {
		return err
	}
	for _, one := range list {
		p := &public{desk: d.Desk, tx: d, only: one.address, aliases: map[string]string{one.address: one.alias}}
		if err := p.forgetIn(d, one.file); err != nil {
			return err
		}
		d.Change(`delete from forget where file = $1 and address = $2`, one.file, one.address)
	}
	return nil
}

// forgetIn deletes the address from the record of a match and from the files next to it.
func (p *public) forgetIn(d *game.Deal, file string) error {
	var data []byte
	if _, err := db.One(d, `select record from match where file = $1`, []any{file}, &data); err != nil {
		return err
	}
	record, ok, err := p.record(file, data)
	if err == nil && !ok {
		err = words.Err("keep.stuck", "file", file)
	}
	if err != nil {
		return err
	}
	d.Change(`update match set record = $2 where file = $1`, file, record)
	return p.forgetRows(d, p.names, `select name, data from beside where name like $1`, `delete from beside where name = $1`, file+".%")
}

// names reports whether data names the address. A longer address that contains it is another address.
func (p *public) names(data []byte) bool {
	names, _ := p.naming()
	return names(string(data))
}

// naming returns the functions of the address; see game.NamesAddress.
func (p *public) naming() (names func(string) bool, replace func(string) string) {
	if p.named == nil {
		p.named, p.replace = game.NamesAddress(p.only)
	}
	return p.named, func(text string) string { return p.replace(text, p.aliases[p.only]+p.desk.AliasDomain()) }
}

// namesLegibly reports whether a message contains the address as it came, or in its decoded subject or text.
func (p *public) namesLegibly(raw []byte) bool {
	if p.names(raw) {
		return true
	}
	l, err := courier.Open(mailbox.Mail{Raw: raw})
	return err == nil && p.names([]byte(l.Subject+"\n"+l.Text))
}

// naming returns the keys of those rows of a query for keys and contents that name the address.
func naming(tx db.Tx, names func([]byte) bool, query string, args ...any) (keys []string, err error) {
	err = db.Each(tx, query, args, func(r db.Rows) error {
		var key string
		var data []byte
		err := r.Scan(&key, &data)
		if names(data) {
			keys = append(keys, key)
		}
		return err
	})
	return keys, err
}

// forgetDecisions replaces the address in the decisions of directors.
func (p *public) forgetDecisions(d *game.Deal) error {
	type row struct{ id, who, member, why string }
	list, err := db.All(d, `select id, who, member, why from decision`, nil, func(r db.Rows) (one row, err error) {
		return one, r.Scan(&one.id, &one.who, &one.member, &one.why)
	})
	_, replace := p.naming()
	for _, old := range list {
		now := row{old.id, replace(old.who), replace(old.member), replace(old.why)}
		if now == old {
			continue
		}
		d.Change(`update decision set who = $2, member = $3, why = $4 where id = $1`, now.id, now.who, now.member, now.why)
	}
	return err
}

// forgetNotes replaces the address in what the club remembers of its correspondents and of matches.
func (p *public) forgetNotes(d *game.Deal) error {
	var data []byte
	names, err := naming(d, p.names, `select name, data from memory`)
	_, replace := p.naming()
	for _, name := range names {
		if _, err := db.One(d, `select data from memory where name = $1`, []any{name}, &data); err != nil {
			return err
		}
		d.Change(`update memory set data = $2 where name = $1`, name, []byte(replace(string(data))))
	}
	return err
}

// forgetMessages deletes messages that contain the address: the bytes of those that others sent, those to others, and those stored as
// evidence.
func (p *public) forgetMessages(d *game.Deal) error {
	err := p.forgetRows(d, p.namesLegibly, `select key, raw from letter where raw is not null and read > 0`, `update letter set raw = null where key = $1`)
	if err == nil {
		err = p.forgetRows(d, p.names, `select id, whole from out where whole is not null`, `delete from out where id = $1`)
	}
	if err != nil {
		return err
	}
	mails, err := db.Texts(d, `select mail from evidence`)
	for _, mail := range mails {
		raw, _, err := game.Evidence(d, mail)
		if err != nil {
			return err
		}
		if p.namesLegibly(raw) {
			d.Change(`delete from evidence where mail = $1`, mail)
		}
	}
	return err
}

// forgetRows executes a statement with the key of each of those rows of a query for keys and contents that name the address.
func (p *public) forgetRows(d *game.Deal, names func([]byte) bool, query, forget string, args ...any) error {
	keys, err := naming(d, names, query, args...)
	for _, key := range keys {
		d.Change(forget, key)
	}
	return err
}

// forgetSteps replaces the address in the steps of ladders.
func (p *public) forgetSteps(d *game.Deal) error {
	type row struct {
		id   int64
		data string
	}
	list, err := db.All(d, `select id, data from step`, nil, func(r db.Rows) (one row, err error) {
		return one, r.Scan(&one.id, &one.data)
	})
	for _, one := range list {
		if !p.names([]byte(one.data)) {
			continue
		}
		if _, err := p.step(&one.data); err != nil {
			return err
		}
		d.Change(`update step set data = $2 where id = $1`, one.id, one.data)
	}
	return err
}
