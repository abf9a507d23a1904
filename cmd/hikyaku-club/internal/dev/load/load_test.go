package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/engine/all"
)

func TestMain(m *testing.M) {
	if works, err := Works(os.Stdout); works {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestRun measures a small club with two processes.
func TestRun(t *testing.T) {
	d, err := Desk(filepath.Join(t.TempDir(), "secret"))
	dbtest.Must(t, err)
	p := Plan{Address: dbtest.File(t), Desk: d, Game: all.Game("slashchain"), Matches: 12, Turns: 10, Processes: 2, Workers: game.Work{Letters: 2, Sends: 2}}
	for range 2 {
		r, err := Run(t.Context(), p, t.Output())
		dbtest.Must(t, err)
		if r.Turns != 10 || r.PerSecond <= 0 || r.P50 <= 0 || r.P99 < r.P50 || r.BytesMatch <= 0 {
			t.Errorf("the result is %+v", r)
		}
	}
}

// BenchmarkTurn is one turn by letter, from its arrival to the hand-over of the letters that follow, in one process and one line, in
// matches of so many plies. Compare with BenchmarkCommit on the same disk.
func BenchmarkTurn(b *testing.B) {
	each(b, func(b *testing.B, open db.DB) {
		for _, plies := range []int{4, 30} {
			b.Run(fmt.Sprint(plies), func(b *testing.B) {
				secret := filepath.Join(b.TempDir(), "secret")
				d, err := Desk(secret)
				dbtest.Must(b, err)
				c := Club(open, d)
				r := rand.New(rand.NewPCG(1, 2))
				const width = 20
				files, err := begin(b.Context(), c, all.Game("quoridor"), plies*1000, width, 0)
				dbtest.Must(b, err)
				round := func() (n int) {
					letters, err := replies(b.Context(), c, files, r)
					dbtest.Must(b, err)
					b.StartTimer()
					for _, raw := range letters {
						dbtest.Must(b, c.Receive(b.Context(), raw))
					}
					_, err = c.Once(b.Context())
					dbtest.Must(b, err)
					b.StopTimer()
					return len(letters)
				}
				b.StopTimer()
				for range plies {
					round()
				}
				b.ResetTimer()
				for n := 0; n < b.N; n += round() {
				}
			})
		}
	})
}

// BenchmarkCommit is the smallest transaction that lasts.
func BenchmarkCommit(b *testing.B) {
	each(b, func(b *testing.B, open db.DB) {
		for n := range b.N {
			dbtest.Must(b, open.Do(b.Context(), func(tx db.Tx) error {
				_, err := tx.Exec(`insert into memory (name, data) values ($1, $2) on conflict (name) do update set data = excluded.data`, fmt.Sprint(n%10), []byte("x"))
				return err
			}))
		}
	})
}

// each runs a benchmark with SQLite, and with PostgreSQL where there is a server.
func each(b *testing.B, run func(*testing.B, db.DB)) {
	addresses := map[string]string{"SQLite": dbtest.File(b)}
	if server := os.Getenv(dbtest.Variable); server != "" {
		addresses["PostgreSQL"] = dbtest.Database(b, server)
	}
	for name, address := range addresses {
		b.Run(name, func(b *testing.B) {
			open, err := db.Open(context.Background(), address, db.Options{})
			dbtest.Must(b, err)
			defer open.Close()
			run(b, open)
		})
	}
}
