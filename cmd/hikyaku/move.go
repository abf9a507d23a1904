package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/match"
	"hikyaku/render"
)

func moveCommand() *cli.Command {
	return &cli.Command{
		Name:      "move",
		Usage:     "check one move, append it to the record and show the board",
		ArgsUsage: "FILE MOVE",
		Description: `The move may be written in any notation that the game reads. A move that breaks a rule is refused
with the rule's name, and the file stays as it is, byte for byte. Where dice are due they are
thrown first, and the record says by whom; hikyaku throw shows them before you choose.

   hikyaku move match.kif e2
   hikyaku move match.kif e3h --comment 'no way through' --send`,
		Flags: []cli.Flag{
			seatFlag(),
			&cli.StringFlag{Name: "throw", Usage: "the `FACES` of dice thrown on a table, such as 4 or 3,2"},
			&cli.StringFlag{Name: "comment", Usage: "`TEXT` to keep with the move"},
			&cli.BoolFlag{Name: "dry-run", Usage: "check and show, write nothing"},
			sendFlag(), flipFlag(), colourFlag(), jsonFlag(),
		},
		Action: playMove,
	}
}

func playMove(c *cli.Context) error {
	if err := wantArgs(c, 2, 2); err != nil {
		return err
	}
	if c.Bool("send") && c.Bool("dry-run") {
		return usagef("--send and --dry-run contradict each other")
	}
	file := recordFile(c, c.Args().First())
	turn := match.Turn{
		Move: c.Args().Get(1), Seat: c.Int("seat"), Throw: c.String("throw"),
		Comment: c.String("comment"), Post: c.Bool("send"),
	}
	return changeMatch(c, file, func(desk *match.Desk) (*match.Match, error) {
		if c.Bool("dry-run") {
			return desk.Try(file, turn)
		}
		return desk.Play(file, turn)
	})
}

// changeMatch runs a change of the record in file, shows what came of it, and sends it with --send.
// Whether it can be sent is looked at first, so that nothing is played that then cannot go out.
func changeMatch(c *cli.Context, file string, change func(*match.Desk) (*match.Match, error)) error {
	desk, _, err := openDesk(c)
	if err != nil {
		return err
	}
	var courier *match.Courier
	if c.Bool("send") {
		if courier, err = openCourier(c); err != nil {
			return err
		}
		if err := courier.CanSend(file); err != nil {
			return err
		}
	}
	m, err := change(desk)
	if err != nil {
		return tellRejection(c, err)
	}
	err = printMatch(c, m)
	if courier == nil {
		if m.Unsent() {
			fmt.Fprintln(c.App.ErrWriter, render.Safe("hikyaku: not sent yet: hikyaku send "+file))
		}
		return err
	}
	return errors.Join(err, send(c, courier, file)) // what was to go out does, whether or not it could be shown
}

// tellRejection puts a rejected move on stdout for scripts that asked for JSON; the sentence on
// stderr comes from report.
func tellRejection(c *cli.Context, err error) error {
	var r *engine.Rejection
	if c.Bool("json") && errors.As(err, &r) && status(err) != statusRecord {
		if err := printJSON(c.App.Writer, map[string]*rejectedJSON{"rejected": newRejected(r)}); err != nil {
			return err
		}
	}
	return err
}
