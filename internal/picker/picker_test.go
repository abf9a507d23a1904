package picker

import (
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

// choice returns the choice in a position of a game, with options "key=value".
func choice(t *testing.T, game, position string, set engine.Options) Choice {
	t.Helper()
	g := all.Game(game)
	options, err := g.Resolve(set)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(options, position)
	if err != nil {
		t.Fatal(err)
	}
	return New(p)
}

func square(x, y int) engine.Touch { return engine.CellTouch("board", engine.Point{X: x, Y: y}) }

// touch touches all of touches, which must be open.
func touch(t *testing.T, c Choice, touches ...engine.Touch) Choice {
	t.Helper()
	for _, one := range touches {
		next, ok := c.Touch(one)
		if !ok {
			t.Fatalf("%+v is not open: %+v", one, c.Open())
		}
		c = next
	}
	return c
}

func TestAManIsTouchedThenItsSquare(t *testing.T) {
	c := choice(t, "diceshogi", "4k/R4/5/5/K4 b P minishogi -", engine.Options{"rules": "minishogi"})
	c = touch(t, c, square(0, 3), square(0, 4))
	if c.Held != "" || len(c.Open()) != 2 || c.Open()[0].Key != "=" {
		t.Errorf("after the square: held %q, open %+v", c.Held, c.Open())
	}
	promotes := touch(t, c, c.Open()[1])
	if promotes.Held != "５一飛成(52)" || !promotes.Legal() {
		t.Errorf("held %q", promotes.Held)
	}
	undone, ok := promotes.Undo()
	if !ok || undone.Held != "" || len(undone.Touched) != 2 {
		t.Errorf("undone: %+v", undone.Touched)
	}
	for range 2 {
		undone, _ = undone.Undo()
	}
	if _, ok := undone.Undo(); ok || len(undone.Touched) != 0 || len(c.Touched) != 2 {
		t.Errorf("at the beginning: %v, %v", undone.Touched, ok)
	}
	if _, ok := undone.Touch(square(2, 2)); ok {
		t.Error("an empty square is touched")
	}
}

func TestTyping(t *testing.T) {
	c := choice(t, "quoridor", "/ / e1 e9 / 10 10 / 1", nil)
	c = c.Type("Ｅ２")
	if got := c.Moves(); !slices.Equal(got, []engine.Move{"e2", "e2h", "e2v"}) {
		t.Errorf("e2 leaves %v", got)
	}
	if m, ok := c.Named(); !ok || m != "e2" {
		t.Errorf("e2 names %q", m)
	}
	if got := c.Type("1h").Moves(); len(got) != 8 || got[0] != "a1h" {
		t.Errorf("1h leaves %v", got)
	}
	if got := c.Type("zz").Moves(); got != nil {
		t.Errorf("zz leaves %v", got)
	}
	if m, ok := c.Type("e").Named(); ok {
		t.Errorf("e names %q", m)
	}
	shogi := choice(t, "diceshogi", "4k/R4/5/5/K4 b P minishogi -", engine.Options{"rules": "minishogi"}).Type("44")
	if got := shogi.Moves(); !slices.Equal(got, []engine.Move{"４四玉(55)", "４四歩打"}) {
		t.Errorf("44 leaves %v", got)
	}
	undone, _ := c.Undo()
	if undone.Typed != "" || len(undone.Moves()) != 131 {
		t.Errorf("undone: %q, %d moves", undone.Typed, len(undone.Moves()))
	}
}

func TestNudging(t *testing.T) {
	c := choice(t, "goryujin", "start", nil).Take("P3@F2")
	if _, err := c.Position.Apply(c.Held); err != nil {
		t.Fatal(err)
	}
	up, ok := c.Nudge("w")
	if !ok || up.Held != "P3@F3" || up.Legal() || up.Refusal() == nil {
		t.Errorf("nudged: %q, legal %v, %v", up.Held, up.Legal(), up.Refusal())
	}
	marks := 0
	for _, cell := range up.Scene().Boards[0].Cells {
		if cell.Mark == engine.Legal {
			marks++
		}
	}
	if marks != 5 {
		t.Errorf("%d cells show where the piece would lie", marks)
	}
	if down, _ := up.Nudge("x"); !down.Legal() || down.Scene().Turn.Seat != 2 {
		t.Errorf("back: %q, %v", down.Held, down.Legal())
	}
	crossing := choice(t, "quoridor", "e3 / / e1 e9 / 9 10 / 2", nil).Take("e3v")
	if walls := crossing.Scene().Boards[0].Walls; crossing.Legal() || len(walls) != 2 || walls[1].From != (engine.Point{X: 5, Y: 2}) {
		t.Errorf("a wall that crosses another is shown as %+v", walls)
	}
	if _, ok := choice(t, "quoridor", "/ / e1 e9 / 10 10 / 1", nil).Take("e2").Nudge("w"); ok {
		t.Error("a pawn is nudged")
	}
}

// TestEveryMoveIsMadeByItsTouches plays each legal move of some positions by pointing.
func TestEveryMoveIsMadeByItsTouches(t *testing.T) {
	for _, g := range all.Games {
		options, err := g.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Start(options)
		for err == nil && p.Next().Throw != nil {
			p, err = p.Apply(engine.Throw(slices.Repeat([]int{1}, len(p.Next().Throw))...))
		}
		if err != nil {
			t.Fatal(err)
		}
		start := New(p)
		for i, w := range start.all {
			if i%7 > 0 {
				continue
			}
			c := start
			for _, one := range w.touches {
				if c.Held == "" {
					c = touch(t, c, one)
				}
			}
			if c.Held != w.move {
				t.Errorf("%s: the touches of %s hold %q", g.Name, w.move, c.Held)
			}
		}
	}
}
