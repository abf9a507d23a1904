package goryujin

import (
	_ "embed" // the rules and the lessons

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
		En: "Goryujin is a duel of dragons that grow across a large grid. Fire comes from the bottom and water from the top. " +
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

// examples returns the examples of RULES.md, each on the relevant part of the board.
func examples() []engine.Diagram {
	corner := [2]string{"A1", "T10"} // the part of the board where most examples are
	return []engine.Diagram{
		{Rule: pieceOutOfStock, Moves: "P2@D2 pass P2@H2 pass P2@L2 pass P2@P2 pass P2@T2 pass", Refused: "P2@X2", Part: [2]string{"A1", "Y10"}},
		{Rule: cellOffBoard, Moves: "P2@BH2 pass", Refused: "X0@BH5", Part: [2]string{"AO1", "BH10"}},
		{Rule: cellOccupied, Moves: "P2@H2 pass P2@L2 pass", Refused: "X0@K3", Part: corner},
		{Rule: headNotOnOwnEdge, Refused: "P2@F4", Allowed: "P2@L2", Part: corner},
		{Rule: headTouchesOwn, Moves: "P2@F2 pass", Refused: "P2@H2", Allowed: "P2@L2", Part: corner},
		{Rule: joinNone, Moves: "P2@F2 pass", Refused: "I=L4,L5,L6,L7,L8", Allowed: "I=F4,F5,F6,F7,F8", Part: corner},
		{Rule: joinBranch, Moves: "P2@F2 pass X=F4,F5,F6,E5,G5 pass V=F7,F8,F9,E9,D9 pass", Refused: "I=H5,I5,J5,K5,L5", Allowed: "L=C9,B9,B10,B11,B12", Part: [2]string{"A1", "T15"}},
		{Rule: contactCollision, Moves: "P2@F2 pass P=H1,I1,H2,I2,H3 pass", Refused: "U=F4,F5,G5,H5,H4", Part: corner},
		{Rule: touchdownNoBody, Moves: "P2@F2 pass", Refused: "TD0@F5", Part: corner},
		{Rule: endGoal, Moves: "P2@AD2 pass I=AD4,AD5,AD6,AD7,AD8 pass I=AD9,AD10,AD11,AD12,AD13 pass I=AD14,AD15,AD16,AD17,AD18 pass I=AD19,AD20,AD21,AD22,AD23 pass N=AD24,AD25,AE25,AE26,AE27 pass TD0@AE29",
			Part: [2]string{"U21", "AN30"}},
		{Rule: endPasses, Moves: "P2@AD2 pass I=AD4,AD5,AD6,AD7,AD8 pass I=AD9,AD10,AD11,AD12,AD13 pass I=AD14,AD15,AD16,AD17,AD18 pass TD0@AD20 pass pass pass pass pass",
			Part: [2]string{"U16", "AN30"}, Arrows: "AE22-AE30:green:8"},
	}
}
