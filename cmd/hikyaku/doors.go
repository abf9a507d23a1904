package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/computer"
	"hikyaku/internal/configfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lesson"
	"hikyaku/internal/tui"
	"hikyaku/kif"
	"hikyaku/match"
)

// door returns a door of the list of matches: a row that opens another list. What is chosen there is kept by the doors in it.
func door(open func(h *screenHouse, text string) (tui.Menu, string, error)) tui.Door {
	return func(h tui.House, text string) (tui.Menu, string, error) { return open(h.(*screenHouse), text) }
}

// doors lists what can be done besides opening a match that is still open. over is
// the number of finished matches.
func (h *screenHouse) doors(over int) []tui.Match {
	lang := language(h.App)
	row := func(name string, one tui.Match) tui.Match {
		one.Name, one.State = i18n.In(lang, "door."+name), i18n.In(lang, "door."+name+".about")
		return one
	}
	account := tui.Match{Name: i18n.In(lang, "door.mail.set-up"), State: i18n.In(lang, "door.not-set-up"), Runs: []string{"setup"}}
	invite := tui.Match{Door: door((*screenHouse).invite)}
	if h.conf.carries() {
		account.State = i18n.In(lang, "door.set-up", "account", h.conf.Address)
	} else {
		invite.Runs = account.Runs
	}
	doors := []tui.Match{
		row("computer", tui.Match{Door: door((*screenHouse).playComputer)}), row("mail", invite), row("learn", tui.Match{Door: door((*screenHouse).learn)}),
		row("open", tui.Match{Door: door((*screenHouse).openFile)}), account,
	}
	if over > 0 { // finished matches have puzzles
		doors = slices.Insert(doors, len(doors)-1, row("puzzles", tui.Match{Runs: []string{"puzzle"}}))
		finished := tui.Match{Name: i18n.In(lang, "board.over"), State: i18n.In(lang, "door.over", "n", over), Door: door((*screenHouse).finished)}
		doors = append([]tui.Match{finished}, doors...)
	}
	return doors
}

// finished lists the finished matches.
func (h *screenHouse) finished(string) (menu tui.Menu, file string, err error) {
	menu.Title = i18n.In(language(h.App), "board.over")
	for s, err := range h.desk.List() {
		if err != nil {
			return menu, "", err
		}
		if s.Over && !s.Damaged() {
			menu.Rows = append(menu.Rows, h.listed(s, false))
		}
	}
	return menu, "", nil
}

// openFile asks for the path of a file, and adds it to the folder of records.
func (h *screenHouse) openFile(path string) (tui.Menu, string, error) {
	if lang := language(h.App); path == "" {
		return tui.Menu{Title: i18n.In(lang, "door.open"), Asks: i18n.In(lang, "door.open.asks"), Door: door((*screenHouse).openFile)}, "", nil
	}
	name := configfile.ExpandHome(strings.Trim(path, `"'`))
	info, err := os.Stat(name)
	if err == nil && info.Size() > kif.MaxBytes {
		err = i18n.Err("open.nothing")
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return tui.Menu{}, "", err
	}
	m, err := h.desk.Import(name, data)
	return tui.Menu{}, m.File, err
}

// learn lists what can be learnt, with the progress.
func (h *screenHouse) learn(string) (tui.Menu, string, error) {
	return h.subjects(func(s lesson.Standing, row *tui.Match) {
		row.Name = i18n.In(language(h.App), "list.match-progress", "game", s.Title, "progress", s.Text())
		row.Runs = []string{"learn", nameOf(s.Subject)}
	})
}

// playComputer lists the games to play against the computer.
func (h *screenHouse) playComputer(string) (tui.Menu, string, error) {
	return h.subjects(func(s lesson.Standing, row *tui.Match) { row.Door = withHandicap(s.Subject, (*screenHouse).levels) })
}

// invite lists the games to invite to.
func (h *screenHouse) invite(string) (tui.Menu, string, error) {
	if !h.conf.carries() { // setup was left early
		return tui.Menu{}, "", nil
	}
	return h.subjects(func(s lesson.Standing, row *tui.Match) { row.Door = withHandicap(s.Subject, (*screenHouse).people) })
}

