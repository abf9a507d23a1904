package atomicfile

import (
	"io"
	"os"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"hikyaku/internal/i18n"
)

// HeldError is the error of a lock that another program holds.
type HeldError struct {
	File string
	Wait time.Duration // how long it was tried to take the lock
}

// Error returns the English sentence.
func (e *HeldError) Error() string { return e.Sentence().En }

// Sentence returns the sentence in both languages.
func (e *HeldError) Sentence() i18n.Text {
	return i18n.T("store.held", "file", e.File, "n", int(e.Wait/time.Second))
}

// Unwrap returns the system's number for it, as errors of reads and writes have one: a later attempt may succeed.
func (*HeldError) Unwrap() error { return syscall.EWOULDBLOCK }

// Lock takes a lock that excludes other processes and other calls in this process. It tries at least once.
func (OS) Lock(name string, wait time.Duration) (io.Closer, error) {
	for begun := time.Now(); ; time.Sleep(pause) {
		l := &lock{flock.New(name, flock.SetPermissions(0o644))}
		locked, err := retry(l.TryLock)
		if err != nil {
			return nil, err
		}
		if locked && !l.stale() {
			return l, nil
		}
		if err := l.Unlock(); err != nil {
			return nil, err
		}
		if time.Since(begun) >= wait {
			return nil, &HeldError{name, wait}
		}
	}
}

// lock is a held lock. Its file exists only while a process holds the lock or waits for it.
type lock struct{ *flock.Flock }

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
