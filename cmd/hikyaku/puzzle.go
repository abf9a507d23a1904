package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/puzzle"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

func puzzleCommand() *cli.Command {
	return &cli.Command{
		Name: "puzzle", ArgsUsage: "[FOLDER]",
		UsageText: `hikyaku puzzle
hikyaku puzzle ~/Kifu/club --list
hikyaku puzzle --show 3 -o puzzle.png
hikyaku puzzle --show 3 --answer e3h
hikyaku puzzle --send`,
		Flags: slices.Concat([]cli.Flag{
			boolFlag("list"), numberFlag("show"), textFlag("answer"), boolFlag("solution"), boolFlag("send"),
			&cli.IntFlag{Name: "nodes", Value: puzzle.Usual.Nodes}, outputFlag(), textFlag("title"),
		}, pictureFlags(), []cli.Flag{boolFlag("flip"), colourFlag(), textFlag("trace"), boolFlag("json")}),
		Action: runPuzzle,
	}
}

func runPuzzle(c *cli.Context) error {
	ending, one := outputEnding(c), slices.ContainsFunc([]string{"show", "answer", "solution", "output"}, c.IsSet)
	switch {
	case c.Int("nodes") < 1:
		return usage("usage.puzzle-nodes")
	case c.String("output") != "" && !slices.Contains([]string{"png", "svg", "html"}, ending):
		return usage("usage.puzzle-format", "file", c.String("output"))
	case c.Bool("send") && (one || c.Bool("list")):
		return usage("usage.puzzle-send")
	case c.Bool("list") && one:
		return usage("usage.puzzle-list")
	}
	conf := configOf(c)
	s, err := openPuzzler(c, conf)
	if err != nil {
		return err
	}
	if c.Bool("send") {
		return s.send(c, conf)
	}
	if err := s.find(c); err != nil {
		return err
	}
	if d := newDialog(c); d != nil && isTerminal(c.App.Writer) && !one && !c.Bool("list") {
		return s.play(c, d)
	}
	if !one {
		return s.printAll(c)
	}
	return s.printOne(c)
}

// puzzler finds puzzles in a folder and stores the answers to them.
type puzzler struct {
	desk   *home.Desk
	folder string
	named  bool // whether the folder was named on the command line
	memory home.Memory
	search puzzle.Search
	book   *puzzle.Book
	over   int // the finished matches in folder
	list   []puzzle.Source
}

// openPuzzler reads the stored puzzles and answers. It does not search yet.
func openPuzzler(c *cli.Context, conf *config) (*puzzler, error) {
	s := &puzzler{
		desk: conf.desk(), folder: conf.Folder, memory: home.Memory{System: atomicfile.OS{}, File: filepath.Join(conf.State, "puzzles.json")},
		search: puzzle.Search{Nodes: c.Int("nodes"), Seed: puzzle.Usual.Seed},
	}
	if c.Args().Present() {
		s.folder, s.named = c.Args().First(), true
	}
	if err := os.MkdirAll(conf.State, 0o700); err != nil {
		return nil, err
	}
	var err error
	s.book, err = puzzle.Read(s.memory)
	return s, err
}

