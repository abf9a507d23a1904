package courier

import (
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

// TestTileIn: words name a tile by its letter, how it is turned, and where it goes.
func TestTileIn(t *testing.T) {
	v := vocabularies()[1]
	for text, want := range map[string]string{
		"tile s0 at 0,0": "S0@0,0", "s0 at 0,0": "S0@0,0", "s0 0 0": "S0@0,0", "tile p3 to ak1": "P3@AK1", "piece x turned 2 at 1 0": "X2@1,0", "0,0 s0": "S0@0,0",
		"s0": "", "tile s at 0,0": "", "s0 x1 at 0,0": "", "p3 ak1": "", "s4 at 0,0": "", "s0 at 0,0,0": "", "s0 not at 0,0": "", "the s0 at": "",
	} {
		if got := v.tileIn(wordTokens(text), false); got != want {
			t.Errorf("%q is the move %q, want %q", text, got, want)
		}
	}
	if got := v.tileIn(wordTokens("p3 at b1 tile"), true); got != "P3'@B1" {
		t.Errorf("a mirrored tile is the move %q", got)
	}
}

// TestSpelledTwice: a text of which a game reads several spellings is one move if they mean the same.
func TestSpelledTwice(t *testing.T) {
	for text, want := range map[string]struct {
		game string
		move engine.Move
	}{"c3 h": {"quoridor", "c3h"}, "c3-h": {"quoridor", "c3h"}, "7六歩": {"shogi", "７六歩(77)"}, "P – 7f": {"shogi", "７六歩(77)"}} {
		g := all.Game(want.game)
		options, err := g.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Start(options)
		if err != nil {
			t.Fatal(err)
		}
		if move, after, err := playMove(p, text); move != want.move || after == nil || err != nil {
			t.Errorf("%q is read as %q: %v", text, move, err)
		}
	}
}
