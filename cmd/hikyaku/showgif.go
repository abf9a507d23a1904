package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/render"
)

// animate writes m as a GIF that begins with the starting position.
func animate(c *cli.Context, w io.Writer, m home.Copy) error {
	f, err := filmOf(c, m)
	if err != nil {
		return err
	}
	picture, err := pictureOptions(c, m)
	if err != nil {
		return err
	}
	if picture.Notes, err = matchNotes(c, m); err != nil {
		return err
	}
	err = render.GIF(w, f.scenes, render.GIFOptions{
		Picture: picture,
		Delay:   c.Duration("delay"), Quick: f.quick, Clocks: f.clocks,
	})
	if err != nil {
		return misuse(err)
	}
	return nil
}

// film contains the scenes of a match. A scene is quick if it shows a throw or
// an intermediate step of a move.
type film struct {
	scenes []engine.Scene
	quick  []bool
	clocks []render.Clocks
}

func (f *film) add(s engine.Scene, quick bool, clocks render.Clocks) {
	f.scenes, f.quick, f.clocks = append(f.scenes, s), append(f.quick, quick), append(f.clocks, clocks)
}

// filmOf returns the scenes of m; the last one shows the ending.
func filmOf(c *cli.Context, m home.Copy) (f film, err error) {
	lang, viewer := language(c.App), partyOf(c, m)
	first, err := scene(c, m, m.Positions[0].Scene(), m.Positions[0])
	if err != nil {
		return f, err
	}
	f.add(first, false, m.Match.AtPly(0).State.Clocks(viewer, lang))
	for i, e := range m.Record.Events {
		thrown := kif.IsThrow(e.Step)
		if _, moved := e.Step.(kif.Move); e.Undone || !moved && !thrown {
			continue
		}
		clocks := m.After(i).Clocks(viewer, lang)
		for _, s := range intermediate(m.Positions[i], engine.Move(e.Step.String())) {
			f.add(m.Match.Fading(i+1, s), true, clocks)
		}
		s, err := scene(c, m, m.Match.SceneAt(i+1), m.Positions[i+1])
		if err != nil {
			return f, err
		}
		f.add(s, thrown, clocks)
	}
	if m.Outcome != nil && m.Outcome.Word != "" {
		f.add(m.Match.Scene(), false, nil)
	}
	return f, nil
}

// intermediate returns the scenes between p and the position after move.
func intermediate(p engine.Position, move engine.Move) []engine.Scene {
	stepper, ok := p.(engine.Stepper)
	if !ok {
		return nil
	}
	steps := stepper.Steps(move)
	return steps[:max(0, len(steps)-1)]
}
