package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hikyaku/kif"
	"hikyaku/mailbox"
)

// Verdict is what became of an incoming letter.
type Verdict string

// The verdicts.
const (
	Taken    Verdict = "taken"    // its moves were appended to our record
	Known    Verdict = "known"    // it holds nothing that our record does not have
	New      Verdict = "new"      // an invitation, which waits for an answer
	Begun    Verdict = "begun"    // a match of ours that we had lost, taken again
	Refused  Verdict = "refused"  // nothing was changed, for a reason
	Diverged Verdict = "diverged" // its record contradicts ours: kept beside it, nothing was changed
	Answered Verdict = "answered" // a reply that had no effect, and was answered
	Silent   Verdict = "silent"   // a reply that had no effect, and was not answered
	Bounced  Verdict = "bounced"  // it reports that a letter of ours did not arrive; nothing was changed
	Skipped  Verdict = "skipped"  // the mail could not be read at all
)

// Report is what became of one incoming letter.
type Report struct {
	Verdict Verdict  `json:"verdict"`
	From    string   `json:"from,omitempty"`
	Match   string   `json:"match,omitempty"` // its short name
	File    string   `json:"file,omitempty"`
	Moves   []string `json:"moves,omitempty"`
	Terms   string   `json:"terms,omitempty"` // of an invitation: the game, its options, the time limit
	Said    string   `json:"said,omitempty"`  // the words that came with it
	Reason  string   `json:"reason,omitempty"`
	Status  string   `json:"status,omitempty"` // what the match waits for now
}

// beware adds a warning to what the report says.
func (r *Report) beware(format string, args ...any) { r.note("beware: "+format, args...) }

func (r *Report) note(format string, args ...any) {
	if r.Reason != "" {
		r.Reason += "; "
	}
	r.Reason += fmt.Sprintf(format, args...)
}

// unanswered says of a reply without effect why no answer went out.
func (r *Report) unanswered(why string) {
	r.Verdict = Silent
	r.Reason += "; not answered: " + why
}

// Poll reads the mailbox, takes what the other players sent, does what needs no person (reading dice for another), then
// sends what is due. An error means that the mailbox could not be read to the end; what was done before it is in the
// reports.
func (c *Courier) Poll(ctx context.Context) (reports []Report, sent []Delivery, err error) {
	err = c.withState(func(s *state) error {
		p := &poll{Courier: c}
		if p.list, err = c.Summaries(); err != nil {
			return err
		}
		since := s.Mark
		since.Since = oldest(p.list, c.System.Now())
		mark, err := c.Box.Fetch(ctx, since, func(mail mailbox.Mail) error { return p.take(s, mail) })
		s.Mark, reports = mark, p.reports
		list, shelfErr := c.Summaries()
		shelf, serveErr := c.serve(c.live(s, list))
		shelfErr = errors.Join(shelfErr, serveErr)
		sent = slices.Concat(c.answerAll(ctx, s, p), c.flush(ctx, s, shelf), c.remindAll(ctx, s, shelf))
		return errors.Join(err, shelfErr)
	})
	return reports, sent, err
}

// lookBack is how far back a mailbox is read the first time, for invitations that lie in it.
const lookBack = 90 * 24 * time.Hour

// oldest is when the oldest match began that still goes on, or lookBack ago.
func oldest(list []Summary, now time.Time) time.Time {
	first := now.Add(-lookBack)
	for _, s := range list {
		if !s.Over && !s.Begun.IsZero() && s.Begun.Before(first) {
			first = s.Begun
		}
	}
	return first
}

// poll is one reading of the mailbox.
type poll struct {
	*Courier
	list    []Summary // what lay in the folder at the beginning, and what came since
	came    time.Time // when the mailbox got the mail in hand
	reports []Report
	answers []answer
	valid   []string // addresses of letter writers whose replies had an effect
}

// take handles one mail. It never fails because of what the mail holds.
func (p *poll) take(s *state, mail mailbox.Mail) error {
	if p.came = mail.Received; p.came.IsZero() {
		p.came = p.System.Now()
	}
	if mail.Err != nil {
		p.skip(s, mail, mail.Err)
		return nil
	}
	letter, err := mailbox.Read(mail.Raw)
	if errors.Is(err, mailbox.ErrTooSlow) { // perhaps the machine was busy
		letter, err = mailbox.Read(mail.Raw)
	}
	if errors.Is(err, mailbox.ErrTooSlow) || errors.Is(err, mailbox.ErrParser) {
		p.skip(s, mail, err)
		return nil
	}
	if err != nil {
		if head := mail.Raw[:min(len(mail.Raw), 64<<10)]; bytes.Contains(head, []byte("["+SubjectWord+" ")) || bytes.Contains(head, []byte(IDPrefix)) {
			p.reports = append(p.reports, Report{Verdict: Refused, Reason: fmt.Sprintf("mail %d: %v", mail.UID, err)})
		}
		return nil
	}
	report, err := p.judge(letter)
	if report != nil {
		p.reports = append(p.reports, *report)
	}
	return err
}

