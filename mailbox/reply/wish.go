package reply

import (
	"regexp"
	"strings"
	"unicode"

	"hikyaku/internal/lazyregexp"
	"hikyaku/match/days"
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
	saying  = lazyregexp.New(`^(?i:say|伝言)\s*[:：]\s*(.+)$`)
	stepsIn = lazyregexp.New(`^(?i:substitute|交代|交替)\s*[:：]\s*([^<>]*<[^<>\s]+@[^<>\s]+>|[^<>\s]+@[^<>\s]+)$`)
	// named matches a word followed by the name of the match, or its beginning, which some people repeat from the message.
	named = lazyregexp.New(`^(.{1,40}?)[\s　]+(?i:[0-9a-f]{4}|[0-9a-f]{8})$`)
)

const absent = `^(?:i(?:'m| am|'ll be| will be) |ich bin |je suis |je serai |estoy |estaré |sono |sarò |estou |estarei |ik ben |jestem |jag är )?` +
	`(?:away|abwesend|absente?|ausente|assente|afwezig|nieobecn[ya]|отсутствую|bortrest|不在|留守|请假|請假)[\s:：は]*(.+?)(?:です)?`

// absences match an announcement of one, with another sentence after it or not; Japanese may put the days before the word.
var absences = []func() *regexp.Regexp{
	lazyregexp.New(absent + `[.。!！]?$`), lazyregexp.New(absent + `[.。!！]\s.*$`), lazyregexp.New(`^(.+?)、?\s*(?:は)?(?:不在|留守)(?:です|にします|にしております)?[.。!！]?$`),
}

// away reads "away 2026-12-20 to 2027-01-05" and "away from 20 December to 5 January".
func away(text string) Wish {
	text = strings.ToLower(strings.Map(Narrow, strings.ReplaceAll(text, "’", "'")))
	if len(text) > maxWish {
		return Wish{}
	}
	for _, form := range absences {
		if parts := form().FindStringSubmatch(text); parts != nil {
			if r, ok := days.Parse(parts[1]); ok {
				return Wish{Word: Away, Days: r.String()}
			}
		}
	}
	return Wish{}
}

// yearless reports whether the days of an absence lack a year, so that the author has to be asked.
func (w Wish) yearless() bool {
	r, _ := days.Parse(w.Days)
	return w.Word == Away && !r.Dated()
}

// pairs are marks that people put around an instruction.
var pairs = []string{"**", "*", "_", "`", "'", `"`, "“”", "„“", "„”", "‘’", "«»", "「」", "『』", "()", "[]", "（）", "【】", "<>"}

var bullet = lazyregexp.New(`^(?:[-•・*→]|->|=>)\s+`)

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
