package atomicfile

import (
	"io"
	"os"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"hikyaku/internal/i18n"
)

// Lock takes a lock that excludes other processes and other calls in this process. It tries at least once. The
// error wraps a syscall.Errno even if the lock is held by another: a later call may succeed.
func (OS) Lock(name string, wait time.Duration) (io.Closer, error) {
	for begun := time.Now(); ; time.Sleep(pause) {
		l, err := tryLock(name)
		if err != nil {
			return nil, err
		}
		if l != nil {
			return l, nil
		}
		if time.Since(begun) >= wait {
			return nil, i18n.Err("store.held", "file", name, "n", int(wait/time.Second), "why", syscall.EWOULDBLOCK)
		}
	}
}

// lock is a held lock. Its file exists only while a process holds the lock or waits for it.
type lock struct{ *flock.Flock }

// tryLock returns nil if the lock is held by another.
func tryLock(name string) (*lock, error) {
	l := &lock{flock.New(name, flock.SetPermissions(0o644))}
	if locked, err := retry(l.TryLock); err != nil || !locked {
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
