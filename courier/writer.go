package courier

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"io/fs"
	"net/mail"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
	"hikyaku/words"
)

// heard is a reply of a letter writer or an observer, and the match that it belongs to.
type heard struct {
	poll   *poll
	file   string
	match  *match.Match
	party  int // or the number of the observer, as of Roster.ReaderAt
	letter *mailbox.Letter
	reply  reply.Reply
	age    int // how many entries ago the letter was sent that it answers
}

// takeReply takes what somebody typed in a mail program; nil for a letter that is no reply to one of ours.
func (p *poll) takeReply(letter *mailbox.Letter) (*Report, error) {
	tokens := proofIn(letter)
	if tokens.none() || match.SameAddress(p.from, p.courier.Shelf.Me().Address) {
		return nil, nil
	}
	files, err := p.index.with(letter.From.Addr, p.from)
	if err != nil {
		return nil, err
	}
	var unproved *Report
	for _, file := range files {
		m, err := p.courier.Shelf.Open(file)
		if err != nil || !p.scribes(m) {
			continue
		}
		from, ambiguous := p.author(letter, m)
		h := p.heardFrom(letter, file, m, m.Roster.ReaderAt(from))
		h.age, err = p.tokenAge(m, h.party, tokens)
		switch {
		case Knows(m, letter):
			return h.report(Known, engine.Text{}), h.mute(false)
		case err != nil && machineFault(err):
			return nil, err
		case err != nil && names(letter, m):
			unproved = h.report(Refused, words.Text("reason.unproved", "why", err))
		case err == nil && ambiguous != nil && names(letter, m):
			unproved = h.report(Refused, words.Of(ambiguous))
		case err == nil && ambiguous == nil && h.age >= 0:
			return h.read().take()
		}
	}
	if unproved != nil || match.SameAddress(letter.From.Addr, p.courier.Shelf.Me().Address) {
		return unproved, nil
	}
	return p.takeFromElsewhere(letter, tokens)
}

// names tells whether a letter says the name of m.
func names(letter *mailbox.Letter, m *match.Match) bool {
	return strings.Contains(letter.Subject+"\n"+letter.Text, m.Short())
}

// heardFrom is a reply of a party of m, which lies in file. It is not read yet.
func (p *poll) heardFrom(letter *mailbox.Letter, file string, m *match.Match, party int) heard {
	return heard{poll: p, file: file, match: m, party: party, letter: letter}
}

// read is the reply with what was written in it.
func (h heard) read() heard {
	h.reply = reply.Read(h.letter.Text, reads(h.match))
	return h
}

// report returns a report on the reply.
func (h heard) report(verdict Verdict, reason engine.Text) *Report {
	return &Report{
		Verdict: verdict, Reason: reason, From: h.letter.From.Addr, Match: h.match.Short(), File: h.file,
		Status: match.WaitsFor(h.match),
	}
}

// take does what a proved reply asks for.
func (h heard) take() (*Report, error) {
	if err := h.poll.courier.learn(h.known(), h.letter, written(h.reply)); err != nil {
		return nil, err
	}
	if h.match.Roster.Observes(h.party) {
		return h.takeFromObserver()
	}
	if !h.match.Writes(h.party) {
		return h.report(Refused, words.Text("reason.typed")), nil
	}
	if err := h.poll.courier.Shelf.Current(h.file, h.match); err != nil {
		return h.report(Refused, words.Of(err)), nil
	}
	if err := h.mute(false); err != nil {
		return nil, err
	}
	return h.apply(h.report(Taken, engine.Text{}))
}

// scribes tells whether we sign for the letter writers of m.
func (p *poll) scribes(m *match.Match) bool {
	return m.Roster.Invited && p.courier.party(m) == m.Roster.Scribe()
}

// machineFault tells whether err comes from the disk, so that all may go well another time. What else goes wrong with a
// reply goes wrong again, and must not keep the letters behind it from being read.
func machineFault(err error) bool { return errors.As(err, new(*fs.PathError)) }

// proof is what looks like tokens in a reply.
type proof struct {
	of     []string // in its text, and in the Message-ID of the letter that it answers
	before []string // in those of the letters before that
}

func proofIn(letter *mailbox.Letter) proof {
	return proof{reply.Tokens(letter.Subject, answeredBy(letter), letter.Text), reply.Tokens(letter.References...)}
}

func (p proof) none() bool { return len(p.of)+len(p.before) == 0 }

