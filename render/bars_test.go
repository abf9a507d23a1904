package render

import (
	"slices"
	"strconv"
	"testing"

	"hikyaku/engine"
	_ "hikyaku/internal/gctest"
)

// TestBarsStandWhereTheSeatsSit compares the places of the bars with the board, seen from both sides.
func TestBarsStandWhereTheSeatsSit(t *testing.T) {
	for _, c := range []struct {
		name  string
		scene engine.Scene
		flip  bool
		want  []direction // by seat
	}{
		{"two seats", quoridor(), false, []direction{south, north}},
		{"two seats from the far side", quoridor(), true, []direction{north, south}},
		{"four seats", quoridor4(), false, []direction{south, west, north, east}},
		{"four seats from the far side", quoridor4(), true, []direction{north, east, south, west}},
	} {
		l := planned(t, c.scene, PNGOptions{Size: 400, Flip: c.flip})
		x, y, w, h := l.places[0].frame()
		for _, b := range l.bars {
			middle := x + w/2 // two share a line
			above, below := b.y+b.h <= y, b.y >= y+h
			sits := map[direction]bool{south: below && b.x < middle, north: above && (b.x > middle || len(l.bars) == 2), west: above && b.x+b.w <= middle, east: below && b.x > middle}
			if !sits[c.want[b.seat-1]] {
				t.Errorf("%s: the bar of seat %d is at %d, %d: want side %d", c.name, b.seat, b.x, b.y, c.want[b.seat-1])
			}
		}
		if len(l.bars) != len(c.want) {
			t.Errorf("%s: %d bars", c.name, len(l.bars))
		}
	}
}

// TestBarsSayTheTurnTheResultAndTheClock reads the words of bars.
func TestBarsSayTheTurnTheResultAndTheClock(t *testing.T) {
	for _, c := range []struct {
		name, lang string
		turn       engine.Turn
		places     []int
		want       [2][]string // from the first seat's on
	}{
		{"a turn", "en", toMove(2), nil, [2][]string{{"Ann"}, {"2 h", "Bob", "to move"}}},
		{"a throw", "ja", engine.Turn{Seat: 1, Throw: true}, nil, [2][]string{{"Ann", "振る番"}, {"2 h", "Bob"}}},
		{"a victory", "ja", engine.Turn{}, []int{2, 1}, [2][]string{{"Ann", "負"}, {"2 h", "Bob", "勝"}}},
		{"a draw", "en", engine.Turn{}, []int{1, 1}, [2][]string{{"Ann", "draw"}, {"2 h", "Bob", "draw"}}},
		{"a pass", "en", toMove(2), nil, [2][]string{{"Ann", "passed"}, {"2 h", "Bob", "to move"}}},
		{"an end without places", "en", engine.Turn{}, []int{}, [2][]string{{"Ann"}, {"2 h", "Bob"}}},
	} {
		s := quoridor()
		for i := range s.Players {
			s.Players[i].Has = nil
		}
		if c.name == "a pass" {
			s.Passed = 1
		}
		if s.Turn = c.turn; c.places != nil {
			s.Result = &engine.Ending{Result: engine.Result{Places: c.places}}
		}
		l := planned(t, s, PNGOptions{Size: 500, Lang: c.lang, Names: []string{"Ann", "Bob"}, Clocks: [][]string{{}, {"2 h"}}})
		for _, b := range l.bars {
			i := b.seat - 1
			var said []string
			for _, t := range b.words {
				said = append(said, t.text)
			}
			if !slices.Equal(said, c.want[i]) {
				t.Errorf("%s: the bar of seat %d says %q, want %q", c.name, i+1, said, c.want[i])
			}
			if want := c.turn.Seat == i+1; b.moves != want {
				t.Errorf("%s: the bar of seat %d has a frame: %t", c.name, i+1, b.moves)
			}
		}
	}
}

