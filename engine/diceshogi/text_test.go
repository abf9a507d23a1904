package diceshogi

import (
	"errors"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// TestImpossibleTexts checks that each text is refused with a sentence that says why.
func TestImpossibleTexts(t *testing.T) {
	for _, c := range []struct{ rules, text, why string }{
		{dice, "", "0 fields"},
		{dice, startText + " dice", `"dice" is not a rule set and a die`},
		{dice, startText + " dice - drop.occupied", `"drop.occupied" is neither a foul`},
		{dice, startText + " dice - drop.two-pawns", "this needs foul=loses"},
		{dice, startText + " 1 dice - - -", "is not a rule set and a die"},
		{dice, startText + " dice 4 moves 4e4d", "only with repetition=loses"},
		{minishogi, startText + " minishogi - moves 4e4d x", `"x" is no move in USI`},
		{minishogi, startText + " minishogi - moves 4e4d 4e4d", "no piece on 4e"},
		{minishogi, "4k/5/5/5/K4 b - minishogi - end.checkmate", "neither a foul that loses nor a repetition"},
		{dice, "4k/5/5/5/K4 b - dice - end.repetition", "needs repetition=loses"},
		{dice, "rbsgk/4p/5/P4 b - dice -", "4 ranks"},
		{dice, "rbsgk/4p/6/P4/KGSBR b - dice -", `"6" in rank 3 is not a piece`},
		{dice, "rbsgk/4p/5/P4/KGSNR b - dice -", `"NR" in rank 5`},
		{dice, "rbs+gk/4p/5/P4/KGSBR b - dice -", `"+gk" in rank 1`},
		{dice, "rbsgk/4p/4+/P4/KGSBR b - dice -", `"+" in rank 3`},
		{dice, "rbsgk/4p/4/P4/KGSBR b - dice -", "rank 3, \"4\", does not have 5 squares"},
		{dice, "rbsgk/4pp/5/P4/KGSBR b - dice -", "rank 2"},
		{dice, "rbsgk/4p/51/P4/KGSBR b - dice -", "rank 3"},
		{dice, "rbsgk/4p/5/P4/KGSBR x - dice -", `"x": want b`},
		{dice, "rbsgk/4p/5/P4/KGSBR bw - dice -", `"bw"`},
		{dice, "4k/5/5/5/K4 b K dice -", `"K" is not a piece in hand`},
		{dice, "4k/5/5/5/K4 b 2 dice -", `"2" is not a piece in hand`},
		{dice, "4k/5/5/5/K4 b PP dice -", "one kind twice"},
		{dice, "4k/5/5/5/K4 b 3P dice -", "3 pieces of the kind pawn"},
		{dice, "4k/5/5/5/K3+p b Pp dice -", "3 pieces of the kind pawn"},
		{dice, "4k/5/5/5/K4 b - hyper -", "of rules=hyper: this is rules=dice"},
		{dice, "4k/5/5/5/K4 b - dice 7", `the die shows "7"`},
		{dice, "4k/5/5/5/K4 b - 0", `"0" is no move number`},
		{dice, "4k/5/5/5/5 w - dice -", "Player 2 is to move, but the king of Player 1 has been taken"},
		{dice, "5/5/5/5/5 w - dice -", "Player 1 would be next"},
		{dice, "4k/4k/5/5/K4 b - dice -", "Player 2 has 2 kings"},
		{hyper, "4k/5/5/5/5 b - hyper -", "Player 1 has 0 kings"},
		{hyper, "4k/5/5/P4/P3K b - hyper -", "Player 1 has two pawns on file 5"},
		{hyper, "P3k/5/5/5/4K b - hyper -", "the pawn of Player 1 on 5a"},
		{hyper, "4k/5/5/5/p3K b - hyper -", "the pawn of Player 2 on 5e"},
		{hyper, "4k/5/5/5/4R b - hyper -", "Player 1 has 0 kings"},
		{hyper, "4k/5/5/5/K3R b - hyper -", "Player 2 is in check on 1a, and Player 1 is to move"},
		{hyper, "4k/5/5/5/K3R w - hyper 2", "in check, so no die is thrown"},
		{minishogi, startText + " minishogi 2", "no die"},
		{dice, "4k/5/5/5/5 b - dice 2", "the game has ended"},
		{hyper, "4k/2S2/3G1/5/K4 w - hyper 1", "the game has ended"},
	} {
		_, err := parse(engine.Options{"rules": c.rules}, c.text)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("Parse(%q) = %v: want %q in it", c.text, err, c.why)
			continue
		}
		if said := err.(interface{ Sentence() i18n.Text }).Sentence(); strings.Contains(said.En+said.Ja, "%!") || said.Ja == "" {
			t.Errorf("Parse(%q) says %+v", c.text, said)
		}
	}
}

func TestUnknownOptions(t *testing.T) {
	for _, options := range []engine.Options{{"rules": "shogi"}, {"size": "9"}} {
		if _, err := parse(options, startText); err == nil {
			t.Errorf("Start(%v) is accepted", options)
		}
	}
}

