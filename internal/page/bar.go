package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/match"
	"hikyaku/render"
)

// BarHTML has the templates of a Bar, and BarCSS its style, which follows CSS and SeatsCSS.
var (
	//go:embed bar.html
	BarHTML string
	//go:embed bar.css
	BarCSS string
)

// Bar is the bar of a player beside the board.
type Bar struct {
	Name   string
	Sign   template.HTML
	Has    []Belonging // planks and dice, which the picture does not show beside the board
	Stand  []Belonging // the pieces in hand
	Stock  []Belonging // what is shown below a wide board
	State  string      // of a field over which the picture has no room for it
	Turn   bool
	Chip   string // whose turn it is
	Clock  string
	Urgent bool   // whether less than 12 hours are left
	Result string // at the end
	Won    bool
}

// Belonging is a kind of thing that a player has, and how many.
type Belonging struct {
	Thing string // the name of a piece, which is dropped from the bar; else ""
	Icon  template.HTML
	Count string
	Words string
}

// NewBar returns the bar of a seat, without what the scene does not know of its player.
func NewBar(s engine.Scene, seat int, lang string) Bar {
	b := Bar{Sign: sign(s, seat-1), Turn: s.Result == nil && s.Turn.Seat == seat}
	if s.Boards[0].Seat != 0 { // over the field of the player
		b.State = s.Players[seat-1].State.In(lang)
		for _, t := range s.Players[seat-1].Has {
			if words := t.Words.In(lang); words != "" {
				b.Has = append(b.Has, Belonging{Count: words})
			}
		}
	} else {
		b.Has, b.Stand, b.Stock = belongings(s.Players[seat-1], lang)
		if d := s.Throw; d.Seat == seat && d.Room > 0 {
			for _, face := range d.Faces {
				b.Has = append(b.Has, Belonging{Icon: die(face)})
			}
		}
	}
	if r := s.Result; r != nil && seat <= len(r.Places) {
		won := r.Places[seat-1] == 1
		b.Result, b.Won = i18n.In(lang, "bar.lost"), won
		switch {
		case won && Shared(r.Places):
			b.Result, b.Won = i18n.In(lang, "bar.draw"), false
		case won:
			b.Result = i18n.In(lang, "bar.won")
		}
	}
	return b
}

// barsOf returns the bars of a scene of m, that of the seat at the bottom of its picture last.
func barsOf(m *match.Match, s engine.Scene, o render.PNGOptions) (list []Bar, err error) {
	if s, err = render.WithPieces(s, o.Lang, o.Pieces); err != nil {
		return nil, err
	}
	names, bottom := m.Names(), 1
	if o.Flip {
		bottom += len(names) / 2
	}
	for i := range names {
		seat := (bottom+i)%len(names) + 1
		b := NewBar(s, seat, o.Lang)
		if b.Name = m.Side(seat).In(o.Lang); seat <= len(o.Names) && o.Names[seat-1] != "" {
			b.Name = i18n.Called(render.SafeLine(o.Names[seat-1], 80)).In(o.Lang)
		}
		if b.Turn {
			b.Chip = i18n.In(o.Lang, "bar.turn-one")
		}
		list = append(list, b)
	}
	return list, nil
}

// Pair is a column of a list of coming pieces, from above.
type Pair struct {
	Stones []engine.Cell
	Now    bool // whether it comes next
}

// Pairs returns the columns of a list.
func Pairs(b engine.Board) (list []Pair) {
	for x := b.Min.X; x <= b.Max.X; x++ {
		var p Pair
		for y := b.Max.Y; y >= b.Min.Y; y-- {
			for _, c := range b.Cells {
				if c.At == (engine.Point{X: x, Y: y}) {
					p.Stones, p.Now = append(p.Stones, c), p.Now || c.Mark == engine.Legal
				}
			}
		}
		list = append(list, p)
	}
	return list
}

// HTML returns the pair as a picture.
func (p Pair) HTML() template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 26 %d" aria-hidden="true">`, 27*len(p.Stones))
	for i, c := range p.Stones {
		fmt.Fprintf(&b, `<circle cx="13" cy="%d" r="12" class="k%d"/><text x="13" y="%d" class="k%[2]d">%[4]s</text>`, 13+27*i, c.Ink-engine.Kind1+1, 18+27*i, template.HTMLEscapeString(c.Glyph))
	}
	return template.HTML(b.String() + "</svg>")
}

var barLayout = sync.OnceValue(func() *template.Template {
	return template.Must(template.Must(template.New("bars").Parse(BarHTML)).Parse(`{{template "bar" .}}{{template "stock" .}}`))
})

