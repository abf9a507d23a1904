// Package kif reads and writes records. A record is one match in one KIF file.
//
// The format is a dialect of the KIF that shogi programs write; FORMAT.md specifies it. Read also takes files
// that other programs, editors and mail have changed. New, Append and Rewrite write the strict form.
// The package does not open files, and knows no game and no rules of correspondence. Package match gives the events their
// meaning.
package kif

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Version is the version of the format, of records and of entries alike. A record of any other version is refused.
const Version = "2"

// The limits of reading. A larger record is refused, not cut.
const (
	MaxBytes  = 6 << 20  // bytes of a file
	maxEvents = 100_000  // events of the main line and all variations together
	maxLine   = 64 << 10 // bytes of one line
	MaxSaid   = 4096     // bytes of a comment for Append, escaped as in its entry
)

// Record is one match as its file holds it. A Record is immutable: Append, Cut and Rewrite return another one.
type Record struct {
	Headers  []Header // in the order of the file, also unknown ones
	Comment  string   // the comment before the first event
	Notes    []Note   // "#:" lines and bookmarks before the first event
	Events   []Event  // the main line in order: throws, moves, acts and endings, of which only that of a seat may be followed by others
	Branches []Branch // variations of other programs, which are kept and not played
	Encoding Encoding
	Foreign  bool // another program wrote it: no header names its game, or there is a start as in shogi and no line names hikyaku

	original *original // the file of another program that it was read from; nil for none

	form        form
	raw         []byte // the file; never written to
	lines       int    // in raw
	headerLines []int  // the line number of each of Headers
	start       int    // offset in raw after the last line before the first event
	eventEnds   []int  // offset in raw after the own lines of each of Events
	closingLine int    // line number of a closing sentence, 0 for none
	number      int    // of the last move of the main line that was not taken back; an ending takes no number from the moves
	mainEnd     int    // offset in raw after the main line: before the blank lines and the variations after it
	done        int    // the number of events of the main line up to the last that is not Say and was not taken back
}

// Header is a line "Key：Value" above the moves. A line without a colon (a rank of a board diagram, 後手番) has an empty
// Key and the whole line as Value.
type Header struct{ Key, Value string }

// Seat is a player's name and mail address; either may be empty.
type Seat struct{ Name, Address string }

// Event is a throw, a move, an ending, or an act such as an acceptance, with the lines below it.
type Event struct {
	Step    Step
	Number  int           // the number on the line; 0 for throws and acts
	Spent   time.Duration // thinking time in whole seconds, negative if not written
	Total   time.Duration // the seat's thinking time so far, negative if not written
	At      time.Time     // the time at which the event was signed or done; zero if not written
	Got     time.Time     // the time at which the letter with the turn reached the party
	Seat    int           // the seat of an ending or an invitation, if it is not the seat to move; else 0
	Party   int           // the party, if it does not follow from the seat to move; else 0
	Again   Hash          // the entry of the first original of a repeated step
	Key     string        // a new public key of the party
	Chain   Chain         // a commitment to dice
	Version int           // the protocol version that the program of a joining party supports; 0 for 1
	Link    Link          // the dice secret that it opens
	Mail    Hash          // the hash of a mail-only player's message that the event was read from
	Source  Source        // the origin of a throw
	Sign    Signature     // the signature of the entry
	SignOld Signature     // the signature of the entry by the replaced key
	Other   string        // the other line of a settlement after the last common entry, as Lines writes it
	Comment string        // lines joined by "\n"
	Notes   []Note        // the other "#:" lines and the bookmarks, in order
	Closing string        // the sentence まで… below the event, which has no meaning
	Line    int           // line number in the file, from 1

	Undone bool // the event was taken back: its lines start with "#- " and are comments for other programs

	Withheld Withheld // set if a part of the event was removed; only ReadPublic reads it

	Came   time.Time // the time at which the event reached this copy of the record; not sent
	Posted bool      // the event was handed to the courier of this copy; not sent
}

// Branch is a variation (変化：N手). Its first move has the number Start.
type Branch struct {
	Start   int
	Parent  int // the line it branches off: 0 for the main line, n for Branches[n-1]
	Comment string
	Notes   []Note
	Events  []Event
	Line    int
}

