package enginetest

import (
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/i18n"
)

// check runs the trials of Run and returns the first error.
func check(g *engine.Game) error {
	for _, try := range trials(g) {
		if err := try(); err != nil {
			return err
		}
	}
	return nil
}

// spoiled is a position of counting with a fault.
type spoiled struct {
	engine.Position
	fault
}

// fault replaces methods of a position: each function that is not nil is called instead of the method of its name, with the
// sound position.
type fault struct {
	text  func(engine.Position) string
	next  func(engine.Position) engine.Next
	moves func(engine.Position) []engine.Move
	parse func(engine.Position, string) (engine.Move, error)
	apply func(engine.Position, engine.Move) (engine.Position, error)
	scene func(engine.Position) engine.Scene
	leave func(engine.Leaver, int) engine.Position
}

func (s spoiled) String() string {
	if s.text != nil {
		return s.text(s.Position)
	}
	return s.Position.String()
}

func (s spoiled) Leave(seat int) engine.Position {
	leave := engine.Leaver.Leave
	if s.leave != nil {
		leave = s.leave
	}
	return spoiled{leave(s.Position.(engine.Leaver), seat), s.fault}
}

func (s spoiled) Out() []int { return s.Position.(engine.Leaver).Out() }

func (s spoiled) Next() engine.Next {
	if s.next != nil {
		return s.next(s.Position)
	}
	return s.Position.Next()
}

func (s spoiled) Moves() iter.Seq[engine.Move] {
	if s.moves != nil {
		return slices.Values(s.moves(s.Position))
	}
	return s.Position.Moves()
}

func (s spoiled) Parse(text string) (engine.Move, error) {
	if s.parse != nil {
		return s.parse(s.Position, text)
	}
	return s.Position.Parse(text)
}

func (s spoiled) Apply(m engine.Move) (engine.Position, error) {
	apply := engine.Position.Apply
	if s.apply != nil {
		apply = s.apply
	}
	p, err := apply(s.Position, m)
	if err != nil {
		return nil, err
	}
	return spoiled{p, s.fault}, nil
}

func (s spoiled) Scene() engine.Scene {
	if s.scene != nil {
		return s.scene(s.Position)
	}
	return s.Position.Scene()
}

// spoil returns counting to 10 for two or three players, with f in every position.
func spoil(f fault) *engine.Game {
	g := *counting.Game
	g.Options = slices.Clone(g.Options)
	g.Options[0].Values, g.Options[1].Values = []string{"2", "3"}, []string{"10"}
	g.Start = func(o engine.Options) (engine.Position, error) {
		p, err := counting.Game.Start(o)
		return spoiled{p, f}, err
	}
	g.Parse = func(o engine.Options, text string) (engine.Position, error) {
		p, err := counting.Game.Parse(o, text)
		return spoiled{p, f}, err
	}
	return &g
}

// called returns counting with another notation for add1.
func called(name engine.Move) *engine.Game {
	return spoil(fault{
		moves: func(p engine.Position) []engine.Move {
			moves := slices.Collect(p.Moves())
			if len(moves) > 0 {
				moves[0] = name
			}
			return moves
		},
		parse: func(p engine.Position, text string) (engine.Move, error) {
			switch engine.Move(text) {
			case name:
				return name, nil
			case "add1":
				text = "add"
			}
			return p.Parse(text)
		},
		apply: func(p engine.Position, m engine.Move) (engine.Position, error) {
			switch {
			case p.Next().Player == 0:
			case m == name:
				m = "add1"
			case m == "add1":
				m = "add"
			}
			return p.Apply(m)
		},
	})
}

func TestMovesMayBeCalledWhatARecordCanHold(t *testing.T) {
	for _, name := range []engine.Move{"link", "accept", "draw-offer", "pass", "g(1)", "7g7f+", "同歩(23)", "#1", "*", "&x", "変化", "まで", "12"} {
		if err := check(called(name)); err != nil {
			t.Errorf("a move called %s: %v", name, err)
		}
	}
	for name, want := range map[engine.Move]string{
		"投了":      `"投了" cannot be a move: this word ends a record`,
		"g(":      `"g(" cannot be a move: a parenthesis is not closed`,
		"[x":      `"[x" cannot be a move: "[" begins throws only`,
		"a b":     `"a b" cannot be a move: it holds a blank`,
		"[1]":     "[1] is a throw",
		"e2(0:1)": "read as a time",
		"":        "it is empty",
	} {
		wantFault(t, "a move called "+string(name), called(name), want)
	}
}

func wantFault(t *testing.T, name string, g *engine.Game, want string) {
	t.Helper()
	if err := check(g); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s is found to be %v: want %s", name, err, want)
	}
}

func TestSoundGame(t *testing.T) {
	if err := check(spoil(fault{})); err != nil {
		t.Error(err)
	}
}

