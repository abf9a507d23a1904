package render

import (
	"bytes"
	"slices"
	"testing"
)

// TestPicturesAreSmall measures the files of pictures at 900 pixels, with the grain of wood and without.
func TestPicturesAreSmall(t *testing.T) {
	for theme, most := range map[string]int{"wood": 40 << 10, "paper": 24 << 10} {
		var sizes []int
		for _, s := range scenes() {
			var file bytes.Buffer
			if err := PNG(&file, s.scene, PNGOptions{Theme: theme}); err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, file.Len())
		}
		if slices.Sort(sizes); sizes[len(sizes)/2] > most {
			t.Errorf("%s: %d bytes, the median is over %d", theme, sizes, most)
		}
	}
}

// TestGrainStaysInsideItsBoard compares the lines with the rectangle that they are drawn in.
func TestGrainStaysInsideItsBoard(t *testing.T) {
	for _, size := range []int{40, 200, 1000} {
		lines := grain(7, 9, size, size/2)
		for _, line := range lines {
			if r := line.bounds(); r.Min.X < 7 || r.Min.Y < 9 || r.Max.X > 7+size || r.Max.Y > 9+size/2 {
				t.Errorf("a line at %v leaves %d pixels", r, size)
			}
		}
		if len(lines) == 0 {
			t.Errorf("no lines in %d pixels", size)
		}
	}
}
