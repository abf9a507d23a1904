package demo

import (
	"math/rand/v2"
	"path/filepath"

	"hikyaku/engine"
	"hikyaku/internal/computer"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/mailbox"
)

// Opener opens the desk and the courier of one player, whose files are all in
// the folder home.
type Opener func(home, name string, account mailbox.Account) (*home.Desk, *courier.Courier, error)

// limit is the ply at which a player resigns, so that the match ends.
const limit = 300

type player struct {
	desk    *home.Desk
	courier *courier.Courier
	mind    computer.Simple
	file    string // the record, once it exists
}

// newPlayer returns the player with index i.
func (s Show) newPlayer(i int, account mailbox.Account) (*player, error) {
	home, err := filepath.Abs(s.file(names[i]))
	if err != nil {
		return nil, err
	}
	d, c, err := s.Open(home, names[i], account)
	if err != nil {
		return nil, err
	}
	c.Box = &copyBox{Box: c.Box, file: s.file(letterFile)}
	return &player{desk: d, courier: c, mind: computer.Simple{Rand: rand.New(rand.NewPCG(s.Seed, uint64(i)))}}, nil
}

func (p *player) name() string { return p.desk.Me.Name }

// invite starts a match with others and returns its short name.
func (p *player) invite(g *engine.Game, options engine.Options, others []*player) (string, error) {
	i := home.Invitation{Game: g, Options: options}
	for _, other := range others {
		i.Others = append(i.Others, other.desk.Me)
	}
	if len(others) > 1 { // there is no toss for more than two players
		i.Seat = 1
	}
	m, err := p.desk.Invite(i)
	if err != nil {
		return "", err
	}
	p.file = m.File
	return m.Short(), nil
}

func (p *player) open() (home.Copy, error) { return p.desk.Open(p.file) }

// play plays a move, or resigns if the match lasts too long.
func (p *player) play(ply int) (home.Copy, error) {
	m, err := p.open()
	if err != nil {
		return m, err
	}
	if ply >= limit {
		return p.desk.Resign(m, 0, true)
	}
	move := p.mind.Pick(m.Last(), m.Next().Player)
	return p.desk.Play(m, home.Turn{Move: string(move), Post: true})
}
