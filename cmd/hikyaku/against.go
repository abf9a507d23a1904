package main

import (
	"context"
	"errors"
	"hash/fnv"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/match"
	"hikyaku/partner"
)

// againstFlag is who else plays in a match at one machine.
func againstFlag() cli.Flag { return &cli.StringFlag{Name: "against"} }

// specOf reads a player who may be a program of the configuration.
func specOf(conf *config, text string) (partner.Spec, error) {
	return partner.ParseSpec(text, slices.Sorted(maps.Keys(programs(conf))))
}

// answerAgainst plays for the programs in the match in file until a person is to move or the match ends. It returns the match as far
// as it came, also with an error.
func answerAgainst(ctx context.Context, d *desk.Desk, conf *config, file string) (desk.Copy, error) {
	players := map[string]partner.Player{}
	defer func() {
		for _, p := range players {
			_ = p.Close()
		}
	}()
	for {
		c, err := d.Open(file)
		if err != nil {
			return c, err
		}
		text, due := desk.ProgramDue(c.Match)
		if !due {
			return c, nil
		}
		if c.Next().Throw != nil {
			if _, err := d.Throw(file, ""); err != nil {
				return c, err
			}
			continue
		}
		if players[text] == nil {
			spec, err := specOf(conf, text)
			if err != nil {
				return c, err
			}
			player, err := spec.Player(ctx, programs(conf), seedOf(c.Match), 0)
			if err != nil {
				return c, err
			}
			players[text] = player
		}
		if err := answerOnce(ctx, d, c, players[text]); err != nil {
			return c, err
		}
	}
}

// catchUp plays for the programs that were stopped in their turn.
func catchUp(ctx context.Context, d *desk.Desk, conf *config, file string) error {
	c, err := d.Open(file)
	if err != nil {
		return nil // what is done next tells why
	}
	if _, due := desk.ProgramDue(c.Match); due {
		_, err = answerAgainst(ctx, d, conf, file)
	}
	return err
}

// answered is answerAgainst for a match that has just been changed.
func answered(ctx context.Context, d *desk.Desk, conf *config, c desk.Copy) (desk.Copy, error) {
	if _, due := desk.ProgramDue(c.Match); !due {
		return c, nil
	}
	return answerAgainst(ctx, d, conf, c.File)
}

// answerOnce plays the move that a player chooses, or gives up for it.
func answerOnce(ctx context.Context, d *desk.Desk, c desk.Copy, player partner.Player) error {
	move, err := player.Choose(ctx, gameOf(c.Match))
	if errors.Is(err, partner.ErrResigned) {
		_, err = d.Resign(c.File, c.Due(), false)
		return err
	}
	if err != nil {
		return err
	}
	_, err = d.Play(c.File, desk.Turn{Move: string(move), Seat: c.Due()})
	return err
}

// gameOf returns the game of m as its players see it.
func gameOf(m *match.Match) *partner.Game {
	g := &partner.Game{Game: m.Game, Options: m.Options, Start: m.Positions[0], Now: m.Last()}
	for _, text := range match.Moves(m) {
		g.Moves = append(g.Moves, engine.Move(text))
	}
	return g
}

// seedOf returns the same number for the same match, so that taking a move back does not change the answer to another one.
func seedOf(m *match.Match) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(m.Record.ID())) // it never fails
	return h.Sum64()
}
