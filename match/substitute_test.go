package match_test

import (
	"slices"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
)

// newer is a match whose programs know substitutes.
var newer = setting{options: "dice=none", version: match.Version}

var carol = kif.Substitute{Who: seatOf("Carol")}

// agreesTo is the consent to the substitute of a party.
func agreesTo(party int) kif.Step { return kif.Agree{To: kif.SubstituteQuestion, Seat: party} }

// answers signs with the key of somebody who is no party, from 1 as people are, and brings that key and a chain where there
// are dice.
func (tb *table) answers(m *match.Match, who int) with {
	return func(d *draft) {
		d.signer, d.Key, d.Mail = tb.masters[who-1], tb.masters[who-1].PublicKey().String(), kif.Hash{}
		if d.Step == kif.Step(kif.StepIn{}) && m.Dice.Commits(d.Party) {
			d.Chain = tb.newChain(who)
		}
	}
}

// called returns m with the proposal of party and the answer of substitute number who.
func (tb *table) called(m *match.Match, party, who int) *match.Match {
	tb.Helper()
	m = tb.do(m, party, kif.Substitute{Who: seatOf(people[who-1])})
	return tb.do(m, party, kif.StepIn{}, tb.answers(m, who))
}

// agreed returns called with the consent of all other players.
func (tb *table) agreed(m *match.Match, party, who int) *match.Match {
	tb.Helper()
	m = tb.called(m, party, who)
	for _, other := range m.Roster.Players() {
		if other != party {
			m = tb.do(m, other, agreesTo(party))
		}
	}
	return m
}

// passed returns agreed with the hand-over.
func (tb *table) passed(m *match.Match, party, who int) *match.Match {
	tb.Helper()
	return tb.do(tb.agreed(m, party, who), party, kif.HandOver{})
}

// TestSubstitute checks that nothing changes before the hand-over, after which key, name and address are the
// substitute's.
func TestSubstitute(t *testing.T) {
	tb, m := sit(t, newer)
	m = tb.run(m, "1 add1")
	called := tb.called(m, 2, 3)
	if asks, by := called.Asked(); asks != kif.SubstituteQuestion || by != 2 {
		t.Errorf("party %d asks %q", by, asks)
	}
	tb.refuses(called, "but not all other players have agreed to the substitute", 2, kif.HandOver{})
	agreed := tb.do(called, 1, agreesTo(2))
	if asks, _ := agreed.Asked(); asks != "" || !agreed.HandsOver(2) || called.HandsOver(2) || agreed.HandsOver(1) {
		t.Errorf("behind the consent %q is asked", asks)
	}
	for _, m := range []*match.Match{called, agreed} {
		if m.Turn != 2 || m.Keys.Of[2] != tb.masters[1].PublicKey().String() || m.Roster.Parties[1].Name != "Bob" || m.AskedToReplace("carol@example.org") != 2 {
			t.Errorf("before the hand-over %+v", m.State)
		}
	}
	tb.refuses(agreed, "but not all other players have agreed to the substitute", 1, kif.HandOver{})
	tb.refuses(agreed, "signature", 2, kif.HandOver{}, signer(tb.masters[2]))
	tb.refuses(agreed, "signature", 2, kif.HandOver{}, signer(tb.masters[0]))
	after := tb.do(agreed, 2, kif.HandOver{})
	r := after.Roster
	if after.Substitutes[2] != nil || r.Parties[1] != seatOf("Carol") || r.At("bob@example.org") != 0 || !r.HasLeft("bob@example.org") || r.HasLeft("alice@example.org") {
		t.Errorf("behind it %+v, %+v", after.State, r)
	}
	if guests := after.Guests(); len(guests) != 1 || guests[0] != seatOf("Bob") {
		t.Errorf("also told are %v", guests)
	}
	tb.refuses(after, "signature", 2, kif.Move("add1"), signer(tb.masters[1]))
	tb.refuses(after, "signature", 2, kif.Resignation, signer(tb.masters[1]))
	after = tb.do(after, 2, kif.Move("add1"), signer(tb.masters[2]))
	sameMatch(t, after, judged(t, after.Game, string(after.Record.Bytes())))
	after = tb.do(after, 2, kif.Resignation, seat(2), signer(tb.masters[2]))
	if s := after.Summarise("", "alice@example.org"); !slices.Equal(s.Against, []string{match.Won}) || !slices.Equal(s.Names, []string{"Carol"}) {
		t.Errorf("for Alice %+v", s)
	}
}

