package match_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// thrown plays on until dice are thrown with the next move.
func (tb *table) thrown(m *match.Match) *match.Match {
	tb.Helper()
	for m = tb.attend(m); m.Next().Throw == nil; {
		m = tb.play(m, "add1")
	}
	return m
}

// secret returns the link of a party for an event of its first chain.
func (tb *table) secret(m *match.Match, party, event int) fair.Link {
	tb.Helper()
	l, err := tb.chains[m.Dice.ChainIDs()[party-1]].Link(event)
	tb.must(err)
	return l
}

// TestThrowsFollowFromTheLinks computes every throw of a match independently.
func TestThrowsFollowFromTheLinks(t *testing.T) {
	for _, s := range []setting{{}, {toss: true}, {options: "dice=again"}, {umpire: true}, {umpire: true, toss: true}, {umpire: true, options: "dice=again"}} {
		tb, m := sit(t, s)
		for m.Dice.Event < 9 {
			m = tb.play(m, "add1")
		}
		event := 0
		for i, e := range m.Record.Events {
			throw, thrown := e.Step.(kif.Throw)
			if !thrown {
				continue
			}
			event++
			var links []fair.Link
			for party := range m.Roster.Parties {
				links = append(links, tb.secret(m, party+1, event))
			}
			sides := m.Positions[i].Next().Throw
			if m.After(i - 1).Roster.TossDue() {
				sides = []int{2}
				if turn := m.Cut(i).Scene().Turn; turn.Seat != 0 {
					t.Errorf("%+v: before the toss, the scene says %+v", s, turn)
				}
			}
			faces, err := fair.NewStream(fair.NewSeed(m.ID, event, links...)).Throw(sides...)
			if err != nil || !slices.Equal(faces, throw.Faces()) {
				t.Errorf("%+v: event %d: %s, want %v, %v", s, event, throw, faces, err)
			}
		}
		if p := m.NewProof(); p.Proved != p.Throws || p.Throws < 8 || event < 8 {
			t.Errorf("%+v: %+v", s, p)
		}
	}
}

// TestCheatsAtDice alters everything that a cheating party signs itself.
func TestCheatsAtDice(t *testing.T) {
	tb, m := sit(t, setting{})
	m = tb.thrown(tb.play(m, "add1", "add1", "add1"))
	for m = tb.play(m, "add1"); m.Next().Throw == nil || m.Dice.Event < 4; {
		m = tb.play(m, "add1")
	}
	by, d := m.Turn, m.Dice.Event
	read, err := m.ReadDice(by, tb.open)
	tb.must(err)
	face := read.Record.Events[len(read.Record.Events)-1].Step.(kif.Throw)
	due, opens := d, tb.do(m, by, kif.Move("add1")).Dice.Event > d
	if opens {
		due = d + 1
	}
	good := link(due, tb.secret(m, by, due))
	tb.do(read, by, kif.Move("add1"), good)
	tb.refuses(m, "throw.missing", by, kif.Move("add1"), good)
	for _, other := range []kif.Throw{"[1]", "[2]", "[3]", "[4]"} {
		if other == face {
			continue
		}
		cheat, err := m.Append(kif.Plain(other))
		tb.must(err)
		tb.refuses(cheat, "the throw is recorded as", by, kif.Move("add1"))
	}
	other := 3 - by
	for name, c := range map[string]struct {
		want string
		more with
	}{
		"no link":              {"the link for throw", bare()},
		"the link before":      {"is out of order: link", link(due-1, tb.secret(m, by, due-1))},
		"a later link":         {"is out of order: link", link(due+1, tb.secret(m, by, due+1))},
		"its number only":      {"doesn't belong to the chain that was committed to", link(due, tb.secret(m, by, due-1))},
		"the other's link":     {"doesn't belong to the chain that was committed to", link(due, tb.secret(m, other, due))},
		"a link of nobody":     {"doesn't belong to the chain that was committed to", link(due, fair.Link{1})},
		"a chain in good time": {"a new chain can only come", func(e *draft) { good(e); e.Chain = tb.newChain(by) }},
	} {
		t.Log(name)
		tb.refuses(read, c.want, by, kif.Move("add1"), c.more)
	}
	tb.refuses(read, "has no link that proves it", by, stepOf("away 2026-12-01"), bare())
	tb.refuses(read, "has no link that proves it", other, stepOf("away 2026-12-01"), bare())
	if _, err := read.Append(kif.Plain(face)); err == nil {
		t.Error("thrown twice")
	}
	tb.refuses(m, "no link is due here", other, kif.OpenLink{}, bare())
	tb.refuses(m, "the throws that follow from the link are missing", by, kif.OpenLink{}, link(d, tb.secret(m, by, d)))
	if _, err := m.ReadDice(other, tb.open); err == nil {
		t.Error("the other reads the dice")
	}
}

