package courier

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Poll reads the mailbox, processes what the other players sent, takes
// automatic steps (such as reading dice for another player), and sends what is
// due. An error means that something could not be read, done or sent; what was
// done before it is in the reports. When ctx ends, Poll finishes the current
// message and starts nothing else.
//
// fetch hands each mail to take and judge. One with a record goes to find and
// extend, where match.Meet compares it with ours, and from there to the file by
// Shelf.Put; one without goes to takeReply, where package reply reads what was
// typed and execute does it. Once all are read, serve sends the answers and looks
// at every match: it takes the automatic steps and sends what the record has and
// a reader lacks.
func (c *Courier) Poll(ctx context.Context) (reports []Report, sent []Delivery, err error) {
	err = c.withState(func(s *state) error {
		p := c.newPoll(s)
		err := p.fetch(ctx)
		if reports = p.reports; ctx.Err() != nil {
			return err
		}
		served, serveErr := p.serve(ctx)
		var digests []Delivery
		var digestErr error
		if c.Digest != nil && !c.isQuiet() {
			digests, digestErr = c.digest(ctx, s)
		}
		puzzles, puzzleErr := p.servePuzzles(ctx)
		reports, sent = p.reports, slices.Concat(served, digests, puzzles)
		return errors.Join(err, serveErr, digestErr, puzzleErr)
	})
	return reports, sent, err
}

// lookBack is how far back a mailbox is read the first time, to find older
// invitations.
const lookBack = 90 * 24 * time.Hour

// fetch processes every mail that arrived since the last time. The mark is
// saved along the way.
func (p *poll) fetch(ctx context.Context) error {
	s, began := p.state, p.Shelf.Now()
	since := s.Mark
	p.floor = s.Polled
	if s.Left != nil && p.Shelf.Waiting() < s.Left.Waiting {
		since, s.Left, p.floor = s.Left.Before, nil, time.Time{}
	}
	if s.Oldest.IsZero() || s.New {
		oldest, begun, err := p.oldest()
		if err != nil {
			return err
		}
		if s.New && begun { // the state was lost
			s.Again = began
		}
		s.Oldest, s.New = oldest, false
	}
	since.Since = s.Oldest
	mark, err := p.Box.Fetch(ctx, since, func(mail mailbox.Mail) error {
		if since.Validity != 0 && mail.Mark.Validity != since.Validity { // the server was rebuilt
			s.Polled, p.floor = time.Time{}, time.Time{}
		}
		p.arrive(mail)
		if err := p.take(mail); err != nil {
			return err
		}
		s.Mark = mail.Mark // so that a long poll that is interrupted does not start from the beginning
		if p.taken++; p.taken%saveEvery == 0 {
			return p.save(s)
		}
		return nil
	})
	if s.Mark = mark; err == nil {
		s.Polled, s.Again = began, time.Time{}
	}
	if p.floor.IsZero() { // the mailbox was read from its beginning
		err = errors.Join(err, p.markRestored())
	}
	if s.Left != nil {
		s.Left.Waiting = p.Shelf.Waiting()
		s.Left.Before.Validity = cmp.Or(s.Left.Before.Validity, mark.Validity) // unknown while a box is read for the first time
	}
	return err
}

// markRestored notes that everybody has received what the records hold that
// were restored in a poll of the whole mailbox: they came from it.
func (p *poll) markRestored() error {
	for _, r := range p.reports {
		if r.Verdict != Restored {
			continue
		}
		m, err := p.Shelf.Open(r.File)
		if err != nil {
			continue // the check command reports the file
		}
		n, err := p.notes(p.state, m.Hash().String())
		if err != nil {
			return err
		}
		for _, to := range p.recipients(m.Match, n) {
			if at := p.shows(m.Match, to); at != nil {
				n.Sent[to.Addr] = at.Head.String()
			}
		}
		if err := n.save(); err != nil {
			return err
		}
	}
	return nil
}

// saveEvery is the number of mails after which the mark is saved.
const saveEvery = 50

// oldest returns when the oldest unfinished match began, or lookBack ago if
// that is earlier, and the files of the matches in which others have answered
// by mail. It leaves the matches idle that are not played by mail, so that serve
// need not read all records of the folder again.
func (p *poll) oldest() (first time.Time, begun bool, err error) {
	first = p.Shelf.Now().Add(-lookBack)
	err = p.Shelf.Tend(p.tendName(), func(s match.Summary, _ *match.Match, idle time.Time) time.Time {
		first = older(first, s)
		switch {
		case !byMail(s):
			return forever
		case s.Head != s.Hash:
			begun = true
		}
		return idle
	})
	return first, begun, err
}

