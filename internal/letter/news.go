package letter

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

const (
	maxNews     = 12  // how many steps a message describes; earlier ones are in the record
	maxLookBack = 100 // how many events back a message includes all comments
)

// news returns the beginning of a message: the steps of others since the reader's last step, the comments, and what the reader
// must do by when. If the match has just ended with a result, the first text is a headline, which says who won, and the last says
// how and after how many moves, unless the steps do.
func (s *sheet) news() (list []i18n.Text, headline bool) {
	if s.party == 0 {
		return s.guestNews(), false
	}
	if !s.known {
		list = s.since()
	}
	m, last := s.match, lastRelevant(s.match)
	if m.Outcome == nil || m.Outcome.Places == nil || last < 0 || last > 0 && m.After(last-1).Outcome != nil {
		if s.reminds { // the deadline comes first
			return append(s.duty(), list...), false
		}
		return append(list, s.duty()...), false
	}
	list = append([]i18n.Text{s.result()}, list...)
	if m.Outcome.Word == "" {
		list = append(list, i18n.T("news.rule", "rule", sentenceOf(s.why()), "n", m.Ply()))
	}
	return list, true
}

// since describes what others have done since the reader's own last step, or
// that step if they have done nothing.
func (s *sheet) since() (list []i18n.Text) {
	m, last := s.match, lastRelevant(s.match)
	if last >= 0 && m.By(last) == s.party && m.Record.Events[last].Step != kif.Step(kif.HandOver{}) {
		list = s.ownSteps(last)
		if m.Toss() > last {
			list = append(list, s.tossText())
		}
		return list
	}
	first, told, toss := s.firstNews(), s.firstDescribed(), m.Toss()
	for before, i := first, first; i <= last; i++ {
		switch {
		case i == toss:
			list = append(list, s.tossText())
			continue
		case kif.IsThrow(m.Record.Events[i].Step):
			continue
		case i < told:
			list = append(list, s.commentText(i)...)
		default:
			list = append(list, s.describe(i, diceText(m, before, i))...)
		}
		before = i + 1
	}
	if toss > last {
		list = append(list, s.tossText())
	}
	return list
}

// tossText returns who moves first, as the toss has decided.
func (s *sheet) tossText() i18n.Text {
	if s.match.Odds() {
		return i18n.T("news.toss-odds", "seats", s.begins())
	}
	if slices.Contains(s.seats, 1) {
		return i18n.T("news.toss-you")
	}
	return i18n.T("news.toss", "who", s.match.Party(s.match.Roster.PartyOf(1)))
}

// firstDescribed returns the index of the first event whose step the message
// describes. For earlier ones it only has the comments.
func (s *sheet) firstDescribed() int {
	i, first := lastRelevant(s.match)+1, s.firstNews()
	for steps := 0; i > first && steps < maxNews; {
		if i--; !kif.IsThrow(s.match.Record.Events[i].Step) {
			steps++
		}
	}
	return i
}

// firstNews returns the index of the first event since the reader's own last
// step, or of the oldest that a message can include.
func (s *sheet) firstNews() int {
	m, last := s.match, lastRelevant(s.match)
	if s.observes() {
		return observedSince(m)
	}
	first := last + 1
	for first > 0 && (first == last+1 || m.By(first-1) != s.party) && last-first < maxLookBack {
		first--
	}
	return first
}

// ownSteps confirms the reader's last steps, which may come from one reply.
func (s *sheet) ownSteps(last int) (list []i18n.Text) {
	events := s.match.Record.Events
	if mail := events[last].Mail; last > 0 && mail != (kif.Hash{}) && events[last-1].Mail == mail {
		list = s.ownSteps(last - 1)
	}
	if s.leaves(last) {
		return append(list, i18n.T("ended.out"))
	}
	return append(list, s.entered(last))
}

// lastRelevant returns the index of the last event that matters to people.
func lastRelevant(m *match.Match) int { return m.LastOf(relevant) }

// relevant reports whether a step matters to people.
func relevant(step kif.Step) bool {
	switch step.(type) {
	case kif.Receipt, kif.OpenLink, kif.Throw:
		return false
	}
	return true
}

// diceText returns the faces of the dice among the events of m from first to before end, such as "4, 2"; empty without any.
func diceText(m *match.Match, first, end int) string {
	var faces []string
	for i, e := range m.Record.Events[first:end] {
		if throw, ok := e.Step.(kif.Throw); ok && first+i != m.Toss() {
			for _, face := range throw.Faces() {
				faces = append(faces, strconv.Itoa(face))
			}
		}
	}
	return strings.Join(faces, ", ")
}

// wordOf returns the word of a step, which ends the key of its sentences, and the
// arguments of these.
func wordOf(step kif.Step) (word string, args []any) {
	word, _, _ = strings.Cut(step.String(), " ")
	switch step := step.(type) {
	case kif.Agree:
		word = "agree-" + string(step.To)
	case kif.MoreTime:
		args = []any{"span", i18n.Span(time.Duration(step.Hours) * time.Hour)}
	case kif.Away:
		args = []any{"days", i18n.Days(step.First, step.Last), "zone", kif.Zone(step.East)}
	case kif.NewAddress:
		args = []any{"address", render.SafeLine(step.Address, 100)}
	case kif.Substitute:
		args = []any{"substitute", i18n.Person(render.SafeLine(step.Who.String(), 100))}
	case kif.Unknown:
		word, args = "unknown", []any{"act", render.SafeLine(step.Text, 40)}
	}
	return word, args
}

