package kif

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hikyaku/internal/i18n"
)

// Chain is a commitment to a chain of dice secrets, the published form of fair.Tip. A Length of 0 means none.
type Chain struct {
	ID     [16]byte
	Length int
	Tip    [32]byte
}

// String returns the chain as a line of a record has it, "" for none.
func (c Chain) String() string {
	if c.Length == 0 {
		return ""
	}
	return fmt.Sprintf("%x %d %x", c.ID, c.Length, c.Tip)
}

// Link is an opened dice secret. An Index of 0 means none.
type Link struct {
	Index  int // in its chain, from 1
	Secret [32]byte
}

// String returns the link as a line of a record has it, "" for none.
func (l Link) String() string {
	if l.Index == 0 {
		return ""
	}
	return fmt.Sprintf("%d %x", l.Index, l.Secret)
}

// Source is the origin of the faces of a throw that no links prove.
type Source string

// The sources.
const (
	Typed   Source = "typed"   // the faces of real dice, typed by a player
	Machine Source = "machine" // the random generator of one machine
)

// Signature is an ed25519 signature. The zero Signature means none.
type Signature [64]byte

// String returns the signature in lower-case hex, "" for none.
func (s Signature) String() string {
	if s == (Signature{}) {
		return ""
	}
	return hex.EncodeToString(s[:])
}

// Note is a line "#: Word Text" that hikyaku does not know. A bookmark of another program, "&name", has the Word "&".
type Note struct{ Word, Text string }

// line returns the note as it follows "#: ".
func (n Note) line() string { return trimRight(n.Word + " " + n.Text) }

// knownNote is a word with a meaning below an event. write returns the text of its field, "" to leave out the line.
// read sets the field; if the text is wrong, it returns the wanted text.
type knownNote struct {
	word  string
	write func(e *Event) string
	read  func(e *Event, text string) (wanted i18n.Text)
	lines bool // the text may have several lines, each with the word
}

// knownNotes are the known words in the order in which they are written.
var knownNotes = []knownNote{
	timeNote("at", func(e *Event) *time.Time { return &e.At }),
	timeNote("got", func(e *Event) *time.Time { return &e.Got }),
	fieldNote("seat", func(e *Event) *int { return &e.Seat }, strconv.Itoa, parseUpTo("seat", 4)),
	fieldNote("party", func(e *Event) *int { return &e.Party }, strconv.Itoa, parseUpTo("party", 5)), // four players and an umpire
	fieldNote("again", func(e *Event) *Hash { return &e.Again }, Hash.String, parseDigest),
	fieldNote("key", func(e *Event) *string { return &e.Key }, func(key string) string { return key }, func(text string) (key string, wanted i18n.Text) {
		if text == "" || strings.ContainsAny(text, blanks) {
			wanted = i18n.T("kif.want-key")
		}
		return text, wanted
	}),
	fieldNote("chain", func(e *Event) *Chain { return &e.Chain }, Chain.String, parseChain),
	fieldNote("version", func(e *Event) *int { return &e.Version }, strconv.Itoa, parseUpTo("version", 999)),
	fieldNote("link", func(e *Event) *Link { return &e.Link }, Link.String, parseLink),
	fieldNote("mail", func(e *Event) *Hash { return &e.Mail }, Hash.String, parseDigest),
	fieldNote("dice", func(e *Event) *Source { return &e.Source }, func(s Source) string { return string(s) }, parseSource),
	{word: "other", write: func(e *Event) string { return e.Other }, lines: true, read: func(e *Event, text string) i18n.Text {
		if text == "" {
			return i18n.T("kif.want-other")
		}
		e.Other = strings.TrimPrefix(e.Other+"\n"+text, "\n")
		return i18n.Text{}
	}},
	fieldNote("sign-old", func(e *Event) *Signature { return &e.SignOld }, Signature.String, parseSignature),
	fieldNote("sign", func(e *Event) *Signature { return &e.Sign }, Signature.String, parseSignature),
}

// localNotes are the words that belong to one copy of a record and are not sent. They come last, because they are added
// later.
var localNotes = []knownNote{
	timeNote("came", func(e *Event) *time.Time { return &e.Came }),
	{
		word: "post",
		write: func(e *Event) string {
			if e.Posted {
				return " " // a text that is not empty but has no visible characters, because the word has no text
			}
			return ""
		},
		read: func(e *Event, text string) i18n.Text {
			if text != "" {
				return i18n.T("kif.behind-post")
			}
			e.Posted = true
			return i18n.Text{}
		},
	},
}

