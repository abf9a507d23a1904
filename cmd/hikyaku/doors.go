package main

import (
	"bufio"
	"errors"
	"fmt"
	"net/url"
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

// The doors: rows of the list of matches that open another list. What is chosen
// there follows after slashes.
const computerDoor, inviteDoor, learnDoor, openDoor, overDoor = "computer", "invite", "learn", "open", "over"

// doors lists what can be done besides opening a match that is still open. over is
// the number of finished matches.
func (h *screenHouse) doors(over int) []tui.Match {
	lang := language(h.App)
	row := func(name string, one tui.Match) tui.Match {
		one.Name, one.State = i18n.In(lang, "door."+name), i18n.In(lang, "door."+name+".about")
		return one
	}
	account := tui.Match{Name: i18n.In(lang, "door.mail.set-up"), State: i18n.In(lang, "door.not-set-up"), Runs: []string{"setup"}}
	invite := tui.Match{Door: inviteDoor}
	if h.conf.carries() {
		account.State = i18n.In(lang, "door.set-up", "account", h.conf.Address)
	} else {
		invite.Runs = account.Runs
	}
	doors := []tui.Match{
		row("computer", tui.Match{Door: computerDoor}), row("mail", invite), row("learn", tui.Match{Door: learnDoor}),
		row("open", tui.Match{Door: openDoor}), account,
	}
	if over > 0 { // finished matches have puzzles
		doors = slices.Insert(doors, len(doors)-1, row("puzzles", tui.Match{Runs: []string{"puzzle"}}))
		finished := tui.Match{Name: i18n.In(lang, "board.over"), State: i18n.In(lang, "door.over", "n", over), Door: overDoor}
		doors = append([]tui.Match{finished}, doors...)
	}
	return doors
}

// Enter opens a door.
func (h *screenHouse) Enter(door, text string) (menu tui.Menu, file string, err error) {
	lang := language(h.App)
	way := strings.Split(door, "/")
	switch {
	case door == overDoor:
		menu.Title = i18n.In(lang, "board.over")
		for s, err := range h.desk.List() {
			if err != nil {
				return menu, "", err
			}
			if s.Over && !s.Damaged() {
				menu.Rows = append(menu.Rows, h.listed(s, false))
			}
		}
		return menu, "", nil
	case door == inviteDoor && !h.conf.carries(): // setup was left early
		return menu, "", nil
	case door == openDoor && text == "":
		return tui.Menu{Title: i18n.In(lang, "door.open"), Asks: i18n.In(lang, "door.open.asks"), Door: door}, "", nil
	case door == openDoor:
		m, err := h.importFile(text)
		return tui.Menu{}, m.File, err
	case len(way) == 1:
		return h.subjects(door)
	}
	list := lesson.Subjects(all.Games)
	key, value, chosen := strings.Cut(way[1], "+")
	g := list[slices.IndexFunc(list, func(s lesson.Subject) bool { return s.Key == key })]
	title := g.Title.In(lang)
	options := g.Game.Options
	if chosen {
		g.Set = engine.Options{options[0].Key: value}
	}
	switch {
	case !chosen && len(options) > 0 && !options[0].Variants: // the handicap of shogi
		o := options[0]
		menu.Title, menu.About = i18n.In(lang, "door.option", "game", title, "option", o.Title), o.About.In(lang)
		for _, value := range o.Values {
			menu.Rows = append(menu.Rows, tui.Match{Name: o.Name(value).In(lang), Door: door + "+" + value})
		}
	case way[0] == computerDoor && len(way) == 2:
		menu.Title = i18n.In(lang, "door.level", "game", title)
		for n := 1; n <= engine.Levels; n++ {
			menu.Rows = append(menu.Rows, tui.Match{Name: computer.LevelName(n).In(lang), Door: door + "/level" + strconv.Itoa(n)})
		}
	case way[0] == computerDoor && len(way) == 3:
		menu.Title = i18n.In(lang, "door.option", "game", title, "option", i18n.T("board.seat"))
		menu.Rows, err = h.seats(g, door)
		return menu, "", err
	case way[0] == computerDoor:
		var m home.Copy
		seat, _ := strconv.Atoi(way[3])
		if m, err = h.desk.Begin(home.Setup{Game: g.Game, Options: g.Set, Against: way[2], Seat: seat}); err == nil {
			m, err = answerAgainst(h.Context.Context, h.desk, h.conf, m)
		}
		return menu, m.File, err
	default:
		menu, err := h.inviting(g, door, text)
		return menu, "", err
	}
	return menu, "", nil
}

// inviting asks for what an invitation to g needs, in the order of the browser's
// form: the people, who begins, the time limit and a message. The answers follow
// the game in door.
func (h *screenHouse) inviting(g lesson.Subject, door, text string) (menu tui.Menu, err error) {
	lang, options := language(h.App), g.Set
	if options, err = g.Game.Resolve(options); err != nil {
		return menu, err
	}
	given := strings.Split(door, "/")[2:]
	i := home.Invitation{Game: g.Game, Options: g.Set, Seat: 1}
	people := text
	if len(given) > 0 {
		people, err = url.PathUnescape(given[0])
	}
	if people == "" || err != nil {
		asks := "door.invite.asks"
		if g.Game.Seats(options) > 2 {
			asks = "door.invite.asks-several"
		}
		return tui.Menu{Title: g.Title.In(lang), Asks: i18n.In(lang, asks), Door: door}, err
	}
	words := splitPeople(people)
	if i.Others, err = parsePeople(h.desk, words); err != nil {
		return menu, err
	}
	if err := i.Check(h.desk); err != nil {
		return menu, err
	}
	command := append([]string{"invite", g.Game.Name}, words...)
	for key, value := range g.Set {
		command = append(command, "--set", key+"="+value)
	}
	menu.Title = i18n.In(lang, "door.invite.about", "game", g.Game.Called(options), "who", i18n.Names(words...))
	row := func(name, answer string) {
		menu.Rows = append(menu.Rows, tui.Match{Name: name, Door: door + "/" + answer})
	}
	switch len(given) {
	case 0:
		door += "/" + url.PathEscape(people)
		menu.Title = i18n.In(lang, "door.option", "game", menu.Title, "option", i18n.T("board.seat"))
		if g.Game.Seats(options) == 2 {
			row(i18n.In(lang, "board.toss"), "toss")
		}
		seats, err := h.seats(g, door)
		menu.Rows = append(menu.Rows, seats...)
		return menu, err
	case 2:
		menu.Title = i18n.In(lang, "door.option", "game", menu.Title, "option", i18n.T("board.time"))
		row(i18n.In(lang, "board.no-limit"), "none")
		for _, limit := range []string{"1d", "3d", "7d", "14d"} {
			if c, err := match.ParseControl(limit); err == nil {
				row(c.Text().In(lang), limit)
			}
		}
		return menu, nil
	}
	about := []i18n.Text{i18n.Same(menu.Title), i18n.T("board.toss"), i18n.T("board.no-limit")}
	if seat, err := strconv.Atoi(given[1]); err == nil {
		about[1] = home.SeatText(g.Game, options, seat)
	}
	command = append(command, "--seat", given[1])
	if c, err := match.ParseControl(given[2]); err == nil {
		command, about[2] = append(command, "--time", given[2]), c.Text()
	}
	menu.Title = i18n.Phrases(about...).In(lang)
	if len(given) > 3 && text == "" {
		return tui.Menu{Title: menu.Title, Asks: i18n.In(lang, "board.words"), Door: door}, nil
	}
	if text != "" {
		command = append(command, "--message", text)
	}
	menu.Rows = []tui.Match{{Name: i18n.In(lang, "door.invite.send"), State: text, Runs: command}}
	if text == "" {
		row(i18n.In(lang, "door.invite.words"), "words")
	}
	return menu, nil
}

func (h *screenHouse) seats(g lesson.Subject, door string) (rows []tui.Match, err error) {
	options, err := g.Game.Resolve(g.Set)
	if err != nil {
		return nil, err
	}
	for seat := 1; seat <= g.Game.Seats(options); seat++ {
		rows = append(rows, tui.Match{Name: home.SeatText(g.Game, options, seat).In(language(h.App)), Door: door + "/" + strconv.Itoa(seat)})
	}
	return rows, nil
}

// subjects lists the games and variants that a door opens.
func (h *screenHouse) subjects(door string) (menu tui.Menu, file string, err error) {
	lang := language(h.App)
	list, err := lesson.Standings(all.Games, h.conf.lessonProgress())
	menu.Title = i18n.In(lang, "door.which")
	for _, s := range list {
		row := tui.Match{Name: s.Title.In(lang), State: s.Predicate().In(lang), Door: door + "/" + s.Key}
		if door == learnDoor {
			row.Name, row.Door, row.Runs = i18n.In(lang, "list.match-progress", "game", s.Title, "progress", s.Text()), "", []string{"learn", nameOf(s.Subject)}
		}
		menu.Rows = append(menu.Rows, row)
	}
	return menu, "", err
}

// importFile adds a file to the folder of records.
func (h *screenHouse) importFile(name string) (home.Copy, error) {
	name = configfile.ExpandHome(strings.Trim(name, `"'`))
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return home.Copy{}, err
	case info.Size() > kif.MaxBytes:
		return home.Copy{}, i18n.Err("open.nothing")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return home.Copy{}, err
	}
	return h.desk.Import(name, data)
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
