package convert_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/convert"
	"hikyaku/kif"
	"hikyaku/match"
)

// theirs are files in the layout of several programs: the main line, what follows it, and the lines of a move and of a resignation
// as that program would write them.
var theirs = []struct{ name, file, behind, move, resigned string }{
	{"Kifu for Windows", `# ----  Kifu for Windows V7 V7.53 棋譜ファイル  ----
開始日時：2021/03/14 10:00:00
棋戦：練習対局
手合割：平手　　
先手：甲
後手：乙
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 1:05/00:01:05)
*角道を開けた。
   3 ２二角成(88) ( 0:09/00:00:25)+
`, `
変化：3手
   3 ２六歩(27)   ( 0:00/00:00:16)
   4 ８四歩(83)   ( 0:00/00:01:05)
`, "   4 同　銀(31)   ( 0:00/00:01:05)", "   4 投了         ( 0:00/00:01:05)"},
	{"ShogiGUI", `手合割：平手
先手：P1
後手：P2
手数----指手---------消費時間--
   1 ７六歩(77) ( 0:01/00:00:01)
   2 ３四歩(33) ( 0:12/00:00:12)
   3 ２二角成(88) ( 0:00/00:00:01)
`, "", "   4 同　銀(31) ( 0:00/00:00:12)", "   4 投了 ( 0:00/00:00:12)"},
	{"ShogiHome", `#KIF version=2.0 encoding=UTF-8
先手：A
後手：B
手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:02/00:00:02)
   2 ３四歩(33)   ( 0:10/00:00:10)
**評価値=50
   3 ２二角成(88) ( 0:03/00:00:05)
&角交換
`, "", "   4 同　銀(31)   ( 0:00/00:00:10)", "   4 投了         ( 0:00/00:00:10)"},
	{"81Dojo", `#KIF version=2.0 encoding=UTF-8
開始日時：2021/01/02
場所：81Dojo
手合割：平手
先手：a
後手：b
手数----指手---------消費時間--
1   ７六歩(77)   (0:5/0:0:5)
2   ３四歩(33)   (0:12/0:0:12)
3   ２二角成(88)   (1:3/0:1:8)
`, "", "4   同　銀(31)   (0:0/0:0:12)", "4   投了   (0:0/0:0:12)"},
	{"Shogidokoro and Piyo Shogi", `手合割：平手
先手：ぴよ
後手：人
手数----指手---------消費時間--
   1 ７六歩(77)    (00:02 / 00:00:02)
   2 ３四歩(33)    (00:31 / 00:00:31)
   3 ２二角成(88)  (00:00 / 00:00:02)

`, "", "   4 同　銀(31)    (00:00 / 00:00:31)", "   4 投了          (00:00 / 00:00:31)"},
	{"Shogi Wars", `開始日時：2021/01/02 10:00:00
場所：将棋ウォーズ
手合割：平手
先手：a
後手：b
手数----指手---------消費時間--
1 ７六歩(77)
2 ３四歩(33)
3 ２二角成(88)
`, "", "4 同　銀(31)", "4 投了"},
	{"full-width numbers", "手合割：平手\n１ ７六歩(77)\n２ ３四歩(33)\n３ ２二角成(88)\n", "", "４ 同　銀(31)", "４ 投了"},
}

