package render

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// SameExtent gives every scene the same boards with the same measures: a board that grows has its largest size from the
// beginning. Cells and lines do not change.
func SameExtent(scenes []engine.Scene) []engine.Scene {
	var order []string
	hulls := map[string]engine.Board{} // every board in its largest extent
	for _, s := range scenes {
		for _, b := range s.Boards {
			if h, known := hulls[b.ID]; known {
				b = union(h, b)
			} else {
				order = append(order, b.ID)
			}
			hulls[b.ID] = b
		}
	}
	all := slices.Clone(scenes)
	for i, s := range scenes {
		boards := map[string]engine.Board{}
		for _, b := range s.Boards {
			boards[b.ID] = b
		}
		all[i].Boards = nil
		for _, id := range order {
			h := hulls[id]
			b, there := boards[id]
			if !there {
				b = engine.Board{ID: id, Name: h.Name, Seat: h.Seat}
			}
			b.Min, b.Max, b.Cols, b.Rows = h.Min, h.Max, h.Cols, h.Rows
			all[i].Boards = append(all[i].Boards, b)
		}
	}
	return all
}

// union returns a extended to contain b, with the labels of both.
func union(a, b engine.Board) engine.Board {
	h := a
	h.Min = engine.Point{X: min(a.Min.X, b.Min.X), Y: min(a.Min.Y, b.Min.Y)}
	h.Max = engine.Point{X: max(a.Max.X, b.Max.X), Y: max(a.Max.Y, b.Max.Y)}
	h.Cols = labels(h.Min.X, h.Max.X, side{a.Min.X, a.Cols}, side{b.Min.X, b.Cols})
	h.Rows = labels(h.Min.Y, h.Max.Y, side{a.Min.Y, a.Rows}, side{b.Min.Y, b.Rows})
	return h
}

// side is the labels of a side from its first cell on.
type side struct {
	first int
	names []i18n.Text
}

// labels returns the labels of the cells from first to last, of which sides are parts. It returns nil if no side has
// labels, or if the whole is too large to draw.
func labels(first, last int, sides ...side) []i18n.Text {
	if len(sides[0].names)+len(sides[1].names) == 0 || uint64(last)-uint64(first) >= maxSide {
		return nil
	}
	all := make([]i18n.Text, last-first+1)
	for _, s := range sides {
		copy(all[s.first-first:], s.names)
	}
	return all
}
