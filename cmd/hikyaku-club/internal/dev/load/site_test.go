//go:build linux

package load

import (
	"flag"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/engine/all"
)

var siteMatches = flag.Int("matches", 1000, "of BenchmarkSite")

// BenchmarkSite measures the processor time of the first drawing of a site, of an update after one turn, and of a check of all
// pages when nothing has changed.
func BenchmarkSite(b *testing.B) {
	d, err := Desk(filepath.Join(b.TempDir(), "secret"))
	dbtest.Must(b, err)
	open, err := db.Open(b.Context(), dbtest.File(b), db.Options{})
	dbtest.Must(b, err)
	defer open.Close()
	game.Collect()
	c := Club(open, d)
	files, err := begin(b.Context(), c, all.Game("quoridor"), 0, *siteMatches)
	dbtest.Must(b, err)
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
	s := &site.Site{Base: open, Desk: d, Dir: filepath.Join(b.TempDir(), "site"), Address: "https://club.example.org", Version: "1"}
	before := cpu(b)
	dbtest.Must(b, s.Write(b.Context()))
	b.ReportMetric(float64((cpu(b)-before).Microseconds())/1000/float64(len(files)), "ms/match")
	written, bytes := 0, int64(0)
	dbtest.Must(b, filepath.WalkDir(s.Dir, func(_ string, e fs.DirEntry, err error) error {
		if info, _ := e.Info(); err == nil && info.Mode().IsRegular() {
			written++
			bytes += info.Size()
		}
		return err
	}))
	b.ReportMetric(float64(written)/float64(len(files)), "files/match")
	b.ReportMetric(float64(bytes)/1000/float64(len(files)), "kB/match")
	var used time.Duration
	for n := range b.N {
		turn(files[n%len(files)])
		before := cpu(b)
		dbtest.Must(b, s.Update(b.Context()))
		used += cpu(b) - before
	}
	b.ReportMetric(float64(used.Microseconds())/1000/float64(b.N), "ms/update")
	before = cpu(b)
	dbtest.Must(b, s.Write(b.Context()))
	b.ReportMetric(float64((cpu(b)-before).Microseconds())/1000, "ms/whole")
	b.ReportMetric(0, "ns/op")
}

// cpu returns the processor time of this process.
func cpu(b *testing.B) time.Duration {
	var r syscall.Rusage
	dbtest.Must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