// TestBarsShowWhatSeatsHave counts the planks, tiles and pieces that are drawn.
func TestBarsShowWhatSeatsHave(t *testing.T) {
	s := quoridor()
	s.Players[0].Has[0].Cells = []engine.Cell{{Form: engine.Plank, Ink: 1}}
	for _, left := range []int{0, 8, 9} {
		s.Players[0].Has[0].Count = left
		b := planned(t, s, PNGOptions{Size: 400}).bars[0]
		number := slices.IndexFunc(b.words, func(w lettering) bool { return w.text == strconv.Itoa(left) })
		if got := len(b.planks) / 2; got != max(1, left) || number < 0 || b.words[number].size < 10 { // each has an edge
			t.Errorf("%d planks with the words %v, want %d and a number of ten pixels", got, b.words, left)
		}
	}
	for _, b := range planned(t, slashchain(), PNGOptions{Size: 400}).bars {
		if len(b.places) != 7 || !b.places[1].pale || b.places[2].pale {
			t.Errorf("the bar of seat %d shows %d boards: want its sign and six tiles, the used ones pale", b.seat, len(b.places))
		}
	}
	for _, p := range planned(t, diceshogi(), PNGOptions{Size: 400}).places {
		if want := map[int]int{1: 2, 2: 1}[p.seat]; p.stand != 0 && len(p.cells) != want {
			t.Errorf("the stand of seat %d shows %d pieces, want %d", p.seat, len(p.cells), want)
		}
	}
}

// TestTurnAndResultAreSaidAtEverySize looks for them in the bars of all games, beside long names and clocks.
func TestTurnAndResultAreSaidAtEverySize(t *testing.T) {
	long := []string{"Alexander the Great", "Bartholomew Roberts", "Catherine the Great", "Dionysius of Syracuse"}
	for name, scenes := range variants(t) {
		for _, size := range []int{200, 300, 400, 900} {
			turn, over := scenes[1], scenes[1]
			turn.Turn = toMove(1) // scenes between the steps of a move have none
			over.Turn, over.Result = engine.Turn{}, &engine.Ending{Result: engine.Result{Places: []int{2, 1, 2, 2}[:len(over.Players)]}}
			for want, s := range map[int]engine.Scene{1: turn, len(over.Players): over} {
				said := 0
				for _, b := range planned(t, s, PNGOptions{Size: size, Names: long, Clocks: [][]string{{"12 d 4 h"}, {"6 h"}}}).bars {
					if slices.ContainsFunc(b.words, func(w lettering) bool { return w.pill.A > 0 || w.text == "●" }) {
						said++
					}
				}
				if said != want {
					t.Errorf("%s, %d pixels: %d bars say it, want %d", name, size, said, want)
				}
			}
		}
	}
}

// TestUnnamedPicturesHaveNoBars wants signs and names over fields with owners, else no names, and room at the edges.
func TestUnnamedPicturesHaveNoBars(t *testing.T) {
	names := []string{"Ann", "Bob", "Cid", "Dee"}
	for name, scenes := range variants(t) {
		s := scenes[1]
		l := planned(t, s, PNGOptions{Size: 900, Unnamed: true, Names: names})
		for i, player := range names[:len(s.Players)] {
			named := slices.ContainsFunc(l.words, func(w lettering) bool { return w.text == player })
			if len(l.bars) > 0 || named != (s.Boards[0].Seat != 0) {
				t.Errorf("%s: the picture has %d bars, and names seat %d: %t", name, len(l.bars), i+1, named)
			}
		}
		seats, _ := seated(s, viewer{}, nil)
		for _, seat := range seats {
			if s.Boards[0].Seat != 0 && !slices.ContainsFunc(l.places, func(p place) bool { return len(p.cells) == 1 && p.cells[0] == seat.sign }) {
				t.Errorf("%s: the field of seat %d has no sign", name, seat.number)
			}
		}
		for _, p := range l.places {
			if x, y, w, h := p.frame(); p.main && (x < 2 || y < 2 || x+w > l.w-2 || y+h > l.h-2) {
				t.Errorf("%s: the board at %d, %d of %dx%d touches the edge of %dx%d", name, x, y, w, h, l.w, l.h)
			}
		}
	}
}

func TestPicturesCallTheComputerByItsLevel(t *testing.T) {
	for lang, want := range map[string]string{"en": "Level 2", "ja": "レベル2"} {
		l := planned(t, slashchain(), PNGOptions{Size: 500, Lang: lang, Names: []string{"Alice", "hikyaku level2"}})
		if !slices.ContainsFunc(l.bars, func(b nameBar) bool {
			return slices.ContainsFunc(b.words, func(w lettering) bool { return w.text == want })
		}) {
			t.Errorf("no bar says %q", want)
		}
	}
}
