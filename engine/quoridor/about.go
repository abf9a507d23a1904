package quoridor

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

func summary(options engine.Options) i18n.Text {
	race := i18n.Text{
		En: "Quoridor is a race through a maze that the players build as they go. ",
		Ja: "コリドールは、壁で迷路を作りながら、その中を競走するゲームです。",
	}
	if seats(options) == 4 {
		race = i18n.Text{
			En: "Four-player Quoridor is a race of four pawns through a maze that the players build as they go. ",
			Ja: "4人コリドールは、四人がそれぞれの辺から、壁で作った迷路の中を競走するゲームです。",
		}
	}
	return i18n.Text{
		En: race.En +
			"You lead one pawn from the middle of your side of a board of nine by nine squares, and want to be the first to reach the opposite side. " +
			"In your turn you either move the pawn to a square beside it or place one of your walls, which is two squares long. " +
			"A wall makes the way of others longer, but every pawn must keep some way to its goal. " +
			"The first pawn on the opposite side wins, and the game ends.",
		Ja: race.Ja +
			"9×9マスの盤の自分の側の真ん中から駒を一つ進め、誰よりも先に向かい側に着くことを目指します。" +
			"手番には、駒を隣のマスへ動かすか、二マス分の長さの壁を一枚置きます。" +
			"壁で相手を遠回りさせられますが、どの駒にもゴールへの道を残さなければなりません。" +
			"最初に向かい側に着いた人の勝ちで、対局は終わります。",
	}
}

// plies is about 60 between two people, according to players. In 200 games, players that look one move ahead needed 75, and an
// eighth more with four seats; the same factor is assumed for people.
func plies(options engine.Options) int {
	if seats(options) == 4 {
		return 68
	}
	return 60
}

// examples returns the examples of RULES.md.
func examples() []engine.Diagram {
	return []engine.Diagram{
		{Rule: wallOffBoard, Refused: "i3h", Allowed: "h5h"},
		{Rule: wallNoneLeft, Position: "/ / e4 e6 / 0 10 / 1", Refused: "b4h", Allowed: "e5 d4 f4 e3"},
		{Rule: wallOverlaps, Moves: "d3h", Refused: "e3h", Allowed: "b3h"},
		{Rule: wallCrosses, Moves: "d5h", Refused: "d5v", Allowed: "c6v"},
		{Rule: wallBlocksPath, Position: "/ d1e1 / e1 e9 / 10 8 / 2", Refused: "e2h", Allowed: "e3h"},
		{Rule: pawnSameSquare, Position: "/ / e3 e7 / 10 10 / 1", Refused: "e3", Allowed: "e4 d3 f3 e2"},
		{Rule: pawnOccupied, Position: "/ / e4 e5 / 10 10 / 1", Refused: "e5", Allowed: "e6 d4 f4 e3"},
		{Rule: pawnWallBetween, Position: "e4 / / e4 e7 / 10 9 / 1", Refused: "e5", Allowed: "d4 f4 e3", Arrows: "e4-e5:red"},
		{Rule: jumpWallBetween, Position: "e5 / / e4 e5 / 10 9 / 1", Refused: "e6", Allowed: "d5 f5",
			Arrows: "e4-d5:green e4-f5:green"},
		{Rule: jumpThirdPawn, Options: engine.Options{"players": "4"}, Position: "/ / e4 e6 e5 i5 / 5 5 5 5 / 1", Refused: "d5", Allowed: "d4 f4 e3",
			Arrows: "e4-d5:red"},
		{Rule: jumpStraightOpen, Position: "/ / e4 e5 / 10 10 / 1", Refused: "d5", Allowed: "e6",
			Arrows: "e4-d5:red"},
		{Rule: pawnTooFar, Position: "/ / e3 e7 / 10 10 / 1", Refused: "e5", Allowed: "e4 d3 f3 e2"},
		{Rule: passNotForced, Options: engine.Options{"players": "4"}, Position: "/ d1e1 / e1 e2 e3 i5 / 1 5 5 5 / 1", Refused: "pass", Allowed: "b4h"},
		{Rule: endGoal, Position: "/ / e8 a5 / 10 10 / 1", Moves: "e9"},
	}
}
