package home_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// TestUndelivered: the fate of the last message is kept for each address, until it has been sent or the match has another entry.
func TestUndelivered(t *testing.T) {
	alice := newSeat(t, "Alice")
	m := alice.invites(kif.Seat{Address: "bob@example.org"}, kif.Seat{Address: "carol@example.org"}, kif.Seat{Address: "dave@example.org"})
	const (
		refused = "The invitation didn't reach bob@example.org: 550 no such user. If the address is wrong, withdraw this invitation and invite again with the right one."
		waiting = " is waiting to be sent; hikyaku tries again whenever it checks mail. The last attempt failed: no network"
	)
	for _, step := range []struct {
		to, why string
		waits   bool
		want    string
	}{
		{"carol@example.org", "no network", true, "Your invitation to carol@example.org" + waiting},
		{"bob@example.org", "550 no such user", false, refused + " Your invitation to carol@example.org" + waiting},
		{"dave@example.org", "no network", true, refused + " Your invitation to carol@example.org and dave@example.org" + waiting},
		{"carol@example.org", "", false, refused + " Your invitation to dave@example.org" + waiting},
		{"dave@example.org", "", false, refused},
		{"bob@example.org", "", false, ""},
	} {
		alice.must(alice.Desk.NoteUndelivered(home.Copy{File: alice.file, Match: m}, step.to, i18n.Same(step.why), step.waits))
		text, waits := alice.Undelivered(alice.Summarise(alice.open()))
		if text.En != step.want || waits != strings.Contains(step.want, waiting) {
			t.Errorf("after %q for %s: %q (%v), want %q", step.why, step.to, text.En, waits, step.want)
		}
	}
	if files, err := fs.Glob(os.DirFS(alice.Dir), ".*.undelivered"); err != nil || len(files) > 0 {
		t.Errorf("the note stays: %v %v", files, err)
	}
	alice.must(alice.Desk.NoteUndelivered(home.Copy{File: alice.file, Match: m}, "bob@example.org", i18n.Same("no network"), true))
	alice.invites(kif.Seat{Address: "bob@example.org"})
	alice.must(os.Rename(filepath.Join(alice.Dir, "."+m.FileName()+".undelivered"), filepath.Join(alice.Dir, "."+filepath.Base(alice.file)+".undelivered")))
	if text, _ := alice.Undelivered(alice.Summarise(alice.open())); text != (i18n.Text{}) {
		t.Errorf("with another entry: %q", text.En)
	}
}
