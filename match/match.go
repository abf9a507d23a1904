// Package match implements the rules of a match by correspondence. It turns a record into an immutable Match, or into the
// error that names the offending line. It uses no files, no mail and no clock.
//
// New judges a record event by event: the rules of the game, who may act
// (Roster), requests and consent (Offer, Claim, Settlement), signatures
// (Keys), committed dice (Dice) and time limits (Clock). Append adds one event
// under the same rules. Meet determines which of two lines of one match is
// valid. PROTOCOL.md specifies all of this.
package match

import (
	"errors"
	"slices"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Version is the highest version of the protocol that this program plays (PROTOCOL.md, Versions).
const Version = 1

// Copy is a match and the name of the file that holds it.
type Copy struct {
	File string
	*Match
}

// New judges r as a record of g. The error is a *kif.Error with the line of
// the first event that does not fit; it wraps an *engine.Rejection if a rule
// of the game rejects the event.
func New(r *kif.Record, g *engine.Game) (*Match, error) { return judgeRecord(r, g, false) }

// Stored judges r as New does, except for its signatures, which take most of
// the time to check. It is for records that New has accepted before, with the
// same entries and under the same Law; marks of what was sent are no part of an
// entry. New need not check these signatures again in another record.
func Stored(r *kif.Record, g *engine.Game) (*Match, error) { return judgeRecord(r, g, true) }

func judgeRecord(r *kif.Record, g *engine.Game, stored bool) (*Match, error) {
	m, err := newMatch(r, g)
	if err != nil {
		return nil, err
	}
	size := len(r.Events)
	m.states, m.Positions = append(make([]State, 0, size+1), m.states...), append(make([]engine.Position, 0, size+1), m.Positions...)
	m.Entries = append(make([]kif.Entry, 0, size+1), m.Entries...)
	later := &unchecked{}
	m.unchecked = later
	n := new(moment) // one for all events of a long record
	for i, e := range r.Events {
		later.event = i
		if err = m.add(n, e); err != nil {
			break
		}
	}
	m.unchecked = nil // events appended later have not been checked
	if stored {
		verified.add(later.list...)
	} else if bad := firstBad(later.list); bad >= 0 {
		i := later.list[bad].event
		before := *m
		before.Positions, before.states, before.State = m.Positions[:i+1], m.states[:i+1], m.states[i]
		before.Entries = m.Entries[:before.entries]
		return nil, before.add(n, r.Events[i]) // now with its signature
	}
	if err != nil {
		return nil, err
	}
	// Exactly the plies that were taken back are in comment lines, so that other
	// programs read the current game.
	taken := m.takenBack()
	for i, e := range r.Events {
		switch {
		case taken[i] && !e.Undone:
			return nil, e.Misfit(i18n.T("fit.taken-back"), nil)
		case e.Undone && !taken[i]:
			return nil, e.Misfit(i18n.T("fit.not-taken-back"), nil)
		}
	}
	return m, nil
}

// newMatch returns the match before its first event.
func newMatch(r *kif.Record, g *engine.Game) (*Match, error) {
	if name := r.Game(); name != g.Name {
		found := i18n.T("found.other-program")
		if name != "" {
			found = i18n.T("found.record", "game", kif.Quote(name))
		}
		return nil, &kif.Error{Line: r.Line("ゲーム"), Found: found, Wanted: i18n.T("fit.game", "game", g.Name)}
	}
	options, err := g.Recorded(r.Options())
	if err != nil {
		return nil, &kif.Error{Line: r.Line("設定"), Found: kif.Found(r.Header("設定")), Wanted: i18n.T("fit.options", "game", g.Name), Err: err}
	}
	position, err := startPosition(r, g, options)
	if err != nil {
		return nil, err
	}
	roster, err := newRoster(r, g.Seats(options))
	if err != nil {
		return nil, err
	}
	roster.Out = engine.Out(position)
	clock := &Clock{umpired: roster.umpired}
	if limit := r.PerMove(); roster.Invited { // without an invitation, it is for information only
		if clock.Control, err = ParseControl(limit); err != nil {
			return nil, &kif.Error{Line: r.Line("持ち時間"), Found: kif.Found(limit), Wanted: i18n.T("fit.limit"), Err: err}
		}
	}
	m := &Match{Record: r, opened: r, Game: g, Options: options, Positions: []engine.Position{position}}
	m.State = State{Roster: roster, Keys: &Keys{}, Dice: &Dice{umpire: roster.Umpire()}, Clock: clock}
	if !roster.Invited {
		first := kif.Entry{Number: 1, Event: kif.Event{Step: kif.Begin{}, Comment: r.Comment}, Terms: r.Terms()}
		m.Entries, m.entries = []kif.Entry{first}, 1
		m.Head = first.Hash()
		m.ID = m.Head
	}
	m.Turn = m.State.turn(position)
	m.states = []State{m.State}
	return m, nil
}

// startPosition returns the position before the first event.
func startPosition(r *kif.Record, g *engine.Game, options engine.Options) (engine.Position, error) {
	if text := r.Start(); text != "" {
		p, err := g.Parse(options, text)
		if err != nil {
			return nil, &kif.Error{Line: r.Line("開始局面"), Found: kif.Found(text), Wanted: i18n.T("fit.position", "game", g.Name), Err: err}
		}
		return p, nil
	}
	p, err := g.Start(options)
	if err != nil {
		return nil, &kif.Error{Line: r.Line("設定"), Found: kif.Found(r.Header("設定")), Wanted: i18n.T("fit.options-together"), Err: err}
	}
	return p, nil
}

// Append returns m with events appended, also to its record. The events must
// be as Draft returns them, and signed in a match by invitation. The error is
// the *engine.Rejection of a move, or one of New or kif.Record.Append.
func (m *Match) Append(events ...kif.Event) (*Match, error) {
	next := *m
	next.Positions, next.Entries, next.states = slices.Clip(m.Positions), slices.Clip(m.Entries), slices.Clip(m.states)
	next.Record = m.Record.Copy()
	for _, e := range events {
		e = e.Clean() // judge e in the form that the record will hold
		tossDue := next.Roster.TossDue()
		if err := next.add(new(moment), e); err != nil {
			return nil, rejectionIn(err)
		}
		if e.Closing == "" && next.Outcome != nil {
			e.Closing = next.closing(e)
		}
		var err error
		if tossDue && !next.Roster.TossDue() && next.Record.Seat(1) == (kif.Seat{}) {
			if next.Record, err = next.Record.Seated(next.Roster.Seat(1), next.Roster.Seat(2)); err != nil {
				return nil, err
			}
			next.Record = next.Record.Copy()
		}
		if err := next.Record.Add(e); err != nil {
			return nil, err
		}
		if next.Undone != 0 {
			if next.Record, err = next.marked(); err != nil {
				return nil, err
			}
			next.Record = next.Record.Copy()
		}
	}
	return &next, nil
}

// marked returns the record of m with exactly the plies that were taken back
// in comment lines.
func (m *Match) marked() (*kif.Record, error) {
	taken := m.takenBack()
	return m.Record.TakeBack(func(i int) bool { return taken[i] })
}

// Draft is an event in the form for the record, before it is signed.
type Draft struct {
	Event kif.Event
	Entry kif.Entry // the entry to sign
	Due   *Due      // the link that the event must carry; nil for none
}

// Draft completes e as the next event: a move becomes canonical, the total
// time of the seat is added up, and an ending names its seat unless that is
// the seat to move in a match of two. Its errors are those of Append.
func (m *Match) Draft(e kif.Event) (Draft, error) {
	e, err := m.completed(e)
	if err != nil {
		return Draft{}, err
	}
	n := m.moment(e)
	if err := n.apply(); err != nil {
		return Draft{}, rejectionIn(err)
	}
	d := Draft{Event: e}
	if n.entry != nil {
		d.Entry, d.Due = *n.entry, m.Dice.dueLink(&n)
	}
	return d, nil
}

// completed returns e in the form that the record holds.
func (m *Match) completed(e kif.Event) (kif.Event, error) {
	seat, next := 0, m.Last().Next()
	switch step := e.Step.(type) {
	case kif.Move:
		canonical, _, err := m.play(string(step))
		if err != nil {
			return e, rejectionIn(err)
		}
		seat, e.Step = next.Player, kif.Move(canonical)
	case kif.Ending:
		seat = m.seatOf(e, step)
		if len(m.Roster.Seating) > 2 {
			e.Seat = seat
		} else if e.Seat == next.Player {
			e.Seat = 0
		}
	}
	if e.Total <= 0 && e.Spent >= 0 && seat != 0 {
		e.Total = m.spent(seat) + min(e.Spent, kif.MaxSpent)
	}
	return e.Clean(), nil
}

// spent returns the thinking time of a seat so far in the current game, at
// most kif.MaxSpent.
func (m *Match) spent(seat int) (total time.Duration) {
	for i, e := range m.Record.Events {
		if e.Undone {
			continue
		}
		mover := m.Positions[i].Next().Player
		if _, ended := e.Step.(kif.Ending); ended && e.Seat != 0 {
			mover = e.Seat
		}
		if e.Spent > 0 && mover == seat {
			total = min(total+e.Spent, kif.MaxSpent)
		}
	}
	return total
}

// rejectionIn returns the *engine.Rejection that err wraps, or err itself.
func rejectionIn(err error) error {
	if rejection := new(engine.Rejection); errors.As(err, &rejection) {
		return rejection
	}
	return err
}

// Cut returns the match after its first n events.
func (m *Match) Cut(n int) *Match {
	if n >= len(m.states)-1 {
		return m
	}
	c := *m
	c.Record, c.Positions, c.states, c.State = m.Record.Cut(n), m.Positions[:n+1:n+1], m.states[:n+1:n+1], m.states[n]
	c.Entries = m.Entries[:c.entries:c.entries]
	var err error
	if c.Record, err = c.marked(); err != nil {
		panic("a record that was judged cannot be written: " + err.Error())
	}
	if m.Roster.Tossed && c.Roster.PartyOf(1) == 0 {
		c.Record = unseated(c.Record)
	}
	return &c
}

// unseated returns r without the headers in which Append recorded the result
// of a toss, which the next toss may change.
func unseated(r *kif.Record) *kif.Record {
	bare := *r
	bare.Headers = slices.DeleteFunc(slices.Clone(r.Headers), func(h kif.Header) bool {
		return slices.Contains([]string{"先手", "後手", "下手", "上手"}, h.Key)
	})
	if c, err := bare.Rewrite(r.Encoding); len(bare.Headers) < len(r.Headers) && err == nil {
		return c
	}
	return r
}

// Invite returns a match that begins with the invitation e. The record r has
// no events; sign signs the bytes of the entry.
func Invite(r *kif.Record, g *engine.Game, e kif.Event, sign func(entry []byte) kif.Signature) (*Match, error) {
	draft, err := r.Append(e)
	if err != nil {
		return nil, err
	}
	m, err := newMatch(draft, g)
	if err != nil {
		return nil, err
	}
	n := m.moment(draft.Events[0])
	if err := n.apply(); err != nil {
		return nil, rejectionIn(err)
	}
	e.Sign = sign(n.entry.Bytes())
	if r, err = r.Append(e); err != nil {
		return nil, err
	}
	return New(r, g)
}
