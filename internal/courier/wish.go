package courier

import (
	"errors"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
	"net/mail"
	"time"
)

// refusalRemark returns the answer to a wish that cannot be fulfilled.
func refusalRemark(m *match.Match, err error) remark {
	var rejection *engine.Rejection
	var wrong *wrongWish
	switch {
	case errors.As(err, &rejection):
		return remark{text: letter.Illegal(m, rejection), note: i18n.Of(rejection)}
	case errors.As(err, &wrong):
		return remark{text: i18n.T("reply.cannot", "why", wrong.text), note: wrong.text}
	}
	why := i18n.Of(err)
	short := i18n.Text{En: render.SafeLine(why.En, 200), Ja: render.SafeLine(why.Ja, 200)}
	return remark{text: i18n.T("reply.misfit", "why", short), note: why}
}

// wrongWish is the error of a wish that has no meaning now.
type wrongWish struct{ text i18n.Text }

func (w *wrongWish) Error() string { return w.text.En }

// errMeaningless returns the error of a wish that has no meaning, with a reason
// from the catalogue.
func errMeaningless(reason string) error { return &wrongWish{i18n.T("wrong." + reason)} }

// reads returns a function that reports whether a line is a legal move in m.
func reads(m *match.Match) func(string) bool {
	return func(line string) bool {
		if m.Next().Player == 0 {
			return false
		}
		_, err := m.Last().Parse(line)
		return err == nil
	}
}

// enter returns the match with the wish of a mail-only player, as our entry on
// that player's behalf.
func (h heard) enter(w reply.Wish) (*match.Match, error) {
	m := h.match
	e, err := h.wishEvent(w)
	if err != nil {
		return nil, err
	}
	if w.Move == "" && m.Outcome == nil {
		m = m.Cut(m.LastEntry() + 1) // throws are valid only with the link that proves them
	}
	if w.Word != reply.Say {
		w.Text = ""
	}
	said := portions(w.Text + "\n" + h.reply.Comment)
	if len(said) > 0 {
		e.Comment, said = said[0], said[1:]
	}
	after, err := h.sign(m, e)
	if err == nil && w.Draw && after.Outcome == nil {
		after, err = h.sign(after, kif.Event{Step: kif.DrawOffer{}})
	}
	if err != nil || len(said) == 0 {
		return after, err
	}
	return h.appendWords(after, said)
}

// sign returns m with e as a step of the mail-only player, from the current
// mail.
func (h heard) sign(m *match.Match, e kif.Event) (*match.Match, error) {
	e.At, e.Mail, e.Posted = h.arrival(m), MailHash(h.letter), true
	return h.poll.courier.Shelf.Sign(m, e, h.party)
}

// beside reports whether a reply without anything for the match was for us in
// another matter.
func (h heard) beside() (taken bool, err error) {
	if h.poll.courier.Beside == nil || h.suspected() != "" {
		return false, nil
	}
	return h.poll.courier.Beside(h.letter)
}

// arrival returns when the reply arrived, which counts for a mail-only
// player's clock, however late it is read.
func (h heard) arrival(m *match.Match) time.Time {
	last, now := m.Record.Events[m.LastEntry()].At, h.poll.courier.Shelf.Now()
	switch {
	case h.poll.came.After(now):
		return now
	case h.poll.came.Before(last):
		return last
	}
	return h.poll.came
}

// wishEvent returns the event for a word or move of a mail-only player.
func (h heard) wishEvent(w reply.Wish) (kif.Event, error) {
	m := h.match
	switch {
	case m.Roster.Joining() != 0 && w.Word == reply.Accept && h.party == m.Roster.Joining():
		return kif.Event{Step: kif.Accept{}}, nil
	case m.Roster.Joining() != 0 && w.Word == reply.Decline:
		return kif.Event{Step: kif.Decline{}}, nil
	case m.Roster.Joining() != 0:
		return kif.Event{}, &wrongWish{m.Status()}
	case m.Outcome != nil && w.Word != reply.Say:
		return kif.Event{}, &wrongWish{m.Over()}
	case w.Move != "" && m.Roster.PartyOf(m.Due()) != h.party:
		return kif.Event{}, &wrongWish{m.Status()}
	case w.Move != "":
		return kif.Event{Step: kif.Move(w.Move)}, nil
	}
	return h.commandEvent(w)
}

