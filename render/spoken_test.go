package render

import (
	"slices"
	"strings"
	"testing"
)

func TestSpoken(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string
	}{
		{"quoridor", []string{"seat 2: e5", "seat 1: e4", "seat 1 to move"}},
		{"quoridor4", []string{"seat 1, wall: above c3-d3", "seat 2, wall: right of d4-d5"}},
		{"goryujin", []string{"seat 1, wall: above A30-BH30", "seat 1, I: T8, T7, T6, T5, T4", "seat 2, wall: below A1-BH1"}},
		{"diceshogi", []string{"seat 2, 玉: １一", "seat 1, 金: ４三"}},
	} {
		i := slices.IndexFunc(scenes(), func(s scene) bool { return s.name == c.name })
		got := Spoken(scenes()[i].scene, "en")
		for _, line := range c.want {
			if !slices.Contains(got, line) {
				t.Errorf("%s is said as\n%s\nwithout %q", c.name, strings.Join(got, "\n"), line)
			}
		}
	}
}

func TestSpokenChange(t *testing.T) {
	before, after := quoridor(), quoridor()
	b := &after.Boards[0]
	b.Cells = slices.Clone(b.Cells)
	for i, c := range b.Cells {
		if c.Glyph == "1" {
			b.Cells[i].At.Y--
		}
	}
	got := SpokenChange(before, after, "en")
	if want := []string{"new: seat 1: e3", "gone: seat 1: e4"}; !slices.Equal(got, want) {
		t.Errorf("said %q, want %q", got, want)
	}
	fresh := quoridor()
	fresh.Boards = slices.Clone(fresh.Boards)
	fresh.Boards[0].Walls = slices.Clone(fresh.Boards[0].Walls)
	fresh.Boards[0].Walls[0].Ink = 1
	if got := SpokenChange(fresh, before, "en"); len(got) != 0 {
		t.Errorf("a wall stays, and %q is said", got)
	}
	if got := SpokenChange(before, before, "ja"); len(got) != 0 {
		t.Errorf("nothing changed, and %q is said", got)
	}
}
