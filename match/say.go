package match

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// NotYourTurn is the error of playing a seat that is not to move or belongs to
// somebody else.
type NotYourTurn struct{ Text i18n.Text }

// Sentence returns the sentence in both languages.
func (e *NotYourTurn) Sentence() i18n.Text { return e.Text }

// Error returns the English sentence.
func (e *NotYourTurn) Error() string { return e.Text.En }

// Player returns the name of the player of seat n. It adds the seat if several
// seats have that name, and names the seat alone if the record has no name.
func (m *Match) Player(n int) i18n.Text {
	seat, name := m.Side(n), m.Roster.nameOf(m.Roster.Seat(n))
	if name == "" {
		return seat
	}
	for other := range m.Roster.Seating {
		if other+1 != n && m.Roster.nameOf(m.Roster.Seat(other+1)) == name {
			return i18n.T("player.seated", "name", i18n.Person(name), "seat", seat)
		}
	}
	return i18n.Person(name)
}

// Odds reports whether seat 2 gives seat 1 odds and, as in handicap games of
// shogi, moves first.
func (m *Match) Odds() bool {
	return len(m.Roster.Seating) == 2 && engine.Due(m.Positions[0]) == 2 && m.Record.Start() == ""
}

// Side returns what seat n is called besides its player's name.
func (m *Match) Side(n int) i18n.Text {
	if m.Odds() {
		return engine.Side(n)
	}
	return engine.Seat(n, len(m.Roster.Seating))
}

// Party returns the name of a party, or its address if it has no name.
func (m *Match) Party(party int) i18n.Text { return i18n.Person(m.Roster.Name(party)) }

// Doer returns the name of the author of event i, or the player of the seat if
// the record has no name.
func (m *Match) Doer(i int) i18n.Text {
	if name := m.doer(i); name != "" {
		return i18n.Person(name)
	}
	if due := engine.Due(m.Positions[i]); due != 0 {
		return m.Player(due)
	}
	return i18n.T("player.anybody") // every throw ends the game, so anybody may make it
}

// doer returns the name that the author of event i had at the time, or "".
func (m *Match) doer(i int) string {
	before := m.states[i]
	if s := before.Substitutes[m.By(i)]; m.BySubstitute(i) && s != nil {
		return s.name()
	}
	return before.Roster.Name(m.By(i))
}

// Status describes to anybody what the match is waiting for, or how it ended.
func (m *Match) Status() i18n.Text { return m.For(0).Status() }

// Awaits returns the party whose program must act before the player to move
// can: read dice, publish a link, or pass on the turn. It returns 0 if there
// is none.
func (m *Match) Awaits() int {
	if m.Outcome != nil || m.Roster.Joining() != 0 || m.Turn == m.Mover() {
		return 0
	}
	return m.Turn
}

// Names returns the names of the players by seat, for use beside a Scene.
func (m *Match) Names() (names []string) {
	for n := range len(m.Roster.Seating) {
		names = append(names, m.Roster.nameOf(m.Roster.Seat(n+1)))
	}
	return names
}

// Scene returns the scene of the last position. After an ending in the record
// it shows that ending instead of a turn.
func (m *Match) Scene() engine.Scene {
	s := m.SceneAt(len(m.Positions) - 1)
	if m.Roster.Joining() != 0 || m.Roster.TossDue() { // nobody is to move yet
		s.Turn = engine.Turn{}
	}
	if o := m.Outcome; o != nil && s.Result == nil {
		end := &engine.Ending{Result: engine.Result{Rule: o.Rule, Places: o.Places}, How: o.Rule.Text}
		switch {
		case m.lastLeft():
			end.Seat, end.How = 1+slices.Index(o.Places, 1), i18n.T("end.alone")
		case placingOf(o.Word).ofSeat():
			particle := "の"
			if placingOf(o.Word) == wins {
				particle = "が"
			}
			end.Seat, end.How.Ja = o.Seat, particle+end.How.Ja
		}
		s.Turn, s.Result = engine.Turn{}, end
	}
	return s
}

