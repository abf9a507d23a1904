package courier

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// apply does what a reply of a mail-only player asks for, and completes the
// report. What cannot be done is answered; an error is the machine's fault.
func (h heardReply) apply(report *Report) (*Report, error) {
	said, err := h.execute()
	if h.old {
		said.words = ""
		if said.after != nil && err == nil { // its author needs no receipt
			err = h.markDelivered(said.after)
		}
	} else if said.after == nil && !said.beside && h.suspected() == "" { // the words still reach the others
		said.words = cmp.Or(said.words, h.prose())
	}
	again := said.note == i18n.T("reason.neither")
	said.urgent = said.urgent || said.after != nil && h.reply.Wish.Word != reply.Say || said.question != "" && !again && h.suspected() == ""
	if err == nil && said.after == nil && said.words != "" {
		said, err = h.passOn(said)
	}
	if err != nil {
		return nil, err
	}
	after := cmp.Or(said.after, h.Match)
	report.Reason = said.note
	switch {
	case said.stops:
		report.Verdict = Stopped
		report.addSteps(after.Record.Events[len(h.Match.Record.Events):])
	case after == h.Match && said.text == (i18n.Text{}) && !said.beside:
		report.Verdict = Silent
	case after == h.Match:
		report.Verdict, report.Failed, report.Words = Answered, !said.asked, spoken(said.said)
	default:
		report.addSteps(after.Record.Events[len(h.Match.Record.Events):])
		report.changed(h.Courier, h.Match, after)
		report.Status = after.WaitsFor()
		if said.note != (i18n.Text{}) { // only the words of the reply had an effect
			report.Verdict, report.Failed = Answered, !said.asked
			break
		}
		h.valid = append(h.valid, h.letter.From.Addr)
	}
	if said.text != (i18n.Text{}) {
		h.answer(after, said)
	}
	return report, nil
}

// prose returns the words of the reply besides its instruction, or all of it
// if there is none. If it is unclear what is meant, the author is asked, and
// nothing is passed on until the answer.
func (h heardReply) prose() string {
	switch r := h.reply; {
	case r.Wish.Word == reply.Say:
		return strings.TrimSpace(r.Wish.Text + "\n" + r.Comment)
	case r.Wish != (reply.Wish{}):
		return r.Comment
	case len(r.Maybe) > 0:
		return ""
	}
	return h.reply.Typed
}

// execute enters what a reply asks for into the record, without words that are
// only passed on. If that cannot be done, the remark says why.
func (h heardReply) execute() (remark, error) {
	if said, done, err := h.answered(); done || err != nil {
		return said, err
	}
	w := h.reply.Wish
	if text := letter.Asked(h.Match, w.Word); text != (i18n.Text{}) {
		return remark{text: text, note: i18n.T("reason.asked", "word", named(w)), asked: true}, nil
	}
	if h.unsubscribes() {
		if ask := h.sure(w, nil); ask != (i18n.Text{}) {
			return h.ask(question{Asks: ask, Wish: w}, h.askedAbout(w))
		}
		return unsubscribedRemark(h.Match), h.setUnsubscribed(true)
	}
	if w.Word == reply.CancelPlan {
		return h.cancelPlan()
	}
	if w = h.instruction(); w.Word == reply.Decline && h.reply.Wish.Word == reply.Stop {
		h.age = 0
	}
	switch joining := h.Match.Roster.Joining(); {
	case w.Word == reply.Yes:
		said := remark{text: i18n.T("sure.nothing"), note: i18n.T("reason.yes")}
		if h.reply.Comment != "" { // it answers something a person has asked
			said.words = h.reply.Typed
		}
		return said, nil
	case w == (reply.Wish{}) && len(h.reply.Plan) > 0 && h.age == 0 && h.suspected() == "":
		return h.prepare(h.Match)
	case w == (reply.Wish{}):
		if said, err := h.aside(true); said.beside || err != nil {
			return said, err
		}
		if len(h.reply.Maybe) == 1 {
			return h.whetherMeant(h.reply.Maybe[0])
		}
		if h.prose() == "" {
			return h.unclearRemark(), nil
		}
		if ask := h.sure(w, nil); ask != (i18n.Text{}) { // the words of somebody who may not be the player
			w = reply.Wish{Word: reply.Say, Text: h.prose()}
			return h.ask(question{Asks: ask, Wish: w}, h.askedAbout(w))
		}
		return remark{asked: true}, nil
	case w.Word == reply.Accept && joining != 0 && joining != h.party && !h.Match.Roster.HasJoined(h.party) && h.suspected() == "":
		return h.acceptEarly() // somebody else has to answer the invitation first
	case w.Word == reply.Accept && joining == h.party: // others have accepted since the invitation was sent
	case h.age > 0 && w.Word != reply.Say:
		return remark{text: i18n.T("reply.stale"), note: i18n.T("reason.stale")}, nil
	}
	after, err := h.enter(w)
	if err == nil {
		if ask := h.sure(w, after); ask != (i18n.Text{}) {
			q := question{Asks: ask, Wish: w, Plan: h.reply.Plan}
			if h.suspected() != "" { // the words of any other reply are passed on immediately
				q.Comment = h.reply.Comment
			}
			return h.ask(q, h.askedAbout(w))
		}
	}
	return h.put(w, after, err)
}

