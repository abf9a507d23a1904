package desk

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"net/mail"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
)

// Turn is what somebody wants to play.
type Turn struct {
	Move    string // in any notation that the game reads
	Seat    int    // who plays it; 0 for whoever is to move
	Throw   string // the faces of dice thrown on a table, "4" or "3,2"; empty lets the machine throw
	Comment string // kept with the ply
	Post    bool   // hand it to the courier: from then on it cannot be taken back
}

// Play plays a turn at the match in file and returns the match after it. A throw that the machine makes is written before
// the move is judged: whoever has seen it keeps it.
func (d *Desk) Play(file string, t Turn) (Copy, error) {
	if _, err := keepThrow(d, file, t); err != nil {
		return Copy{}, err
	}
	c, err := d.Change(file, func(m *match.Match) (*match.Match, error) {
		after, err := playTurn(d, m, t)
		if err != nil || !t.Post {
			return after, err
		}
		return withWish(d, file, after)
	})
	if err == nil && t.Post && c.Turn != d.Party(c.Match) {
		_ = d.System.Remove(wishFile(file)) // which has come true or lapsed
	}
	return c, err
}

// Try is Play without the move being written. The throw is.
func (d *Desk) Try(file string, t Turn) (Copy, error) {
	c, err := keepThrow(d, file, t)
	if err != nil {
		return Copy{}, err
	}
	after, err := playTurn(d, c.Match, t)
	return Copy{file, after}, err
}

// keepThrow writes the throw of a match at one machine that the machine makes for t.
func keepThrow(d *Desk, file string, t Turn) (Copy, error) {
	c, err := d.Open(file)
	if err != nil || c.Roster.Invited || t.Throw != "" || c.Next().Throw == nil {
		return c, err
	}
	if err := checkSeat(d, c.Match, t.Seat); err != nil {
		return c, err
	}
	return d.Throw(file, "")
}

// playTurn checks t on m and appends what it makes: throws that are due, then the move.
func playTurn(d *Desk, m *match.Match, t Turn) (*match.Match, error) {
	if err := checkSeat(d, m, t.Seat); err != nil {
		return nil, err
	}
	m, err := throwDue(d, m, t.Throw)
	if err != nil {
		return nil, err
	}
	return d.Pen().Sign(m, kif.Event{Step: kif.Move(t.Move), Comment: t.Comment, Posted: t.Post}, m.Roster.PartyOf(m.Due()))
}

// checkSeat lets seat play, or whoever is to move where it is 0, if that is one of ours.
func checkSeat(d *Desk, m *match.Match, seat int) error {
	seats := len(m.Roster.Seating)
	switch {
	case m.Outcome != nil:
		return &match.NotYourTurn{Text: match.Over(m)}
	case seat < 0 || seat > seats:
		return noSeat(seat, seats)
	}
	due, own := m.Due(), m.Roster.SeatsAt(d.Me.Address)
	awaited := match.Awaits(m)
	switch {
	case due == 0 && m.Next().Throw != nil && !m.Roster.Invited:
		return nil // the throw surely ends the game, so it is anybody's
	case due == 0 || awaited != 0 && awaited != d.Party(m):
		return &match.NotYourTurn{Text: match.Status(m)}
	case seat != 0 && seat != due:
		return turnOf(m, due)
	case len(own) == 0 && !m.Roster.Invited || slices.Contains(own, due):
		return nil
	case seat == due || len(own) == 0:
		return notMine(d, m, due)
	}
	return turnOf(m, due)
}

// turnOf says that seat is to move, and nobody else.
func turnOf(m *match.Match, seat int) error {
	who := match.Player(m, seat)
	return &match.NotYourTurn{Text: engine.Text{En: "it is the turn of " + who.En, Ja: who.Ja + "の番である"}}
}

// notMine says that a seat is played from elsewhere.
func notMine(d *Desk, m *match.Match, seat int) error {
	who, me := match.Player(m, seat), cmp.Or(d.Me.Address, "none")
	return &match.NotYourTurn{Text: engine.Text{
		En: who.En + " is not yours to play: the address in your configuration is " + me,
		Ja: who.Ja + "は自分の席ではない。設定のアドレス：" + me,
	}}
}

// Throw makes the throws that the match in file waits for, so that whoever is to move sees them before choosing: with the
// faces of a throw on a table where typed is not empty. Play makes what is then still due by itself.
func (d *Desk) Throw(file, typed string) (Copy, error) {
	return d.Change(file, func(m *match.Match) (*match.Match, error) {
		switch {
		case m.Outcome != nil:
			return nil, &match.NotYourTurn{Text: match.Over(m)}
		case !m.Roster.Invited:
			if err := checkSeat(d, m, 0); err != nil {
				return nil, err
			}
		}
		if m.Next().Throw == nil {
			return nil, &match.NotYourTurn{Text: engine.Text{En: "no dice are to be thrown now", Ja: "今はサイコロを振る場面ではない"}}
		}
		return throwDue(d, m, typed)
	})
}

// throwDue is m with the throws that are due: from committed links in a match by invitation, else by hand or machine.
func throwDue(d *Desk, m *match.Match, typed string) (*match.Match, error) {
	if !m.Roster.Invited || m.Next().Throw == nil {
		return throwDice(m, typed)
	}
	if typed != "" {
		return nil, errors.New("the dice of this match follow from what both sides have committed to: leave --throw out")
	}
	return d.Pen().ReadDice(m)
}

