package mailbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Address is a mailbox with the name that decorates it. The name proves nothing.
type Address struct{ Name, Addr string }

// Is reports whether addr is the same mailbox, up to case.
func (a Address) Is(addr string) bool {
	// Of other length are signs that only look alike, such as that of the kelvin.
	return strings.IndexByte(addr, '@') > 0 && len(a.Addr) == len(addr) && strings.EqualFold(a.Addr, addr)
}

// Valid reports whether Addr has the form of a mail address that letters are sent to.
func (a Address) Valid() bool { return isAddress(a.Addr) }

// Letter is one message, as it is to be sent or as it was read.
type Letter struct {
	From, To             Address // to send: both; when read, To is the first that is named, or empty
	Subject              string
	MessageID, InReplyTo string   // with < and >; when read, empty unless well formed
	References           []string // likewise
	Date                 time.Time
	Text                 string // plain text, UTF-8, lines end in LF, none at the end
	HTML                 string // only to send: the same with looks; may show cid:<ContentID> of an inline attachment
	Attachments          []Attachment
	Automatic            string // Auto-Submitted: empty for a person's letter, "auto-generated", "auto-replied"

	sign   string   // see MayAnswer
	loops  []string // the X-Loop fields
	bounce *Bounce  // see Bounce
}

// Attachment is a file that travels with a letter.
//
// A part of type text/* comes out of Read as UTF-8, whatever it was sent as. What must arrive byte for byte is sent as
// application/octet-stream.
type Attachment struct {
	Name      string // never to be used as a path
	Type      string // "application/octet-stream"
	ContentID string // without < and >; needed when Inline
	Inline    bool   // belongs to the HTML
	Data      []byte // when read: nil if it was damaged or larger than MaxAttachment
}

// MaxAttachment is the size in bytes above which Read does not keep the content of an attachment.
const MaxAttachment = 1 << 20

// check refuses a letter of which the mail would not be well formed.
func (l *Letter) check() error {
	if err := l.checkIDs(); err != nil {
		return err
	}
	for _, a := range []Address{l.From, l.To} {
		if !isAddress(a.Addr) {
			return fmt.Errorf("%q is not a mail address", a.Addr)
		}
	}
	for _, line := range []string{l.From.Name, l.To.Name, l.Subject} {
		if !oneLine(line) {
			return fmt.Errorf("%q has a control character or is not UTF-8", line)
		}
	}
	if !utf8.ValidString(l.Text) || !utf8.ValidString(l.HTML) || strings.ContainsRune(l.Text+l.HTML, 0) {
		return errors.New("the text is not UTF-8, or has a NUL")
	}
	if !slices.Contains([]string{"", "auto-generated", "auto-replied"}, l.Automatic) {
		return fmt.Errorf("%q is none of auto-generated, auto-replied", l.Automatic)
	}
	if l.Date.IsZero() {
		return errors.New("the letter has no date")
	}
	for _, a := range l.Attachments {
		if err := a.check(); err != nil {
			return err
		}
	}
	return nil
}

func (l *Letter) checkIDs() error {
	ids := append([]string{l.MessageID}, l.References...)
	if l.InReplyTo != "" {
		ids = append(ids, l.InReplyTo)
	}
	for _, id := range ids {
		if !isMessageID(id) {
			return fmt.Errorf("%q is not a message id", id)
		}
	}
	return nil
}

func (a Attachment) check() error {
	switch {
	case a.Name == "" || !oneLine(a.Name) || len(a.Name) > 200:
		return fmt.Errorf("%q cannot be the name of an attachment", a.Name)
	case !isMediaType(a.Type):
		return fmt.Errorf("%q is not a media type", a.Type)
	case (a.Inline || a.ContentID != "") && !isContentID(a.ContentID):
		return fmt.Errorf("%q is not a content id", a.ContentID)
	}
	return nil
}

func oneLine(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, unicode.IsControl) < 0
}
