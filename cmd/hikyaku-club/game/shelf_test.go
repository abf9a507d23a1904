package game_test

import (
	"path/filepath"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/internal/courier"
	"hikyaku/internal/courier/shelftest"
	"hikyaku/internal/home"
)

// TestShelf runs the tests for shelves on rows, with a transaction for each work.
func TestShelf(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		shelftest.Run(t, func(t *testing.T) shelftest.In {
			b, d := open(db.Options{}), clubtest.Desk(filepath.Join(t.TempDir(), "secret"))
			return func(work func(courier.Shelf, *home.Desk)) {
				dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
					s := game.NewShelf(tx, d, time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC), nil)
					work(s, s.Desk)
					_, err := s.Settle()
					return err
				}))
			}
		})
	})
}
