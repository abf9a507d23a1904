package match

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// Turn is what somebody wants to play.
type Turn struct {
	Move    string // in any notation that the game reads
	Seat    int    // who plays it; 0 for whoever is to move
	Throw   string // the faces of dice thrown on a table, "4" or "3,2"; empty lets the machine throw
	Comment string // kept with the ply
	Post    bool   // hand it to the courier: from then on it cannot be taken back
}

// NotYourTurn is the error of playing for a seat that is not to move, or that is not ours.
type NotYourTurn struct{ Text engine.Text }

// Error is the English sentence.
func (e *NotYourTurn) Error() string { return e.Text.En }

// play checks t on m and appends what it makes: throws that are due, then the move.
func (d *Desk) play(m *Match, t Turn) (*kif.Record, error) {
	if err := d.checkSeat(m, t.Seat); err != nil {
		return nil, err
	}
	thrown, err := d.throwDue(m, t.Throw)
	if err != nil {
		return nil, err
	}
	m = &Match{m.File, thrown, m.ledger, m.pins, m.time}
	e := kif.Event{Kind: kif.Move, Text: t.Move, Comment: t.Comment}
	return d.append(m, e, m.PartyOf(m.Due()), t.Post)
}

// append adds an event of now by a party: signed where the match began by invitation, with the mark of the courier where
// it is to be sent.
func (d *Desk) append(m *Match, e kif.Event, by int, post bool) (*kif.Record, error) {
	m, err := d.unasked(m, e)
	if err != nil {
		return nil, err
	}
	if e.At.IsZero() {
		e.At = d.System.Now()
	}
	if e.Kind == kif.Move || e.Kind == kif.Ending {
		e.Spent = spent(m, e.At)
	}
	if m.Invited() {
		if e, err = d.seal(m, e, by); err != nil {
			return nil, err
		}
	}
	if post {
		e.Notes = append(e.Notes, postNote)
	}
	after, err := m.Append(e)
	if err != nil {
		return nil, err
	}
	return after.Record, nil
}

// unasked is m without the question for a new key at its end, which whoever goes on does not answer: left in the record, one
// that is forged would keep its victim from going on.
func (d *Desk) unasked(m *Match, e kif.Event) (*Match, error) {
	o, i := m.Offer(), m.lastOf(func(e kif.Event) bool { return e.Text == kif.Rechain })
	if o == nil || o.Word != kif.Rechain || m.isAt(m.By(i), d.Me.Addr) || e.Text == kif.Agree {
		return m, nil
	}
	base, err := d.Replay(m.File, m.Record.Cut(i))
	if err != nil {
		return nil, err
	}
	for _, thrown := range m.Record.Events[i+1:] {
		if thrown.Kind == kif.Throw {
			if base.Line, err = base.Append(thrown); err != nil {
				return nil, err
			}
		}
	}
	return base, nil
}

// checkSeat lets seat play, or whoever is to move where it is 0, if that is one of ours.
func (d *Desk) checkSeat(m *Match, seat int) error {
	if outcome := m.Outcome(); outcome != nil {
		return &NotYourTurn{m.over()}
	}
	if seat < 0 || seat > m.Seats() {
		return fmt.Errorf("there is no seat %d: the match has seats 1 to %d", seat, m.Seats())
	}
	due := m.Due()
	own := m.SeatsOf(d.Me.Addr)
	switch {
	case m.Joining() != 0 || m.dealer() != "" && !m.Mine(d.Me.Addr):
		return &NotYourTurn{m.Status()}
	case due == 0 || seat != 0 && seat != due:
	case len(own) == 0 && !m.Invited() || slices.Contains(own, due):
		return nil
	}
	if due == 0 {
		return &NotYourTurn{m.Status()}
	}
	if seat == due || seat == 0 && len(own) == 0 {
		return d.notMine(m, due)
	}
	who := m.Player(due)
	return &NotYourTurn{engine.Text{
		En: "it is the turn of " + who.En,
		Ja: who.Ja + "の番である",
	}}
}

// notMine says that a seat is played from elsewhere.
func (d *Desk) notMine(m *Match, seat int) error {
	who, me := m.Player(seat), cmp.Or(d.Me.Addr, "none")
	return &NotYourTurn{engine.Text{
		En: who.En + " is not yours to play: the address in your configuration is " + me,
		Ja: who.Ja + "は自分の席ではない。設定のアドレス：" + me,
	}}
}

// over says that nothing more can be played.
func (m *Match) over() engine.Text {
	how := m.Status()
	return engine.Text{En: "the game is over, " + how.En, Ja: "対局は終わっている。" + how.Ja}
}

// Throw makes the throws that the match in file waits for, so that whoever is to move sees them before choosing: with the
// faces of a throw on a table where typed is not empty. Play makes what is then still due by itself.
func (d *Desk) Throw(file, typed string) (*Match, error) {
	return d.change(file, func(m *Match) (*kif.Record, error) {
		if !m.Invited() {
			if err := d.checkSeat(m, 0); err != nil {
				return nil, err
			}
		}
		if m.Outcome() == nil && m.Next().Throw == nil {
			return nil, &NotYourTurn{engine.Text{En: "no dice are to be thrown now", Ja: "今はサイコロを振る場面ではない"}}
		}
		return d.thrown(m, typed)
	})
}

