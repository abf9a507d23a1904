package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/words"
)

// initClub writes a configuration, and creates the tables and the secret key of a club. Existing files are kept.
func initClub(c *cli.Context) error {
	path, _, err := configPath(c)
	if err != nil {
		return err
	}
	data := example
	for _, field := range []string{"name", "address", "language", "database"} {
		if value := c.String(field); value != "" {
			line := regexp.MustCompile(`(?m)^` + field + `: .*$`)
			data = line.ReplaceAllLiteral(data, fmt.Appendf(nil, "%s: %s", field, strconv.Quote(value)))
		}
	}
	conf, err := readConfig(data, path)
	if err != nil {
		return err
	}
	if err := writeNew(path, data); err != nil {
		return err
	}
	b, err := conf.open(c.Context, db.Options{})
	if err != nil {
		return err
	}
	defer b.Close()
	if _, err := conf.keyring(c.Context, b); err != nil {
		return err
	}
	return printLine(c, "init.done", "file", path, "database", withoutPassword(conf.Database), "secret", conf.Secret)
}

// writeNew writes a file, and returns an error if it exists.
func writeNew(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return words.Err("init.there", "file", path)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}
