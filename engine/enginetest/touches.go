package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// node is a beginning of touches. Its moves are those that end there.
type node struct {
	next map[engine.Touch]*node
	move engine.Move
}

// checkTouches checks that every move can be pointed out on the scene, and in one way alone.
func checkTouches(p engine.Position, moves []engine.Move) error {
	pointer, ok := p.(engine.Pointer)
	if !ok {
		return nil
	}
	scene, root := p.Scene(), &node{}
	known := map[engine.Touch]bool{}
	for _, m := range moves {
		touches := pointer.Touches(m)
		for _, t := range touches {
			if known[t] {
				continue
			}
			if err := checkTouch(t, scene); err != nil {
				return fmt.Errorf("%s is made by the touch %+v: %w", m, t, err)
			}
			known[t] = true
		}
		if err := root.add(touches, m); err != nil {
			return err
		}
	}
	return root.checkKeys()
}

// add adds the touches of m.
func (n *node) add(touches []engine.Touch, m engine.Move) error {
	if len(touches) == 0 {
		return fmt.Errorf("%s has no touches", m)
	}
	for i, t := range touches {
		if n.move != "" {
			return fmt.Errorf("the touches of %s go on from those of %s", m, n.move)
		}
		if n.next == nil {
			n.next = map[engine.Touch]*node{}
		}
		child, there := n.next[t]
		if there && i == len(touches)-1 {
			return fmt.Errorf("the touches of %s are those of another move, or their beginning", m)
		}
		if !there {
			child = &node{}
			n.next[t] = child
		}
		n = child
	}
	n.move = m
	return nil
}

// checkKeys checks that the choices after the same touches have different keys.
func (n *node) checkKeys() error {
	keys := map[string]engine.Touch{}
	for t, child := range n.next {
		if other, taken := keys[t.Key]; taken && t.Key != "" {
			return fmt.Errorf("the key %s is that of %q and of %q", t.Key, t.Way.En, other.Way.En)
		}
		keys[t.Key] = t
		if err := child.checkKeys(); err != nil {
			return err
		}
	}
	return nil
}

// checkTouch checks that t is one thing, and where it is.
func checkTouch(t engine.Touch, s engine.Scene) error {
	switch {
	case count(t.Board != "", t.Seat != 0, t.Way != i18n.Text{}) != 1:
		return errors.New("want a place, a thing or a way")
	case t.Way != i18n.Text{}:
		if !bilingual(t.Way) || utf8.RuneCountInString(t.Key) != 1 {
			return errors.New("want a way in both languages, and a key of one character")
		}
		return nil
	case t.Key != "":
		return errors.New("only a way has a key")
	case t.Seat != 0:
		if t.Seat < 1 || t.Seat > len(s.Players) ||
			!slices.ContainsFunc(s.Players[t.Seat-1].Has, func(has engine.Thing) bool { return has.Name == t.Thing && has.Count > 0 }) {
			return errors.New("want a thing that the seat has")
		}
		return nil
	}
	at := engine.Place{Board: t.Board, Cells: t.Cells()}
	if line, ok := t.Line(); ok {
		at.Walls = []engine.Line{line}
	}
	if len(at.Cells)+len(at.Walls) == 0 {
		return errors.New("it covers nothing")
	}
	return checkPlace(at, s)
}
