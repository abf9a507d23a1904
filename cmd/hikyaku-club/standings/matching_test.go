package standings

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestHeaviest compares Edmonds' method with a plain search on random graphs.
func TestHeaviest(t *testing.T) {
	random, with := rand.New(rand.NewPCG(1, 2)), 0
	for i := range 3000 {
		n := random.IntN(11)
		weight := make([][]*big.Int, n)
		for u := range weight {
			weight[u] = make([]*big.Int, n)
		}
		for range n + random.IntN(3*n+1) {
			u, v := random.IntN(n), random.IntN(n)
			if u != v {
				w := new(big.Int).Lsh(big.NewInt(1+random.Int64N(8)), uint(random.IntN(3)*64))
				weight[u][v], weight[v][u] = w, w
			}
		}
		mates, sum := heaviest(weight), new(big.Int)
		for u, v := range mates {
			switch {
			case v < 0:
			case mates[v] != u || weight[u][v] == nil:
				t.Fatalf("graph %d: the mates are %v", i, mates)
			case u < v:
				sum.Add(sum, weight[u][v])
			}
		}
		if want := plainHeaviest(weight, 0); sum.Cmp(want) != 0 {
			t.Fatalf("graph %d: %v weighs %v, the heaviest matching %v", i, mates, sum, want)
		}
		if sum.Sign() > 0 {
			with++
		}
	}
	if with < 2000 {
		t.Errorf("only %d graphs have edges", with)
	}
}

// plainHeaviest is the weight of the heaviest matching of the nodes that aren't in a set.
func plainHeaviest(weight [][]*big.Int, taken int) *big.Int {
	u := 0
	for u < len(weight) && taken>>u&1 == 1 {
		u++
	}
	if u == len(weight) {
		return new(big.Int)
	}
	best := plainHeaviest(weight, taken|1<<u)
	for v := u + 1; v < len(weight); v++ {
		if w := weight[u][v]; w != nil && taken>>v&1 == 0 {
			if sum := new(big.Int).Add(w, plainHeaviest(weight, taken|1<<u|1<<v)); sum.Cmp(best) > 0 {
				best = sum
			}
		}
	}
	return best
}
