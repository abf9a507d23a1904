package rengi

import (
	"math"
	"math/rand/v2"
	"sync"

	"hikyaku/engine/search"
)

// columnSets are the sets of columns into which a number of stones falls, as the faces of a throw.
var columnSets = sync.OnceValue(func() (all [rowStones][][]int) {
	for set := range 1 << columns {
		var faces []int
		for c := range columns {
			if set>>c&1 == 1 {
				faces = append(faces, c+1-len(faces)) // c has not been moved: an earlier swap brings a smaller column there
			}
		}
		if len(faces) < rowStones {
			all[len(faces)] = append(all[len(faces)], faces)
		}
	}
	return all
})

// The weights of the search, in addition to those of Value.
const (
	odds     = 150 // the difference at which a win is e times as likely as a loss
	surest   = 8   // the greatest logarithm of the odds
	rooted   = 50  // the square root of a stone that the best chain would send
	buried   = 20  // a stone on its way, if the other side does not answer it
	whole    = 7   // by how many stones a chain is brought nearer, in parts of its worth, where the players choose
	answered = 0.8 // the part of a prepared chain that an answer has, if the players choose
	growth   = 0.2 // the growth of a prepared chain per slot while the other side's chain runs, if the players choose
	started  = 4   // the stones from which it grows
)

func (fight) Value(p *state, _ *rand.Rand) (s search.Shares) {
	me := int(p.turn)
	ahead := (p.stand(me) - p.stand(1-me)) / odds
	v := float32(1 / (1 + math.Exp(-max(-surest, min(ahead, surest)))))
	s[me], s[1-me] = v, 1-v
	return s
}

// stand returns the value of a seat's side. If the players choose their stones, the second to fire has the longer chain: garbage
// on its way to a seat is compared with the chain that the seat will have ready against it.
func (s *state) stand(seat int) float64 {
	x, y := &s.sides[seat], &s.sides[1-seat]
	due := max(0, s.rules.stonesOf(x.announced+y.out-x.out-y.announced))
	if s.rules.supply != chosen { // what runs is answered in part
		due = max(0, s.rules.stonesOf(x.announced-y.announced)+s.rules.stonesOf(y.out-x.out)/2)
	}
	ready, lacks := s.rules.power(&x.field)
	if s.rules.supply == chosen {
		if y.chaining {
			ready = (ready + started) * (1 + growth*float64(y.left))
		}
		open := max(0, due-answered*ready)
		ready, due = max(0, ready-due/answered), open
	}
	return s.rules.shape(&x.field, ready, lacks) - busySlot*float64(x.left) - buried*min(due, mostSent)
}

// stonesOf converts units of garbage to stones.
func (l *ruleSet) stonesOf(units int) float64 {
	return float64(units*rowStones) / float64(l.unitsOf(1))
}

// shape returns the value of a field whose best chain would send so many stones, and lacks some.
func (l *ruleSet) shape(f *field, ready float64, lacks int) float64 {
	return rooted*math.Sqrt(ready) - float64(missing*lacks) + float64(touching*f.touching()-f.danger())
}

// power returns the garbage that the best chain would send which one, two or three stones of one colour in one column fire, and
// how many of these are missing. If the players choose their stones, the missing ones are subtracted from the garbage.
func (l *ruleSet) power(f *field) (best float64, lacks int) {
	top := 0.0
	h := f.heights()
	for c := range columns {
		for k := range kind(colours) {
			stack := cells{}
			for n := 1; n <= 3 && h[c]+n <= liveRows; n++ {
				above := cell(c, h[c]+n-1)
				stack = stack.or(above)
				if f[k].or(stack).and(liveCells).fill(above).len() < 4 {
					continue
				}
				fired := *f
				fired[k] = fired[k].or(stack)
				chain := fired.resolve()
				units, _ := l.generate(&chain, 0)
				sent := l.stonesOf(units)
				v := rooted*math.Sqrt(sent) - float64(missing*n)
				if l.supply == chosen {
					sent = sent * float64(whole+1-n) / whole
					v = sent
				}
				if v > top {
					best, lacks, top = sent, n, v
				}
				break
			}
		}
	}
	if l.supply == chosen {
		lacks = 0
	}
	return best, lacks
}
