package kif

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Chain commits to a chain of dice secrets: fair.Tip as it is published. A Length of 0 is no chain.
type Chain struct {
	ID     [16]byte
	Length int
	Tip    [32]byte
}

// String is the chain as a line writes it, "" for none.
func (c Chain) String() string {
	if c.Length == 0 {
		return ""
	}
	return fmt.Sprintf("%x %d %x", c.ID, c.Length, c.Tip)
}

// Link is an opened dice secret. An Index of 0 is no link.
type Link struct {
	Index  int // in its chain, from 1
	Secret [32]byte
}

// String is the link as a line writes it, "" for none.
func (l Link) String() string {
	if l.Index == 0 {
		return ""
	}
	return fmt.Sprintf("%d %x", l.Index, l.Secret)
}

// Source tells where the faces of a throw came from that no links prove.
type Source string

// The sources.
const (
	Typed   Source = "typed"   // real dice, whose faces were typed
	Machine Source = "machine" // the generator of one machine
)

// Signature is an ed25519 signature; the zero Signature is none.
type Signature [64]byte

// String is the signature in lower-case hex, "" for none.
func (s Signature) String() string {
	if s == (Signature{}) {
		return ""
	}
	return hex.EncodeToString(s[:])
}

// Note is a line "#: Word Text" that hikyaku does not know. A bookmark of another program, "&name", has the Word "&".
type Note struct{ Word, Text string }

// line is the note as it is written behind "#: ".
func (n Note) line() string { return trimRight(n.Word + " " + n.Text) }

// known is a word below an event that means something: how its field is written, "" where there is nothing to write, and how
// it is read, where wanted is what belongs there instead of a text that means nothing.
type known struct {
	word  string
	write func(e *Event) string
	read  func(e *Event, text string) (wanted string)
	lines bool // stands on as many lines as its text has; else on one
}

// knownNotes are the known words in the order in which they are written.
var knownNotes = []known{
	timeNote("at", func(e *Event) *time.Time { return &e.At }),
	timeNote("got", func(e *Event) *time.Time { return &e.Got }),
	numberNote("seat", 4, func(e *Event) *int { return &e.Seat }),
	numberNote("party", 5, func(e *Event) *int { return &e.Party }), // four players and an umpire
	hashNote("again", func(e *Event) *Hash { return &e.Again }),
	{word: "key", write: func(e *Event) string { return e.Key }, read: readKey},
	{word: "chain", write: func(e *Event) string { return e.Chain.String() }, read: readChain},
	{word: "link", write: func(e *Event) string { return e.Link.String() }, read: readLink},
	hashNote("mail", func(e *Event) *Hash { return &e.Mail }),
	{word: "dice", write: func(e *Event) string { return string(e.Source) }, read: readSource},
	{word: "other", write: func(e *Event) string { return e.Other }, read: readOther, lines: true},
	signNote("sign-old", func(e *Event) *Signature { return &e.SignOld }),
	signNote("sign", func(e *Event) *Signature { return &e.Sign }),
}

// localNotes are those that belong to one copy of a record and travel nowhere. They stand last: they are added later.
var localNotes = []known{
	timeNote("came", func(e *Event) *time.Time { return &e.Came }),
	{word: "post", write: writePosted, read: readPosted},
}

func timeNote(word string, field func(*Event) *time.Time) known {
	return known{
		word: word,
		write: func(e *Event) string {
			if field(e).IsZero() {
				return ""
			}
			return field(e).Format(time.RFC3339)
		},
		read: func(e *Event, text string) string {
			at, err := time.Parse(time.RFC3339, text)
			if at = at.Truncate(time.Second); err != nil || at.IsZero() {
				return "one time, as in 2026-11-20T19:30:12+09:00"
			}
			*field(e) = at
			return ""
		},
	}
}

func numberNote(word string, most int, field func(*Event) *int) known {
	return known{
		word: word,
		write: func(e *Event) string {
			if *field(e) == 0 {
				return ""
			}
			return strconv.Itoa(*field(e))
		},
		read: func(e *Event, text string) string {
			n, ok := number(text)
			if !ok || n < 1 || n > most {
				return fmt.Sprintf("one %s from 1 to %d", word, most)
			}
			*field(e) = n
			return ""
		},
	}
}

