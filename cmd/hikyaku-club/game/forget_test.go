package game_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/internal/i18n"
)

// TestForget checks that the bytes of messages are deleted after a week, but never before they were read, and that a duplicate
// arriving later is recognized.
func TestForget(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		var forget func(db.Tx, string) error
		for _, task := range h.Club.Tasks(game.Work{Letters: 1, Sends: 1}) {
			if task.Name == game.ForgetTask {
				forget = task.Do
			}
		}
		kept := func() (n int) {
			t.Helper()
			dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
				if err := forget(tx, ""); err != nil {
					return err
				}
				_, err := db.One(tx, `select count(*) from letter where raw is not null`, nil, &n)
				return err
			}))
			return n
		}
		old := h.Types("alice@example.com", "Hello", "a letter", nil)
		dbtest.Must(t, h.Club.Receive(t.Context(), old))
		h.Run()
		if n := kept(); n != 1 {
			t.Errorf("a letter that was read just now: %d are kept", n)
		}
		h.Wait(8 * 24 * time.Hour)
		dbtest.Must(t, h.Club.Receive(t.Context(), h.Types("bob@example.net", "Hello", "a letter that waits", nil)))
		if n := kept(); n != 1 {
			t.Errorf("after a week %d letters are kept, and one that waits", n-1)
		}
		h.Run()
		dbtest.Must(t, h.Club.Receive(t.Context(), old))
		if n, err := h.Club.Once(t.Context()); n != 0 || err != nil {
			t.Errorf("a letter of last week is read again: %d, %v", n, err)
		}
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			return d.Write("alice@example.com", "news", "en", i18n.Same("News"), i18n.Same("Something that has gone out"))
		}))
		h.Run()
		h.Wait(31 * 24 * time.Hour)
		kept()
		left := 0
		dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
			_, err := db.One(tx, `select (select count(*) from letter) + (select count(*) from out)`, nil, &left)
			return err
		}))
		if left != 0 {
			t.Errorf("%d rows of messages are kept after a month", left)
		}
	})
}

// TestManyRows checks that matches with due work and old rows are taken in portions, and that a job continues after a full one.
func TestManyRows(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	for _, test := range []struct {
		task string
		rows int
		want string // the numbers of jobs by task
	}{{"due", 199, "tend 199"}, {"due", 200, "due 1 tend 200"}, {"forget", 199, ""}, {"forget", 200, "forget 1"}} {
		dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
			for _, query := range []string{`delete from match`, `delete from letter`, `delete from river_job`} {
				if _, err := tx.Exec(query); err != nil {
					return err
				}
			}
			for n := range test.rows {
				query := `insert into match (file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result) values ($1, $1, $1, '', '', 'open', '', '', 1, 1, 1, 1, 0, '')`
				if test.task == "forget" {
					query = `insert into letter (key, sender, raw, arrived, read) values ($1, '', $1, 1, 1)`
				}
				if _, err := tx.Exec(query, fmt.Sprint(n)); err != nil {
					return err
				}
			}
			return nil
		}))
		dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
			for _, task := range h.Club.Tasks(game.Work{}) {
				if task.Name == test.task {
					return task.Do(tx, "")
				}
			}
			return nil
		}))
		jobs, err := h.Club.Base.Jobs(t.Context())
		dbtest.Must(t, err)
		got := ""
		for _, j := range jobs {
			got += fmt.Sprint(" ", j.Task, " ", j.N)
		}
		if strings.TrimSpace(got) != test.want {
			t.Errorf("%d rows of %s make the jobs%s, want %s", test.rows, test.task, got, test.want)
		}
	}
}
