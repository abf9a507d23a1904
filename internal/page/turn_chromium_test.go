//go:build chromium

package page

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hikyaku/match"
)

// BenchmarkTouch measures touches among a thousand moves, those of Goryujin several times over: the usual one, one of a hundred,
// and the slowest.
func BenchmarkTouch(b *testing.B) {
	m, page := after(b, "goryujin", crowded), browse(b)
	page.turn(m)
	page.Eval(`while (hand.data.moves.length < 1000) hand.data.moves.push(...hand.data.moves.slice(0, 1000 - hand.data.moves.length)); 0`, nil)
	var all []float64
	for b.Loop() {
		var times []float64
		page.Eval(`(() => {
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
			return times;
		})()`, &times)
		all = append(all, times...)
	}
	slices.Sort(all)
	b.ReportMetric(all[len(all)/2], "p50-ms")
	b.ReportMetric(all[len(all)*99/100], "p99-ms")
	b.ReportMetric(all[len(all)-1], "max-ms")
	b.ReportMetric(0, "ns/op")
}

// TestChromiumTouchesAreQuiet touches a piece and takes it back, and looks for errors and for requests.
func TestChromiumTouchesAreQuiet(t *testing.T) {
	b := browse(t)
	b.turn(after(t, "goryujin", crowded))
	b.Eval(`for (const n of hand.data.moves[0].t) hand.touch(n); hand.undo()`, nil)
	if len(b.Errors) > 0 || len(b.Requests) != 1 {
		t.Errorf("errors %s, the page asks for %s", b.Errors, b.Requests)
	}
}

// TestChromiumUsedUpThings wants used-up tiles shown with their number, and not to be chosen.
func TestChromiumUsedUpThings(t *testing.T) {
	b := browse(t)
	b.turn(after(t, "slashchain", "X0@0,0 A2@0,1 S0@0,2 W1@1,0"))
	shown := `[...byId("tray").children].filter(tile => tile.checkVisibility()).map(tile => tile.textContent + (tile.disabled ? "!" : "")).join()`
	if got, want := b.Text(shown), "S×0!,X×0!,L,A,P,W"; got != want {
		t.Errorf("the tray shows %s, want %s", got, want)
	}
	b.Eval(`hand.touch(hand.data.moves[0].t[0])`, nil)
	if got, want := b.Text(shown), "S×0!,X×0!,L,A,P,W"; got != want {
		t.Errorf("after a touch, the tray shows %s, want %s", got, want)
	}
}

// TestChromiumTurnUsesTheWindow measures the page: on a telephone the board fills the width, and below it come the hint and the
// field; at a desk they are beside the board, which is in the window with what belongs to it.
func TestChromiumTurnUsesTheWindow(t *testing.T) {
	b := browse(t)
	for _, game := range []string{"quoridor", "shogi", "goryujin"} {
		b.turn(after(t, game, ""))
		for _, width := range []int{390, 1280} {
			b.Window(width, 844, false)
			var p struct{ Window, Column, Board, Left, Right, Top, Bottom, Hint, HintX, Field, End float64 }
			b.Eval(`(() => {
				const box = id => byId(id).getBoundingClientRect(), board = box("frame");
				return {window: innerWidth, column: box("game").width, board: board.width, left: board.x - box("game").x, right: board.right, top: board.y, bottom: board.bottom,
					hint: box("now").y, hintX: box("now").x, field: box("typed").y, end: box("view").bottom};
			})()`, &p)
			fits := p.Board >= .9*p.Window && p.Hint >= p.Bottom
			if width == 1280 {
				fits = p.Board >= .5*p.Window && p.HintX >= p.Right && p.Hint <= p.Top+24 && p.End <= 844
			}
			if !fits || p.Left > 16 || p.Field < p.Hint || p.Hint > 800 {
				t.Errorf("%s in a window of %d px: %+v", game, width, p)
			}
		}
	}
}

