package kif

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
)

const twoSeats = "ゲーム：counting\n設定：target=10\n"

func replay(t *testing.T, text string) *Line {
	t.Helper()
	l, err := replayText(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return l
}

func TestReplay(t *testing.T) {
	l := replay(t, strict(t))
	var positions []string
	for _, p := range l.Positions {
		positions = append(positions, p.String())
	}
	if got := strings.Join(positions, ", "); got != "0 1, 1 2, 3 1, 7 1, 7 1" {
		t.Errorf("positions %s", got)
	}
	if l.Ply() != 2 || l.Options["players"] != "2" || l.Head() != l.Entries[3].Hash() {
		t.Errorf("ply %d, options %v", l.Ply(), l.Options)
	}
	twice := replay(t, "ゲーム：counting\n設定：target=1000\n1 add1\n2 add2\n#: throw [3]\n3 add1\n4 add2\n#: throw [1]\n5 add2\n")
	if d := twice.Entries[5].Dice; len(d) != 1 || d[0] != (Dice{2, "[1]"}) {
		t.Errorf("the second throw is %v", d)
	}
	if n := replay(t, twoSeats+"1 ADD1\n2 add2\n").Next(); len(n.Throw) != 1 || n.Throw[0] != 4 {
		t.Errorf("next %+v", n)
	}
}

func TestReplayRefuses(t *testing.T) {
	cases := []struct {
		text string
		line int
		rule *engine.Rule
		want string
	}{
		{twoSeats + "1 add1\n2 add3\n", 4, tooBig, "add3 adds more than 2"},
		{twoSeats + "1 add1\n2 add2\n3 add1\n", 5, engine.ThrowMissing, "dice with 4 sides"},
		{twoSeats + "1 add1\n#: throw [4]\n", 4, engine.ThrowUnasked, "the throw that the game waits for"},
		{twoSeats + "1 add1\n2 add2\n#: throw [5]\n", 5, engine.ThrowWrong, "[5]"},
		{twoSeats + "1 add1\n2 add2\n#: throw [4]\n3 add1\n4 add2\n5 add1\n", 8, engine.GameOver, "has ended"},
		{twoSeats + "1 add1\n2 add2\n#: throw [4]\n3 add1\n4 add2\n5 投了\n", 8, engine.GameOver, "want nothing"},
		{twoSeats + "1 投了\n#: seat 3\n", 3, nil, "a seat from 1 to 2"},
		{"ゲーム：quoridor\n1 e2\n", 1, nil, `a record of "quoridor", want a record of counting`},
		{"先手：A\n1 ７六歩(77)\n", 0, nil, "another program"},
		{"先手：A\nゲーム：counting\n設定：target=11\n", 3, nil, "it takes 10, 1000"},
		{"ゲーム：counting\n設定：size=9\n", 2, nil, "it has target, players"},
	}
	for _, c := range cases {
		_, err := replayText(c.text)
		var wrong *Error
		if !errors.As(err, &wrong) || wrong.Line != c.line || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want line %d and %q in\n%s", err, c.line, c.want, c.text)
		}
		var r *engine.Rejection
		if errors.As(err, &r) != (c.rule != nil) || r != nil && r.Rule != c.rule {
			t.Errorf("rejection %v, want %v in\n%s", r, c.rule, c.text)
		}
	}
}

func TestOutcome(t *testing.T) {
	four := "ゲーム：counting\n設定：players=4\n1 add1\n"
	cases := []struct {
		text, rule string
		seat       int
		places     []int
	}{
		{twoSeats + "1 投了\n", "record.resign", 1, []int{2, 1}},
		{twoSeats + "1 投了\n#: seat 2\n", "record.resign", 2, []int{1, 2}},
		{twoSeats + "1 add1\n2 持将棋\n", "record.impasse", 2, []int{1, 1}},
		{twoSeats + "1 add1\n2 中断\n", "record.adjourn", 2, nil},
		{twoSeats + "1 add1\n2 反則勝ち\n", "record.foul-win", 2, []int{2, 1}},
		{twoSeats + "1 add1\n2 add2\n3 投了\n", "record.resign", 1, []int{2, 1}}, // where dice are due
		{twoSeats + "1 add1\n2 add2\n3 合意引分\n", "record.draw-agree", 0, []int{1, 1}},
		{four + "2 切れ負け\n#: seat 3\n", "record.time-out", 3, []int{1, 1, 4, 1}},
		{four + "2 不戦勝\n", "record.walkover", 2, []int{2, 1, 2, 2}},
		{twoSeats + "1 add1\n2 add2\n#: throw [4]\n3 add1\n4 add2\n", "end.reached", 0, []int{2, 1}},
	}
	for _, c := range cases {
		l := replay(t, c.text)
		o, n := l.Outcome(), l.Next()
		if o == nil || o.Rule.ID != c.rule || o.Seat != c.seat || !slices.Equal(o.Places, c.places) {
			t.Errorf("outcome %+v in\n%s", o, c.text)
		}
		if n.Player != 0 || n.Throw != nil || n.Result == nil || n.Result.Rule != o.Rule {
			t.Errorf("next %+v in\n%s", n, c.text)
		}
	}
	if o := replay(t, four).Outcome(); o != nil {
		t.Errorf("outcome %+v of a match that goes on", o)
	}
}

