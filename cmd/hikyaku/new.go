package main

import (
	"math/rand/v2"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

func newCommand() *cli.Command {
	return &cli.Command{
		Name: "new", ArgsUsage: "GAME",
		UsageText: `hikyaku new quoridor -o match.kif
hikyaku new quoridor --set players=4
hikyaku new shogi --against level3 --seat 2
hikyaku new quoridor --seat '1=Alice <alice@example.org>' \
   --seat '2=Bob <bob@example.org>'`,
		Flags: []cli.Flag{
			outputFlag(), listFlag("set"), textFlag("position"), listFlag("seat"), textFlag("time"), textFlag("against"),
			boolFlag("json"),
		},
		Action: newMatch,
	}
}

func newMatch(c *cli.Context) error {
	if err := noStdout(c, c.String("output")); err != nil {
		return err
	}
	g, set, err := chooseGame(c, c.Args().First())
	if err != nil {
		return err
	}
	seats, own, err := seatFlags(c, g, set)
	if err != nil {
		return err
	}
	conf := configOf(c)
	d := conf.desk()
	against := ""
	if c.String("against") != "" {
		spec, err := conf.specOf(c.String("against"))
		if err != nil {
			return misuse(err)
		}
		against = spec.String()
	}
	r, err := d.New(home.Setup{Game: g, Options: set, Start: c.String("position"), Seats: seats, PerMove: c.String("time"), Against: against, Seat: own})
	if err != nil {
		return misuse(err)
	}
	file := c.String("output")
	if file == "-" {
		_, err := c.App.Writer.Write(r.Bytes())
		return err
	}
	m, err := placeNew(c, d, conf, r, file)
	if err != nil {
		return err
	}
	if m, err = answerAgainst(c.Context, d, conf, m); err != nil {
		return err
	}
	if c.Bool("json") {
		return give(c, describeMatch(d, m, false))
	}
	if err := printLine(c, m.File); err != nil || c.Bool("quiet") {
		return err
	}
	next := "new.next"
	if m.Next().Throw != nil {
		next = "new.throw"
	}
	return tell(c.App.ErrWriter, i18n.In(language(c.App), next, "file", i18n.Command(typedName(c, d, m.File))))
}

// placeNew writes the record to file. If that is "", it writes to the folder of
// records or, if none is configured, to the current folder.
func placeNew(c *cli.Context, d *home.Desk, conf *config, r *kif.Record, file string) (home.Copy, error) {
	if file == "" && conf.path != "" {
		return d.Place(r)
	}
	m, err := d.Judge(i18n.In(language(c.App), "new.record"), r)
	if err != nil {
		return m, err
	}
	if m.File = file; file == "" {
		m.File = m.Match.FileName()
	}
	return m, atomicfile.Create(d.System, m.File, r.Bytes(), 0o644)
}

// seatFlags parses --seat for a match of g: the players, or only the seat of the
// player against the computer.
func seatFlags(c *cli.Context, g *engine.Game, set engine.Options) (seats []kif.Seat, own int, err error) {
	given, n := c.StringSlice("seat"), g.Seats(set)
	if len(given) == 0 {
		return nil, 0, nil
	}
	if len(given) == 1 && !strings.Contains(given[0], "=") {
		if c.String("against") == "" {
			return nil, 0, usage("usage.seat-here", "text", given[0])
		}
		own, err := inviterSeat(given[0], g, set)
		if own == 0 && err == nil { // a toss
			own = 1 + rand.IntN(n)
		}
		return nil, own, err
	}
	seats = make([]kif.Seat, n)
	named := map[int]bool{}
	for _, text := range given {
		i, seat, err := home.ParseSeat(text)
		if err != nil {
			return nil, 0, usage("usage.because", "what", "--seat", "why", err)
		}
		if i > n || named[i] {
			return nil, 0, usage("usage.seat", "text", text, "last", n)
		}
		seats[i-1], named[i] = seat, true
	}
	return seats, 0, nil
}
