package render

import (
	"fmt"
	"image/color"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"hikyaku/engine"
)

// layout is the places of everything in a picture, in whole pixels. It is computed once, and the drawing code does not
// change it. Parts are layouts too; add puts them together.
type layout struct {
	w, h   int
	places []place
	words  []words
}

// place is a board with its pixels.
type place struct {
	view
	main  bool // a field of play, on a slab
	x, y  int  // the upper left pixel of the first cell
	pitch int  // the distance from one cell to the next
	gap   int  // the part of pitch between the cells
	rim   int  // the slab around the cells
	label int  // the size of the letters of the labels
}

// words are a line of text from x on the baseline y.
type words struct {
	x, y, size int
	text       string
	colour     color.RGBA
}

func (p place) cell() int   { return p.pitch - p.gap }
func (p place) width() int  { return p.cols*p.pitch - p.gap }
func (p place) height() int { return p.rows*p.pitch - p.gap }

// at returns the upper left pixel of the cell at s.
func (p place) at(s engine.Point) (x, y int) { return p.x + s.X*p.pitch, p.y + s.Y*p.pitch }

// middle returns the centre of the cell at s.
func (p place) middle(s engine.Point) spot {
	x, y := p.at(s)
	return spot{x*px + p.cell()*px/2, y*px + p.cell()*px/2}
}

// corner returns the crossing at s, in the middle of the gaps.
func (p place) corner(s engine.Point) spot {
	x, y := p.at(s)
	return spot{x*px - p.gap*px/2, y*px - p.gap*px/2}
}

func (l *layout) add(part layout, dx, dy int) {
	for _, p := range part.places {
		p.x, p.y = p.x+dx, p.y+dy
		l.places = append(l.places, p)
	}
	for _, t := range part.words {
		t.x, t.y = t.x+dx, t.y+dy
		l.words = append(l.words, t)
	}
	l.w, l.h = max(l.w, dx+part.w), max(l.h, dy+part.h)
}

// planner makes layouts of one stage. The size of letters depends on the picture and not on the cells.
type planner struct {
	stage
	face    *face
	hue     *hues
	lang    string
	lines   []engine.Text
	caption []string
	letter  int  // the size of letters in pixels
	most    int  // the largest width of text
	aside   bool // small boards stand at the right
}

// plan returns the layout with the largest cells whose longer side is at most size; the rest is margin. Small boards go
// above and below the field of play, or to its right if that makes larger cells possible.
func (p planner) plan(size int) (layout, error) {
	all, err := planAll([]planner{p}, size)
	if err != nil {
		return layout{}, err
	}
	return all[0], nil
}

// smallest is the size of the smallest readable letters, in pixels.
const smallest = 6

// planAll is plan for several stages with boards of the same measures. The places of boards and the size of the picture
// are the same in all layouts, and large enough for each. Letters become smaller if nothing else fits.
func planAll(ps []planner, size int) ([]layout, error) {
	margin := size / 40
	for ps[0].letter >= smallest {
		if all := largest(ps, size, size-2*margin); all != nil {
			return framed(all, size, margin), nil
		}
		for i := range ps {
			ps[i].letter--
		}
	}
	return nil, fmt.Errorf("the scene does not fit a picture of %d pixels", size)
}

// largest returns the layouts with the largest cells that fit into room; nil if none do.
func largest(ps []planner, size, room int) []layout {
	for pitch := size; pitch >= 2; pitch-- {
		if ps[0].least(pitch) > size {
			continue
		}
		for _, aside := range []bool{false, true} {
			if all, ok := scenesOf(ps, pitch, aside, room); ok {
				return all
			}
		}
	}
	return nil
}

// scenesOf returns the layouts of all stages with the same pitch; ok is false if one is larger than room.
func scenesOf(ps []planner, pitch int, aside bool, room int) (all []layout, ok bool) {
	for _, p := range ps {
		p.aside, p.most = aside, room
		l := p.scene(pitch)
		if max(l.w, l.h) > room {
			return nil, false
		}
		all = append(all, l)
	}
	return all, true
}

// framed centres bodies in pictures whose longer side is size.
func framed(bodies []layout, size, margin int) []layout {
	w, h := 0, 0
	for _, body := range bodies {
		w, h = max(w, body.w), max(h, body.h)
	}
	whole := layout{w: w + 2*margin, h: h + 2*margin}
	if w >= h {
		whole.w = size
	}
	if h >= w {
		whole.h = size
	}
	var all []layout
	for _, body := range bodies {
		l := whole
		l.add(body, (l.w-w)/2, (l.h-h)/2)
		all = append(all, l)
	}
	return all
}

// least returns a lower bound of the longer side with this pitch. It is cheap to compute.
func (p planner) least(pitch int) int {
	cols, rows := 0, 0
	for _, f := range p.fields {
		cols, rows = cols+f.main.cols, max(rows, f.main.rows)
	}
	return max(cols, rows) * pitch
}

