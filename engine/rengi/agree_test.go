package rengi

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

var games = flag.Int("games", 28, "random games to compare with the plain second version")

// TestAgreesWithPlain plays random games with all variants and options on both versions. After each step it compares
// the text, Next and the list of moves, and in some positions every move that can be written.
func TestAgreesWithPlain(t *testing.T) {
	met := map[string]int{}
	for n := range *games {
		random := rand.New(rand.NewPCG(uint64(n), 6))
		options := randomOptions(random, n)
		if !playBoth(t, random, options, met) {
			t.Fatalf("game %d with %v", n, options)
		}
	}
	for _, what := range []string{"fall", "cancelled", "cancelled in part", "booked", "gained", "saved", "pass", "3 links",
		"two chains", "columns", "columns at a chain's end", "over"} {
		if met[what] == 0 {
			t.Errorf("no game met: %s", what)
		}
	}
	for _, r := range rules[1:] {
		if met[r.ID] == 0 && *games >= 84 { // some are rare
			t.Errorf("nothing was refused by %s", r.ID)
		}
	}
	t.Log(met)
}

// randomOptions returns each variant with each of the simple rules in turn, and random other options in half of the
// games.
func randomOptions(random *rand.Rand, n int) engine.Options {
	o := engine.Options{"rules": []string{"haku", "kou", "ten"}[n%3], "simple": []string{"no", "chain", "groups", "no"}[n/3%4]}
	for _, option := range choices {
		if _, set := o[option.Key]; !set && n/12%2 == 1 && random.IntN(3) == 0 {
			o[option.Key] = option.Values[random.IntN(len(option.Values))]
		}
	}
	return o
}

func playBoth(t *testing.T, random *rand.Rand, options engine.Options, met map[string]int) bool {
	t.Helper()
	p, err := Game.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	g, patience := plainStart(options), 1+random.IntN(12)
	for range 200 {
		if !same(t, g, p) {
			return false
		}
		if g.wait == "over" {
			met["over"]++
			met["end.topped-out"]++
			return true
		}
		var m string
		if sides := g.dice(); sides != nil {
			m = string(engine.Throw(faces(random, sides)...))
		} else {
			legal := g.legal()
			all := random.IntN(80) == 0 || g.asked() && random.IntN(8) == 0
			if !sameMoves(t, legal, p) || all && !sameAnswers(t, random, g, p, met) {
				return false
			}
			m = choose(random, g, legal, patience)
		}
		noteWait(g, met)
		q, err := p.Apply(engine.Move(m))
		if err != nil {
			t.Errorf("%s is refused in %s: %v", m, p, err)
			return false
		}
		g, p = g.apply(m), q
		note(g, met)
	}
	return true
}

func faces(random *rand.Rand, sides []int) (thrown []int) {
	for _, side := range sides {
		thrown = append(thrown, 1+random.IntN(side))
	}
	return thrown
}

func same(t *testing.T, g *plain, p engine.Position) bool {
	t.Helper()
	next := p.Next()
	loser := 0
	if next.Result != nil {
		loser = 1 + slices.Index(next.Result.Places, 2)
	}
	waits := next.Player == 0 || next.Player == g.seat+1 && (g.wait == "move" || g.wait == "draft")
	if g.String() == p.String() && slices.Equal(g.dice(), next.Throw) && waits && (g.wait == "over") == (loser == g.seat+1) {
		return true
	}
	t.Errorf("plain says\n%s, throws %v\nand the other one\n%s, %+v", g, g.dice(), p, next)
	return false
}

// legal returns all moves that are not refused.
func (g *plain) legal() (legal []string) {
	if g.wait == "draft" {
		for _, m := range g.drafts() {
			if g.refusal(m) == "" {
				legal = append(legal, m)
			}
		}
		return legal
	}
	if g.refusal("pass") == "" {
		legal = append(legal, "pass")
	}
	said := []string{""}
	if g.asked() {
		said = []string{"/3", "/4", "/5", "/6", "/7", "/8", "/9", "/10"}
	}
	for _, m := range placements("123456") {
		for _, rows := range said {
			if g.refusal(m+rows) == "" {
				legal = append(legal, m+rows)
			}
		}
	}
	return legal
}

