package match_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// settings are the kinds of match that random ones are of.
var settings = []setting{
	{}, plain, slow, three, umpired, {toss: true}, {toss: true, umpire: true, time: "1d"}, {writers: []int{2}, time: "2d+1d"},
	{options: "dice=again", umpire: true, time: "3d", writers: []int{3}}, {options: "dice=again", time: "5d+0d way=1h"},
	{options: "players=4", players: 2, seat: 2, time: "1d"}, {options: "players=4 dice=none", players: 4, time: "3d", writers: []int{4}},
	{options: "players=3", players: 3, umpire: true, time: "3d"}, {game: passing, options: "players=3 dice=none", players: 3, time: "1d"},
	{game: passing, options: "dice=none", umpire: true, time: "1d"}, {links: 9, options: "dice=again"},
	{version: 1, options: "dice=again", time: "3d"}, {version: 1, options: "players=3", players: 3, time: "2d+1d"}, {version: 1, umpire: true, time: "1d", writers: []int{3}},
}

// random makes random steps in a match.
type random struct {
	*rand.Rand
	*table
	lines []*match.Match // that there have been, for settlements
	only  int            // the party that acts, 0 for all
}

// step returns a step that somebody might make, and who.
func (r *random) step(m *match.Match) (by int, s kif.Step, more []with) {
	by = 1 + r.IntN(len(m.Roster.Parties))
	if r.IntN(2) > 0 && m.Turn != 0 {
		by = m.Turn
	}
	if r.only != 0 {
		by = r.only
	}
	if c, err := m.Consent(by); err == nil && r.IntN(3) > 0 {
		return by, c.Step, append(r.dates(m, 40), seat(c.Seat))
	}
	if s := m.Settlement; s != nil && !s.Complete && r.IntN(2) > 0 {
		return by, kif.Agree{To: kif.SettleQuestion}, r.dates(m, 40)
	}
	if r.IntN(2) > 0 {
		return by, kif.Move([]string{"add1", "add2", "add2", "pass"}[r.IntN(4)]), r.dates(m, 40)
	}
	return r.act(m, by)
}

// act returns an act or an ending of a party.
func (r *random) act(m *match.Match, by int) (int, kif.Step, []with) {
	if r.version > 0 && r.IntN(2) > 0 {
		return r.substitute(m, by)
	}
	acts := []kif.Step{
		kif.DrawOffer{}, kif.UndoOffer{Number: 1 + r.IntN(m.Ply()+1)}, kif.UndoOffer{Number: m.Ply()}, kif.Contest{}, kif.Say{}, kif.Rechain{},
		kif.PauseOffer{}, kif.PauseOffer{}, kif.Resume{},
		kif.Away{First: day(r.IntN(20)), Last: day(20 + r.IntN(20))}, kif.Settle{}, kif.Settle{},
		kif.Claim{}, kif.Claim{}, kif.TimeOut, kif.DrawAgreed, []kif.Step{kif.Resignation, kif.Contest{}}[min(1, r.IntN(5))],
	}
	switch s := acts[r.IntN(len(acts))]; s.(type) {
	case kif.Claim:
		return by, s, r.dates(m, 400)
	case kif.Settle:
		return r.settle(m, by)
	case kif.Rechain:
		secret := r.knows(fair.MasterFrom([32]byte{byte(r.IntN(3)), 7}))
		more := append(r.dates(m, 40), signer(secret), func(e *draft) { e.Key = secret.PublicKey().String() })
		if len(m.Roster.Players()) == 2 && m.Keys.Of[by] != "" && r.IntN(2) > 0 {
			more = append(more, chain(r.newChain(by)))
		}
		return by, s, more
	default:
		return by, s, r.dates(m, 40)
	}
}

// substitute returns a step about a substitute.
func (r *random) substitute(m *match.Match, by int) (int, kif.Step, []with) {
	more := r.dates(m, 40)
	for _, s := range m.Substitutes {
		if s != nil && r.IntN(2) > 0 {
			by = s.Party
		}
	}
	secret := r.knows(fair.MasterFrom([32]byte{byte(r.IntN(3)), 8}))
	under := func(e *draft) { e.signer, e.Key, e.Mail = secret, secret.PublicKey().String(), kif.Hash{} }
	if m.HandsOver(by) && r.IntN(3) > 0 {
		return by, kif.HandOver{}, more
	}
	switch r.IntN(5) {
	case 0:
		return by, kif.StepOut{}, more
	case 1:
		return by, kif.StepOut{}, append(more, under)
	case 2, 3:
		if m.Dice.Commits(by) != (r.IntN(9) == 0) {
			more = append(more, chain(r.newChain(by)))
		}
		return by, kif.StepIn{}, append(more, under)
	}
	return by, kif.Substitute{Who: kif.Seat{Name: "Zoe", Address: string(rune('p'+r.IntN(4))) + "@example.org"}}, more
}

