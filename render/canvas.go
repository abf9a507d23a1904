package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// fix is a length in 64ths of a pixel. Shapes consist of integers up to the rasteriser.
type fix = int

const px fix = 64

// canvas is a picture of at most 255 colours, so that an animation has one to spare. Smooth edges are mixtures in
// sixteen steps of the colour below and the drawn colour. Each mixture is computed once.
type canvas struct {
	img    *image.Paletted
	mixed  [256]*[256][16]uint8 // by colour, ground and step the index of the mixture, plus 1
	solid  map[color.RGBA]uint8 // the places of solid colours in the palette
	raster vector.Rasterizer
	mask   []uint8
	discs  map[int][]uint8 // by radius, how much circles around whole pixels cover of each pixel of their square
}

func newCanvas(w, h int, ground color.RGBA) *canvas {
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{ground})
	return &canvas{img: img, solid: map[color.RGBA]uint8{}, discs: map[int][]uint8{}}
}

// solids is the number of places of the palette that mixtures leave free, so that later shapes get their exact colours.
const solids = 40

// index returns the place of want in the palette. It adds the colour if there is room, and else returns the nearest
// one. near is the difference, summed over the channels, up to which another colour will do; it is 0 for solid colours.
func (c *canvas) index(want color.RGBA, near int) uint8 {
	if i, known := c.solid[want]; known {
		return i
	}
	best, least := 0, math.MaxInt
	for i, have := range c.img.Palette {
		h := have.(color.RGBA)
		if d := distance(h.R, want.R) + distance(h.G, want.G) + distance(h.B, want.B); d < least {
			best, least = i, d
		}
	}
	room := unchanged
	if near > 0 {
		room -= solids
	}
	if least > near && len(c.img.Palette) < room {
		c.img.Palette = append(c.img.Palette, want)
		best, least = len(c.img.Palette)-1, 0
	}
	if near == 0 && least == 0 {
		c.solid[want] = uint8(best)
	}
	return uint8(best)
}

func distance(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

// group does nothing, because a pixel picture has no groups.
func (c *canvas) group(string, string) {}

func (c *canvas) again(_ func([]byte) []byte, draw func()) { draw() }

// rect fills whole pixels.
func (c *canvas) rect(x, y, w, h int, colour color.RGBA) {
	r := image.Rect(x, y, x+w, y+h).Intersect(c.img.Rect)
	i := c.index(colour, 0)
	var first []uint8
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.img.Pix[y*c.img.Stride+r.Min.X : y*c.img.Stride+r.Max.X]
		if first == nil {
			first = row
			for x := range row {
				row[x] = i
			}
		}
		copy(row, first)
	}
}

// round fills a rectangle with corners of radius r. It draws whole pixels and four circles, which is much faster than
// one shape.
func (c *canvas) round(x, y, w, h, r int, colour color.RGBA) {
	r = min(r, w/2, h/2)
	c.rect(x, y+r, w, h-2*r, colour)
	c.rect(x+r, y, w-2*r, r, colour)
	c.rect(x+r, y+h-r, w-2*r, r, colour)
	for _, at := range [4]spot{image.Pt(x+r, y+r), image.Pt(x+w-r, y+r), image.Pt(x+r, y+h-r), image.Pt(x+w-r, y+h-r)} {
		c.disc(at.X, at.Y, r, colour)
	}
}

// disc fills a circle around the corner of a pixel. There are many of the same size.
func (c *canvas) disc(x, y, r int, colour color.RGBA) {
	box := image.Rect(x-r, y-r, x+r, y+r)
	if 2*r > tile || !box.In(c.img.Rect) {
		c.fill(circle(image.Pt(x*px, y*px), r*px), colour, 16)
		return
	}
	mask, known := c.discs[r]
	if !known {
		mask = slices.Clone(c.cover(circle(image.Pt(x*px, y*px), r*px), box))
		c.discs[r] = mask
	}
	c.stamp(mask, box, colour, 16)
}

// tile is the largest size that the rasteriser fills in integers. Above it the rasteriser uses floating point, which is
// rounded differently on different machines.
const tile = 512

// fill fills p; opaque is from 0 to 16.
func (c *canvas) fill(p path, colour color.RGBA, opaque int) {
	all := p.bounds().Intersect(c.img.Rect)
	for y := all.Min.Y; y < all.Max.Y; y += tile {
		for x := all.Min.X; x < all.Max.X; x += tile {
			r := image.Rect(x, y, x+tile, y+tile).Intersect(all)
			c.stamp(c.cover(p, r), r, colour, opaque)
		}
	}
}

// cover returns how much p covers of each pixel of r. It is valid until the next call.
func (c *canvas) cover(p path, r image.Rectangle) []uint8 {
	c.raster.Reset(r.Dx(), r.Dy())
	p.trace(&c.raster, r.Min)
	if n := r.Dx() * r.Dy(); cap(c.mask) < n {
		c.mask = make([]uint8, n)
	}
	mask := image.Alpha{Pix: c.mask[:r.Dx()*r.Dy()], Stride: r.Dx(), Rect: image.Rect(0, 0, r.Dx(), r.Dy())}
	c.raster.DrawOp = draw.Src
	c.raster.Draw(&mask, mask.Rect, image.Opaque, spot{})
	return mask.Pix
}

// stamp mixes colour into the pixels of r as far as mask covers them. Most of them are covered wholly or not at all, eight
// and more in a row.
func (c *canvas) stamp(mask []uint8, r image.Rectangle, colour color.RGBA, opaque int) {
	own, w := c.index(colour, 0), r.Dx()
	run := [8]uint8{own, own, own, own, own, own, own, own}
	for y := range r.Dy() {
		to, cover := c.img.Pix[c.img.PixOffset(r.Min.X, r.Min.Y+y):][:w], mask[y*w:][:w]
		for x := 0; x < w; x++ {
			if x+8 <= w {
				switch eight := binary.LittleEndian.Uint64(cover[x:]); {
				case eight == 0:
					x += 7
					continue
				case eight == math.MaxUint64 && opaque == 16:
					copy(to[x:], run[:])
					x += 7
					continue
				}
			}
			if cover[x] != 0 {
				to[x] = c.over(to[x], own, (int(cover[x])*opaque+127)/255)
			}
		}
	}
}

// over returns the index of the mixture of step 16ths of own over ground.
func (c *canvas) over(ground, own uint8, step int) uint8 {
	if step <= 0 {
		return ground
	}
	if step >= 16 {
		return own
	}
	if c.mixed[own] == nil {
		c.mixed[own] = new([256][16]uint8)
	}
	known := &c.mixed[own][ground][step]
	if *known > 0 {
		return *known - 1
	}
	const unseen = 16 // an invisible difference on an edge
	a, b := c.img.Palette[ground].(color.RGBA), c.img.Palette[own].(color.RGBA)
	i := c.index(mix(a, b, step), unseen)
	*known = i + 1 // never more than the place of unchanged
	return i
}
