package enginetest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"hikyaku/engine"
)

// checkPosition checks the laws about one position. They are cheap enough to be checked after every move.
func (w *walk) checkPosition(p engine.Position) error {
	next, seats, scene := p.Next(), w.game.Seats(w.options), p.Scene()
	if err := cmp.Or(checkNext(next, seats), w.checkResult(next.Result, seats)); err != nil {
		return err // other checks rely on it
	}
	return cmp.Or(checkOut(p), w.checkDue(p, next.Throw), w.checkText(p), checkState(p), checkScene(scene, seats), checkSame(w.first, scene),
		checkPlaces(p, scene))
}

// checkNext checks that exactly one field of next is set, to a seat of the game or to possible dice.
func checkNext(next engine.Next, seats int) error {
	switch {
	case count(next.Player != 0, next.Throw != nil, next.Result != nil) != 1:
		return fmt.Errorf("what comes next is %s: want exactly one of player, throw and result", jsonOf(next))
	case next.Player < 0 || next.Player > seats:
		return fmt.Errorf("seat %d is to move: want 1 to %d", next.Player, seats)
	case next.Throw != nil && (len(next.Throw) == 0 || slices.Min(next.Throw) < 1 || slices.Max(next.Throw) > engine.MaxSides):
		return fmt.Errorf("dice with %v sides are to be thrown: want one at least, of 1 to %d sides", next.Throw, engine.MaxSides)
	}
	return nil
}

// count returns how many conditions hold.
func count(conditions ...bool) (n int) {
	for _, holds := range conditions {
		if holds {
			n++
		}
	}
	return n
}

// checkResult checks that the result has a rule of the game and a place for each seat, and that equal seats share a place.
func (w *walk) checkResult(r *engine.Result, seats int) error {
	if r == nil {
		return nil
	}
	if !slices.Contains(w.game.Rules, r.Rule) {
		return fmt.Errorf("the result's rule %v is not a rule of %s", r.Rule, w.game.Name)
	}
	if len(r.Places) != seats {
		return fmt.Errorf("result %v: want a place for each of %d seats", r.Places, seats)
	}
	if want := engine.Behind(r.Places, nil); !slices.Equal(r.Places, want) {
		return fmt.Errorf("result %v: want %v, one more than the seats before each", r.Places, want)
	}
	return nil
}

// checkOut checks that a seat that is out is not to move, and that a result places such seats after all others.
func checkOut(p engine.Position) error {
	leaver, ok := p.(engine.Leaver)
	if !ok {
		return nil
	}
	next, out := p.Next(), leaver.Out()
	if slices.Contains(out, next.Player) {
		return fmt.Errorf("seat %d is to move, and %v are out", next.Player, out)
	}
	if r := next.Result; r != nil && !slices.Equal(r.Places, engine.Behind(r.Places, out)) {
		return fmt.Errorf("result %v: want %v, because %v are out", r.Places, engine.Behind(r.Places, out), out)
	}
	return nil
}

// checkDue checks that the same seat is to move after every throw that does not end the game.
func (w *walk) checkDue(p engine.Position, sides []int) error {
	if sides == nil {
		return nil
	}
	due := engine.Due(p)
	for range 4 {
		m := engine.RandomThrow(sides, w.rand)
		q, err := p.Apply(m)
		if err != nil {
			return fmt.Errorf("Apply(%s) = %w", m, err)
		}
		if seat := engine.Due(q); q.Next().Result == nil && seat != 0 && seat != due {
			return fmt.Errorf("after the throw %s it is the turn of seat %d, after others of seat %d", m, seat, due)
		}
	}
	return nil
}

// checkText checks that the text of the position is one line, and that the position read from it is the same.
func (w *walk) checkText(p engine.Position) error {
	text := p.String()
	if text == "" || strings.TrimSpace(text) != text || strings.ContainsFunc(text, unicode.IsControl) {
		return fmt.Errorf("the text of the position is %q: want one line without blanks at its ends", text)
	}
	q, err := w.game.Parse(w.options, text)
	if err != nil {
		return fmt.Errorf("Parse(%q) = %v", text, err)
	}
	if q.String() != text || jsonOf(q.Next()) != jsonOf(p.Next()) {
		return fmt.Errorf("it is read back as %q, which waits for %s instead of %s", q, jsonOf(q.Next()), jsonOf(p.Next()))
	}
	if w.rand.IntN(8) == 0 && !slices.Equal(slices.Collect(p.Moves()), slices.Collect(q.Moves())) {
		return errors.New("it has other moves when it is read back")
	}
	return nil
}

func checkState(p engine.Position) error {
	s, ok := p.(engine.Stater)
	if !ok {
		return nil
	}
	if text := jsonOf(s.State()); !strings.HasPrefix(text, "{") {
		return fmt.Errorf("the state is %s: want a JSON object", text)
	}
	return nil
}

func jsonOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