// settle returns a settlement of a fork, or what only looks like one.
func (r *random) settle(m *match.Match, by int) (int, kif.Step, []with) {
	away := r.lines[r.IntN(len(r.lines))]
	e, err := m.Settle(away, by)
	if err != nil {
		n := 1 + r.IntN(len(away.Entries))
		e = kif.Event{Step: kif.Settle{Other: away.Head, Common: n}, Other: away.Record.Lines(away.EventOf(n-1) + 1)}
	}
	return by, e.Step, append(r.dates(m, 40), besides(e.Other))
}

func day(n int) time.Time { return epoch.Truncate(days(1)).AddDate(0, 0, n) }

// dates returns the dates of a step: usually some hours later, sometimes false ones.
func (r *random) dates(m *match.Match, hours int) []with {
	last := lastDate(m)
	return []with{func(e *draft) {
		e.At = last.Add(time.Duration(r.IntN(hours)) * time.Hour)
		if r.IntN(20) == 0 {
			e.At = last.Add(time.Duration(r.IntN(2000)-1000) * time.Hour)
		}
		if r.IntN(2) == 0 {
			e.Got = e.At.Add(-time.Duration(r.IntN(50)) * time.Hour)
		}
		if r.IntN(2) == 0 {
			e.Came = e.At.Add(time.Duration(r.IntN(30)) * time.Hour)
		}
		if r.IntN(4) == 0 {
			e.Comment = "よろしく\nbye"
		}
	}}
}

// goOn makes up to n steps after m that the law takes.
func (r *random) goOn(m *match.Match, n int) *match.Match {
	r.Helper()
	for range n {
		by, s, more := r.step(m)
		next, err := r.try(m, by, s, more...)
		if err != nil {
			continue
		}
		m = next
		if r.IntN(4) > 0 {
			m = r.attend(m)
		}
		r.lines = append(r.lines, m)
	}
	return m
}

func newRandom(t testing.TB, n int) (*random, *match.Match) {
	tb, m := sit(t, settings[n%len(settings)])
	return &random{rand.New(rand.NewPCG(uint64(n), 1)), tb, []*match.Match{m}, 0}, m
}

// TestAppendedIsJudged checks that Append makes the match that New makes of its record, whatever form that has, and
// that Cut undoes it.
func TestAppendedIsJudged(t *testing.T) {
	for n := range 2 * len(settings) {
		r, m := newRandom(t, n)
		var before []*match.Match
		for range 12 {
			before = append(before, m)
			m = r.goOn(m, 3)
		}
		sameMatch(t, m, judged(t, m.Game, string(m.Record.Bytes())))
		for _, form := range forms(t, m) {
			sameMatch(t, m, judged(t, m.Game, form))
		}
		for _, b := range before {
			kept := b.LastEntry() + 1 // throws are made again if an act precedes the move
			sameMatch(t, b.Cut(kept), m.Cut(kept))
		}
		checkCuts(t, m)
		checkWhole(t, m)
	}
}

// forms returns the record of m as mail and other programs may make it.
func forms(t *testing.T, m *match.Match) []string {
	t.Helper()
	text := string(m.Record.Bytes())
	sjis, err := m.Record.Rewrite(kif.ShiftJIS)
	if err != nil {
		t.Fatal(err)
	}
	return []string{
		"> " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> ") + "\n",
		strings.ReplaceAll(text, "\n", "\r\n"), string(sjis.Bytes()),
	}
}

// checkCuts cuts m everywhere.
func checkCuts(t *testing.T, m *match.Match) {
	t.Helper()
	entries := 0
	for i, e := range m.Record.Events {
		c := m.Cut(i + 1)
		takenBack := slices.ContainsFunc(m.Record.Events, func(e kif.Event) bool { return e.Undone })
		prefix := takenBack || bytes.HasPrefix(m.Record.Bytes(), c.Record.Bytes()) || c.Roster.Tossed && c.Roster.PartyOf(1) == 0
		if !match.Meet(c, m).Longer || !prefix || m.After(i).Head != c.Head || m.After(i).Turn != c.Turn {
			t.Fatalf("cut to %d it is another match", i+1)
		}
		checkOtherPrograms(t, c)
		if i%5 == 0 {
			sameMatch(t, c, judged(t, m.Game, string(c.Record.Bytes())))
		}
		if _, thrown := e.Step.(kif.Throw); thrown {
			continue
		}
		if m.EventOf(entries) != i || c.Entries[entries].Hash() != c.Head || m.Entries[entries].Number != entries+1 {
			t.Fatalf("entry %d is not event %d, but %d", entries, i, m.EventOf(entries))
		}
		entries++
	}
	if start := m.Cut(0); start.Last().String() != m.Positions[0].String() || len(start.Record.Events) != 0 || len(start.Entries) != 0 {
		t.Errorf("the beginning has %d entries", len(start.Entries))
	}
}