func TestLinksWhereNoneAreDue(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none"})
	tb.refuses(m, "there must be no link here", 1, kif.Move("add1"), link(1, tb.secret(m, 1, 1)))
	tb.refuses(m, "no link is due here", 1, kif.OpenLink{}, link(1, tb.secret(m, 1, 1)))
	tb.refuses(m, "a new chain needs a link", 1, kif.Move("add1"), func(e *draft) { e.Chain = tb.newChain(1) })
	tb, m = sit(t, three)
	tb.refuses(m, "there must be no link here", 1, kif.Move("add1"), link(1, fair.Link{1}))
	tb.refuses(m, "no link is due here", 1, kif.OpenLink{}, link(1, fair.Link{1}))
	tb.refuses(m, "this player never committed to dice, so there can be no new chain", 1, kif.Move("add1"), func(e *draft) { e.Chain = tb.newChain(1) })
}

// TestBareLinks checks that a link alone follows only a toss, or a throw that leaves the turn with the opener, and that
// the next event is another player's.
func TestBareLinks(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=again"})
	m = tb.run(m, "1 add1; 2 add1")
	m = tb.do(m, 1, kif.Move("add1"))
	if m.Turn != 2 || !m.Reads(2) || m.Reads(1) || m.Opens(2) || m.Awaits() != 2 {
		t.Fatalf("turn %d", m.Turn)
	}
	tb.refuses(m, "throw.missing", 1, kif.Move("add1"))
	m = tb.attend(m)
	if m.Turn != 1 || m.NewProof().Bare != 1 || m.Opens(2) {
		t.Errorf("turn %d behind\n%s", m.Turn, m.Record.Bytes())
	}
	for bare, want := range map[int]string{0: "dice: 2 throws entered by hand", 1: "dice: 2 throws entered by hand (1 in a separate message)"} {
		p := match.Proof{Level: match.Typed, Throws: 2, Bare: bare}
		if got := p.Text().En; got != want {
			t.Errorf("the proof with %d bare links says %q, want %q", bare, got, want)
		}
	}
	tb.refuses(m, "no link is due here", 2, kif.OpenLink{}, bare())
}

// TestTakeBackLosesItsNumber checks that the dice after a move that was taken back are void, and so is the next number,
// which a move that crosses the agreement may have used.
func TestTakeBackLosesItsNumber(t *testing.T) {
	tb, m := sit(t, setting{})
	m = tb.run(m, "1 add1; 2 add1; 1 add1")
	if m.Dice.Event != 1 || m.Turn != 2 {
		t.Fatalf("event %d, turn %d", m.Dice.Event, m.Turn)
	}
	m = tb.run(m, "1 undo-offer 3; 2 agree undo")
	if m.Turn != 1 || m.Reads(2) || m.Dice.Event != 1 || m.Dice.Next() != 3 || m.NewProof().Bare != 0 {
		t.Errorf("turn %d, event %d", m.Turn, m.Dice.Event)
	}
	for i := range 2 {
		tb.refuses(m, "is out of order: link", 1, kif.Move("add1"), link(i+1, tb.secret(m, 1, i+1)))
	}
	twice := tb.run(m, "2 undo-offer 1; 1 agree undo")
	if twice.Dice.Next() != 4 {
		t.Errorf("behind another take-back the next number is %d", twice.Dice.Next())
	}
	m = tb.run(m, "1 add1")
	if m.Dice.Event != 3 || m.Record.Events[m.LastEntry()].Link.Index != 3 {
		t.Errorf("event %d with link %d", m.Dice.Event, m.Record.Events[m.LastEntry()].Link.Index)
	}
	m = tb.play(m, "add1", "add1")
	if p := m.NewProof(); p.Proved != p.Throws || p.Throws == 0 {
		t.Errorf("%+v", p)
	}
	sameMatch(t, m, judged(t, counting, string(m.Record.Bytes())))
}

