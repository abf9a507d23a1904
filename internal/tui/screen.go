// Package tui is the full screen of hikyaku play. Data flows one way: what happens at the terminal and what became of a job
// change the model, and the view is drawn from the model alone. Only run.go and terminal.go know a terminal.
package tui

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/picker"
)

// House is what the screen asks the rest of the program to do.
type House interface {
	// Matches returns the list: the matches that wait for the player first, the most urgent at the top.
	Matches() ([]Match, error)
	// Open returns the match in file.
	Open(file string) (Game, error)
	// Throw throws the dice that the match in file waits for, so that the player sees them before choosing.
	Throw(file string) error
	// Play records a move with words, and sends it in a match by mail. It returns what became of it.
	Play(file string, m engine.Move, said string) (told string, err error)
	// Send sends the last step, which is recorded and has not gone out.
	Send(file string) (told string, err error)
	// Act does one of the acts of the match in file, with what is written for it. It returns the file of the match then, and
	// what became of it.
	Act(file, name, text string) (now, told string, err error)
	// Keep keeps a variation from a ply of the match in file as a private note.
	Keep(file string, ply int, line []engine.Move) (told string, err error)
	// Fetch fetches what has come by mail.
	Fetch() (told string, err error)
}

// Match is a match in the list.
type Match struct {
	File  string
	Name  string // the game, the opponents and the id
	State string // what it waits for, and until when
	Waits bool   // for the player
}

// Game is a match that is looked at.
type Game struct {
	File, Name, State string
	Names             []string // the players by seat
	Clock             string
	Plies             []Ply        // the start and what followed, never empty
	Scene             engine.Scene // of the last ply, with how the match ended
	Ours              bool         // the player is to move, or to throw
	Unsent            bool         // the last step waits to be sent
	Far               bool         // the player sits at the far side
	To                string       // whom a move is sent to; empty in a match at one machine
	Question          string       // of the others, with how it is answered
	Acts              []Act        // what can be done besides a move
	Plans             []Act        // what can be done with a variation from the last ply; its moves are the text
	Text              string       // is to be read before the board is looked at: a lesson, or an invitation
}

// Act is something that can be done in a match besides a move.
type Act struct {
	Key   string // that chooses it
	Name  string // for the House
	Label string
	Wants string // what is written for it; empty for nothing
	Empty bool   // nothing may be written
	Asks  string // what is to be confirmed before it is done
}

// Ply is a position with the move that led to it.
type Ply struct {
	Position engine.Position
	Move     string   // as readers write it; empty at the start
	Said     string   // with the move
	Notes    []string // private ones
}

// Mode is what the keys do to the board.
type Mode uint8

// The modes.
const (
	Playing   Mode = iota
	Replaying      // the keys step through the record
	Trying         // the moves of both sides are tried, and nothing is recorded
)

// Entry is what a line is typed for.
type Entry uint8

// The entries.
const (
	NoEntry   Entry = iota
	AMove           // it filters the legal moves
	SomeWords       // they go with the move that is held
	SomeDice        // the faces of a throw in a variation
	AnAct           // its key
	ActWords        // they go with the act that is picked
	YesOrNo         // y or n, to the act that is picked
)

// Model is all that the screen shows.
type Model struct {
	Lang       string // "en" or "ja"
	Colour     bool
	Pieces     string // as render.TextOptions has it
	Wide, High int

	Lessons bool // the matches are lessons
	Matches []Match
	Picked  int   // in Matches, in the moves that a filter leaves, or in the acts of the game
	Game    *Game // nil while the list is shown

	Mode   Mode
	Ply    int // in Game.Plies, while replaying and trying
	Tried  []Ply
	Line   []engine.Move // that led through Tried, throws too
	Choice picker.Choice
	At     int // the touch under the cursor, in touches
	Entry  Entry
	Typed  string
	Said   string // goes with the move that is held
	Flip   bool
	Top    int // rows and columns of the chart that are scrolled away
	Left   int

	Told   string // the answer to the last key
	News   string // what has come by itself
	Help   bool
	Page   bool // the text of the game is shown
	Turned int  // how many of its lines are scrolled away
	Quit   bool
	Job    Job
}

// Job is something that the House is to do. Its Do is empty for nothing.
type Job struct {
	Do   string // one of the words below
	File string
	Move engine.Move
	Said string
	Act  string
	Ply  int
	Line []engine.Move
}

// The words of jobs.
const (
	doList  = "list"
	doOpen  = "open"
	doNext  = "next" // open the next match that waits
	doThrow = "throw"
	doPlay  = "play"
	doSend  = "send"
	doAct   = "act"
	doLook  = "look" // again, because something has come
	doKeep  = "keep"
	doFetch = "fetch"
)

// Report is what became of a job.
type Report struct {
	Matches []Match
	Game    *Game
	Told    string
	Err     error
}

// New returns the model of the list, or of the match in file if that is not empty. Its Job is to be done first.
func New(lang string, colour bool, pieces, file string) Model {
	m := Model{Lang: lang, Colour: colour, Pieces: pieces, Wide: 80, High: 24, Job: Job{Do: doList}}
	if file != "" {
		m.Job = Job{Do: doOpen, File: file}
	}
	return m
}

