// Package demo is a match that plays itself: mail servers on this machine, players with a folder each, every turn a real
// letter. At the end the records of the players are compared.
package demo

import (
	"context"

	"hikyaku/engine"
	"hikyaku/mailbox/loopback"
	"hikyaku/match"
)

// Show is a demonstration to be given.
type Show struct {
	Game    *engine.Game
	Options engine.Options // all of them
	Seed    uint64         // of what the players choose by chance
	Dir     string         // where everything is left; must be new, empty or left by an earlier demonstration
	Lang    string         // of the board that is left: en or ja
	Open    Opener
	Told    func(Turn) // hears of each turn before it is sent; may be nil
}

// Turn is what happened at one ply.
type Turn struct {
	Ply    int
	Player string // who moved
	Move   string
	Letter int // the number of the letter in which it goes out
}

// Result is what a demonstration has left.
type Result struct {
	Match   *match.Match // as the last to move has it
	Letters int          // that were sent
	Records []string     // the file of each player
	Digests []string     // of each of Records
	Same    bool         // all Digests
	Board   string       // the file of the last board as text
	Picture string       // the file of the last board as a PNG
	Letter  string       // the file of the last letter with a turn, as it came
}

// names of the players, as many as the game has seats.
var names = []string{"alice", "bob", "carol", "dave"}

// Run plays a match to its end. The servers are gone when it returns, the files stay. The error is the first thing that goes
// wrong: of a letter that is not sent a *mailbox.SendError.
func (s Show) Run(ctx context.Context) (*Result, error) {
	if err := clearFolder(s.Dir); err != nil {
		return nil, err
	}
	var addresses []string
	for _, name := range names[:s.Game.Seats(s.Options)] {
		addresses = append(addresses, name+"@hikyaku.example")
	}
	servers, err := loopback.Start(addresses...)
	if err != nil {
		return nil, err
	}
	defer servers.Close()
	st := &stage{Show: s}
	for i, address := range addresses {
		p, err := s.newPlayer(i, servers.Account(address))
		if err != nil {
			return nil, err
		}
		st.players = append(st.players, p)
	}
	m, err := st.play(ctx)
	if err != nil {
		return nil, err
	}
	return st.result(m)
}
