// Package store keeps files that are never torn: at every instant, and after a loss of power, a file is the
// old one or the new one, and those who write it wait for each other. What stands in a file is not its concern.
package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// MaxBytes is the size of the largest file that is read whole.
const MaxBytes = 4 << 20

// lockWait is how long a writer waits for another, staleAfter how old the left-overs of a writer
// that was killed become.
const (
	lockWait   = 10 * time.Second
	staleAfter = time.Hour
)

// Read reads a file. Of one that is larger than MaxBytes it gives MaxBytes+1 bytes, which the reader of
// its format refuses.
func Read(sys System, name string) ([]byte, error) {
	data, _, err := sys.Read(name)
	return data, doing("read", name, err)
}

// Create writes a new file, with the permissions mode as far as the machine grants them to new files. If
// there is one of that name, the error is fs.ErrExist and it stays.
func Create(sys System, name string, data []byte, mode fs.FileMode) error {
	return edit(sys, name, func(old *state) ([]byte, error) {
		if old.exists {
			return nil, doing("create", name, fs.ErrExist)
		}
		old.mode = mode
		return data, nil
	})
}

// Change reads a file, gives what stands in it to change and writes what that returns, while other writers
// wait. An error of change is returned as it is and leaves the file alone; so does a change that changes
// nothing. change must not alter what it is given. A file larger than MaxBytes is given as Read gives it,
// and never written.
func Change(sys System, name string, change func(old []byte) ([]byte, error)) error {
	if _, err := Read(sys, name); err != nil { // a name that was mistyped is not locked
		return err
	}
	return edit(sys, name, func(old *state) ([]byte, error) {
		if !old.exists {
			return nil, doing("read", name, fs.ErrNotExist)
		}
		data, err := change(old.data)
		if err == nil && old.cut() {
			return nil, doing("change", name, errTooLarge)
		}
		return data, err
	})
}

var errTooLarge = fmt.Errorf("it has more than %d bytes", MaxBytes)

// Replace writes a file, whatever stands in it. A new one can be read by its owner only.
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
	name   string // with links followed
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

// cut reports whether the file is larger than what was read of it.
func (s *state) cut() bool { return len(s.data) > MaxBytes }

// is reports whether the file holds data already.
func (s *state) is(data []byte) bool { return s.exists && !s.cut() && bytes.Equal(s.data, data) }

// edit locks a file, reads it, and writes what next makes of it.
func edit(sys System, name string, next func(*state) ([]byte, error)) (err error) {
	target, err := sys.Resolve(name)
	if err != nil {
		return doing("find", name, err)
	}
	lock, err := sys.Lock(beside(target, "lock"), lockWait)
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
	if err != nil || old.is(data) {
		return err
	}
	sweep(sys, target)
	return doing("write", name, old.write(sys, data))
}

// write puts data in place of the file: beside it first, and whole on the disk before it takes its name.
func (s *state) write(sys System, data []byte) error {
	temp := beside(s.name, "tmp-"+sys.Token())
	if err := s.writeTemp(sys, temp, data); err != nil {
		return err
	}
	if err := s.unchanged(sys); err != nil {
		_ = sys.Remove(temp) // swept later if it stays
		return err
	}
	if err := sys.Rename(temp, s.name); err != nil {
		_ = sys.Remove(temp)
		return err
	}
	return sys.SyncDir(filepath.Dir(s.name))
}

func (s *state) writeTemp(sys System, temp string, data []byte) error {
	f, err := sys.Create(temp, s.mode)
	if err != nil {
		return err
	}
	if err := s.fill(f, data); err != nil {
		_ = sys.Remove(temp)
		return err
	}
	return nil
}

// fill writes, syncs and closes f. After the first failure nothing is tried again but to close it.
func (s *state) fill(f File, data []byte) error {
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
	return err
}

// errChanged tells of a writer that takes no lock, such as an editor.
var errChanged = errors.New("another program has changed it meanwhile: try again")

func (s *state) unchanged(sys System) error {
	now, err := readState(sys, s.name)
	if err != nil {
		return err
	}
	if now.exists != s.exists || !bytes.Equal(now.data, s.data) {
		return errChanged
	}
	return nil
}

// beside is a hidden name in the folder of name.
func beside(name, what string) string {
	return filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+what)
}

// sweep removes what writers that were killed have left. It is harmless, so failing is no error.
func sweep(sys System, name string) {
	files, _ := sys.List(filepath.Dir(name))
	prefix := filepath.Base(beside(name, "tmp-"))
	for _, f := range files {
		if strings.HasPrefix(f.Name(), prefix) && sys.Now().Sub(f.ModTime()) > staleAfter {
			_ = sys.Remove(filepath.Join(filepath.Dir(name), f.Name()))
		}
	}
}

// doing says what was being done: "write game.kif: no space left on device".
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
	return fmt.Errorf("%s %s: %w", what, name, err)
}
