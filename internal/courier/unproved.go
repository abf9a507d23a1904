package courier

import (
	"slices"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
)

// takeUnproved asks a mail-only player whether a message without a token is
// theirs. Some telephones keep only the Subject of the message answered. The
// question goes to the known address, and nothing is done before the answer.
// The report is nil if the sender is not a mail-only player.
func (p *poll) takeUnproved(letter *mailbox.Letter) (*Report, error) {
	list, err := p.meantBy(letter)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	h := list[0]
	for _, other := range list {
		fits, err := other.fits()
		if err != nil {
			return nil, err
		}
		if fits {
			h = other
			break
		}
	}
	if report := h.unwritten(); report != nil {
		return report, nil
	}
	whose := i18n.T("unproved.whose", "match", h.Match.Short())
	var others []string
	for _, other := range list {
		if other.File != h.File {
			others = append(others, other.Short())
		}
	}
	if len(others) > 0 {
		whose = i18n.Join(whose, i18n.T("unproved.others", "list", strings.Join(others, ", ")))
	}
	if h, err = h.read(); err != nil {
		return nil, err
	}
	said, err := h.askWhose(whose)
	if err != nil {
		return nil, err
	}
	if said.text != (i18n.Text{}) {
		h.answer(h.Match, said)
	}
	report := h.report(Answered, said.note)
	report.Failed = !said.asked
	return report, nil
}

// meantBy lists the matches that a message without a token may be about: those
// that it names, or all of its author's if it names none but answers a message
// of ours. Those that wait for the author come first.
func (p *poll) meantBy(mail *mailbox.Letter) (list []heardReply, err error) {
	ours := slices.ContainsFunc(append(mail.References, mail.InReplyTo), func(id string) bool { return strings.HasPrefix(id, letter.IDPrefix) })
	var files []string
	if len(NamesIn(mail)) > 0 {
		files, err = p.index.namedIn(mail)
	}
	if len(files) == 0 && err == nil && ours {
		files, err = p.index.with(mail, p.from)
	}
	if err != nil {
		return nil, err
	}
	var waiting, others []heardReply
	for _, file := range files {
		m, err := p.Shelf.Open(file)
		if isMachineFault(err) {
			return nil, err
		}
		if err != nil || !p.scribes(m.Match) || m.Outcome != nil {
			continue
		}
		from, err := p.author(mail, m.Match)
		party := m.Roster.At(from)
		switch h := p.heardFrom(mail, m, party); {
		case err != nil || !m.MayUseMailOnly(party) || identity.SameAddress(from, p.Shelf.Self().Address) || h.outdated():
		case m.Turn == party || m.Roster.Joining() == party:
			waiting = append(waiting, h)
		default:
			others = append(others, h)
		}
	}
	return append(waiting, others...), nil
}

// fits reports whether the request in the reply is possible in its match. An
// error is the machine's fault.
func (h heardReply) fits() (bool, error) {
	h, err := h.read()
	w := h.instruction()
	if w == (reply.Wish{}) && len(h.reply.Maybe) == 1 {
		w = h.reply.Maybe[0]
	}
	if err != nil || w == (reply.Wish{}) {
		return false, err
	}
	if _, err = h.enter(w); isMachineFault(err) {
		return false, err
	}
	return err == nil, nil
}

// outdated reports whether the match has gone on since the reply was written,
// as it has when the mailbox is read again.
func (h heardReply) outdated() bool {
	for _, e := range slices.Backward(h.Match.Entries) {
		if e.Event.Step != kif.Step(kif.Say{}) {
			return h.letter.Date.Before(e.Event.At)
		}
	}
	return false
}

// askWhose asks whether the reply is the player's, and what of it is meant.
func (h heardReply) askWhose(whose i18n.Text) (remark, error) {
	w, comment := h.instruction(), h.reply.Comment
	if w == (reply.Wish{}) {
		if said, err := h.aside(false); said.beside || err != nil {
			return said, err
		}
		switch {
		case len(h.reply.Maybe) > 1:
			said := h.unclearRemark()
			said.text = i18n.Paragraphs(whose, said.text)
			return said, nil
		case len(h.reply.Maybe) == 1:
			w, comment = h.reply.Maybe[0], h.reply.Typed
		default:
			w, comment = reply.Wish{Word: reply.Say, Text: h.reply.Typed}, ""
		}
	}
	shows := letter.Asked(h.Match, w.Word) != (i18n.Text{})
	if shows || w.Word == reply.Yes || w.Word == reply.Say && strings.TrimSpace(w.Text) == "" {
		return remark{text: i18n.T("unproved.again", "match", h.Match.Short()), note: i18n.T("reason.unproved-again")}, nil
	}
	var after *match.Match
	if !h.unsubscribes() {
		var err error
		switch after, err = h.enter(w); {
		case err != nil && isMachineFault(err):
			return remark{}, err
		case err != nil:
			said := refusalRemark(h.Match, w, err)
			said.text = i18n.Paragraphs(i18n.T("unproved.again", "match", h.Match.Short()), said.text)
			return said, nil
		}
	}
	ask := h.sure(w, after)
	switch {
	case ask != (i18n.Text{}):
	case w.Word == reply.Say:
		ask = i18n.T("sure.wrote", "text", render.SafeLine(strings.ReplaceAll(w.Text, "\n", " / "), 100))
	default:
		ask = i18n.T("sure.meant", "what", h.spelled(w))
	}
	return h.ask(question{Asks: i18n.Join(whose, ask), Wish: w, Comment: comment}, h.askedAbout(w))
}
