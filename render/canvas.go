package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"

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
}

func newCanvas(w, h int, ground color.RGBA) *canvas {
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{ground})
	return &canvas{img: img, solid: map[color.RGBA]uint8{}}
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
	for _, at := range [4]spot{{x + r, y + r}, {x + w - r, y + r}, {x + r, y + h - r}, {x + w - r, y + h - r}} {
		c.fill(circle(spot{at.x * px, at.y * px}, r*px), colour, 16)
	}
}

// tile is the largest size that the rasteriser fills in integers. Above it the rasteriser uses floating point, which is
// rounded differently on different machines.
const tile = 512

// fill fills p; opaque is from 0 to 16.
func (c *canvas) fill(p path, colour color.RGBA, opaque int) {
	all := p.bounds().Intersect(c.img.Rect)
	for y := all.Min.Y; y < all.Max.Y; y += tile {
		for x := all.Min.X; x < all.Max.X; x += tile {
			c.fillTile(p, image.Rect(x, y, x+tile, y+tile).Intersect(all), colour, opaque)
		}
	}
}

// fillTile fills the part of p inside r.
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
