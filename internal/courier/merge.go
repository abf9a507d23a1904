package courier

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

// merging is the record of a letter that is taken into ours.
type merging struct {
	poll   *poll
	report *Report
}

// begin keeps an invitation to us, for people to answer.
func (g *merging) begin(theirs *match.Match, me int) error {
	called := theirs.Called(g.poll.courier.Shelf.Me().Address)
	switch {
	case !theirs.Roster.Invited:
		return refuse("reason.uninvited")
	case theirs.Roster.At(g.report.From) == 0:
		return refuse("reason.no-seat", "who", g.report.From)
	case called != 0 && theirs.Substitutes[called].Key != "": // we have answered, or somebody else
		return g.restore(theirs, theirs.Substitutes[called].Key)
	case called != 0: // we are asked to go on
	case me == 0 && theirs.Roster.ReaderAt(g.poll.courier.Shelf.Me().Address) != 0:
		return refuse("reason.observer-copy")
	case me == 0:
		return refuse("refused.address", "address", g.poll.courier.Shelf.Me().Address)
	case theirs.Roster.Joining() != 0 && theirs.Roster.At(g.report.From) != 1: // only the inviter writes to those who have not answered
		return refuse("reason.not-inviter", "who", g.report.From, "inviter", theirs.Roster.Parties[0].Address)
	case theirs.Outcome != nil:
		return refuse("reason.withdrawn")
	}
	file, err := g.poll.courier.Shelf.Queue(theirs)
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
	g.report.Status, g.report.Said = theirs.WaitsFor(), theirs.Record.Events[theirs.Asking()].Comment
	g.report.changed(g.poll.courier, nil, theirs)
	g.newer(theirs)
	if err := g.warn(nil, theirs); err != nil {
		return err
	}
	if n := g.abandoned(g.report.From); n > 0 {
		g.report.beware(i18n.T("reason.abandons", "n", n, "who", g.report.From))
	}
	return nil
}

// newer names what an invitation of a newer hikyaku holds that this one does not know.
func (g *merging) newer(theirs *match.Match) {
	if theirs.Roster.Version > match.Version {
		g.report.note(i18n.T("reason.newer-invitation"))
	}
	if list := slices.Concat(theirs.Record.UnknownHeaders(), theirs.Record.UnknownLines()); len(list) > 0 {
		g.report.note(i18n.T("reason.newer-lines", "list", render.SafeLine(strings.Join(list, ", "), 200)))
	}
}

// abandonedAfter is how long a match must have waited for a player to count as left: dice that displease are best not
// answered.
const abandonedAfter = 14 * 24 * time.Hour

// abandoned counts the matches that the player at address has not answered for long.
func (g *merging) abandoned(address string) (n int) {
	for s, err := range g.poll.courier.Shelf.List() {
		if err == nil && !s.Over && !s.Damaged() && s.Paused.IsZero() && match.SameAddress(s.Turn, address) && !s.Since.IsZero() && g.poll.courier.Shelf.Now().Sub(s.Since) > abandonedAfter {
			n++
		}
	}
	return n
}

// restore takes back a match that we joined under a key and lost. Our own signature proves that we joined it.
func (g *merging) restore(theirs *match.Match, key string) error {
	if !g.poll.courier.Shelf.Holds(key) {
		return refuse("reason.not-your-key")
	}
	file, err := g.poll.courier.Shelf.Restore(theirs)
	if errors.Is(err, fs.ErrExist) {
		return refuse("reason.other-record")
	}
	if err != nil {
		return err
	}
	g.report.Verdict, g.report.File, g.report.Status = Begun, file, theirs.WaitsFor()
	g.report.changed(g.poll.courier, nil, theirs)
	g.poll.index.add(theirs.Summarise(file, g.poll.courier.Shelf.Me().Address))
	return nil
}

// triesToPut is how often a letter is judged anew because our record changed meanwhile.
const triesToPut = 5