// TestProposalEnds checks what ends a proposal: its party, the substitute, another proposal, or its party playing on.
func TestProposalEnds(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", version: 1, time: "3d"})
	m = tb.run(m, "1 add1")
	proposed := tb.do(m, 2, carol)
	for _, ended := range []*match.Match{
		tb.do(proposed, 2, kif.StepOut{}), tb.do(proposed, 2, kif.StepOut{}, tb.answers(m, 3)), tb.do(tb.called(m, 2, 3), 2, kif.StepOut{}, tb.answers(m, 3)),
		tb.do(tb.agreed(m, 2, 3), 2, kif.StepOut{}),
	} {
		if guests := ended.Guests(); ended.Substitutes[2] != nil || len(guests) != 1 || guests[0] != carol.Who {
			t.Errorf("behind %s: %+v, told are %v", steps(ended), ended.Substitutes, guests)
		}
		tb.refuses(ended, "but there is no open question of another player that this player has", 1, agreesTo(2))
		tb.refuses(ended, "but this player has not proposed that substitute, or the substitute", 2, kif.StepIn{}, tb.answers(m, 3))
		tb.refuses(ended, "but not all other players have agreed to the substitute", 2, kif.HandOver{})
	}
	tb.refuses(tb.called(m, 2, 3), "the key with which", 2, kif.StepOut{}, tb.answers(m, 4))
	dave := tb.do(tb.called(m, 2, 3), 2, kif.Substitute{Who: seatOf("Dave")})
	tb.refuses(dave, "but there is no open question of another player that this player has", 1, agreesTo(2))

	agreed := tb.agreed(m, 2, 3)
	paused := tb.run(agreed, "1 pause-offer")
	for script, ends := range map[string]bool{
		"2 add1": true, "2 undo-offer 1": true, "2 pause-offer": true, "1 draw-offer; 2 add1": true, "1 undo-offer 1; 2 agree undo": true,
		"1 draw-offer": false, "1 undo-offer 1": false, "2 away 2026-12-01": false, "2 address bob2@example.org": false,
	} {
		on, err := tb.follow(agreed, script)
		tb.must(err)
		if (on.Substitutes[2] == nil) != ends {
			t.Errorf("behind %s: %+v", script, on.Substitutes[2])
		}
	}
	if on := tb.do(paused, 2, kif.Agree{To: kif.PauseQuestion}, got(0)); on.Substitutes[2] != nil {
		t.Error("a consent ends no proposal")
	}
	if on := tb.do(agreed, 2, kif.Say{}, says("goodbye")); !on.HandsOver(2) {
		t.Error("words end a proposal")
	}
}

// TestProposingWithdrawsOffers checks that proposing a substitute withdraws the party's offers, so that nobody agrees
// to one during the change. Offers of others lapse then.
func TestProposingWithdrawsOffers(t *testing.T) {
	tb, m := sit(t, newer)
	for _, offers := range []string{"2 draw-offer", "2 undo-offer 1"} {
		offered := tb.run(m, "1 add1; 2 add1; "+offers)
		if tb.do(offered, 1, kif.Substitute{Who: seatOf("Dave")}).Offer == nil {
			t.Errorf("%s is withdrawn by another's proposal", offers)
		}
		agreed := tb.agreed(offered, 2, 3)
		if agreed.Offer != nil {
			t.Errorf("%s stands: %+v", offers, agreed.Offer)
		}
		tb.refuses(agreed, "but the other player has not offered a draw", 1, kif.DrawAgreed)
	}
	asked := tb.run(tb.agreed(tb.run(m, "1 add1; 2 add1; 1 add1"), 2, 3), "1 undo-offer 3")
	if after := tb.do(asked, 2, kif.HandOver{}); asked.Offer == nil || after.Offer != nil {
		t.Errorf("behind the hand-over %+v", after.Offer)
	}
}

