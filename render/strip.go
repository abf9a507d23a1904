package render

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// Strip is scenes drawn as SVG with common measures and common shapes, for a page that shows them one after another.
type Strip struct {
	Width, Height int
	Shapes        []string   // elements with ids, to which the scenes refer
	Scenes        [][]string // the elements of each scene, the lowest first
}

// NewStrips draws scenes once for each of views, which share their shapes. All scenes of a strip have the measures of the
// largest. The errors are those of PNG.
func NewStrips(scenes []engine.Scene, views ...PNGOptions) (strips []Strip, err error) {
	f, pen := borrow(), newStripPen()
	defer faces.Put(f)
	defer func() { f.pitches = nil }()
	pitches := make([]map[room]int, len(views))
	for i, o := range views {
		if o, err = o.resolved(defaultSize); err != nil {
			return nil, err
		}
		pitches[i] = map[room]int{}
		if j := slices.IndexFunc(views[:i], func(other PNGOptions) bool {
			other.Size, other.Theme, other.Palette = o.Size, o.Theme, o.Palette
			return reflect.DeepEqual(o, other)
		}); j >= 0 { // it differs at most in its colours, so everything has the same place
			pitches[i] = pitches[j]
		}
		if f.pitches = pitches[i]; o.Zoom {
			f.pitches = nil
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
		pen.view = i
		for _, l := range layouts {
			pen.wide = max(l.w, l.h) / 4
			pen.rect(0, 0, l.w, l.h, hue.paper)
			paint(pen, l, f, hue)
			pen.flush()
			drawn.Scenes, pen.scene, pen.log = append(drawn.Scenes, pen.scene), make([]string, 0, len(pen.scene)+16), pen.log[:0]
		}
		strips = append(strips, drawn)
	}
	for i := range strips {
		strips[i].Shapes = pen.shapes
	}
	return strips, nil
}

// stripPen is a pen that writes the elements of an SVG. Overlapping elements, such as those of a piece, become one. The scenes of
// a match have most elements in common, so each is written once.
type stripPen struct {
	svgPen
	prototypes map[string][]prototype // the shapes that others are made of, by the kinds of their curves
	wide       int                    // larger elements stay separate from those above them
	first      image.Rectangle
	scene      []string
	pending    []string // the elements that become one
	rects      map[roundRect]string
	paths      map[uint64]*drawnPath // by hash
	groups     map[string]string     // of the elements of a group to the group
	buffer     []byte
	lines      []image.Rectangle // of a grid
	ruled      color.RGBA
	view       int
	parts      map[string][]addition // the parts of boards that were drawn, by their keys
	log        []addition            // of the scene
}

func newStripPen() *stripPen {
	return &stripPen{
		svgPen: svgPen{known: map[string]int{}}, prototypes: map[string][]prototype{},
		rects: map[roundRect]string{}, paths: map[uint64]*drawnPath{}, groups: map[string]string{}, parts: map[string][]addition{},
	}
}

// addition is an element with the box that it covers. The zero addition ends the element before.
type addition struct {
	element string
	box     image.Rectangle
}

// roundRect is a rectangle, with a radius of 0 for square corners.
type roundRect struct {
	image.Rectangle
	radius int
	colour color.RGBA
}

func (r *stripPen) group(string, string) { r.flush() }

func (r *stripPen) again(key func([]byte) []byte, draw func()) {
	r.buffer = key(appendInts(r.buffer[:0], r.view))
	if part, drawn := r.parts[string(r.buffer)]; drawn {
		for _, a := range part {
			if a.element == "" {
				r.flush()
			} else {
				r.add(a.element, a.box)
			}
		}
		return
	}
	name, from := string(r.buffer), len(r.log)
	draw()
	r.parts[name] = slices.Clone(r.log[from:])
}

// rect draws a rectangle. The lines of a grid, which follow each other, become one element.
func (r *stripPen) rect(x, y, w, h int, colour color.RGBA) {
	if min(w, h) > 2 || max(w, h) <= r.wide {
		r.round(x, y, w, h, 0, colour)
		return
	}
	if colour != r.ruled {
		r.rule()
	}
	r.lines, r.ruled = append(r.lines, image.Rect(x, y, x+w, y+h)), colour
}

// rule draws the lines of a grid, in the same order from either side.
func (r *stripPen) rule() {
	if len(r.lines) == 0 {
		return
	}
	slices.SortFunc(r.lines, func(a, b image.Rectangle) int {
		return cmp.Or(cmp.Compare(a.Dx(), b.Dx()), cmp.Compare(a.Min.X, b.Min.X), cmp.Compare(a.Min.Y, b.Min.Y))
	})
	var p path
	for _, l := range r.lines {
		p = append(p, bar(l.Min.X*px, l.Min.Y*px, l.Dx()*px, l.Dy()*px)...)
	}
	r.lines = r.lines[:0]
	r.add(r.use(p)+ink(r.ruled, 16)+"/>", p.bounds())
}

func (r *stripPen) round(x, y, w, h, radius int, colour color.RGBA) {
	key := roundRect{image.Rectangle{image.Pt(x, y), image.Pt(x+w, y+h)}, min(radius, w/2, h/2), colour}
	element, drawn := r.rects[key]
	if !drawn {
		corners := ""
		if key.radius != 0 {
			corners = fmt.Sprintf(` rx="%d"`, key.radius)
		}
		element = fmt.Sprintf(`<rect x="%d" y="%d" width="%d" height="%d"%s fill="%s"/>`, x, y, w, h, corners, hex(colour))
		r.rects[key] = element
	}
	r.add(element, image.Rect(x, y, x+w, y+h))
}

// drawnPath is a path with the elements that draw it.
type drawnPath struct {
	path
	beams         []path // if there are several
	before, after string // the element, around the attributes of the colour
	inks          []inkedPath
	box           image.Rectangle
	next          *drawnPath // with the same hash
}

// inkedPath is the element of a path in a colour.
type inkedPath struct {
	colour  color.RGBA
	opaque  int
	element string
}

// drawn returns how p is drawn.
func (r *stripPen) drawn(p path) *drawnPath {
	const prime = 1099511628211          // of FNV-1a, here with a word at a time
	hash := uint64(14695981039346656037) // the same for equal paths, and hardly ever for different ones
	for _, c := range p {
		hash = (hash ^ uint64(c.n)) * prime
		for _, s := range c.to[:c.n] {
			hash = (hash ^ uint64(s.X)) * prime
			hash = (hash ^ uint64(s.Y)) * prime
		}
	}
	for d := r.paths[hash]; d != nil; d = d.next {
		if slices.Equal(d.path, p) {
			return d
		}
	}
	d := &drawnPath{path: p, box: p.bounds(), next: r.paths[hash]}
	if bars := p.bars(); len(bars) > 1 {
		d.beams = bars
	}
	r.paths[hash] = d
	return d
}

// fill draws p as a use of its shape, or as several: parts that lie apart, such as letters, are shapes of their own. Beams are
// elements of their own, so that a body that grows keeps those that it has.
func (r *stripPen) fill(p path, colour color.RGBA, opaque int) {
	if len(p) == 0 {
		return
	}
	d := r.drawn(p)
	if d.beams != nil && opaque == 16 {
		for _, beam := range d.beams {
			r.flush()
			r.fill(beam, colour, opaque)
			r.flush()
		}
		return
	}
	for _, inked := range d.inks {
		if inked.colour == colour && inked.opaque == opaque {
			r.add(inked.element, d.box)
			return
		}
	}
	if d.before == "" {
		if parts := p.parts(); len(parts) == 1 {
			d.before, d.after = r.use(p), "/>"
		} else {
			d.before, d.after = "<g", ">"
			for _, part := range parts {
				d.after += r.use(part) + "/>"
			}
			d.after += "</g>"
		}
	}
	element := d.before + ink(colour, opaque) + d.after
	d.inks = append(d.inks, inkedPath{colour, opaque, element})
	r.add(element, d.box)
}

// use returns the beginning of an element that draws p around its middle, which is the same place from either side.
func (r *stripPen) use(p path) string {
	at := middle(p.extent())
	return fmt.Sprintf(`<use href="#s%d" x="%s" y="%s"`, r.shape(p, at), decimal(at.X), decimal(at.Y))
}

// add draws an element that covers a box.
func (r *stripPen) add(element string, box image.Rectangle) {
	r.rule()
	if middle := box.Min.Add(box.Max).Div(2); !middle.In(r.first) {
		r.combine()
		if box.Dx() <= r.wide && box.Dy() <= r.wide {
			r.first = box
		}
	}
	r.pending, r.log = append(r.pending, element), append(r.log, addition{element, box})
}

// flush ends an element.
func (r *stripPen) flush() {
	r.rule()
	r.log = append(r.log, addition{})
	r.combine()
}

// combine makes one element of those that are pending.
func (r *stripPen) combine() {
	switch len(r.pending) {
	case 0:
		return
	case 1:
		r.scene = append(r.scene, r.pending[0])
	default:
		r.buffer = r.buffer[:0]
		for _, element := range r.pending {
			r.buffer = append(r.buffer, element...)
		}
		group, drawn := r.groups[string(r.buffer)]
		if !drawn {
			group = "<g>" + string(r.buffer) + "</g>"
			r.groups[string(r.buffer)] = group
		}
		r.scene = append(r.scene, group)
	}
	r.pending, r.first = r.pending[:0], image.Rectangle{}
}

// prototype is a shape that others may be like.
type prototype struct {
	path   // relative to its first spot
	number int
}

// shape returns the number of p, relative to at, among the shapes. What has the form of another shape is made of that.
func (r *stripPen) shape(p path, at spot) int {
	p = p.moved(at.Mul(-1).Add)
	kinds := p.kinds()
	for _, like := range r.prototypes[kinds] {
		switch scale, alike := p.scale(like.path); {
		case alike && scale == 1:
			return like.number
		case alike:
			return r.define(fmt.Sprintf(`<use id="s%%d" href="#s%d" transform="scale(%.4g)"/>`, like.number, scale))
		}
	}
	scale, parts := ".25", 4
	if len(p) > 20 && p.box().Dy() > 20*px { // brushed, with edges that need not be exact
		scale, parts = ".5", 2
	}
	n := r.define(`<path id="s%d" transform="scale(` + scale + `)" d="` + p.steps(parts) + `"/>`)
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
			for k, n := range [2]int{s.X, s.Y} {
				if max(n, -n) > most {
					most = max(n, -n)
					scale = float64([2]int{p[i].to[j].X, p[i].to[j].Y}[k]) / float64(n)
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
			x, y := float64(p[i].to[j].X)-scale*float64(s.X), float64(p[i].to[j].Y)-scale*float64(s.Y)
			if math.Abs(x) > unseen || math.Abs(y) > unseen {
				return scale, false
			}
		}
	}
	return scale, most > 0 && math.Abs(scale) < 4
}

// steps returns p as the attribute d in parts of a pixel, each spot relative to the one before. A control point that
// mirrors the one before, but for one part, is left out, and so is the coordinate that a level or upright line keeps.
func (p path) steps(parts int) string {
	var b strings.Builder
	round := func(n fix) int { return int(math.Round(float64(n*parts) / float64(px))) }
	near := func(a, b spot) bool { return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y) <= 1 }
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
			spots[k] = image.Pt(round(s.X), round(s.Y))
		}
		mirror, last := image.Pt(2*here.X-control.X, 2*here.Y-control.Y), spots[c.n-1]
		switch {
		case kind == 'q' && near(spots[0], mirror):
			kind, spots, control = 't', spots[1:], mirror
		case kind == 'q':
			control = spots[0]
		default:
			control = last
		}
		switch {
		case kind == 'l' && last.Y == here.Y:
			fmt.Fprintf(&b, "h%d", last.X-here.X)
			spots = nil
		case kind == 'l' && last.X == here.X:
			fmt.Fprintf(&b, "v%d", last.Y-here.Y)
			spots = nil
		default:
			b.WriteByte(kind)
		}
		for k, s := range spots {
			for j, n := range [2]int{s.X - here.X, s.Y - here.Y} {
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

// bars returns the outlines of p if all are rectangles, with round corners or without, none cuts a hole, and some touch.
func (p path) bars() (bars []path) {
	lone := len(p.parts())
	for len(p) > 0 {
		end := 1 + slices.IndexFunc(p, func(c curve) bool { return c.n == 0 })
		if kinds := p[:end].kinds(); kinds != "mlclclclcz" && kinds != "mlllz" || p[:end].area() <= 0 {
			return nil
		}
		bars, p = append(bars, p[:end]), p[end:]
	}
	if len(bars) == lone {
		return nil
	}
	return bars
}

// box returns the extent of p, with its edges.
func (p path) box() image.Rectangle {
	r := p.extent()
	r.Max = r.Max.Add(image.Pt(1, 1))
	return r
}
