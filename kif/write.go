package kif

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"hikyaku/internal/i18n"
)

// Setup is the contents of a new record.
type Setup struct {
	Game      string    // the engine's name of the game
	Options   string    // "key=value key=value"
	Start     string    // the text of the position to begin from; empty for the usual one
	ID        string    // the number of the match, as NewID makes it
	Seats     []Seat    // from seat 1; at most 4
	Umpire    Seat      // the umpire, who invites and plays no seat; the zero Seat for none
	Toss      bool      // the two players of Seats toss for their seats; the first of them invites
	Observers []Seat    // of a match by invitation
	Delay     int       // how many plies late they see it
	Engines   bool      // programs may help the players of a match by invitation
	Begun     time.Time // the time of the beginning, written in its own zone; zero for none
	PerMove   string    // the time control in words, such as "3日/手"
	Headers   []Header  // other headers, such as 手合割
}

// New returns a record without events, in the strict form. Its error names the field that would break a line, is too
// much, or cannot be encoded.
func New(s Setup) (*Record, error) {
	r, err := s.record()
	if err != nil {
		return nil, i18n.Err("kif.new", "why", err)
	}
	return r, nil
}

func (s Setup) record() (*Record, error) {
	if len(s.Seats) > 4 {
		return nil, i18n.Err("kif.new-seats", "n", len(s.Seats), "most", 4)
	}
	headers := s.headers()
	data, err := form{end: "\n"}.render(preamble(UTF8, true, headers))
	if err != nil {
		return nil, err
	}
	r, err := Read(data)
	if err != nil {
		return nil, err
	}
	for i, h := range headers {
		if i >= len(r.Headers) || r.Headers[i] != h || !printable(h.Value) {
			return nil, i18n.Err("kif.new-header", "header", Quote(h.Key+"："+h.Value))
		}
	}
	return r, s.check(r)
}

// check returns an error if r does not have the contents of s.
func (s Setup) check(r *Record) error {
	for i, seat := range s.Seats {
		got := r.Seat(i + 1)
		if s.Toss {
			got = r.Player(i + 1)
		}
		if !seat.reads(got) {
			return i18n.Err("kif.new-seat", "seat", Quote(seat.String()), "read", Quote(got.Name))
		}
	}
	for _, who := range s.Observers {
		if got := parseSeat(trim(who.String())); !who.reads(got) {
			return i18n.Err("kif.new-observer", "observer", Quote(who.String()), "read", Quote(got.Name))
		}
	}
	if len(r.Events) > 0 || r.Game() == "" {
		return i18n.Err("kif.new-game")
	}
	return nil
}

// reads reports whether s is read back as got.
func (s Seat) reads(got Seat) bool {
	return got.String() == trim(s.String()) && got.Address == trim(s.Address)
}

func (s Setup) headers() []Header {
	list := []Header{{"ゲーム", s.Game}, {"設定", s.Options}, {"開始局面", s.Start}, {"対局番号", s.ID}}
	if !s.Begun.IsZero() {
		list = append(list, Header{"開始日時", s.Begun.Format("2006/01/02 15:04:05")})
	}
	list = append(append(list, s.Headers...), Header{"持ち時間", s.PerMove}, Header{"審判", s.Umpire.String()})
	for i, seat := range s.Seats {
		key := fmt.Sprintf("席%d", i+1)
		switch {
		case s.Toss:
			key = fmt.Sprintf("対局者%d", i+1)
		case len(s.Seats) == 2:
			key = seatKeys(list)[i]
		}
		list = append(list, Header{key, seat.String()})
	}
	for _, who := range s.Observers {
		list = append(list, Header{"観戦者", who.String()})
	}
	if s.Delay > 0 {
		list = append(list, Header{"観戦遅延", strconv.Itoa(s.Delay)})
	}
	if s.Engines {
		list = append(list, Header{"思考プログラム", Allowed})
	}
	for i, h := range list {
		if h.Key != "" {
			list[i].Value = trim(h.Value)
		}
	}
	return slices.DeleteFunc(list, func(h Header) bool { return h.Value == "" })
}

// separator is the line above the moves.
const separator = "手数----指手---------消費時間--\n"

// preamble returns everything above the events. ours adds the line that names the format of hikyaku.
func preamble(e Encoding, ours bool, headers []Header) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#KIF version=2.0 encoding=%s\n", e)
	if ours {
		b.WriteString("#hikyaku record " + Version + "\n")
	}
	for _, h := range headers {
		if h.Key != "" {
			b.WriteString(h.Key + "：")
		}
		b.WriteString(h.Value + "\n")
	}
	b.WriteString(separator)
	return b.String()
}

