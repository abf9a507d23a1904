package slashchain

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// examples returns those of RULES.md. A forbidden shape is shown where it is played and lost.
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
