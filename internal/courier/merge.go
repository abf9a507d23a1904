package courier

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// merging merges the record in a message into ours.
type merging struct {
	*poll
	report *Report
	letter *mailbox.Letter
}

// storeInvitation stores an invitation to us for the player to answer. If two
// players invite each other to the same match, the invitation with the lower hash
// counts: the program of the other inviter withdraws the other one.
func (g *merging) storeInvitation(theirs *match.Match, me int) error {
	called := theirs.AskedToReplace(g.Shelf.Self().Address)
	switch {
	case !theirs.Roster.Invited:
		return refuse("reason.uninvited")
	case theirs.Roster.At(g.report.From) == 0:
		return refuse("reason.no-seat", "who", g.report.From)
	case called != 0 && theirs.Substitutes[called].Key != "": // we have answered, or somebody else has
		return g.restore(theirs, theirs.Substitutes[called].Key)
	case called != 0: // we are asked to be a substitute
	case me == 0 && theirs.Roster.ReaderAt(g.Shelf.Self().Address) != 0:
		return refuse("reason.observer-copy")
	case me == 0:
		return refuse("refused.address", "address", g.Shelf.Self().Address)
	case theirs.Roster.Joining() != 0 && theirs.Roster.At(g.report.From) != 1: // only the inviter writes to those who have not answered
		return refuse("reason.not-inviter", "who", g.report.From, "inviter", theirs.Roster.Parties[0].Address)
	}
	own, err := g.Shelf.Crossed(theirs)
	switch {
	case err != nil:
		return err
	case theirs.Outcome != nil && own.Match != nil: // its program has withdrawn it in favour of ours
		return &refusal{verdict: Known}
	case theirs.Outcome != nil:
		return refuse("reason.withdrawn")
	case own.Match != nil && own.Hash().String() < theirs.Hash().String():
		return &refusal{verdict: Known, reason: i18n.T("reason.invited-both", "who", theirs.Party(1), "match", own.Short())}
	}
	file, err := g.Shelf.Queue(theirs)
	switch {
	case errors.Is(err, match.ErrNoRoom):
		g.report.Verdict, g.report.Reason = Refused, i18n.Of(err)
		return err
	case errors.Is(err, ErrNotInvited):
		return refuse("reason.no-invitations")
	case errors.Is(err, fs.ErrExist):
		return refuse("reason.other-invitation")
	case err != nil:
		return err
	}
	g.report.Verdict, g.report.File = New, file
	g.report.Status, g.report.Words = theirs.WaitsFor(), spoken(theirs.Record.Events[theirs.Invitation()].Comment)
	g.report.changed(g.Courier, nil, theirs)
	if own.Match != nil {
		withdrawn, err := g.Shelf.Sign(own.Match, kif.Event{Step: kif.Decline{}, Posted: true}, 1)
		if err == nil {
			err = g.Shelf.Put(own, withdrawn)
		}
		if err != nil {
			return err
		}
		g.report.note(i18n.T("reason.invited-both-withdrawn", "who", theirs.Party(1), "match", own.Short()))
	}
	if theirs.Roster.Version > match.Version {
		g.report.note(i18n.T("reason.newer-invitation"))
	}
	if list := slices.Concat(theirs.Record.UnknownHeaders(), theirs.Record.UnknownLines()); len(list) > 0 {
		g.report.note(i18n.T("reason.newer-lines", "list", render.SafeLine(strings.Join(list, ", "), 200)))
	}
	if err := g.warn(nil, theirs); err != nil {
		return err
	}
	if n := g.abandoned(g.report.From); n > 0 {
		g.report.warn(i18n.T("reason.abandons", "n", n, "who", g.report.From))
	}
	return nil
}

// abandonedAfter is how long a match must have waited for a player to count as
// abandoned, for instance because of unwelcome dice.
const abandonedAfter = 14 * 24 * time.Hour

// abandoned counts the matches that the player at address has not answered for
// a long time.
func (g *merging) abandoned(address string) (n int) {
	for s, err := range g.Shelf.List() {
		if err == nil && !s.Over && !s.Damaged() && s.Paused.IsZero() && identity.SameAddress(s.Turn, address) && !s.Since.IsZero() && g.Shelf.Now().Sub(s.Since) > abandonedAfter {
			n++
		}
	}
	return n
}

