package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"hikyaku/engine"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/internal/notebook"
	"hikyaku/internal/tui"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

func playCommand() *cli.Command {
	return &cli.Command{
		Name:      "play",
		ArgsUsage: "[MATCH]",
		UsageText: "hikyaku play\nhikyaku play bob\nhikyaku play --replay match.kif",
		Flags:     []cli.Flag{&cli.BoolFlag{Name: "replay"}, atFlag(), flipFlag(), piecesFlag(), colourFlag()},
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 0, 1); err != nil {
				return err
			}
			switch {
			case c.Bool("replay") && c.IsSet("pieces"), !c.Bool("replay") && (c.IsSet("at") || c.IsSet("flip")):
				return usage("usage.replay")
			case c.Bool("replay"):
				return replay(c)
			case !hasScreen(c):
				return usage("usage.play")
			}
			return playAtScreen(c, c.Args().First())
		},
	}
}

// hasScreen reports whether the whole screen can be used.
func hasScreen(c *cli.Context) bool {
	in, ok := c.App.Reader.(*os.File)
	return ok && term.IsTerminal(int(in.Fd())) && isTerminal(c.App.Writer) && followsEscapes(terminal(c.App.Writer)) && os.Getenv("TERM") != "dumb"
}

// begin shows the matches at a terminal, if there are any or some can come by mail, and else says how to begin. In a window that
// closes at its end it opens the board.
func begin(c *cli.Context) error {
	if ownWindow() {
		return serveBoard(c) // nobody types there
	}
	if !hasScreen(c) {
		return printBeginning(c)
	}
	d, conf, err := openDesk(c)
	if err != nil {
		return err
	}
	list, err := (&house{Context: c, desk: d}).Matches()
	if err != nil || len(list) == 0 && !conf.carries() {
		return errors.Join(err, printBeginning(c))
	}
	return playAtScreen(c, "")
}

// playAtScreen shows the matches, or the one that name means.
func playAtScreen(c *cli.Context, name string) error {
	d, conf, err := openDesk(c)
	if err != nil {
		return err
	}
	colour, err := wantColour(c)
	if err != nil {
		return err
	}
	set, err := pieces(c)
	if err != nil {
		return err
	}
	if name != "" {
		if name, err = d.Named(name); err != nil {
			return err
		}
	}
	h := &house{c, d, conf, new(bytes.Buffer)}
	out, errOut := c.App.Writer, c.App.ErrWriter
	c.App.Writer, c.App.ErrWriter = h.told, h.told // the screen shows what is told
	defer func() { c.App.Writer, c.App.ErrWriter = out, errOut }()
	return tui.Run(tui.New(language(c.App), colour, set, name), h)
}

// house does what is asked for at the screen.
type house struct {
	*cli.Context
	desk *home.Desk
	conf *config
	told *bytes.Buffer
}

// tell returns what has been told since.
func (h *house) tell() string {
	defer h.told.Reset()
	return strings.TrimSpace(h.told.String())
}

// Matches lists invitations, the matches that wait by their time limits, and the others.
func (h *house) Matches() ([]tui.Match, error) {
	var all []match.Summary
	for s, err := range h.desk.List() {
		if err != nil {
			return nil, err
		}
		if !s.Damaged() && !s.Over {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b match.Summary) int {
		waitsA, waitsB := a.Waits(h.desk.Me.Address), b.Waits(h.desk.Me.Address)
		return cmp.Or(first(waitsA, waitsB), first(!a.Until.IsZero(), !b.Until.IsZero()), a.Until.Compare(b.Until))
	})
	list, called := []tui.Match{}, map[string]bool{}
	for _, s := range h.desk.Invitations() {
		called[s.File] = true
		list = append(list, h.listed(s, true))
	}
	for _, s := range all {
		if !called[s.File] {
			list = append(list, h.listed(s, s.Waits(h.desk.Me.Address)))
		}
	}
	return list, nil
}

// first compares by what comes first.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func (h *house) listed(s match.Summary, waits bool) tui.Match {
	lang := language(h.App)
	return tui.Match{
		File: s.File, Name: matchName(lang, s), State: matchState(lang, s, h.desk.System.Now(), zone(h.Context)), Waits: waits,
	}
}

