package match

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/render"
)

// extend appends to our record what theirs has more.
func (p *poll) extend(report *Report, file string, theirs *Match) error {
	after, err := p.change(file, func(ours *Match) (*kif.Record, error) {
		if ours.PartyAt(report.From) == 0 {
			return nil, refuse("%s has no seat in this match", report.From)
		}
		r, err := p.merge(report, ours, theirs)
		if err != nil {
			return nil, err
		}
		if _, err := p.Replay("", r); err != nil {
			return nil, refuse("our record cannot hold it: %v", err)
		}
		return r, nil
	})
	if err != nil {
		return err
	}
	report.Verdict, report.Status = Taken, after.Status().In(p.Lang)
	return p.welcome(report, after, theirs)
}

// welcome greets those who have joined or changed their key by the letter, and warns of keys that are new for their address.
func (p *poll) welcome(report *Report, after, theirs *Match) error {
	keys := []string{kif.Accept, kif.Rotate, kif.Agree}
	if !slices.ContainsFunc(report.Moves, func(word string) bool { return slices.Contains(keys, word) }) {
		return nil
	}
	if err := p.checkChain(theirs); err != nil {
		report.beware("%v", err)
	}
	for party := range after.Parties() {
		var changed *ErrNewKey
		if err := p.recognise(after, party+1); errors.As(err, &changed) && slices.Contains(report.Moves, kif.Accept) {
			report.beware("the key of %s is not the one used since %s (fingerprint now %s, before %s): ask by another way whether it is the same person",
				changed.Address, changed.Since, changed.New, changed.Old)
		}
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
	base, err := p.until(ours, same)
	if err != nil {
		return nil, err
	}
	return p.adopt(report, base, theirs)
}

// until is m as it stood after its first n entries. Throws that were read but not used since give way to others.
func (p *poll) until(m *Match, n int) (*Match, error) {
	return p.Replay(m.File, m.Record.Cut(m.eventOf(n-1)+1))
}

// adopt appends to base, whose entries all are theirs too, what theirs has more.
func (p *poll) adopt(report *Report, base, theirs *Match) (*kif.Record, error) {
	known := len(base.Record.Events)
	if err := p.checkDates(report, theirs, known); err != nil {
		return nil, err
	}
	if err := p.ownKeyStays(theirs, known); err != nil {
		return nil, err
	}
	fresh := theirs.Record.Events[known:]
	report.Moves, report.Said = moves(fresh), words(fresh)
	return appendAll(base.Line, fresh)
}

// ownKeyStays refuses a new key of ours that we have not asked for ourselves.
func (p *poll) ownKeyStays(theirs *Match, known int) error {
	for i := known; i < len(theirs.Record.Events); i++ {
		e := theirs.Record.Events[i]
		if e.Text != kif.Rechain || !theirs.isAt(theirs.By(i), p.Me.Addr) {
			continue
		}
		ring, err := p.keyring()
		if err == nil {
			_, err = ring.signer(e.Note("key"))
		}
		if err != nil {
			return refuse("it replaces your key by one that is not yours")
		}
	}
	return nil
}

const (
	misdated   = 24 * time.Hour   // by how much the time in a step may differ from when its letter came, for the carrier's sake
	clockError = 10 * time.Minute // how far the clocks of two machines may be apart
)

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
		if theirs.claims(i) && e.At.Sub(p.came) > clockError {
			return refuse("it claims a missed limit at %s, which is still to come", minute(e.At))
		}
		if theirs.claims(i) && e.Kind == kif.Move {
			report.note("%s had missed the limit, and has passed", theirs.Player(theirs.Positions[i].Next().Player).En)
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

// crossed settles that theirs and ours go apart at an entry: letters have crossed. One of the lines stands (see verdictOf);
// whoever made another step on the other one (a resignation, an offer) makes it again behind that.
func (p *poll) crossed(report *Report, ours, theirs *Match, entry int) (*kif.Record, error) {
	base, err := p.until(ours, entry)
	if err != nil {
		return nil, err
	}
	stands, err := verdictOf(base, ours, theirs, entry)
	if err != nil {
		return nil, err
	}
	if stands {
		return nil, &refusal{verdict: Known} // their program makes its step again
	}
	r, err := p.adopt(report, base, theirs)
	if err != nil {
		return nil, err
	}
	return p.again(r, ours, entry)
}

// verdictOf tells whether ours stands, of two lines that go apart at an entry behind base. A key that somebody asks to
// replace weighs nothing until all have agreed, an agreement stands before all else, the claim of a missed limit before a
// move that is late by its own date; then the line stands on which the party has acted whose turn it was.
func verdictOf(base, ours, theirs *Match, entry int) (stands bool, err error) {
	turn, us, them := base.Turn(), ours.Entries[entry].Party, theirs.Entries[entry].Party
	here, there := ours.entered(turn, entry), theirs.entered(turn, entry)
	switch weakHere, weakThere := ours.onlyAsks(entry), theirs.onlyAsks(entry); {
	case weakHere != weakThere:
		return weakThere, nil
	case weakHere && us == them:
		return true, nil
	case us == them:
		return false, forked(ours, theirs, entry, us)
	}
	switch agreedHere, agreedThere := base.settledBy(ours, entry), base.settledBy(theirs, entry); {
	case agreedHere != agreedThere:
		return agreedHere, nil
	case base.claimStands(ours, theirs, entry):
		return true, nil
	case base.claimStands(theirs, ours, entry):
		return false, nil
	case here && there:
		return false, forked(ours, theirs, entry, turn)
	}
	return here || !there && us < them, nil
}

// onlyAsks tells whether entry n of m asks for a new key, to which not all have agreed yet: anybody can ask in anybody's name.
func (m *Match) onlyAsks(n int) bool {
	i := m.eventOf(n)
	if m.Record.Events[i].Text != kif.Rechain {
		return false
	}
	for j := i + 1; j < len(m.Record.Events); j++ {
		if m.Record.Events[j].Text == kif.Agree && agreedAt(m.Line, j) {
			return false
		}
	}
	return true
}

// settledBy tells whether on line, which is base up to entry n, all go on to agree to what is offered at the end of base.
func (base *Match) settledBy(line *Match, n int) bool {
	left := base.Undecided()
	for _, e := range line.Record.Events[line.eventOf(n):] {
		if left == 0 || e.Kind != kif.Throw && !consents(e) {
			break
		}
		if e.Kind != kif.Throw {
			left--
		}
	}
	return base.Offer() != nil && left == 0
}

// consents tells whether e agrees to what another has offered.
func consents(e kif.Event) bool {
	switch e.Text {
	case kif.DrawAgree, kif.UndoAgree, kif.Agree:
		return e.Kind == kif.Act
	case kif.DrawAgreed:
		return e.Kind == kif.Ending
	}
	return false
}

// claimStands tells whether entry n of claim claims the limit of whose turn it is in base, while the step of that party on
// other is late by its own date.
func (base *Match) claimStands(claim, other *Match, n int) bool {
	end, limited := base.Deadline()
	if !limited || !claim.claims(claim.eventOf(n)) {
		return false
	}
	for i := other.eventOf(n); i < len(other.Record.Events); i++ {
		if other.By(i) == base.Turn() {
			return other.Record.Events[i].At.After(end)
		}
	}
	return false
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
// as they still have a meaning there. Moves, claims and consents were made for what stands no longer.
func (p *poll) again(r *kif.Record, ours *Match, n int) (*kif.Record, error) {
	for i := ours.eventOf(n); i < len(ours.Record.Events); i++ {
		m, err := p.Replay("", r)
		if err != nil {
			return nil, err
		}
		e := ours.Record.Events[i]
		made := ours.isAt(ours.By(i), p.Me.Addr) || e.Note("mail") != "" && posted(e)
		if !made || m.Outcome() != nil || !ours.repeats(i) {
			continue
		}
		after, err := p.append(m, ours.step(i), ours.By(i), posted(e))
		if err == nil {
			_, err = p.Replay("", after)
		}
		if err == nil { // else it has no meaning any more
			r = after
		}
	}
	return r, nil
}

// repeats tells whether event i means the same at another place of the match.
func (m *Match) repeats(i int) bool {
	e := m.Record.Events[i]
	word, _, _ := strings.Cut(e.Text, " ")
	switch e.Kind {
	case kif.Ending:
		return e.Text == kif.Resignation
	case kif.Act:
		return slices.Contains([]string{kif.DrawOffer, kif.UndoOffer, kif.Away, kif.Rechain, kif.OpenLink}, word)
	}
	return false
}

// step is event i as it would be made at another place: without its time and signature, and with the seat that resigns.
func (m *Match) step(i int) kif.Event {
	e := m.Record.Events[i]
	step := kif.Event{Kind: e.Kind, Text: e.Text, Seat: e.Seat, Party: e.Party, Comment: e.Comment}
	if e.Kind == kif.Ending {
		step.Seat = cmp.Or(e.Seat, engine.Due(m.Positions[i]))
	}
	kept := []string{"mail"}
	if e.Text == kif.Rechain {
		kept = append(kept, "key", "chain")
	}
	for _, note := range e.Notes {
		if slices.Contains(kept, note.Word) {
			step.Notes = append(step.Notes, note)
		}
	}
	return step
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

// words is what was said with events.
func words(events []kif.Event) string {
	var said []string
	for _, e := range events {
		if e.Comment != "" {
			said = append(said, e.Comment)
		}
	}
	return strings.Join(said, "\n")
}

// moves lists what the players did in events.
func moves(events []kif.Event) []string {
	var words []string
	for _, e := range events {
		words = append(words, e.Text)
	}
	return words
}

// forked names both heads and the first step in which the records differ. Party has signed steps of both, which proves that it
// acted twice, mostly on two machines.
func forked(ours, theirs *Match, entry, party int) error {
	reason := fmt.Sprintf("step %d is %s in our record and %s in theirs (digests %s and %s); %s has signed both records from there",
		entry+1, ours.entryText(entry), theirs.entryText(entry), ours.Head().String()[:16], theirs.Head().String()[:16], ours.partyName(party))
	return &refusal{verdict: Diverged, reason: reason, beside: ours.File}
}

// entryText is what entry n did, from 0.
func (m *Match) entryText(n int) string {
	return render.SafeLine(m.Record.Events[m.eventOf(n)].Text, 40)
}