// tendName is the name under which the shelf stores until when matches are idle,
// which depends on all of it.
func (p *poll) tendName() string { return fmt.Sprint(p.state.Name, p.Reminders) }

// byMail reports whether a match has somebody to write to.
func byMail(s match.Summary) bool { return !s.Damaged() && len(s.Contacts) > 0 }

// older returns the earlier of first and the beginning of s, if s is
// unfinished.
func older(first time.Time, s match.Summary) time.Time {
	if !s.Over && !s.Begun.IsZero() && s.Begun.Before(first) {
		return s.Begun
	}
	return first
}

// take processes the current mail. It never fails because of the content of the mail:
// an error is the machine's fault, such as a full disk, and the mail is read
// again next time.
func (p *poll) take(mail mailbox.Mail) error {
	opened, err := Open(mail)
	switch {
	case errors.Is(err, errUnreadable):
		reason := i18n.Of(err)
		skipped := skip{mail.UID, p.came, reason.En, reason.Ja}
		p.state.Skipped = append(p.state.Skipped, skipped)
		p.reports = append(p.reports, skipped.report())
		return nil
	case err != nil:
		head := mail.Raw[:min(len(mail.Raw), 64<<10)]
		if !bytes.Contains(head, []byte("("+letter.NameWord+")")) && !bytes.Contains(head, []byte(letter.IDPrefix)) {
			return nil // it does not seem to be about a match
		}
		report, failed := p.damaged(opened, err)
		if failed != nil {
			return failed
		}
		if report == nil {
			report = &Report{Verdict: Refused, Reason: i18n.T("reason.mail", "n", mail.UID, "why", err)}
		}
		p.reports = append(p.reports, *report)
		return nil
	}
	return p.takeLetter(mail, opened)
}

// arrive makes a mail the current one. It cannot have arrived before the last poll. Servers give the time in whole seconds.
func (p *poll) arrive(mail mailbox.Mail) {
	if p.came = mail.Received; p.came.IsZero() {
		p.came = p.Shelf.Now()
	}
	if p.came.Before(p.floor) {
		p.came = p.floor
	}
}

// answered reports whether the current message was answered before, or was
// already there when the state was lost.
func (p *poll) answered(letter *mailbox.Letter) bool {
	return p.came.Before(p.state.Again) || slices.Contains(p.state.Replied, heardAs(letter))
}

// takeLetter processes the message in a mail.
func (p *poll) takeLetter(mail mailbox.Mail, opened *mailbox.Letter) error {
	own := *opened
	letter := &own
	p.from = letter.From.Addr
	letter.From.Addr = p.known(p.from)
	p.old = p.answered(letter)
	blocked, err := p.Shelf.Blocks(p.from, letter.From.Addr)
	if blocked && err == nil {
		p.reports = append(p.reports, Report{Verdict: Blocked, From: p.from})
	}
	if blocked || err != nil {
		return err
	}
	report, err := p.judge(letter)
	if report != nil && report.From == letter.From.Addr {
		report.From = p.from
	}
	if p.old && report != nil && (report.Verdict == Answered || report.Verdict == Silent) {
		report.Verdict, report.Reason, report.Words, report.Failed = Known, i18n.Text{}, nil, false
	}
	switch {
	case errors.Is(err, match.ErrNoRoom) && mail.UID == 0: // it is in no mailbox where it could be left
		report.note(i18n.T("reason.offer-again"))
	case errors.Is(err, match.ErrNoRoom):
		report.note(i18n.T("reason.stays"))
		if p.state.Left == nil {
			p.state.Left = &left{Before: mailbox.Mark{Validity: p.state.Mark.Validity, UID: mail.UID - 1}}
		}
		err = nil
	}
	if report != nil {
		switch report.Verdict {
		case Known, Answered, Silent, Stopped, Puzzled: // others name the sender, or warn of the address
			report.Name = NameAt(p.Memory, report.From)
		}
		p.reports = append(p.reports, *report)
	}
	return err
}

// errUnreadable is the error of a mail that is skipped, so that those after it
// are read.
var errUnreadable = i18n.Err("letter.unread")

