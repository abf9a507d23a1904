package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

func matchCommand(lang string) *cli.Command {
	return &cli.Command{
		Name: "match", Usage: say(lang, "help.match"), Action: noSubcommand,
		Subcommands: []*cli.Command{
			{Name: "list", Usage: say(lang, "help.match.list"), Action: within(0, listMatches)},
			{Name: "show", Usage: say(lang, "help.match.show"), ArgsUsage: "MATCH", Action: within(1, showMatch)},
			decision(lang, "help.match.end"),
			decision(lang, "help.match.extend"),
			decision(lang, "help.match.adjudicate"),
		},
	}
}

// listMatches prints a line for each open match.
func listMatches(c *cli.Context, d *game.Deal) error {
	codes, err := db.Texts(d, `select short from match where state <> 'over' order by until, file`)
	for _, code := range codes {
		if err == nil {
			_, err = printMatch(c, d, code)
		}
	}
	return err
}

// printMatch prints a match as a line.
func printMatch(c *cli.Context, d *game.Deal, code string) (events.Found, error) {
	f, err := events.MatchNamed(d, code)
	if err != nil {
		return f, err
	}
	m := f.Match
	var names []string
	for _, party := range m.Roster.Players() {
		names = append(names, m.Roster.Name(party))
	}
	return f, printLine(c, "match.entry", "code", m.Short(), "game", m.Game.Called(m.Options), "who", i18n.People(names...), "event", f.Event, "status", m.Status(), "limit", m.For(m.Roster.Umpire()).Limit(nil))
}

// showMatch prints a match, its moves, and what was decided about it.
func showMatch(c *cli.Context, d *game.Deal) error {
	f, err := printMatch(c, d, c.Args().First())
	if err != nil {
		return err
	}
	for n := 1; n <= f.Match.Ply(); n++ {
		if _, err := fmt.Fprintf(c.App.Writer, "%4d %s\n", n, render.SafeLine(f.Match.PlyText(n).In(language(c.App)), 100)); err != nil {
			return err
		}
	}
	list, err := game.Decisions(d)
	for _, made := range list {
		if made.File == f.File && err == nil {
			err = printLine(c, "match.decision", "when", made.At.Format("2006-01-02 15:04"), "what", string(made.What), "value", made.Value, "why", made.Why)
		}
	}
	return err
}
