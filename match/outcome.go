package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Outcome is the result of a match.
type Outcome struct {
	Word   kif.Ending   // the ending in the record; "" if a rule of the game ended the match
	Rule   *engine.Rule // the rule of the game, or "record.…" for an ending in the record
	Seat   int          // the seat that an ending in the record concerns; 0 for none
	Places []int        // the place of each seat, from 1; nil without a result, as for 中断
}

// WasPlayed reports whether m is over and has a move or a result, unlike a declined invitation.
func (m *Match) WasPlayed() bool {
	return m.Outcome != nil && (m.Ply() > 0 || m.Outcome.Places != nil)
}

// Declined is the identifier of the rule of a match that ended because an invitation was declined.
const Declined = "record.decline"

// ruled is the word of an outcome that the umpire has decided.
const ruled kif.Ending = "裁定"

// placing says how an ending determines the places.
type placing uint8

const (
	unplaced placing = iota // no places
	shared                  // all share the first place
	loses                   // the seat concerned is last; of more than two it is out, and the others keep playing
	wins                    // the seat concerned is first, the others share the second place
)

// endingRule returns the rule of the ending with an identifier.
func endingRule(id string) *engine.Rule {
	return &engine.Rule{ID: "record." + id, Text: i18n.T("ending." + id)}
}

// ruleOf returns the rule of an ending.
func ruleOf(word kif.Ending) *engine.Rule {
	if _, known := placings[word.Usual()]; !known {
		return &engine.Rule{ID: "record.other", Text: i18n.Same(string(word))}
	}
	return endingRule(word.ID())
}

// placingOf returns how an ending determines the places. An unknown one, from another program, has none.
func placingOf(word kif.Ending) placing { return placings[word.Usual()] }

// placings are those of the known endings.
var placings = map[kif.Ending]placing{
	kif.Resignation: loses, kif.Adjournment: unplaced, kif.Impasse: shared, kif.DrawAgreed: shared, kif.TimeOut: loses, kif.Foul: loses,
	kif.FoulWin: wins, kif.Repetition: shared, kif.Mate: loses, kif.NoMate: unplaced, kif.Declared: wins, kif.Walkover: wins,
	kif.Default: loses, kif.Sealed: unplaced,
}

// ofSeat reports whether the ending concerns one seat.
func (s placing) ofSeat() bool { return s == loses || s == wins }

// places returns the places of the seats, or nil if there are none.
func (s placing) places(seat, seats int) []int {
	if s == unplaced {
		return nil
	}
	others, own := 1, 1
	switch s {
	case loses:
		own = seats
	case wins:
		others = 2
	}
	places := make([]int, seats)
	for i := range places {
		places[i] = others
	}
	if s != shared {
		places[seat-1] = own
	}
	return places
}

// noteResult sets the outcome if a rule of the game has ended it.
func (n *moment) noteResult() {
	if r := n.position.Next().Result; r != nil {
		n.Outcome = &Outcome{Rule: r.Rule, Places: r.Places}
	}
}

// end applies an ending.
func (n *moment) end(word kif.Ending) error {
	m := n.m
	switch {
	case m.confirms(word):
		n.by = n.Roster.PartyOf(1) // anybody may record it
		return nil
	case m.Last().Next().Result != nil:
		return n.event.Misfit(i18n.T("fit.nothing"), engine.GameOver.Reject(engine.Word("move", string(word))))
	case m.Outcome != nil:
		return n.event.Misfit(i18n.T("fit.ended"), nil)
	case m.Roster.Joining() != 0, m.Roster.TossDue() && word != kif.TimeOut:
		return n.event.Misfit(i18n.T("fit.begun"), nil)
	case m.Roster.TossDue(): // a player let the time for the toss run out
		seating := *m.Roster
		seating.Seating = m.Roster.Players()
		n.Roster = &seating
	}
	seats, means := len(m.Roster.Seating), placingOf(word)
	seat := m.seatOf(n.event, word)
	switch {
	case seat > seats || seat == 0 && means.ofSeat(), seats > 2 && means == loses && n.event.Seat == 0:
		return n.event.Misfit(i18n.T("fit.seat", "most", seats), nil)
	case means.ofSeat() && slices.Contains(m.Roster.Out, seat), m.Roster.IsOut(n.event.Party):
		return n.event.Misfit(i18n.T("fit.out"), nil)
	}
	owner := n.Roster.PartyOf(seat)
	n.by = owner
	if by := n.event.Party; by > 0 && by <= len(m.Roster.Parties) {
		n.by = by
	}
	if n.by != owner || m.Roster.Invited && means.ofSeat() && len(n.Roster.SeatsOf(owner)) > 1 {
		n.terms = []string{fmt.Sprintf("seat %d", seat)}
	}
	if err := n.mayEnd(word, means, seat); err != nil {
		return err
	}
	places := means.places(seat, seats)
	if means == loses && seats > 2 {
		if n.leave(seat); n.Roster.playing() > 1 {
			return nil
		}
		places = shared.places(0, seats)
	}
	if places != nil {
		places = engine.Behind(places, n.Roster.Out)
	}
	n.Outcome = &Outcome{Word: word, Rule: ruleOf(word), Seat: seat, Places: places}
	return nil
}

