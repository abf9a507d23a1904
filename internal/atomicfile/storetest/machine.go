package storetest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"hikyaku/internal/atomicfile"
)

// Machine is a System that does not sync to the disk, which is slow: the tests do not simulate power failures. Its clock advances
// by a minute with every call of Now.
type Machine struct {
	atomicfile.OS
	Time *time.Time
}

// Now returns the time, a minute later than before.
func (m Machine) Now() time.Time {
	*m.Time = m.Time.Add(time.Minute)
	return *m.Time
}

// Create creates a file that is not synced.
func (m Machine) Create(name string, mode fs.FileMode) (atomicfile.File, error) {
	f, err := m.OS.Create(name, mode)
	return unsynced{f}, err
}

// Rename dates the file by the clock of the machine, so that no test depends on the real date. It removes an existing file first: on
// some systems, replacing a file syncs it.
func (m Machine) Rename(from, to string) error {
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return errors.Join(os.Chtimes(from, *m.Time, *m.Time), m.OS.Rename(from, to))
}

// SyncDir does nothing.
func (Machine) SyncDir(string) error { return nil }

// Lock keeps out other calls in this process, which are all there are here: a file for each lock costs more than what it guards.
// A lock that is held is refused at once, since its holder would have to wait for himself.
func (Machine) Lock(name string, _ time.Duration) (io.Closer, error) {
	if _, held := locks.LoadOrStore(name, true); held {
		return nil, fmt.Errorf("%s is locked", name)
	}
	return lock(name), nil
}

// locks are the names that are locked.
var locks sync.Map

type lock string

func (l lock) Close() error {
	locks.Delete(string(l))
	return nil
}

// unsynced is a file that is not brought to the disk.
type unsynced struct{ atomicfile.File }

func (unsynced) Sync() error { return nil }
