package letter

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/render"
)

// marks are those of headings, bold words, code and links in Markdown. The text of a link is its first group.
var marks = lazyregexp.New("(?m)^#+ |\\*\\*|`|\\[([^]]*)\\]\\([^)]*\\)")

// item is the mark of an item in a list.
var item = lazyregexp.New(`^(\*|[0-9]+\.) `)

// notForPlayers are the headings of the sections of rules that describe settings and formats or record decisions.
var notForPlayers = []string{
	"Options", "Variants and options", "The text of a position", "Position text", "State", "Other programs", "Interchange", "Decisions",
	"設定", "種類と設定", "局面の書き方", "状態（State）", "ほかのプログラムとのやりとり", "ほかのプログラムとの交換", "取り決め",
}

// rule is the heading of a rule.
var rule = lazyregexp.New(`### (\S+)\n\n`)

// manual returns the rules of a game without its name as plain text for players, which a message wraps anew: paragraphs and items in
// one line each, tables in columns. Rules that are checked are numbered.
func manual(g *engine.Game) i18n.Text {
	text := engine.WithoutPictures(g.Manual)
	return i18n.Text{En: unmarked(forPlayers(text.En, "rule")), Ja: unmarked(forPlayers(text.Ja, "ルール"))}
}

// forPlayers returns the sections for players. Where they refer to a rule, its identifier becomes the word and the number.
func forPlayers(markdown, word string) string {
	_, markdown, _ = strings.Cut(markdown, "\n") // the name of the game
	sections := slices.DeleteFunc(strings.Split(markdown, "\n## "), func(section string) bool {
		heading, _, _ := strings.Cut(section, "\n")
		return slices.Contains(notForPlayers, heading)
	})
	markdown = strings.Join(sections, "\n## ")
	for i, found := range rule().FindAllStringSubmatch(markdown, -1) {
		markdown = strings.Replace(markdown, found[0], fmt.Sprintf("%d. ", i+1), 1)
		markdown = strings.ReplaceAll(markdown, "`"+found[1]+"`", fmt.Sprintf("%s %d", word, i+1))
	}
	return markdown
}

// rulesPage returns the beginning of a message with the rules as HTML: the title, the board at the start, the rules in short, and
// those in full, which are shown only on request.
func rulesPage(text, lang, start string) string {
	title, text, _ := strings.Cut(text, "\n\n")
	heading := i18n.In(lang, "tell.rules-full")
	short, full, _ := strings.Cut(text, "\n\n"+heading+"\n\n")
	summary, _, _ := strings.Cut(heading, "\n")
	return lead(lang, []i18n.Text{i18n.Same(title)}, false) + start + blocks(lang, "", []i18n.Text{i18n.Same(short)}) + folded(summary, blocks(lang, "", []i18n.Text{i18n.Same(full)})) + divider
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
		switch plain := marks().ReplaceAllString(strings.TrimSpace(line), "$1"); {
		case strings.HasPrefix(line, "```"):
			code, open = !code, false
		case code, !open && strings.HasPrefix(line, "    "):
			lines = append(lines, line)
		case strings.HasPrefix(line, "|--"), strings.HasPrefix(line, "|:-"):
		case strings.HasPrefix(line, "|"):
			var cells []string
			for _, cell := range strings.Split(strings.Trim(plain, "|"), "|") {
				cells = append(cells, strings.TrimSpace(cell))
			}
			table, open = append(table, cells), false
		case open && line != "" && !item().MatchString(plain) && !strings.HasPrefix(line, "#"):
			last := lines[len(lines)-1]
			end, _ := utf8.DecodeLastRuneInString(last)
			if first, _ := utf8.DecodeRuneInString(plain); runewidth.RuneWidth(end) < 2 && runewidth.RuneWidth(first) < 2 {
				last += " "
			}
			lines[len(lines)-1] = last + plain
		case strings.HasPrefix(line, "#"):
			lines, open = append(lines, plain, strings.Repeat("-", max(3, runewidth.StringWidth(plain)))), false
		default:
			lines, open = append(lines, plain), line != ""
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
