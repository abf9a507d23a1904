package goryujin

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

func TestReadClient(t *testing.T) {
	games, err := ReadClient([]byte(`{"moves":[
		{"turn":1,"player":false,"pieceType":11,"rotation":180,"flipped":false,"x":29.0,"y":1.0,"touchdown":false},
		{"turn":3,"player":false,"pieceType":0,"rotation":0,"flipped":false,"x":29,"y":5,"touchdown":false},
		{"turn":4,"player":true,"pieceType":11,"rotation":0,"flipped":true,"x":40,"y":28,"touchdown":false},
		{"turn":5,"player":false,"pieceType":12,"rotation":0,"flipped":false,"x":29,"y":9,"touchdown":true}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := games[0].Moves; !slices.Equal(got, []engine.Move{"P2@AD2", "pass", "I0@AD6", "P0'@AO29", "TD0@AD10"}) {
		t.Errorf("moves %v", got)
	}
}

func TestReadClientErrors(t *testing.T) {
	head := `{"turn":1,"player":false,"pieceType":11,"rotation":180,"x":29,"y":1}`
	for text, want := range map[string]string{
		``:                             "not a file of the online client",
		`{}`:                           `neither "moves" nor "list"`,
		`[]`:                           "not a file of the online client",
		`{"moves":[{"pieceType":13}]}`: "move 1 of the file, by Player 1: pieceType 13",
		`{"moves":[` + head + `,{"player":true,"pieceType":11,"rotation":45}]}`:          "move 2 of the file, by Player 2: rotation 45",
		`{"moves":[{"pieceType":11,"x":1.5}]}`:                                           "x 1.5, y 0 is no cell",
		`{"moves":[{"pieceType":11,"x":1e300}]}`:                                         "is no cell",
		`{"moves":[` + head + `,{"player":true,"pieceType":0,"x":10,"y":10}]}`:           "move 2 of the file, by Player 2: join.none",
		`{"list":[{"name":"KIF.001","record":{"moves":[{"pieceType":0,"x":9,"y":9}]}}]}`: `game 1, "KIF.001": move 1 of the file, by Player 1: join.none`,
	} {
		if _, err := ReadClient([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ReadClient(%s) = %v, want %s", text, err, want)
		}
	}
}

// TestClientRoundTrip writes random games for the client and reads them back.
func TestClientRoundTrip(t *testing.T) {
	var games []ClientGame
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := midgame(t, seed)
		for range 20 {
			all := slices.Collect(p.Moves())
			if len(all) > 1 {
				all = all[:len(all)-1] // no pass: two in a row leave no trace in the client's files
			}
			q, err := p.Apply(all[r.IntN(len(all))])
			if err != nil || q.Next().Result != nil {
				break
			}
			p = q.(*position)
		}
		moves := p.moves
		for len(moves) > 0 && moves[len(moves)-1] == engine.Pass {
			moves = moves[:len(moves)-1] // passes at the end are nowhere in the client's files
		}
		games = append(games, ClientGame{"KIF.001  2026/05/13", moves})
		data, err := WriteClient(moves)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ReadClient(data); err != nil || !slices.Equal(back[0].Moves, moves) {
			t.Fatalf("%v comes back as %v, %v", moves, back, err)
		}
	}
	data, err := WriteClientList(games)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ReadClient(data)
	if err != nil || len(back) != len(games) || !slices.Equal(back[7].Moves, games[7].Moves) || back[7].Name != games[7].Name {
		t.Errorf("the list comes back with %d games, %v", len(back), err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"W3@AB5", "f1'@c7", "TD2@AB20", "W=AB5,AB6,AC6,AC7,AD7", "pass", "TD=A1"} {
		f.Add(text)
	}
	p := start()
	f.Fuzz(func(t *testing.T, text string) {
		m, err := p.Parse(text)
		if err != nil {
			return
		}
		if again, err := p.Parse(string(m)); err != nil || again != m {
			t.Errorf("%q is read as %s, and that as %s, %v", text, m, again, err)
		}
	})
}

func FuzzPosition(f *testing.F) {
	f.Add("start")
	f.Add("P2@AD2 pass I0@AD6 P0'@AO29 TD0@AD10")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Game.Parse(nil, text)
		if err != nil {
			return
		}
		if again, err := Game.Parse(nil, p.String()); err != nil || again.String() != p.String() {
			t.Errorf("%q is read as %q, and that as %v, %v", text, p, again, err)
		}
	})
}
