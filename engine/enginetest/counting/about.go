package counting

import (
	_ "embed" // the rules and the lessons
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

//go:embed RULES.md
var manualEn string

//go:embed RULES.ja.md
var manualJa string

//go:embed lessons.yaml
var lessons string

func summary(engine.Options) i18n.Text {
	return i18n.Text{
		En: "Counting is a small game of adding, for two to four players. " +
			"You want to be the one who makes the common sum reach its target. " +
			"In your turn you add 1 or 2 to the sum; now and then a die adds to it too. " +
			"Whoever reaches the target wins, and the game ends.",
		Ja: "数え上げは、二人から四人で数を足していく小さなゲームです。" +
			"みんなの合計を、自分の番で目標に届かせることを目指します。" +
			"手番には、合計に1か2を足します。ときどき、サイコロの目も足されます。" +
			"目標に届かせた人の勝ちで、対局は終わります。",
	}
}

// plies is the target divided by the average that a move adds: 1.5, plus 2.5 by the die after every third move.
func plies(options engine.Options) int {
	target, _ := strconv.Atoi(options["target"])
	return target * 3 / 7
}
