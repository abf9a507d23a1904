package render

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"slices"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// GIFOptions are the options of GIF.
type GIFOptions struct {
	Picture PNGOptions    // the options of each frame; a Size of 0 is 500
	Delay   time.Duration // the time of a scene, 20 ms to a minute; 0 for 800 ms. The last stays four times as long
	Quick   []bool        // the scenes that stay half as long, such as the steps of one move; nil for none
	Clocks  []Clocks      // by scene, instead of those of Picture; nil for none
}

const (
	gifSize   = 500
	gifDelay  = 800 * time.Millisecond
	minDelay  = 20 * time.Millisecond // viewers slow down faster animations
	maxDelay  = time.Minute
	maxScenes = 2000
	maxPixels = 256 << 20 // pixels of all frames
)

// GIF draws scenes one after another as an endless animation of at most 256 colours. All frames have the measures of
// the largest scene. A frame holds only changed pixels, and equal scenes share a frame. The same scenes and options
// give the same bytes. The errors are those of PNG, a delay out of range, no scenes, and more than 2,000 scenes or 256
// Mi pixels, for which a smaller size helps. After an error, w is unchanged.
func GIF(w io.Writer, scenes []engine.Scene, o GIFOptions) error {
	f := newFace()
	layouts, err := o.layouts(scenes, f)
	if err != nil {
		return err
	}
	hue, err := o.Picture.hues()
	if err != nil {
		return err
	}
	wide, high := layouts[0].w, layouts[0].h
	r := &animation{canvas: newCanvas(wide, high, hue.paper), hue: hue, shown: make([]uint8, wide*high)}
	for i, l := range layouts {
		stay := int(o.Delay / (10 * time.Millisecond))
		switch {
		case i == len(layouts)-1:
			stay *= 4
		case i < len(o.Quick) && o.Quick[i]:
			stay = max(2, stay/2)
		}
		r.add(l, f, stay)
	}
	// All frames share a palette, in which only the place for unchanged pixels is transparent.
	palette := slices.Clip(r.img.Palette)
	for len(palette) < unchanged {
		palette = append(palette, color.RGBA{A: 255})
	}
	palette = append(palette, color.RGBA{})
	for _, frame := range r.out.Image {
		frame.Palette = palette
	}
	r.out.Config = image.Config{ColorModel: palette, Width: wide, Height: high}
	return gif.EncodeAll(w, &r.out)
}

// layouts checks the options and returns the layouts of scenes.
func (o *GIFOptions) layouts(scenes []engine.Scene, f *face) ([]layout, error) {
	picture, err := o.Picture.resolved(gifSize)
	if err != nil {
		return nil, err
	}
	if o.Delay == 0 {
		o.Delay = gifDelay
	}
	if o.Delay < minDelay || o.Delay > maxDelay {
		return nil, i18n.Err("picture.delay", "least", minDelay, "most", maxDelay, "given", o.Delay)
	}
	if len(scenes) == 0 {
		return nil, errors.New("an animation needs a scene")
	}
	if len(scenes) > maxScenes {
		return nil, i18n.Err("picture.frames", "most", maxScenes, "n", len(scenes))
	}
	layouts, err := picture.layouts(scenes, o.Clocks, f)
	if err != nil {
		return nil, err
	}
	if most := maxPixels / (layouts[0].w * layouts[0].h); len(layouts) > most {
		return nil, i18n.Err("picture.frames-of-size", "pixels", picture.Size, "most", most, "n", len(layouts))
	}
	return layouts, nil
}

// layouts returns layouts of scenes with their clocks on a common canvas.
func (o PNGOptions) layouts(scenes []engine.Scene, clocks []Clocks, f *face) ([]layout, error) {
	for _, s := range scenes {
		if err := check(s); err != nil {
			return nil, err
		}
	}
	var all []planner
	notes := o.Notes
	for i, s := range SameExtent(scenes) {
		if o.Notes = nil; i == len(scenes)-1 {
			o.Notes = notes
		}
		if o.Clocks = nil; i < len(clocks) {
			o.Clocks = clocks[i]
		}
		p, err := o.planner(s, f)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	layouts, err := planAll(all, o.Size)
	if err != nil || !o.Zoom {
		return layouts, err
	}
	return zoomedAll(all, layouts)
}

// unchanged is the colour index of pixels that a frame does not change. Palettes have no colour there.
const unchanged = 255

// animation is an animation in the making.
type animation struct {
	*canvas
	hue   *hues
	shown []uint8 // the pixels of the frame before
	out   gif.GIF
}

// add draws l and appends a frame with the changed pixels, which stays so many hundredths of a second. If there are none, the frame
// before stays longer.
func (r *animation) add(l layout, f *face, stay int) {
	clear(r.img.Pix) // the ground is colour 0
	paint(r.canvas, l, f, r.hue)
	first := len(r.out.Image) == 0
	at := r.img.Rect
	if !first {
		at = changed(r.shown, r.img)
	}
	if at.Empty() {
		last := &r.out.Delay[len(r.out.Delay)-1]
		*last = min(*last+stay, 0xFFFF)
		return
	}
	frame := image.NewPaletted(at, nil)
	for y := range at.Dy() {
		from := r.img.PixOffset(at.Min.X, at.Min.Y+y)
		row, to := r.img.Pix[from:][:at.Dx()], frame.Pix[y*frame.Stride:]
		if copy(to, row); !first {
			// Most pixels are as before, eight and more in a row.
			row, before := to[:at.Dx()], r.shown[from:]
			for x := 0; x < len(row); x++ {
				if x+8 <= len(row) && binary.LittleEndian.Uint64(row[x:]) == binary.LittleEndian.Uint64(before[x:]) {
					binary.LittleEndian.PutUint64(row[x:], math.MaxUint64) // eight times unchanged
					x += 7
				} else if row[x] == before[x] {
					row[x] = unchanged
				}
			}
		}
	}
	copy(r.shown, r.img.Pix)
	r.out.Image = append(r.out.Image, frame)
	r.out.Delay = append(r.out.Delay, stay)
	r.out.Disposal = append(r.out.Disposal, gif.DisposalNone)
}

// changed returns the smallest rectangle that contains all changed pixels of img.
func changed(before []uint8, img *image.Paletted) image.Rectangle {
	var all image.Rectangle
	w := img.Rect.Dx()
	for y := range img.Rect.Dy() {
		old, row := before[y*w:][:w], img.Pix[y*w:][:w]
		if bytes.Equal(old, row) {
			continue
		}
		from, to := 0, w
		for old[from] == row[from] {
			from++
		}
		for old[to-1] == row[to-1] {
			to--
		}
		all = all.Union(image.Rect(from, y, to, y+1))
	}
	return all
}
