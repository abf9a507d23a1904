package standings

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"testing"
	"time"
)

var ratingBegin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func near(a, b, by float64) bool { return math.Abs(a-b) < by }

// TestPaper is the worked example of the paper.
func TestPaper(t *testing.T) {
	r := Rating{1500, 200, 0.06, ratingBegin}
	var games []game
	for _, o := range []struct{ r, rd, score float64 }{{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}} {
		games = append(games, game{(o.r - 1500) / scale, o.rd / scale, o.score, 1})
	}
	got := r.after(games, ratingBegin.Add(RatingPeriod))
	if !near(got.R, 1464.06, 0.01) || !near(got.RD, 151.52, 0.01) || !near(got.Vol, 0.05999, 0.00001) {
		t.Errorf("the rating is %.2f / %.2f / %.5f", got.R, got.RD, got.Vol)
	}
}

func TestDeviationGrows(t *testing.T) {
	r := Rating{1500, 50, 0.06, ratingBegin}
	once := r.Grown(ratingBegin.Add(RatingPeriod))
	if want := math.Hypot(50, 0.06*scale); !near(once.RD, want, 1e-9) {
		t.Errorf("after a period the deviation is %v, want %v", once.RD, want)
	}
	if half := r.Grown(ratingBegin.Add(RatingPeriod / 2)).Grown(ratingBegin.Add(RatingPeriod)); !near(half.RD, once.RD, 1e-9) {
		t.Errorf("two halves of a period give %v, one gives %v", half.RD, once.RD)
	}
	if r.Grown(ratingBegin.Add(-RatingPeriod)) != r {
		t.Error("an earlier time changes the deviation")
	}
	if far := r.Grown(ratingBegin.AddDate(200, 0, 0)); far.RD != 350 {
		t.Errorf("after two centuries the deviation is %v", far.RD)
	}
}

// season is matches of some players, some for four, some of which do not count, in a random order.
func season(n int, seed uint64) []Result {
	random := rand.New(rand.NewPCG(seed, 1))
	names := []string{"Alice", "Bob", "Carol", "Dan", "Eve", "花子"}
	var all []Result
	for i := range n {
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		r := Result{fmt.Sprint(i), ratingBegin.Add(time.Duration(random.IntN(n)) * 5 * time.Hour), slices.Clone(names[:2]),
			[][]int{{1, 2}, {2, 1}, {1, 1}}[random.IntN(3)]}
		placed := random.IntN(9) > 0
		if i%5 == 0 {
			r.Players, r.Places = slices.Clone(names[:4]), [][]int{{1, 2, 2, 2}, {4, 3, 2, 1}, {3, 1, 1, 4}}[random.IntN(3)]
		}
		if !placed {
			r.Places = nil
		}
		all = append(all, r)
	}
	return all
}

// TestSameDigits checks that the digits depend neither on the machine nor on the order and portions of the results.
func TestSameDigits(t *testing.T) {
	all := season(200, 1)
	var whole, parts Pool
	whole.Play(all...)
	slices.SortFunc(all, func(a, b Result) int { return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.Match, b.Match)) })
	for i := 0; i < len(all); i += 7 {
		parts.Play(all[i:min(i+7, len(all))]...)
	}
	at, n := ratingBegin.Add(3*RatingPeriod), 0
	for player := range whole.history {
		if a, b := whole.Now(player, at), parts.Now(player, at); a != b || !slices.Equal(whole.History(player), parts.History(player)) {
			t.Errorf("%s has the ratings %v and %v", player, a, b)
		}
		n += len(whole.History(player))
	}
	counted := 0
	for _, r := range all {
		if r.Counts() {
			counted += len(r.Players)
		}
	}
	if n != counted {
		t.Errorf("the histories have %d entries, want %d", n, counted)
	}
	a := whole.Now("Alice", at)
	if got := fmt.Sprintf("%x %x %x", a.R, a.RD, a.Vol); got != digits {
		t.Errorf("the digits of Alice (%.2f/%.2f/%.5f) are %s", a.R, a.RD, a.Vol, got)
	}
}

