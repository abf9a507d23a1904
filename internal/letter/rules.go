package letter

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// marks are those of headings, bold words, code and links in Markdown.
var marks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("(?m)^#+ |\\*\\*|`|\\]\\([^)]*\\)|\\[\\b") })

// manual returns the rules of a game as plain text, which a message wraps anew: paragraphs and items in one line each, tables in
// columns.
func manual(g *engine.Game) i18n.Text {
	text := engine.WithoutPictures(g.Manual)
	return i18n.Text{En: unmarked(text.En), Ja: unmarked(text.Ja)}
}

func unmarked(markdown string) string {
	var lines []string
	var table [][]string
	code, open := false, false // whether the next line continues the last one
	for line := range strings.Lines(markdown + "\n") {
		line = strings.TrimRight(line, "\n")
		if len(table) > 0 && !strings.HasPrefix(line, "|") {
			lines, table = append(lines, render.Columns(table)...), nil
		}
		switch plain := marks().ReplaceAllString(strings.TrimSpace(line), ""); {
		case strings.HasPrefix(line, "```"):
			code, open = !code, false
		case code:
			lines = append(lines, line)
		case strings.HasPrefix(line, "|--"), strings.HasPrefix(line, "|:-"):
		case strings.HasPrefix(line, "|"):
			var cells []string
			for _, cell := range strings.Split(strings.Trim(plain, "|"), "|") {
				cells = append(cells, strings.TrimSpace(cell))
			}
			table, open = append(table, cells), false
		case open && line != "" && !strings.HasPrefix(plain, "* ") && !strings.HasPrefix(line, "#"):
			last := lines[len(lines)-1]
			end, _ := utf8.DecodeLastRuneInString(last)
			if first, _ := utf8.DecodeRuneInString(plain); runewidth.RuneWidth(end) < 2 && runewidth.RuneWidth(first) < 2 {
				last += " "
			}
			lines[len(lines)-1] = last + plain
		default:
			lines, open = append(lines, plain), line != "" && !strings.HasPrefix(line, "#")
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
