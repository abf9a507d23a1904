package render

import (
	"image"
	"testing"
)

// TestBoldGrowsOutwards wants a frame to grow on both of its sides, whichever way its outlines run.
func TestBoldGrowsOutwards(t *testing.T) {
	clockwise := append(polygon(image.Pt(0, 0), image.Pt(1000, 0), image.Pt(1000, 800), image.Pt(0, 800)), polygon(image.Pt(200, 200), image.Pt(200, 600), image.Pt(800, 600), image.Pt(800, 200))...)
	back := append(polygon(image.Pt(0, 0), image.Pt(0, 800), image.Pt(1000, 800), image.Pt(1000, 0)), polygon(image.Pt(200, 200), image.Pt(800, 200), image.Pt(800, 600), image.Pt(200, 600))...)
	for _, frame := range []path{clockwise, back} {
		grown := frame.bold(50)
		if all := grown[:5].extent(); all != image.Rect(-50, -50, 1050, 850) {
			t.Errorf("the outer side of %v reaches from %v to %v", frame, all.Min, all.Max)
		}
		if all := grown[5:].extent(); all != image.Rect(250, 250, 750, 550) {
			t.Errorf("the hole of %v reaches from %v to %v", frame, all.Min, all.Max)
		}
	}
}

// TestBoldCutsSharpCorners wants no spike of more than twice the distance.
func TestBoldCutsSharpCorners(t *testing.T) {
	if all := polygon(image.Pt(0, 0), image.Pt(2000, 10), image.Pt(0, 20)).bold(50).extent(); all.Max.X > 2110 {
		t.Errorf("the tip at 2000 goes to %d", all.Max.X)
	}
}
