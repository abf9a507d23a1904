package match_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
)

const twoSeats = "ゲーム：counting\n設定：target=10\n"

// fences returns the fenced examples of kif/FORMAT.md whose mark begins so: the rest of the mark, and the text.
func fences(t testing.TB, mark string) (list [][2]string) {
	t.Helper()
	data, err := os.ReadFile("../kif/FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split(string(data), "```") {
		if claim, found := strings.CutPrefix(part, mark); i%2 == 1 && found {
			claim, text, _ := strings.Cut(claim, "\n")
			list = append(list, [2]string{claim, text})
		}
	}
	return list
}

// strict returns the record of FORMAT.md that is played at one machine.
func strict(t testing.TB) string { return fences(t, "kif")[0][1] }

// TestEntriesOfTheExample checks that the entries in FORMAT.md are those of its example.
func TestEntriesOfTheExample(t *testing.T) {
	m, shown := judged(t, counting, strict(t)), fences(t, "entry ")
	if len(m.Entries) != 4 || len(shown) < len(m.Entries) {
		t.Fatalf("%d entries of %d that are shown", len(m.Entries), len(shown))
	}
	for i, e := range m.Entries {
		if e.Hash().String() != shown[i][0] || string(e.Bytes()) != shown[i][1] {
			t.Errorf("entry %d is %s\n%s", i, e.Hash(), e.Bytes())
		}
	}
}

func TestReplay(t *testing.T) {
	m := judged(t, counting, strict(t))
	var positions []string
	for _, p := range m.Positions {
		positions = append(positions, p.String())
	}
	if got := strings.Join(positions, ", "); got != "0 1, 1 2, 3 1, 7 1, 7 1" {
		t.Errorf("positions %s", got)
	}
	if m.Ply() != 2 || m.Options["players"] != "2" || m.Head != m.Entries[3].Hash() || m.ID != m.Entries[0].Hash() {
		t.Errorf("ply %d, options %v", m.Ply(), m.Options)
	}
	twice := judged(t, counting, "ゲーム：counting\n設定：target=1000\n1 add1\n2 add2\n#: throw [3]\n3 add1\n4 add2\n#: throw [1]\n5 add2\n")
	if d := twice.Entries[5].Dice; len(d) != 1 || d[0] != (kif.Dice{Number: 2, Throw: "[1]"}) {
		t.Errorf("the second throw is %v", d)
	}
	if n := judged(t, counting, twoSeats+"1 ADD1\n2 add2\n").Next(); len(n.Throw) != 1 || n.Throw[0] != 4 {
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
		{twoSeats + "1 add1\n#: throw [4]\n", 4, engine.ThrowUnasked, "expected the throw that is due here"},
		{twoSeats + "1 add1\n2 add2\n#: throw [5]\n", 5, engine.ThrowWrong, "[5]"},
		{twoSeats + "1 add1\n2 add2\n#: throw [4]\n3 add1\n4 add2\n5 add1\n", 8, engine.GameOver, "game is over"},
		{twoSeats + "1 add1\n2 add2\n#: throw [4]\n3 add1\n4 add2\n5 切れ負け\n", 8, engine.GameOver, "expected nothing"},
		{twoSeats + "1 投了\n#: seat 3\n", 3, nil, "expected a seat from 1 to 2"},
		{"ゲーム：quoridor\n1 e2\n", 1, nil, `a record of "quoridor", expected a record of counting`},
		{"先手：A\n1 ７六歩(77)\n", 0, nil, "another program"},
		{"先手：A\nゲーム：counting\n設定：target=11\n", 3, nil, "it takes 10, 1000"},
		{"ゲーム：counting\n設定：size=9\n", 2, nil, "it has target, players"},
	}
	for _, c := range cases {
		_, err := judge(counting, c.text)
		var wrong *kif.Error
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
		{four + "2 切れ負け\n#: seat 3\n2 投了\n#: seat 2\n2 add1\n3 反則負け\n#: seat 1\n", "record.foul", 1, []int{2, 3, 4, 1}},
		{four + "2 切れ負け\n#: seat 3\n2 合意引分\n", "record.draw-agree", 2, []int{1, 1, 4, 1}},
		{four + "2 投了\n#: seat 2\n2 不戦勝\n#: seat 4\n", "record.walkover", 4, []int{2, 4, 2, 1}},
		{four + "2 切れ負け\n#: seat 3\n2 中断\n", "record.adjourn", 2, nil},
		{four + "2 add1\n3 投了\n#: seat 1\n3 add2\n4 add2\n#: throw [2]\n5 投了\n#: seat 4\n5 add2\n", "end.reached", 0, []int{4, 1, 2, 3}},
		{four + "2 不戦勝\n", "record.walkover", 2, []int{2, 1, 2, 2}},
		{twoSeats + "1 add1\n2 add2\n#: throw [4]\n3 add1\n4 add2\n", "end.reached", 0, []int{2, 1}},
	}
	for _, c := range cases {
		m := judged(t, counting, c.text)
		o, n := m.Outcome, m.Next()
		if o == nil || o.Rule.ID != c.rule || o.Seat != c.seat || !slices.Equal(o.Places, c.places) {
			t.Errorf("outcome %+v in\n%s", o, c.text)
		}
		if n.Player != 0 || n.Join != 0 || n.Throw != nil || n.Result == nil || n.Result.Rule != o.Rule || m.Turn != 0 || m.Due() != 0 {
			t.Errorf("next %+v, turn %d in\n%s", n, m.Turn, c.text)
		}
	}
	if m := judged(t, counting, four); m.Outcome != nil || m.Turn != 2 {
		t.Errorf("outcome %+v of a match that goes on", m.Outcome)
	}
}

// TestSceneTellsTheEnding checks that after a recorded ending nobody is to move, and that the scene says who lost.
func TestSceneTellsTheEnding(t *testing.T) {
	for text, want := range map[string]struct {
		seat   int
		places []int
		ja     string
	}{
		"1 投了\n":                   {1, []int{2, 1}, "の投了"},
		"1 add1\n2 切れ負け\n":         {2, []int{1, 2}, "の時間切れ負け"},
		"1 add1\n2 入玉勝ち\n":         {2, []int{2, 1}, "が入玉宣言により勝ち"},
		"1 add1\n2 add2\n3 合意引分\n": {0, []int{1, 1}, "合意により引き分け"},
		"1 add1\n2 持将棋\n":          {0, []int{1, 1}, "持将棋で引き分け"},
		"1 add1\n2 中断\n":           {0, nil, "中断"},
	} {
		s := judged(t, counting, twoSeats+text).Scene()
		if end := s.Result; end == nil || end.Seat != want.seat || !slices.Equal(end.Places, want.places) || end.How.Ja != want.ja {
			t.Errorf("%q ends with %+v: want %+v", text, end, want)
		}
		if s.Turn != (engine.Turn{}) {
			t.Errorf("after %q it is the turn %+v", text, s.Turn)
		}
	}
	going := judged(t, counting, twoSeats+"1 add1\n")
	if s := going.Scene(); s.Result != nil || s.Turn.Seat != 2 {
		t.Errorf("the scene of a match that goes on is %+v", s)
	}
	if end := judged(t, counting, twoSeats+"1 add1\n2 add2\n#: throw [4]\n3 add1\n4 add2\n").Scene().Result; end.Rule.ID != "end.reached" {
		t.Errorf("the rule of the game is told as %+v", end)
	}
	named := judged(t, counting, "ゲーム：counting\n先手：甲\n後手：乙\n1 add1\n")
	if names := named.Names(); !slices.Equal(names, []string{"甲", "乙"}) {
		t.Errorf("the names are %q", names)
	}
}

// TestThrowsBelongToThePlyBeforeThem checks that a ply is shown with the dice for the next one.
func TestThrowsBelongToThePlyBeforeThem(t *testing.T) {
	m := judged(t, counting, twoSeats+"1 add1\n2 add2\n#: throw [4]\n3 add1\n")
	for ply, want := range []string{"0 1", "1 2", "7 1", "8 2"} {
		if at := m.AtPly(ply).Last().String(); !strings.HasPrefix(at, want) {
			t.Errorf("at ply %d the position is %s: want %s", ply, at, want)
		}
		if after := m.AfterPlies()[ply].String(); !strings.HasPrefix(after, want) {
			t.Errorf("after %d plies the position is %s: want %s", ply, after, want)
		}
	}
	if first := m.Positions[2].String(); !strings.HasPrefix(first, "3 1") {
		t.Errorf("the positions of the match have changed: %s", first)
	}
}

func TestStartFromAPosition(t *testing.T) {
	usual := judged(t, counting, twoSeats+"1 add1\n")
	m := judged(t, counting, "開始局面：7 2\n"+twoSeats+"1 add1\n")
	if got := m.Last().String(); got != "8 1" || m.Entries[0].Hash() == usual.Entries[0].Hash() {
		t.Errorf("the position is %q, the first entry %+v", got, m.Entries[0])
	}
	_, err := judge(counting, "開始局面：seven\n"+twoSeats+"1 add1\n")
	if err == nil || !strings.Contains(err.Error(), "expected a position of counting") {
		t.Errorf("a start that is no position: %v", err)
	}
}

// TestPlayedIsReplayed plays the record of FORMAT.md, which comes out byte for byte.
func TestPlayedIsReplayed(t *testing.T) {
	r, err := kif.New(kif.Setup{
		Game: "counting", Options: "target=10", ID: "k7f3qz9m2c", Seats: []kif.Seat{{Name: "Alice", Address: "alice@example.org"}, {Name: "Bob"}},
		Begun: time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC), PerMove: "3日/手",
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(r, counting)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range judged(t, counting, strict(t)).Record.Events {
		before := len(m.Entries)
		e.Total, e.Closing = 0, ""
		if move, moved := e.Step.(kif.Move); moved {
			e.Step = kif.Move(strings.ToUpper(string(move)))
		}
		draft, err := m.Draft(e)
		if err != nil {
			t.Fatal(err)
		}
		next, err := m.Append(draft.Event)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Entries) != before || draft.Due != nil {
			t.Fatalf("the match before has changed, or a link is due: %+v", draft.Due)
		}
		if _, thrown := e.Step.(kif.Throw); !thrown && draft.Entry.Hash() != next.Head {
			t.Errorf("%s: the draft is another entry than what is appended", e.Step)
		}
		m = next
	}
	if got := string(m.Record.Bytes()); got != strict(t) {
		t.Errorf("played:\n%s", got)
	}
	sameMatch(t, m, judged(t, counting, strict(t)))
}

// TestTotalIsOfTheMover checks that a seat's total adds up its own times, whatever seat a line below a move names.
func TestTotalIsOfTheMover(t *testing.T) {
	d, err := judged(t, counting, twoSeats+"1 add1 (0:05/)\n#: seat 2\n").Draft(kif.Event{Step: kif.Move("add1"), Spent: time.Second})
	if err != nil || d.Event.Total != time.Second {
		t.Errorf("total %v, %v, want 1s", d.Event.Total, err)
	}
	d, err = judged(t, counting, twoSeats+"1 add1 (0:05/)\n2 add1 (0:02/)\n").Draft(kif.Event{Step: kif.Resignation, Seat: 2, Spent: time.Second})
	if err != nil || d.Event.Total != 3*time.Second || d.Event.Seat != 2 {
		t.Errorf("total %v of seat %d, %v, want 3s of seat 2", d.Event.Total, d.Event.Seat, err)
	}
}

func TestAppendRefusesWithTheBareRejection(t *testing.T) {
	m := judged(t, counting, twoSeats)
	for step, rule := range map[kif.Step]*engine.Rule{kif.Move("add9"): tooBig, kif.Throw("[1]"): engine.ThrowUnasked} {
		_, err := m.Append(kif.Plain(step))
		if r, ok := err.(*engine.Rejection); !ok || r.Rule != rule {
			t.Errorf("append %s: %v, want the bare rejection", step, err)
		}
		_, err = m.Draft(kif.Plain(step))
		if r, ok := err.(*engine.Rejection); !ok || r.Rule != rule {
			t.Errorf("draft %s: %v, want the bare rejection", step, err)
		}
	}
}

func TestClosing(t *testing.T) {
	four := "ゲーム：counting\n設定：players=4\n1 add1\n"
	cases := []struct {
		text string
		e    kif.Event
		want string
	}{
		{twoSeats, kif.Event{Step: kif.Resignation}, "まで0手で後手の勝ち"},
		{twoSeats, kif.Event{Step: kif.TimeOut, Seat: 2}, "まで0手で時間切れにより先手の勝ち"},
		{twoSeats, kif.Event{Step: kif.Foul, Seat: 1}, "まで0手で先手の反則負け"},
		{twoSeats, kif.Event{Step: kif.Impasse}, "まで0手で持将棋"},
		{four, kif.Event{Step: kif.Resignation}, ""},
		{four, kif.Event{Step: kif.DrawAgreed}, "まで1手で合意引分"},
		{four + "2 投了\n#: seat 1\n2 切れ負け\n#: seat 3\n", kif.Event{Step: kif.Resignation}, "まで1手で席2の投了"},
		{twoSeats + "1 add1\n2 add2\n#: throw [4]\n3 add1\n", kif.Event{Step: kif.Move("add2")}, "まで4手で後手の勝ち"},
		{twoSeats + "1 add1\n", kif.Event{Step: kif.Move("add1")}, ""},
	}
	for _, c := range cases {
		m := judged(t, counting, c.text)
		draft, err := m.Draft(c.e)
		if err != nil {
			t.Fatal(err)
		}
		if m, err = m.Append(draft.Event); err != nil {
			t.Fatal(err)
		}
		e := m.Record.Events[len(m.Record.Events)-1]
		if e.Closing != c.want {
			t.Errorf("%s, want %s", e.Closing, c.want)
		}
		_, ended := e.Step.(kif.Ending)
		if named := e.Seat != 0; ended && named != (strings.HasPrefix(c.text, four) || c.e.Seat == 2) {
			t.Errorf("seat %d written for %+v", e.Seat, c.e)
		}
	}
}

// TestHashIsOfTheMeaning checks that a match has one hash, whatever programs and mail do to its file.
func TestHashIsOfTheMeaning(t *testing.T) {
	want := judged(t, counting, strict(t)).Head
	for name, mangle := range map[string]func(string) string{
		"quoted":     func(s string) string { return "> " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n> ") + "\n" },
		"CRLF":       func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"blanks":     func(s string) string { return strings.ReplaceAll(s, "\n", "  \n\n") },
		"no closing": func(s string) string { return s[:strings.Index(s, "まで2手")] },
		"no times":   func(s string) string { return strings.Replace(s, "( 0:12/00:00:12)", "", 1) },
		"upper case": func(s string) string { return strings.Replace(s, "add1", "ADD1", 1) },
	} {
		if got := judged(t, counting, mangle(strict(t))).Head; got != want {
			t.Errorf("%s: hash %s, want %s", name, got, want)
		}
	}
	for _, change := range [][2]string{{"target=10", "target=1000"}, {"Bob", "Rob"}, {"様子見", "様子"}, {"20:01:00", "20:01:01"}, {"[4]", "[3]"}, {"3日", "4日"}, {"k7f3", "k7f4"}} {
		if got := judged(t, counting, strings.Replace(strict(t), change[0], change[1], 1)).Head; got == want {
			t.Errorf("%s: the hash stays", change)
		}
	}
}