// SceneAt returns the scene of m.Positions[i]. If the scene fades, it includes
// the marks of the moves before the last.
func (m *Match) SceneAt(i int) engine.Scene { return m.Fading(i, m.Positions[i].Scene()) }

// Fading returns s, a scene of m.Positions[i] or of a step towards it, with the
// seat that has just passed. If the scene fades, the result includes the marks
// of the moves before the last.
func (m *Match) Fading(i int, s engine.Scene) engine.Scene {
	moves := m.movesAfter(i)
	if len(moves) > 0 {
		if last := moves[len(moves)-1]; m.Record.Events[last].Step == kif.Step(kif.Move(engine.Pass)) {
			s.Passed = m.Positions[last].Next().Player
		}
	}
	if !s.Fades() {
		return s
	}
	var earlier []engine.Scene
	for _, j := range slices.Backward(moves[max(0, len(moves)-2):]) {
		earlier = append(earlier, m.Positions[j].Scene())
	}
	return s.After(earlier...)
}

// Absence is an absence of a party that event Event announced.
type Absence struct {
	Party, Event int
	kif.Away
}

// Absences returns the announced absences that are not over at a time.
func (m *Match) Absences(at time.Time) (list []Absence) {
	for i, e := range m.Record.Events {
		if away, leaves := e.Step.(kif.Away); leaves && away.End().After(at) {
			list = append(list, Absence{m.By(i), i, away})
		}
	}
	return list
}

// LookingOn returns who observes the match, and with what delay; empty if there are no observers.
func (m *Match) LookingOn() i18n.Text { return m.Observed("observers", "observers.late") }

// Observed returns who observes the match, in one of two sentences of the
// catalogue: for observers who see the match now, or late. It is empty if
// there are none.
func (m *Match) Observed(now, late string) i18n.Text {
	var who []string
	for _, o := range m.Roster.Observers {
		who = append(who, o.String())
	}
	switch {
	case len(who) == 0:
		return i18n.Text{}
	case m.Roster.Delay == 0:
		return i18n.T(now, "who", i18n.Names(who...))
	}
	return i18n.T(late, "who", i18n.Names(who...), "late", Plies(m.Roster.Delay))
}

// Plies returns a number of plies in words.
func Plies(n int) i18n.Text { return i18n.T("span.moves", "n", n) }

// HowLeft returns how event i has put a player out, such as "resigned".
func (m *Match) HowLeft(i int) i18n.Text {
	return ruleOf(m.Record.Events[i].Step.(kif.Ending)).Text
}

// Winners returns the names of the players in the first place.
func (m *Match) Winners() (winners []i18n.Text) {
	for i, place := range m.Outcome.Places {
		if place == 1 {
			winners = append(winners, m.Player(i+1))
		}
	}
	return winners
}

// lastLeft reports whether m ended because all players but one are out.
func (m *Match) lastLeft() bool {
	return m.Outcome != nil && len(m.Roster.Seating) > 2 && placingOf(m.Outcome.Word) == loses
}

// Over returns a sentence that the game is over and how it ended. Programs save a game that is still being played as an
// adjourned one, and it can be continued.
func (m *Match) Over() i18n.Text {
	if m.Outcome != nil && m.Outcome.Word == kif.Adjournment {
		return i18n.T("status.over-adjourned")
	}
	return i18n.T("status.over", "how", m.Status())
}

// DiceWait returns a sentence that another party must read the dice.
func (m *Match) DiceWait() i18n.Text {
	who := m.Party(cmp.Or(m.Dice.next(), m.Turn, 1))
	if m.Roster.TossDue() {
		return i18n.T("status.toss", "who", who)
	}
	return i18n.T("status.dice-wait", "who", who)
}

