package render

import (
	"fmt"
	"image/color"
	"testing"
)

// TestTerminalColoursAreReadable computes the contrast of the colours of the terminal to black and to white.
func TestTerminalColoursAreReadable(t *testing.T) {
	for ink, sgr := range sgrOfInk {
		if sgr == "2" { // the terminal's own colour, dimmed
			continue
		}
		var n int
		if _, err := fmt.Sscanf(sgr, "38;5;%d", &n); err != nil || n < 16 || n > 231 {
			t.Fatalf("ink %d is written in %q: want a colour of the cube", ink, sgr)
		}
		level := func(n int) uint8 { return [...]uint8{0, 95, 135, 175, 215, 255}[n] }
		c := color.RGBA{level((n - 16) / 36), level((n - 16) / 6 % 6), level((n - 16) % 6), 255}
		for name, ground := range map[string]color.RGBA{"black": rgb(0), "white": rgb(0xFFFFFF)} {
			if got := contrast(c, ground); got < 3 {
				t.Errorf("ink %d on %s: %.2f", ink, name, got)
			}
		}
	}
}
