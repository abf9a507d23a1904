package quoridor

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
		En: "Quoridor is a race through a maze that the players build as they go. " +
			"You lead one pawn from the middle of your side of a board of nine by nine squares, and want to be the first to reach the opposite side. " +
			"In your turn you either move the pawn to a square beside it or place one of your walls, which is two squares long. " +
			"A wall makes the way of others longer, but every pawn must keep some way to its goal. " +
			"The first pawn on the opposite side wins, and the game ends.",
		Ja: "コリドールは、壁で迷路を作りながら、その中を競走するゲームです。" +
			"9×9マスの盤の自分の側の真ん中から駒を一つ進め、だれよりも先に向かい側に着くことを目指します。" +
			"手番には、駒を隣のマスへ動かすか、二マス分の長さの壁を一枚置きます。" +
			"壁で相手を遠回りさせられますが、どの駒にもゴールへの道を残さなければなりません。" +
			"最初に向かい側に着いた人の勝ちで、対局は終わります。",
	}
}

// plies is about 60 between two people, by what players say. Players that look one move ahead need 75, in 200 games, and an
// eighth more where there are four: so do people here.
func plies(options engine.Options) int {
	if seats(options) == 4 {
		return 68
	}
	return 60
}
