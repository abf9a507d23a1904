package mailbox

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
)

// Address is a mail address with a display name. The name proves nothing.
type Address struct{ Name, Addr string }

// Is reports whether addr is the same address, ignoring case.
func (a Address) Is(addr string) bool {
	return strings.IndexByte(addr, '@') > 0 && identity.SameAddress(a.Addr, addr)
}

// Valid reports whether mail can be sent to Addr.
func (a Address) Valid() bool { return identity.IsAddress(a.Addr) }

// Letter is a message to send, or one that Read returned.
type Letter struct {
	From, To             Address // to send: both; when read, To is the first recipient, or empty
	ReplyTo              string  // the address that replies should go to; empty if it is From, and if it is none
	Subject              string
	MessageID, InReplyTo string   // with < and >; when read, empty unless well formed
	References           []string // likewise
	Date                 time.Time
	Text                 string // plain text, UTF-8, lines end in LF, none at the end
	HTML                 string // only to send: the same with looks; may show cid:<ContentID> of an inline attachment
	Attachments          []Attachment
	Language             string // Content-Language: of the text, "en" or "ja"; only to send
	Reads                string // Accept-Language: what the sender reads, "en" or "ja"; empty where it is not known
	Unsubscribe          string // List-Unsubscribe: a mailto address with < and >
	Log                  string // Hikyaku-Log: the signed root of a club's log; only to send
	Automatic            string // Auto-Submitted: empty for a person's letter, "auto-generated", "auto-replied"

	// Bounce is the delivery report that a received letter contains, nil for none: a standard one (RFC 3464), or a message from a
	// machine with our letter inside, as qmail sends it.
	Bounce *Bounce

	sign    string   // see MayAnswer
	loops   []string // the X-Loop fields
	inside  []byte   // see Returned
	writer  string   // the address in From, whatever becomes of From afterwards
	results []string // the Authentication-Results fields, from the top
}

// Attachment is a file attached to a letter.
//
// Read converts attachments of type text/* to UTF-8. Send data that must arrive unchanged as application/octet-stream.
type Attachment struct {
	Name      string // not trusted; never use it as a path
	Type      string // "application/octet-stream"
	ContentID string // without < and >; needed when Inline
	Inline    bool   // the HTML shows it
	Data      []byte // when read: nil if it was damaged or larger than MaxAttachment
}

// MaxAttachment is the size in bytes above which Read drops the content of an attachment.
const MaxAttachment = 6 << 20

// check returns an error if the rendered letter would be malformed.
func (l *Letter) check() error {
	ids := append([]string{l.MessageID}, l.References...)
	if l.InReplyTo != "" {
		ids = append(ids, l.InReplyTo)
	}
	for _, id := range ids {
		if !isMessageID(id) {
			return fmt.Errorf("%q is not a message id", id)
		}
	}
	for _, a := range []Address{l.From, l.To, {Addr: cmp.Or(l.ReplyTo, l.From.Addr)}} {
		if !identity.IsAddress(a.Addr) {
			return noAddress(a.Addr)
		}
	}
	for _, line := range []string{l.From.Name, l.To.Name, l.Subject, l.Log} {
		if !oneLine(line) {
			return i18n.Err("compose.control", "text", printable(line))
		}
	}
	if !utf8.ValidString(l.Text) || !utf8.ValidString(l.HTML) || strings.ContainsRune(l.Text+l.HTML, 0) {
		return i18n.Err("compose.text")
	}
	if !slices.Contains([]string{"", "auto-generated", "auto-replied"}, l.Automatic) {
		return fmt.Errorf("%q is none of auto-generated, auto-replied", l.Automatic)
	}
	if l.Date.IsZero() {
		return errors.New("the letter has no date")
	}
	for _, a := range l.Attachments {
		switch {
		case a.Name == "" || !oneLine(a.Name) || len(a.Name) > 200:
			return fmt.Errorf("%q cannot be the name of an attachment", a.Name)
		case !isMediaType(a.Type):
			return fmt.Errorf("%q is not a media type", a.Type)
		case (a.Inline || a.ContentID != "") && !isContentID(a.ContentID):
			return fmt.Errorf("%q is not a content id", a.ContentID)
		}
	}
	return nil
}

// Answers returns the Message-ID of the message that l answers, or "".
func (l *Letter) Answers() string {
	if n := len(l.References); l.InReplyTo == "" && n > 0 {
		return l.References[n-1]
	}
	return l.InReplyTo
}

func oneLine(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, unicode.IsControl) < 0
}

func isMediaType(s string) bool {
	kind, detail, _ := strings.Cut(s, "/")
	return isToken(kind) && isToken(detail)
}

func isContentID(s string) bool {
	return s != "" && len(s) <= 120 && consistsOf(s, func(r rune) bool {
		return lowerAlnum(r) || 'A' <= r && r <= 'Z' || strings.ContainsRune("._@-", r)
	})
}
