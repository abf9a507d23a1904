package duel

import (
	"fmt"
	"math"
)

// Tally is the results of pairs of games: how many of them brought A 0, 0.5, 1, 1.5 and 2 points.
type Tally [5]int

// Add counts a pair.
func (t *Tally) Add(p Pair) { t[int(2*(p[0]+p[1]))]++ }

// Pairs returns the number of pairs.
func (t *Tally) Pairs() (n int) {
	for _, count := range t {
		n += count
	}
	return n
}

// Score returns A's points a game, from 0 to 1, and the standard error of it.
func (t *Tally) Score() (mean, deviation float64) {
	n := float64(t.Pairs())
	if n == 0 {
		return 0.5, math.Inf(1)
	}
	for i, count := range t {
		mean += float64(count) * float64(i) / 4 / n
	}
	return mean, math.Sqrt(t.variance(mean) / n)
}

// variance returns the variance of a pair's points a game.
func (t *Tally) variance(mean float64) (v float64) {
	n := float64(t.Pairs())
	for i, count := range t {
		v += float64(count) * (float64(i)/4 - mean) * (float64(i)/4 - mean) / n
	}
	return v
}

// Elo returns by how much A is stronger, and the bounds within which that lies in 95 of 100 duels. They are infinite if one side
// won everything.
func (t *Tally) Elo() (low, best, high float64) {
	mean, deviation := t.Score()
	if deviation == 0 { // all pairs alike, so their spread is not known: take that of one pair between
		deviation = 0.5 / float64(t.Pairs()+1)
	}
	const width = 1.96
	return elo(mean - width*deviation), elo(mean), elo(mean + width*deviation)
}

// elo returns the difference in strength that makes a score likely (Elo, 1978).
func elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// Likelihood returns the logarithm of how much more likely the results are if A is stronger by high than if it is by low, in Elo:
// the generalised sequential test on pairs (Van den Bergh, 2019).
func (t *Tally) Likelihood(low, high float64) float64 {
	mean, _ := t.Score()
	v := t.variance(mean)
	if t.Pairs() == 0 || v == 0 {
		return 0
	}
	a, b := expectation(low), expectation(high)
	return float64(t.Pairs()) * (b - a) * (2*mean - a - b) / (2 * v)
}

// expectation is the inverse of elo.
func expectation(difference float64) float64 { return 1 / (1 + math.Pow(10, -difference/400)) }

// Bound is the likelihood beyond which a test ends, with an error in one of twenty cases on either side (Wald, 1945).
var Bound = math.Log(19)

// Points returns a difference in Elo as people write it.
func Points(elo float64) string {
	switch {
	case math.IsInf(elo, 1):
		return "+∞"
	case math.IsInf(elo, -1):
		return "-∞"
	}
	return fmt.Sprintf("%+.0f", elo)
}
