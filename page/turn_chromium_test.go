//go:build chromium

package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/match"
)

// goryujin returns a match of that game after some moves.
func goryujin(t *testing.T, moves string) *match.Match {
	t.Helper()
	g := all.Game("goryujin")
	r, err := kif.New(kif.Setup{Game: g.Name})
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(r, g)
	for _, move := range strings.Fields(moves) {
		if err == nil {
			m, err = m.Append(kif.Plain(kif.Move(move)))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestChromiumAnswersTouchesAtOnce measures touches among a thousand moves: those of Goryujin, several times over.
func TestChromiumAnswersTouchesAtOnce(t *testing.T) {
	m := goryujin(t, "P2@F2 pass P2@P2 pass P2@Z2 pass P2@AJ2 pass P2@AT2 pass")
	var moves []engine.Move
	for move := range m.Last().Moves() {
		moves = append(moves, move)
	}
	b := browse(t)
	file := filepath.Join(t.TempDir(), "turn.html")
	if err := os.WriteFile(file, []byte(turnOf(t, m, "en")), 0o644); err != nil {
		t.Fatal(err)
	}
	b.Window(390, 900, true)
	b.Go("file://" + file)
	b.Settle("globalThis.hand")
	var usual float64
	b.Eval(`(() => {
		while (hand.data.moves.length < 1000) hand.data.moves.push(...hand.data.moves.slice(0, 1000 - hand.data.moves.length));
		const times = [];
		for (let i = 0; i < 1000; i += 97) {
			for (const n of hand.data.moves[i].t) {
				const begun = performance.now();
				hand.touch(n);
				document.body.offsetHeight; // the layout belongs to it
				times.push(performance.now() - begun);
			}
			while (hand.touched.length > 0) hand.undo();
		}
		return times.sort((a, b) => a - b)[times.length >> 1]; // others use the machine too
	})()`, &usual)
	t.Logf("%d moves, and a touch takes %.1f ms", len(moves), usual)
	if usual > 50 {
		t.Errorf("a touch takes %.1f ms", usual)
	}
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
	if len(b.Requests) != 1 {
		t.Errorf("the page asks for %s", fmt.Sprint(b.Requests))
	}
}
