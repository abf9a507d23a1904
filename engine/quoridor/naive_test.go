package quoridor

import (
	"fmt"
	"slices"
	"strings"
)

// plain is a second version of the game, written from RULES.md with simple data and without the code under test. Its
// moves are notation.
type plain struct {
	players int
	aside   bool
	walls   []string
	pawns   []place
	left    []int
	gone    []int // the players that are out, from 0, in the order of leaving
	turn    int
}

type place struct{ x, y int }

func (a place) String() string        { return fmt.Sprintf("%c%d", 'a'+a.x, 1+a.y) }
func (a place) plus(d place) place    { return place{a.x + d.x, a.y + d.y} }
func (a place) minus(d place) place   { return place{a.x - d.x, a.y - d.y} }
func (a place) outside() bool         { return a.x < 0 || a.x > 8 || a.y < 0 || a.y > 8 }
func read(text string) place          { return place{int(text[0] - 'a'), int(text[1] - '1')} }
func (g *plain) here() place          { return g.pawns[g.turn] }
func (g *plain) taken(a place) bool   { return slices.Contains(g.pawns, a) }
func (g *plain) seat(a place) string  { return fmt.Sprintf("Player %d", slices.Index(g.pawns, a)+1) }
func (g *plain) target(n int) string  { return targets[g.players][n] }
func (g *plain) has(wall string) bool { return slices.Contains(g.walls, wall) }

