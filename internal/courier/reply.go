package courier

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// heard is a reply of a mail-only player or an observer, with its match.
type heard struct {
	*poll
	file   string
	match  *match.Match
	party  int // or the number of the observer, as in Roster.ReaderAt
	letter *mailbox.Letter
	reader reply.Reader // what is known about the reply before it is read
	reply  reply.Reply
	age    int // how many entries ago the message that it answers was sent
}

// takeReply processes what somebody typed in a mail program; the report is nil
// if the message is not a reply to one of ours.
func (p *poll) takeReply(letter *mailbox.Letter) (*Report, error) {
	tokens := proofIn(letter)
	if tokens.none() || identity.SameAddress(p.from, p.Shelf.Me().Address) {
		return nil, nil
	}
	files, err := p.index.with(letter.From.Addr, p.from)
	if err != nil {
		return nil, err
	}
	var unproved *Report
	for _, file := range files {
		m, err := p.Shelf.Open(file)
		if err != nil || !p.scribes(m) {
			continue
		}
		from, ambiguous := p.author(letter, m)
		h := p.heardFrom(letter, file, m, m.Roster.ReaderAt(from))
		h.age, err = p.tokenAge(m, h.party, tokens)
		switch {
		case Knows(m, letter) && !h.unanswered():
			return h.report(Known, i18n.Text{}), h.setUnsubscribed(false)
		case err != nil && isMachineFault(err):
			return nil, err
		case err != nil && names(letter, m):
			unproved = h.report(Refused, i18n.T("reason.unproved", "why", err))
		case err == nil && ambiguous != nil && names(letter, m):
			unproved = h.report(Refused, i18n.Of(ambiguous))
		case err == nil && ambiguous == nil && h.age >= 0:
			if ok, sign := p.mayAnswer(letter); !ok {
				return h.automatic(sign), nil
			}
			if reply.Reaction(letter.Text) {
				return h.automatic(i18n.In("en", "reason.reaction")), nil
			}
			return h.read().take()
		}
	}
	if unproved != nil || identity.SameAddress(letter.From.Addr, p.Shelf.Me().Address) {
		return unproved, nil
	}
	return p.takeFromElsewhere(letter, tokens)
}

// names reports whether a message contains the name of m.
func names(letter *mailbox.Letter, m *match.Match) bool {
	return strings.Contains(letter.Subject+"\n"+letter.Text, m.Short())
}

// heardFrom returns a reply of a party of m, which is in file, before it is
// parsed.
func (p *poll) heardFrom(letter *mailbox.Letter, file string, m *match.Match, party int) heard {
	return heard{poll: p, file: file, match: m, party: party, letter: letter}
}

// read returns the reply with its text parsed.
func (h heard) read() heard {
	h.reader = h.newReader()
	h.reply = h.reader.Read(h.letter.Text)
	return h
}

// newReader returns what is known about the reply before it is read. It writes
// the message answered once more.
func (h heard) newReader() reply.Reader {
	var r reply.Reader
	if h.match.Next().Player != 0 {
		r.Move = MovesIn(h.match.Last())
	}
	for _, p := range h.match.Roster.Readers() {
		r.Names = append(r.Names, strings.Fields(strings.ToLower(p.Name))...)
	}
	if h.party == 0 {
		return r
	}
	if n, err := h.notes(); err == nil {
		w := h.writer(n)
		w.Picture, w.Shelf = false, stopped{w.Shelf, h.came}
		if l, err := w.Turn(h.match, letter.Address(h.match.Roster.Readers()[h.party-1])); err == nil {
			r.Answered = l.Text
		}
	}
	return r
}

// stopped is a shelf whose clock has stopped, for a message that is not sent.
type stopped struct {
	letter.Shelf
	at time.Time
}

func (s stopped) Now() time.Time { return s.at }

// notes reads the notes on the match.
func (h heard) notes() (*notes, error) { return h.Courier.notes(h.state, h.match.Hash().String()) }

// change changes the notes on the match.
func (h heard) change(edit func(*notes)) error {
	n, err := h.notes()
	if err != nil {
		return err
	}
	edit(n)
	return n.save()
}

func (h heard) report(verdict Verdict, reason i18n.Text) *Report {
	return &Report{
		Verdict: verdict, Reason: reason, From: h.letter.From.Addr, Match: h.match.Short(), File: h.file,
		Status: h.match.WaitsFor(),
	}
}

