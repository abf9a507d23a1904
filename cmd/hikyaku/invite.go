package main

import (
	"errors"
	"fmt"
	"net/mail"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

func inviteCommand() *cli.Command {
	return &cli.Command{
		Name:      "invite",
		Usage:     "invite others to a match by mail",
		ArgsUsage: "GAME ADDRESS…",
		Description: `Writes the record into your folder and sends it. The others answer with hikyaku accept or decline.
With --seat toss the seats fall by dice that neither side can bias; so do all dice of the match.
Several addresses take the other seats in order. With --umpire you play no seat and keep the match for the
others, who need nothing but a mail program: let hikyaku watch run.
With --time nobody's clock runs on the days of --rest, which begin and end in your present time zone.

   hikyaku invite diceshogi bob@example.org
   hikyaku invite diceshogi carol@example.org dave@example.org --umpire
   hikyaku invite quoridor 'Bob <bob@example.org>' --seat 1 --time 3d
   hikyaku invite quoridor bob@example.org --message 'A game?' \
      --observer 'Carol <carol@example.org>' --delay 4
   hikyaku invite rengi bob@example.org --time 2d --rest sat,sun \
      --rest 2026-12-24..2027-01-02`,
		Flags: append(invitationFlags(),
			&cli.BoolFlag{Name: "umpire", Usage: "play no seat and keep the match for the others"},
			&cli.StringSliceFlag{Name: "observer", Usage: "`ADDRESS` of somebody who looks on and gets every turn too; 10 at most"},
			&cli.IntFlag{Name: "delay", Usage: "`N` plies by which observers see the match late"},
		),
		Action: invite,
	}
}

func invitationFlags() []cli.Flag {
	return []cli.Flag{
		setFlag(),
		&cli.StringFlag{Name: "seat", Usage: "your `SEAT`: a number, or toss", DefaultText: "toss; 1 where more than two play"},
		&cli.StringFlag{Name: "time", Usage: "the time `LIMIT`: 3d a turn, or 30d+1d in all and added a turn"},
		&cli.StringSliceFlag{Name: "rest", Usage: "`DAYS` on which no clock runs: sat,sun or 2026-12-24..2027-01-02, or none"},
		&cli.StringFlag{Name: "message", Usage: "`TEXT` to the others"},
		traceFlag(), jsonFlag(),
	}
}

func invite(c *cli.Context) error {
	if err := checkArgs(c, 2, 5); err != nil {
		return err
	}
	g, set, err := chooseGame(c, c.Args().First())
	if err != nil {
		return err
	}
	i := desk.Invitation{
		Game: g, Options: set, PerMove: c.String("time"), Rest: restDays(c), Message: c.String("message"), Umpire: c.Bool("umpire"), Delay: c.Int("delay"),
	}
	if i.Others, err = parsePeople(c.Args().Slice()[1:]); err != nil {
		return err
	}
	if i.Observers, err = parsePeople(c.StringSlice("observer")); err != nil {
		return err
	}
	if i.Seat, err = inviterSeat(c.String("seat"), g, set); err != nil {
		return err
	}
	d, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	if err := i.Check(d); err != nil {
		return usagef("%v", err)
	}
	m, err := d.Invite(i)
	if err != nil {
		return err
	}
	if err := printBegun(c, d, m); err != nil {
		return err
	}
	return send(c, carrier, m.File)
}

// parsePeople parses mail addresses with or without names.
func parsePeople(texts []string) (people []kif.Seat, err error) {
	for _, text := range texts {
		a, err := mail.ParseAddress(text)
		if err != nil || !(mailbox.Address{Addr: a.Address}).Valid() {
			return nil, usagef("%q is no mail address: write bob@example.org or 'Bob <bob@example.org>'", text)
		}
		people = append(people, kif.Seat{Name: a.Name, Address: a.Address})
	}
	return people, nil
}

// restDays returns all days of --rest.
func restDays(c *cli.Context) string { return strings.Join(c.StringSlice("rest"), ",") }

// inviterSeat parses --seat: 0 is a toss.
func inviterSeat(text string, g *engine.Game, set engine.Options) (int, error) {
	switch {
	case text == "toss" || text == "" && g.Seats(set) == 2:
		return 0, nil
	case text == "":
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > g.Seats(set) {
		return 0, usagef("--seat %s: write toss, or a seat from 1 to %d", text, g.Seats(set))
	}
	return n, nil
}

// printBegun prints where the record of a match is.
func printBegun(c *cli.Context, d *desk.Desk, m desk.Copy) error {
	if c.Bool("json") {
		return say(c, describeMatch(d, m, false))
	}
	return printLine(c, fmt.Sprintf("%s: %s", m.File, match.Status(m.Match).In(language(c.App))))
}

func acceptCommand() *cli.Command {
	c := answerCommand("accept", "accept an invitation and begin to play", func(c *cli.Context, d *desk.Desk, name string) (desk.Copy, error) {
		return d.Accept(name, c.String("message"), c.Bool("new-key"))
	})
	c.Flags = append(c.Flags, &cli.BoolFlag{Name: "new-key", Usage: "accept although the inviter signs with another key than before"})
	return c
}

func declineCommand() *cli.Command {
	return answerCommand("decline", "decline an invitation", func(c *cli.Context, d *desk.Desk, name string) (desk.Copy, error) {
		return d.Decline(name, c.String("message"))
	})
}

func counterCommand() *cli.Command {
	return &cli.Command{
		Name: "counter", Usage: "decline an invitation and make another in its place", ArgsUsage: "[MATCH]",
		Description: `What is not said stays as it was invited to, but for your seat, which is tossed for unless you say it.

   hikyaku counter 7c1f29ab --seat 1 --time 7d --message 'More time, please.'`,
		Flags:  invitationFlags(),
		Action: counter,
	}
}

func counter(c *cli.Context) error {
	if err := checkArgs(c, 0, 1); err != nil {
		return err
	}
	d, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	set, err := settings(c.StringSlice("set"))
	if err != nil {
		return err
	}
	i := desk.Invitation{Options: set, PerMove: c.String("time"), Rest: restDays(c), Message: c.String("message")}
	if seat := c.String("seat"); seat != "" && seat != "toss" {
		if i.Seat, err = strconv.Atoi(seat); err != nil {
			return usagef("--seat %s: write toss, or a number", seat)
		}
	}
	old, m, err := desk.Counter(d, c.Args().First(), i)
	if err != nil {
		return err
	}
	if err := printBegun(c, d, m); err != nil {
		return err
	}
	return errors.Join(send(c, carrier, old.File), send(c, carrier, m.File))
}

// answerCommand returns a command that answers an invitation.
func answerCommand(name, usage string, answer func(c *cli.Context, d *desk.Desk, name string) (desk.Copy, error)) *cli.Command {
	return &cli.Command{
		Name: name, Usage: usage, ArgsUsage: "[MATCH]",
		Description: `MATCH is the name of the invitation as hikyaku poll and hikyaku matches tell it, or a part of the inviter's name
or address. Where only one waits it can be left out.

   hikyaku ` + name + ` 7c1f29ab`,
		Flags: []cli.Flag{&cli.StringFlag{Name: "message", Usage: "`TEXT` to the others"}, jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 0, 1); err != nil {
				return err
			}
			d, carrier, err := openCourier(c)
			if err != nil {
				return err
			}
			m, err := answer(c, d, c.Args().First())
			if err != nil {
				return err
			}
			if err := printBegun(c, d, m); err != nil {
				return err
			}
			return send(c, carrier, m.File)
		},
	}
}
