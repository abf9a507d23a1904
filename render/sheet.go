package render

import (
	"cmp"
	"slices"
	"strings"

	"hikyaku/engine"
)

// sheet is text in columns and rows. It grows to the right and downwards.
type sheet struct {
	rows  [][]Sign
	spots []Spot
}

// put writes text, which must be Safe and one line, from column x of row y.
func (s *sheet) put(x, y int, text, sgr string) {
	for _, r := range text {
		char := string(r)
		w := terminal.StringWidth(char)
		if w == 0 { // a combining character belongs to the one before it
			if at := x - 1; at >= 0 && y < len(s.rows) && at < len(s.rows[y]) {
				if s.rows[y][at].Covered {
					at--
				}
				s.rows[y][at].Text += char
			}
			continue
		}
		s.grow(x+w, y)
		for i := range w {
			// Blank the other half of a character of two columns.
			row, x := s.rows[y], x+i
			if row[x].Covered {
				row[x-1] = Sign{}
			}
			if x+1 < len(row) && row[x+1].Covered {
				row[x+1] = Sign{}
			}
			row[x] = Sign{}
		}
		s.rows[y][x] = Sign{Text: char, SGR: sgr}
		for i := 1; i < w; i++ {
			s.rows[y][x+i] = Sign{Covered: true}
		}
		x += w
	}
}

func (s *sheet) grow(columns, y int) {
	for len(s.rows) <= y {
		s.rows = append(s.rows, nil)
	}
	if n := columns - len(s.rows[y]); n > 0 {
		s.rows[y] = append(s.rows[y], make([]Sign, n)...)
	}
}

// paste copies other onto s with its upper left at column x of row y.
func (s *sheet) paste(x, y int, other *sheet) {
	for i, row := range other.rows {
		s.grow(x+len(row), y+i)
		copy(s.rows[y+i][x:], row)
	}
	s.spots = slices.Grow(s.spots, len(other.spots))
	for _, spot := range other.spots {
		spot.X, spot.Y = spot.X+x, spot.Y+y
		s.spots = append(s.spots, spot)
	}
}

// columns returns the width of the widest row.
func (s *sheet) columns() int {
	n := 0
	for _, row := range s.rows {
		n = max(n, len(row))
	}
	return n
}

// String returns the lines without trailing blanks, each with its line feed.
func (s *sheet) String() string {
	var b strings.Builder
	for _, row := range s.rows {
		now := ""
		for len(row) > 0 {
			last := len(row) - 1
			for last > 0 && row[last].Covered {
				last--
			}
			if strings.TrimSpace(row[last].Text) != "" {
				break
			}
			row = row[:last]
		}
		for _, c := range row {
			if c.Covered {
				continue
			}
			if c.SGR != now {
				if now != "" {
					b.WriteString("\x1b[0m")
				}
				b.WriteString(c.SGR)
				now = c.SGR
			}
			b.WriteString(cmp.Or(c.Text, " "))
		}
		if now != "" {
			b.WriteString("\x1b[0m")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// sgrOfInk are colours of the fixed part of the 256, readable on black and on white, whatever the terminal makes of the first
// sixteen. A colour is never the only sign: a glyph, a bracket or a place always shows the same.
var sgrOfInk = map[engine.Ink]string{
	1: red, 2: blue, 3: green, 4: magenta,
	engine.Dull:  "2",
	engine.Kind1: blue, engine.Kind2: red, engine.Kind3: green, engine.Kind4: yellow, engine.Kind5: magenta, engine.Kind6: cyan,
	engine.Raised: red,
}

const (
	red     = "38;5;160"
	blue    = "38;5;32"
	green   = "38;5;28"
	yellow  = "38;5;136"
	magenta = "38;5;133"
	cyan    = "38;5;30"
	white   = "38;5;231"
)
