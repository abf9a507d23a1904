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

// known returns the lines below e that have a meaning, in the order in which they are written.
func (e *Event) known() (notes []Note) {
	add := func(word, text string) {
		if text == "" {
			return
		}
		for line := range strings.SplitSeq(text, "\n") {
			notes = append(notes, Note{word, line})
		}
	}
	date := func(word string, at time.Time) {
		if !at.IsZero() {
			add(word, at.Format(time.RFC3339))
		}
	}
	number := func(word string, n int) {
		if n != 0 {
			add(word, strconv.Itoa(n))
		}
	}
	hash := func(word string, h Hash) {
		if h != (Hash{}) {
			add(word, h.String())
		}
	}
	date("at", e.At)
	date("got", e.Got)
	number("seat", e.Seat)
	number("party", e.Party)
	hash("again", e.Again)
	add("key", e.Key)
	add("chain", e.Chain.String())
	number("version", e.Version)
	add("link", e.Link.String())
	hash("mail", e.Mail)
	add("dice", string(e.Source))
	add("other", e.Other)
	add("sign-old", e.SignOld.String())
	add("sign", e.Sign.String())
	return notes
}

// local returns the lines below e that belong to one copy of a record and are not sent. They come last, because they are added
// later.
func (e *Event) local() (notes []Note) {
	if !e.Came.IsZero() {
		notes = append(notes, Note{"came", e.Came.Format(time.RFC3339)})
	}
	if e.Posted {
		notes = append(notes, Note{Word: "post"})
	}
	return notes
}

// set reads a line below e. It returns what is wanted instead if the text is wrong, and false if the word has no meaning.
func (e *Event) set(n Note) (wanted i18n.Text, known bool) {
	switch n.Word {
	case "at":
		wanted = setOnce(&e.At, n, parseTime)
	case "got":
		wanted = setOnce(&e.Got, n, parseTime)
	case "seat":
		wanted = setOnce(&e.Seat, n, parseUpTo(n.Word, 4))
	case "party":
		wanted = setOnce(&e.Party, n, parseUpTo(n.Word, 5)) // four players and an umpire
	case "again":
		wanted = setOnce(&e.Again, n, parseDigest)
	case "key":
		wanted = setOnce(&e.Key, n, func(text string) (key string, wanted i18n.Text) {
			if text == "" || strings.ContainsAny(text, blanks) {
				wanted = i18n.T("kif.want-key")
			}
			return text, wanted
		})
	case "chain":
		wanted = setOnce(&e.Chain, n, parseChain)
	case "version":
		wanted = setOnce(&e.Version, n, parseUpTo(n.Word, 999))
	case "link":
		wanted = setOnce(&e.Link, n, parseLink)
	case "mail":
		wanted = setOnce(&e.Mail, n, parseDigest)
	case "dice":
		wanted = setOnce(&e.Source, n, func(text string) (s Source, wanted i18n.Text) {
			if s = Source(text); s != Typed && s != Machine {
				wanted = i18n.T("kif.want-source")
			}
			return s, wanted
		})
	case "other": // the only word for a text of several lines
		if n.Text == "" {
			return i18n.T("kif.want-other"), true
		}
		e.Other = strings.TrimPrefix(e.Other+"\n"+n.Text, "\n")
	case "sign-old":
		wanted = setOnce(&e.SignOld, n, parseSignature)
	case "sign":
		wanted = setOnce(&e.Sign, n, parseSignature)
	case "came":
		wanted = setOnce(&e.Came, n, parseTime)
	case "post":
		wanted = setOnce(&e.Posted, n, func(text string) (posted bool, wanted i18n.Text) {
			if text != "" {
				wanted = i18n.T("kif.behind-post")
			}
			return true, wanted
		})
	default:
		return i18n.Text{}, false
	}
	return wanted, true
}

// setOnce reads the text of n into a field, which no other line may have set.
func setOnce[T comparable](field *T, n Note, parse func(text string) (T, i18n.Text)) i18n.Text {
	var zero T
	if *field != zero {
		return i18n.T("kif.want-once", "word", n.Word)
	}
	value, wanted := parse(n.Text)
	if wanted == (i18n.Text{}) {
		*field = value
	}
	return wanted
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

// readHex fills to with the bytes of text, which must be lower-case hex. It reports whether text is right.
func readHex(to []byte, text string) bool {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(to) || hex.EncodeToString(raw) != text {
		return false
	}
	copy(to, raw)
	return true
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
