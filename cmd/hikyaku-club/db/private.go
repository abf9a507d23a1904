package db

import (
	"errors"
	"io/fs"
	"os"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/atomicfile"
)

// makePrivate makes a SQLite file if there is none, which only its owner can read: it holds letters and addresses. A file that
// others can read, of any program, is closed to them, and so are the files that SQLite keeps beside it.
func makePrivate(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		info, err := os.Stat(name)
		if err == nil && atomicfile.Permissions(info)&0o077 != 0 {
			err = os.Chmod(name, 0o600)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return words.Err("base.not-private", "file", name, "why", err)
		}
	}
	return nil
}