// restore restores a match that we joined with a key and lost. Our own
// signature proves that we joined it.
func (g *merging) restore(theirs *match.Match, key string) error {
	if !g.Shelf.Holds(key) {
		return refuse("reason.not-your-key")
	}
	file, err := g.Shelf.Restore(theirs)
	if errors.Is(err, fs.ErrExist) {
		return refuse("reason.other-record")
	}
	if err != nil {
		return err
	}
	if g.floor.IsZero() { // the mailbox is read from its beginning
		g.state.Again = g.Shelf.Now()
	}
	g.report.Verdict, g.report.File, g.report.Status = Restored, file, theirs.WaitsFor()
	g.report.changed(g.Courier, nil, theirs)
	g.index.add(theirs.Summarise(file, g.Shelf.Self().Address))
	return nil
}

// triesToPut is how often a message is judged again because our record changed
// in the meantime.
const triesToPut = 5

// extend adds the entries that theirs has and ours lacks to our record. Every
// entry is signed by its party, so it does not matter who sends it: the next
// message makes up for a lost one or a restored backup.
func (g *merging) extend(ours match.Copy, theirs *match.Match) error {
	if ours.Roster.Observes(ours.Roster.ReaderAt(g.report.From)) {
		return &refusal{verdict: Known, reason: i18n.T("reason.observer")}
	}
	if err := g.mayWrite(ours.Match, theirs); err != nil {
		return err
	}
	known := ours.Match
	for range triesToPut {
		meeting := match.Meet(ours.Match, theirs)
		if meeting.Valid == match.Ours && !meeting.Longer && ours.MayFollow(meeting.Common, g.signed(ours.Match)) {
			meeting.Valid = match.Theirs
		}
		if meeting.Valid != match.Theirs {
			return g.keepOurs(ours.Match, theirs, meeting)
		}
		after, err := g.adopt(ours.Match, theirs, meeting)
		if err != nil {
			return err
		}
		if err = g.Shelf.Put(ours, after); err == nil {
			if err := g.learnReader(g.letter.From.Addr, g.letter, g.letter.Reads); err != nil { // the report uses the name
				return err
			}
			g.report.Verdict, g.report.Status = Taken, after.WaitsFor()
			g.report.changed(g.Courier, ours.Match, after)
			if full := after.RoomText(); full != (i18n.Text{}) {
				g.report.warn(full)
			}
			return g.warn(known, after)
		}
		if !errors.Is(err, match.ErrChanged) {
			return err
		}
		if ours, err = g.Shelf.Open(ours.File); err != nil {
			return err
		}
	}
	return match.ErrChanged
}

// mayWrite rejects a sender who is not a party of ours, nor of theirs under a
// new address that the party has signed, nor a substitute. From any other
// address only new steps with known keys are taken, and the report says so. A
// blocked player's other addresses are blocked too.
func (g *merging) mayWrite(ours, theirs *match.Match) error {
	if ours.Roster.At(g.report.From) != 0 || ours.AskedToReplace(g.report.From) != 0 || theirs.IsGuest(g.report.From) {
		return nil
	}
	party := theirs.Roster.At(g.report.From)
	if party == 0 {
		meeting := match.Meet(ours, theirs)
		known := meeting.Valid == match.Theirs
		for i := ours.EventOf(meeting.Common-1) + 1; i < len(theirs.Record.Events) && known; i++ {
			if by := theirs.By(i); by != 0 { // otherwise it is a throw, which entries prove
				party, known = by, ours.Keys.Of[by] == theirs.Keys.Of[by]
			}
		}
		if party == 0 || !known {
			return refuse("reason.no-seat-here", "who", g.report.From)
		}
		g.report.warn(i18n.T("reason.signed-elsewhere", "who", theirs.Party(party), "address", g.report.From))
	}
	blocked, err := g.Shelf.Blocks(ours.Roster.Parties[party-1].Address)
	if blocked && err == nil {
		return &refusal{verdict: Blocked}
	}
	return err
}

