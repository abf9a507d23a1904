package shogi

import (
	_ "embed" // the rules

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

//go:embed RULES.md
var manualEn string

//go:embed RULES.ja.md
var manualJa string

func summary(options engine.Options) i18n.Text {
	t := i18n.Text{
		En: "Shogi is the Japanese chess, for two players with twenty men each on nine by nine squares. " +
			"The aim is to checkmate the king of the other side. " +
			"In your turn you move one of your men, or drop one that you have taken, which is then yours. " +
			"Most men can promote in the three rows farthest from you. ",
		Ja: "将棋は、9×9マスの盤と二十枚ずつの駒で、二人で指すゲームです。" +
			"相手の玉を詰ますことを目指します。" +
			"手番には、駒を動かすか、取った駒を自分の駒として打ちます。多くの駒は、敵陣の三段目以内で成れます。",
	}
	if options["handicap"] != even {
		t.En += "The stronger player begins with fewer men and moves first. "
		t.Ja += "駒落ちでは、上手が駒を減らして、先に指します。"
	}
	t.En += "Checkmate wins and ends the game."
	t.Ja += "玉を詰ませば勝ちで、対局は終わります。"
	return t
}