// Open reads a match.
func (h *house) Open(file string) (tui.Game, error) {
	m, err := openFile(h.Context, h.desk, file)
	if err != nil {
		return tui.Game{}, err
	}
	lang := language(h.App)
	s := m.Match.Summarise(m.File, h.desk.Me.Address)
	g := tui.Game{
		File: m.File, Name: matchName(lang, s), State: matchState(lang, s, h.desk.System.Now(), zone(h.Context)),
		Names: m.Match.Names(), Clock: m.Match.Limit(h.desk.Party(m.Match), zone(h.Context)).In(lang),
		Plies: h.plies(m), Scene: m.Match.Scene(), Ours: h.ours(m), Unsent: s.Draft, Far: h.far(m),
	}
	if m.Roster.Invited {
		g.To = i18n.People(s.Names...).In(lang)
	}
	g.Acts, g.Plans, g.Question = actsIn(h, m), plansIn(h, m), questionIn(h, m).In(lang)
	if h.desk.AsksToJoin(m) {
		g.Text = letter.Invited(m.Match, h.desk.Me).In(lang)
	}
	return g, h.addNotes(m, g.Plies)
}

// ours reports whether the player is to move in m, or to throw.
func (h *house) ours(m home.Copy) bool {
	own := m.Roster.SeatsAt(h.desk.Me.Address)
	switch {
	case m.Outcome != nil || !m.Paused.IsZero():
		return false
	case !m.Roster.Invited:
		return len(own) == 0 || slices.Contains(own, m.Due())
	}
	awaits := m.Match.WaitsFor()
	return (awaits == match.ForMove || awaits == match.ForThrow) && m.Turn == h.desk.Party(m.Match)
}

// far reports whether the player sits at the far side of m.
func (h *house) far(m home.Copy) bool {
	own, seats := m.Roster.SeatsAt(h.desk.Me.Address), len(m.Roster.Seating)
	return len(own) == 1 && own[0] == 1+seats/2
}

// plies returns the positions of m with the moves that led to them and what was said.
func (h *house) plies(m home.Copy) []tui.Ply {
	plies := []tui.Ply{{Position: m.Positions[0]}}
	for i, e := range m.Record.Events {
		step := e.Step
		if e.Undone {
			step = nil // what was said with it stands all the same
		}
		switch step := step.(type) {
		case kif.Move:
			move := engine.Spell(m.Positions[i], engine.Move(step)).In(language(h.App))
			plies = append(plies, tui.Ply{Position: m.Positions[i+1], Move: move})
		case kif.Throw:
			plies[len(plies)-1].Position = m.Positions[i+1]
		}
		if e.Comment == "" {
			continue
		}
		said := &plies[len(plies)-1].Said
		if who := m.Roster.Name(m.By(i)); who != "" {
			*said += who + ": "
		}
		*said += e.Comment + "\n"
	}
	return plies
}

// addNotes adds the private notes on m to its plies.
func (h *house) addNotes(m home.Copy, plies []tui.Ply) error {
	notes, err := notebook.Of(h.desk.System, m.File, m.Match)
	if err != nil {
		return err
	}
	played := notebook.Played(m.Match)
	for _, n := range notes {
		if ply, stands := played[n.After]; stands && ply < len(plies) {
			plies[ply].Notes = append(plies[ply].Notes, noteBody(language(h.App), m.Match, n)...)
		}
	}
	return h.addPlan(m, plies)
}

// addPlan adds the prepared answers to the last ply of m.
func (h *house) addPlan(m home.Copy, plies []tui.Ply) error {
	p, err := home.PlanOf(h.desk.System, m.File)
	if err != nil || len(p.Lines) == 0 {
		return err
	}
	last := &plies[len(plies)-1]
	for _, line := range p.Spelled(m.Last(), language(h.App)) {
		last.Notes = append(last.Notes, i18n.In(language(h.App), "plan.line", "moves", line))
	}
	return nil
}

// Throw throws the dice.
func (h *house) Throw(file string) error {
	_, err := h.desk.Throw(file, "")
	return err
}

// Play plays a move, and sends it in a match by mail. It checks first that it can be sent.
func (h *house) Play(file string, m engine.Move, said string) (string, error) {
	_, _, err := h.change(file, match.ToOthers, func(before home.Copy) (home.Copy, error) {
		return h.desk.Play(file, home.Turn{Move: string(m), Comment: said, Post: before.Roster.Invited})
	})
	return h.tell(), err
}

