package shogi

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// randomGame returns the positions of a random game of at most so many moves.
func randomGame(t testing.TB, seed uint64, o engine.Options, moves int) (line []*position) {
	random := rand.New(rand.NewPCG(seed, 8))
	p, err := start(o)
	for err == nil && p.Next().Result == nil && len(line) < moves {
		line = append(line, p.(*position))
		list := slices.Collect(p.Moves())
		p, err = p.Apply(list[random.IntN(len(list))])
	}
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// TestEveryNotationIsReadBack writes every legal move of some positions in each notation and reads it back.
func TestEveryNotationIsReadBack(t *testing.T) {
	for _, p := range randomGame(t, 3, nil, 120) {
		if p.Played != nil && p.Played.To%5 != 0 {
			continue
		}
		for m := range p.Moves() {
			read, _ := set.ReadMove(string(m))
			if read.Way == shogiboard.Declares {
				continue
			}
			for _, text := range []string{shogitext.KI2(p, read), read.USI(), read.CSA(int(p.Turn) + 1), read.Western()} {
				if again, err := p.Parse(text); err != nil || again != m {
					t.Fatalf("%s: %s is written as %s and read as %s, %v", p, m, text, again, err)
				}
			}
		}
	}
}

func TestTextOfPositions(t *testing.T) {
	none := engine.Options{"repetition": "none"}
	for _, c := range []struct {
		options engine.Options
		text    string
		want    string
	}{
		{nil, set.Usual + " 1", set.Usual},
		{nil, set.Usual + " moves", set.Usual},
		{nil, set.Usual + " 7 moves 7g7f 3c3d", set.Usual + " moves 7g7f 3c3d"},
		{none, "4k4/9/9/9/9/9/9/9/9 b 18p", "4k4/9/9/9/9/9/9/9/9 b 18p"},
		{engine.Options{"foul": "loses"}, "4k4/9/9/9/4P4/4P4/9/9/4K4 w - drop.two-pawns", "4k4/9/9/9/4P4/4P4/9/9/4K4 w - drop.two-pawns"},
		{nil, set.Usual + " end.repetition", set.Usual + " end.repetition"},
	} {
		if p := mustParse(t, c.options, c.text); p.String() != c.want {
			t.Errorf("%q is read as %q: want %q", c.text, p, c.want)
		}
	}
}

func TestImpossibleTexts(t *testing.T) {
	none := engine.Options{"repetition": "none"}
	loses := engine.Options{"foul": "loses"}
	for _, c := range []struct {
		options   engine.Options
		text, why string
	}{
		{nil, "", "0 fields"},
		{nil, "rbsgk/4p/5/P4/KGSBR b -", "5 ranks"},
		{nil, "4k4/9/9/9/9/9/9/9/4K5 b -", "does not have 9 squares"},
		{nil, "4k4/9/9/9/9/9/9/9/4X4 b -", "not a piece"},
		{nil, "4k4/9/9/9/9/9/9/9/4K4 x -", "want b for seat 1"},
		{nil, "4k4/9/9/9/9/9/9/9/4K4 b 19P", "a game has 18"},
		{nil, "4k4/9/9/9/9/9/9/9/4K4 b PP", "name one kind twice"},
		{nil, "4k4/9/9/9/9/9/9/9/4K4 b 0P", "not a piece in hand"},
		{nil, "4k4/9/9/9/9/9/9/9/4K4 b K", "not a piece in hand"},
		{nil, "4k4/9/9/9/9/9/9/4K4/4K4 b -", "Player 1 has 2 kings"},
		{nil, "4k4/9/9/9/9/4P4/4P4/9/4K4 b -", "Player 1 has two pawns on file 5"},
		{nil, "4k4/9/9/9/9/9/9/9/K3R4 b -", "Player 2 is in check on 5a, and Player 1 is to move"},
		{nil, set.Usual + " 1 2", `"2" is neither`},
		{nil, set.Usual + " moves 7g7e", "move.geometry"},
		{nil, set.Usual + " moves 7g7", "no move in USI"},
		{none, set.Usual + " moves 7g7f", "repetition=draw"},
		{none, set.Usual + " end.repetition", "neither the board nor the options"},
		{nil, set.Usual + " drop.two-pawns", "neither the board nor the options"},
		{loses, set.Usual + " drop.two-pawns", "neither the board nor the options"},
		{nil, set.Usual + " end.declared", "neither the board nor the options"},
		{nil, set.Usual + " end.checkmate", "neither moves"},
	} {
		p, err := parse(c.options, c.text)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("Parse(%q) = %v, %v: want %q in it", c.text, p, err, c.why)
			continue
		}
		if said := err.(interface{ Sentence() i18n.Text }).Sentence(); strings.Contains(said.En+said.Ja, "%!") || said.Ja == "" {
			t.Errorf("Parse(%q) says %+v", c.text, said)
		}
	}
}

