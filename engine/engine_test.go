package engine_test

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/i18n"
)

var toy = &engine.Game{
	Name: "toy",
	Options: []engine.Option{
		{Key: "size", Values: []string{"3", "5"}, Default: "3"},
		{Key: "end", Values: []string{"win", "lose"}, Default: "win"},
	},
}

func TestResolve(t *testing.T) {
	options, err := toy.Resolve(engine.Options{"size": "5"})
	if err != nil || toy.OptionText(options) != "size=5 end=win" {
		t.Errorf("Resolve = %v, %v", options, err)
	}
	for want, set := range map[string]engine.Options{
		`toy has no size=4: it takes 3, 5`:           {"size": "4"},
		`toy has no option "sise": it has size, end`: {"sise": "3"},
		`toy has no end=: it takes win, lose`:        {"end": ""},
	} {
		if _, err := toy.Resolve(set); err == nil || err.Error() != want {
			t.Errorf("Resolve(%v) = %v, want %s", set, err, want)
		}
	}
}

// TestOldAndIdleOptions reads records from before an option, with an option that means nothing beside another.
func TestOldAndIdleOptions(t *testing.T) {
	g := &engine.Game{Name: "toy", Options: []engine.Option{
		{Key: "die", Values: []string{"no", "yes"}, Default: "no"},
		{Key: "end", Values: []string{"win", "lose"}, Default: "lose", Former: "win", Only: map[string][]string{"die": {"no"}}},
	}}
	for _, c := range []struct {
		set             engine.Options
		fresh, recorded string
	}{
		{nil, "die=no end=lose", "die=no end=win"},
		{engine.Options{"end": "lose"}, "die=no end=lose", "die=no end=lose"},
		{engine.Options{"die": "yes"}, "die=yes", "die=yes"},
		{engine.Options{"die": "yes", "end": "lose"}, "die=yes", "die=yes end=lose"},
		{engine.Options{"die": "yes", "end": "win"}, "end=win goes only with die=no", "die=yes end=win"},
		{engine.Options{"die": "yes", "end": "x"}, "toy has no end=x: it takes win, lose", "toy has no end=x: it takes win, lose"},
	} {
		for want, resolve := range map[string]func(engine.Options) (engine.Options, error){"fresh " + c.fresh: g.Resolve, "recorded " + c.recorded: g.Recorded} {
			options, err := resolve(c.set)
			got := g.OptionText(options)
			if err != nil {
				got = err.Error()
			}
			if !strings.HasSuffix(want, " "+got) {
				t.Errorf("%v gives %q, want %s", c.set, got, want)
			}
		}
	}
}

func TestWithoutPictures(t *testing.T) {
	const text = "# Toy\n\nA rule.\n\n![a](b.png)\n\n## End\n\nA rule.\n\n![c](d.png)\n"
	if got := engine.WithoutPictures(i18n.Same(text)); got != i18n.Same("# Toy\n\nA rule.\n\n## End\n\nA rule.\n") {
		t.Errorf("WithoutPictures = %q", got)
	}
}

func TestThrow(t *testing.T) {
	if m := engine.Throw(3, 2); m != "[3,2]" {
		t.Errorf("Throw(3, 2) = %s", m)
	}
	for _, text := range []engine.Move{"", "[", "[]", "[1,]", "[01]", "[+1]", "[ 1]", "1", "[1]x", "[1.5]"} {
		if faces, ok := text.Throw(); ok {
			t.Errorf("%q is read as the throw %v", text, faces)
		}
	}
	var all []engine.Move
	for m := range engine.Outcomes([]int{2, 3}) {
		all = append(all, m)
	}
	if want := []engine.Move{"[1,1]", "[1,2]", "[1,3]", "[2,1]", "[2,2]", "[2,3]"}; !slices.Equal(all, want) {
		t.Errorf("Outcomes = %v", all)
	}
}

func FuzzThrow(f *testing.F) {
	f.Add("[4]")
	f.Add("[3,2]")
	f.Add("[0]")
	f.Fuzz(func(t *testing.T, text string) {
		if faces, ok := engine.Move(text).Throw(); ok && string(engine.Throw(faces...)) != text {
			t.Errorf("%q is read as %v", text, faces)
		}
	})
}

func TestCheckTurn(t *testing.T) {
	over := engine.Next{Result: &engine.Result{}}
	player, die := engine.Next{Player: 1}, engine.Next{Throw: []int{6, 4}}
	for _, c := range []struct {
		next engine.Next
		move engine.Move
		want *engine.Rule
	}{
		{over, "e2", engine.GameOver}, {over, "[1]", engine.GameOver},
		{player, "e2", nil}, {player, "", nil}, {player, "[1]", engine.ThrowUnasked}, {player, "[x", engine.ThrowUnasked},
		{die, "[6,4]", nil}, {die, "e2", engine.ThrowMissing}, {die, "", engine.ThrowMissing},
		{die, "[6]", engine.ThrowWrong}, {die, "[6,5]", engine.ThrowWrong}, {die, "[0,1]", engine.ThrowWrong},
		{die, "[1,1,1]", engine.ThrowWrong}, {die, "[1,1", engine.ThrowWrong},
	} {
		r := engine.CheckTurn(c.next, c.move)
		if (r == nil) != (c.want == nil) || r != nil && r.Rule != c.want {
			t.Errorf("CheckTurn(%+v, %q) = %v", c.next, c.move, r)
		}
		if r != nil && strings.Contains(r.Sentence().En+r.Sentence().Ja, "{") {
			t.Errorf("the sentence has a hole: %+v", r.Sentence())
		}
	}
}

