package site_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/kif"
)

var update = flag.Bool("update", false, "write the pages of testdata anew")

// season is a club with finished and open matches, events and a ladder, in which no two matches begin or end at once: the order of those
// depends on their keys.
func season(t *testing.T) *hall {
	t.Helper()
	h := newHall(t)
	h.begins("quoridor", 0, 1, "e2", "e8", "resign SHORT", "yes")
	h.begins("quoridor", 2, 1, "e2")
	h.begins("shogi", 0, 4, "7g7f", "3c3d", "resign SHORT", "yes")
	open := h.begins("shogi", 0, 2)
	h.Wait(24 * time.Hour)
	h.plays(open, "7g7f", "3c3d")
	for _, def := range []events.Definition{
		{Name: "Later" + strings.Repeat(" and later", 9), Kind: events.RoundRobin, Game: "shogi", Control: "30d+1d", Engines: true, Players: 9},
		{Name: "Swiss", Kind: events.Swiss, Game: "quoridor", Control: "3d", Rated: true, Rounds: 1, Players: 3},
		{Name: "League", Kind: events.DoubleRoundRobin, Game: "quoridor", Control: "3d", Players: 3},
	} {
		h.do(func(d *game.Deal) error { return events.Define(d, def) })
		for i, p := range people[:min(def.Players, 3)] {
			h.do(func(d *game.Deal) error { return events.Enter(d, def.Name, p.Address, kif.Hash{byte(i + 1)}) })
		}
	}
	h.do(func(d *game.Deal) error {
		return events.Decide(d, "Swiss", 1, 1, standings.Drawn, game.By{Who: "dora@example.org", Why: "Both agreed."})
	})
	of, by := people[0].Address, people[1].Address
	for _, step := range []standings.Step{
		{What: standings.Joined, Player: of}, {What: standings.Joined, Player: by}, {What: standings.Challenged, By: by, Of: of},
		{What: standings.Accepted, By: by, Of: of, Match: "1"}, {What: standings.Won, By: by, Of: of, Player: by, Match: "1"}, {What: standings.Left, Player: people[3].Address},
	} {
		h.do(func(d *game.Deal) error {
			step.At = d.At
			data, err := json.Marshal(step)
			if err == nil {
				_, err = d.Exec(`insert into step (ladder, at, data) values ('quoridor', $1, $2)`, step.At, string(data))
			}
			return err
		})
	}
	return h
}

var (
	unread = regexp.MustCompile(`(?s)^.*?<body>|<style>.*?</style>|<svg.*?</svg>`)
	image  = regexp.MustCompile(`<source media="[^"]*" srcset="([^"]*)"><img src="([^"]*)" alt="([^"]*)"[^>]*>`)
	anchor = regexp.MustCompile(`<a href="([^"]*)"[^>]*?( aria-current)?[^>]*>`)
	ended  = regexp.MustCompile(`</(tr|p|h1|h2|caption|figcaption|li|nav|title|updated|id|name)>`)
	title  = regexp.MustCompile(`<abbr[^>]* title="([^"]*)">`)
	column = regexp.MustCompile(`</t[hd]>`)
	tag    = regexp.MustCompile(`<[^>]*>`)
	told   = regexp.MustCompile(`^match/|^player/.*\.atom|\.json$`) // by other tests, or by the feeds of all matches and of an event
	keyed  = regexp.MustCompile(`match/(quoridor|shogi)-[0-9a-f]{8}`)
	gaps   = regexp.MustCompile(`(?m)[ \t]+$|^[ \t]+|\n\s*\n`)
)

// said is what a page or feed says, with the addresses of its links.
func said(text string) string {
	text = strings.ReplaceAll(unread.ReplaceAllString(text, ""), "\n", " ")
	text = image.ReplaceAllString(text, "[$3: $2, $1]")
	text = title.ReplaceAllString(anchor.ReplaceAllString(text, "($1)$2 "), "[$1] ")
	text = column.ReplaceAllString(ended.ReplaceAllString(text, "\n"), " | ")
	text = gaps.ReplaceAllString(tag.ReplaceAllString(text, ""), "\n")
	return strings.Trim(gaps.ReplaceAllString(html.UnescapeString(text), "\n"), "\n") + "\n"
}

// TestPagesSay compares what the pages and feeds of a club say with testdata.
func TestPagesSay(t *testing.T) {
	h := season(t)
	s := h.site(1)
	dbtest.Must(t, s.Write(t.Context()))
	all := files(t, s.Dir)
	got := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		base, ja := strings.CutPrefix(name, "ja/")
		if lang := map[bool]string{false: "en", true: "ja"}[ja]; !told.MatchString(base) {
			got[lang] += "=== " + base + "\n" + said(all[name]) + "\n"
		}
	}
	for lang, text := range got {
		known := map[string]string{}
		dbtest.Golden(t, "pages."+lang+".txt", keyed.ReplaceAllStringFunc(text, func(name string) string {
			if known[name] == "" {
				known[name] = fmt.Sprint("match/", len(known)+1)
			}
			return known[name]
		}), *update)
	}
}