// skip passes over a mail, so that those behind it are read.
func (p *poll) skip(s *state, mail mailbox.Mail, why error) {
	skipped := skip{mail.UID, p.came, why.Error()}
	s.Skipped = append(s.Skipped, skipped)
	p.reports = append(p.reports, skipped.report())
}

// judge decides what becomes of a letter; nil for one that is no turn. An error is the machine's
// fault, such as a full disk: the letter is then read again next time.
func (p *poll) judge(letter *mailbox.Letter) (*Report, error) {
	data, attached := recordIn(letter)
	if bounce, ok := letter.Bounce(); ok {
		return p.bounced(bounce), nil
	}
	if !attached {
		return p.hear(letter)
	}
	theirs, err := p.readRecord(data)
	if err != nil {
		return p.hearOr(&Report{Verdict: Refused, From: letter.From.Addr, Reason: "the record in the letter: " + err.Error()}, letter)
	}
	report := &Report{From: letter.From.Addr, Match: theirs.Short()}
	ours, err := p.find(theirs)
	switch {
	case err != nil:
	case ours == nil:
		err = p.begin(report, theirs)
	case !ours.joined(p.Me.Addr) && theirs.joined(p.Me.Addr):
		err = p.restore(report, theirs, theirs.PartyAt(p.Me.Addr))
	default:
		report.File = ours.File
		err = p.extend(report, ours.File, theirs)
	}
	if report, err = p.settle(report, letter, err); err != nil || report.Verdict != Known {
		return report, err
	}
	return p.hearOr(report, letter)
}

// hearOr hears what was typed in a letter whose record brings nothing: some mail programs send our own attachment back,
// perhaps damaged. It gives report where nothing was typed for us.
func (p *poll) hearOr(report *Report, letter *mailbox.Letter) (*Report, error) {
	if heard, err := p.hear(letter); heard != nil || err != nil {
		return heard, err
	}
	return report, nil
}

// settle turns the errors that are about the letter into its report.
func (p *poll) settle(report *Report, letter *mailbox.Letter, err error) (*Report, error) {
	var refusal *refusal
	if !errors.As(err, &refusal) {
		return report, err
	}
	report.Verdict, report.Reason = refusal.verdict, refusal.reason
	if refusal.verdict == Diverged {
		return report, p.keep(report, letter, refusal)
	}
	return report, nil
}

// recordIn is the record that a courier attached, and whether there is one. Its data is nil where it
// came damaged or is too large.
func recordIn(letter *mailbox.Letter) (data []byte, attached bool) {
	for _, a := range letter.Attachments {
		isRecord := a.Data == nil || bytes.Contains(a.Data, []byte("#hikyaku record"))
		if strings.HasSuffix(strings.ToLower(a.Name), ".kif") && isRecord {
			return a.Data, true
		}
	}
	return nil, false
}

// maxEvents is how many events a record that comes by mail may have. To replay them takes well under two seconds.
const maxEvents = 10_000

// readRecord reads and replays a record that came by mail. One over which the replay stumbles must not keep the letters
// behind it from being read.
func (p *poll) readRecord(data []byte) (m *Match, err error) {
	defer func() {
		if stumbled := recover(); stumbled != nil {
			m, err = nil, errors.New("it makes its reader fail")
		}
	}()
	if data == nil {
		return nil, fmt.Errorf("it is damaged, or larger than %d bytes", mailbox.MaxAttachment)
	}
	r, err := kif.Read(data)
	if err != nil {
		return nil, err
	}
	if len(r.Events) > maxEvents {
		return nil, fmt.Errorf("it has %d moves, throws and acts: at most %d are read", len(r.Events), maxEvents)
	}
	return p.Replay("", r)
}

