package render

import (
	"image"
	"image/color"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// layout is the places of everything in a picture, in whole pixels. It is computed once, and the drawing code does not
// change it. Parts are layouts too; add puts them together.
type layout struct {
	w, h   int
	places []place
	words  []lettering
	bars   []nameBar
	planks []rectangle
}

// place is a board with its pixels.
type place struct {
	view
	about string // its title in full
	main  bool   // a field of play, on a slab
	stand int    // the height of a stand of pieces, negative if it ends with the cells instead of beginning with them; else 0
	hold  hold   // stones in hand
	pale  bool   // none of the things it shows are left
	x, y  int    // the upper left pixel of the first cell
	pitch int    // the distance from one cell to the next
	gap   int    // the part of pitch between the cells
	rim   int    // the slab around the cells
	band  int    // the slab outside the rim with the labels
	label int    // the size of the letters of the labels
}

// lettering is a line of text from x on the baseline y.
type lettering struct {
	x, y, size int
	text       string
	colour     color.RGBA
	pill       color.RGBA // the round ground of a chip; transparent for none
}

// frame returns the slab under p: labels are above and at the right in shogi, else below and at the left.
func (p place) frame() (x, y, w, h int) {
	x, y, w, h = p.x-p.rim, p.y-p.rim, p.width()+2*p.rim+p.band, p.height()+2*p.rim+p.band
	if p.has(engine.Piece) {
		return x, y - p.band, w, h
	}
	return x - p.band, y, w, h
}

// field reports whether p is the field of one seat.
func (p place) field() bool { return p.main && p.seat != 0 }

func (p place) cell() int   { return p.pitch - p.gap }
func (p place) width() int  { return p.cols*p.pitch - p.gap }
func (p place) height() int { return p.rows*p.pitch - p.gap }

// at returns the upper left pixel of the cell at s.
func (p place) at(s engine.Point) (x, y int) { return p.x + s.X*p.pitch, p.y + s.Y*p.pitch }

// middle returns the centre of the cell at s.
func (p place) middle(s engine.Point) spot {
	x, y := p.at(s)
	return image.Pt(x*px+p.cell()*px/2, y*px+p.cell()*px/2)
}

// corner returns the crossing at s, in the middle of the gaps.
func (p place) corner(s engine.Point) spot {
	x, y := p.at(s)
	return image.Pt(x*px-p.gap*px/2, y*px-p.gap*px/2)
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
	for _, b := range part.bars {
		b.x, b.y = b.x+dx, b.y+dy
		l.bars = append(l.bars, b)
	}
	for _, r := range part.planks {
		r.x, r.y = r.x+dx, r.y+dy
		l.planks = append(l.planks, r)
	}
	l.w, l.h = max(l.w, dx+part.w), max(l.h, dy+part.h)
}

// planner makes layouts of one scene. The size of letters depends on the picture and not on the cells.
type planner struct {
	style
	fields  []view
	below   []view // the small boards that belong to no seat
	seats   []seat
	caption []string
	most    int // the largest width of text
}

// style is what all parts of a picture have in common.
type style struct {
	face    *face
	hue     *hues
	phrases phrases
	flip    bool
	small   bool // without sentences and long rows of things
	tight   bool // without headings
	mute    bool // without words
	unnamed bool // without the bars
	part    bool // of a part of the fields, whose shape is its own
	letter  int  // the size of letters in pixels
}

// plan returns the layout with the largest cells whose longer side is at most size; the rest is margin.
func (p planner) plan(size int) (layout, error) {
	all, err := planAll([]planner{p}, size)
	if err != nil {
		return layout{}, err
	}
	return all[0], nil
}

// smallest is the size of the smallest readable letters, in pixels.
const smallest = 6

// modelSize is the size whose shape a picture of any size has.
const modelSize = 1000

// planAll is plan for several scenes with boards of the same measures, such as those of one game: their layouts have the
// same measures too. Those of different sizes have one shape, except for small pictures and pictures of a board alone.
func planAll(ps []planner, size int) ([]layout, error) {
	if ps[0].tight || ps[0].unnamed || ps[0].mute {
		return snug(ps, size)
	}
	model := ps[0]
	model.letter = modelSize / 40
	shape, err := snug([]planner{model}, modelSize)
	if err != nil {
		return nil, err
	}
	return planIn(ps, image.Pt((shape[0].w*size+modelSize-1)/modelSize, (shape[0].h*size+modelSize-1)/modelSize))
}

// snug returns layouts whose longer side is size, with equal margins.
func snug(ps []planner, size int) ([]layout, error) {
	margin := max(4, size/60)
	if ps[0].unnamed {
		margin = 3 // a page that rounds its measures cuts nothing
	}
	bodies, err := bodies(ps, image.Pt(size-2*margin, size-2*margin))
	if err != nil {
		return nil, err
	}
	w, h := 0, 0
	for _, body := range bodies {
		w, h = max(w, body.w), max(h, body.h)
	}
	frame := image.Pt(w+2*margin, h+2*margin)
	if w >= h {
		frame.X = size
	}
	if h >= w {
		frame.Y = size
	}
	return centred(bodies, frame), nil
}

// planIn returns layouts of exactly these measures. The margins of the shorter side may be half as wide.
func planIn(ps []planner, frame image.Point) ([]layout, error) {
	margin := max(4, max(frame.X, frame.Y)/60)
	room := image.Pt(frame.X-margin, frame.Y-margin)
	if frame.X >= frame.Y {
		room.X -= margin
	}
	if frame.Y >= frame.X {
		room.Y -= margin
	}
	bodies, err := bodies(ps, room)
	return centred(bodies, frame), err
}

// bodies returns layouts without margins, with the largest cells that fit into room. Letters become smaller if nothing else
// fits.
func bodies(ps []planner, room image.Point) (all []layout, err error) {
	for first := ps[0]; first.letter >= smallest; first.letter-- {
		pitch := first.largest(room)
		if pitch == 0 {
			continue
		}
		for _, p := range ps {
			p.letter, p.most = first.letter, max(room.X, room.Y)
			all = append(all, p.scene(pitch))
		}
		return all, nil
	}
	return nil, i18n.Err("picture.small", "n", max(room.X, room.Y))
}

// largest returns the size of the largest cells with which the scene fits into this size; 0 if none do.
func (p planner) largest(size image.Point) int {
	if pitch, known := p.face.pitches[room{size, p.letter}]; known {
		return pitch
	}
	p.most = max(size.X, size.Y)
	const least = 2
	cols, rows := 0, 0
	for _, v := range p.fields {
		if cols, rows = cols+v.cols, max(rows, v.rows); v.open {
			cols, rows = openSide, 0
			break
		}
	}
	low := max(cols, rows) // cells along the longer side, at least
	tooLarge := func(n int) bool {
		pitch := least + n
		if low*pitch > p.most {
			return true
		}
		l := p.scene(pitch)
		return l.w > size.X || l.h > size.Y
	}
	pitch := least + sort.Search(p.most, tooLarge) - 1
	if pitch < least {
		pitch = 0
	}
	if p.face.pitches != nil {
		p.face.pitches[room{size, p.letter}] = pitch
	}
	return pitch
}

// centred puts bodies into the middle of pictures of these measures.
func centred(bodies []layout, frame image.Point) (all []layout) {
	w, h := 0, 0
	for _, body := range bodies {
		w, h = max(w, body.w), max(h, body.h)
	}
	for _, body := range bodies {
		l := layout{w: frame.X, h: frame.Y}
		l.add(body, (l.w-w)/2, (l.h-h)/2)
		all = append(all, l)
	}
	return all
}

func (p planner) scene(pitch int) layout {
	var l layout
	rest := p.below
	if len(p.fields) > 0 && p.fields[0].seat != 0 {
		l = p.apart(pitch)
		rest = slices.DeleteFunc(slices.Clone(rest), view.goesBetween)
	} else {
		l = p.common(pitch)
	}
	if below := p.flow(rest, pitch, l.w); below.h > 0 {
		l.add(below, max(0, (l.w-below.w)/2), l.h+p.letter*2/3)
	}
	room := max(l.w, min(24*p.letter, p.most))
	for _, text := range p.caption {
		text = terminal.Truncate(oneLine(text), captionWide, "...")
		lines := p.face.wrap(text, p.letter, room)
		for less := room - p.letter; less > room/2; less -= p.letter { // no line is much shorter than the others
			if even := p.face.wrap(text, p.letter, less); len(even) == len(lines) {
				lines = even
			}
		}
		for _, line := range lines {
			line = strings.ReplaceAll(line, string(noBreak), " ")
			lead := p.letter * 6 / 10
			if len(l.words) == 0 || l.words[len(l.words)-1].y+p.letter < l.h {
				lead = p.letter // the first line under a board
			}
			y := l.h + lead + p.letter*8/10
			l.words = append(l.words, lettering{y: y, size: p.letter, text: line, colour: p.hue.faded})
			l.w, l.h = max(l.w, p.face.width(line, p.letter)), y+p.letter/4
		}
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

// flow arranges small boards from left to right in lines of at most room pixels. They become smaller if that keeps them
// on one line.
func (p planner) flow(views []view, pitch, room int) layout {
	cell := max(min(pitch*4/5, p.letter*5/2), min(p.letter*3/2, pitch*2))
	if len(views) == 1 && views[0].scale() {
		cell = p.letter * 2
	}
	for less := cell; less >= cell/2 && room > 0 && len(views) > 1; less-- {
		if line := p.lined(views, less, math.MaxInt); line.w <= room {
			return line
		}
	}
	return p.lined(views, cell, room)
}

// lined arranges small boards with cells of this size in lines of at most room pixels.
func (p planner) lined(views []view, cell, room int) layout {
	var all, line layout
	wide := 0
	if len(views) == 1 {
		wide = room
	}
	for _, v := range views {
		part := p.board(v, cell, wide, false)
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

// board returns the layout of one board: its title above, in the middle if it is nobody's, and its slab and labels around it if it is a field of play. The
// title may take all the room.
func (p planner) board(v view, pitch, room int, main bool) layout {
	var l layout
	at := place{view: v, about: v.title(p.phrases), main: main, pitch: pitch, label: max(min(9, p.letter), p.letter*4/5)}
	if v.gap {
		at.gap = max(1, pitch*21/100)
	}
	if main {
		at.rim = max(2, min(pitch/4, p.letter/2)) + at.gap
		if v.colNames != nil || v.rowNames != nil {
			names := at.rowNames
			if at.open {
				names = []string{"-0"} // the same however far it grows
			} else {
				at.rim = max(at.rim, at.gap+(p.widest(at.colNames, at.label)-at.pitch)/2+2, (at.label-at.pitch)/2+2)
			}
			at.band = max(2, max(at.label*5/4, p.widest(names, at.label)+at.label/2)-(at.rim-at.gap))
		}
	}
	w, h := at.width(), at.height()
	if main && v.open {
		w, h = openSide*pitch, openSide*pitch
		at.pitch = openSide * pitch / max(v.cols, v.rows)
	}
	w, h = w+2*at.rim+at.band, h+2*at.rim+at.band
	if !main {
		l = p.titled(v, max(w, room))
		switch {
		case len(l.words) == 0:
		case v.scale() && l.w+p.letter+w <= room: // on one line
			l.words[0].y = (h + p.letter*7/10) / 2
			at.x = l.w + p.letter
			l.places, l.w, l.h = []place{at}, at.x+w, max(h, p.letter)
			return l
		case v.seat == 0:
			l.words[0].x = max(0, (w-l.w)/2)
		}
	}
	at.x, at.y = at.rim+at.band, l.h+at.rim
	if v.has(engine.Piece) {
		at.x, at.y = at.rim, l.h+at.rim+at.band
	}
	at.x, at.y = at.x+(w-at.band-2*at.rim-at.width())/2, at.y+(h-at.band-2*at.rim-at.height())/2
	l.places = append(l.places, at)
	l.w, l.h = max(l.w, w), l.h+h
	return l
}

// openSide is the number of cells, of the usual size, along the side of the square into which a board without edges is
// scaled.
const openSide = 20

// titled returns the title of a board in w pixels. The text about a seat never takes more.
func (p planner) titled(v view, w int) (l layout) {
	title := p.phrases.fitting(v.title, func(text string) bool { return p.face.width(text, p.letter) <= w })
	if v.seat != 0 && !v.named {
		title = p.face.cut(title, p.letter, w)
	}
	if title == "" || p.mute || p.tight && v.named {
		return l
	}
	l.w, l.h = p.face.width(title, p.letter), p.letter*3/2
	if len(v.cells) > 0 || v.seat == 0 {
		l.words = append(l.words, lettering{x: 0, y: p.letter, size: p.letter, text: title, colour: p.hue.faded})
	}
	return l
}

func (p planner) widest(names []string, size int) int {
	w := 0
	for _, name := range names {
		w = max(w, p.face.width(oneLine(name), size))
	}
	return w
}

// wrap breaks text into lines of at most room pixels.
func (f *face) wrap(text string, size, room int) []string {
	return wrap(norm.NFC.String(text), room*em/size, func(r rune) int { return f.captions.outline(r).advance }) // accents in one with their letters
}

// cut returns text, shortened with "…" if it is wider than room pixels.
func (f *face) cut(text string, size, room int) string {
	if f.width(text, size) <= room {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && f.width(string(runes)+"…", size) > room {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// wrap breaks text into lines that are at most room wide, at blanks and around full-width characters but not between a number and
// its unit, and elsewhere only if there is no other place.
func wrap(text string, room int, wide func(rune) int) []string {
	var lines []string
	runes := []rune(text)
	for len(runes) > 0 {
		end, rest := fits(runes, room, wide)
		lines = append(lines, string(runes[:end]))
		runes = runes[rest:]
	}
	return lines
}

// noBreak is the blank at which no line is broken.
const noBreak = '\u00A0'

// fits returns the number of runes that continue one line, and the index of the next line.
func fits(runes []rune, room int, wide func(rune) int) (end, next int) {
	x := 0
	for i, r := range runes {
		x += wide(r)
		if unicode.IsSpace(r) && r != noBreak {
			end, next = i, i+1
		} else if i > 0 && (r >= 0x2E80 || runes[i-1] >= 0x2E80 && strings.ContainsRune(noEnd, r)) && !unicode.IsDigit(runes[i-1]) && !strings.ContainsRune(noEnd, runes[i-1]) && !strings.ContainsRune(noBegin, r) {
			end, next = i, i
		}
		if x > room && i > 0 {
			if next == 0 {
				return i, i
			}
			return end, next
		}
	}
	return len(runes), len(runes)
}
