package main

import (
	"errors"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/match"
)

func moveCommand() *cli.Command {
	return &cli.Command{
		Name: "move", ArgsUsage: "[MATCH] MOVE",
		UsageText: `hikyaku move match.kif e2
hikyaku move match.kif e3h --message '${comment}' --send
hikyaku move match.kif e3 --draw --send`,
		Flags:  changeFlags(textFlag("seat"), textFlag("throw"), messageFlag(), boolFlag("draw"), boolFlag("dry-run")),
		Action: playMove,
	}
}

func playMove(c *cli.Context) error {
	found, rest, err := matchArgs(c, 1, (*home.Desk).NamedToMove)
	if err != nil {
		return err
	}
	if c.Bool("dry-run") && (c.Bool("send") || c.Bool("draw")) {
		return usage("usage.dry-run")
	}
	for _, command := range []string{"resign", "undo", "draw"} { // as in replies by mail
		if word := i18n.T("word." + command); rest[0] == word.En || rest[0] == word.Ja {
			return usage("usage.no-move", "word", rest[0], "command", command)
		}
	}
	seat, err := seatFlag(c)
	if err != nil {
		return err
	}
	turn := home.Turn{
		Move: rest[0], Seat: seat, Throw: c.String("throw"),
		Comment: c.String("message"), Draw: c.Bool("draw"),
	}
	return changeMatch(c, found, func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) {
		turn.Post = post
		if c.Bool("dry-run") {
			return d.Try(m, turn)
		}
		if m.Turn != 0 && m.Turn == d.Party(m.Match) { // only warns: the move is still allowed
			if end, limited := m.Clock.Deadline(m.Turn); limited && d.System.Now().After(end) {
				claim, _ := m.Clock.Deadline(0)
				warn(c, i18n.T("warn.overdue", "when", i18n.Time(end, zone(c)), "claim", i18n.Time(claim, zone(c))))
			}
		}
		return d.Play(m, turn)
	})
}

// seatFlag returns the seat of --seat, or 0 without it.
func seatFlag(c *cli.Context) (int, error) {
	text := c.String("seat")
	seat := engine.SeatNamed(text)
	if text != "" && seat == 0 {
		return 0, usage("usage.flag-value", "text", text, "flag", "--seat")
	}
	return seat, nil
}

// A change changes the match m, as it is in its file. post reports whether the
// change is sent afterwards.
type change func(d *home.Desk, m home.Copy, post bool) (home.Copy, error)

// changeMatch changes the record that was found, prints what has changed, and
// sends it if --send or the configuration says so. It first checks that it can
// send, so that it never plays a move that cannot be sent.
func changeMatch(c *cli.Context, found home.Copy, do change) error {
	return changeRecord(c, found, func(conf *config, m home.Copy) bool {
		if c.IsSet("send") || c.Bool("dry-run") {
			return c.Bool("send")
		}
		return conf.Send == "always" && m.Roster.Invited
	}, do)
}

// changeHere changes the record that was found, prints what has changed, and
// sends nothing.
func changeHere(c *cli.Context, found home.Copy, do func(*home.Desk, home.Copy) (home.Copy, error)) error {
	return changeRecord(c, found, func(*config, home.Copy) bool { return false },
		func(d *home.Desk, m home.Copy, _ bool) (home.Copy, error) { return do(d, m) })
}

func changeRecord(c *cli.Context, found home.Copy, posts func(*config, home.Copy) bool, do change) error {
	conf := configOf(c)
	d := conf.desk()
	before, err := d.Opened(found)
	if err != nil {
		return err
	}
	if err := d.CheckAnswered(before); err != nil {
		return err
	}
	var carrier *courier.Courier
	if posts(conf, before) {
		if carrier, err = conf.courier(c, d); err != nil {
			return err
		}
	}
	step := func(m home.Copy) (home.Copy, error) {
		warnSigner(c, d, before)
		m, err := do(d, m, carrier != nil)
		if errors.As(err, new(*match.NotYourTurn)) { // perhaps because what was done before has not been sent
			warnUnsent(c, d, before)
		}
		return m, err
	}
	if c.Bool("dry-run") {
		m, err := step(before)
		if err != nil {
			return err
		}
		return printChanged(c, d, before, m)
	}
	_, err = conf.step(c, d, carrier, before, step, func(after home.Copy) error {
		err := printChanged(c, d, before, after)
		if carrier == nil {
			warnUnsent(c, d, after)
			return err
		}
		return errors.Join(err, send(c, carrier, after)) // send even if the result could not be printed
	})
	return err
}

// step makes a step in a match, on the command line, on the screen and in the browser: it checks first that the step can be
// sent if there is a carrier, lets programs move that are due before and after do, calls done with the result, which may send
// it, and runs the hooks. before is zero for a match that begins or that the player joins. If only what follows do fails, step
// returns the error with the changed match.
func (conf *config) step(c *cli.Context, d *home.Desk, carrier *courier.Courier, before home.Copy, do func(home.Copy) (home.Copy, error), done func(home.Copy) error) (m home.Copy, err error) {
	ready := before
	if before.Match != nil {
		if carrier != nil {
			err = canSend(d, carrier, before)
		}
		if err == nil {
			ready, err = answerAgainst(c.Context, d, conf, before)
		}
		if err != nil {
			return home.Copy{}, err
		}
	}
	if m, err = do(ready); err != nil {
		return m, err
	}
	m, err = answerAgainst(c.Context, d, conf, m)
	err = errors.Join(err, done(m))
	runHooks(c, conf, func() []hookEvent { return finished(d, before) })
	return m, err
}

// warnUnsent names the command that sends m, if it has something of ours to send.
func warnUnsent(c *cli.Context, d *home.Desk, m home.Copy) {
	if c.Bool("quiet") || !m.Match.Summarise(m.File, d.Me.Address).Draft {
		return
	}
	name := m.File
	if filepath.Dir(name) == filepath.Clean(d.Dir) {
		name = m.Match.Short() // shorter than the path
	}
	warn(c, i18n.T("warn.unsent", "file", i18n.Command(name)))
}

// canSend returns an error unless turns of m can be sent and poll will find the
// record when the answer arrives.
func canSend(d *home.Desk, carrier *courier.Courier, m home.Copy) error {
	if err := d.CheckPlace(m.File); err != nil {
		return err
	}
	return carrier.CanSend(m)
}

// warnSigner warns if the clock of this computer, which would date the next step,
// must be wrong, or if the record is nearly full.
func warnSigner(c *cli.Context, d *home.Desk, m home.Copy) {
	var built time.Time
	if date := newVersion().Date; date != nil {
		built = *date
	}
	for _, text := range []i18n.Text{m.Match.For(d.Party(m.Match)).ClockText(d.System.Now(), built), m.Match.RoomText()} {
		if text != (i18n.Text{}) {
			warn(c, text)
		}
	}
}
