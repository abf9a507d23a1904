package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/kif"
	"hikyaku/render"
)

// extend appends to our record what theirs has more.
func (p *poll) extend(report *Report, file string, theirs *Match) error {
	after, err := p.change(file, func(ours *Match) (*kif.Record, error) {
		if ours.PartyAt(report.From) == 0 {
			return nil, refuse("%s has no seat in this match", report.From)
		}
		return p.merge(report, ours, theirs)
	})
	if err != nil {
		return err
	}
	report.Verdict, report.Status = Taken, after.Status().In(p.Lang)
	return p.welcome(report, after, theirs)
}

// welcome greets those who have joined by the letter, and warns of a key that is new for its address.
func (p *poll) welcome(report *Report, after, theirs *Match) error {
	joined := after.PartyAt(report.From)
	if joined == 0 || len(report.Moves) == 0 || !strings.HasPrefix(report.Moves[0], kif.Accept) {
		return nil
	}
	if err := p.checkChain(theirs); err != nil {
		report.beware("%v", err)
	}
	var changed *ErrNewKey
	if err := p.recognise(after, joined); errors.As(err, &changed) {
		report.beware("the key of %s is not the one used since %s (fingerprint now %s, before %s): ask by another way whether it is the same person",
			changed.Address, changed.Since, changed.New, changed.Old)
	}
	return p.greet(after)
}

// merge is our record with the entries of theirs that it lacks. Every entry is signed by its party, so it does not matter
// whose letter brings it: a lost letter and a restored backup heal by the next one.
func (p *poll) merge(report *Report, ours, theirs *Match) (*kif.Record, error) {
	same := 0
	for same < len(ours.Entries) && same < len(theirs.Entries) && ours.Entries[same].Hash() == theirs.Entries[same].Hash() {
		same++
	}
	switch {
	case same == len(theirs.Entries):
		return nil, &refusal{verdict: Known}
	case same < len(ours.Entries):
		return p.crossed(report, ours, theirs, same)
	}
	base, err := p.at(ours, ours.lastEntry()) // throws that we have read but not used give way to theirs
	if err != nil {
		return nil, err
	}
	return p.adopt(report, base, theirs)
}

// adopt appends to base, whose entries all are theirs too, what theirs has more.
func (p *poll) adopt(report *Report, base, theirs *Match) (*kif.Record, error) {
	known := len(base.Record.Events)
	if err := p.checkDates(report, theirs, known); err != nil {
		return nil, err
	}
	fresh := theirs.Record.Events[known:]
	report.Moves = moves(fresh)
	return appendAll(base.Line, fresh)
}

// misdated is by how much the time in a step may differ from when its letter came.
const misdated = 24 * time.Hour

// checkDates compares the times in theirs, by which the clocks of the match go, with when the letter came: it warns where the
// sender's last step says quite another time, and refuses the claim of a limit that has not passed yet. The first known events
// are ours too.
func (p *poll) checkDates(report *Report, theirs *Match, known int) error {
	if theirs.time.control == (Control{}) {
		return nil
	}
	last := -1 // of the sender's
	for i, e := range theirs.Record.Events {
		if i < known || e.Kind == kif.Throw {
			continue
		}
		if theirs.claims(i) && e.At.Sub(p.came) > misdated {
			return refuse("it claims a missed limit at %s, which is still to come", minute(e.At))
		}
		if theirs.isAt(theirs.By(i), report.From) {
			last = i
		}
	}
	if last < 0 {
		return nil
	}
	if e := theirs.Record.Events[last]; e.At.Sub(p.came).Abs() > misdated {
		report.beware("%s is dated %s, by which the clock goes, and came %s", render.SafeLine(e.Text, 40), minute(e.At), minute(p.came))
	}
	return nil
}

