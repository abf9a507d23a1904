// Package picker lets a player point out a move on a board: it stores what has
// been touched, what can be touched next, and the move that remains. It does not
// depend on a game or on how the board is displayed.
package picker

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/width"

	"hikyaku/engine"
)

// Choice is the choice of a move in a position. It is immutable: methods return
// the changed Choice.
type Choice struct {
	Position engine.Position
	Touched  []engine.Touch
	Typed    string      // filters the moves that begin with it or contain it
	Held     engine.Move // the move chosen but not confirmed, perhaps nudged; "" while there are several
	all      []way
}

// way is a legal move with the touches that make it and the ways to type it.
type way struct {
	move    engine.Move
	touches []engine.Touch
	typed   []string
}

// New returns the choice among the legal moves of p. If p is not an
// engine.Pointer, moves can only be typed.
func New(p engine.Position) Choice {
	c := Choice{Position: p}
	pointer, _ := p.(engine.Pointer)
	for m := range p.Moves() {
		w := way{move: m}
		if pointer != nil {
			w.touches = pointer.Touches(m)
		}
		spelled := engine.Spell(p, m)
		for _, text := range []string{string(m), spelled.En, spelled.Ja} {
			w.typed = append(w.typed, plain(text))
		}
		c.all = append(c.all, w)
	}
	return c
}

// plain returns text in lower case and half width, without spaces, and with
// digits instead of kanji for numbers.
func plain(text string) string {
	return digits().Replace(strings.Join(strings.Fields(strings.ToLower(width.Narrow.String(text))), ""))
}

var digits = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("一", "1", "二", "2", "三", "3", "四", "4", "五", "5", "六", "6", "七", "7", "八", "8", "九", "9")
})

// Moves returns the remaining moves, in the order of the position: those that
// begin with the typed text, or if there are none, those that contain it.
func (c Choice) Moves() (moves []engine.Move) {
	for _, w := range c.left() {
		moves = append(moves, w.move)
	}
	return moves
}

func (c Choice) left() []way {
	var left []way
	for _, w := range c.all {
		if n := len(c.Touched); len(w.touches) >= n && slices.Equal(w.touches[:n], c.Touched) {
			left = append(left, w)
		}
	}
	typed := plain(c.Typed)
	for _, fits := range []func(text, part string) bool{strings.HasPrefix, strings.Contains} {
		if some := matching(left, func(text string) bool { return fits(text, typed) }); len(some) > 0 {
			return some
		}
	}
	return nil
}

func matching(ways []way, fits func(string) bool) (some []way) {
	for _, w := range ways {
		if slices.ContainsFunc(w.typed, fits) {
			some = append(some, w)
		}
	}
	return some
}

// Open returns the touches possible next, without duplicates, in the order of
// the moves.
func (c Choice) Open() (open []engine.Touch) {
	known := map[engine.Touch]bool{}
	for _, w := range c.left() {
		if n := len(c.Touched); n < len(w.touches) && !known[w.touches[n]] {
			known[w.touches[n]] = true
			open = append(open, w.touches[n])
		}
	}
	return open
}

// Touch touches t. If one move remains, it becomes the held move. ok is false if
// t is not open.
func (c Choice) Touch(t engine.Touch) (touched Choice, ok bool) {
	if c.Held != "" || !slices.Contains(c.Open(), t) {
		return c, false
	}
	c.Touched = append(slices.Clip(c.Touched), t)
	if left := c.left(); len(left) == 1 {
		c.Held = left[0].move
	}
	return c, true
}

// Take makes m the held move.
func (c Choice) Take(m engine.Move) Choice {
	c.Held = m
	return c
}

// Type sets the typed text. It does not select a move, because a complete move
// may be the beginning of another.
func (c Choice) Type(text string) Choice {
	c.Typed, c.Held = text, ""
	return c
}

// Named returns the move that is typed in any notation the game accepts, or the
// only remaining move. ok is false if there is no such legal move.
func (c Choice) Named() (m engine.Move, ok bool) {
	if m, err := c.Position.Parse(c.Typed); err == nil && c.legal(m) {
		return m, true
	}
	if left := c.left(); len(left) == 1 {
		return left[0].move, true
	}
	return "", false
}

// Undo takes back the typed text or the last touch, together with the held move.
// ok is false if there is nothing to take back.
func (c Choice) Undo() (undone Choice, ok bool) {
	n := len(c.Touched)
	switch {
	case c.Typed != "":
		c.Typed, c.Held = "", ""
	case n > 0:
		c.Touched, c.Held = c.Touched[:n-1], ""
	case c.Held != "":
		c.Held = ""
	default:
		return c, false
	}
	return c, true
}

// Nudge moves or turns the held piece with a key of the game. ok is false if the
// key has no effect.
func (c Choice) Nudge(key string) (nudged Choice, ok bool) {
	nudger, can := c.Position.(engine.Nudger)
	if !can || c.Held == "" {
		return c, false
	}
	m, ok := nudger.Nudge(c.Held, key)
	if ok {
		c.Held = m
	}
	return c, ok
}

// Legal reports whether the held move is legal.
func (c Choice) Legal() bool { return c.Held != "" && c.legal(c.Held) }

func (c Choice) legal(m engine.Move) bool {
	return slices.ContainsFunc(c.all, func(w way) bool { return w.move == m })
}

// Refusal returns why the held move is illegal. It is nil if the move is legal,
// or if none is held.
func (c Choice) Refusal() error {
	if c.Held == "" {
		return nil
	}
	_, err := c.Position.Apply(c.Held)
	return err
}

// Scene returns the board after the held move or, if that is illegal, with marks
// where it would go. If no move is held, it returns the current board.
func (c Choice) Scene() engine.Scene {
	scene := c.Position.Scene()
	if c.Held == "" {
		return scene
	}
	if q, err := c.Position.Apply(c.Held); err == nil {
		return q.Scene()
	}
	placer, ok := c.Position.(engine.Placer)
	if !ok {
		return scene
	}
	at := placer.Target(c.Held)
	scene.Boards = slices.Clone(scene.Boards)
	for i, b := range scene.Boards {
		if b.ID != at.Board {
			continue
		}
		for _, cell := range at.Cells {
			b.Cells = append(slices.Clip(b.Cells), engine.Cell{At: cell, Form: engine.Label, Glyph: "?", Mark: engine.Legal})
		}
		for _, wall := range at.Walls {
			wall.Mark = engine.Last
			b.Walls = append(slices.Clip(b.Walls), wall)
		}
		scene.Boards[i] = b
	}
	return scene
}
