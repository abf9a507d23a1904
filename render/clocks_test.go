package render

import (
	"bytes"
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

// TestCardsShowClocksWhereTheyFit draws cards with titles of one line and of two.
func TestCardsShowClocksWhereTheyFit(t *testing.T) {
	clocks := Clocks{{"by 25 Nov 14:30 UTC"}, {"3 d"}, {"3 d"}, {"3 d"}}
	draw := func(title string, clocks Clocks) []byte {
		var out bytes.Buffer
		if err := Card(&out, quoridor4(), title, PNGOptions{Clocks: clocks}); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	if bytes.Equal(draw("Quoridor", clocks), draw("Quoridor", nil)) {
		t.Error("a card does not show clocks")
	}
	if title := "Quoridor, a game of walls"; !bytes.Equal(draw(title, clocks), draw(title, nil)) {
		t.Error("clocks have room on a card that is full")
	}
}
