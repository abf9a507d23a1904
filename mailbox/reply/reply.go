// Package reply parses replies from mail-only players: it finds the typed lines among quoted ones, the request in them, and the
// token that proves which message is answered.
//
// A request counts only if nothing else is in the text but phrases known to be harmless where they stand, such as greetings, thanks, farewells
// and names: phrases.txt has them for each language. Anything else beside a request makes the caller ask for confirmation. Words for the
// other player, which are not read, come after "say:" or, on the line of the request, after "--".
//
// What only sends something, such as the rules, is done whatever is said after it. A short text that asks for it in words of its own is
// passed on as well.
//
// A typing mistake in a word of a greeting or of thanks is corrected, unless the word may be one of doubt or an instruction.
//
// The package does not depend on a game: the caller supplies a function that recognizes moves.
package reply

import (
	"slices"
	"strings"
	"unicode"

	"hikyaku/internal/lazyregexp"
)

// maxText is the largest number of bytes of a text that are read.
const maxText = 256 << 10

// Reader is what is known about a reply before it is read.
type Reader struct {
	// Move returns the canonical notation of a text that is exactly a move, or "", and whether the move is legal now.
	Move     func(text string) (move string, legal bool)
	Choices  func(text string) []string // returns the legal moves that a text which is none by itself can mean
	Answered string                     // the texts of the message that is answered
	Names    []string                   // of the people who write to each other
	Invited  bool                       // whether the writer has been invited to play and has not answered yet

	short bool // a move does not take the words before it along: "move my pawn to" is a phrase, "move my" is none
}

// Reply is the result of parsing a reply.
type Reply struct {
	Wish    Wish   // the unambiguous request; zero if there is none
	Maybe   []Wish // otherwise, the moves or the one instruction that may be meant
	Comment string // the rest of the typed text, if there is an unambiguous request
	Typed   string // everything typed but Plan
	Plan    []Condition
}

// Read parses a text. It reads only the first 256 KiB.
func (r Reader) Read(text string) Reply {
	r = r.remembered()
	lines, plan := r.conditions(r.typedIn(text))
	reply := r.read(lines)
	reply.Typed, reply.Plan = strings.Join(lines, "\n"), plan
	return reply
}

// read parses typed lines.
func (r Reader) read(lines []string) (reply Reply) {
	for i, line := range lines {
		if parts := saying().FindStringSubmatch(trim(line)); parts != nil {
			return r.said(lines[:i], parts[1], lines[i+1:])
		}
		w := naming(peel(line))
		if w == (Wish{}) {
			continue
		}
		if rest := strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "\n"); r.harmless(rest) && !w.yearless() {
			reply.Wish, reply.Comment = w, rest
		} else {
			reply.Maybe = []Wish{w}
		}
		return reply
	}
	typed := strings.Join(lines, "\n")
	if instruction, comment, found := strings.Cut(typed, " -- "); found {
		if w, _ := r.take(instruction).plain(); w != (Wish{}) {
			reply.Wish, reply.Comment = w, trim(comment)
			return reply
		}
	}
	t := r.take(typed)
	w, spans := t.plain()
	if w == (Wish{}) && len(t.moves) > 0 {
		r.short = true
		w, spans = r.take(typed).plain()
		r.short = false
	}
	if w != (Wish{}) {
		reply.Wish, reply.Comment = w, without(typed, spans)
		return reply
	}
	if reply.Maybe = t.maybe(); len(reply.Maybe) == 0 {
		reply.Maybe = r.place(t)
	}
	return reply
}

// said parses lines around words after "say:". What is before them is read as if it were alone; a move may also be below.
func (r Reader) said(before []string, words string, after []string) Reply {
	above, below := r.read(before), Reply{}
	if len(before) == 0 || r.harmless(strings.Join(before, "\n")) {
		below = r.read(after)
	}
	switch {
	case above.Wish != Wish{}:
		above.Comment = strings.TrimSpace(above.Comment + "\n" + words + "\n" + strings.Join(after, "\n"))
		return above
	case len(above.Maybe) > 0:
		return above
	case below.Wish.Move != "":
		below.Comment = strings.TrimSpace(words + "\n" + below.Comment)
		return below
	}
	return Reply{Wish: Wish{Word: Say, Text: words}, Comment: strings.Join(slices.Concat(before, after), "\n")}
}

// remembered returns the reader with functions that look at each text once, because the places where a move can begin are tried again
// where two overlap, and in a second reading.
func (r Reader) remembered() Reader {
	type found struct {
		move  string
		legal bool
	}
	known, chosen, move, choices := map[string]found{}, map[string][]string{}, r.Move, r.Choices
	if move != nil {
		r.Move = func(text string) (string, bool) {
			f, seen := known[text]
			if !seen {
				f.move, f.legal = move(text)
				known[text] = f
			}
			return f.move, f.legal
		}
	}
	if choices != nil {
		r.Choices = func(text string) []string {
			list, seen := chosen[text]
			if !seen {
				list = choices(text)
				chosen[text] = list
			}
			return list
		}
	}
	return r
}

// Said returns the typed lines, without a greeting at the beginning and without quotation marks, full stops and emoji.
func Said(text string) (list []string) {
	for _, line := range Lines(text) {
		list = append(list, peel(line))
	}
	return list
}

// Lines returns the typed lines, without a greeting at the beginning.
func Lines(text string) (list []string) {
	all := (Reader{}).typedIn(text)
	for i, line := range all {
		if len(list) == 0 {
			if (Reader{}).harmless(line) && i+1 < len(all) {
				continue
			}
			if rest := (Reader{}).afterGreeting(line); rest != "" {
				line = rest
			}
		}
		list = append(list, line)
	}
	return list
}

// typedIn returns the lines typed in a text that answers another.
func (r Reader) typedIn(text string) []string {
	text = text[:min(len(text), maxText)]
	text = autolink().ReplaceAllString(strings.ReplaceAll(text, "\r\n", "\n"), "")
	text = strings.ReplaceAll(lineTag().ReplaceAllString(text, "\n"), "&nbsp;", " ")
	lines := strings.Split(text, "\n")
	return unwrap(lines, r.typedLines(lines))
}

// autolink matches what Outlook writes after a text that it takes for an address.
var autolink = lazyregexp.New(`<(?:mailto:|https?://)[^<>\s]{1,300}>`)

// lineTag matches the tags of lines and paragraphs that some programs leave in plain text. Others stay, as they may strike words out.
var lineTag = lazyregexp.New(`(?i)</?(?:br|div|p|html|body)(?:\s[^<>]{0,200})?/?>`)

// sentence matches what ends one.
var sentence = lazyregexp.New(`[.!?…]+(?:\s+|$)|[。！？，、]+|,\s+|\s[-–—]+\s|[\n;/]`)

// without returns a text without the sentences that contain the spans.
func without(text string, spans []span) string {
	var b strings.Builder
	start := 0
	for _, end := range append(sentence().FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		if !slices.ContainsFunc(spans, func(s span) bool { return s.from < end[1] && s.to > start }) {
			b.WriteString(text[start:end[1]])
		} else if strings.HasSuffix(text[start:end[1]], "\n") {
			b.WriteByte('\n')
		}
		start = end[1]
	}
	var kept []string
	for line := range strings.Lines(b.String()) {
		if line = trim(line); strings.ContainsFunc(straight(line), unicode.IsLetter) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// trim removes blanks at both ends, including wide ones. It keeps characters without width, so that the text read is the text
// that was seen.
func trim(line string) string { return strings.Trim(line, " \t\u3000\u00a0") }