// change changes a match and, in a match by mail, sends the step as far as it reaches. Unless it joins or makes a match, it first
// checks that its letters can be sent. An error may come with a match that was changed: it is that of sending.
func (h *house) change(file string, reach match.Reach, do func(before home.Copy) (home.Copy, error)) (before, after home.Copy, err error) {
	if before, err = h.desk.Open(file); err != nil {
		return before, after, err
	}
	var carrier *courier.Courier
	if reach != match.ToNobody {
		if carrier, err = h.carrier(before, reach); err != nil {
			return before, after, err
		}
	}
	if _, err = answerAgainst(h.Context.Context, h.desk, h.conf, before); err != nil {
		return before, after, err
	}
	if after, err = do(before); err != nil {
		return before, after, err
	}
	after, err = answerAgainst(h.Context.Context, h.desk, h.conf, after)
	if carrier != nil && after.Head != before.Head { // an offer may wait for the next move
		err = errors.Join(err, send(h.Context, carrier, after.File))
	}
	if now, failed := h.desk.Open(after.File); failed == nil {
		after = now // sending may have read dice that end the match
	}
	runHooks(h.Context, h.conf, h.conf.finished(before, after))
	return before, after, err
}

// carrier returns the courier for a match by mail, nil for one at this machine.
func (h *house) carrier(m home.Copy, reach match.Reach) (*courier.Courier, error) {
	if !m.Roster.Invited {
		return nil, nil
	}
	carrier, err := h.conf.courier(h.Context, h.desk)
	if err != nil || reach == match.ToJoin {
		return carrier, err
	}
	return carrier, canSend(h.desk, carrier, m)
}

// Send sends the last step.
func (h *house) Send(file string) (string, error) {
	m, err := h.desk.Open(file)
	if err != nil {
		return "", err
	}
	carrier, err := h.carrier(m, match.ToOthers)
	if err != nil || carrier == nil {
		return "", err
	}
	err = send(h.Context, carrier, file)
	return h.tell(), err
}

// Keep keeps a variation as a private note.
func (h *house) Keep(file string, ply int, line []engine.Move) (string, error) {
	m, err := h.desk.Open(file)
	if err != nil {
		return "", err
	}
	n, err := notebook.New(m.Match.AtPly(ply), "", []string{engine.JoinMoves(line)}, h.desk.System.Now())
	if err == nil {
		err = notebook.Add(h.desk.System, file, m.Match, n)
	}
	if err != nil {
		return "", err
	}
	return i18n.In(language(h.App), "note.kept", "file", notebook.File(file)), nil
}

// Fetch polls.
func (h *house) Fetch() (string, error) {
	carrier, err := h.conf.courier(h.Context, h.desk)
	if err != nil {
		return "", err
	}
	err = fetch(h.Context, h.conf, carrier)
	told := h.tell()
	if told == "" && err == nil {
		told = i18n.In(language(h.App), "play.nothing-came")
	}
	return told, err
}

// fetch polls, and tells what came without the command by which a move is made elsewhere.
func fetch(c *cli.Context, conf *config, carrier *courier.Courier) error {
	reports, sent, err := carrier.Poll(c.Context)
	for i := range reports {
		reports[i].Mine = false
	}
	return errors.Join(err, tell(c, conf, reports, sent))
}

// Watch polls as hikyaku poll --watch does, where mail is configured. What it tells does not mix with what the other jobs tell.
func (h *house) Watch(ctx context.Context, news func(told string)) {
	if !h.conf.carries() {
		return
	}
	told, app := new(bytes.Buffer), *h.App
	app.Writer, app.ErrWriter = told, told
	c := cli.NewContext(&app, nil, h.Context)
	c.Context = ctx
	trouble := func(err error, pause time.Duration) {
		news(i18n.In(language(&app), "watch.again", "why", err, "pause", pause))
	}
	carrier, err := h.conf.courier(c, h.conf.desk())
	if err != nil {
		news(i18n.Of(err).In(language(&app)))
		return
	}
	w := &mailbox.Watch{Box: carrier.Box, Trouble: trouble, Poll: func(context.Context) error {
		err := fetch(c, h.conf, carrier)
		if text := strings.TrimSpace(told.String()); text != "" {
			news(text)
		}
		told.Reset()
		return err
	}}
	_ = w.Run(ctx) // it ends with ctx alone
}
