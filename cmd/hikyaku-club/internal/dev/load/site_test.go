//go:build linux

package load

import (
	"flag"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/engine/all"
)

var (
	siteMatches = flag.Int("matches", 1000, "of BenchmarkSite: a thousand, or a multiple that is filled with copies")
	sitePlayers = flag.Int("players", 0, "of BenchmarkSite, an even number; 0 for two of each match")
)

// BenchmarkSite measures the processor time of the first drawing of a site, of an update after one turn, of the page of that match
// and its picture where they are drawn when they are asked for, and of a check of all pages when nothing has changed, and the memory that the site takes in between.
func BenchmarkSite(b *testing.B) {
	d, err := Desk(filepath.Join(b.TempDir(), "secret"))
	dbtest.Must(b, err)
	open, err := db.Open(b.Context(), dbtest.File(b), db.Options{})
	dbtest.Must(b, err)
	defer open.Close()
	game.Collect()
	c := Club(open, d)
	c.Changed = func(d *game.Deal, changes []game.Change) error {
		site.Changed(d, changes)
		return nil
	}
	begun := min(*siteMatches, 1000)
	files, err := begin(b.Context(), c, all.Game("quoridor"), 0, begun, *sitePlayers)
	dbtest.Must(b, err)
	copies := *siteMatches/begun - 1
	dbtest.Must(b, open.Do(b.Context(), func(tx db.Tx) (err error) {
		const each = `with recursive n(i) as (select 1 union all select i + 1 from n where i < $1) insert into `
		for _, query := range []string{
			each + `match (file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result, made, rated)
				select replace(file, '.', '-' || i || '.'), hash || i, short, record, head, state, game, rules, begun, changed, until, rest, ended, result, made, rated from match, n where $1 > 0`,
			each + `seat (file, address, seat) select replace(file, '.', '-' || i || '.'), replace(address, '@', '-' || i / 10 || '@'), seat from seat, n where $1 > 0`,
			`insert into member (address, name, handle, lang, joined) select distinct address, address, address, 'en', $1 from seat`,
			`update recent set changed = changed - 3600000000 - $1`, // as if they had begun before
		} {
			if err == nil {
				_, err = tx.Exec(query, copies)
			}
		}
		return err
	}))
	for _, asked := range []bool{false, true} {
		b.Run(map[bool]string{false: "written", true: "asked"}[asked], func(b *testing.B) {
			s := &site.Site{Base: open, Desk: d, Dir: filepath.Join(b.TempDir(), "site"), Address: "https://club.example.org", Version: "1", OnDemand: asked}
			benchmarkSite(b, c, s, files, *siteMatches)
		})
	}
}

func benchmarkSite(b *testing.B, c *game.Club, s *site.Site, files []string, matches int) {
	r := rand.New(rand.NewPCG(1, 2))
	turn := func(file string) {
		letters, err := replies(b.Context(), c, []string{file}, r)
		dbtest.Must(b, err)
		for _, raw := range letters {
			dbtest.Must(b, c.Receive(b.Context(), raw))
		}
		_, err = c.Once(b.Context())
		dbtest.Must(b, err)
	}
	spent := func(work func()) time.Duration {
		before := cpu(b)
		work()
		return cpu(b) - before
	}
	report := func(spent time.Duration, n int, unit string) {
		b.ReportMetric(float64(spent.Microseconds())/1000/float64(n), unit)
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	memory := heap()
	first := spent(func() { dbtest.Must(b, s.Write(b.Context())) })
	memory = heap() - memory
	game.Collect()
	written, bytes := 0, int64(0)
	dbtest.Must(b, filepath.WalkDir(s.Dir, func(_ string, e fs.DirEntry, err error) error {
		if info, _ := e.Info(); err == nil && info.Mode().IsRegular() {
			written++
			bytes += info.Size()
		}
		return err
	}))
	var used, drawn time.Duration
	n := 0
	for b.Loop() {
		file := files[n%len(files)]
		turn(file)
		used += spent(func() { dbtest.Must(b, s.Update(b.Context())) })
		if s.OnDemand {
			drawn += spent(func() {
				for _, end := range []string{".html", ".png"} {
					_, err := s.Draw(b.Context(), "match/"+strings.TrimSuffix(file, ".kif")+end)
					dbtest.Must(b, err)
				}
			})
		}
		n++
	}
	report(first, matches, "ms/match")
	b.ReportMetric(float64(written)/float64(matches), "files/match")
	b.ReportMetric(float64(bytes)/1000/float64(matches), "kB/match")
	b.ReportMetric(float64(memory)/1000/float64(matches), "kB-memory/match")
	report(used, n, "ms/update")
	if s.OnDemand {
		report(drawn, n, "ms/visit")
	}
	report(spent(func() { dbtest.Must(b, s.Write(b.Context())) }), 1, "ms/whole")
	b.ReportMetric(0, "ns/op")
}

// cpu returns the processor time of this process.
func cpu(b *testing.B) time.Duration {
	var r syscall.Rusage
	dbtest.Must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
