package letter

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

const (
	maxNews     = 12  // how many steps a letter tells of; of earlier ones the record does
	maxLookBack = 100 // how many events back a letter has all that was said
)

// news is what a letter begins with: who did what since the reader's own last step, what was said, and what he is to do
// until when.
func (s *sheet) news() []i18n.Text {
	if s.party == 0 {
		return s.guestNews()
	}
	if s.known {
		return s.duty()
	}
	return append(s.since(), s.duty()...)
}

// since tells what others have done since the reader's own last step; where they have done nothing, it tells of that.
func (s *sheet) since() (list []i18n.Text) {
	m, last := s.match, lastTold(s.match)
	if last >= 0 && m.By(last) == s.party && m.Record.Events[last].Step != kif.Step(kif.HandOver{}) {
		return s.own(last)
	}
	first, told := s.firstNews(), s.firstTold()
	for before, i := first, first; i <= last; i++ {
		switch {
		case kif.IsThrow(m.Record.Events[i].Step):
			continue
		case i < told:
			list = append(list, s.said(i)...)
		default:
			list = append(list, s.told(i, thrown(m.Record.Events[before:i]))...)
		}
		before = i + 1
	}
	return list
}

// firstTold is the index of the first event whose step the letter tells of. Of those before it only what was said is told.
func (s *sheet) firstTold() int {
	i := lastTold(s.match) + 1
	for steps := 0; i > s.firstNews() && steps < maxNews; {
		if i--; !kif.IsThrow(s.match.Record.Events[i].Step) {
			steps++
		}
	}
	return i
}

// firstNews is the index of the first event since the reader's own last step, or of the oldest that a letter can tell of.
func (s *sheet) firstNews() int {
	m, last := s.match, lastTold(s.match)
	if s.observes() {
		return observedSince(m)
	}
	first := last + 1
	for first > 0 && (first == last+1 || m.By(first-1) != s.party) && last-first < maxLookBack {
		first--
	}
	return first
}

// own tells that what the reader himself has written last is in the record: a step, or several of one reply.
func (s *sheet) own(last int) (list []i18n.Text) {
	events := s.match.Record.Events
	if mail := events[last].Mail; last > 0 && mail != (kif.Hash{}) && events[last-1].Mail == mail {
		list = s.own(last - 1)
	}
	if s.leaves(last) {
		return append(list, i18n.T("ended.out"))
	}
	return append(list, s.entered(events[last]))
}

// lastTold is the index of the last event that people care for.
func lastTold(m *match.Match) int {
	return m.LastOf(func(s kif.Step) bool {
		switch s.(type) {
		case kif.Receipt, kif.OpenLink, kif.Throw:
			return false
		}
		return true
	})
}

// thrown is what dice show, "4, 2"; empty without any.
func thrown(throws []kif.Event) string {
	var faces []string
	for _, e := range throws {
		if throw, ok := e.Step.(kif.Throw); ok {
			for _, face := range throw.Faces() {
				faces = append(faces, strconv.Itoa(face))
			}
		}
	}
	return strings.Join(faces, ", ")
}

// entered says that what the reader himself has written is in the record.
func (s *sheet) entered(e kif.Event) i18n.Text {
	switch step := e.Step.(type) {
	case kif.Move:
		return i18n.T("entered.move", "move", spelled(s.match, step))
	case kif.Ending:
		return s.ended()
	case kif.Away:
		return i18n.T("entered.away", "from", i18n.Day(step.First), "to", i18n.Day(step.Last), "zone", kif.Zone(step.East))
	case kif.Agree:
		return i18n.T("entered.agree-" + string(step.To))
	case kif.Accept:
		return i18n.T("entered.accept")
	case kif.Decline:
		return i18n.T("entered.decline")
	case kif.DrawOffer:
		return i18n.T("entered.draw-offer")
	case kif.UndoOffer:
		return i18n.T("entered.undo-offer")
	case kif.PauseOffer:
		return i18n.T("entered.pause-offer")
	case kif.Resume:
		return i18n.T("entered.resume")
	case kif.Say:
		return i18n.T("entered.say")
	case kif.Substitute:
		return i18n.T("entered.substitute", "substitute", i18n.Person(render.SafeLine(step.Who.String(), 100)))
	case kif.StepOut:
		return i18n.T("entered.stay")
	case kif.HandOver:
		return i18n.T("entered.hand-over", "substitute", s.match.Party(e.Party))
	}
	return i18n.T("entered")
}

