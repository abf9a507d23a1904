package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

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
		Flags:     []cli.Flag{boolFlag("replay"), atFlag(), boolFlag("flip"), textFlag("pieces"), colourFlag()},
		Action: func(c *cli.Context) error {
			switch {
			case c.Bool("replay") && c.IsSet("pieces"), !c.Bool("replay") && (c.IsSet("at") || c.IsSet("flip")):
				return usage("usage.replay")
			case c.Bool("replay"):
				return replay(c)
			case !hasScreen(c):
				return usage("usage.play")
			}
			name := c.Args().First()
			if name != "" {
				found, err := deskOf(c).Named(name)
				if err != nil {
					return err
				}
				name = found.File
			}
			return showScreens(c, name, func(*tui.Model) {})
		},
	}
}

// hasScreen reports whether the program can use the whole screen.
func hasScreen(c *cli.Context) bool {
	return terminal(c.App.Reader) != nil && isTerminal(c.App.Writer) && followsEscapes(terminal(c.App.Writer)) && os.Getenv("TERM") != "dumb"
}

// begin runs hikyaku without arguments. At a terminal it shows the matches and
// what else can be done, else it explains how to start. After a double click it
// opens the board in the browser.
func begin(c *cli.Context) error {
	switch {
	case clicked():
		return serveBoard(c) // there is no command line
	case !hasScreen(c):
		return printLine(c, i18n.In(language(c.App), "help.begin"))
	}
	return showScreens(c, "", func(*tui.Model) {})
}

// showScreens shows the list of matches, or the match in file if it is not
// empty, on a screen that prepare has changed. It leaves the screen for the
// commands that the player chooses there.
func showScreens(c *cli.Context, file string, prepare func(*tui.Model)) error {
	for {
		m := tui.New(language(c.App), wantColour(c), c.String("pieces"), file)
		prepare(&m)
		m, err := showScreen(c, m)
		if err != nil || m.Runs == nil {
			return err
		}
		runFromScreen(c, m.Runs)
		if file = ""; m.Game != nil {
			file = m.Game.File
		}
		next, row := m.Job, m.Picked
		if len(m.Menus) > 0 {
			row = m.Menus[0].From
		}
		prepare = func(again *tui.Model) {
			again.Picked = row
			if next.Do != "" {
				again.Job = next
			}
		}
	}
}

// showScreen shows m until the player leaves it.
func showScreen(c *cli.Context, m tui.Model) (tui.Model, error) {
	delete(c.App.Metadata, "config") // a command may have changed it
	conf, err := loadConfig(c)
	if err != nil {
		return m, err
	}
	h := &screenHouse{c, conf.desk(), conf, new(bytes.Buffer)}
	out, errOut := c.App.Writer, c.App.ErrWriter
	c.App.Writer, c.App.ErrWriter = h.output, h.output // the screen shows what is printed
	defer func() { c.App.Writer, c.App.ErrWriter = out, errOut }()
	return tui.Run(m, h)
}

// screenHouse implements tui.House with the desk.
type screenHouse struct {
	*cli.Context
	desk   *home.Desk
	conf   *config
	output *bytes.Buffer
}

// takeOutput returns what has been printed since the last call.
func (h *screenHouse) takeOutput() string {
	defer h.output.Reset()
	return strings.TrimSpace(h.output.String())
}

// lastMoves is the number of matches whose last move is listed, for which their
// records are opened.
const lastMoves = 24

// Matches lists invitations, then the matches waiting for the player ordered by
// deadline, then the others.
func (h *screenHouse) Matches() ([]tui.Match, error) {
	var all []match.Summary
	over := 0
	for s, err := range h.desk.List() {
		if err != nil {
			return nil, err
		}
		switch {
		case s.Damaged():
		case s.Over:
			over++
		default:
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b match.Summary) int {
		waitsA, waitsB := h.waits(a), h.waits(b)
		return cmp.Or(first(waitsA, waitsB), first(!a.Until.IsZero(), !b.Until.IsZero()), a.Until.Compare(b.Until))
	})
	var list []tui.Match
	called := map[string]bool{}
	for _, s := range h.desk.Invitations() {
		called[s.File] = true
		list = append(list, h.listed(s, true))
	}
	for i, s := range all {
		if called[s.File] {
			continue
		}
		one := h.listed(s, h.waits(s))
		if i < lastMoves {
			if c, err := h.desk.Open(s.File); err == nil && c.Ply() > 0 {
				one.State = i18n.In(language(h.App), "play.after-move", "ply", c.Ply(), "move", c.PlyText(c.Ply()), "state", i18n.Same(one.State))
			}
		}
		list = append(list, one)
	}
	return append(list, h.doors(over)...), nil
}

