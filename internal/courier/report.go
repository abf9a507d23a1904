package courier

import (
	"sync"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Verdict is what became of an incoming letter.
type Verdict string

// The verdicts.
const (
	Taken    Verdict = "taken"    // its steps were taken into our record
	Known    Verdict = "known"    // it holds nothing that our record does not have
	New      Verdict = "new"      // an invitation, which waits for an answer
	Begun    Verdict = "begun"    // a match of ours that we had lost, taken again
	Refused  Verdict = "refused"  // nothing was changed, for a reason
	Diverged Verdict = "diverged" // somebody has forked the match: both lines are kept
	Answered Verdict = "answered" // a reply that had no effect, and was answered
	Silent   Verdict = "silent"   // a reply that had no effect, and was not answered
	Stopped  Verdict = "stopped"  // a reply that wants no more letters
	Bounced  Verdict = "bounced"  // it reports that a letter of ours did not arrive; nothing was changed
	Blocked  Verdict = "blocked"  // its sender is blocked, so it was not read
	Skipped  Verdict = "skipped"  // the mail could not be read at all
	Puzzled  Verdict = "puzzled"  // a reply to a puzzle
	Acted    Verdict = "acted"    // no letter: a program did what needs no person
)

// Report is what became of one incoming letter, or what was done without one.
type Report struct {
	Verdict Verdict
	From    string
	Match   string // its short name
	File    string
	Steps   []kif.Step
	Said    string   // the words that came with it
	Spoken  []Spoken // the same, one by one; nil where nothing but Said is known of them
	Reason  i18n.Text
	Status  match.Waiting // what the match waits for now; "" where there is no match

	Game   i18n.Text // its title
	With   []string  // the other players, by name
	News   i18n.Text // what was done, in sentences
	Waits  i18n.Text // what the match waits for, in sentences
	Mine   bool      // for a move of ours
	Asks   bool      // it has become our turn, or something is asked of us that was not before
	Ended  bool      // the match has ended
	Failed bool      // a reply asked for what could not be done
}

// changed notes what it means for us that the match was before and is after; before is nil for a match that was not here.
func (r *Report) changed(c *Courier, before, after *match.Match) {
	r.tell(c, before, after)
	me := c.party(after)
	if me == 0 {
		r.Asks = after.Asks(c.Shelf.Me().Address)
		return
	}
	turn, question := turnOf(after, me), after.Question(me)
	if before == nil {
		r.Asks = turn != "" || question.En != ""
		return
	}
	r.Asks = turn != "" && turn != turnOf(before, me) || question.En != "" && question != before.Question(me)
	r.Ended = before.Outcome == nil && after.Outcome != nil
}

// turnOf names the turn of a party of m by the entry that gave it; "" where it is not its turn.
func turnOf(m *match.Match, party int) string {
	if m.Outcome != nil || party == 0 || m.Turn != party {
		return ""
	}
	return m.Entries[turnSince(m)].Hash().String()
}

// beware adds a warning to what the report says.
func (r *Report) beware(what i18n.Text) { r.note(i18n.T("reason.beware", "what", what)) }

func (r *Report) note(more i18n.Text) {
	if r.Reason != (i18n.Text{}) {
		more = i18n.T("reason.also", "reason", r.Reason, "more", more)
	}
	r.Reason = more
}

// unanswered says of a reply without effect why no answer went out.
func (r *Report) unanswered(why i18n.Text) {
	r.Verdict = Silent
	r.Reason = i18n.T("reason.not-answered", "reason", r.Reason, "why", why)
}

// did notes the steps that were taken.
func (r *Report) did(events []kif.Event) {
	var said []Spoken
	r.Steps = nil
	for _, e := range events {
		r.Steps = append(r.Steps, e.Step)
		if e.Comment != "" {
			said = append(said, Spoken{Text: e.Comment})
		}
	}
	r.spoke(said)
}

// poll is one reading of the mailbox.
type poll struct {
	courier *Courier
	state   *state
	index   index     // of what lies on the shelf
	came    time.Time // when the mailbox got the mail in hand
	from    string    // from which the letter in hand came
	floor   time.Time // before which no mail can have come: it was not there the last time
	taken   int       // how many mails
	reports []Report
	answers []answer
	valid   []string                 // addresses of letter writers whose replies had an effect
	puzzles func() (*puzzles, error) // what is remembered of puzzles
}

func (c *Courier) newPoll(s *state) *poll {
	return &poll{
		courier: c, state: s, index: index{shelf: c.Shelf},
		puzzles: sync.OnceValues(func() (*puzzles, error) { return c.puzzlesOf() }),
	}
}

// refusal is the error of a letter that changes nothing.
type refusal struct {
	verdict Verdict
	reason  i18n.Text
}

// Error returns the English sentence.
func (r *refusal) Error() string { return r.reason.En }

// Sentence returns the reason.
func (r *refusal) Sentence() i18n.Text { return r.reason }

// refuse returns the refusal of a letter, with the sentence of a key.
func refuse(key string, args ...any) error {
	return &refusal{verdict: Refused, reason: i18n.T(key, args...)}
}

// answer is a letter to a letter writer whose reply could not simply be taken.
type answer struct {
	response
	match  *match.Match
	to     *mailbox.Letter
	failed bool // the reply asked for what could not be done
	report int  // the index of what the poll reports of the reply
}

// tell says what has happened in a match and what it waits for now, as we see it. before may be nil.
func (r *Report) tell(c *Courier, before, after *match.Match) {
	r.Game, r.With = after.Game.Called(after.Options), nil
	for _, p := range after.Others(c.Shelf.Me().Address) {
		r.With = append(r.With, after.Roster.Name(after.Roster.At(p.Address)))
	}
	r.News, r.Waits = letter.News(before, after, c.Shelf.Me(), c.Lang)
	party := c.party(after)
	r.Mine = after.Turn == party && party != 0 && after.Roster.PartyOf(after.Due()) == party
}