// commandEvent returns the event for a word in a match that has begun and is not
// over.
func (h heard) commandEvent(w reply.Wish) (kif.Event, error) {
	m := h.match
	asked, err := m.Consent(h.party)
	switch w.Word {
	case reply.Resign:
		return kif.Event{Step: kif.Resignation, Seat: m.Roster.SeatIn(h.party)}, nil
	case reply.Accept:
		if err != nil {
			return kif.Event{}, errMeaningless("offered")
		}
		return asked, nil
	case reply.Draw:
		switch o := m.Offer; {
		case o != nil && o.Asks == kif.DrawQuestion && err == nil:
			return asked, nil
		case m.Turn == h.party:
			return kif.Event{}, errMeaningless("draw")
		}
		return kif.Event{Step: kif.DrawOffer{}}, nil
	case reply.Undo:
		n := m.LastNumberOf(h.party)
		if n == 0 {
			return kif.Event{}, errMeaningless("undo")
		}
		return kif.Event{Step: kif.UndoOffer{Number: n}}, nil
	case reply.Pause:
		return pauseEvent(m, asked, err)
	case reply.Resume:
		if m.Paused.IsZero() {
			return kif.Event{}, errMeaningless("resume")
		}
		return kif.Event{Step: kif.Resume{}}, nil
	case reply.Decline:
		return kif.Event{}, errMeaningless("decline")
	case reply.Say:
		return kif.Event{Step: kif.Say{}}, nil
	case reply.Substitute:
		return substituteEvent(m, h.party, w.Text)
	case reply.Stay:
		if m.Substitutes[h.party] == nil {
			return kif.Event{}, errMeaningless("stay")
		}
		return kif.Event{Step: kif.StepOut{}}, nil
	case reply.HandOver:
		if !m.HandsOver(h.party) {
			return kif.Event{}, errMeaningless("hand-over")
		}
		return kif.Event{Step: kif.HandOver{}}, nil
	case reply.Away:
		away, err := match.ParseAway(w.Days, m.Clock.Local(h.poll.courier.Shelf.Now()))
		if err != nil {
			return kif.Event{}, &wrongWish{i18n.Of(err)}
		}
		return kif.Event{Step: away}, nil
	case reply.Claim:
		end, limited := m.Clock.Deadline(h.party)
		if !limited || m.Turn == h.party || !h.arrival(m).After(end) {
			return kif.Event{}, errMeaningless("claim")
		}
		return kif.Event{Step: kif.Claim{}}, nil
	}
	return kif.Event{}, i18n.Err("wrong.word", "word", string(w.Word))
}

// substituteEvent returns the event by which a mail-only player proposes a
// substitute.
func substituteEvent(m *match.Match, party int, who string) (kif.Event, error) {
	a, err := mail.ParseAddress(who)
	if err != nil || !identity.IsAddress(a.Address) || !m.MayStepIn(party, a.Address) {
		return kif.Event{}, errMeaningless("substitute")
	}
	if err := m.MayPropose(party); err != nil {
		return kif.Event{}, &wrongWish{i18n.Of(err)}
	}
	return kif.Event{Step: kif.Substitute{Who: kif.Seat{Name: a.Name, Address: a.Address}}}, nil
}

// pauseEvent returns the event by which a mail-only player proposes a pause, or
// asked, which agrees to a proposed one; err is set if nothing is asked.
func pauseEvent(m *match.Match, asked kif.Event, err error) (kif.Event, error) {
	switch o := m.Offer; {
	case !m.Clock.Limited():
		return kif.Event{}, errMeaningless("no-clock")
	case !m.Paused.IsZero():
		return kif.Event{}, errMeaningless("paused")
	case o == nil || o.Asks != kif.PauseQuestion:
		return kif.Event{Step: kif.PauseOffer{}}, nil
	case err != nil:
		return kif.Event{}, errMeaningless("pause-asked")
	}
	return asked, nil
}
