package reply

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Wish is the one thing that a reply asks for: a word or a move. The zero Wish is none.
type Wish struct {
	Word Word
	Move string // in canonical notation if it is legal, otherwise as it was written
	Draw bool   // a draw is offered with the move
	Text string // a message, or the name and address of a substitute
	Days string // of an absence: "2026-12-20..2027-01-05", or "12-20..01-05"
}

// String returns the wish in the words of reports.
func (w Wish) String() string {
	switch {
	case w.Move == "":
		return strings.TrimSpace(string(w.Word) + " " + w.Days + w.Text)
	case w.Draw:
		return w.Move + " draw?"
	}
	return w.Move
}

// maxWish is the largest length in bytes of an instruction with a name or dates.
const maxWish = 120

// naming reads the instructions that name something.
func naming(line string) Wish {
	if parts := stepsIn().FindStringSubmatch(line); parts != nil && len(line) <= maxWish {
		return Wish{Word: Substitute, Text: parts[1]}
	}
	if parts := named().FindStringSubmatch(line); parts != nil && wordOf(parts[1]) != None {
		return Wish{Word: wordOf(parts[1])}
	}
	return away(line)
}

var (
	saying  = lazy(`^(?i:say|伝言)\s*[:：]\s*(.+)$`)
	stepsIn = lazy(`^(?i:substitute|交代|交替)\s*[:：]\s*([^<>]*<[^<>\s]+@[^<>\s]+>|[^<>\s]+@[^<>\s]+)$`)
	// named matches a word followed by the name of the match, or its beginning, which some people repeat from the message.
	named = lazy(`^(.{1,40}?)[\s　]+(?i:[0-9a-f]{4}|[0-9a-f]{8})$`)
)

// day is a date with the year first, as people write one, or without it.
const day = `(?:(\d{4})[-/.年](\d\d?)[-/.月]|(\d\d?)[/月])(\d\d?)日?`

// days are the first and the last, which Japanese puts before the word.
const days = day + `(?:\s*(?:\.\.+|–|—|-|~|〜|to|until|till|and|から)\s*` + day + `(?:まで)?)?`

var absences = []func() *regexp.Regexp{
	lazy(`^(?:i(?:'m| am|'ll be| will be) )?(?:away|不在|留守)[\s:：は]*(?:from |between |on )?` + days + `(?:です)?(?:[.。!！]|$)`),
	lazy(`^` + days + `、?\s*(?:は)?(?:不在|留守)(?:です|にします|にしております)?[.。!！]?$`),
}

// months matches a month in English by its first three letters.
const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"

// monthDate matches a date with one, which is after the day or before it.
var monthDate = lazy(`\b(?:(?:the )?(\d\d?)(?:st|nd|rd|th)?(?: of)? (` + months + `)[a-z]*\b\.?|(` + months + `)[a-z]*\.? (\d\d?)(?:st|nd|rd|th)?\b)(?:,? (\d{4})\b)?`)

// away reads "away 2026-12-20 to 2027-01-05" and "away from 20 December to 5 January".
func away(text string) Wish {
	text = strings.ToLower(strings.Map(Narrow, strings.ReplaceAll(text, "’", "'")))
	text = monthDate().ReplaceAllStringFunc(text, func(date string) string {
		parts := monthDate().FindStringSubmatch(date)
		return strings.TrimPrefix(fmt.Sprintf("%s/%d/%s", parts[5], strings.Index(months, parts[2]+parts[3])/4+1, parts[1]+parts[4]), "/")
	})
	for _, form := range absences {
		parts := form().FindStringSubmatch(text)
		switch {
		case parts == nil:
		case parts[8] == "":
			return Wish{Word: Away, Days: date(parts[1:5])}
		default:
			return Wish{Word: Away, Days: date(parts[1:5]) + ".." + date(parts[5:9])}
		}
	}
	return Wish{}
}

// date writes year, month and day as 2026-12-20, or as 12-20 without the year.
func date(parts []string) string {
	two := func(n string) string { return ("0" + n)[len(n)-1:] }
	return strings.TrimPrefix(parts[0]+"-"+two(parts[1]+parts[2])+"-"+two(parts[3]), "-")
}

// yearless reports whether the days of an absence lack a year, so that the author has to be asked.
func (w Wish) yearless() bool {
	return w.Word == Away && strings.Count(w.Days, "-") != 2+2*strings.Count(w.Days, "..")
}

// pairs are marks that people put around an instruction.
var pairs = []string{"**", "*", "_", "`", "'", `"`, "“”", "„“", "„”", "‘’", "«»", "「」", "『』", "()", "[]", "（）", "【】", "<>"}

var bullet = lazy(`^(?:[-•・*→]|->|=>)\s+`)

// peel removes quotation marks, bold type, a full stop, emoji, and a bullet.
func peel(text string) string {
	for range 8 {
		bare := strings.TrimRightFunc(trim(straight(text)), func(c rune) bool { return strings.ContainsRune(".!。！…~〜～、,", c) || pictured(c) })
		bare = bullet().ReplaceAllString(trim(strings.TrimLeftFunc(bare, pictured)), "")
		for _, pair := range pairs {
			bare = unpaired(bare, pair)
		}
		if bare == text {
			break
		}
		text = bare
	}
	return text
}

// pictured reports whether a character is a picture, or a part of one.
func pictured(c rune) bool {
	return c > unicode.MaxASCII && unicode.In(c, unicode.So, unicode.Sk, unicode.Mn) || c == '\u200d'
}

// unpaired is a text without such marks around it.
func unpaired(text, pair string) string {
	open, end := pair, pair
	if marks := []rune(pair); len(marks) == 2 && marks[0] != marks[1] {
		open, end = string(marks[0]), string(marks[1])
	}
	if inner, ok := strings.CutPrefix(text, open); ok && len(text) > len(open)+len(end) {
		if inner, ok = strings.CutSuffix(inner, end); ok {
			return trim(inner)
		}
	}
	return text
}