var around = []place{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

var targets = map[int][]string{2: {"rank 9", "rank 1"}, 4: {"rank 9", "file i", "rank 1", "file a"}}

// arrived reports whether a is on the goal line of seat n.
func (g *plain) arrived(n int, a place) bool {
	switch targets[g.players][n] {
	case "rank 9":
		return a.y == 8
	case "rank 1":
		return a.y == 0
	case "file i":
		return a.x == 8
	}
	return a.x == 0
}

// barriers holds for each square and direction whether a wall or the edge of the board is there.
type barriers [9][9][4]bool

func raise(walls []string) (b barriers) {
	for i := range 9 {
		b[i][8][0], b[8][i][1], b[i][0][2], b[0][i][3] = true, true, true, true
	}
	for _, w := range walls {
		b = b.with(w)
	}
	return b
}

// with returns b with one more wall, which closes two edges, each from both sides.
func (b barriers) with(wall string) barriers {
	a := read(wall)
	x, y := a.x, a.y
	if wall[2] == 'h' {
		b[x][y][0], b[x+1][y][0], b[x][y+1][2], b[x+1][y+1][2] = true, true, true, true
	} else {
		b[x][y][1], b[x][y+1][1], b[x+1][y][3], b[x+1][y+1][3] = true, true, true, true
	}
	return b
}

// walled reports whether there is a barrier between a and its neighbour to.
func (b *barriers) walled(a, to place) bool {
	return b[a.x][a.y][slices.Index(around, to.minus(a))]
}

// arrives searches breadth first for a way to the goal of seat n.
func (g *plain) arrives(n int, b *barriers) bool {
	seen := [9][9]bool{}
	queue := make([]place, 1, 81)
	queue[0] = g.pawns[n]
	for i := 0; i < len(queue); i++ {
		a := queue[i]
		if g.arrived(n, a) {
			return true
		}
		for d, by := range around {
			if to := a.plus(by); !b[a.x][a.y][d] && !seen[to.x][to.y] {
				seen[to.x][to.y] = true
				queue = append(queue, to)
			}
		}
	}
	return false
}

// judgeWall returns the rule that a wall breaks and a part of its sentence; both are empty if it breaks none.
func (g *plain) judgeWall(text string, b barriers) (rule, says string) {
	a, way := read(text), text[2:]
	along := place{1, 0}
	other := "v"
	if way == "v" {
		along, other = place{0, 1}, "h"
	}
	switch {
	case a.x == 8 || a.y == 8:
		return "wall.off-board", text
	case g.left[g.turn] == 0:
		return "wall.none-left", fmt.Sprintf("Player %d has", g.turn+1)
	case g.has(text):
		return "wall.overlaps", "overlap the wall " + text
	case g.has(a.plus(along).String()+way) || g.has(a.minus(along).String()+way):
		return "wall.overlaps", "overlap the wall "
	case g.has(a.String() + other):
		return "wall.crosses", "cross the wall " + a.String() + other
	}
	b = b.with(text)
	var cut []string
	for n := range g.players {
		if !slices.Contains(g.gone, n) && !g.arrives(n, &b) {
			cut = append(cut, fmt.Sprintf("Player %d no way to %s", n+1, g.target(n)))
		}
	}
	if cut != nil {
		return "wall.blocks-path", "the wall " + text + " would leave " + strings.Join(cut, " and ")
	}
	return "", ""
}

// judgeStep returns the rule that a pawn's move breaks and a part of its sentence; both are empty if it breaks none.
func (g *plain) judgeStep(text string, b *barriers) (rule, says string) {
	from, to := g.here(), read(text)
	dx, dy := to.x-from.x, to.y-from.y
	switch distance := dx*dx + dy*dy; {
	case distance == 0:
		return "pawn.same-square", text
	case g.taken(to):
		return "pawn.occupied", g.seat(to) + " stands on " + text
	case distance == 1 && b.walled(from, to):
		return "pawn.wall-between", "between " + from.String() + " and " + text
	case distance == 1:
		return "", ""
	case distance == 2:
		return g.judgeJumps(to, b, place{from.x + dx, from.y}, place{from.x, from.y + dy})
	case distance == 4 && (dx == 0 || dy == 0):
		return g.judgeJumps(to, b, place{from.x + dx/2, from.y + dy/2})
	}
	return "pawn.too-far", text + " is out of reach from " + from.String()
}

// judgeJumps returns the answer for the pawn whose jump is legal, or else breaks the first rule.
func (g *plain) judgeJumps(to place, b *barriers, overs ...place) (rule, says string) {
	ranks := []string{"", "jump.wall-between", "jump.third-pawn", "jump.straight-open", "pawn.too-far"}
	rule = "pawn.too-far"
	for _, over := range overs {
		if g.taken(over) {
			if r := g.judgeJump(over, to, b); slices.Index(ranks, r) < slices.Index(ranks, rule) {
				rule = r
			}
		}
	}
	if rule == "" {
		return "", ""
	}
	return rule, to.String()
}

func (g *plain) judgeJump(over, to place, b *barriers) string {
	from := g.here()
	behind := over.plus(over.minus(from))
	closed := b.walled(over, behind)
	third := !closed && g.taken(behind)
	switch {
	case b.walled(from, over):
		return "jump.wall-between"
	case third && !g.aside:
		return "jump.third-pawn"
	case to != behind && !closed && !third:
		return "jump.straight-open"
	case b.walled(over, to):
		return "jump.wall-between"
	}
	return ""
}

func (g *plain) String() string {
	var of [2]string
	for y := range 8 {
		for x := range 8 {
			for i, way := range []string{"h", "v"} {
				if a := (place{x, y}).String(); g.has(a + way) {
					of[i] += a
				}
			}
		}
	}
	left := slices.Clone(g.left)
	for i, n := range g.gone {
		left[n] = -i - 1
	}
	words := func(list any) string { return strings.Trim(fmt.Sprint(list), "[]") }
	text := of[0] + " / " + of[1] + " / " + words(g.pawns) + " / " + words(left) + fmt.Sprintf(" / %d", g.turn+1)
	return strings.TrimSpace(strings.ReplaceAll(text, "  ", " "))
}

// after plays a legal move.
func (g *plain) after(text string) *plain {
	h := *g
	h.pawns, h.left, h.walls = slices.Clone(g.pawns), slices.Clone(g.left), slices.Clone(g.walls)
	switch len(text) {
	case 2:
		h.pawns[g.turn] = read(text)
	case 3:
		h.walls = append(h.walls, text)
		h.left[g.turn]--
	}
	return h.next()
}

// next gives the turn to the next player who is not out.
func (g plain) next() *plain {
	g.turn = (g.turn + 1) % g.players
	if slices.Contains(g.gone, g.turn) {
		return g.next()
	}
	return &g
}

// without returns g without player n.
func (g plain) without(n int) *plain {
	g.gone = append(slices.Clone(g.gone), n)
	if g.turn == n {
		return g.next()
	}
	return &g
}