// TestNobodyGivesAnothersSeatAway checks that a seat can't be given away with another's key, to a key of the match, or
// by one party alone.
func TestNobodyGivesAnothersSeatAway(t *testing.T) {
	tb, m := sit(t, newer)
	for _, other := range []int{1, 3} {
		tb.refuses(m, "signature", 2, carol, signer(tb.masters[other-1]))
	}
	tb.refuses(m, "expected the address of someone who has no part in this match yet", 2, kif.Substitute{Who: seatOf("Alice")})
	moved := tb.run(m, "1 address alice2@example.org")
	tb.refuses(moved, "expected the address of someone who has no part in this match yet", 2, kif.Substitute{Who: seatOf("Alice")})
	proposed := tb.do(m, 2, carol)
	tb.refuses(proposed, "expected the address of someone who has no part in this match yet", 1, carol)
	for _, address := range []string{"carol@example.org", "Carol+2@example.org", "caro1@example.org"} {
		tb.refuses(proposed, "an address that nobody else", 1, kif.NewAddress{Address: address})
		tb.refuses(proposed, "an address that nobody else", 2, kif.NewAddress{Address: address})
		tb.refuses(proposed, "expected the address of someone who has no part in this match yet", 1, kif.Substitute{Who: kif.Seat{Name: "Eve", Address: address}})
	}
	tb.refuses(proposed, "but there is no open question of another player that this player has", 1, agreesTo(2)) // nobody knows the key yet
	tb.refuses(proposed, "expected the substitute's own key, which nobody else in this match has", 2, kif.StepIn{}, tb.answers(m, 1))
	tb.refuses(proposed, "signature", 2, kif.StepIn{}, tb.answers(m, 3), signer(tb.masters[0]))
	tb.refuses(proposed, "but this player has not proposed that substitute, or the substitute", 1, kif.StepIn{}, tb.answers(m, 3))
	called := tb.called(m, 2, 3)
	tb.refuses(called, "but there is no open question of another player that this player has", 2, agreesTo(2))
	tb.refuses(called, "but there is no open question of another player that this player has", 1, agreesTo(1))
	tb.refuses(called, "but there is no open question of another player that this player has", 1, agreesTo(9))
	tb.refuses(called, "signature", 1, agreesTo(2), signer(tb.masters[2]))
	tb.refuses(called, "but this player has not proposed that substitute, or the substitute", 2, kif.StepIn{}, tb.answers(m, 4))
	tb.refuses(called, "but there is no open proposal of this player to withdraw", 1, kif.StepOut{})

	tb, written := sit(t, setting{options: "dice=none", version: 1, writers: []int{2}})
	tb.refuses(written, "you enter the moves of mail-only players, so you can't be replaced in", 1, carol)
	written = tb.agreed(written, 2, 3)
	tb.refuses(written, "mail", 2, kif.HandOver{}, func(d *draft) { d.Mail = kif.Hash{} })
	written = tb.do(written, 2, kif.HandOver{}) // which the scribe signs by the letter writer's mail
	if written.MayUseMailOnly(2) || written.Keys.Of[2] != tb.masters[2].PublicKey().String() {
		t.Error("the substitute of a letter writer has no key")
	}
	tb, kept := sit(t, setting{options: "dice=none", version: 1, umpire: true})
	tb.refuses(kept, "but only a player can do this, not the umpire", 1, kif.Substitute{Who: seatOf("Dave")})
	kept = tb.called(kept, 2, 4)
	tb.refuses(kept, "but only a player can do this, not the umpire", 1, agreesTo(2))
	if kept = tb.do(tb.do(kept, 3, agreesTo(2)), 2, kif.HandOver{}); kept.Roster.Parties[1].Name != "Dave" {
		t.Errorf("the players are %v", kept.Roster.Parties)
	}
}

