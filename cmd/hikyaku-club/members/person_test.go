package members_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/members"
)

// TestNamesOfAClub checks that a name that resembles another member's, or contains invisible characters, is refused when joining
// and when being renamed.
func TestNamesOfAClub(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(bob, carol)
		refused := map[string]string{
			"bob":             "is taken",
			"Ｂｏｂ":             "is taken",
			"B o b":           "is taken",
			"Вob":             `looks like "Bob"`, // Cyrillic
			"Βοb":             `looks like "Bob"`, // Greek
			"B\u0332ob":       `looks like "Bob"`,
			"Caro1":           `looks like "Carol"`,
			"Bob\u3164":       `"Bob\u3164" contains invisible characters`,
			"Bob\u115f":       "contains invisible characters",
			"B\u034fob":       "contains invisible characters",
			"Bob\ufe0f":       "contains invisible characters",
			"Dave\u3164":      "contains invisible characters",
			"Ch\u0435ss Café": "is taken", // the club itself, with a Cyrillic е
		}
		n := 0
		for name, why := range refused {
			n++
			from := fmt.Sprintf("new%d@example.org", n)
			h.Writes(from, "Hello", "join "+name)
			if last := h.Last(from).Text; !strings.Contains(last, why) && !strings.Contains(last, "is taken") { // mail programs' marks are gone before
				t.Errorf("%+q is told\n%s", name, last)
			}
			err := h.Club.Do(h.Context(), func(d *game.Deal) error { return members.Rename(d, carol, name) })
			if name != "Caro1" && (err == nil || !strings.Contains(err.Error(), why)) {
				t.Errorf("Carol is renamed %+q: %v", name, err)
			}
			h.Wait(48 * time.Hour)
		}
		h.wants(2, `select count(*) from member`)
		h.joins(dave)
		if err := h.Club.Do(h.Context(), func(d *game.Deal) error { return members.Rename(d, carol, "CAROL") }); err != nil {
			t.Errorf("Carol's own name is refused: %v", err)
		}
	})
}
