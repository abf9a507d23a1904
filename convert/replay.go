package convert

import (
	"fmt"
	"slices"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
)

// This file holds all that convert needs of how a match is played.

// played is a record played through, as far as files of other programs can hold it.
type played struct {
	game     *engine.Game
	options  engine.Options
	start    engine.Position
	moves    []engine.Move // throws too, and nothing that was taken back
	resigned bool
}

// play plays r, a record of one of games, through.
func play(games []*engine.Game, r *kif.Record) (*played, error) {
	i := slices.IndexFunc(games, func(g *engine.Game) bool { return g.Name == r.Game() })
	if i < 0 {
		return nil, fmt.Errorf("the record: %w", Foreign(r, games))
	}
	m, err := match.New(r, games[i])
	if err != nil {
		return nil, fmt.Errorf("the record: %w", err)
	}
	p := &played{game: m.Game, options: m.Options, start: m.Positions[0]}
	for _, text := range match.Moves(m) {
		p.moves = append(p.moves, engine.Move(text))
	}
	p.resigned = m.Outcome != nil && m.Outcome.Word == kif.Resignation
	return p, nil
}

// setup is a record of g to be begun, with the options of set.
func setup(g *engine.Game, set engine.Options) (kif.Setup, error) {
	options, err := g.Resolve(set)
	return kif.Setup{Game: g.Name, Options: g.OptionText(options)}, err
}

// compose makes the record of a match of g that was played elsewhere. It has no number and no date but what the headers say:
// the same match gives the same record each time.
func compose(g *engine.Game, s kif.Setup, events []kif.Event) (*kif.Record, error) {
	r, err := kif.New(s)
	if err != nil {
		return nil, err
	}
	m, err := match.New(r, g)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		_, ends := e.Step.(kif.Ending)
		if ends && m.Outcome != nil { // by the rules already
			continue
		}
		if ends && e.Seat == 0 {
			e.Seat = engine.Due(m.Last())
		}
		draft, err := m.Draft(e)
		if err != nil {
			return nil, err
		}
		if m, err = m.Append(draft.Event); err != nil {
			return nil, err
		}
	}
	return m.Record, nil
}
