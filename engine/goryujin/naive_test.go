package goryujin

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

// A second version of the game, written from the rules text with maps and loops. It shares nothing
// with the code under test.

type spot [2]int

var plainShapes = map[string][]spot{
	"F": {{0, 0}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}},
	"I": {{0, -2}, {0, -1}, {0, 0}, {0, 1}, {0, 2}},
	"L": {{0, 2}, {0, 1}, {0, 0}, {0, -1}, {1, -1}},
	"N": {{0, 2}, {0, 1}, {0, 0}, {-1, 0}, {-1, -1}},
	"P": {{0, 1}, {1, 1}, {0, 0}, {1, 0}, {0, -1}},
	"T": {{-1, 1}, {0, 1}, {1, 1}, {0, 0}, {0, -1}},
	"U": {{-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}},
	"V": {{-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}},
	"W": {{-1, 1}, {-1, 0}, {0, 0}, {0, -1}, {1, -1}},
	"X": {{0, 1}, {-1, 0}, {0, 0}, {1, 0}, {0, -1}},
	"Y": {{0, 1}, {0, 0}, {-1, 0}, {0, -1}, {0, -2}},
	"Z": {{-1, 1}, {0, 1}, {0, 0}, {0, -1}, {1, -1}},
}

// plainMove is a written move: kind (TD for a touchdown), flip, turns, anchor.
type plainMove struct {
	kind  string
	flip  bool
	turns int
	at    spot
}

func (m plainMove) String() string {
	column := ""
	for x := m.at[0]; ; x = x/26 - 1 {
		column = string(rune('A'+x%26)) + column
		if x < 26 {
			break
		}
	}
	flip := ""
	if m.flip {
		flip = "'"
	}
	return fmt.Sprintf("%s%d%s@%s%d", m.kind, m.turns, flip, column, m.at[1]+1)
}

func (m plainMove) cells() []spot {
	kind := m.kind
	if kind == "TD" {
		kind = "P"
	}
	var cells []spot
	for _, c := range plainShapes[kind] {
		x, y := c[0], c[1]
		if m.flip {
			x = -x
		}
		for range m.turns {
			x, y = -y, x
		}
		cells = append(cells, spot{m.at[0] + x, m.at[1] + y})
	}
	return cells
}

func beside(s spot) []spot {
	return []spot{{s[0] + 1, s[1]}, {s[0], s[1] + 1}, {s[0] - 1, s[1]}, {s[0], s[1] - 1}}
}

// plainEnds maps each end cell to the cell in front of it.
func plainEnds(cells []spot) map[spot]spot {
	ends := map[spot]spot{}
	for _, c := range cells {
		var inside []spot
		for _, n := range beside(c) {
			if slices.Contains(cells, n) {
				inside = append(inside, n)
			}
		}
		if len(inside) == 1 {
			ends[c] = spot{2*c[0] - inside[0][0], 2*c[1] - inside[0][1]}
		}
	}
	return ends
}

type plainPiece struct {
	kind   string
	seat   int
	cells  []spot
	ends   map[spot]spot
	dragon int
	gone   bool
}

type plainGame struct {
	pieces []*plainPiece
	open   map[int]map[spot]spot // by dragon: end cell and the cell in front
	heads  map[int]*plainPiece
	bodies map[int]int
	owner  map[int]int
	stock  [2]map[string]int
	turn   int
}

func newPlainGame() *plainGame {
	g := &plainGame{open: map[int]map[spot]spot{}, heads: map[int]*plainPiece{}, bodies: map[int]int{}, owner: map[int]int{}}
	for seat := range 2 {
		g.stock[seat] = map[string]int{}
		for kind := range plainShapes {
			g.stock[seat][kind] = 5
		}
	}
	return g
}

func (g *plainGame) on(c spot) *plainPiece {
	for _, p := range g.pieces {
		if !p.gone && slices.Contains(p.cells, c) {
			return p
		}
	}
	return nil
}

// judge returns the first rule that m breaks, "" if none, and the dragon that it joins.
func (g *plainGame) judge(m plainMove) (rule string, dragon int) {
	cells := m.cells()
	if m.kind != "TD" && g.stock[g.turn][m.kind] == 0 {
		return "piece.out-of-stock", 0
	}
	for _, c := range cells {
		if c[0] < 0 || c[0] > 59 || c[1] < 0 || c[1] > 29 {
			return "cell.off-board", 0
		}
	}
	contacts := 0
	for _, c := range cells {
		if g.on(c) != nil {
			return "cell.occupied", 0
		}
		for _, n := range beside(c) {
			if p := g.on(n); p != nil && p.seat == g.turn {
				contacts++
			}
		}
	}
	if m.kind == "P" {
		return g.judgeHead(cells, contacts), 0
	}
	return g.judgeJoin(m, cells, contacts)
}

func (g *plainGame) judgeHead(cells []spot, contacts int) string {
	rows := [][]int{{0, 1}, {28, 29}}[g.turn]
	square := 0
	for _, c := range cells {
		// The tail is the only cell of a P with a single neighbour.
		if _, tail := plainEnds(cells)[c]; !tail && slices.Contains(rows, c[1]) {
			square++
		}
	}
	switch {
	case square != 4:
		return "head.not-on-own-edge"
	case contacts > 0:
		return "head.touches-own"
	}
	return ""
}

