package render

import (
	"fmt"
	"image"
	"image/png"
	"io"

	"hikyaku/engine"
)

// PNGOptions say how PNG draws.
type PNGOptions struct {
	Size    int      // the longer side in pixels, 200 to 4096; 0 for 900
	Flip    bool     // seen from the far side
	Lang    string   // "en" or "ja"; English too where the font lacks a character of the names and lines
	Caption []string // lines under the board; foreign text
}

const defaultSize, minSize, maxSize = 900, 200, 4096

// PNG draws s as a picture of at most 256 colours. The longer side is exactly o.Size, the shorter one
// follows from the scene. The same scene and options give the same pixels.
// A size out of range and a scene too large for it are errors; nothing is written then.
func PNG(w io.Writer, s engine.Scene, o PNGOptions) error {
	img, err := picture(s, o)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

func picture(s engine.Scene, o PNGOptions) (*image.Paletted, error) {
	if o.Size == 0 {
		o.Size = defaultSize
	}
	if o.Size < minSize || o.Size > maxSize {
		return nil, fmt.Errorf("a picture has %d to %d pixels a side, not %d", minSize, maxSize, o.Size)
	}
	if err := check(s); err != nil {
		return nil, err
	}
	f := newFace()
	p := planner{arrange(s, o.Flip), f, o.Lang, s.Lines, o.Caption, max(9, o.Size/40)}
	if !p.speaks(o.Lang, s.Boards) {
		p.lang = "en"
	}
	l, err := p.plan(o.Size)
	if err != nil {
		return nil, err
	}
	return drawLayout(l, f), nil
}
