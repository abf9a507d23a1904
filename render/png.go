package render

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"slices"

	"hikyaku/engine"
)

// PNGOptions say how PNG draws.
type PNGOptions struct {
	Size    int      // the longer side in pixels, 200 to 4096; 0 for 900
	Flip    bool     // seen from the far side
	Lang    string   // "en" or "ja"
	Theme   string   // one of Themes; "" for wood
	Bare    bool     // without coordinates
	Caption []string // at most 8 lines under the board, wrapped, and cut at 200 columns; foreign text
}

const (
	defaultSize = 900
	minSize     = 200
	maxSize     = 4096 // so never more than 16 Mi pixels
	maxCaption  = 8    // lines
	captionWide = 200  // columns of one of them, the rest is cut
)

// PNG draws s as a picture of at most 256 colours. The longer side is exactly o.Size, the shorter one
// follows from the scene. The same scene and options give the same pixels.
// A size out of range, more than eight lines of caption and a scene or caption too large for the size are errors; nothing is written then.
func PNG(w io.Writer, s engine.Scene, o PNGOptions) error {
	img, err := picture(s, o)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

func picture(s engine.Scene, o PNGOptions) (*image.Paletted, error) {
	o, err := o.resolved(defaultSize)
	if err != nil {
		return nil, err
	}
	f := newFace()
	p, err := o.planner(s, f)
	if err != nil {
		return nil, err
	}
	l, err := p.plan(o.Size)
	if err != nil {
		return nil, err
	}
	return drawLayout(l, f, p.hue), nil
}

// resolved is o with the usual size where it has none. Options out of range are errors.
func (o PNGOptions) resolved(usual int) (PNGOptions, error) {
	if o.Size == 0 {
		o.Size = usual
	}
	if o.Size < minSize || o.Size > maxSize {
		return o, fmt.Errorf("a picture has %d to %d pixels a side, not %d", minSize, maxSize, o.Size)
	}
	if len(o.Caption) > maxCaption {
		return o, fmt.Errorf("a picture has at most %d lines of caption, not %d", maxCaption, len(o.Caption))
	}
	return o, nil
}

// planner plans pictures of s, unless it is too large to draw.
func (o PNGOptions) planner(s engine.Scene, f *face) (planner, error) {
	if err := check(s); err != nil {
		return planner{}, err
	}
	hue, err := theme(o.Theme)
	if err != nil {
		return planner{}, err
	}
	if o.Bare {
		s = nameless(s)
	}
	return planner{
		stage: arrange(s, o.Flip), face: f, hue: hue, lang: o.Lang,
		lines: s.Lines, caption: o.Caption, letter: max(9, o.Size/40),
	}, nil
}

// nameless is s without the names of columns and rows.
func nameless(s engine.Scene) engine.Scene {
	s.Boards = slices.Clone(s.Boards)
	for i := range s.Boards {
		s.Boards[i].Cols, s.Boards[i].Rows = nil, nil
	}
	return s
}
