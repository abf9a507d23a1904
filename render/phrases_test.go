package render

import (
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// TestYouInSentences speaks of the reader and of somebody else.
func TestYouInSentences(t *testing.T) {
	how := i18n.Text{En: "Bob resigned", Ja: "ボブの投了"}
	for you, want := range map[int]string{1: "You win: Bob resigned", 2: "Ann wins: Bob resigned"} {
		names := []string{"Ann", "Ann"}
		names[you-1] = "You"
		p := newPhrases(engine.Scene{}, "en", names)
		if got := p.ending(&engine.Ending{How: how, Result: engine.Result{Places: []int{1, 2}}}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