// tokenAge is how many entries ago the letter was sent whose token the reply carries; negative for none. A token of a letter
// before the one that it answers is not of now.
func (p *poll) tokenAge(m *match.Match, party int, tokens proof) (int, error) {
	for age := range len(m.Entries) {
		_, all, err := p.courier.Shelf.Token(m, party, len(m.Entries)-age) // an earlier letter may be from before a change of keys
		if err != nil {
			return -1, err
		}
		for _, token := range all {
			switch text := reply.FormatToken(token); {
			case slices.Contains(tokens.of, text):
				return age, nil
			case slices.Contains(tokens.before, text):
				return max(age, 1), nil
			}
		}
	}
	return -1, nil
}

// Knows reports whether a letter has been taken into the record of a match.
func Knows(m *match.Match, letter *mailbox.Letter) bool {
	mail := MailHash(letter)
	return slices.ContainsFunc(m.Record.Events, func(e kif.Event) bool { return e.Mail == mail })
}

// MailHash stands for a mail in the record. Some mail programs give two mails one Message-ID, so the text counts too.
func MailHash(l *mailbox.Letter) kif.Hash {
	id := cmp.Or(l.MessageID, l.Date.UTC().String())
	return sha256.Sum256([]byte(id + "\n" + l.Text))
}

// apply does what a reply asks for, for a letter writer, and completes the report. What cannot be done is answered; an error
// is the machine's fault.
func (h heard) apply(report *Report) (*Report, error) {
	after, said, err := h.try()
	if err != nil {
		return nil, err
	}
	report.Reason = said.note
	switch {
	case said.stops:
		report.Verdict = Stopped
	case after == h.match:
		report.Verdict, report.Failed, report.Said = Answered, !said.asked, said.said
	default:
		report.did(after.Record.Events[len(h.match.Record.Events):])
		report.changed(h.poll.courier, h.match, after)
		report.Status = match.WaitsFor(after)
		h.poll.valid = append(h.poll.valid, h.letter.From.Addr)
	}
	if said.text != (engine.Text{}) {
		h.answer(after, said)
	}
	return report, nil
}

// known is the address at which the writer is known.
func (h heard) known() string { return h.match.Roster.Readers()[h.party-1].Address }

// response is the answer to the letter writer, about the match as it stands after the reply.
func (h heard) response(after *match.Match, said remark) response {
	return response{
		File: h.file, Party: h.party, Reply: h.letter.MessageID, Events: len(after.Record.Events), At: h.poll.courier.Shelf.Now(),
		Text: said.text, News: h.age > 0 || after != h.match || h.reply.Wish.Word == reply.Show, Asks: said.asks,
	}
}

// answer queues the letter that says so.
func (h heard) answer(after *match.Match, said remark) {
	due := h.response(after, said)
	h.poll.answers = append(h.poll.answers, answer{due, after, h.letter, !said.asked, len(h.poll.reports)})
	if ok, _ := h.letter.MayAnswer(address(h.poll.courier.Shelf.Me())); ok {
		h.poll.state.owe(due)
	}
}

// try writes what a reply asks for into the record. Where that cannot be done the match is h.match, and the remark says why.
func (h heard) try() (*match.Match, remark, error) {
	w := h.reply.Wish
	if text, asked := tell(h.match, w.Word); asked {
		return h.match, remark{text: text, note: words.Text("reason.asked", "word", string(w.Word)), asked: true}, nil
	}
	if h.stops() {
		return h.match, stopping(h.match), h.mute(true)
	}
	if w.Word == reply.Stop && !h.match.Roster.HasJoined(h.party) {
		w.Word, h.age = reply.Decline, 0
	}
	if w.Word == reply.Yes && h.confirmed().Word == askAddress {
		said, err := h.learn()
		return h.match, said, err
	}
	if w.Word == reply.Yes && h.party == h.match.Roster.Joining() {
		w.Word = reply.Accept
	} else if w.Word == reply.Yes {
		w = h.confirmed()
	}
	switch {
	case h.age > 0:
		return h.match, remark{text: words.Text("reply.stale"), note: words.Text("reason.stale")}, nil
	case h.reply.Wish.Word == reply.Yes && w == (reply.Wish{}):
		return h.match, remark{text: words.Text("sure.nothing"), note: words.Text("reason.yes")}, nil
	case w == (reply.Wish{}) && h.match.Outcome != nil && h.reply.Typed != "" && h.match.Roster.Joining() == 0:
		w = reply.Wish{Word: reply.Say, Text: h.reply.Typed} // nothing but words can be meant
	case w == (reply.Wish{}) && h.party == h.match.Roster.Joining() && h.reply.Typed != "":
		return h.match, remark{text: words.Text("reply.passed-on", "who", match.Party(h.match, 1)), note: words.Text("reason.writes"), asked: true, said: h.reply.Typed}, nil
	case w == (reply.Wish{}):
		taken, err := h.beside()
		if taken || err != nil {
			return h.match, remark{asked: true, note: words.Text("reason.beside")}, err
		}
		return h.match, unclear(h.reply), nil
	case w.Code != "" && !strings.HasPrefix(h.match.Short(), w.Code):
		return h.match, remark{text: words.Text("sure.other", "code", w.Code), note: words.Text("reason.code")}, nil
	}
	after, err := h.enter(w)
	switch {
	case err == nil && w.Code == "" && final(h.match, after):
		return h.match, makeSure(h.match, w.Word), nil
	case err == nil && w.Code == "" && w.Move != "" && h.poll.courier.Confirm:
		return h.match, makeSureOfMove(h.match, w), nil
	}
	if err != nil && !machineFault(err) {
		return h.match, refusing(h.match, err), nil
	}
	if err == nil {
		err = h.poll.courier.Shelf.Put(h.file, h.match, after)
	}
	if errors.Is(err, match.ErrChanged) {
		err = words.Err("record.poll-again")
	}
	return after, remark{}, err
}