// TestRepeatsAreCounted plays to and fro, and reads the position back at each move.
func TestRepeatsAreCounted(t *testing.T) {
	p := mustParse(t, nil, set.Usual)
	for i, m := range strings.Fields(strings.Repeat("５八玉(59) ５二玉(51) ５九玉(58) ５一玉(52) ", 3))[:11] {
		q, err := p.Apply(engine.Move(m))
		if err != nil {
			t.Fatal(err)
		}
		p = mustParse(t, nil, q.String())
		if want := 1 + (i+1)/4; p.Repeats != want {
			t.Errorf("after %d moves the position has occurred %d times: want %d", i+1, p.Repeats, want)
		}
	}
	if q, err := p.Apply("５一玉(52)"); err != nil || q.Next().Result == nil || q.Next().Result.Rule != endRepetition {
		t.Errorf("after the fourth time it waits for %+v, %v", q.Next(), err)
	}
}

// FuzzParsePosition checks that a position is read back as it was written.
func FuzzParsePosition(f *testing.F) {
	f.Add(set.Usual + " moves 7g7f 3c3d 8h2b+ 3a2b B*5e")
	f.Add("4k4/9/9/9/4P4/4P4/9/9/4K4 w - drop.two-pawns")
	f.Add("+R1SSK4/GGGG5/SSPPP4/9/9/9/9/9/4k4 w RB2P end.declared")
	f.Add(perfts[1].sfen)
	f.Fuzz(func(t *testing.T, text string) {
		for _, repetition := range []string{"draw", "none"} {
			options := engine.Options{"foul": "loses", "repetition": repetition}
			p, err := parse(options, text)
			if err != nil {
				continue
			}
			q, err := parse(options, p.String())
			if err != nil || q.(*position).Position != p.(*position).Position || q.String() != p.String() || q.(*position).end != p.(*position).end {
				t.Errorf("%q is written as %q and read as %v, %v", text, p, q, err)
			}
		}
	})
}

// FuzzParseMove checks that Parse returns canonical notation, and that Apply takes nothing else.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"７六歩(77)", "7g7f", "P*5e", "Bx22+", "P-76", "同　銀(31)", "５八金右", "▲２三歩打(00)", "+0055KA", "宣言", "win", "５一圭(52)"} {
		f.Add(text)
	}
	p, err := mustParse(f, nil, set.Usual+" moves 7g7f 3c3d 8h2b+").Apply("２二銀(31)")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := p.Parse(text)
		var r *engine.Rejection
		if again, failed := p.Parse(string(m)); err == nil && (failed != nil || again != m) || err != nil && !errors.As(err, &r) {
			t.Errorf("Parse(%q) = %s, %v, which is read as %q, %v", text, m, err, again, failed)
		}
		if _, refused := p.Apply(engine.Move(text)); refused == nil && text != string(m) {
			t.Errorf("Apply takes %q, which Parse reads as %q, %v", text, m, err)
		}
	})
}

// TestNoPieceReaches checks that a move without an origin that no piece can make names no piece that was not meant.
func TestNoPieceReaches(t *testing.T) {
	p, err := start(nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]i18n.Text{
		"42歩": {En: "no pawn can move to 4b", Ja: "４二へ動ける歩はありません"},
		"42玉": {En: "the king on 5i can't move to 4b", Ja: "５九の玉は４二へは動けません"},
	} {
		var r *engine.Rejection
		m, err := p.Parse(text)
		if err == nil {
			_, err = p.Apply(m)
		}
		if !errors.As(err, &r) || r.Sentence() != want {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}

// TestMovesInSentences checks that a move is found in the word orders of Japanese.
func TestMovesInSentences(t *testing.T) {
	p, err := start(nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"飛車を４八へ": "2h4h", "48に飛車": "2h4h", "飛を４八に": "2h4h", "歩を７六へ": "7g7f", "７六へ歩": "7g7f",
	} {
		m, err := p.Parse(text)
		if read, _ := set.ReadMove(string(m)); err != nil || read.USI() != want {
			t.Errorf("%s: %s, %v, want %s", text, m, err, want)
		}
	}
}

// TestSpellAfter writes 同 for the square on which the move before ended, and only there.
func TestSpellAfter(t *testing.T) {
	p := mustParse(t, nil, set.Usual)
	for _, c := range []struct{ before, move, en, ja string }{
		{"２二角成(88)", "２二銀(31)", "S3a-2b", "同銀(31)"},
		{"２二角成(88)", "３二銀(31)", "S3a-3b", "３二銀(31)"},
		{"", "２二銀(31)", "S3a-2b", "２二銀(31)"},
		{"２四歩打", "２四歩(23)", "P2c-2d", "同歩(23)"},
		{"２四歩打", "宣言", "win", "宣言"},
	} {
		if got := engine.SpellAfter(p, engine.Move(c.before), engine.Move(c.move)); got.En != c.en || got.Ja != c.ja {
			t.Errorf("%s after %s is written %+v", c.move, c.before, got)
		}
	}
	list := engine.SpellLine(p, []string{"２二角成(88)", "[3]", "２二銀(31)"})
	if len(list) != 3 || list[2].Ja != "同銀(31)" {
		t.Errorf("a throw hides the move before it: %v", list)
	}
}
