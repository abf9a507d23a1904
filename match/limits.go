package match

import (
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// The number of events of a match by invitation, including throws. All
// programs use the same limits, so that a step that one player can sign can be
// read by the others.
const (
	MaxEvents  = 10_000 // a record with more is refused
	fullEvents = 9_800  // from here on the match can only be ended
	lastEvents = 9_900  // from here on only an ending and its proof are allowed
	WarnEvents = 9_000  // from here on programs warn
)

// maxActs limits how many acts, and separately how many messages, a party can
// add between two moves. Each party has its own limit, so that nobody's
// messages keep anybody else from a step.
const maxActs = 30

// allActs limits how many acts, and separately how many messages, all parties
// together can add in a match. Each party has an equal share, and the
// remaining events are left for moves.
const allActs = 2_000

// Limits, in bytes, of what is not needed for playing, so that a record of
// MaxEvents can be written and sent.
const (
	maxAct      = 512       // for an act
	freeWords   = 128       // for the words of a step that are not counted
	allWords    = 2 << 20   // for all longer words of a match; each party has an equal share
	maxUnsigned = 256 << 10 // for all unsigned lines, such as those of a newer program
)

// tally counts what a party has added to a record, except moves.
type tally struct {
	acts, says, repeats, repeatedSays, claims int // since the last move
	allActs, allSays                          int // in the whole match
	words                                     int // the bytes of its words and acts in the whole match
}

// full reports whether m has so many events that it can only be ended.
func (m *Match) full() bool { return m.Roster.Invited && len(m.states)-1 >= fullEvents }

// RoomText returns a warning if m has reached, or nearly reached, the maximum
// number of events, and an empty text otherwise.
func (m *Match) RoomText() i18n.Text {
	switch n := len(m.states) - 1; {
	case !m.Roster.Invited || m.Outcome != nil || n < WarnEvents:
		return i18n.Text{}
	case m.full():
		return i18n.T("room.full", "n", n)
	default:
		return i18n.T("room.low", "n", n, "full", fullEvents)
	}
}

// checkRoom returns an error if a record with the events of m has no room for e.
func (m *Match) checkRoom(e kif.Event) error {
	if !m.Roster.Invited {
		return nil
	}
	_, ending := e.Step.(kif.Ending)
	ends := ending || m.Outcome != nil
	switch n := len(m.states) - 1; {
	case n >= MaxEvents:
		return e.Misfit(i18n.T("fit.most-events", "most", MaxEvents), nil)
	case n >= lastEvents && !ends:
		return e.Misfit(i18n.T("fit.ending-only", "n", n), nil)
	case n >= fullEvents && !ends && !has(e.Step, atFull):
		return e.Misfit(i18n.T("fit.full", "n", n), nil)
	}
	return nil
}

// count adds e to the tally of its party, n.by. It returns an error if the
// party has added too much.
func (n *moment) count(e kif.Event) error {
	t, share := &n.tallies[n.by], len(n.Roster.Parties)
	says, again := e.Step == kif.Step(kif.Say{}), e.Again != (kif.Hash{})
	_, moved := e.Step.(kif.Move)
	_, ended := e.Step.(kif.Ending)
	switch {
	case moved || ended:
	case again && says: // checkRepeat counts those between two moves
		t.allSays++
	case again:
		t.allActs++
	case says:
		t.says, t.allSays = t.says+1, t.allSays+1
	case e.Step == kif.Step(kif.Claim{}):
		t.claims++
	case !has(e.Step, uncounted) && n.m.Roster.Joining() == 0:
		t.acts, t.allActs = t.acts+1, t.allActs+1
	}
	if text := len(e.Comment); text > freeWords {
		t.words += text
	}
	if _, unknown := e.Step.(kif.Unknown); unknown {
		t.words += len(e.Step.String())
	}
	most := maxActs
	if has(e.Step, settling) {
		most *= 2 // a party's other acts must not prevent it from settling
	}
	switch {
	case t.acts > most || t.says > maxActs || t.claims > maxActs:
		return e.Misfit(i18n.T("fit.acts", "n", maxActs), nil)
	case t.allActs > allActs/share || t.allSays > allActs/share:
		return e.Misfit(i18n.T("fit.all-acts", "n", allActs/share), nil)
	case t.words > allWords/share:
		return e.Misfit(i18n.T("fit.all-words", "n", allWords/share, "short", freeWords), nil)
	}
	return nil
}
