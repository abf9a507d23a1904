package members

import (
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
)

// Entry is a member as those who run the club see him.
type Entry struct {
	Name, Address, Lang string
	Joined              time.Time
	Matches             int // that go on
	Gone, Barred        bool
}

// Entries are all who are or were members, by name.
func Entries(tx db.Tx) ([]Entry, error) {
	return db.All(tx, `select m.name, m.address, m.lang, m.joined, m.gone, m.barred,
		(select count(*) from seat s join match t on t.file = s.file where s.address = m.address and s.seat > 0 and t.state = 'open')
		from member m order by m.handle`, nil, func(r db.Rows) (e Entry, err error) {
		var joined, gone, barred int64
		err = r.Scan(&e.Name, &e.Address, &e.Lang, &joined, &gone, &barred, &e.Matches)
		e.Joined, e.Gone, e.Barred = db.Time(joined), gone != 0, barred != 0
		return e, err
	})
}

// found returns who has a name or an address.
func found(tx db.Tx, who string) (*person, error) {
	find := personNamed
	if strings.Contains(who, "@") {
		find = personAt
	}
	p, err := find(tx, who)
	if err == nil && p == nil {
		err = words.Err("keep.nobody", "who", who)
	}
	return p, err
}

// Bar shuts a member out, who is called by his name or his address: his letters about the club are passed over, his seeks are withdrawn, and he
// leaves what is played for. Matches that go on are played to their end.
func Bar(d *game.Deal, who string) error {
	p, err := found(d, who)
	if err != nil {
		return err
	}
	if _, err := d.Exec(`update member set barred = $2 where address = $1`, p.address, db.Micros(d.At)); err != nil {
		return err
	}
	if _, err := d.Exec(`update seek set state = 'withdrawn' where address = $1 and state = 'open'`, p.address); err != nil {
		return err
	}
	return events.Leave(d, p.address)
}

// Unbar lets somebody in again who was shut out.
func Unbar(d *game.Deal, who string) error {
	p, err := found(d, who)
	if err != nil {
		return err
	}
	_, err = d.Exec(`update member set barred = 0 where address = $1`, p.address)
	return err
}

// Rename gives a member another name. The records of his matches keep the old one.
func Rename(d *game.Deal, who, name string) error {
	p, err := found(d, who)
	if err != nil {
		return err
	}
	if why := badName(name, d.Desk.Me.Name); why != (i18n.Text{}) {
		return &words.Error{Text: why}
	}
	why, err := nameOfAnother(d, name, p.address)
	if err != nil {
		return err
	}
	if why != (i18n.Text{}) {
		return &words.Error{Text: why}
	}
	_, err = d.Exec(`update member set name = $2, handle = $3 where address = $1`, p.address, name, handle(name))
	return err
}
