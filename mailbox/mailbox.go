// Package mailbox fetches and sends messages over an IMAP and SMTP account, a
// Maildir and a sendmail command, or a shared folder. It knows nothing about
// games.
//
// Incoming messages are not trusted and are read under limits. An outgoing
// message is always rendered to the same bytes, so that it can be sent again
// without becoming a different message.
package mailbox

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"hikyaku/internal/i18n"
)

// MaxMail is the size in bytes above which a message is not fetched, and which Read refuses.
const MaxMail = 10 << 20

// ErrTooLarge is the error of a message larger than MaxMail.
var ErrTooLarge = i18n.Err("read.large")

// Box receives and sends messages.
type Box interface {
	Fetcher
	Sender
}

// Fetcher is the receiving half of a Box.
type Fetcher interface {
	// Fetch calls handle for each message after since, oldest first. It returns the mark to continue from, which is after
	// the last message for which handle returned nil; keep it even if there is an error. Keep the Mark of each handled Mail
	// too, so that an interrupted run need not start again. The same message may be passed to handle more than once. A
	// message that cannot be fetched is passed with its Err set.
	//
	// Fetch stops with the error of handle, with the error of ctx, but not during a call of handle, and when the connection
	// is lost. If the connection breaks over a message, Fetch reconnects and retries. If that fails, it stops before the
	// message the first time and skips it the next time, and then up to twenty such messages in a run. Its own errors are
	// of type *Trouble.
	Fetch(ctx context.Context, since Mark, handle func(Mail) error) (Mark, error)
}

// Sender is the sending half of a Box.
type Sender interface {
	// Send sends one letter to the address in its To. An error is a *SendError.
	Send(ctx context.Context, l *Letter) error
}

// Mark is a position in the sequence of messages of a box. The zero Mark is the beginning.
type Mark struct {
	Validity uint32 // the numbering of the UID (UIDVALIDITY); if the box changes it, all is read again
	UID      uint32 // all messages up to it are handled or filtered out
	Broke    uint32 // the later message over which the connection broke last time; 0: none
	// Since, if set, excludes messages received more than a day before it when a box is read from the beginning, because it
	// is new or its numbering changed. It is not marshalled.
	Since time.Time
}

func (m Mark) zero() bool { return m.Validity == 0 && m.UID == 0 }

// old reports whether a message received then may be skipped when reading from m.
func (m Mark) old(received time.Time) bool {
	return m.UID == 0 && received.Before(m.Since.Add(-24*time.Hour))
}

// MarshalText returns "validity/uid", or "validity/uid/broke".
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
			return i18n.Err("box.mark", "text", printable(string(text)))
		}
		n[i] = uint32(number)
	}
	*m = Mark{Validity: n[0], UID: n[1], Broke: n[2]}
	return nil
}

// from returns the mark to start from in a box with the numbering validity.
func (m Mark) from(validity uint32) Mark {
	if m.Validity != validity {
		return Mark{Validity: validity, Since: m.Since}
	}
	return m
}

// Mail is a message in a box.
type Mail struct {
	UID      uint32
	Mark     Mark      // the mark after this message
	Size     int64     // in bytes, according to the box
	Received time.Time // when the box received it; zero if unknown
	Raw      []byte    // the whole message; nil when Err is set
	Err      error     // why it was refused or could not be fetched: ErrTooLarge, *Trouble
}

// Join returns a Box made of two halves, which is a Waiter if in is one. If in
// is nil, the box never receives anything.
func Join(in Fetcher, out Sender) Box {
	if in == nil {
		in = nothing{}
	}
	if w, ok := in.(Waiter); ok {
		return waiting{joined{in, out}, w}
	}
	return joined{in, out}
}

type joined struct {
	Fetcher
	Sender
}

type waiting struct {
	joined
	Waiter
}

// nothing is a Fetcher without messages.
type nothing struct{}

func (nothing) Fetch(_ context.Context, since Mark, _ func(Mail) error) (Mark, error) {
	return since, nil
}

// stat sets the size and the time of arrival of the message in a file.
func (m *Mail) stat(root *os.Root, file string) error {
	info, err := root.Lstat(file)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return i18n.Err("file.not-plain", "file", file)
	}
	m.Size, m.Received = info.Size(), info.ModTime()
	return nil
}

// load reads the content of the message in a file.
func (m *Mail) load(root *os.Root, file string) (err error) {
	if m.Size > MaxMail {
		return ErrTooLarge
	}
	m.Raw, err = root.ReadFile(file)
	return err
}

// ReadPiped reads one message to the end of r, as mail servers and filters
// pipe it to a program: often after a line "From …" of the mbox format, which
// is dropped. A message that is too large is read to its end and discarded.
func ReadPiped(r io.Reader) (Mail, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxMail+1))
	if err != nil {
		return Mail{}, err
	}
	if len(raw) > MaxMail {
		rest, err := io.Copy(io.Discard, r)
		return Mail{Size: int64(len(raw)) + rest, Err: ErrTooLarge}, err
	}
	if bytes.HasPrefix(raw, []byte("From ")) {
		_, raw, _ = bytes.Cut(raw, []byte("\n"))
	}
	return Mail{Size: int64(len(raw)), Raw: raw}, nil
}
