package rengi

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
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

// board returns the board with this ID.
func board(t *testing.T, s engine.Scene, id string) engine.Board {
	t.Helper()
	for _, b := range s.Boards {
		if b.ID == id {
			return b
		}
	}
	t.Fatalf("there is no board %q", id)
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

// words returns what the panels of s say, and the turn: "state; words; words | … | seat 1 to place AB".
func words(s engine.Scene, lang string) string {
	var all []string
	for _, p := range s.Players {
		said := []string{p.State.In(lang)}
		for _, thing := range p.Has {
			if thing.Words.En != "" {
				said = append(said, thing.Words.In(lang))
			}
		}
		all = append(all, strings.Join(said, "; "))
	}
	return strings.Join(append(all, fmt.Sprint(s.Turn.Seat, " ", s.Turn.For.In(lang))), " | ")
}

func wantWords(t *testing.T, s engine.Scene, en, ja string) {
	t.Helper()
	for lang, want := range map[string]string{"en": en, "ja": ja} {
		if got := words(s, lang); got != want {
			t.Errorf("the scene says %q: want %q", got, want)
		}
	}
}

func TestSceneOfHaku(t *testing.T) {
	s := after(t, mustStart(t, nil), "3A", "33BC").Scene()
	if one, two := glyphs(board(t, s, "field1")), glyphs(board(t, s, "field2")); one != "//A" || two != "//B!C!" {
		t.Errorf("the fields show %s and %s", one, two)
	}
	if len(s.Boards) != 2 {
		t.Errorf("there are %d boards: want the fields alone", len(s.Boards))
	}
	wantWords(t, s, "; stock 0 | ; stock 0 | 1 to place two stones of any colours",
		"; ストック0個 | ; ストック0個 | 1 の番。好きな色の石を2個置く")
}

func TestSceneOfChain(t *testing.T) {
	p := mustParse(t, nil, "A/A/AB//B/B ///// free free 0,4 0,0 - - - ??,?? 1 move v1")
	wantWords(t, after(t, p, "44AB").Scene(),
		"chain, 2 turns left; sends 1 row; stock 0 | 3 to 4 rows to fall without a clear; 4 rows; stock 0 | 2 to place two stones of any colours, or pass",
		"連鎖中、残り2手番; 発生1段; ストック0個 | 消さなければ3～4段（選択）落ちる; 4段; ストック0個 | 2 の番。好きな色の石を2個置くか、パス")
}

// TestSceneOfCap tells how much falls under each limit.
func TestSceneOfCap(t *testing.T) {
	for _, c := range []struct {
		cap       string
		announced string
		en, ja    string
	}{
		{"choose", "8", "3 to 8 rows", "3～8段（選択）"}, {"choose", "3", "3 rows", "3段"},
		{"5", "8", "5 rows", "5段"}, {"5", "4", "4 rows", "4段"},
		{"3", "8", "3 rows", "3段"}, {"3", "2", "2 rows", "2段"},
	} {
		p := mustParse(t, engine.Options{"cap": c.cap}, "///// ///// free free "+c.announced+",0 0,0 - - - ??,?? 1 move v1")
		wantWords(t, p.Scene(),
			c.en+" to fall without a clear; "+c.announced+" rows; stock 0 | ; stock 0 | 1 to place two stones of any colours",
			"消さなければ"+c.ja+"落ちる; "+c.announced+"段; ストック0個 | ; ストック0個 | 1 の番。好きな色の石を2個置く")
	}
}

func TestSceneOfTen(t *testing.T) {
	p := mustParse(t, engine.Options{"rules": ten}, "A///// ///// free chain:2:15:5 20,0 - 1,0 -2 - AB+CD+CC,AB+CD+CC 1 move v1")
	s := p.Scene()
	if got := glyphs(board(t, s, "tsumo1")); got != "AB//CD//CC" {
		t.Errorf("the tsumo of seat 1 are %s", got)
	}
	if got := glyphs(board(t, s, "meter")); got != "-3/-2!/-1/+1/+2/+3" {
		t.Errorf("the meter is %s", got)
	}
	wantWords(t, s,
		"3 to 4 rows to fall without a clear; 3 rows + 2; 1 of 3 untorn | chain, 2 turns left; sends 2 rows 3 stones | 1 to place AB, or pass",
		"消さなければ3～4段（選択）落ちる; 3段2個; チギリなし1/3 | 連鎖中、残り2手番; 発生2段3個 | 1 の番。ABを置くか、パス")
	few := mustParse(t, engine.Options{"rules": ten}, "A///// ///// free free 1,0 - 0,0 -2 - AB+CD+CC,AB+CD+CC 1 move v1")
	wantWords(t, few.Scene(), "1 stone to fall without a clear; 1 stone |  | 1 to place AB", "消さなければ1個落ちる; 1個 |  | 1 の番。ABを置く")
}

func TestSceneOfKou(t *testing.T) {
	p := mustStart(t, engine.Options{"rules": kou})
	s := after(t, p, "5L:A", "1L:B,12U:C").Scene()
	if got, want := glyphs(board(t, s, "list")), "B!./../../../A./../../../../../../.C!"; got != want {
		t.Errorf("the list is %s: want %s", got, want)
	}
	if got, want := board(t, s, "list").Name, (i18n.Text{En: "list, left: A5 B5 C5 D6", Ja: "ツモリスト　残り A5 B5 C5 D6"}); got != want {
		t.Errorf("the list is called %q: want %q", got, want)
	}
	wantWords(t, s, "; stock 0 | ; stock 0 | 1 to put 2 stones into the list",
		"; ストック0個 | ; ストック0個 | 1 の番。リストに2個置く")
	if got := glyphs(board(t, s, "tsumo1")); got != "" {
		t.Errorf("while the list is drafted, the tsumo of seat 1 are %s", got)
	}
	listed := mustParse(t, engine.Options{"rules": kou}, "///// ///// free free 0,0 0,0 - - AB/AA/AA/BB/AB/BB/CC/CC/CC/DD/DD/DD 1,2 1 move v1").Scene()
	if got, want := glyphs(board(t, listed, "list")), "A!B!/AA/AA/BB/AB/BB/CC/CC/CC/DD/DD/DD"; got != want {
		t.Errorf("the list is %s: want %s", got, want)
	}
	if got := glyphs(board(t, listed, "tsumo2")); got != "AA//AB//DD" {
		t.Errorf("the tsumo of seat 2 are %s", got)
	}
}

// TestSteps follows a chain of two that answers garbage: the stones put down, two links, and the garbage that falls at
// the end.
func TestSteps(t *testing.T) {
	p := mustParse(t, nil, "A/A/AB//B/B ///// free free 0,0 0,0 - - - ??,?? 1 move v1")
	var fields []string
	for _, s := range p.Steps("44AB") {
		fields = append(fields, glyphs(board(t, s, "field1")))
	}
	if want := []string{"A/A/AB/A!B!/B/B", "//B/B!/B/B", ""}; !slices.Equal(fields, want) {
		t.Errorf("the steps show %q: want %q", fields, want)
	}
	steps := p.Steps("44AB")
	wantWords(t, steps[1], "plays 44AB, link 1: 4 stones gone; stock 0 | ; stock 0 | 0 ", "44AB、1連鎖、4個消えた; ストック0個 | ; ストック0個 | 0 ")
	torn := mustParse(t, nil, "AAA//B/// ///// free free 0,0 0,0 - - - ??,?? 1 move v1").Steps("12AC")
	if got := glyphs(board(t, torn[1], "field1")); got != "/C!/B" {
		t.Errorf("after the clear the field shows %s: want C marked, which is left of the placement", got)
	}
	fallen := mustParse(t, nil, "A/AA/A/B// ///// free free 0,0 0,0 - - - ??,?? 1 move v1").Steps("12AD")
	if got := glyphs(board(t, fallen[1], "field1")); got != "/D!//B" {
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
		fields = append(fields, glyphs(board(t, s, "field1")))
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
	if want := (i18n.Text{En: "filled column 3 to row 12", Ja: "の左から3列目が12段まで埋まりました"}); s.Result.Seat != 1 || s.Result.How != want {
		t.Errorf("the end is %+v: want %q of seat 1", s.Result, want)
	}
}

// TestSceneFits checks that nothing that a panel says under the fields is wider than 72 columns, in random matches and in extreme
// positions.
func TestSceneFits(t *testing.T) {
	mixed := optionsOf("rules=ten unit=6 stock=on")
	all := []*position{mustParse(t, mixed, "///// ///// free chain:19:2520:10 2520,0 5,5 2,0 -2 - AB+CD+CC,AB+CD+CC 1 move v1"),
		mustParse(t, mixed, "///// ///// chain:19:2520:10 chain:19:2520:10 0,2520 5,5 2,2 -2 - AB+CD,AB+AB+CD 1 pair v1")}
	for _, options := range []string{"", "rules=kou", "rules=ten"} {
		all = append(all, walked(t, optionsOf(options), 9)...)
	}
	for _, p := range all {
		s := p.Scene()
		for _, panel := range s.Players {
			panel.Has[0].Words = i18n.Text{} // the announced garbage stands over the field
		}
		en, ja := words(s, "en"), words(s, "ja")
		for _, said := range append(strings.Split(en, " | "), strings.Split(ja, " | ")...) {
			if wide := (len(said) + utf8.RuneCountInString(said)) / 2; wide > 72 {
				t.Errorf("%q is too wide", said)
			}
		}
	}
}

// TestClearedCellsShowTheirLink looks at the field after a chain of two links, and at that of the other seat.
func TestClearedCellsShowTheirLink(t *testing.T) {
	s := after(t, mustParse(t, nil, "A/A/AB//B/B ///// free free 0,0 0,0 - - - ??,?? 1 move v1"), "44AB").Scene()
	links := map[engine.Point]string{}
	for i, b := range s.Boards[:2] {
		for _, c := range b.Cells {
			if c.Mark == engine.From {
				links[engine.Point{X: c.At.X + 10*i, Y: c.At.Y}] = c.Glyph
			}
		}
	}
	want := map[engine.Point]string{{X: 1, Y: 1}: "1", {X: 2, Y: 1}: "1", {X: 3, Y: 1}: "2", {X: 4, Y: 1}: "2", {X: 5, Y: 1}: "2", {X: 6, Y: 1}: "2"}
	if !maps.Equal(links, want) {
		t.Errorf("the cleared cells are %v: want %v", links, want)
	}
}
