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

// refusing says why a wish is not done.
func refusing(m *match.Match, err error) remark {
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

// meaningless returns the error of a wish that has no meaning, for a reason of the catalogue.
func meaningless(reason string) error { return &wrongWish{i18n.T("wrong." + reason)} }

// reads tells whether a line is a move of the game as it stands.
func reads(m *match.Match) func(string) bool {
	return func(line string) bool {
		if m.Next().Player == 0 {
			return false
		}
		_, err := m.Last().Parse(line)
		return err == nil
	}
}

// enter is the match with what a letter writer wishes, as our entry in his name.
func (h heard) enter(w reply.Wish) (*match.Match, error) {
	m := h.match
	e, err := h.wished(w)
	if err != nil {
		return nil, err
	}
	if w.Move == "" && m.Outcome == nil {
		m = m.Cut(m.LastEntry() + 1) // throws stand only with the link that proves them
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
	return h.say(after, said)
}

// sign is m with e as a step of the letter writer, of the mail in hand.
func (h heard) sign(m *match.Match, e kif.Event) (*match.Match, error) {
	e.At, e.Mail, e.Posted = h.arrival(m), MailHash(h.letter), true
	return h.poll.courier.Shelf.Sign(m, e, h.party)
}

// beside reports whether a reply in which nothing is said for the match was for us in another matter.
func (h heard) beside() (taken bool, err error) {
	if h.poll.courier.Beside == nil || h.suspected() != "" {
		return false, nil
	}
	return h.poll.courier.Beside(h.letter)
}

// arrival is when the reply in hand came, by which a letter writer's clock goes, however late it is read.
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

// wished is the event that a word or move of a letter writer means.
func (h heard) wished(w reply.Wish) (kif.Event, error) {
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
	return h.commanded(w)
}

// commanded is the event that a word means in a match that goes on.
func (h heard) commanded(w reply.Wish) (kif.Event, error) {
	m := h.match
	asked, err := m.Consent(h.party)
	switch w.Word {
	case reply.Resign:
		return kif.Event{Step: kif.Resignation, Seat: m.Roster.SeatIn(h.party)}, nil
	case reply.Accept:
		if err != nil {
			return kif.Event{}, meaningless("offered")
		}
		return asked, nil
	case reply.Draw:
		switch o := m.Offer; {
		case o != nil && o.Asks == kif.DrawQuestion && err == nil:
			return asked, nil
		case m.Turn == h.party:
			return kif.Event{}, meaningless("draw")
		}
		return kif.Event{Step: kif.DrawOffer{}}, nil
	case reply.Undo:
		n := m.LastNumberOf(h.party)
		if n == 0 {
			return kif.Event{}, meaningless("undo")
		}
		return kif.Event{Step: kif.UndoOffer{Number: n}}, nil
	case reply.Pause:
		return paused(m, asked, err)
	case reply.Resume:
		if m.Paused.IsZero() {
			return kif.Event{}, meaningless("resume")
		}
		return kif.Event{Step: kif.Resume{}}, nil
	case reply.Decline:
		return kif.Event{}, meaningless("decline")
	case reply.Say:
		return kif.Event{Step: kif.Say{}}, nil
	case reply.Substitute:
		return replacing(m, h.party, w.Text)
	case reply.Stay:
		if m.Substitutes[h.party] == nil {
			return kif.Event{}, meaningless("stay")
		}
		return kif.Event{Step: kif.StepOut{}}, nil
	case reply.HandOver:
		if !m.HandsOver(h.party) {
			return kif.Event{}, meaningless("hand-over")
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
			return kif.Event{}, meaningless("claim")
		}
		return kif.Event{Step: kif.Claim{}}, nil
	}
	return kif.Event{}, i18n.Err("wrong.word", "word", string(w.Word))
}

// replacing is the event by which a letter writer proposes who plays on instead.
func replacing(m *match.Match, party int, who string) (kif.Event, error) {
	a, err := mail.ParseAddress(who)
	if err != nil || !identity.IsAddress(a.Address) || !m.MayStepIn(party, a.Address) {
		return kif.Event{}, meaningless("substitute")
	}
	if err := m.MayPropose(party); err != nil {
		return kif.Event{}, &wrongWish{i18n.Of(err)}
	}
	return kif.Event{Step: kif.Substitute{Who: kif.Seat{Name: a.Name, Address: a.Address}}}, nil
}

// paused is the event by which a letter writer proposes a pause, or agrees to one that is proposed: asked, unless err says
// that nothing is.
func paused(m *match.Match, asked kif.Event, err error) (kif.Event, error) {
	switch o := m.Offer; {
	case !m.Clock.Limited():
		return kif.Event{}, meaningless("no-clock")
	case !m.Paused.IsZero():
		return kif.Event{}, meaningless("paused")
	case o == nil || o.Asks != kif.PauseQuestion:
		return kif.Event{Step: kif.PauseOffer{}}, nil
	case err != nil:
		return kif.Event{}, meaningless("pause-asked")
	}
	return asked, nil
}
