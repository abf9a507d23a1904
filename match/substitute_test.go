package match_test

import (
	"slices"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
)

// newer is a match whose programs know substitutes.
var newer = setting{options: "dice=none", version: match.Version}

var (
	carol       = kif.Substitute{Who: seatOf("Carol")}
	agreesCarol = kif.Agree{To: kif.SubstituteQuestion}
)

// answers signs with the key of somebody who is no party, from 1 as people are, and brings that key and a chain where there
// are dice.
func (tb *table) answers(m *match.Match, who int) with {
	return func(d *draft) {
		d.signer, d.Key, d.Mail = tb.masters[who-1], tb.masters[who-1].PublicKey().String(), kif.Hash{}
		if d.Step == kif.Step(kif.StepIn{}) && match.Commits(m.Dice, d.Party) {
			d.Chain = tb.newChain(who)
		}
	}
}

// called returns m with the proposal of party and the answer of a substitute who is person who.
func (tb *table) called(m *match.Match, party, who int) *match.Match {
	tb.Helper()
	m = tb.do(m, party, kif.Substitute{Who: seatOf(people[who-1])})
	return tb.do(m, party, kif.StepIn{}, tb.answers(m, who))
}

// TestSubstitute: nothing changes until the other agrees, and then the key, name and address are those of the substitute.
func TestSubstitute(t *testing.T) {
	tb, m := sit(t, newer)
	m = tb.run(m, "1 add1")
	called := tb.called(m, 2, 3)
	if called.Turn != 2 || called.Keys.Of(2) != m.Keys.Of(2) || called.Roster.Parties[1].Name != "Bob" || match.Called(called, "carol@example.org") != 2 {
		t.Errorf("before the consent %+v", called.State)
	}
	if asks, by := match.Asked(called); asks != kif.SubstituteQuestion || by != 2 {
		t.Errorf("party %d asks %q", by, asks)
	}
	tb.run(called, "1 draw-offer; 2 add1; 1 add1") // it stands over moves and offers
	after := tb.do(tb.do(called, 2, kif.Move("add1")), 1, agreesCarol)
	r := after.Roster
	if after.Substitution != nil || r.Parties[1] != seatOf("Carol") || r.At("bob@example.org") != 0 || !match.HasLeft(r, "bob@example.org") || match.HasLeft(r, "alice@example.org") {
		t.Errorf("behind it %+v, %+v", after.State, r)
	}
	if guests := match.Guests(after); len(guests) != 1 || guests[0] != seatOf("Bob") {
		t.Errorf("also told are %v", guests)
	}
	after = tb.do(after, 1, kif.Move("add1"))
	sameMatch(t, after, judged(t, after.Game, string(after.Record.Bytes())))
	tb.refuses(after, "signature", 2, kif.Move("add1"), signer(tb.masters[1]))
	tb.refuses(after, "signature", 2, kif.Resignation, signer(tb.masters[1]))
	after = tb.do(after, 2, kif.Move("add1"), signer(tb.masters[2]))
	after = tb.do(after, 2, kif.Resignation, seat(2), signer(tb.masters[2]))
	if s := match.Summarise(after, "", "alice@example.org"); !slices.Equal(s.Against, []string{match.Won}) || !slices.Equal(s.Names, []string{"Carol"}) {
		t.Errorf("for Alice %+v", s)
	}
}

// TestProposalEnds: by its party, by the substitute, or by another proposal.
func TestProposalEnds(t *testing.T) {
	tb, m := sit(t, newer)
	m = tb.do(m, 2, carol)
	for _, ended := range []*match.Match{
		tb.do(m, 2, kif.StepOut{}), tb.do(m, 2, kif.StepOut{}, tb.answers(m, 3)), tb.do(tb.called(m, 2, 3), 2, kif.StepOut{}, tb.answers(m, 3)),
	} {
		if guests := match.Guests(ended); ended.Substitution != nil || len(guests) != 1 || guests[0] != carol.Who {
			t.Errorf("behind %s: %+v, told are %v", steps(ended), ended.Substitution, guests)
		}
		tb.refuses(ended, "not yet agreed to", 1, agreesCarol)
		tb.refuses(ended, "the answer of a substitute", 2, kif.StepIn{}, tb.answers(m, 3))
	}
	tb.refuses(tb.called(m, 2, 3), "the key with which", 2, kif.StepOut{}, tb.answers(m, 4))
	dave := tb.do(tb.called(m, 2, 3), 2, kif.Substitute{Who: seatOf("Dave")})
	tb.refuses(dave, "not yet agreed to", 1, agreesCarol)
}

