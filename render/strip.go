package render

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// Strip is scenes drawn as SVG with common measures and common shapes, for a page that shows them one after another.
type Strip struct {
	Width, Height int
	Shapes        []string   // elements with ids, to which those of the scenes refer
	Scenes        [][]string // the elements of each scene, the lowest first
}

// NewStrips draws scenes once for each of views, which share their shapes. All scenes of a strip have the measures of the
// largest. The errors are those of PNG.
func NewStrips(scenes []engine.Scene, views ...PNGOptions) (strips []Strip, err error) {
	pen, f := &stripPen{svgPen: svgPen{known: map[string]int{}}, prototypes: map[string][]prototype{}, known: map[string]string{}}, newFace()
	for _, o := range views {
		if o, err = o.resolved(defaultSize); err != nil {
			return nil, err
		}
		hue, err := o.hues()
		if err != nil {
			return nil, err
		}
		layouts, err := o.layouts(scenes, nil, f)
		if err != nil {
			return nil, err
		}
		drawn := Strip{Width: layouts[0].w, Height: layouts[0].h}
		for _, l := range layouts {
			pen.wide = max(l.w, l.h) / 4
			pen.rect(0, 0, l.w, l.h, hue.paper)
			paint(pen, l, f, hue)
			pen.flush()
			drawn.Scenes, pen.scene = append(drawn.Scenes, pen.scene), nil
		}
		strips = append(strips, drawn)
	}
	for i := range strips {
		strips[i].Shapes = pen.shapes
	}
	return strips, nil
}

// stripPen is a pen that writes the elements of an SVG. Elements that overlap, such as those of a piece, become one.
type stripPen struct {
	svgPen
	prototypes map[string][]prototype // the shapes that others are made of, by the kinds of their curves
	wide       int                    // larger elements stay separate from those above them
	first      image.Rectangle
	scene      []string
	pending    []string          // the elements that become one
	known      map[string]string // the elements that were drawn before, so that each is kept once
}

func (r *stripPen) group(string, string) { r.flush() }

func (r *stripPen) rect(x, y, w, h int, colour color.RGBA) {
	r.svgPen.rect(x, y, w, h, colour)
	r.add(image.Rect(x, y, x+w, y+h))
}

func (r *stripPen) round(x, y, w, h, radius int, colour color.RGBA) {
	r.svgPen.round(x, y, w, h, radius, colour)
	r.add(image.Rect(x, y, x+w, y+h))
}

// fill draws p as a use of its shape, or as several: parts that lie apart, such as letters, are shapes of their own. Beams are
// elements of their own, so that a body that grows keeps those that it has.
func (r *stripPen) fill(p path, colour color.RGBA, opaque int) {
	if bars := p.bars(); len(bars) > 1 && opaque == 16 {
		for _, beam := range bars {
			r.flush()
			r.fill(beam, colour, opaque)
			r.flush()
		}
		return
	}
	ink := ink(colour, opaque)
	switch parts := p.parts(); len(parts) {
	case 0:
		return
	case 1:
		r.element("%s", r.use(p, ink))
	default:
		group := "<g" + ink + ">"
		for _, part := range parts {
			group += r.use(part, "")
		}
		r.element("%s</g>", group)
	}
	r.add(p.bounds())
}

// use returns an element that draws p with these attributes.
func (r *stripPen) use(p path, attributes string) string {
	at := p[0].to[0]
	return fmt.Sprintf(`<use href="#s%d" x="%s" y="%s"%s/>`, r.shape(p, at), decimal(at.x), decimal(at.y), attributes)
}

// add takes the element that was written last.
func (r *stripPen) add(box image.Rectangle) {
	element := strings.TrimSuffix(r.body.String(), "\n")
	r.body.Reset()
	if element == "" {
		return
	}
	if middle := box.Min.Add(box.Max).Div(2); !middle.In(r.first) {
		r.flush()
		if box.Dx() <= r.wide && box.Dy() <= r.wide {
			r.first = box
		}
	}
	r.pending = append(r.pending, element)
}

// flush ends an element.
func (r *stripPen) flush() {
	if r.pending == nil {
		return
	}
	element := strings.Join(r.pending, "")
	if len(r.pending) > 1 {
		element = "<g>" + element + "</g>"
	}
	if _, drawn := r.known[element]; !drawn {
		r.known[element] = element
	}
	r.scene, r.pending, r.first = append(r.scene, r.known[element]), nil, image.Rectangle{}
}

// prototype is a shape that others may be like.
type prototype struct {
	path   // relative to its first spot
	number int
}

