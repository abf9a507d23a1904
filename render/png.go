package render

import (
	"image/png"
	"io"
	"slices"
	"sync"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// PNGOptions are the options of PNG.
type PNGOptions struct {
	Size    int             // the longer side in pixels, 200 to 4096; 0 for 900
	Flip    bool            // seen from the far side
	Lang    string          // "en" or "ja"
	Theme   string          // one of Themes; "" for wood
	Palette *Palette        // instead of Theme, if not nil
	Pieces  string          // the set of shogi pieces, one of Pieces; "" for kanji in Japanese, else letters
	Zoom    bool            // draw only the part of the board around the last move, in an animation the part that the game needs, where its cells would be under ten pixels
	Threats bool            // mark the threats on the boards
	Plain   bool            // without the grain of wood and the coordinates of the last move beside bodies, in fewer bytes
	Bare    bool            // without coordinates
	Mute    bool            // without words, the same for readers of every language
	Unnamed bool            // without the players' bars; over fields of their own their signs and things remain
	NoHands bool            // without the stands of pieces in hand, and the dice between them
	Part    [2]engine.Point // the first and the last cell of the part of the fields of play to draw; all of it if they are the same
	Notes   []Note          // annotations; in an animation, of its last scene
	Names   []string        // the players' names by seat, which may be text of other people; seats without one are called by their numbers
	You     int             // the seat of the reader, who is called "You"; 0 if the reader is called by name
	Clocks  Clocks          // nil for none; in an animation, see GIFOptions
	Caption []string        // at most 8 lines under the board, wrapped, and cut at 200 columns; may be text of other people
}

// Clocks are the texts of the players' clocks by seat, each in ever shorter forms: "by 25 Nov 14:30 UTC", "3 d a move". A
// bar shows the longest that fits.
type Clocks [][]string

const (
	defaultSize = 900
	minSize     = 200
	fullSize    = 300  // smaller pictures have neither coordinates nor lists
	roomySize   = 400  // smaller pictures have no headings
	maxSize     = 4096 // at most 16 Mi pixels
	maxCaption  = 8    // lines
	captionWide = 200  // columns of a line, the rest is cut
)

// PNG draws s as a picture of at most 256 colours. The longer side is exactly o.Size, and the shorter one follows from
// the scene. The same scene and options give the same pixels. The errors are an option out of range and a scene or
// caption too large for the size. After an error, w is unchanged.
func PNG(w io.Writer, s engine.Scene, o PNGOptions) error {
	p, l, err := o.layout(s)
	if err != nil {
		return err
	}
	return encoder.Encode(w, l.draw(p.face, p.hue))
}

// encoder encodes pictures. Its buffers are larger than most pictures, and many are drawn in a row.
var encoder = png.Encoder{BufferPool: &buffers{}}

// buffers is a png.EncoderBufferPool.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	buffer, _ := b.pool.Get().(*png.EncoderBuffer)
	return buffer
}

func (b *buffers) Put(buffer *png.EncoderBuffer) { b.pool.Put(buffer) }

// resolved returns o with the usual size if it has none. Options out of range are errors.
func (o PNGOptions) resolved(usual int) (PNGOptions, error) {
	if o.Size == 0 {
		o.Size = usual
	}
	if o.Size < minSize || o.Size > maxSize {
		return o, i18n.Err("picture.size", "least", minSize, "most", maxSize, "n", o.Size)
	}
	if len(o.Caption) > maxCaption {
		return o, i18n.Err("picture.caption", "most", maxCaption, "n", len(o.Caption))
	}
	return o, nil
}

// planner returns a planner for pictures of s. It is an error if s is too large to draw.
func (o PNGOptions) planner(s engine.Scene, f *face) (planner, error) {
	if err := check(s); err != nil {
		return planner{}, err
	}
	hue, err := o.hues()
	if err != nil {
		return planner{}, err
	}
	s, err = WithPieces(s, o.Lang, o.Pieces)
	if err != nil {
		return planner{}, err
	}
	says := newPhrases(s, o.Lang, o.Names, o.You)
	says.brief = true
	who := viewer{o.Lang, o.Flip}
	p := planner{
		fields: who.fields(s),
		style:  style{face: f, hue: hue, phrases: says, flip: o.Flip, mute: o.Mute, unnamed: o.Unnamed, part: o.Part[0] != o.Part[1], small: o.Size < fullSize, tight: o.Size < roomySize, letter: max(9, o.Size/40)},
	}
	p.seats, p.below = seated(s, who, o.Clocks)
	for i := range p.seats {
		if o.NoHands {
			p.seats[i].pieces, p.seats[i].dice = nil, nil
		}
	}
	if err := p.annotate(o.Notes); err != nil {
		return planner{}, err
	}
	if p.small {
		p.below = nil
	}
	switch {
	case len(s.Boards) != 1 || o.Mute:
	case s.Boards[0].Left == nil:
		o.Caption = slices.Concat(filled(says.in(s.Boards[0].Name)), o.Caption)
	default: // a list that is being filled
		left := engine.Board{Name: i18n.Text{En: "left", Ja: "残り"}, Max: engine.Point{X: 2*len(s.Boards[0].Left) - 1}}
		for i, t := range s.Boards[0].Left {
			for j, c := range []engine.Cell{t.Cells[0], count(t)} {
				c.At.X = 2*i + j
				left.Cells = append(left.Cells, c)
			}
		}
		p.below = append(p.below, who.view(left, false))
		if !o.Unnamed {
			o.Caption = slices.Concat(filled(says.turn(s)), o.Caption)
		}
	}
	p.caption = o.Caption
	if p.part {
		cut(p.fields, o.Part)
	}
	for i := range p.fields {
		v := &p.fields[i]
		if o.Bare || p.small {
			v.dropCoordinates()
		}
		if !o.Threats {
			v.threats = nil
		}
		v.square()
	}
	return p, nil
}

// dropCoordinates removes the names of the columns and rows.
func (v *view) dropCoordinates() { v.colNames, v.rowNames = nil, nil }

// layout returns the layout of a single picture of s, and its planner.
func (o PNGOptions) layout(s engine.Scene) (p planner, l layout, err error) {
	if o, err = o.resolved(defaultSize); err != nil {
		return p, l, err
	}
	if p, err = o.planner(s, newFace()); err != nil {
		return p, l, err
	}
	if l, err = p.plan(o.Size); err == nil && o.Zoom {
		l, err = p.zoomed(l)
	}
	return p, l, err
}
