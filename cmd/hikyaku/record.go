package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

// recordFile is the record that an argument names, see inFolder.
func recordFile(c *cli.Context, name string) string {
	conf, err := loadConfig(c)
	if err != nil {
		return name // the command itself says what is wrong with the configuration
	}
	return inFolder(conf.Folder, name)
}

// inFolder is the file that name means. Letters name a record without its folder, so one that is not here is looked for in
// the folder of records.
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
