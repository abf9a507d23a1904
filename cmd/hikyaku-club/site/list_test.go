package site

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPages checks that a page lists 200 matches, the newest first, and links to the pages of older ones.
func TestPages(t *testing.T) {
	b := &book{Site: &Site{}}
	for n := range 401 {
		b.over = append(b.over, &chapter{Match: Match{File: fmt.Sprintf("%03d.kif", n)}})
	}
	b.open = b.over[:200]
	p := b.presses(nil)[0]
	for _, test := range []struct {
		kind             string
		n, rows, earlier int
		first, last      string
	}{
		{"matches", 1, 200, 0, "match/199.html", "match/000.html"},
		{"matches", 2, 200, 1, "match/399.html", "match/200.html"},
		{"matches", 3, 1, 2, "match/400.html", "match/400.html"},
		{"open", 1, 200, 0, "match/199.html", "match/000.html"},
	} {
		parts := p.listed("matches.html", test.kind, test.n)
		rows := parts[0].Rows
		if len(rows) != test.rows || rows[0][0].Link != test.first || rows[len(rows)-1][0].Link != test.last {
			t.Errorf("page %d of %s has %d matches, from %s to %s", test.n, test.kind, len(rows), rows[0][0].Link, rows[len(rows)-1][0].Link)
		}
		if test.earlier == 0 && len(parts) > 1 || test.earlier > 0 && (len(parts) != 2 || len(parts[1].Rows) != test.earlier || parts[1].Rows[test.earlier-1][0].Link != test.kind+"-1.html") {
			t.Errorf("page %d of %s leads to %+v", test.n, test.kind, parts[1:])
		}
	}
	if n := [...]int{pages(nil), pages(b.open), pages(b.over[:201]), pages(b.over)}; n != [...]int{1, 1, 2, 3} {
		t.Errorf("the lists have %v pages", n)
	}
}

// TestFirstPage checks that the first page shows the boards of one match or more, and no section of boards without them.
func TestFirstPage(t *testing.T) {
	for n := range 3 {
		s := &Site{Dir: t.TempDir(), OnDemand: true}
		out, err := s.open()
		if err != nil {
			t.Fatal(err)
		}
		b := &book{Site: s, nights: map[string][]string{}}
		for i := range n {
			b.open = append(b.open, &chapter{Match: Match{File: fmt.Sprintf("%d.kif", i)}})
		}
		if err := b.presses(out)[0].index(t.Context(), b.open); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(out.path("index.html"))
		if boards, lists := strings.Count(string(text), "<picture>"), strings.Count(string(text), `class="boards"`); err != nil || boards != n || lists != min(n, 1) {
			t.Errorf("of %d matches, the first page shows %d boards in %d lists: %v", n, boards, lists, err)
		}
	}
}

// TestPlaced checks what the page of a player says about a result.
func TestPlaced(t *testing.T) {
	b := &book{Site: &Site{}}
	p := b.presses(nil)[0]
	for want, places := range map[string][]int{"won": {1, 2}, "lost": {2, 1}, "drawn": {1, 1}, "no result": {0, 0}, "place 3": {3, 1, 2, 4}} {
		c := &chapter{}
		for _, place := range places {
			c.Players = append(c.Players, Player{Place: place})
		}
		if got := p.placed(c.Players[0], c); got != want {
			t.Errorf("of the places %v, the first is called %q, not %q", places, got, want)
		}
	}
}
