package rengi

import (
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// TestWords checks what a list of matches calls a move.
func TestWords(t *testing.T) {
	for move, want := range map[engine.Move]i18n.Text{
		"33BD": {En: "B and D in column 3", Ja: "3列にBとD"}, "24AC": {En: "A in column 2, C in column 4", Ja: "2列にA、4列にC"},
		"3C/4": {En: "C in column 3, 4 rows of garbage", Ja: "3列にC、邪魔石4段"}, "4U:B,12L:D": {En: "list: B at 4U, D at 12L", Ja: "リスト：4UにB、12LにD"},
		engine.Pass: {En: "pass", Ja: "pass"},
	} {
		if got := engine.Words(&position{}, move); got != want {
			t.Errorf("%s is %q, want %q", move, got, want)
		}
	}
}
