package archive

import (
	"bytes"
	"strings"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/courier"
	"hikyaku/internal/identity"
	"hikyaku/mailbox"
)

// Forget deletes the address of a player who has no open match, the messages to and from it, and the words of the player. Their
// records are replaced with the public form, in which an alias of the club stands for the address, so that the results of others
// remain valid.
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
	if err := p.forgetSteps(d, address); err != nil {
		return err
	}
	if err := forgetLetters(d, address); err != nil {
		return err
	}
	for _, query := range []string{
		`update seat set address = $2 where address = $1`, `update entrant set address = $2, letter = '' where address = $1`, `update alias set address = $2 where address = $1`,
		`update decision set member = case when member = $1 then $2 else member end, who = case when who = $1 then $2 else who end, why = replace(why, $1, $2)
			where member = $1 or who = $1 or why like '%' || $1 || '%'`,
		`update pairing set players = trim(replace(' ' || players || ' ', ' ' || $1 || ' ', ' ' || $2 || ' ')) where ' ' || players || ' ' like '% ' || $1 || ' %'`,
		`update member set address = $2, gone = joined + 1, away = '', digest = '', words = 0 where address = $1`,
	} {
		if _, err := d.Exec(query, address, alias); err != nil {
			return err
		}
	}
	for _, query := range []string{
		`delete from seek where address = $1 or against = $1`, `delete from taker where address = $1`, `delete from asked where address = $1`, `delete from letter where sender = $1`, `delete from proof where address = $1`,
		`delete from out where lower(reader) = $1`, `delete from memory where name = 'state-' || $1`,
	} {
		if _, err := d.Exec(query, address); err != nil {
			return err
		}
	}
	return nil
}

// forgetIn deletes the address from the record of a match and from the files next to it.
func (p *public) forgetIn(d *game.Deal, file string) error {
	var data []byte
	if _, err := db.One(d, `select record from match where file = $1`, []any{file}, &data); err != nil {
		return err
	}
	data, err := p.record(file, data)
	if err == nil && data == nil {
		err = words.Err("keep.stuck", "file", file)
	}
	if err != nil {
		return err
	}
	if _, err := d.Exec(`update match set record = $2 where file = $1`, file, data); err != nil {
		return err
	}
	if _, err := d.Exec(`delete from beside where name like $1`, file+".%"); err != nil {
		return err
	}
	if err := p.forgetNotes(d, file); err != nil {
		return err
	}
	mails, err := db.Texts(d, `select mail from evidence where file = $1`, file)
	for _, mail := range mails {
		raw, _, err := game.Evidence(d, mail)
		if err != nil {
			return err
		}
		if l, err := courier.Open(mailbox.Mail{Raw: raw}); err == nil && !identity.SameAddress(l.From.Addr, p.only) {
			continue
		}
		if _, err := d.Exec(`delete from evidence where mail = $1`, mail); err != nil {
			return err
		}
	}
	return err
}

// forgetNotes replaces the address in what the club remembers of the messages of a match.
func (p *public) forgetNotes(d *game.Deal, file string) error {
	name, data := "", []byte(nil)
	found, err := db.One(d, `select name, data from memory where name in (select 'club-' || substr(hash, 1, 32) from match where file = $1)`, []any{file}, &name, &data)
	if err != nil || !found {
		return err
	}
	alias, err := p.alias(p.only, "")
	if err == nil {
		_, err = d.Exec(`update memory set data = $2 where name = $1`, name, bytes.ReplaceAll(data, []byte(p.only), []byte(alias)))
	}
	return err
}

// forgetLetters deletes the bytes of messages that others sent and that name the address.
func forgetLetters(d *game.Deal, address string) error {
	var naming []string
	err := db.Each(d, `select key, raw from letter where raw is not null and read > 0`, nil, func(r db.Rows) error {
		var key string
		var raw []byte
		err := r.Scan(&key, &raw)
		text := string(raw)
		if l, err := courier.Open(mailbox.Mail{Raw: raw}); err == nil {
			text += l.Subject + l.Text
		}
		if strings.Contains(strings.ToLower(text), address) {
			naming = append(naming, key)
		}
		return err
	})
	for _, key := range naming {
		if _, err := d.Exec(`update letter set raw = null where key = $1`, key); err != nil {
			return err
		}
	}
	return err
}

// forgetSteps replaces the address in the steps of ladders.
func (p *public) forgetSteps(d *game.Deal, address string) error {
	type row struct {
		id   int64
		data string
	}
	list, err := db.All(d, `select id, data from step where data like '%' || $1 || '%'`, []any{address}, func(r db.Rows) (one row, err error) {
		return one, r.Scan(&one.id, &one.data)
	})
	for _, one := range list {
		if _, err := p.step(&one.data); err != nil {
			return err
		}
		if _, err := d.Exec(`update step set data = $2 where id = $1`, one.id, one.data); err != nil {
			return err
		}
	}
	return err
}