// Open parses a mail, and retries once if the machine was too slow.
func Open(mail mailbox.Mail) (*mailbox.Letter, error) {
	if mail.Err != nil {
		return nil, i18n.Err("receive.then", "what", errUnreadable, "why", mail.Err)
	}
	letter, err := mailbox.Read(mail.Raw)
	if errors.Is(err, mailbox.ErrTooSlow) { // perhaps the machine was busy
		letter, err = mailbox.Read(mail.Raw)
	}
	if errors.Is(err, mailbox.ErrTooSlow) || errors.Is(err, mailbox.ErrParser) {
		return nil, i18n.Err("receive.then", "what", errUnreadable, "why", err)
	}
	return letter, err
}

// judge decides what to do with a message. The report is nil if it is about no
// match.
func (p *poll) judge(mail *mailbox.Letter) (*Report, error) {
	if mail.Bounce != nil {
		return p.bounced(mail.Bounce)
	}
	if taken, err := p.takePuzzle(mail); taken != nil || err != nil {
		return taken, err
	}
	data, attached := RecordIn(mail)
	if !attached {
		if taken, err := p.takeReply(mail); taken != nil || err != nil {
			return taken, err
		}
		return p.unread(mail)
	}
	report := &Report{From: mail.From.Addr}
	theirs, own, err := p.readRecord(data)
	if err != nil {
		err = refuse("reason.bad-record", "why", err)
	} else {
		report, err = p.weigh(mail, theirs, own)
	}
	var refusal *refusal
	if errors.As(err, &refusal) {
		report.Verdict, report.Reason = refusal.verdict, refusal.reason
	} else if err != nil {
		return report, err
	}
	if letter.IsReminder(mail) && report.File != "" && (report.Verdict == Known || report.Verdict == Taken) {
		if err := p.noteReminder(mail, theirs, report.File); err != nil {
			return report, err
		}
	}
	if report.Verdict != Known && report.Match != "" {
		return report, nil
	}
	// Some mail programs send our own attachment back, perhaps damaged, with what was typed.
	taken, takeErr := p.takeReply(mail)
	if taken != nil || takeErr != nil {
		return taken, takeErr
	}
	if report.Match == "" {
		if named, failed := p.damaged(mail, err); named != nil || failed != nil {
			return named, failed
		}
	}
	return report, nil
}

// unread reports a message that names a match of ours but has no readable
// content. A message that names no match, or one that is over, is passed to
// Stranger.
func (p *poll) unread(letter *mailbox.Letter) (*Report, error) {
	if identity.SameAddress(letter.From.Addr, p.Shelf.Self().Address) {
		return nil, nil
	}
	if asked, err := p.takeUnproved(letter); asked != nil || err != nil {
		return asked, err
	}
	files, err := p.index.namedIn(letter)
	switch {
	case err != nil:
		return nil, err
	case len(files) == 0 && p.Stranger != nil:
		return p.Stranger(letter, p.came)
	case len(files) == 0:
		return nil, nil
	}
	m, err := p.Shelf.Open(files[0])
	switch {
	case isMachineFault(err):
		return nil, err
	case err != nil:
		return nil, nil // the check command reports the file
	}
	h := p.heardFrom(letter, m, 0)
	if m.AskedToReplace(letter.From.Addr) != 0 {
		h, err = h.read()
		report := h.report(Refused, i18n.T("reason.guest-writes"))
		report.Words = spoken(h.reply.Typed)
		return report, err
	}
	if p.Stranger != nil && (m.Outcome != nil || m.Roster.ReaderAt(letter.From.Addr) == 0) { // it is about something else
		return p.Stranger(letter, p.came)
	}
	return h.report(Refused, i18n.T("reason.unread")), nil
}

// damaged returns the report on a message with an error, perhaps damaged on its
// way, from a reader of a match that it names. It returns nil for any other
// message.
func (p *poll) damaged(mail *mailbox.Letter, why error) (*Report, error) {
	if mail == nil {
		return nil, nil
	}
	known := p.known(mail.From.Addr)
	p.old = p.answered(mail)
	files, err := p.index.namedIn(mail)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		m, err := p.Shelf.Open(file)
		if isMachineFault(err) {
			return nil, err
		}
		if err != nil || m.Roster.ReaderAt(known) == 0 {
			continue
		}
		who := cmp.Or(mail.From.Name, known)
		party := m.Roster.At(known)
		blocked, err := p.Shelf.Blocks(mail.From.Addr, known)
		if err != nil {
			return nil, err
		}
		if ok, _ := p.mayAnswer(mail); ok && !blocked && p.scribes(m.Match) && m.MayUseMailOnly(party) {
			h := p.heardFrom(mail, m, party)
			h.answer(m.Match, remark{text: i18n.T("reply.damaged")}) // asks for the message again
		}
		return &Report{
			Verdict: Refused, From: mail.From.Addr, Match: m.Short(), File: file, Status: m.WaitsFor(),
			Reason: i18n.T("reason.damaged", "why", why, "who", who),
		}, nil
	}
	return nil, nil
}

