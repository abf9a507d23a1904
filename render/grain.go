package render

import (
	"image"
	"image/color"
)

// grain returns the lines of the wood in a rectangle, each of whole pixels, so that they cost few bytes. They are the same
// for the same measures.
func grain(x, y, w, h int) (lines []path) {
	step := max(10, min(w, h)/30)
	state := uint32(w*31 + h)
	next := func(n int) int {
		state = state*1664525 + 1013904223
		return int(state>>16) % n
	}
	for top := y + step/2; top < y+h-step/2; top += step/2 + next(step) {
		var line path
		from, to, bend := x+next(w/2), x+w-next(w/3), 0
		if next(3) > 0 {
			from, to = x, x+w
		}
		for from < to {
			run := min(2*step+next(6*step), to-from)
			line = append(line, polygon(image.Pt(from*px, (top+bend)*px), image.Pt((from+run)*px, (top+bend)*px),
				image.Pt((from+run)*px, (top+bend+1)*px), image.Pt(from*px, (top+bend+1)*px))...)
			from, bend = from+run, max(-step/3, min(step/3, bend+next(3)-1))
		}
		lines = append(lines, line)
	}
	return lines
}

// drawGrain draws the grain of wood of this colour in a rectangle, in themes that have one.
func (p painter) drawGrain(x, y, w, h int, colour color.RGBA) {
	if p.hue.grain.A == 0 {
		return
	}
	r := image.Rect(x, y, x+w, y+h)
	lines, known := p.face.woods[r]
	if !known {
		lines = grain(x, y, w, h)
		p.face.woods[r] = lines
	}
	for i, line := range lines {
		p.fill(line, mix(colour, p.hue.grain, 2+i%2), 16)
	}
}

// shadow draws the shadow of a slab on the paper, in themes where it is seen.
func (p painter) shadow(x, y, w, h, r int) {
	if deep := max(1, p.in.label/5); p.hue.grain.A > 0 {
		p.round(x, y+deep, w, h, r, mix(p.hue.paper, p.hue.edge, 2))
		p.round(x+deep, y+2*deep, w-2*deep, h-deep, r, mix(p.hue.paper, p.hue.edge, 1))
	}
}
