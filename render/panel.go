package render

import (
	"slices"
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// stand returns the drawn things of a panel as a small board, and the name of the thing in each of its columns; ok is false if there
// are none. Its dimensions do not depend on the number of each.
func stand(seat int, p engine.Panel) (b engine.Board, names []string, ok bool) {
	things := drawnThings(p)
	switch {
	case things == nil:
		return b, nil, false
	case inHand(things):
		b, names = hand(things)
	default:
		b, names = rack(things)
	}
	b.Seat = seat
	return b, names, true
}

// drawnThings returns the things of a panel that are drawn.
func drawnThings(p engine.Panel) (things []engine.Thing) {
	for _, t := range p.Has {
		if len(t.Cells) > 0 {
			things = append(things, t)
		}
	}
	return things
}

// inHand reports whether things are pieces, which are drawn close together.
func inHand(things []engine.Thing) bool {
	return !slices.ContainsFunc(things, func(t engine.Thing) bool { return len(t.Cells) != 1 || t.Cells[0].Form != engine.Piece })
}

// hand puts one of each thing in a row, followed by its number if there are several.
func hand(things []engine.Thing) (b engine.Board, names []string) {
	b.Max.X = 2*len(things) - 1
	put := func(name string, c engine.Cell) {
		c.At = engine.Point{X: len(b.Cells)}
		b.Cells, names = append(b.Cells, c), append(names, name)
	}
	for _, t := range things {
		if t.Count > 0 {
			put(t.Name, t.Cells[0])
		}
		if t.Count > 1 {
			put(t.Name, count(t))
		}
	}
	if b.Cells == nil {
		put("", engine.Cell{Form: engine.Label, Glyph: "-"})
	}
	return b, names
}

// rack puts all things in a row, with their numbers below them. Things that are more than a sign have their names there
// too. Those that are used up are dull.
func rack(things []engine.Thing) (b engine.Board, names []string) {
	for _, t := range things {
		x, wide := len(names), 1
		for _, c := range t.Cells {
			wide = max(wide, c.At.X+1)
			if t.Count == 0 {
				c.Ink = engine.Dull
			}
			c.At.X, c.At.Y = c.At.X+x, c.At.Y+1
			b.Cells, b.Max.Y = append(b.Cells, c), max(b.Max.Y, c.At.Y)
		}
		for _, l := range t.Strokes {
			if t.Count == 0 {
				l.Ink = engine.Dull
			}
			l.From.X, l.From.Y, l.To.X, l.To.Y = l.From.X+x, l.From.Y+1, l.To.X+x, l.To.Y+1
			b.Strokes = append(b.Strokes, l)
		}
		below := []engine.Cell{count(t)}
		if wide > 1 {
			below = []engine.Cell{{Form: engine.Label, Glyph: t.Name}, below[0]}
		}
		for i, c := range below {
			c.At.X = x + i
			b.Cells = append(b.Cells, c)
		}
		b.Max.X = x + wide - 1
		names = append(names, slices.Repeat([]string{t.Name}, wide)...)
		if wide > 1 {
			names = append(names, "") // a gap before the next
		}
	}
	return b, names
}

// forText returns s with planks in words and bodies as their letters on the field.
func forText(s engine.Scene) engine.Scene {
	s.Players = slices.Clone(s.Players)
	for i, p := range s.Players {
		s.Players[i].Has = slices.Clone(p.Has)
		for j, t := range p.Has {
			switch {
			case len(t.Cells) == 0:
			case t.Cells[0].Form == engine.Plank:
				s.Players[i].Has[j].Cells = nil
			case t.Cells[0].Form == engine.Body:
				s.Players[i].Has[j].Cells = []engine.Cell{{Form: engine.Label, Ink: t.Cells[0].Ink, Glyph: t.Cells[0].Glyph}}
			}
		}
	}
	return s
}

// count returns how many things there are.
func count(t engine.Thing) engine.Cell {
	return engine.Cell{Form: engine.Label, Glyph: strconv.Itoa(t.Count)}
}

// dice returns the dice of a throw as a small board of a seat, which is empty unless the seat has thrown them.
func dice(seat int, d engine.Dice) engine.Board {
	b := engine.Board{Name: i18n.Text{En: "die", Ja: "サイコロ"}, Seat: seat, Max: engine.Point{X: d.Room - 1}}
	if d.Room > 1 {
		b.Name.En = "dice"
	}
	if d.Seat != seat {
		return b
	}
	for i, face := range d.Faces {
		b.Cells = append(b.Cells, engine.Cell{At: engine.Point{X: i}, Form: engine.Die, Glyph: strconv.Itoa(face)})
	}
	return b
}