// thrownFor returns the throw of event d on a line that has closed it.
func thrownFor(t *testing.T, tb *table, m *match.Match, d int) kif.Step {
	t.Helper()
	for m.Dice.Event <= d {
		m = tb.play(m, "add1")
	}
	for i, e := range m.Record.Events {
		if kif.IsThrow(e.Step) && m.After(i).Dice.Event == d {
			return e.Step
		}
	}
	t.Fatalf("no throw of event %d behind %s", d, steps(m))
	return nil
}

// TestTakeBackForeseesNothing has Bob ask for a take-back, then move and so publish his next link. Alice reads that,
// agrees and moves in the old position. Her line is taken, and she can't know its next throw.
func TestTakeBackForeseesNothing(t *testing.T) {
	for _, umpire := range []bool{false, true} {
		tb, m := sit(t, setting{umpire: umpire})
		alice, bob := m.Roster.Players()[0], m.Roster.Players()[1]
		m = tb.play(m, "add1", "add1", "add1") // opens event 1, which Bob reads
		m = m.Cut(m.LastEntry() + 1)
		asked := tb.do(m, bob, kif.UndoOffer{Number: 3})
		moved := tb.attend(tb.do(asked, bob, kif.Move("add1")))
		for moved.Dice.Event < 2 { // until something of event 2 is public
			moved = tb.play(moved, "add1")
		}
		// Only Bob's part may stand on the line that gives way.
		agreed := tb.do(asked, alice, kif.Agree{To: kif.UndoQuestion})
		on := tb.do(agreed, alice, kif.Move("add1"))
		if on.Dice.Event != 3 {
			t.Errorf("umpire %v: her move opens event %d, of which Bob's link %d is public", umpire, on.Dice.Event, 2)
		}
		if b := tb.do(asked, bob, kif.Move("add1")); match.Meet(on, b).Valid != match.Ours {
			t.Errorf("umpire %v: %+v", umpire, match.Meet(on, b))
		}
	}
}

