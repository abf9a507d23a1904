//go:build chromium

package site_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/internal/page/chrome"
	"hikyaku/kif"
)

var (
	shots = flag.String("shots", "", "write pictures of the pages to this folder")
	axe   = flag.String("axe", "", "the file axe.min.js, to audit the pages")
)

// TestChromiumPages looks at pages of two clubs on a telephone and at a desk, by day and by night: nothing but pictures of the site is
// asked for, nothing is wider than the window or at its edge, no table is cut and no title, except that of a match with long names, the links above it take one line,
// and what is touched is large enough.
func TestChromiumPages(t *testing.T) {
	for name, begin := range map[string]func(*testing.T) *hall{"evening": evening, "crowd": crowd} {
		t.Run(name, func(t *testing.T) { testPages(t, name, begin(t)) })
	}
}

// crowd is a club whose members and events have the longest names, with a round robin, a Swiss event and a ladder.
func crowd(t *testing.T) *hall {
	h := newHall(t)
	letters := []string{"Wolfeschlegelsteinhausen", "Maria Theresia von ", "株式会社飛脚郵便将棋愛好会", "MMMMMMMMMMMMMMMMMMMMMMMM", "ilililililililililililil"}
	for _, def := range []events.Definition{
		{Name: "Korrespondenzspielmeisterschaftsvorrunde 2026", Kind: events.RoundRobin, Players: 14}, {Name: "第十二回全国通信コリドール選手権大会予選リーグ戦", Kind: events.Swiss, Rounds: 5, Players: 14},
	} {
		def.Game, def.Control = "quoridor", "3d"
		h.do(func(d *game.Deal) error { return events.Define(d, def) })
		for i := range def.Players {
			who := fmt.Sprintf("p%d@example.org", i)
			name := []rune(letters[i%len(letters)] + strings.Repeat("abcdefg", 5))
			h.do(func(d *game.Deal) error {
				if _, err := d.Exec(`insert into member (address, name, handle, lang, joined) values ($1, $2, $3, 'en', 5) on conflict (address) do nothing`, who, string(name[:28])+fmt.Sprintf("%02d", i), who); err != nil {
					return err
				}
				if def.Kind == events.RoundRobin { // else they are on the ladder already
					if err := events.JoinLadder(d, "quoridor", who, kif.Hash{byte(i + 9)}); err != nil {
						return err
					}
				}
				return events.Enter(d, def.Name, who, kif.Hash{byte(i + 1)})
			})
		}
	}
	for _, def := range []string{"Korrespondenzspielmeisterschaftsvorrunde 2026", "第十二回全国通信コリドール選手権大会予選リーグ戦"} {
		for round := range 4 {
			for board := range 7 {
				result := []standings.Outcome{standings.FirstWon, standings.SecondWon, standings.Drawn}[(round+board)%3]
				h.do(func(d *game.Deal) error {
					return events.Decide(d, def, round+1, board+1, result, game.By{Why: "Test"})
				})
			}
		}
	}
	return h
}

// testPages looks at the pages of a club.
func testPages(t *testing.T, club string, h *hall) {
	s := h.site(2)
	dbtest.Must(t, s.Write(t.Context()))
	b := chrome.New(t)
	pages := []string{"index.html", "ja/index.html", "matches.html", "players.html", "ratings.html"}
	for _, pattern := range []string{"player/*.html", "match/quoridor*.html", "event/*.html", "ja/event/*.html", "events.html", "ladders.html", "ladder/*.html"} {
		found, err := filepath.Glob(filepath.Join(s.Dir, pattern))
		dbtest.Must(t, err)
		for _, page := range found[:min(2, len(found))] {
			pages = append(pages, strings.TrimPrefix(page, s.Dir+"/"))
		}
	}
	asked := 0
	for _, width := range []int{390, 1280} {
		for _, night := range []bool{false, true} {
			b.Window(width, 900, false)
			b.Night(night)
			for _, page := range pages {
				b.Go("file://" + filepath.Join(s.Dir, page))
				asked++
				if got := b.Text("document.documentElement.scrollWidth"); got != fmt.Sprint(width) {
					t.Errorf("%s is %s px wide in a window of %d", page, got, width)
				}
				if got := b.Text(`[...document.querySelectorAll("nav a, td a, th a, footer a")].filter(e => e.getBoundingClientRect().height < 24).map(e => e.outerHTML)`); got != "" {
					t.Errorf("%s at %d px: these are less than 24 px high: %s", page, width, got)
				}
				if got := b.Text(`[...document.querySelectorAll("header > *, main.tables > *")].filter(e => e.getBoundingClientRect().x < 8 || e.getBoundingClientRect().right > innerWidth - 8).map(e => e.outerHTML.slice(0, 60))`); got != "" {
					t.Errorf("%s at %d px: these touch the edge of the window: %s", page, width, got)
				}
				if got := b.Text(`[...document.querySelectorAll(".wide")].filter(e => e.scrollWidth > e.clientWidth).map(e => e.scrollWidth + " " + e.outerHTML.slice(0, 80))`); got != "" {
					t.Errorf("%s at %d px: these tables are cut: %s", page, width, got)
				}
				if got := b.Text(`(title => title.scrollWidth > title.clientWidth)(document.querySelector("h1"))`); got != "false" && (club == "evening" || !strings.HasPrefix(page, "match/")) {
					t.Errorf("%s at %d px: the title is cut", page, width)
				}
				if got := b.Text(fmt.Sprintf(`(nav => nav.scrollWidth <= nav.clientWidth && nav.clientHeight <= %d)(document.querySelector("header nav"))`, map[int]int{390: 89, 1280: 45}[width])); got != "true" {
					t.Errorf("%s at %d px: the links are cut, or take more lines than two on a phone and one in a window", page, width)
				}
				if *axe != "" && !night {
					for _, one := range b.Axe(*axe) {
						t.Errorf("%s at %d px, %s", page, width, one)
					}
				}
				if *shots != "" {
					var answer struct{ Data []byte }
					b.Call("Page.captureScreenshot", chrome.Object{"format": "png"}, &answer)
					name := fmt.Sprintf("%s-%s-%d-%s.png", club, strings.ReplaceAll(strings.TrimSuffix(page, ".html"), "/", "_"), width, map[bool]string{false: "day", true: "night"}[night])
					dbtest.Must(t, os.WriteFile(filepath.Join(*shots, name), answer.Data, 0o644))
				}
			}
		}
	}
	pictures := 0
	for _, address := range b.Requests {
		if strings.HasPrefix(address, "file://"+s.Dir) && strings.HasSuffix(address, ".png") {
			pictures++
		}
	}
	if len(b.Requests) != asked+pictures || pictures == 0 || len(b.Errors) > 0 {
		t.Errorf("%d requests for %d pages and %d pictures, with the errors %s", len(b.Requests), asked, pictures, b.Errors)
	}
}