// throwDice makes every throw that the position waits for. The record says of each where it came from.
func throwDice(m *match.Match, typed string) (*match.Match, error) {
	if m.Next().Throw == nil && typed != "" {
		return nil, engine.ThrowUnasked.Reject(engine.Word("move", "["+typed+"]"))
	}
	for m.Next().Throw != nil {
		e, err := throwOnce(m.Next().Throw, typed)
		if err != nil {
			return nil, err
		}
		if m, err = m.Append(e); err != nil {
			return nil, err
		}
		typed = ""
	}
	return m, nil
}

// throwOnce is the throw that somebody typed, or the machine's.
func throwOnce(sides []int, typed string) (kif.Event, error) {
	if typed != "" {
		e := kif.Plain(kif.Throw("[" + strings.ReplaceAll(typed, " ", "") + "]"))
		e.Source = kif.Typed
		return e, nil
	}
	faces := make([]int, len(sides))
	for i, n := range sides {
		face, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
		if err != nil {
			return kif.Event{}, fmt.Errorf("throw dice: %w", err)
		}
		faces[i] = int(face.Int64()) + 1
	}
	e := kif.Plain(kif.Throw(engine.Throw(faces...)))
	e.Source = kif.Machine
	return e, nil
}

// Resign ends the match in file by resignation of seat, or of whoever may resign here where seat is 0: the only seat of ours,
// else the seat to move. Before all have joined it withdraws the invitation.
func (d *Desk) Resign(file string, seat int, post bool) (Copy, error) {
	return d.Change(file, func(m *match.Match) (*match.Match, error) { return resign(d, m, seat, post) })
}

func resign(d *Desk, m *match.Match, seat int, post bool) (*match.Match, error) {
	if m.Outcome != nil {
		return nil, &match.NotYourTurn{Text: match.Over(m)}
	}
	if me := d.Party(m); m.Roster.Joining() != 0 && m.Roster.HasJoined(me) {
		return d.Pen().Sign(m, kif.Event{Step: kif.Decline{}, Posted: post}, me)
	}
	due, own, seats := m.Due(), m.Roster.SeatsAt(d.Me.Address), len(m.Roster.Seating)
	if due == 0 {
		return nil, &match.NotYourTurn{Text: match.Status(m)}
	}
	m = withoutThrows(m)
	switch {
	case seat == 0 && len(own) == 1:
		seat = own[0]
	case seat == 0:
		seat = due
	}
	if seat < 1 || seat > seats {
		return nil, noSeat(seat, seats)
	}
	if (len(own) > 0 || m.Roster.Invited) && !slices.Contains(own, seat) {
		name := engine.Seat(seat, seats)
		return nil, &match.NotYourTurn{Text: engine.Text{En: name.En + " is not yours, so you cannot resign for it", Ja: name.Ja + "は自分の席ではないので投了できない"}}
	}
	return d.Pen().Sign(m, kif.Event{Step: kif.Resignation, Seat: seat, Posted: post}, m.Roster.PartyOf(seat))
}

// Undo takes back the last ply, or the ending, of a record that has not been handed to the courier.
// Throws before it stay, so that nobody can throw again.
func (d *Desk) Undo(file string) (Copy, error) {
	return d.Change(file, func(m *match.Match) (*match.Match, error) {
		last := m.LastEntry()
		if last < 0 {
			return nil, errors.New("nothing has been played yet, so nothing can be taken back")
		}
		e, me := m.Record.Events[last], d.Party(m)
		here := len(m.Roster.SeatsAt(d.Me.Address)) == 0 && !m.Roster.Invited || me != 0 && m.By(last) == me
		switch {
		case !here:
			return nil, fmt.Errorf("%s is not your own, so it is not yours to take back", e.Step)
		case e.Posted:
			return nil, fmt.Errorf("%s has been sent, so it cannot be taken back on one side alone: hikyaku undo --ask asks for it", e.Step)
		}
		return m.Cut(last), nil
	})
}

// ParseSeat reads "2=Bob <bob@example.org>" as seat 2 of a match; name or address may be missing.
func ParseSeat(text string) (int, kif.Seat, error) {
	number, who, found := strings.Cut(text, "=")
	n, err := strconv.Atoi(number)
	if !found || err != nil || n < 1 {
		return 0, kif.Seat{}, fmt.Errorf("%q is no seat: write a number, = and a name, such as '2=Bob <bob@example.org>'", text)
	}
	name, rest, hasAddress := strings.Cut(who, "<")
	address, closed := strings.CutSuffix(strings.TrimSpace(rest), ">")
	if hasAddress && (!closed || !isAddress(address)) {
		return 0, kif.Seat{}, fmt.Errorf("%q has no mail address between < and >: write '2=Bob <bob@example.org>'", text)
	}
	return n, kif.Seat{Name: strings.TrimSpace(name), Address: address}, nil
}

// isAddress tells whether text is a bare mail address.
func isAddress(text string) bool {
	a, err := mail.ParseAddress(text)
	return err == nil && a.Address == text
}
