// Package render draws an engine.Scene: Text for terminals, letters and code blocks, PNG for pictures,
// GIF for several scenes one after another.
//
// The package knows no game. A scene gives the kinds and owners of things, and this package decides how
// they look: stage.go arranges the boards of a scene for a viewer, text*.go write them in characters, and
// layout.go gives them pixels, which draw*.go fill; alike.go makes scenes share a layout. Safe must be
// called before text of other people is printed.
package render

import (
	"fmt"

	"hikyaku/engine"
)

// The limits of a scene. A larger one is not drawn but reported.
const (
	maxSide  = 512    // cells along one side of a board
	maxCells = 40_000 // cells of all boards together
	maxParts = 200    // boards
)

// check returns an error if the measures of s are out of range. It is called before anything is allocated for s.
func check(s engine.Scene) error {
	if len(s.Boards) > maxParts {
		return fmt.Errorf("a scene of %d boards is too large to draw: at most %d", len(s.Boards), maxParts)
	}
	total := 0
	for _, b := range s.Boards {
		if b.Max.X < b.Min.X || b.Max.Y < b.Min.Y {
			return fmt.Errorf("a board from %v to %v has no cells", b.Min, b.Max)
		}
		// Unsigned, because the difference of two far integers may not fit a signed one.
		w, h := uint64(b.Max.X)-uint64(b.Min.X), uint64(b.Max.Y)-uint64(b.Min.Y)
		if w >= maxSide || h >= maxSide {
			return fmt.Errorf("a board from %v to %v is too large to draw: at most %d cells a side", b.Min, b.Max, maxSide)
		}
		total += int((w + 1) * (h + 1))
	}
	if total > maxCells {
		return fmt.Errorf("a scene of %d cells is too large to draw: at most %d", total, maxCells)
	}
	return nil
}
