package courier

import (
	"errors"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
	"sync"
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
	a, known := match.ActOf(string(w.Word))
	switch {
	case w.Word == reply.Decline:
		return kif.Event{}, errMeaningless("decline")
	case !known:
		return kif.Event{}, i18n.Err("wrong.word", "word", string(w.Word))
	}
	in := match.Input{Text: w.Text + w.Days, Now: h.poll.courier.Shelf.Now, Came: sync.OnceValue(func() time.Time { return h.arrival(h.match) })}
	e, err := a.Step(h.match, h.party, in)
	var refusal *match.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Reply != "":
		err = errMeaningless(refusal.Reply)
	case err != nil:
		err = &wrongWish{i18n.Of(err)}
	}
	return e, err
}
