package game

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/mail"
	"path"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/courier"
	"hikyaku/mailbox"
)

// The outcomes of messages that concern neither a match nor the club.
const (
	unreadable = "unreadable"
	nothing    = "nothing"
	barred     = "barred"
)

// Receive stores an incoming message. Once it returns without an error, the message is never lost, and is read only once, however
// often it arrives.
func (c *Club) Receive(ctx context.Context, raw []byte) error {
	key, sender := letterKey(raw)
	return c.Base.Do(ctx, func(tx db.Tx) error {
		n, err := tx.Exec(`insert into letter (key, sender, raw, arrived) values ($1, $2, $3, $4) on conflict (key) do nothing`, key, sender, raw, c.Now())
		if n > 0 {
			tx.Add(db.Job{Task: LetterTask, Key: key})
		}
		return err
	})
}

// letterKey returns a key that is the same however often and by whatever route a message arrives: it depends on the Message-ID,
// sender and text, ignoring differences in line ends. It also returns the sender's address in lower case.
func letterKey(raw []byte) (key, sender string) {
	head, body, _ := bytes.Cut(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n\n"))
	h := sha256.New()
	if m, err := mail.ReadMessage(bytes.NewReader(append(bytes.TrimLeft(head, "\n"), "\n\n"...))); err == nil {
		h.Write([]byte(m.Header.Get("Message-Id") + "\n" + m.Header.Get("From") + "\n"))
		if from, err := m.Header.AddressList("From"); err == nil && len(from) > 0 {
			sender = strings.ToLower(from[0].Address)
		}
	} else {
		h.Write(head)
	}
	h.Write(bytes.TrimRight(body, " \t\n"))
	return hex.EncodeToString(h.Sum(nil)[:20]), sender
}

// readLetter reads a stored message.
func (c *Club) readLetter(tx db.Tx, key string) error {
	var raw []byte
	var arrived time.Time
	var read, excluded, lost bool
	var sender string
	found, err := db.One(tx, `select raw, sender, arrived, read, (select count(*) from member where address = sender and barred <> 0),
		(select count(*) from member where address = sender and unreachable <> 0) from letter where key = $1`, []any{key}, &raw, &sender, &arrived, &read, &excluded, &lost)
	if err != nil || !found || read {
		return err
	}
	outcome, file, err := c.understand(tx, key, raw, map[string]bool{sender: excluded}, lost, arrived)
	if err != nil {
		return err
	}
	now := c.Now()
	tx.Change(`update letter set read = $2, outcome = $3, file = $4 where key = $1`, key, now, outcome, file)
	if c.Counts != nil {
		c.Counts.Read(outcome, now.Sub(arrived))
	}
	return nil
}

// understand carries out what a message asks for. bars are the barred addresses, and lost reports whether mail to the sender is
// returned. It returns the outcome as one word, and the file of the match.
func (c *Club) understand(tx db.Tx, key string, raw []byte, bars map[string]bool, lost bool, came time.Time) (outcome, file string, err error) {
	mail := mailbox.Mail{Raw: raw, Received: came}
	letter, err := courier.Open(mail)
	if err != nil {
		return unreadable, "", nil
	}
	if c.Notice != nil {
		if err := c.Notice(tx, letter.Text); err != nil {
			return "", "", err
		}
	}
	d := c.deal(tx, came, key, letter)
	d.Shelf.barred, d.Shelf.lost = bars, lost
	d.Courier.Stranger = func(l *mailbox.Letter, _ time.Time) (*courier.Report, error) {
		outcome = nothing
		if c.Stranger != nil {
			if outcome, err = c.Stranger(d, l); err != nil {
				return nil, err
			}
		}
		return &courier.Report{Verdict: courier.Taken, From: l.From.Addr}, nil
	}
	d.Courier.Beside = func(l *mailbox.Letter, proved bool) (bool, error) {
		if c.Beside == nil {
			return false, nil
		}
		was, err := c.Beside(d, l, proved)
		outcome = was
		return was != "", err
	}
	if letter.From.Is(d.Desk.Me.Address) {
		return nothing, "", d.probed(letter)
	}
	if letter.Bounce != nil {
		if outcome, err = d.bounced(letter.Bounce, letter.Returned()); err != nil {
			return "", "", err
		}
		d.Change(`update letter set raw = null where key = $1`, key) // it names an address that may be deleted, or already is
		return outcome, "", d.settle()
	}
	if office, err := d.forOffice(letter); err != nil {
		return "", "", err
	} else if office {
		if blocked, err := d.Shelf.Blocks(letter.From.Addr); err != nil || blocked {
			return barred, "", err
		}
		if _, err := d.Courier.Stranger(letter, came); err != nil {
			return "", "", err
		}
		if outcome != "" {
			if err := d.arrived(letter, true); err != nil {
				return "", "", err
			}
			return outcome, "", d.settle()
		}
		named := *letter // it is about a match that it names, but it doesn't answer an earlier message of the match
		named.InReplyTo, named.References = "", nil
		letter = &named
	}
	reports, _, err := d.Courier.Receive(tx.Context(), mail, letter)
	if broken := d.Shelf.broken(); broken != nil {
		return "", "", broken
	}
	switch {
	case errors.Is(err, courier.ErrNotOurs) && len(reports) > 0 && reports[0].Verdict == courier.Blocked:
		return barred, "", nil
	case errors.Is(err, courier.ErrNotOurs):
		return nothing, "", nil
	case err != nil:
		return "", "", err
	case outcome == "": // and there are reports, as there was no error
		outcome = string(reports[0].Verdict)
		if reports[0].File != "" {
			file = path.Base(reports[0].File)
		}
		if err := d.store(letter, raw, reports[0].File); err != nil {
			return "", "", err
		}
		if file != "" {
			if err := d.forgetAgain(letter, file); err != nil {
				return "", "", err
			}
		}
	}
	if err := d.arrived(letter, file != "" && (reports[0].Verdict == courier.Taken || reports[0].Verdict == courier.Answered)); err != nil {
		return "", "", err
	}
	return outcome, file, d.settle()
}

// arrived marks the sender of a message as reachable again if the message answers one of the club's.
func (d *Deal) arrived(l *mailbox.Letter, answers bool) error {
	if !answers || !d.Shelf.lost || l.Disowned(d.Trust) != "" {
		return nil
	}
	if answersOwn(l) {
		if _, proved, err := d.Answers(l); err != nil || !proved {
			return err
		}
	}
	return d.Find(l.From.Addr, By{Who: ByClub})
}
