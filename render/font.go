package render

import (
	_ "embed"
	"image"
	"slices"
	"sync"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// The font of shogi pieces: their kanji in Yuji Boku, written with a fuller brush (SIL Open Font License, font/OFL.txt;
// font/rebuild.sh makes it).
//
//go:embed font/men-YujiBoku-subset.ttf
var pieceFile []byte

// The font of captions, names and labels: a subset of BIZ UDPGothic with all characters of Shift_JIS
// and accented Latin (SIL Open Font License, font/OFL-captions.txt; font/rebuild.sh makes it).
//
//go:embed font/captions-BIZUDPGothic-Regular-subset.ttf
var captionsFile []byte

var (
	pieceFont    = sync.OnceValue(func() *sfnt.Font { return parsed(pieceFile) })
	captionsFont = sync.OnceValue(func() *sfnt.Font { return parsed(captionsFile) })
)

func parsed(file []byte) *sfnt.Font {
	f, err := sfnt.Parse(file)
	if err != nil {
		panic("an embedded font cannot be read: " + err.Error())
	}
	return f
}

// em is the height of letters in the units of outlines, for all fonts.
const em = 1000

// face holds shapes that pictures need again and again: the outlines of both fonts, and the grain of wood.
type face struct {
	captions, pieces letterer
	woods            map[image.Rectangle][]path
	texts, signs     map[placedText]path
	pitches          map[room]int // the sizes of the largest cells in a room, while pictures are drawn that differ only in their colours
}

// room is the size of a picture without its margin, with the size of its letters.
type room struct {
	image.Point
	letter int
}

// placedText is a text in the caption font at a spot, after quarter turns clockwise.
type placedText struct {
	at   spot
	size fix
	turn int
	text string
}

// faces are those of earlier pictures. Their outlines serve the next ones.
var faces = sync.Pool{New: func() any { return newFace() }}

// maxShapes is how many texts and signs a face keeps for the next picture.
const maxShapes = 4000

// borrow returns a face to be given back with faces.Put.
func borrow() *face {
	f := faces.Get().(*face)
	if len(f.texts)+len(f.signs) > maxShapes {
		clear(f.texts)
		clear(f.signs)
	}
	return f
}

func newFace() *face {
	return &face{
		captions: letterer{fonts: []*sfnt.Font{captionsFont()}, known: map[rune]outline{}},
		pieces:   letterer{fonts: []*sfnt.Font{pieceFont(), captionsFont()}, known: map[rune]outline{}},
		woods:    map[image.Rectangle][]path{},
		texts:    map[placedText]path{},
		signs:    map[placedText]path{},
	}
}

// letterer returns the outlines of characters from the first of its fonts that has them.
type letterer struct {
	fonts  []*sfnt.Font
	buffer sfnt.Buffer
	known  map[rune]outline
}

// outline is a character in thousandths of an em. The baseline is at y = 0, and y grows downwards.
type outline struct {
	path    path
	advance int
	own     bool // false for the replacement of a character that the fonts lack
}

// outline returns the outline of r, or its replacement.
func (l *letterer) outline(r rune) outline {
	if o, ok := l.known[r]; ok {
		return o
	}
	o, ok := l.find(r)
	if !ok {
		o = l.instead(r)
	}
	l.known[r] = o
	return o
}

func (l *letterer) find(r rune) (outline, bool) {
	for _, f := range l.fonts {
		if o, ok := l.load(f, r); ok {
			return o, true
		}
	}
	return outline{}, false
}

func (l *letterer) load(f *sfnt.Font, r rune) (outline, bool) {
	i, err := f.GlyphIndex(&l.buffer, r)
	if err != nil || i == 0 {
		return outline{}, false
	}
	size := fixed.Int26_6(em) // so that coordinates come out in our units
	advance, err := f.GlyphAdvance(&l.buffer, i, size, 0)
	if err != nil {
		return outline{}, false
	}
	segments, err := f.LoadGlyph(&l.buffer, i, size, nil)
	if err != nil {
		return outline{}, false
	}
	o := outline{advance: int(advance), own: true}
	for _, s := range segments {
		a, b, c := image.Pt(int(s.Args[0].X), int(s.Args[0].Y)), image.Pt(int(s.Args[1].X), int(s.Args[1].Y)), image.Pt(int(s.Args[2].X), int(s.Args[2].Y))
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			o.path.moveTo(a)
		case sfnt.SegmentOpLineTo:
			o.path.lineTo(a)
		case sfnt.SegmentOpQuadTo:
			o.path.quadTo(a, b)
		case sfnt.SegmentOpCubeTo:
			o.path.cubeTo(a, b, c)
		}
	}
	return o, true
}

// instead returns the replacement of a character that the fonts do not have: nothing for blanks and variation
// selectors, else a simpler form of the same letter, else a box.
func (l *letterer) instead(r rune) outline {
	switch {
	case unicode.IsSpace(r):
		return outline{advance: em / 4}
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Mn, r):
		return outline{}
	}
	if o, ok := l.find(bare(r)); ok {
		o.own = false
		return o
	}
	return hollow(r)
}

// bare returns r without accents and in its common form, or r itself if that is not one character.
func bare(r rune) rune {
	form := []rune(norm.NFKD.String(string(r)))
	if slices.ContainsFunc(form[1:], func(r rune) bool { return !unicode.Is(unicode.Mn, r) }) {
		return r
	}
	return form[0]
}

// hollow returns a box, narrow for a narrow character.
func hollow(r rune) outline {
	w := em
	if terminal.RuneWidth(r) < 2 {
		w = em * 6 / 10
	}
	edge, rim := em/10, em/18
	p := polygon(image.Pt(edge, -em*8/10), image.Pt(w-edge, -em*8/10), image.Pt(w-edge, em/20), image.Pt(edge, em/20))
	in := edge + rim
	p = append(p, polygon(image.Pt(in, -em*8/10+rim), image.Pt(in, em/20-rim), image.Pt(w-in, em/20-rim), image.Pt(w-in, -em*8/10+rim))...)
	return outline{path: p, advance: w}
}

// width returns the length of text in pixels, in the caption font with letters of size pixels.
func (f *face) width(text string, size int) int {
	w := 0
	for _, r := range text {
		w += f.captions.outline(r).advance
	}
	return (w*size + em - 1) / em
}

// text returns the shape of text in the caption font, from at on the baseline.
func (f *face) text(at spot, size fix, text string) path {
	key := placedText{at: at, size: size, text: text}
	p, known := f.texts[key]
	if !known {
		p = f.captions.text(at, size, text)
		f.texts[key] = p
	}
	return p
}

func (l *letterer) text(at spot, size fix, text string) path {
	var p path
	x := 0
	for _, r := range text {
		o := l.outline(r)
		p = append(p, o.path.moved(func(s spot) spot {
			return image.Pt(at.X+(x+s.X)*size/em, at.Y+s.Y*size/em)
		})...)
		x += o.advance
	}
	return p
}

// sign returns the shape of text in bold letters of the caption font, centred at a spot, after quarter turns clockwise.
func (f *face) sign(at spot, size fix, turn int, text string) path {
	key := placedText{at, size, turn, text}
	shape, known := f.signs[key]
	if !known {
		if shape = f.captions.text(spot{}, size, text); size >= 10*px { // smaller letters would close
			shape = shape.bold(size / 34)
		}
		shape = shape.centred(at, turn)
		f.signs[key] = shape
	}
	return shape
}