// TestNoNumberIsBeyondAChain checks that a take-back or a settlement that skips to the end of a chain is never refused:
// its owner's program brings a new chain before the next event opens.
func TestNoNumberIsBeyondAChain(t *testing.T) {
	for _, umpire := range []bool{false, true} {
		tb, m := sit(t, setting{links: 9, umpire: umpire, time: "3d"})
		a, b := m.Roster.Players()[0], m.Roster.Players()[1]
		for m = tb.play(m, "add1"); m.Dice.Event == 0 || m.Mover() != b; { // so that a's move opens one that is taken back
			m = tb.play(m, "add1")
		}
		m = m.Cut(m.LastEntry() + 1)
		for range 12 {
			m = tb.do(m, a, kif.UndoOffer{Number: m.LastNumberOf(a)})
			m = tb.do(m, b, kif.Agree{To: kif.UndoQuestion})
			if m.ReceiptDue {
				m = tb.do(m, 1, kif.Receipt{}, func(e *draft) { e.Got = lastDate(m) })
			}
			if short := m.Dice.Short(); short != 0 {
				if m.Turn != short || !m.Opens(short) || m.Opens(b) != (short == b) {
					t.Fatalf("turn %d, and %d has no link for event %d", m.Turn, short, m.Dice.Next())
				}
				tb.refuses(m, "no link is due here", short, kif.OpenLink{}, bare())
				m = tb.attend(m)
			}
			m = tb.attend(tb.do(m, a, kif.Move("add1")))
		}
		m = tb.play(m, "add1", "add1", "add1", "add1", "add1")
		if p := m.NewProof(); p.Proved != p.Throws || p.Throws == 0 || len(m.Dice.ChainIDs()) < 4 {
			t.Errorf("%+v with %d chains", p, len(m.Dice.ChainIDs()))
		}
		sameMatch(t, m, judged(t, counting, string(m.Record.Bytes())))
	}
	tb, m := sit(t, setting{links: 9})
	m = tb.attend(tb.play(m, "add1", "add1", "add1"))
	m = m.Cut(m.LastEntry() + 1)
	taken, away := tb.do(m, 2, kif.Say{}, says("hm")), tb.do(m, 2, kif.Move("add2"))
	for away.Dice.Event < 14 {
		away = tb.play(away, "add1")
	}
	settled := tb.settle(taken, away, 1)
	if settled.Dice.Event != 1 || settled.Dice.Next() != 15 {
		t.Fatalf("event %d, next %d", settled.Dice.Event, settled.Dice.Next())
	}
	by, opens := 2, tb.opening(settled)
	if opens == "" { // the sum is a multiple of three, so only the move after the next can open an event
		settled = tb.do(settled, 2, kif.Move("add1"))
		by, opens = 1, tb.opening(settled)
	}
	tb.refuses(settled, "has to provide new ones first", by, opens)
	settled = tb.play(settled, "add1", "add1", "add1", "add1", "add1", "add1")
	if p := settled.NewProof(); p.Proved != p.Throws || settled.Dice.Event < 15 {
		t.Errorf("%+v", p)
	}
	sameMatch(t, settled, judged(t, counting, string(settled.Record.Bytes())))
}

// opening returns a move after which m waits for dice, "" if there is none.
func (tb *table) opening(m *match.Match) kif.Move {
	tb.Helper()
	for party := range m.Roster.Parties {
		if m.Next().Throw != nil && m.Reads(party+1) {
			read, err := m.ReadDice(party+1, tb.open)
			tb.must(err)
			m = read
		}
	}
	for _, move := range []engine.Move{"add1", "add2"} {
		after, err := m.Last().Apply(move)
		tb.must(err)
		if after.Next().Throw != nil {
			return kif.Move(move)
		}
	}
	return ""
}

// TestChainsAreRenewed plays more events than one chain has links for.
func TestChainsAreRenewed(t *testing.T) {
	for _, s := range []setting{{links: 9}, {links: 12, umpire: true, options: "dice=again"}, {links: 9, toss: true, writers: []int{2}}} {
		tb, m := sit(t, s)
		for m.Ply() < 45 {
			m = tb.play(m, "add1")
		}
		if p := m.NewProof(); m.Dice.Event < 15 || p.Proved != p.Throws || p.Chains != 0 || len(m.Dice.ChainIDs()) < 4 {
			t.Errorf("%+v: proof %+v after %d events with %d chains", s, p, m.Dice.Event, len(m.Dice.ChainIDs()))
		}
		sameMatch(t, m, judged(t, counting, string(m.Record.Bytes())))
	}
	tb, m := sit(t, setting{links: 8})
	m = tb.run(m, "1 add1; 2 add1; 1 add1")
	if made, err := m.Draft(kif.Event{Step: kif.DrawOffer{}, Party: 1}); err != nil || made.Due != nil {
		t.Errorf("%+v, %v", made.Due, err)
	}
	if c := m.Record.Events[m.LastEntry()].Chain; c == (kif.Chain{}) {
		t.Error("the first of eight links comes without a new chain")
	}
}

// ask lets a party that has lost its secret ask for a new key and chain.
func (tb *table) ask(m *match.Match, party int) *match.Match {
	tb.Helper()
	tb.masters[party-1] = fair.MasterFrom([32]byte{byte(party), 99})
	return tb.rechain(m, party, tb.masters[party-1], chain(tb.newChain(party)))
}

