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

// stepCommand returns a command that makes a step other than a move in the match of its first argument.
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
					if err := sayMatch(c, m, false); err != nil {
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

func agreeCommand() *cli.Command {
	agree := stepCommand("agree", "[MATCH]", "hikyaku agree match.kif --send",
		func(c *cli.Context, d *home.Desk, file string, _ []string) (home.Copy, error) {
			return d.Do(file, home.Consent{Substitute: c.String("substitute"), NewKey: c.Bool("new-key")}.Step(), c.Bool("send"))
		})
	agree.Flags = append(agree.Flags, &cli.BoolFlag{Name: "new-key"}, &cli.StringFlag{Name: "substitute"})
	return agree
}

func pauseCommand() *cli.Command {
	return stepCommand("pause", "[MATCH]", "hikyaku pause match.kif --send",
		func(c *cli.Context, d *home.Desk, file string, _ []string) (home.Copy, error) {
			return d.Do(file, home.Pause(), c.Bool("send"))
		})
}

func resumeCommand() *cli.Command {
	return stepCommand("resume", "[MATCH]", "hikyaku resume match.kif --send",
		func(c *cli.Context, d *home.Desk, file string, _ []string) (home.Copy, error) {
			return d.Do(file, home.Resume(), c.Bool("send"))
		})
}

func claimCommand() *cli.Command {
	return stepCommand("claim", "[MATCH]", "hikyaku claim match.kif --send",
		func(c *cli.Context, d *home.Desk, file string, _ []string) (home.Copy, error) {
			m, err := d.Open(file)
			if err == nil && !m.Roster.Invited && !c.Bool("send") {
				return endLocal(c, d, m, kif.TimeOut, m.TimeOutQuestion())
			}
			return d.Do(file, home.Claim(), c.Bool("send"))
		})
}

// endLocal ends a match to which nobody was invited. It asks first.
func endLocal(c *cli.Context, d *home.Desk, m home.Copy, word kif.Ending, question i18n.Text) (home.Copy, error) {
	if m.Outcome == nil {
		if err := confirm(c, question); err != nil {
			return home.Copy{}, err
		}
	}
	return d.EndLocal(m.File, word)
}

// confirm asks a question at a terminal. Its error says that the answer is not yes.
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

func awayCommand() *cli.Command {
	return stepCommand("away", "[MATCH] DAYS", "hikyaku away match.kif 2026-12-20..2027-01-05 --send",
		func(c *cli.Context, d *home.Desk, file string, rest []string) (home.Copy, error) {
			return d.Do(file, home.Away(rest[0]), c.Bool("send"))
		})
}

func sayCommand() *cli.Command {
	return stepCommand("say", "[MATCH] TEXT", "hikyaku say match.kif 'Back on Monday.' --send",
		func(c *cli.Context, d *home.Desk, file string, rest []string) (home.Copy, error) {
			return d.Do(file, home.Say(rest[0]), c.Bool("send"))
		})
}

// secretSteps returns the commands for the secret of a match.
func secretSteps() []*cli.Command {
	return []*cli.Command{
		stepCommand("rotate", "[MATCH]", `hikyaku secret new
hikyaku secret rotate match.kif --send`,
			func(c *cli.Context, d *home.Desk, file string, _ []string) (home.Copy, error) {
				return d.Do(file, home.Rotate(), c.Bool("send"))
			}),
		stepCommand("replace", "[MATCH]", "hikyaku secret replace match.kif --send",
			func(c *cli.Context, d *home.Desk, file string, _ []string) (home.Copy, error) {
				return d.Do(file, home.Rechain(), c.Bool("send"))
			}),
	}
}