// TestSubstituteIsNobodyOfTheMatch checks that a substitute is no player, umpire or observer at any present or former
// address.
func TestSubstituteIsNobodyOfTheMatch(t *testing.T) {
	tb, m := sit(t, newer)
	m = tb.do(m, 1, kif.NewAddress{Address: "alice@example.net"})
	for _, address := range []string{
		"bob@example.org", "BOB@Example.org", "bob+2@example.org", "B0B@example.org", // the player himself
		"alice@example.net", "alice+x@example.net", "aIice@example.net",
		"alice@example.org", "Alice+2@example.org", // former
	} {
		tb.refuses(m, "expected the address of someone who has no part in this match yet", 2, kif.Substitute{Who: kif.Seat{Name: "Dave", Address: address}})
	}
	for _, address := range []string{"dave@example.org", "rob@example.org", "bob@example.com", "alicia@example.net", "+bob@example.org"} {
		tb.do(m, 2, kif.Substitute{Who: kif.Seat{Name: "Dave", Address: address}})
	}
	tb.refuses(m, "an address that nobody else", 1, kif.NewAddress{Address: "bob+2@example.org"})
	tb.do(m, 1, kif.NewAddress{Address: "alice+2@example.net"}) // one's own
	tb.do(m, 1, kif.NewAddress{Address: "alice@example.org"})   // and back again

	tb, kept := sit(t, setting{options: "dice=none", version: match.Version, umpire: true})
	tb.refuses(kept, "expected the address of someone who has no part in this match yet", 2, kif.Substitute{Who: kif.Seat{Name: "Dave", Address: "alice+umpire@example.org"}})

	tb, watched := sit(t, setting{options: "dice=none", version: match.Version, observers: []kif.Seat{seatOf("Erin")}})
	for _, address := range []string{"erin@example.org", "erin+1@example.org"} {
		tb.refuses(watched, "expected the address of someone who has no part in this match yet", 2, kif.Substitute{Who: kif.Seat{Name: "Dave", Address: address}})
	}
}

// TestAllOthersAgreeToASubstitute checks that both other players must agree, and that one proposal keeps nobody else
// from leaving.
func TestAllOthersAgreeToASubstitute(t *testing.T) {
	tb, m := sit(t, setting{options: "players=3 dice=none", players: 3, version: 1})
	one := tb.do(tb.called(m, 1, 4), 2, agreesTo(1))
	tb.refuses(one, "but there is no open question of another player that this player has", 2, agreesTo(1))
	tb.refuses(one, "but not all other players have agreed to the substitute", 1, kif.HandOver{})
	both := tb.called(one, 2, 5) // whom Carol agrees to, and not to Dave
	both = tb.do(tb.do(both, 1, agreesTo(2)), 3, agreesTo(2))
	if s := both.AsksSubstitute(3); s == nil || s.Party != 1 {
		t.Errorf("Carol is asked about %+v", s)
	}
	after := tb.do(both, 2, kif.HandOver{})
	if after.Roster.Parties[1].Name != "Eve" || after.Roster.Parties[0].Name != "Alice" || after.Substitutes[1] == nil {
		t.Errorf("the players are %v", after.Roster.Parties)
	}
	if after = tb.do(tb.do(after, 3, agreesTo(1)), 1, kif.HandOver{}); after.Roster.Parties[0].Name != "Dave" {
		t.Errorf("the players are %v", after.Roster.Parties)
	}
}