// TestRechainVoidsTheOpenEvent checks that if the link that an event waits for is lost, its dice are thrown again with
// links that nobody knew.
func TestRechainVoidsTheOpenEvent(t *testing.T) {
	tb, m := sit(t, setting{})
	m = tb.run(m, "1 add1; 2 add1; 1 add1")
	asked := tb.ask(m, 2)
	m = tb.do(asked, 1, kif.Agree{To: kif.RechainQuestion})
	if e := m.Record.Events[m.LastEntry()]; m.Dice.Event != 2 || e.Link.Index != 1 || e.Chain == (kif.Chain{}) || m.Turn != 2 || m.Dice.Chains != 1 {
		t.Errorf("event %d, link %d, turn %d", m.Dice.Event, e.Link.Index, m.Turn)
	}
	tb.refuses(asked, "link", 1, kif.Agree{To: kif.RechainQuestion}, bare())
	tb.refuses(asked, "the new dice secrets that replace the open throw are missing", 1, kif.Agree{To: kif.RechainQuestion}, link(2, tb.secret(asked, 1, 2)))
	// Whoever has lost nothing reads Alice's consent and moves with the old secret: of that throw no link of hers is public.
	found := tb.do(asked.Cut(asked.LastEntry()), 2, kif.Move("add1"), signer(fair.MasterFrom([32]byte{2})))
	meets(t, found, m, found)
	m = tb.play(m, "add1", "add1", "add1", "add1")
	if p := m.NewProof(); p.Proved != p.Throws || p.Chains != 1 {
		t.Errorf("proof %+v", p)
	}
	sameMatch(t, m, judged(t, counting, string(m.Record.Bytes())))

	// The event does not wait for anything that its opener has lost.
	tb, m = sit(t, setting{})
	m = tb.run(m, "1 add1; 2 add1; 1 add1")
	m = tb.do(tb.ask(m, 1), 2, kif.Agree{To: kif.RechainQuestion})
	if m.Dice.Event != 1 || m.Turn != 2 {
		t.Errorf("event %d, turn %d", m.Dice.Event, m.Turn)
	}
	tb.play(m, "add1", "add1", "add1", "add1")
}

// TestRechainWithAnUmpire checks that the opener of the event agrees last, and that the umpire's receipt publishes the
// link for the new event.
func TestRechainWithAnUmpire(t *testing.T) {
	for name, attended := range map[string]bool{"before the receipt": false, "behind it": true} {
		tb, m := sit(t, setting{umpire: true})
		m = tb.run(m, "2 add1; 3 add1")
		m = tb.do(m, 2, kif.Move("add1"))
		if attended {
			m = tb.attend(m)
		}
		m = tb.ask(m, 3)
		tb.refuses(tb.do(m, 2, kif.Agree{To: kif.RechainQuestion}), "must agree last", 1, kif.Agree{To: kif.RechainQuestion})
		m = tb.do(m, 1, kif.Agree{To: kif.RechainQuestion})
		m = tb.do(m, 2, kif.Agree{To: kif.RechainQuestion})
		if m.Dice.Event != 2 || m.Turn != 1 || !m.ReceiptDue {
			t.Errorf("%s: event %d, turn %d, receipt due %v", name, m.Dice.Event, m.Turn, m.ReceiptDue)
			continue
		}
		m = tb.play(tb.attend(m), "add1", "add1", "add1", "add1")
		if p := m.NewProof(); p.Proved != p.Throws || p.Chains != 1 {
			t.Errorf("%s: proof %+v", name, p)
		}
	}
}

