// Package match is the rules of correspondence: who may play, what is written, what is sent, and
// what of an incoming letter is believed. It ties the record (kif), the games (engine), the letters
// (mailbox) and the boards (render) together; the command calls it.
//
// A Desk is where one person plays and keeps the records. A Courier is a Desk with a mailbox: it
// carries the turns. Everything that is true of a match stands in its record; what the Courier keeps
// besides (State) only saves work and may be deleted at any time.
package match

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// maxParties is four players and an umpire.
const maxParties = 5

// Match is a record on the desk, replayed.
type Match struct {
	File string // where it lies
	*kif.Line

	ledger *ledger
	pins   *pins
	time   *timekeeper
}

// Seats is how many seats the match has.
func (m *Match) Seats() int { return m.Game.Seats(m.Options) }

// SeatsOf lists the seats that are played from address, none where it is empty.
func (m *Match) SeatsOf(address string) []int {
	var seats []int
	for n := 1; n <= m.Seats(); n++ {
		if same(m.Seat(n).Address, address) {
			seats = append(seats, n)
		}
	}
	return seats
}

// PartyAt is the party that plays from address, 0 where there is none.
func (m *Match) PartyAt(address string) int {
	return 1 + slices.IndexFunc(m.Parties(), func(p kif.Seat) bool { return same(p.Address, address) })
}

// isAt tells whether party plays from address.
func (m *Match) isAt(party int, address string) bool {
	return party > 0 && same(m.Parties()[party-1].Address, address)
}

// same tells whether two addresses are the same mailbox; an empty one is nobody's.
func same(a, b string) bool { return mailbox.Address{Addr: a}.Is(b) }

// Others lists everybody who plays from another address than me, each address once.
func (m *Match) Others(me string) []mailbox.Address {
	var others []mailbox.Address
	for _, seat := range m.Parties() {
		known := func(a mailbox.Address) bool { return a.Is(seat.Address) }
		if seat.Address == "" || same(seat.Address, me) || slices.ContainsFunc(others, known) {
			continue
		}
		others = append(others, mailbox.Address{Name: seat.Name, Addr: seat.Address})
	}
	return others
}

// Player names seat n as its record does: "seat 2 (Bob)", "後手（Bob）".
func (m *Match) Player(n int) engine.Text {
	text := engine.Seat(n, m.Seats())
	if name := m.Seat(n).Name; name != "" {
		text.En += " (" + name + ")"
		text.Ja += "（" + name + "）"
	}
	return text
}

// Status says in one line what the match waits for, or how it ended.
func (m *Match) Status() engine.Text {
	if outcome := m.Outcome(); outcome != nil {
		return m.ending(outcome)
	}
	if n := m.Joining(); n != 0 {
		who := m.partyName(n)
		return engine.Text{En: who + " to answer the invitation", Ja: who + "の返事待ち"}
	}
	if who := m.dealer(); who != "" {
		return engine.Text{En: "the dice are for " + who + " to read", Ja: who + "の側でサイコロを振る番"}
	}
	who := engine.Text{En: "dice", Ja: "サイコロ"}
	if due := m.Due(); due != 0 {
		who = m.Player(due)
	}
	if m.Next().Throw != nil {
		return engine.Text{En: who.En + " to throw and move", Ja: who.Ja + "がサイコロを振る番"}
	}
	return engine.Text{En: who.En + " to move", Ja: who.Ja + "の番"}
}

// partyName is how party n is called: its name, else its address.
func (m *Match) partyName(n int) string {
	p := m.Parties()[n-1]
	if p.Name == "" {
		return p.Address
	}
	return p.Name
}

// dealer is the name of the party that must open its link before another can move, "" where none must.
func (m *Match) dealer() string {
	if turn := m.Turn(); turn != 0 && (m.Next().Throw != nil || m.ledger.open) && m.PartyOf(m.Due()) != turn {
		return m.partyName(turn)
	}
	return ""
}

// Turn is the party that is to act: to answer the invitation, to move, or to read dice for another. It is 0 where the
// match is over.
func (m *Match) Turn() int {
	g := m.ledger
	switch {
	case m.Outcome() != nil:
		return 0
	case m.Joining() != 0:
		return m.Joining()
	case g.next() != 0:
		return g.next()
	}
	return m.PartyOf(m.Due())
}

// Mine tells whether the match waits for the player at address.
func (m *Match) Mine(address string) bool { return m.isAt(m.Turn(), address) }

// Due is the seat to move, also where dice are thrown before its turn: whose turn it is does not hang
// on how they fall. It is 0 where the match is over or has not begun.
func (m *Match) Due() int {
	if m.Outcome() != nil || m.Joining() != 0 || m.PartyOf(1) == 0 {
		return 0
	}
	return engine.Due(m.Last())
}

