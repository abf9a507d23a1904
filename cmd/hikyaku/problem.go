package main

import (
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/match"
)

// problemFlags are the flags by which show draws a position that is in no record.
func problemFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "game"},
		&cli.StringFlag{Name: "position"},
		setFlag(),
		&cli.StringFlag{Name: "title"},
	}
}

// openProblem returns a match that begins with --position of --game, in no file.
func openProblem(c *cli.Context) (desk.Copy, error) {
	switch {
	case c.Args().Present() || c.IsSet("at") || c.Bool("all"):
		return desk.Copy{}, usage("usage.problem")
	case c.String("game") == "":
		return desk.Copy{}, usage("usage.problem-game")
	}
	g, set, err := chooseGame(c, c.String("game"))
	if err != nil {
		return desk.Copy{}, err
	}
	r, err := desk.Setup{Game: g, Options: set, Start: c.String("position")}.Record("", time.Time{})
	if err != nil {
		return desk.Copy{}, misuse(err)
	}
	m, err := match.New(r, g)
	return desk.Copy{Match: m}, err
}

// isProblem reports whether a position is to be drawn that is in no record.
func isProblem(c *cli.Context) bool { return c.IsSet("game") || c.IsSet("position") }

// posed returns s, a scene of p, as diagrams of problems show it where m is in no file.
func posed(m desk.Copy, s engine.Scene, p engine.Position) engine.Scene {
	if poser, ok := p.(engine.Poser); ok && m.File == "" {
		return poser.Pose()
	}
	return s
}