// TestHandOverCrosses checks that a move or a win takes precedence over a hand-over that crosses it, that the player
// who leaves can't sign both, and that the seat then changes hands on the line that was taken.
func TestHandOverCrosses(t *testing.T) {
	tb, m := sit(t, newer)
	m = tb.run(m, "1 add1; 2 add1")
	// A late consent undoes nothing that the leaving player has done since.
	called := tb.called(tb.run(m, "1 add1"), 2, 3)
	moved := tb.do(called, 2, kif.Move("add2"))
	consent := tb.do(called, 1, agreesTo(2))
	meets(t, moved, consent, moved)
	if moved.Substitutes[2] != nil {
		t.Error("a proposal outlives a move of its party")
	}
	// Who leaves signs last: a hand-over and a move in one place are a fork.
	passed := tb.do(consent, 2, kif.HandOver{})
	meets(t, passed, tb.do(consent, 2, kif.Move("add1")), nil, 2)
	meets(t, passed, moved, nil, 2)
	on := tb.do(passed, 2, kif.Move("add1"), signer(tb.masters[2]))
	meets(t, on, moved, nil, 2)
	// The opponent's move takes precedence over the hand-over, even if the substitute has played on, and nobody has forked.
	agreed := tb.agreed(m, 2, 3)
	ours := tb.do(agreed, 1, kif.Move("add1"))
	passed = tb.do(agreed, 2, kif.HandOver{})
	said := tb.do(passed, 2, kif.Say{}, says("hello"), signer(tb.masters[2]))
	meets(t, ours, passed, ours)
	meets(t, ours, said, ours)
	if !ours.HandsOver(2) {
		t.Error("the seat changes hands no more")
	}
	again := tb.do(ours, 2, kif.HandOver{})
	meets(t, again, said, again)
	// The substitute's fork is his own, and as sure as the key with which the seat was given away.
	meets(t, tb.do(again, 2, kif.Move("add1"), signer(tb.masters[2])), tb.do(again, 2, kif.Move("add2"), signer(tb.masters[2])), nil, 2)
	x, y := tb.do(again, 2, kif.Move("add1"), signer(tb.masters[2])), tb.do(again, 2, kif.Move("add2"), signer(tb.masters[2]))
	if got := match.Meet(x, y); len(got.Doubted) != 0 || got.Accused.En != "Carol" {
		t.Errorf("accused is %q: %+v", got.Accused.En, got)
	}
	// The substitute does not repeat resignations of the player who has left.
	if list := again.Again(tb.do(agreed, 2, kif.Resignation, seat(2)), 7, everybody); len(list) != 0 {
		t.Errorf("the substitute makes again %v", list)
	}
}

// TestHandOverShownToTheSubstituteAlone checks that if only the substitute has the hand-over and moves, while the
// others agree to a take-back and move on, the line of the others is taken.
func TestHandOverShownToTheSubstituteAlone(t *testing.T) {
	tb, m := sit(t, setting{options: "players=3 dice=none", players: 3, version: 1})
	m = tb.run(m, "1 add1; 2 add1; 3 undo-offer 2; 1 agree undo") // only Bob has not agreed
	agreed := tb.agreed(m, 1, 4)
	undone := tb.do(agreed, 2, kif.Agree{To: kif.UndoQuestion})
	theirs := tb.do(undone, 2, kif.Move("add2"))
	hidden := tb.do(agreed, 1, kif.HandOver{})
	hidden = tb.do(hidden, 1, kif.Say{}, says("mine now"), signer(tb.masters[3]))
	meets(t, theirs, hidden, theirs)
	// In a match of two, on the leaving player's turn, the take-back must be that player's own offer, which proposing has withdrawn.
	tb, m = sit(t, newer)
	m = tb.run(m, "1 add1; 2 undo-offer 1")
	agreed = tb.agreed(m, 2, 3)
	tb.refuses(agreed, "but there is no open question of another player that this player has", 1, kif.Agree{To: kif.UndoQuestion})
	on := tb.do(tb.do(agreed, 2, kif.HandOver{}), 2, kif.Move("add1"), signer(tb.masters[2]))
	say := tb.do(agreed, 1, kif.Say{}, says("take your time"))
	meets(t, on, say, on)
}

