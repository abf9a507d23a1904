// Package demo plays a whole match by mail as a demonstration. It runs mail
// servers on this computer, gives each player a folder, and sends every turn as a
// real mail. At the end it compares the records of the players.
package demo

import (
	"context"

	"hikyaku/engine"
	"hikyaku/mailbox/loopback"
	"hikyaku/match"
)

// Show describes a demonstration.
type Show struct {
	Game    *engine.Game
	Options engine.Options // a value for every option of the game
	Seed    uint64         // the seed of the players' random choices
	Dir     string         // the folder for all files; must be new, empty or of an earlier demonstration
	Lang    string         // the language of the last board: en or ja
	Open    Opener
	Told    func(Turn) // called with each turn before it is sent; may be nil
}

// Turn is one ply of a demonstration.
type Turn struct {
	Ply    int
	Player string // the player who moved
	Move   string
	Letter int // the number of the mail with the turn
}

// Result is the outcome of a demonstration.
type Result struct {
	Match   *match.Match // the match in the last mover's record
	Letters int          // the number of mails sent
	Records []string     // the record file of each player
	Digests []string     // the digest of each of Records
	Same    bool         // all Digests are the same
	Board   string       // the file of the last board as text
	Picture string       // the file of the last board as a PNG
	Letter  string       // the file of the last mail with a turn, as it was received
}

// names are the names of the players; the first ones play.
var names = []string{"alice", "bob", "carol", "dave"}

// Run plays a match to its end. It stops the servers before it returns and keeps
// the files. It returns the first error; for an unsent mail, that is a
// *mailbox.SendError.
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
	r := &Result{Match: m, Letters: st.letters, Same: true, Board: st.file(boardFile), Picture: st.file(pictureFile), Letter: st.file(letterFile)}
	for _, p := range st.players {
		own, err := p.open()
		if err != nil {
			return nil, err
		}
		r.Records = append(r.Records, p.file)
		r.Digests = append(r.Digests, own.Head.String())
		r.Same = r.Same && own.Head == m.Head
	}
	return r, st.leaveBoards(m)
}