// aliases are the keys under which a header is read, in the order of preference.
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
	{"観戦者", "Observer"},
	{"観戦遅延", "Delay"},
	{"思考プログラム", "Engines"},
}

// Allowed is the value of the header by which programs may help the players.
const Allowed = "可"

// Header returns the value of the first header with this key, or with any alias of it if it is one of hikyaku's own
// keys; "" if there is none.
func (r *Record) Header(key string) string {
	if i := r.find(key); i >= 0 {
		return r.Headers[i].Value
	}
	return ""
}

func (r *Record) find(key string) int {
	return slices.IndexFunc(r.Headers, func(h Header) bool { return h.is(key) })
}

// is reports whether h is a header with this key, or with any alias of it.
func (h Header) is(key string) bool {
	names := []string{key}
	for _, a := range aliases {
		if a[0] == key {
			names = a
		}
	}
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, h.Key) })
}

// Game returns the name of the game (ゲーム), "" in a record of another program.
func (r *Record) Game() string { return r.Header("ゲーム") }

// Handicap returns the value of 手合割 in a record of shogi by another program, 平手 if it is left out. It returns "" if
// the record is not recognisable as one of shogi.
func (r *Record) Handicap() string {
	if r.Game() != "" || r.Header("手合割") != "" {
		return r.Header("手合割")
	}
	moves := slices.ContainsFunc(r.Events, func(e Event) bool {
		m, ok := e.Step.(Move)
		return ok && shogiMove(string(m))
	})
	if n := r.ranks(); n == 9 || n == 0 && moves {
		return "平手"
	}
	return ""
}

// ranks counts the ranks of the board diagram above the moves of r.
func (r *Record) ranks() (n int) {
	for _, h := range r.Headers {
		if h.Key == "" && strings.HasPrefix(h.Value, "|") {
			n++
		}
	}
	return n
}

// Observers returns the observers (観戦者) in the order of their headers.
func (r *Record) Observers() (list []Seat) {
	for _, h := range r.Headers {
		if h.is("観戦者") {
			list = append(list, parseSeat(h.Value))
		}
	}
	return list
}

// Options returns the settings (設定) as written, "key=value key=value". A word without "=" is a key with an empty value.
func (r *Record) Options() engine.Options {
	options := engine.Options{}
	for word := range strings.FieldsSeq(r.Header("設定")) {
		key, value, _ := strings.Cut(strings.ReplaceAll(word, "＝", "="), "=")
		options[key] = value
	}
	return options
}

// Start returns the text of the first position (開始局面), "" for the usual one.
func (r *Record) Start() string { return r.Header("開始局面") }

// Umpire returns the umpire (審判), the zero Seat if there is none.
func (r *Record) Umpire() Seat { return parseSeat(r.Header("審判")) }

// Tossed reports whether the two players toss for the seats.
func (r *Record) Tossed() bool { return r.Header("対局者1") != "" }

// Player returns player n, 1 or 2, of a match whose seats are tossed for.
func (r *Record) Player(n int) Seat { return parseSeat(r.Header(fmt.Sprintf("対局者%d", n))) }

// Seated returns r with the players of a toss also in the headers that other programs read.
func (r *Record) Seated(first, second Seat) (*Record, error) {
	c := r.Copy()
	keys := seatKeys(c.Headers)
	c.Headers = append(c.Headers, Header{keys[0], first.String()}, Header{keys[1], second.String()})
	return c.Rewrite(c.Encoding)
}

// seatKeys returns the keys of the two seats under headers, 下手 and 上手 in a game with a handicap.
func seatKeys(headers []Header) [2]string {
	if slices.ContainsFunc(headers, func(h Header) bool {
		return h.Key == "手合割" && strings.HasSuffix(h.Value, "落ち")
	}) {
		return [2]string{"下手", "上手"}
	}
	return [2]string{"先手", "後手"}
}

// Line returns the line number of a header, 0 if there is none.
func (r *Record) Line(key string) int {
	if i := r.find(key); i >= 0 {
		return r.headerLines[i]
	}
	return 0
}

