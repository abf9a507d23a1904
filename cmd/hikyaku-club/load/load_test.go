package load

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/base/basetest"
	"hikyaku/cmd/hikyaku-club/club"
	"hikyaku/cmd/hikyaku-club/shelf"
	"hikyaku/desk"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/store"
)

var (
	measure   = flag.Int("measure", 0, "how many matches are open in a measured club; 0 measures none")
	turns     = flag.Int("turns", 1000, "how many letters come")
	rate      = flag.Float64("rate", 0, "how many a second; 0 for as many as are taken")
	machines  = flag.Int("processes", 1, "how many processes work")
	idle      = flag.Duration("idle", 0, "for how long nothing comes before")
	pictures  = flag.Bool("pictures", false, "letters show the board as a picture")
	database  = flag.String("database", "", "the database, which is kept; a new one where it is empty")
	secretOf  = flag.String("secret", "", "the file of secrets of that database")
	letterers = flag.Int("letters", 6, "how many letters one process reads at once")
)

// worker is the environment variable of a process that works: the database and the file of secrets.
const worker = "HIKYAKU_CLUB_LOAD"

func TestMain(m *testing.M) {
	if p := (Plan{}); json.Unmarshal([]byte(os.Getenv(worker)), &p) == nil {
		p.Desk.Games, p.Desk.System = all.Games, store.OS{}
		ring, err := desk.LoadKeyring(store.OS{}, p.Desk.Secret)
		if p.Desk.Ring = ring; err == nil {
			err = Work(context.Background(), p)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestMeasure is no test: it measures what flags say.
func TestMeasure(t *testing.T) {
	if *measure == 0 {
		t.Skip("-measure says how many matches")
	}
	secret := cmp.Or(*secretOf, filepath.Join(t.TempDir(), "secret"))
	ring, err := desk.MakeKeyring(store.OS{}, secret)
	basetest.Must(t, err)
	address := *database
	if server := os.Getenv(basetest.Variable); address == "" && server != "" {
		address = basetest.Database(t, server)
	} else if address == "" {
		address = basetest.File(t)
	}
	p := Plan{
		Address: address, Game: all.Game("quoridor"), Matches: *measure, Turns: *turns, Rate: *rate, Processes: *machines, Idle: *idle, Picture: *pictures,
		Desk:    shelf.Desk{Games: all.Games, Me: kif.Seat{Name: "Club", Address: "club@example.org"}, Secret: secret, Ring: ring, System: store.OS{}},
		Workers: club.Work{Letters: *letterers, Sends: 6},
	}
	p.Worker = func() *exec.Cmd {
		data, err := json.Marshal(struct {
			Address string
			Workers club.Work
			Picture bool
			Desk    any
		}{address, p.Workers, p.Picture, map[string]any{"Me": p.Desk.Me, "Secret": secret}})
		basetest.Must(t, err)
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), worker+"="+string(data))
		return cmd
	}
	r, err := Run(t.Context(), p, t.Output())
	basetest.Must(t, err)
	t.Log(r)
}

// BenchmarkTurn is one turn by letter, from its arrival to the hand-over of the letters that follow, in one process and one line, in
// matches of so many plies. Compare with BenchmarkCommit on the same disk.
func BenchmarkTurn(b *testing.B) {
	each(b, func(b *testing.B, db base.Base) {
		for _, plies := range []int{4, 30} {
			b.Run(fmt.Sprint(plies), func(b *testing.B) {
				secret := filepath.Join(b.TempDir(), "secret")
				ring, err := desk.MakeKeyring(store.OS{}, secret)
				basetest.Must(b, err)
				c := Club(db, shelf.Desk{Games: all.Games, Me: kif.Seat{Name: "Club", Address: "club@example.org"}, Secret: secret, Ring: ring, System: store.OS{}})
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
