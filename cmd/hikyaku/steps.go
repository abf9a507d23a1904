package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// stepCommand returns a command that makes a step other than a move in the match
// given as its first argument.
func stepCommand(name, args, examples string, step func(c *cli.Context, rest []string) change) *cli.Command {
	return &cli.Command{
		Name: name, ArgsUsage: args, UsageText: examples,
		Flags: changeFlags(),
		Action: func(c *cli.Context) error {
			found, rest, err := matchArgs(c, len(strings.Fields(args))-1, (*home.Desk).Named)
			if err != nil {
				return err
			}
			return changeMatch(c, found, step(c, rest))
		},
	}
}

// actCommands returns the commands of match.Acts below the command called
// parent, or at the top.
func actCommands(parent string) (list []*cli.Command) {
	for _, a := range match.Acts {
		above, name := "", a.Command
		if before, after, nested := strings.Cut(a.Command, " "); nested {
			above, name = before, after
		}
		if name == "" || above != parent {
			continue
		}
		act, _ := home.ActNamed(a.Name, "")
		example := strings.Join(strings.Fields("hikyaku "+a.Command+" match.kif "+a.Example+" --send"), " ")
		command := stepCommand(name, strings.TrimSpace("[MATCH] "+a.Args), example, doing(act))
		command.Before = discardQuiet
		list = append(list, command)
	}
	return list
}

func clockCommand() *cli.Command {
	acts := actCommands("clock")
	acts[0], acts[1] = acts[1], acts[0] // pause before resume, which menus offer first
	return &cli.Command{Name: "clock", Action: noSubcommand, Subcommands: acts}
}

// doing returns the change that does an act with the arguments after the match.
func doing(a home.Act) func(*cli.Context, []string) change {
	return func(c *cli.Context, rest []string) change {
		return func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) {
			text := strings.Join(rest, "")
			if a.Local && !post && !m.Roster.Invited {
				if m.Outcome == nil {
					if err := confirm(c, a.Asks(d, m)); err != nil {
						return home.Copy{}, err
					}
				}
				return a.Do(d, m, text, post)
			}
			if a.Name == "draw" {
				return offerDraw(c, d, m, post)
			}
			return d.Do(m, home.Doing(a.Name, text), post)
		}
	}
}

// offerDraw offers a draw. On the player's own turn it says that the offer waits
// for the move.
func offerDraw(c *cli.Context, d *home.Desk, m home.Copy, post bool) (home.Copy, error) {
	m, waits, err := d.OfferDraw(m, post)
	if !waits || err != nil {
		return m, err
	}
	if c.Bool("json") {
		if err := answerMatch(c, m, false); err != nil {
			return m, err
		}
	}
	warn(c, i18n.T("warn.draw-waits"))
	return m, &reportedError{status: statusDone}
}

// fixedStep returns the change that makes the given step in a match.
func fixedStep(step home.Step) func(*cli.Context, []string) change {
	return func(*cli.Context, []string) change {
		return func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) { return d.Do(m, step, post) }
	}
}

// confirm asks a question if there is a terminal. It returns an error unless the
// answer is yes.
func confirm(c *cli.Context, question i18n.Text) error {
	if file, ok := c.App.Reader.(*os.File); !ok || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	fmt.Fprint(c.App.ErrWriter, i18n.In(language(c.App), "ask.yes", "question", question)+" ")
	answer, err := bufio.NewReader(c.App.Reader).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !slices.Contains([]string{"y", "yes", "はい"}, strings.ToLower(strings.TrimSpace(answer))) {
		return i18n.Err("ask.no")
	}
	return nil
}