// cast is Throw where perhaps nothing is to be thrown.
func (d *Desk) cast(file string) (*Match, error) {
	return d.change(file, func(m *Match) (*kif.Record, error) { return d.thrown(m, "") })
}

func (d *Desk) thrown(m *Match, typed string) (*kif.Record, error) {
	if m.Outcome() != nil {
		return nil, &NotYourTurn{m.over()}
	}
	line, err := d.throwDue(m, typed)
	if err != nil {
		return nil, err
	}
	return line.Record, nil
}

// throwDue makes the throws that are due: from committed links in a match by invitation, else by hand or machine.
func (d *Desk) throwDue(m *Match, typed string) (*kif.Line, error) {
	if !m.Invited() || m.Next().Throw == nil {
		return d.throwDice(m.Line, typed)
	}
	if typed != "" {
		return nil, errors.New("the dice of this match follow from what both sides have committed to: leave --throw out")
	}
	return d.readDice(m)
}

// throwDice makes every throw that the position waits for. The record says of each where it came from.
func (d *Desk) throwDice(l *kif.Line, typed string) (*kif.Line, error) {
	if l.Next().Throw == nil && typed != "" {
		return nil, engine.ThrowUnasked.Reject(engine.Word("move", "["+typed+"]"))
	}
	for l.Next().Throw != nil {
		throw, source, err := d.throw(l.Next().Throw, typed)
		if err != nil {
			return nil, err
		}
		l, err = l.Append(kif.Event{Kind: kif.Throw, Text: string(throw), Notes: []kif.Note{{Word: "dice", Text: source}}})
		if err != nil {
			return nil, err
		}
		typed = ""
	}
	return l, nil
}

// throw is the throw that somebody typed, or the machine's.
func (d *Desk) throw(sides []int, typed string) (m engine.Move, source string, err error) {
	if typed != "" {
		return engine.Move("[" + strings.ReplaceAll(typed, " ", "") + "]"), "typed", nil
	}
	faces := make([]int, len(sides))
	for i, n := range sides {
		if faces[i], err = die(n); err != nil {
			return "", "", fmt.Errorf("throw dice: %w", err)
		}
	}
	return engine.Throw(faces...), "machine", nil
}

// die throws one fair die.
func die(sides int) (int, error) {
	face, err := rand.Int(rand.Reader, big.NewInt(int64(sides)))
	if err != nil {
		return 0, err
	}
	return int(face.Int64()) + 1, nil
}

// resign appends the resignation of seat.
func (d *Desk) resign(m *Match, seat int, post bool) (*kif.Record, error) {
	if m.Outcome() != nil {
		return nil, &NotYourTurn{m.over()}
	}
	if me := m.PartyAt(d.Me.Addr); m.Joining() != 0 && m.joined(d.Me.Addr) { // nobody can play yet: it is withdrawn
		return d.append(m, kif.Event{Kind: kif.Act, Text: kif.Decline, Party: me}, me, post)
	}
	due, own := m.Due(), m.SeatsOf(d.Me.Addr)
	if due == 0 {
		return nil, &NotYourTurn{m.Status()}
	}
	m, err := d.settled(m)
	if err != nil {
		return nil, err
	}
	switch {
	case seat == 0 && len(own) == 1:
		seat = own[0]
	case seat == 0:
		seat = due
	}
	if seat < 1 || seat > m.Seats() {
		return nil, fmt.Errorf("there is no seat %d: the match has seats 1 to %d", seat, m.Seats())
	}
	if (len(own) > 0 || m.Invited()) && !slices.Contains(own, seat) {
		return nil, &NotYourTurn{engine.Text{
			En: engine.Seat(seat, m.Seats()).En + " is not yours, so you cannot resign for it",
			Ja: engine.Seat(seat, m.Seats()).Ja + "は自分の席ではないので投了できない",
		}}
	}
	return d.append(m, kif.Event{Kind: kif.Ending, Text: kif.Resignation, Seat: seat}, m.PartyOf(seat), post)
}

// settled is m without throws behind its last entry where dice are committed to: they stand only with the link that
// proves them, and follow from it again.
func (d *Desk) settled(m *Match) (*Match, error) {
	if !m.Invited() {
		return m, nil
	}
	return d.Replay(m.File, m.Record.Cut(m.lastEntry()+1))
}

// postNote under a ply says that it was handed to the courier. A letter that failed to go out is
// sent again because of it, and Undo refuses because of it.
var postNote = kif.Note{Word: "post"}

func posted(e kif.Event) bool {
	return slices.ContainsFunc(e.Notes, func(n kif.Note) bool { return n.Word == postNote.Word })
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
	if hasAddress && (!closed || !mailbox.Address{Addr: address}.Valid()) {
		return 0, kif.Seat{}, fmt.Errorf("%q has no mail address between < and >: write '2=Bob <bob@example.org>'", text)
	}
	return n, kif.Seat{Name: strings.TrimSpace(name), Address: address}, nil
}