// TestTakeBackBeforeTheUmpiresLink checks that a take-back ends the turn even if the receipt for a new event within it
// is due.
func TestTakeBackBeforeTheUmpiresLink(t *testing.T) {
	tb, m := sit(t, setting{umpire: true, time: "3d"})
	m = tb.attend(tb.do(tb.run(m, "2 add1; 3 add1"), 2, kif.Move("add1")))
	turn := m.Clock.Since
	m = tb.ask(m, 3)
	m = tb.do(tb.do(m, 1, kif.Agree{To: kif.RechainQuestion}), 2, kif.Agree{To: kif.RechainQuestion})
	if on := tb.attend(m); !m.ReceiptDue || !on.Clock.Since.Equal(turn) {
		t.Errorf("the turn began on %s, and begins anew on %s", turn, on.Clock.Since)
	}
	m = tb.do(tb.do(m, 2, kif.UndoOffer{Number: m.LastNumberOf(2)}), 3, kif.Agree{To: kif.UndoQuestion})
	m = tb.do(m, 1, kif.Receipt{}, func(e *draft) { e.Got = lastDate(m) })
	if at := m.Record.Events[m.LastEntry()].At; m.Turn != 2 || !m.Clock.Since.Equal(at) {
		t.Errorf("turn %d since %s, want 2 since the receipt of %s", m.Turn, m.Clock.Since, at)
	}
}

// TestNobodyReadsBeforeTheUmpire checks that no player can compute the dice before the umpire, whose link is part of
// them.
func TestNobodyReadsBeforeTheUmpire(t *testing.T) {
	tb, m := sit(t, setting{umpire: true})
	m = tb.do(tb.run(m, "2 add1; 3 add1"), 2, kif.Move("add1"))
	if _, err := m.ReadDice(3, tb.open); m.Reads(3) || m.Reads(2) || !errors.Is(err, match.ErrNotReader) {
		t.Errorf("read before the receipt: %v", err)
	}
	if m = tb.attend(m); !m.Reads(3) || m.Reads(2) || m.Reads(1) {
		t.Error("it is not for the reader to read")
	}
}

// TestForgedChain checks that a later agreement does not bring in a chain that was proposed once and not agreed to.
func TestForgedChain(t *testing.T) {
	tb, m := sit(t, setting{})
	forged := tb.rechain(m, 1, tb.masters[4], chain(tb.newChain(5)))
	m = tb.run(forged, "1 add1")
	m = tb.rechain(m, 2, fair.MasterFrom([32]byte{9}))
	m = tb.do(m, 1, kif.Agree{To: kif.RechainQuestion})
	if n := len(m.Dice.ChainIDs()); n != 2 || m.Dice.Chains != 0 {
		t.Errorf("Alice, who agrees to a key of Bob's, has another chain: %d commitments", n)
	}
}

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		setting
		level match.Level
		says  string
	}{
		{setting{options: "dice=none"}, match.NoDice, ""},
		{setting{}, match.Mutual, "dice: N of N proved (neither player"},
		{setting{umpire: true}, match.Umpired, "dice: N of N proved (neither the umpire"},
		{setting{umpire: true, writers: []int{3}}, match.Umpired, "dice: N of N proved (neither the umpire"},
		{setting{umpire: true, writers: []int{2, 3}}, match.ByUmpire, "dice: N throws reported by the umpire"},
		{setting{writers: []int{2}}, match.ByScribe, "dice: N throws reported by the player who enters"},
		{setting{options: "players=3", players: 3}, match.Typed, "dice: N throws entered"},
		{setting{options: "players=4"}, match.Mutual, "dice: N of N proved (neither player"},
	} {
		tb, m := sit(t, c.setting)
		for m.Ply() < 40 && m.NewProof().Throws < 6 {
			m = tb.play(m, "add1")
		}
		p := m.NewProof()
		if p.Level != c.level || !strings.HasPrefix(p.Text().En, strings.ReplaceAll(c.says, "N", strconv.Itoa(p.Throws))) {
			t.Errorf("%+v: %s, %q", c.setting, p.Level, p.Text().En)
		}
		if p.Signed != len(m.Entries) || (p.Scribe == 0) != (len(c.writers) == 0) {
			t.Errorf("%+v: %+v of %d entries", c.setting, p, len(m.Entries))
		}
	}
	const thrown = "ゲーム：counting\n1 add1\n2 add2\n#: throw [1]\n"
	for below, level := range map[string]match.Level{
		"#: dice typed\n": match.Typed, "#: dice machine\n": match.Machine, "": match.Unproved,
		"3 add1\n4 add1\n#: throw [2]\n#: dice machine\n":                        match.Unproved,
		"#: dice machine\n3 add1\n4 add1\n#: throw [2]\n#: dice typed\n":         match.Machine,
		"#: dice typed\n3 add1\n4 add1\n#: throw [2]\n#: dice machine\n5 add1\n": match.Machine,
	} {
		p := judged(t, counting, thrown+below).NewProof()
		if p.Level != level || p.Throws == 0 || p.Signed != 0 {
			t.Errorf("%+v, want %s", p, level)
		}
	}
}

