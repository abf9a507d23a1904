package main

import (
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine/all"
)

func exportCommand(lang string) *cli.Command {
	return &cli.Command{Name: "export", Usage: say(lang, "help.export"), ArgsUsage: "DIR", Action: withClub(1, export)}
}

func importCommand(lang string) *cli.Command {
	return &cli.Command{Name: "import", Usage: say(lang, "help.import"), ArgsUsage: "DIR", Action: withClub(1, importClub)}
}

func siteCommand(lang string) *cli.Command {
	return &cli.Command{
		Name: "site", Usage: say(lang, "help.site"), Action: withClub(0, writeSite),
		Flags: []cli.Flag{&cli.StringFlag{Name: "o", Usage: say(lang, "help.site.o")}},
	}
}

func verifyCommand(lang string) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: say(lang, "help.verify"), ArgsUsage: "DIR", Action: verifyClub,
		Flags: []cli.Flag{&cli.StringFlag{Name: "site", Usage: say(lang, "help.verify.site")}},
	}
}

// export writes the club into a folder that hikyaku reads.
func export(c *cli.Context, _ *config, own *game.Club) error {
	return archive.Export(c.Context, own.Base, c.Args().First())
}

// importClub makes a club of an exported folder.
func importClub(c *cli.Context, _ *config, own *game.Club) error {
	n, err := archive.Import(c.Context, own.Base, own.Desk, c.Args().First())
	if err != nil {
		return err
	}
	return printLine(c, "import.done", "n", n)
}

// publisher writes the site of a club, into a folder or into the configured one.
func (conf *config) publisher(own *game.Club, dir string) *site.Site {
	return &site.Site{Base: own.Base, Desk: own.Desk, Dir: dir, Address: conf.Site.Address, Delay: conf.Site.Delay, Version: version}
}

// writeSite writes the site.
func writeSite(c *cli.Context, conf *config, own *game.Club) error {
	dir := c.String("o")
	if dir == "" {
		dir = conf.Site.Folder
	}
	if dir == "" {
		return usage("usage.site")
	}
	return conf.publisher(own, dir).Write(c.Context)
}

// siteEvery is the least time between two times at which the site is written because something has changed.
const siteEvery = 10 * time.Second

// changed records the results of finished matches and, if the club has a site, schedules writing it.
func (conf *config) changed(d *game.Deal, changes []game.Change) error {
	if conf.Site.Folder != "" {
		at := d.At.Truncate(siteEvery).Add(siteEvery)
		d.Add(db.Job{Task: site.TaskName, Key: strconv.FormatInt(at.Unix(), 10), At: at, Once: true})
	}
	return events.Changed(d, changes)
}

// verifyClub recomputes what a club has published from an exported folder.
func verifyClub(c *cli.Context) error {
	if err := checkArgs(c, 1); err != nil {
		return err
	}
	report, err := archive.Verify(c.Context, all.Games, version, c.Args().First(), c.String("site"))
	if err != nil {
		return err
	}
	if err := report.Write(c.App.Writer, language(c.App)); err != nil {
		return err
	}
	if n := len(report.Findings); n > 0 {
		return words.Err("verify.wrong", "n", n)
	}
	return nil
}
