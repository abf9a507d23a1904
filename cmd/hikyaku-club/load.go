package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/load"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
)

// measure measures a club with simulated players.
func measure(c *cli.Context) error {
	of := all.Game(c.String("game"))
	switch {
	case of == nil:
		return usage("usage.game", "text", c.String("game"), "list", i18n.Either(names()...))
	case c.Int("matches") < 1 || c.Int("letters") < 1 || c.Int("letters") > c.Int("matches") || c.Int("processes") < 1 || c.Float64("rate") < 0:
		return usage("usage.load")
	}
	folder := c.String("folder")
	if folder == "" {
		temporary, err := os.MkdirTemp("", "hikyaku-load-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temporary)
		folder = temporary
	} else if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	secret := filepath.Join(folder, "secret")
	_, missing := os.Stat(secret)
	d, err := load.Desk(secret)
	if err != nil {
		return err
	}
	p := load.Plan{
		Address: c.String("database"), Desk: d, NewKey: errors.Is(missing, fs.ErrNotExist), Game: of, Matches: c.Int("matches"), Turns: c.Int("letters"), Rate: c.Float64("rate"),
		Processes: c.Int("processes"), Idle: c.Duration("idle"), Picture: c.Bool("pictures"), Workers: game.Work{Letters: usualLetters, Sends: usualSends},
	}
	if p.Address == "" {
		p.Address = filepath.Join(folder, "club.db")
	}
	r, err := load.Run(c.Context, p, c.App.ErrWriter)
	if err != nil {
		return err
	}
	return printLine(c, "load.result", "result", r.String())
}

// names returns the names of the games.
func names() (list []string) {
	for _, g := range all.Games {
		list = append(list, g.Name)
	}
	return list
}
