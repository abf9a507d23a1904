// Package tui is the full screen of hikyaku play. Data flows in one direction:
// events of the terminal and results of jobs change the model, and the view
// depends only on the model. Only run.go and terminal.go access a terminal.
package tui

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/picker"
)

// House does for the screen what needs the rest of the program.
type House interface {
	// Matches returns the list, beginning with the matches that wait for the
	// player, the most urgent first.
	Matches() ([]Match, error)
	// Open returns the match in file.
	Open(file string) (Game, error)
	// Throw throws the dice in the match in file, so that the player sees them
	// before choosing a move.
	Throw(file string) error
	// Play records a move with a message and, in a match by mail, sends it. It
	// returns a report.
	Play(file string, m engine.Move, said string) (report string, err error)
	// Send sends the last step, which is recorded but not sent.
	Send(file string) (report string, err error)
	// Act does one of the acts of the match in file, with the text typed for it.
	// It returns the file of the match to show next and a report.
	Act(file, name, text string) (now, report string, err error)
	// Hint returns a good move in the match in file, or "" if it has none to
	// suggest, and a sentence about it.
	Hint(file string) (said string, move engine.Move, err error)
	// Keep saves a variation from a ply of the match in file as a private note.
	Keep(file string, ply int, line []engine.Move) (report string, err error)
	// Fetch fetches mail and returns a report.
	Fetch() (report string, err error)
}

// Door leads from a row of the list to something else than a match. It gets the text typed for it, and returns what it opens, or
// the file of the match that now exists.
type Door func(h House, text string) (menu Menu, file string, err error)

// Analyst is a House that analyses matches.
type Analyst interface {
	// Analyse returns what each ply of the match in file was worth.
	Analyse(file string) (Analysis, error)
}

// Analysis is what an analysis found. It is shown while replaying.
type Analysis struct {
	Title string   // of the graph: whose chances it shows
	Plies []Worth  // of the start and of each ply
	Words []string // paragraphs: who stood better when, and what turned the game
	Turn  int      // the ply that turned the game; 0 for none
}

// Worth is what a ply was worth.
type Worth struct {
	Chance float64     // of winning after it, from 0 to 1
	Mark   string      // "?!", "?" or "??" of a move that lost something
	Best   engine.Move // what would have been better than a move with a mark
	Said   string      // about a move with a mark
}

// Menu is what a door opens: more rows, or a text to type.
type Menu struct {
	Title string
	About string // about the rows; may be empty
	Rows  []Match
	Asks  string // for the text with which to enter Door; "" for none
	Door  Door
	From  int // index of the row that opened it
}

// Match is a match in the list, or a row that is a door or runs a command.
type Match struct {
	File  string
	Door  Door
	Runs  []string // as in Act; Door is opened afterwards
	Name  string   // the game, the opponents and the short name
	State string   // what it waits for, and how long
	Until string   // its deadline, shown while it is picked; may be empty
	Waits bool     // whether it waits for the player
}

// Game is an open match.
type Game struct {
	File, Name, State string
	Names             []string // of the players, by seat
	You               int      // the seat of the player; 0 if several play here
	Clock             string
	Plies             []Ply        // the start and what followed; never empty
	Scene             engine.Scene // of the last ply, including how the match ended
	Ours              bool         // whether the player is to move or throw
	Over              bool
	Unsent            bool   // whether the last step is not sent yet
	Far               bool   // whether the player has the far side
	To                string // who receives the moves; "" in a local match
	Alone             bool   // whether only programs play with the player: nobody reads a message
	Question          string // the question of the other players, and how to answer it
	Notice            string // what the player should confirm elsewhere, followed by a blank
	Acts              []Act  // what the player can do besides moving
	Plans             []Act  // what the player can do with a variation from the last ply, whose moves are the text
	Text              string // to read before an invitation's board is shown, or beside that of a lesson
	Lesson            Lesson // what is shown if it is a lesson
}

// Lesson is what the screen shows of a lesson besides the board.
type Lesson struct {
	Task     string         // what to do on the board
	Framed   string         // the words of Task for the framed places
	Frames   []engine.Touch // these places
	Solution engine.Move    // a move that solves the task; "" once it is solved, and in a match
	Progress string         // within the group of lessons
}

// Act is something that the player can do in a match other than moving.
type Act struct {
	Key   string // selects the act
	Name  string // for House.Act
	Label string
	Wants string   // what to type for it; "" if nothing
	Empty bool     // whether the typed text may be empty
	Asks  string   // the question that confirms it
	Runs  []string // the arguments of the hikyaku command that does the act outside the screen; nil if House.Act does
}

// Ply is a position with the move that led to it.
type Ply struct {
	Position   engine.Position
	Move       string   // in the reader's notation; "" at the start
	Said       string   // the message with the move
	Variations []string // of the record
	Notes      []string // private notes
}

