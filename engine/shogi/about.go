package shogi

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
	t := i18n.Text{
		En: "Shogi is Japanese chess for two players. Each has twenty pieces on nine by nine squares. " +
			"The aim is to checkmate the king of the other side. " +
			"In your turn you move one of your pieces, or drop one that you have taken, which is then yours. " +
			"Most pieces can promote in the three rows farthest from you. ",
		Ja: "将棋は、9×9マスの盤と二十枚ずつの駒で、二人で指すゲームです。" +
			"相手の玉を詰ますことを目指します。" +
			"自分の番に、駒を動かすか、取った駒を自分の駒として打ちます。多くの駒は、敵陣の三段目以内で成れます。",
	}
	if options["handicap"] != even {
		t.En += "The stronger player begins with fewer pieces and moves first. "
		t.Ja += "駒落ちでは、上手が駒を減らして、先に指します。"
	}
	t.En += "Checkmate wins and ends the game."
	t.Ja += "玉を詰ませば勝ちで、対局は終わります。"
	return t
}

// examples returns the examples of RULES.md.
func examples() []engine.Diagram {
	const entered = "+R1SSK4/GGGG5/SSPPP4/9/9/9/9/9/4k4 b "
	return []engine.Diagram{
		{Rule: shogitext.MoveAmbiguous, Position: "4k4/9/9/9/9/9/9/9/3G1GK2 b - 1", Refused: "58金",
			Arrows: "69-58:red 49-58:red", Signs: i18n.Same("?@58:red")},
		{Rule: shogitext.PieceNone, Refused: "54歩(55)", Marks: "55:red", Arrows: "55-54:red"},
		{Rule: shogitext.PieceNotYours, Refused: "34歩(33)", Arrows: "33-34:red"},
		{Rule: shogitext.MoveGeometry, Position: "4k4/9/9/9/4N4/9/9/9/4K4 b - 1", Refused: "47桂(55)", Allowed: "63桂不成 43桂成", Arrows: "55-47:red 55-63:green 55-43:green"},
		{Rule: shogitext.SquareOwnPiece, Refused: "77角(88)", Allowed: "76歩", Arrows: "88-77:red 77-76:green"},
		{Rule: shogitext.PromotionNotAllowed, Position: "4k4/9/9/6S2/2S6/9/9/9/4K4 b - 1", Refused: "74銀成(75)", Allowed: "33銀成(34)",
			Arrows: "75-74:red 34-33:green", Signs: i18n.Text{En: "×+S@74:red ○+S@33:green", Ja: "×成@74:red ○成@33:green"}},
		{Rule: shogitext.PromotionForced, Position: "4k4/2P6/6N2/9/9/9/9/9/4K4 b - 1", Refused: "71歩不成(72)", Allowed: "21桂成(33)",
			Arrows: "72-71:red 33-21:green", Signs: i18n.Text{En: "×P@71:red ○+N@21:green", Ja: "×不成@71:red ○成@21:green"}},
		{Rule: shogitext.DropNotInHand, Position: "4k4/9/9/9/9/9/9/9/4K4 b P 1", Refused: "75金打", Allowed: "35歩打",
			Signs: i18n.Text{En: "×G@75:red ○P@35:green", Ja: "×金@75:red ○歩@35:green"}},
		{Rule: shogitext.DropOccupied, Position: "4k4/9/9/9/4p4/9/9/9/4K4 b G 1", Refused: "55金打", Allowed: "45金打",
			Signs: i18n.Text{En: "×G@55:red ○G@45:green", Ja: "×金@55:red ○金@45:green"}},
		{Rule: shogitext.DropTwoPawns, Position: "4k4/9/9/9/9/9/2P6/9/4K4 b P 1", Refused: "74歩打", Allowed: "34歩打",
			Signs: i18n.Text{En: "×P@74:red ○P@34:green", Ja: "×歩@74:red ○歩@34:green"}},
		{Rule: shogitext.DropNoMove, Position: "4k4/9/9/9/9/9/9/9/4K4 b NL 1", Refused: "72桂打", Allowed: "73桂打 32香打",
			Signs: i18n.Text{En: "×N@72:red ○N@73:green ×L@31:red ○L@32:green", Ja: "×桂@72:red ○桂@73:green ×香@31:red ○香@32:green"}},
		{Rule: shogitext.CheckUnanswered, Position: "k3r4/9/9/9/9/9/2P6/9/4K4 b - 1", Refused: "76歩(77)", Allowed: "49玉 69玉",
			Arrows: "51-59:purple 77-76:red 59-49:green 59-69:green"},
		{Rule: shogitext.CheckExposed, Position: "k3r4/9/9/9/9/9/9/4G4/4K4 b - 1", Refused: "48金(58)", Allowed: "57金", Arrows: "58-48:red 58-57:green"},
		{Rule: shogitext.DropPawnMate, Position: "7nk/9/7G1/9/9/9/9/9/4K4 b P 1", Refused: "12歩打", Signs: i18n.Text{En: "×P@12:red", Ja: "×歩@12:red"}},
		{Rule: declareFewPoints, Position: entered + "RBP", Refused: "宣言"},
		{Rule: shogitext.EndCheckmate, Position: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", Moves: "52金打", Signs: i18n.Same("×@61,41,62,42:red")},
		{Rule: endStalemate, Position: "k8/9/S8/+R8/9/9/9/9/4K4 b - 1", Moves: "83龍", Signs: i18n.Same("×@81,82,92:red")},
		{Rule: endDeclared, Position: entered + "RB2P", Moves: "宣言"},
	}
}
