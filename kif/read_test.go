package kif

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"
)

// strict is the record of FORMAT.md.
func strict(t testing.TB) string {
	t.Helper()
	for _, f := range fences(t) {
		if f.mark == "kif" {
			return f.text
		}
	}
	t.Fatal("FORMAT.md has no example")
	return ""
}

func read(t testing.TB, text string) *Record {
	t.Helper()
	r, err := Read([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return r
}

// mangled are changes to a record by programs and mail that do not change its meaning.
var mangled = map[string]func(string) string{
	"byte order mark":     func(s string) string { return string(bom) + s },
	"CRLF":                func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	"CR":                  func(s string) string { return strings.ReplaceAll(s, "\n", "\r") },
	"no last line end":    func(s string) string { return strings.TrimSuffix(s, "\n") },
	"blank lines":         func(s string) string { return strings.ReplaceAll(s, "\n", "\n\n \n") },
	"trailing blanks":     func(s string) string { return strings.ReplaceAll(s, "\n", " \t\u3000 \n") },
	"quoted":              func(s string) string { return "> " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n> ") },
	"quoted twice, CRLF":  func(s string) string { return strings.ReplaceAll("\n"+strings.TrimSpace(s), "\n", "\r\n>> ") },
	"Shift_JIS":           shiftJIS,
	"Shift_JIS, declared": func(s string) string { return shiftJIS(strings.Replace(s, "UTF-8", "Shift_JIS", 1)) },
	"wrongly declared":    func(s string) string { return strings.Replace(s, "UTF-8", "Shift_JIS", 1) },
	"no first lines":      func(s string) string { return s[strings.Index(s, "ゲーム"):] },
	"no separator":        func(s string) string { return strings.Replace(s, separator, "", 1) },
	"short separator":     func(s string) string { return strings.Replace(s, separator, "手数----指手---\n", 1) },
	"ASCII colons":        func(s string) string { return strings.ReplaceAll(s, "：", ": ") },
	"full-width numbers":  func(s string) string { return strings.ReplaceAll(s, "   1 ", "　１　") },
	"full-width times": func(s string) string {
		return strings.Replace(s, "( 0:12/00:00:12)", "（０：１２／００：００：１２）", 1)
	},
	"spaced times":        func(s string) string { return strings.Replace(s, "( 0:12/00:00:12)", "  (00:12 / 0:0:12)", 1) },
	"fractions":           func(s string) string { return strings.Replace(s, "( 0:12/", "( 0:12.7/", 1) },
	"branching hints":     func(s string) string { return strings.ReplaceAll(s, ")\n", ")+\n") },
	"signs of the sides":  func(s string) string { return strings.Replace(s, " add1", " ▲add1", 1) },
	"remarks of programs": func(s string) string { return strings.ReplaceAll(s, "#: at", "# ---- Kifu ----\n#: at") },
	"broken comment":      func(s string) string { return strings.Replace(s, "Straight to three", "Straight \nto three", 1) },
	"broken header":       func(s string) string { return strings.Replace(s, "Alice <", "Alice \n<", 1) },
}

func shiftJIS(s string) string {
	s, err := japanese.ShiftJIS.NewEncoder().String(s)
	if err != nil {
		panic(err)
	}
	return s
}

func TestReadMangled(t *testing.T) {
	want := read(t, strict(t))
	for name, mangle := range mangled {
		t.Run(name, func(t *testing.T) {
			text := mangle(strict(t))
			r := read(t, text)
			if diff := difference(want, r); diff != "" {
				t.Errorf("%s in\n%s", diff, text)
			}
			checkCuts(t, r)
		})
	}
}

// TestCutBroken cuts behind a comment whose last line mail has broken.
func TestCutBroken(t *testing.T) {
	const first = head + "1 add1\n*Straight \nto three \nand four\n"
	r := read(t, first+"2 add1\n")
	if cut := r.Cut(1); string(cut.Bytes()) != first || r.Events[0].Comment != "Straight to three and four" {
		t.Errorf("with the comment %q the first move is\n%s", r.Events[0].Comment, cut.Bytes())
	}
}

func TestReadParts(t *testing.T) {
	r := read(t, strict(t))
	if r.Game() != "counting" || r.ID() != "k7f3qz9m2c" || r.PerMove() != "3日/手" || r.Options()["target"] != "10" {
		t.Errorf("game %q, id %q, time %q, options %v", r.Game(), r.ID(), r.PerMove(), r.Options())
	}
	if r.Seat(1) != (Seat{"Alice", "alice@example.org"}) || r.Seat(2) != (Seat{Name: "Bob"}) || r.Seat(3) != (Seat{}) {
		t.Errorf("seats %v %v %v", r.Seat(1), r.Seat(2), r.Seat(3))
	}
	e := r.Events[1]
	if e.Number != 2 || e.Spent != 1502*time.Second || e.Total != e.Spent || e.Line != 13 || e.Comment != "Straight to three.\nまずは様子見。" {
		t.Errorf("event %+v", e)
	}
	if !e.At.Equal(time.Date(2026, 11, 20, 10, 55, 14, 0, time.UTC)) {
		t.Errorf("at %v", e.At)
	}
	if e := r.Events[3]; e.Step != Resignation || e.Closing != "まで2手で後手の勝ち" || r.Events[2].Step != Throw("[4]") {
		t.Errorf("ending %+v", e)
	}
}

func TestReadBroken(t *testing.T) {
	r := read(t, "#KIF version=2.0 encoding=UTF-8\nゲーム：counting\n*切れた\xe3\x81\n1 add1\n")
	if r.Encoding != UTF8 || r.Game() != "counting" || !strings.HasPrefix(r.Comment, "切れた") {
		t.Errorf("%v, headers %q, comment %q", r.Encoding, r.Headers, r.Comment)
	}
}

func TestReadAliases(t *testing.T) {
	r := read(t, "game: counting\nOPTIONS: target=10 players=4\nMatch: abc\nseat 1: A\n席２：B <b@c>\nSeat 4:D\nSite: a: b\n1 add1\n")
	if r.Game() != "counting" || r.Options()["players"] != "4" || r.ID() != "abc" || r.Header("Site") != "a: b" {
		t.Errorf("headers %q", r.Headers)
	}
	if r.Seat(1).Name != "A" || r.Seat(2) != (Seat{"B", "b@c"}) || r.Seat(3).Name != "" || r.Seat(4).Name != "D" {
		t.Errorf("headers %q", r.Headers)
	}
}

// foreign is a record of shogi as other programs write it.
const foreign = `# ---- somebody's program ----
手合割：平手　　
先手：
後手：
後手の持駒：なし
  ９ ８ ７
+---------+
|v香v桂v銀|一
+---------+
先手の持駒：なし
後手番
*開始局面
&開始局面
手数----指手---------消費時間--
   1 ▲７六歩(77)   ( 0:02/00:00:02)+
   2 ３四歩(33)
*一行目
*
*三行目
   3 ２二角成(88) (0:1/)
   4 同　銀(31)   (oops: x)
   5 投了
まで4手で後手の勝ち

変化：3手
   3 ２六歩(27)
   4 ８四歩(83)
   5 中断
まで4手で中断

変化：4手
   4 ４四歩(43)
変化：1手
*はじめから
   1 ２六歩(27)
   2 Time-up
`

func TestReadForeign(t *testing.T) {
	r := read(t, foreign)
	if r.Game() != "" || len(r.Headers) != 10 || r.Comment != "開始局面" || len(r.Notes) != 1 || r.Headers[0].Value != "平手" {
		t.Errorf("headers %q, comment %q, notes %q", r.Headers, r.Comment, r.Notes)
	}
	var words []string
	for _, e := range r.Events {
		words = append(words, e.Step.String())
	}
	if got := strings.Join(words, "|"); got != "７六歩(77)|３四歩(33)|２二角成(88)|同　銀(31)|投了" {
		t.Errorf("events %s", got)
	}
	if r.Events[1].Comment != "一行目\n\n三行目" || r.Events[1].Spent != -1 || r.Events[2].Spent != time.Second || r.Events[3].Spent != -1 {
		t.Errorf("events %+v", r.Events)
	}
	if len(r.Branches) != 3 || r.Branches[1].Parent != 1 || r.Branches[2].Parent != 0 || r.Branches[2].Comment != "はじめから" {
		t.Errorf("variations %+v", r.Branches)
	}
	if last := r.Branches[2].Events[1]; last.Step != Ending("Time-up") {
		t.Errorf("an unknown word reads as %+v", last)
	}
	if read(t, "先手：A\n1 ７六歩(77)\n2 P-3d\n3 ２六歩(27)").Events[1].Step != Move("P-3d") {
		t.Error("an unknown word with moves behind it is a move")
	}
	for _, move := range []string{"同　歩(23)", "同歩", "２四歩(23)", "24歩"} {
		if last := read(t, "先手：A\n1 ２四歩(25)\n2 "+move).Events[1].Step; last != Move(move) {
			t.Errorf("%s at the end reads as %#v", move, last)
		}
	}
}

// parents are variations with the line that each branches off.
func TestBranchParents(t *testing.T) {
	text := "先手：A\n1 11歩\n2 11歩\n3 11歩\n4 11歩\n変化：3手\n3 11歩\n4 11歩\n変化：4手\n4 11歩\n変化：2手\n2 11歩\n3 11歩\n変化：3手\n3 11歩\n変化：4手\n4 11歩\n変化：9手\n9 11歩\n変化：9手\n9 11歩\n"
	var got []int
	for _, b := range read(t, text).Branches {
		got = append(got, b.Parent)
	}
	want := []int{0, 1, 0, 3, 4, 0, 0}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("parents %v, want %v", got, want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	head := "ゲーム：counting\n"
	cases := []struct {
		name, text string
		line       int
	}{
		{"empty", "", 0},
		{"blank", " \r\n\n", 0},
		{"zero byte", head + "\x00", 2},
		{"only remarks", "# nothing\n*nothing\n", 0},
		{"prose", "Dear Bob,\nhow are you?\n", 1},
		{"prose below", head + "1 add1\nBye!\n", 3},
		{"binary", "\x89PNG\r\n\x1a\nxx", 1},
		{"number too high", head + "1 add1\n3 add1\n", 3},
		{"number again", head + "1 add1\n1 add1\n", 3},
		{"first number", head + "2 add1\n", 2},
		{"cut number", head + "1 add1\n  2", 3},
		{"cut move", head + "1 ７六歩(7", 2},
		{"cut time", head + "1 add1   ( 0:12/00:", 2},
		{"two words", head + "1 add1 add2\n", 2},
		{"throw as a move", head + "1 [4]\n", 2},
		{"throw", head + "#: throw [04]\n", 2},
		{"throw behind the end", head + "1 投了\n#: throw [4]\n", 3},
		{"move behind the end", head + "1 中断\n2 add1\n", 3},
		{"move behind まで", head + "1 add1\nまで1手で中断\n2 add1\n", 4},
		{"time of day", head + "1 add1\n#: at noon\n", 3},
		{"torn and not mended", head + "1 add1\n#: chain 12 \nand 34\n2 add1\n", 3},
		{"torn and not mended at the end", head + "1 add1\n#: chain 12 \nand 34 \n", 3},
		{"more behind a mended line", head + "1 add1\n#: dice \ntyped \nmachine\n", 5},
		{"torn act and not mended", head + "1 add1\n#: do settle \nthe quarrel \nnow\n", 3},
		{"prose below a comment", head + "1 add1\n*x\nBye!\n", 4},
		{"torn without a blank", head + "1 add1\n#: again\n" + hexes, 3},
		{"two times", head + "1 add1\n#: at 2026-11-20T19:30:12Z\n#: at 2026-11-20T19:30:12Z\n", 4},
		{"seat", head + "1 投了\n#: seat 5\n", 3},
		{"variation", head + "変化：x手\n", 2},
		{"long line", head + "*" + strings.Repeat("x", maxLine) + "\n", 2},
		{"long file", head + strings.Repeat("*x\n", MaxBytes/3), 0},
		{"many events", head + strings.Repeat("#: throw [1]\n", maxEvents+1), maxEvents + 2},
		{"unreadable move", "Game: counting\n1 \x82\xff\n", 2},
	}
	for _, c := range cases {
		_, err := Read([]byte(c.text))
		var wrong *Error
		if !errors.As(err, &wrong) || wrong.Line != c.line {
			t.Errorf("%s: %v, want an *Error in line %d", c.name, err, c.line)
		}
	}
}

// TestRewriteKeepsVariations checks that comments before the first move of a variation, and at its moves, are kept.
func TestRewriteKeepsVariations(t *testing.T) {
	before := read(t, "#hikyaku record 2\nゲーム：counting\n   1 3\n変化：1手\n*A comment on the variation\n#: future word\n   1 5\n*A comment on a move\n#: seat 2\n")
	if len(before.Branches) != 1 || len(before.Branches[0].Notes) != 1 {
		t.Fatalf("read are %+v", before.Branches)
	}
	after, err := before.Rewrite(UTF8)
	if err != nil {
		t.Fatal(err)
	}
	want, got := before.Branches[0], after.Branches[0]
	want.Line, want.Events[0].Line = got.Line, got.Events[0].Line
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the variation\n%+v becomes\n%+v", want, got)
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		`say "x"`:               `"say \"x\""`,
		strings.Repeat("歩", 48): `"` + strings.Repeat("歩", 48) + `"`,
		strings.Repeat("歩", 49): `"` + strings.Repeat("歩", 48) + `…"`,
	} {
		if got := Quote(text).En; got != want {
			t.Errorf("%s is quoted as %s, want %s", text, got, want)
		}
	}
}

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"P7f": 3, "７六歩": 6, "ｱﾟ": 2, "｡": 1, "～": 2, "é": 1} {
		if got := width(text); got != want {
			t.Errorf("%s has %d columns, want %d", text, got, want)
		}
	}
}

func TestFrom(t *testing.T) {
	r := read(t, foreign)
	if own := r.From([]byte(foreign), r, nil); r.Theirs() || !own.Theirs() || string(own.File()) != foreign {
		t.Errorf("the file of another program is %q", own.File())
	}
}
