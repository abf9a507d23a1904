package render

import (
	"bytes"
	"image/color"
	"image/png"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hikyaku/engine"
)

// TestCardsShowWhatSeatsHave looks for the number of each thing beside the board, and measures the board.
func TestCardsShowWhatSeatsHave(t *testing.T) {
	for name, scenes := range variants(t) {
		for _, flip := range []bool{false, true} {
			s := scenes[2]
			_, l, err := PNGOptions{Names: []string{"Alexander the Great", "Bo", "Cy", "Di"}[:len(s.Players)], Flip: flip, Caption: []string{"move 12"}}.card(s, name, newFace())
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range l.words {
				if w.x < 0 || w.x+newFace().width(w.text, w.size) > cardWide || w.y > cardHigh {
					t.Errorf("%s: %q goes over the edge", name, w.text)
				}
			}
			most, right, bottom := 0, 0, 0
			for _, p := range l.places {
				if x, y, w, h := p.frame(); p.main {
					right, bottom = max(right, x+w), max(bottom, y+h)
				}
				if _, _, w, h := p.frame(); p.main && w < cardWide/2 {
					most = max(most, h)
				} else if p.main {
					most = max(most, h*3/2) // a wide board
				}
			}
			if most < cardHigh*2/3 {
				t.Errorf("%s: the board is %d pixels high", name, most)
			}
			for i, panel := range s.Players {
				for _, thing := range panel.Has {
					number := strconv.Itoa(thing.Count)
					texts := []string{number, "×" + number, thing.Name + " " + number}
					if len(thing.Cells) == 0 || thing.Role == engine.Coming || thing.Count == 0 || thing.Role == engine.Slots && thing.Count <= mostDrawn || thing.Role == engine.Leaving && thing.Count <= mostDrawn {
						continue
					}
					if !slices.ContainsFunc(l.words, func(w lettering) bool {
						return (w.x > right || w.y-w.size > bottom) && (slices.Contains(texts, w.text) || inWords(thing) && strings.Contains(w.text, number))
					}) {
						t.Errorf("%s: the card does not say that seat %d has %d of %q: %v", name, i+1, thing.Count, thing.Name, l.words)
					}
				}
			}
		}
	}
}

// TestCardsUseTheirRoom wants large names beside a square board, as long as they and what the seats have fit.
func TestCardsUseTheirRoom(t *testing.T) {
	for _, c := range []struct {
		scene       engine.Scene
		name        string
		least, most int
	}{{quoridor(), "Bob", cardLarge, cardLarge}, {quoridor(), "Alexander Smith", cardName, cardLarge - 1}, {quoridor4(), "Bob", cardName, cardLarge - 1}} {
		_, l, err := PNGOptions{Names: []string{"Ann", c.name}}.card(c.scene, "Quoridor", newFace())
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(l.words, func(w lettering) bool { return w.text == c.name })
		if i < 0 || l.words[i].size < c.least || l.words[i].size > c.most {
			t.Errorf("%q stands in %v, want %d to %d pixels", c.name, l.words, c.least, c.most)
		}
	}
}

// TestCardsShrinkNames wants a name beside its chip whole, in letters that are as large as they can be.
func TestCardsShrinkNames(t *testing.T) {
	_, l, err := PNGOptions{Names: []string{"Alexander", "Bob"}}.card(goryujin(), "Goryujin", newFace())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(l.words, func(w lettering) bool { return w.text == "Alexander" }) {
		t.Errorf("the name is cut: %v", l.words)
	}
}

// TestCardsOfFour wants the names of four players whole, and apart from what the others have.
func TestCardsOfFour(t *testing.T) {
	f, s := newFace(), quoridor4()
	for i := range s.Players {
		s.Players[i].Has[0].Cells = []engine.Cell{{Form: engine.Plank, Ink: engine.Ink(i + 1)}}
	}
	_, l, err := PNGOptions{Caption: []string{"move 12"}}.card(s, "Four-player Quoridor", f)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Players {
		name := "Player " + strconv.Itoa(i+1)
		at := slices.IndexFunc(l.words, func(w lettering) bool { return w.text == name })
		if at < 0 {
			t.Errorf("%s is cut: %v", name, l.words)
			continue
		}
		w := l.words[at]
		for _, r := range l.planks {
			if r.x < w.x+f.width(name, w.size) && r.x+r.w > w.x && r.y < w.y && r.y+r.h > w.y-w.size {
				t.Errorf("a wall at %d, %d touches %s at %d, %d", r.x, r.y, name, w.x, w.y)
			}
		}
	}
}

