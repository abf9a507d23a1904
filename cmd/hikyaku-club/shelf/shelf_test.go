package shelf_test

import (
	"path/filepath"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/base/basetest"
	"hikyaku/cmd/hikyaku-club/clubtest"
	"hikyaku/cmd/hikyaku-club/shelf"
	"hikyaku/internal/courier"
	"hikyaku/internal/courier/shelftest"
	"hikyaku/internal/home"
)

// TestShelf wants of rows what every shelf does, each work in a transaction of its own.
func TestShelf(t *testing.T) {
	basetest.Each(t, func(t *testing.T, open basetest.Opener) {
		shelftest.Run(t, func(t *testing.T) shelftest.In {
			b, d := open(base.Options{}), clubtest.Desk(filepath.Join(t.TempDir(), "secret"))
			return func(work func(courier.Shelf, *home.Desk)) {
				basetest.Must(t, b.Do(t.Context(), func(tx base.Tx) error {
					s := shelf.New(tx, d, time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC), nil)
					work(s, s.Desk)
					_, err := s.Settle()
					return err
				}))
			}
		})
	})
}
