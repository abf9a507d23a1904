package goryujin

import (
	_ "embed" // the rules

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

//go:embed RULES.md
var manualEn string

//go:embed RULES.ja.md
var manualJa string

func summary(engine.Options) i18n.Text {
	return i18n.Text{
		En: "Goryujin is a duel of dragons that grow across a large grid, fire from the bottom and water from the top. " +
			"A dragon is built of pieces of five squares each, and you want one of yours to reach the opposite edge. " +
			"In your turn you lay the head of a new dragon at your own edge, lengthen a dragon by a piece, finish one by moving its head to its tip, or pass. " +
			"Whoever finishes a dragon on the opposite edge wins at once. " +
			"The game also ends after five passes in a row, or when nobody can lay a piece: then the finished dragons that came closest decide.",
		Ja: "五竜陣は、広い盤の上で、下から伸びる火竜と上から伸びる水竜が競うゲームです。" +
			"正方形を五つつないだ駒で竜を作り、向こう岸に届かせることを目指します。" +
			"手番には、新しい竜の頭を自陣に置くか、竜を駒一つ分伸ばすか、頭を竜の先へ移して完成させるか、パスをします。" +
			"竜を向こう岸で完成させれば、その場で勝ちです。" +
			"パスが5回続くか、どちらも駒を置けなくなっても終わり、完成した竜がどこまで近づいたかで勝敗を決めます。",
	}
}

// plies is an estimate: no games between people are known. Of players that look one move ahead, half race across within 16
// moves; where they block each other, as people do, a game takes up to 65, like random ones.
func plies(engine.Options) int { return 50 }