// subjects lists the games and variants. fill says in each row what it does.
func (h *screenHouse) subjects(fill func(s lesson.Standing, row *tui.Match)) (menu tui.Menu, file string, err error) {
	lang := language(h.App)
	list, err := lesson.Standings(all.Games, h.conf.lessonProgress())
	menu.Title = i18n.In(lang, "door.which")
	for _, s := range list {
		row := tui.Match{Name: s.Title.In(lang), State: s.Predicate().In(lang)}
		fill(s, &row)
		menu.Rows = append(menu.Rows, row)
	}
	return menu, "", err
}

// withHandicap returns the door to a game, which in shogi asks for the handicap before next.
func withHandicap(g lesson.Subject, next func(h *screenHouse, g lesson.Subject, text string) (tui.Menu, string, error)) tui.Door {
	if len(g.Game.Options) == 0 || g.Game.Options[0].Variants {
		return door(func(h *screenHouse, text string) (tui.Menu, string, error) { return next(h, g, text) })
	}
	return door(func(h *screenHouse, _ string) (menu tui.Menu, file string, err error) {
		o, lang := g.Game.Options[0], language(h.App)
		menu.Title, menu.About = i18n.In(lang, "door.option", "game", g.Title, "option", o.Title), o.About.In(lang)
		for _, value := range o.Values {
			chosen := g
			chosen.Set = engine.Options{o.Key: value}
			menu.Rows = append(menu.Rows, tui.Match{Name: o.Name(value).In(lang), Door: door(func(h *screenHouse, text string) (tui.Menu, string, error) {
				return next(h, chosen, text)
			})})
		}
		return menu, "", nil
	})
}

// levels lists the levels of the computer in g.
func (h *screenHouse) levels(g lesson.Subject, _ string) (menu tui.Menu, file string, err error) {
	lang := language(h.App)
	menu.Title = i18n.In(lang, "door.level", "game", g.Title)
	for n := 1; n <= engine.Levels; n++ {
		menu.Rows = append(menu.Rows, tui.Match{Name: computer.LevelName(n).In(lang), Door: door(func(h *screenHouse, _ string) (tui.Menu, string, error) {
			return h.sides(g, "level"+strconv.Itoa(n))
		})})
	}
	return menu, "", nil
}

// sides lists the seats of g that the player can take against a level, and begins the match.
func (h *screenHouse) sides(g lesson.Subject, level string) (menu tui.Menu, file string, err error) {
	options, err := g.Game.Resolve(g.Set)
	if err != nil {
		return menu, "", err
	}
	lang := language(h.App)
	menu.Title = i18n.In(lang, "door.option", "game", g.Title, "option", i18n.T("board.seat"))
	for seat := 1; seat <= g.Game.Seats(options); seat++ {
		menu.Rows = append(menu.Rows, tui.Match{Name: home.SeatText(g.Game, options, seat).In(lang), Door: door(func(h *screenHouse, _ string) (tui.Menu, string, error) {
			m, err := h.desk.Begin(home.Setup{Game: g.Game, Options: g.Set, Against: level, Seat: seat})
			if err == nil {
				m, err = answerAgainst(h.Context.Context, h.desk, h.conf, m)
			}
			return tui.Menu{}, m.File, err
		})})
	}
	return menu, "", nil
}

// people asks for the people to invite to g, and then, in the order of the browser's form, for who begins, the time limit and a
// message. Each answer adds to the command that sends the invitation.
func (h *screenHouse) people(g lesson.Subject, people string) (menu tui.Menu, file string, err error) {
	options, err := g.Game.Resolve(g.Set)
	if err != nil {
		return menu, "", err
	}
	lang, seats := language(h.App), g.Game.Seats(options)
	if people == "" {
		asks := "door.invite.asks"
		if seats > 2 {
			asks = "door.invite.asks-several"
		}
		return tui.Menu{Title: g.Title.In(lang), Asks: i18n.In(lang, asks), Door: door(func(h *screenHouse, people string) (tui.Menu, string, error) {
			return h.people(g, people)
		})}, "", nil
	}
	words, i := splitPeople(people), home.Invitation{Game: g.Game, Options: g.Set, Seat: 1}
	if i.Others, err = parsePeople(h.desk, words); err == nil {
		err = i.Check(h.desk)
	}
	if err != nil {
		return menu, "", err
	}
	command := append([]string{"invite", g.Game.Name}, words...)
	for key, value := range g.Set {
		command = append(command, "--set", key+"="+value)
	}
	about := i18n.T("door.invite.about", "game", g.Game.Called(options), "who", i18n.Names(words...))
	menu.Title = i18n.In(lang, "door.option", "game", about, "option", i18n.T("board.seat"))
	add := func(name i18n.Text, seat string) {
		menu.Rows = append(menu.Rows, tui.Match{Name: name.In(lang), Door: door(func(h *screenHouse, _ string) (tui.Menu, string, error) {
			return h.limits(about, name, slices.Concat(command, []string{"--seat", seat}))
		})})
	}
	if seats == 2 {
		add(i18n.T("board.toss"), "toss")
	}
	for seat := 1; seat <= seats; seat++ {
		add(home.SeatText(g.Game, options, seat), strconv.Itoa(seat))
	}
	return menu, "", nil
}

