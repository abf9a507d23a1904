package render

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"

	"hikyaku/engine"
)

// pen draws shapes: as pixels, or as elements of an SVG. Lengths of rect and round are in pixels.
type pen interface {
	rect(x, y, w, h int, colour color.RGBA)
	round(x, y, w, h, r int, colour color.RGBA)
	fill(p path, colour color.RGBA, opaque int) // opaque of 16
	group(id, title string)                     // starts a group; the next one ends it
	// again calls draw, or does the same as the last time with the same key, which key appends.
	again(key func([]byte) []byte, draw func())
}

// painter draws one board with a pen.
type painter struct {
	pen
	in      place
	hue     *hues
	face    *face
	covered map[engine.Point]bool // the cells with bodies
}

// draw returns l as a picture.
func (l layout) draw(f *face, hue *hues) *image.Paletted {
	c := newCanvas(l.w, l.h, hue.paper)
	paint(c, l, f, hue)
	return c.img
}

// paint draws l on empty paper.
func paint(pen pen, l layout, f *face, hue *hues) {
	for _, r := range l.planks {
		r.paint(pen)
	}
	n := paintPlaces(pen, l.places, 0, hue.paper, f, hue)
	for _, b := range l.bars {
		n = b.paint(pen, n, f, hue)
	}
	pen.group("words", "")
	write(pen, l.words, f)
}

// paintPlaces draws boards on a ground, of which n are drawn already, and returns how many are drawn then.
func paintPlaces(pen pen, places []place, n int, ground color.RGBA, f *face, hue *hues) int {
	for _, p := range places {
		n++
		if !p.main && p.stand == 0 && len(p.cells) == 0 {
			continue
		}
		board := painter{pen: pen, in: p, hue: hue, face: f}
		if p.main || len(p.walls)+len(p.strokes)+len(p.threats)+len(p.notes) > 0 {
			board.board(n)
		} else {
			board.again('b', p.cells, func() { board.board(n) })
		}
	}
	opaque := 8
	if isDark(ground) { // the same part would leave less contrast
		opaque = 6
	}
	for _, p := range places {
		if p.pale {
			pen.fill(rounded(p.x*px, p.y*px, p.width()*px, p.height()*px, 0), ground, opaque)
		}
	}
	return n
}

// again calls draw, which draws these cells of the board and depends on nothing else that changes from one scene to another. A
// pen that has drawn the same part of the same board with the same cells may repeat that.
func (p painter) again(part byte, cells []engine.Cell, draw func()) {
	p.pen.again(func(key []byte) []byte {
		flags := 0
		for i, flag := range []bool{p.in.main, p.in.turned, p.in.open} {
			if flag {
				flags |= 1 << i
			}
		}
		key = appendInts(append(key, part), flags, p.in.stand, p.in.x, p.in.y, p.in.pitch, p.in.gap, p.in.rim, p.in.band, p.in.label, p.in.cols, p.in.rows, p.in.grid, p.in.seat, p.in.turn, int(p.in.hold))
		for _, c := range cells {
			key = appendInts(key, c.At.X, c.At.Y, int(c.Form), int(c.Ink), c.Group, int(c.Shape), c.Turn, int(c.Mark), len(c.Glyph))
			key = append(key, c.Glyph...)
		}
		return key
	}, draw)
}

// appendInts appends numbers to a key.
func appendInts(key []byte, numbers ...int) []byte {
	for _, n := range numbers {
		key = binary.AppendVarint(key, int64(n))
	}
	return key
}

// write writes text, on its pills.
func write(pen pen, all []lettering, f *face) {
	for _, t := range all {
		if t.pill.A > 0 {
			pen.round(t.x-t.size/2, t.y-t.size*21/20, f.width(t.text, t.size)+t.size, t.size*7/5, t.size*7/10, t.pill)
		}
		pen.fill(f.text(image.Pt(t.x*px, t.y*px), t.size*px, t.text), t.colour, 16)
	}
}

