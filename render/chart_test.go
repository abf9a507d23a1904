package render_test

import (
	"fmt"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/render"
)

// positionOf returns a position of a game with its usual options.
func positionOf(t *testing.T, game, text string) engine.Position {
	t.Helper()
	g := all.Game(game)
	options, err := g.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start(options)
	if text != "" {
		p, err = g.Parse(options, text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// on returns what a chart has in a rectangle.
func on(c render.Chart, at render.Spot) string {
	var rows []string
	for y := at.Y; y < at.Y+at.High; y++ {
		row := ""
		for x := at.X; x < at.X+at.Wide && x < len(c.Rows[y]); x++ {
			switch sign := c.Rows[y][x]; {
			case sign.Covered:
			case sign.Text == "":
				row += " "
			default:
				row += sign.Text
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "|")
}

// TestChart looks at places of each game where the chart says that they lie, from both sides.
func TestChart(t *testing.T) {
	wall := func(x, y, toX, toY int) engine.Touch {
		return engine.WallTouch("board", engine.Line{From: engine.Point{X: x, Y: y}, To: engine.Point{X: toX, Y: toY}})
	}
	square := func(x, y int) engine.Touch { return engine.CellTouch("board", engine.Point{X: x, Y: y}) }
	for _, test := range []struct {
		game, position string
		touch          engine.Touch
		want           string
	}{
		{"quoridor", "e3 / c7 / e1 e9 / 9 9 / 1", square(4, 0), "(1)"},
		{"quoridor", "e3 / c7 / e1 e9 / 9 9 / 1", square(4, 8), "(2)"},
		{"quoridor", "e3 / c7 / e1 e9 / 9 9 / 1", wall(4, 3, 6, 3), "======="},
		{"quoridor", "e3 / c7 / e1 e9 / 9 9 / 1", wall(3, 6, 3, 8), "#|#|#"},
		{"quoridor", "e3 / c7 / e1 e9 / 9 9 / 1", wall(0, 6, 2, 6), " - + - "},
		{"diceshogi", "2sgk/5/5/5/KGSB1 b Rr2pb dice 3", square(0, 0), " 玉"},
		{"diceshogi", "2sgk/5/5/5/KGSB1 b Rr2pb dice 3", square(4, 4), "v王"},
		{"diceshogi", "2sgk/5/5/5/KGSB1 b Rr2pb dice 3", engine.ThingTouch(1, "飛"), "飛"},
		{"diceshogi", "2sgk/5/5/5/KGSB1 b Rr2pb dice 3", engine.ThingTouch(2, "歩"), "v歩2"},
		{"goryujin", "P3@F2", engine.ThingTouch(1, "P"), "P|4"},
		{"goryujin", "P3@F2", engine.AreaTouch("board", engine.Point{X: 5, Y: 0}, engine.Point{X: 2, Y: 2}), "PP|PP"},
		{"slashchain", "S0@0,0", engine.ThingTouch(1, "L"), "//|//|L1"},
		{"slashchain", "S0@0,0", engine.AreaTouch("table", engine.Point{}, engine.Point{X: 2, Y: 2}), `/\|\/`},
		{"rengi", "", engine.AreaTouch("field1", engine.Point{X: 3, Y: 11}, engine.Point{X: 1, Y: 2}), "x|."},
	} {
		p := positionOf(t, test.game, test.position)
		for _, flip := range []bool{false, true} {
			c := render.NewChart(p.Scene(), render.TextOptions{Lang: "ja", Flip: flip})
			at, ok := c.Where(test.touch)
			got, want := on(c, at), test.want
			if test.game == "diceshogi" && flip {
				want = strings.NewReplacer("v歩", "歩", "飛", "v飛", "v", " ", " 玉", "v玉").Replace(want) // the far side is the other one
			}
			if !ok || got != want {
				t.Errorf("%s, flipped %v: at %+v the chart has %q, want %q", test.game, flip, at, got, want)
			}
		}
	}
	c := render.NewChart(positionOf(t, "quoridor", "").Scene(), render.TextOptions{})
	for _, none := range []engine.Touch{{}, engine.PassTouch, engine.CellTouch("field1", engine.Point{}), engine.ThingTouch(1, "stock")} {
		if at, ok := c.Where(none); ok {
			t.Errorf("%+v lies at %+v", none, at)
		}
	}
}

// TestChartIsTheText wants the chart to show what Text shows.
func TestChartIsTheText(t *testing.T) {
	for _, g := range all.Games {
		p := positionOf(t, g.Name, "")
		c := render.NewChart(p.Scene(), render.TextOptions{Lang: "ja"})
		var rows []string
		for y, row := range c.Rows {
			rows = append(rows, strings.TrimRight(on(c, render.Spot{Y: y, Wide: len(row), High: 1}), " "))
		}
		text := strings.Join(rows, "\n") + "\n\n" + strings.Join(c.Lines, "\n") + "\n"
		if want := render.Text(p.Scene(), render.TextOptions{Lang: "ja"}); text != want {
			t.Errorf("%s: the chart is\n%s\nwant\n%s", g.Name, text, want)
		}
	}
}

// TestTightChart leaves out blank rows until a chart fits, and finds every place where it is then.
func TestTightChart(t *testing.T) {
	c := render.NewChart(positionOf(t, "goryujin", "P3@F2").Scene(), render.TextOptions{})
	touch := engine.AreaTouch("board", engine.Point{X: 5, Y: 0}, engine.Point{X: 2, Y: 2})
	was, _ := c.Where(touch)
	for less, want := range []int{0, 1, 2, 0} {
		tight := c.Tight(len(c.Rows) - less)
		at, ok := tight.Where(touch)
		if len(tight.Rows) != len(c.Rows)-want || !ok || on(tight, at) != on(c, was) {
			t.Errorf("%d rows less: %d rows, at %v is %q", less, len(tight.Rows), at, on(tight, at))
		}
	}
}

func ExampleChart() {
	c := render.NewChart(engine.Scene{Boards: []engine.Board{{ID: "b", Max: engine.Point{X: 1}}}}, render.TextOptions{})
	at, _ := c.Where(engine.CellTouch("b", engine.Point{X: 1}))
	fmt.Println(at.X, at.Y, at.Wide, at.High)
	// Output: 4 1 1 1
}
