package enginetest

import (
	"testing"
	"unicode/utf8"

	"hikyaku/engine"
)

// CheckScene wants everything inside its board, labels for every column and row or none, and one
// character at most in a cell.
func CheckScene(t *testing.T, s engine.Scene) {
	t.Helper()
	if len(s.Boards) == 0 {
		t.Error("the scene has no board")
	}
	for i, b := range s.Boards {
		w, h := b.Max.X-b.Min.X+1, b.Max.Y-b.Min.Y+1
		if w < 1 || h < 1 {
			t.Errorf("board %d has no cells: %v to %v", i, b.Min, b.Max)
		}
		if (b.Cols != nil && len(b.Cols) != w) || (b.Rows != nil && len(b.Rows) != h) {
			t.Errorf("board %d of %dx%d cells has %d and %d labels", i, w, h, len(b.Cols), len(b.Rows))
		}
		for _, c := range b.Cells {
			if !within(c.At, b.Min, b.Max) {
				t.Errorf("board %d: cell %v is outside %v to %v", i, c.At, b.Min, b.Max)
			}
			if utf8.RuneCountInString(c.Glyph) > 2 || !utf8.ValidString(c.Glyph) {
				t.Errorf("board %d: glyph %q at %v is too long for a cell", i, c.Glyph, c.At)
			}
		}
		corner := engine.Point{X: b.Max.X + 1, Y: b.Max.Y + 1}
		for _, l := range append(append([]engine.Line(nil), b.Walls...), b.Strokes...) {
			if !within(l.From, b.Min, corner) || !within(l.To, b.Min, corner) {
				t.Errorf("board %d: the line %v to %v leaves it", i, l.From, l.To)
			}
		}
	}
	for _, line := range s.Lines {
		if line.En == "" || line.Ja == "" {
			t.Errorf("the line %+v lacks a language", line)
		}
	}
}

func within(p, lo, hi engine.Point) bool {
	return p.X >= lo.X && p.X <= hi.X && p.Y >= lo.Y && p.Y <= hi.Y
}
