package enginetest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// checkScene checks the conditions stated at engine.Scene that concern one scene.
func checkScene(s engine.Scene, seats int) error {
	if len(s.Boards) == 0 {
		return errors.New("the scene has no board")
	}
	cells, seen := 0, map[string]bool{}
	for i, b := range s.Boards {
		if err := checkBoard(b, seats); err != nil {
			return fmt.Errorf("board %d %q: %w", i, b.ID, err)
		}
		if b.ID == "" || seen[b.ID] {
			return fmt.Errorf("board %d: its ID %q is empty or that of another board", i, b.ID)
		}
		seen[b.ID] = true
		cells += (b.Max.X - b.Min.X + 1) * (b.Max.Y - b.Min.Y + 1)
	}
	if cells > engine.MaxCells {
		return fmt.Errorf("the scene has %d cells: want at most %d", cells, engine.MaxCells)
	}
	return cmp.Or(checkPanels(s.Players, seats), checkTurn(s, seats), checkTexts(s))
}

func checkPanels(panels []engine.Panel, seats int) error {
	if len(panels) != seats {
		return fmt.Errorf("there are %d panels for %d seats", len(panels), seats)
	}
	for i, p := range panels {
		for _, t := range p.Has {
			look := engine.Board{Max: engine.Point{X: engine.MaxSide - 1, Y: engine.MaxSide - 1}, Cells: t.Cells, Strokes: t.Strokes}
			if err := checkBoard(look, seats); err != nil {
				return fmt.Errorf("the thing %q of seat %d: %w", t.Name, i+1, err)
			}
			if t.Most > 0 && t.Count > t.Most {
				return fmt.Errorf("the thing %q of seat %d is there %d times: want at most %d", t.Name, i+1, t.Count, t.Most)
			}
			if t.Count < 0 || len(t.Cells) == 0 && t.Count > 0 && t.Words.En == "" {
				return fmt.Errorf("the thing %q of seat %d is there %d times: want cells or words to show it", t.Name, i+1, t.Count)
			}
		}
	}
	return nil
}

// checkTurn checks that a seat to move is one of the game, with something to do, and that the dice have an owner.
func checkTurn(s engine.Scene, seats int) error {
	t, d := s.Turn, s.Throw
	switch {
	case t.Seat < 0 || t.Seat > seats || (t.Seat == 0) != (t.For.En == ""):
		return fmt.Errorf("it is the turn of seat %d %q: want a seat and what it is to do", t.Seat, t.For.En)
	case s.Result != nil && t != (engine.Turn{}):
		return fmt.Errorf("seat %d is to move after the end", t.Seat)
	case d.Seat < 0 || d.Seat > seats || (d.Seat == 0) != (len(d.Faces) == 0) || len(d.Faces) > d.Room:
		return fmt.Errorf("the dice %v of seat %d lie where there is room for %d", d.Faces, d.Seat, d.Room)
	}
	return nil
}

// seatWords are the names of seats, which the texts of a scene must not contain.
var seatWords = regexp.MustCompile(`\bseat \d|先手|後手|席\d`)

// checkTexts checks that all texts of a scene are in both languages and name no seat.
func checkTexts(s engine.Scene) error {
	texts := append([]i18n.Text{s.Turn.For}, s.Lines...)
	for _, b := range s.Boards {
		texts = append(texts, b.Name)
	}
	for _, p := range s.Players {
		texts = append(texts, p.Goal, p.State)
		for _, t := range p.Has {
			texts = append(texts, t.Words)
		}
	}
	if s.Result != nil {
		texts = append(texts, s.Result.How)
	}
	for _, t := range texts {
		if (t.En == "") != (t.Ja == "") {
			return fmt.Errorf("the text %+v lacks a language", t)
		}
		if seatWords.MatchString(t.En + " " + t.Ja) {
			return fmt.Errorf("the text %+v names a seat: the medium does that", t)
		}
	}
	return nil
}

