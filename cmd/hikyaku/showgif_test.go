package main

import (
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/quoridor"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// falling is a position whose moves have as many steps as letters.
type falling struct{ engine.Position }

func (falling) Steps(m engine.Move) (scenes []engine.Scene) {
	for i := range m {
		scenes = append(scenes, engine.Scene{Lines: []i18n.Text{i18n.Same(string(m[:i+1]))}})
	}
	return scenes
}

func TestStepsOfAMoveComeBeforeThePositionAfterIt(t *testing.T) {
	steps := intermediate(falling{}, "abc")
	if len(steps) != 2 || steps[0].Lines[0].En != "a" || steps[1].Lines[0].En != "ab" {
		t.Errorf("steps %v", steps)
	}
	if steps := intermediate(falling{}, ""); len(steps) != 0 {
		t.Errorf("a refused move has steps %v", steps)
	}
	if steps := intermediate(nil, "abc"); len(steps) != 0 {
		t.Errorf("a position without steps has %v", steps)
	}
}

// TestLastThreePliesOfFourFade counts the marked pawns after each ply.
func TestLastThreePliesOfFourFade(t *testing.T) {
	r, err := kif.Read([]byte("ゲーム：quoridor\n設定：players=4\n1 e2\n2 b5\n3 e8\n4 h5\n"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(r, quoridor.Game)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 0, 1, 2, 2} {
		faded := 0
		for _, c := range m.SceneAt(i).Boards[0].Cells {
			if c.Mark == engine.Before {
				faded++
			}
		}
		if faded != want {
			t.Errorf("after %d events %d pawns fade, want %d", i, faded, want)
		}
	}
}
