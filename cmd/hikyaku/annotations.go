package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

func noteFlags() []cli.Flag {
	return []cli.Flag{listFlag("mark"), listFlag("arrow"), listFlag("letter")}
}

// writtenNotes parses the annotations given on the command line for the boards
// of p.
func writtenNotes(c *cli.Context, p engine.Position) (notes []render.Note, err error) {
	for _, flag := range []struct {
		name string
		form render.NoteForm
	}{{"mark", render.MarkNote}, {"arrow", render.ArrowNote}, {"letter", render.SignNote}} {
		for _, text := range c.StringSlice(flag.name) {
			more, err := render.ReadNotes(p, flag.form, text)
			if err != nil {
				return nil, usage("usage.because", "what", "--"+flag.name+" "+text, "why", err)
			}
			notes = append(notes, more...)
		}
	}
	return notes, nil
}

// matchNotes returns all annotations of the last position of m.
func matchNotes(c *cli.Context, m home.Copy) ([]render.Note, error) {
	var notes []render.Note
	if c.Bool("paths") {
		p, ok := m.Last().(engine.Pather)
		if !ok {
			return nil, usage("usage.paths", "game", m.Game.Name)
		}
		notes = render.PathNotes(m.Last().Scene(), p)
	}
	written, err := writtenNotes(c, m.Last())
	if err != nil {
		return nil, err
	}
	notes = append(notes, written...)
	if c.IsSet("number") {
		n := c.Int("number")
		if n < 1 {
			return nil, usage("usage.number", "n", n)
		}
		places := targetsOf(m.Match)
		first := max(0, len(places)-n)
		notes = append(notes, render.NumberNotes(places[first:], first+1)...)
	}
	return notes, nil
}

// targetsOf returns the places to which the moves of m go, without undone moves.
func targetsOf(m *match.Match) (places []engine.Place) {
	p, moves := m.Positions[0], []string(nil)
	for _, e := range m.Played() {
		if _, left := e.Step.(kif.Ending); left {
			q, more := played(p, moves)
			p, moves, places = q.(engine.Leaver).Leave(e.Seat), nil, append(places, more...)
			continue
		}
		moves = append(moves, e.Step.String())
	}
	return append(places, targets(p, moves)...)
}

// targets returns the places to which moves from p go, without throws.
func targets(p engine.Position, moves []string) []engine.Place {
	_, places := played(p, moves)
	return places
}

// played returns the position after moves from p, as far as they are legal, and
// the places to which they go.
func played(p engine.Position, moves []string) (after engine.Position, places []engine.Place) {
	for _, text := range moves {
		m := engine.Move(text)
		if _, thrown := m.Throw(); !thrown {
			at := engine.Place{}
			if placer, ok := p.(engine.Placer); ok {
				at = placer.Target(m)
			}
			places = append(places, at)
		}
		q, err := p.Apply(m)
		if err != nil {
			return p, places
		}
		p = q
	}
	return p, places
}
