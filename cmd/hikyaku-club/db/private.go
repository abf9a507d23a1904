package db

import (
	"errors"
	"io/fs"
	"os"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/atomicfile"
)

// makePrivate creates a SQLite file, unless it exists, that only its owner can read, because it contains messages and addresses.
// It removes the permissions of others from an existing file and from the files that SQLite keeps next to it.
func makePrivate(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
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
