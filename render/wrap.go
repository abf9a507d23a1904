package render

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Wrap breaks the lines of text that are wider than width columns, and adds the final line feed. It keeps rows of
// tables and code, which is indented by four blanks, repeats a smaller indent and the mark "> " of quotations, and indents what
// follows the mark "* " of an item. Japanese breaks neither before closing nor after opening characters (JIS X 4051) nor within
// katakana, and preferably where a phrase begins.
func Wrap(text string, width int) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		mark := line[:len(line)-len(strings.TrimLeft(line, " 　"))]
		code := strings.HasPrefix(mark, "    ") // as in Markdown
		if code || strings.HasPrefix(line, "|") || mark != "" && terminal.StringWidth(line) <= width {
			b.WriteString(line + "\n")
			continue
		}
		if strings.HasPrefix(line, "> ") {
			mark = "> "
		}
		rest := mark
		if strings.HasPrefix(line[len(mark):], "* ") {
			mark, rest = mark+"* ", mark+"  "
		}
		text, room := line[len(mark):], width-terminal.StringWidth(mark)
		for begun := mark; ; begun = rest {
			at := breakAt(text, room)
			b.WriteString(strings.TrimRight(begun+text[:at], " ") + "\n")
			if text = strings.TrimLeft(text[at:], " "); text == "" {
				break
			}
		}
	}
	return b.String()
}

// breakAt returns where a line is broken: at the last place within the width, else at the first, else at its end. The beginning of
// a phrase at the end of the line is preferred, and places inside words are used only if there are no others.
func breakAt(line string, width int) int {
	any, best, phrase, used, last := 0, 0, 0, 0, ' '
	for i, r := range line {
		if i > 0 && breaks(last, r) {
			if any = i; !insideWord(line, i) {
				best = i
				if used >= width-max(width/4, min(width*2/3, 18)) && beginsPhrase(last, r) {
					phrase = i
				}
			}
		}
		if used += terminal.RuneWidth(r); r != ' ' && used > width && any > 0 {
			return cmp.Or(phrase, best, any)
		}
		last = r
	}
	return len(line)
}

// quoted is the width of the longest quotation that is kept on a line, such as words to type.
const quoted = 40

// insideWord reports whether i is before a single hiragana, which ends the word before it, within a frequent word or a short
// quotation, or after the first word of a command.
func insideWord(line string, i int) bool {
	first, size := utf8.DecodeRuneInString(line[i:])
	second, _ := utf8.DecodeRuneInString(line[i+size:])
	if unicode.Is(unicode.Hiragana, first) && !unicode.Is(unicode.Hiragana, second) && line[i-1] != ' ' || strings.HasSuffix(line[:i], "hikyaku ") {
		return true
	}
	if open := strings.LastIndex(line[:i], "「"); open >= 0 && !strings.Contains(line[open:i], "」") {
		if n := strings.Index(line[i:], "」"); n >= 0 && terminal.StringWidth(line[open:i+n]) <= quoted {
			return true
		}
	}
	for _, word := range [...]string{"ください", "できます", "ません", "ました", "指し手", "持ち駒", "持ち時間", "引き分け", "取り消", "食い違"} {
		for at := range word {
			if at > 0 && strings.HasSuffix(line[:i], word[:at]) && strings.HasPrefix(line[i:], word[at:]) {
				return true
			}
		}
	}
	return false
}

// beginsPhrase reports whether b most likely begins a phrase after a: Japanese words end with particles and endings in hiragana, and
// may begin with the polite お or ご.
func beginsPhrase(a, b rune) bool {
	return strings.ContainsRune(" 、。", a) || !unicode.Is(unicode.Hiragana, b) && a != 'お' && a != 'ご' && (unicode.Is(unicode.Hiragana, a) || strings.ContainsRune(noBegin, a) || strings.ContainsRune(noEnd, b))
}

// noBegin and noEnd are the characters that begin and end no line.
const (
	noBegin = "、。，．・：；？！」』）】〉》〕］｝”’ー々〜…ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}"
	noEnd   = "「『（【〈《〔［｛“‘([{"
)

// breaks reports whether a line may be broken between two characters: after a blank, and beside a wide one outside a katakana word.
func breaks(a, b rune) bool {
	switch {
	case a == ' ' || b == ' ':
		return b != ' '
	case strings.ContainsRune(noEnd, a) || strings.ContainsRune(noBegin, b):
		return false
	case (unicode.Is(unicode.Katakana, a) || a == 'ー') && unicode.Is(unicode.Katakana, b):
		return false
	}
	return terminal.RuneWidth(a) == 2 || terminal.RuneWidth(b) == 2
}

// Columns returns rows as lines with aligned columns, two blanks apart. A kanji is as wide as two letters.
func Columns(rows [][]string) (lines []string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], terminal.StringWidth(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(cell + strings.Repeat(" ", widths[i]-terminal.StringWidth(cell)+2))
		}
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	return lines
}