// TestChromiumAsksOnAPhone wants the board, the question and its two buttons on the screen of a phone, and Cancel to take the move
// back.
func TestChromiumAsksOnAPhone(t *testing.T) {
	b := browse(t)
	for _, game := range []string{"quoridor", "shogi", "goryujin"} {
		b.Window(390, 700, false)
		b.turn(after(t, game, ""))
		b.Eval(`for (const n of hand.data.moves[0].t) hand.touch(n); 0`, nil)
		if got := b.Text(`[...document.querySelectorAll("#view, #now, #confirm, #play .undo")].filter(part => part.getBoundingClientRect().bottom <= innerHeight).length`); got != "4" {
			t.Errorf("%s: %s of the board, the question and two buttons are on the screen", game, got)
		}
		b.Eval(`document.querySelector("#play .undo").click()`, nil)
		if got := b.Text(`String(hand.held) + byId("confirm").checkVisibility()`); got != "nullfalse" {
			t.Errorf("%s: after Cancel, %s", game, got)
		}
	}
}

// TestChromiumDrawsWays wants the turns of a piece drawn as they will lie, stones in their colours, a piece held as soon as it has
// a place, and another way taken with one touch or key.
func TestChromiumDrawsWays(t *testing.T) {
	b := browse(t)
	b.turn(after(t, "goryujin", ""))
	for n, want := range []string{"Choose one of the pieces, or type a move.", ": choose where it goes"} {
		if got := b.Text(`byId("now").textContent`); !strings.HasSuffix(got, want) {
			t.Errorf("after %d touches the page says %q, want %q", n, got, want)
		}
		b.Eval(fmt.Sprintf(`hand.touch(hand.data.moves.find(move => move.t.length === 3).t[%d])`, n), nil)
	}
	shapes := `[...byId("ways").children].filter(button => !button.hidden)`
	if got := b.Text(shapes + `.every(button => button.querySelectorAll("rect").length === hand.held.p.length)`); got != "true" {
		t.Errorf("a way is not drawn: %s", b.Text(`byId("ways").innerHTML`))
	}
	if got := b.Text(`new Set(` + shapes + `.map(button => button.querySelector("svg").outerHTML)).size === ` + shapes + `.length && ` + shapes + `.length > 1`); got != "true" {
		t.Errorf("two ways are drawn alike: %s", b.Text(`byId("ways").innerHTML`))
	}
	held := b.Text("hand.held.m")
	b.Eval(shapes+`.find(button => button.getAttribute("aria-pressed") === "false").click()`, nil)
	if got := b.Text("hand.held?.m"); got == held || got == "undefined" {
		t.Errorf("another way leaves %s", got)
	}
	b.Press("Escape")
	if got := b.Text(`String(hand.held) + hand.touched.length`); got != "null1" {
		t.Errorf("taken back: %s", got)
	}
	b.turn(after(t, "rengi", ""))
	b.Eval(`hand.touch(hand.open()[0])`, nil)
	if got := b.Text(shapes + `.map(button => [...button.querySelectorAll("circle")].map(circle => circle.className.baseVal) + button.textContent)`); got != "k1A,k2B,k3C,k4D" {
		t.Errorf("the colours are %s", got)
	}
	b.turn(after(t, "slashchain", ""))
	b.Eval(`for (const n of hand.data.moves.find(move => move.t.length === 3).t.slice(0, 2)) hand.touch(n)`, nil)
	if got := b.Text(shapes + `.map(button => button.innerText.replace(/\s/g, "") + button.querySelectorAll("svg").length)`); got != "Notturned0,Turnedright0" {
		t.Errorf("ways that cover the same cells are %s", got)
	}
	held = b.Text("hand.held?.m")
	b.Press("1")
	if got := b.Text("hand.held?.m"); held == "undefined" || got == held || got == "undefined" {
		t.Errorf("the key of another way leads from %s to %s", held, got)
	}
}

