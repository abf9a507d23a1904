// Package kif is the record: one match, one KIF file.
//
// A record is a dialect of the KIF that shogi programs write. Read takes what other programs, editors
// and mail have made of it; what New, Append and Rewrite make is strict. FORMAT.md is the specification.
// The package knows no files, which package store keeps, no game, no seats and no rules of correspondence: package match
// gives the events their meaning.
package kif

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
)

// The limits of reading. What is larger is refused, not cut.
const (
	MaxBytes  = 4 << 20  // of a file
	MaxEvents = 100_000  // of the main line and all variations together
	MaxLine   = 64 << 10 // bytes of one line
	MaxSaid   = 4096     // bytes of a comment that Append takes, escaped as in its entry
)

// Record is one match as its file tells it. A Record never changes: Append, Cut and Rewrite return another.
type Record struct {
	Headers  []Header // in the order of the file, unknown ones too
	Comment  string   // before the first event
	Notes    []Note   // "#:" lines and bookmarks before the first event
	Events   []Event  // the main line in order: throws, moves, at most one ending at the end
	Branches []Branch // variations that other programs wrote: read past and kept
	Encoding Encoding

	form  form
	raw   []byte // the file; never written to
	lines int    // in raw
	heads []int  // the line number of each of Headers
	start int    // offset in raw after the last line before the first event
	ends  []int  // offset in raw after the own lines of each of Events
	shut  int    // line number of a closing sentence, 0 for none
}

// Header is a line "Key：Value" above the moves. A line without a colon (a board diagram, 後手番) has
// an empty Key and is Value as it stands.
type Header struct{ Key, Value string }

// Seat is a player's name and mail address; either may be empty.
type Seat struct{ Name, Address string }

// Event is one thing that happened: a throw, a move, an ending, or an act such as an acceptance, with the lines below it.
type Event struct {
	Step    Step
	Number  int           // as written on the line, counting up by one; 0 for throws and acts
	Spent   time.Duration // thinking time in whole seconds, negative where none is written
	Total   time.Duration // the seat's thinking time so far, negative where none is written
	At      time.Time     // when it was signed or done; zero where that is not written
	Got     time.Time     // when the letter that gave the turn reached who does this
	Seat    int           // the seat an ending or an invitation concerns where it is not the seat to move; 0 otherwise
	Party   int           // who does it where the seat to move does not tell; 0 otherwise
	Again   Hash          // the first original of a step that is made once more
	Key     string        // the public key that it brings
	Chain   Chain         // the commitment to dice that it brings
	Link    Link          // the dice secret that it opens
	Mail    Hash          // of the mail of a letter writer, whose words it is
	Source  Source        // of a throw
	Sign    Signature     // of its entry
	SignOld Signature     // by the key that a new one replaces
	Other   string        // of a settlement: the other line behind the parting, as Lines writes it
	Comment string        // lines joined by "\n"
	Notes   []Note        // the other "#:" lines below it and bookmarks, in order
	Closing string        // the sentence まで… below it, which has no meaning of its own
	Line    int           // line number in the file, from 1

	Came   time.Time // when it reached this copy of the record; travels nowhere
	Posted bool      // handed to the courier of this copy; travels nowhere
}

// Branch is a variation (変化：N手). Its moves begin with number Start.
type Branch struct {
	Start   int
	Parent  int // what it branches off: 0 the main line, n the Branches[n-1]
	Comment string
	Notes   []Note
	Events  []Event
	Line    int
}

// aliases are the names under which a header is read, in the order of preference.
var aliases = [][]string{
	{"ゲーム", "Game"},
	{"設定", "Options"},
	{"対局番号", "Match"},
	{"開始日時", "Begun"},
	{"持ち時間", "Time"},
	{"先手", "下手", "席1", "席１", "Seat 1"},
	{"後手", "上手", "席2", "席２", "Seat 2"},
	{"席3", "席３", "Seat 3"},
	{"席4", "席４", "Seat 4"},
	{"対局者1", "対局者１", "Player 1"},
	{"対局者2", "対局者２", "Player 2"},
	{"開始局面", "Position"},
	{"審判", "Umpire"},
}

// Header is the value of the first header called key or, where key is one of hikyaku's own, by any of
// its names; "" where there is none.
func (r *Record) Header(key string) string {
	if i := r.find(key); i >= 0 {
		return r.Headers[i].Value
	}
	return ""
}

func (r *Record) find(key string) int {
	names := []string{key}
	for _, a := range aliases {
		if a[0] == key {
			names = a
		}
	}
	return slices.IndexFunc(r.Headers, func(h Header) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, h.Key) })
	})
}

