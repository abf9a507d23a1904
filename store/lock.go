package store

import (
	"io"
	"os"
	"time"

	"github.com/gofrs/flock"

	"hikyaku/words"
)

// lockPause is the time between two tries to take a lock.
const lockPause = 10 * time.Millisecond

// Lock takes a lock that excludes other processes and other calls in this process. It tries at least once.
func (OS) Lock(name string, wait time.Duration) (io.Closer, error) {
	for begun := time.Now(); ; time.Sleep(lockPause) {
		l, err := tryLock(name)
		if err != nil {
			return nil, err
		}
		if l != nil {
			return l, nil
		}
		if time.Since(begun) >= wait {
			return nil, words.Err("store.held", "file", name, "n", int(wait/time.Second))
		}
	}
}

// lock is a held lock. Its file exists only while a process holds the lock or waits for it.
type lock struct{ *flock.Flock }

// tryLock returns nil if the lock is held by another.
func tryLock(name string) (*lock, error) {
	l := &lock{flock.New(name, flock.SetPermissions(0o644))}
	if locked, err := l.TryLock(); err != nil || !locked {
		return nil, err
	}
	if l.stale() {
		return nil, l.Unlock()
	}
	return l, nil
}

// stale reports whether the file was removed between opening and locking it. A lock on such a file excludes nobody,
// because the next process creates another file of that name.
func (l *lock) stale() bool {
	ours, err := l.Stat()
	if err != nil {
		return true
	}
	named, err := os.Stat(l.Path())
	return err != nil || !os.SameFile(ours, named)
}

// Close removes the file and unlocks it, in this order: after unlocking, the name may be that of another process's
// lock.
func (l *lock) Close() error {
	_ = os.Remove(l.Path()) // Windows does not remove an open file; the next lock uses it again
	return l.Unlock()
}
