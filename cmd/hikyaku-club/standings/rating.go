package standings

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// RatingPeriod is the length of a rating period.
const RatingPeriod = 30 * 24 * time.Hour

const (
	newRating     = 1500
	newDeviation  = 350
	newVolatility = 0.06
	tau           = 0.5      // how far a volatility may change
	scale         = 173.7178 // converts from the paper's inner scale to ratings
)

// Rating is the rating of a player at a time.
type Rating struct {
	R, RD, Vol float64 // rating, deviation, volatility
	At         time.Time
}

// Rounded returns the rating as it is shown. Players with the same share a rank.
func (r Rating) Rounded() int { return int(math.Round(r.R)) }

// NewRating returns the rating of an unrated player.
func NewRating(at time.Time) Rating { return Rating{newRating, newDeviation, newVolatility, at} }

// Grown returns r with the deviation increased by the time until at.
func (r Rating) Grown(at time.Time) Rating {
	if at.After(r.At) {
		r.RD, r.At = scale*r.phi(r.Vol, at), at
	}
	return r
}

// mu returns the rating on the inner scale.
func (r Rating) mu() float64 { return (r.R - newRating) / scale }

// phi returns the deviation on the inner scale, increased by the volatility until a time.
func (r Rating) phi(vol float64, at time.Time) float64 {
	phi, periods := r.RD/scale, float64(max(0, at.Sub(r.At)))/float64(RatingPeriod)
	return min(newDeviation/scale, math.Sqrt(float64(phi*phi)+float64(vol*vol*periods)))
}

// game is a game from the point of view of one player.
type game struct {
	mu, phi float64 // the opponent
	score   float64 // 1, 0.5 or 0
	weight  float64
}

// after returns the rating after a period that ends at a time: steps 2 to 8 of the paper.
func (r Rating) after(games []game, at time.Time) Rating {
	mu, phi := r.mu(), r.RD/scale
	var precision, gain float64 // 1/v, and the sum of step 4
	for _, o := range games {
		g := 1 / math.Sqrt(1+float64(3*o.phi*o.phi/(math.Pi*math.Pi)))
		e := 1 / (1 + exp(-g*(mu-o.mu)))
		precision += float64(o.weight * g * g * e * (1 - e))
		gain += float64(o.weight * g * (o.score - e))
	}
	vol := volatility(r.Vol, phi, 1/precision, gain/precision)
	phi = r.phi(vol, at)
	phi = 1 / math.Sqrt(1/(phi*phi)+precision)
	mu += float64(phi * phi * gain)
	return Rating{float64(scale*mu) + newRating, scale * phi, vol, at}
}

// volatility returns the new volatility: step 5 of the paper.
func volatility(vol, phi, v, delta float64) float64 {
	const epsilon = 0.000001
	a, square, variance := log(vol*vol), float64(delta*delta), float64(phi*phi)+v
	f := func(x float64) float64 {
		e := exp(x)
		d := variance + e
		return e*(square-variance-e)/(2*d*d) - float64((x-a)/(tau*tau)) // a division by 1/4 is a product too
	}
	low, high := a, a-tau // f is greater than 1/tau - 1/2 at low, so that the paper's search for such a point ends immediately
	if square > variance {
		high = log(square - variance)
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > epsilon {
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return exp(low / 2)
}

// Result is a finished match.
type Result struct {
	Match   string    // the identifier
	Ended   time.Time // when it ended
	Players []string  // by seats
	Places  []int     // the place of each seat, from 1; nil if the match has no places
}

// Counts reports whether the match is rated.
func (r Result) Counts() bool {
	different := slices.Compact(slices.Sorted(slices.Values(r.Players)))
	return len(r.Players) > 1 && len(r.Places) == len(r.Players) && len(different) == len(r.Players)
}

// rate returns the players' ratings after a match that counts, given those before it.
func (r Result) rate(before []Rating) []Rating {
	after := make([]Rating, len(before))
	for i, own := range before {
		var games []game
		for j, other := range before {
			if i != j {
				score := float64(1+cmp.Compare(r.Places[j], r.Places[i])) / 2
				games = append(games, game{other.mu(), other.phi(other.Vol, r.Ended), score, 1 / float64(len(before)-1)})
			}
		}
		after[i] = own.after(games, r.Ended)
	}
	return after
}

// Entry is the rating of a player after a match.
type Entry struct {
	Match string
	Rating
}

// Pool is the ratings of all players of one game under one set of rules. The zero Pool has no players.
type Pool struct{ history map[string][]Entry }

// Play rates matches, given in any order, which must have ended after those already played.
func (p *Pool) Play(results ...Result) {
	if p.history == nil {
		p.history = map[string][]Entry{}
	}
	for _, r := range slices.SortedFunc(slices.Values(results), func(a, b Result) int { return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.Match, b.Match)) }) {
		if !r.Counts() {
			continue
		}
		before := make([]Rating, len(r.Players))
		for i, player := range r.Players {
			before[i] = p.known(player, r.Ended)
		}
		for i, after := range r.rate(before) {
			p.history[r.Players[i]] = append(p.history[r.Players[i]], Entry{r.Match, after})
		}
	}
}

// known returns the rating of a player after their last match, or the rating of an unrated player.
func (p *Pool) known(player string, at time.Time) Rating {
	if all := p.history[player]; len(all) > 0 {
		return all[len(all)-1].Rating
	}
	return NewRating(at)
}

// Now returns the rating of a player with the deviation increased until a time.
func (p *Pool) Now(player string, at time.Time) Rating { return p.known(player, at).Grown(at) }

// History returns the ratings of a player after each match that counted, oldest first.
func (p *Pool) History(player string) []Entry { return slices.Clone(p.history[player]) }

// exp returns e to the power of x by the series of a number near 0, without the instructions of any one processor.
func exp(x float64) float64 {
	const high, low = 0x1.62e42feep-1, 0x1.a39ef35793c76p-33 // ln 2; high has so few digits that n*high is exact
	n := math.Floor(float64(x/math.Ln2) + 0.5)
	x = float64(x-float64(n*high)) - float64(n*low)
	sum := 1.0
	for k := 14.0; k > 0; k-- {
		sum = 1 + float64(x*sum)/k
	}
	return math.Ldexp(sum, int(n))
}

// log returns the natural logarithm of a positive x by the series of the inverse hyperbolic tangent.
func log(x float64) float64 {
	part, n := math.Frexp(x)
	if part < math.Sqrt2/2 {
		part, n = 2*part, n-1
	}
	s := (part - 1) / (part + 1)
	square, sum := float64(s*s), 0.0
	for k := 25.0; k > 0; k -= 2 {
		sum = float64(square*sum) + 1/k
	}
	return float64(2*s*sum) + float64(float64(n)*math.Ln2)
}
