package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/members"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
)

func memberCommand(lang string) *cli.Command {
	return &cli.Command{
		Name: "member", Usage: say(lang, "help.member"), Action: noSubcommand,
		Subcommands: []*cli.Command{
			{Name: "list", Usage: say(lang, "help.member.list"), Action: within(0, listMembers)},
			{Name: "bar", Usage: say(lang, "help.member.bar"), ArgsUsage: "MEMBER", Action: within(1, func(c *cli.Context, d *game.Deal) error {
				return members.Bar(d, c.Args().First())
			})},
			{Name: "unbar", Usage: say(lang, "help.member.unbar"), ArgsUsage: "MEMBER", Action: within(1, func(c *cli.Context, d *game.Deal) error {
				return members.Unbar(d, c.Args().First())
			})},
			{Name: "delete", Usage: say(lang, "help.member.delete"), ArgsUsage: "MEMBER", Action: within(1, func(c *cli.Context, d *game.Deal) error {
				address, err := members.Part(d, c.Args().First())
				if err != nil {
					return err
				}
				return archive.Forget(d, address)
			})},
			decision(lang, "help.member.unreachable"),
			decision(lang, "help.member.reachable"),
			{Name: "rename", Usage: say(lang, "help.member.rename"), ArgsUsage: "MEMBER NAME", Action: within(2, func(c *cli.Context, d *game.Deal) error {
				return members.Rename(d, c.Args().First(), c.Args().Get(1))
			})},
		},
	}
}

// decision returns the subcommand for a decision of a director, named by the key of its help.
func decision(lang, key string) *cli.Command {
	name := strings.ReplaceAll(strings.TrimPrefix(key, "help."), ".", " ")
	i := slices.IndexFunc(members.Decisions, func(made members.Decision) bool { return made.Command == name })
	made := members.Decisions[i]
	_, name, _ = strings.Cut(name, " ")
	args := strings.Fields(made.Args)
	decide := func(c *cli.Context, d *game.Deal) error {
		for i, arg := range args {
			if _, err := strconv.Atoi(c.Args().Get(i)); err != nil && (arg == "ROUND" || arg == "BOARD") {
				return wrongForm(c)
			}
		}
		if strings.TrimSpace(c.String("reason")) == "" {
			return usage("usage.reason", "command", c.Command.HelpName)
		}
		return made.Do(d, c.Args().Slice(), game.By{Who: game.ByCommand, Why: c.String("reason")})
	}
	return &cli.Command{
		Name: name, Usage: say(lang, key), ArgsUsage: made.Args, Action: within(len(args), decide),
		Flags: []cli.Flag{&cli.StringFlag{Name: "reason", Usage: say(lang, "help.reason")}}, // is logged, and sent to the players concerned
	}
}

// noSubcommand handles a command line with an unknown subcommand.
func noSubcommand(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage("usage.command", "name", c.Command.Name+" "+c.Args().First())
	}
	return cli.ShowSubcommandHelp(c)
}

// withClub returns the action of a command with n arguments on the configured club, whose database is open during work.
func withClub(n int, work func(*cli.Context, *config, *game.Club) error) cli.ActionFunc {
	return takes(n, func(c *cli.Context) error {
		conf, err := loadConfig(c)
		if err != nil {
			return err
		}
		own, err := conf.club()
		if err != nil {
			return err
		}
		if own.Base, err = conf.open(c.Context, db.Options{}); err != nil {
			return err
		}
		defer own.Base.Close()
		return work(c, conf, own)
	})
}

// withKey is withClub for work that needs the secret key of the club.
func withKey(n int, work func(*cli.Context, *config, *game.Club) error) cli.ActionFunc {
	return withClub(n, func(c *cli.Context, conf *config, own *game.Club) (err error) {
		if own.Desk.Ring, err = conf.keyring(c.Context, own.Base); err != nil {
			return err
		}
		return work(c, conf, own)
	})
}

// within returns the action of a command with n arguments in one transaction of the club.
func within(n int, work func(*cli.Context, *game.Deal) error) cli.ActionFunc {
	return withKey(n, func(c *cli.Context, _ *config, own *game.Club) error {
		return own.Do(c.Context, func(d *game.Deal) error { return work(c, d) })
	})
}

// listMembers prints a line for each member.
func listMembers(c *cli.Context, d *game.Deal) error {
	list, err := members.Entries(d)
	if err != nil {
		return err
	}
	var rows [][]i18n.Text
	for _, e := range list {
		row := []i18n.Text{i18n.Same(e.Name), i18n.Same(e.Address), words.Text("member.since", "date", e.Joined.Format(time.DateOnly)), words.Text("member.plays", "n", e.Matches)}
		switch {
		case e.Barred:
			row = append(row, words.Text("member.state.barred"))
		case e.Gone:
			row = append(row, words.Text("member.state.gone"))
		case !e.Unreachable.IsZero():
			row = append(row, words.Text("member.state.unreachable", "since", i18n.Date(e.Unreachable), "why", e.Why))
		}
		rows = append(rows, row)
	}
	return printColumns(c, rows)
}