// weigh merges the match in a message into our own copy. Errors that concern
// the message are refusals.
func (p *poll) weigh(letter *mailbox.Letter, theirs *match.Match, own ownCopy) (report *Report, err error) {
	report = &Report{From: letter.From.Addr, Match: theirs.Short()}
	g := &merging{p, report, letter}
	if report.From, err = p.author(letter, theirs); err != nil {
		return report, err
	}
	if own.err != nil {
		return report, own.err
	}
	me := p.party(theirs)
	switch joinedThere := theirs.Roster.HasJoined(me); {
	case joinedThere && (own.Match == nil || !own.Roster.HasJoined(me)):
		return report, g.restore(theirs, theirs.Keys.Of[me])
	case own.Match == nil:
		return report, g.storeInvitation(theirs, me)
	}
	report.File = own.File
	return report, g.extend(own.Copy, theirs)
}

// RecordIn returns the attached record of a match, and whether there is one.
// The data is nil if it is damaged or too large.
func RecordIn(letter *mailbox.Letter) (data []byte, attached bool) {
	for _, a := range letter.Attachments {
		isRecord := a.Data == nil || bytes.Contains(a.Data, []byte("#hikyaku record"))
		if strings.HasSuffix(strings.ToLower(a.Name), ".kif") && isRecord {
			return a.Data, true
		}
	}
	return nil, false
}

// readRecord reads and judges a record that came by mail, without what belongs
// to the sender's copy. Our own copy is opened first, because the signatures
// that both have in common need not be checked again. A record that makes the
// reader panic must not keep later messages from being read.
func (p *poll) readRecord(data []byte) (m *match.Match, own ownCopy, err error) {
	defer func() {
		if stumbled := recover(); stumbled != nil {
			m, err = nil, i18n.Err("letter.hostile")
		}
	}()
	if data == nil {
		return nil, own, i18n.Err("letter.damaged", "most", mailbox.MaxAttachment)
	}
	r, err := kif.Read(data)
	if err != nil {
		return nil, own, err
	}
	if len(r.Events) > match.MaxEvents {
		return nil, own, i18n.Err("letter.long", "n", len(r.Events), "most", match.MaxEvents)
	}
	if r, err = r.Shared(); err != nil {
		return nil, own, err
	}
	if r.Withholds() { // a club has deleted the address or the words of a player
		r = p.completed(r)
	}
	first, early := p.Shelf.Verify(r.Cut(1))
	if early == nil {
		own = p.find(first.Hash())
	}
	if m, err = p.Shelf.Verify(r); err == nil && (early != nil || m.Hash() != first.Hash()) {
		own = p.find(m.Hash())
	}
	return m, own, err
}

// completed returns r, from which a club has removed something, with what our own copy still has of that. It returns r itself if
// we have no copy.
func (p *poll) completed(r *kif.Record) *kif.Record {
	public, err := kif.ReadPublic(r.Bytes())
	if err != nil {
		return r
	}
	first, err := p.Shelf.Verify(public.Cut(1))
	if err != nil {
		return r
	}
	if own := p.find(first.Hash()); own.Match != nil {
		if whole, ok := r.Complete(own.Record); ok {
			return whole
		}
	}
	return r
}

// ownCopy is our own copy of a match that is in a message; zero if there is none.
type ownCopy struct {
	match.Copy
	err error // why it could not be read
}

// find opens our own copy of the match whose first entry is id.
func (p *poll) find(id kif.Hash) (own ownCopy) {
	files, err := p.index.files(func(l listed) bool { // unreadable ones have its file name
		return l.hash == id || l.hash == (kif.Hash{}) && match.NamedFor(l.file, id.String()[:8])
	})
	if err != nil {
		own.err = err
		return own
	}
	own.Copy, own.err = p.Shelf.Find(id, files)
	if own.err != nil && !isMachineFault(own.err) {
		own.err = refuse("reason.own-record", "why", own.err)
	}
	return own
}