// board draws the nth board. It draws from the bottom up, so that nothing important is covered.
func (p painter) board(n int) {
	p.covered = map[engine.Point]bool{}
	for _, c := range p.in.cells {
		if c.Form == engine.Body {
			p.covered[c.At] = true
		}
	}
	part := func(what string) { p.group(fmt.Sprintf("board%d-%s", n, what), p.in.about) }
	part("ground")
	switch {
	case p.in.main:
		p.slab()
	case p.in.stand != 0:
		p.pieceStand()
	case p.in.hold != unheld:
		p.drawHold()
	}
	for _, c := range p.in.cells {
		p.ground(c)
	}
	p.gridLines()
	p.frames()
	part("tiles")
	p.tiles()
	part("trail")
	p.drawTrail()
	part("paths")
	p.paths()
	part("bodies")
	p.drawBodies()
	part("pieces")
	for _, c := range p.in.cells {
		p.piece(c)
	}
	for _, c := range p.in.cells {
		p.legal(c)
	}
	if p.in.coming != nil {
		p.drawComing()
	}
	part("walls")
	for _, l := range p.in.walls {
		p.wall(l)
	}
	part("strokes")
	for _, l := range p.in.strokes {
		p.trace(l)
	}
	for _, l := range p.in.strokes {
		if l.Mark == engine.Deciding {
			p.fill(stroke(p.in.corner(l.From), p.in.corner(l.To), p.in.pitch*px*pencil*5/2/100), p.hue.trace, 16)
		}
	}
	for _, l := range p.in.strokes {
		p.stroke(l)
	}
	part("threats")
	for _, l := range p.in.threats {
		p.drawThreat(l)
	}
	if p.in.main {
		part("labels")
		p.labels()
	}
	part("notes")
	p.notes()
}

// slab draws the wood under a field of play, with labels on its rim.
func (p painter) slab() {
	g := p.in.gap
	x, y, w, h := p.in.frame()
	p.shadow(x, y, w, h, p.in.label)
	p.round(x, y, w, h, p.in.label, p.hue.slab)
	p.drawGrain(x, y+p.in.label/2, w, h-p.in.label, p.hue.slab) // within the round corners
	if g == 0 {
		ground := p.hue.square
		if p.in.field() || p.in.open && isDark(ground) { // which tiles are lighter than
			ground = p.hue.well
		}
		p.rect(p.in.x, p.in.y, p.in.width(), p.in.height(), ground)
		if ground == p.hue.square {
			p.drawGrain(p.in.x, p.in.y, p.in.width(), p.in.height(), ground)
		}
	} else {
		if p.hue.groove != p.hue.slab {
			p.round(p.in.x-g, p.in.y-g, p.in.width()+2*g, p.in.height()+2*g, g, p.hue.groove)
		}
		for y := range p.in.rows {
			for x := range p.in.cols {
				p.square(engine.Point{X: x, Y: y}, p.hue.square)
			}
		}
	}
}

// square fills the cell at s, with bevelled corners if there are gaps between the cells.
func (p painter) square(s engine.Point, colour color.RGBA) {
	x, y := p.in.at(s)
	p.round(x, y, p.in.cell(), p.in.cell(), min(p.in.gap/2, p.in.cell()/12), colour)
}

// labels writes columns and rows on the band of the slab.
func (p painter) labels() {
	mid := (p.in.gap + p.in.rim + p.in.band) / 2 // beside the outermost groove
	below, left := p.in.y+p.in.height()+mid, p.in.x-mid
	if p.in.has(engine.Piece) {
		below, left = p.in.y-mid, p.in.x+p.in.width()+mid
	}
	plates := p.drawLastNames()
	p.along(p.in.colNames, true, func(i, middle int) {
		if !plates.covers(p, p.in.x+middle, 0, p.in.colNames[i]) {
			p.letters(p.in.x+middle, below, p.in.colNames[i])
		}
	})
	p.along(p.in.rowNames, false, func(i, middle int) {
		if !plates.covers(p, 0, p.in.y+middle, "") {
			p.letters(left, p.in.y+middle, p.in.rowNames[i])
		}
	})
}

// along calls visit with the names to write along a side and the middle of their cells, in pixels from the first cell.
// A name also stands for the nameless cells after it. If names would touch, only those at regular distances are
// written, counted like the grid.
func (p painter) along(names []string, across bool, visit func(i, middle int)) {
	at := func(n int) int { // the position on the side of the nth cell of the board
		if !across {
			return len(names) - 1 - n
		}
		return n
	}
	runs, most := make([]int, len(names)), 1
	for n := len(names) - 1; n >= 0; n-- {
		runs[n] = 1
		if n+1 < len(names) && names[at(n+1)] == "" {
			runs[n] += runs[n+1]
		}
		most = max(most, runs[n])
	}
	need := p.in.label // the room that the widest of names takes
	for _, name := range names {
		if across {
			need = max(need, p.face.width(oneLine(name), p.in.label)+p.in.label/4)
		}
	}
	step := (need + p.in.pitch - 1) / p.in.pitch
	if step > 1 && p.in.grid > 1 {
		step = (step + p.in.grid - 1) / p.in.grid * p.in.grid
	}
	for n, run := range runs {
		first := n
		if p.in.turned {
			first = len(runs) - n - run
		}
		if most == 1 {
			first++ // of single cells, those at the ends of blocks
		}
		if names[at(n)] == "" || (step > most && first%step != 0) {
			continue
		}
		start := min(at(n), at(n+run-1))
		visit(at(n), start*p.in.pitch+(run*p.in.pitch-p.in.gap)/2)
	}
}

