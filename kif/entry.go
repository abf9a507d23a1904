package kif

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
)

// Hash is a SHA-256 digest of an entry.
type Hash [32]byte

// String is the digest in lower-case hex.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Entry is one step of a match in canonical form: the invitation or new record, a move, an ending. The
// entries of a match are a chain, each naming the hash of the one before. Zero fields are left out,
// except for the first four. FORMAT.md, Entries, fixes every line.
type Entry struct {
	Match    Hash // the hash of the entry from which on the match exists; zeros before
	Number   int  // from 1, without gaps
	Previous Hash // zeros for the first
	Party    int  // who makes it: the seat where nothing else was agreed, 0 for none

	Sent  time.Time // written in whole seconds of UTC
	Key   string
	Chain string
	Link  string // "index hex"
	Dice  []Dice // the throws since the entry before
	Moves []engine.Move
	Do    string
	Terms []string // lines that belong to Do: "game diceshogi"
	Mail  string
	Said  string // escaped when written
}

// Dice is a throw, numbered from 1 through the match.
type Dice struct {
	Number int
	Text   engine.Move
}

// Bytes is the entry as it is hashed and signed.
func (e Entry) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "hikyaku entry 1\nmatch %s\nnumber %d\nprevious %s\nparty %d\n", e.Match, e.Number, e.Previous, e.Party)
	if !e.Sent.IsZero() {
		field(&b, "sent", e.Sent.UTC().Format("2006-01-02T15:04:05Z"))
	}
	field(&b, "key", e.Key)
	field(&b, "chain", e.Chain)
	field(&b, "link", e.Link)
	for _, d := range e.Dice {
		field(&b, fmt.Sprintf("throw %d", d.Number), string(d.Text))
	}
	for _, m := range e.Moves {
		field(&b, "move", string(m))
	}
	field(&b, "do", e.Do)
	for _, term := range e.Terms {
		b.WriteString(term + "\n")
	}
	field(&b, "mail", e.Mail)
	field(&b, "said", escape(e.Said))
	return b.Bytes()
}

// claim makes e the entry of another party than that of the seat which it concerns.
func (e *Entry) claim(party, seat, parties int) {
	if party > 0 && party <= parties && party != e.Party {
		e.Party, e.Terms = party, []string{fmt.Sprintf("seat %d", seat)}
	}
}

func field(b *bytes.Buffer, name, value string) {
	if value != "" {
		fmt.Fprintf(b, "%s %s\n", name, value)
	}
}

// Hash is SHA-256 over "hikyaku/1 entry", a zero byte and Bytes.
func (e Entry) Hash() Hash {
	return sha256.Sum256(append([]byte("hikyaku/1 entry\x00"), e.Bytes()...))
}

// escape puts text on one line.
func escape(text string) string { return escapes.Replace(text) }

var escapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`)

// newEntry is the first entry of a match that no invitation began: "do new" with its terms.
func newEntry(r *Record) Entry {
	terms := []string{"game " + escape(r.Game())}
	if options := r.Options(); len(options) > 0 {
		terms = append(terms, "options "+escape(optionText(options)))
	}
	if position := r.Start(); position != "" {
		terms = append(terms, "position "+escape(position))
	}
	if id := r.ID(); id != "" {
		terms = append(terms, "id "+escape(id))
	}
	for n := 1; n <= 4; n++ {
		if seat := r.Seat(n).String(); seat != "" {
			terms = append(terms, fmt.Sprintf("seat %d %s", n, escape(seat)))
		}
	}
	if control := r.PerMove(); control != "" {
		terms = append(terms, "time "+escape(control))
	}
	return Entry{Number: 1, Do: "new", Terms: terms, Said: r.Comment}
}

// optionText writes options sorted by key.
func optionText(options engine.Options) string {
	var words []string
	for _, key := range slices.Sorted(maps.Keys(options)) {
		words = append(words, key+"="+options[key])
	}
	return strings.Join(words, " ")
}
