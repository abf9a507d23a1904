// Package match is the law of correspondence, pure: a record goes in, one Match comes out that never changes, or the error
// that names the line. It knows no files, no mail and no clock of the machine.
//
// New judges a record event by event: the rules of the game, who may act (Roster), what is asked and agreed to (Offer,
// Claim, Settlement), signatures (Keys), committed dice (Dice) and time limits (Clock). Append adds one event under the
// same law. Meet tells which of two lines of one match stands. PROTOCOL.md is the law in words.
package match

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
)

// New judges r as a record of g. Its error is a *kif.Error with the line of the first event that does not fit; where a rule
// of the game refuses it, the *engine.Rejection is found by errors.As.
func New(r *kif.Record, g *engine.Game) (*Match, error) {
	m, err := begin(r, g)
	if err != nil {
		return nil, err
	}
	for _, e := range r.Events {
		n, err := then(m, e)
		if err != nil {
			return nil, err
		}
		grow(m, n)
	}
	return m, nil
}

// begin is the match before its first event.
func begin(r *kif.Record, g *engine.Game) (*Match, error) {
	options, err := settings(r, g)
	if err != nil {
		return nil, err
	}
	position, err := start(r, g, options)
	if err != nil {
		return nil, err
	}
	roster, err := newRoster(r, g.Seats(options))
	if err != nil {
		return nil, err
	}
	m := &Match{Record: r, Game: g, Options: options, Positions: []engine.Position{position}}
	m.State = State{Roster: roster, Keys: &Keys{}, Dice: &Dice{}, Clock: newClock(r, roster)}
	if !roster.Invited {
		first := kif.Entry{Number: 1, Event: kif.Event{Step: kif.Begin{}, Comment: r.Comment}, Terms: r.Terms()}
		m.Entries, m.entries = []kif.Entry{first}, 1
		m.Head = first.Hash()
		m.ID = m.Head
	}
	m.Turn = m.State.turn(position)
	return m, nil
}

func settings(r *kif.Record, g *engine.Game) (engine.Options, error) {
	if name := r.Game(); name != g.Name {
		found := "a record of another program"
		if name != "" {
			found = "a record of " + kif.Quote(name)
		}
		return nil, &kif.Error{Line: r.Line("ゲーム"), Found: found, Wanted: fmt.Sprintf("a record of %s (ゲーム：%[1]s)", g.Name)}
	}
	options, err := g.Resolve(r.Options())
	if err != nil {
		return nil, &kif.Error{Line: r.Line("設定"), Found: kif.Quote(r.Header("設定")), Wanted: "options of " + g.Name, Err: err}
	}
	return options, nil
}

// start is the position before the first event.
func start(r *kif.Record, g *engine.Game, options engine.Options) (engine.Position, error) {
	if text := r.Start(); text != "" {
		p, err := g.Parse(options, text)
		if err != nil {
			return nil, &kif.Error{Line: r.Line("開始局面"), Found: kif.Quote(text), Wanted: "a position of " + g.Name, Err: err}
		}
		return p, nil
	}
	p, err := g.Start(options)
	if err != nil {
		return nil, &kif.Error{Line: r.Line("設定"), Found: kif.Quote(r.Header("設定")), Wanted: "options that go together", Err: err}
	}
	return p, nil
}

// grow puts a moment at the end of a match that nobody has seen yet.
func grow(m *Match, n *moment) {
	if n.entry != nil {
		m.Entries = append(m.Entries, *n.entry)
	}
	m.Positions = append(m.Positions, n.position)
	m.past = append(m.past, n.State)
	m.State = n.State
}

// Append is m with e at its end, in its record too. e must be as Draft completes it, and signed where the match began by
// invitation. Its error is the *engine.Rejection of a move, else what New or Record.Append would say.
func (m *Match) Append(e kif.Event) (*Match, error) {
	e = kif.Clean(e) // what the record will hold is judged, not what it was made from
	n, err := then(m, e)
	if err != nil {
		return nil, cause(err)
	}
	next := *m
	next.Positions, next.Entries, next.past = slices.Clip(m.Positions), slices.Clip(m.Entries), slices.Clip(m.past)
	grow(&next, n)
	if e.Closing == "" {
		e.Closing = closing(&next, e)
	}
	if m.Roster.TossDue() && !n.Roster.TossDue() && m.Record.Seat(1) == (kif.Seat{}) {
		if next.Record, err = m.Record.Seated(n.Roster.Seat(1), n.Roster.Seat(2)); err != nil {
			return nil, err
		}
	}
	next.Record, err = next.Record.Append(e)
	return &next, err
}

