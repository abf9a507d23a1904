package match

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"hikyaku/kif/fair"
	"hikyaku/store"
)

// acquaintance is a line of the file of known keys: who signed with what since when, and in how many matches.
type acquaintance struct {
	address, key, since string
	matches             int
}

// acquaintances reads the file of known keys. It only saves people from surprises, so lines that cannot be read are left out.
func (d *Desk) acquaintances() ([]acquaintance, error) {
	data, _, err := d.System.Read(d.Known)
	if d.Known == "" || errors.Is(err, fs.ErrNotExist) {
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

// ErrNewKey is the error of an invitation under another key than that of earlier matches.
type ErrNewKey struct{ Address, Since, Old, New string }

// Error says it with both fingerprints.
func (e *ErrNewKey) Error() string {
	return fmt.Sprintf("the key of %s is not the one used since %s (fingerprint now %s, before %s): ask by another way whether it is the same person, then accept with --new-key",
		e.Address, e.Since, e.New, e.Old)
}

// recognise compares the key of a party with the one known for its address. The error is an *ErrNewKey.
func (d *Desk) recognise(m *Match, party int) error {
	known, err := d.acquaintances()
	if err != nil {
		return err
	}
	address, key := m.Parties()[party-1].Address, m.pins.keys[party]
	var other *acquaintance
	for _, a := range known {
		if !same(a.address, address) {
			continue
		}
		if a.key == key {
			return nil
		}
		other = &a
	}
	if other == nil || key == "" {
		return nil
	}
	return &ErrNewKey{address, other.since, fingerprint(other.key), fingerprint(key)}
}

// fingerprint is the short form of a key that people compare.
func fingerprint(key string) string {
	k, err := fair.ParsePublicKey(key)
	if err != nil {
		return "none"
	}
	return k.Fingerprint()
}

// Fingerprint is the short form of the key of party n, as two people compare it by another channel.
func (m *Match) Fingerprint(n int) string { return fingerprint(m.pins.keys[n]) }

// greet notes the keys of everybody else in the match.
func (d *Desk) greet(m *Match) error {
	if d.Known == "" {
		return nil
	}
	known, err := d.acquaintances()
	if err != nil {
		return err
	}
	for i, p := range m.Parties() {
		if key := m.pins.keys[i+1]; key != "" && !same(p.Address, d.Me.Addr) && !strings.ContainsAny(p.Address, " \t") {
			known = meet(known, p.Address, key, d.System.Now().Format(time.DateOnly))
		}
	}
	var b bytes.Buffer
	for _, a := range known {
		fmt.Fprintln(&b, a.address, a.key, a.since, a.matches)
	}
	return store.Replace(d.System, d.Known, b.Bytes())
}

// meet counts one more match with a key, or adds it behind the others.
func meet(known []acquaintance, address, key, today string) []acquaintance {
	for i, a := range known {
		if same(a.address, address) && a.key == key {
			known[i].matches++
			return known
		}
	}
	return append(known, acquaintance{address, key, today, 1})
}
