package render

import (
	"image"
	"testing"

	"hikyaku/engine"
)

// TestEarlierWallsKeepTheirColourAndGetDashes compares a board without walls with one of a wall that is marked, and one that is not.
func TestEarlierWallsKeepTheirColourAndGetDashes(t *testing.T) {
	walled := func(walls ...engine.Line) image.Image {
		s := quoridor4()
		s.Boards[0].Walls = walls
		return decoded(t, s, PNGOptions{Size: 600})
	}
	different := func(a, b image.Image) (n int) {
		for y := range a.Bounds().Dy() {
			for x := range a.Bounds().Dx() {
				if a.At(x, y) != b.At(x, y) {
					n++
				}
			}
		}
		return n
	}
	none, plain, before := walled(), walled(fence(5, 4, 'h', 2, 0)), walled(fence(5, 4, 'h', 2, engine.Before))
	if wall, dashes := different(none, plain), different(plain, before); dashes == 0 || dashes > wall/2 {
		t.Errorf("%d of the %d pixels of the wall are dashes", dashes, wall)
	}
}
