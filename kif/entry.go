package kif

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Entry is one step of a match in canonical form: the invitation or new record, a move, an ending, or an act. The
// entries of a match form a chain, each with the hash of the one before. FORMAT.md (Entries) specifies every line.
type Entry struct {
	Match    Hash // the hash of the entry that starts the match; zero up to that entry
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
	b := append(make([]byte, 0, 512), "hikyaku entry "+Version+"\nmatch "...)
	b = hex.AppendEncode(b, e.Match[:])
	b = strconv.AppendInt(append(b, "\nnumber "...), int64(e.Number), 10)
	b = hex.AppendEncode(append(b, "\nprevious "...), e.Previous[:])
	b = strconv.AppendInt(append(b, "\nparty "...), int64(e.Party), 10)
	b = append(b, '\n')
	b = fieldTime(b, "sent", e.Event.At)
	b = fieldTime(b, "got", e.Event.Got)
	if e.Event.Again != (Hash{}) {
		b = field(b, "again", e.Event.Again.String())
	}
	b = field(b, "key", e.Event.Key)
	b = field(b, "chain", e.Event.Chain.String())
	if e.Event.Version > 0 {
		b = field(b, "version", strconv.Itoa(e.Event.Version))
	}
	b = field(b, "link", e.Event.Link.String())
	for _, d := range e.Dice {
		b = field(b, "throw "+strconv.Itoa(d.Number), d.Throw.String())
	}
	switch step := e.Event.Step.(type) {
	case Move:
		b = field(b, "move", step.String())
	case Ending:
		b = field(b, "do", step.ID())
	default:
		b = field(b, "do", step.String())
	}
	for _, term := range e.Terms {
		b = append(append(b, term...), '\n')
	}
	if e.Event.Mail != (Hash{}) {
		b = field(b, "mail", e.Event.Mail.String())
	}
	return field(b, "said", escapes.Replace(e.Event.Comment))
}

func field(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	b = append(append(b, name...), ' ')
	return append(append(b, value...), '\n')
}

func fieldTime(b []byte, name string, at time.Time) []byte {
	if at.IsZero() {
		return b
	}
	b = append(append(b, name...), ' ')
	return append(at.UTC().AppendFormat(b, time.RFC3339), '\n')
}

// Hash returns the SHA-256 digest of "hikyaku/1 entry", a zero byte and Bytes. Of an entry from which something is withheld it is
// that of the whole entry.
func (e Entry) Hash() Hash {
	if w := e.Event.Withheld.Entry; w != (Hash{}) {
		return w
	}
	return sha256.Sum256(append([]byte("hikyaku/1 entry\x00"), e.Bytes()...))
}

// escapes puts text on one line.
var escapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`)

// Term returns a line of an entry's Terms, such as "seat 1 Alice".
func Term(name, value string) string { return name + " " + escapes.Replace(value) }

// Terms returns the lines about the game, its options and its players that the first entry of the match has.
func (r *Record) Terms() []string {
	terms := []string{Term("game", r.Game())}
	add := func(name, value string) {
		if value != "" {
			terms = append(terms, Term(name, value))
		}
	}
	var words []string
	options := r.Options()
	for _, key := range slices.Sorted(maps.Keys(options)) {
		words = append(words, key+"="+options[key])
	}
	add("options", strings.Join(words, " "))
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
