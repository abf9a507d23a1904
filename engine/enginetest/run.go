// Package enginetest is the test suite for games: Run checks in random play the properties that every game must have, and Cases
// checks positions with known answers. Package counting is a small game to copy.
package enginetest

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

const (
	limit = 600 // the number of moves and throws after which a random game is left unfinished
	many  = 12  // of a game with more variants than these only one game is played of each,
	short = 60  // and left after so many moves, except of the first

	seldom = 16 // of so many positions one is thought about
	rarely = 12 // of so many positions a seat leaves one
)

// Run checks the laws of package engine on g: its data, and random games under each of its options. The seeds are
// fixed, so that a failure repeats.
func Run(t *testing.T, g *engine.Game) {
	for name, try := range trials(g) {
		t.Run(name, func(t *testing.T) {
			if err := try(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// trials yields the parts of Run by name. They are functions that return errors, so that tests can try them on games that
// break the laws.
func trials(g *engine.Game) iter.Seq2[string, func() error] {
	return func(yield func(string, func() error) bool) {
		if !yield("data", func() error { return checkData(g) }) {
			return
		}
		ended := 0
		all := variants(g)
		for i, options := range all {
			w := &walk{game: g, options: options, rand: rand.New(rand.NewPCG(uint64(i), 7)), rounds: 6, limit: limit}
			if len(all) > many {
				w.rounds = 1
				if i > 0 {
					w.limit = short
				}
			}
			name := strings.ReplaceAll(g.OptionText(options), " ", ",")
			if !yield(name, func() error { return w.games(&ended) }) {
				return
			}
		}
		yield("end", func() error {
			if ended == 0 {
				return fmt.Errorf("no random game of %s ended within %d moves", g.Name, limit)
			}
			return nil
		})
	}
}

// variants returns the default options, and these with every other value of each one option; none if the options of g are
// wrong.
func variants(g *engine.Game) (all []engine.Options) {
	base, err := g.Resolve(nil)
	if err != nil {
		return nil
	}
	all = append(all, base)
	for _, o := range g.Options {
		for _, value := range o.Values {
			if value != o.Default {
				options, _ := g.Resolve(engine.Options{o.Key: value})
				all = append(all, options)
			}
		}
	}
	return all
}

// walk is a series of random games. It collects moves to try in other positions.
type walk struct {
	game    *engine.Game
	options engine.Options
	rand    *rand.Rand
	pool    []engine.Move
	first   engine.Scene // of the game that is played
	rounds  int          // how many games to play
	limit   int          // how long
}

// games plays a few random games and counts those that end.
func (w *walk) games(ended *int) error {
	for range w.rounds {
		p, err := w.play()
		if err != nil {
			return err
		}
		if p.Next().Result != nil {
			*ended++
		}
	}
	return nil
}

// play plays one random game, checking as it goes, and returns the position in which it stops.
func (w *walk) play() (engine.Position, error) {
	p, err := w.game.Start(w.options)
	if err != nil {
		return nil, fmt.Errorf("Start(%v) = %v", w.options, err)
	}
	w.first = p.Scene()
	for ply := range w.limit {
		if p, err = w.leave(p); err != nil {
			return nil, err
		}
		q, err := w.step(p, ply%8 < 2)
		if err != nil {
			return nil, fmt.Errorf("%w\nin the position %s", err, p)
		}
		if q == nil {
			return p, nil
		}
		p = q
	}
	return p, nil
}

// leave lets a seat leave a game of more than two now and then, while two others are in.
func (w *walk) leave(p engine.Position) (engine.Position, error) {
	seats := w.game.Seats(w.options)
	if seats == 2 || p.Next().Result != nil {
		return p, nil
	}
	leaver, ok := p.(engine.Leaver)
	if !ok {
		return nil, errors.New("the game has more than two seats: want a Leaver")
	}
	seat := 1 + w.rand.IntN(seats)
	if len(leaver.Out())+2 >= seats || slices.Contains(leaver.Out(), seat) || w.rand.IntN(rarely) > 0 {
		return p, nil
	}
	return leaver.Leave(seat), checkLeave(leaver, seat)
}

// checkLeave checks the laws of Leaver on p, in which a seat is in.
func checkLeave(p engine.Leaver, seat int) error {
	before, next, due, out := p.String(), p.Next(), engine.Due(p), slices.Clone(p.Out())
	q, ok := p.Leave(seat).(engine.Leaver)
	switch after := engine.Due(q); {
	case !ok || !slices.Equal(q.Out(), append(out, seat)):
		return fmt.Errorf("seat %d leaves %s: want it last among those who are out in %s", seat, before, q)
	case p.String() != before:
		return fmt.Errorf("Leave(%d) changed its receiver from %s", seat, before)
	case !slices.Equal(q.Next().Throw, next.Throw) || q.Next().Result != nil:
		return fmt.Errorf("when seat %d leaves, %s waits for %s instead of %s", seat, before, jsonOf(q.Next()), jsonOf(next))
	case due == seat && slices.Contains(q.Out(), after), due != seat && after != due:
		return fmt.Errorf("when seat %d leaves, it is the turn of seat %d in %s", seat, after, q)
	}
	return nil
}

// step checks the laws on p, with those about moves if full is set or the game has ended, and returns the next position,
// nil at the end of a game.
func (w *walk) step(p engine.Position, full bool) (engine.Position, error) {
	if err := w.checkPosition(p); err != nil {
		return nil, err
	}
	next := p.Next()
	if full || next.Result != nil {
		if err := w.checkMoves(p); err != nil {
			return nil, err
		}
		if w.rand.IntN(seldom) == 0 || next.Result != nil {
			if err := checkThoughts(p, w.game.Seats(w.options)); err != nil {
				return nil, err
			}
		}
	}
	moves := slices.Collect(p.Moves())
	if next.Player != 0 && len(moves) == 0 {
		return nil, fmt.Errorf("seat %d is to move and has no move", next.Player)
	}
	if err := checkTold(p.Scene(), p); err != nil || next.Result != nil {
		return nil, err
	}
	if next.Throw != nil {
		return w.apply(p, engine.RandomThrow(next.Throw, w.rand))
	}
	return w.apply(p, moves[w.rand.IntN(len(moves))])
}

// apply plays a legal move twice and checks that both positions are the same and that p is unchanged.
func (w *walk) apply(p engine.Position, m engine.Move) (engine.Position, error) {
	before := p.String()
	faces, thrown := m.Throw()
	q, err := p.Apply(m)
	if err != nil {
		return nil, fmt.Errorf("Apply(%s) = %v", m, err)
	}
	again, err := p.Apply(m)
	if err != nil || again.String() != q.String() {
		return nil, fmt.Errorf("Apply(%s) twice gives %s and %s", m, q, again)
	}
	if p.String() != before {
		return nil, fmt.Errorf("Apply(%s) changed its receiver from %s", m, before)
	}
	if d := q.Scene().Throw; thrown && d.Room == len(faces) && !slices.Equal(d.Faces, faces) {
		return nil, fmt.Errorf("after the throw %s the dice %v lie on the table", m, d.Faces)
	}
	if w.rand.IntN(4) == 0 || len(w.pool) < 50 {
		w.pool = append(w.pool, m)
	}
	return q, nil
}
