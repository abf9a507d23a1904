package match

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// add judges e: by the rules of the game and the order of play, then by its signature, dice and time. If it fits, it becomes the
// next event of m, but not of its record. n is only space, because a long record should not need one for each event.
func (m *Match) add(n *moment, e kif.Event) error {
	*n = m.moment(e)
	err := n.apply()
	if err != nil {
		return err
	}
	if n.entry != nil && m.Roster.Invited {
		if n.Keys, err = m.Keys.after(n); err != nil {
			return n.event.Misfit(i18n.T("fit.signed"), err)
		}
		if n.Dice, err = m.Dice.after(n); err != nil {
			return n.event.Misfit(i18n.T("fit.dice"), err)
		}
		n.ReceiptDue = m.Roster.umpired && n.owesReceipt()
		if n.Clock, err = m.Clock.after(n); err != nil {
			return n.event.Misfit(i18n.T("fit.time"), err)
		}
	}
	n.Turn = n.turn(n.position)
	if n.entry != nil {
		m.Entries = append(m.Entries, *n.entry)
	}
	m.Positions, m.states, m.State = append(m.Positions, n.position), append(m.states, n.State), n.State
	return nil
}

// moment returns the state in which e is judged as the next event of m.
func (m *Match) moment(e kif.Event) moment {
	n := moment{State: m.State, m: m, event: e, position: m.Last()}
	n.by, n.scribe, n.Undone, n.Gone, n.consented = 0, 0, 0, 0, kif.NoQuestion
	return n
}

// apply judges the event of n by the rules of the game and the order of play.
func (n *moment) apply() error {
	m, e := n.m, n.event
	if e.Number != 0 && e.Number != m.ply+1 {
		return &kif.Error{Line: e.Line, Found: i18n.T("found.number", "n", e.Number), Wanted: i18n.T("kif.want-number", "n", m.ply+1)}
	}
	if err := m.checkRoom(e); err != nil {
		return err
	}
	if _, thrown := e.Step.(kif.Throw); thrown {
		n.unsigned += len(e.Comment)
	}
	for _, note := range e.Notes {
		n.unsigned += len(note.Word) + len(note.Text)
	}
	if n.Roster.Invited && n.unsigned > maxUnsigned {
		return e.Misfit(i18n.T("fit.unsigned", "most", maxUnsigned), nil)
	}
	_, proposes := e.Step.(kif.Settle)
	switch {
	case m.unsettled() && !has(e.Step, settling):
		return e.Misfit(i18n.T("fit.settle-consent"), nil)
	case e.Other != "" && !proposes:
		return e.Misfit(i18n.T("fit.settle-lines"), nil)
	case e.Version != 0 && e.Step != kif.Step(kif.Invite{}) && e.Step != kif.Step(kif.Accept{}):
		return e.Misfit(i18n.T("fit.version-joining"), nil)
	}
	var err error
	switch step := e.Step.(type) {
	case kif.Throw:
		return n.throw(step)
	case kif.Move:
		err = n.move(step)
	case kif.Ending:
		err = n.end(step)
	default:
		err = n.act()
	}
	if err == nil && e.Again != (kif.Hash{}) {
		err = n.checkRepeat()
	}
	if err == nil && m.Roster.Invited {
		err = n.count(e)
	}
	if err != nil {
		return err
	}
	if has(e.Step, keepsSeat) {
		n.Substitutes[n.by] = nil
		if _, moved := e.Step.(kif.Move); moved { // or another player has made the move for a missed limit
			n.Substitutes[m.Roster.PartyOf(m.Last().Next().Player)] = nil
		}
	}
	// The entry continues the hash chain.
	entry := kif.Entry{Match: m.ID, Number: m.entries + 1, Previous: m.Head, Party: n.by, Event: n.event, Dice: m.thrown, Terms: n.terms}
	n.entry, n.entries, n.thrown, n.Head = &entry, entry.Number, nil, entry.Hash()
	if n.event.Step == kif.Step(kif.Accept{}) && n.Roster.Joining() == 0 {
		n.ID = n.Head
	}
	if proposes {
		n.Settlement.hash = n.Head
	}
	return nil
}

