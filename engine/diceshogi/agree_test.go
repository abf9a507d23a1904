package diceshogi

import (
	"errors"
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

var games = flag.Int("games", 1, "random games by each set of rules to compare with the plain second version")

// plainStart returns the start as the diagram of RULES.md draws it, so that the test does not take it from the code
// under test.
func plainStart(t *testing.T, o engine.Options) *plain {
	const border = "+---------------+\n"
	_, after, found := strings.Cut(manualEn, border)
	diagram, _, _ := strings.Cut(after, border)
	if !found || !strings.Contains(manualJa, border+diagram+border) {
		t.Fatal("RULES.md and RULES.ja.md have no diagram, or not the same")
	}
	lines := strings.Split(diagram, "\n")
	var g *plain
	defer func() {
		if o["rules"] == minishogi && o["repetition"] != "none" {
			g.past = []*plain{g}
		}
	}()
	g = &plain{rules: o["rules"], loose: o["drop"] == "free", loses: o["foul"] == "loses", at: map[cross]piece{}, hand: [2]map[string]int{{}, {}}}
	for rank := range 5 {
		cells := []rune(strings.TrimSpace(lines[rank]))[1:]
		for i := range 5 {
			name := string(cells[2*i+1])
			if name == "・" {
				continue
			}
			seat := 0
			if cells[2*i] == 'v' {
				seat = 1
			}
			g.at[cross{5 - i, rank + 1}] = piece{seat, name}
		}
	}
	return g
}

// TestAgreesWithPlain plays random games with both versions. In some positions it compares every move that can be
// written.
func TestAgreesWithPlain(t *testing.T) {
	met := map[string]int{}
	for seed, o := range []engine.Options{{"rules": dice}, {"rules": hyper}, {"rules": minishogi}, {"rules": dice, "drop": "free"}, {"rules": hyper, "drop": "free"},
		{"rules": dice, "foul": "loses"}, {"rules": hyper, "drop": "free", "foul": "loses"}, {"rules": minishogi, "foul": "loses"}} {
		random := rand.New(rand.NewPCG(uint64(seed), 5))
		for range *games {
			p, err := parse(o, startText)
			if err != nil {
				t.Fatal(err)
			}
			playBoth(t, random, plainStart(t, o), p, met)
		}
	}
	for _, r := range rules[2 : len(rules)-2] { // TestRepetitionAgreesWithPlain meets the last two
		// Mate by a dropped pawn and stalemate are too rare in random games; TestAgreesOnCorners has them.
		if met[r.ID] == 0 && r != shogitext.DropPawnMate && r != endStalemate {
			t.Errorf("no random game met %s", r.ID)
		}
	}
}

func playBoth(t *testing.T, random *rand.Rand, g *plain, p engine.Position, met map[string]int) {
	for range 90 {
		if rule := sameNext(t, g, p); rule != "" {
			met[rule]++
			return
		}
		if g.throws() {
			g.die = 1 + random.IntN(6)
			p = mustApply(t, p, engine.Throw(g.die))
			continue
		}
		if random.IntN(24) == 0 {
			compareAll(t, g, p, met)
		}
		legal, fouls := g.legal(), g.fouls()
		listed := slices.Concat(legal, fouls)
		for _, list := range [][]note{legal, fouls, listed} {
			slices.SortFunc(list, func(a, b note) int { return strings.Compare(a.String(), b.String()) })
		}
		sameMoves(t, listed, p)
		if len(fouls) > 0 && random.IntN(20) == 0 {
			legal = fouls
		}
		n := legal[random.IntN(len(legal))]
		g, p = g.play(n), mustApply(t, p, engine.Move(n.String()))
	}
}

func mustApply(t *testing.T, p engine.Position, m engine.Move) engine.Position {
	t.Helper()
	q, err := p.Apply(m)
	if err != nil {
		t.Fatalf("%s in %s: %v", m, p, err)
	}
	return q
}

// sameNext compares Next of both and returns the rule that ended the game, if any.
func sameNext(t *testing.T, g *plain, p engine.Position) string {
	t.Helper()
	next := p.Next()
	rule, winner := g.end()
	switch {
	case (rule != "") != (next.Result != nil):
		t.Fatalf("%s waits for %+v: want end %q", p, next, rule)
	case rule != "":
		if next.Result.Rule.ID != rule || next.Result.Places[winner] != 1 {
			t.Fatalf("%s ends by %+v: want %s for seat %d", p, next.Result, rule, winner+1)
		}
	case g.throws() != (next.Throw != nil), next.Throw == nil && next.Player != g.turn+1:
		t.Fatalf("%s waits for %+v: want throw %t or seat %d", p, next, g.throws(), g.turn+1)
	}
	return rule
}

func sameMoves(t *testing.T, legal []note, p engine.Position) {
	t.Helper()
	var want, got []string
	for _, n := range legal {
		want = append(want, n.String())
	}
	for m := range p.Moves() {
		got = append(got, string(m))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("%s has the moves %v: want %v", p, got, want)
	}
}

// compareAll compares the answers of both to every move that can be written.
func compareAll(t *testing.T, g *plain, p engine.Position, met map[string]int) {
	t.Helper()
	for _, n := range g.notes(true) {
		q, err := p.Apply(engine.Move(n.String()))
		want, got := g.judge(n), ""
		if lost := g.lostBy(n); lost != "" && err == nil {
			got = sameNext(t, g.play(n), q)
		}
		var r *engine.Rejection
		if errors.As(err, &r) {
			got = r.Rule.ID
		}
		met[want]++
		if got != want {
			t.Fatalf("%s in %s gives %v: want %q", n, p, err, want)
		}
	}
}

// TestRepetitionAgreesWithPlain plays games of few pieces, which go on until a position occurs for the fourth time, with both
// versions. The seat that likes to give check gives it wherever it can.
func TestRepetitionAgreesWithPlain(t *testing.T) {
	met := map[string]int{}
	for seed := range uint64(16 * *games) {
		random := rand.New(rand.NewPCG(seed, 11))
		o := engine.Options{"rules": minishogi}
		p, err := parse(o, []string{"4k/5/5/5/K4 b -", "4k/5/2R2/5/K4 b -", "4k/5/2r2/5/K4 b -", "k4/5/2R2/2r2/4K b -"}[seed%4])
		if err != nil {
			t.Fatal(err)
		}
		var now engine.Position = p
		g := plainOf(p.(*position))
		g.past = []*plain{g}
		first := len(now.String())
		for ply := range 400 {
			if rule := sameNext(t, g, now); rule != "" {
				met[rule]++
				if ply < 12 && strings.HasSuffix(rule, "repetition") {
					t.Errorf("%s after %d plies", rule, ply)
				}
				if again, err := parse(o, now.String()); err != nil || again.String() != now.String() || !reflect.DeepEqual(again.Next(), now.Next()) {
					t.Errorf("%s is read as %v, %v", now, again, err)
				}
				break
			}
			if again, err := parse(o, now.String()); err != nil || again.String() != now.String() || len(again.String()) < first {
				t.Fatalf("%s is read as %v, %v", now, again, err)
			}
			legal := g.legal()
			slices.SortFunc(legal, func(a, b note) int { return strings.Compare(a.String(), b.String()) })
			best := legal[random.IntN(min(len(legal), 3))]
			if checks := slices.IndexFunc(legal, func(n note) bool { next := g.after(n); return next.inCheck(next.turn) }); checks >= 0 && g.turn == int(seed/4%2) {
				best = legal[checks]
			}
			g, now = g.play(best), mustApply(t, now, engine.Move(best.String()))
		}
	}
	for _, rule := range []string{"end.repetition", "end.perpetual-check"} {
		if met[rule] == 0 {
			t.Errorf("no game met %s: %v", rule, met)
		}
	}
}

// beforeFourth is minishogi one move before the first position can occur for the fourth time.
func beforeFourth(t *testing.T) *position {
	t.Helper()
	p, err := parse(engine.Options{"rules": minishogi}, startText+" minishogi - "+shogitext.MovesWord+strings.Repeat(" 1e1d 5a5b 1d1e 5b5a", 2)+" 1e1d 5a5b 1d1e")
	if err != nil {
		t.Fatal(err)
	}
	return p.(*position)
}

// TestRepetitionIsCounted counts no leaves behind a repetition, and the search takes the one that wins.
func TestRepetitionIsCounted(t *testing.T) {
	p := beforeFourth(t)
	for depth := 1; depth <= 3; depth++ {
		if got, want := p.Perft(depth, 0), engine.CountListed(p, depth, 0); got != want {
			t.Errorf("%d leaves at depth %d, want %d", got, depth, want)
		}
	}
	for thought := range p.Think(t.Context(), engine.Limits{Nodes: 200, Memory: 1 << 16}) {
		if thought.Nodes < 100 {
			continue
		}
		if m := thought.Line[0]; m != "５一飛(52)" || thought.Scores[1] < 0.99 {
			t.Errorf("%s is best, at %v", m, thought.Scores)
		}
	}
}

// TestAgreesOnCorners compares both in positions that random games seldom reach: mate by a dropped pawn, stalemate,
// pins.
func TestAgreesOnCorners(t *testing.T) {
	met := map[string]int{}
	for _, sfen := range []string{"3rk/5/3G1/5/K4 b P", "4k/2S2/5/3G1/K4 b -", "4k/5/3G1/2S2/K4 b Pp",
		"k2r1/5/5/1G1G1/3K1 b -", "2b1k/1P3/2K2/5/r4 b RGP2S", "1+P1+B1/5/1p1k1/5/K3R b -", "2k2/5/2P2/5/K4 b G"} {
		for _, o := range []engine.Options{{"rules": dice}, {"rules": hyper}, {"rules": minishogi}, {"rules": hyper, "drop": "free"}, {"rules": minishogi, "foul": "loses"}} {
			p, err := parse(o, sfen)
			if err != nil {
				t.Fatal(err)
			}
			g := plainOf(p.(*position))
			if g.throws() {
				g.die = 1
				p = mustApply(t, p, "[1]")
			}
			compareAll(t, g, p, met)
			for _, n := range g.legal() {
				if rule := sameNext(t, g.after(n), mustApply(t, p, engine.Move(n.String()))); rule != "" {
					met[rule]++
				}
			}
		}
	}
	for _, rule := range []string{"drop.pawn-mate", "end.stalemate", "end.checkmate"} {
		if met[rule] == 0 {
			t.Errorf("no position met %s", rule)
		}
	}
}

// plainOf converts a position to the plain version.
func plainOf(p *position) *plain {
	g := &plain{rules: p.rules, loose: p.Loose, loses: p.Loses, at: map[cross]piece{}, turn: int(p.Turn), die: p.die, hand: [2]map[string]int{{}, {}}}
	for seat := range 2 {
		for s := range p.Seats[seat].Each {
			digits, _ := strconv.Atoi(s.Digits())
			g.at[cross{digits / 10, digits % 10}] = piece{seat, p.KindAt(s).String()}
		}
		for k, n := range p.Hands[seat] {
			g.hand[seat][kind(k).String()] = int(n)
		}
	}
	return g
}
