package home

import (
	"cmp"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// Warnings returns what the player should know about contacts, the others in
// the match with this short name: addresses that are known with another key,
// and names that look like another's or contain invisible characters. If all
// is set, names are compared with those in other matches too.
func (d *Desk) Warnings(contacts []match.Contact, name string, all bool) (list []i18n.Text, err error) {
	if len(contacts) == 0 {
		return nil, nil
	}
	known, err := d.known().all()
	if err != nil {
		return nil, err
	}
	var elsewhere []match.Contact
	if all {
		for s, err := range d.List() {
			if err != nil {
				return nil, err
			}
			elsewhere = append(elsewhere, s.Contacts...)
		}
	}
	for _, e := range changed(known, contacts, name) {
		list = append(list, e.Sentence())
	}
	for i, c := range contacts {
		if identity.HasInvisible(c.Name) {
			list = append(list, i18n.T("name.hidden", "name", kif.Quote(c.Name), "address", c.Address))
		}
		near := append([]match.Contact{{Name: d.Me.Name, Address: d.Me.Address}}, contacts[:i]...)
		if other, found := lookalike(c, near, true); found {
			list = append(list, i18n.T("name.alike", "name", shown(c), "other", shown(other)))
		} else if other, found := lookalike(c, elsewhere, false); found {
			list = append(list, i18n.T("name.known", "name", shown(c), "other", shown(other)))
		}
	}
	return list, nil
}

// Notices returns what the player should know about c besides whose turn it is: a
// message that did not go out or did not arrive, a request that was not accepted, and those whose address is known with another
// key than they have in c, each with the command that confirms the key.
func (d *Desk) Notices(c Copy) (list []i18n.Text, err error) {
	undelivered, _ := d.Undelivered(c.Match.Summarise(c.File, d.Me.Address))
	for _, text := range []i18n.Text{undelivered, c.Match.For(d.Party(c.Match)).Lapsed()} {
		if text != (i18n.Text{}) {
			list = append(list, text)
		}
	}
	known, err := d.known().all()
	for _, e := range changed(known, c.Contacts(d.Me.Address), c.Short()) {
		list = append(list, i18n.T("key.unconfirmed", "who", e.Address, "command", e.command))
	}
	return list, err
}

// AsksKey reports whether the player should confirm the key of somebody in the
// match, because an address is known with another one.
func (d *Desk) AsksKey(s match.Summary) (bool, error) {
	if len(s.Contacts) == 0 {
		return false, nil
	}
	known, err := d.known().all()
	return len(changed(known, s.Contacts, s.Short())) > 0, err
}

// lookalike returns the first of others at another address whose name looks
// like that of c. If differs is set, equal names are ignored: within a match
// they are no surprise.
func lookalike(c match.Contact, others []match.Contact, differs bool) (match.Contact, bool) {
	for _, other := range others {
		if c.Name == "" || other.Name == "" || identity.SameAddress(c.Address, other.Address) || c.Key != "" && c.Key == other.Key || differs && c.Name == other.Name {
			continue
		}
		if identity.Alike(c.Name, other.Name) {
			return other, true
		}
	}
	return match.Contact{}, false
}

// shown returns the name and address of c.
func shown(c match.Contact) i18n.Text {
	return i18n.Same(identity.Reveal(cmp.Or(c.Name, c.Address)) + " <" + c.Address + ">")
}
