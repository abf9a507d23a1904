//go:build chromium

package site_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/internal/page/chrome"
)

var (
	shots = flag.String("shots", "", "write pictures of the pages to this folder")
	axe   = flag.String("axe", "", "the file axe.min.js, to audit the pages")
)

// TestChromiumPages looks at pages on a telephone and at a desk, by day and by night: nothing but pictures of the site is asked for, nothing is wider than the
// window or at its edge, no title is cut, the links above it take two lines at most, and what is touched is large enough.
func TestChromiumPages(t *testing.T) {
	h := evening(t)
	s := h.site(2)
	dbtest.Must(t, s.Write(t.Context()))
	b := chrome.New(t)
	pages := []string{"index.html", "ja/index.html", "matches.html", "players.html", "ratings.html"}
	for _, pattern := range []string{"player/alice*.html", "match/quoridor*.html", "event/*.html", "ja/event/*.html", "events.html", "ladders.html", "ladder/*.html"} {
		found, err := filepath.Glob(filepath.Join(s.Dir, pattern))
		dbtest.Must(t, err)
		if len(found) > 0 {
			pages = append(pages, strings.TrimPrefix(found[0], s.Dir+"/"))
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
				if got := b.Text(`(title => title.scrollWidth > title.clientWidth)(document.querySelector("h1"))`); got != "false" {
					t.Errorf("%s at %d px: the title is cut", page, width)
				}
				if got := b.Text(`document.querySelector("header nav").clientHeight <= 2 * 44`); got != "true" {
					t.Errorf("%s at %d px: the links take more than two lines", page, width)
				}
				if *axe != "" && !night {
					for _, one := range b.Axe(*axe) {
						t.Errorf("%s at %d px, %s", page, width, one)
					}
				}
				if *shots != "" {
					var answer struct{ Data []byte }
					b.Call("Page.captureScreenshot", chrome.Object{"format": "png"}, &answer)
					name := fmt.Sprintf("%s-%d-%s.png", strings.ReplaceAll(strings.TrimSuffix(page, ".html"), "/", "_"), width, map[bool]string{false: "day", true: "night"}[night])
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