// TestDrawIsNotAgreedWhileTheSeatChangesHands checks that a proposal withdraws the draw offer of the player who leaves,
// and that an agreement that crosses the proposal takes precedence.
func TestDrawIsNotAgreedWhileTheSeatChangesHands(t *testing.T) {
	tb, m := sit(t, newer)
	offered := tb.run(m, "2 draw-offer")
	drawn := tb.do(offered, 1, kif.DrawAgreed)
	meets(t, drawn, tb.called(offered, 2, 3), drawn)
	agreed := tb.agreed(offered, 2, 3)
	tb.refuses(agreed, "but the other player has not offered a draw", 1, kif.DrawAgreed)
	meets(t, drawn, agreed, nil, 1) // Alice has ended the match and gone on with it
}

// TestSettledSubstitute checks that the substitute settles a conflict of the player who left with the others.
func TestSettledSubstitute(t *testing.T) {
	tb, m := sit(t, newer)
	m = tb.run(m, "1 add1")
	first, second := tb.do(m, 2, kif.Move("add1")), tb.do(m, 2, kif.Move("add2"))
	taken := tb.do(tb.passed(first, 2, 3), 2, kif.Say{}, says("hello"), signer(tb.masters[2]))
	meets(t, taken, second, nil, 2)
	e, err := taken.Settle(second, 2)
	tb.must(err)
	proposed := tb.do(taken, 2, e.Step, signer(tb.masters[2]), func(d *draft) { d.Other = e.Other })
	if proposed.Settlement.Complete {
		t.Error("Alice has no say")
	}
	settled := tb.do(proposed, 1, kif.Agree{To: kif.SettleQuestion})
	meets(t, settled, second, settled)
}

// TestSubstituteAndDice checks that the hand-over has the link that is due, and that the new chain is used from the
// next event on.
func TestSubstituteAndDice(t *testing.T) {
	for _, umpire := range []bool{false, true} {
		for _, reads := range []bool{true, false} { // the leaving player has a throw to read, or has opened it
			tb, m := sit(t, setting{version: 1, umpire: umpire, time: "3d"})
			for m.Next().Throw == nil {
				m = tb.do(m, m.Mover(), kif.Move("add1"))
				if m.ReceiptDue {
					m = tb.do(m, 1, kif.Receipt{}, func(e *draft) { e.Got = lastDate(m) })
				}
			}
			players := m.Roster.Players()
			reader := m.Mover()
			other := players[0] + players[1] - reader
			leaves, stays := reader, other
			if !reads {
				leaves, stays = other, reader
			}
			event := m.Dice.Event
			dave := tb.do(m, leaves, kif.Substitute{Who: seatOf("Dave")})
			tb.refuses(dave, "there is no commitment to the dice", leaves, kif.StepIn{}, tb.answers(m, 4), chain(kif.Chain{}))
			called := tb.do(dave, leaves, kif.StepIn{}, tb.answers(dave, 4))
			agreed := tb.do(called, stays, agreesTo(leaves)) // which waits for no link
			if agreed.Dice.Event != event || agreed.Turn == stays && reads && !umpire {
				t.Errorf("the consent touches the dice: %+v", agreed.State)
			}
			if reads {
				tb.refuses(agreed, "link", leaves, kif.HandOver{}, bare())
			}
			after := tb.do(tb.attend(agreed), leaves, kif.HandOver{})
			if link := after.Record.Events[after.LastEntry()].Link; (link.Index == event) != reads || after.Dice.Event != event {
				t.Errorf("umpire %v, reads %v: the hand-over carries link %d of event %d", umpire, reads, link.Index, event)
			}
			thrown := after.Dice.Thrown
			tb.masters[leaves-1] = tb.masters[3]
			after = tb.play(after, "add1", "add1", "add1", "add1", "add1", "add1", "add1", "add1")
			sameMatch(t, after, judged(t, after.Game, string(after.Record.Bytes())))
			if p := after.NewProof(); p.Chains != 0 || after.Dice.Thrown == thrown || p.Proved < after.Dice.Thrown-1 {
				t.Errorf("umpire %v, reads %v: %+v", umpire, reads, p)
			}
		}
	}
}

