package goryujin

import (
	"testing"

	"hikyaku/engine"
)

// TestSceneOfDragons checks that a dragon is one body, where its heads look, and what is marked.
func TestSceneOfDragons(t *testing.T) {
	p, err := Game.Parse(nil, "P2@AD2 P0@AJ29 I0@AD6")
	if err != nil {
		t.Fatal(err)
	}
	groups, looks, marks := map[engine.Ink]map[int]bool{1: {}, engine.Black: {}}, map[engine.Ink]map[int]int{1: {}, engine.Black: {}}, map[engine.Mark]int{}
	for _, c := range p.Scene().Boards[0].Cells {
		groups[c.Ink][c.Group] = true
		if marks[c.Mark]++; c.Shape == engine.Head {
			looks[c.Ink][c.Turn]++
		}
	}
	if len(groups[1]) != 1 || len(groups[engine.Black]) != 1 {
		t.Errorf("the bodies by ink are %v: want one dragon of each seat", groups)
	}
	if looks[1][2] != 4 || looks[engine.Black][0] != 4 {
		t.Errorf("the heads look %v: want four cells downwards of fire and upwards of water", looks)
	}
	if marks[engine.Last] != 5 || marks[engine.Joint] != 2 {
		t.Errorf("the marks are %v: want five cells of the last piece and two open ends", marks)
	}
}
