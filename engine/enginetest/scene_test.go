package enginetest

import (
	"encoding/json"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// picture returns a valid scene for two seats.
func picture() engine.Scene {
	field := engine.Board{
		ID: "field", Max: engine.Point{X: 2, Y: 1}, Cols: engine.Labels("a", "b", "c"), Grid: 1,
		Cells:   []engine.Cell{{At: engine.Point{X: 2, Y: 1}, Form: engine.Disc, Ink: 2, Glyph: "２", Mark: engine.Last}, {Glyph: "+3"}},
		Walls:   []engine.Line{{To: engine.Point{X: 3}}},
		Strokes: []engine.Line{{To: engine.Point{X: 3, Y: 2}, Ink: engine.Black}},
	}
	hand := engine.Board{ID: "hand", Name: i18n.Text{En: "hand", Ja: "持駒"}, Seat: 1}
	wall := engine.Thing{Name: "stock", Count: 1, Words: i18n.Text{En: "1 wall", Ja: "壁1枚"}}
	piece := engine.Thing{Name: "歩", Cells: []engine.Cell{{Form: engine.Piece, Glyph: "歩"}}, Count: 2}
	return engine.Scene{
		Boards:  []engine.Board{field, hand},
		Players: []engine.Panel{{Has: []engine.Thing{wall, piece}}, {Goal: i18n.Same("a9")}},
		Turn:    engine.Turn{Seat: 2, For: i18n.Text{En: "to move", Ja: "の番"}},
		Throw:   engine.Dice{Room: 1, Seat: 2, Faces: []int{6}},
		Lines:   []i18n.Text{i18n.Same("1")},
	}
}

func TestFaultyScene(t *testing.T) {
	if err := checkScene(picture(), 2); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*engine.Scene){
		"has no board":                        func(s *engine.Scene) { s.Boards = nil },
		"want 1 to 512 cells a side":          func(s *engine.Scene) { s.Boards[1].Max.X = -1 },
		"it goes from (0,0) to (512,0)":       func(s *engine.Scene) { s.Boards[1].Max.X = 512 },
		"want at most 40000":                  func(s *engine.Scene) { s.Boards[1].Max = engine.Point{X: 199, Y: 199} },
		"have 2 and 0 labels":                 func(s *engine.Scene) { s.Boards[0].Cols = engine.Labels("a", "b") },
		"the text {En: Ja:持駒} lacks":          func(s *engine.Scene) { s.Boards[1].Name.En = "" },
		"belongs to seat 3 of 2":              func(s *engine.Scene) { s.Boards[1].Seat = 3 },
		"a grid line every -1 cells":          func(s *engine.Scene) { s.Boards[0].Grid = -1 },
		`its ID "field" is empty or`:          func(s *engine.Scene) { s.Boards[1].ID = "field" },
		`its ID "" is empty or`:               func(s *engine.Scene) { s.Boards[1].ID = "" },
		"1 panels for 2 seats":                func(s *engine.Scene) { s.Players = s.Players[1:] },
		`the thing "歩" of seat 1: the cell`:   func(s *engine.Scene) { s.Players[0].Has[1].Cells[0].Ink = 3 },
		`"stock" of seat 1 is there 1 times`:  func(s *engine.Scene) { s.Players[0].Has[0].Words = i18n.Text{} },
		"there 2 times: want at most 1":       func(s *engine.Scene) { s.Players[0].Has[0].Count, s.Players[0].Has[0].Most = 2, 1 },
		"form 2 has no shape 1":               func(s *engine.Scene) { s.Boards[0].Cells[0].Shape = engine.Head },
		"form 0 has no shape 2":               func(s *engine.Scene) { s.Boards[0].Cells[1].Shape = engine.Row },
		"form 2 is lit":                       func(s *engine.Scene) { s.Boards[0].Cells[0].Mark = engine.Lit },
		`"stock" of seat 1 is there -1 times`: func(s *engine.Scene) { s.Players[0].Has[0].Count = -1 },
		`the turn of seat 3 "to move"`:        func(s *engine.Scene) { s.Turn.Seat = 3 },
		`the turn of seat 0 "to move"`:        func(s *engine.Scene) { s.Turn.Seat = 0 },
		`the turn of seat 2 ""`:               func(s *engine.Scene) { s.Turn.For = i18n.Text{} },
		"seat 2 is to move after the end":     func(s *engine.Scene) { s.Result = &engine.Ending{} },
		"the dice [6] of seat 0":              func(s *engine.Scene) { s.Throw.Seat = 0 },
		"the dice [6] of seat 2 lie":          func(s *engine.Scene) { s.Throw.Room = 0 },
		"names a seat":                        func(s *engine.Scene) { s.Turn.For.En = "for seat 2 to move" },
		"Ja:後手の手} names":                      func(s *engine.Scene) { s.Players[1].State = i18n.Text{En: "x", Ja: "後手の手"} },
		"the cell (3,1): it is outside":       func(s *engine.Scene) { s.Boards[0].Cells[0].At.X = 3 },
		`glyph "abc" does not fit`:            func(s *engine.Scene) { s.Boards[0].Cells[0].Glyph = "abc" },
		`glyph "歩歩" does not fit`:             func(s *engine.Scene) { s.Boards[0].Cells[0].Glyph = "歩歩" },
		"form 9, ink 2":                       func(s *engine.Scene) { s.Boards[0].Cells[0].Form = 9 },
		"ink 3, mark 1":                       func(s *engine.Scene) { s.Boards[0].Cells[0].Ink = 3 },
		"ink 2, mark 9":                       func(s *engine.Scene) { s.Boards[0].Cells[0].Mark = 9 },
		"or turn 4":                           func(s *engine.Scene) { s.Boards[0].Cells[0].Turn = 4 },
		"to (3,1) runs along no edge":         func(s *engine.Scene) { s.Boards[0].Walls[0].To.Y = 1 },
		"the line from (0,0) to (4,0)":        func(s *engine.Scene) { s.Boards[0].Walls[0].To.X = 4 },
		"ink 18 or mark 0 of a line":          func(s *engine.Scene) { s.Boards[0].Strokes[0].Ink = 18 },
		"the text {En:x Ja:} lacks":           func(s *engine.Scene) { s.Lines = []i18n.Text{{En: "x"}} },
		"the line from (0,0) to (3,3)":        func(s *engine.Scene) { s.Boards[0].Strokes[0].To.Y = 3 },
		"is of the class \"\"":                func(s *engine.Scene) { s.Boards[0].Threats = s.Boards[0].Strokes },
		"runs along no edge":                  func(s *engine.Scene) { s.Boards[0].Walls[0].To.X = 0 },
		"the cell (0,0): the glyph \"\\xff\"": func(s *engine.Scene) { s.Boards[0].Cells[1].Glyph = "\xff" },
	} {
		s := picture()
		spoil(&s)
		if err := checkScene(s, 2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the scene is found to be %v: want %s", err, want)
		}
	}
}

