package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

// animate writes m as a GIF that begins with its start.
func animate(c *cli.Context, w io.Writer, m desk.Copy) error {
	scenes, quick, err := frames(c, m)
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
	err = render.GIF(w, scenes, render.GIFOptions{
		Picture: picture,
		Delay:   c.Duration("delay"), Quick: quick,
	})
	if err != nil {
		return usagef("%v", err)
	}
	return nil
}

// frames returns the scenes of m, the last of them with its ending. A scene is quick if it shows a throw or an intermediate step of a move.
func frames(c *cli.Context, m desk.Copy) (scenes []engine.Scene, quick []bool, err error) {
	first, err := scene(c, m, m.Positions[0].Scene(), m.Positions[0])
	if err != nil {
		return nil, nil, err
	}
	scenes, quick = []engine.Scene{first}, []bool{false}
	for i, e := range m.Record.Events {
		thrown := kif.IsThrow(e.Step)
		if _, moved := e.Step.(kif.Move); !moved && !thrown {
			continue
		}
		for _, s := range intermediate(m.Positions[i], engine.Move(e.Step.String())) {
			scenes, quick = append(scenes, s), append(quick, true)
		}
		s, err := scene(c, m, m.Positions[i+1].Scene(), m.Positions[i+1])
		if err != nil {
			return nil, nil, err
		}
		scenes, quick = append(scenes, s), append(quick, thrown)
	}
	if m.Outcome != nil && m.Outcome.Word != "" {
		scenes, quick = append(scenes, match.Scene(m.Match)), append(quick, false)
	}
	return scenes, quick, nil
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