// TestChromiumShowsWhereStonesFall chooses a column. The stones that fall are shown in it once their colours are known, and again for
// each way under the pointer.
func TestChromiumShowsWhereStonesFall(t *testing.T) {
	b := browse(t)
	b.turn(after(t, "rengi", "1A"))
	shown := `[...document.querySelectorAll("#ghost .falls")].map(stone => stone.textContent + stone.getAttribute("x") + "," + stone.getAttribute("y")).join()`
	b.Eval(`hand.touch(hand.data.moves[0].t[0]); 0`, nil)
	if got := b.Text(shown); got != "" {
		t.Errorf("stones of any colour are shown as %s", got)
	}
	b.Eval(`(() => {
		const colours = move => move.t.flatMap(n => hand.data.touches[n].inks ?? []).sort().join();
		hand.undo();
		hand.data.moves = hand.data.moves.filter(move => colours(move) === "1,2");
		hand.touch(hand.data.moves[0].t[0]);
	})()`, nil)
	first := b.Text(shown)
	if n := strings.Count(first, "A") * strings.Count(first, "B"); n != 1 {
		t.Fatalf("A and B are shown as %q", first)
	}
	b.Eval(`hand.preview(hand.open().at(-1))`, nil)
	if got := b.Text(shown); got == first || got == "" {
		t.Errorf("another way shows %q", got)
	}
}