// TestClockOfASubstitute checks that a substitute has a turn of their own from the last consent on, without the
// absences of the player who left.
func TestClockOfASubstitute(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", version: 1, time: "3d"})
	m = tb.do(m, 1, stepOf("away 2026-11-20..2026-12-01"), at(days(0.1)))
	agreed := tb.do(tb.called(m, 1, 3), 2, agreesTo(1), at(days(2)))
	passed := tb.do(agreed, 1, kif.HandOver{}, at(days(4)))
	until(t, passed, 2, days(5)+way)
	until(t, passed, 1, days(5))
	tb.refuses(passed, "and a claim is possible only after it", 2, kif.Claim{}, at(days(4.9)))
	later := tb.do(passed, 1, kif.Move("add1"), at(days(4)), got(days(2)), signer(tb.masters[2]))
	until(t, later, 2, days(7))
	// It is the other's turn: it continues, and so does one that begins after the consent.
	before, _ := m.Clock.Deadline(2)
	turn := tb.do(tb.called(m, 2, 4), 1, agreesTo(2), at(days(2)))
	if end, _ := turn.Clock.Deadline(2); !end.Equal(before) {
		t.Errorf("Alice has until %s", end)
	}
	next := tb.do(turn, 1, kif.Move("add1"), at(days(2.5)))
	want, _ := next.Clock.Deadline(1)
	if end, _ := tb.do(next, 2, kif.HandOver{}, at(days(4))).Clock.Deadline(1); !end.Equal(want) {
		t.Errorf("behind the hand-over Dave has until %s, and not until %s", end, want)
	}
	// A claim against the leaving player ends with the consent; a later one remains.
	claimed := tb.do(tb.called(m, 1, 3), 2, kif.Claim{}, at(days(4)))
	agreed = tb.do(claimed, 2, agreesTo(1), at(days(4)))
	if agreed.Claim != nil {
		t.Errorf("claim %+v", agreed.Claim)
	}
	again := tb.do(agreed, 2, kif.Claim{}, at(days(8)))
	if passed := tb.do(again, 1, kif.HandOver{}, at(days(8.1))); passed.Claim == nil {
		t.Error("the hand-over ends a claim")
	}
	// What was used of the turn before a pause is given back.
	paused := tb.do(tb.called(m, 1, 3), 2, kif.PauseOffer{}, at(days(1)))
	paused = tb.do(paused, 1, agreesToPause, at(days(1)), got(0))
	if paused.Substitutes[1] != nil {
		t.Error("a consent to a pause ends no proposal")
	}
	paused = tb.do(tb.called(paused, 1, 3), 2, agreesTo(1), at(days(1)))
	paused = tb.do(paused, 1, kif.HandOver{}, at(days(1)))
	until(t, tb.do(paused, 2, kif.Resume{}, at(days(2))), 1, days(5))
	// An umpire's receipt begins it, and only where it is the substitute's.
	tb, m = sit(t, setting{options: "dice=none", version: 1, time: "3d", umpire: true})
	agreed = tb.do(tb.called(m, 2, 4), 3, agreesTo(2), at(days(2)))
	if other := tb.do(tb.called(m, 3, 4), 2, agreesTo(3)); !agreed.ReceiptDue || other.ReceiptDue {
		t.Error("a receipt is due where it should not be, or not where it should")
	}
	passed = tb.do(agreed, 1, kif.Receipt{}, at(days(2.1)), got(days(2)))
	passed = tb.do(passed, 2, kif.HandOver{}, at(days(3)))
	until(t, passed, 2, days(5.1))
}