func TestRejection(t *testing.T) {
	rule := &engine.Rule{ID: "wall.crosses", Text: i18n.Text{En: "{wall} crosses {other}", Ja: "{wall}は{other}と交差する"}}
	r := rule.Reject(engine.Word("wall", "{other}"), engine.Arg{Name: "other", Value: engine.Seat(2, 2)})
	if r.Error() != "wall.crosses: {other} crosses Player 2" || r.Sentence().In("ja") != "{other}は後手と交差する" {
		t.Errorf("rejection %v, %v", r, r.Sentence())
	}
}

func TestCalled(t *testing.T) {
	g := &engine.Game{Title: i18n.Text{En: "Toy", Ja: "玩具"}, Options: []engine.Option{
		{Key: "size", Values: []string{"3", "5"}, Default: "3"},
		{Key: "rules", Values: []string{"old", "new"}, Default: "old", Games: map[string]i18n.Text{"new": {En: "New toy", Ja: "新しい玩具"}}},
	}}
	for _, c := range []struct {
		options engine.Options
		want    string
	}{{nil, "Toy"}, {engine.Options{"rules": "old"}, "Toy"}, {engine.Options{"size": "5", "rules": "new"}, "New toy"}} {
		if got := g.Called(c.options).En; got != c.want {
			t.Errorf("with %v it is called %s, want %s", c.options, got, c.want)
		}
	}
}

func TestNextAsJSON(t *testing.T) {
	rule := &engine.Rule{ID: "end.goal"}
	for want, next := range map[string]engine.Next{
		`{"player":2}`:  {Player: 2},
		`{"throw":[6]}`: {Throw: []int{6}},
		`{"result":{"rule":"end.goal","places":[1,2]}}`: {Result: &engine.Result{Rule: rule, Places: []int{1, 2}}},
	} {
		if got, err := json.Marshal(next); err != nil || string(got) != want {
			t.Errorf("%+v is %s, %v; want %s", next, got, err, want)
		}
	}
}

// dice is a game of three plies. A die of two sides is thrown before each, and its face is the number of legal moves.
type dice struct{ plies, face int }

func (d dice) String() string                         { return "" }
func (d dice) Parse(text string) (engine.Move, error) { return engine.Move(text), nil }
func (d dice) Scene() engine.Scene                    { return engine.Scene{} }
func (d dice) Next() engine.Next {
	switch {
	case d.plies == 3:
		return engine.Next{Result: &engine.Result{}}
	case d.face == 0:
		return engine.Next{Throw: []int{2}}
	}
	return engine.Next{Player: 1}
}

func (d dice) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		for i := range d.face {
			if !yield(engine.Move("ab"[i : i+1])) {
				return
			}
		}
	}
}

func (d dice) Apply(m engine.Move) (engine.Position, error) {
	if faces, ok := m.Throw(); ok {
		return dice{d.plies, faces[0]}, nil
	}
	return dice{plies: d.plies + 1}, nil
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		depth, face int
		want        uint64
	}{
		{0, 0, 1}, {1, 0, 3}, {2, 0, 9}, {3, 0, 27}, {4, 0, 0}, {1, 1, 1}, {2, 2, 4}, {3, 6, 8},
	} {
		if got := engine.Count(dice{}, c.depth, c.face); got != c.want {
			t.Errorf("Count(depth %d, face %d) = %d, want %d", c.depth, c.face, got, c.want)
		}
	}
}

func TestDue(t *testing.T) {
	options := engine.Options{"players": "3", "target": "10"}
	for text, want := range map[string]int{"0 1": 1, "4 3": 3, "3 2 die": 2, "6 3 die": 3, "9 1 die": 0, "10 2": 0} {
		p, err := counting.Game.Parse(options, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.Due(p); got != want {
			t.Errorf("Due(%s) = %d, want %d", text, got, want)
		}
	}
	// The first face ends the game, the other does not.
	if got := engine.Due(ladder{}); got != 2 {
		t.Errorf("Due = %d where one of two faces ends the game, want 2", got)
	}
}

// ladder is a game with one die of two sides, in which a 1 ends the game.
type ladder struct {
	engine.Position
	face int
}

func (l ladder) Next() engine.Next {
	return []engine.Next{{Throw: []int{2}}, {Result: &engine.Result{}}, {Player: 2}}[l.face]
}

func (l ladder) Apply(m engine.Move) (engine.Position, error) {
	faces, _ := m.Throw()
	return ladder{face: faces[0]}, nil
}
