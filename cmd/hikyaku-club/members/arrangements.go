package members

import (
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Arrangements are what is played for: ratings, events and ladders. Where something is not done, why says so. Who is challenged on a ladder, and
// whose challenge is declined, is told by them.
type Arrangements interface {
	Pools(tx db.Tx) ([]Pool, error)
	Standings(tx db.Tx, now time.Time, game, rules string) ([]Standing, error) // the best first
	History(tx db.Tx, address string) ([]Played, error)                        // the newest first
	Events(tx db.Tx) ([]Event, error)
	Enter(d *game.Deal, event, address string, letter kif.Hash) (why i18n.Text, err error)
	Withdraw(d *game.Deal, event, address string) (why i18n.Text, err error)
	Ladder(tx db.Tx, game string) ([]Rung, error)
	JoinLadder(d *game.Deal, game, address string, letter kif.Hash) (why i18n.Text, err error)
	Challenge(d *game.Deal, game, from, whom string, letter kif.Hash) (why i18n.Text, err error)
	ChallengedOn(tx db.Tx, address string) (games []string, err error)                               // where a challenge waits for his answer
	Answer(d *game.Deal, game, who string, accepts bool, letter kif.Hash) (why i18n.Text, err error) // to the open challenge to who
	Leave(d *game.Deal, address string) error                                                        // all events and ladders
}

// Pool is a game and its rules in which people are rated.
type Pool struct{ Game, Rules string }

// Standing is how strong somebody is.
type Standing struct {
	Name        string
	Rating      standings.Rating
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
	Before      standings.Rating // his
	After       standings.Rating
}

// Event is something that members enter to play in it.
type Event struct {
	Name, Kind           string // "round robin", "double round robin", "swiss"
	Game, Rules, Control string
	State                string // "open", "running", "over"
	Rounds               int
	Entered              int // how many have
}

// Rung is a place on a ladder.
type Rung struct {
	Number int
	Name   string
	Busy   bool
}
