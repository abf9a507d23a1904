package render

import (
	"image"
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
			h, known := hulls[b.ID]
			if !known {
				order, hulls[b.ID] = append(order, b.ID), b
				continue
			}
			wide := h // with the labels of both
			wide.Min = image.Pt(min(h.Min.X, b.Min.X), min(h.Min.Y, b.Min.Y))
			wide.Max = image.Pt(max(h.Max.X, b.Max.X), max(h.Max.Y, b.Max.Y))
			wide.Cols = labels(wide.Min.X, wide.Max.X, side{h.Min.X, h.Cols}, side{b.Min.X, b.Cols})
			wide.Rows = labels(wide.Min.Y, wide.Max.Y, side{h.Min.Y, h.Rows}, side{b.Min.Y, b.Rows})
			hulls[b.ID] = wide
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

// side is the labels of a side from its first cell on.
type side struct {
	first int
	names []i18n.Text
}

// labels returns the labels of the cells from first to last, of which sides are parts. It returns nil if no side has
// labels, or if the whole is too large to draw.
func labels(first, last int, sides ...side) []i18n.Text {
	if len(sides[0].names)+len(sides[1].names) == 0 || uint64(last)-uint64(first) >= engine.MaxSide {
		return nil
	}
	all := make([]i18n.Text, last-first+1)
	for _, s := range sides {
		copy(all[s.first-first:], s.names)
	}
	return all
}
