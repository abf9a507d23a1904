package render

import (
	"image"
	"image/color"
	"testing"

	"hikyaku/engine"
)

// carrier is a thing that carries the game: what a scene shows and what it shows without the thing.
type carrier struct {
	name          string
	with, without engine.Scene
}

// altered returns s with the first board changed.
func altered(s engine.Scene, change func(*engine.Board)) engine.Scene {
	boards := append([]engine.Board(nil), s.Boards...)
	b := &boards[0]
	b.Cells, b.Walls, b.Strokes = append([]engine.Cell(nil), b.Cells...), append([]engine.Line(nil), b.Walls...), append([]engine.Line(nil), b.Strokes...)
	change(b)
	s.Boards = boards
	return s
}

// carriers returns the things that carry the games.
func carriers() (all []carrier) {
	add := func(name string, s engine.Scene, change func(*engine.Board)) {
		all = append(all, carrier{name, s, altered(s, change)})
	}
	// placed adds a cell, and looks at the cell or at its mark.
	placed := func(name string, s engine.Scene, c engine.Cell) {
		plain := altered(s, func(b *engine.Board) { b.Cells = append(b.Cells, c) })
		all = append(all, carrier{name, plain, s})
		if c.Mark != engine.NoMark {
			unmarked := c
			unmarked.Mark = engine.NoMark
			all = append(all, carrier{name + ", its mark", plain, altered(s, func(b *engine.Board) { b.Cells = append(b.Cells, unmarked) })})
		}
	}
	add("a wall", quoridor(), func(b *engine.Board) { b.Walls = b.Walls[1:] })
	add("the last wall", quoridor4(), func(b *engine.Board) { b.Walls = b.Walls[:3] })
	for seat := engine.Ink(1); seat <= 4; seat++ {
		last := altered(quoridor4(), func(b *engine.Board) { b.Walls[3].Ink = seat })
		add("the last wall beside the others", last, func(b *engine.Board) { b.Walls[3] = fence(7, 2, 'v', 0, 0) })
		add("the sign of a goal", quoridor4(), func(b *engine.Board) {
			for i := range b.Cells {
				if c := &b.Cells[i]; c.Form == engine.Ground && c.Ink == seat {
					c.Glyph = ""
				}
			}
		})
	}
	for seat := 1; seat <= 4; seat++ {
		placed("a pawn", quoridor4(), pawn(6, 6, seat, engine.NoMark))
		placed("a pawn on a goal line", quoridor4(), pawn(5, 9, seat, engine.NoMark))
	}
	for seat := 1; seat <= 4; seat++ {
		idle := pawn(6, 6, seat, engine.NoMark)
		idle.Shape = engine.Idle
		placed("a pawn that is out", quoridor4(), idle)
	}
	placed("the last pawn", quoridor4(), pawn(6, 6, 1, engine.Last))
	placed("a piece", diceshogi(), piece(1, 3, "金", 0, 1, engine.NoMark))
	placed("the last piece", diceshogi(), piece(1, 3, "金", 0, 1, engine.Last))
	placed("a deciding piece", diceshogi(), piece(1, 3, "玉", 2, 2, engine.Deciding))
	for _, ink := range []engine.Ink{1, engine.Black} {
		placed("a body", goryujin(), engine.Cell{At: pt(10, 10), Form: engine.Body, Ink: ink, Group: 99})
	}
	for _, ink := range []engine.Ink{engine.Kind1, engine.Kind2, engine.Kind3, engine.Kind4, engine.Kind5, engine.Kind6, engine.Dull} {
		placed("a stone", rengi(), engine.Cell{At: pt(3, 9), Form: engine.Disc, Ink: ink, Glyph: "A"})
	}
	placed("the last stone", rengi(), engine.Cell{At: pt(3, 9), Form: engine.Disc, Ink: engine.Kind1, Glyph: "A", Mark: engine.Last})
	placed("a deciding stone", rengi(), engine.Cell{At: pt(3, 9), Form: engine.Disc, Ink: engine.Kind2, Glyph: "A", Mark: engine.Deciding})
	placed("a forbidden cell", rengi(), engine.Cell{At: pt(3, 12), Form: engine.Ground, Glyph: "x"})
	placed("a king in check", diceshogi(), piece(1, 3, "玉", 2, 2, engine.Attacked))
	s := slashchain()
	add("a winning line", s, func(b *engine.Board) { b.Strokes = b.Strokes[:len(b.Strokes)-1] })
	add("the last tile", s, func(b *engine.Board) {
		for i := range b.Cells {
			b.Cells[i].Mark = engine.NoMark
		}
	})
	add("a stroke of seat 2", s, func(b *engine.Board) { b.Strokes = b.Strokes[1:] })
	add("a stroke of seat 1", s, func(b *engine.Board) { b.Strokes = append(b.Strokes[:2:2], b.Strokes[3:]...) })
	return all
}

