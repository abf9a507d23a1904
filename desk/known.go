package desk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/store"
	"hikyaku/words"
)

// acquaintance is a line of the file of known keys: an address, its key, the date of the first match, and the number of
// matches.
type acquaintance struct {
	address, key, since string
	matches             int
}

// plays reports whether a has this address.
func (a acquaintance) plays(address string) bool { return match.SameAddress(a.address, address) }

// signs reports whether a has this address and key.
func (a acquaintance) signs(address, key string) bool { return a.key == key && a.plays(address) }

// known is the file of keys met before, in the way of SSH's known_hosts.
type known struct {
	system store.System
	file   string // empty for none
	me     kif.Seat
}

func (d *Desk) known() known { return known{d.System, d.Known, d.Me} }

// all reads the file of known keys. It skips unreadable lines, because the file only helps to notice surprises.
func (k known) all() ([]acquaintance, error) {
	if k.file == "" {
		return nil, nil
	}
	data, _, err := k.system.Read(k.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, words.Err("keys.unread", "why", err)
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

// NewKeyError is the error of an invitation whose key differs from that of earlier matches with the address. Old and New
// are fingerprints, Since is a date.
type NewKeyError struct{ Address, Since, Old, New string }

// Error returns the English sentence.
func (e *NewKeyError) Error() string { return e.Sentence().En }

// Sentence returns the warning and what to do.
func (e *NewKeyError) Sentence() engine.Text {
	return words.Text("key.new-accept", "warning", e.Warning())
}

// Warning names the address and both fingerprints.
func (e *NewKeyError) Warning() engine.Text {
	return words.Text("key.new", "who", e.Address, "since", e.Since, "now", e.New, "before", e.Old)
}

// hasMet reports whether the inviter to m has played us before with the same key.
func (k known) hasMet(m *match.Match) (bool, error) {
	known, err := k.all()
	address, key := m.Roster.Parties[0].Address, m.Keys.Of(1)
	return slices.ContainsFunc(known, func(a acquaintance) bool { return a.signs(address, key) }), err
}

// changed returns an error for each party of m whose address is known, but not with its key.
func (k known) changed(m *match.Match) (list []*NewKeyError, err error) {
	known, err := k.all()
	for i, p := range m.Roster.Parties {
		key := m.Keys.Of(i + 1)
		isKnown := func(a acquaintance) bool { return a.signs(p.Address, key) }
		if key == "" || slices.ContainsFunc(known, isKnown) {
			continue
		}
		for _, a := range slices.Backward(known) {
			if a.plays(p.Address) {
				list = append(list, &NewKeyError{p.Address, a.since, match.Fingerprint(a.key), match.Fingerprint(key)})
				break
			}
		}
	}
	return list, err
}

// add notes the keys of the other parties of m.
func (k known) add(m *match.Match) error {
	if k.file == "" {
		return nil
	}
	known, err := k.all()
	if err != nil {
		return err
	}
	for i, p := range m.Roster.Parties {
		if key := m.Keys.Of(i + 1); key != "" && i+1 != m.Roster.At(k.me.Address) && !strings.ContainsAny(p.Address, " \t") {
			known = countMatch(known, p.Address, key, k.system.Now().Format(time.DateOnly))
		}
	}
	var b bytes.Buffer
	for _, a := range known {
		fmt.Fprintln(&b, a.address, a.key, a.since, a.matches)
	}
	return store.Replace(k.system, k.file, b.Bytes())
}

// countMatch returns known with one more match for a key, which it adds if it is new.
func countMatch(known []acquaintance, address, key, today string) []acquaintance {
	for i, a := range known {
		if a.signs(address, key) {
			known[i].matches++
			return known
		}
	}
	return append(known, acquaintance{address, key, today, 1})
}
