package slashchain

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"hikyaku/engine"
)

// A second version of the game, written from the rules text with a map of lines. It computes every chain
// anew and shares nothing with the code under test.

// plainTiles are the six kinds as the rules draw them: upper row, then lower row.
var plainTiles = map[byte]string{'S': `/\\/`, 'X': `\//\`, 'L': `////`, 'A': `/\/\`, 'P': `///\`, 'W': `\\\/`}

// plainTurn turns a tile, upper row then lower row, clockwise.
func plainTurn(t string) string {
	flip := strings.NewReplacer("/", `\`, `\`, "/").Replace
	return flip(string([]byte{t[2], t[0], t[3], t[1]}))
}

type plainMove struct {
	kind  byte
	turns int
	x, y  int
}

func (m plainMove) String() string { return fmt.Sprintf("%c%d@%d,%d", m.kind, m.turns, m.x, m.y) }

type plainGame struct {
	options engine.Options
	lines   map[[2]int]byte // by column and row
	tiles   map[[2]int]bool
	hands   [2]map[byte]int
	turn    int
}

func newPlainGame(o engine.Options) *plainGame {
	g := &plainGame{options: o, lines: map[[2]int]byte{}, tiles: map[[2]int]bool{}}
	for seat := range 2 {
		g.hands[seat] = map[byte]int{}
		for kind := range plainTiles {
			g.hands[seat][kind] = int(o["tiles"][0] - '0')
		}
	}
	return g
}

// spots are the cells of a square: upper left, upper right, lower left, lower right.
func spots(x, y int) [4][2]int {
	return [4][2]int{{2 * x, 2*y + 1}, {2*x + 1, 2*y + 1}, {2 * x, 2 * y}, {2*x + 1, 2 * y}}
}

func (g *plainGame) lay(m plainMove) {
	t := plainTiles[m.kind]
	for range m.turns {
		t = plainTurn(t)
	}
	for i, c := range spots(m.x, m.y) {
		g.lines[c] = t[i]
	}
	g.tiles[[2]int{m.x, m.y}] = true
}

// chain returns every cell of the chain through c.
func (g *plainGame) chain(c [2]int) map[[2]int]bool {
	l, up := g.lines[c], 1
	if l == '\\' {
		up = -1
	}
	all := map[[2]int]bool{c: true}
	for _, d := range []int{1, -1} {
		for n := [2]int{c[0] + d, c[1] + d*up}; g.lines[n] == l; n = [2]int{n[0] + d, n[1] + d*up} {
			all[n] = true
		}
	}
	return all
}

// lengths returns the lengths of the chains of l with a cell of the square.
func (g *plainGame) lengths(m plainMove, l byte) (list []int) {
	for _, c := range spots(m.x, m.y) {
		if g.lines[c] == l {
			list = append(list, len(g.chain(c)))
		}
	}
	return list
}

func some(list []int, is func(int) bool) bool {
	for _, n := range list {
		if is(n) {
			return true
		}
	}
	return false
}

// four reports whether filling any empty cell anywhere makes a five that holds c.
func (g *plainGame) four(c [2]int) bool {
	for dx := -6; dx <= 6; dx++ {
		e := [2]int{c[0] + dx, c[1] + dx}
		if g.lines[e] != 0 {
			continue
		}
		g.lines[e] = '/'
		chain := g.chain(e)
		delete(g.lines, e)
		if len(chain) == 5 && chain[c] {
			return true
		}
	}
	return false
}

// fourFour looks at every pair of new slashes on diagonals two apart.
func (g *plainGame) fourFour(m plainMove) bool {
	for _, a := range spots(m.x, m.y) {
		for _, b := range spots(m.x, m.y) {
			if g.lines[a] == '/' && g.lines[b] == '/' && (a[0]-a[1])-(b[0]-b[1]) == 2 && g.four(a) && g.four(b) {
				return true
			}
		}
	}
	return false
}

// play plays m and returns the rule that refuses it or that ends the game, and the winner (0 for a draw,
// -1 if the game goes on). A refused move is taken back.
func (g *plainGame) play(m plainMove) (refused, ended string, winner int) {
	if g.tiles[[2]int{m.x, m.y}] {
		return "square.taken", "", -1
	}
	beside := g.tiles[[2]int{m.x + 1, m.y}] || g.tiles[[2]int{m.x - 1, m.y}] || g.tiles[[2]int{m.x, m.y + 1}] || g.tiles[[2]int{m.x, m.y - 1}]
	if len(g.tiles) == 0 && (m.x != 0 || m.y != 0) || len(g.tiles) > 0 && !beside {
		return "square.not-adjacent", "", -1
	}
	if g.hands[g.turn][m.kind] == 0 {
		return "tile.not-in-hand", "", -1
	}
	g.lay(m)
	foul, ended, winner := g.verdict(m)
	if foul != "" && g.options["foul"] == "reject" {
		for _, c := range spots(m.x, m.y) {
			delete(g.lines, c)
		}
		delete(g.tiles, [2]int{m.x, m.y})
		return foul, "", -1
	}
	if foul != "" {
		ended, winner = foul, 2-g.turn
	}
	g.hands[g.turn][m.kind]--
	left := 0
	for seat := range 2 {
		for _, n := range g.hands[seat] {
			left += n
		}
	}
	if ended == "" && left == 0 {
		ended, winner = "end.tiles-used", 0
	}
	g.turn = 1 - g.turn
	return "", ended, winner
}

// verdict returns the rules of the foul and of the end that the last tile m makes, "" if none, and the winner.
func (g *plainGame) verdict(m plainMove) (foul, ended string, winner int) {
	five, long, more := func(n int) bool { return n == 5 }, func(n int) bool { return n > 5 }, func(n int) bool { return n >= 5 }
	own, other := g.lengths(m, `/\`[g.turn]), g.lengths(m, `\/`[g.turn])
	me, you := g.turn+1, 2-g.turn
	if g.options["rule"] == "renju" {
		switch {
		case some(other, more):
			return "", "end.chain-given", you
		case me == 1 && some(own, five), me == 2 && some(own, more):
			return "", "end.chain", me
		case me == 1 && some(own, long):
			return "renju.overline", "", -1
		case me == 1 && g.fourFour(m):
			return "renju.four-four", "", -1
		case me == 2 && g.fourFour(m):
			return "", "end.forced-four-four", 2
		}
		return "", "", -1
	}
	counts := more
	if g.options["overline"] == "nothing" {
		counts = five
	}
	if g.options["overline"] == "forbidden" && some(own, long) && !some(own, five) && !some(other, more) {
		return "overline.forbidden", "", -1
	}
	switch {
	case some(other, counts):
		return "", "end.chain-given", you
	case some(own, counts):
		return "", "end.chain", me
	}
	return "", "", -1
}

var games = flag.Int("games", 40, "random games by each set of rules to compare with the plain second version")

// TestAgreesWithPlainGame plays random games with all options, some on squares close to the first one so that chains
// and fours arise, and tries every move that can be written near the table.
func TestAgreesWithPlainGame(t *testing.T) {
	met := map[string]int{}
	n := uint64(0)
	for _, rules := range []engine.Options{{"overline": "win"}, {"overline": "forbidden"}, {"overline": "nothing"},
		{"rule": "renju"}, {"rule": "renju"}, {"rule": "renju"}} {
		for _, foul := range []string{"reject", "loses"} {
			for range *games {
				n++
				set := maps.Clone(rules)
				set["foul"], set["tiles"] = foul, "123"[n%3:n%3+1]
				o, err := Game.Resolve(set)
				if err != nil {
					t.Fatal(err)
				}
				agree(t, o, n, met)
			}
		}
	}
	for _, r := range rules {
		if r != moveMalformed && met[r.ID] == 0 {
			t.Errorf("no random game met %s", r.ID)
		}
	}
}

func agree(t *testing.T, o engine.Options, seed uint64, met map[string]int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 6))
	g := newPlainGame(o)
	var p engine.Position = start(o)
	for p.Next().Result == nil {
		p = g.step(t, r, p, met)
	}
}

// step tries random moves on both versions until one is legal, and returns the position after it.
func (g *plainGame) step(t *testing.T, r *rand.Rand, p engine.Position, met map[string]int) engine.Position {
	t.Helper()
	listed := map[string]bool{}
	for m := range p.Moves() {
		listed[string(m)] = true
	}
	for {
		kind := letters[r.IntN(len(letters))]
		m := plainMove{kind, r.IntN(turnsOf(kindOf(kind))), r.IntN(7) - 3, r.IntN(7) - 3}
		before := p.String()
		refused, ended, winner := g.play(m)
		q, err := p.Apply(engine.Move(m.String()))
		if (refused == "") != (err == nil) || listed[m.String()] != (refused == "") {
			t.Fatalf("%s: %v, listed %v, the plain game says %q in %s with %v", m, err, listed[m.String()], refused, before, g.options)
		}
		met[refused]++
		if err != nil {
			if id := err.(*engine.Rejection).Rule.ID; id != refused {
				t.Fatalf("%s is refused by %s, the plain game says %s in %s", m, id, refused, before)
			}
			continue
		}
		met[ended]++
		g.compareEnd(t, q, m, ended, winner)
		return q
	}
}

func (g *plainGame) compareEnd(t *testing.T, q engine.Position, m plainMove, ended string, winner int) {
	t.Helper()
	result := q.Next().Result
	if (result == nil) != (ended == "") {
		t.Fatalf("%s: result %+v, the plain game says %q in %s", m, result, ended, q)
	}
	if result == nil {
		return
	}
	want := []int{1, 1}
	if winner > 0 {
		want = []int{2, 2}
		want[winner-1] = 1
	}
	if result.Rule.ID != ended || result.Places[0] != want[0] || result.Places[1] != want[1] {
		t.Fatalf("%s: %s %v, the plain game says %s, %v in %s", m, result.Rule.ID, result.Places, ended, want, q)
	}
}
