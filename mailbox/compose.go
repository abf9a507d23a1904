package mailbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	netmail "net/mail"
	"regexp"
	"strings"

	"github.com/wneessen/go-mail"
)

const maxLine = 998 // RFC 5322, 2.1.1

// Bytes renders the letter as a message: ASCII, CRLF, no line over 998 bytes. The same letter gives the same bytes every
// time and on every machine. It fails for a letter that is not well formed, above all if it would break out of a field.
func (l *Letter) Bytes() ([]byte, error) {
	if err := l.check(); err != nil {
		return nil, fmt.Errorf("compose letter: %w", err)
	}
	m := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := errors.Join(l.setHeader(m), l.setBody(m)); err != nil {
		return nil, fmt.Errorf("compose letter: %w", err)
	}
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("compose letter: %w", err)
	}
	raw := fixBoundaries(b.Bytes(), l.MessageID)
	if err := checkLines(raw); err != nil {
		return nil, fmt.Errorf("compose letter: %w", err)
	}
	return raw, nil
}

func (l *Letter) setHeader(m *mail.Msg) error {
	m.SetMessageIDWithValue(strings.Trim(l.MessageID, "<>"))
	m.SetDateWithValue(l.Date.UTC())
	// Runs of spaces could be folded into a line that looks empty, and end the header.
	m.Subject(strings.Join(strings.Fields(l.Subject), " "))
	if l.InReplyTo != "" {
		m.SetGenHeader(mail.HeaderInReplyTo, l.InReplyTo)
	}
	if len(l.References) > 0 {
		m.SetGenHeader(mail.HeaderReferences, strings.Join(l.References, " "))
	}
	if l.Automatic != "" {
		m.SetGenHeader("Auto-Submitted", l.Automatic)
		m.SetGenHeader("X-Auto-Response-Suppress", "All")
	}
	return errors.Join(m.From(l.From.field()), m.To(l.To.field()))
}

// field is the address as it stands in a header.
func (a Address) field() string {
	full := netmail.Address{Name: strings.Join(strings.Fields(a.Name), " "), Address: a.Addr}
	return full.String()
}

func (l *Letter) setBody(m *mail.Msg) error {
	m.SetBodyString(mail.TypeTextPlain, withNewline(l.Text))
	if l.HTML != "" {
		m.AddAlternativeString(mail.TypeTextHTML, withNewline(l.HTML))
	}
	for _, a := range l.Attachments {
		options := []mail.FileOption{mail.WithFileContentType(mail.ContentType(a.Type))}
		if a.ContentID != "" {
			options = append(options, mail.WithFileContentID("<"+a.ContentID+">"))
		}
		add := m.AttachReader
		if a.Inline {
			add = m.EmbedReader
		}
		if err := add(a.Name, bytes.NewReader(a.Data), options...); err != nil {
			return err
		}
	}
	return nil
}

func withNewline(text string) string {
	return strings.TrimRight(lf.Replace(text), "\n") + "\n"
}

var lf = strings.NewReplacer("\r\n", "\n", "\r", "\n")

var boundaryLine = regexp.MustCompile(`(?m)^Content-Type: multipart/[a-z]+;\r\n boundary=([0-9a-f]{60})\r$`)

// fixBoundaries puts a boundary made of the message id in the place of each random one: the library takes only one
// boundary for all levels, and levels must differ. "=_" occurs neither in quoted-printable nor in base64, so no text can
// imitate a boundary.
func fixBoundaries(raw []byte, id string) []byte {
	var pairs []string
	for level, found := range boundaryLine.FindAllSubmatch(raw, -1) {
		random := string(found[1])
		hash := sha256.Sum256(fmt.Appendf(nil, "%s %d", id, level))
		fixed := fmt.Sprintf("=_%x", hash[:12])
		pairs = append(pairs, "boundary="+random, `boundary="`+fixed+`"`, "--"+random, "--"+fixed)
	}
	return []byte(strings.NewReplacer(pairs...).Replace(string(raw)))
}

// checkLines is the last guard in front of the wire.
func checkLines(raw []byte) error {
	for line := range bytes.SplitAfterSeq(raw, []byte("\n")) {
		body := bytes.TrimSuffix(line, []byte("\r\n"))
		switch {
		case len(line) > 0 && len(body) == len(line):
			return errors.New("a line does not end in CRLF")
		case len(body) > maxLine:
			return fmt.Errorf("a line is longer than %d bytes", maxLine)
		case bytes.IndexByte(body, '\r') >= 0:
			return errors.New("a line has a carriage return inside")
		}
	}
	return nil
}
