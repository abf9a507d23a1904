package slashchain

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
		En: "slashchain is five in a row with square tiles, for two players. " +
			"Every tile shows four slanting lines: those that rise to the right belong to the first player, those that fall to the second, no matter who laid the tile. " +
			"You want a chain of five of your own lines, straight on from one to the next. " +
			"In your turn you lay a tile from your hand, turned as you like, beside those on the table. " +
			"Whoever gets such a chain wins, but whoever completes one for the other side loses. " +
			"If all tiles are laid before that, the game is a draw.",
		Ja: "四倍速五目並べは、正方形のタイルで線を五つつなげる、二人用のゲームです。" +
			"タイルには斜めの線が四本あり、だれが置いても、右上がりの線は先手のもの、右下がりの線は後手のものになります。" +
			"自分の線を、まっすぐ五つつなげることを目指します。" +
			"手番には、手持ちのタイルを一枚、好きな向きで、置かれたタイルの隣に置きます。" +
			"つなげた側の勝ちですが、相手の線をつなげてしまうと負けです。" +
			"決まらないうちにタイルがなくなれば、引き分けです。",
	}
}

// plies is that of random games: 11 moves of 12 with one tile of each kind, 19 with two, 22 with three. Players that look one move
// ahead do not see threats and need but 6; people do, and no games between them are known.
func plies(options engine.Options) int {
	if options["tiles"] == "1" {
		return 12
	}
	return 20
}
