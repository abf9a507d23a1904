package enginetest

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"hikyaku/engine"
)

// checkMoves checks the laws about moves: their notation is canonical, each is listed once, in a fixed
// order, exactly if Apply takes it, every rejection is complete, and every move can be pointed out.
func (w *walk) checkMoves(p engine.Position) error {
	moves := slices.Collect(p.Moves())
	return cmp.Or(checkList(p, moves), checkNotation(p, moves), w.checkAccepted(p, moves), w.checkUnlisted(p, moves), w.checkNonsense(p, moves),
		w.checkSteps(p, moves), checkTouches(p, moves))
}

// checkList checks that moves are listed exactly if a player is to move, each once, in the same order every time.
func checkList(p engine.Position, moves []engine.Move) error {
	if player := p.Next().Player; (player != 0) != (len(moves) > 0) {
		return fmt.Errorf("%d moves are listed while Next is %s", len(moves), jsonOf(p.Next()))
	}
	listed := map[engine.Move]bool{}
	for _, m := range moves {
		if listed[m] {
			return fmt.Errorf("%s is listed twice", m)
		}
		listed[m] = true
	}
	if !slices.Equal(moves, slices.Collect(p.Moves())) {
		return errors.New("the moves are listed in another order the second time")
	}
	return nil
}

// checkNotation checks that a record can hold the moves and that Parse returns them unchanged.
func checkNotation(p engine.Position, moves []engine.Move) error {
	for _, m := range moves {
		if err := checkMoveText(m); err != nil {
			return err
		}
		if got, err := p.Parse(string(m)); err != nil || got != m {
			return fmt.Errorf("Parse(%s) = %q, %v", m, got, err)
		}
		for _, lang := range []string{"en", "ja"} {
			spelled := engine.Spell(p, m).In(lang)
			if got, err := p.Parse(spelled); err != nil || got != m {
				return fmt.Errorf("Parse(%s), which is %s spelled, = %q, %v", spelled, m, got, err)
			}
			written := engine.ByHand(p, m).In(lang)
			if written == spelled || isFoul(p, m) {
				continue
			}
			if got, err := p.Parse(written); err != nil || got != m {
				return fmt.Errorf("Parse(%s), which is %s by hand, = %q, %v", written, m, got, err)
			}
		}
	}
	return nil
}

// isFoul reports whether m is played and loses by a rule that it breaks. By hand it may be written as a legal move is.
func isFoul(p engine.Position, m engine.Move) bool {
	q, err := p.Apply(m)
	return err == nil && q.Next().Result != nil && !strings.HasPrefix(q.Next().Result.Rule.ID, "end.")
}

// checkAccepted plays listed moves, and the move for a missed time limit.
func (w *walk) checkAccepted(p engine.Position, moves []engine.Move) error {
	some := w.sample(moves, 40)
	if w.game.OnTimeout != "" && len(moves) > 0 {
		some = append(slices.Clip(some), w.game.OnTimeout)
	}
	for _, m := range some {
		if _, err := p.Apply(m); err != nil {
			return fmt.Errorf("%s should be legal and is refused: %v", m, err)
		}
	}
	return nil
}

// checkUnlisted plays moves of other positions, which must be listed or refused.
func (w *walk) checkUnlisted(p engine.Position, moves []engine.Move) error {
	for _, m := range w.sample(w.pool, 60) {
		_, thrown := m.Throw()
		_, err := p.Apply(m)
		switch {
		case err != nil:
			if err := w.checkRejection(string(m), err); err != nil {
				return err
			}
		case !slices.Contains(moves, m) && !(thrown && p.Next().Throw != nil):
			return fmt.Errorf("%s is accepted and not listed", m)
		}
	}
	return nil
}

func (w *walk) sample(moves []engine.Move, n int) []engine.Move {
	if len(moves) <= n {
		return moves
	}
	out := make([]engine.Move, n)
	for i := range out {
		out[i] = moves[w.rand.IntN(len(moves))]
	}
	return out
}

