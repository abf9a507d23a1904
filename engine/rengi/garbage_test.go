package rengi

import (
	"encoding/json"
	"os"
	"testing"

	"hikyaku/engine"
)

func mustLaw(t testing.TB, options engine.Options) *ruleSet {
	t.Helper()
	l, err := ruleSetOf(options)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// chainOf returns a chain with these numbers of stones in its links, one group each.
func chainOf(stones ...int) *chain {
	c := &chain{n: len(stones)}
	for i, n := range stones {
		c.links[i] = link{n, 1}
	}
	return c
}

// fours returns a chain of n links of four stones, except for the last ones.
func fours(n int, last ...int) *chain {
	var all []int
	for range n - len(last) {
		all = append(all, 4)
	}
	return chainOf(append(all, last...)...)
}

// printed are the printed tables, in stones, by the link or the number of stones.
type printed struct {
	Total       map[int]int   `json:"chain_total"`
	Extra       map[int][]int `json:"per_step_increment"` // for 5 to 17 stones
	ExtraMore   map[int]int   `json:"beyond_17_per_extra_stone"`
	Full        map[int]int   `json:"one_chain_normal"`
	FullMore    int           `json:"one_chain_normal_beyond_17_per_extra_stone"`
	Reduced     map[int]int   `json:"one_chain_reduced"`
	ReducedMore int           `json:"one_chain_reduced_beyond_17_per_extra_stone"`
	Rows        map[int]int   `json:"simple_chain_only_rows"`
}

func readPrinted(t *testing.T) (p printed) {
	t.Helper()
	data, err := os.ReadFile("testdata/tables.json")
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err != nil || len(p.Total) != longest || len(p.Extra) != longest || len(p.Rows) != longest || len(p.Full) != 14 || len(p.Reduced) != 14 {
		t.Fatalf("the tables are not complete: %+v, %v", p, err)
	}
	return p
}

// TestLongChains compares chains whose last link has 4 to 20 stones with the printed tables.
func TestLongChains(t *testing.T) {
	p, l := readPrinted(t), mustLaw(t, engine.Options{"rules": ten})
	simple := mustLaw(t, engine.Options{"simple": "chain"})
	for n := 2; n <= longest; n++ {
		for stones := 4; stones <= 20; stones++ {
			want := p.Total[n]
			if stones > 4 {
				want += p.Extra[n][min(stones, 17)-5] + max(0, stones-17)*p.ExtraMore[n]
			}
			if got := l.stones(fours(n, stones)); got != want {
				t.Errorf("%d links, the last of %d stones, give %d: want %d", n, stones, got, want)
			}
		}
		if got, _ := simple.generate(fours(n, 9), 0); got != p.Rows[n] {
			t.Errorf("%d links give %d rows by the simple calculation: want %d", n, got, p.Rows[n])
		}
	}
	// The first link of a longer chain has the full table, and no single stone for four.
	for stones := 5; stones <= 17; stones++ {
		if got, want := l.stones(chainOf(stones, 4)), p.Total[2]+p.Extra[1][stones-5]; got != want {
			t.Errorf("two links, the first of %d stones, give %d: want %d", stones, got, want)
		}
	}
}

// TestSingleLinks compares chains of one link with the printed tables.
func TestSingleLinks(t *testing.T) {
	p := readPrinted(t)
	full, reduced := mustLaw(t, engine.Options{"reduce1": off}), mustLaw(t, nil)
	for stones := 4; stones <= 20; stones++ {
		more := max(0, stones-17)
		if got, want := full.stones(chainOf(stones)), p.Full[min(stones, 17)]+more*p.FullMore; got != want {
			t.Errorf("%d stones at once give %d: want %d", stones, got, want)
		}
		if got, want := reduced.stones(chainOf(stones)), p.Reduced[min(stones, 17)]+more*p.ReducedMore; got != want {
			t.Errorf("%d stones at once give %d reduced: want %d", stones, got, want)
		}
	}
}

// TestPrintedExamples compares chains with the stones worked out on the rule page. Where the page adds wrongly, the
// test has the right sum.
func TestPrintedExamples(t *testing.T) {
	l := mustLaw(t, engine.Options{"rules": ten})
	for _, c := range []struct {
		chain *chain
		rows  int
	}{
		{fours(5, 6), 14},
		{fours(8, 7, 4, 8), 75},
		{fours(8, 7, 4, 9), 79},
		{fours(6, 16), 56},
		{fours(12, 7, 16), 242},
		{fours(12, 24), 280},
		{fours(12, 25), 287},
		{chainOf(4, 4, 4, 4, 5, 5, 4, 6, 5, 5, 5, 8, 10), 274}, // printed 276
		{fours(10), 90},
	} {
		if got := l.stones(c.chain); got != c.rows*rowStones {
			t.Errorf("%v gives %d stones: want %d rows", c.chain.links[:c.chain.n], got, c.rows)
		}
	}
}

// TestStock generates garbage of chains one after the other, up to the limit of 36 stones.
func TestStock(t *testing.T) {
	l := mustLaw(t, engine.Options{"reduce1": off})
	stock := 0
	for _, c := range []struct {
		chain      *chain
		rows, left int
	}{
		{chainOf(4), 0, 1}, {chainOf(5), 0, 3}, {chainOf(4, 4), 1, 3}, {chainOf(8), 1, 2},
		{chainOf(4, 4, 4), 2, 5}, {chainOf(5, 4, 4, 4), 6, 0}, {chainOf(4, 4, 13), 9, 0},
	} {
		var rows int
		if rows, stock = l.generate(c.chain, stock); rows != c.rows || stock != c.left {
			t.Fatalf("%v gives %d rows and the stock %d: want %d and %d", c.chain.links[:c.chain.n], rows, stock, c.rows, c.left)
		}
	}
	for _, c := range []struct{ stock, rows, left int }{{2, 5, 5}, {3, 6, 0}, {5, 6, 0}} {
		if rows, left := l.generate(chainOf(4, 4, 9), c.stock); rows != c.rows || left != c.left {
			t.Errorf("33 stones with the stock %d give %d rows and the stock %d: want %d and %d", c.stock, rows, left, c.rows, c.left)
		}
	}
}

// TestGroups compares chains whose last link has several groups. Where the page adds wrongly, the test has the right
// sum.
func TestGroups(t *testing.T) {
	l := mustLaw(t, engine.Options{"simple": "groups"})
	for _, c := range []struct{ links, groups, rows int }{
		{2, 2, 2}, {2, 3, 3}, {3, 2, 5}, {3, 3, 7}, {4, 2, 9}, {4, 3, 12}, {5, 2, 14}, {5, 3, 18},
		{5, 1, 10}, {2, 4, 4}, {2, 5, 4},
	} {
		chain := fours(c.links)
		chain.links[c.links-1].groups = c.groups
		if got, stock := l.generate(chain, 3); got != c.rows || stock != 3 {
			t.Errorf("%d links, the last of %d groups, give %d rows, stock %d: want %d, 3", c.links, c.groups, got, stock, c.rows)
		}
	}
}
