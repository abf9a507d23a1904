//go:build unix

package page

import (
	"io"
	"syscall"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/render"
)

// BenchmarkPage writes the page of 60 plies of each game, beside the animation of the same plies, which is the yardstick: a page
// is to cost at most twice as much CPU. The fastest of all rounds count, because other work on the machine slows down the rest.
func BenchmarkPage(b *testing.B) {
	for _, g := range all.Games {
		b.Run(g.Name, func(b *testing.B) {
			game := g.Name
			if game == "slashchain" {
				game += " tiles=3" // its longest
			}
			p := pageOf(played(b, game, 60, 1, 1024))
			page, animation := time.Hour, time.Hour
			for b.Loop() {
				page = min(page, cpu(b, func() error { return Write(io.Discard, p) }))
				animation = min(animation, cpu(b, func() error { return render.GIF(io.Discard, p.Scenes, render.GIFOptions{}) }))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(len(p.Scenes)-1), "plies")
			b.ReportMetric(page.Seconds()*1000, "page-ms")
			b.ReportMetric(animation.Seconds()*1000, "gif-ms")
			b.ReportMetric(page.Seconds()/animation.Seconds(), "page/gif")
		})
	}
}

// cpu returns the processor time that this process spends on do.
func cpu(b *testing.B, do func() error) time.Duration {
	spent := func() time.Duration {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			b.Fatal(err)
		}
		return time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	begun := spent()
	if err := do(); err != nil {
		b.Fatal(err)
	}
	return spent() - begun
}
