package main

import (
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/match"
)

// problemFlags returns the flags of show for a position that is not in a record.
func problemFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "game"},
		&cli.StringFlag{Name: "position"},
		setFlag(),
		&cli.StringFlag{Name: "title"},
	}
}

// openProblem returns a match that starts from --position of --game and has no
// file.
func openProblem(c *cli.Context) (home.Copy, error) {
	switch {
	case c.Args().Present() || c.IsSet("at") || c.Bool("all"):
		return home.Copy{}, usage("usage.problem")
	case c.String("game") == "":
		return home.Copy{}, usage("usage.problem-game")
	}
	g, set, err := chooseGame(c, c.String("game"))
	if err != nil {
		return home.Copy{}, err
	}
	r, err := home.Setup{Game: g, Options: set, Start: c.String("position")}.Record("", time.Time{})
	if err != nil {
		return home.Copy{}, misuse(err)
	}
	m, err := match.New(r, g)
	return home.Copy{Match: m}, err
}

// isProblem reports whether the flags give a position that is not in a record.
func isProblem(c *cli.Context) bool { return c.IsSet("game") || c.IsSet("position") }

// posed returns s, a scene of p. If m has no file, it is drawn in the manner of
// a problem.
func posed(m home.Copy, s engine.Scene, p engine.Position) engine.Scene {
	if poser, ok := p.(engine.Poser); ok && m.File == "" {
		return poser.Pose()
	}
	return s
}
