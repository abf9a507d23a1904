package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/computer"
	"hikyaku/internal/i18n"
)

func engineCommand() *cli.Command {
	serve := &cli.Command{
		Name: "serve",
		UsageText: `hikyaku engine serve --game shogi
hikyaku engine serve --game quoridor --level 5`,
		Flags:  []cli.Flag{textFlag("game"), listFlag("set"), textFlag("protocol"), numberFlag("level"), memoryFlag()},
		Action: serveEngine,
	}
	return &cli.Command{Name: "engine", Action: noSubcommand, Subcommands: []*cli.Command{serve, duelCommand(), perftCommand()}}
}

func serveEngine(c *cli.Context) error {
	level := c.Int("level")
	if level < 0 || level > engine.Levels || c.Int("memory") < 1 {
		return usage("usage.engine", "most", engine.Levels)
	}
	s := computer.Server{Version: version, Begin: begunGame, Player: computer.Thinking{Level: level, Memory: c.Int("memory") << 20}}
	speech := computer.Text
	if name := c.String("game"); name != "" {
		g, options, err := chooseGame(c, name)
		if err != nil {
			return err
		}
		if s.Game, err = computer.Begin(g, options); err != nil {
			return err
		}
		if _, family := s.Game.Start.(shogitext.Position); family {
			speech = computer.USI
		}
	}
	switch said := computer.Speech(c.String("protocol")); said {
	case "":
	case computer.Text:
		speech = said
	case computer.USI:
		if speech != said {
			return usage("usage.engine-usi")
		}
	default:
		return usage("usage.engine-protocol", "name", string(said))
	}
	return s.Serve(c.Context, speech, c.App.Reader, c.App.Writer)
}

// begunGame starts a game for a program that names it over the protocol.
func begunGame(name string, options engine.Options) (*computer.Game, error) {
	g := all.Game(name)
	if g == nil {
		return nil, i18n.Err("protocol.game", "name", name)
	}
	return computer.Begin(g, options)
}
