package mailbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	netmail "net/mail"
	"strings"
	"time"

	"github.com/emersion/go-message"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
)

// Limits of Read, besides MaxMail and MaxAttachment.
const (
	maxHeader      = 256 << 10
	maxFields      = 500
	maxPartFields  = 50_000 // in all parts together
	maxPartHeaders = 1 << 20
	maxAddresses   = 100
	maxDepth       = 16
	maxParts       = 100
	maxText        = 256 << 10 // the bytes of text examined
	maxIDs         = 100
	readTime       = 2 * time.Second
)

// Errors of Read, besides ErrTooLarge.
var (
	ErrHeader       = i18n.Err("read.header")
	ErrHeaderSize   = i18n.Err("read.header-large")
	ErrNoSender     = i18n.Err("read.no-sender")
	ErrManySenders  = i18n.Err("read.many-senders")
	ErrTooDeep      = i18n.Err("read.deep")
	ErrTooManyParts = i18n.Err("read.many-parts")
	ErrDamaged      = i18n.Err("read.damaged")
	ErrTooSlow      = i18n.Err("read.slow") // on this machine now; worth another attempt
	ErrParser       = i18n.Err("read.hostile")
)

// Read parses a message under limits of size, depth and number. It does not open archives or forwarded messages, decode
// pictures or fetch anything. The text it returns is UTF-8 with U+FFFD instead of control characters other than LF and
// TAB. It is still untrusted and may contain format characters. The errors are ErrTooLarge and those above.
// With ErrDamaged, Read returns what the header says, without text and attachments.
func Read(raw []byte) (*Letter, error) {
	if len(raw) > MaxMail {
		return nil, ErrTooLarge
	}
	if err := checkHeaders(raw); err != nil {
		return nil, err
	}
	return readFrom(&hurried{r: bytes.NewReader(raw), until: time.Now().Add(readTime)})
}

// readFrom parses a message whose size and header were checked. It recovers from a panic of the parser, so that one message
// cannot block those after it.
func readFrom(r *hurried) (l *Letter, err error) {
	defer func() {
		if stumbled := recover(); stumbled != nil {
			l, err = nil, ErrParser
		}
		if r.late {
			l, err = nil, ErrTooSlow
		}
	}()
	e, err := message.ReadWithOptions(r, &message.ReadOptions{MaxHeaderBytes: maxHeader + 4096})
	if e == nil {
		return nil, fmt.Errorf("%w: %s", ErrHeader, printable(err.Error()))
	}
	if l, err = readHeader(&e.Header); err != nil {
		return nil, err
	}
	var b body
	switch err := b.read(e, nil, 0); {
	case errors.Is(err, ErrDamaged):
		return l, err
	case err != nil:
		return nil, err
	}
	if l.Text = b.text; l.Text == "" && b.html != "" {
		l.Text = strings.TrimRight(plain(b.html), "\n ")
	}
	l.Attachments, l.Bounce, l.inside = b.attachments, b.bounce(l), b.returned
	return l, nil
}

// hurried is a reader that fails after its deadline.
type hurried struct {
	r     io.Reader
	until time.Time
	late  bool
}

func (h *hurried) Read(b []byte) (int, error) {
	if time.Now().After(h.until) {
		h.late = true
		return 0, ErrTooSlow
	}
	return h.r.Read(b)
}

// checkHeaders counts the fields before the library allocates memory for them: those of the header and, together, all possible
// ones of parts, which are lines with a colon, or folded, after a possible boundary. The library does not limit them.
func checkHeaders(raw []byte) error {
	fields, size := 0, 0
	for line := range bytes.SplitAfterSeq(raw, []byte("\n")) {
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			break
		}
		if line[0] != ' ' && line[0] != '\t' {
			fields++
		}
		if size += len(line); size > maxHeader || fields > maxFields {
			return ErrHeaderSize
		}
	}
	fields, size = 0, 0
	inside := false
	for line := range bytes.SplitAfterSeq(raw, []byte("\n")) {
		switch {
		case bytes.HasPrefix(line, []byte("--")):
			inside = true
		case inside && (bytes.IndexByte(line, ':') > 0 || bytes.HasPrefix(line, []byte(" ")) || bytes.HasPrefix(line, []byte("\t"))):
			fields++
			size += len(line)
		default:
			inside = false
		}
		if fields > maxPartFields || size > maxPartHeaders {
			return ErrHeaderSize
		}
	}
	return nil
}

