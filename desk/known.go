package desk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/store"
)

// acquaintance is a line of the file of known keys: who signed with what since when, and in how many matches.
type acquaintance struct {
	address, key, since string
	matches             int
}

// plays tells whether a plays from address.
func (a acquaintance) plays(address string) bool { return strings.EqualFold(a.address, address) }

// signs tells whether a plays from address under key.
func (a acquaintance) signs(address, key string) bool { return a.key == key && a.plays(address) }

// known is the file of keys met before.
type known struct {
	system store.System
	file   string // empty for none
	me     kif.Seat
}

func (d *Desk) known() known { return known{d.System, d.Known, d.Me} }

// all reads the file of known keys. It only saves people from surprises, so lines that cannot be read are left out.
func (k known) all() ([]acquaintance, error) {
	if k.file == "" {
		return nil, nil
	}
	data, _, err := k.system.Read(k.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the known keys: %w", err)
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

// NewKeyError is the error of an invitation under another key than that of earlier matches.
type NewKeyError struct{ Address, Since, Old, New string }

// Error says it with both fingerprints, and what to do.
func (e *NewKeyError) Error() string { return e.Warning() + ", then accept with --new-key" }

// Warning says it with both fingerprints.
func (e *NewKeyError) Warning() string {
	return fmt.Sprintf("the key of %s is not the one used since %s (fingerprint now %s, before %s): ask by another way whether it is the same person",
		e.Address, e.Since, e.New, e.Old)
}

// hasMet tells whether who invites to m has played with us before, under the key of the invitation.
func (k known) hasMet(m *match.Match) (bool, error) {
	known, err := k.all()
	address, key := m.Roster.Parties[0].Address, m.Keys.Of(1)
	return slices.ContainsFunc(known, func(a acquaintance) bool { return a.signs(address, key) }), err
}

// changed lists the parties of m whose key is not one that is known for their address.
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

// greet notes the keys of everybody else in the match.
func (k known) greet(m *match.Match) error {
	if k.file == "" {
		return nil
	}
	known, err := k.all()
	if err != nil {
		return err
	}
	for i, p := range m.Roster.Parties {
		if key := m.Keys.Of(i + 1); key != "" && !strings.EqualFold(p.Address, k.me.Address) && !strings.ContainsAny(p.Address, " \t") {
			known = meet(known, p.Address, key, k.system.Now().Format(time.DateOnly))
		}
	}
	var b bytes.Buffer
	for _, a := range known {
		fmt.Fprintln(&b, a.address, a.key, a.since, a.matches)
	}
	return store.Replace(k.system, k.file, b.Bytes())
}

// meet counts one more match with a key, or adds it behind the others.
func meet(known []acquaintance, address, key, today string) []acquaintance {
	for i, a := range known {
		if a.signs(address, key) {
			known[i].matches++
			return known
		}
	}
	return append(known, acquaintance{address, key, today, 1})
}
