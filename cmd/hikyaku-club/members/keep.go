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

// Entry is a member in the list for administrators.
type Entry struct {
	Name, Address, Lang string
	Joined              time.Time
	Matches             int // those not over, as Part counts them: also invitations, and matches that the member observes
	Gone, Barred        bool
	Unreachable         time.Time // since when mail to the member has been returned; zero if it is not
	Why                 string
}

// Entries returns all present and former members by name.
func Entries(tx db.Tx) ([]Entry, error) {
	return db.All(tx, `select m.name, m.address, m.lang, m.joined, m.gone, m.barred, m.unreachable, m.lost,
		(select count(*) from seat s join match t on t.file = s.file where s.address = m.address and t.state <> 'over')
		from member m order by m.handle`, nil, func(r db.Rows) (e Entry, err error) {
		return e, r.Scan(&e.Name, &e.Address, &e.Lang, &e.Joined, &e.Gone, &e.Barred, &e.Unreachable, &e.Why, &e.Matches)
	})
}

// found returns the person with a name or an address.
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

// AskBye asks for a bye on behalf of a member, in an event and one of its rounds in the notation of a message. It returns a
// confirmation.
func AskBye(d *game.Deal, event, who string) (i18n.Text, error) {
	p, err := found(d, who)
	if err != nil {
		return i18n.Text{}, err
	}
	return events.Bye(d, event, p.address, p.name)
}

// Bar excludes a member, given by name or address: the club ignores their messages, withdraws their seeks, and removes them from
// all events and ladders. Open matches are played to the end.
func Bar(d *game.Deal, who string) error {
	p, err := found(d, who)
	if err != nil {
		return err
	}
	d.Change(`update member set barred = $2 where address = $1`, p.address, d.At)
	if err := closeAll(d, p); err != nil {
		return err
	}
	return events.Leave(d, p.address)
}

// Part ends a membership before the address is deleted, and returns the address. The member must have no open match.
func Part(d *game.Deal, who string) (string, error) {
	p, err := found(d, who)
	if err != nil {
		return "", err
	}
	open, err := matchesOf(d, p.address)
	if err == nil && len(open) > 0 {
		err = words.Err("keep.plays", "who", p.name, "n", len(open))
	}
	if err != nil {
		return "", err
	}
	if err := closeAll(d, p); err != nil {
		return "", err
	}
	if err := events.Leave(d, p.address); err != nil {
		return "", err
	}
	return p.address, nil
}

// Unbar readmits a member who was barred.
func Unbar(d *game.Deal, who string) error {
	p, err := found(d, who)
	if err != nil {
		return err
	}
	d.Change(`update member set barred = 0 where address = $1`, p.address)
	return nil
}

// Rename changes the name of a member. The records of their matches keep the old one.
func Rename(d *game.Deal, who, name string) error {
	p, err := found(d, who)
	if err != nil {
		return err
	}
	if err := badName(name, d.Desk.Me.Name); err != nil {
		return err
	}
	if err := nameOfAnother(d, name, p.address); err != nil {
		return err
	}
	d.Change(`update member set name = $2, handle = $3 where address = $1`, p.address, name, handle(name))
	return nil
}
