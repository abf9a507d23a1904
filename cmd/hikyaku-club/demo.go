package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/evening"
	"hikyaku/cmd/hikyaku-club/internal/dev/load"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// demo plays an evening of a club.
func demo(c *cli.Context) error {
	folder, err := filepath.Abs(c.String("folder"))
	if err != nil {
		return err
	}
	begun, lang := time.Now(), language(c.App)
	ctx, cancel := context.WithTimeout(c.Context, longestEvening)
	defer cancel()
	r, err := evening.Evening{
		Dir: folder, Lang: lang, Version: version, Seed: cmp.Or(c.Uint64("seed"), uint64(begun.UnixNano())),
		Told: func(what i18n.Text) { fmt.Fprintln(c.App.Writer, render.Safe(what.In(lang))) },
	}.Run(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "\n%s\n", render.Safe(r.Table))
	for _, finding := range r.Report.Findings {
		if err := printLine(c, "demo.finding", "finding", finding); err != nil {
			return err
		}
	}
	return printLine(c, "demo.done", "members", r.Members, "matches", r.Matches, "in", r.In, "out", r.Out, "seconds", int(time.Since(begun).Seconds()),
		"judged", r.Report.Matches, "findings", len(r.Report.Findings), "site", filepath.Join(r.Site, "index.html"), "letters", r.Letters, "export", r.Export)
}

// longestEvening is the time limit for a demonstration.
const longestEvening = 5 * time.Minute

// measure measures a club with simulated players.
func measure(c *cli.Context) error {
	of := all.Game(c.String("game"))
	switch {
	case of == nil:
		var names []string
		for _, g := range all.Games {
			names = append(names, g.Name)
		}
		return usage("usage.game", "text", c.String("game"), "list", i18n.Either(names...))
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
		Address: cmp.Or(c.String("database"), filepath.Join(folder, "club.db")), Desk: d, NewKey: errors.Is(missing, fs.ErrNotExist), Game: of, Matches: c.Int("matches"), Turns: c.Int("letters"), Rate: c.Float64("rate"),
		Processes: c.Int("processes"), Idle: c.Duration("idle"), Picture: c.Bool("pictures"), Workers: game.Work{Letters: usualLetters, Sends: usualSends},
	}
	r, err := load.Run(c.Context, p, c.App.ErrWriter)
	if err != nil {
		return err
	}
	return printLine(c, "load.result", "result", r.String())
}
