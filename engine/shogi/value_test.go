package shogi

import (
	"testing"

	"hikyaku/engine"
)

func TestValueFindsTheMove(t *testing.T) {
	for _, c := range []struct {
		text string
		want engine.Move
	}{
		{"4k4/9/4P4/9/9/9/9/9/4K4 b G", "５二金打"},      // mate
		{"4k4/9/9/9/9/4r4/4P4/9/3K5 b -", "５六歩(57)"}, // the only capture
		{"5k3/9/9/9/9/9/9/r3+R4/4K4 b -", "９八龍(58)"}, // a rook that nothing protects
		{"4k4/4p4/9/9/9/9/9/9/R3K4 b -", "９一飛成(99)"}, // promotion with check
	} {
		p := mustParse(t, nil, c.text)
		var best engine.Move
		most := 0
		for m := range p.Moves() {
			q, err := p.Apply(m)
			if err != nil {
				t.Fatal(err)
			}
			if n := q.(*position).Value(1); best == "" || n > most {
				best, most = m, n
			}
		}
		if best != c.want {
			t.Errorf("%s: the best move is %s: want %s", c.text, best, c.want)
		}
	}
}
