package shogitext

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

var (
	large = &Set{Size: 9, Most: [Tokin]int{Pawn: 18, Lance: 4, Knight: 4, Silver: 4, Gold: 4, Bishop: 2, Rook: 2, King: 2},
		Usual: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"}
	small = &Set{Size: 5, Most: [Tokin]int{Pawn: 2, Silver: 2, Gold: 2, Bishop: 2, Rook: 2, King: 2}, Usual: "rbsgk/4p/5/P4/KGSBR b -"}
)

// loose is a position in which every piece goes where it reaches, and promotes in the three far rows.
type loose struct {
	board Board
	last  Square
}

func (l loose) Board() *Board { return &l.board }
func (l loose) Last() Square  { return l.last }

func (l loose) Legal(m Move) bool {
	b := l.board
	if m.Way == Drops {
		return b.Hands[b.Turn-1][m.Kind] > 0 && b.Pieces[m.To].Seat == 0
	}
	far := func(s Square) bool { return s.Rank() <= 3 && b.Turn == 1 || s.Rank() >= 7 && b.Turn == 2 }
	return b.Pieces[m.From] == Piece{m.Kind, uint8(b.Turn)} && b.reaches(m.From, m.To) && int(b.Pieces[m.To].Seat) != b.Turn &&
		(m.Way != Promotes || m.Kind.promotes() && (far(m.From) || far(m.To)))
}

func mustSFEN(t *testing.T, set *Set, text string) Board {
	t.Helper()
	b, err := set.ReadSFEN(strings.Fields(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// golds has golds on 6九, 5九 and 4九, a dragon on 2八 and one on 8八, and silvers on 4四 and 6二.
const golds = "8k/3S5/9/5S3/9/9/9/1+R5+R1/3GGGK2 b BNLP"

func TestParse(t *testing.T) {
	for _, c := range []struct{ sfen, text, want string }{
		{golds, "５八金右", "５八金(49)"},
		{golds, "５八金左", "５八金(69)"},
		{golds, "５八金直", "５八金(59)"},
		{golds, "G6i-5h", "５八金(69)"},
		{golds, "５八龍右", "５八龍(28)"},
		{golds, "58竜左", "５八龍(88)"},
		{golds, "+R-58", "could be"},
		{golds, "５八金", "could be"},
		{golds, "５八金上", "could be"},
		{golds, "５三銀", "could be"},
		{golds, "５三銀引不成", "５三銀(62)"},
		{golds, "５三銀上成", "５三銀成(44)"},
		{golds, "S6b-5c=", "５三銀(62)"},
		{golds, "Sx5c", "could be"},
		{golds, "５五角", "５五角打"},
		{golds, "N*55", "５五桂打"},
		{golds, "５五香打", "５五香打"},
		{golds, "P*5e+", "is not a move"},
		{golds, "-55", "is not a move"},
		{golds, "P55", "５五歩打"},
		{golds, "+R58", "could be"},
		{golds, "７六圭(87)", "７六成桂(87)"},
		{golds, "同歩(77)", "７六歩(77)"},
		{golds, "５八金引", "is not a move"},
		{golds, "５五角打ち", "５五角打"},
		{golds, "５五角。", "５五角打"},
		{golds, "４八金寄る", "is not a move"},
		{golds, "５八金上がる", "could be"},
		{golds, "５八龍寄る", "could be"},
		{golds, "５三銀引く不成", "５三銀(62)"},
		{golds, "５三銀上がる成り", "５三銀成(44)"},
		{golds, "５三銀行く成らず", "５三銀(44)"},
		{golds, "+5948KI", "４八金(59)"},
		{golds, "+6251NG", "５一銀成(62)"},
		{golds, "+6251GI", "５一銀(62)"},
		{golds, "+6251XX", "is not a move"},
	} {
		m, err := large.Parse(loose{mustSFEN(t, large, c.sfen), SquareAt(7, 6)}, c.text)
		if err != nil && !strings.Contains(err.Error(), c.want) || err == nil && string(m) != c.want {
			t.Errorf("%s is read as %+v, %v: want %s", c.text, m, err, c.want)
		}
	}
	for _, text := range []string{"５八金(59)", "３三桂打", "6g6f", "同歩(44)"} {
		if m, err := small.Parse(loose{mustSFEN(t, small, small.Usual), NoSquare}, text); err == nil {
			t.Errorf("%s is read as %v on a small board", text, m)
		}
	}
}

// TestKI2 writes moves with the sign that tells pieces apart.
func TestKI2(t *testing.T) {
	p := loose{mustSFEN(t, large, golds), SquareAt(5, 3)}
	for move, want := range map[string]string{
		"５八金(59)": "▲５八金直", "５八金(69)": "▲５八金左", "５八龍(28)": "▲５八龍右", "４八金(49)": "▲４八金直", "５三銀(62)": "▲同　銀引不成",
		"５三銀成(44)": "▲同　銀上成", "５五角打": "▲５五角", "３八玉(39)": "▲３八玉",
	} {
		m, ok := large.ReadMove(move)
		if got := KI2(p, m); !ok || got != want {
			t.Errorf("%s is written as %s: want %s", move, got, want)
		}
	}
}

// TestDiagrams draws positions and reads them back.
func TestDiagrams(t *testing.T) {
	for text, set := range map[string]*Set{
		large.Usual: large,
		golds:       large,
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p": large,
		"4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P":                             large,
		"4k4/9/9/9/9/9/9/9/4K4 w 10P8p":                                       large,
		"1+s2k/5/B2+R1/+P4/K3+b w R2Gsp":                                      small,
	} {
		b := mustSFEN(t, set, text)
		again, err := set.ReadDiagram(b.Diagram())
		if err != nil || again != b || again.SFEN() != text {
			t.Errorf("%s is drawn as %v and read as %s, %v", text, b.Diagram(), again.SFEN(), err)
		}
		lines := b.csa()
		if again, ok := set.ReadCSA(lines); !ok || again != b {
			t.Errorf("%s is written as %v and read as %s", text, lines, again.SFEN())
		}
	}
}

func TestHands(t *testing.T) {
	b := mustSFEN(t, large, "4k4/9/9/9/9/9/9/9/4K4 b -")
	drawn := b.Diagram()
	for text, want := range map[string]string{
		"なし": "-", "": "-", "飛歩": "RP", "歩十八": "18P", "歩十": "10P", "歩18": "18P", "歩１８": "18P", "歩二　銀": "S2P", "角　歩十一　": "B11P", "歩一": "P",
		"歩十八十": "", "王": "", "八": "", "歩二3": "", "成銀": "",
	} {
		heads := slices.Clone(drawn)
		heads[len(heads)-2] = engine.Heading{Key: "先手の持駒", Value: text}
		read, err := large.ReadDiagram(heads)
		if got := strings.Fields(read.SFEN())[2]; (err != nil) != (want == "") || err == nil && got != want {
			t.Errorf("%q is read as %s, %v: want %s", text, got, err, want)
		}
	}
}

// TestCSAPositions reads positions as files in the wild tell them.
func TestCSAPositions(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"PI", "+"}, large.Usual},
		{[]string{"PI82HI22KA", "-"}, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"},
		{[]string{"P-51OU", "P+52KI00FU00FU", "P-00AL", "+"}, "4k4/4G4/9/9/9/9/9/9/9 b 2P2r2b3g4s4n4l16p"},
		{[]string{"P1 *  *  *  * -OU", "P+53FU00KI", "+"}, "4k4/9/4P4/9/9/9/9/9/9 b G"},
		{[]string{"PI51KI"}, ""},
		{[]string{"P+00OU"}, ""},
		{[]string{"P0-OU"}, ""},
		{nil, ""},
	} {
		b, ok := large.ReadCSA(c.lines)
		if ok != (c.want != "") || ok && b.SFEN() != c.want {
			t.Errorf("%q is read as %s, %t: want %s", c.lines, b.SFEN(), ok, c.want)
		}
	}
}

func TestSplitUSI(t *testing.T) {
	for _, c := range []struct {
		text, sfen string
		moves      int
		usual      bool
	}{
		{"position startpos moves 7g7f 3c3d", "startpos", 2, true},
		{"startpos", "startpos", 0, true},
		{"position sfen " + large.Usual + " 1 moves 7g7f", large.Usual + " 1", 1, false},
		{large.Usual, large.Usual, 0, false},
		{"", "", 0, false},
	} {
		fields, moves, usual := SplitUSI(c.text)
		if got := strings.Join(fields, " "); got != c.sfen || len(moves) != c.moves || usual != c.usual {
			t.Errorf("%q is split into %q, %v, %t", c.text, got, moves, usual)
		}
	}
}

// FuzzReadDiagram checks that a position is read back as it was drawn.
func FuzzReadDiagram(f *testing.F) {
	b, _ := small.ReadSFEN(strings.Fields(small.Usual))
	var lines []string
	for _, h := range b.Diagram() {
		lines = append(lines, h.Key+"："+h.Value)
	}
	f.Add(strings.Join(lines, "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		var heads []engine.Heading
		for line := range strings.SplitSeq(text, "\n") {
			key, value, _ := strings.Cut(line, "：")
			heads = append(heads, engine.Heading{Key: key, Value: value})
		}
		b, err := small.ReadDiagram(heads)
		if err != nil || b.TooMany() != nil {
			return
		}
		if again, err := small.ReadDiagram(b.Diagram()); err != nil || again != b {
			t.Errorf("%q is read as %s and then as %s, %v", text, b.SFEN(), again.SFEN(), err)
		}
	})
}
