// Package lesson teaches a game with lessons.yaml, which lies beside it: boards
// with one task each, and a first match against a simple player. It keeps which
// lessons are done in one small file, and writes nothing else.
package lesson

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/computer"
	"hikyaku/internal/i18n"
)

// Course is the lessons about one game or variant.
type Course struct {
	Subject
	Lessons []*Lesson

	progress Progress
	rand     *rand.Rand
}

// Lesson is a lesson with the board that the learner is at.
type Lesson struct {
	*unit
	Done  bool // according to the file of progress
	At    int  // the index in Boards
	Right bool // whether the task of this board is done
	Plies []Ply

	match engine.Position // where the match starts; nil if it is none
}

// Ply is a position with the move that led to it.
type Ply struct {
	Position engine.Position
	Move     engine.Move // empty at the start
}

// New returns the lessons of a subject. r makes the random choices of the match.
func New(s Subject, p Progress, r *rand.Rand) (*Course, error) {
	list, err := read(s.Game, s.Set)
	if err != nil {
		return nil, err
	}
	c := &Course{Subject: s, progress: p, rand: r}
	for _, u := range list {
		l := &Lesson{unit: u}
		if u.Match != nil {
			options := engine.Options{}
			for _, set := range []engine.Options{s.Set, u.Match} {
				for key, value := range set {
					options[key] = value
				}
			}
			begun, err := computer.Begin(s.Game, options)
			if err != nil {
				return nil, err
			}
			l.match = begun.Start
		}
		if err := c.Restart(l); err != nil {
			return nil, err
		}
		c.Lessons = append(c.Lessons, l)
	}
	return c, c.Refresh()
}

// Refresh reads again which lessons are done.
func (c *Course) Refresh() error {
	lines, err := c.progress.load()
	if err != nil || c.progress.File == "" {
		return err
	}
	for _, l := range c.Lessons {
		l.Done = slices.Contains(lines, c.Game.Name+" "+l.Key)
	}
	return nil
}

// StartOver marks all lessons as not done.
func (c *Course) StartOver() error {
	var keys []string
	for _, l := range c.Lessons {
		keys = append(keys, l.Key)
	}
	if err := c.progress.set(c.Game.Name, false, keys...); err != nil {
		return err
	}
	for _, l := range c.Lessons {
		l.Done = false
		if err := c.Restart(l); err != nil {
			return err
		}
	}
	return nil
}

// Left returns the number of lessons that are not done.
func (c *Course) Left() (n int) {
	for _, l := range c.Lessons {
		if !l.Done {
			n++
		}
	}
	return n
}

// Next returns the index of the first lesson after number n that is not done,
// starting over at the end, or -1 if all are done. Lesson n itself comes last.
func (c *Course) Next(n int) int {
	for i := range c.Lessons {
		if k := (n + 1 + i) % len(c.Lessons); !c.Lessons[k].Done {
			return k
		}
	}
	return -1
}

// Name returns the numbered title of lesson i.
func (c *Course) Name(i int) i18n.Text {
	title := c.Lessons[i].Title
	return i18n.Text{En: fmt.Sprintf("%d. %s", i+1, title.En), Ja: fmt.Sprintf("%d. %s", i+1, title.Ja)}
}

// GroupOf returns the indexes of the first lesson of the group of lesson i, and
// of the first one after it.
func (c *Course) GroupOf(i int) (from, to int) {
	for from = i; from > 0 && c.Lessons[from].Group.En == ""; from-- {
	}
	for to = i + 1; to < len(c.Lessons) && c.Lessons[to].Group.En == ""; to++ {
	}
	return from, to
}

// IsMatch reports whether l is the match.
func (l *Lesson) IsMatch() bool { return l.match != nil }

// Board returns the board that the learner is at, or nil in the match.
func (l *Lesson) Board() *Board {
	if l.IsMatch() {
		return nil
	}
	return l.Boards[l.At]
}

// Start returns the position where l begins.
func (l *Lesson) Start() engine.Position {
	if l.IsMatch() {
		return l.match
	}
	return l.Boards[0].start
}

// Example returns a position to picture the subject: after the moves of the game
// for it or, for a variant, where its lessons have most pieces.
func (c *Course) Example() (p engine.Position) {
	if p, err := (engine.Diagram{Rule: &engine.Rule{ID: c.Key}, Moves: c.Game.Sample}).SetUp(c.Game); err == nil && len(c.Set) == 0 {
		return p
	}
	most := -1
	for _, l := range c.Lessons {
		n := 0
		for _, b := range l.Start().Scene().Boards {
			n += len(b.Cells) + len(b.Walls)
		}
		if n > most {
			p, most = l.Start(), n
		}
	}
	return p
}

