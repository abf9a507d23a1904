//go:build chromium

package main

import (
	"fmt"
	"testing"

	"hikyaku/internal/page/chrome"
)

// TestChromiumTeaches goes through a lesson and a few moves of the first match, by mouse, finger and keys.
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
			r.makes("e2")
			r.follows("#next", `byId("refused")`)
			r.audit("a lesson")
			r.points("#refused")
			r.Settle(`hand.held && !hand.held.legal && byId("now").textContent.includes(hand.held.why)`)
			if got := r.Text(`byId("confirm").disabled`); got != "true" {
				t.Error("a refused move can be played")
			}
			r.audit("a refused move")
			r.Eval("hand.undo()", nil)
			r.makes(r.Text("hand.data.moves[0].m"))
			r.Settle(`byId("next")`)
			r.audit("a lesson that is done")
			r.follows(`#rule a`, `location.pathname.endsWith("/learn/quoridor")`)
			r.follows(`.matches li:last-child a`, `globalThis.hand`)
			r.makes("e2")
			r.makes(r.Text("hand.data.moves[0].m")) // The answer to the first move may stand in the way of any other.
			r.audit("a first match")
			if got := r.Text(`[...document.querySelectorAll("#view ol li")].length`); got != "4" {
				t.Errorf("%s moves are listed", got)
			}
			if len(b.Errors) > 0 {
				t.Errorf("errors: %s", b.Errors)
			}
		})
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
		if r.Text("Boolean(hand.held)") != "true" {
			r.touches(n)
		}
	}
	if got := r.Text("hand.held?.m"); got != move {
		r.Fatalf("the board holds %s, want %s", got, move)
	}
	r.follows("#confirm", `globalThis.hand`)
}
