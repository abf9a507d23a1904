package render

import (
	"bytes"
	"testing"
)

// BenchmarkPNG draws each game's scene at 900 pixels and reports the bytes of the file.
func BenchmarkPNG(b *testing.B) {
	for _, s := range scenes() {
		b.Run(s.name, func(b *testing.B) {
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if err := PNG(&out, s.scene, PNGOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out.Len()), "file-bytes")
		})
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
