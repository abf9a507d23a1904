package match

import (
	"errors"
	"fmt"

	"hikyaku/kif"
	"hikyaku/match/fair"
)

// Keys are those under which the parties of a match sign. A letter writer has none: the scribe signs for him.
type Keys struct {
	Signed  int // entries so far
	Scribed int // of these, entries of letter writers

	pinned [maxParties + 1]string // by party, from 1
	epoch  [maxParties + 1]int    // how often a party's key was replaced without the old one's word
	asked  string                 // the key of a Rechain that is not yet agreed to
	asking int                    // its party
}

// Of is the public key of a party, "" for a letter writer and for somebody who has not joined yet.
func (k *Keys) Of(party int) string { return k.pinned[party] }

// Replaced tells whether a party's key was replaced on the word of the others alone, so that what is signed by it is the
// party's or that of whoever agreed.
func (k *Keys) Replaced(party int) bool { return k.epoch[party] > 0 }

// Fingerprint is the short form of a party's key, as two people compare it by another channel; "none" where it has none.
func (k *Keys) Fingerprint(party int) string { return Fingerprint(k.pinned[party]) }

// Fingerprint is the short form of a key, "none" for one that cannot be read.
func Fingerprint(key string) string {
	p, err := fair.ParsePublicKey(key)
	if err != nil {
		return "none"
	}
	return p.Fingerprint()
}

// Writes tells whether a party may answer with nothing but a mail program: it has joined so, or not joined yet.
func (m *Match) Writes(party int) bool {
	return m.Roster.Invited && party > 0 && m.Keys.pinned[party] == ""
}

// after wants n signed by its party, or for a letter writer by the scribe, and learns the keys that it brings.
func (k *Keys) after(n *moment) (*Keys, error) {
	next := *k
	if err := next.pin(n); err != nil {
		return nil, err
	}
	bytes, e := n.entry.Bytes(), n.event
	next.Signed++
	switch e.Step.(type) {
	case kif.Rechain:
		next.asked, next.asking = e.Key, n.by
		return &next, verify(e.Key, bytes, e.Sign)
	case kif.Rotate:
		if err := verify(k.pinned[n.by], bytes, e.SignOld); err != nil {
			return nil, fmt.Errorf("the old key does not vouch for the new one: %w", err)
		}
		next.pinned[n.by] = e.Key
		return &next, verify(e.Key, bytes, e.Sign)
	}
	key := next.pinned[n.by]
	if key == "" {
		if e.Mail == (kif.Hash{}) {
			return nil, errors.New("neither signed by a key of its own nor taken from a mail")
		}
		next.Scribed++
		n.scribe = n.Roster.Scribe()
		key = next.pinned[n.scribe]
	}
	next.replace(n)
	return &next, verify(key, bytes, e.Sign)
}

// pin takes the key with which a party joins.
func (k *Keys) pin(n *moment) error {
	key := n.event.Key
	if key == "" {
		return nil
	}
	if _, err := fair.ParsePublicKey(key); err != nil {
		return err
	}
	switch n.event.Step.(type) {
	case kif.Invite, kif.Accept:
		k.pinned[n.by] = key
	case kif.Decline:
		if k.pinned[n.by] == "" {
			k.pinned[n.by] = key
		}
	case kif.Rotate, kif.Rechain:
	default:
		return errors.New("a key where none is due")
	}
	return nil
}

// replace puts the key that all others have agreed to with n in the place of a lost one.
func (k *Keys) replace(n *moment) {
	if n.done == kif.RechainQuestion && k.asking != 0 {
		k.pinned[k.asking] = k.asked
		k.epoch[k.asking]++
		k.asking = 0
	}
}

var errSignature = errors.New("the signature is not that of the key pinned in this match")

func verify(key string, entry []byte, signature kif.Signature) error {
	k, err := fair.ParsePublicKey(key)
	if err != nil {
		return err
	}
	if !k.Verify(entry, signature[:]) {
		return errSignature
	}
	return nil
}