// waits reports whether a match waits for somebody at this computer.
func (h *screenHouse) waits(s match.Summary) bool {
	return s.Waits(h.desk.Me.Address) || s.Here()
}

// first compares two booleans so that true sorts first.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// nameOf returns the name of a match: that of matches, or on one machine the
// game with the players, else with the name of the file.
func (h *screenHouse) nameOf(s match.Summary) string {
	switch {
	case len(s.Names) > 0:
		return matchName(language(h.App), s)
	case len(s.Programs) > 0:
		return i18n.In(language(h.App), "list.with", "game", s.Title, "with", i18n.People(s.Programs...))
	}
	players := strings.TrimSuffix(filepath.Base(s.File), ".kif")
	if c, err := h.desk.Open(s.File); err == nil {
		if named := slices.DeleteFunc(h.playersOf(c), func(name string) bool { return name == "" }); len(named) > 0 {
			players = strings.Join(named, " – ")
		}
	}
	return i18n.In(language(h.App), "board.match", "game", s.Title, "players", players)
}

// playersOf returns what the screen calls the players of m by seat.
func (h *screenHouse) playersOf(m home.Copy) []string {
	names := m.Names()
	for i, name := range names {
		names[i] = i18n.Called(name).In(language(h.App))
	}
	return names
}

func (h *screenHouse) listed(s match.Summary, waits bool) tui.Match {
	lang, now := language(h.App), h.desk.System.Now()
	one := tui.Match{File: s.File, Name: h.nameOf(s), State: matchState(lang, s, now, nil), Waits: waits}
	if !s.Until.IsZero() && !s.Over && !now.After(s.Until) {
		one.Until = i18n.In(lang, "list.until", "when", i18n.Time(s.Until, zone(h.Context)))
	}
	if failed, _ := h.desk.Undelivered(s); failed != (i18n.Text{}) {
		one.State = failed.FirstSentence().In(lang)
	}
	return one
}

func (h *screenHouse) Open(file string) (tui.Game, error) {
	m, err := openFile(h.Context, h.desk, file)
	if err != nil {
		return tui.Game{}, err
	}
	lang := language(h.App)
	s := h.desk.Summarise(m)
	g := tui.Game{
		File: m.File, Name: h.nameOf(s), State: matchState(lang, s, h.desk.System.Now(), nil),
		Names: h.playersOf(m), Clock: m.Match.For(h.desk.Party(m.Match)).Limit(zone(h.Context)).In(lang),
		Plies: h.plies(m), Scene: m.Match.Scene(), Over: s.Over, Unsent: s.Draft, Alone: !h.desk.TakesWords(m.Match),
		Ours: h.desk.ToMove(m.Match) && m.Paused.IsZero(), // on the screen an act ends a pause
	}
	me := h.desk.Reader(m.Match)
	g.You = m.Roster.SeatOf(me)
	g.Far = g.You == 1+len(m.Roster.Seating)/2
	if m.Outcome != nil {
		g.State = m.Match.For(me).Ending().In(lang)
	} else if !m.Roster.Invited {
		g.State = m.Match.For(me).Status().In(lang)
	}
	if m.Roster.Invited {
		g.To = i18n.People(s.Names...).In(lang)
	}
	g.Acts, g.Plans, g.Question = actsIn(h, m), plansIn(h, m), questionIn(h, m).In(lang)
	notices, err := h.desk.Notices(m)
	if err != nil {
		return tui.Game{}, err
	}
	for _, notice := range notices {
		g.Notice += notice.In(lang) + " "
	}
	if h.desk.AsksToJoin(m) {
		g.Text = letter.Invited(m.Match, h.desk.Me).In(lang)
	}
	return g, h.addNotes(m, g.Plies)
}

// plies returns the positions of m with the moves that led to them and the
// messages.
func (h *screenHouse) plies(m home.Copy) []tui.Ply {
	plies, before := []tui.Ply{{Position: m.Positions[0], Said: m.Record.Comment}}, engine.Move("")
	for i, e := range m.Record.Events {
		step := e.Step
		if e.Undone {
			step = nil // its message is kept
		}
		switch step := step.(type) {
		case kif.Move:
			move := engine.SpellAfter(m.Positions[i], before, engine.Move(step)).In(language(h.App))
			plies, before = append(plies, tui.Ply{Position: m.Positions[i+1], Move: move}), engine.Move(step)
		case kif.Throw:
			plies[len(plies)-1].Position = m.Positions[i+1]
		}
		if e.Comment == "" {
			continue
		}
		said := e.Comment
		if who := m.Speaker(i); who != "" {
			said = i18n.In(language(h.App), "note.text", "head", who, "text", said)
		}
		plies[len(plies)-1].Said += said + "\n"
	}
	return plies
}

