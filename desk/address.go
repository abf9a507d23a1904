package desk

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/words"
)

// Readdress changes our mail address in a match. Our key vouches for it.
func Readdress(address string) Step {
	return func(*Desk, *match.Match, int) (kif.Event, error) {
		return kif.Event{Step: kif.NewAddress{Address: address}}, nil
	}
}

// ChangeAddress signs our new mail address in every match that goes on, for the courier to tell the others. It returns the
// files of the matches that have it now, also from an earlier time. Its error tells which have not, and why.
func ChangeAddress(d *Desk, address string) (files []string, err error) {
	if !isAddress(address) {
		return nil, &UsageError{words.Err("address.form", "address", address)}
	}
	var open []match.Summary
	for s, err := range d.List() {
		if err != nil {
			return nil, err
		}
		if !s.Over && !s.Damaged() && len(s.Others) > 0 {
			open = append(open, s)
		}
	}
	var errs []error
	for _, s := range open {
		has, err := changeAddressIn(d, s, address)
		if err != nil {
			errs = append(errs, words.Err("address.in", "match", s.Short(), "why", err))
		} else if has {
			files = append(files, s.File)
		}
	}
	return files, errors.Join(errs...)
}

// changeAddressIn signs our new address in a match, unless it has it. It reports whether it has it now: a match at one
// machine never does.
func changeAddressIn(d *Desk, s match.Summary, address string) (bool, error) {
	m, err := d.Open(s.File)
	if err != nil {
		return false, err
	}
	me := d.Party(m.Match)
	switch {
	case !m.Roster.Invited || me == 0:
		return false, nil
	case match.SameAddress(m.Roster.Parties[me-1].Address, address):
		return true, nil
	case s.Draft:
		return false, words.Err("address.draft", "match", s.Short())
	}
	_, err = d.Do(s.File, Readdress(address), true)
	return err == nil, err
}

// ParsePerson parses a mail address with or without a name, such as "Bob <bob@example.org>". It refuses addresses that need
// quotes or brackets, which no letter goes to.
func ParsePerson(text string) (kif.Seat, error) {
	a, err := mail.ParseAddress(text)
	if err != nil {
		return kif.Seat{}, &UsageError{words.Err("person.form", "text", text)}
	}
	local, domain, _ := strings.Cut(a.Address, "@")
	if len(local) > 64 || len(domain) > 255 || strings.ContainsFunc(local+domain, odd) || strings.ContainsAny(domain, signs) {
		return kif.Seat{}, &UsageError{words.Err("person.form", "text", text)}
	}
	return kif.Seat{Name: a.Name, Address: a.Address}, nil
}

// signs are what may stand in front of the @ besides letters and numbers.
const signs = "!#$%&'*+/=?^_`{|}~"

// odd reports whether r stands in no plain address.
func odd(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune(".-"+signs, r)
}
