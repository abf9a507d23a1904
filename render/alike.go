package render

import (
	"slices"

	"hikyaku/engine"
)

// boardKey identifies a board in several scenes: it is the nth board of an owner and a name.
type boardKey struct {
	seat int
	name engine.Text
	nth  int
}

// keyed returns the boards of s with their keys.
func keyed(s engine.Scene) (keys []boardKey, boards map[boardKey]engine.Board) {
	boards = map[boardKey]engine.Board{}
	for _, b := range s.Boards {
		k := boardKey{seat: b.Seat, name: b.Name}
		for ; ; k.nth++ {
			if _, taken := boards[k]; !taken {
				break
			}
		}
		keys, boards[k] = append(keys, k), b
	}
	return keys, boards
}

// alike gives every scene the same boards with the same measures. A board that grows has its largest size from the
// beginning, and the place of a board that does not exist yet is kept free. Cells and lines do not change.
func alike(scenes []engine.Scene) []engine.Scene {
	order, hulls := hull(scenes)
	all := make([]engine.Scene, len(scenes))
	for i, s := range scenes {
		_, boards := keyed(s)
		all[i].Lines = s.Lines
		for _, k := range order {
			b, there := boards[k]
			if !there {
				b = engine.Board{Name: k.name, Seat: k.seat}
			}
			h := hulls[k]
			b.Min, b.Max, b.Cols, b.Rows = h.Min, h.Max, h.Cols, h.Rows
			all[i].Boards = append(all[i].Boards, b)
		}
	}
	return all
}

// hull returns every board of scenes in its largest extent, in the order of the scene with the most boards.
func hull(scenes []engine.Scene) (order []boardKey, hulls map[boardKey]engine.Board) {
	hulls = map[boardKey]engine.Board{}
	var rest []boardKey
	for _, s := range scenes {
		keys, boards := keyed(s)
		if len(keys) > len(order) {
			order, keys = keys, order
		}
		rest = append(rest, keys...)
		for k, b := range boards {
			if h, known := hulls[k]; known {
				b = around(h, b)
			}
			hulls[k] = b
		}
	}
	for _, k := range rest {
		if !slices.Contains(order, k) {
			order = append(order, k)
		}
	}
	return order, hulls
}

// around returns a extended to contain b, with the labels of both. Only its measures and labels matter.
func around(a, b engine.Board) engine.Board {
	h := engine.Board{
		Min: engine.Point{X: min(a.Min.X, b.Min.X), Y: min(a.Min.Y, b.Min.Y)},
		Max: engine.Point{X: max(a.Max.X, b.Max.X), Y: max(a.Max.Y, b.Max.Y)},
	}
	h.Cols = labels(h.Min.X, h.Max.X, side{a.Min.X, a.Cols}, side{b.Min.X, b.Cols})
	h.Rows = labels(h.Min.Y, h.Max.Y, side{a.Min.Y, a.Rows}, side{b.Min.Y, b.Rows})
	return h
}

// side is the labels of a side from its first cell on.
type side struct {
	first int
	names []string
}

// labels returns the labels of the cells from first to last, of which sides are parts. It returns nil if no side has
// labels, or if the whole is too large to draw.
func labels(first, last int, sides ...side) []string {
	if len(sides[0].names)+len(sides[1].names) == 0 || uint64(last)-uint64(first) >= maxSide {
		return nil
	}
	all := make([]string, last-first+1)
	for _, s := range sides {
		copy(all[s.first-first:], s.names)
	}
	return all
}