// opened judges a file of another program.
func opened(t *testing.T, data []byte) *match.Match {
	t.Helper()
	r, err := convert.Read("game.kif", data)
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	m, err := match.New(r, all.Game(r.Game()))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestAppendToTheirs checks that a move is written into a file of another program as that program would write it, and that every other byte
// stays, in each encoding and with each end of lines; and that cutting it off leaves the file as it was.
func TestAppendToTheirs(t *testing.T) {
	for _, form := range []struct {
		bom, end string
		in       kif.Encoding
	}{{"", "\n", kif.UTF8}, {"\ufeff", "\r\n", kif.UTF8}, {"", "\r\n", kif.ShiftJIS}, {"", "\n", kif.ShiftJIS}, {"", "\n", kif.EUCJP}} {
		for _, c := range theirs {
			for step, line := range map[kif.Step]string{kif.Move("2b3a"): c.move, kif.Resignation: c.resigned} {
				t.Run(c.name, func(t *testing.T) { appended(t, form.bom, form.end, form.in, c.file, c.behind, step, line) })
			}
		}
	}
}

func appended(t *testing.T, bom, end string, in kif.Encoding, file, behind string, step kif.Step, line string) {
	encode := func(text string) []byte {
		data, err := in.Encode(strings.ReplaceAll(text, "\n", end))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	main := strings.TrimRight(file, "\n")
	blank := strings.Replace(file[len(main):], "\n", "", 1) + behind
	for _, last := range []string{end, ""} { // with and without an end of the last line
		if last == "" && blank != "" {
			continue
		}
		before := append(encode(bom+main), last+string(encode(blank))...)
		m := opened(t, before)
		e := kif.Plain(step)
		if _, moved := step.(kif.Move); moved {
			e.Step = kif.Move("２二銀(31)")
			e.Comment = "取り返す。"
			line += end + "*取り返す。"
		} else {
			line += end + "まで3手で先手の勝ち"
		}
		after, err := m.Append(e)
		if err != nil {
			t.Fatal(err)
		}
		got, want := after.Record.File(), append(encode(bom+main+"\n"), encode(strings.ReplaceAll(line, end, "\n")+strings.Replace(last, end, "\n", 1)+blank)...)
		if !bytes.Equal(got, want) {
			text, _ := kif.Decode(got)
			wanted, _ := kif.Decode(want)
			t.Fatalf("the file is\n%s\nwant\n%s", text, wanted)
		}
		again := opened(t, got)
		if again.Head != after.Head || len(again.Record.Branches) != len(m.Record.Branches) || again.Record.Encoding != in {
			t.Errorf("what was written reads as %v with %d variations", texts(again.Record), len(again.Record.Branches))
		}
		if cut := again.Cut(3).Record.File(); !bytes.Equal(cut, before) {
			t.Errorf("without the step the file is %q, want %q", cut, before)
		}
		line = strings.SplitN(line, end, 2)[0]
	}
}

// TestSameSquareAsThere checks that a move to the square of the move before has the blank after 同 that the program writes.
func TestSameSquareAsThere(t *testing.T) {
	for _, blank := range []string{"", " ", "　"} {
		file := "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同" + blank + "銀(31)\n5 ３三角打\n"
		after, err := opened(t, []byte(file)).Append(kif.Plain(kif.Move("３三銀(22)")))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := string(after.Record.File()), file+"6 同"+blank+"銀(22)\n"; got != want {
			t.Errorf("the file is\n%s\nwant\n%s", got, want)
		}
	}
}

// TestTheirsRefuses checks what a file of another program does not take.
func TestTheirsRefuses(t *testing.T) {
	kifu := theirs[0]
	m := opened(t, []byte(kifu.file+kifu.behind))
	if err := m.Record.CheckCut(2); err != nil {
		t.Errorf("the move beside a variation stays: %v", err)
	}
	if err := m.Record.CheckCut(1); err == nil || !strings.Contains(err.Error(), "line 13: found 変化：3手") {
		t.Errorf("a variation loses the move before it: %v", err)
	}
	for name, e := range map[string]kif.Event{
		"an illegal move":              kif.Plain(kif.Move("２三歩(33)")),
		"a draw":                       kif.Plain(kif.DrawAgreed),
		"the other seat's resignation": {Step: kif.Resignation, Seat: 1, Spent: -1, Total: -1},
	} {
		if _, err := m.Append(e); err == nil {
			t.Errorf("%s is written", name)
		}
	}
	e := kif.Plain(kif.Move("２二銀(31)"))
	e.Comment = "☖"
	sjis, err := kif.ShiftJIS.Encode(kifu.file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := opened(t, sjis).Append(e); err == nil || !strings.Contains(err.Error(), "☖") {
		t.Errorf("a character that Shift_JIS does not have: %v", err)
	}
	closed := opened(t, []byte(theirs[1].file+"まで3手で中断\n"))
	if _, err := closed.Append(kif.Plain(kif.Move("２二銀(31)"))); err == nil || !strings.Contains(err.Error(), "line 8: ") {
		t.Errorf("behind a closing sentence: %v", err)
	}
	csa, err := convert.Read("game.csa", []byte("V2.2\nPI\n+\n+7776FU\n-3334FU\n"))
	if err != nil {
		t.Fatal(err)
	}
	played, err := match.New(csa, all.Game(csa.Game()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := played.Append(kif.Plain(kif.Move("２六歩(27)"))); err == nil || !strings.Contains(err.Error(), "CSA files are read-only") {
		t.Errorf("a CSA file: %v", err)
	}
}

// TestReadByContent checks that the format of a file is known by what it says, and by its name where that is open.
func TestReadByContent(t *testing.T) {
	const kifText, ki2Text, csaText = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n", "手合割：平手\n\n▲７六歩\n", "V2.2\nPI\n+\n+7776FU\n"
	board := "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n" +
		"|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・v角 ・|二\n|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n" + strings.Repeat("| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n", 3) +
		"| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n| 香 桂 銀 金 玉 金 銀 桂 香|九\n+---------------------------+\n先手の持駒：なし\n"
	for file, text := range map[string]string{
		"a.kif": kifText, "a.ki2": ki2Text, "a.csa": csaText, "-": csaText, "b.kif": csaText, "c.kif": ki2Text, "b.csa": kifText,
		"d.csa": "\ufeff'comment\n\nN+A\n" + csaText[5:], "f.ki2": board + "▲７六歩\n", "g": "'x\n" + csaText, "h.kif": "１ ７六歩(77)\n",
	} {
		r, err := convert.Read(file, []byte(text))
		if err != nil {
			t.Errorf("%s: %v", file, err)
		} else if got := texts(r); len(got) != 1 || got[0] != "７六歩(77)" {
			t.Errorf("%s has %v", file, got)
		}
	}
}

// TestIllegalLastMove checks that an illegal last move that is called a foul is kept with its ply, through each format, and that it is an
// error where nobody calls it a foul.
func TestIllegalLastMove(t *testing.T) {
	const file = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２八角(88)\n"
	if _, err := convert.Read("a.kif", []byte(file)); err == nil || !strings.Contains(err.Error(), "line 5: ") {
		t.Errorf("without a word: %v", err)
	}
	for _, text := range []string{file + "   4 反則手\n", file + "*反則\n", file + "   4 反則勝ち\n", "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8828KA\n%+ILLEGAL_ACTION\n"} {
		r, err := convert.Read("", []byte(text))
		if err != nil {
			t.Errorf("%v in\n%s", err, text)
			continue
		}
		for _, format := range []string{"kif", "csa", "csa3", "ki2"} {
			again := through(t, format, r)
			last := again.Events[len(again.Events)-1]
			if m, err := match.New(again, all.Game("shogi")); err != nil || m.Outcome == nil || m.Outcome.Places[1] != 1 {
				t.Errorf("%v", err)
			}
			if last.Step != kif.Step(kif.Foul) || last.Number != 3 || !strings.HasPrefix(last.Comment, "反則手：") {
				t.Errorf("by %s it has become %+v", format, last)
			}
		}
	}
}

// TestFractions checks that fractions of a second stay where a format has them, and are named where it has not.
func TestFractions(t *testing.T) {
	const file = "V3.0\nPI\n+\n+7776FU\nT12.345\n-3334FU\nT3.000\n%TORYO\nT0.5\n"
	csa3, _ := convert.Named("csa3")
	r, err := csa3.Read([]byte(file), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"kif", "csa3"} {
		r = through(t, format, r)
	}
	data, err := csa3.Write(r, convert.Target{Games: all.Games})
	if err != nil || !strings.Contains(string(data), "+7776FU\nT12.345\n-3334FU\nT3\n%TORYO\nT0.5\n") {
		t.Errorf("%v in\n%s", err, data)
	}
	csa, _ := convert.Named("csa")
	if _, err := csa.Write(r, convert.Target{Games: all.Games}); err == nil || !strings.Contains(err.Error(), "can't hold fractions of a second in the thinking times (ply 1, 3)") {
		t.Errorf("CSA V2.2: %v", err)
	}
}

// TestKI2KeepsPlaces checks that comments, variations and endings come back from KI2 where they were.
func TestKI2KeepsPlaces(t *testing.T) {
	const file = "手合割：平手\n棋戦：練習\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n*はじめ\n   1 ７六歩(77)\n*角道\n   2 ３四歩(33)\n   3 不詰\n*おわり\n" +
		"\n変化：2手\n*別の手\n   2 ８四歩(83)\n   3 ２六歩(27)\n*居飛車\n   4 投了\n\n変化：3手\n   3 ６八銀(79)\n"
	r, err := convert.Read("a.kif", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	again := through(t, "ki2", r)
	sameLine(t, "the main line", summary(r.Comment, r.Notes, r.Events), summary(again.Comment, again.Notes, again.Events))
	if len(again.Branches) != 2 {
		t.Fatalf("there are %d variations", len(again.Branches))
	}
	for i, b := range r.Branches {
		other := again.Branches[i]
		sameLine(t, "a variation", summary(b.Comment, b.Notes, b.Events), summary(other.Comment, other.Notes, other.Events))
		for n, e := range b.Events {
			if other.Start != b.Start || other.Parent != b.Parent || other.Events[n].Step != e.Step {
				t.Errorf("%v from %d has become %v from %d", e.Step, b.Start, other.Events[n].Step, other.Start)
			}
		}
	}
}

// TestDiceBeforeMoves checks that a throw may stand in the comment above its move as well as in that below.
func TestDiceBeforeMoves(t *testing.T) {
	const head = "手合割：5五将棋\nルール：サイコロ将棋\n手数----指手---------消費時間--\n"
	below, err := convert.Read("a.kif", []byte(head+"*始め\n   1 ４四金(45)\n*サイコロ：4\n*金\n   2 ５四飛(51)\n*サイコロ：5\n   3 投了\n"))
	if err != nil {
		t.Fatal(err)
	}
	above, err := convert.Read("a.kif", []byte(head+"*始め\n*サイコロ：4\n   1 ４四金(45)\n*金\n*サイコロ：5\n   2 ５四飛(51)\n   3 投了\n"))
	if err != nil {
		t.Fatal(err)
	}
	if string(above.Bytes()) != string(below.Bytes()) || len(above.Events) != 5 {
		t.Errorf("dice above their moves read as\n%s\nand below as\n%s", above.Bytes(), below.Bytes())
	}
}

// TestHandicapClosing checks that the closing sentence names the sides as the file does.
func TestHandicapClosing(t *testing.T) {
	for names, want := range map[string]string{"下手：甲\n上手：乙\n": "まで3手で上手の勝ち\n", "先手：甲\n後手：乙\n": "まで3手で後手の勝ち\n"} {
		m := opened(t, []byte("手合割：二枚落ち\n"+names+"   1 ６二銀(71)\n   2 ７六歩(77)\n"))
		for _, step := range []kif.Step{kif.Move("５四歩(53)"), kif.Resignation} {
			var err error
			if m, err = m.Append(kif.Plain(step)); err != nil {
				t.Fatal(err)
			}
		}
		if got := string(m.Record.File()); !strings.HasSuffix(got, want) {
			t.Errorf("the file is\n%s\nwant %s at its end", got, want)
		}
		if again := opened(t, m.Record.File()); again.Head != m.Head {
			t.Error("the file reads as another match")
		}
	}
}

// TestTheirDiceAreReadOnly checks that a file with a throw in the comment above its move takes nothing, and stays as it is.
func TestTheirDiceAreReadOnly(t *testing.T) {
	data := []byte("手合割：5五将棋\nルール：サイコロ将棋\n*サイコロ：4\n   1 ４四金(45)\n*サイコロ：5\n   2 ５四飛(51)\n")
	m := opened(t, data)
	for _, step := range []kif.Step{kif.Throw("[6]"), kif.Resignation} {
		if _, err := m.Append(kif.Plain(step)); err == nil || !strings.Contains(err.Error(), "hikyaku convert makes a record") {
			t.Errorf("%v is appended: %v", step, err)
		}
	}
	if !bytes.Equal(m.Record.File(), data) {
		t.Error("the file has changed")
	}
}

// TestTimeAfterComment checks that a time in a CSA file belongs to the move before it even if a comment stands between them, as
// shogi-server writes it after a declared win.
func TestTimeAfterComment(t *testing.T) {
	f, _ := convert.Named("csa")
	r, err := f.Read([]byte("PI\n+\n+7776FU\n'* 50\nT3\nT9\n-3334FU\nT4\n%KACHI,'* -5000 win\nT10\n%KACHI\n"), 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []time.Duration{3 * time.Second, 4 * time.Second, 10 * time.Second} {
		if e := r.Events[i]; e.Spent != want {
			t.Errorf("ply %d took %v, want %v", i+1, e.Spent, want)
		}
	}
	if e := r.Events[2]; e.Comment != " -5000 win" {
		t.Errorf("the comment of the ending is %q", e.Comment)
	}
}

// TestFoulNamesTheLoser checks that a KI2 file says who lost by a foul, as Kifu for Windows writes it.
func TestFoulNamesTheLoser(t *testing.T) {
	csa, _ := convert.Named("csa")
	ki2, _ := convert.Named("ki2")
	r, err := csa.Read([]byte("PI\n+\n+7776FU\n%-ILLEGAL_ACTION\n"), 0)
	if err != nil {
		t.Fatal(err)
	}
	text, err := ki2.Write(r, convert.Target{Games: all.Games})
	if want := "まで1手で後手の反則負け"; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("the file is\n%s\n(%v), want %s", text, err, want)
	}
}

// TestContinueAdjourned checks that a refused move in a game that its program saved before the end says how to continue it, and that
// undo and a move then do.
func TestContinueAdjourned(t *testing.T) {
	begin, end := "手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01)\n", "   2 中断         ( 0:03/00:00:03)\nまで1手で中断\n"
	m := opened(t, []byte(begin+end))
	if over := m.Over().En; !strings.Contains(over, "hikyaku undo") {
		t.Errorf("it says %q", over)
	}
	m, err := m.Cut(1).Append(kif.Plain(kif.Move("３四歩(33)")))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(m.Record.File()), begin+"   2 ３四歩(33)   ( 0:00/00:00:00)\n"; got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}
