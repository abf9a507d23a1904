package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// analysed reports whether an analysis is shown.
func (m Model) analysed() bool {
	return m.Game != nil && m.Mode == Replaying && len(m.Worth.Plies) == len(m.Game.Plies)
}

// axisWide is the width of the axis of a graph.
const axisWide = 5

// drawGraph draws the chances after each ply as a band beside an axis, with a line
// at 50%, below it the marks of the moves, faint and bold if there is no room for
// "?!" and "??". The ply shown is reversed. A column of several plies shows the
// last one and the worst mark.
func (m Model) drawGraph(c canvas, area rect) {
	if !m.analysed() {
		return
	}
	bars := area.high - 2
	c.put(area.x, area.y, area.wide, m.Worth.Title, bold)
	if bars > 1 {
		for y, label := range map[int]string{0: "100%", bars / 2: " 50%", bars - 1: "  0%"} {
			c.put(area.x, area.y+1+y, axisWide, label, plain)
		}
		c.put(area.x+axisWide, area.y+1+bars/2, area.wide-axisWide, strings.Repeat("-", area.wide-axisWide), faint)
		area.x, area.wide = area.x+axisWide, area.wide-axisWide
	}
	marks := []string{"", "?!", "?", "??"}
	n := len(m.Worth.Plies)
	each := min(3, max(1, area.wide/n))
	for x := range min(area.wide, each*n) {
		first, last := x/each, x/each
		if n > area.wide {
			first, last = x*n/area.wide, (x+1)*n/area.wide-1
		}
		style, worst := plain, 0
		for ply := first; ply <= last; ply++ {
			worst = max(worst, slices.Index(marks, m.Worth.Plies[ply].Mark))
			if ply == m.Ply {
				style = reverse
			}
		}
		eighths := int(math.Round(m.Worth.Plies[last].Chance * 8 * float64(bars)))
		for y := range bars {
			level := max(0, min(eighths-8*(bars-1-y), 8))
			text := string([]rune(" ▁▂▃▄▅▆▇█")[level])
			if level == 0 && y == bars/2 {
				text = "-" // even
			}
			c.put(area.x+x, area.y+1+y, 1, text, style)
		}
		mark := (marks[worst] + "   ")[x%each:]
		if style == plain && each == 1 {
			style = []string{plain, faint, plain, bold}[worst]
		}
		c.put(area.x+x, area.y+1+bars, 1, mark[:1], style)
	}
}

// worthText says what the ply shown was worth.
func (m Model) worthText() string {
	worth := m.Worth.Plies[m.Ply]
	if worth.Said != "" {
		return worth.Said
	}
	return strings.TrimSpace(m.shown().Move + "  " + m.text("play.chance", "title", m.Worth.Title, "percent", fmt.Sprintf("%.0f", 100*worth.Chance)))
}
