package enginetest

import (
	"strings"
	"testing"

	"hikyaku/engine"
)

// picture returns a valid scene for two seats.
func picture() engine.Scene {
	field := engine.Board{
		Max: engine.Point{X: 2, Y: 1}, Cols: []string{"a", "b", "c"}, Grid: 1,
		Cells:   []engine.Cell{{At: engine.Point{X: 2, Y: 1}, Form: engine.Disc, Ink: 2, Glyph: "２", Mark: engine.Last}, {Glyph: "+3"}},
		Walls:   []engine.Line{{To: engine.Point{X: 3}}},
		Strokes: []engine.Line{{To: engine.Point{X: 3, Y: 2}, Ink: engine.Black}},
	}
	hand := engine.Board{Name: engine.Text{En: "hand", Ja: "持駒"}, Seat: 1}
	other := hand
	other.Seat = 2
	return engine.Scene{Boards: []engine.Board{field, hand, other}, Lines: []engine.Text{engine.Same("1")}}
}

func TestFaultyScene(t *testing.T) {
	if err := checkScene(picture(), 2); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*engine.Scene){
		"has no board":                        func(s *engine.Scene) { s.Boards = nil },
		"want 1 to 512 cells a side":          func(s *engine.Scene) { s.Boards[1].Max.X = -1 },
		"it goes from {0 0} to {512 0}":       func(s *engine.Scene) { s.Boards[1].Max.X = 512 },
		"want at most 40000":                  func(s *engine.Scene) { s.Boards[1].Max = engine.Point{X: 199, Y: 199} },
		"have 2 and 0 labels":                 func(s *engine.Scene) { s.Boards[0].Cols = []string{"a", "b"} },
		"the name {En: Ja:持駒} lacks":          func(s *engine.Scene) { s.Boards[1].Name.En = "" },
		"belongs to seat 3 of 2":              func(s *engine.Scene) { s.Boards[1].Seat = 3 },
		"a grid line every -1 cells":          func(s *engine.Scene) { s.Boards[0].Grid = -1 },
		`board of seat 1 is called "hand"`:    func(s *engine.Scene) { s.Boards[2].Seat = 1 },
		"the cell {3 1}: it is outside":       func(s *engine.Scene) { s.Boards[0].Cells[0].At.X = 3 },
		`glyph "abc" does not fit`:            func(s *engine.Scene) { s.Boards[0].Cells[0].Glyph = "abc" },
		`glyph "歩歩" does not fit`:             func(s *engine.Scene) { s.Boards[0].Cells[0].Glyph = "歩歩" },
		"form 9, ink 2":                       func(s *engine.Scene) { s.Boards[0].Cells[0].Form = 9 },
		"ink 3, mark 1":                       func(s *engine.Scene) { s.Boards[0].Cells[0].Ink = 3 },
		"ink 2, mark 9":                       func(s *engine.Scene) { s.Boards[0].Cells[0].Mark = 9 },
		"or turn 4":                           func(s *engine.Scene) { s.Boards[0].Cells[0].Turn = 4 },
		"to {3 1} runs along no edge":         func(s *engine.Scene) { s.Boards[0].Walls[0].To.Y = 1 },
		"the line from {0 0} to {4 0}":        func(s *engine.Scene) { s.Boards[0].Walls[0].To.X = 4 },
		"ink 18 or mark 0 of a line":          func(s *engine.Scene) { s.Boards[0].Strokes[0].Ink = 18 },
		"the line {En:x Ja:} lacks":           func(s *engine.Scene) { s.Lines = []engine.Text{{En: "x"}} },
		"the line from {0 0} to {3 3}":        func(s *engine.Scene) { s.Boards[0].Strokes[0].To.Y = 3 },
		"runs along no edge":                  func(s *engine.Scene) { s.Boards[0].Walls[0].To.X = 0 },
		"the cell {0 0}: the glyph \"\\xff\"": func(s *engine.Scene) { s.Boards[0].Cells[1].Glyph = "\xff" },
	} {
		s := picture()
		spoil(&s)
		if err := checkScene(s, 2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the scene is found to be %v: want %s", err, want)
		}
	}
}

// shown is a position with the given guide and steps.
type shown struct {
	spoiled
	guide []engine.Cell
	steps []engine.Scene
}

func (s shown) Guide() []engine.Cell             { return s.guide }
func (s shown) Steps(engine.Move) []engine.Scene { return s.steps }

func TestFaultyGuideAndSteps(t *testing.T) {
	g := spoil(fault{})
	options, _ := g.Resolve(nil)
	p, _ := g.Start(options)
	legal := engine.Cell{Mark: engine.Legal}
	for want, s := range map[string]shown{
		"has mark 0":                      {guide: []engine.Cell{{}}},
		"cell {2 0} has mark 3":           {guide: []engine.Cell{legal, {At: engine.Point{X: 2}, Mark: engine.Legal}}},
		"that is refused has 1 steps":     {steps: []engine.Scene{p.Scene()}},
		"the steps of add1 do not end in": {},
	} {
		s.spoiled = p.(spoiled)
		g.Start = func(engine.Options) (engine.Position, error) { return s, nil }
		wantFault(t, "a picture", g, want)
	}
}

func TestRunLooksAtScenes(t *testing.T) {
	g := spoil(fault{scene: func(p engine.Position) engine.Scene {
		s := p.Scene()
		s.Boards = append(s.Boards, s.Boards[0])
		return s
	}})
	wantFault(t, "a board twice", g, `another board of seat 0 is called "sum" too`)
}