// html returns the elements of the bar.
func (b Bar) html() (template.HTML, error) {
	var text strings.Builder
	err := barLayout().Execute(&text, b)
	return template.HTML(text.String()), err
}

// Shared reports whether several seats share the first place.
func Shared(places []int) bool {
	first := slices.Index(places, 1)
	return first >= 0 && slices.Contains(places[first+1:], 1)
}

// sign returns the sign of a seat, as in the pictures.
func sign(s engine.Scene, i int) template.HTML {
	class, glyph := fmt.Sprintf("s%d", i+1), fmt.Sprint(i+1)
	for _, t := range s.Players[i].Has {
		for _, c := range t.Cells {
			switch {
			case c.Form == engine.Piece:
				fill := []string{"currentColor", "none"}[i%2]
				return template.HTML(`<svg class="sign" viewBox="0 0 26 26" aria-hidden="true"><path d="M13 2l8 4 3 17H2L5 6z" fill="` + fill + `" stroke="currentColor" stroke-width="2"/></svg>`)
			case c.Ink == engine.Black:
				class = "sk"
			case c.Form == engine.Drawn && c.Ink == engine.Ink(i+1):
				glyph = c.Glyph
			}
		}
	}
	return template.HTML(`<svg class="sign ` + class + `" viewBox="0 0 26 26" aria-hidden="true"><circle cx="13" cy="13" r="12"/><text x="13" y="18" text-anchor="middle">` + template.HTMLEscapeString(glyph) + `</text></svg>`)
}

// belongings returns what a panel holds: in the bar, on its stand, and below a
// wide board.
func belongings(p engine.Panel, lang string) (list, stand, stock []Belonging) {
	for _, t := range p.Has {
		if len(t.Cells) == 0 {
			continue
		}
		one, to := Belonging{Count: fmt.Sprint(t.Count), Words: t.Words.In(lang)}, &list
		var icon strings.Builder
		switch first := t.Cells[0]; {
		case first.Form == engine.Plank:
			fmt.Fprintf(&icon, `<svg class="planks %s" viewBox="0 0 %d 20" width="%[2]d" height="20" aria-hidden="true">`, ink(first.Ink), max(1, t.Count)*6)
			for n := range max(1, t.Count) {
				none := ""
				if t.Count == 0 {
					none = ` class="none"`
				}
				fmt.Fprintf(&icon, `<rect x="%d" y="2" width="4" height="16" rx="1.5"%s/>`, 6*n, none)
			}
		case first.Form == engine.Piece && t.Count == 0:
			continue
		case first.Form == engine.Piece:
			to, one.Thing = &stand, t.Name
			if t.Count == 1 {
				one.Count = ""
			}
			fmt.Fprintf(&icon, `<svg class="man" viewBox="0 0 24 27" width="24" height="27" aria-hidden="true"><path d="M12 1l8 3.5L23 26H1L4 4.5z"/><text x="12" y="20.5" text-anchor="middle">%s</text>`, template.HTMLEscapeString(first.Glyph))
		case first.Form == engine.Body:
			to = &stock
			wide, high := 1, 1
			for _, c := range t.Cells {
				wide, high = max(wide, c.At.X+1), max(high, c.At.Y+1)
			}
			fmt.Fprintf(&icon, `<svg class="body" viewBox="0 0 %d %d" width="%d" height="%d" aria-hidden="true">`, 4*wide, 4*high, 4*wide, 4*high)
			for _, c := range t.Cells {
				fmt.Fprintf(&icon, `<rect x="%d" y="%d" width="3.4" height="3.4" rx="1"/>`, 4*c.At.X, 4*(high-1-c.At.Y))
			}
		default:
			continue
		}
		icon.WriteString("</svg>")
		one.Icon = template.HTML(icon.String())
		*to = append(*to, one)
	}
	return list, stand, stock
}

// Unthrown returns a die that has not been thrown.
func Unthrown() template.HTML {
	return `<svg class="die" viewBox="0 0 26 26" aria-hidden="true"><rect x="1" y="1" width="24" height="24" rx="6"/><text x="13" y="19" text-anchor="middle">?</text></svg>`
}

// die returns a face of a die, with its pips on places of three by three.
func die(face int) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="die" viewBox="0 0 26 26" role="img" aria-label="%d"><rect x="1" y="1" width="24" height="24" rx="6"/>`, face)
	for _, at := range [...]string{"4", "26", "246", "0268", "02468", "035268"}[face-1] {
		n := int(at - '0')
		fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="2.6"/>`, 6+7*(n%3), 6+7*(n/3))
	}
	return template.HTML(b.String() + "</svg>")
}

// ink returns the class of a colour.
func ink(i engine.Ink) string {
	if i == engine.Black {
		return "sk"
	}
	return fmt.Sprintf("s%d", i)
}