// entered confirms event i, which was made from the reader's message.
func (s *sheet) entered(i int) i18n.Text {
	e := s.match.Record.Events[i]
	word, args := wordOf(e.Step)
	switch step := e.Step.(type) {
	case kif.Move:
		return i18n.T("entered.move", "move", s.moveText(i, step))
	case kif.Ending:
		return s.endingText()
	case kif.HandOver:
		args = []any{"substitute", s.match.Party(e.Party)}
	case kif.UndoOffer:
		args = []any{"moves", s.match.TakenBack(step.Number, i), "who", s.match.After(i).MustAgree()}
	}
	if key := "entered." + word; i18n.Has(key) {
		return i18n.Join(i18n.T(key, args...), s.stopped(e.Step, "entered.clock-stops"))
	}
	return i18n.T("entered")
}

// describe describes event i and quotes its comment. dice were thrown before it.
func (s *sheet) describe(i int, dice string) (list []i18n.Text) {
	if _, invites := s.match.Record.Events[i].Step.(kif.Invite); invites {
		list = s.invitation()
	} else if text := s.stepText(i, dice); text != (i18n.Text{}) {
		list = append(list, text)
	}
	return append(list, s.commentText(i)...)
}

// commentText quotes the comment on event i, unless the reader has received it
// before.
func (s *sheet) commentText(i int) []i18n.Text {
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

// stepText describes event i; dice were thrown before it. A question that is still
// open for the reader is left to duty.
func (s *sheet) stepText(i int, dice string) i18n.Text {
	m := s.match
	e, who := m.Record.Events[i], m.Doer(i)
	if s.leaves(i) {
		if slices.Contains(s.seats, m.After(i).Gone) && m.After(i).Roster.IsOut(s.party) {
			return i18n.T("ended.out")
		}
		return i18n.T("news.out", "who", m.Player(m.After(i).Gone), "how", m.HowLeft(i))
	}
	if left, goesOn, passed := m.Passed(i); passed {
		return i18n.T("news.passed", "left", personOf(left), "substitute", personOf(goesOn))
	}
	if move, moved := e.Step.(kif.Move); moved {
		text := s.sentence(i, who)
		if dice != "" {
			text = i18n.T("news.throw", "who", who, "dice", dice, "move", s.moveText(i, move))
		}
		return i18n.Join(text, m.For(s.party).Unaccepted(i))
	}
	switch e.Step.(type) {
	case kif.DrawOffer, kif.UndoOffer, kif.PauseOffer, kif.Rechain, kif.StepIn, kif.Claim, kif.Settle: // questions to the others
		if !s.observes() && m.For(s.party).Question() != (i18n.Text{}) {
			return i18n.Text{}
		}
	}
	return s.sentence(i, who)
}

// leaves reports whether event i puts a seat out of a game that the others
// continue.
func (s *sheet) leaves(i int) bool {
	after := s.match.After(i)
	return after.Gone != 0 && after.Outcome == nil
}

// moveText returns a move in the notation of each language.
func moveText(m *match.Match, move kif.Move) i18n.Text {
	return engine.Spell(m.Last(), engine.Move(move))
}

// moveText returns the move of event i as it is written after the move before.
func (s *sheet) moveText(i int, move kif.Move) i18n.Text {
	for _, e := range slices.Backward(s.match.Record.Events[:i]) {
		if before, moved := e.Step.(kif.Move); moved && !e.Undone {
			return engine.SpellAfter(s.match.Last(), engine.Move(before), engine.Move(move))
		}
	}
	return moveText(s.match, move)
}

// quoteMark precedes each line of a comment.
const quoteMark = "> "

// quoted returns a comment as a message shows it.
func quoted(words string) string {
	return quoteMark + strings.ReplaceAll(render.Safe(words), "\n", "\n"+quoteMark)
}

// sentence describes event i; empty for one that matters only to programs. An
// agreed draw ends the match, which is reported itself.
func (s *sheet) sentence(i int, who i18n.Text) i18n.Text {
	e := s.match.Record.Events[i]
	word, args := wordOf(e.Step)
	switch step := e.Step.(type) {
	case kif.Move:
		return i18n.T("news.move", "who", who, "move", s.moveText(i, step))
	case kif.Ending:
		return s.endingText()
	case kif.Decline:
		if s.match.Roster.HasJoined(e.Party) {
			word = "withdraw"
		}
	case kif.UndoOffer:
		args = []any{"moves", s.match.TakenBack(step.Number, i)}
	case kif.PauseOffer:
		if e.Party == s.match.Roster.Umpire() {
			word = "halt"
		}
	case kif.StepOut:
		if e.Key == "" {
			word = "stay"
		}
	}
	if key := "news." + word; i18n.Has(key) {
		return i18n.Join(i18n.T(key, append(args, "who", who)...), s.stopped(e.Step, "news.clock-stops"))
	}
	return i18n.Text{}
}

// stopped returns the sentence with a key if a step is an absence that stops the
// clock.
func (s *sheet) stopped(step kif.Step, key string) i18n.Text {
	if _, away := step.(kif.Away); away && s.match.Clock.Limited() {
		return i18n.T(key)
	}
	return i18n.Text{}
}

// endingText describes how the match ended, for the reader.
func (s *sheet) endingText() i18n.Text {
	o := s.match.Outcome
	if o == nil {
		return i18n.Text{}
	}
	switch {
	case slices.Contains(s.seats, o.Seat) && (o.Word == kif.Resignation || o.Word == kif.TimeOut):
		return i18n.T("news.over-" + o.Word.ID())
	case o.Word != "" || len(o.Places) == 0:
		return i18n.T("news.over", "how", s.match.For(0).Ending())
	}
	return i18n.Join(s.result(), i18n.T("news.why", "rule", sentenceOf(s.why())))
}

// rematchText names the command that starts another match like the one that is
// over. It is empty for a reader who can't give it: a mail-only player, an observer
// and a player in a match with an umpire.
func (s *sheet) rematchText() i18n.Text {
	umpire := s.match.Roster.Umpire()
	if !s.match.WasPlayed() || s.token != "" || s.party == 0 || s.observes() || umpire != 0 && umpire != s.party {
		return i18n.Text{}
	}
	return i18n.T("news.again", "match", s.match.Short())
}

// why describes how the rules of the game ended the match: who did what, or the
// rule.
func (s *sheet) why() i18n.Text {
	end := s.match.Scene().Result
	if end.Seat == 0 {
		return s.match.Outcome.Rule.Text
	}
	who := s.match.Player(end.Seat)
	if slices.Contains(s.seats, end.Seat) {
		who = i18n.T("status.you")
	}
	return i18n.T("end.foul", "who", who, "how", end.How)
}

// result returns whether the reader has won, and to others than the two players who has.
func (s *sheet) result() i18n.Text {
	winners := s.match.Winners()
	switch {
	case len(winners) == len(s.match.Outcome.Places):
		return i18n.T("news.drawn")
	case slices.ContainsFunc(s.seats, func(n int) bool { return s.match.Outcome.Places[n-1] == 1 }):
		return i18n.T("news.won")
	case len(s.seats) == 1 && len(s.match.Outcome.Places) == 2:
		return i18n.T("news.lost")
	}
	return i18n.T("news.won-by", "who", i18n.List(winners...))
}

// sentenceOf returns a clause with a capital letter.
func sentenceOf(clause i18n.Text) i18n.Text {
	clause.En = strings.ToUpper(clause.En[:1]) + clause.En[1:]
	return clause
}

// Observes reports whether an address belongs to an observer of m.
func Observes(m *match.Match, to mailbox.Address) bool {
	return m.Roster.Observes(m.Roster.ReaderAt(to.Addr))
}

// public reports whether observers see event i: a step that matters to people,
// after the match has begun.
func public(m *match.Match, i int) bool {
	return relevant(m.Record.Events[i].Step) && m.After(i).Roster.Joining() == 0
}

// Observed returns the match as its observers see it, up to the last step that
// they can see; nil for none. The plies of the delay, and everything after the
// first of them, are held back until the match is over.
func Observed(m *match.Match) *match.Match {
	switch {
	case m.Roster.Joining() != 0:
		return nil
	case m.Outcome != nil:
		return m
	}
	held := m.Roster.Delay
	for i, e := range slices.Backward(m.Record.Events) {
		if held == 0 && public(m, i) {
			return m.Cut(i + 1)
		}
		if _, moved := e.Step.(kif.Move); moved {
			held--
		}
	}
	return nil
}

// observedSince returns the index of the first event that a message to an
// observer describes: the last move with its dice or, if the match is over,
// the first of those that were held back.
func observedSince(m *match.Match) int {
	first, moves := m.LastEntry()+1, 1
	if m.Outcome != nil {
		moves += m.Roster.Delay
	}
	for first > 0 && moves > 0 && m.After(first-1).Roster.Joining() == 0 {
		first--
		if _, moved := m.Record.Events[first].Step.(kif.Move); moved {
			moves--
		}
	}
	for first > 0 && kif.IsThrow(m.Record.Events[first-1].Step) {
		first--
	}
	return first
}

// nextTurn returns whose turn it is or, for an observer who sees the match late,
// whose turn it was.
func (s *sheet) nextTurn() i18n.Text {
	m := s.match
	if m.Roster.Delay == 0 {
		return s.theirMove()
	}
	late := i18n.T("observe.late", "late", match.Plies(m.Roster.Delay))
	if party := m.Mover(); party != 0 {
		return i18n.Join(i18n.T("observe.turn", "who", m.Party(party)), late)
	}
	return late
}
