package render

import (
	"image/color"
	"maps"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Palette is a theme besides those of Themes.
type Palette struct{ hue, base *hues }

// NamedColour is a colour of a theme by its name, as "#rrggbb".
type NamedColour struct{ Name, Colour string }

// colourName is the name of a colour, with where it is: in a field of hues, or under an ink of a map of hues.
type colourName struct {
	name  string
	field func(*hues) *color.RGBA
	under func(*hues) map[engine.Ink]color.RGBA
	ink   engine.Ink
}

// colourNames are the names of all colours of a theme. Those in fields have the names of the fields.
var colourNames = []colourName{
	{name: "paper", field: func(h *hues) *color.RGBA { return &h.paper }},
	{name: "ink", field: func(h *hues) *color.RGBA { return &h.ink }},
	{name: "faded", field: func(h *hues) *color.RGBA { return &h.faded }},
	{name: "slab", field: func(h *hues) *color.RGBA { return &h.slab }},
	{name: "cream", field: func(h *hues) *color.RGBA { return &h.cream }},
	{name: "groove", field: func(h *hues) *color.RGBA { return &h.groove }},
	{name: "well", field: func(h *hues) *color.RGBA { return &h.well }},
	{name: "grain", field: func(h *hues) *color.RGBA { return &h.grain }},
	{name: "label", field: func(h *hues) *color.RGBA { return &h.label }},
	{name: "bar", field: func(h *hues) *color.RGBA { return &h.bar }},
	{name: "pill", field: func(h *hues) *color.RGBA { return &h.pill }},
	{name: "square", field: func(h *hues) *color.RGBA { return &h.square }},
	{name: "line", field: func(h *hues) *color.RGBA { return &h.line }},
	{name: "tile", field: func(h *hues) *color.RGBA { return &h.tile }},
	{name: "wood", field: func(h *hues) *color.RGBA { return &h.wood }},
	{name: "glyph", field: func(h *hues) *color.RGBA { return &h.glyph }},
	{name: "edge", field: func(h *hues) *color.RGBA { return &h.edge }},
	{name: "accent", field: func(h *hues) *color.RGBA { return &h.accent }},
	{name: "trace", field: func(h *hues) *color.RGBA { return &h.trace }},
	{name: "red", field: func(h *hues) *color.RGBA { return &h.red }},
	{name: "white", field: func(h *hues) *color.RGBA { return &h.white }},
	{name: "black", field: func(h *hues) *color.RGBA { return &h.black }},
	{name: "plain", under: inksOf, ink: engine.Plain},
	{name: "seat1", under: inksOf, ink: 1},
	{name: "seat2", under: inksOf, ink: 2},
	{name: "seat3", under: inksOf, ink: 3},
	{name: "seat4", under: inksOf, ink: 4},
	{name: "black-side", under: inksOf, ink: engine.Black},
	{name: "dull", under: inksOf, ink: engine.Dull},
	{name: "raised", under: inksOf, ink: engine.Raised},
	{name: "kind1", under: inksOf, ink: engine.Kind1},
	{name: "kind2", under: inksOf, ink: engine.Kind2},
	{name: "kind3", under: inksOf, ink: engine.Kind3},
	{name: "kind4", under: inksOf, ink: engine.Kind4},
	{name: "kind5", under: inksOf, ink: engine.Kind5},
	{name: "kind6", under: inksOf, ink: engine.Kind6},
	{name: "ground1", under: tintsOf, ink: 1},
	{name: "ground2", under: tintsOf, ink: 2},
	{name: "ground3", under: tintsOf, ink: 3},
	{name: "ground4", under: tintsOf, ink: 4},
}

func inksOf(h *hues) map[engine.Ink]color.RGBA  { return h.inks }
func tintsOf(h *hues) map[engine.Ink]color.RGBA { return h.tints }

func (n colourName) in(h *hues) color.RGBA {
	if n.field != nil {
		return *n.field(h)
	}
	return n.under(h)[n.ink]
}

func (n colourName) set(h *hues, c color.RGBA) {
	if n.field != nil {
		*n.field(h) = c
		return
	}
	n.under(h)[n.ink] = c
}

// NewPalette returns the theme named base, the usual one for "", with other colours: "#rrggbb" by their names. The error
// lists all that are wrong.
func NewPalette(base string, colours map[string]string) (*Palette, error) {
	from, err := theme(base)
	if err != nil {
		return nil, err
	}
	h := *from
	h.inks, h.tints = maps.Clone(from.inks), maps.Clone(from.tints)
	var wrong i18n.Text
	for _, name := range slices.Sorted(maps.Keys(colours)) {
		i := slices.IndexFunc(colourNames, func(n colourName) bool { return n.name == name })
		c, ok := readColour(colours[name])
		if name == "grain" && colours[name] == transparent {
			c, ok = color.RGBA{}, true
		}
		switch {
		case i < 0:
			wrong = also(wrong, i18n.T("theme.no-colour", "name", SafeLine(name, 40), "list", i18n.Names(names()...)))
		case !ok:
			wrong = also(wrong, i18n.T("theme.form", "name", name, "colour", SafeLine(colours[name], 40)))
		default:
			colourNames[i].set(&h, c)
		}
	}
	if wrong != (i18n.Text{}) {
		return nil, i18n.Err("theme.wrong", "list", wrong)
	}
	return &Palette{&h, from}, nil
}

// also adds an item to a list of sentences.
func also(list, item i18n.Text) i18n.Text {
	if list == (i18n.Text{}) {
		return item
	}
	return i18n.T("theme.also", "list", list, "item", item)
}

func names() (all []string) {
	for _, n := range colourNames {
		all = append(all, n.name)
	}
	return all
}

// transparent is the name of the colour of grain in a theme without it.
const transparent = "none"

// readColour reads "#rrggbb".
func readColour(text string) (color.RGBA, bool) {
	digits, found := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(digits, 16, 32)
	return rgb(uint32(n)), found && err == nil && len(digits) == 6
}

// Colours returns all colours of p.
func (p *Palette) Colours() (all []NamedColour) {
	for _, n := range colourNames {
		c := n.in(p.hue)
		if c.A == 0 {
			all = append(all, NamedColour{n.name, transparent})
			continue
		}
		all = append(all, NamedColour{n.name, hex(c)})
	}
	return all
}

// The minimum contrasts of WCAG 2: for text, and for things that carry the game.
const (
	textContrast  = 4.5
	shapeContrast = 3
)

// contrasts are pairs of foreground and ground by names of colours. Pieces and stones have an outline in the colour edge.
var contrasts = []struct {
	things []string
	ground string
	least  float64
}{
	{[]string{"ink", "faded"}, "paper", textContrast},
	{[]string{"cream"}, "slab", textContrast},
	{[]string{"glyph", "red"}, "wood", textContrast},
	{[]string{"glyph", "red"}, "white", textContrast},
	{[]string{"edge", "accent", "trace"}, "square", shapeContrast},
	{[]string{"edge"}, "wood", shapeContrast},
	{[]string{"seat1", "seat2", "accent", "trace"}, "tile", shapeContrast},
}

// signed are the colours on which a sign is drawn in edge or white.
var signed = []string{"seat1", "seat2", "seat3", "seat4", "dull", "kind1", "kind2", "kind3", "kind4", "kind5", "kind6"}

// Faint returns a sentence for each pair of colours with too little contrast, of those in which p differs from the theme
// on which it is based.
func (p *Palette) Faint() (faint []i18n.Text) {
	now, before := byName(p.hue), byName(p.base)
	for _, pair := range contrasts {
		for _, name := range pair.things {
			own := now[name] != before[name] || now[pair.ground] != before[pair.ground]
			if has := contrast(now[name], now[pair.ground]); own && has < pair.least {
				faint = append(faint, i18n.T("theme.faint", "name", name, "colour", hex(now[name]),
					"ground", pair.ground, "under", hex(now[pair.ground]), "has", tenths(has), "least", tenths(pair.least)))
			}
		}
	}
	for _, name := range signed {
		if has := contrast(p.hue.onto(now[name]), now[name]); now[name] != before[name] && has < textContrast {
			faint = append(faint, i18n.T("theme.faint-sign", "ground", name, "under", hex(now[name]),
				"has", tenths(has), "least", tenths(textContrast)))
		}
	}
	return faint
}

func tenths(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

func byName(h *hues) map[string]color.RGBA {
	all := map[string]color.RGBA{}
	for _, n := range colourNames {
		all[n.name] = n.in(h)
	}
	return all
}

// hues returns the colours of o.
func (o PNGOptions) hues() (*hues, error) {
	var hue *hues
	if o.Palette != nil {
		hue = o.Palette.hue
	} else {
		var err error
		if hue, err = theme(o.Theme); err != nil {
			return nil, err
		}
	}
	if !o.Plain {
		return hue, nil
	}
	plain := *hue
	plain.grain = color.RGBA{}
	return &plain, nil
}
