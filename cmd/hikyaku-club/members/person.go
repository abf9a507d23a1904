package members

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
)

// person is a present or former member.
type person struct {
	address, name, lang string
	program             bool
	away                string // days
	digest              string
	gone, barred        bool
}

// member reports whether p is currently a member. It is false for nil.
func (p *person) member() bool { return p != nil && !p.gone && !p.barred }

// absent reports whether p is away at a time.
func (p *person) absent(at time.Time) bool {
	days, err := kif.ParseAway(p.away)
	return err == nil && !at.Before(days.Begin()) && at.Before(days.End())
}

// seat returns p as a player.
func (p *person) seat() kif.Seat { return kif.Seat{Name: p.name, Address: p.address} }

// personAt returns the present or former member with an address, or nil.
func personAt(tx db.Tx, address string) (*person, error) {
	return findPerson(tx, `address = $1`, strings.ToLower(address))
}

// personNamed returns the present or former member with a name, or nil.
func personNamed(tx db.Tx, name string) (*person, error) {
	return findPerson(tx, `handle = $1`, handle(name))
}

func findPerson(tx db.Tx, where string, arg string) (*person, error) {
	var p person
	found, err := db.One(tx, `select address, name, lang, program, away, digest, gone, barred from member where `+where, []any{arg},
		&p.address, &p.name, &p.lang, &p.program, &p.away, &p.digest, &p.gone, &p.barred)
	if err != nil || !found {
		return nil, err
	}
	return &p, nil
}

// handle returns a name in the form in which names are compared: without case, width and spaces, which people overlook.
func handle(name string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, norm.NFKC.String(name))
}

// maxName is the largest length of a name in characters.
const maxName = 30

// badName returns a *words.Error if a name isn't allowed.
func badName(name, club string) error {
	odd := func(c rune) bool {
		return !unicode.In(c, unicode.Letter, unicode.Mark, unicode.Digit) && !strings.ContainsRune(" .'’-_・=ー", c)
	}
	letter := func(c rune) bool { return unicode.In(c, unicode.Letter, unicode.Digit) }
	switch {
	case utf8.RuneCountInString(name) > maxName:
		return words.Err("member.name-long", "n", maxName)
	case identity.HasInvisible(name):
		return words.Err("member.name-hidden", "name", identity.Reveal(name))
	case strings.ContainsFunc(name, odd) || !strings.ContainsFunc(name, letter):
		return words.Err("member.name-odd", "name", name)
	case identity.Alike(name, club):
		return words.Err("member.name-taken", "name", name)
	}
	return nil
}

// nameOfAnother returns a *words.Error if a name equals or resembles that of a present or former member with another address.
func nameOfAnother(tx db.Tx, name, address string) error {
	other, err := personNamed(tx, name)
	if err == nil && other != nil && other.address != address {
		err = words.Err("member.name-taken", "name", name)
	}
	if err != nil {
		return err
	}
	// Skeletons are not stored in a column, because they change with the version of Unicode and people rarely join.
	names, err := db.Texts(tx, `select name from member where address <> $1`, address)
	if i := slices.IndexFunc(names, func(other string) bool { return identity.Alike(other, name) }); err == nil && i >= 0 {
		return words.Err("member.name-alike", "name", name, "other", names[i])
	}
	return err
}

// join makes the sender a member.
func (v *visit) join() (i18n.Text, error) {
	v.Change(`insert into member (address, name, handle, lang, program, joined) values ($1, $2, $3, $4, $5, $6)
		on conflict (address) do update set name = excluded.name, handle = excluded.handle, lang = excluded.lang, program = excluded.program, gone = 0, away = '', digest = ''`,
		v.from, v.in.Name, handle(v.in.Name), v.lang, v.in.Program, v.At)
	err := v.Courier.Meet(v.letter, v.lang)
	if err == nil {
		v.who, err = personAt(v, v.from)
	}
	return words.Text("member.joined", "name", v.in.Name, "club", v.Desk.Me.Name, "help", v.help()), err
}
