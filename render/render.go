// Package render draws an engine.Scene: Text for terminals, letters and code blocks, PNG for pictures,
// GIF for several scenes one after another.
//
// The package knows no game. A scene gives the kinds and owners of things, and this package decides how
// they look: phrases.go describes the seats in words, panel.go makes small boards of the things they have,
// stage.go arranges the boards for a viewer, text*.go write them in characters, and layout.go computes
// their pixels, with seatbar.go for the seats and table.go for their places; draw*.go, pieces.go and
// grain.go draw them. extent.go gives scenes a common layout.
// note.go reads annotations, drawnote.go draws them, and theme.go makes themes of named colours.
// Safe must be called before other text of people is printed.
package render

import (
	"fmt"
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// maxParts is the largest number of boards in a scene. A larger scene, or one beyond the limits of package engine, is not drawn but reported.
const maxParts = 200

// check returns an error if the measures of s are out of range. It is called before anything is allocated for its cells.
func check(s engine.Scene) error {
	if n := len(s.Boards) + 2*len(s.Players); n > maxParts {
		return i18n.Err("picture.boards", "n", n, "most", maxParts)
	}
	total := 0
	all := slices.Clip(s.Boards)
	for i, p := range s.Players {
		if b, _, ok := stand(i+1, p); ok {
			all = append(all, b)
		}
		if s.Throw.Room > 0 {
			all = append(all, dice(i+1, s.Throw))
		}
	}
	for _, b := range all {
		if b.Max.X < b.Min.X || b.Max.Y < b.Min.Y {
			return fmt.Errorf("a board from %v to %v has no cells", b.Min, b.Max)
		}
		// Unsigned, because the difference of two far integers may not fit a signed one.
		w, h := uint64(b.Max.X)-uint64(b.Min.X), uint64(b.Max.Y)-uint64(b.Min.Y)
		if w >= engine.MaxSide || h >= engine.MaxSide {
			return fmt.Errorf("a board from %v to %v is too large to draw: at most %d cells a side", b.Min, b.Max, engine.MaxSide)
		}
		total += int((w + 1) * (h + 1))
	}
	if total > engine.MaxCells {
		return i18n.Err("picture.cells", "n", total, "most", engine.MaxCells)
	}
	return nil
}
