package quoridor

import (
	"strings"
	"testing"

	"hikyaku/engine"
)

// TestImpossibleTexts checks that each text is refused with a sentence that says why.
func TestImpossibleTexts(t *testing.T) {
	for _, c := range []struct{ players, text, why string }{
		{"2", "", "want horizontal walls / vertical walls / pawns / walls left / seat to move"},
		{"2", "/ / e1 e9 / 10 10", "not five fields between slashes but 4"},
		{"2", "/ / e1 e9 / 10 10 / 1 / 2", "not five fields between slashes but 6"},
		{"2", "i3 / / e1 e9 / 9 10 / 1", `no wall "i3"`},
		{"2", "/ e9 / e1 e9 / 9 10 / 1", `no wall "e9"`},
		{"2", "e3h / / e1 e9 / 9 10 / 1", `no wall "h"`},
		{"2", "e3 g3 / / e1 e9 / 9 9 / 1", `no wall " g3"`},
		{"2", "e3e3 / / e1 e9 / 9 9 / 1", "e3h overlaps or crosses"},
		{"2", "e3f3 / / e1 e9 / 9 9 / 1", "f3h overlaps or crosses"},
		{"2", "e3 / e3 / e1 e9 / 9 9 / 1", "e3v overlaps or crosses"},
		{"2", "/ / e1 / 10 10 / 1", "1 pawns: want 2"},
		{"4", "/ / e1 e9 / 5 5 5 5 / 1", "2 pawns: want 4"},
		{"2", "/ / e1 e10 / 10 10 / 1", `Player 2 stands on "e10"`},
		{"2", "/ / e1 pass / 10 10 / 1", `Player 2 stands on "pass"`},
		{"2", "/ / E1 e9 / 10 10 / 1", `Player 1 stands on "E1"`},
		{"2", "/ / e4 e4 / 10 10 / 1", "two pawns stand on one square"},
		{"2", "/ / e1 e9 / 10 / 1", "1 stocks of walls: want 2"},
		{"2", "/ / e1 e9 / 10 11 / 1", `the walls left of Player 2: "11" is not a number from 0 to 10`},
		{"4", "/ / e1 a5 e9 i5 / 6 5 5 5 / 1", "from 0 to 5"},
		{"2", "/ / e1 e9 / 10 -1 / 1", `"-1"`},
		{"2", "/ / e1 e9 / 10 07 / 1", `"07"`},
		{"2", "/ / e1 e9 / 10 10 / 3", `the seat to move: "3" is not a number from 1 to 2`},
		{"2", "/ / e1 e9 / 10 10 / 0", `"0"`},
		{"2", "/ / e1 e9 / 10 10 /", `""`},
		{"2", "e3 / / e1 e9 / 10 10 / 1", "21 walls, placed and left: a game has 20"},
		{"2", "e2 / d1e1 / e1 e9 / 9 8 / 1", "Player 1 has no way to rank 9"},
		{"2", "/ / e9 e5 / 10 10 / 1", "Player 1 stands on its goal already"},
		{"2", "/ / e9 e1 / 10 10 / 1", "Player 1 stands on its goal already"},
		{"4", "/ / e4 i5 e9 h5 / 5 5 5 5 / 1", "Player 3 would be next"},
		{"4", "/ / e1 a5 e9 i5 / 5 -2 5 5 / 1", "none of them has -1"},
		{"4", "/ / e1 a5 e9 i5 / 5 -1 -1 5 / 1", "none of them has -2"},
		{"4", "/ / e1 a5 e9 i5 / 5 -1 -3 5 / 1", "none of them has -2"},
		{"4", "/ / e1 a5 e9 i5 / 5 -4 5 5 / 1", `"-4" is not a number from -3 to 5`},
		{"4", "/ / e1 a5 e9 i5 / -1 -2 -3 -3 / 1", "none of them has -4"},
		{"4", "/ / e1 a5 e9 i5 / 5 -1 5 5 / 2", "Player 2 is to move, but is out"},
		{"4", "/ / e4 i5 e9 h5 / 5 5 5 -1 / 1", "Player 2 stands on its goal already"},
		{"4", "/ / e4 i5 e8 h5 / 5 -1 5 5 / 3", "Player 2 stands on its goal already"},
	} {
		_, err := parse(engine.Options{"players": c.players}, c.text)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("Parse(%q) = %v: want %q in it", c.text, err, c.why)
		}
	}
}

func TestUnknownOptions(t *testing.T) {
	for _, options := range []engine.Options{{"players": "3"}, {"third-pawn": "maybe"}, {"size": "9"}} {
		if _, err := start(options); err == nil {
			t.Errorf("Start(%v) is accepted", options)
		}
		if _, err := parse(options, "/ / e1 e9 / 10 10 / 1"); err == nil {
			t.Errorf("Parse with %v is accepted", options)
		}
	}
}

// FuzzParsePosition checks that a position is read back as it was written.
func FuzzParsePosition(f *testing.F) {
	f.Add("d4f4e7 / a2a8 / e4 e6 / 7 8 / 2")
	f.Add("/d1e1/e1 e2 e3 i5/0 5 5 5/1")
	f.Add("/ / e1 a5 e9 i5 / 5 -2 5 -1 / 3")
	f.Fuzz(func(t *testing.T, text string) {
		for _, players := range []string{"2", "4"} {
			options := engine.Options{"players": players}
			p, err := parse(options, text)
			if err != nil {
				continue
			}
			q, err := parse(options, p.String())
			if err != nil || q.(*position).board != p.(*position).board || q.String() != p.String() {
				t.Errorf("%q is written as %q and read as %v, %v", text, p, q, err)
			}
		}
	})
}

// FuzzParseMove checks that Parse returns canonical notation, and that Apply takes nothing else.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"e2", "E3-H", "h e3", "pass", "Ｅ３ｖ", "e3h-"} {
		f.Add(text)
	}
	p := mustStart(f, nil)
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