// Game is the name of the game (ゲーム), "" in a record of another program.
func (r *Record) Game() string { return r.Header("ゲーム") }

// Handicap is what a record of shogi by another program says in 手合割, which left out means 平手. It is "" where nothing
// says that the record is one of shogi.
func Handicap(r *Record) string {
	if r.Game() != "" || r.Header("手合割") != "" {
		return r.Header("手合割")
	}
	ranks := 0
	for _, h := range r.Headers {
		if h.Key == "" && strings.HasPrefix(h.Value, "|") {
			ranks++
		}
	}
	moves := slices.ContainsFunc(r.Events, func(e Event) bool {
		m, ok := e.Step.(Move)
		return ok && shogiMove(string(m))
	})
	if ranks == 9 || ranks == 0 && moves {
		return "平手"
	}
	return ""
}

// Options are the settings (設定) as written, "key=value key=value". A word without "=" is a key with
// an empty value.
func (r *Record) Options() engine.Options {
	options := engine.Options{}
	for word := range strings.FieldsSeq(r.Header("設定")) {
		key, value, _ := strings.Cut(strings.ReplaceAll(word, "＝", "="), "=")
		options[key] = value
	}
	return options
}

// Start is the text of the position from which the match begins (開始局面), "" for the usual one.
func (r *Record) Start() string { return r.Header("開始局面") }

// Umpire is who keeps the match for its players (審判), the zero Seat where nobody does.
func (r *Record) Umpire() Seat { return parseSeat(r.Header("審判")) }

// Tossed reports whether the two players toss for the seats.
func (r *Record) Tossed() bool { return r.Header("対局者1") != "" }

// Player is the player of number n, 1 or 2, in a match whose seats are tossed for.
func (r *Record) Player(n int) Seat { return parseSeat(r.Header(fmt.Sprintf("対局者%d", n))) }

// Seated is r with the players of a toss in the headers where other programs look for them.
func (r *Record) Seated(first, second Seat) (*Record, error) {
	c := r.clone()
	c.Headers = append(c.Headers, Header{"先手", first.String()}, Header{"後手", second.String()})
	return c.Rewrite(c.Encoding)
}

// Line is the line number of a header, 0 where there is none.
func (r *Record) Line(key string) int {
	if i := r.find(key); i >= 0 {
		return r.heads[i]
	}
	return 0
}

// ID is the number of the match (対局番号).
func (r *Record) ID() string { return r.Header("対局番号") }

// PerMove is the time control (持ち時間) as written.
func (r *Record) PerMove() string { return r.Header("持ち時間") }

// Seat is the player of seat n, from 1 to 4: 先手 and 後手 (下手 and 上手) of two, 席1 to 席4.
func (r *Record) Seat(n int) Seat {
	if n < 1 || n > 4 {
		return Seat{}
	}
	return parseSeat(r.Header(aliases[4+n][0]))
}

func parseSeat(text string) Seat {
	name, address, found := strings.Cut(text, "<")
	address, closed := strings.CutSuffix(address, ">")
	if !found || !closed {
		return Seat{Name: text}
	}
	return Seat{strings.TrimSpace(name), strings.TrimSpace(address)}
}

// String is the seat as a header writes it: "Alice <alice@example.org>".
func (s Seat) String() string {
	if s.Address == "" {
		return s.Name
	}
	return strings.TrimSpace(s.Name + " <" + s.Address + ">")
}

// Bytes is the file. The caller must not change it. For a Record made by Append it begins with the
// bytes of the one before.
func (r *Record) Bytes() []byte { return r.raw }

// Sent is e without what belongs to one copy of a record.
func (e Event) Sent() Event {
	e.Came, e.Posted = time.Time{}, false
	return e
}

// Plain is an event of a game whose times and words are not known.
func Plain(s Step) Event { return Event{Step: s, Spent: -1, Total: -1} }

// Misfit is the error of an event that does not belong where it stands; err, which may be nil, is what refuses it.
func (e Event) Misfit(wanted string, err error) *Error {
	return &Error{Line: e.Line, Found: Quote(e.Step.String()), Wanted: wanted, Err: err}
}

// lastEvent is the last event of the main line, nil where there is none.
func lastEvent(r *Record) *Event {
	if len(r.Events) == 0 {
		return nil
	}
	return &r.Events[len(r.Events)-1]
}

// lastNumber is the number of the last move or ending of the main line.
func lastNumber(r *Record) int {
	for _, e := range slices.Backward(r.Events) {
		if numbered(e.Step) {
			return e.Number
		}
	}
	return 0
}