// maxRepeatedSays limits how many messages of rejected lines a party can repeat
// between two moves. The others are repeated later.
const maxRepeatedSays = 100

// checkRepeat checks a step repeated from a rejected line: it must be a
// resignation, an absence, a new address or a message, and m must not contain
// it. Messages are counted for each party separately, so that nobody can
// suppress another's.
func (n *moment) checkRepeat() error {
	e := n.event
	switch {
	case e.Step != kif.Step(kif.Say{}) && repetition(kif.Event{Step: e.Step}) == nil:
		return e.Misfit(i18n.T("fit.again"), nil)
	case n.m.HoldsOriginal(e.Again, n.by):
		return e.Misfit(i18n.T("fit.again-once"), nil)
	case e.Step == kif.Step(kif.Say{}):
		t := &n.tallies[n.by]
		if t.repeatedSays++; t.repeatedSays > maxRepeatedSays {
			return e.Misfit(i18n.T("fit.again-acts", "n", maxRepeatedSays), nil)
		}
		return nil
	case kif.IsAct(e.Step) && n.tallies[n.by].repeats >= maxActs:
		return e.Misfit(i18n.T("fit.again-acts", "n", maxActs), nil)
	}
	n.tallies[n.by].repeats++
	return nil
}

// throw applies a throw that the game or the toss waits for.
func (n *moment) throw(step kif.Throw) (err error) {
	if n.m.Roster.TossDue() {
		err = n.toss(step)
	} else if n.position, err = n.m.Last().Apply(engine.Move(step)); err != nil {
		err = n.event.Misfit(i18n.T("fit.throw"), err)
	}
	if err != nil {
		return err
	}
	n.throws++
	n.thrown = append(n.thrown[:len(n.thrown):len(n.thrown)], kif.Dice{Number: n.throws, Throw: step})
	n.noteResult()
	if n.Dice, err = n.m.Dice.afterThrow(n); err != nil {
		return n.event.Misfit(i18n.T("fit.throw-links"), err)
	}
	return nil
}

// toss applies the throw that seats two players.
func (n *moment) toss(step kif.Throw) error {
	faces := step.Faces()
	if len(faces) != 1 || faces[0] < 1 || faces[0] > 2 {
		return n.event.Misfit(i18n.T("fit.toss"), nil)
	}
	next, players := *n.m.Roster, n.m.Roster.Players()
	next.Seating = []int{players[faces[0]-1], players[2-faces[0]]} // face 1 gives seat 1 to the first player, face 2 to the second
	n.Roster = &next
	for seat, key := range []string{"先手", "後手"} {
		if written, given := n.m.Record.Seat(seat+1), n.Roster.Seat(seat+1); written != (kif.Seat{}) && written != given {
			return &kif.Error{Line: n.m.Record.Line(key), Found: kif.Found(written.String()), Wanted: i18n.T("fit.tossed", "seat", given)}
		}
	}
	return nil
}

// Errors of a premature move.
var (
	errForming = i18n.Err("refused.forming")
	errToss    = i18n.Err("refused.toss")
	errReceipt = i18n.Err("refused.receipt")
)

// play parses a move in any notation and applies it. It returns the canonical move and the new position.
func (m *Match) play(text string) (engine.Move, engine.Position, error) {
	switch {
	case m.Roster.Joining() != 0:
		return "", nil, errForming
	case m.Roster.TossDue():
		return "", nil, errToss
	}
	last := m.Last()
	if err := engine.CheckTurn(last.Next(), engine.Move(text)); err != nil {
		return "", nil, err
	}
	move, err := last.Parse(text)
	if err != nil {
		return "", nil, m.named(err)
	}
	p, err := last.Apply(move)
	if err != nil {
		return "", nil, m.named(err)
	}
	return move, p, nil
}

