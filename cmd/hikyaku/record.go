package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

// recordFile returns the record file that an argument names; see inFolder.
func recordFile(c *cli.Context, name string) string {
	conf, err := loadConfig(c)
	if err != nil {
		return name // the command itself will report the configuration error
	}
	return inFolder(conf.Folder, name)
}

// inFolder returns the file that name means. Letters name a record without its folder, so a bare name that is not in the
// current folder is looked up in the folder of records.
func inFolder(folder, name string) string {
	if name == "" || name == "-" || filepath.Base(name) != name {
		return name
	}
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return name
	}
	there := filepath.Join(folder, name)
	if _, err := os.Stat(there); err != nil {
		return name
	}
	return there
}
