package events

import (
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/members"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Arrangements is this package as members ask for it by letter.
type Arrangements struct{}

var _ members.Arrangements = Arrangements{}

// Pools are the pools with a match that counts.
func (Arrangements) Pools(tx db.Tx) ([]members.Pool, error) {
	list, err := Pools(tx)
	return turned(list, err, func(p Pool) members.Pool { return members.Pool{Game: p.Game, Rules: p.Rules} })
}

// Standings are the members in a pool at a time.
func (Arrangements) Standings(tx db.Tx, now time.Time, game, rules string) ([]members.Standing, error) {
	list, err := Standings(tx, now, game, rules)
	return turned(list, err, func(s Standing) members.Standing {
		return members.Standing{Name: s.Name, Rating: s.Rating, Games: s.Games, Provisional: s.Provisional}
	})
}

// History is the matches that somebody has played.
func (Arrangements) History(tx db.Tx, address string) ([]members.Played, error) {
	list, err := History(tx, address)
	return turned(list, err, func(p Played) members.Played {
		return members.Played{
			Game: p.Game, Rules: p.Rules, Event: p.Event, Round: p.Round, Names: p.Names, Places: p.Places, Ended: p.Ended,
			Rated: p.Rated, Before: p.Before, After: p.After,
		}
	})
}

// Events are the events of the club.
func (Arrangements) Events(tx db.Tx) ([]members.Event, error) {
	list, err := Events(tx)
	return turned(list, err, func(e Event) members.Event {
		return members.Event{Name: e.Name, Kind: string(e.Kind), Game: e.Game, Rules: e.Rules, Control: e.Control, State: e.State, Rounds: e.Rounds, Entered: e.Entered}
	})
}

// Ladder is the rungs of a ladder.
func (Arrangements) Ladder(tx db.Tx, game string) ([]members.Rung, error) {
	list, err := Ladder(tx, game)
	return turned(list, err, func(r Rung) members.Rung {
		return members.Rung{Number: r.Number, Name: r.Name, Busy: r.Busy}
	})
}

// turned returns a list with each of its values turned into another, and the error of the list.
func turned[A, B any](list []A, err error, turn func(A) B) ([]B, error) {
	var all []B
	for _, one := range list {
		all = append(all, turn(one))
	}
	return all, err
}

// Enter is the function Enter.
func (Arrangements) Enter(d *game.Deal, event, address string, letter kif.Hash) (i18n.Text, error) {
	return Enter(d, event, address, letter)
}

// Withdraw is the function Withdraw.
func (Arrangements) Withdraw(d *game.Deal, event, address string) (i18n.Text, error) {
	return Withdraw(d, event, address)
}

// JoinLadder is the function JoinLadder.
func (Arrangements) JoinLadder(d *game.Deal, game, address string, letter kif.Hash) (i18n.Text, error) {
	return JoinLadder(d, game, address, letter)
}

// Challenge is the function Challenge.
func (Arrangements) Challenge(d *game.Deal, game, from, whom string, letter kif.Hash) (i18n.Text, error) {
	return Challenge(d, game, from, whom, letter)
}

// Answer is the function Answer.
func (Arrangements) Answer(d *game.Deal, game, who string, accepts bool, letter kif.Hash) (i18n.Text, error) {
	return Answer(d, game, who, accepts, letter)
}

// ChallengedOn is the function ChallengedOn.
func (Arrangements) ChallengedOn(tx db.Tx, address string) ([]string, error) {
	return ChallengedOn(tx, address)
}

// Leave is the function Leave.
func (Arrangements) Leave(d *game.Deal, address string) error { return Leave(d, address) }
