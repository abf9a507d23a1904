package enginetest

import (
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// pointing is a position of counting with other touches.
type pointing struct {
	spoiled
	touches func(engine.Move) []engine.Touch
}

func (p pointing) Touches(m engine.Move) []engine.Touch { return p.touches(m) }

// pointed returns counting with other touches at the start.
func pointed(touches func(engine.Move) []engine.Touch) *engine.Game {
	g := spoil(fault{})
	start := g.Start
	g.Start = func(o engine.Options) (engine.Position, error) {
		p, err := start(o)
		return pointing{p.(spoiled), touches}, err
	}
	return g
}

func TestFaultyTouches(t *testing.T) {
	add := engine.WayTouch("1", i18n.Same("add"))
	cell := engine.CellTouch("sum", engine.Point{})
	// each returns touches for add1 and for add2.
	each := func(add1, add2 []engine.Touch) *engine.Game {
		return pointed(func(m engine.Move) []engine.Touch {
			if m == "add1" {
				return add1
			}
			return add2
		})
	}
	one := func(t engine.Touch) *engine.Game { return each([]engine.Touch{t}, []engine.Touch{add, add}) }
	for name, c := range map[string]struct {
		g    *engine.Game
		want string
	}{
		"none":                 {each(nil, []engine.Touch{add}), "add1 has no touches"},
		"the same":             {each([]engine.Touch{add, cell}, []engine.Touch{add, cell}), "the touches of add2 are those of another move"},
		"a beginning":          {each([]engine.Touch{add, cell}, []engine.Touch{add}), "the touches of add2 are those of another move"},
		"a continuation":       {each([]engine.Touch{add}, []engine.Touch{add, cell}), "the touches of add2 go on from those of add1"},
		"one key for two":      {each([]engine.Touch{cell, add}, []engine.Touch{cell, engine.WayTouch("1", i18n.Same("more"))}), "the key 1 is that of"},
		"a board of nobody":    {one(engine.CellTouch("board", engine.Point{})), "want a board of the scene"},
		"beyond the board":     {one(engine.AreaTouch("sum", engine.Point{}, engine.Point{X: 3, Y: 1})), "want cells from (0,0) to (1,0)"},
		"no cells":             {one(engine.AreaTouch("sum", engine.Point{}, engine.Point{})), "it covers nothing"},
		"a wall into the void": {one(engine.WallTouch("sum", engine.Line{From: engine.Point{Y: 1}, To: engine.Point{X: 4, Y: 1}})), "leaves it"},
		"a thing of nobody":    {one(engine.ThingTouch(1, "wall")), "want a thing that the seat has"},
		"a seat too many":      {one(engine.ThingTouch(5, "wall")), "want a thing that the seat has"},
		"a way without a key":  {one(engine.WayTouch("", i18n.Same("add"))), "a key of one character"},
		"a way in English":     {one(engine.WayTouch("1", i18n.Text{En: "add"})), "want a way in both languages"},
		"nothing":              {one(engine.Touch{}), "want a place, a thing or a way"},
		"two in one":           {one(engine.Touch{Board: "sum", Size: engine.Point{X: 1, Y: 1}, Seat: 1}), "want a place, a thing or a way"},
		"a place with a key":   {one(engine.Touch{Board: "sum", Size: engine.Point{X: 1, Y: 1}, Key: "k"}), "only a way has a key"},
	} {
		wantFault(t, name, c.g, c.want)
	}
	if err := check(each([]engine.Touch{cell, add}, []engine.Touch{add})); err != nil {
		t.Errorf("sound touches are found to be %v", err)
	}
}