const digits = "0x1.60bd1d5510adap+10 0x1.b289cacb37226p+05 0x1.eb00d8fba1b4ap-05"

func TestMatchOfFour(t *testing.T) {
	r := Result{"1", ratingBegin, []string{"a", "b", "c", "d"}, []int{2, 1, 2, 4}}
	after := r.rate([]Rating{NewRating(ratingBegin), NewRating(ratingBegin), NewRating(ratingBegin), NewRating(ratingBegin)})
	if !(after[1].R > after[0].R && after[0].R == after[2].R && after[2].R > after[3].R) {
		t.Errorf("places %v give %v", r.Places, after)
	}
	two := Result{"1", ratingBegin, []string{"a", "b"}, []int{2, 1}}.rate([]Rating{NewRating(ratingBegin), NewRating(ratingBegin)})
	if !near(two[1].R, after[1].R, 1e-9) || !near(two[1].RD, after[1].RD, 1e-9) {
		t.Errorf("a winner over three at a third each has %v, over one %v", after[1], two[1])
	}
}

func TestWhatCounts(t *testing.T) {
	good := Result{"1", ratingBegin, []string{"a", "b"}, []int{1, 2}}
	if !good.Counts() {
		t.Error("a match with a winner does not count")
	}
	for name, change := range map[string]func(*Result){
		"unplaced":   func(r *Result) { r.Places = nil },
		"same seats": func(r *Result) { r.Players = []string{"a", "a"} },
		"alone":      func(r *Result) { r.Players, r.Places = []string{"a"}, []int{1} },
	} {
		r, p := good, Pool{}
		change(&r)
		if p.Play(r); r.Counts() || len(p.history) > 0 {
			t.Errorf("%s: it counts", name)
		}
	}
}

// TestVolatility compares the search of step 5 with a plain one, by halves.
func TestVolatility(t *testing.T) {
	for _, vol := range []float64{0.001, 0.06, 0.4} {
		for _, phi := range []float64{0.1, 2} {
			for _, delta := range []float64{-9, -0.3, 0, 1, 5} {
				const v = 0.7
				low, high := -40.0, 40.0
				for range 200 {
					x := (low + high) / 2
					e := math.Exp(x)
					d := phi*phi + v + e
					if e*(delta*delta-d)/(2*d*d) > (x-math.Log(vol*vol))/0.25 {
						low = x
					} else {
						high = x
					}
				}
				if got, want := volatility(vol, phi, v, delta), math.Exp(low/2); !near(got/want, 1, 1e-6) {
					t.Errorf("volatility(%v, %v, %v, %v) is %v, want %v", vol, phi, v, delta, got, want)
				}
			}
		}
	}
}

func TestExpAndLog(t *testing.T) {
	for x := -30.0; x < 30; x += 0.0173 {
		if got, want := exp(x), math.Exp(x); !near(got/want, 1, 1e-15) {
			t.Fatalf("exp(%v) is %v, want %v", x, got, want)
		}
		if got, want := log(math.Exp(x)), math.Log(math.Exp(x)); !near(got, want, 1e-15*max(1, math.Abs(want))) {
			t.Fatalf("log(exp(%v)) is %v, want %v", x, got, want)
		}
	}
}

var fused = flag.Bool("fused", false, "look for fused products in what is compiled for other processors")

// TestNothingIsFused checks that no product is rounded together with a sum.
func TestNothingIsFused(t *testing.T) {
	if !*fused {
		t.Skip("compiles for other processors; use -fused")
	}
	for _, processor := range []string{"arm64", "ppc64le", "s390x", "riscv64", "loong64"} {
		build := exec.Command("go", "build", "-gcflags=-S", ".")
		build.Env = append(os.Environ(), "GOARCH="+processor, "CGO_ENABLED=0")
		code, err := build.CombinedOutput()
		if err != nil || len(code) == 0 {
			t.Fatalf("%s: %v", processor, err)
		}
		if found := regexp.MustCompile(`.*\tW?FN?M(ADD|SUB).*`).Find(code); found != nil {
			t.Errorf("%s: %s", processor, found)
		}
	}
}
