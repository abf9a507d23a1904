package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/members"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/render"
)

func eventCommand(lang string) *cli.Command {
	terms := []cli.Flag{
		&cli.StringFlag{Name: "game", Usage: say(lang, "help.event.game")},
		&cli.StringFlag{Name: "rules", Usage: say(lang, "help.event.rules")},
		&cli.StringFlag{Name: "time", Value: "3d", Usage: say(lang, "help.event.time")},
		&cli.StringFlag{Name: "round", Usage: say(lang, "help.event.round")},
		&cli.BoolFlag{Name: "friendly", Usage: say(lang, "help.event.friendly")},
		&cli.BoolFlag{Name: "engines", Usage: say(lang, "help.event.engines")},
	}
	return &cli.Command{
		Name: "event", Usage: say(lang, "help.event"), Action: noSubcommand,
		Subcommands: []*cli.Command{
			{
				Name: "open", Usage: say(lang, "help.event.open"), ArgsUsage: "--game GAME NAME", Action: withGame(openEvent),
				Flags: append(slices.Clone(terms),
					&cli.StringFlag{Name: "kind", Value: string(events.RoundRobin), Usage: say(lang, "help.event.kind", "kinds", events.KindNames())},
					&cli.IntFlag{Name: "rounds", Usage: say(lang, "help.event.rounds")},
					&cli.TimestampFlag{Name: "until", Layout: time.DateOnly, Usage: say(lang, "help.event.until")},
					&cli.IntFlag{Name: "players", Usage: say(lang, "help.event.players")},
				),
			},
			{Name: "start", Usage: say(lang, "help.event.start"), ArgsUsage: "EVENT", Action: within(1, func(c *cli.Context, d *game.Deal) error {
				return events.Start(d, c.Args().First())
			})},
			{Name: "list", Usage: say(lang, "help.event.list"), Action: within(0, listEvents)},
			decision(lang, "help.event.decide"),
			decision(lang, "help.event.cancel"),
			decision(lang, "help.event.withdraw"),
			decision(lang, "help.event.enter"),
			decision(lang, "help.event.pause"),
			decision(lang, "help.event.resume"),
			{Name: "stalled", Usage: say(lang, "help.event.stalled"), Action: within(0, listStalled)},
			{Name: "bye", Usage: say(lang, "help.event.bye"), ArgsUsage: "EVENT MEMBER [ROUND]", Action: func(c *cli.Context) error {
				return within(min(max(c.NArg(), 2), 3), giveBye)(c)
			}},
			{Name: "trf", Usage: say(lang, "help.event.trf"), ArgsUsage: "EVENT", Action: within(1, printReport)},
			{Name: "import", Usage: say(lang, "help.event.import"), ArgsUsage: "--game GAME FILE", Flags: terms, Action: withGame(importReport)},
			{Name: "read", Usage: say(lang, "help.event.read"), ArgsUsage: "FILE", Action: takes(1, readReport)},
			{
				Name: "table", Usage: say(lang, "help.event.table"), ArgsUsage: "EVENT", Action: within(1, printTable),
				Flags: []cli.Flag{&cli.StringFlag{Name: "format", Value: "text", Usage: say(lang, "help.event.format", "formats", i18n.Either(tableFormats...))}},
			},
		},
	}
}

// withGame returns the action of a command with one argument that needs --game.
func withGame(work func(*cli.Context, *game.Deal) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.String("game") == "" {
			return wrongForm(c)
		}
		return within(1, work)(c)
	}
}

// openEvent creates an event that is open for entries.
func openEvent(c *cli.Context, d *game.Deal) error {
	def := termsOf(c, d)
	def.Name, def.Kind, def.Rounds, def.Players = c.Args().First(), events.Kind(c.String("kind")), c.Int("rounds"), c.Int("players")
	if until := c.Timestamp("until"); until != nil {
		def.Until = *until
	}
	return events.Define(d, def)
}

// termsOf returns the part of a definition that applies to each game.
func termsOf(c *cli.Context, d *game.Deal) events.Definition {
	def := events.Definition{
		Game: c.String("game"), Rules: c.String("rules"), Control: c.String("time"), Round: c.String("round"), Rated: !c.Bool("friendly"), Engines: c.Bool("engines"),
	}
	name := engine.Narrow(strings.TrimSpace(def.Game))
	if found, _ := engine.FindName(engine.Names(d.Desk.Games), name); found.Text == name && name != "" { // perhaps that of a variant, such as minishogi
		def.Game, def.Rules = found.Game.Name, strings.TrimSpace(found.Game.OptionText(found.Options)+" "+def.Rules)
	}
	return def
}

// importReport creates an event from a tournament report.
func importReport(c *cli.Context, d *game.Deal) error {
	r, err := reportIn(c.Args().First())
	if err != nil {
		return err
	}
	return events.Import(d, termsOf(c, d), r, func(name string) (address string, err error) {
		err = members.About(d, name, func(member kif.Seat) error { address = member.Address; return nil })
		return address, err
	})
}

