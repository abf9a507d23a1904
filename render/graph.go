package render

import (
	"image"
	"image/color"
	"io"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Graph is the course of the expected results of the seats in a game.
type Graph struct {
	Scores [][]float64 // before the first ply and after each, of every seat: from 0 to 1
	Marks  []string    // the mark of each ply, "" for none, from the first
	Movers []int       // who made each ply, from seat 1
	Title  string
}

// The measures of a graph, in pixels at the usual size; other sizes are in proportion.
const (
	graphWide = 900
	graphHigh = 400
	graphText = 20
)

// PNG draws the graph. Of o it uses the size, the language, the theme and the names.
func (g Graph) PNG(w io.Writer, o PNGOptions) error {
	d, err := g.drawing(o)
	if err != nil {
		return err
	}
	c := newCanvas(d.w, d.h, d.hue.paper)
	d.paint(c)
	return encoder.Encode(w, c.img)
}

// SVG draws the graph as an SVG.
func (g Graph) SVG(w io.Writer, o PNGOptions) error {
	d, err := g.drawing(o)
	if err != nil {
		return err
	}
	v := &svgPen{known: map[string]int{}}
	d.paint(v)
	v.end()
	text := opening(d.w, d.h, "") + "<title>" + escaped(g.Title) + "</title><defs>" + strings.Join(v.shapes, "") + "</defs>" + v.body.String() + "</svg>\n"
	_, err = io.WriteString(w, text)
	return err
}

// drawing is a graph with its measures.
type drawing struct {
	Graph
	w, h       int
	text       int // its size
	x, y       int // the upper left corner of the field
	wide, high int
	hue        *hues
	face       *face
	names      []string
	lang       string
}

func (g Graph) drawing(o PNGOptions) (*drawing, error) {
	o, err := o.resolved(graphWide)
	if err != nil {
		return nil, err
	}
	hue, err := o.hues()
	if err != nil {
		return nil, err
	}
	d := &drawing{Graph: g, w: o.Size, h: o.Size * graphHigh / graphWide, text: max(o.Size*graphText/graphWide, 10), hue: hue, face: newFace(), lang: o.Lang}
	for seat := range g.Scores[0] {
		name := engine.Seat(seat+1, len(g.Scores[0])).In(o.Lang)
		if seat < len(o.Names) && o.Names[seat] != "" {
			name = SafeLine(i18n.Called(o.Names[seat]).In(o.Lang), 40)
		}
		d.names = append(d.names, name)
	}
	d.x = d.face.width("100%", d.text) + d.text
	d.y = 7 * d.text / 2
	if g.Title != "" {
		d.y += 2 * d.text
	}
	d.wide, d.high = d.w-d.x-d.text, d.h-d.y-7*d.text/2
	if d.high < 4*d.text {
		d.high = 4 * d.text
		d.h = d.y + d.high + 7*d.text/2
	}
	return d, nil
}

func (d *drawing) paint(p pen) {
	p.rect(0, 0, d.w, d.h, d.hue.paper)
	p.group("graph", d.Title)
	if len(d.names) == 2 {
		// The share of the first seat from below, the rest above.
		p.rect(d.x, d.y, d.wide, d.high, d.hue.tints[2])
		corners := []spot{d.at(0, 0)}
		for ply, scores := range d.Scores {
			corners = append(corners, d.at(ply, scores[0]))
		}
		corners = append(corners, d.at(len(d.Scores)-1, 0))
		p.fill(polygon(corners...), d.hue.tints[1], 16)
	} else {
		p.rect(d.x, d.y, d.wide, d.high, d.hue.square)
	}
	d.paintScale(p)
	for seat := range d.names {
		if len(d.names) == 2 && seat == 1 {
			break // its line would mirror that of the other
		}
		colour, width := d.hue.inks[engine.Ink(seat+1)], max(d.text*px/7, px)
		for ply := 1; ply < len(d.Scores); ply++ {
			p.fill(stroke(d.at(ply-1, d.Scores[ply-1][seat]), d.at(ply, d.Scores[ply][seat]), width), colour, 16)
		}
	}
	d.paintMarks(p)
	d.paintNames(p)
}

// at returns the spot of a score after a ply.
func (d *drawing) at(ply int, score float64) spot {
	last := max(len(d.Scores)-1, 1)
	return image.Pt(d.x*px+d.wide*px*ply/last, d.y*px+int(float64(d.high*px)*(1-min(max(score, 0), 1))))
}

// paintScale draws the lines of a quarter, and the numbers of plies below.
func (d *drawing) paintScale(p pen) {
	for quarter := range 5 {
		y := d.y + d.high*(4-quarter)/4
		thick := 1
		if quarter == 2 {
			thick = 2 // even chances
		}
		p.rect(d.x, y-thick/2, d.wide, thick, d.hue.faded)
		if quarter%2 == 0 {
			label := strconv.Itoa(25*quarter) + " %"
			d.write(p, label, d.x-d.text/2-d.face.width(label, d.text), y+d.text/3, d.hue.faded)
		}
	}
	last, tick := len(d.Scores)-1, 1000 // from number to number
	for _, n := range []int{500, 200, 100, 50, 20, 10, 5, 2, 1} {
		if last/n <= 12 {
			tick = n
		}
	}
	for ply := 0; ply <= last; ply += tick {
		label, x := strconv.Itoa(ply), d.at(ply, 0).X/px
		p.rect(x, d.y+d.high, 1, d.text/3, d.hue.faded)
		d.write(p, label, min(x-d.face.width(label, d.text)/2, d.w-d.text-d.face.width(label, d.text)), d.y+d.high+5*d.text/2, d.hue.faded)
	}
}

// paintMarks draws a sign for each mark on the line of the player who moved, in that player's colour and shape: open for ?!,
// filled for ?, and larger for ??. The marks themselves are written above the field and, for the second of two players, below it.
// If two would overlap, only the worse one is written.
func (d *drawing) paintMarks(p pen) {
	lanes := [2]int{d.y - d.text/3, d.y + d.high + 4*d.text/3} // the lower one below the ticks of the scale
	var written []image.Rectangle
	for _, worst := range []string{"??", "?", "?!"} {
		for i, mark := range d.Marks {
			if mark != worst {
				continue
			}
			line, lane, mover := 0, 0, d.Movers[i]
			if len(d.names) > 2 {
				line = mover - 1
			} else {
				lane = mover - 1
			}
			at, wide := d.at(i+1, d.Scores[i+1][line]), d.face.width(mark, d.text)
			x, y := min(max(at.X/px-wide/2, d.x), d.x+d.wide-wide), lanes[lane]
			if here := image.Rect(x-d.text/8, y-d.text, x+wide+d.text/8, y); !slices.ContainsFunc(written, here.Overlaps) {
				written = append(written, here)
				d.write(p, mark, x, y, d.hue.ink)
			}
			radius := fix(d.text * px * 3 / 10)
			if mark == "??" {
				radius = fix(d.text * px * 9 / 20)
			}
			p.fill(markShape(mover, at, radius+px), d.hue.ink, 16)
			p.fill(markShape(mover, at, radius), d.hue.inks[engine.Ink(mover)], 16)
			if mark == "?!" {
				p.fill(markShape(mover, at, radius/2), d.hue.paper, 16)
			}
		}
	}
}

// markShape returns the sign of a seat around a spot: a circle, a diamond, a square or a triangle.
func markShape(seat int, at spot, radius fix) path {
	switch seat {
	case 2:
		r := radius * 5 / 4
		return polygon(image.Pt(at.X, at.Y-r), image.Pt(at.X+r, at.Y), image.Pt(at.X, at.Y+r), image.Pt(at.X-r, at.Y))
	case 3:
		return polygon(image.Pt(at.X-radius, at.Y-radius), image.Pt(at.X+radius, at.Y-radius), image.Pt(at.X+radius, at.Y+radius), image.Pt(at.X-radius, at.Y+radius))
	case 4:
		r := radius * 5 / 4
		return polygon(image.Pt(at.X, at.Y-r), image.Pt(at.X+r, at.Y+r), image.Pt(at.X-r, at.Y+r))
	}
	return circle(at, radius)
}

// paintNames writes the title and the legend.
func (d *drawing) paintNames(p pen) {
	y := 3 * d.text / 2
	if d.Title != "" {
		d.write(p, SafeLine(d.Title, 100), d.x, y, d.hue.ink)
		y += 2 * d.text
	}
	x := d.x
	for seat, name := range d.names {
		ground := d.hue.inks[engine.Ink(seat+1)]
		p.fill(markShape(seat+1, image.Pt((x+d.text/2)*px, (y-d.text/3)*px), d.text*px*2/5), ground, 16)
		x += 3 * d.text / 2
		d.write(p, name, x, y, d.hue.ink)
		x += d.face.width(name, d.text) + 3*d.text/2
	}
	label := i18n.In(d.lang, "graph.plies")
	if left := d.w - d.text - d.face.width(label, d.text); left > x {
		d.write(p, label, left, y, d.hue.faded)
	}
}

// write writes a line with its left lower corner at x, y.
func (d *drawing) write(p pen, text string, x, y int, colour color.RGBA) {
	write(p, []lettering{{x: x, y: y, size: d.text, text: text, colour: colour}}, d.face)
}