// told is what event i did, and what was said with it. dice were thrown before it.
func (s *sheet) told(i int, dice string) (list []i18n.Text) {
	if text := s.did(i, dice); text != (i18n.Text{}) {
		list = append(list, text)
	}
	return append(list, s.said(i)...)
}

// said is what was said with event i, unless the reader has been told before.
func (s *sheet) said(i int) []i18n.Text {
	e := s.match.Record.Events[i]
	if e.Comment == "" || slices.Contains(s.heard, e.Again.String()) {
		return nil
	}
	says := "news.says"
	if e.Again != (kif.Hash{}) && e.Step == kif.Step(kif.Say{}) {
		says = "news.said-before"
	}
	return []i18n.Text{i18n.T(says, "who", s.match.Doer(i)), i18n.Same(quoted(e.Comment))}
}

// did is what event i did; dice were thrown before it. What is still asked of the reader is said where he is told what to do.
func (s *sheet) did(i int, dice string) i18n.Text {
	m := s.match
	e, who := m.Record.Events[i], m.Doer(i)
	if s.leaves(i) {
		return s.left(i)
	}
	if left, goesOn, passed := m.Passed(i); passed {
		return i18n.T("news.passed", "who", who, "left", personOf(left), "substitute", personOf(goesOn))
	}
	if move, moved := e.Step.(kif.Move); moved && dice != "" {
		return i18n.T("news.throw", "who", who, "dice", dice, "move", spelled(m, move))
	}
	if asks(e.Step) && !s.observes() && m.Question(s.party) != (i18n.Text{}) {
		return i18n.Text{}
	}
	return s.sentence(e, who)
}

// leaves tells whether event i puts a seat out of a game that the others play on.
func (s *sheet) leaves(i int) bool {
	after := s.match.After(i)
	return after.Gone() != 0 && after.Outcome == nil
}

// left says who is out by event i.
func (s *sheet) left(i int) i18n.Text {
	m := s.match
	if seat := m.After(i).Gone(); slices.Contains(s.seats, seat) && m.After(i).Roster.IsOut(s.party) {
		return i18n.T("ended.out")
	}
	return i18n.T("news.out", "who", m.Player(m.After(i).Gone()), "how", m.HowLeft(i))
}

// spelled is a move as readers of each language write it.
func spelled(m *match.Match, move kif.Move) i18n.Text {
	return engine.Spell(m.Last(), engine.Move(move))
}

// quoteMark stands before each line of what somebody said.
const quoteMark = "> "

// quoted is what somebody said, as a letter shows it.
func quoted(words string) string {
	return quoteMark + strings.ReplaceAll(render.Safe(words), "\n", "\n"+quoteMark)
}

// asks tells whether a step is a question to the others.
func asks(s kif.Step) bool {
	switch s.(type) {
	case kif.DrawOffer, kif.UndoOffer, kif.PauseOffer, kif.Rechain, kif.StepIn, kif.Claim, kif.Settle:
		return true
	}
	return false
}

// sentence says what an event is; nothing for one that only programs care for.
func (s *sheet) sentence(e kif.Event, who i18n.Text) i18n.Text {
	switch step := e.Step.(type) {
	case kif.Move:
		return i18n.T("news.move", "who", who, "move", spelled(s.match, step))
	case kif.Ending:
		return s.ended()
	case kif.Invite:
		return s.invitation()
	case kif.Accept:
		return i18n.T("news.accept", "who", who)
	case kif.Decline:
		return i18n.T("news.decline", "who", who)
	case kif.DrawOffer:
		return i18n.T("news.draw", "who", who)
	case kif.UndoOffer:
		return i18n.T("news.undo", "who", who, "number", step.Number)
	case kif.PauseOffer:
		return i18n.T("news.pause", "who", who)
	case kif.Resume:
		return i18n.T("news.resume", "who", who)
	case kif.Agree:
		return agreement(step.To, who)
	case kif.Claim:
		return i18n.T("news.claim", "who", who)
	case kif.Contest:
		return i18n.T("news.contest", "who", who)
	case kif.Away:
		return i18n.T("news.away", "who", who, "from", i18n.Day(step.First), "to", i18n.Day(step.Last), "zone", kif.Zone(step.East))
	case kif.NewAddress:
		return i18n.T("news.address", "who", who, "address", render.SafeLine(step.Address, 100))
	case kif.Rotate:
		return i18n.T("news.rotate", "who", who)
	case kif.Rechain:
		return i18n.T("news.rechain", "who", who)
	case kif.Substitute:
		return i18n.T("news.substitute", "who", who, "substitute", i18n.Person(render.SafeLine(step.Who.String(), 100)))
	case kif.StepIn:
		return i18n.T("news.step-in", "who", who)
	case kif.StepOut:
		if e.Key != "" {
			return i18n.T("news.step-out", "who", who)
		}
		return i18n.T("news.stay", "who", who)
	case kif.Settle:
		return i18n.T("news.settle", "who", who)
	case kif.Unknown:
		return i18n.T("news.unknown", "who", who, "act", render.SafeLine(step.Text, 40))
	}
	return i18n.Text{}
}

