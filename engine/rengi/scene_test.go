package rengi

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"hikyaku/engine"
)

// after plays moves on a position.
func after(t *testing.T, p engine.Position, moves ...engine.Move) *position {
	t.Helper()
	for _, m := range moves {
		var err error
		if p, err = p.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	return p.(*position)
}

// board returns the board of a seat, or of none, whose English name begins with the given text.
func board(t *testing.T, s engine.Scene, name string, seat int) engine.Board {
	t.Helper()
	for _, b := range s.Boards {
		if strings.HasPrefix(b.Name.En, name) && b.Seat == seat {
			return b
		}
	}
	t.Fatalf("there is no board %q of seat %d", name, seat)
	return engine.Board{}
}

// glyphs returns the cells of a board from the left, each column from the bottom, with a ! after marked ones.
func glyphs(b engine.Board) string {
	cells := slices.Clone(b.Cells)
	slices.SortFunc(cells, func(a, b engine.Cell) int { return (a.At.X-b.At.X)*100 + a.At.Y - b.At.Y })
	text, x := "", b.Min.X
	for _, c := range cells {
		if c.Form == engine.Ground {
			continue
		}
		text += strings.Repeat("/", c.At.X-x) + c.Glyph
		if x = c.At.X; c.Mark != engine.NoMark {
			text += "!"
		}
	}
	return text
}

func wantLines(t *testing.T, s engine.Scene, want ...engine.Text) {
	t.Helper()
	for _, line := range want {
		if !slices.Contains(s.Lines, line) {
			t.Errorf("the lines are %v: want %v among them", s.Lines, line)
		}
	}
}

func TestSceneOfHaku(t *testing.T) {
	s := after(t, mustStart(t, nil), "3A", "33BC").Scene()
	if one, two := glyphs(board(t, s, "seat 1", 1)), glyphs(board(t, s, "seat 2", 2)); one != "//A" || two != "//B!C!" {
		t.Errorf("the fields show %s and %s", one, two)
	}
	if len(s.Boards) != 2 {
		t.Errorf("there are %d boards: want the fields alone", len(s.Boards))
	}
	wantLines(t, s, engine.Text{En: "seat 1: free, stock 0", Ja: "先手：安定、ストック0個"},
		engine.Text{En: "seat 1 to place two stones of any colours", Ja: "先手の番。好きな色の石を2個置く"})
}

func TestSceneOfChain(t *testing.T) {
	p := mustParse(t, nil, "A/A/AB//B/B ///// free free 0,4 0,0 - - - ??,?? 1 move v1")
	s := after(t, p, "44AB").Scene()
	if b := board(t, s, "seat 2: # 4 rows", 2); b.Name.Ja != "後手：#4段" {
		t.Errorf("the field of seat 2 is named %s", b.Name.Ja)
	}
	wantLines(t, s,
		engine.Text{En: "seat 1: chain, 2 slots left, sends 1 row, stock 0", Ja: "先手：連鎖中（残り2手番、発生1段）、ストック0個"},
		engine.Text{En: "announced to seat 2: 4 rows; to fall without a clear: 3 to 4 rows", Ja: "後手への予告：4段（消さなければ3〜4段（選択）落ちる）"},
		engine.Text{En: "seat 2 to place two stones of any colours, or pass", Ja: "後手の番。好きな色の石を2個置くか、パス"})
}

// TestSceneOfCap tells how much falls under each limit.
func TestSceneOfCap(t *testing.T) {
	for _, c := range []struct {
		cap       string
		announced string
		en, ja    string
	}{
		{"choose", "8", "3 to 8 rows", "3〜8段（選択）"}, {"choose", "3", "3 rows", "3段"},
		{"5", "8", "5 rows", "5段"}, {"5", "4", "4 rows", "4段"},
		{"3", "8", "3 rows", "3段"}, {"3", "2", "2 rows", "2段"},
	} {
		p := mustParse(t, engine.Options{"cap": c.cap}, "///// ///// free free "+c.announced+",0 0,0 - - - ??,?? 1 move v1")
		wantLines(t, p.Scene(), engine.Text{
			En: "announced to seat 1: " + c.announced + " rows; to fall without a clear: " + c.en,
			Ja: "先手への予告：" + c.announced + "段（消さなければ" + c.ja + "落ちる）"})
	}
}

func TestSceneOfTen(t *testing.T) {
	p := mustParse(t, engine.Options{"rules": ten}, "A///// ///// free chain:2:15:5 20,0 - 1,0 -2 - AB+CD+CC,AB+CD+CC 1 move v1")
	s := p.Scene()
	if got := glyphs(board(t, s, "tsumo", 1)); got != "AB//CD//CC" {
		t.Errorf("the tsumo of seat 1 are %s", got)
	}
	if got := glyphs(board(t, s, "tearing meter", 0)); got != "-3/-2!/-1/+1/+2/+3" {
		t.Errorf("the meter is %s", got)
	}
	board(t, s, "seat 1: # 3 rows + 2", 1)
	wantLines(t, s,
		engine.Text{En: "seat 1: free, 1 of 3 untorn", Ja: "先手：安定、チギリなし1/3"},
		engine.Text{En: "seat 2: chain, 2 slots left, sends 2 rows 3 stones", Ja: "後手：連鎖中（残り2手番、発生2段3個）"},
		engine.Text{En: "seat 1 to place AB, or pass", Ja: "先手の番。ABを置くか、パス"})
}

func TestSceneOfKou(t *testing.T) {
	p := mustStart(t, engine.Options{"rules": kou})
	s := after(t, p, "5L:A", "1L:B,12U:C").Scene()
	if got, want := glyphs(board(t, s, "list", 0)), "B!./../../../A./../../../../../../.C!"; got != want {
		t.Errorf("the list is %s: want %s", got, want)
	}
	wantLines(t, s, engine.Text{En: "seat 1 to put 2 stones into the list", Ja: "先手の番。リストに2個置く"})
	listed := mustParse(t, engine.Options{"rules": kou}, "///// ///// free free 0,0 0,0 - - AB/AA/AA/BB/AB/BB/CC/CC/CC/DD/DD/DD 1,2 1 move v1").Scene()
	if got, want := glyphs(board(t, listed, "list", 0)), "A!B!/AA/AA/BB/AB/BB/CC/CC/CC/DD/DD/DD"; got != want {
		t.Errorf("the list is %s: want %s", got, want)
	}
	if got := glyphs(board(t, listed, "tsumo", 2)); got != "AA//AB//DD" {
		t.Errorf("the tsumo of seat 2 are %s", got)
	}
}

// TestSteps follows a chain of two that answers garbage: the stones put down, two links, and the garbage that falls at
// the end.
func TestSteps(t *testing.T) {
	p := mustParse(t, nil, "A/A/AB//B/B ///// free free 0,0 0,0 - - - ??,?? 1 move v1")
	var fields []string
	for _, s := range p.Steps("44AB") {
		fields = append(fields, glyphs(board(t, s, "seat 1", 1)))
	}
	if want := []string{"A/A/AB/A!B!/B/B", "//B/B!/B/B", ""}; !slices.Equal(fields, want) {
		t.Errorf("the steps show %q: want %q", fields, want)
	}
	steps := p.Steps("44AB")
	if line, want := steps[1].Lines[0], (engine.Text{En: "seat 1 plays 44AB: link 1, 4 stones gone", Ja: "先手 44AB：1連鎖、4個消えた"}); line != want {
		t.Errorf("the second step says %v: want %v", line, want)
	}
	torn := mustParse(t, nil, "AAA//B/// ///// free free 0,0 0,0 - - - ??,?? 1 move v1").Steps("12AC")
	if got := glyphs(board(t, torn[1], "seat 1", 1)); got != "/C!/B" {
		t.Errorf("after the clear the field shows %s: want C marked, which is left of the placement", got)
	}
	fallen := mustParse(t, nil, "A/AA/A/B// ///// free free 0,0 0,0 - - - ??,?? 1 move v1").Steps("12AD")
	if got := glyphs(board(t, fallen[1], "seat 1", 1)); got != "/D!//B" {
		t.Errorf("after the clear the field shows %s: want D marked where it has fallen", got)
	}
	if p.Steps("47AB") != nil {
		t.Error("a move that is refused has steps")
	}
}

// TestStepsOfFall follows a placement after which garbage falls.
func TestStepsOfFall(t *testing.T) {
	p := mustParse(t, nil, "A///// ///// free free 1,0 0,0 - - - ??,?? 1 move v1")
	var fields []string
	for _, s := range p.Steps("12BC") {
		fields = append(fields, glyphs(board(t, s, "seat 1", 1)))
	}
	if want := []string{"AB!/C!", "AB!#/C!#/#/#/#/#"}; !slices.Equal(fields, want) {
		t.Errorf("the steps show %q: want %q", fields, want)
	}
}

// TestSceneOfLoss checks the mark on the stone on the fatal cell.
func TestSceneOfLoss(t *testing.T) {
	s := after(t, mustParse(t, nil, "//BCDBCDBCDBC/// ///// free free 0,0 0,0 - - - ??,?? 1 move v1"), "33AB").Scene()
	fatal := slices.IndexFunc(s.Boards[0].Cells, func(c engine.Cell) bool { return c.Mark == engine.Deciding })
	if fatal < 0 || s.Boards[0].Cells[fatal].At != (engine.Point{X: 3, Y: 12}) {
		t.Errorf("the fatal cell is not marked in %v", s.Boards[0].Cells)
	}
	wantLines(t, s, engine.Text{En: "column 3 of seat 1 is filled to row 12: seat 2 wins", Ja: "先手の左から3列目が12段まで埋まり、後手の勝ち"})
}

// TestSceneFits checks that no line and no pair of field names is wider than 80 columns, in random matches and in
// extreme positions.
func TestSceneFits(t *testing.T) {
	mixed := optionsOf("rules=ten unit=6 stock=on")
	all := []*position{mustParse(t, mixed, "///// ///// free chain:19:2520:10 2520,0 5,5 2,0 -2 - AB+CD+CC,AB+CD+CC 1 move v1"),
		mustParse(t, mixed, "///// ///// chain:19:2520:10 chain:19:2520:10 0,2520 5,5 2,2 -2 - AB+CD,AB+AB+CD 1 pair v1")}
	for _, options := range []string{"", "rules=kou", "rules=ten"} {
		all = append(all, walked(t, optionsOf(options), 9)...)
	}
	for _, p := range all {
		s := p.Scene()
		lines := append(s.Lines, engine.Text{En: s.Boards[0].Name.En + "    " + s.Boards[1].Name.En, Ja: s.Boards[0].Name.Ja + "    " + s.Boards[1].Name.Ja})
		for _, line := range lines {
			if len(line.En) > 80 || 2*utf8.RuneCountInString(line.Ja) > 80 {
				t.Errorf("%v is too wide", line)
			}
		}
	}
}
