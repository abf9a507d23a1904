package slashchain

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
	row := i18n.Text{
		En: "slashchain is five in a row with square tiles, for two players. ",
		Ja: "四倍速五目並べは、正方形のタイルで線を五つつなげる、二人用のゲームです。",
	}
	if options["rule"] == "renju" {
		row = i18n.Text{
			En: "slashchain under renju rules is five in a row with forbidden moves. Two players lay square tiles; some shapes are forbidden to the first. ",
			Ja: "連珠ルールの四倍速五目並べは、先手に禁じ手がある、二人用のゲームです。正方形のタイルで線を五つつなげます。",
		}
	}
	return i18n.Text{
		En: row.En +
			"Every tile shows four slanting lines: those that rise to the right belong to the first player, those that fall to the second, no matter who laid the tile. " +
			"You want a chain of five of your own lines, straight on from one to the next. " +
			"In your turn you lay a tile from your hand, turned as you like, beside those on the table. " +
			"Whoever gets such a chain wins, but whoever completes one for the other side loses. " +
			"If all tiles are laid before that, the game is a draw.",
		Ja: row.Ja +
			"タイルには斜めの線が四本あり、誰が置いても、右上がりの線は先手のもの、右下がりの線は後手のものになります。" +
			"自分の線を、まっすぐ五つつなげることを目指します。" +
			"手番には、手持ちのタイルを一枚、好きな向きで、置かれたタイルの隣に置きます。" +
			"つなげた側の勝ちですが、相手の線をつなげてしまうと負けです。" +
			"決まらないうちにタイルがなくなれば、引き分けです。",
	}
}

// plies is the length of random games: 11 moves of 12 with one tile of each kind, 19 with two, 22 with three. Players that look
// one move ahead miss threats and need only 6 moves; people don't, and no games between them are known.
func plies(options engine.Options) int {
	if options["tiles"] == "1" {
		return 12
	}
	return 20
}

// examples returns the examples of RULES.md. A forbidden shape is shown where it is played and lost.
func examples() []engine.Diagram {
	six := i18n.Same("1@-1,-2ll:red 2@-1,-2ur:red 3@0,-1ll:red 4@0,-1ur:red 5@1,0ll:red 6@1,0ur:red") // the lines of an overline
	return []engine.Diagram{
		{Rule: squareTaken, Moves: "L0@0,0", Refused: "X0@0,0", Allowed: "X0@1,0"},
		{Rule: squareNotAdjacent, Moves: "L0@0,0", Refused: "X0@1,1", Allowed: "X0@1,0"},
		{Rule: tileNotInHand, Moves: "L0@0,0 X0@1,0", Refused: "L0@0,1", Allowed: "P0@1,1"},
		{Rule: overlineForbidden, Options: engine.Options{"overline": "forbidden", "tiles": "3", "foul": "loses"},
			Moves: "A0@0,0 P0@1,0 P2@0,-1 L1@0,-2 P2@-1,-2", Signs: six},
		{Rule: renjuOverline, Options: engine.Options{"rule": "renju", "tiles": "3", "foul": "loses"},
			Moves: "A0@0,0 P0@1,0 P2@0,-1 L1@0,-2 P2@-1,-2", Signs: six},
		{Rule: renjuFourFour, Options: engine.Options{"rule": "renju", "tiles": "3", "foul": "loses"},
			Moves: "W1@0,0 W3@-1,0 S0@1,0 W3@1,1 W3@-1,-1", Threats: true},
		{Rule: endChain, Options: engine.Options{"tiles": "3"}, Moves: "P3@0,0 L0@0,-1 P1@1,0 P2@-1,-1 P2@-1,-2"},
		{Rule: endChainGiven, Moves: "P1@0,0 P2@0,1 S0@1,0 X0@-1,1 A2@1,-1"},
		{Rule: endForcedFourFour, Options: engine.Options{"rule": "renju", "tiles": "3"}, Moves: "W1@0,0 L0@0,-1 S0@1,0 W0@-1,0 P2@0,1 W1@-1,-1", Threats: true},
		{Rule: endTilesUsed, Options: engine.Options{"rule": "renju"}, Moves: "S0@0,0 W0@1,0 P3@0,1 A2@1,1 W2@1,-1 L0@1,-2 A0@-1,0 P0@2,-1 L0@0,-2 S0@-1,-2 X0@2,0 X0@0,-1"},
	}
}
