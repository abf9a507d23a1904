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

// Palette is a theme that is not in Themes.
type Palette struct{ hue, base *hues }

// NamedColour is a colour of a theme by its name, as "#rrggbb".
type NamedColour struct{ Name, Colour string }

// namedHue is a colour of a theme with its name.
type namedHue struct {
	name string
	*color.RGBA
}

// named returns all colours of h.
func (h *hues) named() []namedHue {
	return []namedHue{
		{"paper", &h.paper}, {"ink", &h.ink}, {"faded", &h.faded}, {"slab", &h.slab}, {"cream", &h.cream}, {"groove", &h.groove}, {"well", &h.well},
		{"grain", &h.grain}, {"label", &h.label}, {"bar", &h.bar}, {"pill", &h.pill}, {"square", &h.square}, {"line", &h.line}, {"tile", &h.tile},
		{"wood", &h.wood}, {"glyph", &h.glyph}, {"edge", &h.edge}, {"accent", &h.accent}, {"trace", &h.trace}, {"red", &h.red},
		{"white", &h.white}, {"black", &h.black}, {"plain", &h.inks[engine.Plain]},
		{"seat1", &h.inks[1]}, {"seat2", &h.inks[2]}, {"seat3", &h.inks[3]}, {"seat4", &h.inks[4]}, {"black-side", &h.inks[engine.Black]},
		{"dull", &h.inks[engine.Dull]}, {"raised", &h.inks[engine.Raised]},
		{"kind1", &h.inks[engine.Kind1]}, {"kind2", &h.inks[engine.Kind2]}, {"kind3", &h.inks[engine.Kind3]},
		{"kind4", &h.inks[engine.Kind4]}, {"kind5", &h.inks[engine.Kind5]}, {"kind6", &h.inks[engine.Kind6]},
		{"ground1", &h.tints[1]}, {"ground2", &h.tints[2]}, {"ground3", &h.tints[3]}, {"ground4", &h.tints[4]},
	}
}

// colour returns the colour of h with a name, nil if there is none.
func (h *hues) colour(name string) *color.RGBA {
	for _, c := range h.named() {
		if c.name == name {
			return c.RGBA
		}
	}
	return nil
}

// NewPalette returns the theme named base, the usual one for "", with other colours: "#rrggbb" by their names. The error
// lists all that are wrong.
func NewPalette(base string, colours map[string]string) (*Palette, error) {
	from, err := theme(base)
	if err != nil {
		return nil, err
	}
	h := *from
	var wrong i18n.Text
	for _, name := range slices.Sorted(maps.Keys(colours)) {
		digits, ok := strings.CutPrefix(colours[name], "#")
		n, err := strconv.ParseUint(digits, 16, 32)
		c, ok := rgb(uint32(n)), ok && err == nil && len(digits) == 6
		if name == "grain" && colours[name] == transparent {
			c, ok = color.RGBA{}, true
		}
		switch at := h.colour(name); {
		case at == nil:
			var all []string
			for _, c := range h.named() {
				all = append(all, c.name)
			}
			wrong = also(wrong, i18n.T("theme.no-colour", "name", SafeLine(name, 40), "list", i18n.Names(all...)))
		case !ok:
			wrong = also(wrong, i18n.T("theme.form", "name", name, "colour", SafeLine(colours[name], 40)))
		default:
			*at = c
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

// transparent is the name of the colour of grain in a theme without it.
const transparent = "none"

// Colours returns all colours of p.
func (p *Palette) Colours() (all []NamedColour) {
	for _, c := range p.hue.named() {
		text := transparent
		if c.A != 0 {
			text = hex(*c.RGBA)
		}
		all = append(all, NamedColour{c.name, text})
	}
	return all
}

// The minimum contrasts of WCAG 2: for text, and for things that carry the game.
const (
	textContrast  = 4.5
	shapeContrast = 3
)

// contrasts are pairs of foreground and ground by names of colours. Pieces, stones and what decided have an outline in the colour edge.
var contrasts = []struct {
	things []string
	ground string
	least  float64
}{
	{[]string{"ink", "faded"}, "paper", textContrast},
	{[]string{"cream"}, "slab", textContrast},
	{[]string{"glyph", "red"}, "wood", textContrast},
	{[]string{"glyph", "red"}, "white", textContrast},
	{[]string{"edge", "accent"}, "square", shapeContrast},
	{[]string{"edge"}, "wood", shapeContrast},
	{[]string{"seat1", "seat2", "accent"}, "tile", shapeContrast},
	{[]string{"seat1", "seat2"}, "trace", shapeContrast},
}

// signed are the colours on which a sign is drawn in edge or white.
var signed = []string{"seat1", "seat2", "seat3", "seat4", "dull", "kind1", "kind2", "kind3", "kind4", "kind5", "kind6"}

// Faint returns a sentence for each pair of colours with too little contrast, of those in which p differs from the theme
// on which it is based.
func (p *Palette) Faint() (faint []i18n.Text) {
	now := func(name string) color.RGBA { return *p.hue.colour(name) }
	before := func(name string) color.RGBA { return *p.base.colour(name) }
	for _, pair := range contrasts {
		for _, name := range pair.things {
			own := now(name) != before(name) || now(pair.ground) != before(pair.ground)
			if has := contrast(now(name), now(pair.ground)); own && has < pair.least {
				faint = append(faint, i18n.T("theme.faint", "name", name, "colour", hex(now(name)),
					"ground", pair.ground, "under", hex(now(pair.ground)), "has", tenths(has), "least", tenths(pair.least)))
			}
		}
	}
	for _, name := range signed {
		if has := contrast(p.hue.signOn(now(name)), now(name)); now(name) != before(name) && has < textContrast {
			faint = append(faint, i18n.T("theme.faint-sign", "ground", name, "under", hex(now(name)),
				"has", tenths(has), "least", tenths(textContrast)))
		}
	}
	return faint
}

func tenths(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

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
	plain.grain, plain.plain = color.RGBA{}, true
	return &plain, nil
}
