package render

import (
	_ "embed"
	"sync"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The font is a subset of Noto Serif JP Bold with the characters of font/glyphs.txt (SIL Open Font
// License, font/OFL.txt).
//
//go:embed font/pieces-NotoSerifJP-Bold-subset.ttf
var fontFile []byte

var theFont = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(fontFile)
	if err != nil {
		panic("the embedded font cannot be read: " + err.Error())
	}
	return f
})

// face gives outlines of characters. Each picture has its own.
type face struct {
	font   *sfnt.Font
	buffer sfnt.Buffer
	known  map[rune]outline
}

// outline is a character in units of the font, the baseline at y = 0, y downwards.
type outline struct {
	path    path
	advance int
	own     bool // false for the box that stands for a character that the font lacks
}

func newFace() *face { return &face{font: theFont(), known: map[rune]outline{}} }

func (f *face) em() int { return int(f.font.UnitsPerEm()) }

// outline loads r, or a box in its place.
func (f *face) outline(r rune) outline {
	if o, ok := f.known[r]; ok {
		return o
	}
	o, ok := f.load(r)
	if !ok {
		o = f.missing(r)
	}
	f.known[r] = o
	return o
}

func (f *face) load(r rune) (outline, bool) {
	i, err := f.font.GlyphIndex(&f.buffer, r)
	if err != nil || i == 0 {
		return outline{}, false
	}
	size := fixed.Int26_6(f.em()) // so that coordinates come out in units of the font
	advance, err := f.font.GlyphAdvance(&f.buffer, i, size, 0)
	if err != nil {
		return outline{}, false
	}
	segments, err := f.font.LoadGlyph(&f.buffer, i, size, nil)
	if err != nil {
		return outline{}, false
	}
	o := outline{advance: int(advance), own: true}
	for _, s := range segments {
		a, b, c := s.Args[0], s.Args[1], s.Args[2]
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			o.path.moveTo(spot{int(a.X), int(a.Y)})
		case sfnt.SegmentOpLineTo:
			o.path.lineTo(spot{int(a.X), int(a.Y)})
		case sfnt.SegmentOpQuadTo:
			o.path.quadTo(spot{int(a.X), int(a.Y)}, spot{int(b.X), int(b.Y)})
		case sfnt.SegmentOpCubeTo:
			o.path.cubeTo(spot{int(a.X), int(a.Y)}, spot{int(b.X), int(b.Y)}, spot{int(c.X), int(c.Y)})
		}
	}
	return o, true
}

// missing is a hollow box, half as wide for a narrow character.
func (f *face) missing(r rune) outline {
	em := f.em()
	if unicode.IsSpace(r) {
		return outline{advance: em / 4}
	}
	w := em
	if columns(false).RuneWidth(r) < 2 {
		w = em * 6 / 10
	}
	edge, rim := em/10, em/18
	p := polygon(spot{edge, -em * 8 / 10}, spot{w - edge, -em * 8 / 10}, spot{w - edge, em / 20}, spot{edge, em / 20})
	in := edge + rim
	p = append(p, polygon(spot{in, -em*8/10 + rim}, spot{in, em/20 - rim}, spot{w - in, em/20 - rim}, spot{w - in, -em*8/10 + rim})...)
	return outline{path: p, advance: w}
}

// has tells whether the font can write text.
func (f *face) has(text string) bool {
	for _, r := range text {
		if r != ' ' && !f.outline(r).own {
			return false
		}
	}
	return true
}

// width is the length of text in pixels, letters being size pixels high.
func (f *face) width(text string, size int) int {
	w := 0
	for _, r := range text {
		w += f.outline(r).advance
	}
	return (w*size + f.em() - 1) / f.em()
}

// text is the shape of text from at on the baseline.
func (f *face) text(at spot, size fix, text string) path {
	var p path
	x := 0
	for _, r := range text {
		o := f.outline(r)
		p = append(p, o.path.moved(func(s spot) spot {
			return spot{at.x + (x+s.x)*size/f.em(), at.y + s.y*size/f.em()}
		})...)
		x += o.advance
	}
	return p
}

// centred is the shape of text with its ink in the middle of at, after quarter turns clockwise.
func (f *face) centred(at spot, size fix, turn int, text string) path {
	p := f.text(spot{}, size, text)
	lo, hi := p.extent()
	mid := spot{(lo.x + hi.x) / 2, (lo.y + hi.y) / 2}
	return p.moved(func(s spot) spot {
		s.x, s.y = s.x-mid.x, s.y-mid.y
		for range turn {
			s.x, s.y = -s.y, s.x
		}
		return spot{at.x + s.x, at.y + s.y}
	})
}
