// Package duel measures two players by games against each other.
package duel

import (
	"context"
	"errors"
	"math/rand/v2"

	"hikyaku/engine"
	"hikyaku/internal/computer"
)

// Duel is a series of pairs of games between two players, A and B. Both games of a pair begin with the same random moves and have
// the same dice; the players change seats. In a game for four they sit in the order A, B, A, B, and the player in first place
// wins.
type Duel struct {
	Game    *engine.Game
	Options engine.Options
	A, B    computer.Player
	Pairs   int
	Opening int    // the random moves at the beginning
	Seed    uint64 // of openings and dice
	Most    int    // the number of moves after which a game is a draw; 0 for no limit
}

// Pair is the score of A in each of two games: 1, 0.5 or 0.
type Pair [2]float64

// Played is a game with its result for A.
type Played struct {
	*computer.Game
	Score float64
	First bool  // A sat in the first seat
	Fault error // of the losing player, if its program failed
}

// Run plays pairs and passes each to told until told returns false. The error is that of ctx, or of an impossible game.
func (d *Duel) Run(ctx context.Context, told func(Pair, [2]Played) (more bool)) error {
	for i := range d.Pairs {
		var pair Pair
		var games [2]Played
		for k := range games {
			played, err := d.play(ctx, d.Seed+uint64(i), k == 0)
			if err != nil {
				return err
			}
			pair[k], games[k] = played.Score, played
		}
		if !told(pair, games) {
			return nil
		}
	}
	return nil
}

// play plays a game.
func (d *Duel) play(ctx context.Context, seed uint64, first bool) (Played, error) {
	g, err := computer.Begin(d.Game, d.Options)
	if err != nil {
		return Played{}, err
	}
	opening, dice := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
	played := Played{Game: g, First: first}
	for moves := 0; ; {
		next := g.Now.Next()
		switch {
		case ctx.Err() != nil:
			return played, ctx.Err()
		case next.Result != nil:
			played.Score = score(next.Result, first)
			return played, nil
		case d.Most > 0 && moves >= d.Most:
			played.Score = 0.5
			return played, nil
		}
		var m engine.Move
		switch {
		case next.Throw != nil:
			m = engine.RandomThrow(next.Throw, dice)
		case moves < d.Opening:
			m = anyMove(g.Now, opening)
		default:
			m, err = d.turn(next.Player, first).Choose(ctx, g)
		}
		if err == nil {
			err = g.Play(m)
		}
		if ctx.Err() != nil {
			return played, ctx.Err()
		}
		if err != nil {
			if !errors.Is(err, computer.ErrResigned) {
				played.Fault = err
				if _, program := d.turn(next.Player, first).(*computer.Running); !program {
					return played, err
				}
			}
			if d.isA(next.Player, first) {
				return played, nil
			}
			played.Score = 1
			return played, nil
		}
		if next.Throw == nil {
			moves++
		}
	}
}

// isA reports whether A sits in a seat.
func (d *Duel) isA(seat int, first bool) bool { return (seat%2 == 1) == first }

func (d *Duel) turn(seat int, first bool) computer.Player {
	if d.isA(seat, first) {
		return d.A
	}
	return d.B
}

// score returns the result for A: whether A sits in the first place, alone or not.
func score(r *engine.Result, first bool) float64 {
	mine, theirs := false, false
	for i, place := range r.Places {
		if place == 1 {
			if (i%2 == 0) == first {
				mine = true
			} else {
				theirs = true
			}
		}
	}
	switch {
	case mine == theirs:
		return 0.5
	case mine:
		return 1
	}
	return 0
}

// anyMove returns one of the legal moves.
func anyMove(p engine.Position, random *rand.Rand) (chosen engine.Move) {
	n := 0
	for m := range p.Moves() {
		if n++; random.IntN(n) == 0 {
			chosen = m
		}
	}
	return chosen
}