// crossed settles that theirs and ours go apart at an entry: letters have crossed. The line stands on which the party has
// acted whose turn it was; whoever made another step (a resignation, an offer) makes it again behind that.
func (p *poll) crossed(report *Report, ours, theirs *Match, entry int) (*kif.Record, error) {
	base, err := p.at(ours, ours.eventOf(entry)-1)
	if err != nil {
		return nil, err
	}
	turn, us, them := base.Turn(), ours.Entries[entry].Party, theirs.Entries[entry].Party
	here, there := ours.entered(turn, entry), theirs.entered(turn, entry)
	switch {
	case us == them:
		return nil, forked(ours, theirs, entry, us)
	case here && there:
		return nil, forked(ours, theirs, entry, turn)
	case here || !there && us < them:
		return nil, &refusal{verdict: Known} // their program makes its step again
	}
	r, err := p.adopt(report, base, theirs)
	if err != nil {
		return nil, err
	}
	return p.again(r, ours, entry)
}

// entered tells whether party made one of the entries from n on.
func (m *Match) entered(party, n int) bool {
	return slices.ContainsFunc(m.Entries[n:], func(e kif.Entry) bool { return e.Party == party })
}

// eventOf is the index of the event that made entry n.
func (m *Match) eventOf(n int) int {
	for i, e := range m.Record.Events {
		if e.Kind != kif.Throw {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return len(m.Record.Events)
}

// again makes anew, at the end of r, the steps from entry n of ours that were made here, for us or for a letter writer, as far
// as they still have a meaning there.
func (p *poll) again(r *kif.Record, ours *Match, n int) (*kif.Record, error) {
	for i := ours.eventOf(n); i < len(ours.Record.Events); i++ {
		e := ours.Record.Events[i]
		m, err := p.Replay("", r)
		if err != nil {
			return nil, err
		}
		mail := e.Note("mail")
		made := ours.isAt(ours.By(i), p.Me.Addr) || mail != "" && posted(e)
		played := e.Kind == kif.Move && !ours.claims(i) // is on the line that stands
		if e.Kind == kif.Throw || played || m.Outcome() != nil || !made {
			continue
		}
		step := kif.Event{Kind: e.Kind, Text: e.Text, Seat: e.Seat, Party: e.Party, Comment: e.Comment}
		if mail != "" {
			step.Notes = []kif.Note{{Word: "mail", Text: mail}}
		}
		after, err := p.append(m, step, ours.By(i), posted(e))
		if err == nil {
			_, err = p.Replay("", after)
		}
		if err == nil { // else it has no meaning any more
			r = after
		}
	}
	return r, nil
}

// appendAll plays events at the end of l as they came, without the sender's notes to its courier.
func appendAll(l *kif.Line, events []kif.Event) (*kif.Record, error) {
	var err error
	for _, e := range events {
		e.Notes = slices.DeleteFunc(slices.Clone(e.Notes), func(n kif.Note) bool { return n.Word == postNote.Word })
		if l, err = l.Append(e); err != nil {
			return nil, refuse("our record cannot hold it: %v", err)
		}
	}
	return l.Record, nil
}

// moves lists what the players did in events.
func moves(events []kif.Event) []string {
	var words []string
	for _, e := range events {
		words = append(words, e.Text)
	}
	return words
}

// diverged names both heads and the first entry in which the records differ.
func diverged(ours, theirs *Match, entry int) error {
	reason := fmt.Sprintf("step %d is %s in our record and %s in theirs (digests %s and %s)",
		entry, ours.entryText(entry), theirs.entryText(entry), ours.Head().String()[:16], theirs.Head().String()[:16])
	return &refusal{verdict: Diverged, reason: reason}
}

// forked is diverged where party has signed steps of both, which proves that it acted twice, mostly on two machines.
func forked(ours, theirs *Match, entry, party int) error {
	var r *refusal
	errors.As(diverged(ours, theirs, entry), &r)
	r.reason += "; " + ours.partyName(party) + " has signed both records from there"
	r.beside = ours.File
	return r
}

// entryText is what entry n played.
func (m *Match) entryText(n int) string {
	for _, e := range m.Record.Events {
		if e.Kind != kif.Throw {
			if n--; n == 0 {
				return render.SafeLine(e.Text, 40)
			}
		}
	}
	return "the beginning"
}