// find looks for the match of theirs in our folder, then among the invitations; nil if it is in neither.
func (p *poll) find(theirs *Match) (*Match, error) {
	for _, s := range p.list {
		if s.Error == "" && s.ID == theirs.Record.ID() || s.Error != "" && filepath.Base(s.File) == theirs.FileName() {
			if ours, err := p.isHere(s.File, theirs); ours != nil || err != nil {
				return ours, err
			}
		}
	}
	file := filepath.Join(p.invitations(), theirs.FileName())
	if _, err := os.Stat(file); err != nil {
		return nil, nil
	}
	return p.isHere(file, theirs)
}

// isHere is our match in file if it is that of theirs.
func (p *poll) isHere(file string, theirs *Match) (*Match, error) {
	ours, err := p.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, refuse("our own record of it cannot be read: %v", err)
	}
	if ours.hash() != theirs.hash() {
		return nil, nil
	}
	return ours, nil
}

// maxInvitations is how many invitations may wait for an answer: a stranger must not fill the disk.
const maxInvitations = 200

// begin keeps an invitation to us, for people to answer.
func (p *poll) begin(report *Report, theirs *Match) error {
	me := theirs.PartyAt(p.Me.Addr)
	switch {
	case !theirs.Invited():
		return refuse("it began without an invitation, so nobody can tell who played what")
	case theirs.PartyAt(report.From) == 0:
		return refuse("%s has no seat in it", report.From)
	case me == 0:
		return refuse("no seat of it has your address %s", p.Me.Addr)
	case theirs.joined(p.Me.Addr):
		return p.restore(report, theirs, me)
	case len(p.Invitations()) >= maxInvitations:
		return refuse("%d invitations wait for your answer already", maxInvitations)
	}
	if err := os.MkdirAll(p.invitations(), 0o700); err != nil {
		return err
	}
	report.Verdict, report.File = New, filepath.Join(p.invitations(), theirs.FileName())
	report.Status, report.Terms, report.Said = theirs.Status().In(p.Lang), theirs.terms(p.Lang), theirs.Record.Events[0].Comment
	if n := p.left(report.From); n > 0 {
		report.beware("%d of your matches have waited for %s for more than two weeks", n, report.From)
	}
	if err := create(p.System, report.File, theirs.Record); errors.Is(err, fs.ErrExist) {
		return refuse("another invitation, %s, is in the way", report.File)
	} else if err != nil {
		return err
	}
	return nil
}

// terms says what an invitation is to: "Quoridor players=2, 3d".
func (m *Match) terms(lang string) string {
	text := strings.TrimSpace(m.Game.Title.In(lang) + " " + m.Record.Header("設定"))
	if limit := m.Record.PerMove(); limit != "" {
		text += ", " + limit
	}
	return text
}

// leftAfter is how long a match must have waited for a player to count as left: dice that displease are best not answered.
const leftAfter = 14 * 24 * time.Hour

// left counts the matches that the player at address has not answered for long.
func (p *poll) left(address string) (n int) {
	for _, s := range p.list {
		if !s.Over && s.Error == "" && same(s.Turn, address) && !s.Since.IsZero() && p.System.Now().Sub(s.Since) > leftAfter {
			n++
		}
	}
	return n
}

// joined tells whether the player at address has accepted, or invited.
func (m *Match) joined(address string) bool {
	me := m.PartyAt(address)
	return me > 0 && (m.Joining() == 0 || me < m.Joining())
}

// restore takes back a match that we have joined and lost: our own signature in it tells.
func (p *poll) restore(report *Report, theirs *Match, me int) error {
	ring, err := p.keyring()
	if err == nil {
		_, err = ring.signer(theirs.pins.keys[me])
	}
	if err != nil {
		return refuse("it says that you joined it, but not under your key: %v", err)
	}
	report.Verdict, report.File = Begun, filepath.Join(p.Folder, theirs.FileName())
	report.Status = theirs.Status().In(p.Lang)
	if err := create(p.System, report.File, theirs.Record); errors.Is(err, fs.ErrExist) {
		return refuse("%s is in the way", report.File)
	} else if err != nil {
		return err
	}
	p.list = append(p.list, Summary{File: report.File, ID: theirs.Record.ID()})
	return nil
}

// refusal is the error of a letter that changes nothing.
type refusal struct {
	verdict Verdict
	reason  string
	beside  string // the file beside which a fork is kept
}

func (r *refusal) Error() string { return r.reason }

func refuse(format string, args ...any) error {
	return &refusal{verdict: Refused, reason: fmt.Sprintf(format, args...)}
}