// letters writes name around (x, y). All names share a baseline.
func (p painter) letters(x, y int, name string) {
	name = oneLine(name)
	w := p.face.width(name, p.in.label)
	p.fill(p.face.text(image.Pt(x*px-w*px/2, y*px+p.in.label*px*36/100), p.in.label*px, name), p.hue.label, 16)
}

// gridLines draws the lines of a board without gaps, and its border.
func (p painter) gridLines() {
	if p.in.grid == 0 || p.in.gap > 0 {
		return
	}
	if p.in.grid > 2 && p.in.pitch >= 8 { // the grid lines are wide apart, so faint ones separate the cells
		colour := mix(p.hue.square, p.hue.line, 2)
		for x := 1; x < p.in.cols; x++ {
			p.rect(p.in.x+x*p.in.pitch, p.in.y, 1, p.in.height(), colour)
		}
		for y := 1; y < p.in.rows; y++ {
			p.rect(p.in.x, p.in.y+y*p.in.pitch, p.in.width(), 1, colour)
		}
	}
	thick := max(1, p.in.pitch/50)
	colour := p.hue.line
	if p.in.grid > 1 {
		colour = mix(p.hue.square, p.hue.line, 7)
	}
	for n := 0; n <= max(p.in.cols, p.in.rows); n += p.in.grid {
		x, y := n, p.in.rows-n
		if p.in.turned {
			x, y = p.in.cols-n, n
		}
		if n <= p.in.cols {
			p.rect(p.in.x+x*p.in.pitch-thick/2, p.in.y, thick, p.in.height(), colour)
		}
		if n <= p.in.rows {
			p.rect(p.in.x, p.in.y+y*p.in.pitch-thick/2, p.in.width(), thick, colour)
		}
	}
}

// wall draws a bar: in a gap from the side of one cell to the side of another, or along the edge of cells.
func (p painter) wall(l engine.Line) {
	if l.Mark == engine.Legal {
		p.wallPlace(l)
		return
	}
	a, b := p.in.corner(l.From), p.in.corner(l.To)
	thick := max(2*px, p.in.gap*px-p.in.gap*px/8)
	if p.in.gap == 0 {
		thick = max(3*px, p.in.pitch*px/6)
	}
	half := thick / 2
	lead := p.in.gap * px / 2 // leaves the crossings at both ends free
	x, y, w, h := a.X-half, a.Y+lead, thick, b.Y-a.Y-2*lead
	if l.From.Y == l.To.Y {
		x, y, w, h = a.X+lead, a.Y-half, b.X-a.X-2*lead, thick
	} else if l.From.X != l.To.X {
		return
	}
	bar := func(grow fix, colour color.RGBA, opaque, drop int) {
		p.fill(rounded(x-grow, y-grow+drop, w+2*grow, h+2*grow, half*2/3+grow), colour, opaque)
	}
	thin := max(px/2, thick/14)
	if thick < 5*px { // no room for an outline
		thin = 0
	}
	if p.in.gap > 0 && thin > 0 {
		bar(thin, p.hue.black, 5, thick/5)
	}
	if l.Mark == engine.Last {
		bar(max(2*px, thick/4), p.hue.contrasting(p.hue.groove, p.hue.accent, shapeContrast), 16, 0)
	}
	colour := p.hue.colourOf(l.Ink)
	rim := p.hue.edge
	if p.in.gap == 0 {
		rim = p.hue.edgeAround(colour)
	}
	bar(0, rim, 16, 0)
	bar(-thin, colour, 16, 0)
	if shine := thick / 7; p.in.gap > 0 && shine >= px {
		if w > h {
			y, h = y+thick/4, shine
		} else {
			x, w = x+thick/4, shine
		}
		p.fill(rounded(x+thick/3*min(1, w/thick), y+thick/3*min(1, h/thick), w-2*(thick/3)*min(1, w/thick), h-2*(thick/3)*min(1, h/thick), shine/2), mix(colour, p.hue.white, 4), 16)
	}
	if l.Mark == engine.Last || l.Mark == engine.Before {
		for i := fix(1); i <= 3; i++ { // dashes, which other walls do not have in any theme
			mid := image.Pt(a.X+(b.X-a.X)*i/4, a.Y+(b.Y-a.Y)*i/4)
			dx, dy := (b.X-a.X)/20, (b.Y-a.Y)/20
			p.fill(stroke(image.Pt(mid.X-dx, mid.Y-dy), image.Pt(mid.X+dx, mid.Y+dy), max(px*3/2, thick*2/5)), p.hue.signOn(colour), 16)
		}
	}
}

