package convert

import (
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// played is a replayed record with the parts that files of other programs can hold.
type played struct {
	game     *engine.Game
	options  engine.Options
	start    engine.Position
	moves    []engine.Move // with throws, without moves that were taken back
	outcome  *match.Outcome
	ending   kif.Event // the one that names the end, as 投了 does; without a Step for none
	resigned bool
}

// play replays r, a record of one of games.
func play(games []*engine.Game, r *kif.Record) (*played, error) {
	g := engine.GameNamed(games, r.Game())
	if g == nil {
		return nil, fmt.Errorf("the record: %w", Foreign(r, games))
	}
	m, err := match.New(r, g)
	if err != nil {
		return nil, fmt.Errorf("the record: %w", err)
	}
	if len(m.Roster.Out) > 0 {
		return nil, i18n.Err("convert.out")
	}
	p := &played{game: m.Game, options: m.Options, start: m.Positions[0], outcome: m.Outcome}
	for _, text := range m.Moves() {
		p.moves = append(p.moves, engine.Move(text))
	}
	p.ending.Spent = -1
	for _, e := range r.Events {
		if _, ends := e.Step.(kif.Ending); ends && !e.Undone {
			p.ending = e
		}
	}
	p.resigned = m.Outcome != nil && m.Outcome.Word == kif.Resignation
	return p, nil
}

// setup returns the setup of a record of g with the options of set.
func setup(g *engine.Game, set engine.Options) (kif.Setup, error) {
	options, err := g.Resolve(set)
	return kif.Setup{Game: g.Name, Options: g.OptionText(options)}, err
}

// compose returns the record of a match of g that was played elsewhere. It has no match number and only the date of the
// headers, so that the same match always gives the same record.
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
		if ends && m.Outcome != nil {
			word, rule := e.Step.(kif.Ending), m.Outcome.Rule.ID
			if !strings.HasPrefix(rule, "end.") && word != kif.Foul && word != kif.FoulWin { // a foul has ended the match
				return nil, e.Misfit(i18n.T("fit.foul-won", "rule", rule), nil)
			}
			draft, err := m.Draft(e)
			if err != nil { // the ending adds nothing to the rules' result
				return m.Record, nil
			}
			r := *m.Record
			r.Events = append(slices.Clone(r.Events), draft.Event)
			move, end := &r.Events[len(r.Events)-2], &r.Events[len(r.Events)-1]
			end.Number, end.Closing, move.Closing = m.Ply()+1, move.Closing, ""
			return r.Rewrite(r.Encoding)
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
