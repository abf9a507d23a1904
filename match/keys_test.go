package match_test

import (
	"strings"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

const badSignature = "the signature isn't from the key of this match"

// mailed makes a step one of a mail-only player's mail.
func mailed() with { return func(e *draft) { e.Key, e.Chain, e.Mail = "", kif.Chain{}, kif.Hash{1} } }

// TestScribes checks that only party 1 signs for others, and only for players who have joined without a key.
func TestScribes(t *testing.T) {
	for _, s := range []setting{
		{options: "dice=none", writers: []int{2}}, {options: "players=3 dice=none", players: 3, writers: []int{2}},
		{options: "dice=none", umpire: true, writers: []int{2}}, {options: "players=3 dice=none", players: 3, umpire: true, writers: []int{2, 4}},
	} {
		tb, m := sit(t, s)
		for party := range m.Roster.Parties {
			writes := strings.Contains("24", string(rune('1'+party))) && (party == 1 || len(s.writers) > 1)
			if m.MayUseMailOnly(party+1) != writes || (m.Keys.Of[party+1] == "") != writes {
				t.Errorf("%+v: party %d writes letters: %v", s, party+1, !writes)
			}
		}
		m = tb.run(m, "2 away 2026-12-01")
		if i := m.LastEntry(); m.Scribe(i) != 1 || m.By(i) != 2 || m.Keys.Scribed == 0 {
			t.Errorf("signed by %d for %d", m.Scribe(i), m.By(i))
		}
		away := stepOf("away 2026-12-02")
		for other := 2; other <= 5; other++ {
			tb.refuses(m, badSignature, 2, away, signer(tb.masters[other-1]))
		}
		tb.refuses(m, "neither signed with the player's own key nor copied from a mail", 2, away, func(e *draft) { e.Mail = kif.Hash{} })
		for party := range m.Roster.Parties {
			if party == 1 || m.MayUseMailOnly(party+1) || m.Roster.Umpire() == party+1 {
				continue
			}
			for other := range tb.masters {
				more := []with{mailed(), signer(tb.masters[other])}
				if other != party {
					tb.refuses(m, badSignature, party+1, away, more...)
				}
			}
		}
	}
}

// TestScribesOfWhoHasNotJoined checks that no player can accept, and then resign, for another.
func TestScribesOfWhoHasNotJoined(t *testing.T) {
	tb, m := invited(t, setting{options: "players=4 dice=none", players: 4})
	m = tb.do(m, 2, kif.Accept{})
	for other := 2; other <= 5; other++ {
		tb.refuses(m, badSignature, 3, kif.Accept{}, mailed(), signer(tb.masters[other-1]))
		tb.refuses(m, badSignature, 3, kif.Decline{}, mailed(), signer(tb.masters[other-1]))
	}
	tb.do(m, 3, kif.Accept{}, mailed(), signer(tb.masters[0]))
	tb.refuses(m, badSignature, 3, kif.Accept{}, signer(tb.masters[1])) // under Carol's key, but not by her
	m = tb.do(m, 3, kif.Accept{})
	m = tb.do(m, 4, kif.Accept{})
	tb.refuses(m, badSignature, 3, kif.Resignation, seat(3), mailed(), signer(tb.masters[0]))
	tb.refuses(m, badSignature, 3, kif.Resignation, seat(3), mailed(), signer(tb.masters[1]))
}

func TestSignatures(t *testing.T) {
	tb, m := sit(t, slow)
	for name, change := range map[string]with{
		"none":                 sealed(func(e *kif.Event) { e.Sign = kif.Signature{} }),
		"another":              signer(tb.masters[1]),
		"of another time":      sealed(func(e *kif.Event) { e.At = e.At.Add(minute) }),
		"of another arrival":   sealed(func(e *kif.Event) { e.Got = e.At }),
		"of other words":       sealed(func(e *kif.Event) { e.Comment = "I offered a draw" }),
		"of another step":      sealed(func(e *kif.Event) { e.Step = kif.Move("add2") }),
		"of a step made again": sealed(func(e *kif.Event) { e.Again = kif.Hash{1} }),
		"of a mail":            sealed(func(e *kif.Event) { e.Mail = kif.Hash{1} }),
	} {
		if _, err := tb.try(m, 1, kif.Move("add1"), change); err == nil || !strings.Contains(err.Error(), badSignature) && !strings.Contains(err.Error(), "can be repeated") {
			t.Errorf("a signature %s: %v", name, err)
		}
	}
	tb.do(m, 1, kif.Move("add1"), sealed(func(e *kif.Event) {
		e.Came, e.Posted, e.Notes = e.At, true, []kif.Note{{Word: "private", Text: "note"}}
	}))
	tb.refuses(m, "there must be no key here", 1, kif.Move("add1"), func(e *draft) { e.Key = tb.masters[0].PublicKey().String() })
	tb, m = invited(t, slow)
	for _, key := range []string{"short", strings.Repeat("A", 43)} {
		tb.refuses(m, "key", 2, kif.Accept{}, func(e *draft) { e.Key = key })
	}
	tb.refuses(m, "there is no commitment to the dice", 2, kif.Accept{}, chain(kif.Chain{}))
}

// TestDecline checks that a party that has joined declines with its key, and one that has not states a key.
func TestDecline(t *testing.T) {
	tb, m := invited(t, plain)
	evil := tb.masters[4]
	if o := tb.do(m, 1, kif.Decline{}).Outcome; o.Rule.ID != match.Declined || o.Places != nil {
		t.Errorf("outcome %+v", o)
	}
	tb.refuses(m, badSignature, 1, kif.Decline{}, signer(evil), func(e *draft) { e.Key = evil.PublicKey().String() })
	tb.do(m, 2, kif.Decline{})
	tb.refuses(m, "neither signed with the player's own key nor copied from a mail", 2, kif.Decline{}, func(e *draft) { e.Key = "" })
}

// TestRotate checks that the old key vouches for the new one.
func TestRotate(t *testing.T) {
	tb, m := sit(t, slow)
	next := tb.masters[4]
	key := func(e *draft) { e.Key, e.signer = next.PublicKey().String(), next }
	vouched := func(by fair.Master) with {
		return func(e *draft) {
			d, err := m.Draft(e.Event)
			tb.must(err)
			e.SignOld = kif.Signature(by.Sign(d.Entry.Bytes()))
		}
	}
	tb.refuses(m, "the new key is not confirmed by the old one", 2, kif.Rotate{}, key)
	tb.refuses(m, "the new key is not confirmed by the old one", 2, kif.Rotate{}, key, vouched(tb.masters[0]))
	tb.refuses(m, badSignature, 2, kif.Rotate{}, key, signer(tb.masters[1]), vouched(tb.masters[1]))
	m = tb.do(m, 2, kif.Rotate{}, key, vouched(tb.masters[1]))
	if m.Keys.Of[2] != next.PublicKey().String() {
		t.Error("the key has not changed")
	}
	m = tb.do(m, 1, kif.Move("add1"))
	tb.refuses(m, badSignature, 2, kif.Move("add1"), signer(tb.masters[1]))
	tb.do(m, 2, kif.Move("add1"))
	tb, m = sit(t, setting{options: "dice=none", writers: []int{2}})
	tb.refuses(m, "the new key is not confirmed by the old one", 2, kif.Rotate{}, key)
}

// rechain lets a party ask for the key and chain of another secret.
func (tb *table) rechain(m *match.Match, party int, secret fair.Master, more ...with) *match.Match {
	tb.Helper()
	tb.knows(secret)
	return tb.do(m, party, kif.Rechain{}, append([]with{signer(secret), func(e *draft) { e.Key = secret.PublicKey().String() }}, more...)...)
}

// TestRechain checks that a new key is valid after all others have agreed, including the umpire.
func TestRechain(t *testing.T) {
	for _, s := range []setting{plain, three, umpired, {options: "players=3 dice=none", players: 3, umpire: true, writers: []int{4}}} {
		tb, m := sit(t, s)
		lost, secret := 2, fair.MasterFrom([32]byte{9})
		tb.refuses(m, badSignature, lost, kif.Rechain{}, func(e *draft) { e.Key = secret.PublicKey().String() })
		tb.refuses(m, "43 characters", lost, kif.Rechain{}, signer(secret))
		m = tb.rechain(m, lost, secret)
		old := m.Keys.Of[lost]
		tb.refuses(m, "but there is no open question of another player that this player has", lost, kif.Agree{To: kif.RechainQuestion})
		tb.refuses(m, badSignature, lost, kif.Resignation, seat(m.Roster.SeatOf(lost)), signer(secret))
		for party := range m.Roster.Parties {
			if party+1 == lost {
				continue
			}
			if m.Keys.Of[lost] != old {
				t.Errorf("%+v: the key has changed before all agree", s)
			}
			m = tb.do(m, party+1, kif.Agree{To: kif.RechainQuestion})
		}
		if m.Keys.Of[lost] != secret.PublicKey().String() || m.Offer != nil {
			t.Errorf("%+v: all have agreed, and the key is the old one", s)
		}
		tb.refuses(m, badSignature, lost, kif.Resignation, seat(m.Roster.SeatOf(lost)), signer(tb.masters[lost-1]))
		tb.do(m, lost, kif.Resignation, seat(m.Roster.SeatOf(lost)))
	}
}

// TestRechainLapses checks that the request for a new key lapses like any other with a move or another request, and
// can't be agreed to later.
func TestRechainLapses(t *testing.T) {
	tb, m := sit(t, three)
	evil, good := fair.MasterFrom([32]byte{9}), fair.MasterFrom([32]byte{10})
	forged := tb.rechain(m, 1, evil)
	forged = tb.run(forged, "1 add1")
	tb.refuses(forged, "but there is no open question of another player that this player has", 2, kif.Agree{To: kif.RechainQuestion})
	forged = tb.rechain(forged, 2, good)
	forged = tb.run(forged, "1 agree rechain; 3 agree rechain")
	if forged.Keys.Of[1] != tb.masters[0].PublicKey().String() || forged.Keys.Of[2] != good.PublicKey().String() {
		t.Error("agreeing to one key replaces another")
	}
}
