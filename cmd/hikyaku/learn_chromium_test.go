//go:build chromium

package main

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/lesson"
	"hikyaku/internal/page/chrome"
)

// TestChromiumTeaches goes through lessons and a few moves of the first match, by mouse, finger and keys.
func TestChromiumTeaches(t *testing.T) {
	for i, way := range []string{"mouse", "touch", "keys"} {
		lang := []string{"en", "ja", "en"}[i]
		t.Run(way, func(t *testing.T) {
			b := chrome.New(t)
			r := moveIn(t, b, "Alice", lang, t.TempDir())
			r.way, r.width = way, []int{1280, 390, 390}[i]
			r.Window(r.width, 900, way == "touch")
			r.Go(r.home)
			r.audit("an empty list")
			r.follows(`main a[href="learn"]`, `location.pathname.endsWith("/learn")`)
			r.audit("the games to learn")
			r.follows(`a[href="learn/quoridor"]`, `location.pathname.endsWith("/learn/quoridor")`)
			r.audit("the lessons of a game")
			r.follows(`a.main`, `globalThis.hand`)
			r.audit("a lesson")
			r.makes("d8")
			if got := r.Text(`document.querySelector("#task [role=alert]").textContent`); got == "" || r.Text(`Boolean(byId("next"))`) == "true" {
				t.Errorf("a wrong move is answered %q", got)
			}
			r.audit("a wrong move")
			if r.Eval("hand.hold({...hand.data.moves[0], legal: true})", nil); r.Text(`document.querySelector("#task [role=alert]").checkVisibility()`) == "true" {
				t.Error("another move stands beside the answer to the wrong one")
			}
			r.Eval("hand.undo()", nil)
			r.makes("e9")
			r.audit("a lesson that is done")
			r.follows("#next", `document.querySelector(".refused")`)
			r.points(".refused")
			r.Settle(`hand.held && !hand.held.legal && byId("now").textContent.includes(hand.held.why)`)
			if got := r.Text(`byId("confirm").disabled && !byId("confirm").checkVisibility()`); got != "true" {
				t.Error("a refused move can be played")
			}
			r.audit("a refused move")
			r.Eval("hand.undo()", nil)
			r.points("#hint summary")
			r.Settle(`byId("hint").open`)
			r.makes("e2")
			r.follows("#next", `document.querySelector("#goal small")?.textContent === "2/2"`)
			r.follows(`header nav a`, `location.pathname.endsWith("/learn/quoridor")`)
			if got := r.Text(`document.querySelectorAll(".cards .won").length`); got != "1" {
				t.Errorf("%s lessons are done", got)
			}
			r.follows(`.cards li:last-child a`, `globalThis.hand`)
			r.makes("e2")
			r.makes(r.Text("hand.data.moves[0].m")) // The answer to the first move may stand in the way of any other.
			r.audit("a first match")
			if got := r.Text(`[...document.querySelectorAll("#aids ol li")].length`); got != "4" {
				t.Errorf("%s moves are listed", got)
			}
			if len(b.Errors) > 0 {
				t.Errorf("errors: %s", b.Errors)
			}
		})
	}
}

// TestChromiumFitsLessons opens the first board of every lesson on a phone, and wants the board to begin in the first 200
// pixels and nothing to be cut off.
func TestChromiumFitsLessons(t *testing.T) {
	b := chrome.New(t)
	r := moveIn(t, b, "Alice", "en", t.TempDir())
	r.Window(390, 844, true)
	for i, s := range lesson.Subjects(all.Games) {
		c, err := lesson.New(s, lesson.Progress{}, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		for n := range c.Lessons {
			path := fmt.Sprintf("learn/%s/%d?lang=%s", s.Key, n+1, []string{"en", "ja"}[(i+n)%2])
			b.Go(r.home + path)
			b.Settle(`globalThis.hand`)
			var top float64
			b.Eval(`(byId("map") ?? byId("frame")).getBoundingClientRect().top`, &top)
			if top > 200 {
				t.Errorf("%s: the board begins at %g", path, top)
			}
			if got := r.Text(`document.documentElement.scrollWidth`); got != "390" {
				t.Errorf("%s is %s pixels wide", path, got)
			}
		}
	}
}

// follows uses a link or a button, and waits until a condition holds on the page behind it.
func (r *resident) follows(element, condition string) {
	r.Helper()
	r.Leave()
	r.points(element)
	r.Settle(condition)
}

// makes points out a move of a lesson, and plays it.
func (r *resident) makes(move string) {
	r.Helper()
	var touches []int
	r.Eval(fmt.Sprintf(`hand.data.moves.find(move => move.m === %q)?.t ?? []`, move), &touches)
	for _, n := range touches {
		if r.Text("hand.held?.m") != move {
			r.touches(n)
		}
	}
	if got := r.Text("hand.held?.m"); got != move {
		r.Fatalf("the board holds %s, want %s", got, move)
	}
	r.follows("#confirm", `globalThis.hand`)
}
