package rengi

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
)

// TestValueOrders compares positions of seat 1, each better than the next.
func TestValueOrders(t *testing.T) {
	texts := []string{
		"///// //ABABABABABAB/// free free 0,0 0,0 - - - ??,?? 2 over v1",
		"///// ///// free free 0,6 0,0 - - - ??,?? 2 move v1",        // six rows sent
		"///// ///// chain:3:6:5 free 0,0 0,0 - - - ??,?? 2 move v1", // on their way
		"CC/AC/ABC/C/B/B ///// free free 0,0 0,0 - - - ??,?? 2 move v1",
		"A/A/AB//B/B ///// free free 0,0 0,0 - - - ??,?? 2 move v1", // two links are ready
		"AA////BB/ ///// free free 0,0 0,0 - - - ??,?? 2 move v1",
		"AB////AB/ ///// free free 0,0 0,0 - - - ??,?? 2 move v1",
		"//ABAB/// ///// free free 0,0 0,0 - - - ??,?? 2 move v1",
		"//ABAB/// ///// free free 2,0 0,0 - - - ??,?? 2 move v1",
		"//ABABABABABAB/// ///// free free 0,0 0,0 - - - ??,?? 1 over v1",
	}
	before := 0
	for i, text := range texts {
		p := mustParse(t, nil, text)
		value := p.Value(1)
		if i > 0 && value >= before {
			t.Errorf("%s is worth %d, no less than %s with %d", text, value, texts[i-1], before)
		}
		if p.Value(2) != -value {
			t.Errorf("%s is worth %d to one seat and %d to the other", text, value, p.Value(2))
		}
		before = value
	}
}

// TestPower looks for the best chain that one, two or three stones fire, and what it sends.
func TestPower(t *testing.T) {
	for text, want := range map[string][2]float64{
		"/////":         {0, 0},
		"/A/B/B//":      {1, 2},
		"A/////":        {0, 0}, // not worth three stones
		"/ABB/B/B//":    {6, 3}, // two links
		"A/ABB/B/B//":   {6, 2},
		"AA/ABB/B/B//":  {6, 1},
		"AAA/ABB/B/B//": {8, 1}, // and five stones in one of them
	} {
		p := mustParse(t, engine.Options{"rules": ten}, text+" ///// free free 0,0 - 0,0 +1 - AB+CD+CD,AB+CD+CD 1 move v1")
		if best, lacks := p.rules.power(&p.sides[0].field); best != want[0] || float64(lacks) != want[1] {
			t.Errorf("%s: %d stones fire a chain that sends %v, want %v", text, lacks, best, want)
		}
	}
}

// TestValueBuildsChains checks that players who look one move ahead build chains of three and more, and send garbage.
func TestValueBuildsChains(t *testing.T) {
	for _, rules := range []string{haku, kou, ten} {
		built, asked := 0, 0
		for seed := range uint64(3) {
			random := rand.New(rand.NewPCG(seed, 9))
			longestChain := 0
			p := mustStart(t, engine.Options{"rules": rules, "list": "shuffle"})
			for i := 0; i < 150 && p.wait != over; i++ {
				p = after(t, p, greedy(p, random))
				longestChain = max(longestChain, int(p.sides[0].left), int(p.sides[1].left))
				if p.asksRows() {
					asked++
				}
			}
			if longestChain >= 3 {
				built++
			}
		}
		if built < 2 || asked == 0 {
			t.Errorf("%s: %d of 3 games have a chain of three, and rows are asked %d times", rules, built, asked)
		}
	}
}

// greedy returns a random throw if one is due, else the move with the best value after it.
func greedy(p *position, random *rand.Rand) engine.Move {
	if sides := p.dice(); sides != nil {
		return engine.RandomThrow(sides, random)
	}
	moves := slices.Collect(p.each)
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, value := 0, -lost-1
	for i, m := range moves {
		if v := p.play(m).Value(int(p.turn) + 1); v > value {
			best, value = i, v
		}
	}
	return engine.Move(moves[best].String())
}
