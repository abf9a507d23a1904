package kif

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/engine"
)

// Entry is one step of a match in canonical form: the invitation or new record, a move, an ending, or an act. The
// entries of a match form a chain, each with the hash of the one before. FORMAT.md (Entries) specifies every line.
type Entry struct {
	Match    Hash // the hash of the entry with which the match begins to exist; zero up to that entry
	Number   int  // from 1, without gaps
	Previous Hash // the hash of the entry before; zero for the first
	Party    int  // the party that makes the entry, or the seat in a match without invitation; 0 for none
	Event    Event
	Dice     []Dice   // the throws since the entry before
	Terms    []string // further lines of the step, such as "game diceshogi"
}

// Dice is a throw with its number in the match, from 1.
type Dice struct {
	Number int
	Throw  Throw
}

// Bytes returns the entry in the form that is hashed and signed.
func (e Entry) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "hikyaku entry "+Version+"\nmatch %s\nnumber %d\nprevious %s\nparty %d\n", e.Match, e.Number, e.Previous, e.Party)
	fieldTime(&b, "sent", e.Event.At)
	fieldTime(&b, "got", e.Event.Got)
	fieldHash(&b, "again", e.Event.Again)
	field(&b, "key", e.Event.Key)
	field(&b, "chain", e.Event.Chain.String())
	if e.Event.Version > 0 {
		field(&b, "version", strconv.Itoa(e.Event.Version))
	}
	field(&b, "link", e.Event.Link.String())
	for _, d := range e.Dice {
		field(&b, fmt.Sprintf("throw %d", d.Number), d.Throw.String())
	}
	switch step := e.Event.Step.(type) {
	case Move:
		field(&b, "move", step.String())
	case Ending:
		field(&b, "do", step.ID())
	default:
		field(&b, "do", step.String())
	}
	for _, term := range e.Terms {
		b.WriteString(term + "\n")
	}
	fieldHash(&b, "mail", e.Event.Mail)
	field(&b, "said", escape(e.Event.Comment))
	return b.Bytes()
}

func field(b *bytes.Buffer, name, value string) {
	if value != "" {
		fmt.Fprintf(b, "%s %s\n", name, value)
	}
}

func fieldTime(b *bytes.Buffer, name string, at time.Time) {
	if !at.IsZero() {
		field(b, name, at.UTC().Format("2006-01-02T15:04:05Z"))
	}
}

func fieldHash(b *bytes.Buffer, name string, h Hash) {
	if h != (Hash{}) {
		field(b, name, h.String())
	}
}

// Hash returns the SHA-256 digest of "hikyaku/1 entry", a zero byte and Bytes.
func (e Entry) Hash() Hash {
	return sha256.Sum256(append([]byte("hikyaku/1 entry\x00"), e.Bytes()...))
}

// escape puts text on one line.
func escape(text string) string { return escapes.Replace(text) }

var escapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`)

// Term returns a line of an entry's Terms, such as "seat 1 Alice".
func Term(name, value string) string { return name + " " + escape(value) }

// Terms returns the lines about the game, its options and its players that the first entry of the match has.
func (r *Record) Terms() []string {
	terms := []string{Term("game", r.Game())}
	add := func(name, value string) {
		if value != "" {
			terms = append(terms, Term(name, value))
		}
	}
	add("options", optionText(r.Options()))
	add("position", r.Start())
	add("id", r.ID())
	if !r.Tossed() {
		for n := 1; n <= 4; n++ {
			add(fmt.Sprintf("seat %d", n), r.Seat(n).String())
		}
	}
	add("time", r.PerMove())
	return terms
}

// optionText returns options sorted by key.
func optionText(options engine.Options) string {
	var words []string
	for _, key := range slices.Sorted(maps.Keys(options)) {
		words = append(words, key+"="+options[key])
	}
	return strings.Join(words, " ")
}
