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

// after returns a match of a game after some moves.
func after(t *testing.T, game, moves string) *match.Match {
	t.Helper()
	g := all.Game(game)
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
	m := after(t, "goryujin", "P2@F2 pass P2@P2 pass P2@Z2 pass P2@AJ2 pass P2@AT2 pass")
	var moves []engine.Move
	for move := range m.Last().Moves() {
		moves = append(moves, move)
	}
	b := browse(t)
	b.turn(m)
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

// turn opens the page of the next move of m.
func (b *browser) turn(m *match.Match) {
	b.Helper()
	file := filepath.Join(b.TempDir(), "turn.html")
	if err := os.WriteFile(file, []byte(turnOf(b, m, "en")), 0o644); err != nil {
		b.Fatal(err)
	}
	b.Window(390, 900, false)
	b.Go("file://" + file)
	b.Settle("globalThis.hand")
}

// TestChromiumMovesPieces drags a man, begins anew with another one, and moves a piece that is held by keys.
func TestChromiumMovesPieces(t *testing.T) {
	b := browse(t)
	b.turn(after(t, "shogi", ""))
	spot := func(move string, n int) (x, y float64) {
		var at []float64
		b.Eval(fmt.Sprintf(`(() => {
			const move = hand.data.moves.find(move => move.s === %q), frame = byId("stage").getBoundingClientRect(), scale = frame.width / hand.data.size[0];
			const [x, y, w, h] = hand.area(move.t[%d]);
			return [frame.x + (x + w / 2) * scale, frame.y + (y + h / 2) * scale];
		})()`, move, n), &at)
		return at[0], at[1]
	}
	moves := strings.Split(b.Text(`hand.data.moves.map(move => move.s).join(" ")`), " ")
	first, last := moves[0], moves[len(moves)-1]
	x, y := spot(first, 0)
	toX, toY := spot(first, 1)
	b.Drag(x, y, toX, toY)
	if got := b.Text("hand.held?.s"); got != first {
		t.Errorf("dragged: %s is held, want %s", got, first)
	}
	for n := range 2 {
		x, y := spot(last, n)
		b.ClickAt(x, y)
	}
	if got := b.Text("hand.held?.s"); got != last {
		t.Errorf("begun anew: %s is held, want %s", got, last)
	}
	b.Press("Escape")
	if got := b.Text("String(hand.held) + hand.touched.length"); got != "null1" {
		t.Errorf("taken back: %s", got)
	}
	b.turn(after(t, "goryujin", ""))
	b.Eval(`hand.hold({...hand.data.moves.find(move => move.m === "P3@F2"), legal: true})`, nil)
	for _, step := range []struct{ key, want string }{{"d", "P3@G2"}, {"a", "P3@F2"}, {"s", ""}} {
		before := b.Text("hand.held.m")
		b.Press(step.key)
		if got := b.Text("hand.held.m"); got == before || step.key != "s" && got != step.want {
			t.Errorf("%s moves %s to %s, want %s", step.key, before, got, step.want)
		}
	}
}
