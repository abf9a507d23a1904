package diceshogi

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
	switch options["rules"] {
	case hyper:
		return i18n.Text{
			En: "Hyper dice shogi is a small Japanese chess with a die, for two players with six men each on five by five squares. " +
				"The aim is to checkmate the king of the other side. " +
				"Before your turn a die is thrown, which names the column you must play to; with a six, or if you have no move there, any will do. " +
				"You move a man, or drop one that you have taken, which is then yours. " +
				"A player in check moves without the die. " +
				"Checkmate wins and ends the game; if you are not in check and have no move at all, you win too.",
			Ja: "HYPERサイコロ将棋は、5×5マスの盤と六枚ずつの駒で、サイコロを振って指す小さな将棋です。" +
				"相手の玉を詰ますことを目指します。" +
				"手番の前にサイコロを振り、出た目の筋に指しますが、6のときや、その筋に指せる手がないときは、どの筋でもかまいません。" +
				"駒を動かすか、取った駒を自分の駒として打ちます。王手をかけられたら、サイコロを振らずに指します。" +
				"玉を詰ませば勝ちで対局は終わり、王手でないのに指せる手がまったくない側も勝ちになります。",
		}
	case minishogi:
		return i18n.Text{
			En: "Minishogi is a small Japanese chess for two players, with six men each on five by five squares. " +
				"The aim is to checkmate the king of the other side. " +
				"In your turn you move one of your men, or drop one that you have taken, which is then yours. " +
				"Most men can promote on the row farthest from you. " +
				"A player who has no legal move left, as after checkmate, loses, and the game ends.",
			Ja: "5五将棋は、5×5マスの盤と六枚ずつの駒で指す小さな将棋です。" +
				"相手の玉を詰ますことを目指します。" +
				"手番には、駒を動かすか、取った駒を自分の駒として打ちます。多くの駒は、一番奥の段で成れます。" +
				"詰まされるなどして、指せる手がなくなった側の負けで、対局は終わります。",
		}
	}
	return i18n.Text{
		En: "Dice shogi is a small Japanese chess with a die, for two players with six men each on five by five squares. " +
			"The aim is to take the king of the other side. " +
			"Before your turn a die is thrown, which names the column you must play to; with a six, or if you have no move there, any will do. " +
			"You move a man, or drop one that you have taken, which is then yours. " +
			"A king in danger need not be saved, as the die may protect it. " +
			"Whoever takes the king wins, and the game ends.",
		Ja: "サイコロ将棋は、5×5マスの盤と六枚ずつの駒で、サイコロを振って指す小さな将棋です。" +
			"相手の玉を取ることを目指します。" +
			"手番の前にサイコロを振り、出た目の筋に指しますが、6のときや、その筋に指せる手がないときは、どの筋でもかまいません。" +
			"駒を動かすか、取った駒を自分の駒として打ちます。王手を受けなくてもよく、目しだいで玉は助かります。" +
			"玉を取った側の勝ちで、対局は終わります。",
	}
}

// plies is 45 for minishogi: the program Ai Ai, which searches, needs 46 moves on average. Players that look one move ahead need 23,
// in 200 games, 22 in dice shogi and 39 in Hyper, where check must be answered. People look further than these, though dice
// set limits to it.
func plies(options engine.Options) int {
	if options["rules"] == dice {
		return 30
	}
	return 45
}
