// Package reply reads what somebody with nothing but a mail program wrote in answer to a message: the lines typed there
// and not quoted, what they ask for, and the token that proves which message is answered.
//
// Something is asked for only if nothing else was typed but phrases known to be harmless, such as greetings. If there is
// more, whatever it says, the caller has to ask back.
//
// It knows no game: what a move looks like is asked of the caller.
package reply

import (
	"slices"
	"strings"
	"unicode"
)

// maxText is how many bytes of a text are looked at.
const maxText = 256 << 10

// Reader is what is known about a reply before it is read.
type Reader struct {
	// Move returns the canonical notation of a text that is a move as it stands, or "", and whether it is legal now.
	Move     func(text string) (move string, legal bool)
	Answered string   // the texts of the message that is answered
	Names    []string // of the people who write to each other
}

// Reply is what was written.
type Reply struct {
	Wish    Wish   // what is plainly asked for; zero if nothing is
	Maybe   []Wish // otherwise, the moves or the one instruction that may be meant
	Comment string // the rest of what was typed, if something is plainly asked for
	Typed   string // everything typed but Plan
	Plan    []Condition
}

// Read takes a text apart. It looks at the first 256 KiB.
func (r Reader) Read(text string) Reply {
	lines, plan := r.conditions(typedIn(text, r.Answered))
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
	if w, spans := t.plain(); w != (Wish{}) {
		reply.Wish, reply.Comment = w, without(reply.Typed, spans)
		return reply
	}
	reply.Maybe = t.maybe()
	return reply
}

// Said returns what somebody typed, one line after the other, without a greeting before the first and without
// what says nothing: quotation marks, a full stop, emoji.
func Said(text string) (list []string) {
	all := typedIn(text, "")
	for i, line := range all {
		if len(list) == 0 {
			if (Reader{}).harmless(line) && i+1 < len(all) {
				continue
			}
			if rest := (Reader{}).afterGreeting(line); rest != "" {
				line = rest
			}
		}
		list = append(list, peel(line))
	}
	return list
}

// typedIn returns the lines typed in a text that answers another.
func typedIn(text, answered string) []string {
	text = text[:min(len(text), maxText)]
	lines := strings.Split(autolink().ReplaceAllString(strings.ReplaceAll(text, "\r\n", "\n"), ""), "\n")
	return unwrap(lines, typedLines(lines, answered))
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

// trim takes blanks off both ends, wide ones too. Characters without width stay: what is read must be what was seen.
func trim(line string) string { return strings.Trim(line, " \t\u3000\u00a0") }