// TestCardsPaleUsedTiles compares the darkest pixels of tiles that are left with those of used ones.
func TestCardsPaleUsedTiles(t *testing.T) {
	s := slashchain()
	s.Result = nil
	_, l, err := PNGOptions{}.card(s, "slashchain", newFace())
	var out bytes.Buffer
	if err == nil {
		err = Card(&out, s, "slashchain", PNGOptions{})
	}
	if err != nil {
		t.Fatal(err)
	}
	card, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[bool]int{}
	for _, p := range l.places {
		if p.main || p.about == "" {
			continue
		}
		seen[p.pale]++
		dark := 255
		for x := p.x; x < p.x+p.width(); x++ {
			for y := p.y; y < p.y+p.height(); y++ {
				grey := color.GrayModel.Convert(card.At(x, y)).(color.Gray)
				dark = min(dark, int(grey.Y))
			}
		}
		if pale := dark > 150; pale != p.pale {
			t.Errorf("the darkest grey of %s at %d, %d is %d; is it used up? %t", p.about, p.x, p.y, dark, p.pale)
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("tiles by whether they are used up: %v", seen)
	}
}

// TestNothingComesAfterTheEnd wants no stocks and no coming stones in the card of a match that is over.
func TestNothingComesAfterTheEnd(t *testing.T) {
	coming := rengi()
	pair := engine.Board{ID: "pair", Seat: 1, Min: pt(1, 1), Max: pt(1, 2)}
	for y := range 2 {
		pair.Cells = append(pair.Cells, engine.Cell{At: pt(1, y+1), Form: engine.Disc, Ink: engine.Kind1, Glyph: "A"})
	}
	coming.Boards = append(coming.Boards, pair)
	for _, s := range []engine.Scene{slashchain(), goryujin(), coming} {
		s.Result = &engine.Ending{Result: engine.Result{Places: []int{1, 2}}}
		_, over, overErr := PNGOptions{}.card(s, "Title", newFace())
		s.Result = nil
		_, running, err := PNGOptions{}.card(s, "Title", newFace())
		if err != nil || overErr != nil {
			t.Fatal(err, overErr)
		}
		if len(over.places) >= len(running.places) {
			t.Errorf("the card of %s shows %d things when the match is over, and %d before", s.Boards[0].ID, len(over.places), len(running.places))
		}
	}
}

// TestZoomLeavesHalf wants half of a board in a picture that is too small for cells of ten pixels.
func TestZoomLeavesHalf(t *testing.T) {
	for size, cols := range map[int]int{200: 30, 480: 40, 900: 60} {
		_, l, err := PNGOptions{Size: size, Zoom: true}.layout(goryujin())
		if err != nil {
			t.Fatal(err)
		}
		if main, _ := tooSmall(l); main.cols != cols {
			t.Errorf("at %d pixels there are %d columns, want %d", size, main.cols, cols)
		}
	}
}

// TestTitlesAreNotBrokenInWords wants smaller letters rather than a second line that begins inside a word.
func TestTitlesAreNotBrokenInWords(t *testing.T) {
	face := newFace()
	for _, title := range []string{"HYPERサイコロ将棋", "四倍速五目並べ"} {
		for wide := 380; wide < 560; wide += 20 {
			var parts []string
			for _, w := range (card{style: style{face: face, hue: &hues{}}, lines: []string{title}, size: cardName}).title(wide).words {
				parts = append(parts, w.text)
			}
			if splitsWord(title, parts) {
				t.Errorf("in %d pixels, the title is broken into %q", wide, parts)
			}
		}
	}
}