// Caption says what the scene of the position does not know: who sits where, and an ending that the
// record gives. It is empty where there is neither.
func (m *Match) Caption() engine.Text {
	var en, ja []string
	for n := 1; n <= m.Seats(); n++ {
		if m.Seat(n).Name != "" {
			who := m.Player(n)
			en, ja = append(en, who.En), append(ja, who.Ja)
		}
	}
	for _, more := range []engine.Text{m.offerText(0), m.Limit()} {
		if more.En != "" {
			en, ja = append(en, more.En), append(ja, more.Ja)
		}
	}
	if o := m.Outcome(); o != nil && o.Word != "" {
		how := m.ending(o)
		en, ja = append(en, how.En), append(ja, how.Ja)
	}
	return engine.Text{En: strings.Join(en, ", "), Ja: strings.Join(ja, "、")}
}

// ending says who won, or what the record says of its end.
func (m *Match) ending(o *kif.Outcome) engine.Text {
	var en, ja []string
	for i, place := range o.Places {
		if place == 1 {
			who := m.Player(i + 1)
			en, ja = append(en, who.En), append(ja, who.Ja)
		}
	}
	switch {
	case o.Word != "" && o.Seat != 0:
		who := m.Player(o.Seat)
		return engine.Text{En: who.En + " " + o.Rule.Text.En, Ja: who.Ja + "：" + o.Rule.Text.Ja}
	case o.Word != "" && o.Rule != nil:
		return o.Rule.Text
	case o.Word != "":
		return engine.Same(o.Word)
	case len(en) == len(o.Places):
		return engine.Text{En: "a draw", Ja: "引き分け"}
	}
	return engine.Text{En: strings.Join(en, " and ") + " won", Ja: strings.Join(ja, "と") + "の勝ち"}
}

// Said is what was said with the last step, and by whom: "Bob: a good game". It is empty where nothing was.
func (m *Match) Said() string {
	i := m.lastEntry()
	if i < 0 || m.Record.Events[i].Comment == "" {
		return ""
	}
	who := ""
	if by := m.By(i); by > 0 && m.partyName(by) != "" {
		who = m.partyName(by) + ": "
	}
	return who + m.Record.Events[i].Comment
}

// Unsent tells whether the last step of a match by mail is not yet handed to the courier: the others wait for it.
func (m *Match) Unsent() bool {
	i := m.lastEntry()
	return m.Invited() && i >= 0 && !posted(m.Record.Events[i])
}

// Moves lists what was played, throws included and what was taken back left out: it leads to the last position.
func (m *Match) Moves() []string {
	var kept []kif.Event
	back, agreed := "", 0
	toss := m.Record.Header("対局者1") != ""
	for _, e := range m.Record.Events {
		switch word, number, _ := strings.Cut(e.Text, " "); {
		case e.Kind == kif.Throw && toss:
			toss = false // it is the first, and none of the game's
		case e.Kind == kif.Move || e.Kind == kif.Throw:
			kept = append(kept, e)
		case word == kif.UndoOffer:
			back, agreed = number, 1
		case word == kif.UndoAgree:
			if agreed++; agreed == len(m.Players()) {
				kept = until(kept, back)
			}
		}
	}
	var words []string
	for _, e := range kept {
		words = append(words, e.Text)
	}
	return words
}

// until is what was played before the move of that number.
func until(events []kif.Event, number string) []kif.Event {
	for i, e := range events {
		if e.Kind == kif.Move && strconv.Itoa(e.Number) == number {
			return events[:i]
		}
	}
	return events
}

// AfterPlies lists the position before the first ply and after each.
func (m *Match) AfterPlies() []engine.Position {
	positions := m.Positions[:1:1]
	for i, e := range m.Record.Events {
		if e.Kind == kif.Move {
			positions = append(positions, m.Positions[i+1])
		}
	}
	return positions
}

// PlyText is the move of ply n, from 1.
func (m *Match) PlyText(n int) string {
	for _, e := range m.Record.Events {
		if e.Kind == kif.Move {
			if n--; n == 0 {
				return e.Text
			}
		}
	}
	return ""
}

// LastMove is the index of the last move among the events, -1 where none has been played.
func (m *Match) LastMove() int {
	return m.lastOf(func(e kif.Event) bool { return e.Kind == kif.Move })
}

// lastEntry is the index of the last event that is no throw, -1 where nothing has been played.
func (m *Match) lastEntry() int {
	return m.lastOf(func(e kif.Event) bool { return e.Kind != kif.Throw })
}

func (m *Match) lastOf(is func(kif.Event) bool) int {
	for i := len(m.Record.Events) - 1; i >= 0; i-- {
		if is(m.Record.Events[i]) {
			return i
		}
	}
	return -1
}
