package quoridor

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

var games = flag.Int("games", 33, "random positions of each kind to compare with the plain second version")

// TestAgreesWithPlain compares every move that can be written with the plain version, in random positions with the
// pawns close together.
func TestAgreesWithPlain(t *testing.T) {
	met := map[string]int{}
	for _, options := range []engine.Options{
		{"players": "2", "third-pawn": "none"}, {"players": "2", "third-pawn": "diagonal"},
		{"players": "4", "third-pawn": "none"}, {"players": "4", "third-pawn": "diagonal"},
	} {
		random := rand.New(rand.NewPCG(8, 5))
		for range *games {
			g := randomPlain(random, options)
			for range 3 {
				if n := random.IntN(g.players); g.players-len(g.gone) > 2 && !slices.Contains(g.gone, n) && random.IntN(3) == 0 {
					left := mustParse(t, options, g.String()).Leave(n + 1).String()
					if g = g.without(n); left != g.String() {
						t.Fatalf("without player %d it is %s: want %s", n+1, left, g)
					}
					met["out"]++
				}
				legal := compare(t, options, g, met)
				g = g.after(legal[random.IntN(len(legal))])
				if g.over() {
					break
				}
			}
		}
	}
	for _, r := range rules[1 : len(rules)-1] {
		if met[r.ID] == 0 {
			t.Errorf("no random position met %s", r.ID)
		}
	}
	for _, what := range []string{"pass", "out"} {
		if met[what] == 0 {
			t.Errorf("no random position met: %s", what)
		}
	}
}

func (g *plain) over() bool {
	for n := range g.players {
		if g.arrived(n, g.pawns[n]) {
			return true
		}
	}
	return false
}

// randomPlain returns a random position with the pawns close together, some walls, and few or no walls left.
func randomPlain(random *rand.Rand, options engine.Options) *plain {
	g := &plain{players: seats(options), aside: options["third-pawn"] == "diagonal"}
	corner, width := place{random.IntN(7), random.IntN(7)}, 2+random.IntN(2)
	for len(g.pawns) < g.players {
		a := corner.plus(place{random.IntN(width), random.IntN(width)})
		if !g.taken(a) && !g.arrived(len(g.pawns), a) {
			g.pawns = append(g.pawns, a)
		} else if random.IntN(10) == 0 {
			corner, g.pawns = place{random.IntN(7), random.IntN(7)}, nil
		}
	}
	g.turn = random.IntN(g.players)
	g.left = make([]int, g.players)
	most, near := random.IntN(21), random.IntN(2) == 0
	for range 60 {
		a := place{random.IntN(8), random.IntN(8)}
		if near {
			a = corner.plus(place{random.IntN(5) - 2, random.IntN(5) - 2})
		}
		wall := a.String() + string("hv"[random.IntN(2)])
		g.left[g.turn] = 1
		if rule := "outside"; !a.outside() && len(g.walls) < most {
			if rule, _ = g.judgeWall(wall, raise(g.walls)); rule == "" {
				g.walls = append(g.walls, wall)
			}
		}
	}
	g.left[g.turn] = 0
	for n := range g.left {
		g.left[n] = random.IntN(1 + min((20-len(g.walls))/g.players, 2))
	}
	return g
}

// compare tries all moves on both versions and returns the legal ones.
func compare(t *testing.T, options engine.Options, g *plain, met map[string]int) (legal []string) {
	t.Helper()
	p := mustParse(t, options, g.String())
	if p.String() != g.String() {
		t.Fatalf("%q is read as %q", g, p)
	}
	b := raise(g.walls)
	for s := range square(size * size) {
		rule, says := g.judgeStep(s.String(), &b)
		legal = tell(t, p, s.String(), rule, says, legal, met)
	}
	for s := range square(size * size) {
		for _, way := range []string{"h", "v"} {
			rule, says := g.judgeWall(s.String()+way, b)
			legal = tell(t, p, s.String()+way, rule, says, legal, met)
		}
	}
	if len(legal) == 0 {
		met["pass"]++
		return tell(t, p, "pass", "", "", nil, met)
	}
	tell(t, p, "pass", "pass.not-forced", fmt.Sprintf("Player %d has", g.turn+1), nil, met)
	return legal
}

// tell compares the answer of the game to one move with the expected one, and adds a legal move to the list.
func tell(t *testing.T, p *position, move, rule, says string, legal []string, met map[string]int) []string {
	t.Helper()
	_, err := p.Apply(engine.Move(move))
	met[rule]++
	if err == nil && rule == "" {
		return append(legal, move)
	}
	var r *engine.Rejection
	if !errors.As(err, &r) || r.Rule.ID != rule || says != "" && !strings.Contains(r.Sentence().En, says) {
		t.Fatalf("%s in %s gives %v: want %s: … %s …", move, p, err, rule, says)
	}
	return legal
}