// ID returns the number of the match (対局番号).
func (r *Record) ID() string { return r.Header("対局番号") }

// PerMove returns the time control (持ち時間) as written.
func (r *Record) PerMove() string { return r.Header("持ち時間") }

// Seat returns the player of seat n, from 1 to 4: 先手 and 後手 (下手 and 上手) of two, 席1 to 席4 otherwise.
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

// String returns the seat as a header has it, "Alice <alice@example.org>".
func (s Seat) String() string {
	if s.Address == "" {
		return s.Name
	}
	return strings.TrimSpace(s.Name + " <" + s.Address + ">")
}

// Bytes returns the file. The caller must not change it. The bytes of a Record made by Append begin with those of the
// record before.
func (r *Record) Bytes() []byte { return r.raw }

// sent returns e without the fields that belong to one copy of a record.
func (e Event) sent() Event {
	e.Came, e.Posted = time.Time{}, false
	return e
}

// Plain returns an event with the step s and no times or comment.
func Plain(s Step) Event { return Event{Step: s, Spent: -1, Total: -1} }

// Misfit returns the error of an event that is not possible at its place. err is the reason, and may be nil.
func (e Event) Misfit(wanted i18n.Text, err error) *Error {
	return &Error{Line: e.Line, Found: Found(e.Step.String()), Wanted: wanted, Err: err}
}

// Illegal returns the error of a move that can't be played at its place. err is the reason.
func (e Event) Illegal(err error) *Error {
	found := i18n.T("found.illegal", "move", Quote(e.Step.String()))
	if e.Number > 0 {
		found = i18n.T("found.illegal-at", "n", e.Number, "move", Quote(e.Step.String()))
	}
	return &Error{Line: e.Line, Found: found, Err: err}
}

// lastEvent returns the last event of the main line, nil if there is none.
func (r *Record) lastEvent() *Event {
	if len(r.Events) == 0 {
		return nil
	}
	return &r.Events[len(r.Events)-1]
}

// final reports whether only Say can follow e: it is an ending, but not the loss of a seat after which the others play on.
func (e *Event) final() bool {
	word, ended := e.Step.(Ending)
	return ended && (e.Seat == 0 || e.Closing != "" || !slices.Contains([]Ending{Resignation, TimeOut, Foul, Mate, Default}, word.Usual()))
}

// plainHeaders are the headers of KIF that hikyaku keeps but does not use. The last row is for problems.
var plainHeaders = []string{
	"手合割", "ルール", "先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒", "棋戦", "戦型", "表題", "場所", "備考", "掲載", "記録係", "対局日", "終了日時", "秒読み",
	"消費時間", "先手持ち時間", "後手持ち時間", "先手消費時間加算", "後手消費時間加算", "先手省略名", "後手省略名", "振り駒", "昼食休憩", "昼休前消費時間", "封じ手手数", "対局ID", "記録ID",
	"図", "作品番号", "作品名", "作者", "発表誌", "発表年月", "出典", "手数", "完全性", "分類", "受賞",
}

// UnknownHeaders returns the keys of the headers of r that neither hikyaku nor KIF has, which may be of a newer hikyaku.
func (r *Record) UnknownHeaders() (keys []string) {
	for _, h := range r.Headers {
		known := func(names []string) bool { return h.is(names[0]) }
		if h.Key != "" && !slices.Contains(plainHeaders, h.Key) && !slices.ContainsFunc(aliases, known) {
			keys = append(keys, h.Key)
		}
	}
	return keys
}

// UnknownLines returns the acts and the words of lines of r that hikyaku does not know, each once, in order.
func (r *Record) UnknownLines() (words []string) {
	add := func(notes []Note) {
		for _, n := range notes {
			if n.Word != "&" && !slices.Contains(words, n.Word) {
				words = append(words, n.Word)
			}
		}
	}
	add(r.Notes)
	for _, e := range r.Events {
		if act, unknown := e.Step.(Unknown); unknown && !slices.Contains(words, act.Text) {
			words = append(words, act.Text)
		}
		add(e.Notes)
	}
	return words
}