// checkTold checks that s agrees with the position of which it is the scene.
func checkTold(s engine.Scene, p engine.Position) error {
	next := p.Next()
	switch {
	case next.Result == nil && s.Result != nil:
		return fmt.Errorf("the scene says %s before the end", jsonOf(s.Result))
	case next.Player != 0 && (s.Turn.Seat != next.Player || s.Turn.Throw):
		return fmt.Errorf("the scene says that it is the turn of seat %d (throw: %t): it is that of seat %d", s.Turn.Seat, s.Turn.Throw, next.Player)
	case next.Throw != nil && (s.Turn.Seat == 0 || !s.Turn.Throw):
		return errors.New("the scene does not say that dice are to be thrown")
	case next.Result != nil && (s.Result == nil || s.Result.Rule != next.Result.Rule || !slices.Equal(s.Result.Places, next.Result.Places)):
		return fmt.Errorf("the scene says %s after the result %s", jsonOf(s.Result), jsonOf(next.Result))
	case s.Throw.Seat != 0 && next.Player != 0 && s.Throw.Seat != next.Player:
		return fmt.Errorf("the dice belong to seat %d while seat %d is to move", s.Throw.Seat, next.Player)
	}
	return checkCounts(s.Players, p)
}

// checkCounts checks the numbers of the things with a name against those of the same name in the state.
func checkCounts(panels []engine.Panel, p engine.Position) error {
	s, ok := p.(engine.Stater)
	if !ok {
		return nil
	}
	var state map[string]any
	if err := json.Unmarshal([]byte(jsonOf(s.State())), &state); err != nil {
		return err
	}
	for i, panel := range panels {
		known := map[string]float64{}
		ofSeat(state, i, len(panels), known)
		for _, t := range panel.Has {
			if n := known[t.Name]; t.Name != "" && int(n) != t.Count {
				return fmt.Errorf("seat %d has %d of %q: the state says %v", i+1, t.Count, t.Name, n)
			}
		}
	}
	return nil
}

// ofSeat collects the numbers about the ith of n seats by their names: members of an object that is the ith of n in a list,
// and the ith of n numbers, by the name of the list.
func ofSeat(state map[string]any, i, n int, known map[string]float64) {
	for name, value := range state {
		list, ok := value.([]any)
		if !ok || len(list) != n {
			continue
		}
		switch own := list[i].(type) {
		case float64:
			known[name] = own
		case map[string]any:
			numbers(own, known)
		}
	}
}

func numbers(object map[string]any, known map[string]float64) {
	for name, value := range object {
		switch v := value.(type) {
		case float64:
			known[name] = v
		case map[string]any:
			numbers(v, known)
		}
	}
}

// checkSame checks that a scene has the boards, the things and the dice of another one of the same game.
func checkSame(first, s engine.Scene) error {
	if a, b := frame(first), frame(s); !reflect.DeepEqual(a, b) {
		return fmt.Errorf("the scene has %+v, and the first of the game had %+v", b, a)
	}
	return nil
}

// frame returns the part of a scene that is the same throughout a game.
func frame(s engine.Scene) (f engine.Scene) {
	for _, b := range s.Boards {
		if b.Open {
			b.Min, b.Max = engine.Point{}, engine.Point{}
		}
		f.Boards = append(f.Boards, engine.Board{ID: b.ID, Seat: b.Seat, Open: b.Open, Min: b.Min, Max: b.Max, Grid: b.Grid, Gap: b.Gap})
	}
	for _, p := range s.Players {
		var has []engine.Thing
		for _, t := range p.Has {
			has = append(has, engine.Thing{Name: t.Name, Cells: t.Cells, Strokes: t.Strokes, Most: t.Most})
		}
		f.Players = append(f.Players, engine.Panel{Goal: p.Goal, Has: has})
	}
	f.Throw.Room = s.Throw.Room
	return f
}

func checkBoard(b engine.Board, seats int) error {
	w, h := b.Max.X-b.Min.X+1, b.Max.Y-b.Min.Y+1
	switch {
	case w < 1 || h < 1 || w > engine.MaxSide || h > engine.MaxSide:
		return fmt.Errorf("it goes from %v to %v: want 1 to %d cells a side", b.Min, b.Max, engine.MaxSide)
	case (b.Cols != nil && len(b.Cols) != w) || (b.Rows != nil && len(b.Rows) != h):
		return fmt.Errorf("%dx%d cells have %d and %d labels", w, h, len(b.Cols), len(b.Rows))
	case b.Seat < 0 || b.Seat > seats:
		return fmt.Errorf("it belongs to seat %d of %d", b.Seat, seats)
	case b.Grid < 0:
		return fmt.Errorf("it has a grid line every %d cells", b.Grid)
	}
	for _, c := range b.Cells {
		if err := checkCell(c, b, seats); err != nil {
			return fmt.Errorf("the cell %v: %w", c.At, err)
		}
	}
	return checkLines(b, seats)
}

