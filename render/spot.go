package render

import (
	"image"

	"hikyaku/engine"
)

// Spots are the positions of things in a picture.
type Spots struct {
	Size  image.Point       // of the picture, in pixels
	Boxes []image.Rectangle // of each touch; empty for a touch without a place
}

// NewSpots returns the positions of touches in the picture that SVG draws of s. It returns the same errors as PNG.
func NewSpots(s engine.Scene, o PNGOptions, touches []engine.Touch) (Spots, error) {
	_, l, err := o.layout(s)
	if err != nil {
		return Spots{}, err
	}
	spots := Spots{Size: image.Pt(l.w, l.h)}
	for _, t := range touches {
		spots.Boxes = append(spots.Boxes, l.box(s, t))
	}
	return spots, nil
}

// box returns the pixels of a touch in a layout of s.
func (l layout) box(s engine.Scene, t engine.Touch) image.Rectangle {
	for _, p := range l.places {
		switch {
		case t.Thing != "" && p.stand != 0 && p.seat == t.Seat:
			return pieceOn(p, s.Players[t.Seat-1], t.Thing)
		case t.Board != "" && p.id == t.Board:
			return p.touched(t)
		}
	}
	return image.Rectangle{}
}

// pieceOn returns the pixels of a piece on the stand p, which shows the pieces in hand one after the other.
func pieceOn(p place, panel engine.Panel, name string) image.Rectangle {
	n := 0
	for _, t := range panel.Has {
		switch {
		case len(t.Cells) == 0 || t.Count == 0:
			continue
		case t.Name == name && n < len(p.cells):
			return p.pixels(p.cells[n].At, p.cells[n].At)
		}
		n++
	}
	return image.Rectangle{}
}

// touched returns the pixels of a place on the board that p shows.
func (p place) touched(t engine.Touch) image.Rectangle {
	at := engine.Place{Cells: t.Cells()}
	if line, ok := t.Line(); ok {
		at.Walls = []engine.Line{line}
	}
	seen, ok := p.see(at)
	if !ok {
		return image.Rectangle{}
	}
	cols, rows := p.whole()
	if p.tipped {
		cols, rows = rows, cols
	}
	by := p.room(cols, rows)
	if len(seen.walls) > 0 {
		from, to := seen.walls[0].From.Add(by), seen.walls[0].To.Add(by)
		x, y := p.at(from)
		right, bottom := p.at(to)
		if from.Y == to.Y {
			return image.Rect(x, y-p.gap, right-p.gap, y)
		}
		return image.Rect(x-p.gap, y, x, bottom-p.gap)
	}
	lo, hi := seen.extent()
	return p.pixels(lo.Add(by), hi.Add(by))
}

// pixels returns the rectangle of the cells from lo to hi.
func (p place) pixels(lo, hi engine.Point) image.Rectangle {
	x, y := p.at(lo)
	right, bottom := p.at(hi)
	return image.Rect(x, y, right+p.cell(), bottom+p.cell())
}