// agreement says what somebody has agreed to. A draw that is agreed to ends the match, which says so itself.
func agreement(to kif.Question, who i18n.Text) i18n.Text {
	if to == kif.DrawQuestion || to == kif.NoQuestion {
		return i18n.Text{}
	}
	return i18n.T("news.agree-"+string(to), "who", who)
}

// ended says how the match ended, to the reader.
func (s *sheet) ended() i18n.Text {
	o := s.match.Outcome
	if o == nil {
		return i18n.Text{}
	}
	switch {
	case slices.Contains(s.seats, o.Seat) && (o.Word == kif.Resignation || o.Word == kif.TimeOut):
		return i18n.T("news.over", "how", i18n.T("ended."+o.Word.ID()))
	case o.Word != "" || len(o.Places) == 0:
		return i18n.T("news.over", "how", s.match.Ending())
	}
	return i18n.Join(s.result(), i18n.T("news.why", "rule", sentenceOf(whyOf(s.match))), s.again())
}

// again names the command that begins another match, where a rule of the game has left this one without a winner. A letter writer
// has no commands.
func (s *sheet) again() i18n.Text {
	if slices.ContainsFunc(s.match.Outcome.Places, func(place int) bool { return place > 1 }) || s.token != "" || s.observes() {
		return i18n.Text{}
	}
	return i18n.T("news.again", "match", s.match.Short())
}

// whyOf says how the rules of the game ended the match. A rule against a move has no sentence without the move, so what the
// board says of the foul stands for it.
func whyOf(m *match.Match) i18n.Text {
	if end := m.Scene().Result; strings.Contains(m.Outcome.Rule.Text.En, "{") {
		return i18n.T("end.foul", "who", m.Player(end.Seat), "how", end.How)
	}
	return m.Outcome.Rule.Text
}

// result says who has won by the rules of the game.
func (s *sheet) result() i18n.Text {
	winners := s.match.Winners()
	switch {
	case len(winners) == len(s.match.Outcome.Places):
		return i18n.T("news.drawn")
	case slices.ContainsFunc(s.seats, func(n int) bool { return s.match.Outcome.Places[n-1] == 1 }):
		return i18n.T("news.won")
	}
	return i18n.T("news.lost", "who", i18n.List(winners...))
}

// sentenceOf is a clause as a sentence begins it.
func sentenceOf(clause i18n.Text) i18n.Text {
	clause.En = strings.ToUpper(clause.En[:1]) + clause.En[1:]
	return clause
}

// duty says what the reader is to do, until when, and what is asked of him.
func (s *sheet) duty() (list []i18n.Text) {
	m, last := s.match, s.match.LastEntry()
	switch {
	case m.Outcome != nil && last >= 0:
		if _, said := m.Record.Events[last].Step.(kif.Ending); !said {
			list = append(list, s.ended())
		}
		return list
	case s.observes():
		return []i18n.Text{s.nextTurn()}
	case m.Roster.Joining() == s.party:
		return nil // the invitation says it
	case m.Roster.Joining() != 0:
		return []i18n.Text{i18n.T("invite.others-first", "who", m.Party(m.Roster.Joining()))}
	}
	if asked := s.asked(); asked != (i18n.Text{}) {
		list = append(list, asked)
	}
	if leaving := m.Leaving(s.party); leaving != (i18n.Text{}) && (!m.Writes(s.party) || !m.HandsOver(s.party)) {
		list = append(list, leaving)
	}
	if !m.Paused.IsZero() {
		list = append(list, s.pauseText())
	}
	list = append(list, s.absences()...)
	if m.Roster.IsOut(s.party) {
		list = append(list, i18n.T("duty.out"))
	}
	if m.Turn != s.party || m.Roster.PartyOf(m.Due()) != s.party {
		return append(list, s.theirMove())
	}
	return append(list, s.yourMove())
}