// aside passes a reply that contains nothing for the match to Beside, unless it
// is suspect.
func (h heardReply) aside(proved bool) (remark, error) {
	if h.Beside == nil || h.suspected() != "" {
		return remark{}, nil
	}
	taken, err := h.Beside(h.letter, proved)
	return remark{asked: true, note: i18n.T("reason.beside"), beside: taken}, err
}

// instruction returns what the reply asks for, where yes and stop answer an
// invitation.
func (h heardReply) instruction() reply.Wish {
	w := h.reply.Wish
	switch {
	case w.Word == reply.Stop && !h.Match.Roster.HasJoined(h.party):
		w.Word = reply.Decline
	case w.Word == reply.Yes && h.Match.Roster.Joining() != 0 && !h.Match.Roster.HasJoined(h.party):
		w.Word = reply.Accept
	}
	return w
}

// askedAbout returns, for a report, that the player is asked to confirm w, and
// why if the reply is suspect.
func (h heardReply) askedAbout(w reply.Wish) i18n.Text {
	if why := h.suspected(); why != "" {
		return i18n.T("reason.suspected", "what", named(w), "server", h.Trust, "why", why)
	}
	return i18n.T("reason.sure", "what", named(w))
}

// named returns a wish for a report: a move as it is written in records, a word
// in both languages.
func named(w reply.Wish) i18n.Text {
	what := i18n.Same(w.String())
	if word := string(w.Word); word != "" && w.Move == "" {
		what.Ja = strings.Replace(what.Ja, word, i18n.In("ja", "word."+word), 1)
	}
	return what
}

// put replaces the match in its file with the result of entering w, unless that
// returned an error.
func (h heardReply) put(w reply.Wish, after *match.Match, err error) (remark, error) {
	if err != nil && !isMachineFault(err) {
		return refusalRemark(h.Match, w, err), nil
	}
	if len(h.reply.Plan) == 0 || err != nil {
		return remark{after: after}, h.store(after, err)
	}
	said, err := h.prepare(after) // first: after the move, the mail would not be read again
	if err = h.store(after, err); err != nil {
		return said, err
	}
	said.after = after
	said.text = i18n.Paragraphs(letter.Own(after, after.LastEntry()), said.text)
	return said, h.markDelivered(after)
}

// store writes after into the record, unless err is set.
func (h heardReply) store(after *match.Match, err error) error {
	if err == nil {
		err = h.Shelf.Put(h.Copy, after)
	}
	if errors.Is(err, match.ErrChanged) {
		err = i18n.Err("record.poll-again")
	}
	return err
}

// unsubscribes reports whether the reply unsubscribes from the match. From somebody
// who has not answered the invitation, the same word declines it.
func (h heardReply) unsubscribes() bool {
	joins := h.Match.Outcome == nil && !h.Match.Roster.Observes(h.party) && !h.Match.Roster.HasJoined(h.party)
	return h.reply.Wish.Word == reply.Stop && !joins
}

// unsubscribedRemark returns the confirmation to a mail-only player that no more mail
// will come.
func unsubscribedRemark(m *match.Match) remark {
	said := remark{asked: true, stops: true, note: i18n.T("reason.stops"), text: i18n.T("stop.done")}
	if m.Outcome != nil {
		said.text = i18n.T("stop.over")
	}
	return said
}

// setUnsubscribed records whether the author of the reply has unsubscribed from the
// match.
func (h heardReply) setUnsubscribed(stop bool) error {
	who := strings.ToLower(h.address())
	n, err := h.notes()
	if err != nil || n.unsubscribed(who) == stop {
		return err
	}
	if n.Stopped = append(n.Stopped, who); !stop {
		n.Stopped = slices.DeleteFunc(n.Stopped, func(a string) bool { return a == who })
	}
	return n.save()
}
