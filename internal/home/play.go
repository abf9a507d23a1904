package home

import (
	"crypto/rand"
	"math/big"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// Turn is a move to play.
type Turn struct {
	Move    string // in any notation that the game reads
	Seat    int    // the seat that plays it; 0 for the seat to move
	Throw   string // the faces of real dice, "4" or "3,2"; if empty, the machine throws
	Comment string // written with the move
	Draw    bool   // offer a draw with it, in a match by invitation
	Post    bool   // hand it to the courier, after which it cannot be undone
}

// Play plays t in the match in c. A throw made by the machine is written before the move is judged, so that it cannot be
// repeated.
func (d *Desk) Play(c Copy, t Turn) (Copy, error) {
	file := c.File
	if !c.Roster.Invited && t.Throw == "" && c.Next().Throw != nil && d.checkSeat(c.Match, t.Seat) == nil {
		var err error
		if c, err = d.Throw(c, ""); err != nil {
			return Copy{}, err
		}
	}
	c, err := d.Change(c, func(m *match.Match) (*match.Match, error) {
		after, err := d.playTurn(m, t)
		if err == nil && t.Draw {
			err = d.noteDraw(Copy{File: file, Match: m})
		}
		if err != nil || !t.Post {
			return after, err
		}
		return d.withDraw(Copy{File: file, Match: after})
	})
	if err == nil && t.Post && c.Turn != d.Party(c.Match) {
		_ = d.System.Remove(atomicfile.Beside(file, "draw")) // used or lapsed
	}
	return c, err
}

// Try is like Play, but writes nothing. So the machine does not throw for it
// either: the throw could be looked at and made again.
func (d *Desk) Try(c Copy, t Turn) (Copy, error) {
	err := d.checkSeat(c.Match, t.Seat)
	if _, due := ProgramDue(c.Match); err == nil && due {
		err = d.errTurnOf(c.Match, c.Due())
	}
	if err == nil && !c.Roster.Invited && t.Throw == "" && c.Next().Throw != nil {
		err = &match.NotYourTurn{Text: i18n.T("refused.throw-first")}
	}
	if err != nil {
		return Copy{}, err
	}
	after, err := d.playTurn(c.Match, t)
	return Copy{File: c.File, Match: after}, err
}

// playTurn appends to m the throws that are due and the move of t.
func (d *Desk) playTurn(m *match.Match, t Turn) (*match.Match, error) {
	if err := d.checkSeat(m, t.Seat); err != nil {
		return nil, err
	}
	m, err := d.throwDue(m, t.Throw)
	if err != nil {
		return nil, err
	}
	return d.Sign(m, kif.Event{Step: kif.Move(t.Move), Comment: t.Comment, Posted: t.Post}, m.Mover())
}

// checkSeat returns an error unless seat or, if seat is 0, one of our seats is
// to move.
func (d *Desk) checkSeat(m *match.Match, seat int) error {
	seats := len(m.Roster.Seating)
	switch {
	case m.Outcome != nil:
		return &match.NotYourTurn{Text: m.Over()}
	case seat < 0 || seat > seats:
		return errNoSeat(seat, seats)
	}
	due, own := m.Due(), m.Roster.SeatsAt(d.Me.Address)
	awaited := m.Awaits()
	switch {
	case due == 0 && m.Next().Throw != nil && !m.Roster.Invited:
		return nil // every throw ends the game, so anybody may make it
	case due == 0 || awaited != 0 && awaited != d.Party(m):
		return &match.NotYourTurn{Text: m.Status()}
	case seat != 0 && seat != due:
		return d.errTurnOf(m, due)
	case len(own) == 0 && !m.Roster.Invited || slices.Contains(own, due):
		return nil
	case (seat == due || len(own) == 0) && d.Me.Address == "":
		return &match.NotYourTurn{Text: i18n.T("refused.nobody", "who", m.Player(due))}
	case seat == due || len(own) == 0:
		return &match.NotYourTurn{Text: i18n.T("refused.seat", "who", m.Player(due), "address", d.Me.Address)}
	}
	return d.errTurnOf(m, due)
}

// ToMove reports whether one of our seats is to move or to throw; in a match on one machine, whether any is, unless one has our
// address. A move ends a pause.
func (d *Desk) ToMove(m *match.Match) bool {
	return slices.Contains([]match.Waiting{match.ForMove, match.ForThrow, match.ForDice}, m.WaitsFor()) && d.checkSeat(m, 0) == nil
}

// errTurnOf returns the error that seat is to move, or that our step before
// has not been sent yet.
func (d *Desk) errTurnOf(m *match.Match, seat int) error {
	if m.Unsent() && m.By(m.LastEntry()) == d.Party(m) {
		step := i18n.Same(m.Record.Events[m.LastEntry()].Step.String())
		if move, moved := m.Record.Events[m.LastEntry()].Step.(kif.Move); moved {
			step = engine.Spell(m.Last(), engine.Move(move))
		}
		return &match.NotYourTurn{Text: i18n.T("refused.unsent", "step", step, "match", m.Short())}
	}
	key := "refused.turn"
	if m.Roster.Invited { // the move may wait in the mailbox
		key += "-poll"
	}
	return &match.NotYourTurn{Text: i18n.T(key, "who", m.Player(seat))}
}

// Throw makes the throws that the match in c waits for, so that the player
// sees them before choosing a move. A non-empty typed gives the faces of real
// dice. Play makes the remaining throws itself.
func (d *Desk) Throw(c Copy, typed string) (Copy, error) {
	return d.Change(c, func(m *match.Match) (*match.Match, error) {
		switch {
		case m.Outcome != nil:
			return nil, &match.NotYourTurn{Text: m.Over()}
		case !m.Roster.Invited:
			if err := d.checkSeat(m, 0); err != nil {
				return nil, err
			}
		}
		if m.Next().Throw == nil {
			return nil, &match.NotYourTurn{Text: i18n.T("refused.throw")}
		}
		return d.throwDue(m, typed)
	})
}

// throwDue returns m with the due throws appended: from committed links in a
// match by invitation, otherwise as typed or made by the machine, with the
// source of each.
func (d *Desk) throwDue(m *match.Match, typed string) (*match.Match, error) {
	switch due := m.Next().Throw; {
	case due == nil && typed != "":
		return nil, engine.ThrowUnasked.Reject(engine.Word("move", "["+typed+"]"))
	case m.Roster.Invited && due != nil && typed != "":
		return nil, i18n.Err("refused.chosen-throw")
	case m.Roster.Invited && due != nil:
		return d.ReadDice(m)
	}
	var err error
	for err == nil && m.Next().Throw != nil {
		m, err = m.Append(throwOnce(m.Next().Throw, typed))
		typed = ""
	}
	return m, err
}

// throwOnce returns the typed throw or, if typed is empty, a throw of the
// machine.
func throwOnce(sides []int, typed string) kif.Event {
	if typed != "" {
		e := kif.Plain(kif.Throw("[" + strings.ReplaceAll(typed, " ", "") + "]"))
		e.Source = kif.Typed
		return e
	}
	faces := make([]int, len(sides))
	for i, n := range sides {
		face, _ := rand.Int(rand.Reader, big.NewInt(int64(n))) // it never fails
		faces[i] = int(face.Int64()) + 1
	}
	e := kif.Plain(kif.Throw(engine.Throw(faces...)))
	e.Source = kif.Machine
	return e
}

// Resign resigns for seat in the match in c. If seat is 0, it is our only
// seat still in the game, or otherwise the seat to move. Before all have
// joined, it withdraws the invitation.
func (d *Desk) Resign(c Copy, seat int, post bool) (Copy, error) {
	c, err := d.Change(c, func(m *match.Match) (*match.Match, error) { return d.resign(m, seat, post) })
	if err == nil {
		_ = d.System.Remove(atomicfile.Beside(c.File, "undelivered")) // void from now on
	}
	return c, err
}

func (d *Desk) resign(m *match.Match, seat int, post bool) (*match.Match, error) {
	if m.Outcome != nil {
		return nil, &match.NotYourTurn{Text: m.Over()}
	}
	if me := d.Party(m); m.Roster.Joining() != 0 && m.Roster.HasJoined(me) {
		return d.Sign(m, kif.Event{Step: kif.Decline{}, Posted: post}, me)
	}
	due, own, seats := m.Due(), m.Roster.SeatsAt(d.Me.Address), len(m.Roster.Seating)
	if due == 0 {
		return nil, &match.NotYourTurn{Text: m.Status()}
	}
	if m.Roster.IsOut(d.Party(m)) {
		return nil, i18n.Err("refused.out")
	}
	in := slices.DeleteFunc(slices.Clone(own), func(n int) bool { return slices.Contains(m.Roster.Out, n) })
	m = withoutThrows(m)
	switch {
	case seat == 0 && len(in) == 1:
		seat = in[0]
	case seat == 0:
		seat = due
	}
	if seat < 1 || seat > seats {
		return nil, errNoSeat(seat, seats)
	}
	if slices.Contains(m.Roster.Out, seat) {
		return nil, i18n.Err("refused.seat-out", "who", m.Player(seat))
	}
	if (len(own) > 0 || m.Roster.Invited) && !slices.Contains(own, seat) {
		return nil, &match.NotYourTurn{Text: i18n.T("refused.resign", "who", m.Side(seat))}
	}
	return d.Sign(m, kif.Event{Step: kif.Resignation, Seat: seat, Posted: post}, m.Roster.PartyOf(seat))
}

// Undo removes the last move or ending of the record, which must not have been handed to the courier, and the moves of computer
// players before it. It keeps the throws before it, so that they cannot be repeated.
func (d *Desk) Undo(c Copy) (Copy, error) { return d.Change(c, d.undoneToPerson) }

// undoneToPerson returns m before the last event that isn't a move of a computer player.
func (d *Desk) undoneToPerson(m *match.Match) (*match.Match, error) {
	for {
		last := m.LastEntry()
		if last < 0 {
			return nil, i18n.Err("refused.nothing-played")
		}
		e, me := m.Record.Events[last], d.Party(m)
		here := len(m.Roster.SeatsAt(d.Me.Address)) == 0 && !m.Roster.Invited || me != 0 && m.By(last) == me
		switch {
		case !here:
			return nil, i18n.Err("refused.not-own", "step", e.Step.String())
		case e.Posted:
			return nil, i18n.Err("refused.sent", "step", e.Step.String(), "match", m.Short())
		}
		if err := m.Record.CheckCut(last); err != nil {
			return nil, err
		}
		m = m.Cut(last)
		if _, due := ProgramDue(m); !due {
			return m, nil
		}
	}
}

// ParseSeat parses a seat such as "2=Bob <bob@example.org>"; name or address may be missing.
func ParseSeat(text string) (int, kif.Seat, error) {
	number, who, found := strings.Cut(text, "=")
	n := engine.SeatNamed(number)
	if !found || n < 1 {
		return 0, kif.Seat{}, i18n.Err("seat.form", "text", text)
	}
	name, rest, hasAddress := strings.Cut(who, "<")
	address, closed := strings.CutSuffix(strings.TrimSpace(rest), ">")
	address = identity.ToASCII(address)
	if hasAddress && (!closed || !identity.IsAddress(address)) {
		return 0, kif.Seat{}, i18n.Err("seat.address", "text", text)
	}
	seat := kif.Seat{Name: strings.TrimSpace(name), Address: address}
	if identity.HasInvisible(seat.Name) {
		return 0, kif.Seat{}, i18n.Err("person.hidden", "name", kif.Quote(seat.Name))
	}
	return n, seat, nil
}
