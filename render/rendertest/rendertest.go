// Package rendertest compares pictures.
package rendertest

import "image"

// Differs returns the mean difference of two pictures over the channels, out of 255, and the share of pixels that differ very
// much. The bounds of b must contain those of a.
func Differs(a, b image.Image) (mean, far float64) {
	sum, much := 0.0, 0
	r := a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p, q, s, _ := a.At(x, y).RGBA()
			u, v, w, _ := b.At(x, y).RGBA()
			d := 0.0
			for _, c := range [3][2]uint32{{p, u}, {q, v}, {s, w}} {
				d += float64(max(c[0], c[1])-min(c[0], c[1])) / 257 / 3
			}
			if sum += d; d > 64 {
				much++
			}
		}
	}
	n := float64(r.Dx() * r.Dy())
	return sum / n, float64(much) / n
}
