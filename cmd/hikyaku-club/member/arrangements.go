package member

import (
	"time"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/club"
	"hikyaku/engine"
	"hikyaku/kif"
)

// Arrangements are what is played for: ratings, events and ladders. Where something is not done, why says so.
type Arrangements interface {
	Pools(tx base.Tx) ([]Pool, error)
	Standings(tx base.Tx, now time.Time, game, rules string) ([]Standing, error) // the best first
	History(tx base.Tx, address string) ([]Played, error)                        // the newest first
	Events(tx base.Tx) ([]Event, error)
	Enter(d *club.Deal, event, address string, letter kif.Hash) (why engine.Text, err error)
	Withdraw(d *club.Deal, event, address string) (why engine.Text, err error)
	Ladder(tx base.Tx, game string) ([]Rung, error)
	JoinLadder(d *club.Deal, game, address string, letter kif.Hash) (why engine.Text, err error)
	Challenge(d *club.Deal, game, from, whom string, letter kif.Hash) (why engine.Text, err error)
	Answer(d *club.Deal, game, who string, accepts bool, letter kif.Hash) (why engine.Text, err error) // to the open challenge to who
}

// Pool is a game and its rules in which people are rated.
type Pool struct{ Game, Rules string }

// Standing is how strong somebody is.
type Standing struct {
	Name        string
	Rating      float64
	Deviation   float64
	Games       int
	Provisional bool
}

// Played is a match that somebody has played.
type Played struct {
	Game, Rules string
	Event       string
	Round       int
	Names       []string
	Places      []int // of the names
	Ended       time.Time
	Rated       bool
	Before      float64 // his rating
	After       float64
}

// Event is something that members enter to play in it.
type Event struct {
	Name, Kind           string // "roundrobin", "swiss"
	Game, Rules, Control string
	State                string // "open", "running", "over"
	Rounds, Players      int
}

// Rung is a place on a ladder.
type Rung struct {
	Number int
	Name   string
	Busy   bool
}