func TestFaultyNext(t *testing.T) {
	only := func(from func(engine.Next) bool, change func(*engine.Next)) *engine.Game {
		return spoil(fault{next: func(p engine.Position) engine.Next {
			next := p.Next()
			if from(next) {
				change(&next)
			}
			return next
		}})
	}
	player := func(n engine.Next) bool { return n.Player != 0 }
	throw := func(n engine.Next) bool { return n.Throw != nil }
	end := func(n engine.Next) bool { return n.Result != nil }
	const one = "want exactly one of player, throw and result"
	for name, c := range map[string]struct {
		g    *engine.Game
		want string
	}{
		"nothing is awaited":     {only(player, func(n *engine.Next) { *n = engine.Next{} }), one},
		"a player and a die":     {only(throw, func(n *engine.Next) { n.Player = 1 }), one},
		"a player at the end":    {only(end, func(n *engine.Next) { n.Player = 1 }), one},
		"nothing at the end":     {only(end, func(n *engine.Next) { *n = engine.Next{} }), one},
		"a seat too many":        {only(player, func(n *engine.Next) { n.Player = 4 }), "seat 4 is to move"},
		"a negative seat":        {only(player, func(n *engine.Next) { n.Player = -1 }), "seat -1 is to move"},
		"no die":                 {only(throw, func(n *engine.Next) { n.Throw = []int{} }), "dice with [] sides"},
		"a die without sides":    {only(throw, func(n *engine.Next) { n.Throw = []int{4, 0} }), "dice with [4 0] sides"},
		"a die that is no die":   {only(throw, func(n *engine.Next) { n.Throw = []int{65537} }), "dice with [65537] sides"},
		"a rule of nobody":       {only(end, func(n *engine.Next) { n.Result.Rule = nil }), "is not a rule of counting"},
		"a place too few":        {only(end, func(n *engine.Next) { n.Result.Places = []int{1} }), "want a place for each"},
		"nobody first":           {only(end, func(n *engine.Next) { n.Result.Places[0], n.Result.Places[1] = 2, 2 }), "result [2 2]: want [1 1]"},
		"a player where none is": {only(throw, func(n *engine.Next) { *n = engine.Next{Player: 1} }), "seat 1 is to move and has no move"},
		"a die for a player":     {only(player, func(n *engine.Next) { *n = engine.Next{Throw: []int{4}} }), "= throw.unasked"},
		"an end before the end":  {only(player, func(n *engine.Next) { *n = end12 }), "2 moves are listed while Next is {"},
	} {
		wantFault(t, name, c.g, c.want)
	}
}

var end12 = engine.Next{Result: &engine.Result{Rule: counting.Game.Rules[3], Places: []int{1, 2}}}

// missing lists only add2 at the start.
func missing(p engine.Position) []engine.Move {
	moves := slices.Collect(p.Moves())
	if len(moves) > 0 && p.String() != "0 1" {
		return moves[:1]
	}
	return moves
}

func TestFaultyMoves(t *testing.T) {
	list := func(change func([]engine.Move) []engine.Move) *engine.Game {
		return spoil(fault{moves: func(p engine.Position) []engine.Move {
			if p.Next().Player == 0 {
				return nil
			}
			return change(slices.Collect(p.Moves()))
		}})
	}
	calls := 0
	for name, c := range map[string]struct {
		g    *engine.Game
		want string
	}{
		"none":        {list(func([]engine.Move) []engine.Move { return nil }), "0 moves are listed while"},
		"one missing": {spoil(fault{moves: missing}), "add2 is accepted and not listed"},
		"one illegal": {list(func(m []engine.Move) []engine.Move { return append(m, "add3") }), "add3 should be legal and is refused"},
		"one twice":   {list(func(m []engine.Move) []engine.Move { return append(m, "add1") }), "add1 is listed twice"},
		"any order": {list(func(m []engine.Move) []engine.Move {
			if calls++; calls%2 == 0 {
				slices.Reverse(m)
			}
			return m
		}), "in another order the second time"},
		"not as read": {list(func(m []engine.Move) []engine.Move { m[0] = "ADD1"; return m }), `Parse(ADD1) = "add1"`},
	} {
		wantFault(t, name, c.g, c.want)
	}
}

// one lists only add1.
func one(p engine.Position) []engine.Move {
	moves := slices.Collect(p.Moves())
	return moves[:min(1, len(moves))]
}

func readsAdd2(p engine.Position, text string) (engine.Move, error) {
	if text == "?" {
		return "add2", nil
	}
	return p.Parse(text)
}

func TestFaultyParse(t *testing.T) {
	reads := func(text string, m engine.Move, err error) *engine.Game {
		return spoil(fault{parse: func(p engine.Position, given string) (engine.Move, error) {
			if given == text {
				return m, err
			}
			return p.Parse(given)
		}})
	}
	stranger := &engine.Rule{ID: "a.b", Text: i18n.Text{En: "no", Ja: "否"}}
	hole := counting.Game.Rules[0]
	for name, c := range map[string]struct {
		g    *engine.Game
		want string
	}{
		"what no record holds":     {reads("?", "投了", nil), "this word ends a record"},
		"what is read otherwise":   {reads("?", "ADD2", nil), `which is read as "add2"`},
		"a plain error":            {reads("?", "", errors.New("no")), "want a *engine.Rejection"},
		"a rule of another game":   {reads("?", "", stranger.Reject()), "refused by a.b, which is not a rule of counting"},
		"a sentence with a hole":   {reads("?", "", hole.Reject()), "is incomplete"},
		"what is not listed":       {spoil(fault{moves: one, parse: readsAdd2}), `Parse("?") = add2, which is accepted and not listed`},
		"own notation is not read": {reads("add2", "", hole.Reject(engine.Word("move", "add2"))), `Parse(add2) = ""`},
	} {
		wantFault(t, name, c.g, c.want)
	}
}

