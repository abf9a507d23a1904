package home

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// Readdress returns the step that changes our mail address in a match. Our key
// authenticates it.
func Readdress(address string) Step {
	return func(*Desk, *match.Match, int) (kif.Event, error) {
		return kif.Event{Step: kif.NewAddress{Address: address}}, nil
	}
}

// ChangeAddress signs our new mail address in every unfinished match, for the
// courier to send to the others. It returns the matches that have the new
// address, including those that had it before. The error lists the matches that
// do not have it, and why.
func (d *Desk) ChangeAddress(address string) (list []Copy, err error) {
	address = identity.ToASCII(address)
	if err := d.checkReach(kif.Seat{Address: address}); err != nil {
		return nil, &UsageError{err}
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
		m, has, err := d.changeAddressIn(s, address)
		if err != nil {
			errs = append(errs, i18n.Err("address.in", "match", s.Short(), "why", err))
		} else if has {
			list = append(list, m)
		}
	}
	return list, errors.Join(errs...)
}

// changeAddressIn signs our new address in a match that does not have it yet.
// It reports whether the match has it now, which a match on one machine never
// does.
func (d *Desk) changeAddressIn(s match.Summary, address string) (m Copy, has bool, err error) {
	if m, err = d.Open(s.File); err != nil {
		return m, false, err
	}
	me := d.Party(m.Match)
	switch {
	case !m.Roster.Invited || me == 0:
		return m, false, nil
	case identity.SameAddress(m.Roster.Parties[me-1].Address, address):
		return m, true, nil
	case s.Draft:
		return m, false, i18n.Err("address.draft", "match", s.Short())
	}
	m, err = d.Do(m, Readdress(address), true)
	return m, err == nil, err
}

// checkReach returns an error if mail cannot be sent to who, or if the name is not
// what it seems to be.
func (d *Desk) checkReach(who kif.Seat) error {
	if err := match.CheckPerson(who); err != nil {
		return err
	}
	if d.Internet && !identity.NamesDomain(who.Address) {
		return i18n.Err("address.domain", "address", kif.Quote(who.Address))
	}
	return nil
}

// PersonNamed is ParsePerson, which also understands the name of one person with
// whom there are matches in the folder.
func (d *Desk) PersonNamed(text string) (kif.Seat, error) {
	who, err := ParsePerson(text)
	if err == nil || strings.Contains(text, "@") {
		return who, err
	}
	people := map[string]kif.Seat{} // by address
	for m, err := range d.ListAll() {
		if err != nil {
			return who, err
		}
		for _, p := range m.Contacts {
			if strings.EqualFold(p.Name, text) {
				who = kif.Seat{Name: p.Name, Address: p.Address}
				people[p.Address] = who
			}
		}
	}
	switch len(people) {
	case 0:
		return who, &UsageError{i18n.Err("person.unknown", "text", text)}
	case 1:
		return who, nil
	}
	return who, &UsageError{i18n.Err("person.several", "name", text, "list", i18n.Names(slices.Sorted(maps.Keys(people))...))}
}

// ParsePerson parses a mail address with or without a name, such as "Bob <bob@example.org>".
func ParsePerson(text string) (kif.Seat, error) {
	who, err := match.ParsePerson(text)
	if err != nil {
		return kif.Seat{}, &UsageError{err}
	}
	return who, nil
}
