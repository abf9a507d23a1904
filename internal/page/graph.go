package page

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// The measures of a band, in pixels.
const (
	bandHigh  = 142
	bandWidth = 244.0 // on the smallest telephone
	scaleWide = 56    // left of the band, as in graph.css and graph.js
	markWide  = 26
	markHigh  = 22
)

// worst ranks the marks.
var worst = map[string]int{"??": 3, "?": 2, "?!": 1}

// band draws a graph as a band below the board: one line of the first of two players, or one of each of several, of which that of
// seat own is strong, and the marks of the plies, above the lines of the first player and below them of the others. Where two marks
// would touch, the worse one stays. The scale, in a margin on the left, names the two
// players of the summary at the ends where they win.
func band(g render.Graph, own int, summary []Mistakes, lang string) template.HTML {
	var text strings.Builder
	last, seats := max(len(g.Scores)-1, 1), len(g.Scores[0])
	fmt.Fprintf(&text, `<svg id="graph" role="img" aria-label="%s"><svg y="%d" width="100%%" height="%d" viewBox="0 0 1000 100" preserveAspectRatio="none">`, template.HTMLEscapeString(i18n.In(lang, "page.graph")), markHigh, bandHigh-2*markHigh)
	for n := range seats {
		seat := (own + n) % seats // the own line is drawn last
		var line strings.Builder
		for ply, scores := range g.Scores {
			fmt.Fprintf(&line, "L%d %.0f", 1000*ply/last, 96-92*scores[seat])
		}
		switch {
		case seats > 2:
			thin := " thin"
			if seat+1 == own {
				thin = ""
			}
			fmt.Fprintf(&text, `<path class="l%d%s" d="M%s"/>`, seat+1, thin, line.String()[1:])
		case seat == 0:
			fmt.Fprintf(&text, `<path class="area" d="M0 50%sL1000 50Z"/><path d="M%s"/>`, line.String(), line.String()[1:])
		}
	}
	text.WriteString(`<path class="even" d="M0 50H1000"/></svg>`)
	for _, i := range marked(g, last) {
		y := 1
		if g.Movers[i] > 1 {
			y = bandHigh - 21
		}
		fmt.Fprintf(&text, `<svg x="%.2f%%" y="%d" overflow="visible" data-ply="%d"><rect x="-12" width="24" height="20" rx="6" class="s%d"/><text y="15">%s</text></svg>`, along(i, last), y, i+1, g.Movers[i], g.Marks[i])
	}
	fmt.Fprintf(&text, `<svg class="scale" x="-%d" width="%d">`, scaleWide, scaleWide-2)
	write := func(y int, label string) {
		fmt.Fprintf(&text, `<text x="4" y="%d">%s</text>`, y, template.HTMLEscapeString(label))
	}
	best, even, least := markHigh+8, bandHigh/2+4, bandHigh-markHigh
	write(best, "100%")
	write(even, "50%")
	if len(summary) == 2 {
		write(best-14, render.SafeLine(summary[0].Who, 8))
		write(least, "100%")
		write(least+14, render.SafeLine(summary[1].Who, 8))
	} else {
		write(least, "0%")
	}
	text.WriteString(`</svg><line id="here" y2="100%"/></svg>`)
	return template.HTML(text.String())
}

// along returns where mark i stands, in percent of the width of the band.
func along(i, last int) float64 {
	const edge = 100 * markWide / 2 / bandWidth
	return min(max(100*float64(i+1)/float64(last), edge), 100-edge)
}

// marked returns the numbers of the marks that are written.
func marked(g render.Graph, last int) (list []int) {
	var all []int
	for i, mark := range g.Marks {
		if mark != "" {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(worst[g.Marks[b]], worst[g.Marks[a]]) })
	for _, i := range all {
		if !slices.ContainsFunc(list, func(j int) bool {
			return (g.Movers[i] == 1) == (g.Movers[j] == 1) && bandWidth*math.Abs(along(i, last)-along(j, last)) < 100*markWide
		}) {
			list = append(list, i)
		}
	}
	return list
}
