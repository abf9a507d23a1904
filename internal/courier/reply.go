package courier

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"syscall"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// heardReply is a reply of a mail-only player or an observer, with its match.
type heardReply struct {
	*poll
	match.Copy
	party  int // or the number of the observer, as in Roster.ReaderAt
	letter *mailbox.Letter
	reader reply.Reader // reads the text, with what the message that it answers said
	reply  reply.Reply
	age    int // how many entries ago the message that it answers was sent
}

// takeReply processes what somebody typed in a mail program; the report is nil
// if the message is not a reply to one of ours.
func (p *poll) takeReply(letter *mailbox.Letter) (*Report, error) {
	tokens := proofIn(letter)
	if tokens.none() || identity.SameAddress(p.from, p.Shelf.Self().Address) {
		return nil, nil
	}
	files, err := p.index.with(letter, p.from)
	if err != nil {
		return nil, err
	}
	var unproved *Report
	for _, file := range files {
		m, err := p.Shelf.Open(file)
		if isMachineFault(err) {
			return nil, err
		}
		if err != nil || !p.scribes(m.Match) {
			continue
		}
		from, ambiguous := p.author(letter, m.Match)
		h := p.heardFrom(letter, m, m.Roster.ReaderAt(from))
		age, doubt := p.tokenAge(m.Match, h.party, tokens)
		if h.age = age; isMachineFault(doubt) {
			return nil, doubt
		}
		known, unread := h.isKnown()
		switch {
		case unread != nil:
			return nil, unread
		case known: // and whoever writes wants messages again
			return h.report(Known, i18n.Text{}), h.setUnsubscribed(false)
		case doubt != nil && names(letter, m.Match):
			unproved = h.report(Refused, i18n.T("reason.unproved", "why", doubt))
		case doubt == nil && ambiguous != nil && names(letter, m.Match):
			unproved = h.report(Refused, i18n.Of(ambiguous))
		case doubt == nil && ambiguous == nil && h.age >= 0:
			if report := h.unwritten(); report != nil {
				return report, nil
			}
			if h, err = h.read(); err != nil {
				return nil, err
			}
			return h.take()
		}
	}
	if unproved != nil || identity.SameAddress(letter.From.Addr, p.Shelf.Self().Address) {
		return unproved, nil
	}
	return p.takeFromElsewhere(letter, tokens)
}

// names reports whether a message contains the name of m.
func names(letter *mailbox.Letter, m *match.Match) bool {
	return strings.Contains(letter.Subject+"\n"+letter.Text, m.Short())
}

// heardFrom returns a reply of a party of m before it is parsed.
func (p *poll) heardFrom(letter *mailbox.Letter, m match.Copy, party int) heardReply {
	return heardReply{poll: p, Copy: m, party: party, letter: letter}
}

// read returns the reply with its text parsed. An error is the machine's fault.
func (h heardReply) read() (heardReply, error) {
	var err error
	h.reader, err = h.newReader()
	h.reply = h.reader.Read(h.letter.Text)
	for i, w := range h.reply.Maybe {
		if away, wrong := match.ParseAway(w.Days, h.Match.Clock.Local(h.Shelf.Now())); w.Word == reply.Away && wrong == nil {
			h.reply.Maybe[i].Days = away.Days() // with the years
		}
	}
	return h, err
}

// newReader returns what is known about the reply before it is read. It writes
// the message answered once more, so that no quoted line of it passes for a reply.
func (h heardReply) newReader() (r reply.Reader, err error) {
	if h.Match.Next().Player != 0 {
		r.Move, r.Choices = MovesIn(h.Match.Last()), ChoicesIn(h.Match.Last())
	}
	for _, p := range h.Match.Roster.Readers() {
		r.Names = append(r.Names, strings.Fields(strings.ToLower(p.Name))...)
	}
	if h.party == 0 {
		return r, nil
	}
	r.Invited = h.Match.Roster.Joining() != 0 && !h.Match.Roster.HasJoined(h.party)
	n, err := h.notes()
	if err != nil {
		return r, err
	}
	w := h.writer(n)
	w.Picture, w.Shelf = false, stopped{w.Shelf, h.came}
	answered, err := w.Turn(h.Match, letter.Address(h.Match.Roster.Readers()[h.party-1]))
	switch {
	case err == nil:
		r.Answered = answered.Text
	case !isMachineFault(err):
		err = nil
	}
	return r, err
}

// stopped is a shelf whose clock has stopped, for a message that is not sent.
type stopped struct {
	letter.Shelf
	at time.Time
}

func (s stopped) Now() time.Time { return s.at }

// notes reads the notes on the match.
func (h heardReply) notes() (*notes, error) { return h.Courier.notes(h.state, h.Match.Hash().String()) }

// change changes the notes on the match.
func (h heardReply) change(edit func(*notes)) error {
	n, err := h.notes()
	if err != nil {
		return err
	}
	edit(n)
	return n.save()
}

func (h heardReply) report(verdict Verdict, reason i18n.Text) *Report {
	return &Report{
		Verdict: verdict, Reason: reason, From: h.letter.From.Addr, Match: h.Match.Short(), File: h.File,
		Status: h.Match.WaitsFor(),
	}
}

