package diceshogi

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

// writtenMoves converts pairs of a move and its comment, separated by a slash.
func writtenMoves(lines ...string) (all []shogitext.Written) {
	for _, line := range lines {
		text, comment, _ := strings.Cut(line, "/")
		all = append(all, shogitext.Written{Text: text, Comment: comment})
	}
	return all
}

var usual = []engine.Heading{{Key: "手合割", Value: "5五将棋"}}

func TestKIFRuleSets(t *testing.T) {
	thrown := writtenMoves("１四角(25)/サイコロ：1", "２三角(41)/ サイコロ:２\nwell", "３四金(45)/*サイコロ：３",
		"５四飛(51)/good\nサイコロ：5", "４五玉(55)/サイコロ：0", "４三歩打(00)/サイコロ：4")
	ignoring := writtenMoves("４四金(45)/サイコロ：4", "５四飛(51)/サイコロ：5", "同　玉(55)/サイコロ：5", "３二角(41)/サイコロ：6")
	for _, c := range []struct {
		name     string
		headings []engine.Heading
		moves    []shogitext.Written
		rules    string
		want     []engine.Move
	}{
		{"named", append([]engine.Heading{{Key: "ルール", Value: "HYPERサイコロ将棋"}}, usual...), thrown, hyper, hyperMoves},
		{"other width", append([]engine.Heading{{Key: "ルール", Value: "ＨＹＰＥＲ サイコロ将棋"}}, usual...), thrown, hyper, hyperMoves},
		{"guessed hyper", usual, thrown, hyper, hyperMoves},
		{"guessed dice", usual, ignoring, dice,
			[]engine.Move{"[4]", "４四金(45)", "[5]", "５四飛(51)", "[5]", "５四玉(55)", "[6]", "３二角(41)"}},
		{"thrown in lines", usual, []shogitext.Written{{Text: "４四金(45)", Throw: "[4]"}, {Text: "５四飛(51)", Throw: "[5]"}, {Text: "５四玉(55)"}}, hyper,
			[]engine.Move{"[4]", "４四金(45)", "[5]", "５四飛(51)", "５四玉(55)"}},
		{"no throws", append([]engine.Heading{{Key: "ルール", Value: "サイコロ将棋"}}, usual...), writtenMoves("４四金(45)", "３二角(41)/hm"),
			minishogi, []engine.Move{"４四金(45)", "３二角(41)"}},
	} {
		s, err := readKIF(c.headings, c.moves)
		if err != nil || rulesOf(s) != c.rules || !slices.Equal(s.Moves, c.want) {
			t.Errorf("%s: %+v, %v: want %s and %v", c.name, s, err, c.rules, c.want)
		}
	}
}

func TestKIFHandicapNames(t *testing.T) {
	for _, name := range []string{"5五将棋", "５五将棋　", "五々将棋", "5五", "五々", "５五", "minishogi", "五五将棋", "ミニ将棋"} {
		if _, err := readKIF([]engine.Heading{{Key: "手合割", Value: name}}, nil); err != nil {
			t.Errorf("手合割：%s: %v", name, err)
		}
	}
}

