package law_test

import "testing"

// This file adds mail-only players, for whom a scribe signs: the umpire or another player.

func lawOfScribes() *rules {
	r := theLaw()
	r.counts, r.sure = byHand, byHand
	return r
}

// byHand counts an entry for its party and for the scribe who signed it.
func byHand(t *tree, _, e entry) partySet {
	by := t.nodes[e].by
	if by == t.writer {
		return partiesOf(by, t.scribe)
	}
	return partiesOf(by)
}

// byScribe counts an entry for the scribe who signed it instead of the mail-only player.
func byScribe(t *tree, _, e entry) partySet {
	by := t.nodes[e].by
	if by == t.writer {
		by = t.scribe
	}
	return partiesOf(by)
}

// withScribe makes an honest player a mail-only player, if somebody else with a program is left.
func (t *talk) withScribe() {
	scribe := 1 + t.rng.IntN(t.parties)
	if t.umpire {
		scribe = 1
	}
	for i, s := range t.seats {
		if len(t.seats) > 1 && s.me != scribe && t.plays(s.me) {
			t.writer, t.scribe = s.me, scribe
			t.seats = append(t.seats[:i:i], t.seats[i+1:]...)
			return
		}
	}
}

// sameForks fails unless counting forks for the mail-only player too gives the same forks as counting them for the scribe alone.
func (t *talk) sameForks() {
	for a := range t.nodes {
		for b := range a {
			p := t.parting(entry(a), entry(b))
			x, y := t.path(p, entry(a)), t.path(p, entry(b))
			both, one := t.forkers(p, x, y, byHand), t.forkers(p, x, y, byScribe)
			if both.without(partiesOf(t.writer)) != one {
				t.fail("%s and %s: fork by [%v] or [%v]", t.text(entry(a)), t.text(entry(b)), both, one)
			}
		}
	}
}

func (t *talk) honestWithScribe() {
	t.withScribe()
	t.honest()
}

func (t *talk) againstWithScribe() {
	t.withScribe()
	t.against()
	t.sameForks()
}

func TestLawOfScribes(t *testing.T) {
	conversation{lawOfScribes, honestShapes, (*talk).honestWithScribe}.check(t, nil)
	conversation{lawOfScribes, cheatShapes, (*talk).againstWithScribe}.check(t, nil)
}
