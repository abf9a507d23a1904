package site

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/internal/i18n"
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

// TestFirstPage checks which boards and tables the first page shows of open and of finished matches.
func TestFirstPage(t *testing.T) {
	for _, test := range []struct {
		open, over, boards, rows int
		captions                 string
	}{
		{0, 0, 0, 0, "Recently finished"},
		{1, 0, 1, 1, "Now playing, Open matches"},
		{2, 0, 2, 2, "Now playing, Open matches"},
		{1, 1, 1, 2, "Now playing, Open matches, Recently finished"},
		{1, 2, 1, 3, "Now playing, Open matches, Recently finished"},
		{0, 2, 2, 0, "Recently finished"},
		{0, 6, 6, 0, "Recently finished"},
		{0, 7, 6, 1, "Recently finished, More finished matches"},
		{0, 8, 6, 2, "Recently finished, More finished matches"},
	} {
		s := &Site{Dir: t.TempDir(), OnDemand: true}
		out, err := s.open()
		if err != nil {
			t.Fatal(err)
		}
		b := &book{Site: s, nights: map[string][]string{}}
		for i := range test.open {
			b.open = append(b.open, &chapter{Match: Match{File: fmt.Sprintf("open-%d.kif", i)}})
		}
		for i := range test.over {
			b.over = append(b.over, &chapter{Match: Match{File: fmt.Sprintf("over-%d.kif", i)}, over: true})
		}
		if err := b.presses(out)[0].index(t.Context(), b.open); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(out.path("index.html"))
		if err != nil {
			t.Fatal(err)
		}
		var captions []string
		for _, found := range regexp.MustCompile(`<(?:h2|caption)>([^<]*)`).FindAllStringSubmatch(string(text), -1) {
			captions = append(captions, found[1])
		}
		boards, rows := strings.Count(string(text), "<picture>"), strings.Count(string(text), `<th scope="row"`)
		if got := strings.Join(captions, ", "); got != test.captions || boards != test.boards || rows != test.rows {
			t.Errorf("of %d open and %d finished matches, the first page shows %d boards and %d rows: %s", test.open, test.over, boards, rows, got)
		}
	}
}

