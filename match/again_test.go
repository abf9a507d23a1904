package match_test

import (
	"strings"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// everybody makes again what is anybody's.
func everybody(int) bool { return true }

// remake appends to stands the steps of the rejected line that are made again.
func (tb *table) remake(stands, away *match.Match, by int) *match.Match {
	tb.Helper()
	common := match.Meet(stands, away).Common
	for _, e := range stands.Again(away, common, func(party int) bool { return party == by }) {
		stands = tb.do(stands, e.Party, e.Step, func(d *draft) {
			signer, mail := d.signer, d.Mail
			*d = draft{Event: e, signer: signer}
			if mail != (kif.Hash{}) && e.Mail == (kif.Hash{}) {
				tb.Errorf("%s of a letter writer names no mail", e.Step)
			}
		})
	}
	return stands
}

func TestAgain(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.run(m, "1 add1")
	stands := tb.do(m, 2, kif.Move("add1"), at(days(2)))
	away := tb.do(m, 1, stepOf("away 2026-12-01..2026-12-03"), at(days(1)), says("skiing"))
	away = tb.run(away, "1 draw-offer; 1 undo-offer 1")
	away = tb.do(away, 1, stepOf("away 2026-12-24"), at(days(1.5)))
	away = tb.do(away, 1, kif.Resignation, at(days(1.75)), says("a good game"))
	meets(t, stands, away, stands)
	list := stands.Again(away, 3, everybody)
	if len(list) != 3 {
		t.Fatalf("%d steps are made again, want two absences and a resignation", len(list))
	}
	for i, want := range []int{3, 6, 7} { // the entries that they were
		e, o := list[i], away.Record.Events[want]
		if e.Step != o.Step || !e.At.Equal(o.At) || e.Comment != o.Comment || e.Party != 1 || e.Again != away.Entries[want].Hash() || e.Sign != (kif.Signature{}) {
			t.Errorf("%+v made again from %+v", e, o)
		}
	}
	if n := len(stands.Again(away, 3, func(party int) bool { return party == 2 })); n != 0 {
		t.Errorf("%d steps of a party that has none", n)
	}
	after := tb.remake(stands, away, 1)
	if o := after.Outcome; o == nil || o.Seat != 1 {
		t.Errorf("outcome %+v", o)
	}
	if twice := tb.remake(stands, away, 1); twice.Head != after.Head || string(twice.Record.Bytes()) != string(after.Record.Bytes()) {
		t.Error("made again twice, it is not the same")
	}
	if list := after.Again(away, 3, everybody); len(list) != 0 {
		t.Errorf("%d steps are made again though they stand", len(list))
	}
	sameMatch(t, after, judged(t, counting, string(after.Record.Bytes())))
}

// TestAgainOfAgain checks that a step repeated twice names the first original.
func TestAgainOfAgain(t *testing.T) {
	tb, m := sit(t, three)
	m = tb.run(m, "1 add1")
	away := tb.run(m, "3 away 2026-12-01")
	original := away.Head
	first := tb.remake(tb.run(m, "1 away 2026-12-24"), away, 3) // a lower number's line stands
	meets(t, first, away, first)
	second := tb.remake(tb.run(m, "2 add1"), first, 3)
	e := second.Record.Events[second.LastEntry()]
	if e.Again != original || e.At != away.Record.Events[away.LastEntry()].At {
		t.Errorf("%+v made again from %s", e, original)
	}
	if direct := tb.remake(tb.run(m, "2 add1"), away, 3); direct.Head != second.Head {
		t.Error("made again from a copy it is another step")
	}
}

// TestAgainOfALetterWriter checks that the scribe repeats a mail-only player's step, with the same message as its
// source.
func TestAgainOfALetterWriter(t *testing.T) {
	tb, m := sit(t, setting{options: "players=3 dice=none", players: 3, writers: []int{3}})
	m = tb.run(m, "1 add1")
	away := tb.run(m, "3 away 2026-12-01")
	after := tb.remake(tb.run(m, "2 add1"), away, 3)
	if i := after.LastEntry(); after.Scribe(i) != 1 || after.Record.Events[i].Mail != away.Record.Events[away.LastEntry()].Mail {
		t.Errorf("signed by %d", after.Scribe(i))
	}
}

// TestWhatIsMadeAgain checks that only resignations and absences are repeated, each once.
func TestWhatIsMadeAgain(t *testing.T) {
	tb, m := sit(t, slow)
	for _, step := range []kif.Step{kif.DrawOffer{}, kif.Claim{}} {
		tb.refuses(m, "but only a resignation, an absence, a new address or a message can be", 2, step, at(days(5)), again(kif.Hash{1}))
	}
	tb.refuses(m, "but only a resignation, an absence, a new address or a message can be", 1, kif.Move("add1"), again(kif.Hash{1}))
	tb.refuses(tb.run(m, "2 draw-offer"), "but only a resignation, an absence, a new address or a message can be", 1, kif.DrawAgreed, again(kif.Hash{1}))
	away := stepOf("away 2026-12-01")
	m = tb.do(m, 2, away)
	tb.refuses(m, "but the record already has it", 2, away, again(m.Head))
	m = tb.do(m, 2, away, again(kif.Hash{1}))
	tb.refuses(m, "but the record already has it", 2, away, again(kif.Hash{1}))
	tb.do(m, 1, away, again(kif.Hash{1})) // a step of another player, even with the same hash
}

// TestOthersDoNotMakeAgain checks that a step that claims to repeat another party's does not keep that party from
// repeating it.
func TestOthersDoNotMakeAgain(t *testing.T) {
	tb, m := sit(t, three)
	m = tb.run(m, "1 add1")
	away := tb.run(m, "3 away 2026-12-01")
	thief := tb.do(tb.run(m, "2 add1"), 2, stepOf("away 2027-12-01"), again(away.Head))
	if n := len(thief.Again(away, 4, everybody)); n != 1 {
		t.Errorf("%d steps are made again, want Carol's absence", n)
	}
}

// TestManyMadeAgain checks that repeated steps have a limit of their own and do not count towards the thirty acts.
func TestManyMadeAgain(t *testing.T) {
	tb, m := sit(t, plain)
	m = tb.run(m, "2 away 2026-12-01; 2 away 2026-12-02")
	for i := range 30 {
		m = tb.do(m, 1, stepOf("away 2026-12-01"), again(kif.Hash{1, byte(i)}))
	}
	tb.refuses(m, "repeated entries since the last one", 1, stepOf("away 2026-12-01"), again(kif.Hash{2}))
	tb.do(m, 2, stepOf("away 2026-12-01"), again(kif.Hash{2})) // each party's are counted apart
	tb.do(m, 1, stepOf("away 2026-12-01"))
	tb.do(m, 1, kif.Resignation, again(kif.Hash{2}))
	tb.do(tb.do(m, 1, kif.Move("add1")), 1, stepOf("away 2026-12-01"), again(kif.Hash{2}))
}

// TestWordsAreMadeAgain checks that messages are repeated in order and once, alone or with a person's step, even after
// the end.
func TestWordsAreMadeAgain(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.run(m, "1 add1")
	stands := tb.do(tb.do(m, 2, kif.Move("add1"), at(days(2))), 1, kif.Resignation, at(days(3)))
	away := tb.do(m, 1, kif.Say{}, at(days(1)), says("by itself"))
	away = tb.do(away, 1, kif.DrawOffer{}, at(days(1)), says("with an offer"))
	away = tb.do(away, 1, kif.UndoOffer{Number: 1}, at(days(1)))
	meets(t, stands, away, stands)
	list := stands.Again(away, 3, everybody)
	var said []string
	for i, e := range list {
		if said = append(said, e.Comment); e.Step != kif.Step(kif.Say{}) || e.Again != away.Entries[3+i].Hash() || !e.At.Equal(away.Record.Events[3+i].At) {
			t.Errorf("%+v is made again", e)
		}
	}
	if strings.Join(said, ", ") != "by itself, with an offer" {
		t.Errorf("made again: %q", said)
	}
	after := tb.remake(stands, away, 1)
	if n := len(after.Record.Events) - len(stands.Record.Events); n != 2 {
		t.Errorf("%d steps more", n)
	}
	if list := after.Again(away, 3, everybody); len(list) != 0 {
		t.Errorf("%d steps are made again though they stand", len(list))
	}
	sameMatch(t, after, judged(t, counting, string(after.Record.Bytes())))
}

// TestManyWordsMadeAgain checks that repeated messages are counted separately for each party, until the next move.
func TestManyWordsMadeAgain(t *testing.T) {
	tb, m := sit(t, plain)
	word := says("words")
	for i := range 30 {
		m = tb.do(m, 1, stepOf("away 2026-12-01"), again(kif.Hash{1, byte(i)}))
	}
	for i := range 100 {
		m = tb.do(m, 1, kif.Say{}, again(kif.Hash{2, byte(i)}), word)
	}
	tb.refuses(m, "repeated entries since the last one", 1, kif.Say{}, again(kif.Hash{3}), word)
	tb.do(m, 2, kif.Say{}, again(kif.Hash{3}), word)
	tb.do(tb.do(m, 1, kif.Move("add1")), 1, kif.Say{}, again(kif.Hash{3}), word)
}

// TestWordsOfProgramsAreNotMadeAgain checks that the text of a program's answer to a claim is not repeated as a
// player's message.
func TestWordsOfProgramsAreNotMadeAgain(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.do(tb.run(m, "1 add1"), 1, kif.Claim{}, at(days(9)))
	away := tb.do(m, 2, kif.Contest{}, at(days(9)), says("the time runs until tomorrow"))
	if list := m.Again(away, 4, everybody); len(list) != 0 {
		t.Errorf("%+v is made again", list)
	}
}

// TestAgainUnderANewKey checks that a player with a new key can repeat what the lost key has signed.
func TestAgainUnderANewKey(t *testing.T) {
	tb, m := sit(t, three)
	m = tb.run(m, "1 add1")
	away := tb.do(m, 3, kif.Say{}, says("before the fire"))
	secret := fair.MasterFrom([32]byte{9})
	stands := tb.do(tb.rechain(tb.run(m, "2 add1"), 3, secret), 1, kif.Agree{To: kif.RechainQuestion})
	stands = tb.do(stands, 2, kif.Agree{To: kif.RechainQuestion})
	meets(t, stands, away, stands)
	if after := tb.remake(stands, away, 3); after.Record.Events[after.LastEntry()].Comment != "before the fire" {
		t.Errorf("the new key repeats %v", stands.Again(away, 4, everybody))
	}
	// A substitute is another person, even if the keys are equal.
	passed := tb.do(tb.agreed(stands, 3, 4), 3, kif.HandOver{}, signer(secret))
	if list := passed.Again(away, match.Meet(passed, away).Common, everybody); len(list) != 0 {
		t.Errorf("the substitute repeats %v", list)
	}
}

// TestNothingOfAStrangersKeyIsMadeAgain checks that nothing is repeated for a key to which the others agreed on a
// rejected line.
func TestNothingOfAStrangersKeyIsMadeAgain(t *testing.T) {
	tb, m := sit(t, plain)
	evil := fair.MasterFrom([32]byte{9})
	forged := tb.do(tb.rechain(m, 2, evil), 1, kif.Agree{To: kif.RechainQuestion})
	forged = tb.do(forged, 2, kif.Say{}, says("I have cheated"), signer(evil))
	forged = tb.do(forged, 2, kif.Resignation, seat(2), signer(evil))
	stands := tb.do(m, 2, kif.Say{}, says("hello"))
	if list := stands.Again(forged, 2, everybody); len(list) != 0 {
		t.Errorf("%v are made again in the name of who has not signed them", list)
	}
	// If that key is valid too, its words are those of its owner.
	agreed := tb.do(tb.rechain(stands, 2, evil), 1, kif.Agree{To: kif.RechainQuestion})
	if list := agreed.Again(forged, 2, everybody); len(list) != 2 {
		t.Errorf("%v are made again under the key that signed two", list)
	}
}

// TestAgainOfARotatedKey checks that either of two keys can repeat a step if the old one has vouched for the new one.
func TestAgainOfARotatedKey(t *testing.T) {
	tb, m := sit(t, plain)
	next := tb.masters[4]
	away := tb.do(m, 2, kif.Rotate{}, signer(next), func(e *draft) {
		e.Key = next.PublicKey().String()
		d, err := m.Draft(e.Event)
		tb.must(err)
		e.SignOld = kif.Signature(tb.masters[1].Sign(d.Entry.Bytes()))
	})
	away = tb.do(away, 2, kif.Say{}, says("hello"), signer(next))
	if list := tb.run(m, "1 add1").Again(away, 2, everybody); len(list) != 1 || list[0].Comment != "hello" {
		t.Errorf("%v are made again", list)
	}
}

// TestAgainOfAHandOver checks that the comment of a hand-over belongs to the player who leaves, and who keeps the seat
// if the line is rejected.
func TestAgainOfAHandOver(t *testing.T) {
	tb, m := sit(t, newer)
	m = tb.run(m, "1 add1; 2 add1")
	agreed := tb.agreed(m, 2, 3)
	stands := tb.do(agreed, 1, kif.Move("add1"))
	away := tb.do(agreed, 2, kif.HandOver{}, says("farewell"))
	away = tb.do(away, 2, kif.Say{}, says("hello"), signer(tb.masters[2]))
	list := stands.Again(away, match.Meet(stands, away).Common, everybody)
	if len(list) != 1 || list[0].Comment != "farewell" || list[0].Step != kif.Step(kif.Say{}) {
		t.Errorf("%v are made again", list)
	}
	again := tb.do(tb.remake(stands, away, 2), 2, kif.HandOver{})
	list = again.Again(away, match.Meet(stands, away).Common, everybody)
	if len(list) != 1 || list[0].Comment != "hello" {
		t.Errorf("behind another hand-over, %v are made again", list)
	}
}