// placements returns all placements that can be written with these columns, of one stone and of two.
func placements(columns string) (all []string) {
	names, colours := strings.Split(columns, ""), strings.Split("ABCD", "")
	for i, c := range names {
		for _, a := range colours {
			all = append(all, c+a)
			for _, d := range names[i:] {
				for _, b := range colours {
					all = append(all, c+d+a+b)
				}
			}
		}
	}
	return all
}

// drafts returns all draft moves of as many stones as are due.
func (g *plain) drafts() (all []string) {
	var single []string
	for at := range 24 {
		for _, colour := range "ABCD" {
			single = append(single, fmt.Sprintf("%d%c:%c", at/2+1, "LU"[at%2], colour))
		}
	}
	if g.put == 0 || g.put == 12 {
		return single
	}
	for i, a := range single {
		for _, b := range single[i+1:] {
			if a[:strings.Index(a, ":")] != b[:strings.Index(b, ":")] {
				all = append(all, a+","+b)
			}
		}
	}
	return all
}

func sameMoves(t *testing.T, legal []string, p engine.Position) bool {
	t.Helper()
	var listed []string
	for m := range p.Moves() {
		listed = append(listed, string(m))
	}
	slices.Sort(listed)
	legal = slices.Sorted(slices.Values(legal))
	if slices.Equal(legal, listed) {
		return true
	}
	t.Errorf("in %s\nplain lists %d moves, the other one %d:\n%v\n%v", p, len(legal), len(listed), legal, listed)
	return false
}

// sameAnswers compares the answers of both versions to every move that can be written.
func sameAnswers(t *testing.T, random *rand.Rand, g *plain, p engine.Position, met map[string]int) bool {
	t.Helper()
	written := append(placements("01234567"), "pass", "1L:A", "12U:D", "5L:C,5L:C", "7U:B,8L:A", "7U:B,7L:A", "2L:D,9U:D")
	for _, m := range g.drafts() {
		if random.IntN(50) == 0 {
			written = append(written, m)
		}
	}
	for _, m := range written {
		for rows := -1; rows < 12; rows++ {
			if rows >= 0 {
				if m == "pass" || strings.Contains(m, ":") {
					break
				}
				m = fmt.Sprintf("%s/%d", strings.Split(m, "/")[0], rows)
			}
			want, got := g.refusal(m), ""
			if m == "7U:B,7L:A" {
				want = "move.malformed" // cells that descend
			}
			met[want]++
			_, err := p.Apply(engine.Move(m))
			if r := (*engine.Rejection)(nil); errors.As(err, &r) {
				got = r.Rule.ID
			}
			if got != want {
				t.Errorf("%s in %s: plain answers %q, the other one %q, %v", m, p, want, got, err)
				return false
			}
		}
	}
	return true
}

// choose looks at some moves and takes one that joins colours, or clears: quite random games have no chains.
func choose(random *rand.Rand, g *plain, legal []string, patience int) string {
	if g.wait == "draft" {
		return legal[random.IntN(len(legal))]
	}
	if legal[0] == "pass" && random.IntN(3) == 0 {
		return "pass"
	}
	best, most := "", -1000
	for range patience {
		m := legal[random.IntN(len(legal))]
		after := g.apply(m)
		field := &after.field[g.seat]
		value := random.IntN(6) - 6*max(0, len(field[2])-8)
		for c := range field {
			for r := range min(12, len(field[c])) {
				if field[c][r] != '#' {
					value += 2 * min(3, len(connected(field, c, r)))
				}
			}
		}
		if n := after.last.links; n > 0 {
			value += 8*n*n + 20*random.IntN(3)
		}
		if value > most {
			best, most = m, value
		}
	}
	return best
}

func noteWait(g *plain, met map[string]int) {
	if g.wait == "columns" {
		met["columns"]++
		if len(g.todo) > 1 && g.todo[1] == "end" {
			met["columns at a chain's end"]++
		}
	}
	if g.left[0] > 0 && g.left[1] > 0 {
		met["two chains"]++
	}
}

func note(g *plain, met map[string]int) {
	for what, happened := range map[string]bool{
		"fall": g.last.fell > 0, "cancelled": g.last.cancelled > 0, "booked": g.last.booked > 0,
		"cancelled in part": g.last.cancelled > 0 && g.last.fell > 0, "gained": g.last.gained, "saved": g.last.saved,
		"pass": g.last.passed, "3 links": g.last.links >= 3,
	} {
		if happened {
			met[what]++
		}
	}
}
