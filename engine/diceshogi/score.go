package diceshogi

import (
	"errors"
	"fmt"

	"hikyaku/engine"
)

// Score is a game in a file of another program. ReadDSK, ReadUSI and ReadKIF read it, its methods write it.
type Score struct {
	Rules    string          // the rule set, a value of the option rules
	Start    engine.Position // the first position, under these rules
	Moves    []engine.Move   // throws and moves in canonical notation, in the order of play
	Resigned bool            // the seat to move after Moves has resigned
}

// NewScore returns a game without moves from the usual start of a rule set. An unknown rule set is an error.
func NewScore(rules string) (*Score, error) {
	p, err := start(engine.Options{"rules": rules})
	if err != nil {
		return nil, err
	}
	return &Score{Rules: rules, Start: p}, nil
}

// ply is one move of a file of another program.
type ply struct {
	text string // the move as written, for errors
	die  int    // the face thrown before it: 0 for no throw, unknown if the file does not say
	read func(*position) (engine.Move, error)
}

const unknown = -1

// writtenPly returns the ply of a move that Parse can read.
func writtenPly(text string, die int) ply {
	return ply{text, die, func(p *position) (engine.Move, error) { return p.Parse(text) }}
}

// replay plays the plies from the position with the given text under a rule set.
func replay(rules, text string, plies []ply) (*Score, error) {
	first, err := parse(engine.Options{"rules": rules}, text)
	if err != nil {
		return nil, err
	}
	s := &Score{Rules: rules, Start: first}
	p := first.(*position)
	for i, ply := range plies {
		if p, err = s.add(p, ply); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, ply.text, err)
		}
	}
	return s, nil
}

// guess replays a game with dice whose rule set is not named: under Hyper if every move is legal there, else under
// dice.
func guess(text string, plies []ply) (*Score, error) {
	s, err := replay(hyper, text, plies)
	if err == nil {
		return s, nil
	}
	if other, failed := replay(dice, text, plies); failed == nil {
		return other, nil
	}
	return nil, err
}

// add plays one ply, after its throw if one is due, and returns the position after it.
func (s *Score) add(p *position, ply ply) (*position, error) {
	switch next := p.Next(); {
	case next.Throw != nil && ply.die <= 0:
		return nil, errors.New("no die is written, and one must be thrown before this move")
	case next.Throw != nil:
		m := engine.Throw(ply.die)
		q, err := p.Apply(m)
		if err != nil {
			return nil, err
		}
		s.Moves = append(s.Moves, m)
		p = q.(*position)
	case next.Player != 0 && ply.die > 0:
		return nil, fmt.Errorf("the die shows %d, but none is thrown before this move", ply.die)
	}
	m, err := ply.read(p)
	if err != nil {
		return nil, err
	}
	q, err := p.Apply(m)
	if err != nil {
		return nil, err
	}
	s.Moves = append(s.Moves, m)
	return q.(*position), nil
}

// each plays the moves of s and calls visit before each one that is not a throw.
func (s *Score) each(visit func(*position, move)) error {
	p := s.Start
	for i, m := range s.Moves {
		q, err := p.Apply(m)
		if err != nil {
			return fmt.Errorf("event %d, %s: %w", i+1, m, err)
		}
		if read, ok := readMove(string(m)); ok {
			visit(p.(*position), read)
		}
		p = q
	}
	return nil
}