// Mode determines what the keys do to the board.
type Mode uint8

const (
	Playing   Mode = iota
	Replaying      // the keys step through the record
	Trying         // the player tries moves for both sides; nothing is recorded
)

// Entry is the kind of text being typed.
type Entry uint8

const (
	NoEntry   Entry = iota
	AMove           // a filter for the legal moves
	SomeWords       // a message for the held move
	SomeDice        // the faces of a throw in a variation
	DoorWords       // the text for a door
	AnAct           // the key of an act
	ActWords        // the text for the picked act
	YesOrNo         // y or n, to confirm the picked act
)

// Model is everything that determines what the screen shows.
type Model struct {
	Lang       string // "en" or "ja"
	Colour     bool
	Pieces     string // as in render.TextOptions
	Wide, High int

	Lessons bool // whether the matches are lessons, which have no messages
	Matches []Match
	Menus   []Menu // opened one after the other; the last one is shown instead of Matches
	Picked  int    // index in the rows of the list, the filtered moves, or the acts of the game
	Game    *Game  // nil while the list is shown
	Closed  string // the file of the match that was left, until the list is read
	Preview *Game  // that of the picked row of the list, if there is room for it

	Worth  Analysis // of Game, once the player has asked for it
	Replay bool     // whether to open a match in mode Replaying, at Ply, with the board turned around if Flip is set
	Mode   Mode
	Ply    int // index in Game.Plies, while replaying and trying
	Tried  []Ply
	Line   []engine.Move // the moves that led to Tried, including throws
	Choice picker.Choice
	At     int          // index of the target under the cursor
	Was    engine.Place // where the player has moved, so that the cursor stays near
	Entry  Entry
	Typed  string
	Said   string // message for the held move
	Flip   bool
	Hint   engine.Move // shown on the board until the position changes
	Whole  bool        // whether a crowded board shows two rows of cells in a line, instead of scrolling
	Top    int         // rows and columns of the chart scrolled out of view
	Left   int

	Told   string // the response to the last key
	News   string // what has arrived while the player did something else
	Help   bool
	Page   bool // whether the text of the game is shown
	Turned int  // number of its lines scrolled out of view
	Quit   bool
	Runs   []string // the command to run after Quit, before the screen is shown again
	Job    Job      // after Quit, for the screen that is shown again
}

// Job is something for the House to do. If Do is "", there is nothing to do.
type Job struct {
	Do   string // one of the kinds below
	File string
	Move engine.Move
	Said string
	Act  string
	Door Door
	Ply  int
	Line []engine.Move
}

// The kinds of jobs.
const (
	doList  = "list"
	doOpen  = "open"
	doEnter = "enter" // a door
	doNext  = "next"  // open the next match waiting for the player
	doThrow = "throw"
	doPlay  = "play"
	doSend  = "send"
	doAct   = "act"
	doLook  = "look" // read the match again, because something has arrived
	doKeep  = "keep"
	doFetch = "fetch"
	doShow  = "show" // open a match beside the list
)

// Report is the result of a job.
type Report struct {
	Matches []Match
	Game    *Game
	Menu    Menu // that the door opened
	Worth   Analysis
	Hint    engine.Move
	Told    string
	Err     error
	Written time.Time // as of Shared, after the job wrote and before it read
}

// New returns a model whose Job opens the match in file, or the list if file is
// "".
func New(lang string, colour bool, pieces, file string) Model {
	m := Model{Lang: lang, Colour: colour, Pieces: pieces, Wide: 80, High: 24, Job: Job{Do: doList}}
	if file != "" {
		m.Job = Job{Do: doOpen, File: file}
	}
	return m
}

// Do does a job. It reads the list and the match again, in case the job has
// changed them.
func Do(h House, j Job) (r Report) {
	switch j.Do {
	case doShow:
		g, err := h.Open(j.File)
		if g.File = j.File; err == nil {
			r.Game = &g
		}
		return r
	case doThrow:
		r.Err = h.Throw(j.File)
	case doPlay:
		r.Told, r.Err = h.Play(j.File, j.Move, j.Said)
	case doSend:
		r.Told, r.Err = h.Send(j.File)
	case doAct:
		if analyst, ok := h.(Analyst); ok && j.Act == ActAnalyse {
			r.Worth, r.Err = analyst.Analyse(j.File)
			break
		}
		if j.Act == ActHint {
			r.Told, r.Hint, r.Err = h.Hint(j.File)
			break
		}
		var now string
		if now, r.Told, r.Err = h.Act(j.File, j.Act, j.Said); now != "" {
			j.File = now
		}
	case doEnter:
		r.Menu, j.File, r.Err = j.Door(h, j.Said)
	case doKeep:
		r.Told, r.Err = h.Keep(j.File, j.Ply, j.Line)
	case doFetch:
		r.Told, r.Err = h.Fetch()
	}
	if shared, changes := h.(Shared); changes {
		r.Written = shared.Written(j.File)
	}
	var failed error
	if r.Matches, failed = h.Matches(); r.Err == nil {
		r.Err = failed
	}
	if j.Do == doNext {
		j.File = nextWaiting(r.Matches, j.File)
	}
	if j.File == "" {
		return r
	}
	if g, err := h.Open(j.File); err == nil {
		r.Game = &g
	} else if r.Err == nil {
		r.Err = err
	}
	return r
}

