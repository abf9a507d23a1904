package kif

import (
	"bytes"
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
	a, err := r.Append(Event{Step: Throw("[1]")})
	if err != nil {
		t.Fatal(err)
	}
	b, err := r.Append(Event{Step: Move("add2"), Spent: -1})
	if err != nil {
		t.Fatal(err)
	}
	if a.Events[2].Step != Throw("[1]") || b.Events[2].Step != Move("add2") || len(r.Events) != 2 || bytes.Contains(a.Bytes(), []byte("3 add2")) {
		t.Errorf("records share events: %v, %v", a.Events[2], b.Events[2])
	}
}

func TestAppendRefuses(t *testing.T) {
	whole := read(t, strict(t))
	r := whole.Cut(2)
	sjis := read(t, shiftJIS(string(r.Bytes())))
	move := Event{Step: Move("add1")}
	declared := read(t, "#KIF encoding=Shift_JIS\nGame: counting\n")
	cases := []struct {
		name string
		r    *Record
		e    Event
		want string
	}{
		{"behind an ending", whole, move, "line 18: found 投了"},
		{"behind a closing sentence", read(t, string(r.Bytes())+"まで2手詰\n"), move, "line 17: found まで2手詰"},
		{"behind a variation", read(t, foreign), Event{Step: Move("５二玉")}, "found 変化：3手"},
		{"no step", r, Event{}, "neither a throw"},
		{"the entry that begins a match", r, Event{Step: Begin{}}, "neither a throw"},
		{"number", r, Event{Step: Move("add1"), Number: 7}, "number 7, expected number 3"},
		{"no text", r, Event{Step: Move("")}, "expected a move after the number"},
		{"two words", r, Event{Step: Move("add1 add2")}, "one move"},
		{"two lines", r, Event{Step: Move("add1\n   4 add2")}, "read back"},
		{"a move as an ending", r, Event{Step: Ending("add1")}, "read back"},
		{"an ending as a move", r, Event{Step: Move("投了")}, "read back"},
		{"padding", r, Event{Step: Move(" add1")}, "read back"},
		{"throw", r, Event{Step: Throw("4")}, "expected the dice"},
		{"escape sequence", r, Event{Step: Move("add1"), Comment: "\x1b[2J"}, "control character"},
		{"invalid text", r, Event{Step: Move("add1"), Comment: "\xff"}, "control character"},
		{"note of two lines", r, Event{Step: Move("add1"), Notes: []Note{{"note", "a\n#b"}}}, "read back"},
		{"note that is none", r, Event{Step: Move("add1"), Notes: []Note{{"seat", "2"}}}, "read back"},
		{"long comment", r, Event{Step: Move("add1"), Comment: strings.Repeat("あ", 1366)}, "the limit is 4096"},
		{"reads as UTF-8", declared, Event{Step: Move("add1"), Comment: "ﾃｽ"}, "the file would be read in a different encoding: convert it to UTF-8"},
		{"Shift_JIS lacks it", sjis, Event{Step: Move("add1"), Comment: "☗ and ☖, ☗"}, "Shift_JIS can't encode ☗ ☖:"},
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
		{Event{Step: Move("add1")}, "   3 add1         ( 0:00/00:00:00)\n"},
		{Event{Step: Move("add1"), Spent: -1}, "   3 add1\n"},
		{Event{Step: Move("４四金(45)"), Spent: 4321*time.Minute + 1900*time.Millisecond, Total: -1}, "   3 ４四金(45)   (4321:01/)\n"},
		{Event{Step: Move("add1"), Spent: time.Second, Total: 100 * time.Hour}, "   3 add1         ( 0:01/100:00:00)\n"},
		{Event{Step: Move("add1"), Spent: -1, Comment: "a \r\n\nb\n\n"}, "   3 add1\n*a\n*\n*b\n"},
		{Event{Step: Adjournment, Spent: -1, Seat: 2}, "   3 中断\n#: seat 2\nまで2手で中断\n"},
		{Event{Step: Move("add1"), Spent: -1, At: time.Unix(0, 0).In(time.FixedZone("LMT", 33539))}, "   3 add1\n#: at 1970-01-01T00:00:00Z\n"},
		{Event{Step: Claim{}, Spent: time.Second, Got: time.Unix(0, 1e8).In(tokyo), Came: time.Unix(0, 0).In(time.FixedZone("LMT", 33539))},
			"#: do claim\n#: got 1970-01-01T09:00:00+09:00\n#: came 1970-01-01T00:00:00Z\n"},
		{Event{Step: Throw("[3,2]"), Notes: []Note{{"note", "machine"}}}, "#: throw [3,2]\n#: note machine\n"},
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

// TestNewWrites checks the headers of an invitation, which are all part of what players sign.
func TestNewWrites(t *testing.T) {
	r, err := New(Setup{Game: "a", Seats: []Seat{{Name: "A"}, {Name: "B"}}, Observers: []Seat{{Name: "C", Address: "c@example.org"}}, Delay: 3, Engines: true})
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"先手": "A", "後手": "B", "観戦者": "C <c@example.org>", "観戦遅延": "3", "思考プログラム": Allowed} {
		if got := r.Header(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
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
	} {
		if r, err := New(s); err == nil {
			t.Errorf("%s: accepted\n%s", name, r.Bytes())
		}
	}
}

// TestLongestComment is as long as a comment may be in its entry, where some characters take two bytes.
func TestLongestComment(t *testing.T) {
	for comment, taken := range map[string]bool{
		strings.Repeat("a", MaxSaid): true, strings.Repeat("a", MaxSaid+1): false,
		strings.Repeat("a\n", MaxSaid/3) + "a": true, strings.Repeat("a\n", MaxSaid/3) + "aa": false,
	} {
		r, err := New(Setup{Game: "x"})
		if err == nil {
			err = r.Add(Event{Step: Move("e2"), Comment: comment, Spent: -1, Total: -1})
		}
		if (err == nil) != taken {
			t.Errorf("%d bytes: %v", len(comment), err)
		}
	}
}

// TestInsertBeforeVariations checks that a move of another program's record is written after the main line, not after its variations.
func TestInsertBeforeVariations(t *testing.T) {
	r := read(t, "先手：A\n   1 add1\n\n変化：1手\n   1 add3\n")
	after, err := r.insert(Event{Number: 2, Step: Move("add2")}, "add2")
	if err != nil {
		t.Fatal(err)
	}
	if want := "先手：A\n   1 add1\n   2 add2\n\n変化：1手\n   1 add3\n"; string(after.Bytes()) != want {
		t.Errorf("the file becomes\n%s", after.Bytes())
	}
}

// TestQuotedForm checks that appended lines are quoted like the first line with the fewest quotes.
func TestQuotedForm(t *testing.T) {
	for text, want := range map[string]string{
		"> 先手：A\n>   1 add1\n": "> ",
		">先手：A\n> > 後手：B\n":    ">",
		"> > 先手：A\n> 後手：B\n\n": "> ",
		"> 先手：A\n>後手：B\n":      "> ",
		"> 先手：A\n後手：B\n":       "",
	} {
		if got := findForm([]byte(text)).quote; got != want {
			t.Errorf("%q is quoted with %q, want %q", text, got, want)
		}
	}
}
