package all

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"hikyaku/engine"
)

// TestPlaces names places in every way of each game.
func TestPlaces(t *testing.T) {
	for _, test := range []struct {
		game, set, text string
		want            string // "" for a text that names no place
	}{
		{"quoridor", "", "E4", "e4 board [(4,3)] 0"},
		{"quoridor", "", "ｅ３ｈ", "e3h board [] 1"},
		{"quoridor", "", "i9h", ""},
		{"quoridor", "", "pass", ""},
		{"diceshogi", "", "５三", "５三 board [(0,2)] 0"},
		{"diceshogi", "", "5三", "５三 board [(0,2)] 0"},
		{"diceshogi", "", "53", "５三 board [(0,2)] 0"},
		{"diceshogi", "", "5c", "５三 board [(0,2)] 0"},
		{"diceshogi", "", "6c", ""},
		{"goryujin", "", "aa12", "AA12 board [(26,11)] 0"},
		{"goryujin", "", "BI1", ""},
		{"slashchain", "", "-1,−2", "-1,-2 table [(-2,-3) (-1,-3) (-1,-4) (-2,-4)] 0"},
		{"slashchain", "", "0,0LR", "0,0lr table [(1,0)] 0"},
		{"slashchain", "", "0,99", ""},
		{"rengi", "rules=ten", "2.3.12", "2.3.12 field2 [(3,12)] 0"},
		{"rengi", "rules=ten", "後手3列12段", "2.3.12 field2 [(3,12)] 0"},
		{"rengi", "rules=ten", "1.1.1", "1.1.1 field1 [(1,1)] 0"},
		{"rengi", "rules=ten", "3.3.12", ""},
		{"rengi", "rules=ten", "6L", ""},
		{"rengi", "rules=kou", "6l", "6L list [(5,0)] 0"},
	} {
		g, set := Game(test.game), engine.Options{}
		if key, value, ok := strings.Cut(test.set, "="); ok {
			set[key] = value
		}
		options, err := g.Resolve(set)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Start(options)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if at, ok := p.(engine.Placer).Place(test.text); ok {
			got = fmt.Sprint(at.Name.Ja, " ", at.Board, " ", at.Cells, " ", len(at.Walls))
		}
		if got != test.want {
			t.Errorf("%s: %q is %q, want %q", test.game, test.text, got, test.want)
		}
	}
}

// TestGuided wants a mark on everything to which a move goes, and no sign lost: a wall, a drop, a capture, a tile.
func TestGuided(t *testing.T) {
	for _, test := range []struct {
		game, position, options string
		cells, walls            int
	}{
		{"quoridor", "/ / e1 e9 / 10 10 / 1", "", 3, 128},
		{"diceshogi", "rbsgk/4p/5/P4/KGSBR b - 1", "minishogi", 9, 0},
		{"goryujin", "start", "", 180, 0},
		{"slashchain", "L1@0,0", "", 16, 0},
	} {
		g := Game(test.game)
		set := engine.Options{}
		if test.options != "" {
			set["rules"] = test.options
		}
		options, err := g.Resolve(set)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(options, test.position)
		if err != nil {
			t.Fatal(err)
		}
		before := p.Scene()
		s, ok := engine.Guided(p.Scene(), p)
		cells, walls := 0, 0
		for _, c := range s.Boards[0].Cells {
			if c.Mark == engine.Legal {
				cells++
			}
		}
		for _, w := range s.Boards[0].Walls {
			if w.Mark == engine.Legal {
				walls++
			}
		}
		if !ok || cells != test.cells || walls != test.walls {
			t.Errorf("%s: %d cells and %d walls are marked, want %d and %d", test.game, cells, walls, test.cells, test.walls)
		}
		if !reflect.DeepEqual(before, p.Scene()) {
			t.Errorf("%s: the scene of the position has changed", test.game)
		}
	}
}
