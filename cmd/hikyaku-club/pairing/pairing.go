// Package pairing makes the games of events: round robins and the Swiss system, by rounds and without them. Each game has two
// seats; games for four are played outside of events of this kind.
//
// All functions depend on nothing but their arguments, so that the pairings of an event can be computed again from its record:
// Event.Round and Event.Next take of the record only what was known at the time that they are given.
//
// # Round robin
//
// RoundRobin follows the Berger tables of the FIDE handbook (C.05, annex 1). With an odd number of players the one who would
// meet the last number has no game in that round, and no point for it. In a double round robin the second half repeats the
// first with the seats changed, and the last two rounds of the first half change places, so that nobody of an even number has
// the same seat three times in a row.
//
// # The Swiss system
//
// These hold for every game by Round and Next:
//
//   - Nobody meets the same player twice.
//   - For nobody the games in the first seat and those in the second ever differ by more than two.
//   - A bye is a game won, which counts a full point and no seat. Nobody has two.
//
// Of the two ways to seat a pair, that one is taken by which fewer of them (1) have a seat for the third time in a row, (2)
// come to a difference of two, (3) have the seat of their last game again; then that in which the higher one changes the seat of
// his last game or, if he has had none, sits first if he is the first, third, … of the entrants.
//
// A round is made thus. The players are ranked by points, for which open games count nothing, and then as they are in the list of
// entrants. With an odd number the lowest who has had no bye has one, if the rest can be paired. Then the highest who has no
// game gets the best opponent with whom the rest can still be paired, until all have a game; so no other round is better for the
// highest player, or as good for him and better for the next. The better of two opponents is by the first of these in which
// they differ the one
//
//  1. with whom fewer of the two have a seat for the third time in a row: such pairs are made only if there is no round
//     without them, whoever has the bye;
//  2. whose points are nearest;
//  3. with whom fewer of the two come to a difference of two;
//  4. who stands nearest to the place half way down those of the same points who have no game, as in a pairing of the upper
//     half against the lower;
//  5. who is the lower of two equally near.
//
// # Without rounds
//
// Next pairs people who are free, so that no group waits for its slowest game. A player is free if he has fewer than AtOnce
// open games and fewer than Rounds games, byes counted. He waits since the last of these: he entered, a game of his was made,
// or one ended. His standing is his wins less his losses.
//
// The free players take their turns by how long they have waited, then by their standing, then as they are in the list of
// entrants. Each who has no game yet gets the best of those behind him: the nearest, then as in 3, then one who does not have
// the seat of his last game again (nor gives it to the other), then the first in turn. The distance of two is that of their
// standings, and two more if a seat is had for the third time in a row. It may be 1, and 1 more for each Patience that the one
// who has waited longer has waited. A free player who gets no game has a bye, if he has had none and nobody who is in the event
// and has games left may meet him with the seats as they stand.
package pairing

import "time"

// Game is a game of an event.
type Game struct {
	First, Second string // who sits in the first and in the second seat; Second is "" for a bye, which First has won
	Made, Ended   time.Time
	Outcome       Outcome
}

// Outcome is how a game ended.
type Outcome uint8

// Void is the outcome of a game that ended without a result: the two have met and sat, and nobody has a point.
const (
	Open Outcome = iota
	FirstWon
	SecondWon
	Drawn
	Void
)

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
	Left    time.Time // zero if he has not withdrawn
}
