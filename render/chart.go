package render

import (
	"image"
	"slices"
	"strings"

	"hikyaku/engine"
)

// Chart is the output of Text as characters with the positions of the scene's places, for terminals in which users point at
// places.
type Chart struct {
	Rows  [][]Sign
	Lines []string // the text under the boards
	Spots []Spot
}

// Sign is a character in one column, with the SGR escape of its colours. The second column of a character of two columns is Covered.
type Sign struct {
	Text    string // "" for a blank
	SGR     string
	Covered bool
}

// Spot is the rectangle of a touchable place: a cell, a wall of length 1 or a thing of a seat.
type Spot struct {
	Touch            engine.Touch
	X, Y, Wide, High int
}

// NewChart returns the chart of s. If s is too large to draw, its only line is the error.
func NewChart(s engine.Scene, o TextOptions) Chart {
	page, lines, err := layoutText(s, o, true)
	if err != nil {
		return Chart{Lines: []string{err.Error()}}
	}
	return Chart{page.rows, lines, page.spots}
}

// Tight drops blank rows around the boards so that the chart has at most high rows. If that is not enough, it returns c.
func (c Chart) Tight(high int) Chart {
	if len(c.Rows) <= high {
		return c
	}
	tight := Chart{Lines: c.Lines}
	at := make([]int, len(c.Rows)+1) // the new position of each row
	for y, row := range c.Rows {
		at[y] = len(tight.Rows)
		blank := !slices.ContainsFunc(row, func(s Sign) bool { return strings.TrimSpace(s.Text) != "" || s.Covered }) &&
			!slices.ContainsFunc(c.Spots, func(s Spot) bool { return s.Y <= y && y < s.Y+s.High })
		if !blank || at[y]+len(c.Rows)-y <= high {
			tight.Rows = append(tight.Rows, row)
		}
	}
	at[len(c.Rows)] = len(tight.Rows)
	if len(tight.Rows) > high {
		return c
	}
	for _, s := range c.Spots {
		y, end := at[min(s.Y, len(c.Rows))], at[min(s.Y+s.High, len(c.Rows))]
		s.Y, s.High = y, end-y
		tight.Spots = append(tight.Spots, s)
	}
	return tight
}

// Where returns the rectangle of t on the chart; ok is false if t is not on it.
func (c Chart) Where(t engine.Touch) (at Spot, ok bool) {
	for _, s := range c.Spots {
		if !covers(t, s.Touch) {
			continue
		}
		if !ok {
			at, ok = s, true
			continue
		}
		right, below := max(at.X+at.Wide, s.X+s.Wide), max(at.Y+at.High, s.Y+s.High)
		at.X, at.Y = min(at.X, s.X), min(at.Y, s.Y)
		at.Wide, at.High = right-at.X, below-at.Y
	}
	at.Touch = t
	return at, ok
}

// covers reports whether the place of one cell, a wall of length 1 or a thing is part of t.
func covers(t, one engine.Touch) bool {
	if t.Board != one.Board || t.Edge != one.Edge || t.Seat != one.Seat || t.Thing != one.Thing {
		return false
	}
	if t.Board == "" {
		return t.Seat != 0
	}
	return one.At.Sub(t.At).In(image.Rect(0, 0, max(1, t.Size.X), max(1, t.Size.Y)))
}

// spots returns the spots of the cells of v, which at places.
func (v *view) spots(at func(x, y int) Spot) (spots []Spot) {
	for y := range v.rows {
		for x := range v.cols {
			spot := at(x, y)
			switch {
			case v.things == nil && v.id != "":
				spot.Touch = engine.CellTouch(v.id, v.cell(x, y))
			case x < len(v.things) && v.things[x] != "":
				spot.Touch = engine.ThingTouch(v.seat, v.things[x])
			default:
				continue
			}
			spots = append(spots, spot)
		}
	}
	return spots
}

// cell returns the cell of the board at a place of v.
func (v *view) cell(x, y int) engine.Point {
	at := v.corner(x, y)
	if v.turned {
		return engine.Point{X: at.X - 1, Y: at.Y}
	}
	return engine.Point{X: at.X, Y: at.Y - 1}
}

// corner returns the corner of the board at a corner of v.
func (v *view) corner(x, y int) engine.Point {
	if v.turned {
		x, y = v.cols-x, v.rows-y
	}
	return engine.Point{X: v.low.X + x, Y: v.high.Y + 1 - y}
}

// gapSpots returns the spots of the cells of a board with gaps and of its possible walls.
func gapSpots(v view, wide, high int) []Spot {
	spots := v.spots(func(x, y int) Spot {
		return Spot{X: x*wide + 1, Y: y*high + 1, Wide: wide - 1, High: high - 1}
	})
	wall := func(x, y, toX, toY int, at Spot) {
		from, to := v.corner(x, y), v.corner(toX, toY)
		if to.X < from.X || to.Y < from.Y {
			from, to = to, from
		}
		at.Touch = engine.WallTouch(v.id, engine.Line{From: from, To: to})
		spots = append(spots, at)
	}
	for y := range v.rows + 1 {
		for x := range v.cols + 1 {
			if x < v.cols {
				wall(x, y, x+1, y, Spot{X: x*wide + 1, Y: y * high, Wide: wide - 1, High: 1})
			}
			if y < v.rows {
				wall(x, y, x, y+1, Spot{X: x * wide, Y: y*high + 1, Wide: 1, High: high - 1})
			}
		}
	}
	return spots
}
