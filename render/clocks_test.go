package render

import (
	"slices"
	"testing"

	"hikyaku/engine"
)

// TestBarsShowTheLongestClockThatFits reads the bars of games with wide, tall and narrow ones.
func TestBarsShowTheLongestClockThatFits(t *testing.T) {
	const long, short = "by 25 Nov 14:30 UTC", "3 d a move"
	for _, c := range []struct {
		name  string
		scene engine.Scene
		size  int
		want  string
	}{
		{"wide", quoridor(), 300, long}, {"tall", slashchain(), 400, long}, {"two lines", rengi(), 350, long}, {"narrow", busy(3, 10, 0), 350, short}, {"small", quoridor(), 299, ""},
	} {
		l := planned(t, c.scene, PNGOptions{Size: c.size, Names: []string{"Alexander the Great", "Bo"}, Clocks: Clocks{{long, short}}})
		got := ""
		for _, w := range l.bars[0].words {
			if w.text == long || w.text == short {
				got = w.text
			}
		}
		if got != c.want {
			t.Errorf("%s: the clock shows %q, want %q", c.name, got, c.want)
		}
		if slices.ContainsFunc(l.bars[0].words, func(w lettering) bool { return w.text == "…" }) {
			t.Errorf("%s: the clock leaves no room for the name", c.name)
		}
	}
}

// TestFilmsHaveAClockOfEachScene compares frames whose scenes differ in their clocks alone.
func TestFilmsHaveAClockOfEachScene(t *testing.T) {
	s := quoridor()
	g := animated(t, []engine.Scene{s, s, s}, GIFOptions{Picture: PNGOptions{Clocks: Clocks{{"9 d"}}}, Clocks: []Clocks{{{"3 d"}}, {{"2 d"}}, {{"2 d"}}}})
	if len(g.Image) != 2 {
		t.Errorf("%d frames, want one for each of two clocks", len(g.Image))
	}
}