// shape returns the number of p, relative to at, among the shapes. What has the form of another shape is made of that.
func (r *stripPen) shape(p path, at spot) int {
	p = p.moved(func(s spot) spot { return spot{s.x - at.x, s.y - at.y} })
	kinds := p.kinds()
	for _, like := range r.prototypes[kinds] {
		switch scale, alike := p.scale(like.path); {
		case alike && scale == 1:
			return like.number
		case alike:
			return r.define(fmt.Sprintf(`<use id="s%%d" href="#s%d" transform="scale(%.4g)"/>`, like.number, scale))
		}
	}
	n := r.define(`<path id="s%d" transform="scale(.25)" d="` + p.steps() + `"/>`)
	r.prototypes[kinds] = append(r.prototypes[kinds], prototype{p, n})
	return n
}

// kinds returns the kinds of the curves of p.
func (p path) kinds() string {
	var b strings.Builder
	for _, c := range p {
		if c.move {
			b.WriteByte('m')
		} else {
			b.WriteByte("zlqc"[c.n])
		}
	}
	return b.String()
}

// scale returns how much larger p is than q, which has the same kinds of curves, and whether there is no other visible difference. It is negative if p is upside down.
func (p path) scale(q path) (scale float64, alike bool) {
	most := 0
	for i, c := range q {
		for j, s := range c.to[:c.n] {
			for k, n := range [2]int{s.x, s.y} {
				if max(n, -n) > most {
					most = max(n, -n)
					scale = float64([2]int{p[i].to[j].x, p[i].to[j].y}[k]) / float64(n)
				}
			}
		}
	}
	const unseen = float64(px) / 8
	if math.Abs(scale) > 0.98 && math.Abs(scale) < 1.02 {
		scale = math.Round(scale)
	}
	for i, c := range q {
		for j, s := range c.to[:c.n] {
			x, y := float64(p[i].to[j].x)-scale*float64(s.x), float64(p[i].to[j].y)-scale*float64(s.y)
			if math.Abs(x) > unseen || math.Abs(y) > unseen {
				return scale, false
			}
		}
	}
	return scale, most > 0 && math.Abs(scale) < 4
}

// steps returns p as the attribute d in quarters of a pixel, each spot relative to the one before. A control point that
// mirrors the one before, but for a quarter of a pixel, is left out.
func (p path) steps() string {
	var b strings.Builder
	quarters := func(n fix) int { return int(math.Round(float64(n) * 4 / float64(px))) }
	near := func(a, b spot) bool { return max(a.x-b.x, b.x-a.x, a.y-b.y, b.y-a.y) <= 1 }
	here, begun, control := spot{}, spot{}, spot{}
	kinds := p.kinds()
	for i, c := range p {
		if c.n == 0 {
			b.WriteByte('z')
			here, control = begun, begun
			continue
		}
		kind, spots := kinds[i], c.to[:c.n]
		for k, s := range spots {
			spots[k] = spot{quarters(s.x), quarters(s.y)}
		}
		mirror, last := spot{2*here.x - control.x, 2*here.y - control.y}, spots[c.n-1]
		switch {
		case kind == 'q' && near(spots[0], mirror):
			kind, spots, control = 't', spots[1:], mirror
		case kind == 'q':
			control = spots[0]
		default:
			control = last
		}
		b.WriteByte(kind)
		for k, s := range spots {
			for j, n := range [2]int{s.x - here.x, s.y - here.y} {
				if k+j > 0 && n >= 0 {
					b.WriteByte(' ')
				}
				b.WriteString(strconv.Itoa(n))
			}
		}
		if here = last; c.move {
			begun = here
		}
	}
	return b.String()
}

// parts returns the outlines of p in groups that do not touch each other.
func (p path) parts() (groups []path) {
	if len(p) > 0 && !slices.ContainsFunc(p[1:], func(c curve) bool { return c.move }) {
		return []path{p}
	}
	for len(p) > 0 {
		end := 1
		for end < len(p) && !p[end].move {
			end++
		}
		group := slices.Clone(p[:end])
		p = p[end:]
		apart := groups[:0:0]
		for _, other := range groups {
			if other.box().Overlaps(group.box()) {
				group = append(slices.Clone(other), group...)
			} else {
				apart = append(apart, other)
			}
		}
		groups = append(apart, group)
	}
	return groups
}

// bars returns the outlines of p if all are rectangles, with round corners or without, and none cuts a hole.
func (p path) bars() (bars []path) {
	for len(p) > 0 {
		end := 1 + slices.IndexFunc(p, func(c curve) bool { return c.n == 0 })
		if kinds := p[:end].kinds(); kinds != "mlclclclcz" && kinds != "mlllz" || p[:end].area() <= 0 {
			return nil
		}
		bars, p = append(bars, p[:end]), p[end:]
	}
	return bars
}

// box returns the extent of p, with its edges.
func (p path) box() image.Rectangle {
	lo, hi := p.extent()
	return image.Rect(lo.x, lo.y, hi.x+1, hi.y+1)
}