// written returns e with its lines as Append writes it, each after a mark if e was taken back.
func (e Event) written() string {
	b := new(strings.Builder)
	if e.Undone {
		e.Undone = false
		for line := range strings.Lines(e.written()) {
			b.WriteString(undoneMark + line)
		}
		return b.String()
	}
	switch step := e.Step.(type) {
	case Throw:
		fmt.Fprintf(b, "#: throw %s\n", step)
	case Move, Ending:
		text := e.Step.String()
		fmt.Fprintf(b, "%4d %s", e.Number, text)
		if e.Spent >= 0 { // "( 0:12/00:00:12)", or "( 0:12/)" without a total
			fmt.Fprintf(b, "%*s (%2d:%02d/", max(0, moveColumn-width(text)), "", int(e.Spent/time.Minute), int(e.Spent/time.Second)%60)
			if t := int(e.Total / time.Second); e.Total >= 0 {
				fmt.Fprintf(b, "%02d:%02d:%02d", t/3600, t/60%60, t%60)
			}
			b.WriteString(")")
		}
		b.WriteString("\n")
	default:
		fmt.Fprintf(b, "#: do %s\n", step)
	}
	writeComment(b, e.Comment)
	writeNotes(b, e.known())
	writeNotes(b, e.Notes)
	writeNotes(b, e.local())
	if e.Closing != "" {
		b.WriteString(e.Closing + "\n")
	}
	return b.String()
}

// moveColumn is the width of the column of moves.
const moveColumn = 12

// width returns the width of text in columns. A Japanese character counts as two.
func width(text string) int {
	n := utf8.RuneCountInString(text)
	for _, c := range text {
		if c >= 0x1100 && (c < 0xff61 || c > 0xff9f) {
			n++
		}
	}
	return n
}

func writeComment(b *strings.Builder, comment string) {
	if comment == "" {
		return
	}
	for line := range strings.SplitSeq(comment, "\n") {
		b.WriteString("*" + line + "\n")
	}
}

// Rewrite returns the same match in the strict form. It leaves out only what has no meaning: lines with "#" of other
// programs, blank lines, the layout. It keeps the kind of line ends. Its error lists the characters that e does not have.
func (r *Record) Rewrite(e Encoding) (*Record, error) {
	data, err := r.strict(e)
	if err != nil {
		return nil, err
	}
	return readFile(data, r.form.public)
}

// strict returns the bytes of Rewrite.
func (r *Record) strict(e Encoding) ([]byte, error) {
	var b strings.Builder
	b.Grow(len(r.raw))
	b.WriteString(preamble(e, r.Game() != "", r.Headers))
	writeComment(&b, r.Comment)
	writeNotes(&b, r.Notes)
	for _, event := range r.Events {
		b.WriteString(event.written())
	}
	for _, branch := range r.Branches {
		fmt.Fprintf(&b, "\n変化：%d手\n", branch.Start)
		writeComment(&b, branch.Comment)
		writeNotes(&b, branch.Notes)
		for _, event := range branch.Events {
			b.WriteString(event.written())
		}
	}
	data, err := form{encoding: e, end: cmp.Or(r.form.end, "\n")}.render(b.String())
	if err != nil {
		return nil, i18n.Err("kif.rewrite", "why", err)
	}
	return data, nil
}

// Lines returns the events of r from index n on as they are sent, for the field Other of a settlement: their lines,
// joined by "
// ".
func (r *Record) Lines(n int) string {
	var b strings.Builder
	for _, e := range r.Events[n:] {
		e = e.sent()
		e.Closing, e.Undone = "", false
		b.WriteString(e.written())
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = trim(line)
	}
	return strings.Join(lines, "\n")
}

// Shared returns r as all players have it, without the lines that belong to one copy.
func (r *Record) Shared() (*Record, error) {
	return r.With(func(_ int, e Event) Event { return e.sent() })
}

// With returns r with every event of the main line replaced by the result of change. i is its index.
func (r *Record) With(change func(i int, e Event) Event) (*Record, error) {
	c := r.Copy()
	for i, e := range c.Events {
		c.Events[i] = change(i, e)
	}
	data, err := c.strict(c.Encoding)
	switch {
	case err != nil:
		return nil, err
	case bytes.Equal(data, r.raw): // as records are that come by mail
		return r, nil
	}
	return readFile(data, r.form.public)
}

// NewID returns a new match number: 10 letters and digits that are not easily confused. random is crypto/rand.Reader in
// use; NewID panics if it fails.
func NewID(random io.Reader) string {
	const letters = "23456789abcdefghjkmnpqrstuvwxyz"
	id := make([]byte, 0, 10)
	for b := make([]byte, 1); len(id) < cap(id); {
		if _, err := io.ReadFull(random, b); err != nil {
			panic("no randomness: " + err.Error())
		}
		if i := int(b[0]); i < 256-256%len(letters) {
			id = append(id, letters[i%len(letters)])
		}
	}
	return string(id)
}
