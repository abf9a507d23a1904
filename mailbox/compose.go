package mailbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"mime"
	netmail "net/mail"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
)

const maxLine = 998 // RFC 5322, 2.1.1

// Bytes renders the letter as a message: ASCII, CRLF, no line over 998 bytes, international domains in the form that every server
// understands. The same letter always gives the same bytes.
// It returns an error if the letter is malformed, above all if a value would break out of its header field.
func (l *Letter) Bytes() ([]byte, error) {
	plain := *l
	plain.From.Addr, plain.To.Addr = identity.ToASCII(l.From.Addr), identity.ToASCII(l.To.Addr)
	l = &plain
	if err := l.check(); err != nil {
		return nil, i18n.Err("compose.failed", "why", err)
	}
	body := l.body()
	var b bytes.Buffer
	w, err := message.CreateWriter(&b, l.header(body))
	if err == nil {
		err = body.write(w)
	}
	if err := errors.Join(err, checkLines(b.Bytes())); err != nil {
		return nil, i18n.Err("compose.failed", "why", err)
	}
	return b.Bytes(), nil
}

// header returns the header of the letter and its body. Runs of spaces become one space, because folding them could produce
// an empty line, which ends the header.
func (l *Letter) header(body *part) message.Header {
	suppress := ""
	if l.Automatic != "" {
		suppress = "All"
	}
	h := body.header.Copy()
	for _, field := range slices.Backward([][2]string{ // the field added last comes first
		{"From", l.From.field()},
		{"To", l.To.field()},
		{"Reply-To", l.ReplyTo},
		{"Subject", mime.QEncoding.Encode("utf-8", oneSpace(l.Subject))},
		{"Date", l.Date.Format(time.RFC1123Z)},
		{"Message-ID", l.MessageID},
		{"In-Reply-To", l.InReplyTo},
		{"References", strings.Join(l.References, " ")},
		{"Auto-Submitted", l.Automatic},
		{"X-Auto-Response-Suppress", suppress},
		{"Content-Language", l.Language},
		{"Accept-Language", l.Reads},
		{"List-Unsubscribe", l.Unsubscribe},
		{"Hikyaku-Log", l.Log},
		{"MIME-Version", "1.0"},
	}) {
		if field[1] == "" {
			continue
		}
		raw := []byte(field[0] + ":") // folded between words at 76 bytes
		line := len(raw)
		for i, word := range strings.Split(field[1], " ") {
			if i > 0 && line+1+len(word) > 76 {
				raw, line = append(raw, "\r\n"...), 0
			}
			raw, line = append(raw, " "+word...), line+1+len(word)
		}
		h.AddRaw(append(raw, "\r\n"...))
	}
	return h
}

// field returns the address in its form for a header.
func (a Address) field() string {
	return (&netmail.Address{Name: oneSpace(a.Name), Address: a.Addr}).String()
}

// part is a MIME part with either data or parts.
type part struct {
	header message.Header
	data   []byte
	parts  []*part
}

// body returns the body with as few multipart levels as possible.
func (l *Letter) body() *part {
	body := textPart("text/plain", l.Text)
	if l.HTML != "" {
		body = l.join("alternative", body, textPart("text/html", l.HTML))
	}
	var inline, attached []*part
	for _, a := range l.Attachments {
		if a.Inline {
			inline = append(inline, a.part("inline"))
		} else {
			attached = append(attached, a.part("attachment"))
		}
	}
	body = l.join("related", body, inline...)
	return l.join("mixed", body, attached...)
}

// join returns first alone or, if there are others, a multipart of all. The boundary derives from the Message-ID, so that
// the same letter gives the same bytes, and from the kind, so that levels differ. It contains "=_", which neither
// quoted-printable nor base64 produces, so no text can imitate it.
func (l *Letter) join(kind string, first *part, others ...*part) *part {
	if len(others) == 0 {
		return first
	}
	hash := sha256.Sum256([]byte(l.MessageID + " " + kind))
	p := &part{parts: append([]*part{first}, others...)}
	p.header.SetContentType("multipart/"+kind, map[string]string{"boundary": fmt.Sprintf("=_%x", hash[:12])})
	return p
}

func textPart(kind, text string) *part {
	p := &part{data: []byte(strings.TrimRight(lf.Replace(text), "\n") + "\n")}
	p.header.Set("Content-Transfer-Encoding", "quoted-printable")
	p.header.SetContentType(kind, map[string]string{"charset": "utf-8"})
	return p
}

var lf = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func (a Attachment) part(disposition string) *part {
	p := &part{data: a.Data}
	if a.ContentID != "" {
		p.header.Set("Content-ID", "<"+a.ContentID+">")
	}
	p.header.Set("Content-Transfer-Encoding", "base64")
	p.header.SetContentDisposition(disposition, map[string]string{"filename": a.Name})
	p.header.SetContentType(a.Type, map[string]string{"name": a.Name}) // for programs that ignore Content-Disposition
	return p
}

func (p *part) write(w *message.Writer) error {
	for _, sub := range p.parts {
		below, err := w.CreatePart(sub.header)
		if err != nil {
			return err
		}
		if err := sub.write(below); err != nil {
			return err
		}
	}
	if p.parts == nil {
		if _, err := w.Write(p.data); err != nil {
			return err
		}
	}
	return w.Close()
}

// checkLines verifies that raw is ASCII with short lines, whatever the code above does.
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
