package render

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// SVGOptions are the options of SVG.
type SVGOptions struct {
	Picture PNGOptions // the same as for PNG; Size is the longer side on the page, in CSS pixels
	Title   i18n.Text  // the title of the picture, for screen readers
	Clear   bool       // without the paper under it, for a page that has its own
}

// SVG draws s with the shapes of PNG. Pieces, walls and the like are groups with ids, and a title and a description in both
// languages describe the board to people who cannot see it. Text is drawn as outlines, so that it looks the same everywhere.
// There is no script and no link to another file. The same scene and options give the same bytes. SVG returns the same errors as
// PNG.
func SVG(w io.Writer, s engine.Scene, o SVGOptions) error {
	p, l, err := o.Picture.layout(s)
	if err != nil {
		return err
	}
	v := &svgPen{known: map[string]int{}}
	if !o.Clear {
		v.rect(0, 0, l.w, l.h, p.hue.paper)
	}
	paint(v, l, p.face, p.hue)
	v.end()
	var b strings.Builder
	b.WriteString(opening(l.w, l.h, ` aria-labelledby="title desc"`) + "\n")
	text := func(element, id, lang, text string) {
		if text != "" {
			fmt.Fprintf(&b, `<%s id="%s" lang="%s">%s</%[1]s>`+"\n", element, id, lang, escaped(text))
		}
	}
	first, second := "en", "ja"
	if o.Picture.Lang == "ja" {
		first, second = second, first
	}
	text("title", "title", first, o.Title.In(first))
	text("desc", "desc", first, strings.Join(o.Picture.described(s, first), "\n"))
	text("desc", "desc-"+second, second, strings.Join(append([]string{o.Title.In(second)}, o.Picture.described(s, second)...), "\n"))
	b.WriteString("<defs>\n")
	for _, definition := range v.shapes {
		b.WriteString(definition + "\n")
	}
	b.WriteString("</defs>\n" + v.body.String() + "</svg>\n")
	_, err = io.WriteString(w, b.String())
	return err
}

// svgPen is a pen that writes the elements of an SVG. A shape that occurs again at another place is written once.
type svgPen struct {
	body   strings.Builder
	shapes []string       // their definitions
	known  map[string]int // the number of a shape, by its definition without the number
	opened string         // the open group, which is written with its first element
	inside bool
}

// opening returns the first tag of a picture.
func opening(w, h int, attributes string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" role="img"%s>`, w, h, attributes)
}

// described describes a picture of s in words.
func (o PNGOptions) described(s engine.Scene, lang string) []string {
	spoken := SpokenOptions{Lang: lang, Names: o.Names}
	return append(Spoken(s, spoken), SaidNotes(s, o.Notes, spoken)...)
}

// notXML replaces what html.EscapeString leaves and XML does not keep or allow.
var notXML = strings.NewReplacer("\n", "&#xA;", "\uFFFE", "\uFFFD", "\uFFFF", "\uFFFD")

// escaped returns text of other people escaped for use between tags.
func escaped(text string) string {
	return notXML.Replace(html.EscapeString(Safe(text)))
}

// group begins a group. Empty groups are not written.
func (v *svgPen) group(id, title string) {
	v.end()
	v.opened = fmt.Sprintf(`<g id="%s">`, id)
	if title != "" {
		v.opened += "<title>" + escaped(title) + "</title>"
	}
	v.opened += "\n"
}

func (v *svgPen) again(_ func([]byte) []byte, draw func()) { draw() }

func (v *svgPen) end() {
	if v.inside {
		v.body.WriteString("</g>\n")
	}
	v.opened, v.inside = "", false
}

// element writes one element into the group.
func (v *svgPen) element(format string, args ...any) {
	if v.opened != "" {
		v.body.WriteString(v.opened)
		v.opened, v.inside = "", true
	}
	fmt.Fprintf(&v.body, format+"\n", args...)
}

func (v *svgPen) rect(x, y, w, h int, colour color.RGBA) {
	v.element(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x, y, w, h, hex(colour))
}

func (v *svgPen) round(x, y, w, h, r int, colour color.RGBA) {
	v.element(`<rect x="%d" y="%d" width="%d" height="%d" rx="%d" fill="%s"/>`, x, y, w, h, min(r, w/2, h/2), hex(colour))
}

func (v *svgPen) fill(p path, colour color.RGBA, opaque int) {
	if len(p) == 0 {
		return
	}
	at := p[0].to[0]
	var b strings.Builder
	for _, c := range p {
		switch {
		case c.n == 0:
			b.WriteByte('Z')
			continue
		case c.move:
			b.WriteByte('M')
		default:
			b.WriteByte(" LQC"[c.n])
		}
		for i, s := range c.to[:c.n] {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(decimal(s.X-at.X) + " " + decimal(s.Y-at.Y))
		}
	}
	n := v.define(fmt.Sprintf(`<path id="s%%d" d="%s"/>`, b.String()))
	v.element(`<use href="#s%d" x="%s" y="%s"%s/>`, n, decimal(at.X), decimal(at.Y), ink(colour, opaque))
}

// ink returns the attributes of a colour that covers so many sixteenths of the colour below.
func ink(colour color.RGBA, opaque int) string {
	if opaque == 16 {
		return fmt.Sprintf(` fill="%s"`, hex(colour))
	}
	return fmt.Sprintf(` fill="%s" fill-opacity="%s"`, hex(colour), decimal(opaque*px/16))
}

// define returns the number of a shape by its definition.
func (v *svgPen) define(definition string) int {
	n, known := v.known[definition]
	if !known {
		n = len(v.shapes)
		v.known[definition], v.shapes = n, append(v.shapes, fmt.Sprintf(definition, n))
	}
	return n
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// decimal returns a length in pixels, to a tenth.
func decimal(n fix) string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(n)/float64(px), 'f', 1, 64), ".0")
}
