// Package mailbox carries messages in and out: an IMAP and SMTP account, a Maildir and a sendmail command, or a shared folder.
// It knows no games.
//
// Everything that comes in is foreign and is read under limits; everything that goes out is rendered the same way every
// time, so that a letter may be sent again without becoming another letter.
package mailbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// MaxMail is the size in bytes above which a message is not fetched, and refused by Read.
const MaxMail = 10 << 20

// ErrTooLarge says that a message has more than MaxMail bytes.
var ErrTooLarge = errors.New("the message is larger than 10 MiB")

// Box is a place where messages come from and go to.
type Box interface {
	// Fetch hands every message that came after since to handle, oldest first, and returns the mark to go on from the next
	// time, which is behind the last message that handle took, that is, returned nil for. It is to be kept even when there
	// is an error. So that a long run that is interrupted does not begin anew, keep the Mark of each Mail as well, once it
	// is taken. A message may be handed over again that was handed over before: handle must not mind. One that cannot be
	// had is handed over with its Err.
	//
	// Fetch stops when handle fails, with that error; when ctx ends, with the error of ctx, and never while handle is at
	// work; and when the connection is lost. Where it breaks over a message, Fetch connects again and tries again. If that
	// does not help, it stops before the message the first time, and passes over it the next time, and then also over
	// others that break the connection, some twenty of them. Errors of its own are of type *Trouble.
	Fetch(ctx context.Context, since Mark, handle func(Mail) error) (Mark, error)

	// Send delivers one letter to the one address in its To. An error is a *SendError.
	Send(ctx context.Context, l *Letter) error
}

// Mark is a place in the sequence of messages of one box. The zero Mark is the beginning.
type Mark struct {
	Validity uint32 // which numbering the UID belongs to; when the box changes it, all is read again
	UID      uint32 // up to it every message was taken, or is none that is fetched
	Broke    uint32 // the message behind it over which the connection broke when it was last fetched; 0: none
	// Since, if set, is when what is looked for began: where a box is read from its beginning, for the first time or because
	// its numbering changed, messages that came more than a day before are left out. It is not written down.
	Since time.Time
}

func (m Mark) zero() bool { return m.Validity == 0 && m.UID == 0 }

// old reports whether a message that came at received may be left out when reading from m.
func (m Mark) old(received time.Time) bool {
	return m.UID == 0 && received.Before(m.Since.Add(-24*time.Hour))
}

// MarshalText gives "validity/uid", or "validity/uid/broke".
func (m Mark) MarshalText() ([]byte, error) {
	if m.Broke != 0 {
		return fmt.Appendf(nil, "%d/%d/%d", m.Validity, m.UID, m.Broke), nil
	}
	return fmt.Appendf(nil, "%d/%d", m.Validity, m.UID), nil
}

// UnmarshalText is the inverse of MarshalText.
func (m *Mark) UnmarshalText(text []byte) error {
	fields := strings.Split(string(text), "/")
	var n [3]uint32
	for i, field := range fields {
		number, err := strconv.ParseUint(field, 10, 32)
		if err != nil || len(fields) < 2 || len(fields) > len(n) {
			return fmt.Errorf("mark %q is not of the form validity/uid", text)
		}
		n[i] = uint32(number)
	}
	*m = Mark{Validity: n[0], UID: n[1], Broke: n[2]}
	return nil
}

// from is the mark at which to begin in a box that numbers its messages by validity.
func (m Mark) from(validity uint32) Mark {
	if m.Validity != validity {
		return Mark{Validity: validity, Since: m.Since}
	}
	return m
}

// Mail is a message as it lies in a box.
type Mail struct {
	UID      uint32
	Mark     Mark      // behind this message
	Size     int64     // bytes, as the box says
	Received time.Time // when the box got it; zero if unknown
	Raw      []byte    // the whole message; nil when Err is set
	Err      error     // why it was refused or could not be fetched: ErrTooLarge, *Trouble
}
