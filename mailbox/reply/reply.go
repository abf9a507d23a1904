// Package reply parses replies from mail-only players: it finds the typed lines among quoted ones, the request in them, and the
// token that proves which message is answered.
//
// A request counts only if the rest of the text consists of phrases known to be harmless, such as greetings. A move may also come with talk:
//
//   - The sentence with the move has nothing but phrases of playing, such as "I'll start with e2", and harmless ones; or people say something
//     of themselves in it, and it ends with a colon and the move.
//   - No other sentence has a word that takes the move back, makes it depend on something or gives it to somebody else, such as "wait",
//     "instead", "unless" or "my son typed".
//   - Short sentences have no word that has to do with deciding, sending, playing or erring, such as "sent", "button" or "drunk". In longer ones
//     these words are part of a story. So are words such as "if", "not" and "or", which are in most talk. They count in the sentence of the
//     move, at the beginning of what follows it on its line, in short sentences on that line, in postscripts, and beside a word about the match.
//   - No short sentence after the move only names a later time: "Tomorrow, after breakfast."
//   - A question is long, or has a name or a word about something else that people ask about.
//   - Another move, or the same one again, is mentioned below the line with the move, in a sentence of several words without any of these words.
//   - The text is for the most part in a language whose words of doubt are known, by its words or by letters that only this language has. Doubts
//     of other languages don't count: "mi" and "net" mean something different in each.
//
// What only sends something, such as the rules, is done whatever is said after it. A short text that asks for it in words of its own is
// passed on as well. In all other cases the caller has to ask for confirmation.
//
// A typing mistake in a word of a greeting or of thanks is corrected, unless the word may be one of doubt or an instruction.
//
// The package does not depend on a game: the caller supplies a function that recognizes moves.
package reply

import (
	"slices"
	"strings"
	"unicode"
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
	reply := Reply{Typed: strings.Join(lines, "\n"), Plan: plan}
	for i, line := range lines {
		w := naming(peel(line))
		if parts := saying().FindStringSubmatch(trim(line)); parts != nil {
			w = Wish{Word: Say, Text: parts[1]}
		}
		if w == (Wish{}) {
			continue
		}
		rest := slices.Delete(slices.Clone(lines), i, i+1)
		if w.Word == Say || r.harmless(strings.Join(rest, "\n")) {
			reply.Wish, reply.Comment = w, strings.Join(rest, "\n")
		} else {
			reply.Maybe = []Wish{w}
		}
		return reply
	}
	if instruction, comment, found := strings.Cut(reply.Typed, " -- "); found {
		if w, _ := r.take(instruction).plain(); w != (Wish{}) {
			reply.Wish, reply.Comment = w, trim(comment)
			return reply
		}
	}
	t := r.take(reply.Typed)
	w, spans := t.plain()
	if w == (Wish{}) && len(t.moves) > 0 {
		r.short = true
		w, spans = r.take(reply.Typed).plain()
		r.short = false
	}
	if w != (Wish{}) {
		reply.Wish, reply.Comment = w, without(reply.Typed, spans)
		return reply
	}
	if reply.Maybe = t.maybe(); len(reply.Maybe) == 0 {
		reply.Maybe = r.place(t)
	}
	return reply
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
	lines := strings.Split(autolink().ReplaceAllString(strings.ReplaceAll(text, "\r\n", "\n"), ""), "\n")
	return unwrap(lines, r.typedLines(lines))
}

// autolink matches what Outlook writes after a text that it takes for an address.
var autolink = lazy(`<(?:mailto:|https?://)[^<>\s]{1,300}>`)

// sentence matches what ends one.
var sentence = lazy(`[.!?…]+(?:\s+|$)|[。！？，、]+|,\s+|\s[-–—]+\s|[\n;/]`)

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
