package render

import "testing"

// TestBoldGrowsOutwards wants a frame to grow on both of its sides, whichever way its outlines run.
func TestBoldGrowsOutwards(t *testing.T) {
	clockwise := append(polygon(spot{0, 0}, spot{1000, 0}, spot{1000, 800}, spot{0, 800}), polygon(spot{200, 200}, spot{200, 600}, spot{800, 600}, spot{800, 200})...)
	back := append(polygon(spot{0, 0}, spot{0, 800}, spot{1000, 800}, spot{1000, 0}), polygon(spot{200, 200}, spot{800, 200}, spot{800, 600}, spot{200, 600})...)
	for _, frame := range []path{clockwise, back} {
		grown := frame.bold(50)
		if lo, hi := grown[:5].extent(); lo != (spot{-50, -50}) || hi != (spot{1050, 850}) {
			t.Errorf("the outer side of %v reaches from %v to %v", frame, lo, hi)
		}
		if lo, hi := grown[5:].extent(); lo != (spot{250, 250}) || hi != (spot{750, 550}) {
			t.Errorf("the hole of %v reaches from %v to %v", frame, lo, hi)
		}
	}
}

// TestBoldCutsSharpCorners wants no spike of more than twice the distance.
func TestBoldCutsSharpCorners(t *testing.T) {
	if _, hi := polygon(spot{0, 0}, spot{2000, 10}, spot{0, 20}).bold(50).extent(); hi.x > 2110 {
		t.Errorf("the tip at 2000 goes to %d", hi.x)
	}
}
