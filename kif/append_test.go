package kif

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// forms are the ways a file may be written, which Append keeps up.
var forms = []string{"CRLF", "CR", "no last line end", "quoted", "quoted twice, CRLF", "Shift_JIS", "byte order mark", "trailing blanks", "no separator"}

func TestAppendKeepsForm(t *testing.T) {
	for _, name := range forms {
		t.Run(name, func(t *testing.T) {
			whole := read(t, mangled[name](strict(t)))
			r := whole.Cut(3)
			if name == "no last line end" {
				r = read(t, strings.TrimSuffix(string(r.Bytes()), "\n"))
			}
			e := whole.Events[3]
			e.Comment = "負けました。"
			after, err := r.Append(e)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(after.Bytes(), r.Bytes()) {
				t.Error("earlier bytes changed")
			}
			again := read(t, string(after.Bytes()))
			if diff := difference(after, again); diff != "" || again.form != r.form || again.lines != after.lines {
				t.Errorf("read again: %s, %+v, %+v", diff, again.form, r.form)
			}
		})
	}
}

func TestAppendByteForByte(t *testing.T) {
	r := read(t, strict(t))
	grown := r.Cut(0)
	for _, e := range r.Events {
		var err error
		if grown, err = grown.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	if got := string(grown.Bytes()); got != strict(t) {
		t.Errorf("appended one by one:\n%s", got)
	}
}

func TestAppendIsImmutable(t *testing.T) {
	r := read(t, strict(t)).Cut(2)
	a, err := r.Append(Event{Kind: Throw, Text: "[1]"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := r.Append(Event{Kind: Move, Text: "add2", Spent: -1})
	if err != nil {
		t.Fatal(err)
	}
	if a.Events[2].Text != "[1]" || b.Events[2].Text != "add2" || len(r.Events) != 2 || bytes.Contains(a.Bytes(), []byte("3 add2")) {
		t.Errorf("records share events: %v, %v", a.Events[2], b.Events[2])
	}
	three, err := r.Note(Note{"a", ""}, Note{"b", ""}, Note{"c", ""})
	if err != nil {
		t.Fatal(err)
	}
	one, _ := three.Note(Note{"d", ""})
	other, _ := three.Note(Note{"e", ""})
	if one.Events[1].Notes[3].Word != "d" || other.Events[1].Notes[3].Word != "e" {
		t.Errorf("records share notes: %v", one.Events[1].Notes)
	}
	noted, err := r.Note(Note{"link", "1 ab"}, Note{"note", ""})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Events[1].Notes) != 0 || len(noted.Events[1].Notes) != 2 || !bytes.HasSuffix(noted.Bytes(), []byte("\n#: link 1 ab\n#: note\n")) {
		t.Errorf("notes %v in\n%s", r.Events[1].Notes, noted.Bytes())
	}
}

func TestAppendRefuses(t *testing.T) {
	whole := read(t, strict(t))
	r := whole.Cut(2)
	sjis := read(t, shiftJIS(string(r.Bytes())))
	move := Event{Kind: Move, Text: "add1"}
	declared := read(t, "#KIF encoding=Shift_JIS\nGame: counting\n")
	cases := []struct {
		name string
		r    *Record
		e    Event
		want string
	}{
		{"behind an ending", whole, move, "line 18: found 投了"},
		{"behind a closing sentence", read(t, string(r.Bytes())+"まで2手詰\n"), move, "line 17: found まで2手詰"},
		{"behind a variation", read(t, foreign), Event{Kind: Move, Text: "５二玉"}, "found 変化：3手"},
		{"no kind", r, Event{Text: "add1"}, "neither a throw"},
		{"number", r, Event{Kind: Move, Text: "add1", Number: 7}, "number 7, want number 3"},
		{"no text", r, Event{Kind: Move}, "want a move behind the number"},
		{"two words", r, Event{Kind: Move, Text: "add1 add2"}, "one move"},
		{"two lines", r, Event{Kind: Move, Text: "add1\n   4 add2"}, "read back"},
		{"a move as an ending", r, Event{Kind: Ending, Text: "add1"}, "read back"},
		{"an ending as a move", r, Event{Kind: Move, Text: "投了"}, "read back"},
		{"padding", r, Event{Kind: Move, Text: " add1"}, "read back"},
		{"throw", r, Event{Kind: Throw, Text: "4"}, "faces"},
		{"escape sequence", r, Event{Kind: Move, Text: "add1", Comment: "\x1b[2J"}, "control character"},
		{"invalid text", r, Event{Kind: Move, Text: "add1", Comment: "\xff"}, "control character"},
		{"note of two lines", r, Event{Kind: Move, Text: "add1", Notes: []Note{{"note", "a\n#b"}}}, "read back"},
		{"note that is none", r, Event{Kind: Move, Text: "add1", Notes: []Note{{"seat", "2"}}}, "read back"},
		{"long comment", r, Event{Kind: Move, Text: "add1", Comment: strings.Repeat("あ", 1366)}, "longer than 4096"},
		{"reads as UTF-8", declared, Event{Kind: Move, Text: "add1", Comment: "ﾃｽ"}, "another encoding"},
		{"Shift_JIS lacks it", sjis, Event{Kind: Move, Text: "add1", Comment: "☗ and ☖, ☗"}, "no place in Shift_JIS for ☗ ☖:"},
	}
	for _, c := range cases {
		before := string(c.r.Bytes())
		if _, err := c.r.Append(c.e); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if string(c.r.Bytes()) != before {
			t.Errorf("%s: the record changed", c.name)
		}
	}
}

func TestAppendWrites(t *testing.T) {
	r := read(t, strict(t)).Cut(2)
	cases := []struct {
		e    Event
		want string
	}{
		{Event{Kind: Move, Text: "add1"}, "   3 add1         ( 0:00/00:00:00)\n"},
		{Event{Kind: Move, Text: "add1", Spent: -1}, "   3 add1\n"},
		{Event{Kind: Move, Text: "４四金(45)", Spent: 4321*time.Minute + 1900*time.Millisecond, Total: -1}, "   3 ４四金(45)   (4321:01/)\n"},
		{Event{Kind: Move, Text: "add1", Spent: time.Second, Total: 100 * time.Hour}, "   3 add1         ( 0:01/100:00:00)\n"},
		{Event{Kind: Move, Text: "add1", Spent: -1, Comment: "a \r\n\nb\n\n"}, "   3 add1\n*a\n*\n*b\n"},
		{Event{Kind: Ending, Text: Adjournment, Spent: -1, Seat: 2}, "   3 中断\n#: seat 2\nまで2手で中断\n"},
		{Event{Kind: Move, Text: "add1", Spent: -1, At: time.Unix(0, 0).In(time.FixedZone("LMT", 33539))}, "   3 add1\n#: at 1970-01-01T00:00:00Z\n"},
		{Event{Kind: Throw, Text: "[3,2]", Notes: []Note{{"note", "machine"}}}, "#: throw [3,2]\n#: note machine\n"},
	}
	for _, c := range cases {
		after, err := r.Append(c.e)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(after.Bytes()[len(r.Bytes()):]); got != c.want {
			t.Errorf("wrote %q, want %q", got, c.want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for name, s := range map[string]Setup{
		"no game":            {},
		"game of two lines":  {Game: "a\nb"},
		"name of two lines":  {Game: "a", Seats: []Seat{{Name: "A\n1 投了"}}},
		"name as an address": {Game: "a", Seats: []Seat{{Name: "A <b>"}}},
		"header as a move":   {Game: "a", Headers: []Header{{"1 add1", "x"}}},
		"header as a remark": {Game: "a", Headers: []Header{{"#a", "x"}}},
		"escape sequence":    {Game: "a", PerMove: "\x1b[2J"},
		"five seats":         {Game: "a", Seats: make([]Seat, 5)},
		"no place":           {Game: "a", ID: "☗", Encoding: ShiftJIS},
	} {
		if r, err := New(s); err == nil {
			t.Errorf("%s: accepted\n%s", name, r.Bytes())
		}
	}
}

// TestRandomRecords writes random records and reads them again in every form.
func TestRandomRecords(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		r := randomRecord(t, random)
		checkCuts(t, r)
		for _, e := range []Encoding{UTF8, ShiftJIS} {
			again, err := r.Rewrite(e)
			if err != nil {
				t.Fatal(err)
			}
			if diff := difference(r, again); diff != "" || again.Encoding != e {
				t.Fatalf("%s in\n%s", diff, r.Bytes())
			}
		}
	}
}

func randomRecord(t *testing.T, random *rand.Rand) *Record {
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	var seats []Seat
	for range 1 + random.IntN(4) {
		seats = append(seats, Seat{pick("Alice", "太郎", ""), pick("", "a@b.example")})
	}
	r, err := New(Setup{Game: "counting", Seats: seats, ID: NewID(words{random}), PerMove: pick("", "3日/手"), Headers: []Header{{"手合割", pick("平手", "x：y")}, {"", "先手番"}}})
	for range random.IntN(12) {
		if err != nil {
			t.Fatal(err)
		}
		e := Event{Kind: Move, Text: pick("add1", "４四金(45)", "23BC/3"), Spent: time.Duration(random.IntN(9000)-100) * time.Second, Total: time.Duration(random.IntN(99999)) * time.Second}
		e.Comment = pick("", "よい手", "a\n\n*b", "#: at", "x")
		e.At = time.Unix(int64(random.IntN(1<<31)), 0).In(time.FixedZone("", 60*random.IntN(600)))
		for range random.IntN(3) {
			e.Notes = append(e.Notes, Note{pick("link", "&", "謎"), pick("", "1 ab", "：x")})
		}
		if random.IntN(3) == 0 {
			e.Kind, e.Text = Throw, fmt.Sprintf("[%d,1]", 1+random.IntN(6))
		}
		r, err = r.Append(e)
	}
	return r
}

// words makes random numbers a reader.
type words struct{ *rand.Rand }

func (w words) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(w.Uint32())
	}
	return len(p), nil
}

func TestNewID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := NewID(words{rand.New(rand.NewPCG(uint64(len(seen)), 3))})
		if len(id) != 10 || strings.ContainsAny(id, "01oil") || strings.ToLower(id) != id || seen[id] {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
	}
}
