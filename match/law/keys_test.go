package law_test

import "testing"

// This file adds lost keys. A rechain is the request of a stranger who claims to be a party with a new key. The stranger then
// signs for that party on the lines on which all others, including an umpire, have agreed. In a match of two that is the opponent
// alone, so such a key proves nothing.

// byFirstKey counts an entry for its party if it was signed with the key with which the party joined.
func byFirstKey(t *tree, parting, e entry) partySet {
	n := t.nodes[e]
	if t.nodes[n.parent].keys[n.by] != 0 {
		return 0
	}
	return bySigner(t, parting, e)
}

// byPinnedKey counts an entry for its party if it was signed with the key known at the parting.
func byPinnedKey(t *tree, parting, e entry) partySet {
	n := t.nodes[e]
	if t.nodes[n.parent].keys[n.by] != t.nodes[parting].keys[n.by] {
		return 0
	}
	return bySigner(t, parting, e)
}

// foreign reports whether the key of a party on a line belongs to somebody who does not play for that party.
func (t *talk) foreign(line entry, p int) bool {
	key := t.nodes[line].keys[p]
	return key != 0 && !t.genuine[key]
}

// robbed reports whether a line has another's key in place of a seat's own. Its program accepts no key that it did not ask for.
func (t *talk) robbed(s *seat, line entry) bool { return t.sits(s, line) && t.foreign(line, s.me) }

// holdsKey reports whether a seat can sign on a line.
func (t *talk) holdsKey(s *seat, line entry) bool {
	key := t.nodes[line].keys[s.me]
	return t.sits(s, line) && (key == 0 && !s.keyless || key != 0 && !t.foreign(line, s.me))
}

// asksForKey lists the requests for a new key by a seat that has lost its own, if none is pending.
func (t *talk) asksForKey(s *seat) []step {
	ask := step{kind: stepRechain, arg: s.me}
	if open := t.nodes[s.head].open; !t.legal(t.tree, s.head, ask) || open.kind == stepRechain && t.genuine[open.entry] {
		return nil
	}
	return []step{ask}
}

// impostures lists what a cheat might do as a stranger, and for parties whose key it has replaced with its own.
func (t *talk) impostures(line entry) (may []step) {
	may = append(may, step{kind: stepRechain, arg: 1 + t.rng.IntN(t.parties)})
	for p := 1; p <= t.parties; p++ {
		if t.foreign(line, p) {
			may = append(may, t.anything(line, p)...)
		}
	}
	return may
}

// keyless is a conversation in which some lose their keys, with cheats that ask for the keys of others.
func (t *talk) keyless() {
	t.rekeys = true
	for _, s := range t.seats {
		s.keyless = t.rng.IntN(3) == 0
	}
	t.against()
}

func TestLawOfKeys(t *testing.T) {
	conversation{theLaw, cheatShapes, (*talk).keyless}.check(t, nil)
}

func TestKeysNeedBothReadings(t *testing.T) {
	for name, spoil := range map[string]func(r *rules){
		"new keys prove as much as old ones":     func(r *rules) { r.sure = r.counts },
		"the keys known where lines part prove":  func(r *rules) { r.sure = byPinnedKey },
		"only keys known where lines part count": func(r *rules) { r.counts, r.sure = byPinnedKey, byFirstKey },
	} {
		mustFail(t, name, 0, conversation{func() *rules {
			r := theLaw()
			spoil(r)
			return r
		}, []shape{{2, false, 1}}, (*talk).keyless})
	}
}