// nextWaiting returns the file of the first waiting match after the one in file,
// starting over at the end of the list, or "" if there is none.
func nextWaiting(list []Match, file string) string {
	first, after := "", false
	for _, m := range list {
		if m.Waits && m.File != file {
			if after {
				return m.File
			}
			if first == "" {
				first = m.File
			}
		}
		after = after || m.File == file
	}
	return first
}

// Learn returns the model updated with the report on its job.
func (m Model) Learn(r Report) Model {
	j := m.Job
	m.Job = Job{}
	if m.Preview = r.Game; j.Do == doShow {
		return m
	}
	if j.Do != doLook {
		m.Told = r.Told
	}
	if r.Matches != nil || j.Do == doList {
		m = m.listed(r.Matches)
	}
	if j.Do == doList && m.Closed != "" {
		if at := slices.IndexFunc(m.rows(), func(one Match) bool { return one.File == m.Closed }); at >= 0 {
			m.Picked = at
		}
		m.Closed = ""
	}
	switch {
	case r.Err != nil:
		m.Told = i18n.Plain(r.Err).In(m.Lang)
	case j.Do == doNext && r.Game == nil && j.File == "":
		m.Told = m.text("play.none-waits-here")
	case j.Do == doNext && r.Game == nil:
		m.Told = m.text("play.none-waits")
	}
	switch {
	case r.Menu.Title != "":
		r.Menu.From = m.Picked
		m.Menus, m.Picked, m.Entry, m.Typed = append(m.Menus, r.Menu), 0, NoEntry, ""
		if r.Menu.Asks != "" {
			m.Entry = DoorWords
		}
	case r.Game == nil:
	case m.Game == nil || m.Game.File != r.Game.File:
		return m.opened(r.Game)
	case r.Worth.Plies != nil:
		m.Game, m.Worth, m.Mode = r.Game, r.Worth, Playing
		m = m.change(Replaying)
		m.Ply = cmp.Or(m.Worth.Turn, m.Ply)
		return m.scroll()
	case j.Do == doLook:
		return m.looked(r.Game)
	case j.Do == doAct && j.Act == ActHint:
		m = m.looked(r.Game)
		m.Hint = r.Hint
	case r.Err != nil && j.Do == doPlay: // the player can try the held move again
		m.Game = r.Game
	default:
		m.Game = r.Game
		return m.settle()
	}
	return m
}

// listed shows a new list, with the cursor on the same match.
func (m Model) listed(list []Match) Model {
	if m.Game == nil && len(m.Menus) == 0 {
		at := -1
		if m.Picked < len(m.Matches) {
			if before := m.Matches[m.Picked]; before.File != "" || m.Picked > 0 { // a match that has come is more urgent than the first door
				at = slices.IndexFunc(list, func(one Match) bool {
					return one.File == before.File && one.Name == before.Name || one.File == before.File && one.File != ""
				})
			}
		}
		if at < 0 {
			at = min(m.Picked, max(0, len(list)-1))
		}
		m.Picked = at
	}
	m.Matches = list
	return m
}

// looked shows the new state of a match. It keeps the player's choice if the
// position is unchanged. What the player types, and the list of acts, always
// stay, so that no key reaches anything else.
func (m Model) looked(g *Game) Model {
	before, same := m, sameTask(m.Game, g)
	m.Game = g
	switch {
	case m.Mode == Playing && !same:
		m = m.settle()
		m.Entry, m.Typed, m.Said = before.Entry, before.Typed, before.Said
	case m.Mode != Playing && m.Ply >= len(g.Plies): // the ply was taken back
		m = m.change(Playing)
		m.Entry, m.Typed = before.Entry, before.Typed
	}
	switch {
	case m.acting():
		return m.stillActing(before)
	case m.Entry == AMove && !same:
		m.Choice = m.Choice.Type(m.Typed)
	}
	return m
}

// sameTask reports whether the player has the same task in both games.
func sameTask(a, b *Game) bool {
	last := func(g *Game) string { return g.Plies[len(g.Plies)-1].Position.String() }
	return a.Ours == b.Ours && len(a.Plies) == len(b.Plies) && last(a) == last(b)
}