// keepOurs reports why our line is valid, or why neither is, and stores the
// other.
func (g *merging) keepOurs(ours, theirs *match.Match, meeting match.Meeting) error {
	if meeting.Longer {
		return &refusal{verdict: Known}
	}
	how := forks
	if meeting.Valid == match.Ours {
		how = lapses
	}
	said, err := g.unheard(ours, theirs, theirs.EventOf(meeting.Common), how)
	if err != nil {
		return err
	}
	line, err := ours.Cut(ours.EventOf(meeting.Common-1) + 1).Append(theirs.Record.Events[theirs.EventOf(meeting.Common-1)+1:]...)
	if err != nil { // what they have in common is ours: a club may have deleted an address from it
		return err
	}
	kept, err := g.Shelf.Keep(g.report.File, line)
	if err != nil {
		return err
	}
	if kept != "" { // otherwise they would be shown with each copy of the message; they are shown when they are repeated
		g.report.Words = said
	}
	if meeting.Valid == match.Ours {
		g.report.Steps = nil
		return &refusal{verdict: Known, reason: i18n.T("reason.crossed", "kept", asFile(kept))}
	}
	return &refusal{verdict: Diverged, reason: i18n.T("reason.forked", "who", meeting.Accused,
		"here", entryText(ours, meeting.Common), "there", entryText(theirs, meeting.Common), "kept", asFile(kept))}
}

// asFile returns where their line is stored.
func asFile(name string) i18n.Text {
	if name == "" {
		return i18n.T("reason.not-kept")
	}
	return i18n.T("reason.kept", "file", name)
}

// entryText returns the step of entry n, counted from 0.
func entryText(m *match.Match, n int) string {
	return render.SafeLine(m.Record.Events[m.EventOf(n)].Step.String(), 40)
}

// adopt moves our record to their line: the common entries, the rest of
// theirs, and then the steps of ours that are repeated.
func (g *merging) adopt(ours, theirs *match.Match, meeting match.Meeting) (*match.Match, error) {
	base := ours.Cut(ours.EventOf(meeting.Common-1) + 1)
	fresh := theirs.Record.Events[len(base.Record.Events):]
	me := g.party(ours)
	if err := g.checkFresh(theirs, me, len(base.Record.Events)); err != nil {
		return nil, err
	}
	taken := slices.Clone(fresh)
	for i := range taken {
		at := len(base.Record.Events) + i
		taken[i].Came, taken[i].Closing = g.came, ""
		taken[i].Posted = theirs.By(at) == me && !theirs.BySubstitute(at)
	}
	after, err := base.Append(taken...)
	if err != nil {
		return nil, refuse("reason.not-held", "why", err)
	}
	how := follows
	if !meeting.Longer {
		how = replaces
	}
	said, err := g.unheard(ours, theirs, len(base.Record.Events), how)
	if err != nil {
		return nil, err
	}
	g.report.addSteps(fresh)
	g.report.Words = said
	if meeting.Longer {
		return after, nil
	}
	return g.putAway(after, ours, meeting)
}

// putAway stores our line beside the record, and repeats the steps of ours
// that do not lapse on the new one.
func (g *merging) putAway(after, ours *match.Match, meeting match.Meeting) (*match.Match, error) {
	kept, err := g.Shelf.PutAway(g.report.File, ours)
	if err != nil {
		return nil, err
	}
	after, owed := g.repeat(after, ours, meeting.Common, false)
	var gone []i18n.Text
	signed := g.signed(ours)
	for i := ours.EventOf(meeting.Common); i < len(ours.Record.Events); i++ {
		step, again := ours.Record.Events[i].Step, ours.Original(i)
		repeated := func(e kif.Event) bool { return e.Step == step && e.Again == again }
		if signed(i) && step != kif.Step(kif.Say{}) && !slices.ContainsFunc(after.Record.Events, repeated) {
			gone = append(gone, stepName(ours, i))
		}
	}
	after = g.answerAgain(after, ours)
	if err := g.noteHeard(ours, meeting.Common, owed); err != nil {
		return nil, err
	}
	if len(gone) > 0 {
		g.report.note(i18n.T("reason.put-away", "steps", i18n.List(gone...), "file", kept))
	}
	return after, nil
}

