package shogi

import (
	"testing"

	"hikyaku/engine"
)

// TestPerftCountsMoves compares Perft with listing and playing the moves: with declarations and fouls, and where positions
// occur for the fourth time.
func TestPerftCountsMoves(t *testing.T) {
	for _, c := range []struct {
		options engine.Options
		text    string
		depth   int
	}{
		{nil, set.Usual, 2},
		{nil, "+R1SSK4/GGGG5/SSPPP4/9/9/9/9/9/4k4 b RB2P", 1},
		{engine.Options{"impasse": "24"}, "4K4/9/9/9/9/9/ssss5/gggg5/+r+r2k4 w 8p", 2},
		{engine.Options{"foul": "loses"}, "8k/9/9/9/9/4r4/4G4/4K4/9 b P", 2},
		{nil, "4k4/9/9/9/9/9/9/9/4K4 b - moves 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b", 3},
	} {
		p := mustParse(t, c.options, c.text)
		if fast, list := p.Perft(c.depth, 0), engine.CountListed(p, c.depth, 0); fast != list {
			t.Errorf("%s: perft %d = %d, but %d by listing", p, c.depth, fast, list)
		}
	}
}

// TestPerftAtTheEnd checks that a finished game is a leaf at depth 0 only.
func TestPerftAtTheEnd(t *testing.T) {
	p := mustParse(t, nil, set.Usual+" end.repetition")
	if p.Perft(0, 0) != 1 || p.Perft(1, 0) != 0 || p.Perft(2, 0) != 0 {
		t.Errorf("%s counts %d, %d, %d leaves: want 1, 0, 0", p, p.Perft(0, 0), p.Perft(1, 0), p.Perft(2, 0))
	}
}

// TestRepetitionIsNoLeaf: the move to the fourth occurrence ends the game, and nothing is played after it.
func TestRepetitionIsNoLeaf(t *testing.T) {
	const text = "4k4/9/9/9/9/9/9/9/4K4 b - moves 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i"
	p := mustParse(t, nil, text)
	free := mustParse(t, engine.Options{"repetition": "none"}, p.Board().SFEN())
	if counted, all := p.Perft(2, 0), free.Perft(2, 0); counted != all-5 {
		t.Errorf("%d leaves: want %d less the 5 after the fourth occurrence", counted, all)
	}
}
