package main

import (
	"path/filepath"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/words"
)

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
	if isPostgres(conf.Database) {
		return words.Err("backup.postgres", "file", to, "database", withoutPassword(conf.Database))
	}
	if err := db.Backup(c.Context, conf.Database, to); err != nil {
		return words.Err("backup.failed", "file", to, "why", err)
	}
	return printLine(c, "backup.done", "file", to, "secret", conf.Secret)
}