func checkCell(c engine.Cell, b engine.Board, seats int) error {
	switch {
	case !within(c.At, b.Min, b.Max):
		return fmt.Errorf("it is outside %v to %v", b.Min, b.Max)
	case !oneCell(c.Glyph):
		return fmt.Errorf("the glyph %q does not fit in a cell", c.Glyph)
	case c.Shape == engine.Head && c.Form != engine.Body || c.Shape >= engine.Row && c.Form != engine.Disc:
		return fmt.Errorf("form %d has no shape %d", c.Form, c.Shape)
	case c.Mark == engine.Lit && c.Form != engine.Ground:
		return fmt.Errorf("form %d is lit: want ground", c.Form)
	case c.Mark == engine.Attacked && c.Form != engine.Piece:
		return fmt.Errorf("form %d is attacked: want a piece", c.Form)
	case c.Form > engine.Plank || c.Shape > engine.Idle || c.Mark > engine.Attacked || !validInk(c.Ink, seats) || c.Turn < 0 || c.Turn > 3:
		return fmt.Errorf("form %d, ink %d, mark %d or turn %d is not one of the engine's", c.Form, c.Ink, c.Mark, c.Turn)
	}
	return nil
}

// oneCell reports whether glyph is at most one character, or two narrow ones.
func oneCell(glyph string) bool {
	return utf8.ValidString(glyph) && (utf8.RuneCountInString(glyph) <= 1 || len(glyph) == 2)
}

// validInk reports whether ink belongs to a seat or is one of the engine's other inks.
func validInk(ink engine.Ink, seats int) bool {
	return int(ink) <= seats || ink >= engine.Dull && ink <= engine.Black
}

func checkLines(b engine.Board, seats int) error {
	for _, l := range b.Walls {
		if (l.From.X == l.To.X) == (l.From.Y == l.To.Y) {
			return fmt.Errorf("the wall from %v to %v runs along no edge", l.From, l.To)
		}
	}
	corner := engine.Point{X: b.Max.X + 1, Y: b.Max.Y + 1}
	for _, l := range b.Threats {
		if !oneCell(l.Name) || l.Name == "" {
			return fmt.Errorf("the threat from %v to %v is of the class %q: want a sign", l.From, l.To, l.Name)
		}
	}
	for _, l := range slices.Concat(b.Walls, b.Strokes, b.Threats) {
		if !within(l.From, b.Min, corner) || !within(l.To, b.Min, corner) {
			return fmt.Errorf("the line from %v to %v leaves it", l.From, l.To)
		}
		if l.Mark > engine.Deciding || !validInk(l.Ink, seats) {
			return fmt.Errorf("ink %d or mark %d of a line is not one of the engine's", l.Ink, l.Mark)
		}
	}
	return nil
}

func within(p, lo, hi engine.Point) bool {
	return p.X >= lo.X && p.X <= hi.X && p.Y >= lo.Y && p.Y <= hi.Y
}

// checkPlaces checks that the first moves go to places on the boards of the scene, and that each name belongs to only one place.
func checkPlaces(p engine.Position, s engine.Scene) error {
	placer, ok := p.(engine.Placer)
	if !ok {
		return nil
	}
	n := 0
	for m := range p.Moves() {
		if n++; n > 8 {
			break
		}
		at := placer.Target(m)
		for _, lang := range []string{"en", "ja"} {
			if again, named := placer.Place(at.Name.In(lang)); named && !reflect.DeepEqual(again, at) {
				return fmt.Errorf("%s goes to %+v, and the place of that name is %+v", m, at, again)
			}
		}
		if err := checkPlace(at, s); err != nil {
			return fmt.Errorf("%s goes to %+v: %w", m, at, err)
		}
	}
	return nil
}

func checkPlace(at engine.Place, s engine.Scene) error {
	if len(at.Cells)+len(at.Walls) == 0 {
		return nil
	}
	i := slices.IndexFunc(s.Boards, func(b engine.Board) bool { return b.ID == at.Board })
	if i < 0 {
		return errors.New("want a board of the scene")
	}
	b := s.Boards[i]
	for _, c := range at.Cells {
		if !within(c, b.Min, b.Max) {
			return fmt.Errorf("want cells from %v to %v", b.Min, b.Max)
		}
	}
	b.Walls, b.Strokes, b.Threats = at.Walls, nil, nil
	return checkLines(b, 0)
}
