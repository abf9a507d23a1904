package site

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/standings"
)

// The measures of a graph, in pixels of a wide page.
const (
	graphWide = 640
	graphHigh = 360
	graphLeft = 68
	graphFoot = 36
	graphEdge = 14
)

// graph draws the history of a player's rating, with its deviation as a band.
func graph(list []standings.Entry, said string) template.HTML {
	low, high := math.Inf(1), math.Inf(-1)
	for _, e := range list {
		low, high = min(low, e.R-e.RD), max(high, e.R+e.RD)
	}
	step := 100.0
	for (high-low)/step > 5 {
		step *= 2
	}
	low, high = step*math.Floor(low/step), step*math.Ceil(high/step)
	first, last := list[0].At, list[len(list)-1].At
	x := func(t time.Time) float64 {
		if !last.After(first) {
			return (graphLeft + graphWide - graphEdge) / 2
		}
		return graphLeft + (graphWide-graphEdge-graphLeft)*t.Sub(first).Seconds()/last.Sub(first).Seconds()
	}
	y := func(r float64) float64 { return graphEdge + (graphHigh-graphFoot-graphEdge)*(high-r)/(high-low) }
	var b, upper, lower, way strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img" aria-label="%s">`, graphWide, graphHigh, template.HTMLEscapeString(said))
	for _, e := range list {
		fmt.Fprintf(&upper, "%.1f,%.1f ", x(e.At), y(e.R+e.RD))
		fmt.Fprintf(&way, "%.1f,%.1f ", x(e.At), y(e.R))
	}
	for i := len(list) - 1; i >= 0; i-- {
		fmt.Fprintf(&lower, "%.1f,%.1f ", x(list[i].At), y(list[i].R-list[i].RD))
	}
	if !last.After(first) {
		fmt.Fprintf(&b, `<rect class="span" x="%.1f" y="%.1f" width="16" height="%.1f"/>`, x(first)-8, y(list[0].R+list[0].RD), y(list[0].R-list[0].RD)-y(list[0].R+list[0].RD))
	}
	fmt.Fprintf(&b, `<polygon class="span" points="%s"/>`, strings.TrimSpace(upper.String()+lower.String()))
	for r := low; r <= high; r += step {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" y="%.1f" text-anchor="end">%.0f</text>`, graphLeft, graphWide-graphEdge, y(r), y(r), graphLeft-8, y(r)+5, r)
	}
	fmt.Fprintf(&b, `<polyline class="way" points="%s"/>`, strings.TrimSpace(way.String()))
	for _, e := range list {
		fmt.Fprintf(&b, `<circle class="dot" cx="%.1f" cy="%.1f" r="3.5"/>`, x(e.At), y(e.R))
	}
	if day(first) != day(last) {
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`, graphLeft, graphHigh-6, day(first))
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`, graphWide-graphEdge, graphHigh-6, day(last))
	} else {
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`, (graphLeft+graphWide-graphEdge)/2.0, graphHigh-6, day(first))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}