// LastComment returns the comment on the last step and its author, as in "Bob: a good game", or "".
func (m *Match) LastComment() string {
	i := m.LastEntry()
	if i < 0 || m.Record.Events[i].Comment == "" {
		return ""
	}
	who := ""
	if name := m.doer(i); name != "" && m.Roster.Invited {
		who = name + ": "
	}
	return who + m.Record.Events[i].Comment
}

// Speaker returns the name of the author of the comment on event i. It is "" in a match on one machine, where comments are about the
// moves, like those in a file of another program.
func (m *Match) Speaker(i int) string {
	if !m.Roster.Invited {
		return ""
	}
	return m.Roster.Name(m.By(i))
}

// Disputed reports whether the dates by which the clock runs are disputed.
func (m *Match) Disputed() bool { return m.Clock.Disputed(m.Turn) || m.Clock.Disputed(m.Clock.giver) }

// FileName returns the file name for a match by mail.
func (m *Match) FileName() string { return m.Game.Name + "-" + m.Short() + ".kif" }

// NamedFor reports whether file has the name of the match that Short calls
// short. It identifies records that cannot be read.
func NamedFor(file, short string) bool {
	return strings.HasSuffix(file, "-"+short+".kif")
}

// FormatTime formats a time to the minute in UTC, because readers may live in different zones.
func FormatTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") + " UTC" }

// withDice returns a question with the effect of agreeing on the dice, if
// there is any.
func withDice(question, dice i18n.Text) i18n.Text {
	if dice == (i18n.Text{}) {
		return question
	}
	return i18n.T("question.with-dice", "question", question, "dice", dice)
}

// DiceNote returns what happens to the dice if all agree to the pending
// settlement or offer. It is empty if nothing does.
func (m *Match) DiceNote() i18n.Text {
	d, o := m.Dice, m.Offer
	switch {
	case m.unsettled() && m.Settlement.Dice >= d.Next():
		return i18n.T("dice.settled", "from", d.Next(), "to", m.Settlement.Dice)
	case m.unsettled() || o == nil:
		return i18n.Text{}
	case o.Asks == kif.RechainQuestion && d.voids():
		return i18n.T("dice.rechained", "event", d.Event, "who", m.Party(o.Party), "next", d.Next())
	case o.Asks == kif.UndoQuestion && m.thrownSince(o.Number) && d.committed():
		return i18n.T("dice.undone-to", "next", d.Next()+1)
	case o.Asks == kif.UndoQuestion && m.thrownSince(o.Number):
		return i18n.T("dice.undone")
	}
	return i18n.Text{}
}

// TakenBack names the moves that an UndoOffer before event i asks to take back: the move with that number and what followed.
func (m *Match) TakenBack(number, i int) i18n.Text {
	goesOn := false
	for i--; i >= 0; i-- {
		move, moved := m.Record.Events[i].Step.(kif.Move)
		if !moved {
			continue
		}
		text := engine.Spell(m.Last(), engine.Move(move))
		switch {
		case m.Record.Events[i].Number == number && goesOn:
			return i18n.T("undo.from", "number", number, "move", text)
		case m.Record.Events[i].Number == number:
			return i18n.T("undo.move", "number", number, "move", text)
		}
		goesOn = true
	}
	return i18n.Text{} // there is always such a move
}

// MustAgree names the players who have not agreed to the pending offer.
func (s State) MustAgree() i18n.Text {
	var names []string
	for _, party := range s.Roster.Players() {
		if s.Offer.asks(s.Roster, party) && !s.Offer.among(s.Roster).IsOut(party) {
			names = append(names, s.Roster.Name(party))
		}
	}
	return i18n.People(names...)
}

// thrownSince reports whether dice were thrown, or are about to be, after the
// move with that number.
func (m *Match) thrownSince(number int) bool {
	after := false
	for _, e := range m.Record.Events {
		switch e.Step.(type) {
		case kif.Move:
			after = after || e.Number == number
		case kif.Throw:
			if after {
				return true
			}
		}
	}
	return m.Next().Throw != nil
}
