package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/match"
)

// stepCommand is a command that makes one step that is no move in the match of its first argument.
func stepCommand(name, usage, args, description string, step func(c *cli.Context, d *match.Desk, file string, post bool) (*match.Match, error)) *cli.Command {
	return &cli.Command{
		Name: name, Usage: usage, ArgsUsage: args, Description: description,
		Flags: []cli.Flag{sendFlag(), flipFlag(), colourFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			n := 1
			if args != "FILE" {
				n = 2
			}
			if err := wantArgs(c, n, n); err != nil {
				return err
			}
			file := recordFile(c, c.Args().First())
			return changeMatch(c, file, func(d *match.Desk) (*match.Match, error) { return step(c, d, file, c.Bool("send")) })
		},
	}
}

func drawCommand() *cli.Command {
	return stepCommand("draw", "offer a draw, or accept the one that is offered", "FILE",
		`An offer stands until the next move.

   hikyaku draw match.kif --send`,
		func(_ *cli.Context, d *match.Desk, file string, post bool) (*match.Match, error) {
			return d.Draw(file, post)
		})
}

func agreeCommand() *cli.Command {
	return stepCommand("agree", "agree to what another player offers: a draw, a take-back, a new secret", "FILE",
		`What is offered stands in the letter, and below the board in hikyaku show.

   hikyaku agree match.kif --send`,
		func(_ *cli.Context, d *match.Desk, file string, post bool) (*match.Match, error) {
			return d.Agree(file, post)
		})
}

func claimCommand() *cli.Command {
	return stepCommand("claim", "claim that the player to move has missed the time limit", "FILE",
		`The match is then won, or, where the game says so (Goryujin), the missed turn is a pass.

   hikyaku claim match.kif --send`,
		func(_ *cli.Context, d *match.Desk, file string, post bool) (*match.Match, error) {
			return d.Claim(file, post)
		})
}

func awayCommand() *cli.Command {
	return stepCommand("away", "announce an absence, during which your clock stands", "FILE DAYS",
		`At most 30 days of absence count in one match, from when they are announced.

   hikyaku away match.kif 2026-12-20..2027-01-05 --send`,
		func(c *cli.Context, d *match.Desk, file string, post bool) (*match.Match, error) {
			return d.Away(file, c.Args().Get(1), post)
		})
}

// secretSteps are the steps of a match that concern its secret.
func secretSteps() []*cli.Command {
	return []*cli.Command{
		stepCommand("rotate", "sign a match with your newest secret from now on", "FILE",
			`The key used so far vouches for the new one.

   hikyaku secret new
   hikyaku secret rotate match.kif --send`,
			func(_ *cli.Context, d *match.Desk, file string, post bool) (*match.Match, error) {
				return d.Rotate(file, post)
			}),
		stepCommand("replace", "ask for a new secret in a match whose secret is lost", "FILE",
			`It holds once the other player has agreed. Tell them by another way that it is you.

   hikyaku secret replace match.kif --send`,
			func(_ *cli.Context, d *match.Desk, file string, post bool) (*match.Match, error) {
				return d.Replace(file, post)
			}),
	}
}
