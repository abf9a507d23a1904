package render

import (
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// TestYouInSentences speaks of the reader, and of somebody else who may be called
// You.
func TestYouInSentences(t *testing.T) {
	how := i18n.Text{En: "Bob resigned", Ja: "ボブの投了"}
	for you, want := range map[int]string{0: "You wins: Bob resigned", 1: "You win: Bob resigned"} {
		p := newPhrases(engine.Scene{}, "en", []string{"You", "Bob"}, you)
		if got := p.ending(&engine.Ending{How: how, Result: engine.Result{Places: []int{1, 2}}}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	p := newPhrases(engine.Scene{}, "en", []string{"You", "Bob"}, 1)
	if got, want := p.ending(&engine.Ending{Seat: 1, How: i18n.Text{En: "resigned"}, Result: engine.Result{Places: []int{2, 1}}}), "Bob wins: you resigned"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	turn := engine.Scene{Turn: engine.Turn{Seat: 1, For: i18n.Text{En: "to move", Ja: "の番"}}}
	if got, want := p.turn(turn), "Your turn to move"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