// TestWordsOfALetterWriter checks that what a mail-only player writes during a pending throw does not change it.
func TestWordsOfALetterWriter(t *testing.T) {
	tb, m := sit(t, setting{writers: []int{2}})
	m = tb.do(m, 1, kif.Move("add1"))
	m = tb.do(m, 2, kif.Move("add1"), says("roll please"))
	m = tb.do(m, 1, kif.Move("add1"))
	read, err := m.ReadDice(1, tb.open)
	tb.must(err)
	want := read.Record.Events[len(read.Record.Events)-1].Step
	links := []fair.Link{tb.secret(m, 1, 1), fair.Words("roll please")}
	if faces, err := fair.NewStream(fair.NewSeed(m.ID, 1, links...)).Throw(4); err != nil || !slices.Equal(faces, want.(kif.Throw).Faces()) {
		t.Errorf("%s, want %v", want, faces)
	}
	for i := range 6 {
		m = tb.do(m, 2, stepOf("away 2026-12-01"), says(strings.Repeat("!", i)))
		again, err := m.ReadDice(1, tb.open)
		tb.must(err)
		if got := again.Record.Events[len(again.Record.Events)-1].Step; got != want {
			t.Errorf("%s is thrown, and %s after a letter", want, got)
		}
	}
}

// TestThrowThatEndsTheGame checks that only the link that proves it follows a throw that ends the game.
func TestThrowThatEndsTheGame(t *testing.T) {
	links := 0
	for _, s := range []setting{{}, {umpire: true}, {umpire: true, time: "3d", writers: []int{2, 3}}, {writers: []int{2}}, {umpire: true, writers: []int{3}}} {
		s.options = "target=10"
		tb, m := sit(t, s)
		for m.Outcome == nil {
			if thrown, err := m.ReadDice(m.Turn, tb.open); err == nil && thrown.Outcome != nil {
				m = thrown
				break
			}
			m = tb.play(m, "add1")
		}
		if o := m.Outcome; o == nil || o.Rule != reached {
			t.Fatalf("%+v: outcome %+v behind %s", s, o, steps(m))
		}
		if turn := m.Turn; turn != 0 {
			links++
			for _, step := range []kif.Step{kif.Move("add1"), kif.Resignation, kif.DrawOffer{}, stepOf("away 2026-12-01")} {
				if _, err := (&draft{Event: kif.Event{Step: step, Party: turn, At: lastDate(m), Spent: -1}, signer: tb.masters[turn-1]}).seal(m); err == nil {
					t.Errorf("%+v: %s behind the end", s, step)
				}
			}
			for party := range m.Roster.Parties {
				if party+1 != turn {
					tb.refuses(m, "may follow the end", party+1, kif.OpenLink{}, bare())
				}
			}
			m = tb.attend(m)
		}
		if p := m.NewProof(); m.Turn != 0 || p.Proved != p.Throws || p.Throws == 0 {
			t.Errorf("%+v: turn %d, proof %+v behind %s", s, m.Turn, p, steps(m))
		}
		sameMatch(t, m, judged(t, counting, string(m.Record.Bytes())))
	}
	if links == 0 {
		t.Error("no link was due behind an end")
	}
}