func TestKIFDiagram(t *testing.T) {
	headings := []engine.Heading{{Key: "手合割", Value: "その他"}, {Key: "後手の持駒", Value: "銀　歩　"}, {Value: "  ５ ４ ３ ２ １"}, {Value: "+---------------+"},
		{Value: "| ・v全 ・ ・v玉|一"}, {Value: "| ・ ・ ・ ・ ・|二"}, {Value: "|^角 ・ ・ 竜 ・|三"}, {Value: "|+と . ・ ・ ・|四"},
		{Value: "| 王 ・ ・ ・V馬|五"}, {Value: "+---------------+"}, {Key: "先手の持駒", Value: "飛 金二"}, {Value: "後手番"}}
	s, err := readKIF(headings, writtenMoves("１四馬(15)"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "1+s2k/5/B2+R1/+P4/K3+b w R2Gsp minishogi -"; s.Start.String() != want {
		t.Errorf("the start is %s: want %s", s.Start, want)
	}
}

func TestKIFHands(t *testing.T) {
	headings := []engine.Heading{{Value: "| ・ ・ ・ ・v玉|一"}, {Value: "| ・ ・ ・ ・ ・|二"}, {Value: "| ・ ・ ・ ・ ・|三"}, {Value: "| ・ ・ ・ ・ ・|四"}, {Value: "| 玉 ・ ・ ・ ・|五"}}
	for text, want := range map[string]string{
		"なし": "-", "無し": "-", "": "-", "銀": "S", "銀一": "S", "銀1　歩２": "S2P", "歩一 銀二": "2SP",
	} {
		s, err := readKIF(append([]engine.Heading{{Key: "先手の持駒", Value: text}}, headings...), nil)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if hand := strings.Fields(s.Start.String())[2]; hand != want {
			t.Errorf("%q is read as %s: want %s", text, hand, want)
		}
	}
}

func TestVariation(t *testing.T) {
	s, err := readKIF(usual, writtenMoves("４四金(45)/サイコロ：4", "５四飛(51)/サイコロ：5"))
	if err != nil {
		t.Fatal(err)
	}
	p := s.Start
	for _, m := range s.Moves {
		if p, err = p.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	list, after, err := variation(p, writtenMoves("同　玉(55)", "３二 角(41)/サイコロ：3"))
	if want := []engine.Move{"５四玉(55)", "３二角(41)"}; err != nil || !slices.Equal(list, want) || len(after) != 2 {
		t.Errorf("%v, %v: want %v", list, err, want)
	}
	list, _, err = variation(p, writtenMoves("同　玉(55)", "３三角(41)/サイコロ：3"))
	if len(list) != 1 || err == nil || !strings.Contains(err.Error(), "move.geometry") {
		t.Errorf("%v, %v", list, err)
	}
}

// TestKIFHeadings checks that headings are read back as the same start.
func TestKIFHeadings(t *testing.T) {
	for _, text := range []string{startText, "1+s2k/5/B2+R1/+P4/K3+b w R2Gsp", "4k/5/5/5/K4 b -"} {
		for _, rules := range []string{dice, hyper, minishogi} {
			s := &shogitext.Score{Options: engine.Options{"rules": rules}, Start: mustParse(t, rules, text)}
			headings, err := s.Headings()
			if err != nil {
				t.Fatal(err)
			}
			again, err := readKIF(headings, nil)
			if err != nil || !strings.HasPrefix(again.Start.String(), text+" ") {
				t.Errorf("%s is read back as %+v, %v from %v", text, again, err, headings)
			}
			if named := slices.Contains(headings, engine.Heading{Key: "ルール", Value: ruleNames[rules]}); named != (rules != minishogi) {
				t.Errorf("rules=%s has the headings %v", rules, headings)
			}
		}
	}
	if _, err := (&shogitext.Score{Options: engine.Options{"rules": dice}, Start: foreign{}}).Headings(); err == nil {
		t.Error("a position of another game has headings")
	}
}

func TestKIFRefusals(t *testing.T) {
	rank := func(text string) []engine.Heading {
		empty := engine.Heading{Value: "| ・ ・ ・ ・ ・|二"}
		return []engine.Heading{{Value: text}, empty, empty, empty, empty}
	}
	for _, c := range []struct {
		headings []engine.Heading
		moves    []shogitext.Written
		why      string
	}{
		{nil, nil, "neither 手合割"},
		{[]engine.Heading{{Key: "手合割", Value: "平手"}}, nil, "手合割：平手 is another game"},
		{append([]engine.Heading{{Key: "ルール", Value: "安南"}}, usual...), writtenMoves("４四金(45)/サイコロ：4"), "ルール：安南 is unknown"},
		{usual, writtenMoves("４四金(45)/サイコロ：4", "３二角(41)"), "move 2, ３二角(41): no die is written"},
		{usual, writtenMoves("４四金(45)", "３三角(41)"), "move.geometry"},
		{append([]engine.Heading{{Key: "ルール", Value: "HYPERサイコロ将棋"}}, usual...),
			writtenMoves("４四金(45)/サイコロ：4", "５四飛(51)/サイコロ：5", "４五玉(55)/サイコロ：4"), "none is thrown"},
		{rank("| ・ ・ ・ ・ ・|一")[:4], nil, "has 4 ranks"},
		{rank("| ・ ・ ・ ・|一"), nil, "has 4 squares"},
		{rank("| ・ ・ ・ ・ ・ ・|一"), nil, "has 6 squares"},
		{rank("| ・ ・ ・ ・ ・ 玉|一"), nil, "has 6 squares"},
		{rank("| ・ ・ ・ ・ ・一"), nil, "has no end"},
		{rank("| ・ ・ ・ ・ 桂|一"), nil, "is not a piece"},
		{append(rank("| ・ ・ ・ ・ 玉|一"), engine.Heading{Key: "先手の持駒", Value: "桂"}), nil, "cannot be read at '桂'"},
		{append(rank("| ・ ・ ・ ・ 玉|一"), engine.Heading{Key: "先手の持駒", Value: "二"}), nil, "cannot be read"},
		{append(rank("| ・ ・ ・ ・ 玉|一"), engine.Heading{Key: "先手の持駒", Value: "銀一1"}), nil, "cannot be read at '1'"},
		{rank("| ・ ・ ・ ・ 玉|一"), nil, "Player 2 has 0 kings"},
	} {
		if _, err := readKIF(c.headings, c.moves); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("readKIF(%v, %v) = %v: want %q in it", c.headings, c.moves, err, c.why)
		}
	}
}