// extend adds to our record the entries that theirs has and ours lacks. Every entry is signed by its party, so it does not matter whose letter
// brings it: a lost letter and a restored backup heal by the next one.
func (g *merging) extend(ours, theirs *match.Match) error {
	if ours.Roster.Observes(ours.Roster.ReaderAt(g.report.From)) {
		return &refusal{verdict: Known, reason: i18n.T("reason.observer")}
	}
	if err := g.mayWrite(ours, theirs); err != nil {
		return err
	}
	known := ours
	for range triesToPut {
		meeting := match.Meet(ours, theirs)
		if meeting.Stands != match.Theirs {
			return g.remain(ours, theirs, meeting)
		}
		after, err := g.adopt(ours, theirs, meeting)
		if err != nil {
			return err
		}
		if err = g.poll.courier.Shelf.Put(g.report.File, ours, after); err == nil {
			g.report.Verdict, g.report.Status = Taken, after.WaitsFor()
			g.report.changed(g.poll.courier, ours, after)
			if full := after.RoomText(); full != (i18n.Text{}) {
				g.report.beware(full)
			}
			return g.warn(known, after)
		}
		if !errors.Is(err, match.ErrChanged) {
			return err
		}
		if ours, err = g.poll.courier.Shelf.Open(g.report.File); err != nil {
			return err
		}
	}
	return match.ErrChanged
}

// mayWrite refuses a sender who is no party of ours, nor of theirs, which has the address that a party has signed since, nor a
// substitute who answers. Who is blocked is not heard from a new address either.
func (g *merging) mayWrite(ours, theirs *match.Match) error {
	if ours.Roster.At(g.report.From) != 0 || ours.Called(g.report.From) != 0 || theirs.IsGuest(g.report.From) {
		return nil
	}
	party := theirs.Roster.At(g.report.From)
	if party == 0 {
		return refuse("reason.no-seat-here", "who", g.report.From)
	}
	blocked, err := g.poll.courier.Shelf.Blocks(ours.Roster.Parties[party-1].Address)
	if blocked && err == nil {
		return &refusal{verdict: Blocked}
	}
	return err
}

// remain says why our line stands, or why neither does, and keeps the other.
func (g *merging) remain(ours, theirs *match.Match, meeting match.Meeting) error {
	if meeting.Longer {
		return &refusal{verdict: Known}
	}
	gave := forks
	if meeting.Stands == match.Ours {
		gave = lapses
	}
	said, err := g.unheard(ours, theirs, theirs.EventOf(meeting.Common), gave)
	if err != nil {
		return err
	}
	kept, err := g.poll.courier.Shelf.Keep(g.report.File, theirs)
	if err != nil {
		return err
	}
	if kept != "" { // else they would be shown with each copy of the letter; they are when they are repeated
		g.report.spoke(said)
	}
	if meeting.Stands == match.Ours {
		g.report.Steps = nil
		return &refusal{verdict: Known, reason: i18n.T("reason.crossed", "kept", asFile(kept))}
	}
	return &refusal{verdict: Diverged, reason: i18n.T("reason.forked", "who", meeting.Accused(),
		"here", entryText(ours, meeting.Common), "there", entryText(theirs, meeting.Common), "kept", asFile(kept))}
}

// asFile says where a line of theirs is kept.
func asFile(name string) i18n.Text {
	if name == "" {
		return i18n.T("reason.not-kept")
	}
	return i18n.T("reason.kept", "file", name)
}

// entryText is what entry n did, from 0.
func entryText(m *match.Match, n int) string {
	return render.SafeLine(m.Record.Events[m.EventOf(n)].Step.String(), 40)
}

// adopt moves our record to their line: the common entries, theirs behind them, and then the steps of ours that are made again.
func (g *merging) adopt(ours, theirs *match.Match, meeting match.Meeting) (*match.Match, error) {
	base := ours.Cut(ours.EventOf(meeting.Common-1) + 1)
	fresh := theirs.Record.Events[len(base.Record.Events):]
	if err := g.checkFresh(theirs, g.poll.courier.party(ours), len(base.Record.Events)); err != nil {
		return nil, err
	}
	taken := slices.Clone(fresh)
	for i := range taken {
		at := len(base.Record.Events) + i
		taken[i].Came, taken[i].Closing = g.poll.came, ""
		taken[i].Posted = theirs.By(at) == g.poll.courier.party(ours) && !theirs.BySubstitute(at)
	}
	after, err := base.Append(taken...)
	if err != nil {
		return nil, refuse("reason.not-held", "why", err)
	}
	gave := follows
	if !meeting.Longer {
		gave = replaces
	}
	said, err := g.unheard(ours, theirs, len(base.Record.Events), gave)
	if err != nil {
		return nil, err
	}
	g.report.did(fresh)
	g.report.spoke(said)
	if meeting.Longer {
		return after, nil
	}
	return g.putAway(after, ours, meeting)
}

