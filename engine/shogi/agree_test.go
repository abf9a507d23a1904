package shogi

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

var games = flag.Int("games", 1, "random games to compare with the plain second version")

// plainStart returns the start as the diagram of RULES.md draws it, so that the test does not take it from the code under test.
func plainStart(t *testing.T, o engine.Options) *plain {
	const border = "+---------------------------+\n"
	_, after, found := strings.Cut(manualEn, border)
	diagram, _, _ := strings.Cut(after, border)
	if !found || !strings.Contains(manualJa, border+diagram+border) {
		t.Fatal("RULES.md and RULES.ja.md have no diagram, or not the same")
	}
	g := &plain{options: o}
	for rank, line := range strings.Split(diagram, "\n")[:9] {
		cells := []rune(strings.TrimSpace(line))[1:]
		for i := range 9 {
			if cells[2*i+1] == '・' {
				continue
			}
			m := man{name: nameOf(string(cells[2*i+1]))}
			if cells[2*i] == 'v' {
				m.seat = 1
			}
			g.at[9-i][rank+1] = m
		}
	}
	g.give(o["handicap"])
	return g
}

// gifts are the squares of the pieces that seat 2 gives, as RULES.md tells them: left and right are its own.
var gifts = map[string]string{
	"none": "", "lance": "11", "right-lance": "91", "bishop": "22", "rook": "82", "rook-lance": "82 11", "two": "82 22",
	"three": "82 22 11", "four": "82 22 11 91", "five": "82 22 11 91 81", "left-five": "82 22 11 91 21", "six": "82 22 11 91 81 21",
	"left-seven": "82 22 11 91 81 21 31", "right-seven": "82 22 11 91 81 21 71", "eight": "82 22 11 91 81 21 71 31",
	"ten": "82 22 11 91 81 21 71 31 61 41",
}

func (g *plain) give(handicap string) {
	for _, text := range strings.Fields(gifts[handicap]) {
		m := &g.at[text[0]-'0'][text[1]-'0']
		if m.name == rooks || m.name == rooks-1 {
			g.given += 5
		} else {
			g.given++
		}
		*m, g.turn = man{}, 1
	}
}

// someOptions returns options for the nth random game, so that each value comes up.
func someOptions(n int) engine.Options {
	o := engine.Options{}
	for i, option := range choices {
		values := option.Values
		if i > 0 && n%2 == 0 {
			values = values[:1]
		}
		o[option.Key] = values[(n/(1+i))%len(values)]
	}
	return o
}

// TestAgreesWithPlain plays random games with both versions. In some positions it compares all sorts of moves.
func TestAgreesWithPlain(t *testing.T) {
	for n := range *games {
		o := someOptions(n)
		p, err := start(o)
		if err != nil {
			t.Fatal(err)
		}
		newPair(t, n, plainStart(t, o), p).play(300)
	}
}

// TestAgreesOnCorners plays on from positions that random games seldom reach: few pieces, so that positions return and checks go
// on for ever, kings that have entered, mate by a dropped pawn, stalemate, pins.
func TestAgreesOnCorners(t *testing.T) {
	met := map[string]int{}
	for _, sfen := range []string{
		"4R4/5k3/9/9/9/9/9/9/8K b -", "k8/9/9/9/9/9/9/9/K7R b -", "9/9/9/9/9/9/9/R8/3k2K2 b -", "4k4/9/9/9/9/9/9/9/4K4 b -",
		"+R+R2K4/GGGG5/SSSS5/9/9/9/9/9/4k4 b 9P", "4K4/9/9/9/9/9/ssss5/gggg5/+r+r2k4 w 8p", "+R1SSK4/GGGG5/SSPPP4/9/8b/9/9/9/4k4 b RBP", "+R1SSK4/GGGG5/SSPPP4/9/9/9/9/9/4k4 b RBP",
		"7lk/9/8S/9/9/9/9/7L1/8K b P", "k8/9/S8/+R8/9/9/9/9/4K4 b -", "3rk4/9/3G5/9/9/9/9/9/4K3l b P",
		"4k4/9/9/9/3r1b3/3GGG3/4K4/9/9 b -", "4k4/9/PPPPPPPPP/9/9/9/ppppppppp/9/4K4 b 2N2n", "9/4r4/9/9/4G4/9/9/9/4p4 b -",
	} {
		for n := range 4 {
			o := someOptions(2*n + 1)
			p, err := parse(o, sfen)
			if err != nil {
				t.Fatal(err)
			}
			g := plainOf(p.(*position), o)
			g.given = handicapOf(o["handicap"]).given()
			pair := newPair(t, n, g, p)
			if n < 2 {
				pair.compareEverything()
			}
			pair.home = 9 - 3*n
			pair.play(40)
			for rule, n := range pair.met {
				met[rule] += n
			}
		}
	}
	for _, r := range rules[2:] {
		if met[r.ID] == 0 && r != shogitext.EndPerpetualCheck { // which needs a plan
			t.Errorf("no position met %s", r.ID)
		}
	}
}

