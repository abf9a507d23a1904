package tui

import (
	"strings"

	"github.com/mattn/go-runewidth"

	"hikyaku/render"
)

// The styles of everything but the board. Only the board has colours.
const (
	plain     = ""
	bold      = "1"
	faint     = "2"
	underline = "4"
	reverse   = "7"
)

// measure counts the columns of text in the same way as package render.
var measure = &runewidth.Condition{StrictEmojiNeutral: true}

// canvas is the characters of a window.
type canvas [][]render.Sign

func newCanvas(wide, high int) canvas {
	c := make(canvas, high)
	for y := range c {
		c[y] = make([]render.Sign, wide)
	}
	return c
}

type rect struct{ x, y, wide, high int }

func (r rect) holds(x, y int) bool {
	return x >= r.x && y >= r.y && x < r.x+r.wide && y < r.y+r.high
}

// put writes one line starting at column x, shortened to fit room columns.
func (c canvas) put(x, y, room int, text, style string) {
	if y < 0 || y >= len(c) {
		return
	}
	text = measure.Truncate(strings.ReplaceAll(render.Safe(text), "\n", " "), min(room, len(c[y])-x), "…")
	for _, r := range text {
		w := measure.RuneWidth(r)
		if w == 0 || x < 0 || x+w > len(c[y]) {
			continue
		}
		c[y][x] = render.Sign{Text: string(r), SGR: sgr(style)}
		if w == 2 {
			c[y][x+1] = render.Sign{Covered: true, SGR: sgr(style)}
		}
		x += w
	}
}

func (c canvas) bar(x, y, wide int, style string) {
	for i := x; i < min(x+wide, len(c[y])); i++ {
		c[y][i].SGR = sgr(style)
	}
}

// beside paints the columns at both sides of r, if they are on the canvas.
func (c canvas) beside(r rect, style string) {
	c.paint(rect{r.x - 1, r.y, 1, r.high}, style)
	c.paint(rect{r.x + r.wide, r.y, 1, r.high}, style)
}

func (c canvas) paint(r rect, style string) {
	for y := max(0, r.y); y < min(r.y+r.high, len(c)); y++ {
		for x := max(0, r.x); x < min(r.x+r.wide, len(c[y])); x++ {
			c[y][x].SGR = added(c[y][x].SGR, style)
		}
	}
}

// sgr returns the escape sequence of a style.
func sgr(style string) string {
	if style == plain {
		return ""
	}
	return "\x1b[" + style + "m"
}

// added returns an escape sequence with another style added.
func added(escape, style string) string {
	codes := strings.TrimSuffix(strings.TrimPrefix(escape, "\x1b["), "m")
	if codes == "" {
		return sgr(style)
	}
	return sgr(codes + ";" + style)
}

// wrapped breaks text into lines of at most wide columns.
func wrapped(text string, wide int) []string {
	return strings.Split(strings.TrimSuffix(render.Wrap(render.Safe(text), wide), "\n"), "\n")
}