// putAway keeps our line beside the record, and makes again on the new one the steps of ours that do not lapse.
func (g *merging) putAway(after, ours *match.Match, meeting match.Meeting) (*match.Match, error) {
	kept, err := g.poll.courier.Shelf.PutAway(g.report.File, ours)
	if err != nil {
		return nil, err
	}
	var gone []string
	for i := ours.EventOf(meeting.Common); i < len(ours.Record.Events); i++ {
		if e := ours.Record.Events[i]; g.poll.courier.signed(ours, i) && e.Step != kif.Step(kif.Say{}) {
			gone = append(gone, render.SafeLine(e.Step.String(), 40))
		}
	}
	after, owed := g.poll.courier.repeat(after, ours, meeting.Common, false)
	after = g.answerAgain(after, ours)
	if err := g.noteHeard(ours, meeting.Common, owed); err != nil {
		return nil, err
	}
	if len(gone) > 0 {
		g.report.note(i18n.T("reason.put-away", "steps", i18n.Names(gone...), "file", kept))
	}
	return after, nil
}

// answerAgain gives our answer as a substitute once more, where it is put away and the proposal stands.
func (g *merging) answerAgain(after, ours *match.Match) *match.Match {
	i := ours.LastOf(func(s kif.Step) bool { return s == kif.Step(kif.StepIn{}) })
	party := after.Called(g.poll.courier.Shelf.Me().Address)
	if i < 0 || party == 0 || !after.Asks(g.poll.courier.Shelf.Me().Address) || !g.poll.courier.Shelf.Holds(ours.Record.Events[i].Key) {
		return after
	}
	e := ours.Record.Events[i]
	answer := kif.Event{Step: e.Step, Key: e.Key, Chain: e.Chain, Comment: e.Comment, Posted: true}
	if next, err := g.poll.courier.Shelf.Sign(after, answer, party); err == nil { // else it has no meaning any more
		return next
	}
	return after
}

const (
	misdated   = 24 * time.Hour   // by how much the time in a step may differ from when its letter came, for the carrier's sake
	clockError = 10 * time.Minute // how far the clocks of two machines may be apart
)

// checkFresh refuses steps that the law allows and that our program must not take: a new key of ours that we did not ask for,
// and a claim or a step of a pause dated in the future. It warns if the date of the sender's last step is far from when its letter came. Our record
// has the first known events too.
func (g *merging) checkFresh(theirs *match.Match, me, known int) error {
	last := -1 // of the sender's
	for i := known; i < len(theirs.Record.Events); i++ {
		e := theirs.Record.Events[i]
		switch e.Step.(type) {
		case kif.Throw:
			continue
		case kif.Rechain:
			if theirs.By(i) == me && !g.poll.courier.Shelf.Holds(e.Key) {
				return refuse("reason.foreign-key")
			}
		case kif.Claim:
			if e.At.Sub(g.poll.came) > clockError {
				return refuse("reason.claims-early", "when", match.FormatTime(e.At))
			}
		}
		switch e.Step {
		case kif.Step(kif.PauseOffer{}), kif.Step(kif.Agree{To: kif.PauseQuestion}), kif.Step(kif.Resume{}): // the clock stops or goes on by its date
			if e.At.Sub(g.poll.came) > clockError {
				return refuse("reason.dated-early", "step", e.Step, "when", match.FormatTime(e.At))
			}
		}
		if by := theirs.By(i); by > 0 && by == theirs.Roster.At(g.report.From) && e.Again == (kif.Hash{}) {
			last = i
		}
	}
	if last < 0 || !theirs.Clock.Limited() {
		return nil
	}
	if e := theirs.Record.Events[last]; e.At.Sub(g.poll.came).Abs() > misdated {
		g.report.beware(i18n.T("reason.misdated", "step", render.SafeLine(e.Step.String(), 40), "when", match.FormatTime(e.At), "came", match.FormatTime(g.poll.came)))
	}
	return nil
}

// warn says what is new about people and keys in after; before is nil for an invitation. The shelf remembers the keys of
// those who have accepted.
func (g *merging) warn(before, after *match.Match) error {
	warnings, err := g.poll.courier.Shelf.Greet(before, after, g.report.From)
	for _, w := range warnings {
		g.report.beware(w)
	}
	return err
}
