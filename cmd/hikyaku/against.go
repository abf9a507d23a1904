package main

import (
	"context"
	"errors"
	"hash/fnv"
	"maps"
	"os/signal"
	"slices"
	"syscall"

	"hikyaku/engine"
	"hikyaku/internal/computer"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// specOf parses a player, which may be one of the configured programs.
func (conf *config) specOf(text string) (computer.Spec, error) {
	return computer.ParseSpec(text, slices.Sorted(maps.Keys(conf.Programs())))
}

// answerAgainst plays for the programs in c until a person has to move or the
// match ends. It returns the last match it reached, even with an error.
func answerAgainst(ctx context.Context, d *home.Desk, conf *config, c home.Copy) (home.Copy, error) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM) // so that the programs are stopped too
	defer stop()
	players := map[string]computer.Player{}
	defer func() {
		for _, p := range players {
			_ = p.Close()
		}
	}()
	for {
		text, due := home.ProgramDue(c.Match)
		if !due {
			return c, nil
		}
		if c.Next().Throw == nil && players[text] == nil {
			spec, err := conf.specOf(text)
			if err != nil {
				return c, err
			}
			player, err := spec.Player(ctx, conf.Programs(), seedOf(c.Match), 0)
			if err != nil {
				return c, err
			}
			players[text] = player
		}
		after, err := answerOnce(ctx, d, c, players[text])
		if err != nil {
			return c, err
		}
		c = after
	}
}

// answerOnce throws the dice that come next, or plays the move that player
// chooses, or resigns for it.
func answerOnce(ctx context.Context, d *home.Desk, c home.Copy, player computer.Player) (home.Copy, error) {
	if c.Next().Throw != nil {
		return d.Throw(c, "")
	}
	move, err := player.Choose(ctx, gameOf(c.Match))
	switch {
	case errors.Is(err, computer.ErrResigned):
		return d.Resign(c, c.Due(), false)
	case err != nil:
		return c, err
	}
	return d.Play(c, home.Turn{Move: string(move), Seat: c.Due()})
}

// gameOf returns the game of m as its players see it, beginning after the last
// player left.
func gameOf(m *match.Match) *computer.Game {
	g := &computer.Game{Game: m.Game, Options: m.Options, Start: m.Positions[0], Now: m.Last()}
	for _, e := range m.Played() {
		if _, left := e.Step.(kif.Ending); left {
			for _, move := range g.Moves {
				g.Start, _ = g.Start.Apply(move) // cannot fail: the move has been played
			}
			g.Start, g.Moves = g.Start.(engine.Leaver).Leave(e.Seat), nil
			continue
		}
		g.Moves = append(g.Moves, engine.Move(e.Step.String()))
	}
	return g
}

// seedOf returns the same number for the same match, so that undoing a move does
// not change the answer to another one.
func seedOf(m *match.Match) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(m.Record.ID())) // never fails
	return h.Sum64()
}