// leave puts out a seat in a game of more than two. The others keep playing,
// and requests to all players, or to the one who left, lapse. Claims and
// substitutions that still need consent start again, since the last consent
// could otherwise never come.
func (n *moment) leave(seat int) {
	party := n.Roster.PartyOf(seat)
	n.Gone, n.position = seat, n.position.(engine.Leaver).Leave(seat)
	n.Roster = n.Roster.without(engine.Out(n.position))
	n.Offer = nil
	if c := n.Claim; c != nil {
		if n.Claim = nil; c.Of != party && !n.Roster.IsOut(c.By) {
			anew := *c
			anew.Agreed = []int{c.By}
			n.Claim = &anew
		}
	}
	for i, s := range n.Substitutes {
		switch {
		case s == nil:
		case n.Roster.IsOut(s.Party):
			n.Substitutes[i] = nil
		default:
			anew := *s
			anew.Agreed = nil
			n.Substitutes[i] = &anew
		}
	}
}

// leavesTurn reports whether n puts out the seat to move, so that another seat
// is to move.
func (n *moment) leavesTurn() bool { return n.Gone != 0 && n.Gone == engine.Due(n.m.Last()) }

// confirmations are the endings that state why a rule of the game has ended a
// match.
var confirmations = []kif.Ending{kif.Mate, kif.Resignation, kif.Repetition, kif.Impasse, kif.Declared, kif.Foul, kif.FoulWin}

// confirms reports whether word states the result of a match on one machine
// that a rule of the game has ended. Other programs write such an ending after
// the last move.
func (m *Match) confirms(word kif.Ending) bool {
	if m.Outcome == nil || m.Outcome.Word != "" || m.Roster.Invited || !slices.Contains(confirmations, word.Usual()) {
		return false
	}
	won := slices.Contains(m.Outcome.Places, 2)
	return won == placingOf(word).ofSeat()
}

// mayEnd returns an error unless the party of n may end a match by invitation
// with word: by agreement of all, by its own loss, by confirming a claim or, as
// the umpire, because a limit was missed.
func (n *moment) mayEnd(word kif.Ending, means placing, seat int) error {
	m := n.m
	if !m.Roster.Invited {
		return nil
	}
	c := cmp.Or(m.Claim, m.Lapsed(n.by, n.event.At))
	switch {
	case word == kif.DrawAgreed:
		o := m.Offer
		agreed := o != nil && o.Asks == kif.DrawQuestion && o.completes(m.Roster, n.by)
		alone := m.full() && slices.Contains(m.Roster.Players(), n.by) // no other player can move any more
		if !agreed && !alone {
			return n.event.Misfit(i18n.T("fit.draw-offered"), nil)
		}
		n.consented = kif.DrawQuestion
	case word == kif.TimeOut && c.Confirmed(m.Roster, n.by) && c.seat(m) == seat:
		if c.endsWithMove(m) {
			return n.event.Misfit(i18n.T("fit.timeout-move", "move", m.Game.OnTimeout), nil)
		}
		n.consented = kif.ClaimQuestion
	case means != loses || n.by != n.Roster.PartyOf(seat):
		return n.event.Misfit(i18n.T("fit.own-ending"), nil)
	}
	return nil
}

// seatOf returns the seat that an ending concerns, or 0. By default it is the seat to move, even if dice must be thrown
// first.
func (m *Match) seatOf(e kif.Event, word kif.Ending) int {
	if e.Seat != 0 {
		return e.Seat
	}
	if seat := m.Last().Next().Player; seat != 0 || !placingOf(word).ofSeat() {
		return seat
	}
	return engine.Due(m.Last())
}

// closing returns the closing line after e, with which m has ended (まで2手で後手の勝ち), or ""
// after an act or a throw.
func (m *Match) closing(e kif.Event) string {
	o, two := m.Outcome, len(m.Roster.Seating) == 2
	if kif.IsAct(e.Step) || kif.IsThrow(e.Step) {
		return ""
	}
	how := ""
	switch placing := placingOf(o.Word); {
	case o.Word == "":
		how = m.winners()
	case !placing.ofSeat():
		how = string(o.Word)
	case two && o.Word == kif.TimeOut:
		how = "時間切れにより" + m.winners()
	case two && (o.Word == kif.Resignation || o.Word.Usual() == kif.Mate):
		how = m.winners()
	default:
		how = m.seatKey(o.Seat) + "の" + string(o.Word)
	}
	return fmt.Sprintf("まで%d手で%s", m.ply, how)
}

// Ply returns the number of moves of the current game, including passes but
// not throws, endings and moves taken back.
func (m *Match) Ply() int { return m.ply }

// seatKey returns the name of a seat in a record, as in its header.
func (m *Match) seatKey(n int) string {
	if len(m.Roster.Seating) == 2 {
		return m.Side(n).Ja
	}
	return fmt.Sprintf("席%d", n)
}

// winners returns a phrase such as 後手の勝ち, or 引き分け if all share the first place.
func (m *Match) winners() string {
	var names []string
	for i, place := range m.Outcome.Places {
		if place == 1 {
			names = append(names, m.seatKey(i+1))
		}
	}
	if len(names) == len(m.Outcome.Places) {
		return "引き分け"
	}
	return strings.Join(names, "と") + "の勝ち"
}