// Do does a job. Whatever it changes, the match is read anew.
func Do(h House, j Job) (r Report) {
	switch j.Do {
	case doThrow:
		r.Err = h.Throw(j.File)
	case doPlay:
		r.Told, r.Err = h.Play(j.File, j.Move, j.Said)
	case doSend:
		r.Told, r.Err = h.Send(j.File)
	case doAct:
		var now string
		if now, r.Told, r.Err = h.Act(j.File, j.Act, j.Said); now != "" {
			j.File = now
		}
	case doKeep:
		r.Told, r.Err = h.Keep(j.File, j.Ply, j.Line)
	case doFetch:
		r.Told, r.Err = h.Fetch()
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

// nextWaiting returns the file of the match that waits behind the one in file, the first one if it is the last; "" for none.
func nextWaiting(list []Match, file string) string {
	first, behind := "", false
	for _, m := range list {
		if m.Waits && m.File != file {
			if behind {
				return m.File
			}
			if first == "" {
				first = m.File
			}
		}
		behind = behind || m.File == file
	}
	return first
}

// Learn returns the model with what became of its job.
func (m Model) Learn(r Report) Model {
	j := m.Job
	m.Job, m.Told = Job{}, r.Told
	if r.Matches != nil || j.Do == doList {
		m = m.listed(r.Matches)
	}
	switch {
	case r.Err != nil:
		m.Told = i18n.Of(r.Err).In(m.Lang)
	case j.Do == doNext && r.Game == nil:
		m.Told = m.say("play.none-waits")
	}
	switch {
	case r.Game == nil:
	case m.Game == nil || m.Game.File != r.Game.File:
		return m.opened(r.Game)
	case j.Do == doLook:
		return m.looked(r.Game)
	case r.Err != nil && j.Do == doPlay: // what is held can be tried again
		m.Game = r.Game
	default:
		m.Game = r.Game
		return m.settle()
	}
	return m
}

// listed shows another list, with the cursor on the same match.
func (m Model) listed(list []Match) Model {
	if m.Game == nil {
		at := -1
		if m.Picked < len(m.Matches) {
			at = slices.IndexFunc(list, func(one Match) bool { return one.File == m.Matches[m.Picked].File })
		}
		if at < 0 {
			at = min(m.Picked, max(0, len(list)-1))
		}
		m.Picked = at
	}
	m.Matches = list
	return m
}

// looked shows what a match has become meanwhile. What is being chosen stays where the position does, but no question.
func (m Model) looked(g *Game) Model {
	stands := stands(m.Game, g) && m.Entry < AnAct
	m.Game = g
	switch {
	case m.Mode == Playing && !stands:
		return m.settle()
	case m.Mode != Playing && m.Ply >= len(g.Plies): // it was taken back
		return m.change(Playing)
	}
	return m
}

// stands reports whether the player finds the same task in both games.
func stands(a, b *Game) bool {
	last := func(g *Game) string { return g.Plies[len(g.Plies)-1].Position.String() }
	return a.Ours == b.Ours && len(a.Plies) == len(b.Plies) && last(a) == last(b)
}

// opened shows a match from its own side.
func (m Model) opened(g *Game) Model {
	m.Game, m.Mode, m.Flip, m.Page, m.Top = g, Playing, g.Far, g.Text != "", 0
	return m.settle()
}

// settle begins anew where the game stands, in the mode that the model has.
func (m Model) settle() Model {
	last := len(m.Game.Plies) - 1
	if m.Mode == Playing {
		m.Ply = last
	}
	m.Ply = min(m.Ply, last)
	m.Entry, m.Typed, m.Said = NoEntry, "", ""
	return m.choose()
}

// choose offers the moves of the position that is shown, none where the player has none to make.
func (m Model) choose() Model {
	m.Choice, m.At, m.Picked = picker.Choice{}, 0, 0
	if m.Mode == Trying || m.Mode == Playing && m.Game.Ours {
		m.Choice = picker.New(m.shown().Position)
	}
	return m.atFirst().scroll()
}

// atFirst puts the cursor on the first touch in the order of the moves, which is often the nearest to the action.
func (m Model) atFirst() Model {
	if open := m.Choice.Open(); len(open) > 0 {
		m.At = max(0, slices.IndexFunc(m.targets(m.chart()), func(t target) bool { return t.Touch == open[0] }))
	}
	return m
}

// shown returns the ply that is shown.
func (m Model) shown() Ply {
	if n := len(m.Tried); n > 0 && m.Mode == Trying {
		return m.Tried[n-1]
	}
	return m.Game.Plies[m.Ply]
}

// throws reports whether dice are due, which the player throws or types.
func (m Model) throws() bool {
	may := m.Mode == Trying || m.Mode == Playing && m.Game.Ours
	return may && m.shown().Position.Next().Throw != nil
}

// choosing reports whether there are moves to choose from.
func (m Model) choosing() bool { return m.Game != nil && m.Choice.Position != nil && !m.throws() }

func (m Model) say(key string, args ...any) string { return i18n.In(m.Lang, key, args...) }
