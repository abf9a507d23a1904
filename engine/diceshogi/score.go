package diceshogi

import (
	"errors"
	"maps"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// rulesOf returns the rule set of a game.
func rulesOf(s *shogitext.Score) string { return s.Options["rules"] }

// ply is one move of a file of another program.
type ply struct {
	text string // the move as written, for errors
	die  int    // the face thrown before it: 0 for no throw, unknown if the file does not say
	read func(*position) (engine.Move, error)
}

const unknown = -1

// replay plays the plies from the position with the given text under a rule set. A file does not name the other options:
// they are the usual ones, without repetition, unless some move is legal only with another.
func replay(rules, text string, plies []ply) (*shogitext.Score, error) {
	set := engine.Options{"rules": rules}
	if rules == minishogi {
		set["repetition"] = "none" // other programs end a game in their own way
	}
	s, wrong := replayWith(set, text, plies)
	for err := wrong; err != nil; {
		// A foul loses, and where a drop could bind, another reading of the die may leave the throw free.
		var key, value string
		switch r, _ := errors.AsType[*engine.Rejection](err); {
		case r == nil:
		case r.Rule == dieFile:
			key, value = "drop", "free"
		case shogitext.IsFoul(r):
			key, value = "foul", "loses"
		}
		if key == "" || set[key] == value {
			return nil, wrong
		}
		set[key] = value
		s, err = replayWith(set, text, plies)
	}
	return s, nil
}

// replayWith plays the plies from the position with the given text under options.
func replayWith(options engine.Options, text string, plies []ply) (*shogitext.Score, error) {
	first, err := parse(options, text)
	if err != nil {
		return nil, err
	}
	s := &shogitext.Score{Options: maps.Clone(options), Start: first}
	p := first.(*position)
	for i, ply := range plies {
		if p, err = add(s, p, ply); err != nil {
			return nil, &shogitext.MoveError{Index: i, Text: ply.text, Err: err}
		}
	}
	return s, nil
}

// guess replays a game with dice whose rule set is not named: under Hyper if every move is legal there, else under
// dice, else under either with other options.
func guess(text string, plies []ply) (*shogitext.Score, error) {
	for _, rules := range []string{hyper, dice} {
		if s, err := replayWith(engine.Options{"rules": rules}, text, plies); err == nil {
			return s, nil
		}
	}
	s, err := replay(hyper, text, plies)
	if err == nil {
		return s, nil
	}
	if other, failed := replay(dice, text, plies); failed == nil {
		return other, nil
	}
	return nil, err
}

// add plays one ply of s, after its throw if one is due, and returns the position after it.
func add(s *shogitext.Score, p *position, ply ply) (*position, error) {
	switch next := p.Next(); {
	case next.Throw != nil && ply.die <= 0:
		return nil, i18n.Errorf("no die is written, and one must be thrown before this move", "この手の前に振るサイコロの目が書かれていません")
	case next.Throw != nil:
		m := engine.Throw(ply.die)
		q, err := p.Apply(m)
		if err != nil {
			return nil, err
		}
		s.Moves = append(s.Moves, m)
		p = q.(*position)
	case next.Player != 0 && ply.die > 0:
		return nil, i18n.Errorf("the die shows %d, but none is thrown before this move", "この手の前にサイコロは振らないのに、目が%dになっています", ply.die)
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
