package match

import (
	"slices"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// A View is what a match says to one reader, whom it addresses as "you" and
// whose time limits it counts as that reader does.
type View struct {
	match *Match
	party int // 0 for anybody else
}

// For returns what m says to a party, or to anybody for 0.
func (m *Match) For(party int) View { return View{m, party} }

// Status describes in one line what the match is waiting for, or how it ended.
func (v View) Status() i18n.Text {
	m := v.match
	if m.Outcome != nil {
		return v.how()
	}
	status := v.waiting()
	if o := m.Offer; o != nil && o.Asks == kif.UndoQuestion && o.Party == v.party {
		status = i18n.T("status.asked-undo", "status", status, "who", m.MustAgree())
	}
	if key := "status.paused"; !m.Paused.IsZero() {
		if m.Halted {
			key = "status.halted"
		}
		status = i18n.T(key, "status", status, "since", i18n.Date(m.Paused))
	}
	if len(m.Roster.Out) > 0 {
		var who []i18n.Text
		for _, seat := range m.Roster.Out {
			who = append(who, m.Player(seat))
		}
		status = i18n.T("status.out", "status", status, "who", i18n.List(who...))
	}
	return status
}

// waiting describes what an unfinished match waits for.
func (v View) waiting() i18n.Text {
	m, party := v.match, v.party
	var who i18n.Text
	waits := m.WaitsFor()
	switch waits {
	case ForAnswer:
		if party != 0 && party == m.Roster.Joining() {
			return i18n.T("status.your-answer")
		}
		who = m.Party(m.Roster.Joining())
	case ForSettlement:
		var names []string
		for _, other := range m.Roster.Players() {
			if m.Settlement.asks(other) && !m.Roster.IsOut(other) {
				names = append(names, m.Roster.Name(other))
			}
		}
		who = i18n.People(names...)
	case ForLink:
		who = m.Party(m.Turn)
		if m.Roster.TossDue() {
			return i18n.T("status.toss", "who", who)
		}
	case ForReceipt:
		who = m.Party(m.Roster.Umpire())
	case ForThrow, ForMove:
		if party != 0 && party == m.Mover() {
			return i18n.T("status.your-" + string(waits))
		}
		who = m.Player(m.Due())
	}
	return i18n.T("status."+string(waits), "who", who)
}

// Ending describes the result of a match that is over, and to a player whether
// it was won or lost.
func (v View) Ending() i18n.Text {
	m, o := v.match, v.match.Outcome
	switch result := v.Result(); {
	case result == "":
		return v.how()
	case result == Lost:
		return i18n.T("end.you-lost", "how", v.how())
	case result == Drawn:
		return i18n.T("end.you-drew", "how", m.For(0).how())
	case o.Word == "" && !m.lastLeft() && len(m.Winners()) == 1:
		return i18n.T("end.you-won-by-rule", "how", o.Rule.Text)
	}
	return i18n.T("end.you-won", "how", m.For(0).how())
}

// Result returns how a match that is over ended for the reader: Won, Lost or
// Drawn, "" if it has no result for the reader.
func (v View) Result() string {
	places, own := v.match.Outcome.Places, v.match.place(v.party)
	switch {
	case v.party == 0 || places == nil || own > len(places):
		return ""
	case own > 1:
		return Lost
	case slices.Max(places) == 1:
		return Drawn
	}
	return Won
}

// how describes how a match ended. It says "you" only to a party that has
// resigned or lost on time.
func (v View) how() i18n.Text {
	m, o := v.match, v.match.Outcome
	if v.party != 0 && m.Roster.PartyOf(o.Seat) == v.party && (o.Word == kif.Resignation || o.Word == kif.TimeOut) {
		return i18n.T("ended." + o.Word.ID())
	}
	switch winners := m.Winners(); {
	case m.lastLeft():
		return i18n.T("end.last", "who", i18n.List(winners...))
	case placingOf(o.Word) == wins && o.Seat != 0:
		return i18n.T("end.of-winner", "who", m.Player(o.Seat), "how", o.Rule.Text)
	case placingOf(o.Word) == loses && o.Seat != 0:
		return i18n.T("end.of", "who", m.Player(o.Seat), "how", o.Rule.Text)
	case o.Word == ruled && len(winners) > 0 && len(winners) < len(o.Places):
		return i18n.T("end.ruled", "who", i18n.List(winners...))
	case o.Word == ruled && len(winners) > 0:
		return i18n.T("end.ruled-draw")
	case o.Word != "":
		return o.Rule.Text
	case len(winners) == len(o.Places):
		return i18n.T("end.draw")
	default:
		return i18n.T("end.won", "who", i18n.List(winners...))
	}
}

// Question describes the pending request that the reader has not answered. It
// may be empty.
func (v View) Question() i18n.Text {
	m, party := v.match, v.party
	if m.Outcome != nil || m.silent(party) {
		return i18n.Text{}
	}
	if c := m.Claim; c != nil && party != c.By {
		key := "question.claim"
		if m.Roster.playing() > 2 {
			key += "-out"
		}
		return i18n.T(key, "by", m.Party(c.By), "of", m.Party(c.Of), "when", i18n.Time(m.ClaimWinsAt(), nil))
	}
	if m.unsettled() && !slices.Contains(m.Settlement.Agreed, party) {
		return withDice(i18n.T("question.settle", "who", m.Party(m.Settlement.Party)), m.DiceNote())
	}
	if o := m.Offer; o != nil && !slices.Contains(o.Agreed, party) {
		return withDice(i18n.T("question."+string(o.Asks), "who", m.Party(o.Party), "moves", m.TakenBack(o.Number, len(m.Record.Events))), m.DiceNote())
	}
	s := m.AsksSubstitute(party)
	if i := slices.IndexFunc(m.Substitutes[:], func(s *Substitution) bool { return s != nil }); party == 0 && i > 0 { // for anybody
		s = m.Substitutes[i]
	}
	switch {
	case s == nil:
		return i18n.Text{}
	case s.agreed(m.Roster):
		return i18n.T("question.substitute-agreed", "who", m.Party(s.Party), "substitute", i18n.Person(s.name()))
	case s.Key == "":
		return i18n.T("question.substitute-called", "who", m.Party(s.Party), "substitute", i18n.Person(s.name()))
	}
	return i18n.T("question.substitute", "who", m.Party(s.Party), "substitute", i18n.Person(s.Who.String()), "key", Fingerprint(s.Key))
}

// Open describes the request that waits for an answer, whoever has to give it.
// It may be empty.
func (v View) Open() i18n.Text {
	m, o := v.match, v.match.Offer
	question := m.For(0).Question()
	if v.party > 0 && v.party < len(m.Substitutes) && m.Substitutes[v.party] != nil && o == nil && m.Claim == nil && !m.unsettled() && m.Outcome == nil {
		return i18n.T("offered.substitute", "substitute", i18n.Person(m.Substitutes[v.party].name()))
	}
	if question == (i18n.Text{}) || o == nil || v.party == 0 || o.Party != v.party || m.Claim != nil || m.unsettled() || !i18n.Has("offered."+string(o.Asks)) {
		return question
	}
	return withDice(i18n.T("offered."+string(o.Asks), "moves", m.TakenBack(o.Number, len(m.Record.Events))), m.DiceNote())
}

// Leaving returns how long the program of the reader, whose substitute has not
// taken over yet, is still needed. It is empty for all others.
func (v View) Leaving() i18n.Text {
	m, party := v.match, v.party
	if party < 1 || party > len(m.Roster.Parties) || m.Outcome != nil || m.Substitutes[party] == nil {
		return i18n.Text{}
	}
	key := "leaving"
	if m.MayUseMailOnly(party) {
		key = "leaving.writer"
	}
	return i18n.T(key, "substitute", i18n.Person(m.Substitutes[party].name()))
}

// Caption returns information that a Scene does not show: the players by seat, and what is Pending. It may be empty.
func (v View) Caption(zone *time.Location) i18n.Text {
	m := v.match
	var parts []i18n.Text
	for n := 1; n <= len(m.Roster.Seating); n++ {
		if name := m.Roster.nameOf(m.Roster.Seat(n)); name != "" {
			// English has no names of the sides common to all games, and the players are
			// listed in their order.
			called := i18n.Called(name)
			parts = append(parts, i18n.Text{En: called.En, Ja: i18n.In("ja", "player.seat", "name", called, "seat", m.Side(n))})
		}
	}
	if pending := v.Pending(zone); pending != (i18n.Text{}) {
		parts = append(parts, pending)
	}
	return i18n.Phrases(parts...)
}

// Pending returns a request that nobody has answered, and the time limit. It may be empty.
func (v View) Pending(zone *time.Location) i18n.Text {
	question := v.Open()
	if leaving := v.Leaving(); leaving != (i18n.Text{}) && v.Question() == (i18n.Text{}) {
		question = leaving
	}
	var parts []i18n.Text
	for _, part := range []i18n.Text{question, v.Limit(zone)} {
		if part != (i18n.Text{}) {
			parts = append(parts, part)
		}
	}
	return i18n.Phrases(parts...)
}

// Unaccepted says that a request of the reader lapsed with event i, the move of
// another player. It is empty for other events.
func (v View) Unaccepted(i int) i18n.Text {
	m := v.match
	if _, moved := m.Record.Events[i].Step.(kif.Move); !moved || i == 0 || v.party == 0 || m.states[i+1].by == v.party {
		return i18n.Text{}
	}
	o := m.states[i].Offer
	if o == nil || o.Party != v.party || !i18n.Has("unaccepted."+string(o.Asks)) {
		return i18n.Text{}
	}
	return i18n.T("unaccepted."+string(o.Asks), "number", o.Number)
}

// Lapsed is Unaccepted for the events since the reader's own last step, while the
// match continues.
func (v View) Lapsed() (text i18n.Text) {
	m := v.match
	for i := len(m.Record.Events) - 1; i > 0 && m.Outcome == nil && m.states[i+1].by != v.party && text == (i18n.Text{}); i-- {
		text = v.Unaccepted(i)
	}
	return text
}

// Limit describes when the player to move is out of time, as the reader counts
// it, or how a pause ends. It is empty if the time is not limited. Times are in
// zone, nil for UTC.
func (v View) Limit(zone *time.Location) i18n.Text {
	m := v.match
	switch {
	case m.Outcome != nil:
		return i18n.Text{}
	case !m.Paused.IsZero() && m.Halted:
		return i18n.T("limit.halted", "since", i18n.Time(m.Paused, zone))
	case !m.Paused.IsZero():
		return i18n.T("limit.paused", "since", i18n.Time(m.Paused, zone), "file", m.FileName())
	}
	end, limited := m.Clock.Deadline(v.party)
	if !limited {
		return i18n.Text{}
	}
	if m.Disputed() {
		return i18n.T("limit.disputed", "when", i18n.Time(end, zone))
	}
	if way := v.Allowance(); way > 0 {
		return i18n.T("limit.theirs", "when", i18n.Time(end, zone), "span", i18n.Span(way))
	}
	return i18n.T("limit", "when", i18n.Time(end, zone))
}

// Allowance returns the time for the transit of a message that the deadline of
// the player to move includes for the reader. It is 0 after the first turn of
// each player, when the reader has seen it once.
func (v View) Allowance() time.Duration {
	c := v.match.Clock
	if c.umpired || v.party == c.turn || v.match.Ply() >= len(v.match.Roster.Seating) {
		return 0
	}
	return c.Control.Way
}

// TimeOutQuestion returns the question whether the player to move has missed
// the time limit of a match on one machine.
func (m *Match) TimeOutQuestion() i18n.Text {
	if m.Outcome != nil || m.Due() == 0 {
		return i18n.Text{}
	}
	key := "ask.time-out"
	switch {
	case m.Game.OnTimeout != "":
		key = "ask.time-out-pass"
	case m.Record.PerMove() == "":
		key = "ask.time-out-unlimited"
	}
	return i18n.T(key, "who", m.Player(m.Due()))
}

// ClockText returns a warning if now, by the clock with which the reader is
// about to sign, is before the reader's own last step or before the program
// was built, and an empty text otherwise. Dates signed by others prove nothing
// about that clock.
func (v View) ClockText(now, built time.Time) i18n.Text {
	m, party := v.match, v.party
	if !m.Roster.Invited || party == 0 {
		return i18n.Text{}
	}
	for i, e := range slices.Backward(m.Record.Events) {
		if m.states[i+1].by == party && m.states[i+1].scribe == 0 && !kif.IsThrow(e.Step) && e.At.After(now.Add(clockError)) {
			return i18n.T("warn.clock-step", "now", FormatTime(now), "when", FormatTime(e.At))
		}
	}
	if built.After(now) {
		return i18n.T("warn.clock-built", "now", FormatTime(now), "when", FormatTime(built))
	}
	return i18n.Text{}
}
