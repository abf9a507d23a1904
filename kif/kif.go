// Package kif is the record: one match, one KIF file.
//
// A record is a dialect of the KIF that shogi programs write. Read takes what other programs, editors
// and mail have made of it; what New, Append and Rewrite make is strict. FORMAT.md is the specification.
// The package knows no game, Replay is given one, and no files: package store keeps those.
package kif

import (
	"hikyaku/engine"
	"slices"
	"strings"
	"time"
)

// The limits of reading. What is larger is refused, not cut.
const (
	MaxBytes  = 4 << 20  // of a file
	MaxEvents = 100_000  // of the main line and all variations together
	MaxLine   = 64 << 10 // bytes of one line
	MaxSaid   = 4096     // bytes of a comment that Append takes, escaped as in its entry
)

// Record is one match as its file tells it. A Record never changes: Append, Note and Cut return another.
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

// Kind tells what an Event is.
type Kind uint8

// The kinds of events.
const (
	Throw Kind = iota + 1
	Move
	Ending
	Act // a step of the players that is no move: "#: do accept"
)

// Event is one thing that happened: a throw, a move, an ending, or an act such as an acceptance.
type Event struct {
	Kind    Kind
	Number  int           // as written on the line, counting up by one; 0 for throws and acts
	Text    string        // the move, the throw "[4]", the word of the ending, or what an act does: "undo-offer 7"
	Spent   time.Duration // thinking time in whole seconds, negative where none is written
	Total   time.Duration // the seat's thinking time so far, negative where none is written
	At      time.Time     // "#: at", zero where there is none
	Seat    int           // "#: seat": the seat an ending or an act concerns where it is not the seat to move; 0 otherwise
	Party   int           // "#: party": who does it where the seat to move does not tell; 0 otherwise
	Comment string        // lines joined by "\n"
	Notes   []Note        // the other "#:" lines below it and bookmarks, in order
	Closing string        // the sentence まで… below it, which has no meaning of its own
	Line    int           // line number in the file, from 1
}

// Note is a line "#: Word Text". A bookmark of another program, "&name", has the Word "&".
type Note struct{ Word, Text string }

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

// headLine is the line number of a header, 0 where there is none.
func (r *Record) headLine(key string) int {
	if i := r.find(key); i >= 0 {
		return r.heads[i]
	}
	return 0
}

// Game is the name of the game (ゲーム), "" in a record of another program.
func (r *Record) Game() string { return r.Header("ゲーム") }

// Handicap is what a record of shogi by another program says in 手合割, which left out means 平手. It is "" where nothing
// says that the record is one of shogi.
func (r *Record) Handicap() string {
	if r.Game() != "" || r.Header("手合割") != "" {
		return r.Header("手合割")
	}
	ranks := 0
	for _, h := range r.Headers {
		if h.Key == "" && strings.HasPrefix(h.Value, "|") {
			ranks++
		}
	}
	moves := slices.ContainsFunc(r.Events, func(e Event) bool { return e.Kind == Move && shogiMove(e.Text) })
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

// numbered tells whether e stands on a line with a number.
func (e Event) numbered() bool { return e.Kind == Move || e.Kind == Ending }

// last is the last event of the main line, nil where there is none.
func (r *Record) last() *Event {
	if len(r.Events) == 0 {
		return nil
	}
	return &r.Events[len(r.Events)-1]
}

// number is the number of the last move or ending of the main line.
func (r *Record) number() int {
	for _, e := range slices.Backward(r.Events) {
		if e.numbered() {
			return e.Number
		}
	}
	return 0
}
