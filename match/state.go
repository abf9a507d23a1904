package match

import (
	"errors"
	"slices"

	"hikyaku/engine"
	"hikyaku/kif"
)

// The errors of a place where matches lie.
var (
	ErrChanged = errors.New("the record has changed meanwhile")                // since it was read
	ErrNoRoom  = errors.New("too many invitations wait for an answer already") // another cannot wait
)

// Match is a record with its meaning. It is made whole by New and Append, and never changes.
type Match struct {
	Record    *kif.Record
	Game      *engine.Game
	Options   engine.Options    // all of them, with the defaults of those that the record leaves open
	Positions []engine.Position // the start, then the position after each of Record.Events
	Entries   []kif.Entry       // Begin where no invitation began the match, then one for each move, ending and act
	State

	past []State // after each of Record.Events
}

// State is how a match stands behind one of its events. What it points to never changes.
type State struct {
	Roster     *Roster
	Offer      *Offer      // what is asked and not yet agreed to by all; nil where nothing is
	Claim      *Claim      // of a missed limit that is neither confirmed nor contested; nil where there is none
	Settlement *Settlement // the last that was proposed, complete or not; nil where there is none
	Outcome    *Outcome    // how the match ended; nil while it goes on
	Keys       *Keys
	Dice       *Dice
	Clock      *Clock
	ReceiptDue bool     // the umpire's, of the last turn
	Turn       int      // the party that is to act: to join, to move, to read dice or to give a receipt; 0 where nobody is
	ID         kif.Hash // what the entries name: the hash of the entry with which the last party joined; zero before
	Head       kif.Hash // the hash of the last entry. Throws behind it are not yet in it

	settled []*Settlement // all that are complete: no later proposal undoes one
	by      int           // who made the event
	scribe  int           // who signed it for a letter writer; 0 where nobody did
	undone  int           // the number of the move that the event went back to; 0 for none
	entries int           // so far
	acts    int           // since the last move
	agains  int           // absences made again since then
	thrown  []kif.Dice    // since the last entry
	throws  int           // so far
	done    kif.Question  // what the event was the last to agree to
}

// moment is one event judged: what it makes of a match.
type moment struct {
	State
	m        *Match // before it
	event    kif.Event
	position engine.Position
	entry    *kif.Entry // nil for a throw
	terms    []string   // lines that belong to its entry
	waited   []int      // the dice that the match waited for before it
}

// waits is the sides of the dice that the match waits for, nil where it waits for none.
func (s *State) waits(p engine.Position) []int {
	switch {
	case s.Outcome != nil || s.Roster.Joining() != 0:
		return nil
	case s.Roster.TossDue():
		return []int{2}
	}
	return p.Next().Throw
}

// After is how the match stood behind event i, from 0.
func (m *Match) After(i int) State { return m.past[i] }

// By is the party that made event i, 0 for throws.
func (m *Match) By(i int) int { return m.past[i].by }

// Scribe is the party that signed event i for a letter writer, 0 where nobody did.
func (m *Match) Scribe(i int) int { return m.past[i].scribe }

// Last is the position at the end.
func (m *Match) Last() engine.Position { return m.Positions[len(m.Positions)-1] }

// LastEntry is the index of the last event that is no throw, -1 where there is none.
func (m *Match) LastEntry() int {
	return m.LastOf(func(s kif.Step) bool { return !kif.IsThrow(s) })
}

// LastOf is the index of the last event whose step is such, -1 where there is none.
func (m *Match) LastOf(is func(kif.Step) bool) int {
	for i, e := range slices.Backward(m.Record.Events) {
		if is(e.Step) {
			return i
		}
	}
	return -1
}

// EventOf is the index of the event that made entry n, from 0; -1 for the Begin of a match without invitation.
func (m *Match) EventOf(n int) int {
	if n == 0 && !m.Roster.Invited {
		return -1
	}
	return slices.IndexFunc(m.past, func(s State) bool { return s.entries == n+1 })
}

// Hash identifies the match from its invitation on: the hash of its first entry.
func (m *Match) Hash() kif.Hash { return m.hashes()[0] }

// Short is how people name the match: the first eight hex digits of its hash.
func (m *Match) Short() string { return m.Hash().String()[:8] }

// Holds tells whether an entry with this hash stands in m.
func (m *Match) Holds(entry kif.Hash) bool { return slices.Contains(m.hashes(), entry) }

// Undone tells whether moves were taken back with the event.
func (s State) Undone() bool { return s.undone != 0 }

// hashes are those of all entries.
func (m *Match) hashes() (list []kif.Hash) {
	for i, e := range m.Entries {
		if i > 0 {
			list = append(list, e.Previous)
		}
	}
	return append(list, m.Head)
}

// Due is the seat to move, also where dice are thrown before its turn: whose turn it is does not hang on how they fall. It is
// 0 where the match is over or has not begun.
func (m *Match) Due() int {
	if m.Outcome != nil || m.Roster.Joining() != 0 || m.Roster.PartyOf(1) == 0 {
		return 0
	}
	return engine.Due(m.Last())
}

// turn is the party that is to act.
func (s *State) turn(p engine.Position) int {
	switch {
	case s.Outcome != nil && !s.linkDue():
		return 0
	case s.Roster.Joining() != 0:
		return s.Roster.Joining()
	case s.Dice.next(s.Roster) != 0:
		return s.Dice.next(s.Roster)
	case s.ReceiptDue:
		return s.Roster.Umpire()
	}
	return s.Roster.PartyOf(engine.Due(p))
}

// linkDue tells whether a throw has ended the game and the link that proves it is still to come, which nobody else can know.
func (s *State) linkDue() bool { return s.Outcome != nil && s.Dice.open && len(s.Dice.pending) > 0 }

// opensAnew tells whether n is consent that may open an event of dice in the place of another, in the same turn.
func (n *moment) opensAnew() bool {
	return n.done == kif.RechainQuestion || n.done == kif.SettleQuestion
}

// holds tells whether the entry with this hash stands in m, or was made again there by the party whose it is: what another
// party calls so is another step.
func holds(m *Match, original kif.Hash, by int) bool {
	if m.Holds(original) {
		return true
	}
	for i, e := range m.Record.Events[:len(m.past)] {
		if e.Again == original && m.By(i) == by {
			return true
		}
	}
	return false
}