// TestFoulsInTexts checks that a position after a foul shows it, and only then is read.
func TestFoulsInTexts(t *testing.T) {
	for _, c := range []struct{ rules, text, foul string }{
		{dice, "4k/5/P4/P4/K4 w - dice -", "drop.two-pawns"},
		{dice, "P3k/5/5/5/K4 w - dice -", "drop.no-move"},
		{minishogi, "P3k/5/5/5/K4 w - minishogi -", "promotion.forced"},
		{minishogi, "r3k/5/5/5/K4 w - minishogi -", "check.unanswered"},
		{hyper, "r3k/5/5/5/K4 w - hyper -", "check.exposed"},
		{minishogi, "3rk/4P/3G1/5/K4 w - minishogi -", "drop.pawn-mate"},
	} {
		o := engine.Options{"rules": c.rules, "foul": "loses"}
		p, err := parse(o, c.text+" "+c.foul)
		if err != nil || p.String() != c.text+" "+c.foul {
			t.Errorf("%s by %s is read as %v, %v", c.text, c.foul, p, err)
			continue
		}
		if r := p.Next().Result; r == nil || r.Rule.ID != c.foul || r.Places[0] != 2 {
			t.Errorf("%s ends by %+v: want a loss of Player 1", p, r)
		}
		if p, err := parse(o, startText+" "+c.rules+" - "+c.foul); err == nil {
			t.Errorf("%v is read, without a foul on the board", p)
		}
	}
}

// TestApplyTakesCanonicalTextOnly checks that Apply refuses the other notations, which only Parse reads.
func TestApplyTakesCanonicalTextOnly(t *testing.T) {
	p := mustStart(t, minishogi)
	for _, text := range []engine.Move{"4e4d", "44金(45)", "４四金", "▲４四金(45)", "４四金(４５)", "４四金(45) ", "４四金不成(45)"} {
		if _, err := p.Parse(string(text)); err != nil {
			t.Errorf("Parse(%q) = %v", text, err)
		}
		var r *engine.Rejection
		if _, err := p.Apply(text); !errors.As(err, &r) || r.Rule != shogitext.MoveMalformed {
			t.Errorf("Apply(%q) = %v: want %s", text, err, shogitext.MoveMalformed.ID)
		}
	}
}

// TestParseNeedsNoTurn checks that Parse gives the same before a throw and after it.
func TestParseNeedsNoTurn(t *testing.T) {
	for _, text := range []string{startText + " dice -", startText + " dice 3"} {
		p := mustParse(t, dice, text)
		if m, err := p.Parse("４四金直"); err != nil || m != "４四金(45)" {
			t.Errorf("%s: Parse = %q, %v", text, m, err)
		}
	}
}

// TestLatinNotation checks the notation of letters in English: the piece that is named must stand on the origin.
func TestLatinNotation(t *testing.T) {
	for _, tt := range []struct {
		position, text string
		want           engine.Move
		refused        *engine.Rule
	}{
		{startText + " minishogi -", "G4e-4d", "４四金(45)", nil},
		{startText + " minishogi -", "g4e4d", "４四金(45)", nil},
		{startText + " minishogi -", "S4e-4d", "４四銀(45)", shogitext.PieceMismatch},
		{"4k/2+S2/5/5/2K2 b - minishogi -", "+S3b-3a", "３一成銀(32)", nil},
		{"4k/1S3/5/5/2K2 b P minishogi -", "S4b-4a+", "４一銀成(42)", nil},
		{"4k/1S3/5/5/2K2 b P minishogi -", "P*3c", "３三歩打", nil},
	} {
		p := mustParse(t, minishogi, tt.position)
		m, err := p.Parse(tt.text)
		if err != nil || m != tt.want {
			t.Errorf("Parse(%q) = %q, %v: want %s", tt.text, m, err, tt.want)
			continue
		}
		var r *engine.Rejection
		if _, err := p.Apply(m); errors.As(err, &r) != (tt.refused != nil) || r != nil && r.Rule != tt.refused {
			t.Errorf("%s: %v, want %v", tt.text, err, tt.refused)
		}
	}
	for _, text := range []string{"+G4e-4d", "P*3c+", "G4e--4d", "Q4e-4d", "G4e-4f", "+4e4d"} {
		if m, err := mustStart(t, minishogi).Parse(text); err == nil {
			t.Errorf("Parse(%q) = %s", text, m)
		}
	}
}

// FuzzParsePosition checks that a position is read back as it was written.
func FuzzParsePosition(f *testing.F) {
	f.Add(startText + " dice 4")
	f.Add("4k/2+S2/5/3G1/K4 w 2Pr hyper 2")
	f.Add(startText + " 1")
	f.Add("4k/5/P4/P4/K4 w - dice - drop.two-pawns")
	f.Fuzz(func(t *testing.T, text string) {
		for _, rules := range []string{dice, hyper, minishogi} {
			options := engine.Options{"rules": rules, "foul": "loses"}
			p, err := parse(options, text)
			if err != nil {
				continue
			}
			q, err := parse(options, p.String())
			if err != nil || *q.(*position) != *p.(*position) || q.String() != p.String() {
				t.Errorf("%q is written as %q and read as %v, %v", text, p, q, err)
			}
		}
	})
}

// FuzzParseMove checks that Parse returns canonical notation, and that Apply takes nothing else.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"４四金(45)", "4e4d", "P*3c", "同　銀(45)", "４四金右", "3三成銀引成", "▲２三歩打(00)", "５一全(52)"} {
		f.Add(text)
	}
	p, err := mustParse(f, dice, "2g1k/2s2/1G1+P1/2S1P/K1R1R b Bb dice 2").Apply("２二と(23)")
	if err != nil {
		f.Fatal(err)
	}
	p, err = p.Apply("[6]")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := p.Parse(text)
		if again, failed := p.Parse(string(m)); err == nil && (failed != nil || again != m) {
			t.Errorf("Parse(%q) = %s, which is read as %q, %v", text, m, again, failed)
		}
		if _, refused := p.Apply(engine.Move(text)); refused == nil && text != string(m) {
			t.Errorf("Apply takes %q, which Parse reads as %q, %v", text, m, err)
		}
	})
}
