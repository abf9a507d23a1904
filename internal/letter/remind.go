package letter

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/match"
	"strings"
	"time"
)

// Overdue returns the message that the time of the player to move ended at
// end.
func (w Writer) Overdue(m *match.Match, to mailbox.Address, end time.Time) (*mailbox.Letter, error) {
	r, err := w.Reader(to.Addr)
	if err != nil {
		return nil, err
	}
	l, err := w.Turn(At(m, m.LastEntry()), to, i18n.T("remind.overdue", "who", m.Party(m.Turn), "when", i18n.Time(end, r.zone())))
	if err != nil {
		return nil, err
	}
	return w.aside(m, l, "overdue", to.Addr)
}

// aside turns a message about the last entry into one of its own that follows
// the one of that entry: why and whose distinguish it from others.
func (w Writer) aside(m *match.Match, l *mailbox.Letter, why, whose string) (*mailbox.Letter, error) {
	kind, _, _ := strings.Cut(why, " ")
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s", why, m.Head, whose))
	l.InReplyTo, l.References = l.MessageID, append(l.References, l.MessageID)
	token, err := w.tokenOf(m, len(m.Entries)-1, l.To)
	l.MessageID = messageIDOf(kind+"."+hex.EncodeToString(sum[:16]), token, domain(m, 0))
	l.Date, l.Automatic = w.Shelf.Now(), "auto-generated"
	return l, err
}

// Reminder returns the message that reminds the player to move that less than
// left remains before the deadline end.
func (w Writer) Reminder(m *match.Match, left time.Duration, end time.Time) (*mailbox.Letter, error) {
	to := Address(m.Roster.Parties[m.Turn-1])
	r, err := w.Reader(to.Addr)
	if err != nil {
		return &mailbox.Letter{To: to}, err
	}
	l, err := w.Turn(At(m, m.LastEntry()), to, i18n.T("remind.left", "span", i18n.Span(left), "when", i18n.Time(end, r.zone())))
	if err != nil {
		return &mailbox.Letter{To: to}, err
	}
	return w.aside(m, l, "remind "+left.String(), w.Shelf.Me().Address)
}

// IsReminder reports whether a letter was written by Writer.Reminder.
func IsReminder(l *mailbox.Letter) bool {
	return l.Automatic != "" && strings.HasPrefix(l.MessageID, IDPrefix+"remind.")
}