// absences say who is away, from the letter after that which has told it until it is over.
func (s *sheet) absences() (list []i18n.Text) {
	m, last := s.match, s.match.LastEntry()
	for _, a := range m.Absences(m.Record.Events[last].At) {
		if a.Event >= s.firstTold() {
			continue
		}
		key := "duty.away"
		if a.Party == s.party {
			key = "duty.you-away"
		}
		list = append(list, i18n.T(key, "who", m.Party(a.Party), "from", i18n.Day(a.First), "to", i18n.Day(a.Last)))
	}
	return list
}

// pauseText says that no clock runs, and how the reader goes on.
func (s *sheet) pauseText() i18n.Text {
	since := i18n.Time(s.match.Paused, s.zone)
	if s.match.Writes(s.party) {
		return i18n.T("duty.paused", "since", since)
	}
	return i18n.T("duty.paused-command", "since", since, "match", s.match.Short())
}

// theirMove says whom the match waits for.
func (s *sheet) theirMove() i18n.Text {
	m := s.match
	if due := m.Due(); due == 0 || m.Turn != m.Roster.PartyOf(due) || m.Next().Throw != nil || m.Next().Player == 0 {
		return i18n.T("duty.status", "status", m.Status())
	}
	who := m.Party(m.Turn)
	if end, limited := m.Clock.Deadline(s.party); limited {
		return i18n.T("duty.wait-until", "who", who, "when", i18n.Time(end, s.zone))
	}
	return i18n.T("duty.wait", "who", who)
}

// yourMove says that the reader is to move, with what throw, until when.
func (s *sheet) yourMove() i18n.Text {
	m, text := s.match, i18n.Text{}
	if dice := thrown(m.Record.Events[m.LastEntry()+1:]); dice != "" {
		text = yourThrow(m, dice)
	}
	end, limited := m.Clock.Deadline(s.party)
	if !limited || m.Claim != nil {
		return i18n.Join(text, i18n.T("duty.move"))
	}
	text = i18n.Join(text, i18n.T("duty.move-until", "when", i18n.Time(end, s.zone)))
	if m.Disputed() {
		return i18n.Join(text, i18n.T("duty.disputed"))
	}
	return text
}

// yourThrow says what was thrown for the reader, and whether the record proves it.
func yourThrow(m *match.Match, dice string) i18n.Text {
	switch m.NewProof().Level {
	case match.Mutual, match.Umpired:
		return i18n.T("duty.throw-proved", "dice", dice)
	}
	return i18n.T("duty.throw", "dice", dice)
}

// asked is what is asked of the reader, and how he answers.
func (s *sheet) asked() i18n.Text {
	m := s.match
	switch c, o := m.Claim, m.Offer; {
	case m.Writes(s.party) && m.HandsOver(s.party):
		return i18n.T("asked.hand-over", "substitute", personOf(m.Substitutes[s.party].Who))
	case m.Question(s.party) == (i18n.Text{}):
		return i18n.Text{}
	case c != nil:
		return s.claimed(c)
	case (o == nil || slices.Contains(o.Agreed, s.party)) && m.AsksSubstitute(s.party) != nil:
		return i18n.Join(substituteAsked(m, m.AsksSubstitute(s.party)), s.agreeing(""))
	case o == nil: // a settlement
		asked := i18n.T("asked.settle", "who", m.Party(m.Settlement.Party))
		return i18n.Join(asked, m.DiceNote(), s.agreeing(""))
	default:
		asked := i18n.Join(i18n.T("asked."+string(o.Asks), "who", m.Party(o.Party), "number", o.Number), m.DiceNote())
		if o.Asks == kif.RechainQuestion {
			return i18n.Join(asked, s.agreeing(""))
		}
		return i18n.Join(asked, s.agreeing("-or"))
	}
}

// claimed tells of a claim. Who is claimed to be late answers by moving.
func (s *sheet) claimed(c *match.Claim) i18n.Text {
	m := s.match
	by, lapses, out := m.Party(c.By), m.Lapses(), ""
	if lapses.IsZero() {
		out = "-out" // more than two are in
	}
	when := i18n.Time(lapses, s.zone)
	if c.Of == s.party {
		return i18n.T("asked.claim"+out, "by", by, "when", when)
	}
	return i18n.Join(i18n.T("asked.claim-other"+out, "by", by, "of", m.Party(c.Of), "when", when), s.agreeing(""))
}

// agreeing says with what word the reader agrees, and with "-or" what he can do else.
func (s *sheet) agreeing(or string) i18n.Text {
	if s.match.Writes(s.party) {
		return i18n.T("asked.reply" + or)
	}
	return i18n.T("asked.command"+or, "match", s.match.Short())
}