func readHeader(h *message.Header) (*Letter, error) {
	from, err := sender(h)
	if err != nil {
		return nil, err
	}
	machine := automatic(h.Values("Auto-Submitted"))
	l := &Letter{
		From:        from,
		Subject:     line(h.Get("Subject")),
		References:  idsInside(h.Get("References"), maxIDs),
		Reads:       language(h.Get("Accept-Language")),
		Automatic:   machine,
		Unsubscribe: strings.Join(strings.Fields(h.Get("List-Unsubscribe")), ""),
		sign:        sign(h, from, machine),
		loops:       h.Values("X-Loop"),
		writer:      from.Addr,
		results:     h.Values("Authentication-Results"),
	}
	if to, err := addresses(h.Get("To")); err == nil && len(to) > 0 {
		l.To = to[0]
	}
	if to, err := addresses(h.Get("Reply-To")); err == nil && len(to) == 1 && to[0].Valid() {
		l.ReplyTo = to[0].Addr
	}
	if id := strings.TrimSpace(h.Get("Message-Id")); isMessageID(id) {
		l.MessageID = id
	}
	if ids := idsInside(h.Get("In-Reply-To"), maxIDs); len(ids) > 0 {
		l.InReplyTo = ids[0]
	}
	if date, err := netmail.ParseDate(h.Get("Date")); err == nil {
		l.Date = date
	}
	return l, nil
}

// idsInside returns the Message-IDs in a field, at most max. Programs written in Python write a long one as an encoded word, which
// RFC 2047 forbids.
func idsInside(field string, max int) (ids []string) {
	if strings.Contains(field, "=?") {
		field = line(field)
	}
	for len(ids) < max {
		start := strings.IndexByte(field, '<')
		if start < 0 {
			break
		}
		field = field[start:]
		end := 1 + strings.IndexFunc(field[1:], func(r rune) bool { return !idRune(r) })
		if end > 0 && isMessageID(field[:end+1]) {
			ids = append(ids, field[:end+1])
		}
		field = field[1:]
	}
	return ids
}

// language returns the first supported language in a field, or "".
func language(field string) string {
	for tag := range strings.SplitSeq(strings.ToLower(field), ",") {
		for _, name := range []string{"en", "ja"} { // "ja", "ja-JP", "ja;q=0.8"
			if rest, found := strings.CutPrefix(strings.TrimSpace(tag), name); found && (rest == "" || rest[0] == '-' || rest[0] == ';') {
				return name
			}
		}
	}
	return ""
}

// sender requires exactly one From field with one address: given two, people and programs would each see a different one.
func sender(h *message.Header) (Address, error) {
	values := h.Values("From")
	switch {
	case len(values) == 0:
		return Address{}, ErrNoSender
	case len(values) > 1:
		return Address{}, ErrManySenders
	}
	list, err := addresses(values[0])
	switch {
	case err != nil:
		return Address{}, fmt.Errorf("%w: %s", ErrNoSender, printable(err.Error()))
	case len(list) != 1:
		return Address{}, ErrManySenders
	}
	return list[0], nil
}

func addresses(field string) ([]Address, error) {
	if strings.Count(field, ",") > maxAddresses {
		return nil, i18n.Err("read.addresses", "most", maxAddresses)
	}
	parser := netmail.AddressParser{WordDecoder: &mime.WordDecoder{CharsetReader: decodeCharset}}
	list, err := parser.ParseList(field)
	if err != nil {
		return nil, err
	}
	var out []Address
	for _, a := range list {
		out = append(out, Address{Name: clean(oneSpace(a.Name)), Addr: identity.ToASCII(clean(a.Address))})
	}
	return out, nil
}

// line decodes a human-readable field.
func line(field string) string {
	decoder := mime.WordDecoder{CharsetReader: decodeCharset}
	text, err := decoder.DecodeHeader(field)
	if err != nil {
		text = field
	}
	return clean(oneSpace(text))
}

func oneSpace(s string) string { return strings.Join(strings.Fields(s), " ") }
