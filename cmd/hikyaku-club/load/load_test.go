package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/base/basetest"
	"hikyaku/cmd/hikyaku-club/club"
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
	basetest.Must(t, err)
	p := Plan{Address: basetest.File(t), Desk: d, Game: all.Game("slashchain"), Matches: 12, Turns: 10, Processes: 2, Workers: club.Work{Letters: 2, Sends: 2}}
	for range 2 {
		r, err := Run(t.Context(), p, t.Output())
		basetest.Must(t, err)
		if r.Turns != 10 || r.PerSecond <= 0 || r.P50 <= 0 || r.P99 < r.P50 || r.BytesMatch <= 0 {
			t.Errorf("the result is %+v", r)
		}
	}
}

// BenchmarkTurn is one turn by letter, from its arrival to the hand-over of the letters that follow, in one process and one line, in
// matches of so many plies. Compare with BenchmarkCommit on the same disk.
func BenchmarkTurn(b *testing.B) {
	each(b, func(b *testing.B, db base.Base) {
		for _, plies := range []int{4, 30} {
			b.Run(fmt.Sprint(plies), func(b *testing.B) {
				secret := filepath.Join(b.TempDir(), "secret")
				d, err := Desk(secret)
				basetest.Must(b, err)
				c := Club(db, d)
				r := rand.New(rand.NewPCG(1, 2))
				const width = 20
				files, err := Begin(b.Context(), c, all.Game("quoridor"), plies*1000, width)
				basetest.Must(b, err)
				round := func() (n int) {
					letters, err := Replies(b.Context(), c, files, r)
					basetest.Must(b, err)
					b.StartTimer()
					for _, raw := range letters {
						basetest.Must(b, c.Receive(b.Context(), raw))
					}
					_, err = c.Once(b.Context())
					basetest.Must(b, err)
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
	each(b, func(b *testing.B, db base.Base) {
		for n := range b.N {
			basetest.Must(b, db.Do(b.Context(), func(tx base.Tx) error {
				_, err := tx.Exec(`insert into memory (name, data) values ($1, $2) on conflict (name) do update set data = excluded.data`, fmt.Sprint(n%10), []byte("x"))
				return err
			}))
		}
	})
}

// each runs a benchmark with SQLite, and with PostgreSQL where there is a server.
func each(b *testing.B, run func(*testing.B, base.Base)) {
	addresses := map[string]string{"SQLite": basetest.File(b)}
	if server := os.Getenv(basetest.Variable); server != "" {
		addresses["PostgreSQL"] = basetest.Database(b, server)
	}
	for name, address := range addresses {
		b.Run(name, func(b *testing.B) {
			db, err := base.Open(context.Background(), address, base.Options{})
			basetest.Must(b, err)
			defer db.Close()
			run(b, db)
		})
	}
}