func (p planner) scene(pitch int) layout {
	var l, fields layout
	for i, f := range p.fields {
		x := fields.w
		if i > 0 {
			x += 2 * p.letter
		}
		fields.add(p.field(f, pitch), x, 0)
	}
	l.add(fields, 0, 0)
	if p.aside {
		l.add(p.flow(p.below, pitch, 0), l.w+p.letter, 0)
	} else {
		l = p.stack(l, p.flow(p.below, pitch, l.w))
	}
	room := min(max(l.w, 24*p.letter), p.most)
	for _, line := range p.lines {
		l = p.write(l, oneLine(line.In(p.lang)), p.hue.ink, room)
	}
	for _, text := range p.caption {
		l = p.write(l, columns(false).Truncate(oneLine(text), captionWide, "..."), p.hue.faded, room)
	}
	return l
}

// stack puts part under l.
func (p planner) stack(l, part layout) layout {
	if part.h == 0 {
		return l
	}
	y := l.h
	if y > 0 {
		y += p.letter
	}
	l.add(part, 0, y)
	return l
}

// write puts lines of text under l, none longer than room pixels.
func (p planner) write(l layout, text string, colour color.RGBA, room int) layout {
	for _, line := range p.face.wrap(text, p.letter, room) {
		lead := p.letter * 6 / 10
		if len(l.words) == 0 || l.words[len(l.words)-1].y+p.letter < l.h {
			lead = p.letter // the first line under a board
		}
		y := l.h + lead + p.letter*8/10
		l.words = append(l.words, words{0, y, p.letter, line, colour})
		l.w, l.h = max(l.w, p.face.width(line, p.letter)), y+p.letter/4
	}
	return l
}

func (p planner) field(f field, pitch int) layout {
	main := p.board(f.main, pitch, true)
	if p.aside && f.main.seat == 0 {
		return p.flank(main, p.flow(f.above, pitch, 0), p.flow(f.below, pitch, 0))
	}
	l := p.stack(p.flow(f.above, pitch, main.w), main)
	return p.stack(l, p.flow(f.below, pitch, main.w))
}

// flank puts upper and lower to the right of main, at its upper and its lower end.
func (p planner) flank(main, upper, lower layout) layout {
	if upper.w+lower.w == 0 {
		return main
	}
	x := main.w + p.letter
	main.add(upper, x, 0)
	y := 0
	if upper.h > 0 {
		y = upper.h + p.letter
	}
	main.add(lower, x, max(main.h-lower.h, y))
	return main
}

// flow arranges small boards from left to right in lines of at most room pixels.
func (p planner) flow(views []view, pitch, room int) layout {
	var all, line layout
	cell := max(min(pitch*3/5, p.letter*5/2), min(p.letter*3/2, pitch*2))
	for _, v := range views {
		part := p.board(v, cell, false)
		if line.w > 0 && line.w+2*p.letter+part.w > room {
			all = p.stack(all, line)
			line = layout{}
		}
		x := 0
		if line.w > 0 {
			x = line.w + 2*p.letter
		}
		line.add(part, x, 0)
	}
	return p.stack(all, line)
}

// board returns the layout of one board: its name above, and its slab and labels around it if it is a field of play.
func (p planner) board(v view, pitch int, main bool) layout {
	var l layout
	at := place{view: v, main: main, pitch: pitch, label: p.letter}
	if v.gap {
		at.gap = max(1, pitch*21/100)
	}
	switch {
	case main && (v.colNames != nil || v.rowNames != nil):
		at.rim = max(p.letter*7/4, p.widest(v.rowNames)+p.letter*3/4) + at.gap
	case main:
		at.rim = max(2, pitch/4)
	}
	if name := oneLine(v.name.In(p.lang)); name != "" {
		l.words = append(l.words, words{0, p.letter, p.letter, name, p.hue.faded})
		l.w, l.h = p.face.width(name, p.letter), p.letter*3/2
	}
	at.x, at.y = at.rim, l.h+at.rim
	l.places = append(l.places, at)
	l.w, l.h = max(l.w, at.width()+2*at.rim), l.h+at.height()+2*at.rim
	return l
}

func (p planner) widest(names []string) int {
	w := 0
	for _, name := range names {
		w = max(w, p.face.width(oneLine(name), p.letter))
	}
	return w
}

// wrap breaks text into lines of at most room pixels, at blanks and around full-width characters, and elsewhere only if
// there is no other place.
func (f *face) wrap(text string, size, room int) []string {
	var lines []string
	runes := []rune(norm.NFC.String(text)) // accents in one with their letters
	for len(runes) > 0 {
		end, rest := f.fits(runes, size, room)
		lines = append(lines, string(runes[:end]))
		runes = runes[rest:]
	}
	return lines
}

// fits returns the number of runes that go on one line, and the index of the next line.
func (f *face) fits(runes []rune, size, room int) (end, next int) {
	x := 0
	for i, r := range runes {
		x += f.captions.outline(r).advance
		if unicode.IsSpace(r) {
			end, next = i, i+1
		} else if r >= 0x2E80 && i > 0 && parts(runes[i-1], r) {
			end, next = i, i
		}
		if x*size > room*em && i > 0 {
			if next == 0 {
				return i, i
			}
			return end, next
		}
	}
	return len(runes), len(runes)
}

// parts reports whether a line may end between a and b, where b is full-width. Japanese lines neither begin with a
// closing sign nor end with an opening one.
func parts(a, b rune) bool {
	return !strings.ContainsRune("「『（［｛〈《【", a) &&
		!strings.ContainsRune("、。，．・：；？！ー」』）］｝〉》】々ぁぃぅぇぉっゃゅょァィゥェォッャュョ", b)
}
