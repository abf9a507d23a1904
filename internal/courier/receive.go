package courier

import (
	"context"
	"errors"
	"slices"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// The errors of Receive, besides those of a mail that could not be processed.
var (
	ErrNotOurs = i18n.Err("receive.not-ours")
	ErrTaken   = i18n.Err("receive.taken") // wrapped with what it was
)

// Receive does with one mail that was handed over, and is in no mailbox, what
// Poll does with each: it is judged, recorded and answered, then what is due
// is sent. The mark of the mailbox is not moved. ErrNotOurs is the error of a
// mail about no match, of a blocked sender, or one that cannot be read; after
// any other error except ErrTaken the mail must be handed over again. A letter
// that is not nil is the mail, parsed.
func (c *Courier) Receive(ctx context.Context, mail mailbox.Mail, letter *mailbox.Letter) (reports []Report, sent []Delivery, err error) {
	err = c.withState(func(s *state) (err error) {
		p := c.newPoll(s)
		if p.arrive(mail); letter == nil {
			err = p.take(mail)
		} else {
			err = p.takeLetter(mail, letter)
		}
		if reports = p.reports; err != nil {
			return err
		}
		if !slices.ContainsFunc(reports, func(r Report) bool { return r.Verdict != Skipped && r.Verdict != Blocked }) {
			return ErrNotOurs
		}
		sent, err = p.serve(ctx)
		if reports = p.reports; err != nil {
			return i18n.Err("receive.then", "what", ErrTaken, "why", err)
		}
		return nil
	})
	return reports, sent, err
}

// Tend does what is due in the matches of the shelf without reading mail, and
// sends it.
func (c *Courier) Tend(ctx context.Context) (sent []Delivery, err error) {
	err = c.withState(func(s *state) error {
		sent, err = c.newPoll(s).serve(ctx)
		return err
	})
	return sent, err
}

// Restore reads the whole mailbox, including old mail, and restores the
// matches that we had joined: of each the longest valid line. It sends nothing
// and answers nobody. The next Poll reads the mailbox again for everything
// else. The reports are about messages that changed a record or were rejected.
func (c *Courier) Restore(ctx context.Context) (reports []Report, err error) {
	err = c.withState(func(s *state) error {
		s.rewind()
		p := c.newPoll(s)
		_, err := c.Box.Fetch(ctx, mailbox.Mark{}, func(mail mailbox.Mail) error { return p.restoreFrom(mail) })
		reports = p.reports
		return errors.Join(err, p.markRestored())
	})
	return reports, err
}

// restoreFrom restores the record in a mail if it is of a match that we had
// joined.
func (p *poll) restoreFrom(mail mailbox.Mail) error {
	p.arrive(mail)
	letter, err := Open(mail)
	if err != nil {
		return nil // a poll reports it
	}
	data, attached := RecordIn(letter)
	if letter.Bounce != nil || !attached {
		return nil
	}
	theirs, own, err := p.readRecord(data)
	if err != nil || !theirs.Roster.HasJoined(p.party(theirs)) {
		return nil
	}
	p.from = letter.From.Addr
	letter.From.Addr = p.known(p.from)
	report, err := p.weigh(letter, theirs, own)
	var refusal *refusal
	if errors.As(err, &refusal) {
		report.Verdict, report.Reason, err = refusal.verdict, refusal.reason, nil
	}
	if err == nil && report.Verdict != Known {
		p.reports = append(p.reports, *report)
	}
	return err
}