// limits lists the time limits of an invitation with a seat.
func (h *screenHouse) limits(about, seat i18n.Text, command []string) (menu tui.Menu, file string, err error) {
	lang := language(h.App)
	menu.Title = i18n.In(lang, "door.option", "game", about, "option", i18n.T("board.time"))
	add := func(limit i18n.Text, flag ...string) {
		menu.Rows = append(menu.Rows, tui.Match{Name: limit.In(lang), Door: door(func(h *screenHouse, _ string) (tui.Menu, string, error) {
			return h.sending(i18n.Phrases(about, seat, limit), slices.Concat(command, flag), "")
		})})
	}
	add(i18n.T("board.no-limit"))
	for _, limit := range []string{"1d", "3d", "7d", "14d"} {
		if c, err := match.ParseControl(limit); err == nil {
			add(c.Text(), "--time", limit)
		}
	}
	return menu, "", nil
}

// sending offers to send an invitation, or to write a message with it.
func (h *screenHouse) sending(about i18n.Text, command []string, message string) (menu tui.Menu, file string, err error) {
	lang := language(h.App)
	menu.Title = about.In(lang)
	send := tui.Match{Name: i18n.In(lang, "door.invite.send"), State: message, Runs: command}
	if message != "" {
		send.Runs = slices.Concat(command, []string{"--message", message})
		menu.Rows = []tui.Match{send}
		return menu, "", nil
	}
	asks := tui.Menu{Title: menu.Title, Asks: i18n.In(lang, "board.words"), Door: door(func(h *screenHouse, message string) (tui.Menu, string, error) {
		return h.sending(about, command, message)
	})}
	menu.Rows = []tui.Match{send, {Name: i18n.In(lang, "door.invite.words"), Door: func(tui.House, string) (tui.Menu, string, error) { return asks, "", nil }}}
	return menu, "", nil
}

// runFromScreen runs a command that was chosen on the screen. It shows the
// command, so that it can be typed another time.
func runFromScreen(c *cli.Context, command []string) {
	args := []string{"hikyaku"}
	for _, name := range []string{"config", "lang"} {
		if value := c.String(name); value != "" {
			args = append(args, "--"+name, value)
		}
	}
	args = append(args, command...)
	if command[0] == "learn" || command[0] == "play" { // a screen of its own
		app := newApp()
		app.Writer, app.ErrWriter, app.Reader = c.App.Writer, c.App.ErrWriter, c.App.Reader
		runApp(c.Context, app, args)
		return
	}
	fmt.Fprintln(c.App.Writer, "$ "+i18n.Command(append([]string{"hikyaku"}, command...)...))
	if err := runInterruptibly(c, args[1:]); err != nil {
		warn(c, i18n.Of(err))
	}
	fmt.Fprint(c.App.Writer, "\n"+i18n.In(language(c.App), "door.returns")+" ")
	_, _ = bufio.NewReader(c.App.Reader).ReadString('\n') // at the end of the input the screen ends too
}

// thisProgram returns the path of hikyaku.
var thisProgram = os.Executable

// runInterruptibly runs a command as a process of its own, which Ctrl-C ends, and
// not this one. The command itself reports what goes wrong in it.
func runInterruptibly(c *cli.Context, args []string) error {
	program, err := thisProgram()
	if err != nil {
		return err
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	if input := int(os.Stdin.Fd()); term.IsTerminal(input) {
		if before, err := term.GetState(input); err == nil {
			defer term.Restore(input, before) // a question for a password hides what is typed
		}
	}
	command := exec.CommandContext(c.Context, program, args...)
	command.Stdin, command.Stdout, command.Stderr = c.App.Reader, c.App.Writer, c.App.ErrWriter
	err = command.Run()
	if ended := new(exec.ExitError); errors.As(err, &ended) {
		return nil
	}
	return err
}
