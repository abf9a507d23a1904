package standings

import "time"

// Game is a game of an event.
type Game struct {
	First, Second string // who sits in the first and in the second seat; Second is "" for a bye of First
	Round         int    // 0 if the event has no rounds that begin together
	Made, Ended   time.Time
	Outcome       Outcome
}

// Outcome is how a game ended.
type Outcome string

// The outcomes. A void game ended without a result: it counts as a meeting and for the seats, but gives no points.
const (
	Open      Outcome = ""
	FirstWon  Outcome = "1-0"
	SecondWon Outcome = "0-1"
	Drawn     Outcome = "1/2-1/2"
	Void      Outcome = "0-0"
)

// OutcomeOf returns the outcome that gives half points to both players.
func OutcomeOf(first, second int) Outcome {
	switch {
	case first+second < 2:
		return Void
	case first > second:
		return FirstWon
	case first < second:
		return SecondWon
	}
	return Drawn
}

// Halves returns the points of both players in half points.
func (o Outcome) Halves() (first, second int) {
	switch o {
	case FirstWon:
		return 2, 0
	case SecondWon:
		return 0, 2
	case Drawn:
		return 1, 1
	}
	return 0, 0
}

// Entrant is a player of an event.
type Entrant struct {
	Name    string
	Entered time.Time
	Left    time.Time // zero if the player has not withdrawn
}
