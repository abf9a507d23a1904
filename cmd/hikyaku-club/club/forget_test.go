package club_test

import (
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/base/basetest"
	"hikyaku/cmd/hikyaku-club/club"
	"hikyaku/cmd/hikyaku-club/clubtest"
)

// TestForget wants the bytes of letters to go after a week, never before they were read, and a letter that comes again later to be known.
func TestForget(t *testing.T) {
	basetest.Each(t, func(t *testing.T, open basetest.Opener) {
		h := clubtest.New(t, open(base.Options{}))
		var forget func(base.Tx, string) error
		for _, task := range h.Club.Tasks(club.Work{Letters: 1, Sends: 1}) {
			if task.Name == club.ForgetTask {
				forget = task.Do
			}
		}
		kept := func() (n int) {
			t.Helper()
			basetest.Must(t, h.Club.Base.Do(t.Context(), func(tx base.Tx) error {
				if err := forget(tx, ""); err != nil {
					return err
				}
				_, err := base.One(tx, `select count(*) from letter where raw is not null`, nil, &n)
				return err
			}))
			return n
		}
		old := h.Types("alice@example.com", "Hello", "a letter", nil)
		basetest.Must(t, h.Club.Receive(t.Context(), old))
		h.Run()
		if n := kept(); n != 1 {
			t.Errorf("a letter that was read just now: %d are kept", n)
		}
		h.Wait(8 * 24 * time.Hour)
		basetest.Must(t, h.Club.Receive(t.Context(), h.Types("bob@example.net", "Hello", "a letter that waits", nil)))
		if n := kept(); n != 1 {
			t.Errorf("after a week %d letters are kept, and one that waits", n-1)
		}
		h.Run()
		basetest.Must(t, h.Club.Receive(t.Context(), old))
		if n, err := h.Club.Once(t.Context()); n != 0 || err != nil {
			t.Errorf("a letter of last week is read again: %d, %v", n, err)
		}
	})
}