// checkNonsense tries texts that are no moves, throws that are wrong here, and legal moves written carelessly.
func (w *walk) checkNonsense(p engine.Position, moves []engine.Move) error {
	nonsense := []string{"", " ", "?", "zz99", "[", "[]", "[0]", "[1,x]", "[7,7,7,7,7,7,7,7]", "e2\x00", "\xff\xfe", strings.Repeat("a", 5000)}
	if over := slices.Clone(p.Next().Throw); over == nil {
		nonsense = append(nonsense, "[1]", "[1,1]")
	} else {
		over[len(over)-1]++
		nonsense = append(nonsense, string(engine.Throw(over...)), "pass")
	}
	for _, text := range nonsense {
		_, err := p.Apply(engine.Move(text))
		if err == nil {
			return fmt.Errorf("Apply(%q) is accepted", text)
		}
		if err := w.checkRejection(text, err); err != nil {
			return err
		}
	}
	for _, m := range w.sample(moves, 2) {
		nonsense = append(nonsense, " "+string(m)+"\t", strings.ToUpper(string(m)), string(m)+string(m))
	}
	for _, text := range nonsense {
		if err := w.checkRead(p, text, moves); err != nil {
			return err
		}
	}
	return nil
}

// checkRead checks that Parse refuses text by a rule, or returns a canonical move that Apply takes only if it is listed.
func (w *walk) checkRead(p engine.Position, text string, moves []engine.Move) error {
	m, err := p.Parse(text)
	if err != nil {
		return w.checkRejection(text, err)
	}
	if err := checkMoveText(m); err != nil {
		return fmt.Errorf("Parse(%q): %w", text, err)
	}
	if again, err := p.Parse(string(m)); err != nil || again != m {
		return fmt.Errorf("Parse(%q) = %s, which is read as %q, %v", text, m, again, err)
	}
	if _, err := p.Apply(m); err == nil && !slices.Contains(moves, m) {
		return fmt.Errorf("Parse(%q) = %s, which is accepted and not listed", text, m)
	}
	return nil
}

// checkRejection checks that err is a rejection by a rule of the game, with both sentences filled in.
func (w *walk) checkRejection(move string, err error) error {
	r, ok := err.(*engine.Rejection)
	if !ok {
		return fmt.Errorf("%q is refused with %T (%v): want a *engine.Rejection", move, err, err)
	}
	if !slices.Contains(w.game.Rules, r.Rule) && !slices.Contains(engine.Rules, r.Rule) {
		return fmt.Errorf("%q is refused by %s, which is not a rule of %s", move, r.Rule.ID, w.game.Name)
	}
	clean := strings.ReplaceAll(move, "{", "")
	for _, s := range []string{r.Sentence().En, r.Sentence().Ja} {
		if s == "" || strings.Contains(strings.ReplaceAll(s, move, clean), "{") {
			return fmt.Errorf("the rejection of %q is incomplete: %q", move, s)
		}
	}
	return nil
}

// checkSteps checks that the steps of a move end in the scene after it, and that a refused move has none.
func (w *walk) checkSteps(p engine.Position, moves []engine.Move) error {
	s, ok := p.(engine.Stepper)
	if !ok {
		return nil
	}
	if steps := s.Steps("?"); len(steps) > 0 {
		return fmt.Errorf("a move that is refused has %d steps", len(steps))
	}
	for _, m := range w.sample(moves, 2) {
		q, err := p.Apply(m)
		if err != nil {
			return err
		}
		steps := s.Steps(m)
		if len(steps) == 0 || !reflect.DeepEqual(steps[len(steps)-1], q.Scene()) {
			return fmt.Errorf("the steps of %s do not end in the scene after it", m)
		}
		for _, scene := range steps {
			if err := checkScene(scene, w.game.Seats(w.options)); err != nil {
				return fmt.Errorf("a step of %s: %w", m, err)
			}
			if err := checkSame(w.first, scene); err != nil {
				return fmt.Errorf("a step of %s: %w", m, err)
			}
		}
	}
	return nil
}
