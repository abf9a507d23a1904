package shogi

import (
	"hikyaku/engine/search"
	"hikyaku/engine/shogiboard"
)

// The weights of a value are in hundredths of a pawn, roughly. They began as guesses, and were fitted to the results of a
// thousand games of the search against itself and to what it found in their positions.
var (
	// onBoard is the value of a piece on the board. The king has none, because losing it ends the game.
	onBoard = [kinds]search.Score{pawn: 85, lance: 205, knight: 255, silver: 390, gold: 475, bishop: 645, rook: 680,
		tokin: 420, highLance: 450, highKnight: 450, highSilver: 480, horse: 855, dragon: 980}

	// inHand is the value of a piece in hand: more, because it can be dropped anywhere.
	inHand = [handKinds]search.Score{pawn: 90, lance: 285, knight: 300, silver: 455, gold: 530, bishop: 665, rook: 900}

	// price is the change in value when a piece is captured: it leaves the board and enters the other hand.
	price = func() (all [kinds]search.Score) {
		for k := range kinds {
			all[k] = beyond
			if hand := shogiboard.Lowered[k]; hand < handKinds {
				all[k] = onBoard[k] + inHand[hand]
			}
		}
		return all
	}()
)

const (
	beyond  = 1 << 15 // the price of a king
	tempo   = 70      // the right to move
	roaming = 4       // a square that a rook or a bishop reaches
	loose   = 25      // a piece of the other seat that can be taken and is not defended
)

var (
	// guards is the value of a piece next to its own king as a defender, and guarding the percentage of that which remains at a
	// distance.
	guards = [kinds]int16{pawn: 30, lance: 26, knight: 12, silver: 38, gold: 45,
		tokin: 30, highLance: 30, highKnight: 30, highSilver: 35, horse: 60, dragon: 25}
	guarding = [size]int16{1: 110, 2: 70, 3: 20}

	// hunters and hunting are the same of an attacker and the other king.
	hunters = [kinds]int16{pawn: 12, lance: 10, knight: 20, silver: 40, gold: 45, bishop: 15, rook: 33,
		tokin: 55, highLance: 50, highKnight: 50, highSilver: 50, horse: 60, dragon: 80}
	hunting = [size]int16{1: 100, 2: 90, 3: 65, 4: 25, 5: 10}

	// The values of pieces by rank, from the far one, and kingFile, the value for the king by the distance of its file from the
	// middle: it is safer castled to a side.
	pawnRank   = [size]int16{18, 15, 12, 17, 6, -5, -8, 5, 0}
	silverRank = [size]int16{0, 0, 5, 10, 15, 7, 20, 5, -23}
	goldRank   = [size]int16{0, 0, 0, -5, -10, -23, -5, 10, -8}
	knightRank = [size]int16{0, 0, 10, 0, -5, 0, -3, 0, -16}
	kingRank   = [size]int16{-40, -50, -80, -130, -150, -130, -82, 24, -12}
	kingFile   = [5]int16{-52, -20, 10, 47, 0}
)

// The danger of a king is counted in units, and costs their square: attackers help each other.
var (
	// pressing is the weight of a piece for the squares next to the other king that it attacks.
	pressing = [kinds]int32{pawn: 4, lance: 4, knight: 10, silver: 8, gold: 8, bishop: 10, rook: 12,
		tokin: 10, highLance: 8, highKnight: 10, highSilver: 8, horse: 14, dragon: 18}

	// waiting is the weight of a piece in hand.
	waiting = [handKinds]int32{lance: 2, knight: 4, silver: 12, gold: 12, bishop: 8, rook: 16}
)

const (
	exposed = 14  // a square next to the king that is attacked and not defended
	crowded = 8   // one that is attacked by several, and not defended by several
	cramped = 10  // each square fewer than three to which the king may go
	calm    = 24  // the units that cost nothing
	deadly  = 216 // those that cost no more
)
