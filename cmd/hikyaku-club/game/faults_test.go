package game_test

import (
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
)

// TestNoErrorIsDropped lets every statement fail once of messages about a match, and of what is due in it without one.
func TestNoErrorIsDropped(t *testing.T) {
	b, err := db.Open(t.Context(), dbtest.File(t), db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(b.Close)
	faulty := &dbtest.Faulty{DB: b}
	h := clubtest.New(t, faulty)
	begins(h, "quoridor")
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
