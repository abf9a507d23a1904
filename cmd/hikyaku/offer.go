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

	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/words"
)

// stepCommand returns a command that makes a step other than a move in the match of its first argument.
func stepCommand(name, usage, args, description string, step func(c *cli.Context, d *desk.Desk, file string, rest []string) (desk.Copy, error)) *cli.Command {
	return &cli.Command{
		Name: name, Usage: usage, ArgsUsage: args, Description: description,
		Flags: []cli.Flag{sendFlag(), flipFlag(), colourFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			file, rest, err := matchArgs(c, len(strings.Fields(args))-1)
			if err != nil {
				return err
			}
			return changeMatch(c, file, func(d *desk.Desk) (desk.Copy, error) { return step(c, d, file, rest) })
		},
	}
}

func drawCommand() *cli.Command {
	return stepCommand("draw", "offer a draw, or accept the one that is offered", "[MATCH]",
		`An offer stands until the next move. Where nobody was invited the match ends at once as a draw; at a terminal
hikyaku asks first.

   hikyaku draw match.kif --send`,
		func(c *cli.Context, d *desk.Desk, file string, rest []string) (desk.Copy, error) {
			m, err := d.Open(file)
			if err == nil && !m.Roster.Invited && !c.Bool("send") {
				return endLocal(c, d, m, kif.DrawAgreed, words.Text("ask.draw"))
			}
			m, waits, err := desk.OfferDraw(d, file, c.Bool("send"))
			if waits && err == nil {
				if c.Bool("json") {
					if err := sayMatch(c, m, false); err != nil {
						return m, err
					}
				}
				err = &quietError{statusDone}
				text := words.Text("warn.draw-waits")
				fmt.Fprintln(c.App.ErrWriter, "hikyaku: "+text.In(language(c.App)))
			}
			return m, err
		})
}

func agreeCommand() *cli.Command {
	return stepCommand("agree", "agree to what another player offers: a draw, a take-back, a pause, a new secret", "[MATCH]",
		`What is offered stands in the letter, and below the board in hikyaku show.

   hikyaku agree match.kif --send`,
		func(c *cli.Context, d *desk.Desk, file string, _ []string) (desk.Copy, error) {
			return d.Do(file, desk.Agree(), c.Bool("send"))
		})
}

func pauseCommand() *cli.Command {
	return stepCommand("pause", "propose to pause a match with a time limit, or accept the proposal", "[MATCH]",
		`From the consent of all on nobody's clock runs and nobody can claim. It ends with hikyaku resume or the next
move, and the turn goes on with the time that was left. A proposal stands until the next move.

   hikyaku pause match.kif --send`,
		func(c *cli.Context, d *desk.Desk, file string, _ []string) (desk.Copy, error) {
			return d.Do(file, desk.Pause(), c.Bool("send"))
		})
}

func resumeCommand() *cli.Command {
	return stepCommand("resume", "go on with a paused match", "[MATCH]",
		`Nobody need agree. The clock runs again, for the player to move from when the letter comes.

   hikyaku resume match.kif --send`,
		func(c *cli.Context, d *desk.Desk, file string, _ []string) (desk.Copy, error) {
			return d.Do(file, desk.Resume(), c.Bool("send"))
		})
}

func claimCommand() *cli.Command {
	return stepCommand("claim", "claim that the player to move has missed the time limit", "[MATCH]",
		`The other side's program answers by its own dates: it confirms the claim, and the match is won (in Goryujin the
missed turn is a pass), or it says that the time was not over. Nobody loses by the other's word alone: a claim
that is not answered for another limit, at least 14 days, stands as won and unconfirmed. Where nobody was
invited the match ends at once, with a time limit or without; at a terminal hikyaku asks first.

   hikyaku claim match.kif --send`,
		func(c *cli.Context, d *desk.Desk, file string, _ []string) (desk.Copy, error) {
			m, err := d.Open(file)
			if err == nil && !m.Roster.Invited && !c.Bool("send") {
				return endLocal(c, d, m, kif.TimeOut, timeOutQuestion(m))
			}
			return d.Do(file, desk.Claim(), c.Bool("send"))
		})
}

// endLocal ends a match to which nobody was invited. It asks first.
func endLocal(c *cli.Context, d *desk.Desk, m desk.Copy, word kif.Ending, question engine.Text) (desk.Copy, error) {
	if m.Outcome == nil {
		if err := confirm(c, question); err != nil {
			return desk.Copy{}, err
		}
	}
	return desk.EndLocal(d, m.File, word)
}

// timeOutQuestion asks whether the player to move has missed the time limit.
func timeOutQuestion(m desk.Copy) engine.Text {
	if m.Outcome != nil || m.Due() == 0 {
		return engine.Text{}
	}
	who, key := match.Player(m.Match, m.Due()), "ask.time-out"
	switch {
	case m.Game.OnTimeout != "":
		key = "ask.time-out-pass"
	case m.Record.PerMove() == "":
		key = "ask.time-out-unlimited"
	}
	return words.Text(key, "who", who)
}

// confirm asks a question at a terminal. Its error says that the answer is not yes.
func confirm(c *cli.Context, question engine.Text) error {
	if file, ok := c.App.Reader.(*os.File); !ok || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	fmt.Fprint(c.App.ErrWriter, words.In(language(c.App), "ask.yes", "question", question)+" ")
	answer, err := bufio.NewReader(c.App.Reader).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !slices.Contains([]string{"y", "yes", "はい"}, strings.ToLower(strings.TrimSpace(answer))) {
		return words.Err("ask.no")
	}
	return nil
}

func awayCommand() *cli.Command {
	return stepCommand("away", "announce an absence, during which your clock stands", "[MATCH] DAYS",
		`At most 30 days of absence count in one match, from when they are announced.

   hikyaku away match.kif 2026-12-20..2027-01-05 --send`,
		func(c *cli.Context, d *desk.Desk, file string, rest []string) (desk.Copy, error) {
			return d.Do(file, desk.Away(rest[0]), c.Bool("send"))
		})
}

func sayCommand() *cli.Command {
	return stepCommand("say", "say something without a move", "[MATCH] TEXT",
		`The words are part of the record, and change nobody's turn.

   hikyaku say match.kif 'Back on Monday.' --send`,
		func(c *cli.Context, d *desk.Desk, file string, rest []string) (desk.Copy, error) {
			return d.Do(file, desk.Say(rest[0]), c.Bool("send"))
		})
}

// secretSteps returns the commands for the secret of a match.
func secretSteps() []*cli.Command {
	return []*cli.Command{
		stepCommand("rotate", "sign a match with your newest secret from now on", "[MATCH]",
			`The key used so far vouches for the new one.

   hikyaku secret new
   hikyaku secret rotate match.kif --send`,
			func(c *cli.Context, d *desk.Desk, file string, _ []string) (desk.Copy, error) {
				return d.Do(file, desk.Rotate(), c.Bool("send"))
			}),
		stepCommand("replace", "ask for a new secret in a match whose secret is lost", "[MATCH]",
			`It holds once the other player has agreed. Tell them by another way that it is you.

   hikyaku secret replace match.kif --send`,
			func(c *cli.Context, d *desk.Desk, file string, _ []string) (desk.Copy, error) {
				return d.Do(file, desk.Rechain(), c.Bool("send"))
			}),
	}
}