// find searches the new and changed records of the folder for puzzles. If it is
// interrupted, it keeps what it has found.
func (s *puzzler) find(c *cli.Context) error {
	count := &folderCount{folder: s.folder}
	files, err := count.open()
	if err != nil && (s.named || !errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	remark := func(text i18n.Text) {
		if !c.Bool("send") && !c.Bool("json") && !c.Bool("quiet") {
			warn(c, text)
		}
	}
	for _, file := range files {
		data, err := atomicfile.Read(s.desk.System, file)
		if err != nil {
			count.count(err)
			remark(i18n.Of(err))
			continue
		}
		key := puzzle.RecordKey(data)
		page, known := s.book.Pages[key]
		if !known || page.Search != s.search {
			m, err := replayData(s.desk, file, data)
			if err != nil {
				count.count(err)
				remark(i18n.Of(err))
				continue
			}
			if m.Outcome == nil {
				count.count(nil)
				continue
			}
			if page, err = s.searched(c, m); err != nil {
				return err
			}
			if s.book, err = puzzle.Change(s.memory, func(b *puzzle.Book) { b.Pages[key] = page }); err != nil {
				return err
			}
		}
		count.count(nil)
		s.over++
		s.list = append(s.list, page.Sources(file)...)
	}
	if count.bad+count.skipped > 0 {
		remark(count.text())
	}
	s.list = puzzle.Sort(s.list)
	return nil
}

// searched returns the puzzles in m, which is over.
func (s *puzzler) searched(c *cli.Context, m home.Copy) (page puzzle.Page, err error) {
	show, end := showProgress(c, "puzzle.at")
	defer end()
	page = puzzle.Page{Search: s.search, Names: m.Match.Names()}
	if n := len(m.Record.Events); n > 0 {
		page.Ended = m.Record.Events[n-1].At
	}
	page.Puzzles, err = s.search.Find(c.Context, gameOf(m.Match), func(done, all int) {
		show("file", filepath.Base(m.File), "done", done, "all", all)
	})
	return page, err
}

// none says why there are no puzzles.
func (s *puzzler) none() error {
	if s.over == 0 {
		return i18n.Err("puzzle.no-matches", "folder", s.folder)
	}
	return i18n.Err("puzzle.none", "folder", s.folder)
}

// chosen returns the number, from 1, of the puzzle of --show, else of the first
// unsolved one.
func (s *puzzler) chosen(c *cli.Context) (int, error) {
	n := 1 + slices.IndexFunc(s.list, func(p puzzle.Source) bool { return !s.book.Tries[p.ID()].Solved })
	if c.IsSet("show") {
		n = c.Int("show")
	}
	switch {
	case len(s.list) == 0:
		return 0, s.none()
	case n == 0 && !c.IsSet("show"):
		return 0, i18n.Err("puzzle.all-solved", "n", len(s.list))
	case n < 1 || n > len(s.list):
		return 0, usage("usage.puzzle-show", "most", len(s.list))
	}
	return n, nil
}

// posedPuzzle is a puzzle set up on its board.
type posedPuzzle struct {
	puzzle.Source
	copy home.Copy // a match that starts from it and has no file
	at   engine.Position
	who  i18n.Text // the player to move
}

// setUp sets up the nth puzzle, counting from 1.
func (s *puzzler) setUp(n int) (posedPuzzle, error) {
	p := posedPuzzle{Source: s.list[n-1]}
	g, at, err := p.SetUp(all.Games)
	if err != nil {
		return posedPuzzle{}, err
	}
	var seats []kif.Seat
	for _, name := range p.Names {
		seats = append(seats, kif.Seat{Name: name})
	}
	r, err := home.Setup{Game: g, Options: p.Options, Start: p.Position, Seats: seats}.Record("", time.Time{})
	if err != nil {
		return posedPuzzle{}, err
	}
	m, err := match.New(r, g)
	if err != nil {
		return posedPuzzle{}, err
	}
	p.copy, p.at, p.who = home.Copy{Match: m}, at, m.Player(p.Seat)
	return p, nil
}

// line names the game, players and record of a puzzle.
func (p posedPuzzle) line(lang string) string {
	key := "puzzle.line"
	if p.Kind == puzzle.Best {
		key = "puzzle.line-best"
	}
	return i18n.In(lang, key, "game", p.copy.Game.Called(p.Options), "who", p.who, "ply", p.Ply, "file", filepath.Base(p.File))
}

func (s *puzzler) printAll(c *cli.Context) error {
	if c.Bool("json") {
		answer := &puzzlesJSON{Puzzles: []puzzleJSON{}}
		for i := range s.list {
			answer.Puzzles = append(answer.Puzzles, s.describe(i+1, false))
		}
		return give(c, answer)
	}
	var lines []string
	lang := language(c.App)
	if len(s.list) == 0 {
		warn(c, i18n.Of(s.none()))
	}
	for i := range s.list {
		p, err := s.setUp(i + 1)
		if err != nil {
			return err
		}
		state := ""
		switch t := s.book.Tries[p.ID()]; {
		case t.Solved:
			state = i18n.In(lang, "puzzle.solved")
		case t.Wrong > 0:
			state = i18n.In(lang, "puzzle.tried", "n", t.Wrong)
		}
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%3d  %s  %s", i+1, p.line(lang), state), " "))
	}
	return printLines(c, lines)
}

// printOne shows the chosen puzzle, judges --answer, and prints the solution if
// --solution is set.
func (s *puzzler) printOne(c *cli.Context) error {
	n, err := s.chosen(c)
	if err != nil {
		return err
	}
	p, err := s.setUp(n)
	if err != nil {
		return err
	}
	answer := &puzzlesJSON{Puzzles: []puzzleJSON{s.describe(n, c.Bool("solution"))}}
	var said []string
	if !c.IsSet("answer") && !c.Bool("solution") || c.IsSet("output") {
		if err := p.draw(c, n); err != nil {
			return err
		}
	}
	if c.IsSet("answer") {
		m, a, err := s.judge(c, p, c.String("answer"))
		if err != nil {
			return err
		}
		answer.Puzzles[0] = s.describe(n, c.Bool("solution"))
		answer.Answer = &answerJSON{Move: m, Answer: a}
		said = append(said, a.Say(p.Puzzle, p.at, m).In(language(c.App)))
	}
	if c.Bool("solution") {
		said = append(said, p.Solution(p.at).In(language(c.App)))
	}
	return give(c, answer, said...)
}

// judge judges an answer and stores the result.
func (s *puzzler) judge(c *cli.Context, p posedPuzzle, text string) (m engine.Move, a puzzle.Answer, err error) {
	if m, err = p.at.Parse(text); err != nil {
		return m, a, err
	}
	if a, err = s.search.Judge(c.Context, p.Puzzle, p.at, m); err != nil {
		return m, a, err
	}
	s.book, err = puzzle.Change(s.memory, func(b *puzzle.Book) { b.Answered(p.Puzzle, a.Right) })
	return m, a, err
}

// draw draws the puzzle with its question, to the file of --output or as text.
func (p posedPuzzle) draw(c *cli.Context, n int) error {
	lang := language(c.App)
	question := p.Question(p.who).In(lang)
	format := outputEnding(c)
	if format == "" && c.Bool("json") {
		return nil
	}
	if far := p.Seat == 2 && len(p.Names) == 2; far && !c.IsSet("flip") { // show it from the solver's side
		if err := c.Set("flip", "true"); err != nil {
			return err
		}
	}
	if format != "" && c.String("title") == "" {
		if err := c.Set("title", question); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	if format == "" {
		fmt.Fprintf(&out, "%d. %s\n\n", n, render.Safe(p.line(lang)))
		format = "text"
	}
	if err := draw(c, &out, p.copy, format); err != nil {
		return err
	}
	if format == "text" {
		fmt.Fprint(&out, "\n"+render.Wrap(render.Safe(question), terminalColumns))
	}
	return writeDrawing(c, out.Bytes(), format)
}

// play shows the first unsolved puzzle and asks for its best move until the
// answer is right.
func (s *puzzler) play(c *cli.Context, d *dialog) error {
	n, err := s.chosen(c)
	if err != nil {
		return err
	}
	p, err := s.setUp(n)
	if err != nil {
		return err
	}
	if err := p.draw(c, n); err != nil {
		return err
	}
	for {
		text, err := d.ask("puzzle.move", "")
		switch {
		case err != nil || text == "":
			return err
		case puzzle.AsksSolution(text):
			d.printText(p.Solution(p.at).In(d.lang))
			return nil
		}
		m, a, err := s.judge(c, p, text)
		var rejection *engine.Rejection
		if errors.As(err, &rejection) {
			d.printText(sentence(err, d.lang))
			continue
		}
		if err != nil {
			return err
		}
		d.printText(a.Say(p.Puzzle, p.at, m).In(d.lang))
		if a.Right {
			return nil
		}
		if s.book.Tries[p.ID()].Wrong > 1 {
			d.printText(puzzle.Hint(p.at, p.Best[0]).In(d.lang))
		}
	}
}

func (s *puzzler) send(c *cli.Context, conf *config) error {
	carrier, err := conf.courier(c, s.desk)
	if err != nil {
		return err
	}
	next, err := carrier.NextPuzzle()
	if err != nil {
		return err
	}
	var list []puzzle.Puzzle
	if !s.desk.System.Now().Before(next) {
		if err := s.find(c); err != nil {
			return err
		}
		for _, p := range s.list {
			if !s.book.Tries[p.ID()].Solved {
				list = append(list, p.Puzzle)
			}
		}
	}
	sent, err := carrier.SendPuzzle(c.Context, list, conf.Solvers)
	if err != nil {
		return err
	}
	answer := &puzzlesJSON{Puzzles: []puzzleJSON{}, Sent: newDeliveries(sent)}
	if next, err = carrier.NextPuzzle(); err != nil {
		return err
	}
	answer.Next = next.UTC().Format(time.RFC3339)
	switch {
	case c.Bool("json"):
		setAnswer(c, answer)
	case len(sent) == 0:
		return printLine(c, i18n.In(language(c.App), "puzzle.next", "when", i18n.Time(next, zone(c))))
	default:
		printDeliveries(c, sent)
	}
	return failed("unsent.poll", sent)
}

type puzzlesJSON struct {
	Puzzles []puzzleJSON   `json:"puzzles"`
	Answer  *answerJSON    `json:"answer,omitempty"`
	Sent    []deliveryJSON `json:"sent,omitempty"`
	Next    string         `json:"next,omitempty"` // when the next puzzle may be sent
	failure
}

type answerJSON struct {
	Move engine.Move `json:"move"`
	puzzle.Answer
}

type puzzleJSON struct {
	Number   int            `json:"number"`
	Kind     puzzle.Kind    `json:"kind"`
	ID       string         `json:"id"`
	Game     string         `json:"game"`
	Options  engine.Options `json:"options"`
	Position string         `json:"position"`
	Seat     int            `json:"seat"`
	File     string         `json:"file"`
	Ply      int            `json:"ply"`
	Solved   bool           `json:"solved"`
	Wrong    int            `json:"wrong"`
	Score    float64        `json:"score"`
	Other    float64        `json:"other"`
	Best     []engine.Move  `json:"best,omitempty"`
}

// describe returns the JSON of the nth puzzle, with its solution if solution is
// set.
func (s *puzzler) describe(n int, solution bool) puzzleJSON {
	p := s.list[n-1]
	t := s.book.Tries[p.ID()]
	j := puzzleJSON{
		Number: n, Kind: cmp.Or(p.Kind, puzzle.Winning), ID: p.ID(), Game: p.Game, Options: p.Options, Position: p.Position, Seat: p.Seat, File: p.File, Ply: p.Ply,
		Solved: t.Solved, Wrong: t.Wrong, Score: p.Score, Other: p.Other,
	}
	if solution {
		j.Best = p.Best
	}
	return j
}