// TestAgreesOnPerpetualCheck gives check for ever, in a part of the line or in all of it.
func TestAgreesOnPerpetualCheck(t *testing.T) {
	cycle := strings.Fields("５二飛(51) ３一玉(42) ５一飛(52) ４二玉(31)")
	for want, before := range map[string][]string{
		"end.perpetual-check": nil,
		"end.repetition":      strings.Fields("５五飛(51) ３一玉(42) ５一飛(55) ４二玉(31)"),
	} {
		p := mustParse(t, nil, "4R4/5k3/9/9/9/9/9/9/8K b -")
		pair := newPair(t, 0, plainOf(p, someOptions(0)), p)
		got := ""
		for _, text := range slices.Concat(before, cycle, cycle, cycle) {
			legal, _ := pair.plain.legal()
			i := slices.IndexFunc(legal, func(n note) bool { return n.String() == text })
			if got = pair.sameNext(pair.plain, pair.fast); i < 0 || got != "" {
				break
			}
			pair.plain, pair.fast = pair.plain.play(legal[i]), mustApply(t, pair.fast, engine.Move(text))
		}
		if got = pair.sameNext(pair.plain, pair.fast); got != want {
			t.Errorf("after %v the game ends by %q: want %s", before, got, want)
		}
	}
}

// pair is a game that both versions play.
type pair struct {
	*testing.T
	random *rand.Rand
	plain  *plain
	fast   engine.Position
	home   int            // of ten moves so many go back where the last one of that side came from
	met    map[string]int // the rules that refused moves or ended the game
}

func newPair(t *testing.T, seed int, g *plain, p engine.Position) *pair {
	return &pair{T: t, random: rand.New(rand.NewPCG(uint64(seed), 5)), plain: g, fast: p, met: map[string]int{}}
}

// play plays so many plies, or to the end.
func (t *pair) play(plies int) {
	var last [2]note
	for range plies {
		if rule := t.sameNext(t.plain, t.fast); rule != "" {
			t.met[rule]++
			return
		}
		legal, fouls := t.plain.legal()
		t.sameMoves(slices.Concat(legal, fouls))
		if t.random.IntN(20) == 0 {
			t.compareAll(t.plain.strange(cross{1 + t.random.IntN(9), 1 + t.random.IntN(9)}))
		}
		n := legal[t.random.IntN(len(legal))]
		back := last[t.plain.turn]
		back.from, back.to = back.to, back.from
		switch {
		case len(fouls) > 0 && t.random.IntN(40) == 0:
			n = fouls[t.random.IntN(len(fouls))]
		case t.random.IntN(10) < t.home && slices.Contains(legal, back):
			n = back
		}
		last[t.plain.turn] = n
		t.plain, t.fast = t.plain.play(n), mustApply(t.T, t.fast, engine.Move(n.String()))
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

// compareEverything compares the answers to moves to a quarter of the squares, and the positions after all legal moves.
func (t *pair) compareEverything() {
	for i := 1; i < len(crosses); i += 4 {
		t.compareAll(t.plain.strange(crosses[i]))
	}
	legal, _ := t.plain.legal()
	for _, n := range legal {
		t.met[t.sameNext(t.plain.after(n), mustApply(t.T, t.fast, engine.Move(n.String())))]++
	}
}

// sameNext compares Next of both and returns the rule that ended the game, if any.
func (t *pair) sameNext(g *plain, p engine.Position) string {
	t.Helper()
	next := p.Next()
	rule, winner := g.end()
	switch {
	case (rule != "") != (next.Result != nil):
		t.Fatalf("%s waits for %+v: want end %q", p, next, rule)
	case rule == "" && next.Player != g.turn+1:
		t.Fatalf("%s waits for %+v: want seat %d", p, next, g.turn+1)
	case rule == "":
		return ""
	}
	places := []int{1, 1}
	if winner >= 0 {
		places[1-winner] = 2
	}
	if next.Result.Rule.ID != rule || !slices.Equal(next.Result.Places, places) {
		t.Fatalf("%s ends by %+v: want %s and places %v", p, next.Result, rule, places)
	}
	return rule
}

func (t *pair) sameMoves(listed []note) {
	t.Helper()
	var want, got []string
	for _, n := range listed {
		want = append(want, n.String())
	}
	for m := range t.fast.Moves() {
		got = append(got, string(m))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s has the moves %v: want %v", t.fast, got, want)
	}
}

// compareAll compares the answers of both to moves.
func (t *pair) compareAll(notes []note) {
	t.Helper()
	for _, n := range notes {
		q, err := t.fast.Apply(engine.Move(n.String()))
		want, got := t.plain.judge(n), ""
		if t.plain.lostBy(want) != "" && err == nil {
			got = t.sameNext(t.plain.play(n), q)
		}
		var r *engine.Rejection
		if errors.As(err, &r) {
			got = r.Rule.ID
		}
		t.met[want]++
		if got != want {
			t.Fatalf("%s in %s gives %v: want %q", n, t.fast, err, want)
		}
	}
}

// plainOf converts a position to the plain version.
func plainOf(p *position, o engine.Options) *plain {
	g := &plain{options: o, turn: int(p.Turn)}
	b := p.Board()
	for s := range set.Squares {
		if m := b.Pieces[s]; m.Seat != 0 {
			g.at[s.File()][s.Rank()] = man{nameOf(m.Kind.String()), int8(m.Seat) - 1}
		}
	}
	for seat := range 2 {
		for k, n := range b.Hands[seat] {
			g.hand[seat][nameOf(kind(k).String())] = int8(n)
		}
	}
	return g
}
