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
	"hikyaku/kif"
)

// stepCommand returns a command that makes a step other than a move in the match
// given as its first argument.
func stepCommand(name, args, examples string, step func(c *cli.Context, d *home.Desk, file string, rest []string) (home.Copy, error)) *cli.Command {
	return &cli.Command{
		Name: name, ArgsUsage: args, UsageText: examples,
		Flags: []cli.Flag{sendFlag(), boardFlag(), flipFlag(), colourFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			file, rest, err := matchArgs(c, len(strings.Fields(args))-1)
			if err != nil {
				return err
			}
			return changeMatch(c, file, func(d *home.Desk) (home.Copy, error) { return step(c, d, file, rest) })
		},
	}
}

func drawCommand() *cli.Command {
	return stepCommand("draw", "[MATCH]", "hikyaku draw match.kif --send",
		func(c *cli.Context, d *home.Desk, file string, rest []string) (home.Copy, error) {
			m, err := d.Open(file)
			if err == nil && !m.Roster.Invited && !c.Bool("send") {
				return endLocal(c, d, m, kif.DrawAgreed, i18n.T("ask.draw"))
			}
			m, waits, err := d.OfferDraw(file, c.Bool("send"))
			if waits && err == nil {
				if c.Bool("json") {
					if err := answerMatch(c, m, false); err != nil {
						return m, err
					}
				}
				err = &quietError{statusDone}
				text := i18n.T("warn.draw-waits")
				fmt.Fprintln(c.App.ErrWriter, "hikyaku: "+text.In(language(c.App)))
			}
			return m, err
		})
}

// clockCommand returns the command for steps that concern the time limit of a
// match.
func clockCommand() *cli.Command {
	return &cli.Command{Name: "clock", Action: noSubcommand, Subcommands: []*cli.Command{
		stepCommand("claim", "[MATCH]", "hikyaku clock claim match.kif --send",
			func(c *cli.Context, d *home.Desk, file string, _ []string) (home.Copy, error) {
				m, err := d.Open(file)
				if err == nil && !m.Roster.Invited && !c.Bool("send") {
					return endLocal(c, d, m, kif.TimeOut, m.TimeOutQuestion())
				}
				return d.Do(file, home.Claim(), c.Bool("send"))
			}),
		stepCommand("pause", "[MATCH]", "hikyaku clock pause match.kif --send", fixedStep(home.Pause())),
		stepCommand("resume", "[MATCH]", "hikyaku clock resume match.kif --send", fixedStep(home.Resume())),
		stepCommand("away", "[MATCH] DAYS", "hikyaku clock away match.kif 2026-12-20..2027-01-05 --send", textStep(home.Away)),
	}}
}

// fixedStep returns a function that makes the given step in a match.
func fixedStep(step home.Step) func(*cli.Context, *home.Desk, string, []string) (home.Copy, error) {
	return textStep(func(string) home.Step { return step })
}

// textStep returns a function that makes a step from the argument after the
// match.
func textStep(step func(text string) home.Step) func(*cli.Context, *home.Desk, string, []string) (home.Copy, error) {
	return func(c *cli.Context, d *home.Desk, file string, rest []string) (home.Copy, error) {
		return d.Do(file, step(strings.Join(rest, "")), c.Bool("send"))
	}
}

// endLocal ends a match to which nobody was invited, after asking for
// confirmation.
func endLocal(c *cli.Context, d *home.Desk, m home.Copy, word kif.Ending, question i18n.Text) (home.Copy, error) {
	if m.Outcome == nil {
		if err := confirm(c, question); err != nil {
			return home.Copy{}, err
		}
	}
	return d.EndLocal(m.File, word)
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

func sayCommand() *cli.Command {
	return stepCommand("say", "[MATCH] TEXT", "hikyaku say match.kif 'Back on Monday.' --send", textStep(home.Say))
}

// secretSteps returns the subcommands of secret that change the key used in a
// match.
func secretSteps() []*cli.Command {
	return []*cli.Command{
		stepCommand("rotate", "[MATCH]", "hikyaku secret new\nhikyaku secret rotate match.kif --send", fixedStep(home.Rotate())),
		stepCommand("replace", "[MATCH]", "hikyaku secret replace match.kif --send", fixedStep(home.Rechain())),
	}
}