func timeNote(word string, field func(*Event) *time.Time) knownNote {
	return fieldNote(word, field, func(at time.Time) string { return at.Format(time.RFC3339) }, parseTime)
}

// The first and the last time of a record. Whatever the zone, their years have four digits, and so has a deadline near them.
var (
	FirstTime = time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC)
	LastTime  = time.Date(9999, 12, 30, 23, 59, 59, 0, time.UTC)
)

// InRange reports whether a record can hold t.
func InRange(t time.Time) bool { return !t.Before(FirstTime) && !t.After(LastTime) }

// parseTime parses a time of a record. If it is wrong, it returns the wanted text.
func parseTime(text string) (at time.Time, wanted i18n.Text) {
	at, err := time.Parse(time.RFC3339, text)
	switch at = at.Truncate(time.Second); {
	case err != nil:
		return time.Time{}, i18n.T("kif.want-time")
	case !InRange(at):
		return time.Time{}, i18n.T("kif.want-year")
	}
	return at, i18n.Text{}
}

// fieldNote returns the known word of a field, whose zero value is left out.
func fieldNote[T comparable](word string, field func(*Event) *T, format func(T) string, parse func(string) (T, i18n.Text)) knownNote {
	var zero T
	return knownNote{
		word: word,
		write: func(e *Event) string {
			if *field(e) == zero {
				return ""
			}
			return format(*field(e))
		},
		read: func(e *Event, text string) i18n.Text {
			value, wanted := parse(text)
			if wanted == (i18n.Text{}) {
				*field(e) = value
			}
			return wanted
		},
	}
}

// parseUpTo returns a parser of numbers from 1 to most.
func parseUpTo(word string, most int) func(string) (int, i18n.Text) {
	return func(text string) (int, i18n.Text) {
		if n, ok := parseNumber(text); ok && n >= 1 && n <= most {
			return n, i18n.Text{}
		}
		return 0, i18n.T("kif.want-from-one", "word", word, "most", most)
	}
}

func parseDigest(text string) (h Hash, wanted i18n.Text) {
	if h, err := ParseHash(text); err == nil && h != (Hash{}) {
		return h, i18n.Text{}
	}
	return Hash{}, i18n.T("kif.want-digest")
}

func parseSignature(text string) (s Signature, wanted i18n.Text) {
	if !readHex(s[:], text) || s == (Signature{}) {
		wanted = i18n.T("kif.want-signature")
	}
	return s, wanted
}

func parseChain(text string) (c Chain, wanted i18n.Text) {
	fields := strings.Fields(text)
	if len(fields) == 3 && readHex(c.ID[:], fields[0]) && readHex(c.Tip[:], fields[2]) {
		if n, ok := parseNumber(fields[1]); ok && n > 0 {
			c.Length = n
			return c, i18n.Text{}
		}
	}
	return Chain{}, i18n.T("kif.want-chain")
}

func parseLink(text string) (l Link, wanted i18n.Text) {
	fields := strings.Fields(text)
	if len(fields) == 2 && readHex(l.Secret[:], fields[1]) {
		if n, ok := parseNumber(fields[0]); ok && n > 0 {
			l.Index = n
			return l, i18n.Text{}
		}
	}
	return Link{}, i18n.T("kif.want-link")
}

func parseSource(text string) (s Source, wanted i18n.Text) {
	if s = Source(text); s != Typed && s != Machine {
		wanted = i18n.T("kif.want-source")
	}
	return s, wanted
}

// readHex fills to with the bytes of text, which must be lower-case hex. It reports whether text is right.
func readHex(to []byte, text string) bool {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(to) || hex.EncodeToString(raw) != text {
		return false
	}
	copy(to, raw)
	return true
}

// findKnown returns the known word with this name, nil if there is none.
func findKnown(word string) *knownNote {
	for _, list := range [][]knownNote{knownNotes, localNotes} {
		for i := range list {
			if list[i].word == word {
				return &list[i]
			}
		}
	}
	return nil
}

// writeKnown writes the lines of a list that e has.
func (e *Event) writeKnown(b *strings.Builder, list []knownNote) {
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