// opened shows a match from the player's side of the board.
func (m Model) opened(g *Game) Model {
	replays, at := m.Replay, m.Ply
	m.Worth, m.Was = Analysis{}, engine.Place{}
	m.Game, m.Menus, m.Mode, m.Flip, m.Page, m.Top, m.Replay = g, nil, Playing, g.Far != (replays && m.Flip), g.Text != "" && !m.Lessons, 0, false
	if replays {
		m = m.change(Replaying)
		m.Ply = at
	}
	m = m.settle()
	if l := m.layout(); m.Lessons && l.side.wide == 0 && len(l.task) < len(wrapped(g.Text, m.Wide-2)) {
		m.Told = strings.TrimSpace(strings.TrimSuffix(g.Text, g.Lesson.Task)) // until the first key
	}
	return m
}

// settle starts again from the current state of the game, in the current mode.
func (m Model) settle() Model {
	last := len(m.Game.Plies) - 1
	if m.Mode == Playing {
		m.Ply = last
	}
	m.Ply = min(m.Ply, last)
	m.Entry, m.Typed, m.Said, m.Hint = NoEntry, "", "", ""
	return m.choose()
}

// choose offers the moves of the position shown, if the player is to choose one.
func (m Model) choose() Model {
	m.Choice, m.At, m.Picked = picker.Choice{}, 0, 0
	if m.Mode == Trying || m.Mode == Playing && m.Game.Ours {
		m.Choice = picker.New(m.shown().Position)
	}
	if m = m.atFirst().scroll(); m.Game.Lesson.Task != "" {
		return m
	}
	return m.scrollTo(m.lastMove) // rather than the cursor, which the next key shows
}

// atFirst puts the cursor on the next step of the player's shortest way, or near
// the last move, or before that on the first touch in the order of the moves, which
// is often near the action. In a lesson with a frame it is the first one of the
// solution, whose squares are marked anyway.
func (m Model) atFirst() Model {
	open := m.Choice.Open()
	if len(open) == 0 {
		return m
	}
	if p, ok := m.Choice.Position.(engine.Pointer); ok && m.Mode == Playing && m.Game.Lesson.Frames != nil && m.Game.Lesson.Solution != "" {
		open = p.Touches(m.Game.Lesson.Solution)
	} else if p, ok := m.Choice.Position.(engine.Pather); ok {
		if way := p.Paths()[m.Choice.Position.Next().Player-1]; len(way) > 1 {
			if at, ok := around(m.chart(), m.Choice.Position.Scene().Boards[0].ID, way[1:2]); ok {
				return m.settleCursor(target{at: at, placed: true})
			}
		}
	} else if at, ok := around(m.chart(), m.Was.Board, m.Was.Cells); ok {
		return m.settleCursor(target{at: at, placed: true})
	}
	m.At = max(0, slices.IndexFunc(m.targets(m.chart()), func(t target) bool { return t.Touch == open[0] }))
	return m
}

// rows returns the rows of the list.
func (m Model) rows() []Match {
	if n := len(m.Menus); n > 0 {
		return m.Menus[n-1].Rows
	}
	return m.Matches
}

// preview returns the file of the picked match, whose board has room beside the
// list.
func (m Model) preview() (file string, ok bool) {
	if m.Game != nil || m.Wide < previewWide || m.Picked >= len(m.rows()) {
		return "", false
	}
	file = m.rows()[m.Picked].File
	return file, file != ""
}

// file returns the file of the open match, or "".
func (m Model) file() string {
	if m.Game == nil {
		return ""
	}
	return m.Game.File
}

// show opens the match to show beside the list, if it isn't open yet.
func (m Model) show() Model {
	if file, ok := m.preview(); ok && (m.Preview == nil || m.Preview.File != file) {
		m.Job = Job{Do: doShow, File: file}
	}
	return m
}

// run leaves the screen for a command.
func (m Model) run(command []string) Model {
	m.Quit, m.Runs = true, command
	return m
}

// shown returns the ply shown.
func (m Model) shown() Ply {
	if n := len(m.Tried); n > 0 && m.Mode == Trying {
		return m.Tried[n-1]
	}
	return m.Game.Plies[m.Ply]
}

// throws reports whether the player has to throw dice, or type them in a
// variation.
func (m Model) throws() bool {
	may := m.Mode == Trying || m.Mode == Playing && m.Game.Ours
	return may && m.shown().Position.Next().Throw != nil
}

// choosing reports whether the player is choosing a move.
func (m Model) choosing() bool { return m.Game != nil && m.Choice.Position != nil && !m.throws() }

func (m Model) text(key string, args ...any) string { return i18n.In(m.Lang, key, args...) }