// TestNobodyGivesAnothersSeatAway: neither by a key of another, nor to one of the match, nor alone.
func TestNobodyGivesAnothersSeatAway(t *testing.T) {
	tb, m := sit(t, newer)
	for _, other := range []int{1, 3} {
		tb.refuses(m, "signature", 2, carol, signer(tb.masters[other-1]))
	}
	tb.refuses(m, "an address that nobody", 2, kif.Substitute{Who: seatOf("Alice")})
	proposed := tb.do(m, 2, carol)
	tb.refuses(proposed, "Bob has proposed a substitute", 1, kif.Substitute{Who: seatOf("Dave")})
	tb.refuses(proposed, "not yet agreed to", 1, agreesCarol) // nobody knows the key yet
	tb.refuses(proposed, "a key of the substitute's own", 2, kif.StepIn{}, tb.answers(m, 1))
	tb.refuses(proposed, "signature", 2, kif.StepIn{}, tb.answers(m, 3), signer(tb.masters[0]))
	tb.refuses(proposed, "the answer of a substitute", 1, kif.StepIn{}, tb.answers(m, 3))
	called := tb.called(m, 2, 3)
	tb.refuses(called, "not yet agreed to", 2, agreesCarol)
	tb.refuses(called, "signature", 1, agreesCarol, signer(tb.masters[2]))
	tb.refuses(called, "the answer of a substitute", 2, kif.StepIn{}, tb.answers(m, 4))
	tb.refuses(called, "the end of a proposal", 1, kif.StepOut{})

	tb, written := sit(t, setting{options: "dice=none", version: 1, writers: []int{2}})
	tb.refuses(written, "cannot be replaced", 1, carol)
	written = tb.called(written, 2, 3) // who signs for the letter writer has his mail
	written = tb.do(written, 1, agreesCarol)
	if written.Writes(2) || written.Keys.Of(2) != tb.masters[2].PublicKey().String() {
		t.Error("the substitute of a letter writer has no key")
	}
	tb, kept := sit(t, setting{options: "dice=none", version: 1, umpire: true})
	tb.refuses(kept, "the umpire has no say", 1, kif.Substitute{Who: seatOf("Dave")})
	kept = tb.called(kept, 2, 4)
	tb.refuses(kept, "the umpire has no say", 1, agreesCarol)
	if kept = tb.do(kept, 3, agreesCarol); kept.Roster.Parties[1].Name != "Dave" {
		t.Errorf("the players are %v", kept.Roster.Parties)
	}
}

// TestAllOthersAgreeToASubstitute, of whom there are two here.
func TestAllOthersAgreeToASubstitute(t *testing.T) {
	tb, m := sit(t, setting{options: "players=3 dice=none", players: 3, version: 1})
	m = tb.do(tb.called(m, 1, 4), 2, agreesCarol)
	tb.refuses(m, "not yet agreed to", 2, agreesCarol)
	if m.Roster.Parties[0].Name != "Alice" {
		t.Error("one of two is enough")
	}
	if m = tb.do(tb.do(m, 1, kif.Move("add1")), 3, agreesCarol); m.Roster.Parties[0].Name != "Dave" {
		t.Errorf("the players are %v", m.Roster.Parties)
	}
}

// TestSubstituteCrosses: what who has left signs elsewhere is put away, and makes nobody a cheat.
func TestSubstituteCrosses(t *testing.T) {
	tb, m := sit(t, newer)
	m = tb.called(tb.run(m, "1 add1"), 2, 3)
	passed, moved := tb.do(m, 1, agreesCarol), tb.do(m, 2, kif.Move("add2"))
	meets(t, passed, moved, passed)
	on := tb.do(passed, 2, kif.Move("add1"), signer(tb.masters[2]))
	meets(t, on, moved, on)
	meets(t, on, tb.do(moved, 2, kif.Resignation, seat(2)), on)
	if list := match.Again(on, tb.do(moved, 2, kif.Resignation, seat(2)), 5, everybody); len(list) != 0 {
		t.Errorf("the substitute makes again %v", list)
	}
	// Alice, who answers the move and has agreed, has forked; Carol has signed on two lines as well.
	meets(t, on, tb.do(moved, 1, kif.Move("add1")), nil, 1)
	other := tb.do(passed, 2, kif.Move("add2"), signer(tb.masters[2]))
	meets(t, on, other, nil, 2)
	if got := match.Meet(on, other); !slices.Equal(got.Doubted, []int{2}) || got.Accused().En != "Carol, or whoever agreed to the new key of Carol" {
		t.Errorf("accused is %q: %+v", got.Accused().En, got)
	}
	// Where Bob has forked before, Carol settles it with Alice.
	first, second := tb.do(m, 2, kif.Move("add1")), tb.do(m, 2, kif.Move("add2"))
	taken := tb.do(tb.do(first, 1, agreesCarol), 2, kif.Say{}, says("hello"), signer(tb.masters[2]))
	meets(t, taken, second, nil, 2)
	e, err := match.Settle(taken, second, 2)
	tb.must(err)
	proposed := tb.do(taken, 2, e.Step, signer(tb.masters[2]), func(d *draft) { d.Other = e.Other })
	if proposed.Settlement.Complete {
		t.Error("Alice has no say")
	}
	settled := tb.do(proposed, 1, kif.Agree{To: kif.SettleQuestion})
	meets(t, settled, second, settled)
}