// tiles draws the squares between grid lines that hold drawings, with a frame around each, broad around the last.
func (p painter) tiles() {
	if p.in.grid < 2 {
		return
	}
	var order []engine.Point
	tiles := map[engine.Point]engine.Mark{}
	for _, c := range p.in.cells {
		if c.Form != engine.Drawn {
			continue
		}
		at := engine.Point{X: c.At.X / p.in.grid, Y: c.At.Y / p.in.grid}
		if _, known := tiles[at]; !known {
			order = append(order, at)
		}
		tiles[at] = max(tiles[at], c.Mark)
	}
	n := p.in.grid * p.in.pitch
	if order == nil && p.in.open {
		p.firstTile()
		return
	}
	thin := max(1, n/48)
	frame := func(at engine.Point, wide int, colour color.RGBA) {
		x, y := p.in.x+at.X*n-wide, p.in.y+at.Y*n-wide
		p.round(x, y, n+2*wide, n+2*wide, wide+n/16, colour)
	}
	paper := func(at engine.Point) {
		frame(at, 0, mix(p.hue.tile, p.hue.edge, 8))
		frame(at, -thin, p.hue.tile)
	}
	for _, at := range order {
		paper(at)
	}
	wide := max(2, n/18)
	for _, at := range order {
		if tiles[at] == engine.Last {
			frame(at, wide, mix(p.hue.accent, p.hue.edge, 7))
			frame(at, wide-thin, p.hue.accent)
			paper(at)
		}
	}
}

// firstTile draws dashes on an empty board without edges, where the first tile goes.
func (p painter) firstTile() {
	size := engine.Point{X: p.in.grid, Y: p.in.grid}
	at := p.in.touched(engine.AreaTouch(p.in.id, engine.Point{}, size))
	n, colour := at.Dx()*px, p.hue.contrasting(p.hue.square, p.hue.line, shapeContrast)
	near, far := n/10, n-n/10
	for i := range fix(8) {
		from, to := near+i*n/10, near+i*n/10+n/20
		for _, line := range [][2]spot{{image.Pt(from, near), image.Pt(to, near)}, {image.Pt(from, far), image.Pt(to, far)}, {image.Pt(near, from), image.Pt(near, to)}, {image.Pt(far, from), image.Pt(far, to)}} {
			for i := range line {
				line[i].X, line[i].Y = line[i].X+at.Min.X*px, line[i].Y+at.Min.Y*px
			}
			p.fill(stroke(line[0], line[1], max(px, n/60)), colour, 16)
		}
	}
}

// trace draws the background of a stroke that decided the game, or is part of the last move or of a chain; that of a chain
// stays within its cells.
func (p painter) trace(l engine.Line) {
	thick := p.in.pitch * px * pencil / 100
	switch l.Mark {
	case engine.Deciding:
		p.fill(stroke(p.in.corner(l.From), p.in.corner(l.To), 5*thick/2+max(3*px, thick*2/3)), p.hue.edge, 16)
	case engine.Last:
		p.fill(stroke(p.in.corner(l.From), p.in.corner(l.To), 2*thick), p.hue.accent, 16)
	case engine.Joint:
		p.fill(p.within(l, thick, 2*thick), p.hue.glow(p.hue.tile), 16)
	}
}

// pencil is the width of a stroke in hundredths of a cell.
const pencil = 23

// stroke draws a line with round ends, which stay inside the cells that it crosses.
func (p painter) stroke(l engine.Line) {
	thick, colour := p.in.pitch*px*pencil/100, p.hue.colourOf(l.Ink)
	if l.Mark == engine.Deciding {
		colour = p.hue.contrasting(p.hue.trace, colour, shapeContrast)
	}
	p.fill(p.within(l, thick*2/3, thick), colour, 16)
}

// within returns a line that ends before the corners of its cells, by so much in each direction.
func (p painter) within(l engine.Line, in, thick fix) path {
	a, b := p.in.corner(l.From), p.in.corner(l.To)
	dx, dy := min(1, max(-1, b.X-a.X)), min(1, max(-1, b.Y-a.Y))
	a, b = image.Pt(a.X+dx*in, a.Y+dy*in), image.Pt(b.X-dx*in, b.Y-dy*in)
	return stroke(a, b, thick)
}