// listEvents prints a line for each event, the newest first.
func listEvents(c *cli.Context, d *game.Deal) error {
	list, err := events.Events(d)
	if err != nil {
		return err
	}
	var rows [][]i18n.Text
	for _, e := range list {
		rows = append(rows, []i18n.Text{i18n.Same(e.Name), e.KindName(), e.GameName(d), words.Text("site.state." + e.State), words.Text("event.players", "n", e.Entered)})
	}
	return printColumns(c, rows)
}

// listStalled prints a line for each match without progress.
func listStalled(c *cli.Context, d *game.Deal) error {
	list, err := events.Stalled(d)
	for _, line := range list {
		if err := printText(c, line); err != nil {
			return err
		}
	}
	return err
}

// tableFormats are the formats of a table; list is for reading aloud.
var tableFormats = []string{"text", "list", "csv", "html"}

// printTable prints the current table of an event.
func printTable(c *cli.Context, d *game.Deal) error {
	format := c.String("format")
	if !slices.Contains(tableFormats, format) {
		return usage("usage.choice", "given", "--format "+format, "list", i18n.Either(tableFormats...))
	}
	t, err := events.Table(d, c.Args().First())
	if err != nil {
		return err
	}
	lang := language(c.App)
	text := map[string]func() string{
		"text": func() string { return t.Text(lang) }, "list": func() string { return t.List(lang) }, "csv": func() string { return t.CSV(lang) },
		"html": func() string { return t.HTML(c.Args().First(), lang) },
	}[format]()
	_, err = fmt.Fprint(c.App.Writer, render.Safe(text))
	return err
}

// giveBye gives a member a bye in a round, or in the next one if none is named.
func giveBye(c *cli.Context, d *game.Deal) error {
	noted, err := members.AskBye(d, strings.TrimSpace(c.Args().Get(0)+" "+c.Args().Get(2)), c.Args().Get(1))
	if err != nil {
		return err
	}
	return printText(c, noted)
}

// printReport prints an event as a tournament report.
func printReport(c *cli.Context, d *game.Deal) error {
	l, err := events.LogOf(d, c.Args().First())
	switch {
	case err != nil:
		return err
	case l.Begun.IsZero() || l.Kind == events.Continuous:
		return words.Err("trf.no-rounds", "event", l.Name)
	}
	_, err = fmt.Fprint(c.App.Writer, render.Safe(l.Report().String()))
	return err
}

// reportIn reads the tournament report in a file.
func reportIn(file string) (standings.Report, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return standings.Report{}, err
	}
	return standings.ReadReport(string(data))
}

// readReport prints the table of a tournament report, and its next round.
func readReport(c *cli.Context) error {
	r, err := reportIn(c.Args().First())
	if err != nil {
		return err
	}
	text, err := r.Next()
	if err != nil {
		return err
	}
	lang := language(c.App)
	_, err = fmt.Fprintf(c.App.Writer, "%s\n%s\n", render.Safe(r.Table().Text(lang)), render.Safe(text.In(lang)))
	return err
}

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
	if err != nil {
		return err
	}
	var rows [][]i18n.Text
	for _, code := range codes {
		f, err := events.MatchNamed(d, code)
		if err != nil {
			return err
		}
		rows = append(rows, matchRow(f))
	}
	return printColumns(c, rows)
}

// matchRow describes a match in the columns of a line.
func matchRow(f events.Found) []i18n.Text {
	m := f.Match
	return []i18n.Text{i18n.Same(m.Short()), m.Game.Called(m.Options), m.Roster.PlayerNames(), i18n.Same(f.Event), m.Status(), m.For(m.Roster.Umpire()).Limit(nil)}
}

// showMatch prints a match, its moves, and what was decided about it.
func showMatch(c *cli.Context, d *game.Deal) error {
	f, err := events.MatchNamed(d, c.Args().First())
	if err != nil {
		return err
	}
	if err := printColumns(c, [][]i18n.Text{matchRow(f)}); err != nil {
		return err
	}
	for n := 1; n <= f.Match.Ply(); n++ {
		if _, err := fmt.Fprintf(c.App.Writer, "%4d %s\n", n, render.SafeLine(f.Match.PlyText(n).In(language(c.App)), 100)); err != nil {
			return err
		}
	}
	list, err := game.Decisions(d)
	if err != nil {
		return err
	}
	var rows [][]i18n.Text
	for _, made := range list {
		if made.File == f.File {
			rows = append(rows, decisionRow(made))
		}
	}
	return printColumns(c, rows)
}

// decisionRow describes a decision about a match in the columns of a line.
func decisionRow(made game.Decision) []i18n.Text {
	who, what := i18n.Same(made.Who), words.Text("match.decided", "result", made.Value)
	switch made.Who {
	case game.ByCommand:
		who = words.Text("match.by.operator")
	case game.ByClub:
		who = words.Text("match.by.club")
	}
	switch made.What {
	case game.Forfeited:
		what = words.Text("match.forfeited")
	case game.Extended:
		more, _ := time.ParseDuration(strings.TrimPrefix(made.Value, "more-time ")) // a step of a record
		what = words.Text("match.extended", "span", i18n.Span(more))
	}
	return []i18n.Text{i18n.Same(made.At.Format("2006-01-02 15:04")), who, what, i18n.Same(strings.ReplaceAll(made.Why, "\n", " "))}
}