func hashNote(word string, field func(*Event) *Hash) known {
	return known{
		word: word,
		write: func(e *Event) string {
			if *field(e) == (Hash{}) {
				return ""
			}
			return field(e).String()
		},
		read: func(e *Event, text string) (wanted string) {
			h, err := ParseHash(text)
			if err != nil || h == (Hash{}) {
				return "one digest of 64 lower-case hex digits"
			}
			*field(e) = h
			return ""
		},
	}
}

func signNote(word string, field func(*Event) *Signature) known {
	return known{
		word:  word,
		write: func(e *Event) string { return field(e).String() },
		read: func(e *Event, text string) string {
			if !readHex(field(e)[:], text) || *field(e) == (Signature{}) {
				return "one signature of 128 lower-case hex digits"
			}
			return ""
		},
	}
}

// readHex fills to with the bytes that text writes in lower-case hex.
func readHex(to []byte, text string) bool {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(to) || hex.EncodeToString(raw) != text {
		return false
	}
	copy(to, raw)
	return true
}

func readKey(e *Event, text string) string {
	if text == "" || strings.ContainsAny(text, blanks) {
		return "one public key"
	}
	e.Key = text
	return ""
}

func readChain(e *Event, text string) string {
	words := strings.Fields(text)
	if len(words) == 3 && readHex(e.Chain.ID[:], words[0]) && readHex(e.Chain.Tip[:], words[2]) {
		if n, ok := number(words[1]); ok && n > 0 {
			e.Chain.Length = n
			return ""
		}
	}
	return "an id of 32 lower-case hex digits, a length and a tip of 64 digits"
}

func readLink(e *Event, text string) string {
	words := strings.Fields(text)
	if len(words) == 2 && readHex(e.Link.Secret[:], words[1]) {
		if n, ok := number(words[0]); ok && n > 0 {
			e.Link.Index = n
			return ""
		}
	}
	return "one link: its number and 64 lower-case hex digits"
}

func readSource(e *Event, text string) string {
	source := Source(text)
	if source != Typed && source != Machine {
		return "typed or machine, which is where faces come from"
	}
	e.Source = source
	return ""
}

// readOther adds one line of the other line of a match.
func readOther(e *Event, text string) string {
	if text == "" {
		return "a line of the other line of the match"
	}
	if e.Other != "" {
		e.Other += "\n"
	}
	e.Other += text
	return ""
}

// writePosted gives a word with nothing behind it.
func writePosted(e *Event) string {
	if e.Posted {
		return " "
	}
	return ""
}

func readPosted(e *Event, text string) string {
	if text != "" {
		return "nothing behind post"
	}
	e.Posted = true
	return ""
}

// findKnown is what hikyaku knows of a word, nil where it knows nothing.
func findKnown(word string) *known {
	for _, list := range [][]known{knownNotes, localNotes} {
		for i := range list {
			if list[i].word == word {
				return &list[i]
			}
		}
	}
	return nil
}

// readOnce reads the text behind the word, which stands below an event only once, unless its text has several lines.
func (k *known) readOnce(e *Event, text string) (wanted string) {
	if !k.lines && k.write(e) != "" {
		return "only one line with " + k.word
	}
	return k.read(e, text)
}

// writeKnown writes the lines of a list that e has.
func (e *Event) writeKnown(b *strings.Builder, list []known) {
	for _, k := range list {
		text := k.write(e)
		if text == "" {
			continue
		}
		for line := range strings.SplitSeq(text, "\n") {
			b.WriteString("#: " + Note{k.word, line}.line() + "\n")
		}
	}
}

func writeNotes(b *strings.Builder, notes []Note) {
	for _, n := range notes {
		if n.Word == "&" {
			b.WriteString("&" + n.Text + "\n")
			continue
		}
		b.WriteString("#: " + n.line() + "\n")
	}
}
