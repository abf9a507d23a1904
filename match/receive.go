package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// Verdict is what became of an incoming letter.
type Verdict string

// The verdicts.
const (
	Taken    Verdict = "taken"    // its moves were appended to our record
	Known    Verdict = "known"    // it holds nothing that our record does not have
	New      Verdict = "new"      // a match that we do not have: Poll takes it when told to
	Begun    Verdict = "begun"    // such a match, taken
	Waits    Verdict = "waits"    // it builds on a move of a third player whose own letter has not come
	Refused  Verdict = "refused"  // nothing was changed, for a reason
	Diverged Verdict = "diverged" // its record contradicts ours: kept in quarantine, nothing was changed
	Skipped  Verdict = "skipped"  // the mail could not be read at all
)

// Report is what became of one incoming letter.
type Report struct {
	Verdict Verdict  `json:"verdict"`
	From    string   `json:"from,omitempty"`
	Match   string   `json:"match,omitempty"` // its short name
	File    string   `json:"file,omitempty"`
	Moves   []string `json:"moves,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Status  string   `json:"status,omitempty"` // what the match waits for now
}

// Poll reads the mailbox, takes what the other players sent, then sends what is due. Letters of
// matches that we do not have are taken where accept says so. An error means that the mailbox
// could not be read to the end; what was done before it is in the reports.
func (c *Courier) Poll(ctx context.Context, accept func(short string) bool) (reports []Report, sent []Delivery, err error) {
	err = c.withState(func(s *state) error {
		p := &poll{Courier: c, accept: accept}
		since := s.Mark
		if accept != nil {
			since = mailbox.Mark{} // the letter that begins the match may have been read long ago
		}
		mark, err := c.Box.Fetch(ctx, since, func(mail mailbox.Mail) error { return p.take(s, mail) })
		if err == nil || accept == nil { // a reading from the beginning that failed says nothing new
			s.Mark = p.bounded(mark)
		}
		reports = append(p.reports, p.waiting()...)
		shelf, _, shelfErr := c.Shelf()
		sent = c.flush(ctx, s, shelf)
		return errors.Join(err, shelfErr)
	})
	return reports, sent, err
}

// poll is one reading of the mailbox.
type poll struct {
	*Courier
	accept  func(string) bool
	reports []Report
	later   []pending // letters that wait for another's
}

type pending struct {
	uid    uint32
	letter *mailbox.Letter
	report Report
}

// take handles one mail. It never fails because of what the mail holds.
func (p *poll) take(s *state, mail mailbox.Mail) error {
	if mail.Err != nil {
		s.Skipped = append(s.Skipped, skip{mail.UID, mail.Err.Error()})
		p.reports = append(p.reports, Report{Verdict: Skipped, Reason: fmt.Sprintf("mail %d: %v", mail.UID, mail.Err)})
		return nil
	}
	letter, err := mailbox.Read(mail.Raw)
	if err != nil {
		if bytes.Contains(mail.Raw[:min(len(mail.Raw), 64<<10)], []byte("["+SubjectWord+" ")) {
			p.reports = append(p.reports, Report{Verdict: Refused, Reason: fmt.Sprintf("mail %d: %v", mail.UID, err)})
		}
		return nil
	}
	return p.read(mail.UID, letter)
}

// read judges a letter, and then again those that waited, for as long as that moves something.
func (p *poll) read(uid uint32, letter *mailbox.Letter) error {
	report, err := p.judge(letter)
	if err != nil || report == nil {
		return err
	}
	if report.Verdict == Waits {
		p.later = append(p.later, pending{uid, letter, *report})
		return nil
	}
	p.reports = append(p.reports, *report)
	if report.Verdict != Taken && report.Verdict != Begun {
		return nil
	}
	again := p.later
	p.later = nil
	for _, l := range again {
		if err := p.read(l.uid, l.letter); err != nil {
			return err
		}
	}
	return nil
}

// bounded keeps the mark before the first letter that still waits, so that it is read again.
func (p *poll) bounded(mark mailbox.Mark) mailbox.Mark {
	for _, l := range p.later {
		mark.UID = min(mark.UID, l.uid-1)
	}
	return mark
}

func (p *poll) waiting() []Report {
	var reports []Report
	for _, l := range p.later {
		reports = append(reports, l.report)
	}
	return reports
}

// judge decides what becomes of a letter; nil for one that is no turn. An error is the machine's
// fault, such as a full disk: the letter is then read again next time.
func (p *poll) judge(letter *mailbox.Letter) (*Report, error) {
	data, attached := recordIn(letter)
	if !attached || letter.From.Is(p.Me.Addr) {
		return nil, nil
	}
	theirs, err := p.open(data)
	if err != nil {
		return &Report{Verdict: Refused, From: letter.From.Addr, Reason: "the record in the letter: " + err.Error()}, nil
	}
	report := &Report{From: letter.From.Addr, Match: theirs.Short()}
	ours, err := p.find(theirs)
	switch {
	case err != nil:
	case ours == nil:
		err = p.begin(report, theirs)
	default:
		report.File = ours.File
		err = p.extend(report, ours.File, theirs)
	}
	return p.settle(report, letter, err)
}

// settle turns the errors that are about the letter into its report.
func (p *poll) settle(report *Report, letter *mailbox.Letter, err error) (*Report, error) {
	var refusal *refusal
	if !errors.As(err, &refusal) {
		return report, err
	}
	report.Verdict, report.Reason = refusal.verdict, refusal.reason
	if refusal.verdict == Diverged {
		return report, p.quarantine(report, letter)
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

// open reads and replays a record that came by mail.
func (p *poll) open(data []byte) (*Match, error) {
	if data == nil {
		return nil, fmt.Errorf("it is damaged, or larger than %d bytes", mailbox.MaxAttachment)
	}
	r, err := kif.Read(data)
	if err != nil {
		return nil, err
	}
	return p.Replay("", r)
}

// find looks for the match of theirs on our shelf; nil if it is not there.
func (p *poll) find(theirs *Match) (*Match, error) {
	files, err := filepath.Glob(filepath.Join(globEscape(p.Folder), "*.kif"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		r, err := kif.Load(p.System, file)
		if err == nil && r.ID() != theirs.Record.ID() || err != nil && filepath.Base(file) != theirs.FileName() {
			continue
		}
		if err != nil {
			return nil, refuse("our own record of it cannot be read: %v", err)
		}
		ours, err := p.Replay(file, r)
		if err != nil {
			return nil, refuse("our own record of it is damaged: %v", err)
		}
		if ours.hash() == theirs.hash() {
			return ours, nil
		}
	}
	return nil, nil
}

// begin takes a match that we do not have, if it is ours to play and accept says so.
func (p *poll) begin(report *Report, theirs *Match) error {
	if len(theirs.SeatsOf(report.From)) == 0 {
		return refuse("%s has no seat in it", report.From)
	}
	own := theirs.SeatsOf(p.Me.Addr)
	if len(own) == 0 {
		return refuse("no seat of it has your address %s", p.Me.Addr)
	}
	report.Status = theirs.Status().In(p.Lang)
	if p.accept == nil || !p.accept(theirs.Short()) {
		report.Verdict = New
		return nil
	}
	report.Verdict, report.File = Begun, filepath.Join(p.Folder, theirs.FileName())
	report.Moves = moves(theirs.Record.Events)
	err := kif.Create(p.System, report.File, theirs.Record)
	if errors.Is(err, fs.ErrExist) {
		return refuse("%s is in the way", report.File)
	}
	return err
}

// extend appends to our record what theirs has more.
func (p *poll) extend(report *Report, file string, theirs *Match) error {
	after, err := p.change(file, func(ours *Match) (*kif.Record, error) {
		fresh, err := p.fresh(ours, theirs, report.From)
		if err != nil {
			return nil, err
		}
		report.Moves = moves(fresh)
		at, err := p.at(ours, ours.lastEntry()) // a throw of ours that nobody has seen gives way to theirs
		if err != nil {
			return nil, err
		}
		return appendAll(at.Line, fresh)
	})
	if err != nil {
		return err
	}
	report.Verdict, report.Status = Taken, after.Status().In(p.Lang)
	return nil
}

// fresh lists the events of theirs that ours lacks, if from may add them.
func (p *poll) fresh(ours, theirs *Match, from string) ([]kif.Event, error) {
	seats := ours.SeatsOf(from)
	if len(seats) == 0 {
		return nil, refuse("%s has no seat in this match", from)
	}
	same := 0
	for same < len(ours.Entries) && same < len(theirs.Entries) && ours.Entries[same].Hash() == theirs.Entries[same].Hash() {
		same++
	}
	if same == len(theirs.Entries) {
		return nil, &refusal{Known, ""}
	}
	if same < len(ours.Entries) {
		return nil, diverged(ours, theirs, same)
	}
	start := ours.lastEntry() + 1
	for i, e := range theirs.Record.Events[start:] {
		if err := p.mayAdd(theirs, e, start+i, seats); err != nil {
			return nil, err
		}
	}
	return theirs.Record.Events[start:], nil
}

// mayAdd tells whether the player of seats may add event i of theirs: a move or resignation of their own.
func (p *poll) mayAdd(theirs *Match, e kif.Event, i int, seats []int) error {
	if e.Kind == kif.Throw {
		return nil
	}
	author := theirs.author(e, i)
	switch {
	case slices.Contains(theirs.SeatsOf(p.Me.Addr), author):
		return refuse("it holds %s in your name, which you have not played", e.Text)
	case !slices.Contains(seats, author):
		return &refusal{Waits, fmt.Sprintf("it builds on %s by %s, whose own letter has not come yet", e.Text, theirs.Player(author).En)}
	case e.Kind == kif.Ending && e.Text != kif.Resignation:
		return refuse("it ends the match by %s, which one side cannot do alone", e.Text)
	}
	return nil
}

// appendAll plays events at the end of l as they came, without the sender's notes to its courier.
func appendAll(l *kif.Line, events []kif.Event) (*kif.Record, error) {
	var err error
	for _, e := range events {
		e.Notes = slices.DeleteFunc(slices.Clone(e.Notes), func(n kif.Note) bool { return n.Word == postNote.Word })
		if l, err = l.Append(e); err != nil {
			return nil, refuse("our record cannot hold it: %v", err)
		}
	}
	return l.Record, nil
}

// moves lists what the players did in events.
func moves(events []kif.Event) []string {
	var words []string
	for _, e := range events {
		words = append(words, e.Text)
	}
	return words
}

// refusal is the error of a letter that changes nothing.
type refusal struct {
	verdict Verdict
	reason  string
}

func (r *refusal) Error() string { return r.reason }

func refuse(format string, args ...any) error {
	return &refusal{Refused, fmt.Sprintf(format, args...)}
}

// diverged names both heads and the first entry in which the records differ.
func diverged(ours, theirs *Match, entry int) error {
	return &refusal{Diverged, fmt.Sprintf("ply %d is %s in our record and %s in theirs (digests %s and %s)",
		entry, ours.entryText(entry), theirs.entryText(entry), ours.Head().String()[:16], theirs.Head().String()[:16])}
}

// entryText is what entry n played.
func (m *Match) entryText(n int) string {
	for _, e := range m.Record.Events {
		if e.Kind != kif.Throw {
			if n--; n == 0 {
				return render.SafeLine(e.Text, 40)
			}
		}
	}
	return "the beginning"
}
