package diceshogi

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

// A game of Hyper with a check, after which no die is thrown, and a drop.
var hyperMoves = []engine.Move{"[1]", "１四角(25)", "[2]", "２三角(41)", "[3]", "３四金(45)", "[5]", "５四飛(51)", "４五玉(55)", "[4]", "４三歩打"}

const hyperDSK = `V1-DSK
PI
+2514KA:1
-4123KA:2
+4534KI:3
-5154HI:5
+5545OU:0
-0043FU:4
%TORYO
`

func TestDSKBothWays(t *testing.T) {
	for _, text := range []string{hyperDSK, "\ufeffV1-DSK\r\n\r\nPI\r\n" + strings.ReplaceAll(hyperDSK[10:], "\n", "\r\n")} {
		s, err := ReadDSK(text)
		if err != nil {
			t.Fatal(err)
		}
		if rulesOf(s) != hyper || !s.Resigned || !slices.Equal(s.Moves, hyperMoves) {
			t.Errorf("read as %+v", s)
		}
		if again, err := DSK(s); err != nil || again != hyperDSK {
			t.Errorf("written as %q, %v", again, err)
		}
	}
}

// TestDSKOfDice checks that a die in check and a king that is taken make a game of dice shogi.
func TestDSKOfDice(t *testing.T) {
	text := "V1-DSK\nPI\n+4544KI:4\n-5154HI:5\n+1514HI:1\n-5455RY:5\n"
	s, err := ReadDSK(text)
	if err != nil || rulesOf(s) != dice || s.Moves[len(s.Moves)-1] != "５五飛成(54)" {
		t.Fatalf("read as %+v, %v", s, err)
	}
	if again, err := DSK(s); err != nil || again != strings.Replace(text, "PI", "'rules=dice\nPI", 1) {
		t.Errorf("written as %q, %v", again, err)
	}
	s = &shogitext.Score{Options: engine.Options{"rules": dice}, Start: mustParse(t, dice, startText), Moves: []engine.Move{"[4]", "４四金(45)", "[6]", "２二金(21)"}}
	written, err := DSK(s)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ReadDSK(written); err != nil || rulesOf(again) != dice || !slices.Equal(again.Moves, s.Moves) {
		t.Errorf("a game without check is read back as %+v, %v", again, err)
	}
}

func TestDSKRefusals(t *testing.T) {
	for _, c := range []struct{ text, why string }{
		{"", "no line V1-DSK"},
		{"V1-DSK\n", "no line PI"},
		{"V2\nPI\n", `line 1 is "V2": want V1-DSK`},
		{"V1-DSK\nPI\n+4534KI", `line 3 is "+4534KI"`},
		{"V1-DSK\nPI\n+4564KI:3", "line 3"},
		{"V1-DSK\nPI\n+4534KI:7", "line 3"},
		{"V1-DSK\nPI\n+4534XX:3", "line 3"},
		{"V1-DSK\nPI\n*4534KI:3", "line 3"},
		{"V1-DSK\nPI\n%TORYO\n+4534KI:3", "after %TORYO"},
		{"V1-DSK\nPI\n-4534KI:3", "move 1, -4534KI:3: Player 1 is to move"},
		{"V1-DSK\nPI\n+4534KA:3", "piece.mismatch"},
		{"V1-DSK\nPI\n+4534KI:4", "die.file"},
		{"V1-DSK\nPI\n+4534KI:0", "no die is written"},
	} {
		if _, err := ReadDSK(c.text); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("ReadDSK(%q) = %v: want %q in it", c.text, err, c.why)
		}
	}
	s := &shogitext.Score{Options: engine.Options{"rules": minishogi}, Start: mustStart(t, minishogi)}
	if _, err := DSK(s); err == nil {
		t.Error("minishogi is written as .dsk")
	}
	s.Options, s.Start = engine.Options{"rules": dice}, mustParse(t, dice, "4k/5/5/5/K4 b - dice -")
	if _, err := DSK(s); err == nil {
		t.Error("another start is written as .dsk")
	}
}

func TestUSIBothWays(t *testing.T) {
	for _, text := range []string{
		"position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 4e4d 5a5d 5e4e",
		"position sfen 4k/1S3/5/5/4K b P 1 moves 4b4a+ 1a1b P*3c",
		"position sfen 4k/5/5/5/4K w - 1",
	} {
		fields, moves, _ := shogitext.SplitUSI(text)
		b, err := set.ReadSFEN(fields)
		if err != nil {
			t.Fatal(err)
		}
		s, err := readKIF(headings(b), moves)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := s.USI(); err != nil || again != text || rulesOf(s) != minishogi {
			t.Errorf("%s is written as %s, %v, rules=%s", text, again, err, rulesOf(s))
		}
	}
}

// TestUSIOfDice checks that throws are left out.
func TestUSIOfDice(t *testing.T) {
	s, err := ReadDSK(hyperDSK)
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.USI()
	if want := "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 2e1d 4a2c 4e3d 5a5d 5e4e P*4c"; text != want || err != nil {
		t.Errorf("written as %s, %v", text, err)
	}
}

// foreign is a position of another game.
type foreign struct{ engine.Position }

func TestSFENOfAnotherGame(t *testing.T) {
	if text, err := shogitext.SFEN(foreign{}, 1); err == nil {
		t.Errorf("written as %s", text)
	}
	if text, err := shogitext.SFEN(mustStart(t, hyper), 12); err != nil || text != startText+" 12" {
		t.Errorf("the start is %s, %v", text, err)
	}
}

// FuzzReadDSK checks that a game is read back as it was written.
func FuzzReadDSK(f *testing.F) {
	f.Add(hyperDSK)
	f.Add("V1-DSK\nPI\n+4544KI:4\n-5154HI:5\n+1514HI:1\n-5455RY:5\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadDSK(text)
		if err != nil {
			return
		}
		written, err := DSK(s)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ReadDSK(written); err != nil || rulesOf(again) != rulesOf(s) || !slices.Equal(again.Moves, s.Moves) || again.Resigned != s.Resigned {
			t.Errorf("%q is written as %q and read as %+v, %v", text, written, again, err)
		}
	})
}
