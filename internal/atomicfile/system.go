package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"hikyaku/internal/i18n"
)

// System is the operating system as Read, Create, Change and Replace use it. Its errors are those of package os.
type System interface {
	Resolve(name string) (string, error)                     // follows symbolic links; the last part may be missing
	Read(name string) ([]byte, fs.FileMode, error)           // at most MaxBytes+1 bytes
	Create(name string, mode fs.FileMode) (File, error)      // a new file for writing; an error if it exists
	Rename(from, to string) error                            // replaces an existing file
	Remove(name string) error                                // removes a file
	SyncDir(dir string) error                                // makes the names in dir durable
	Lock(name string, wait time.Duration) (io.Closer, error) // waits at most that long for other holders; Close unlocks
	Now() time.Time
}

// File is a new file that is being written.
type File interface {
	io.WriteCloser
	Chmod(fs.FileMode) error
	Sync() error
}

// OS is the real operating system.
type OS struct{}

// Resolve follows symbolic links, also in the folders of a name that does not exist.
func (OS) Resolve(name string) (string, error) {
	real, err := filepath.EvalSymlinks(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return real, err
	}
	if _, linked := os.Lstat(name); linked == nil {
		return "", err // a dangling link
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	if errors.Is(err, fs.ErrNotExist) {
		err = i18n.Err("doctor.no-folder", "folder", filepath.Dir(name), "error", err)
	}
	return filepath.Join(dir, filepath.Base(name)), err
}

// Read reads a file and its permissions.
func (OS) Read(name string) ([]byte, fs.FileMode, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() { // opening a pipe would wait for its writer
		return nil, 0, errNotAFile
	}
	f, err := retry(func() (*os.File, error) { return os.Open(name) })
	if err != nil {
		return nil, 0, err
	}
	defer f.Close() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, errNotAFile
	}
	data := bytes.NewBuffer(make([]byte, 0, min(info.Size(), maxBytes)+bytes.MinRead)) // room for all, read at once
	_, err = data.ReadFrom(io.LimitReader(f, maxBytes+1))
	return data.Bytes(), Permissions(info), err
}

var errNotAFile = i18n.Err("store.not-plain")

// Create creates a new file.
func (OS) Create(name string, mode fs.FileMode) (File, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

// Rename renames a file.
func (OS) Rename(from, to string) error {
	_, err := retry(func() (struct{}, error) { return struct{}{}, os.Rename(from, to) })
	return err
}

// Remove removes a file.
func (OS) Remove(name string) error { return os.Remove(name) }

// Now returns the current time.
func (OS) Now() time.Time { return time.Now() }

// patience is for how long a call that fails because of another program is repeated, and pause the time between two calls.
const (
	patience = time.Second
	pause    = 10 * time.Millisecond
)

// retry repeats a call while it fails because another program uses the file, as an indexer or a virus scanner does on
// Windows.
func retry[T any](call func() (T, error)) (T, error) {
	for begun := time.Now(); ; time.Sleep(pause) {
		result, err := call()
		if err == nil || !inUse(err) || time.Since(begun) >= patience {
			return result, err
		}
	}
}