func (g *plainGame) judgeJoin(m plainMove, cells []spot, contacts int) (string, int) {
	met, dragon := false, 0
	for end, front := range plainEnds(cells) {
		p := g.on(front)
		if p == nil || p.seat != g.turn || p.ends[front] != end {
			continue
		}
		if _, isEnd := p.ends[front]; !isEnd {
			continue
		}
		met = true
		if f, ok := g.open[p.dragon][front]; ok && f == end {
			dragon = p.dragon
		}
	}
	switch {
	case !met:
		return "join.none", 0
	case dragon == 0:
		return "join.branch", 0
	case contacts > 1:
		return "contact.collision", 0
	case m.kind == "TD" && g.bodies[dragon] == 0:
		return "touchdown.no-body", 0
	}
	return "", dragon
}

// play plays a legal m that joins dragon.
func (g *plainGame) play(m plainMove, dragon int) {
	cells := m.cells()
	p := &plainPiece{kind: m.kind, seat: g.turn, cells: cells, ends: plainEnds(cells), dragon: dragon}
	switch m.kind {
	case "P":
		p.dragon = len(g.pieces) + 1
		g.heads[p.dragon], g.owner[p.dragon], g.open[p.dragon] = p, g.turn, p.ends
		g.stock[g.turn]["P"]--
	case "TD":
		g.heads[dragon].gone = true
		g.open[dragon] = nil
	default:
		left := map[spot]spot{}
		for end, front := range p.ends {
			if other := g.on(front); other == nil || other.dragon != dragon {
				left[end] = front
			}
		}
		g.open[dragon] = left
		g.bodies[dragon]++
		g.stock[g.turn][m.kind]--
	}
	g.pieces = append(g.pieces, p)
	g.turn = 1 - g.turn
}

// plainMoves returns one in step of the moves that can be written.
func plainMoves(step, offset int) (moves []plainMove) {
	kinds := append(strings.Split("FILNPTUVWXYZ", ""), "TD")
	n := 0
	for _, kind := range kinds {
		for turns := range 8 {
			for x := range 60 {
				for y := range 30 {
					if n++; n%step == offset%step {
						moves = append(moves, plainMove{kind, turns > 3, turns % 4, spot{x, y}})
					}
				}
			}
		}
	}
	return moves
}

// nearHeads returns touchdowns around the heads without a body.
func (g *plainGame) nearHeads() (moves []plainMove) {
	for d, head := range g.heads {
		for turns := range 8 {
			for i := range 49 {
				if c := head.cells[0]; g.bodies[d] == 0 {
					moves = append(moves, plainMove{"TD", turns > 3, turns % 4, spot{min(59, max(0, c[0]+i%7-3)), min(29, max(0, c[1]+i/7-3))}})
				}
			}
		}
	}
	return moves
}

// plainNames are all moves that can be written, by their text.
var plainNames = func() map[string]plainMove {
	names := map[string]plainMove{}
	for _, m := range plainMoves(1, 0) {
		names[m.String()] = m
	}
	return names
}()

var games = flag.Uint64("games", 1, "random games to compare with the plain second version")

// TestAgreesWithPlainGame compares legality and the named rule in positions of random games. In one, if there is
// more than one game, it tries every move that can be written, in the others all listed moves and a share of the rest.
func TestAgreesWithPlainGame(t *testing.T) {
	met := map[string]int{}
	for seed := range *games {
		r := rand.New(rand.NewPCG(seed, 5))
		g := newPlainGame()
		var p engine.Position = start()
		for ply := 0; ply < 70 && p.Next().Result == nil; ply++ {
			step := 401
			if ply == 30 && seed == 0 {
				step = 7
				if *games > 1 {
					step = 1
				}
			}
			compare(t, g, p, plainMoves(step, r.IntN(step)), met)
			compare(t, g, p, g.nearHeads(), met)
			if t.Failed() {
				return
			}
			p = randomPly(t, r, g, p)
		}
	}
	for _, rule := range rules {
		if id := rule.ID; id != "move.malformed" && !strings.HasPrefix(id, "end.") && met[id] == 0 && *games >= 3 { // some are rare
			t.Errorf("no random move met %s", id)
		}
	}
}

func compare(t *testing.T, g *plainGame, p engine.Position, moves []plainMove, met map[string]int) {
	t.Helper()
	listed := map[engine.Move]bool{}
	for m := range p.Moves() {
		listed[m] = true
	}
	for _, m := range moves {
		rule, _ := g.judge(m)
		met[rule]++
		canonical, err := p.Parse(m.String())
		if err != nil {
			t.Fatalf("Parse(%s) = %v", m, err)
		}
		got := ""
		if _, err := p.Apply(canonical); err != nil {
			got = err.(*engine.Rejection).Rule.ID
		}
		if got != rule || listed[canonical] != (rule == "") {
			t.Fatalf("%s (%s): %q and listed %v, the plain game says %q in %s", m, canonical, got, listed[canonical], rule, p)
		}
	}
}

// randomPly plays a random listed move in both versions, mostly one that extends a dragon.
func randomPly(t *testing.T, r *rand.Rand, g *plainGame, p engine.Position) engine.Position {
	t.Helper()
	var all []engine.Move
	for m := range p.Moves() {
		if m[0] != 'P' && m != engine.Pass || r.IntN(60) == 0 {
			all = append(all, m)
		}
	}
	m := engine.Move(engine.Pass)
	if len(all) > 0 {
		m = all[r.IntN(len(all))]
	}
	q, err := p.Apply(m)
	if err != nil {
		t.Fatal(err)
	}
	if m == engine.Pass {
		g.turn = 1 - g.turn
		return q
	}
	plain, written := plainNames[string(m)]
	rule, dragon := g.judge(plain)
	if !written || rule != "" {
		t.Fatalf("%s is listed, the plain game says %q in %s", m, rule, p)
	}
	g.play(plain, dragon)
	return q
}