// checkWhole wants what m says of itself to fit together.
func checkWhole(t *testing.T, m *match.Match) {
	t.Helper()
	n, fields := m.Next(), 0
	for _, set := range []bool{n.Join != 0, n.Player != 0, n.Throw != nil, n.Result != nil} {
		if set {
			fields++
		}
	}
	if fields != 1 || (m.Turn == 0) != (n.Result != nil) || (m.Outcome != nil) != (n.Result != nil) {
		t.Errorf("next %+v, turn %d, outcome %+v", n, m.Turn, m.Outcome)
	}
	checkOtherPrograms(t, m)
	p := m.Positions[0]
	for _, e := range m.Played() {
		var err error
		if _, left := e.Step.(kif.Ending); left {
			p = p.(engine.Leaver).Leave(e.Seat)
		} else if p, err = p.Apply(engine.Move(e.Step.String())); err != nil {
			t.Fatalf("%v: %s does not lead to %s: %v", m.Moves(), e.Step, m.Last(), err)
		}
	}
	if i := m.LastEntry(); m.Outcome != nil && m.After(i).Gone != 0 {
		p = p.(engine.Leaver).Leave(m.Outcome.Seat)
	}
	if p.String() != m.Last().String() {
		t.Errorf("%v lead to %s, not to %s", m.Moves(), p, m.Last())
	}
	for ply := range m.Ply() + 1 {
		at := m.AtPly(ply)
		if at.Ply() != ply || at.Last().String() != m.AfterPlies()[ply].String() {
			t.Errorf("at ply %d it has %d, and %s instead of %s", ply, at.Ply(), at.Last(), m.AfterPlies()[ply])
		}
		if !slices.Equal(withoutThrows(at.Moves()), withoutThrows(m.Moves())[:ply]) {
			t.Errorf("at ply %d there are %v, of %v", ply, at.Moves(), m.Moves())
		}
	}
	if len(m.AfterPlies()) != m.Ply()+1 {
		t.Errorf("%d positions after %d plies", len(m.AfterPlies()), m.Ply())
	}
}

func withoutThrows(moves []string) []string {
	return slices.DeleteFunc(moves, func(move string) bool { return strings.HasPrefix(move, "[") })
}

// TestBothSidesJudgeAlike checks that everybody takes the same of two lines and finds the same conflict, that nobody is
// accused who has not signed both, and that a line takes precedence over its own beginning.
func TestBothSidesJudgeAlike(t *testing.T) {
	for n := range 6 * len(settings) {
		r, m := newRandom(t, n)
		m = r.goOn(m, 4)
		a, b := r.apart(m)
		x, y := match.Meet(a, b), match.Meet(b, a)
		swapped := map[match.Side]match.Side{match.Neither: match.Neither, match.Ours: match.Theirs, match.Theirs: match.Ours}
		if a.Head != b.Head && x.Valid != swapped[y.Valid] || !slices.Equal(x.Forked, y.Forked) || (x.Valid == match.Neither) != (len(x.Forked) > 0) || x.Common != y.Common {
			t.Fatalf("%+v and %+v, of\n%s\nand\n%s", x, y, steps(a), steps(b))
		}
		for _, party := range x.Forked {
			if !signs(a, party, x.Common) || !signs(b, party, x.Common) {
				t.Errorf("party %d has forked\n%s\nand\n%s", party, steps(a), steps(b))
			}
		}
	}
}

// apart returns two lines after m: of all parties, or of one each, so that letters have crossed.
func (r *random) apart(m *match.Match) (a, b *match.Match) {
	defer func() { r.only = 0 }()
	if cross := r.IntN(2) > 0; cross {
		r.only = 1 + r.IntN(len(m.Roster.Parties))
	}
	a = r.goOn(m, 1+r.IntN(8))
	if r.only != 0 {
		r.only = r.only%len(m.Roster.Parties) + 1
	}
	return a, r.goOn(m, 1+r.IntN(8))
}

// signs reports whether a party has signed anything after the first common entries of m.
func signs(m *match.Match, party, common int) bool {
	for i := m.EventOf(common); i < len(m.Record.Events); i++ {
		if m.By(i) == party || m.Scribe(i) == party {
			return true
		}
	}
	return false
}