func TestStartFromAPosition(t *testing.T) {
	usual := replay(t, twoSeats+"1 add1\n")
	l := replay(t, "開始局面：7 2\n"+twoSeats+"1 add1\n")
	if got := l.Last().String(); got != "8 1" || l.Entries[0].Hash() == usual.Entries[0].Hash() {
		t.Errorf("the position is %q, the first entry %+v", got, l.Entries[0])
	}
	r, err := Read([]byte("開始局面：seven\n" + twoSeats + "1 add1\n"))
	if err == nil {
		_, err = Replay(r, counting)
	}
	if err == nil || !strings.Contains(err.Error(), "want a position of counting") {
		t.Errorf("a start that is no position: %v", err)
	}
}

// TestLineAppend plays the record of FORMAT.md, which comes out byte for byte.
func TestLineAppend(t *testing.T) {
	r, err := New(Setup{
		Game: "counting", Options: "target=10", ID: "k7f3qz9m2c", Seats: []Seat{{"Alice", "alice@example.org"}, {Name: "Bob"}},
		Begun: time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC), PerMove: "3日/手",
	})
	if err != nil {
		t.Fatal(err)
	}
	l, err := Replay(r, counting)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range read(t, strict(t)).Events {
		before := len(l.Entries)
		e.Total, e.Closing, e.Text = 0, "", strings.ToUpper(e.Text)
		next, err := l.Append(e)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Entries) != before {
			t.Fatal("the line before changed")
		}
		l = next
	}
	if got := string(l.Record.Bytes()); got != strict(t) {
		t.Errorf("played:\n%s", got)
	}
	if l.Head() != replay(t, strict(t)).Head() {
		t.Error("played and replayed have different hashes")
	}
}

// TestTotalIsOfTheMover adds up a seat's times, whatever seat a line below a move names.
func TestTotalIsOfTheMover(t *testing.T) {
	l, err := replay(t, twoSeats+"1 add1 (0:05/)\n#: seat 2\n").Append(Event{Kind: Move, Text: "add1", Spent: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if total := l.Record.last().Total; total != time.Second {
		t.Errorf("total %v, want 1s", total)
	}
}

func TestLineAppendRefuses(t *testing.T) {
	l := replay(t, twoSeats)
	_, err := l.Append(Event{Kind: Move, Text: "add9"})
	if r, ok := err.(*engine.Rejection); !ok || r.Rule != tooBig {
		t.Errorf("%v, want the bare rejection", err)
	}
	_, err = l.Append(Event{Kind: Throw, Text: "[1]"})
	if r, ok := err.(*engine.Rejection); !ok || r.Rule != engine.ThrowUnasked {
		t.Errorf("%v, want the bare rejection", err)
	}
}

func TestClosing(t *testing.T) {
	four := "ゲーム：counting\n設定：players=4\n1 add1\n"
	cases := []struct {
		text string
		e    Event
		want string
	}{
		{twoSeats, Event{Kind: Ending, Text: Resignation}, "まで0手で後手の勝ち"},
		{twoSeats, Event{Kind: Ending, Text: TimeOut, Seat: 2}, "まで0手で時間切れにより先手の勝ち"},
		{twoSeats, Event{Kind: Ending, Text: Foul, Seat: 1}, "まで0手で先手の反則負け"},
		{twoSeats, Event{Kind: Ending, Text: Impasse}, "まで0手で持将棋"},
		{four, Event{Kind: Ending, Text: Resignation}, "まで1手で席2の投了"},
		{twoSeats + "1 add1\n2 add2\n#: throw [4]\n3 add1\n", Event{Kind: Move, Text: "add2"}, "まで4手で後手の勝ち"},
		{twoSeats + "1 add1\n", Event{Kind: Move, Text: "add1"}, ""},
	}
	for _, c := range cases {
		l, err := replay(t, c.text).Append(c.e)
		if err != nil {
			t.Fatal(err)
		}
		e := l.Record.last()
		if e.Closing != c.want {
			t.Errorf("%s, want %s", e.Closing, c.want)
		}
		if named := e.Seat != 0; e.Kind == Ending && named != (c.text == four || c.e.Seat == 2) {
			t.Errorf("seat %d written for %+v", e.Seat, c.e)
		}
	}
}

// TestHashIsOfTheMeaning wants one hash whatever programs and mail make of the file.
func TestHashIsOfTheMeaning(t *testing.T) {
	want := replay(t, strict(t)).Head()
	for name, mangle := range mangled {
		if got := replay(t, mangle(strict(t))).Head(); got != want {
			t.Errorf("%s: hash %s, want %s", name, got, want)
		}
	}
	for _, change := range [][2]string{{"target=10", "target=1000"}, {"Bob", "Rob"}, {"様子見", "様子"}, {"20:01:00", "20:01:01"}, {"[4]", "[3]"}, {"3日", "4日"}, {"k7f3", "k7f4"}} {
		if got := replay(t, strings.Replace(strict(t), change[0], change[1], 1)).Head(); got == want {
			t.Errorf("%s: the hash stays", change)
		}
	}
}
