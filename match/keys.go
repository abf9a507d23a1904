package match

import (
	"cmp"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match/fair"
)

// Keys are the public keys of the parties. A mail-only player has none; the
// scribe signs for them.
type Keys struct {
	Signed  int                    // signed entries so far
	Scribed int                    // of these, entries of mail-only players
	Of      [maxParties + 1]string // by party, from 1: the public key; "" for a mail-only player or a party that has not joined yet

	epoch        [maxParties + 1]int    // how often a party's key was replaced without a signature of the old one
	holder       [maxParties + 1]string // the key with which the party's substitute stepped in; "" for an original party
	assigned     [maxParties + 1]string // the key with which the others replaced the party's own; "" if its own key, or one that it has vouched for, is valid
	requestedKey string                 // the key of a pending Rechain
	requester    int                    // the party of the pending Rechain; 0 for none
}

// Fingerprint returns the fingerprint of a key, which people compare over a channel other than mail, or "none" for an unreadable one.
func Fingerprint(key string) string {
	p, err := fair.ParsePublicKey(key)
	if err != nil {
		return "none"
	}
	return p.Fingerprint()
}

// MayUseMailOnly reports whether a party may answer with just a mail program: it has joined without a key, or not joined yet.
func (m *Match) MayUseMailOnly(party int) bool {
	return m.Roster.Invited && party > 0 && !m.Roster.Observes(party) && m.Keys.Of[party] == ""
}

// after returns the keys after the entry of n, which its party or the scribe must have signed.
func (k *Keys) after(n *moment) (*Keys, error) {
	next, e := *k, n.event
	if e.Key != "" {
		if _, err := fair.ParsePublicKey(e.Key); err != nil {
			return nil, err
		}
	}
	next.Signed++
	switch e.Step.(type) {
	case kif.Invite, kif.Accept:
		next.Of[n.by] = e.Key
	case kif.Decline:
		next.Of[n.by] = cmp.Or(k.Of[n.by], e.Key)
	case kif.Rechain:
		next.requestedKey, next.requester = e.Key, n.by
		return &next, n.verify(e.Key, e.Sign)
	case kif.StepIn:
		return &next, n.verify(e.Key, e.Sign)
	case kif.StepOut:
		if e.Key != "" {
			return &next, n.verify(e.Key, e.Sign)
		}
	case kif.Rotate:
		if err := n.verify(k.Of[n.by], e.SignOld); err != nil {
			return nil, i18n.Err("key.old", "why", err)
		}
		next.Of[n.by] = e.Key
		return &next, n.verify(e.Key, e.Sign)
	default:
		if e.Key != "" {
			return nil, i18n.Err("key.unasked")
		}
	}
	key := next.Of[n.by]
	if key == "" {
		if e.Mail == (kif.Hash{}) {
			return nil, i18n.Err("key.no-mail")
		}
		next.Scribed++
		n.scribe = Scribe
		key = next.Of[n.scribe]
	}
	if _, passes := e.Step.(kif.HandOver); passes {
		// The player who leaves signs the substitute's key, so it is as good as the old one.
		key := n.m.Substitutes[n.by].Key
		next.Of[n.by], next.holder[n.by], next.assigned[n.by] = key, key, ""
	}
	if n.consented == kif.RechainQuestion && k.requester != 0 {
		next.Of[k.requester], next.assigned[k.requester] = k.requestedKey, k.requestedKey
		next.epoch[k.requester]++
		next.requester = 0
	}
	return &next, n.verify(key, e.Sign)
}

var errSignature = i18n.Err("key.signature")

// verify checks a signature of the entry of n, or queues it to be checked with
// the others of a record.
func (n *moment) verify(key string, sign kif.Signature) error {
	s := signature{signed: signed{key, n.Head, sign}, entry: n.entry}
	if later := n.m.unchecked; later != nil && key != "" {
		s.event = later.event
		later.list = append(later.list, s)
		return nil
	}
	return s.check()
}
