package match

import (
	"slices"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Errors of storing matches.
var (
	ErrChanged = i18n.Err("record.changed") // another program has changed it since it was read
	ErrNoRoom  = i18n.Err("invite.no-room") // no more invitations are stored
)

// Match is a record with its meaning. New and Append create it; it is
// immutable.
type Match struct {
	Record    *kif.Record
	Game      *engine.Game
	Options   engine.Options    // all options, with defaults for those that the record omits
	Positions []engine.Position // the start, then the position after each event
	Entries   []kif.Entry       // one for each move, ending and act; a match without invitation starts with a Begin
	State

	opened    *kif.Record // the record before anything was appended or cut, with its variations
	states    []State     // before the first event, then after each event, like Positions
	unchecked *unchecked  // of a record that is being judged; nil if each signature is checked immediately
}

// State is the state of a match after one of its events. The values it points
// to are immutable.
type State struct {
	Roster      *Roster
	Offer       *Offer                        // the pending offer, not yet agreed to by all; nil for none
	Substitutes [maxParties + 1]*Substitution // by party, the pending proposal that somebody else play on for it; nil for none
	Claim       *Claim                        // the pending claim that the player to move has missed the time limit; nil for none
	Settlement  *Settlement                   // the last proposal how to continue a forked match, agreed to by all or not; nil for none
	Paused      time.Time                     // since when the match is paused; zero if it is not
	Halted      bool                          // the umpire has paused it, and alone resumes it
	Outcome     *Outcome                      // how the match ended; nil before the end
	Keys        *Keys
	Dice        *Dice
	Clock       *Clock
	ReceiptDue  bool     // the umpire has not yet given the receipt of the last turn
	Turn        int      // the party that must act: join, move, read dice or give a receipt; 0 for none
	Undone      int      // the first move that the event undid; 0 for none
	Gone        int      // the seat that the event put out of a game of more than two seats; 0 for none
	ID          kif.Hash // the hash of the entry with which the last party joined; zero before
	Head        kif.Hash // the hash of the last entry; it does not cover throws after it

	settled   []*Settlement         // the complete settlements, which are final
	by        int                   // the party that made the event
	scribe    int                   // the party that signed it for a mail-only player; 0 for none
	ply       int                   // the number of moves of the current game, including passes
	entries   int                   // the number of entries so far
	tallies   [maxParties + 1]tally // what each party has added, except moves
	unsigned  int                   // the bytes of the unsigned lines
	thrown    []kif.Dice            // throws since the last entry
	throws    int                   // the number of throws so far
	consented kif.Question          // the request to which the event gave the last consent
}

// moment is the result of judging one event.
type moment struct {
	State
	m        *Match // the match before the event
	event    kif.Event
	position engine.Position
	entry    *kif.Entry // nil for a throw
	terms    []string   // more lines of the entry
}

// After returns the state after event i, counted from 0.
func (m *Match) After(i int) State { return m.states[i+1] }

// By returns the party that made event i, or 0 for a throw.
func (m *Match) By(i int) int { return m.states[i+1].by }

// Scribe returns the party that signed event i for a mail-only player, or 0.
func (m *Match) Scribe(i int) int { return m.states[i+1].scribe }

// Last returns the last position.
func (m *Match) Last() engine.Position { return m.Positions[len(m.Positions)-1] }

// LastEntry returns the index of the last event that is not a throw, or -1.
func (m *Match) LastEntry() int {
	return m.LastOf(func(s kif.Step) bool { _, thrown := s.(kif.Throw); return !thrown })
}

// LastOf returns the index of the last event whose step satisfies is, or -1.
func (m *Match) LastOf(is func(kif.Step) bool) int {
	for i, e := range slices.Backward(m.Record.Events) {
		if is(e.Step) {
			return i
		}
	}
	return -1
}

// EventOf returns the index of the event of entry n, counted from 0, or -1 for the Begin of a match without invitation.
func (m *Match) EventOf(n int) int {
	if n == 0 && !m.Roster.Invited {
		return -1
	}
	return slices.IndexFunc(m.states[1:], func(s State) bool { return s.entries == n+1 })
}

// TurnEntry returns the hash of the entry that gave the turn in a match by
// invitation: the last one, ignoring acts after which the same party had the turn.
func (m *Match) TurnEntry() kif.Hash {
	entry, turn := m.Hash(), 0
	for i, after := range m.states[1:] {
		switch step := m.Record.Events[i].Step; {
		case kif.IsThrow(step):
		case after.Turn != turn, !kif.IsAct(step) && after.Gone == 0:
			entry, turn = after.Head, after.Turn
		}
	}
	return entry
}

// Hash returns the hash of the first entry, which identifies the match from
// its invitation onwards.
func (m *Match) Hash() kif.Hash { return m.hash(0) }

// hash returns the hash of entry n, counted from 0.
func (m *Match) hash(n int) kif.Hash {
	if n+1 < len(m.Entries) {
		return m.Entries[n+1].Previous
	}
	return m.Head
}

// Short returns the short name of the match: the first eight hex digits of its hash.
func (m *Match) Short() string { return m.Hash().String()[:8] }

// Holds reports whether m contains an entry with this hash.
func (m *Match) Holds(entry kif.Hash) bool {
	for n := range m.Entries {
		if m.hash(n) == entry {
			return true
		}
	}
	return false
}

// Common counts the leading events that m and other have in common.
func (m *Match) Common(other *Match) (n int) {
	for n < min(len(m.states), len(other.states))-1 && m.states[n+1].Head == other.states[n+1].Head {
		n++
	}
	return n
}

// Due returns the seat to move, even if dice must be thrown first: their result does not change whose turn it is. It
// returns 0 if the match is over or has not begun.
func (m *Match) Due() int {
	if m.Outcome != nil || m.Roster.Joining() != 0 || m.Roster.PartyOf(1) == 0 {
		return 0
	}
	return engine.Due(m.Last())
}

// Mover returns the party of the seat that Due returns, or 0.
func (m *Match) Mover() int { return m.Roster.PartyOf(m.Due()) }

// turn returns the party that must act.
func (s *State) turn(p engine.Position) int {
	switch {
	case s.Outcome != nil && !s.linkDue():
		return 0
	case s.Roster.Joining() != 0:
		return s.Roster.Joining()
	case s.Outcome == nil && s.Dice.waitsForChain() != 0:
		return s.Dice.waitsForChain()
	case s.ReceiptDue:
		return s.Roster.Umpire()
	case s.Dice.next() != 0:
		return s.Dice.next()
	}
	return s.Roster.PartyOf(engine.Due(p))
}

// linkDue reports whether a throw has ended the game and its reader must still
// publish the link that proves it.
func (s *State) linkDue() bool { return s.Outcome != nil && s.Dice.Open && len(s.Dice.pending) > 0 }

// HoldsOriginal reports whether m contains the entry with this hash, or a
// repetition of it by the same party. A repetition by another party is a
// different step.
func (m *Match) HoldsOriginal(original kif.Hash, by int) bool {
	if m.Holds(original) {
		return true
	}
	for i, e := range m.Record.Events[:len(m.states)-1] {
		if e.Again == original && m.By(i) == by {
			return true
		}
	}
	return false
}

// Waiting is what a match waits for, as an identifier.
type Waiting string

// What a match can wait for.
const (
	ForAnswer     Waiting = "joining"   // a player to answer the invitation
	ForSettlement Waiting = "unsettled" // players to agree to one line of a forked match
	ForLink       Waiting = "link"      // another party's program to publish the link that reveals the dice
	ForReceipt    Waiting = "receipt"   // the umpire to pass the turn on
	ForDice       Waiting = "dice"      // dice that belong to no player
	ForThrow      Waiting = "throw"     // a player to throw and move
	ForMove       Waiting = "move"      // a player to move
	ForNothing    Waiting = "over"      // nothing: the match is over
)

// WaitsFor returns what m waits for. For a paused match, that is what it waits
// for once it is resumed.
func (m *Match) WaitsFor() Waiting {
	switch {
	case m.Outcome != nil:
		return ForNothing
	case m.Roster.Joining() != 0:
		return ForAnswer
	case m.unsettled():
		return ForSettlement
	case m.Turn != 0 && (m.Next().Throw != nil || m.Dice.Open) && m.Mover() != m.Turn:
		return ForLink
	case m.ReceiptDue:
		return ForReceipt
	case m.Due() == 0:
		return ForDice
	case m.Next().Throw != nil:
		return ForThrow
	}
	return ForMove
}

// Asked returns the request that waits for an answer and the party that makes
// it, or "" and 0.
func (m *Match) Asked() (kif.Question, int) {
	switch {
	case m.Outcome != nil:
		return "", 0
	case m.Claim != nil:
		return kif.ClaimQuestion, m.Claim.By
	case m.unsettled():
		return kif.SettleQuestion, m.Settlement.Party
	case m.Offer != nil:
		return m.Offer.Asks, m.Offer.Party
	}
	for _, s := range m.Substitutes {
		if s != nil && s.Key != "" && !s.agreed(m.Roster) {
			return kif.SubstituteQuestion, s.Party
		}
	}
	return "", 0
}

// Invitation returns the index of the event that asks somebody to play: the
// first, or the last proposal of a substitute.
func (m *Match) Invitation() int {
	return max(0, m.LastOf(func(s kif.Step) bool { _, proposes := s.(kif.Substitute); return proposes }))
}