// TestWhatCarriesTheGameStandsOut draws a thing and what lies behind it, in every theme. A part of the pixels of the thing,
// its fill or its outline, has a contrast of 3 to what is behind (WCAG 2), also as colour-blind people see it.
func TestWhatCarriesTheGameStandsOut(t *testing.T) {
	o := PNGOptions{Size: 240}
	for _, c := range carriers() {
		with, without := planned(t, c.with, o), planned(t, c.without, o)
		for theme, hue := range themes {
			met := pairs(with, without, hue)
			for vision, by := range visions {
				changed, strong := standsOut(met, by)
				if changed == 0 || 7*strong < changed {
					t.Errorf("%s, %s, %s: %d pixels of %d have a contrast of 3", theme, vision, c.name, strong, changed)
				}
			}
		}
	}
}

// TestStrokesStandOutOnTheWinningBand looks at the middle of a chain that won, of either seat, in every theme.
func TestStrokesStandOutOnTheWinningBand(t *testing.T) {
	for theme, hue := range themes {
		for ink := engine.Ink(1); ink <= 2; ink++ {
			s := altered(slashchain(), func(b *engine.Board) { b.Strokes[len(b.Strokes)-1].Ink = ink })
			l := planned(t, s, PNGOptions{Size: 480, Theme: theme})
			line := l.places[0].strokes[len(s.Boards[0].Strokes)-1]
			a, b := l.places[0].corner(line.From), l.places[0].corner(line.To)
			got := rgba(l.draw(newFace(), hue), (a.X+b.X)/2/px, (a.Y+b.Y)/2/px)
			if line.Mark != engine.Deciding || got == hue.trace || contrast(got, hue.trace) < 3 {
				t.Errorf("%s, seat %d: %v on %v has a contrast of %.1f", theme, ink, got, hue.trace, contrast(got, hue.trace))
			}
		}
	}
}

// TestSignsOfSeatsStandOut looks at the sign and the stock of every seat in its bar, in every theme and on the ground of the seat
// to move too.
func TestSignsOfSeatsStandOut(t *testing.T) {
	for theme, hue := range themes {
		for turn := 1; turn <= 4; turn++ {
			s := quoridor4()
			s.Turn = toMove(turn)
			for i := range s.Players {
				s.Players[i].Has[0].Cells = []engine.Cell{{Form: engine.Plank, Ink: engine.Ink(i + 1)}}
				s.Players[i].Has[0].Count = i % 2 * 3
			}
			with := planned(t, s, PNGOptions{Size: 400, Theme: theme})
			for i, b := range with.bars {
				for what, change := range map[string]func(*nameBar){
					"sign": func(b *nameBar) { b.places = b.places[1:] }, "stock": func(b *nameBar) { b.planks = nil },
				} {
					without := with
					without.bars = append([]nameBar(nil), with.bars...)
					change(&without.bars[i])
					changed, strong := standsOut(pairs(with, without, hue), visions["all cones"])
					if changed == 0 || 5*strong < changed {
						t.Errorf("%s: the %s of seat %d, turn of %d: %d pixels of %d have a contrast of 3", theme, what, b.seat, turn, strong, changed)
					}
				}
			}
		}
	}
}