// TestSubstituteAndDice: the new chain serves the events from then on, and no event waits for who has left.
func TestSubstituteAndDice(t *testing.T) {
	for _, umpire := range []bool{false, true} {
		for _, reads := range []bool{true, false} { // who leaves has a throw to read, or has opened that
			tb, m := sit(t, setting{version: 1, umpire: umpire, time: "3d"})
			for m.Next().Throw == nil {
				m = tb.do(m, m.Roster.PartyOf(m.Due()), kif.Move("add1"))
				if m.ReceiptDue {
					m = tb.do(m, 1, kif.Receipt{}, func(e *draft) { e.Got = lastDate(m) })
				}
			}
			players := m.Roster.Players()
			reader := m.Roster.PartyOf(m.Due())
			other := players[0] + players[1] - reader
			leaves, stays := reader, other
			if !reads {
				leaves, stays = other, reader
			}
			dave := tb.do(m, leaves, kif.Substitute{Who: seatOf("Dave")})
			tb.refuses(dave, "the commitment to dice is missing", leaves, kif.StepIn{}, tb.answers(m, 4), chain(kif.Chain{}))
			called := tb.do(dave, leaves, kif.StepIn{}, tb.answers(dave, 4))
			if reads {
				tb.refuses(called, "must first open the dice", stays, agreesCarol)
				read, err := match.ReadDice(called, leaves, tb.open)
				tb.must(err)
				if before, _ := match.ReadDice(m, leaves, tb.open); match.Opens(before, leaves) || !match.Opens(read, leaves) {
					t.Error("the program of who leaves does not open his dice once the other has answered")
				}
				if called = tb.do(read, leaves, kif.OpenLink{}); called.ReceiptDue {
					t.Error("who leaves has a new turn by opening his dice")
				}
			}
			after := tb.do(called, stays, agreesCarol)
			thrown := after.Dice.Thrown
			tb.masters[leaves-1] = tb.masters[3]
			after = tb.play(after, "add1", "add1", "add1", "add1", "add1", "add1", "add1", "add1")
			sameMatch(t, after, judged(t, after.Game, string(after.Record.Bytes())))
			if p := match.NewProof(after); p.Chains != 0 || after.Dice.Thrown == thrown || p.Proved < after.Dice.Thrown-1 {
				t.Errorf("umpire %v, reads %v: %+v", umpire, reads, p)
			}
		}
	}
}

// TestClockOfASubstitute: a turn of his own, from the consent on, without the absences of who has left.
func TestClockOfASubstitute(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", version: 1, time: "3d"})
	m = tb.do(m, 1, stepOf("away 2026-11-20..2026-12-01"), at(days(0.1)))
	called := tb.called(m, 1, 3)
	passed := tb.do(called, 2, agreesCarol, at(days(2)))
	until(t, passed, 2, days(5)+way)
	until(t, passed, 1, days(5))
	tb.refuses(passed, "after the limit", 2, kif.Claim{}, at(days(4.9)))
	later := tb.do(passed, 1, kif.Move("add1"), at(days(4)), got(days(2)), signer(tb.masters[2]))
	until(t, later, 2, days(7))
	// It is the other's turn: that goes on as it did.
	before, _ := m.Clock.Deadline(2)
	turn := tb.do(tb.called(m, 2, 4), 1, agreesCarol, at(days(2)))
	if end, _ := turn.Clock.Deadline(2); !end.Equal(before) {
		t.Errorf("Alice has until %s", end)
	}
	// A claim against who has left is over, and so are offers.
	claimed := tb.do(tb.called(m, 1, 3), 2, kif.Claim{}, at(days(4)))
	claimed = tb.do(claimed, 2, kif.DrawOffer{}, at(days(4)))
	if passed := tb.do(claimed, 2, agreesCarol, at(days(4))); passed.Claim != nil || passed.Offer != nil {
		t.Errorf("claim %+v, offer %+v", passed.Claim, passed.Offer)
	}
	// What was used of the turn before a pause is given back.
	paused := tb.do(tb.called(m, 1, 3), 1, kif.PauseOffer{}, at(days(1)), got(0))
	paused = tb.do(tb.do(paused, 2, agreesToPause, at(days(1))), 2, agreesCarol, at(days(1)))
	until(t, tb.do(paused, 2, kif.Resume{}, at(days(2))), 1, days(5))
	// An umpire's receipt begins it, and only where it is the substitute's.
	tb, m = sit(t, setting{options: "dice=none", version: 1, time: "3d", umpire: true})
	passed = tb.do(tb.called(m, 2, 4), 3, agreesCarol, at(days(2)))
	if other := tb.do(tb.called(m, 3, 4), 2, agreesCarol, at(days(2))); !passed.ReceiptDue || other.ReceiptDue {
		t.Error("a receipt is due where it should not be, or not where it should")
	}
	passed = tb.do(passed, 1, kif.Receipt{}, at(days(2.1)), got(days(2)))
	until(t, passed, 2, days(5.1))
}