// stepName names event i of m after "your".
func stepName(m *match.Match, i int) i18n.Text {
	step := m.Record.Events[i].Step
	switch step := step.(type) {
	case kif.Move:
		return engine.Spell(m.Positions[i], engine.Move(step))
	case kif.Away:
		return i18n.T("withdrawn.away", "days", i18n.Days(step.First, step.Last))
	case kif.Ending:
		return i18n.T("withdrawn.ending")
	}
	word, _, _ := strings.Cut(step.String(), " ")
	if key := "withdrawn." + word; i18n.Has(key) {
		return i18n.T(key)
	}
	return i18n.T("withdrawn.other")
}

// answerAgain repeats our answer as a substitute if it was on the rejected
// line and the proposal is still pending.
func (g *merging) answerAgain(after, ours *match.Match) *match.Match {
	i := ours.LastOf(func(s kif.Step) bool { return s == kif.Step(kif.StepIn{}) })
	party := after.AskedToReplace(g.Shelf.Self().Address)
	if i < 0 || party == 0 || !after.Asks(g.Shelf.Self().Address) || !g.Shelf.Holds(ours.Record.Events[i].Key) {
		return after
	}
	e := ours.Record.Events[i]
	answer := kif.Event{Step: e.Step, Key: e.Key, Chain: e.Chain, Comment: e.Comment, Posted: true}
	if next, err := g.Shelf.Sign(after, answer, party); err == nil { // otherwise the answer has no meaning any more
		return next
	}
	return after
}

const (
	misdated   = 24 * time.Hour   // how far the time of a step may differ from the arrival of its message, to allow for transit
	clockError = 10 * time.Minute // how far the clocks of two machines may differ
)

// checkFresh rejects steps that the rules allow but our program must not
// accept: a new key of ours that we did not ask for, and a claim or a step of
// a pause dated in the future. It warns if the date of the sender's last step
// is far from the arrival of its message. The first known events are in our
// record too.
func (g *merging) checkFresh(theirs *match.Match, me, known int) error {
	last, sender := -1, theirs.Roster.At(g.report.From) // last is of the sender, or of anybody if the address is unknown
	for i := known; i < len(theirs.Record.Events); i++ {
		e := theirs.Record.Events[i]
		switch e.Step.(type) {
		case kif.Throw:
			continue
		case kif.Rechain:
			if theirs.By(i) == me && !g.Shelf.Holds(e.Key) {
				return refuse("reason.foreign-key")
			}
		case kif.Claim:
			if e.At.Sub(g.came) > clockError {
				return refuse("reason.claims-early", "when", match.FormatTime(e.At))
			}
		}
		switch e.Step {
		case kif.Step(kif.PauseOffer{}), kif.Step(kif.Agree{To: kif.PauseQuestion}), kif.Step(kif.Resume{}): // their date stops or starts the clock
			if e.At.Sub(g.came) > clockError {
				return refuse("reason.dated-early", "step", e.Step, "when", match.FormatTime(e.At))
			}
		}
		if by := theirs.By(i); by > 0 && (sender == 0 || by == sender) && e.Again == (kif.Hash{}) {
			last = i
		}
	}
	if last < 0 || !theirs.Clock.Limited() {
		return nil
	}
	if e := theirs.Record.Events[last]; e.At.Sub(g.came).Abs() > misdated {
		g.report.warn(i18n.T("reason.misdated", "step", render.SafeLine(e.Step.String(), 40), "when", match.FormatTime(e.At), "came", match.FormatTime(g.came)))
	}
	return nil
}

// warn adds warnings about people and keys new in after; before is nil for an
// invitation. The shelf stores the keys of those who have accepted.
func (g *merging) warn(before, after *match.Match) error {
	warnings, err := g.Shelf.Greet(before, after, g.report.From)
	for _, w := range warnings {
		g.report.warn(w)
	}
	return err
}