// TestComingGarbageStandsOut looks at the garbage over the field on which it will fall, in every theme.
func TestComingGarbageStandsOut(t *testing.T) {
	s := rengi()
	s.Players = append([]engine.Panel(nil), s.Players...)
	s.Players[0].Has = append(s.Players[0].Has[:len(s.Players[0].Has):len(s.Players[0].Has)], engine.Thing{
		Name: "#", Role: engine.Coming, Count: 3, Cells: []engine.Cell{{Form: engine.Disc, Ink: engine.Dull, Glyph: "#"}},
	})
	with := planned(t, s, PNGOptions{Size: 400})
	without := with
	without.places = append([]place(nil), with.places...)
	for i := range without.places {
		without.places[i].coming = nil
	}
	for theme, hue := range themes {
		changed, strong := standsOut(pairs(with, without, hue), visions["all cones"])
		if changed == 0 || 7*strong < changed {
			t.Errorf("%s: %d pixels of %d have a contrast of 3", theme, strong, changed)
		}
	}
}

// TestBarsCanBeRead compares the words of bars and captions with what lies behind them, in every theme: a pixel of each has
// a contrast of 4.5.
func TestBarsCanBeRead(t *testing.T) {
	for theme, hue := range themes {
		for _, s := range append(scenes()[1:], scene{"a pass", passed()}) {
			o := PNGOptions{Size: 800, Theme: theme, Clocks: [][]string{{"2 h"}, {"6 h"}}, Caption: []string{"a caption"}}
			l := planned(t, s.scene, o)
			bare := l
			bare.words, bare.bars = nil, append([]nameBar(nil), l.bars...)
			for i := range bare.bars {
				bare.bars[i].words = nil
				for _, w := range l.bars[i].words {
					if w.pill.A > 0 && contrast(w.colour, w.pill) < 4.5 {
						t.Errorf("%s, %s: the chip %q has a contrast of %.1f", theme, s.name, w.text, contrast(w.colour, w.pill))
					}
				}
			}
			f := newFace()
			img, behind := l.draw(f, hue), bare.draw(f, hue)
			check := func(w lettering, r image.Rectangle) {
				best := 0.0
				for y := r.Min.Y; y < r.Max.Y; y++ {
					for x := r.Min.X; x < r.Max.X; x++ {
						best = max(best, contrast(rgba(img, x, y), rgba(behind, x, y)))
					}
				}
				if best < 4.5 && w.text != "" {
					t.Errorf("%s, %s: %q has a contrast of %.1f", theme, s.name, w.text, best)
				}
			}
			for _, w := range l.words {
				check(w, image.Rect(w.x, w.y-w.size, w.x+f.width(w.text, w.size), w.y+w.size/4))
			}
			for _, b := range l.bars {
				for _, w := range b.words {
					check(w, image.Rect(w.x, w.y-w.size, w.x+f.width(w.text, w.size), w.y+w.size/4).Add(image.Pt(b.x, b.y)))
				}
			}
		}
	}
}

// passed returns a scene after a pass of seat 1.
func passed() engine.Scene {
	s := goryujin()
	s.Result, s.Turn, s.Passed = nil, toMove(2), 1
	return s
}

// standsOut counts the pixels that differ, by their colours and those behind them, and those of them with a contrast of 3 in a vision.
func standsOut(met map[[2]color.RGBA]int, by matrix) (changed, strong int) {
	for pair, n := range met {
		ratio := contrast(by.seen(pair[0]), by.seen(pair[1]))
		if ratio > 1.2 { // less is an edge in another mixture
			changed += n
		}
		if ratio >= 3 {
			strong += n
		}
	}
	return changed, strong
}

// pairs returns how many pixels have which two colours, where a layout differs from another of the same measures.
func pairs(with, without layout, hue *hues) map[[2]color.RGBA]int {
	f := newFace()
	img, behind := with.draw(f, hue), without.draw(f, hue)
	found := map[[2]color.RGBA]int{}
	for i, p := range img.Pix {
		if a, b := img.Palette[p].(color.RGBA), behind.Palette[behind.Pix[i]].(color.RGBA); a != b {
			found[[2]color.RGBA{a, b}]++
		}
	}
	return found
}

func rgba(img image.Image, x, y int) color.RGBA {
	return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
}
