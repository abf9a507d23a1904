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
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/partner"
)

// againstFlag is who else plays in a match at one machine.
func againstFlag() cli.Flag { return &cli.StringFlag{Name: "against"} }

// seatAgainst gives the seats that nobody has to the player of --against, and the first one to the user if nobody has any.
func seatAgainst(c *cli.Context, conf *config, seats []kif.Seat) error {
	text := c.String("against")
	if text == "" {
		return nil
	}
	if _, err := specOf(conf, text); err != nil {
		return misuse(err)
	}
	own := 0 // the user's seat, if nobody is named
	if slices.ContainsFunc(seats, func(s kif.Seat) bool { return s != kif.Seat{} }) {
		own = -1
	} else {
		seats[own].Name = conf.Name
	}
	free := 0
	for i := range seats {
		if seats[i].Address != "" {
			return usage("usage.against-address", "address", seats[i].Address)
		}
		if i != own && seats[i] == (kif.Seat{}) {
			seats[i].Name = partner.SeatName(text)
			free++
		}
	}
	if free == 0 {
		return usage("usage.against-full")
	}
	return nil
}

// specOf reads a player who may be a program of the configuration.
func specOf(conf *config, text string) (partner.Spec, error) {
	return partner.ParseSpec(text, slices.Sorted(maps.Keys(programs(conf))))
}

// programDue returns the spec of the program that is to move in m; ok is false if it is nobody's turn, or a person's.
func programDue(m *match.Match) (spec string, ok bool) {
	if m.Roster.Invited || m.Outcome != nil || m.Due() == 0 {
		return "", false
	}
	return partner.Seated(m.Roster.Seat(m.Due()).Name)
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
		text, due := programDue(c.Match)
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
	if _, due := programDue(c.Match); due {
		_, err = answerAgainst(ctx, d, conf, file)
	}
	return err
}

// answered is answerAgainst for a match that has just been changed.
func answered(ctx context.Context, d *desk.Desk, conf *config, c desk.Copy) (desk.Copy, error) {
	if _, due := programDue(c.Match); !due {
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

// undoTo takes back the last step, and those of programs before it, so that a person is to move.
func undoTo(d *desk.Desk, file string) (desk.Copy, error) {
	for {
		c, err := d.Undo(file)
		if err != nil {
			return c, err
		}
		if _, due := programDue(c.Match); !due || c.LastEntry() < 0 {
			return c, nil
		}
	}
}
