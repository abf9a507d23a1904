// Package lesson teaches a game: its aim, its rules one at a time on a board for
// trying them, and a first match against a simple player. It writes no files.
package lesson

import (
	"math/rand/v2"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/computer"
	"hikyaku/internal/i18n"
)

// Course is the lessons about one game.
type Course struct {
	Title   i18n.Text // of the game
	Lessons []*Lesson
	rand    *rand.Rand
}

// Lesson is a board for learning something. It is done after one move, when its
// match is over, or, if it shows a finished game, when it is opened.
type Lesson struct {
	Rule    string // its identifier; "" for the introduction and the match
	Name    i18n.Text
	Text    i18n.Text // what to learn
	Refused string    // a move that the rule forbids, as in records; "" if none
	Allowed string    // an example of a legal move; "" if none in particular
	Match   bool      // whether it is a match against a simple player
	Done    bool
	Plies   []Ply

	start engine.Position
}

// Ply is a position with the move that led to it.
type Ply struct {
	Position engine.Position
	Move     engine.Move // empty at the start
}

// New returns the lessons of a game with some of its options set. r makes the
// random choices of the match.
func New(g *engine.Game, set engine.Options, r *rand.Rand) (*Course, error) {
	begun, err := computer.Begin(g, set)
	if err != nil {
		return nil, err
	}
	c := &Course{Title: g.Called(begun.Options), rand: r}
	c.add(&Lesson{Name: i18n.T("learn.about"), Text: g.Summary(begun.Options), Allowed: first(begun.Start)}, begun.Start)
	for _, d := range Diagrams(g) {
		p, err := d.SetUp(g)
		if err != nil {
			return nil, err
		}
		text, _ := engine.Section(g, d.Rule.ID)
		allowed, _, _ := strings.Cut(strings.TrimSpace(d.Allowed), " ")
		c.add(&Lesson{Rule: d.Rule.ID, Name: i18n.Same(d.Rule.ID), Text: headless(text), Refused: d.Refused, Allowed: allowed}, p)
	}
	c.add(&Lesson{Name: i18n.T("learn.match"), Text: i18n.T("learn.match.text", "game", c.Title), Match: true}, begun.Start)
	return c, nil
}

func (c *Course) add(l *Lesson, start engine.Position) {
	l.start = start
	l.Again()
	c.Lessons = append(c.Lessons, l)
}

// first returns the first legal move of p, or "".
func first(p engine.Position) string {
	for m := range p.Moves() {
		return string(m)
	}
	return ""
}

// teaching is the order in which kinds of rules are taught: how to move, at ""
// all kinds not listed, what is rare, and how a game ends. The kind of a rule is
// the first word of its identifier.
var teaching = []string{"move", "pawn", "head", "join", "square", "place", "", "pass", "declare", "overline", "renju", "end"}

// Diagrams returns the diagrams of g for lessons, in the order of teaching and,
// within a kind, of the manual.
func Diagrams(g *engine.Game) []engine.Diagram {
	turn := func(d engine.Diagram) int {
		kind, _, _ := strings.Cut(d.Rule.ID, ".")
		if i := slices.Index(teaching, kind); i >= 0 {
			return i
		}
		return slices.Index(teaching, "")
	}
	list := slices.DeleteFunc(slices.Clone(g.AllDiagrams()), func(d engine.Diagram) bool {
		p, err := d.SetUp(g)
		if err != nil || d.Refused == "" {
			return false
		}
		_, err = p.Parse(d.Refused)
		return err != nil
	})
	return slices.SortedStableFunc(slices.Values(list), func(a, b engine.Diagram) int { return turn(a) - turn(b) })
}

// headless returns a section of a manual without its heading.
func headless(section i18n.Text) i18n.Text {
	for _, text := range []*string{&section.En, &section.Ja} {
		_, rest, _ := strings.Cut(*text, "\n")
		*text = strings.TrimSpace(strings.ReplaceAll(rest, "`", ""))
	}
	return section
}

// Last returns the current position of l.
func (l *Lesson) Last() engine.Position { return l.Plies[len(l.Plies)-1].Position }

// Over reports whether the game on the board of l has ended.
func (l *Lesson) Over() bool { return l.Last().Next().Result != nil }

// Ended reports whether l shows a finished game from the start.
func (l *Lesson) Ended() bool { return l.start.Next().Result != nil }

// Ours reports whether the learner can do something in l.
func (l *Lesson) Ours() bool { return !l.Over() && (l.Match || !l.Done) }

// Spell returns a move in the starting position of l as readers of each language
// write it.
func (l *Lesson) Spell(text string) i18n.Text {
	m, err := l.start.Parse(text)
	if err != nil {
		return i18n.Same(text)
	}
	return engine.Spell(l.start, m)
}

// Look must be called when l is shown.
func (l *Lesson) Look() { l.Done = l.Done || l.Over() }

// Again resets the board to the start.
func (l *Lesson) Again() { l.Plies, l.Done = []Ply{{Position: l.start}}, false }

// Play plays a move and, in a match, the answers of the other players.
func (c *Course) Play(l *Lesson, m engine.Move) error {
	seat := l.Last().Next().Player
	if err := l.play(m); err != nil {
		return err
	}
	if !l.Match {
		l.Done = true
		return nil
	}
	for next := l.Last().Next(); next.Result == nil && engine.Due(l.Last()) != seat; next = l.Last().Next() {
		m := engine.RandomThrow(next.Throw, c.rand)
		if next.Throw == nil {
			m = computer.Simple{Rand: c.rand}.Pick(l.Last(), next.Player)
		}
		if err := l.play(m); err != nil {
			return err
		}
	}
	return nil
}

// Throw throws the dice for the player to move.
func (c *Course) Throw(l *Lesson) error {
	return l.play(engine.RandomThrow(l.Last().Next().Throw, c.rand))
}

// play adds a move or a throw to the lesson.
func (l *Lesson) play(m engine.Move) error {
	p, err := l.Last().Apply(m)
	if err != nil {
		return err
	}
	if _, thrown := m.Throw(); thrown {
		l.Plies[len(l.Plies)-1].Position = p
	} else {
		l.Plies = append(l.Plies, Ply{p, m})
	}
	return nil
}