// TestChromiumOpensAtTheEnd wants the window on a wide board to show the last move at first, then the open end, and only cells: no
// letters at the edge.
func TestChromiumOpensAtTheEnd(t *testing.T) {
	b := browse(t)
	b.turn(after(t, "goryujin", "P2@AN2 P0@BA29 I0@AN6 I0@BA25 I0@AN11 I0@BA20"))
	var end struct{ Last, In, Cells bool }
	b.Eval(`(() => {
		const shows = box => {
			const frame = byId("frame").getBoundingClientRect(), stage = byId("stage").getBoundingClientRect(), scale = stage.width / hand.data.size[0];
			const left = stage.x + box[0] * scale, top = stage.y + box[1] * scale;
			return left > frame.left && left < frame.right && top > frame.top && top < frame.bottom;
		};
		const last = hand.data.last.length === 5 && hand.data.last.every(shows);
		hand.touch(hand.open().find(n => hand.data.touches[n].name === "F"));
		const crop = byId("crop").getBoundingClientRect(), stage = byId("stage").getBoundingClientRect();
		const scale = stage.width / hand.data.size[0], [x, y, w, h] = hand.data.field.map(n => n * scale);
		const near = (a, b) => Math.abs(a - b) < 1.5;
		return {
			last,
			in: shows(hand.data.touches[hand.open()[0]].box),
			cells: near(stage.x + x, crop.x) && near(stage.y + y, crop.y) && near(w, crop.width) && near(h, crop.height),
		};
	})()`, &end)
	if !end.Last || !end.In || !end.Cells {
		t.Errorf("%+v", end)
	}
	b.Eval(`byId("frame").scrollTo(0, 0)`, nil)
	b.Window(420, 900, false)
	b.Settle(`byId("frame").scrollLeft > 0`)
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

// TestChromiumMovesPieces drags a piece, begins anew with another one, and moves a piece that is held by keys.
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

// TestChromiumAnswersEverything: a click where nothing can be played says so, one where a piece can go asks for the piece, one after a
// typing mistake begins anew, a move that is the beginning of others can be typed, and what was typed before the script ran is read.
func TestChromiumAnswersEverything(t *testing.T) {
	b := browse(t)
	corner := `(() => {
		const {x, y, width} = byId("stage").getBoundingClientRect(), scale = width / hand.data.size[0], [left, top] = hand.data.field;
		hand.tap({clientX: x + (left + 4) * scale, clientY: y + (top + 4) * scale});
		return byId("now").textContent;
	})()`
	target := `(() => {
		const {x, y, width} = byId("stage").getBoundingClientRect(), scale = width / hand.data.size[0];
		const [left, top, w, h] = hand.data.touches[hand.data.moves.find(({m}) => m === "４四角(88)").t[1]].box;
		hand.tap({clientX: x + (left + w / 2) * scale, clientY: y + (top + h / 2) * scale});
		return byId("now").textContent;
	})()`
	types := func(text string) string {
		return fmt.Sprintf(`(byId("typed").value = %q, byId("typed").dispatchEvent(new Event("input")), byId("now").textContent)`, text)
	}
	for _, c := range []struct{ game, moves, does, want string }{
		{"slashchain", "", corner, "Choose one of the pieces first, and then its place."},
		{"quoridor", "", corner, "There is no legal move here."},
		{"shogi", "７六歩(77) ３四歩(33)", target, "Choose one of the pieces first, and then its place."},
		{"quoridor", "", types("e9x"), "No legal move is written like this. Type a move, such as d1"},
		{"quoridor", "", "(" + types("zz") + `, hand.begin(hand.open([], "")[0]), byId("typed").value + hand.touched.length)`, "1"},
		{"quoridor", "e2 e8 e3 e7 e4 d7", "(" + types("e5") + `, hand.enter(), hand.held.m)`, "e5"},
		{"quoridor", "e2 e8 e3 e7 e4 d7", "(hand.read = () => globalThis.asked = true, " + types("e5") + `, String(globalThis.asked))`, "undefined"},
		{"goryujin", "", `[...byId("keys").children].map(button => button.textContent).join()`, "Wup,Aleft,Xdown,Dright,Zturn left,Cturn right,Ehalf turn,Sflip"},
		{"goryujin", "", `(document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "p", bubbles: true})), String(hand.held) + document.activeElement.id)`, "nulltyped"},
		{"quoridor", "", `(byId("typed").value = "e2", new Hand(data, write, nudge).typed)`, "e2"},
	} {
		b.turn(after(t, c.game, c.moves))
		if got := b.Text(c.does); got != c.want {
			t.Errorf("%s after %q: %s gives %q, want %q", c.game, c.moves, c.does, got, c.want)
		}
	}
}

// TestChromiumDrawsTheMove wants what a move sets drawn where it goes, moves of shogi read as programs write them, and a command for
// the shell in the notation of the page.
func TestChromiumDrawsTheMove(t *testing.T) {
	b := browse(t)
	hold := func(text string) string {
		return fmt.Sprintf(`(byId("typed").value = %q, byId("typed").dispatchEvent(new Event("input")), hand.enter(), hand.held?.m)`, text)
	}
	for _, c := range []struct{ game, moves, typed, held, drawn string }{
		{"shogi", "", "7g7f", "７六歩(77)", `"#ghost .drawn use, #ghost .left"`},
		{"shogi", "７六歩(77) ３四歩(33) ２二角成(88) ２二銀(31)", "B*5e", "５五角打", `"#ghost .drawn.man text, #ghost .drawn.man path"`},
		{"quoridor", "", "e3h", "e3h", `"#ghost .wall, #ghost .dash"`},
		{"quoridor", "", "e2", "e2", `"#ghost .drawn circle, #ghost .drawn text"`},
		{"slashchain", "", "P1@0,0", "P1@0,0", `"#ghost .drawn .s1, #ghost .drawn rect"`},
		{"goryujin", "", "P2@AN2", "P2@AN2", `"#ghost .s1[rx]"`},
	} {
		b.turn(after(t, c.game, c.moves))
		if got := b.Text(hold(c.typed)); got != c.held {
			t.Errorf("%s: %s means %s, want %s", c.game, c.typed, got, c.held)
		}
		if got := b.Text("document.querySelectorAll(" + c.drawn + ").length"); got < "2" && got < "10" {
			t.Errorf("%s draws %s elements of %s: %s", c.typed, got, c.drawn, b.Text(`byId("ghost").innerHTML`))
		}
	}
	if got, want := b.Text(`["e2", "F2'@K2"].map(quoted).join(" ")`), `e2 "F2'@K2"`; got != want {
		t.Errorf("the shell gets %s, want %s", got, want)
	}
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
}
