package mailbox

import (
	"bufio"
	"cmp"
	"io"
	"net/textproto"
	"strings"

	"github.com/emersion/go-message"

	"hikyaku/internal/lazyregexp"
)

// Bounce is the content of a report about an undelivered message. Anybody can
// forge one. It concerns us only if MessageID is that of a message that we
// sent.
type Bounce struct {
	MessageID  string // the Message-ID of the letter, with < and >
	Class      int    // 4: delayed, will be retried; 5: failed; 0: unknown
	Status     string // the status code (RFC 3463), such as 5.1.1; may be empty
	Recipient  string // the address that it did not reach; may be empty
	Diagnostic string // the server's explanation, safe to print; may be empty
}

// Returned returns the beginning of the message that a delivery report contains, and its decoded text as far as it can be read.
func (l *Letter) Returned() string {
	text := string(l.inside)
	if inner, err := Read(l.inside); err == nil {
		text += "\n" + inner.Text
	}
	return text
}

const maxReport = 64 << 10 // the bytes examined of a report and of a returned letter

// beginning returns before or, if that is nil, the beginning of the part.
func beginning(e *message.Entity, before []byte) []byte {
	if before != nil {
		return before
	}
	data, _ := io.ReadAll(io.LimitReader(e.Body, maxReport)) // later damage does not matter
	return data
}

// bounce returns the delivery report in the parts, or nil.
func (b *body) bounce(l *Letter) *Bounce {
	inside := ""                                                 // the Message-ID of the letter that the report is about
	for _, where := range [][]byte{b.returned, []byte(b.text)} { // its returned header, else the text below the report
		if id := sentID().FindSubmatch(where); id != nil && inside == "" {
			inside = string(id[1])
		}
	}
	var found *Bounce
	switch {
	case b.receipt:
		return nil
	case b.status != nil && l.sign != "":
		if found = delivery(b.status); found != nil {
			found.MessageID = cmp.Or(inside, l.InReplyTo)
		}
	case inside != "" && (role(l.From.Addr) || l.sign == nullSender):
		found = parsePlainReport(b.text)
		found.MessageID = inside
	}
	if found == nil || found.MessageID == "" {
		return nil
	}
	return found
}

// parsePlainReport parses a report in plain text.
func parsePlainReport(text string) *Bounce {
	said, _, _ := strings.Cut(text, "\n---") // without the text of our letter below it
	if _, after, found := strings.Cut(said, "\n\n"); found {
		said = after // the text before it is boilerplate
	}
	found := &Bounce{Status: statusCode().FindString(said), Diagnostic: printable(said)}
	if to := recipientLine().FindStringSubmatch(said); to != nil {
		found.Recipient = printable(to[1])
	}
	if found.Status != "" {
		found.Class = int(found.Status[0] - '0')
	} else if givenUp().MatchString(text) { // the first words of qmail
		found.Class = 5
	}
	return found
}

var (
	statusCode    = lazyregexp.New(`\b[45]\.[0-9]{1,3}\.[0-9]{1,3}\b`)
	sentID        = lazyregexp.New(`(?im)^[ \t>]*message-id:\s*(<[!-;=?-~]{1,240}>)`)
	recipientLine = lazyregexp.New(`(?m)^<([^<>\s]+@[^<>\s]+)>:`)
	givenUp       = lazyregexp.New(`(?i)permanent(ly)? (error|fail)|given up|giving up`)
)

// delivery parses a delivery report: a block about the letter, then one for each recipient. The worst recipient counts.
func delivery(report []byte) *Bounce {
	var worst *Bounce
	r := textproto.NewReader(bufio.NewReader(strings.NewReader(clean(lf.Replace(string(report))))))
	for {
		block, err := r.ReadMIMEHeader()
		if found := recipient(block); found != nil && (worst == nil || found.Class > worst.Class) {
			worst = found
		}
		if err != nil {
			return worst
		}
	}
}

// recipient parses the block about one recipient. It returns nil for other blocks and for a success.
func recipient(block textproto.MIMEHeader) *Bounce {
	class := map[string]int{"failed": 5, "delayed": 4}[strings.ToLower(strings.TrimSpace(block.Get("Action")))]
	status := statusCode().FindString(block.Get("Status"))
	if class == 0 && status != "" {
		class = int(status[0] - '0')
	}
	if class != 4 && class != 5 {
		return nil
	}
	return &Bounce{
		Class: class, Status: status,
		Recipient:  printable(afterType(block.Get("Final-Recipient"))),
		Diagnostic: printable(afterType(block.Get("Diagnostic-Code"))),
	}
}

// afterType removes the leading type, as in "rfc822; taro@example.org".
func afterType(field string) string {
	if _, value, found := strings.Cut(field, ";"); found {
		return value
	}
	return field
}
