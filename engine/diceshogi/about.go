package diceshogi

import (
	_ "embed" // the rules and the lessons

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

//go:embed RULES.md
var manualEn string

//go:embed RULES.ja.md
var manualJa string

//go:embed lessons.yaml
var lessons string

func summary(options engine.Options) i18n.Text {
	switch options["rules"] {
	case hyper:
		return i18n.Text{
			En: "Hyper dice shogi is a small shogi with a die that is won by checkmate. Each of the two players has six pieces on five by five squares. " +
				"The aim is to checkmate the king of the other side. " +
				"Before your turn a die is thrown, which names the column you must play to; with a six, or if you have no move there, any will do. " +
				"You move a piece, or drop one that you have taken, which is then yours. " +
				"A player in check moves without the die. " +
				"Checkmate wins and ends the game; if you are not in check and have no move at all, you win too.",
			Ja: "HYPERサイコロ将棋は、サイコロを振って指す、玉を詰ませば勝ちの小さな将棋です。5×5マスの盤と六枚ずつの駒を使います。" +
				"相手の玉を詰ますことを目指します。" +
				"手番の前にサイコロを振り、出た目の筋に指しますが、6のときや、その筋に指せる手がないときは、どの筋でもかまいません。" +
				"駒を動かすか、取った駒を自分の駒として打ちます。王手をかけられたら、サイコロを振らずに指します。" +
				"玉を詰ませば勝ちで対局は終わり、王手でないのに指せる手がまったくない側も勝ちになります。",
		}
	case minishogi:
		return i18n.Text{
			En: "Minishogi is a small shogi for two players. Each has six pieces on five by five squares. " +
				"The aim is to checkmate the king of the other side. " +
				"In your turn you move one of your pieces, or drop one that you have taken, which is then yours. " +
				"Most pieces can promote on the row farthest from you. " +
				"A player who has no legal move left, as after checkmate, loses, and the game ends.",
			Ja: "5五将棋は、5×5マスの盤と六枚ずつの駒で指す小さな将棋です。" +
				"相手の玉を詰ますことを目指します。" +
				"自分の番に、駒を動かすか、取った駒を自分の駒として打ちます。多くの駒は、一番奥の段で成れます。" +
				"詰まされるなどして、指せる手がなくなった側の負けで、対局は終わります。",
		}
	}
	return i18n.Text{
		En: "Dice shogi is a small shogi with a die, for two players. Each has six pieces on five by five squares. " +
			"The aim is to take the king of the other side. " +
			"Before your turn a die is thrown, which names the column you must play to; with a six, or if you have no move there, any will do. " +
			"You move a piece, or drop one that you have taken, which is then yours. " +
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

// examples returns the examples of RULES.md. Those of rules common to all rule sets have no die.
func examples() []engine.Diagram {
	mini := engine.Options{"rules": "minishogi"}
	return []engine.Diagram{
		{Rule: shogitext.MoveAmbiguous, Options: mini, Position: "2k2/5/5/1G1G1/2K2 b - minishogi -", Refused: "34金",
			Arrows: "44-34:red 24-34:red", Signs: i18n.Same("?@34:red")},
		{Rule: shogitext.PieceNone, Options: mini, Refused: "23銀(33)", Marks: "33:red", Arrows: "33-23:red"},
		{Rule: shogitext.PieceNotYours, Options: mini, Refused: "22金(21)", Arrows: "21-22:red"},
		{Rule: shogitext.MoveGeometry, Options: mini, Position: "4k/5/2G2/5/4K b - minishogi -", Refused: "24金(33)",
			Allowed: "42金 32金 22金 43金 23金 34金", Arrows: "33-24:red"},
		{Rule: shogitext.SquareOwnPiece, Options: mini, Refused: "45玉(55)", Allowed: "44玉", Arrows: "55-45:red 55-44:green"},
		{Rule: shogitext.PromotionNotAllowed, Options: mini, Position: "4k/1S3/5/3S1/K4 b - minishogi -", Refused: "23銀成(24)", Allowed: "51銀成(42)",
			Arrows: "24-23:red 42-51:green", Signs: i18n.Text{En: "×+S@23:red ○+S@51:green", Ja: "×成@23:red ○成@51:green"}},
		{Rule: shogitext.PromotionForced, Options: mini, Position: "5/1P1P1/k4/5/4K b - minishogi -", Refused: "21歩不成(22)", Allowed: "41歩成(42)",
			Arrows: "22-21:red 42-41:green", Signs: i18n.Text{En: "×P@21:red ○+P@41:green", Ja: "×不成@21:red ○成@41:green"}},
		{Rule: shogitext.DropNotInHand, Options: mini, Position: "4k/5/5/5/4K b P minishogi -", Refused: "43金打", Allowed: "23歩打",
			Signs: i18n.Text{En: "×G@43:red ○P@23:green", Ja: "×金@43:red ○歩@23:green"}},
		{Rule: shogitext.DropOccupied, Options: mini, Position: "4k/5/2p2/5/4K b G minishogi -", Refused: "33金打", Allowed: "34金打",
			Signs: i18n.Text{En: "×G@33:red ○G@34:green", Ja: "×金@33:red ○金@34:green"}},
		{Rule: shogitext.DropTwoPawns, Options: mini, Position: "4k/5/5/1P3/4K b P minishogi -", Refused: "42歩打", Allowed: "22歩打",
			Signs: i18n.Text{En: "×P@42:red ○P@22:green", Ja: "×歩@42:red ○歩@22:green"}},
		{Rule: shogitext.DropNoMove, Options: mini, Position: "4k/5/5/5/4K b P minishogi -", Refused: "41歩打", Allowed: "42歩打",
			Signs: i18n.Text{En: "×P@41:red ○P@42:green", Ja: "×歩@41:red ○歩@42:green"}},
		{Rule: shogitext.CheckUnanswered, Options: mini, Position: "2k1r/5/5/1P3/4K b - minishogi -", Refused: "43歩(44)", Allowed: "24玉 25玉",
			Arrows: "11-15:purple 44-43:red 15-24:green 15-25:green"},
		{Rule: shogitext.CheckExposed, Options: mini, Position: "2k1r/5/4G/5/4K b - minishogi -", Refused: "23金(13)", Allowed: "12金",
			Arrows: "13-23:red"},
		{Rule: shogitext.DropPawnMate, Options: mini, Position: "3rk/5/3G1/5/K4 b P minishogi -", Refused: "12歩打", Signs: i18n.Text{En: "×P@12:red", Ja: "×歩@12:red"}},
		{Rule: dieFile, Options: engine.Options{"rules": "dice"}, Position: "4k/5/5/2G2/K4 b - dice 2", Refused: "33金(34)", Allowed: "23金 24金",
			Arrows: "34-33:red 34-23:green 34-24:green"},
		{Rule: endKingTaken, Options: engine.Options{"rules": "dice"}, Position: "4k/4R/5/5/K4 b - dice 1", Moves: "11飛成(12)"},
		{Rule: shogitext.EndCheckmate, Options: mini, Position: "2k2/5/2P2/5/2K2 b G minishogi -", Moves: "32金打",
			Signs: i18n.Same("×@41,42,21,22:red")},
		{Rule: endStalemate, Options: engine.Options{"rules": "hyper"}, Position: "4k/2S2/5/3G1/K4 b - hyper 2", Moves: "23金(24)",
			Signs: i18n.Same("×@12,21,22:red")},
	}
}
