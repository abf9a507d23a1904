package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Wish is the one thing that a reply asks for: a word or a move. The zero Wish is none.
type Wish struct {
	Word Word
	Move string // as it was written, without decoration
	Draw bool   // a draw is offered with the move
	Text string // to say, or the name and address of a substitute
	Days string // of an absence: "2026-12-20..2027-01-05"
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

// reader reads wishes. moves tells whether a text is a move of the game as it stands.
type reader struct{ moves func(string) bool }

// maxWish is how many bytes an instruction has at most, with its decoration.
const maxWish = 120

// wish is what a whole text asks for, nothing where it is anything more.
func (r reader) wish(text string) Wish {
	for _, read := range []func(string) Wish{r.say, r.substitute} {
		if w := read(text); w != (Wish{}) {
			return w
		}
	}
	if text == "" || len(text) > maxWish || strings.ContainsFunc(text, unicode.IsControl) {
		return Wish{}
	}
	for _, bare := range slices.Compact([]string{text, peel(text)}) {
		for _, read := range []func(string) Wish{r.word, r.away, r.move, r.moveAndDraw} {
			if w := read(bare); w != (Wish{}) {
				return w
			}
		}
	}
	return Wish{}
}

// named is a word with the beginning of the name of the match behind it, which some people repeat from the letter.
var named = lazy(`^(.+?)\s+[0-9a-f]{4}$`)

// word reads "resign".
func (r reader) word(text string) Wish {
	if parts := named().FindStringSubmatch(plain(text)); parts != nil && wordOf(parts[1]) != None {
		text = parts[1]
	}
	return Wish{Word: wordOf(text)}
}

// day is a date with the year first, as people write one.
const day = `(\d{4})[-/.年](\d\d?)[-/.月](\d\d?)日?`

// days are the first and the last, which Japanese puts before the word.
const days = day + `(?:\s*(?:\.\.+|–|—|-|~|〜|to|until|till|and|から)\s*` + day + `(?:まで)?)?`

var absences = []func() *regexp.Regexp{
	lazy(`^(?:i(?:'m| am|'ll be| will be) )?(?:away|不在|留守)[\s:：は]*(?:from |between )?` + days + `(?:です)?$`),
	lazy(`^` + days + `、?\s*(?:は)?(?:不在|留守)(?:です|にします|にしております)?$`),
}

// away reads "away 2026-12-20 to 2027-01-05".
func (r reader) away(text string) Wish {
	for _, form := range absences {
		parts := form().FindStringSubmatch(plain(text))
		switch {
		case parts == nil:
		case parts[4] == "":
			return Wish{Word: Away, Days: date(parts[1:4])}
		default:
			return Wish{Word: Away, Days: date(parts[1:4]) + ".." + date(parts[4:7])}
		}
	}
	return Wish{}
}

// date writes year, month and day as 2026-12-20.
func date(parts []string) string {
	return parts[0] + "-" + ("0" + parts[1])[len(parts[1])-1:] + "-" + ("0" + parts[2])[len(parts[2])-1:]
}

// What people write before a move: a word to begin with, that they play it, its number.
const (
	begins = `(?:(?i:ok(?:ay)?[,.!]? |well,? |so[,:]? |hmm,? |then )|(?:それ)?では[、,]?)?`
	plays  = `(?:(?i:(?:then )?i(?:'ll| will)? (?:play|move|go|go with|go for|choose|answer|answer with) |i(?:'d| would)? like (?:to play )?|` +
		`(?:my )?(?:move|zug|coup|jugada|lance|mossa|zet|ruch|ход)(?: \d{1,3})?\s*[:：]\s*|(?:(?:my|the) (?:move|answer|reply)|move|play|next)(?: is)?\s*[:：]?\s+|` +
		`let's (?:play|try) |(?:i(?:'m| am) )?playing )|(?:指し手|次の手|次の一手)[はを]?\s*[:：]?\s*|次は)?`
	number = `(?:\d{1,3}\s*[.．:：)…]+\s+)?`
)

var saying = lazy(`^(?i:say|伝言)\s*[:：]\s*(.+)$`)

// say reads "say: back on Monday".
func (r reader) say(text string) Wish {
	if parts := saying().FindStringSubmatch(text); parts != nil {
		return Wish{Word: Say, Text: parts[1]}
	}
	return Wish{}
}

var naming = lazy(`^(?i:substitute|交代|交替)\s*[:：]\s*([^<>]*<[^<>\s]+@[^<>\s]+>|[^<>\s]+@[^<>\s]+)$`)

// substitute reads "substitute: Carol <carol@example.org>".
func (r reader) substitute(text string) Wish {
	if parts := naming().FindStringSubmatch(trim(text)); parts != nil && len(text) <= maxWish {
		return Wish{Word: Substitute, Text: parts[1]}
	}
	return Wish{}
}

var (
	before = lazy(`^` + begins + plays + number)
	behind = lazy(`(?i:,? (?:please|pls|thanks|thank you|for me|then|it is))$|(?:で、?お願い(?:し|いたし|致し)ます|でお願い|にします|を指します|と指します|指します|で行きます|でいきます|で[〜～~ー]?す|で)$`)
)

// move reads a move, alone or as people write one in a sentence: "12. e2", "I play e2", "e2 でお願いします".
func (r reader) move(text string) Wish {
	cut := before().ReplaceAllString(text, "")
	short := behind().ReplaceAllString(cut, "")
	for _, t := range slices.Compact([]string{text, cut, behind().ReplaceAllString(text, ""), short, peel(cut), peel(short)}) {
		for _, move := range slices.Compact([]string{t, strings.ToLower(t)}) {
			if move = trim(move); move != "" && r.moves(move) {
				return Wish{Move: move}
			}
		}
	}
	return Wish{}
}

var withDraw = lazy(`^(?i:(.+?)[\s,、。.;]*[(（]?(?:draw\s*[?？]|draw offer(?:ed)?|(?:and )?(?:i )?offer(?:ing)? (?:a )?draw|引き分け[?？]|引き分けを提案(?:します)?)[)）]?)$`)

// moveAndDraw reads a move with the offer of a draw: "e2 draw?".
func (r reader) moveAndDraw(text string) Wish {
	parts := withDraw().FindStringSubmatch(text)
	if parts == nil {
		return Wish{}
	}
	w := r.move(parts[1])
	w.Draw = w.Move != ""
	return w
}

// pairs are what people put around what they mean.
var pairs = []string{"**", "*", "_", "`", "'", `"`, "“”", "„“", "„”", "‘’", "«»", "「」", "『』", "()", "[]", "（）", "【】", "<>"}

var (
	ornaments = lazy(`(?:\s*(?:[:;=8]-?[)(DPp]|\^\^;?|\(\^[^()]*\)|m\(_ _\)m|\(笑\)|（笑）))+$`)
	bullet    = lazy(`^(?:[-•・*→]|->|=>)\s+`)
)

// peel takes off what says nothing: quotation marks, bold type, a full stop, emoji, a bullet.
func peel(text string) string {
	for range 8 {
		bare := strings.TrimRightFunc(trim(text), func(c rune) bool { return strings.ContainsRune(".!。！…~〜～、,", c) || emoji(c) })
		bare = trim(strings.TrimLeftFunc(bare, emoji))
		bare = bullet().ReplaceAllString(ornaments().ReplaceAllString(bare, ""), "")
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

// sides are the signs that in a move say whose it is.
const sides = "▲△▼▽☗☖⛊⛉"

// emoji tells whether a character is a picture, or a part of one.
func emoji(c rune) bool {
	return c > unicode.MaxASCII && unicode.In(c, unicode.So, unicode.Sk, unicode.Mn) && !strings.ContainsRune(sides, c) || c == '\u200d'
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

var (
	ends = lazy(`[.!。！…]+(?:\s+|$)|[。！]+|[?？](?:\s+|$)`)
	// alternative is how what follows a comma begins where the move before it is not meant alone.
	alternative = lazy(`^(?:not|no|or|and (?:then|if|not|maybe|perhaps|after|\S*\d)|but|if|unless|then|than|instead|rather)\b`)
	asks        = lazy(`,\s+|\s+[-–—]\s+|、`)
)

// exclaims tells whether a sentence before others is that exclamation: "Stop! You cannot mean that."
func exclaims(sentence string) bool { return plain(peel(sentence)) == string(Stop) }

// first is what the first sentence of a text asks for, and the rest of the text. A move may also stand before a comma.
func (r reader) first(text string) (w Wish, rest string) {
	if w = r.wish(text); w != (Wish{}) {
		return w, ""
	}
	for _, cut := range ends().FindAllStringIndex(text, 3) {
		end := cut[0]
		if strings.ContainsAny(text[cut[0]:cut[1]], "?？") {
			end = cut[1]
		}
		if end > maxWish {
			break
		}
		if w = r.wish(trim(text[:end])); w != (Wish{}) && !exclaims(text[:end]) {
			return w, trim(text[cut[1]:])
		}
	}
	for _, cut := range asks().FindAllStringIndex(text, 1) {
		rest = trim(text[cut[1]:])
		if cut[0] > maxWish {
			break
		}
		if w = r.move(text[:cut[0]]); w != (Wish{}) && !alternative().MatchString(plain(rest)) {
			return w, rest
		}
	}
	return Wish{}, text
}
