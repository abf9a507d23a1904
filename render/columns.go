package render

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// Columns returns rows as lines with aligned columns, two blanks apart. A kanji is as wide as two letters.
func Columns(rows [][]string) (lines []string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], runewidth.StringWidth(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(cell + strings.Repeat(" ", widths[i]-runewidth.StringWidth(cell)+2))
		}
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	return lines
}
