package letter

import (
	"fmt"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Overdue returns the message that the time of the player to move ended at
// end.
func (w Writer) Overdue(m *match.Match, to mailbox.Address, end time.Time) (*mailbox.Letter, error) {
	return w.aside(m, to, "overdue", to.Addr, end, "remind.overdue", "who", m.Party(m.Turn))
}

// Reminder returns the message that reminds the player to move that less than
// left remains before the deadline end.
func (w Writer) Reminder(m *match.Match, left time.Duration, end time.Time) (*mailbox.Letter, error) {
	to := Address(m.Roster.Parties[m.Turn-1])
	return w.aside(m, to, "remind "+left.String(), w.Shelf.Me().Address, end, "remind.left", "span", i18n.Span(left))
}

// aside returns a message of its own that follows the one of the last entry, and
// begins with the sentence of key about a deadline: why and whose distinguish it
// from others. With an error it has only the address.
func (w Writer) aside(m *match.Match, to mailbox.Address, why, whose string, end time.Time, key string, args ...any) (*mailbox.Letter, error) {
	r, err := w.Reader(to.Addr)
	if err != nil {
		return &mailbox.Letter{To: to}, err
	}
	l, err := w.Turn(At(m, m.LastEntry()), to, i18n.T(key, append(args, "when", i18n.Time(end, r.zone()))...))
	if err != nil {
		return &mailbox.Letter{To: to}, err
	}
	kind, _, _ := strings.Cut(why, " ")
	l.InReplyTo, l.References = l.MessageID, append(l.References, l.MessageID)
	token, err := w.tokenOf(m, len(m.Entries)-1, to)
	l.MessageID = messageIDOf(kind+"."+fingerprint(fmt.Sprintf("%s %s %s", why, m.Head, whose)), token, domain(m, 0))
	l.Date, l.Automatic = w.Shelf.Now(), "auto-generated"
	return l, err
}

// IsReminder reports whether a letter was written by Writer.Reminder.
func IsReminder(l *mailbox.Letter) bool {
	return l.Automatic != "" && strings.HasPrefix(l.MessageID, IDPrefix+"remind.")
}
