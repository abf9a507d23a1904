package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

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
			others := len(strings.Fields(args)) - 1
			if c.NArg() == others && namesMatch(c, c.Args().First()) { // the text is missing, not the match
				return wrongForm(c)
			}
			found, rest, err := matchArgs(c, others, (*home.Desk).NamedBegun)
			if err != nil {
				return err
			}
			return changeMatch(c, found, step(c, rest))
		},
	}
}

// namesMatch reports whether text is the number of a match, or the name or
// address of another player.
func namesMatch(c *cli.Context, text string) bool {
	if text == "" {
		return false
	}
	for s, err := range deskOf(c).List() {
		if err == nil && (text == s.Short() || slices.ContainsFunc(slices.Concat(s.Names, s.Others), func(who string) bool { return strings.EqualFold(who, text) })) {
			return true
		}
	}
	return false
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
		setAnswer(c, describeMatch(d, m, false))
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
	if terminal(c.App.Reader) == nil {
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

func resignCommand() *cli.Command {
	return &cli.Command{
		Name: "resign", ArgsUsage: "MATCH", UsageText: "hikyaku resign match.kif --send",
		Flags: changeFlags(textFlag("seat"), boolFlag("yes")),
		Action: func(c *cli.Context) error {
			seat, err := seatFlag(c)
			if err != nil {
				return err
			}
			found, err := deskOf(c).Named(c.Args().First())
			if err != nil {
				return err
			}
			return changeMatch(c, found, func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) {
				if m.Outcome == nil && !c.Bool("yes") {
					if err := confirm(c, resignQuestion(d, m)); err != nil {
						return home.Copy{}, err
					}
				}
				return d.Resign(m, seat, post)
			})
		},
	}
}

// resignQuestion asks whether to resign m, or to withdraw the invitation.
func resignQuestion(d *home.Desk, m home.Copy) i18n.Text {
	others := i18n.People(m.Match.Summarise(m.File, d.Me.Address).Names...)
	switch {
	case m.Roster.Joining() != 0:
		return i18n.T("ask.withdraw", "match", m.Short(), "who", others)
	case !m.Roster.Invited:
		return i18n.T("ask.resign-local", "match", m.File)
	}
	return i18n.T("ask.resign", "match", m.Short(), "who", others)
}

func undoCommand() *cli.Command {
	return &cli.Command{
		Name: "undo", ArgsUsage: "[MATCH]",
		UsageText: `hikyaku undo match.kif
hikyaku undo match.kif --ask --send`,
		Flags: changeFlags(boolFlag("ask"), numberFlag("to")),
		Action: func(c *cli.Context) error {
			ask, named := c.Bool("ask") || c.IsSet("to"), (*home.Desk).NamedBegun
			if !ask {
				named = (*home.Desk).NamedToUndo
			}
			found, _, err := matchArgs(c, 0, named)
			if err != nil {
				return err
			}
			if c.Bool("send") && !ask {
				return sendsUndo(c, found)
			}
			from := ""
			if n := c.Int("to"); n != 0 {
				from = strconv.Itoa(n)
			}
			if !ask {
				return changeHere(c, found, (*home.Desk).Undo)
			}
			return changeMatch(c, found, func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) {
				return d.Do(m, home.Doing("ask-undo", from), post)
			})
		},
	}
}

// sendsUndo returns the error of undo --send, which has nothing to send.
func sendsUndo(c *cli.Context, found home.Copy) error {
	found, err := deskOf(c).Opened(found)
	if err != nil {
		return err
	}
	if last := found.LastEntry(); last >= 0 && !found.Unsent() {
		return usage("refused.sent", "step", found.Record.Events[last].Step.String(), "match", found.Short())
	}
	return usage("usage.undo-send")
}

func throwCommand() *cli.Command {
	return &cli.Command{
		Name: "throw", ArgsUsage: "[MATCH [FACES]]",
		UsageText: `hikyaku throw match.kif
hikyaku throw match.kif 4`,
		Flags: []cli.Flag{boolFlag("board"), boolFlag("flip"), colourFlag(), boolFlag("json")},
		Action: func(c *cli.Context) error {
			found, err := deskOf(c).NamedToMove(c.Args().First())
			if err != nil {
				return err
			}
			return changeHere(c, found, func(d *home.Desk, m home.Copy) (home.Copy, error) { return d.Throw(m, c.Args().Get(1)) })
		},
	}
}

func settleCommand() *cli.Command {
	return &cli.Command{
		Name: "settle", ArgsUsage: "[MATCH]",
		UsageText: `hikyaku settle match.kif --take ours --send
hikyaku settle match.kif --take theirs --send \
   --line match.kif.line-1a2b3c4d`,
		Flags:  changeFlags(textFlag("take"), textFlag("line"), boolFlag("lost")),
		Action: settle,
	}
}

func settle(c *cli.Context) error {
	take, lost := c.String("take"), c.Bool("lost")
	switch {
	case lost && (c.IsSet("take") || c.IsSet("line") || c.Bool("send")):
		return usage("usage.lost")
	case !lost && take == "":
		return notAChoice("take", take, choices("take"))
	}
	found, err := deskOf(c).Named(c.Args().First())
	switch {
	case err != nil:
		return err
	case lost:
		return changeHere(c, found, (*home.Desk).GiveUp)
	}
	return changeMatch(c, found, func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) {
		line, err := otherLine(d, m, c.String("line"))
		if err != nil {
			return home.Copy{}, err
		}
		return d.Settle(m, line, take == "theirs", post)
	})
}

// otherLine returns named, or if it is "" the only other version of the match
// stored beside that of m.
func otherLine(d *home.Desk, m home.Copy, named string) (string, error) {
	if named != "" {
		return named, nil
	}
	kept, err := d.Disputed(m)
	switch {
	case err != nil:
		return "", err
	case len(kept) == 0:
		return "", usage("usage.no-line", "file", m.File)
	case len(kept) > 1:
		return "", usage("usage.lines", "list", i18n.Names(kept...))
	}
	return kept[0], nil
}

func substituteCommand() *cli.Command {
	return &cli.Command{
		Name: "substitute", ArgsUsage: "[MATCH] ADDRESS",
		UsageText: `hikyaku substitute bob 'Carol <carol@example.org>' --send
hikyaku substitute bob --withdraw --send`,
		Flags:  []cli.Flag{boolFlag("withdraw"), boolFlag("send"), boolFlag("flip"), colourFlag(), boolFlag("json")},
		Action: substitute,
	}
}

func substitute(c *cli.Context) error {
	others, step := 1, home.Doing("stay")
	if c.Bool("withdraw") {
		others = 0
	}
	if who := c.Args().Get(c.NArg() - 1); others > 0 {
		if _, err := home.ParsePerson(who); err != nil {
			return misuse(err)
		}
		step = home.Doing("substitute", who)
	}
	found, _, err := matchArgs(c, others, (*home.Desk).NamedBegun)
	if err != nil {
		return err
	}
	return changeMatch(c, found, func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) { return d.Do(m, step, post) })
}
