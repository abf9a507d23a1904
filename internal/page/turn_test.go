package page

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

// turnOf returns the page of the next move of m.
func turnOf(t testing.TB, m *match.Match, lang string) string {
	t.Helper()
	var b bytes.Buffer
	reply := Reply{Address: "alice@example.org", Subject: "Re: </script>", Token: "abc"}
	if err := WriteTurn(&b, Turn{Match: m, Picture: render.PNGOptions{Lang: lang}, Reply: reply}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTurnIsOneFile looks for what stands in the page, and for nothing from elsewhere.
func TestTurnIsOneFile(t *testing.T) {
	m := played(t, "goryujin", 8, 2, 64)
	text := turnOf(t, m, "en")
	for _, want := range []string{`<svg id="board"`, `"m":"pass"`, `"next":{"a":[`, `"token":"abc"`, "default-src &#39;none&#39;", `id="confirm"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if n := strings.Count(text, "<data"); n != 8 || !strings.Contains(text, `<i>8</i><data aria-current="step">`) {
		t.Errorf("the page lists %d earlier moves, want 8, the last of them marked", n)
	}
	if n := strings.Count(text, "</script>"); n != 3 {
		t.Errorf("the page closes %d scripts, want 3", n)
	}
	for _, never := range []string{"src=", "url(", "@import", "<link"} {
		if strings.Contains(text, never) {
			t.Errorf("the page has %s", never)
		}
	}
}

// TestTurnHasHandsInItsBars wants pieces in hand in the bars, and the same board before and after the first is taken.
func TestTurnHasHandsInItsBars(t *testing.T) {
	for moves, pieces := range map[string]int{"7g7f 3c3d": 0, "7g7f 3c3d 8h2b+": 1, "7g7f 3c3d 8h2b+ 3a2b": 2} {
		page := turnOf(t, after(t, "shogi", moves), "en")
		_, text, _ := strings.Cut(page, `<svg id="board" viewBox="`)
		var w, h int
		if _, err := fmt.Sscanf(text, "0 0 %d %d", &w, &h); err != nil || w != h {
			t.Errorf("after %s the board is %d by %d, %v", moves, w, h, err)
		}
		if got := strings.Count(page, `class="has" data-thing=`); got != pieces {
			t.Errorf("after %s the bars have %d pieces, want %d", moves, got, pieces)
		}
	}
}

// crowded leads to a position of Goryujin with many legal moves: five dragons are open.
const crowded = "P2@F2 pass P2@P2 pass P2@Z2 pass P2@AJ2 pass P2@AT2 pass"

// after returns a match of a game after some moves.
func after(t testing.TB, game, moves string) *match.Match {
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

// mostOfTurn is how large the page of a turn may be, in bytes, compressed.
const mostOfTurn = 120_000

// TestTurnsAreSmall measures pages with all legal moves: of Goryujin in the middle of a match and with five open dragons, with
// -sizes of every game.
func TestTurnsAreSmall(t *testing.T) {
	if got := compressed(t, turnOf(t, after(t, "goryujin", crowded), "ja")); got > mostOfTurn {
		t.Errorf("goryujin with five open dragons: %d bytes", got)
	}
	games := []string{"goryujin"}
	plies := []int{12}
	if *sizes {
		games, plies = nil, []int{0, 6, 12, 20, 30, 40, 60}
		for _, g := range all.Games {
			games = append(games, g.Name)
		}
	}
	for _, game := range games {
		for _, ply := range plies {
			m := played(t, game, ply, 2, 64)
			if m.Outcome != nil || m.Next().Player == 0 {
				continue
			}
			got := compressed(t, turnOf(t, m, "ja"))
			if testing.Verbose() {
				n := 0
				for range m.Last().Moves() {
					n++
				}
				t.Logf("%s, ply %d: %d moves take %d bytes", game, m.Ply(), n, got)
			}
			if got > mostOfTurn {
				t.Errorf("%s, ply %d: %d bytes", game, m.Ply(), got)
			}
		}
	}
}

// TestTouchesLieInThePicture compares the measures of a picture with those of what can be touched on it.
func TestTouchesLieInThePicture(t *testing.T) {
	for _, g := range all.Games {
		game := g.Name
		m := played(t, game, 6, 3, 64)
		position := m.Last()
		for i := len(m.Positions) - 1; position.Next().Player == 0; i-- {
			position = m.Positions[i]
		}
		scene := position.Scene()
		for _, flip := range []bool{false, true} {
			o := render.PNGOptions{Lang: "en", Flip: flip, Plain: true}
			p, err := NewPointing(position, scene, o)
			if err != nil {
				t.Fatal(err)
			}
			var svg bytes.Buffer
			if err := render.SVG(&svg, scene, render.SVGOptions{Picture: o}); err != nil {
				t.Fatal(err)
			}
			if box := (Hand{Size: image.Pt(p.Size[0], p.Size[1])}).Box(); !strings.Contains(svg.String()[:200], `viewBox="`+box+`"`) {
				t.Errorf("%s: the picture is %.120s, the touches lie in %s", game, svg.String(), box)
			}
			for _, touch := range p.Touches {
				if b := touch.Box; b != nil && (b[0] < 0 || b[1] < 0 || b[2] < 1 || b[3] < 1 || b[0]+b[2] > p.Size[0] || b[1]+b[3] > p.Size[1]) {
					t.Errorf("%s: %s lies at %v", game, touch.Name, *b)
				}
				if touch.Box != nil && !touch.Edge && touch.Name == "" {
					t.Errorf("%s: a place at %v has no name", game, *touch.Box)
				}
			}
		}
	}
}

// TestUsedUpThingsKeepTheirPlaces wants all tiles of slashchain in their order, after two are used up.
func TestUsedUpThingsKeepTheirPlaces(t *testing.T) {
	position := after(t, "slashchain", "X0@0,0 A2@0,1 S0@0,2 W1@1,0").Last()
	p, err := NewPointing(position, position.Scene(), render.PNGOptions{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	var tray []string
	for _, touch := range p.Touches {
		if touch.Icon != nil {
			tray = append(tray, fmt.Sprint(touch.Name, touch.Left))
		}
	}
	if want := []string{"S0", "X0", "L1", "A1", "P1", "W1"}; !slices.Equal(tray, want) {
		t.Errorf("the tiles are %q, want %q", tray, want)
	}
}

// TestTurnIsSeenByItsPlayer wants the player to move at the bottom, and what was played last and the deadline in words.
func TestTurnIsSeenByItsPlayer(t *testing.T) {
	for moves, want := range map[string]struct {
		flipped bool
		said    string
	}{
		"7g7f":      {true, "Player 1 played 7g7f. Choose your move;"},
		"7g7f 3c3d": {false, "Player 2 played 3c3d. Choose your move;"},
	} {
		page := turnOf(t, after(t, "shogi", moves), "en")
		_, own, _ := strings.Cut(page, `<div class="own">`)
		if got := strings.Contains(page, `"flip":true`); got != want.flipped || !strings.HasPrefix(own, `<div class="bar turn">`) {
			t.Errorf("after %s the board is turned: %t, want %t, and the bar below it is %.40s", moves, got, want.flipped, own)
		}
		if !strings.Contains(page, want.said) {
			t.Errorf("after %s the page doesn't say %q", moves, want.said)
		}
	}
}

// TestPiecesHaveTheirNames wants pieces named in the language of the page, on the board and in hand.
func TestPiecesHaveTheirNames(t *testing.T) {
	position := after(t, "shogi", "7g7f 3c3d 8h2b+ 3a2b").Last()
	for lang, want := range map[string][]string{"en": {"Rook 2h", "Bishop in hand"}, "ja": {"２八飛", "持ち駒の角"}} {
		p, err := NewPointing(position, position.Scene(), render.PNGOptions{Lang: lang})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, touch := range p.Touches {
			names = append(names, touch.Name, touch.Label)
		}
		for _, name := range want {
			if !slices.Contains(names, name) {
				t.Errorf("in %s nothing is called %s, but %q", lang, name, names)
			}
		}
	}
}
