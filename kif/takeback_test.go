package kif

import (
	"strings"
	"testing"
)

// takenBack is a record in which two plies were taken back, and a throw with them.
const takenBack = `#KIF version=2.0 encoding=UTF-8
#hikyaku record 2
ゲーム：counting
手数----指手---------消費時間--
   1 add1         ( 0:12/00:00:12)
#-    2 add2         ( 0:05/00:00:05)
#- *Straight to three.
#- *まずは様子見。
#- #: at 2026-11-20T19:55:14+09:00
#- &here
#- #: mood merry
#- #: came 2026-11-20T20:00:00+09:00
#- #: throw [4]
#-    3 add1
#: do undo-offer 2
*Sorry.
#: do agree undo
   2 add1         ( 0:20/00:00:25)
   3 投了
まで2手で後手の勝ち
`

// TestTakenBackLines: events that were taken back are read and written in every form, and only numbers and order of the
// others count.
func TestTakenBackLines(t *testing.T) {
	r := read(t, takenBack)
	checkExample(t, takenBack)
	e := r.Events[1]
	if !e.Undone || e.Comment != "Straight to three.\nまずは様子見。" || e.Number != 2 || len(e.Notes) != 2 || e.At.IsZero() || e.Came.IsZero() || e.Spent <= 0 {
		t.Errorf("%+v", e)
	}
	for name, mangle := range mangled {
		if name == "remarks of programs" {
			continue // it puts one inside a line
		}
		if diff := difference(r, read(t, mangle(takenBack))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	checkCuts(t, r)
	after, err := r.Cut(6).Append(Event{Step: Move("add1"), Spent: -1})
	if err != nil || after.lastEvent().Number != 2 {
		t.Errorf("the next move: %v, %+v", err, after)
	}
}

// TestTakeBack: the lines of the events that are taken back change, in the form of the file, and those of no others.
func TestTakeBack(t *testing.T) {
	for _, name := range forms {
		text := strings.Replace(takenBack[:strings.Index(takenBack, "   2 add1 ")], "*Sorry.\n", "*Sorry.\n# of another program\n", 1)
		text = strings.ReplaceAll(text, "#- ", "")
		r := read(t, mangled[name](text))
		back, err := r.TakeBack(func(i int) bool { return i >= 1 && i <= 3 })
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range back.Events {
			was := r.Events[i]
			was.Undone = i >= 1 && i <= 3
			if diff := apart(was, e); diff != "" {
				t.Errorf("%s: event %d: %s", name, i, diff)
			}
		}
		if !strings.Contains(string(back.Bytes()), "# of another program") || back.form != r.form || difference(back, read(t, string(back.Bytes()))) != "" {
			t.Errorf("%s:\n%s", name, back.Bytes())
		}
		if again, err := back.TakeBack(func(int) bool { return false }); err != nil || difference(r, again) != "" {
			t.Errorf("%s: given back %v", name, err)
		}
		if same, err := back.TakeBack(func(i int) bool { return i >= 1 && i <= 3 }); same != back || err != nil {
			t.Errorf("%s: written anew although nothing changes", name)
		}
	}
}

// TestTakenBackRefuses checks that invalid events, and those at the wrong place, are refused as taken back.
func TestTakenBackRefuses(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"#-    2 add2", "#-    1 add2", "found number 1, expected number 2"},
		{"#- #: throw [4]", "#- #: throw 4", "expected the dice of a throw, such as [4] or [3,2]"},
		{"#- *Straight", "*Straight", `found "*Straight to three.", expected "#- " before every line`},
		{"#- #: at", "#: at", `before every line of a move that was taken back`},
		{"#- #: came", "#: came", `before every line of a move that was taken back`},
		{"#- &here", "&here", `before every line of a move that was taken back`},
		{"   1 add1 ", "#- *first\n   1 add1 ", ""}, // above the first event it is a remark of any program
		{"*Sorry.", "#- *Sorry.", "expected a move, a throw or one of its lines after \"#-"},
		{"#: do undo", "#- #: do undo", "expected a move, a throw or one of its lines after \"#-"},
		{"#-    3 add1", "#- #-    3 add1", "expected a move, a throw or one of its lines after \"#-"},
		{"#-    3 add1", "#- Bye!", "expected a move, a throw or one of its lines after \"#-"},
		{"#-    3 add1", "#- ", ""},
		{"#-    3 add1", "#-----", ""},
		{"   2 add1 ", "   3 add1 ", "found number 3, expected number 2"},
		{"#: do agree undo\n   2", "   3", "found number 3, expected number 2"},
		{"まで", "変化：2手\n#-    2 add1\n", "expected a move, a throw or one of its lines after \"#-"},
	} {
		text := strings.Replace(takenBack, c.from, c.to, 1)
		if c.from == "   1 add1 " {
			text = strings.Replace(text, separator, "", 1)
		}
		_, err := Read([]byte(text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q for %q: %v, want %q", c.to, c.from, err, c.want)
		}
	}
}

// TestTakenBackElsewhere: in a record of another program such lines are remarks like any others.
func TestTakenBackElsewhere(t *testing.T) {
	r := read(t, "手合割：平手\n   1 ７六歩(77)\n#- 2 ３四歩(33)\n#- what was I thinking\n   2 ８四歩(83)\n")
	if len(r.Events) != 2 || r.Events[1].Undone {
		t.Errorf("%+v", r.Events)
	}
}