// named returns err with the players in the place of the seats, if it is a rejection.
func (m *Match) named(err error) error {
	r, rejected := errors.AsType[*engine.Rejection](err)
	if !rejected {
		return err
	}
	named := *r
	named.Args = slices.Clone(r.Args)
	for i, arg := range named.Args {
		for n := 1; n <= len(m.Roster.Seating); n++ {
			if arg.Value == engine.Seat(n, len(m.Roster.Seating)) {
				named.Args[i].Value = m.Player(n)
			}
		}
	}
	return &named
}

// move applies a move of the seat to move.
func (n *moment) move(step kif.Move) error {
	m := n.m
	if m.Outcome != nil && m.Outcome.Word != "" {
		return n.event.Misfit(i18n.T("fit.ended"), nil)
	}
	move, position, err := m.play(string(step))
	if err == nil && m.ReceiptDue {
		err = errReceipt
	}
	if err != nil {
		return n.event.Illegal(err)
	}
	seat := m.Last().Next().Player
	n.by, n.position, n.event.Step = m.Roster.PartyOf(seat), position, kif.Move(move)
	if by := n.event.Party; m.Roster.Invited && by != 0 && by != n.by {
		claim := cmp.Or(m.Claim, m.Lapsed(by, n.event.At))
		if m.Game.OnTimeout == "" || move != m.Game.OnTimeout || !claim.Confirmed(m.Roster, by) || claim.Of != n.by {
			return n.event.Misfit(i18n.T("fit.mover"), nil)
		}
		n.by, n.terms = by, []string{fmt.Sprintf("seat %d", seat)}
	}
	n.Offer, n.Claim, n.Paused = nil, nil, time.Time{}
	for party := range n.tallies { // these count what happens between two moves
		t := &n.tallies[party]
		t.acts, t.says, t.repeats, t.repeatedSays, t.claims = 0, 0, 0, 0, 0
	}
	n.ply++
	n.noteResult()
	return nil
}

// owesReceipt reports whether the receipt of the umpire, if there is one, is due
// after n: for each turn, if dice or a clock depend on it.
func (n *moment) owesReceipt() bool {
	m := n.m
	if n.Outcome != nil {
		return false
	}
	switch n.event.Step.(type) {
	case kif.Accept:
		return n.Roster.Joining() == 0 && (n.Clock.Limited() || n.Dice.Open)
	case kif.Move:
		return n.Clock.Limited() || n.Dice.Open
	case kif.OpenLink, kif.HandOver: // ends the turn if the throw left it with the opener
		closed := m.Dice.Open && !n.Dice.Open
		return closed && n.Clock.Limited() && n.Roster.PartyOf(engine.Due(n.position)) != n.by || m.ReceiptDue
	case kif.Ending: // of a seat: the others keep playing
		return n.leavesTurn() && n.Clock.Limited() || m.ReceiptDue
	case kif.Resume: // continues the turn
		return n.Clock.Limited()
	case kif.Receipt:
		return false
	}
	if n.consented == kif.RechainQuestion && n.Dice.Open && !n.Dice.umpireHasLinked() {
		return true
	}
	if n.consented == kif.SubstituteQuestion && n.leaver() == n.Roster.PartyOf(engine.Due(n.position)) && n.Clock.Limited() {
		return true
	}
	return n.Undone != 0 && n.Clock.Limited() || n.consented == kif.PauseQuestion || m.ReceiptDue
}

// Next describes what a match waits for. Exactly one field is set.
type Next struct {
	Join   int            // the party that must answer the invitation
	Player int            // the seat to move
	Throw  []int          // the sides of the dice; [2] for the toss for seats
	Result *engine.Result // the result, if the match is over
}

// Next returns what the match waits for.
func (m *Match) Next() Next { return m.next(m.Last()) }

// next returns what a match waits for in state s and position p.
func (s *State) next(p engine.Position) Next {
	switch next := p.Next(); {
	case s.Outcome != nil:
		return Next{Result: &engine.Result{Rule: s.Outcome.Rule, Places: s.Outcome.Places}}
	case s.Roster.Joining() != 0:
		return Next{Join: s.Roster.Joining()}
	case s.Roster.TossDue():
		return Next{Throw: []int{2}}
	default:
		return Next{Player: next.Player, Throw: next.Throw, Result: next.Result}
	}
}