// automatic returns the report on a reply that no person wrote, as sign shows.
// It changes nothing, since a vacation notice may begin with a word that is
// also an instruction.
func (h heardReply) automatic(sign string) *Report {
	return h.report(Silent, i18n.T("reason.automatic", "sign", sign))
}

// unwritten returns the report on a reply that no person wrote, or that is only
// a reaction such as a thumb; nil for any other.
func (h heardReply) unwritten() *Report {
	if ok, sign := h.mayAnswer(h.letter); !ok {
		return h.automatic(sign)
	}
	if reply.Reaction(h.letter.Text) {
		return h.automatic(i18n.In("en", "reason.reaction"))
	}
	return nil
}

// take does what an authenticated reply asks for.
func (h heardReply) take() (*Report, error) {
	suspected := h.suspected() != ""
	if !suspected {
		if err := h.learnReader(h.address(), h.letter, wordsLanguage(h.reply)); err != nil {
			return nil, err
		}
	}
	if h.Match.Roster.Observes(h.party) {
		return h.takeFromObserver()
	}
	if !h.Match.MayUseMailOnly(h.party) {
		return h.report(Refused, i18n.T("reason.typed")), nil
	}
	if err := h.Shelf.Current(h.Copy); err != nil {
		return h.report(Refused, i18n.Of(err)), nil
	}
	if !suspected {
		if err := h.setUnsubscribed(false); err != nil {
			return nil, err
		}
	}
	return h.apply(h.report(Taken, i18n.Text{}))
}

// scribes reports whether we sign for the mail-only players of m.
func (p *poll) scribes(m *match.Match) bool {
	return m.Roster.Invited && p.party(m) == match.Scribe
}

// isMachineFault reports whether err comes from the disk, so that a later
// attempt may succeed. Anything else that goes wrong with a reply would go
// wrong again, and must not keep later messages from being read.
func isMachineFault(err error) bool { return errors.As(err, new(syscall.Errno)) }

// Knows reports whether the record of a match contains a message.
func Knows(m *match.Match, letter *mailbox.Letter) bool {
	mail := MailHash(letter)
	return slices.ContainsFunc(m.Record.Events, func(e kif.Event) bool { return e.Mail == mail })
}

// isKnown reports whether the record holds the reply. If all it holds are the
// words beside an instruction, which are written before the instruction is
// answered, the instruction may still have to be followed.
func (h heardReply) isKnown() (bool, error) {
	if !Knows(h.Match, h.letter) {
		return false, nil
	}
	h, err := h.read()
	mail, w := MailHash(h.letter), h.reply.Wish
	acted := func(e kif.Event) bool { return e.Mail == mail && e.Step != kif.Step(kif.Say{}) }
	return w == (reply.Wish{}) || w.Word == reply.Say || slices.ContainsFunc(h.Match.Record.Events, acted), err
}

// MailHash returns the hash that identifies a mail in the record. Some mail
// programs give two mails the same Message-ID, so the text counts too.
func MailHash(l *mailbox.Letter) kif.Hash {
	id := cmp.Or(l.MessageID, l.Date.UTC().String())
	return sha256.Sum256([]byte(id + "\n" + l.Text))
}

// address returns the one at which the author is known.
func (h heardReply) address() string { return h.Match.Roster.Readers()[h.party-1].Address }

// tellsNews reports whether the answer repeats the latest events.
func (h heardReply) tellsNews() bool { return h.age > 0 || h.reply.Wish.Word == reply.Show }

// answer queues the message with a remark, unless the reply was read before.
func (h heardReply) answer(after *match.Match, said remark) {
	if h.old {
		return
	}
	news := h.tellsNews() && said.text != h.passedOn() // which would be confirmed twice
	due := response{
		File: h.File, Party: h.party, Events: len(after.Record.Events), At: h.Shelf.Now(),
		Answer: letter.Answer{Reply: h.letter.MessageID, Text: said.text, News: news, Rules: said.asked && h.reply.Wish.Word == reply.Rules, Question: said.question, Choices: strings.Join(said.choices, "\n")},
	}
	h.answers = append(h.answers, answer{due, after, h.letter, !said.asked, said.urgent, len(h.reports)})
	h.state.Replied = append(h.state.Replied, heardAs(h.letter))
	if ok, _ := h.mayAnswer(h.letter); ok {
		s := h.state                                                          // if this poll ends before the answer is sent, the next one sends it
		s.Unsent = append(slices.DeleteFunc(s.Unsent, func(r response) bool { // a reply that is read again gets only one answer
			return r.File == due.File && r.Party == due.Party && r.Reply == due.Reply
		}), due)
	}
}

// takeFromObserver handles the reply of an observer, who can only unsubscribe.
// The words are shown only to us: observers have no say in a match, and could
// give advice.
func (h heardReply) takeFromObserver() (*Report, error) {
	if h.unsubscribes() {
		said := remark{asked: true, text: i18n.T("observe.stopped")}
		h.answer(h.Match, said)
		return h.report(Stopped, i18n.T("reason.no-more")), h.setUnsubscribed(true)
	}
	h.answer(h.Match, remark{text: i18n.T("observe.only", "who", h.Match.Party(match.Scribe))})
	report := h.report(Answered, i18n.T("reason.observer-stops"))
	report.Words = spoken(h.reply.Typed)
	return report, nil
}
