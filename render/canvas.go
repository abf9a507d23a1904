package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// fix is a length in 64ths of a pixel. Shapes are made of integers up to the rasteriser.
type fix = int

const px fix = 64

// canvas is a picture of at most 255 colours, so that an animation has one to spare. Smooth edges are mixed from what is there and what is
// drawn in sixteen steps; each mixture is looked up once and then kept.
type canvas struct {
	img    *image.Paletted
	mixed  map[uint32]uint8 // ground, colour and step to index
	raster vector.Rasterizer
	mask   []uint8
}

func newCanvas(w, h int, ground color.RGBA) *canvas {
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{ground})
	return &canvas{img: img, mixed: map[uint32]uint8{}}
}

// solids is how many places of the palette mixtures leave free, so that what is drawn last has its true colours.
const solids = 40

// index is the place of c in the palette: a new one while there is room, else the nearest.
// near is how far, summed over the channels, another colour may be off to serve as well, 0 for solid colours.
func (c *canvas) index(want color.RGBA, near int) uint8 {
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
		best = len(c.img.Palette) - 1
	}
	return uint8(best)
}

func distance(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

// group is for pictures that know what things are.
func (c *canvas) group(string, string) {}

// rect fills whole pixels.
func (c *canvas) rect(x, y, w, h int, colour color.RGBA) {
	r := image.Rect(x, y, x+w, y+h).Intersect(c.img.Rect)
	i := c.index(colour, 0)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.img.Pix[y*c.img.Stride+r.Min.X : y*c.img.Stride+r.Max.X]
		for x := range row {
			row[x] = i
		}
	}
}

// round fills a rectangle with corners of radius r: whole pixels and four circles, much faster than one shape.
func (c *canvas) round(x, y, w, h, r int, colour color.RGBA) {
	r = min(r, w/2, h/2)
	c.rect(x, y+r, w, h-2*r, colour)
	c.rect(x+r, y, w-2*r, r, colour)
	c.rect(x+r, y+h-r, w-2*r, r, colour)
	for _, at := range [4]spot{{x + r, y + r}, {x + w - r, y + r}, {x + r, y + h - r}, {x + w - r, y + h - r}} {
		c.fill(circle(spot{at.x * px, at.y * px}, r*px), colour, 16)
	}
}

// tile is the largest piece that the rasteriser fills in integers. Beyond it works in floating point, which machines round
// in their own ways.
const tile = 512

// fill fills p, opaque of 16.
func (c *canvas) fill(p path, colour color.RGBA, opaque int) {
	all := p.bounds().Intersect(c.img.Rect)
	for y := all.Min.Y; y < all.Max.Y; y += tile {
		for x := all.Min.X; x < all.Max.X; x += tile {
			c.fillTile(p, image.Rect(x, y, x+tile, y+tile).Intersect(all), colour, opaque)
		}
	}
}

// fillTile fills the part of p that lies in r.
func (c *canvas) fillTile(p path, r image.Rectangle, colour color.RGBA, opaque int) {
	c.raster.Reset(r.Dx(), r.Dy())
	p.trace(&c.raster, r.Min)
	if n := r.Dx() * r.Dy(); cap(c.mask) < n {
		c.mask = make([]uint8, n)
	}
	mask := image.Alpha{Pix: c.mask[:r.Dx()*r.Dy()], Stride: r.Dx(), Rect: image.Rect(0, 0, r.Dx(), r.Dy())}
	c.raster.DrawOp = draw.Src
	c.raster.Draw(&mask, mask.Rect, image.Opaque, image.Point{})
	own := c.index(colour, 0)
	for y := range r.Dy() {
		to := c.img.Pix[(r.Min.Y+y)*c.img.Stride+r.Min.X:][:r.Dx()]
		for x, cover := range mask.Pix[y*mask.Stride:][:r.Dx()] {
			if cover != 0 {
				to[x] = c.over(to[x], own, (int(cover)*opaque+127)/255)
			}
		}
	}
}

// over is the index of the mixture of step 16ths of own over ground.
func (c *canvas) over(ground, own uint8, step int) uint8 {
	if step <= 0 {
		return ground
	}
	if step >= 16 {
		return own
	}
	key := uint32(ground)<<16 | uint32(own)<<8 | uint32(step)
	if i, ok := c.mixed[key]; ok {
		return i
	}
	const unseen = 18 // a difference that nobody sees on an edge
	a, b := c.img.Palette[ground].(color.RGBA), c.img.Palette[own].(color.RGBA)
	i := c.index(mix(a, b, step), unseen)
	c.mixed[key] = i
	return i
}
