// Package atomicfile replaces files atomically. At every instant, and after a loss of power, a file is either the
// old one or the new one, and writers wait for each other. The package does not look at the contents.
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

// maxBytes is the size of the largest file that is read completely.
const maxBytes = 6 << 20

// lockWait is the time for which a writer waits for another one.
const lockWait = 10 * time.Second

// Read reads a file. It returns MaxBytes+1 bytes of a file larger than MaxBytes, so that the reader of its format
// refuses it.
func Read(sys System, name string) ([]byte, error) {
	data, _, err := sys.Read(name)
	return data, doing("read", name, err)
}

// Create writes a new file, with the permissions mode as far as the system grants them. If there is a file of that
// name, it stays, and the error is fs.ErrExist.
func Create(sys System, name string, data []byte, mode fs.FileMode) error {
	return edit(sys, name, func(old *state) ([]byte, error) {
		if old.exists {
			return nil, doing("create", name, fs.ErrExist)
		}
		old.mode = mode
		return data, nil
	})
}

// Change reads a file, calls change with its contents and writes the result, while other writers wait. An error of
// change is returned unchanged, and the file is left alone; so it is if the contents do not change. change must not
// modify its argument. A file larger than MaxBytes is passed as Read returns it, and never written.
func Change(sys System, name string, change func(old []byte) ([]byte, error)) error {
	return edit(sys, name, func(old *state) ([]byte, error) {
		if !old.exists {
			return nil, doing("read", name, fs.ErrNotExist)
		}
		data, err := change(old.data)
		if err == nil && len(old.data) > maxBytes {
			return nil, doing("change", name, errTooLarge)
		}
		return data, err
	})
}

var errTooLarge = i18n.Err("store.large", "most", maxBytes)

// Replace writes a file, no matter what it holds. A new file can be read by its owner only.
func Replace(sys System, name string, data []byte) error {
	return edit(sys, name, func(old *state) ([]byte, error) {
		if !old.exists {
			old.mode = 0o600
		}
		return data, nil
	})
}

// state is a file as it was read.
type state struct {
	name   string // with symbolic links followed
	data   []byte
	mode   fs.FileMode
	exists bool
}

func readState(sys System, name string) (*state, error) {
	data, mode, err := sys.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return &state{name: name}, nil
	}
	return &state{name, data, mode, true}, err
}

// edit locks a file, reads it, and writes the result of next.
func edit(sys System, name string, next func(*state) ([]byte, error)) (err error) {
	target, err := sys.Resolve(name)
	if err != nil {
		return doing("write", name, err)
	}
	lock, err := sys.Lock(Beside(target, "lock"), lockWait)
	if err != nil {
		return doing("lock", name, err)
	}
	defer func() {
		if unlocking := lock.Close(); err == nil {
			err = doing("unlock", name, unlocking)
		}
	}()
	old, err := readState(sys, target)
	if err != nil {
		return doing("read", name, err)
	}
	data, err := next(old)
	if err != nil || old.exists && len(old.data) <= maxBytes && bytes.Equal(old.data, data) {
		return err
	}
	return doing("write", name, old.write(sys, data))
}

// write replaces the file by data. It writes a temporary file beside it, syncs that to the disk and renames it. The
// temporary file always has the same name, which belongs to the holder of the lock: a file there was left by a writer
// that was killed, and nobody has to search the folder for it.
func (s *state) write(sys System, data []byte) error {
	temp := Beside(s.name, "tmp")
	f, err := sys.Create(temp, s.mode)
	if errors.Is(err, fs.ErrExist) {
		if err = sys.Remove(temp); err == nil {
			f, err = sys.Create(temp, s.mode)
		}
	}
	if err != nil {
		return err
	}
	n, err := f.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err == nil && s.exists {
		err = f.Chmod(s.mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		var now *state
		if now, err = readState(sys, s.name); err == nil && (now.exists != s.exists || !bytes.Equal(now.data, s.data)) {
			err = errChanged
		}
	}
	if err == nil {
		err = sys.Rename(temp, s.name)
	}
	if err != nil {
		_ = sys.Remove(temp) // the next writer removes it if this fails
		return err
	}
	return sys.SyncDir(filepath.Dir(s.name))
}

// errChanged reports a writer that takes no lock, such as an editor.
var errChanged = i18n.Err("store.changed")

// Beside returns the name of the hidden file beside name for what belongs to it.
func Beside(name, what string) string {
	return filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+what)
}

// doing wraps err with the operation and the file: "write game.kif: no space left on device".
func doing(what, name string, err error) error {
	if err == nil {
		return nil
	}
	switch e := err.(type) {
	case *fs.PathError:
		err = e.Err
	case *os.LinkError:
		err = e.Err
	}
	return i18n.Err("store."+what, "file", name, "why", err)
}