func TestFaultyText(t *testing.T) {
	text := func(change func(string) string) *engine.Game {
		return spoil(fault{text: func(p engine.Position) string { return change(p.String()) }})
	}
	calls := 0
	for name, c := range map[string]struct {
		g    *engine.Game
		want string
	}{
		"nothing":       {text(func(string) string { return "" }), "want one line"},
		"two lines":     {text(func(s string) string { return s + "\n" + s }), "want one line"},
		"a blank":       {text(func(s string) string { return s + " " }), "want one line"},
		"not read back": {text(func(s string) string { return s + "x" }), "Parse("},
		"not all":       {text(func(s string) string { return strings.TrimSuffix(s, " die") }), "which waits for"},
		"changing":      {text(func(string) string { calls++; return "1 1 die"[:3+4*(calls%2)] }), "Parse("},
	} {
		wantFault(t, name, c.g, c.want)
	}
}

func TestFaultyApply(t *testing.T) {
	apply := func(change func(engine.Position, engine.Move) (engine.Position, error)) *engine.Game {
		return spoil(fault{apply: change})
	}
	stranger := &engine.Rule{ID: "a.b", Text: i18n.Text{En: "no", Ja: "否"}}
	calls := 0
	for name, c := range map[string]struct {
		g    *engine.Game
		want string
	}{
		"takes anything": {apply(func(p engine.Position, m engine.Move) (engine.Position, error) {
			if q, err := p.Apply(m); err == nil {
				return q, nil
			}
			return p, nil
		}), "is accepted"},
		"has no rule": {apply(func(p engine.Position, m engine.Move) (engine.Position, error) {
			q, err := p.Apply(m)
			if err != nil {
				err = stranger.Reject()
			}
			return q, err
		}), "refused by a.b"},
		"depends on chance": {apply(func(p engine.Position, m engine.Move) (engine.Position, error) {
			if calls++; m == "add1" && calls%2 == 0 {
				m = "add2"
			}
			return p.Apply(m)
		}), "twice gives"},
		"refuses the die": {apply(func(p engine.Position, m engine.Move) (engine.Position, error) {
			if p.Next().Throw != nil {
				m = "add1"
			}
			return p.Apply(m)
		}), "= throw.missing"},
	} {
		wantFault(t, "Apply "+name, c.g, c.want)
	}
}

func TestTurnThatHangsOnTheDie(t *testing.T) {
	g := spoil(fault{apply: func(p engine.Position, m engine.Move) (engine.Position, error) {
		q, err := p.Apply(m)
		if m == "[3]" && q.Next().Player == 1 {
			q, err = counting.Game.Parse(engine.Options{"players": "2", "target": "10"}, q.String()[:1]+" 2")
		}
		return q, err
	}})
	wantFault(t, "a die that passes the turn on", g, "after the throw [3] it is the turn of seat 2, after others of seat 1")
}

func TestOtherMovesWhenReadBack(t *testing.T) {
	g, other := spoil(fault{}), spoil(fault{moves: one})
	g.Parse = other.Parse
	wantFault(t, "a game with two kinds of positions", g, "it has other moves when it is read back")
}

// stating is a position whose state is not a JSON object.
type stating struct{ spoiled }

func (s stating) State() any { return 7 }

func TestFaultyState(t *testing.T) {
	g := spoil(fault{})
	start := g.Start
	g.Start = func(o engine.Options) (engine.Position, error) {
		p, err := start(o)
		return stating{p.(spoiled)}, err
	}
	wantFault(t, "a number for a state", g, "the state is 7: want a JSON object")
	g.Start = func(engine.Options) (engine.Position, error) { return nil, errors.New("no") }
	wantFault(t, "no start", g, "= no")
}

// worn is a position that Apply changes.
type worn struct {
	engine.Position
	text *string
}

func (w worn) String() string { return *w.text }

func (w worn) Apply(m engine.Move) (engine.Position, error) {
	*w.text = "0 2"
	return w.Position.Apply(m)
}

func TestPositionThatChanges(t *testing.T) {
	p, err := counting.Game.Start(engine.Options{"players": "2", "target": "10"})
	if err != nil {
		t.Fatal(err)
	}
	w, text := &walk{rand: rand.New(rand.NewPCG(1, 1))}, p.String()
	if _, err := w.apply(worn{p, &text}, "add1"); err == nil || !strings.Contains(err.Error(), "changed its receiver from 0 1") {
		t.Errorf("a position that changes is found to be %v", err)
	}
}
