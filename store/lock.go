package store

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// lockPause lies between two tries to take a lock.
const lockPause = 10 * time.Millisecond

// Lock takes a lock that keeps out other processes and other calls in this one. It tries once at least.
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
			return nil, fmt.Errorf("another program has held %s for %s", name, wait)
		}
	}
}

// lock is a lock that is held. Its file is there only as long as somebody holds it or waits for it.
type lock struct{ *flock.Flock }

// tryLock gives nil where the lock is not to be had now.
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

// stale reports whether the file was removed between opening and locking it. A lock on such a file keeps out
// nobody, since the next one to come makes another of that name.
func (l *lock) stale() bool {
	ours, err := l.Stat()
	if err != nil {
		return true
	}
	named, err := os.Stat(l.Path())
	return err != nil || !os.SameFile(ours, named)
}

// Close removes the file and unlocks it, in this order: once it is unlocked, its name may be another's lock.
func (l *lock) Close() error {
	_ = os.Remove(l.Path()) // Windows keeps an open file; it is locked again as it is
	return l.Unlock()
}