// Last returns the current position of l.
func (l *Lesson) Last() engine.Position { return l.Plies[len(l.Plies)-1].Position }

// Ours reports whether the learner has to move or throw.
func (l *Lesson) Ours() bool { return !l.Right && l.Last().Next().Result == nil }

// Restart goes back to the first board of l, or begins the match again.
func (c *Course) Restart(l *Lesson) error {
	l.At = 0
	return c.setUp(l)
}

// Continue goes to the next board of l, if the task of this one is done and there
// is another.
func (c *Course) Continue(l *Lesson) (moved bool, err error) {
	if !l.Right || l.At+1 >= len(l.Boards) {
		return false, nil
	}
	l.At++
	return true, c.setUp(l)
}

func (c *Course) setUp(l *Lesson) error {
	l.Right = false
	if l.IsMatch() {
		l.Plies = []Ply{{Position: l.match}}
		return c.answer(l)
	}
	l.Plies = []Ply{{Position: l.Board().start}}
	return nil
}

// Played is the answer of a lesson to a legal move.
type Played struct {
	Right bool
	Text  i18n.Text
}

// Play plays a legal move. In the match the other players then move. On another
// board, a move that does not solve the task is answered and leaves the board
// unchanged. Play returns an error if the move is illegal or the progress can't
// be saved.
func (c *Course) Play(l *Lesson, m engine.Move) (Played, error) {
	q, err := l.Last().Apply(m)
	if err != nil {
		return Played{}, err
	}
	if l.IsMatch() {
		l.add(q, m)
		err := c.answer(l)
		if l.Ours() {
			return Played{Right: true}, err
		}
		return Played{true, l.Status()}, err
	}
	b := l.Board()
	if !b.accepts(m, q) {
		return Played{Text: b.answer(m)}, nil
	}
	l.add(q, m)
	l.Right = true
	if l.At+1 == len(l.Boards) {
		err = c.finish(l)
	}
	return Played{true, l.Praise()}, err
}

// Praise returns the response to the right move that was just played.
func (l *Lesson) Praise() i18n.Text {
	text := i18n.T("learn.right", "move", engine.Spell(l.Plies[0].Position, l.Plies[1].Move))
	if b := l.Board(); b.Right.En != "" {
		text = i18n.Join(text, b.Right)
	}
	return text
}

func (c *Course) finish(l *Lesson) error {
	l.Done = true
	return c.progress.set(c.Game.Name, true, l.Key)
}

// answer plays for the other players of a match until the learner is to move.
func (c *Course) answer(l *Lesson) error {
	seat := max(1, l.Seat)
	next := l.Last().Next()
	for ; next.Result == nil && engine.Due(l.Last()) != seat; next = l.Last().Next() {
		m := engine.RandomThrow(next.Throw, c.rand)
		if next.Throw == nil {
			m = computer.Simple{Rand: c.rand}.Pick(l.Last(), next.Player)
		}
		if err := l.play(m); err != nil {
			return err
		}
	}
	if next.Result != nil {
		return c.finish(l)
	}
	return nil
}

// Status tells the learner whose turn it is in the match, or how it ended.
func (l *Lesson) Status() i18n.Text {
	r := l.Last().Next().Result
	if r == nil {
		return i18n.T("learn.turn")
	}
	first := 0
	for _, place := range r.Places {
		if place == 1 {
			first++
		}
	}
	switch place := r.Places[max(1, l.Seat)-1]; {
	case place > 1:
		return i18n.T("learn.lost")
	case first > 1:
		return i18n.T("learn.drawn")
	}
	return i18n.T("learn.won")
}

// Throw throws the dice for the learner.
func (c *Course) Throw(l *Lesson) error {
	return l.play(engine.RandomThrow(l.Last().Next().Throw, c.rand))
}

// play adds a move or a throw to the match.
func (l *Lesson) play(m engine.Move) error {
	q, err := l.Last().Apply(m)
	if err == nil {
		l.add(q, m)
	}
	return err
}

// add adds a position to the board.
func (l *Lesson) add(q engine.Position, m engine.Move) {
	if _, thrown := m.Throw(); thrown {
		l.Plies[len(l.Plies)-1].Position = q
	} else {
		l.Plies = append(l.Plies, Ply{q, m})
	}
}

// Hint returns the hint of the board, or in the match a sentence about a good move, and the move.
func (l *Lesson) Hint(ctx context.Context) (i18n.Text, engine.Move, error) {
	if !l.IsMatch() {
		return l.Board().Hint, "", nil
	}
	return computer.Hint(ctx, l.Last())
}
