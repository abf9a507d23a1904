package quoridor

import "hikyaku/engine"

// examples returns those of RULES.md.
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