// refusing says why a wish is not done.
func refusing(m *match.Match, err error) remark {
	var rejection *engine.Rejection
	var wrong *wrongWish
	switch {
	case errors.As(err, &rejection):
		return remark{text: illegal(m, rejection), note: words.Of(rejection)}
	case errors.As(err, &wrong):
		return remark{text: words.Text("reply.cannot", "why", wrong.text), note: wrong.text}
	}
	why := words.Of(err)
	short := engine.Text{En: render.SafeLine(why.En, 200), Ja: render.SafeLine(why.Ja, 200)}
	return remark{text: words.Text("reply.misfit", "why", short), note: why}
}

// wrongWish is the error of a wish that has no meaning now.
type wrongWish struct{ text engine.Text }

func (w *wrongWish) Error() string { return w.text.En }

// meaningless returns the error of a wish that has no meaning, for a reason of the catalogue.
func meaningless(reason string) error { return &wrongWish{words.Text("wrong." + reason)} }

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
	e.Comment = strings.TrimSpace(w.Text + "\n" + h.reply.Comment)
	after, err := h.sign(m, e)
	if err != nil || !w.Draw || after.Outcome != nil {
		return after, err
	}
	return h.sign(after, kif.Event{Step: kif.DrawOffer{}})
}

// sign is m with e as a step of the letter writer, of the mail in hand.
func (h heard) sign(m *match.Match, e kif.Event) (*match.Match, error) {
	e.At, e.Mail, e.Posted = h.arrival(m), MailHash(h.letter), true
	return h.poll.courier.Shelf.Sign(m, e, h.party)
}

// beside reports whether a reply in which nothing is said for the match was for us in another matter.
func (h heard) beside() (taken bool, err error) {
	if h.poll.courier.Beside == nil {
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
		return kif.Event{}, &wrongWish{match.Status(m)}
	case m.Outcome != nil && w.Word != reply.Say:
		return kif.Event{}, &wrongWish{match.Over(m)}
	case w.Move != "" && m.Roster.PartyOf(m.Due()) != h.party:
		return kif.Event{}, &wrongWish{match.Status(m)}
	case w.Move != "":
		return kif.Event{Step: kif.Move(w.Move)}, nil
	}
	return h.commanded(w)
}

// commanded is the event that a word means in a match that goes on.
func (h heard) commanded(w reply.Wish) (kif.Event, error) {
	m := h.match
	asked, err := match.Consent(m, h.party)
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
		n := match.LastNumberOf(m, h.party)
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
		if s := m.Substitution; s == nil || s.Party != h.party {
			return kif.Event{}, meaningless("stay")
		}
		return kif.Event{Step: kif.StepOut{}}, nil
	case reply.Away:
		away, err := match.ParseAway(w.Days, h.poll.courier.Shelf.Now())
		if err != nil {
			return kif.Event{}, &wrongWish{words.Of(err)}
		}
		return kif.Event{Step: away}, nil
	case reply.Claim:
		end, limited := m.Clock.Deadline(h.party)
		if !limited || m.Turn == h.party || !h.arrival(m).After(end) {
			return kif.Event{}, meaningless("claim")
		}
		return kif.Event{Step: kif.Claim{}}, nil
	}
	return kif.Event{}, words.Err("wrong.word", "word", string(w.Word))
}

// replacing is the event by which a letter writer proposes who plays on instead.
func replacing(m *match.Match, party int, who string) (kif.Event, error) {
	a, err := mail.ParseAddress(who)
	if err != nil || m.Roster.ReaderAt(a.Address) != 0 {
		return kif.Event{}, meaningless("substitute")
	}
	if err := match.MayPropose(m, party); err != nil {
		return kif.Event{}, &wrongWish{words.Of(err)}
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
