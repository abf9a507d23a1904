// Package reply reads what somebody with nothing but a mail program wrote in answer to a letter: the lines typed there and
// not quoted, the one instruction among them, the words for the other side, and the token that proves which letter is
// answered.
//
// It knows no game: what a move looks like is asked of the caller.
package reply

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxText is how many bytes of a text are looked at.
const maxText = 256 << 10

// Reply is what was written.
type Reply struct {
	Wish    Wish     // the one instruction; zero where there is none, more than one, or a doubt
	Found   []string // what reads as an instruction, as it was written
	Doubt   bool     // something beside the instruction takes it back or sets a condition
	Comment string   // the rest of what was typed, where there is one instruction
	Typed   string   // everything typed

	said []string // everything typed, one statement after the other
}

// Read takes a text apart, of which it looks at the first 256 KiB. moves tells whether a text is a move of the game as it
// stands. An instruction is the first thing that is said, but for a greeting, or stands alone between blank lines; inside
// prose nothing is one.
func Read(text string, moves func(string) bool) Reply {
	list := typedIn(text)
	var r Reply
	for _, s := range list {
		r.said = append(r.said, s.text)
	}
	r.Typed = strings.Join(r.said, "\n")
	r.read(list, reader{moves})
	return r
}

// Said returns what somebody typed, one thing after the other as Read finds them, without a greeting before the first and without
// what says nothing: quotation marks, a full stop, emoji.
func Said(text string) (list []string) {
	all := typedIn(text)
	for i, s := range all {
		switch {
		case len(list) > 0:
			list = append(list, peel(s.text))
		case greets(s.text) && i+1 < len(all):
		default:
			list = append(list, peel(salutation().ReplaceAllString(s.text, "")))
		}
	}
	return list
}

// typedIn returns what was typed in the first 256 KiB of a text.
func typedIn(text string) []statement {
	if len(text) > maxText {
		text = text[:maxText]
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	return statementsOf(lines, typedLines(lines))
}

// read finds the instruction among the statements.
func (r *Reply) read(list []statement, reads reader) {
	var wishes []Wish
	var rest []string
	opening, paragraph := true, 0
	for i, s := range list {
		hello := opening && greets(s.text) && len(list) > 1
		w, more := Wish{}, s.text
		switch {
		case hello:
		case opening:
			w, more = reads.opening(s.text)
		case s.alone || s.paragraph == paragraph:
			w = reads.wish(s.text)
		case ownLine(list, i):
			w = reads.move(peel(s.text))
		}
		if w != (Wish{}) && !opening {
			more = ""
		}
		opening = opening && hello
		if w != (Wish{}) {
			paragraph = s.paragraph
			if !slices.Contains(wishes, w) {
				r.Found = append(r.Found, strings.TrimRight(strings.TrimSuffix(s.text, more), " ,.、。"))
			}
			r.Doubt = r.Doubt || embedded(list, i) || doubted(more, list[i+1:], s.paragraph)
			wishes = merged(wishes, w)
		}
		if more != "" {
			rest = append(rest, more)
		}
	}
	if len(wishes) == 1 && !r.Doubt {
		r.Wish, r.Comment = wishes[0], strings.Join(rest, "\n")
	}
}

// opening is what the first statement of a reply asks for, and the rest of it.
func (r reader) opening(text string) (w Wish, more string) {
	w, more = r.first(salutation().ReplaceAllString(text, ""))
	if w == (Wish{}) {
		return w, text
	}
	if w.Word == Yes && more != "" { // "Yes! e2"
		if second, rest := r.first(more); second != (Wish{}) {
			return second, rest
		}
	}
	if w.Word == Decline && more != "" { // "No. e2"
		if second, rest := r.first(more); second.Move != "" {
			return second, rest
		}
	}
	return w, more
}

// ownLine tells whether a statement ends its paragraph behind the end of a sentence: a move has a line of its own there.
func ownLine(list []statement, i int) bool {
	last, _ := utf8.DecodeLastRuneInString(list[i-1].text)
	ends := i+1 == len(list) || list[i+1].paragraph != list[i].paragraph
	return ends && strings.ContainsRune(".!?:。！？：", last)
}

// merged adds a wish to others: the same twice is one, and a draw goes with a move.
func merged(wishes []Wish, w Wish) []Wish {
	if slices.Contains(wishes, w) {
		return wishes
	}
	for i, other := range wishes {
		switch {
		case other.Move != "" && w == Wish{Word: Draw}:
			wishes[i].Draw = true
			return wishes
		case other == Wish{Word: Draw} && w.Move != "":
			w.Draw = true
			wishes[i] = w
			return wishes
		case other.Move != "" && other.Move == w.Move:
			wishes[i].Draw = other.Draw || w.Draw
			return wishes
		}
	}
	return append(wishes, w)
}

var greeting = lazy(`^(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|greetings|thanks|thank you|sorry (?:for|about|to))\b[^.!?]{0,30}|[^.!?\s]{1,20}(?: \S{1,20}){0,2},|(?:こんにちは|こんばんは|おはよう|お疲れ|お世話になって|いつも(?:お世話|ありがとう)|ありがとう|はじめまして).{0,20}|.{0,15}(?:すみません|申し訳ありません|ありがとうございます|ありがとうございました)|.{1,20}(?:さん|様|さま|先生)[、,へ]?)$`)

// tells is a word that shows that a line says more than a greeting.
var tells = lazy(`\b(?:i|we|he|she|not|never|would|could|should|will|must|have)\b`)

// greets tells whether a line only greets, thanks or excuses.
func greets(line string) bool {
	line = plain(line)
	return greeting().MatchString(line) && !tells().MatchString(line)
}

// salutation is a greeting before an instruction on the same line.
var salutation = lazy(`^(?:(?i:hi|hello|hey|dear|thanks|thank you)(?: [^\s,.!?]{1,20}){0,4}[,!.]\s+|(?:こんにちは|こんばんは|おはようございます|お世話になっております)[。、！]\s*)`)

// trim takes blanks off both ends, wide ones too. Characters without width stay: what is read must be what was seen.
func trim(line string) string { return strings.Trim(line, " \t\u3000\u00a0") }