// addNotes adds to plies the variations of m, the private notes and the plan.
func (h *screenHouse) addNotes(m home.Copy, plies []tui.Ply) error {
	notes, err := notesByPly(language(h.App), h.desk, m)
	if err != nil {
		return err
	}
	for ply, lines := range variationLines(language(h.App), m.Match) {
		if ply < len(plies) {
			plies[ply].Variations = lines
		}
	}
	for ply, lines := range notes {
		plies[ply].Notes = lines
	}
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

func (h *screenHouse) Throw(file string) error {
	m, err := h.desk.Open(file)
	if err == nil {
		_, err = h.desk.Throw(m, "")
	}
	return err
}

// Play plays a move and, in a match by mail, sends it. It first checks that it
// can be sent.
func (h *screenHouse) Play(file string, m engine.Move, said string) (string, error) {
	_, _, err := h.change(file, match.ToOthers, func(before home.Copy) (home.Copy, error) {
		return h.desk.Play(before, home.Turn{Move: string(m), Comment: said, Post: before.Roster.Invited})
	})
	return h.takeOutput(), err
}

// change changes a match and, in a match by mail, sends the step to those whom
// reach names. If only sending fails, it returns the error with the changed match.
func (h *screenHouse) change(file string, reach match.Reach, do func(before home.Copy) (home.Copy, error)) (before, after home.Copy, err error) {
	if before, err = h.desk.Open(file); err != nil {
		return before, after, err
	}
	var carrier *courier.Courier
	if before.Roster.Invited && reach != match.ToNobody {
		if carrier, err = h.conf.courier(h.Context, h.desk); err != nil {
			return before, after, err
		}
	}
	from := before
	if reach == match.ToJoin {
		from = home.Copy{}
	}
	after, err = h.conf.step(h.Context, h.desk, carrier, from, func(ready home.Copy) (home.Copy, error) {
		if ready.Match == nil {
			ready = before
		}
		return do(ready)
	}, func(after home.Copy) error {
		if carrier == nil || after.Head == before.Head { // an offer may wait for the next move
			return nil
		}
		return send(h.Context, carrier, after)
	})
	if now, failed := h.desk.Open(after.File); failed == nil {
		after = now // reading dice while sending may have ended the match
	}
	return before, after, err
}

func (h *screenHouse) Send(file string) (string, error) {
	m, err := h.desk.Open(file)
	if err != nil || !m.Roster.Invited {
		return "", err
	}
	carrier, err := h.conf.courier(h.Context, h.desk)
	if err == nil {
		err = canSend(h.desk, carrier, m)
	}
	if err == nil {
		err = send(h.Context, carrier, m)
	}
	return h.takeOutput(), err
}

// Keep saves a variation as a private note.
func (h *screenHouse) Keep(file string, ply int, line []engine.Move) (string, error) {
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

// Fetch polls and returns the reports.
func (h *screenHouse) Fetch() (string, error) {
	if !h.conf.carries() {
		return i18n.In(language(h.App), "play.no-mail"), nil
	}
	carrier, err := h.conf.courier(h.Context, h.desk)
	if err != nil {
		return "", err
	}
	err = fetch(h.Context, h.conf, carrier)
	text := h.takeOutput()
	if text == "" && err == nil {
		text = i18n.In(language(h.App), "play.nothing-came")
	}
	return text, err
}

// fetch polls and prints the reports, without the command for making a move,
// because moves are made on the screen.
func fetch(c *cli.Context, conf *config, carrier *courier.Courier) error {
	reports, sent, err := carrier.Poll(c.Context)
	for i := range reports {
		reports[i].Mine = false
	}
	return errors.Join(err, reportPoll(c, conf, reports, sent, "unsent.poll", i18n.Text{}))
}

func (h *screenHouse) Written(file string) time.Time { return h.desk.Written(file) }

// Watch polls as hikyaku poll --watch does, if mail is configured. It has a
// buffer of its own for output, because the screen runs other jobs at the same
// time.
func (h *screenHouse) Watch(ctx context.Context, news func(text string)) {
	if !h.conf.carries() {
		return
	}
	output, app := new(bytes.Buffer), *h.App
	app.Writer, app.ErrWriter = output, output
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
		if text := strings.TrimSpace(output.String()); text != "" {
			news(text)
		}
		output.Reset()
		return err
	}}
	_ = w.Run(ctx) // it ends only when ctx is done
}
