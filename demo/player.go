package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"hikyaku/engine"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Opener opens what one player has, with all of it in the folder home: a desk, and the mailbox of account.
type Opener func(home, name string, account mailbox.Account) (*match.Courier, error)

// limit is the ply at which a player resigns, so that the match ends.
const limit = 300

// player is one of the players.
type player struct {
	courier *match.Courier
	mind    Simple
	file    string // the record, once there is one
}

// newPlayer makes the player of index i.
func (s Show) newPlayer(i int, account mailbox.Account) (*player, error) {
	home, err := filepath.Abs(s.file(names[i]))
	if err != nil {
		return nil, err
	}
	courier, err := s.Open(home, names[i], account)
	if err != nil {
		return nil, err
	}
	courier.Box = &keeper{Box: courier.Box, file: s.file(letterFile)}
	return &player{courier: courier, mind: Simple{rand.New(rand.NewPCG(s.Seed, uint64(i)))}}, nil
}

func (p *player) name() string { return p.courier.Me.Name }

// invite begins a match with others and gives the name that it has among all of them.
func (p *player) invite(g *engine.Game, options engine.Options, others []*player) (string, error) {
	i := match.Invitation{Game: g, Options: options}
	for _, other := range others {
		i.Others = append(i.Others, other.courier.Me)
	}
	if len(others) > 1 { // for more than two nobody tosses
		i.Seat = 1
	}
	m, err := p.courier.Invite(i)
	if err != nil {
		return "", err
	}
	p.file = m.File
	return m.Short(), nil
}

// accept takes part in the match of that name.
func (p *player) accept(name string) error {
	m, err := p.courier.Accept(name, "", false)
	if err != nil {
		return err
	}
	p.file = m.File
	return nil
}

func (p *player) open() (*match.Match, error) { return p.courier.Open(p.file) }

// due tells whether the match waits for p, as far as p knows.
func (p *player) due() (bool, error) {
	m, err := p.open()
	return err == nil && m.Mine(p.courier.Me.Addr), err
}

// play plays a move that p likes, or resigns where the match lasts too long.
func (p *player) play(ply int) (*match.Match, error) {
	if ply >= limit {
		return p.courier.Resign(p.file, 0, true)
	}
	m, err := p.open()
	if err != nil {
		return nil, err
	}
	move := p.mind.Choose(m.Last(), m.Next().Player)
	return p.courier.Play(p.file, match.Turn{Move: string(move), Post: true})
}

// lastWord is what was played last.
func lastWord(m *match.Match) string { return m.Record.Events[len(m.Record.Events)-1].Text }

// send sends what p has done last, once to each of the others, and gives how many letters went out.
func (p *player) send(ctx context.Context) (int, error) {
	sent, err := p.courier.Send(ctx, p.file)
	if err != nil {
		return 0, err
	}
	return p.count(sent)
}

// poll takes what has come for p, and gives how many letters went out in answer.
func (p *player) poll(ctx context.Context) (int, error) {
	reports, sent, err := p.courier.Poll(ctx)
	if err != nil {
		return 0, err
	}
	for _, r := range reports {
		if !slices.Contains([]match.Verdict{match.Taken, match.New, match.Known}, r.Verdict) {
			return 0, fmt.Errorf("%s does not take the letter of %s: %s %s", p.name(), r.From, r.Verdict, r.Reason)
		}
	}
	return p.count(sent)
}

// count is how many letters went out. The first that did not is an error.
func (p *player) count(sent []match.Delivery) (n int, err error) {
	for _, d := range sent {
		switch {
		case d.Err == nil:
			n++
		case err == nil:
			err = fmt.Errorf("the letter of %s to %s: %w", p.name(), d.To.Addr, d.Err)
		}
	}
	return n, err
}
