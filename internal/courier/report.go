package courier

import (
	"cmp"
	"sync"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Verdict is the result of processing an incoming message.
type Verdict string

// The verdicts.
const (
	Taken    Verdict = "taken"    // its steps were added to our record
	Known    Verdict = "known"    // it contains nothing new
	New      Verdict = "new"      // an invitation that waits for an answer
	Restored Verdict = "begun"    // a match of ours that we had lost, restored
	Refused  Verdict = "refused"  // nothing was changed, for a reason
	Diverged Verdict = "diverged" // somebody has forked the match: both lines are kept
	Answered Verdict = "answered" // a reply that had no effect, and was answered
	Silent   Verdict = "silent"   // a reply that had no effect, and was not answered
	Stopped  Verdict = "stopped"  // a reply that unsubscribes
	Bounced  Verdict = "bounced"  // it reports that a message of ours did not arrive; nothing was changed
	Blocked  Verdict = "blocked"  // its sender is blocked, so it was not read
	Skipped  Verdict = "skipped"  // the mail could not be read at all
	Puzzled  Verdict = "puzzled"  // a reply to a puzzle
	Acted    Verdict = "acted"    // no message: the program took an automatic step
)

// Report is the result of processing one incoming message, or of an automatic
// step.
type Report struct {
	Verdict Verdict
	From    string
	Name    string // of the sender, or ""
	Match   string // its short name
	File    string
	Steps   []kif.Step
	Words   []Spoken // that came with it
	Reason  i18n.Text
	Status  match.Waiting // what the match waits for now; "" without a match

	Game   i18n.Text // its title
	With   []string  // the other players, by name
	News   i18n.Text // what was done, in sentences
	Waits  i18n.Text // what the match is waiting for, in sentences
	Mine   bool      // the match waits for our move
	Asks   bool      // it has become our turn, or there is a new question for us
	Ended  bool      // the match has ended
	Failed bool      // a request in a reply could not be carried out
}

// changed records what the change from before to after means for us; before is
// nil for a match that was not here.
func (r *Report) changed(c *Courier, before, after *match.Match) {
	me := r.describe(c, before, after)
	if me == 0 {
		r.Asks = after.Asks(c.Shelf.Self().Address)
		return
	}
	question := after.For(me).Question()
	ours := func(m *match.Match) bool { return m.Outcome == nil && m.Turn == me }
	if before == nil {
		r.Asks = ours(after) || question.En != ""
		return
	}
	turn := ours(after) && !(ours(before) && before.TurnEntry() == after.TurnEntry())
	r.Asks = turn || question.En != "" && question != before.For(me).Question()
	r.Ended = before.Outcome == nil && after.Outcome != nil
}

// warn adds a warning to the report.
func (r *Report) warn(what i18n.Text) { r.note(i18n.T("reason.beware", "what", what)) }

func (r *Report) note(more i18n.Text) {
	if r.Reason != (i18n.Text{}) {
		more = i18n.T("reason.also", "reason", r.Reason, "more", more)
	}
	r.Reason = more
}

// unanswered records why a reply without effect got no answer.
func (r *Report) unanswered(why i18n.Text) {
	r.Verdict = Silent
	if r.Reason == (i18n.Text{}) { // the reply was only words, which were passed on
		r.Reason = i18n.T("reason.no-answer", "why", why)
		return
	}
	r.Reason = i18n.T("reason.not-answered", "reason", r.Reason, "why", why)
}

// addSteps records the steps that were taken.
func (r *Report) addSteps(events []kif.Event) {
	r.Steps, r.Words = nil, nil
	for _, e := range events {
		r.Steps = append(r.Steps, e.Step)
		if e.Comment != "" {
			r.Words = append(r.Words, Spoken{Text: e.Comment})
		}
	}
}

// poll is one reading of the mailbox.
type poll struct {
	*Courier
	state   *state
	index   index     // of the matches on the shelf
	came    time.Time // when the current mail arrived in the mailbox
	from    string    // the address of the sender of the current message
	old     bool      // the current mail was read before: it is not answered
	floor   time.Time // the time of the last poll, before which no mail can have arrived
	taken   int       // the number of mails
	reports []Report
	answers []answer
	valid   []string                 // addresses of mail-only players whose replies had an effect
	puzzles func() (*puzzles, error) // the stored state of puzzles
}

func (c *Courier) newPoll(s *state) *poll {
	return &poll{
		Courier: c, state: s, index: index{shelf: c.Shelf},
		puzzles: sync.OnceValues(c.puzzlesOf),
	}
}

// refusal is the error of a message that changes nothing.
type refusal struct {
	verdict Verdict
	reason  i18n.Text
}

// Error returns the English sentence.
func (r *refusal) Error() string { return r.reason.En }

// Sentence returns the reason.
func (r *refusal) Sentence() i18n.Text { return r.reason }

// refuse returns the refusal of a message, with the text of a key.
func refuse(key string, args ...any) error {
	return &refusal{verdict: Refused, reason: i18n.T(key, args...)}
}

// answer is a message to a mail-only player whose reply could not simply be
// entered.
type answer struct {
	response
	match  *match.Match
	to     *mailbox.Letter
	failed bool // a request in the reply could not be carried out
	urgent bool // the reply did something, or the answer asks whether to do it
	report int  // the index of the poll's report on the reply
}

// describe adds what has happened in a match and what it waits for now, as we see
// it, and returns our party. before may be nil.
func (r *Report) describe(c *Courier, before, after *match.Match) (me int) {
	r.Game, r.With = after.Game.Called(after.Options), nil
	who := c.Shelf.Self()
	for _, n := range after.Others(who.Address) {
		r.With = append(r.With, after.Roster.Name(n))
	}
	r.News, r.Waits = letter.News(before, after, who, c.Lang)
	me = after.Roster.At(who.Address)
	r.Mine = after.Turn == me && me != 0 && after.Mover() == me
	return me
}

// report returns the report on a mail that was skipped.
func (s skip) report() Report {
	why, at := i18n.Text{En: s.Reason, Ja: cmp.Or(s.Ja, s.Reason)}, match.FormatTime(s.At)
	if s.UID == 0 {
		return Report{Verdict: Skipped, Reason: i18n.T("reason.handed-over", "when", at, "why", why)}
	}
	return Report{Verdict: Skipped, Reason: i18n.T("reason.mail-of", "n", s.UID, "when", at, "why", why)}
}

// Skipped lists the mails that could not be read, at most the last 200.
func (c *Courier) Skipped() (list []Report, err error) {
	s, err := c.load()
	if err != nil {
		return nil, err
	}
	for _, skipped := range s.Skipped {
		list = append(list, skipped.report())
	}
	return list, nil
}
