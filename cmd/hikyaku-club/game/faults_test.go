package game_test

import (
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
)

// newFaulty returns a club with a match of Quoridor, and its database, which counts statements and can let them fail.
func newFaulty(t *testing.T) (*clubtest.Hall, *dbtest.Faulty) {
	t.Helper()
	b, err := db.Open(t.Context(), dbtest.File(t), db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(b.Close)
	faulty := &dbtest.Faulty{DB: b}
	h := clubtest.New(t, faulty)
	h.Club.Desk.System = faulty.Files()
	begins(h, "quoridor")
	return h, faulty
}

// TestNoErrorIsDropped lets every statement fail once of messages about a match, and of what is due in it without one.
func TestNoErrorIsDropped(t *testing.T) {
	h, faulty := newFaulty(t)
	h.Club.PerHour = 1000
	h.Club.Notice = func(tx db.Tx, _ string) error {
		_, err := tx.Exec(`delete from lease where name = ''`)
		return err
	}
	run := func() {
		t.Helper()
		for n := 1; n > 0; {
			faulty.Each(t, func() (err error) {
				n, err = h.Club.Once(t.Context())
				return err
			})
		}
	}
	for _, line := range [][2]string{
		{alice.Address, "accept"}, {bob.Address, "accept"}, {alice.Address, "e2"}, {bob.Address, "nonsense"}, {bob.Address, "draw"}, {bob.Address, "pause 2027-01-01..2027-01-02"},
	} {
		h.Wait(time.Minute)
		raw := h.Types(line[0], "Re: "+h.Last(line[0]).Subject, line[1], h.Last(line[0]))
		faulty.Each(t, func() error { return h.Club.Receive(t.Context(), raw) })
		run()
	}
	m, _ := matchOf(h)
	for range 4 {
		h.Wait(36 * time.Hour)
		for _, task := range h.Club.Tasks(game.Work{Letters: 1}) {
			if task.Name == game.TendTask {
				faulty.Each(t, func() error {
					return faulty.Do(t.Context(), func(tx db.Tx) error { return task.Do(tx, m.FileName()) })
				})
			}
		}
		run()
	}
	h.Wait(30 * 24 * time.Hour)
	for _, task := range append(h.Club.Tasks(game.Work{Letters: 1}), h.Club.SendTasks(game.Work{Sends: 1})...) {
		if task.Name == game.TendTask { // needs a match
			continue
		}
		faulty.Each(t, func() error {
			if task.Alone != nil {
				return task.Alone(t.Context(), "")
			}
			return faulty.Do(t.Context(), func(tx db.Tx) error { return task.Do(tx, "") })
		})
	}
}

// TestStatements checks that the number of statements per turn does not grow with the number of earlier turns.
func TestStatements(t *testing.T) {
	h, counted := newFaulty(t)
	for _, who := range []string{alice.Address, bob.Address} {
		h.Replies(who, "accept")
	}
	const most = 14 // without those of the queue, which would send both messages by one job
	for i, move := range []string{"e2", "e8", "e3", "e7", "e4", "e6"} {
		who := []string{alice.Address, bob.Address}[i%2]
		h.Wait(time.Minute)
		raw := h.Types(who, "Re: "+h.Last(who).Subject, move, h.Last(who))
		before := len(h.All())
		looks := counted.Count(t, func() error { _, err := h.Club.Once(t.Context()); return err }) // for what isn't there
		n := counted.Count(t, func() error {
			if err := h.Club.Receive(t.Context(), raw); err != nil {
				return err
			}
			_, err := h.Club.Once(t.Context())
			return err
		})
		if sent := len(h.All()) - before; sent == 0 || n-looks > most && i > 1 {
			t.Errorf("move %d takes %d statements and sends %d messages, want at most %d statements", i+1, n-looks, sent, most)
		}
	}
}
