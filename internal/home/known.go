package home

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// acquaintance is a line of the file of known keys: an address, its key, the date of the first match, and the number of
// matches.
type acquaintance struct {
	address, key, since string
	matches             int
}

// plays reports whether a has this address.
func (a acquaintance) plays(address string) bool { return identity.SameAddress(a.address, address) }

// signs reports whether a has this address and key.
func (a acquaintance) signs(address, key string) bool { return a.key == key && a.plays(address) }

// known is the file of keys met before, similar to the known_hosts file of
// SSH.
type known struct {
	system atomicfile.System
	file   string // empty for none
}

func (d *Desk) known() known { return known{d.System, d.Known} }

// all reads the file of known keys. It skips unreadable lines, because the
// file only helps to notice surprises.
func (k known) all() ([]acquaintance, error) {
	if k.file == "" {
		return nil, nil
	}
	data, _, err := k.system.Read(k.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, i18n.Err("keys.unread", "why", err)
	}
	var known []acquaintance
	for line := range strings.Lines(string(data)) {
		var a acquaintance
		if n, _ := fmt.Sscan(line, &a.address, &a.key, &a.since, &a.matches); n == 4 {
			known = append(known, a)
		}
	}
	return known, nil
}

// NewKeyError is the error of an address known with another key than the one
// that it has now. Old and New are fingerprints, Since is a date.
type NewKeyError struct {
	Address, Since, Old, New string

	kept    string // the address that mail goes to until the player confirms the key; empty if that is Address
	who     string // the name of the person who changed to Address
	command string // the command that confirms the key
}

// Error returns the English sentence.
func (e *NewKeyError) Error() string { return e.Sentence().En }

// Sentence returns the warning and what to do.
func (e *NewKeyError) Sentence() i18n.Text {
	warning := i18n.T("key.new", "who", e.Address, "since", e.Since, "now", e.New, "before", e.Old)
	if e.kept != "" {
		warning = i18n.T("key.moved", "who", i18n.Person(e.who), "address", e.Address, "since", e.Since, "now", e.New, "before", e.Old, "kept", e.kept)
	}
	return i18n.T("key.confirm", "warning", warning, "command", e.command)
}

// conflicting returns the acquaintance with the address but another key than
// key, or nil if there is none. An address may have several keys, which the
// player has confirmed.
func conflicting(known []acquaintance, address, key string) (found *acquaintance) {
	if key == "" {
		return nil
	}
	for i, a := range known {
		switch {
		case a.signs(address, key):
			return nil
		case a.plays(address):
			found = &known[i]
		}
	}
	return found
}

// changed returns an error for each of contacts whose address is known with
// another key. name is the short name of their match.
func changed(known []acquaintance, contacts []match.Contact, name string) (list []*NewKeyError) {
	for _, c := range contacts {
		a := conflicting(known, c.Address, c.Key)
		if a == nil {
			continue
		}
		e := &NewKeyError{Address: c.Address, Since: a.since, Old: match.Fingerprint(a.key), New: match.Fingerprint(c.Key), command: "hikyaku accept " + name + " --new-key"}
		switch {
		case c.Called:
			e.command = "hikyaku accept " + name + " --substitute " + i18n.Command(c.Address) + " --new-key"
		case len(c.Former) > 0:
			e.who, e.kept = cmp.Or(c.Name, c.Former[0]), reach(known, c)
		}
		list = append(list, e)
	}
	return list
}

// reach returns the address for mail to c: the newest that is not known with
// another key, or else the first. A player who claims the address of somebody
// we know gets no mail there until the key is confirmed.
func reach(known []acquaintance, c match.Contact) string {
	for _, address := range slices.Backward(append(slices.Clone(c.Former), c.Address)) {
		if conflicting(known, address, c.Key) == nil {
			return address
		}
	}
	return append(c.Former, c.Address)[0]
}

// learn stores key as a key of address. It is for invitations and acceptances
// that came from the address, and for keys that the player has confirmed.
func (k known) learn(address, key string) error {
	return k.update(func(known []acquaintance) []acquaintance {
		for i, a := range known {
			if a.signs(address, key) {
				known[i].matches++
				return known
			}
		}
		return append(known, acquaintance{address, key, k.system.Now().Format(time.DateOnly), 1})
	})
}

// follow stores the keys that parties of m have changed to, for the addresses
// at which their former keys are known: the former key signed the change.
func (k known) follow(m *match.Match) error {
	for i, e := range m.Record.Events {
		if e.Step != kif.Step(kif.Rotate{}) || i == 0 {
			continue
		}
		party := m.By(i)
		was, is := m.After(i - 1).Keys.Of[party], m.After(i).Keys.Of[party]
		err := k.update(func(known []acquaintance) []acquaintance {
			for _, a := range slices.Clone(known) {
				if a.key == was && !slices.ContainsFunc(known, func(other acquaintance) bool { return other.signs(a.address, is) }) {
					known = append(known, acquaintance{a.address, is, k.system.Now().Format(time.DateOnly), a.matches})
				}
			}
			return known
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// update writes the known keys as change returns them, if that changes
// anything.
func (k known) update(change func([]acquaintance) []acquaintance) error {
	if k.file == "" {
		return nil
	}
	before, err := k.all()
	if err != nil {
		return err
	}
	after := change(slices.Clone(before))
	if slices.Equal(before, after) {
		return nil
	}
	var b bytes.Buffer
	for _, a := range after {
		fmt.Fprintln(&b, a.address, a.key, a.since, a.matches)
	}
	return atomicfile.Replace(k.system, k.file, b.Bytes())
}

// confirm stores the keys of all contacts whose address is known with another
// one: the player has made sure that they are the same people.
func (k known) confirm(contacts []match.Contact) error {
	for _, c := range contacts {
		known, err := k.all()
		if err == nil && conflicting(known, c.Address, c.Key) != nil {
			err = k.learn(c.Address, c.Key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
