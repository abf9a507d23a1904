package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/internal/dev/evening"
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
