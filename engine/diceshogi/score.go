package diceshogi

import (
	"errors"
	"fmt"

	"hikyaku/engine"
)

// Score is a game as the files of other programs hold it: read by ReadDSK, ReadUSI and ReadKIF, written by
// its methods.
type Score struct {
	Rules    string          // the value of the option rules
	Start    engine.Position // of those rules
	Moves    []engine.Move   // throws and moves in canonical notation, in the order of play
	Resigned bool            // the seat that would be next has resigned
}

// NewScore is a game of rules from its usual start without moves. An unknown rule set is an error.
func NewScore(rules string) (*Score, error) {
	p, err := start(engine.Options{"rules": rules})
	if err != nil {
		return nil, err
	}
	return &Score{Rules: rules, Start: p}, nil
}

// ply is one move of a foreign file.
type ply struct {
	text string // as written, for what is said of it
	die  int    // what was thrown before it: 0 for nothing, unknown where the file does not say
	read func(*position) (engine.Move, error)
}

const unknown = -1

// written is a ply in the words of a move.
func written(text string, die int) ply {
	return ply{text, die, func(p *position) (engine.Move, error) { return p.Parse(text) }}
}

// replay plays the plies from the position that text describes under rules.
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

// guess replays a game with dice whose rule set is not named: as Hyper where it goes, else as dice.
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

// add plays one ply, the throw first where there is one.
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
