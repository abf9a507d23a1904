package letter

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// TestDigestOrder wants matches where the reader is to move first, and those with the nearest deadline before the others.
func TestDigestOrder(t *testing.T) {
	var d Digest
	now := time.Date(2026, 11, 28, 7, 0, 0, 0, time.UTC)
	for name, days := range map[string]int{"Carol": 0, "Dave": 3, "Erin": 1} {
		s := match.Summary{Hash: "0123456789", Title: i18n.Same("Shogi"), Names: []string{name}}
		if days > 0 {
			s.Until = now.AddDate(0, 0, days)
		}
		d.Add(s, ToMove)
	}
	d.Add(match.Summary{Hash: "0123456789", Title: i18n.Same("Shogi"), Names: []string{"Bob"}}, ToJoin)
	d.Add(match.Summary{Hash: "0123456789", Title: i18n.Same("Shogi"), Names: []string{"Fred"}}, ToAgree, Overdue)
	text := d.Letter(kif.Seat{Name: "Alice", Address: "alice@example.org"}, "en", now, now, nil).Text
	var got []string
	for line := range strings.Lines(text) {
		if _, name, found := strings.Cut(line, "Shogi, with "); found {
			got = append(got, strings.TrimSpace(name))
		}
	}
	if want := []string{"Fred", "Erin", "Dave", "Carol", "Bob"}; !slices.Equal(got, want) {
		t.Errorf("the opponents are %q, want %q, in\n%s", got, want, text)
	}
}
