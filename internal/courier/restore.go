package courier

import (
	"context"
	"errors"

	"hikyaku/mailbox"
)

// Restore reads the whole mailbox, however old its letters are, and takes back the matches that we had joined: of each the
// longest line that stands. It sends nothing and answers nobody. The next Poll reads the mailbox anew for everything else. The
// reports are of letters that changed a record or were refused.
func Restore(ctx context.Context, c *Courier) (reports []Report, err error) {
	err = c.remembering(func(s *state) error {
		s.rewind()
		p := c.newPoll(s)
		_, err := c.Box.Fetch(ctx, mailbox.Mark{}, func(mail mailbox.Mail) error { return p.takeBack(mail) })
		reports = p.reports
		return err
	})
	return reports, err
}

// takeBack takes the record in a mail if it is of a match that we had joined.
func (p *poll) takeBack(mail mailbox.Mail) error {
	if p.came = mail.Received; p.came.IsZero() {
		p.came = p.courier.Shelf.Now()
	}
	letter, err := Open(mail)
	if err != nil {
		return nil // a poll tells of it
	}
	data, attached := recordIn(letter)
	if _, bounced := letter.Bounce(); bounced || !attached {
		return nil
	}
	theirs, err := p.readRecord(data)
	if err != nil || !theirs.Roster.HasJoined(p.courier.party(theirs)) {
		return nil
	}
	p.from = letter.From.Addr
	letter.From.Addr = p.courier.known(p.from)
	report, err := p.weigh(letter, theirs)
	var refusal *refusal
	if errors.As(err, &refusal) {
		report.Verdict, report.Reason, err = refusal.verdict, refusal.reason, nil
	}
	if err == nil && report.Verdict != Known {
		p.reports = append(p.reports, *report)
	}
	return err
}