// Draft is an event as it will stand in the record, before it is signed.
type Draft struct {
	Event kif.Event
	Entry kif.Entry // what is to be signed
	Due   *Due      // the link that it must carry; nil for none
}

// Draft completes e as the next event: a move becomes canonical, the seat's total time is added up, an ending names its seat
// where that is not the seat to move or where there are more than two. Its errors are those of Append.
func (m *Match) Draft(e kif.Event) (Draft, error) {
	e, err := completed(m, e)
	if err != nil {
		return Draft{}, err
	}
	n, err := played(m, e)
	if err != nil {
		return Draft{}, cause(err)
	}
	d := Draft{Event: e}
	if n.entry != nil {
		d.Entry, d.Due = *n.entry, m.Dice.owed(n)
	}
	return d, nil
}

// completed is e as it belongs in the record.
func completed(m *Match, e kif.Event) (kif.Event, error) {
	seat, next := 0, m.Last().Next()
	switch step := e.Step.(type) {
	case kif.Move:
		canonical, _, err := play(m, string(step))
		if err != nil {
			return e, cause(err)
		}
		seat, e.Step = next.Player, kif.Move(canonical)
	case kif.Ending:
		seat = concerned(m, e, step)
		if len(m.Roster.Seating) > 2 {
			e.Seat = seat
		} else if e.Seat == next.Player {
			e.Seat = 0
		}
	}
	if e.Total <= 0 && e.Spent >= 0 && seat != 0 {
		e.Total = spent(m, seat) + e.Spent
	}
	return kif.Clean(e), nil
}

// spent is the thinking time of a seat so far.
func spent(m *Match, seat int) (total time.Duration) {
	for i, e := range m.Record.Events {
		mover := m.Positions[i].Next().Player
		if _, ended := e.Step.(kif.Ending); ended && e.Seat != 0 {
			mover = e.Seat
		}
		if e.Spent > 0 && mover == seat {
			total += e.Spent
		}
	}
	return total
}

// cause is the rejection in an error, where there is one.
func cause(err error) error {
	if rejection := new(engine.Rejection); errors.As(err, &rejection) {
		return rejection
	}
	return err
}

// Cut is the match as it stood after its first n events.
func (m *Match) Cut(n int) *Match {
	if n >= len(m.past) {
		return m
	}
	entries := 0
	if n > 0 {
		entries = m.past[n-1].entries
	} else if !m.Roster.Invited {
		entries = 1
	}
	c := *m
	c.Record, c.Positions, c.past, c.Entries = m.Record.Cut(n), m.Positions[:n+1:n+1], m.past[:n:n], m.Entries[:entries:entries]
	c.State = m.stateAt(n)
	if m.Roster.Tossed && c.Roster.PartyOf(1) == 0 {
		c.Record = unseated(c.Record)
	}
	return &c
}

// unseated is r without the headers in which Append writes how a toss fell: the next may fall the other way.
func unseated(r *kif.Record) *kif.Record {
	bare := *r
	bare.Headers = slices.DeleteFunc(slices.Clone(r.Headers), func(h kif.Header) bool { return h.Key == "先手" || h.Key == "後手" })
	if c, err := bare.Rewrite(r.Encoding); len(bare.Headers) < len(r.Headers) && err == nil {
		return c
	}
	return r
}

// stateAt is how the match stood after its first n events.
func (m *Match) stateAt(n int) State {
	if n > 0 {
		return m.past[n-1]
	}
	first, err := begin(m.Record, m.Game)
	if err != nil {
		panic("a record that was judged is refused: " + err.Error())
	}
	return first.State
}

// Invite is the match that begins with an invitation: r, which has no events, and e, which sign signs.
func Invite(r *kif.Record, g *engine.Game, e kif.Event, sign func(entry []byte) kif.Signature) (*Match, error) {
	draft, err := r.Append(e)
	if err != nil {
		return nil, err
	}
	m, err := begin(draft, g)
	if err != nil {
		return nil, err
	}
	n, err := played(m, draft.Events[0])
	if err != nil {
		return nil, cause(err)
	}
	e.Sign = sign(n.entry.Bytes())
	if r, err = r.Append(e); err != nil {
		return nil, err
	}
	return New(r, g)
}
