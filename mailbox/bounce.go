package mailbox

import (
	"bufio"
	"cmp"
	"io"
	"net/textproto"
	"strings"

	"github.com/emersion/go-message"
)

// Bounce is what a report says of a letter that was not delivered. Anybody can write one: it proves nothing, and is about
// us only if MessageID is that of a letter we sent.
type Bounce struct {
	MessageID  string // of the letter, with < and >
	Class      int    // 4: late, will be tried again; 5: given up; 0: not said
	Status     string // the code (RFC 3463), such as 5.1.1; may be empty
	Recipient  string // whom it did not reach; may be empty
	Diagnostic string // the server's words, made safe to print; may be empty
}

// Bounce gives what a letter that was read reports of one that was sent, if it is such a report: the standard one (RFC 3464),
// or a machine's letter with that of ours inside, as qmail writes it.
func (l *Letter) Bounce() (*Bounce, bool) {
	return l.bounce, l.bounce != nil
}

const maxReport = 64 << 10 // bytes looked at of a report, and of what came back

// beginning reads the beginning of a part, if it is the first of its kind.
func beginning(e *message.Entity, before []byte) []byte {
	if before != nil {
		return before
	}
	data, _ := io.ReadAll(io.LimitReader(e.Body, maxReport)) // damage further down does not matter
	return data
}

// bounce makes out what the parts report.
func (b *body) bounce(l *Letter) *Bounce {
	var found *Bounce
	switch inside := b.sentID(); {
	case b.receipt:
		return nil
	case b.status != nil && l.sign != "":
		if found = delivery(b.status); found != nil {
			found.MessageID = cmp.Or(inside, l.InReplyTo)
		}
	case inside != "" && (role(l.From.Addr) || l.sign == nullSender):
		found = loose(b.text)
		found.MessageID = inside
	}
	if found == nil || found.MessageID == "" {
		return nil
	}
	return found
}

// loose makes out what a machine says in its own words.
func loose(text string) *Bounce {
	said := machineWords(text)
	found := &Bounce{Status: statusCode().FindString(said), Diagnostic: words(said)}
	if to := recipientLine().FindStringSubmatch(said); to != nil {
		found.Recipient = words(to[1])
	}
	if found.Status != "" {
		found.Class = int(found.Status[0] - '0')
	} else if givenUp().MatchString(text) { // qmail says so in its first words

		found.Class = 5
	}
	return found
}

var (
	statusCode    = lazy(`\b[45]\.[0-9]{1,3}\.[0-9]{1,3}\b`)
	sentID        = lazy(`(?im)^[ \t>]*message-id:\s*(<[!-;=?-~]{1,240}>)`)
	recipientLine = lazy(`(?m)^<([^<>\s]+@[^<>\s]+)>:`)
	givenUp       = lazy(`(?i)permanent(ly)? (error|fail)|given up|giving up`)
)

// sentID is the id of the letter that the report is about: from its header, if that came back, else from the text below the
// words of the machine.
func (b *body) sentID() string {
	for _, where := range [][]byte{b.returned, []byte(b.text)} {
		if found := sentID().FindSubmatch(where); found != nil {
			return string(found[1])
		}
	}
	return ""
}

// delivery reads a report on a delivery: a block on the letter, then one on each recipient, of which the worst counts.
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

// recipient reads the block on one recipient; nil if it is about something else, or good news.
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
		Recipient:  words(afterType(block.Get("Final-Recipient"))),
		Diagnostic: words(afterType(block.Get("Diagnostic-Code"))),
	}
}

// afterType drops the kind of address or code that stands in front, as in "rfc822; taro@example.org".
func afterType(field string) string {
	if _, value, found := strings.Cut(field, ";"); found {
		return value
	}
	return field
}

// machineWords gives the words of the machine, without those of the letter below them.
func machineWords(text string) string {
	text, _, _ = strings.Cut(text, "\n---")
	if _, after, found := strings.Cut(text, "\n\n"); found {
		return after // what came before is the same in all its letters
	}
	return text
}
