package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
)

// export exports the club to a folder that hikyaku can read.
func export(c *cli.Context, conf *config, own *game.Club) error {
	if err := conf.log(own).Append(c.Context); err != nil { // an export must not fail because of the log
		fmt.Fprintln(c.App.ErrWriter, i18n.Of(err).In(language(c.App)))
	}
	if !c.Bool("public") {
		return archive.Export(c.Context, own.Base, c.Args().First())
	}
	left, err := archive.ExportPublic(c.Context, own.Base, own.Desk, conf.Site.Delay, c.Args().First())
	for _, file := range left {
		if err := printLine(c, "export.left", "file", file); err != nil {
			return err
		}
	}
	return err
}

// importClub creates a club from an exported folder, and says if its secret key is still missing.
func importClub(c *cli.Context, conf *config, own *game.Club) error {
	n, err := archive.Import(c.Context, own.Base, own.Desk, c.Args().First())
	if err != nil {
		return err
	}
	if _, err := conf.keyring(c.Context, own.Base); err != nil {
		fmt.Fprintln(c.App.ErrWriter, i18n.Of(err).In(language(c.App)))
	}
	return printLine(c, "import.done", "n", n)
}

// publisher returns the site of a club, in dir or in the configured folder.
func (conf *config) publisher(own *game.Club, dir string) *site.Site {
	return &site.Site{Base: own.Base, Desk: own.Desk, Dir: dir, Address: conf.Site.Address, Delay: conf.Site.Delay, Version: version}
}

// writeSite writes the site.
func writeSite(c *cli.Context, conf *config, own *game.Club) error {
	dir := cmp.Or(c.String("o"), conf.Site.Folder)
	if dir == "" {
		return usage("usage.site")
	}
	return conf.publisher(own, dir).Write(c.Context)
}

// siteEvery is the shortest time between two updates of the site that are caused by changes.
const siteEvery = 10 * time.Second

// changed records the results of finished matches and, if the club has a site, schedules an update.
func (conf *config) changed(d *game.Deal, changes []game.Change) error {
	if conf.Site.Folder != "" {
		at := d.At.Truncate(siteEvery).Add(siteEvery)
		d.Add(db.Job{Task: site.TaskName, Key: strconv.FormatInt(at.Unix(), 10), At: at, Once: true})
		site.Changed(d, changes)
	}
	if err := events.Changed(d, changes); err != nil {
		return err
	}
	if slices.ContainsFunc(changes, func(c game.Change) bool { return c.Before == nil || c.Ended() }) {
		at := d.At.Truncate(logEvery).Add(logEvery)
		d.Add(db.Job{Task: ledger.TaskName, Key: strconv.FormatInt(at.Unix(), 10), At: at, Once: true})
	}
	return ledger.Changed(d, changes)
}

// logEvery is how long the log waits for further leaves before it is extended.
const logEvery = 10 * time.Second

// log returns the transparency log of a club.
func (conf *config) log(own *game.Club) *ledger.Log {
	return &ledger.Log{Base: own.Base, Desk: own.Desk, Now: own.Now}
}

// showLog extends the log and prints its signed root. With the flag for it, it continues a log after a loss.
func showLog(c *cli.Context, conf *config, own *game.Club) error {
	log := conf.log(own)
	next := log.Append
	if c.Bool("continue") {
		next = log.Continue
	}
	if err := next(c.Context); err != nil {
		return err
	}
	root, err := log.Newest(c.Context)
	if err != nil {
		return err
	}
	return printLine(c, "log.root", "root", root.Line())
}

// verifyClub verifies what a club has published against an exported folder.
func verifyClub(c *cli.Context) error {
	report, err := archive.Verify(c.Context, archive.Options{Games: all.Games, Version: version, Export: c.Args().First(), Site: c.String("site"), Root: c.String("root")})
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

// backup copies the database while the club keeps running.
func backup(c *cli.Context) error {
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	to, err := filepath.Abs(c.Args().First())
	if err != nil {
		return err
	}
	if db.IsPostgres(conf.Database) {
		return words.Err("backup.postgres", "file", to, "database", withoutPassword(conf.Database))
	}
	if err := db.Backup(c.Context, conf.Database, to); err != nil {
		return words.Err("backup.failed", "why", err)
	}
	return printLine(c, "backup.done", "file", to, "secret", conf.Secret)
}
