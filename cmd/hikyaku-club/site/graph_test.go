package site

import (
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/standings"
)

// TestGraph compares the points of ratings with those worked out by hand: 570 units for the time, 310 for the ratings of the grid.
func TestGraph(t *testing.T) {
	at := func(day int) time.Time { return time.Date(2026, 11, day, 9, 0, 0, 0, time.UTC) }
	entry := func(day int, r, rd float64) (e standings.Entry) {
		e.At, e.R, e.RD = at(day), r, rd
		return e
	}
	later := entry(1, 1500, 350) // on the same day
	later.At = later.At.Add(time.Hour)
	for _, c := range []struct {
		list  []standings.Entry
		wants []string
	}{
		{[]standings.Entry{entry(1, 1500, 150), entry(3, 1550, 50), entry(5, 1450, 50)}, []string{ // the grid goes from 1300 to 1700
			`<polygon class="span" points="68.0,52.8 347.0,91.5 626.0,169.0 626.0,246.5 347.0,169.0 68.0,285.2"/>`,
			`<polyline class="way" points="68.0,169.0 347.0,130.2 626.0,207.8"/>`,
			`y1="324.0" y2="324.0"/><text x="60" y="329.0" text-anchor="end">1300</text>`,
			`y1="14.0" y2="14.0"/><text x="60" y="19.0" text-anchor="end">1700</text>`,
			`<circle class="dot" cx="347.0" cy="130.2" r="3.5"/>`,
			`<text x="68" y="354">2026-11-01</text>`, `<text x="626" y="354" text-anchor="end">2026-11-05</text>`,
		}},
		{[]standings.Entry{entry(1, 1500, 350), later}, []string{`<text x="347.0" y="354" text-anchor="middle">2026-11-01</text>`}},
		{[]standings.Entry{entry(1, 1500, 350)}, []string{ // from 1000 to 2000, with a line for every 200
			`<rect class="span" x="339.0" y="60.5" width="16" height="217.0"/>`,
			`>1000</text>`, `>1200</text>`, `>2000</text>`,
			`<text x="347.0" y="354" text-anchor="middle">2026-11-01</text>`,
		}},
	} {
		got := string(graph(c.list, "Anna & Bob"))
		for _, want := range append(c.wants, `aria-label="Anna &amp; Bob"`, "</svg>") {
			if !strings.Contains(got, want) {
				t.Errorf("%q isn't in %s", want, got)
			}
		}
	}
	if got := string(graph([]standings.Entry{entry(1, 1500, 350)}, "")); strings.Contains(got, ">1100<") {
		t.Errorf("a wide grid has too many lines: %s", got)
	}
}