// shown is a position with the given place of all moves and steps.
type shown struct {
	spoiled
	place engine.Place
	steps []engine.Scene
}

func (s shown) Place(string) (engine.Place, bool) { return engine.Place{}, s.place.Name.En != "" }
func (s shown) Target(engine.Move) engine.Place   { return s.place }
func (s shown) Naming() i18n.Text                 { return i18n.Text{} }
func (s shown) Steps(engine.Move) []engine.Scene  { return s.steps }

func TestFaultyPlacesAndSteps(t *testing.T) {
	g := spoil(fault{})
	options, _ := g.Resolve(nil)
	p, _ := g.Start(options)
	board := p.Scene().Boards[0].ID
	for want, s := range map[string]shown{
		"want a board of the scene":       {place: engine.Place{Board: "another", Cells: []engine.Point{{}}}},
		"want cells from":                 {place: engine.Place{Board: board, Cells: []engine.Point{{}, {X: 99}}}},
		"the place of that name is":       {place: engine.Place{Name: i18n.Same("a"), Board: board, Cells: []engine.Point{{}}}},
		"that is refused has 1 steps":     {steps: []engine.Scene{p.Scene()}},
		"the steps of add1 do not end in": {},
	} {
		s.spoiled = p.(spoiled)
		g.Start = func(engine.Options) (engine.Position, error) { return s, nil }
		wantFault(t, "a picture", g, want)
	}
}

// TestSceneThatTellsOtherwise changes what the scenes of counting say.
func TestSceneThatTellsOtherwise(t *testing.T) {
	for want, change := range map[string]func(*engine.Scene, engine.Next){
		"it is that of seat": func(s *engine.Scene, next engine.Next) {
			if next.Player != 0 {
				s.Turn.Seat = 3 - next.Player
			}
		},
		"does not say that dice": func(s *engine.Scene, _ engine.Next) { s.Turn.Throw = false },
		"after the result":       func(s *engine.Scene, _ engine.Next) { s.Result = nil },
		"before the end": func(s *engine.Scene, _ engine.Next) {
			s.Turn, s.Result = engine.Turn{}, &engine.Ending{}
		},
		"and the first of the game had": func(s *engine.Scene, next engine.Next) {
			if next.Throw != nil {
				s.Boards[0].ID = "other"
			}
		},
		"the dice [] lie": func(s *engine.Scene, _ engine.Next) { s.Throw.Room = 1 },
		"the dice belong to seat": func(s *engine.Scene, next engine.Next) {
			if s.Throw.Room = 2; next.Player != 0 {
				s.Throw.Seat, s.Throw.Faces = 3-next.Player, []int{1, 1}
			}
		},
	} {
		g := spoil(fault{scene: func(p engine.Position) engine.Scene {
			s := p.Scene()
			change(&s, p.Next())
			return s
		}})
		g.Options[0].Values = g.Options[0].Values[:1]
		wantFault(t, "a scene", g, want)
	}
}

// counted is a position with a state.
type counted struct {
	engine.Position
	state string
}

func (c counted) State() any { return json.RawMessage(c.state) }

func TestPanelsAgreeWithTheState(t *testing.T) {
	panels := []engine.Panel{{}, {Has: []engine.Thing{{Name: "S", Count: 2}}}}
	for state, ok := range map[string]bool{
		`{"S":[1,2]}`:                 true,
		`{"S":[2,1]}`:                 false,
		`{"hands":[{"S":1},{}]}`:      false,
		`{"sides":[{},{"S":2}]}`:      true,
		`{"a":[{},{"b":{"S":2}}]}`:    true,
		`{"a":[{},{"b":{"S":3}}]}`:    false,
		`{"a":[{},{},{"S":2}],"b":1}`: false,
	} {
		if err := checkCounts(panels, counted{state: state}); (err == nil) != ok {
			t.Errorf("with the state %s: %v", state, err)
		}
	}
}

func TestRunLooksAtScenes(t *testing.T) {
	g := spoil(fault{scene: func(p engine.Position) engine.Scene {
		s := p.Scene()
		s.Boards = append(s.Boards, s.Boards[0])
		return s
	}})
	wantFault(t, "a board twice", g, `its ID "sum" is empty or that of another board`)
}