// automatic returns the report on a reply that no person wrote, as sign shows.
// It changes nothing, since a vacation notice may begin with a word that is
// also an instruction.
func (h heard) automatic(sign string) *Report {
	return h.report(Silent, i18n.T("reason.automatic", "sign", sign))
}

// take does what an authenticated reply asks for.
func (h heard) take() (*Report, error) {
	suspected := h.suspected() != ""
	if !suspected {
		if err := h.learnReader(h.address(), h.letter, wordsLanguage(h.reply)); err != nil {
			return nil, err
		}
	}
	if h.match.Roster.Observes(h.party) {
		return h.takeFromObserver()
	}
	if !h.match.MayUseMailOnly(h.party) {
		return h.report(Refused, i18n.T("reason.typed")), nil
	}
	if err := h.Shelf.Current(h.file, h.match); err != nil {
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
	return m.Roster.Invited && p.party(m) == m.Roster.Scribe()
}

// isMachineFault reports whether err comes from the disk, so that a later
// attempt may succeed. Anything else that goes wrong with a reply would go
// wrong again, and must not keep later messages from being read.
func isMachineFault(err error) bool { return errors.As(err, new(*fs.PathError)) }

// answeredBy returns the Message-ID of the message that a message answers.
func answeredBy(letter *mailbox.Letter) string {
	if n := len(letter.References); letter.InReplyTo == "" && n > 0 {
		return letter.References[n-1]
	}
	return letter.InReplyTo
}

// proof is the possible tokens in a reply.
type proof struct {
	of     []string // in its text, and in the Message-ID of the message that it answers
	before []string // in the Message-IDs of earlier messages
}

func proofIn(letter *mailbox.Letter) proof {
	return proof{reply.Tokens(letter.Subject, answeredBy(letter), letter.Text), reply.Tokens(letter.References...)}
}

func (p proof) none() bool { return len(p.of)+len(p.before) == 0 }

// tokenAge returns how many entries ago the message was sent whose token the
// reply carries; negative for none. Words do not count, since they change
// nothing that a reply can be about. The token of a message before the one
// that is answered is never current.
func (p *poll) tokenAge(m *match.Match, party int, tokens proof) (int, error) {
	for age := range len(m.Entries) {
		_, all, err := p.Shelf.Token(m, party, len(m.Entries)-age) // an earlier message may be from before a change of keys
		if err != nil {
			return -1, err
		}
		for _, token := range all {
			switch text := reply.FormatToken(token[:]); {
			case slices.Contains(tokens.of, text):
				return changes(m, age), nil
			case slices.Contains(tokens.before, text):
				return max(age, 1), nil
			}
		}
	}
	return -1, nil
}

// changes counts the last entries of m that a reply to the message before them cannot take into account: all except messages, and
// changes of the clock by an umpire.
func changes(m *match.Match, entries int) (n int) {
	for _, e := range m.Entries[len(m.Entries)-entries:] {
		switch e.Event.Step.(type) {
		case kif.Say, kif.Receipt, kif.MoreTime:
		case kif.PauseOffer, kif.Resume:
			if e.Party != m.Roster.Umpire() {
				n++
			}
		default:
			n++
		}
	}
	return n
}

// Knows reports whether the record of a match contains a message.
func Knows(m *match.Match, letter *mailbox.Letter) bool {
	mail := MailHash(letter)
	return slices.ContainsFunc(m.Record.Events, func(e kif.Event) bool { return e.Mail == mail })
}

// unanswered reports whether the record holds nothing of the reply but the
// words beside an instruction, which are written before the instruction is
// answered. The instruction may still have to be followed.
func (h heard) unanswered() bool {
	mail, w := MailHash(h.letter), h.read().reply.Wish
	acted := func(e kif.Event) bool { return e.Mail == mail && e.Step != kif.Step(kif.Say{}) }
	return w != (reply.Wish{}) && w.Word != reply.Say && !slices.ContainsFunc(h.match.Record.Events, acted)
}

// MailHash returns the hash that identifies a mail in the record. Some mail
// programs give two mails the same Message-ID, so the text counts too.
func MailHash(l *mailbox.Letter) kif.Hash {
	id := cmp.Or(l.MessageID, l.Date.UTC().String())
	return sha256.Sum256([]byte(id + "\n" + l.Text))
}

// apply does what a reply of a mail-only player asks for, and completes the
// report. What cannot be done is answered; an error is the machine's fault.
func (h heard) apply(report *Report) (*Report, error) {
	after, said, err := h.try()
	if err == nil && after == h.match && said.words != "" {
		after, said, err = h.passOn(said)
	}
	if err != nil {
		return nil, err
	}
	report.Reason = said.note
	switch {
	case said.stops:
		report.Verdict = Stopped
		report.addSteps(after.Record.Events[len(h.match.Record.Events):])
	case after == h.match && said.text == (i18n.Text{}) && !said.beside:
		report.Verdict = Silent
	case after == h.match:
		report.Verdict, report.Failed, report.Said = Answered, !said.asked, said.said
	default:
		report.addSteps(after.Record.Events[len(h.match.Record.Events):])
		report.changed(h.Courier, h.match, after)
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

// address returns the one at which the author is known.
func (h heard) address() string { return h.match.Roster.Readers()[h.party-1].Address }

// tellsNews reports whether the answer repeats the latest events.
func (h heard) tellsNews() bool { return h.age > 0 || h.reply.Wish.Word == reply.Show }

// answer queues the message with a remark.
func (h heard) answer(after *match.Match, said remark) {
	due := response{
		File: h.file, Party: h.party, Events: len(after.Record.Events), At: h.Shelf.Now(),
		Answer: letter.Answer{Reply: h.letter.MessageID, Text: said.text, News: h.tellsNews(), Question: said.question, Choices: strings.Join(said.choices, "\n")},
	}
	h.answers = append(h.answers, answer{due, after, h.letter, !said.asked, len(h.reports)})
	if ok, _ := h.mayAnswer(h.letter); ok {
		s := h.state                                                          // if this poll ends before the answer is sent, the next one sends it
		s.Unsent = append(slices.DeleteFunc(s.Unsent, func(r response) bool { // a reply that is read again gets only one answer
			return r.File == due.File && r.Party == due.Party && r.Reply == due.Reply
		}), due)
	}
}

// try enters what a reply asks for into the record. If that cannot be done the
// match is h.match, and the remark has the reason and the words of the reply,
// which still reach the others.
func (h heard) try() (*match.Match, remark, error) {
	after, said, err := h.execute()
	if after == h.match && !said.beside && h.suspected() == "" {
		said.words = cmp.Or(said.words, h.prose())
	}
	return after, said, err
}

// prose returns the words of the reply besides its instruction, or all of it
// if there is none. If it is unclear what is meant, the author is asked, and
// nothing is passed on until the answer.
func (h heard) prose() string {
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

// execute is try without the words that are passed on.
func (h heard) execute() (*match.Match, remark, error) {
	if after, said, done, err := h.answered(); done || err != nil {
		return after, said, err
	}
	w := h.reply.Wish
	if text, asked := letter.Asked(h.match, w.Word); asked {
		return h.match, remark{text: text, note: i18n.T("reason.asked", "word", string(w.Word)), asked: true}, nil
	}
	if h.unsubscribes() {
		if ask := h.sure(w, nil); ask != (i18n.Text{}) {
			said, err := h.ask(question{Asks: ask, Wish: w}, h.askedAbout(w))
			return h.match, said, err
		}
		return h.match, unsubscribedRemark(h.match), h.setUnsubscribed(true)
	}
	if w = h.instruction(); w.Word == reply.Decline && h.reply.Wish.Word == reply.Stop {
		h.age = 0
	}
	switch {
	case w.Word == reply.Yes:
		said := remark{text: i18n.T("sure.nothing"), note: i18n.T("reason.yes")}
		if h.reply.Comment != "" { // it answers something a person has asked
			said.words = h.reply.Typed
		}
		return h.match, said, nil
	case w == (reply.Wish{}) && len(h.reply.Plan) > 0 && h.age == 0 && h.suspected() == "":
		said, err := h.prepare(h.match)
		return h.match, said, err
	case w == (reply.Wish{}):
		if beside := h.Beside; beside != nil && h.suspected() == "" {
			if taken, err := beside(h.letter); taken || err != nil {
				return h.match, remark{asked: true, note: i18n.T("reason.beside"), beside: taken}, err
			}
		}
		if len(h.reply.Maybe) == 1 {
			return h.whetherMeant(h.reply.Maybe[0])
		}
		if h.prose() == "" {
			return h.match, h.unclearRemark(), nil
		}
		if ask := h.sure(w, nil); ask != (i18n.Text{}) { // the words of somebody who may not be the player
			w = reply.Wish{Word: reply.Say, Text: h.prose()}
			said, err := h.ask(question{Asks: ask, Wish: w}, h.askedAbout(w))
			return h.match, said, err
		}
		return h.match, remark{asked: true}, nil
	case w.Word == reply.Accept && h.early() && h.suspected() == "":
		said, err := h.acceptEarly()
		return h.match, said, err
	case w.Word == reply.Accept && h.match.Roster.Joining() == h.party: // others have accepted since the invitation was sent
	case h.age > 0 && w.Word != reply.Say:
		return h.match, remark{text: i18n.T("reply.stale"), note: i18n.T("reason.stale")}, nil
	}
	after, err := h.enter(w)
	if err == nil {
		if ask := h.sure(w, after); ask != (i18n.Text{}) {
			said, err := h.ask(question{Asks: ask, Wish: w, Comment: h.withheld(), Plan: h.reply.Plan}, h.askedAbout(w))
			return h.match, said, err
		}
	}
	return h.put(after, err)
}

// instruction returns what the reply asks for, where yes and stop answer an
// invitation.
func (h heard) instruction() reply.Wish {
	w := h.reply.Wish
	switch {
	case w.Word == reply.Stop && !h.match.Roster.HasJoined(h.party):
		w.Word = reply.Decline
	case w.Word == reply.Yes && h.match.Roster.Joining() != 0 && !h.match.Roster.HasJoined(h.party):
		w.Word = reply.Accept
	}
	return w
}

// withheld returns the words of a reply that may not be from the player. They
// wait for the answer to the question; those of any other reply are passed on
// immediately.
func (h heard) withheld() string {
	if h.suspected() == "" {
		return ""
	}
	return h.reply.Comment
}

// askedAbout returns, for a report, that the player is asked to confirm w, and
// why if the reply is suspect.
func (h heard) askedAbout(w reply.Wish) i18n.Text {
	if why := h.suspected(); why != "" {
		return i18n.T("reason.suspected", "what", w.String(), "server", h.Trust, "why", why)
	}
	return i18n.T("reason.sure", "what", w.String())
}

// put replaces the match in its file with the result of enter, unless enter
// returned an error.
func (h heard) put(after *match.Match, err error) (*match.Match, remark, error) {
	if err != nil && !isMachineFault(err) {
		return h.match, refusalRemark(h.match, err), nil
	}
	if err = h.store(after, err); err != nil || len(h.reply.Plan) == 0 {
		return after, remark{}, err
	}
	said, err := h.prepare(after)
	if err != nil {
		return after, said, err
	}
	said.text = i18n.Paragraphs(letter.Own(after, after.LastEntry()), said.text)
	return after, said, h.markDelivered(after)
}

// store writes after into the record, unless err is set.
func (h heard) store(after *match.Match, err error) error {
	if err == nil {
		err = h.Shelf.Put(h.file, h.match, after)
	}
	if errors.Is(err, match.ErrChanged) {
		err = i18n.Err("record.poll-again")
	}
	return err
}

// takeFromObserver handles the reply of an observer, who can only unsubscribe.
// The words are shown only to us: observers have no say in a match, and could
// give advice.
func (h heard) takeFromObserver() (*Report, error) {
	if h.unsubscribes() {
		said := remark{asked: true, text: i18n.T("observe.stopped")}
		h.answer(h.match, said)
		return h.report(Stopped, i18n.T("reason.no-more")), h.setUnsubscribed(true)
	}
	h.answer(h.match, remark{text: i18n.T("observe.only", "who", h.match.Party(h.match.Roster.Scribe()))})
	report := h.report(Answered, i18n.T("reason.observer-stops"))
	report.Said = h.reply.Typed
	return report, nil
}

// unsubscribes reports whether the reply unsubscribes from the match. From somebody
// who has not answered the invitation, the same word declines it.
func (h heard) unsubscribes() bool {
	joins := h.match.Outcome == nil && !h.match.Roster.Observes(h.party) && !h.match.Roster.HasJoined(h.party)
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
func (h heard) setUnsubscribed(stop bool) error {
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
