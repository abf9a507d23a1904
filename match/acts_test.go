package match

import (
	"testing"

	"hikyaku/kif"
)

// TestFinalQuestion looks up every kind of step, because one that cannot be compared would panic.
func TestFinalQuestion(t *testing.T) {
	for step, want := range map[kif.Step]string{
		kif.Resignation: "sure.resign", kif.DrawAgreed: "sure.draw", kif.TimeOut: "sure.time-out", kif.Claim{}: "sure.claim",
		kif.HandOver{}: "sure.hand-over", kif.Agree{To: kif.UndoQuestion}: "sure.undo", kif.Agree{To: kif.PauseQuestion}: "",
		kif.Move("e2"): "", kif.Throw("[4]"): "", kif.Say{}: "", kif.Away{}: "", kif.Substitute{}: "", kif.NewAddress{}: "", kif.Settle{}: "",
		kif.Contest{}: "", kif.Unknown{}: "", kif.UndoOffer{Number: 3}: "", kif.DrawOffer{}: "", kif.Accept{}: "", kif.StepIn{}: "",
	} {
		if got := FinalQuestion(step); got != want {
			t.Errorf("%v: %q, want %q", step, got, want)
		}
	}
}
