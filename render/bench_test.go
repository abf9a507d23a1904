//go:build unix

package render

import (
	"bytes"
	"io"
	"slices"
	"syscall"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

// exhibit is a game of which pictures are measured.
type exhibit struct {
	name    string
	game    *engine.Game
	options engine.Options
}

func exhibits() []exhibit {
	list := []exhibit{{"quoridor-four", all.Game("quoridor"), engine.Options{"players": "4"}}}
	for _, g := range all.Games {
		list = append(list, exhibit{g.Name, g, longest[g.Name]})
	}
	slices.SortFunc(list, func(a, b exhibit) int { return bytes.Compare([]byte(a.name), []byte(b.name)) })
	return list
}

// middle returns a scene of the middle of the game.
func (e exhibit) middle(b *testing.B) engine.Scene {
	b.Helper()
	scenes, _ := film(b, e.game, e.options, 24)
	n := len(scenes) - 1
	for scenes[n].Turn.Seat == 0 {
		n--
	}
	return scenes[n]
}

// measure draws n pictures a loop. It reports the processor time and the bytes of one of them, in the fastest loop, because
// other work on the machine makes the others slower.
func measure(b *testing.B, n int, draw func(w io.Writer) error) {
	var out bytes.Buffer
	fastest := time.Hour
	for b.Loop() {
		out.Reset()
		begun := worked(b)
		if err := draw(&out); err != nil {
			b.Fatal(err)
		}
		fastest = min(fastest, worked(b)-begun)
	}
	b.ReportMetric(float64(fastest.Microseconds())/1000/float64(n), "cpu-ms")
	b.ReportMetric(float64(out.Len())/1000/float64(n), "kB")
}

// worked returns the processor time of this process so far.
func worked(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkPNG draws the middle of each game at 900 pixels.
func BenchmarkPNG(b *testing.B) {
	for _, e := range exhibits() {
		s := e.middle(b)
		for _, plain := range []bool{false, true} {
			b.Run(e.name+grained(plain), func(b *testing.B) {
				measure(b, 1, func(w io.Writer) error { return PNG(w, s, PNGOptions{Plain: plain}) })
			})
		}
	}
}

// grained is the end of the name of a picture.
func grained(plain bool) string {
	if plain {
		return "/plain"
	}
	return ""
}

// BenchmarkGIF animates 60 plies of each game at 500 pixels.
func BenchmarkGIF(b *testing.B) {
	for _, e := range exhibits() {
		b.Run(e.name, func(b *testing.B) {
			scenes, quick := film(b, e.game, e.options, 60)
			measure(b, 1, func(w io.Writer) error { return GIF(w, scenes, GIFOptions{Quick: quick}) })
			b.ReportMetric(float64(len(scenes)), "scenes")
		})
	}
}

// BenchmarkTheme draws the middle of all games at 900 pixels in each theme: the cost of one picture on average.
func BenchmarkTheme(b *testing.B) {
	var scenes []engine.Scene
	for _, e := range exhibits() {
		scenes = append(scenes, e.middle(b))
	}
	for _, theme := range Themes() {
		for _, plain := range []bool{false, true} {
			if plain && themes[theme].grain.A == 0 {
				continue // it has no grain
			}
			b.Run(theme+grained(plain), func(b *testing.B) {
				measure(b, len(scenes), func(w io.Writer) error {
					for _, s := range scenes {
						if err := PNG(w, s, PNGOptions{Theme: theme, Plain: plain}); err != nil {
							return err
						}
					}
					return nil
				})
			})
		}
	}
}

// BenchmarkText writes each game's scene.
func BenchmarkText(b *testing.B) {
	for _, s := range scenes() {
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				Text(s.scene, TextOptions{Lang: "ja"})
			}
		})
	}
}