// TestNights checks that a card by night of a match that the first page no longer shows is removed, and that nobody takes it for removed
// if it can't be.
func TestNights(t *testing.T) {
	s := &Site{Dir: t.TempDir(), OnDemand: true}
	out, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	b := &book{Site: s, nights: map[string][]string{"en": {"match/old.night.png"}}}
	inside := out.path("match/old.night.png/inside")
	if err := os.MkdirAll(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, works := range []bool{false, true} {
		if err := b.presses(out)[0].index(t.Context(), nil); (err == nil) != works {
			t.Errorf("a card that can be removed is removed with the error %v", err)
		}
		if err := os.RemoveAll(inside); err != nil {
			t.Fatal(err)
		}
		b.nights["en"] = []string{"match/old.night.png"}
	}
	if _, err := os.Stat(out.path("match/old.night.png")); err == nil {
		t.Error("a card that the first page doesn't show is still there")
	}
}

// TestCollect checks who has a page: members and players of matches, by name, each with their matches, which somebody who plays against
// themselves has once. A match that has ended before it was drawn who begins has seats without players.
func TestCollect(t *testing.T) {
	player := func(name string) Player { return Player{Name: name, Page: "page-of-" + name, ID: "page-of-" + name} }
	over := []*chapter{{Match: Match{File: "1", Players: []Player{{}, {}}}, over: true}, {Match: Match{File: "2", Players: []Player{player("eve"), player("Bob")}}, over: true}}
	b := &book{
		Site: &Site{}, people: []*person{{name: "Zoe", page: "page-of-Zoe"}, {name: "Bob", page: "page-of-Bob"}, {name: "Bob", page: "a-page"}},
		over: over, open: []*chapter{{Match: Match{File: "3", Players: []Player{player("Bob"), player("Bob")}}}},
	}
	b.collect()
	var got []string
	for _, p := range b.people {
		one := p.name + " " + p.page + ":"
		for _, c := range p.chapters {
			one += " " + c.File
		}
		got = append(got, one)
		if b.pages[p.page] != p {
			t.Errorf("%s isn't found by name", p.page)
		}
	}
	if want := []string{"Bob a-page:", "Bob page-of-Bob: 2 3", "eve page-of-eve: 2", "Zoe page-of-Zoe:"}; !slices.Equal(got, want) || len(b.pages) != len(want) {
		t.Errorf("the people are %q, want %q", got, want)
	}
}

// TestPoolTitle checks that a pool is called like its game with its rules or, if no such match has ended, like its game.
func TestPoolTitle(t *testing.T) {
	b := &book{Site: &Site{}}
	for _, c := range []Match{{Game: "a", Rules: "2"}, {Game: "b", Rules: "1"}, {Game: "a", Rules: "1"}} {
		b.over = append(b.over, &chapter{Match: c, title: i18n.Same(c.Game + " by " + c.Rules)})
	}
	for pool, want := range map[events.Pool]string{{Game: "a", Rules: "1"}: "a by 1", {Game: "b", Rules: "2"}: "b"} {
		if got := b.presses(nil)[0].poolTitle(pool); got != want {
			t.Errorf("%v is called %q, want %q", pool, got, want)
		}
	}
}

// TestPlaced checks what the page of a player says about a result.
func TestPlaced(t *testing.T) {
	b := &book{Site: &Site{}}
	p := b.presses(nil)[0]
	for want, places := range map[string][]int{"won": {1, 2}, "lost": {2, 1}, "drawn": {1, 1}, "no result": {0, 0}, "place 3": {3, 1, 2}} {
		c := &chapter{}
		for _, place := range places {
			c.Players = append(c.Players, Player{Place: place})
		}
		if got := p.placed(c.Players[0], c); got != want {
			t.Errorf("of the places %v, the first is called %q, not %q", places, got, want)
		}
	}
}

// TestRounds checks that the page of an event has a table for each round.
func TestRounds(t *testing.T) {
	e := Event{}
	e.Entrants = []events.Entrant{{Name: "Anna"}, {Name: "Bert"}, {Name: "Clara"}}
	e.Pairings = []events.Pairing{
		{Round: 1, Players: []int{1, 2}, Result: standings.FirstWon, Match: "1"}, {Round: 1, Players: []int{3}, Result: standings.FirstWon},
		{Round: 2, Players: []int{2, 3}, Result: standings.Drawn, Decided: true}, {Round: 3, Players: []int{3, 1}, Match: "2"},
	}
	s := &Site{known: map[string]*chapter{"1": {Match: Match{File: "1"}, played: true}, "2": {Match: Match{File: "2"}}}}
	var got []string
	for _, part := range (&book{Site: s}).presses(nil)[0].rounds("event/x.html", e) {
		got = append(got, part.Caption)
		for _, row := range part.Rows {
			got = append(got, strings.TrimSpace(row[0].Text+" "+row[0].Link)+": "+row[1].Text)
		}
	}
	if want := []string{"Round 1", "Anna – Bert ../match/1.html: 1–0", "Clara: bye", "Round 2", "Bert – Clara: ½–½ (decided)", "Round 3", "Clara – Anna: still playing"}; !slices.Equal(got, want) {
		t.Errorf("the page has %q, want %q", got, want)
	}
}

// TestAddress checks that links for other programs begin with the address of the site, where it is known.
func TestAddress(t *testing.T) {
	for address, want := range map[string]string{"": "../feed.atom", "https://club.example.org/x/": "https://club.example.org/x/ja/feed.atom"} {
		p := (&book{Site: &Site{Address: address}}).presses(nil)[1]
		if got := p.link("match/1.html", "feed.atom"); got != want {
			t.Errorf("from the address %q, the link is %s, want %s", address, got, want)
		}
		if _, head := p.around("match/1"); strings.Contains(string(head), "og:") != (address != "") || !strings.Contains(string(head), `href="../feed.atom"`) {
			t.Errorf("with the address %q, the head of a match is %s", address, head)
		}
	}
}

// TestNews checks that a feed has the 40 newest beginnings and ends of matches, the newest first.
func TestNews(t *testing.T) {
	s := &Site{Dir: t.TempDir()}
	out, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	p := (&book{Site: s}).presses(out)[0]
	var list []*chapter
	for n := range 30 { // the first 20 have ended
		c := &chapter{Match: Match{File: fmt.Sprint(n, ".kif")}, begun: time.Date(2026, 11, 1, n, 0, 0, 0, time.UTC), over: n < 20}
		if c.over {
			c.Ended = c.begun.Add(30 * time.Hour)
		}
		list = append(list, c)
	}
	news := p.news(list)
	if err := p.feed("feed.atom", "", "", "", news); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out.path("feed.atom"))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, found := range regexp.MustCompile(`match/(.*)\.html#(.*)<`).FindAllStringSubmatch(string(text), -1) {
		ids = append(ids, found[1]+" "+found[2])
	}
	if len(news) != maxNews || len(ids) != maxNews || ids[0] != "19 over" || ids[20] != "29 begun" || ids[39] != "10 begun" {
		t.Errorf("of %d entries, the feed has %q", len(news), ids)
	}
}
