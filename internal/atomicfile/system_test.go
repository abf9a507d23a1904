package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"syscall"
	"time"
)

// machine is a System whose calls can be made to fail. It simulates a loss of power: the contents of a file are durable
// once synced, its name once its folder is synced.
type machine struct {
	names   map[string]*inode
	durable map[string]*inode // the names that remain after a loss of power
	calls   int
	failAt  int  // the number of the failing call, from 1; 0 for none
	how     how  // the way in which it fails
	dead    bool // after a crash calls have no effect
	locked  bool
	meddle  func() // called before a rename is prepared, in the role of another program
}

type inode struct {
	data, durable []byte
	mode          fs.FileMode
}

// how is the way in which a call fails.
type how int

const (
	fails  how = iota
	short      // a write of half the bytes
	before     // a crash before the call takes effect
	after      // a crash after it
)

var errCrash = errors.New("crash")

func newMachine(files map[string]string) *machine {
	m := &machine{names: map[string]*inode{}}
	for name, text := range files {
		m.names[name] = &inode{[]byte(text), []byte(text), 0o646}
	}
	m.durable = maps.Clone(m.names)
	return m
}

// call counts a call whose effect is do.
func (m *machine) call(do func() error) error {
	m.calls++
	switch {
	case m.dead:
		return errCrash
	case m.calls != m.failAt:
		return do()
	case m.how == before:
		m.dead = true
	case m.how == after:
		_ = do()
		m.dead = true
	default:
		return syscall.ENOSPC
	}
	return errCrash
}

func (m *machine) Resolve(name string) (string, error) {
	return name, m.call(func() error { return nil })
}

func (m *machine) Read(name string) (data []byte, mode fs.FileMode, err error) {
	err = m.call(func() error {
		i := m.names[name]
		if i == nil {
			return &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		data, mode = slices.Clone(i.data), i.mode
		return nil
	})
	return data, mode, err
}

func (m *machine) Create(name string, mode fs.FileMode) (File, error) {
	f := &handle{m: m, inode: &inode{mode: mode &^ 0o027}}
	return f, m.call(func() error {
		if m.names[name] != nil {
			return fs.ErrExist
		}
		m.names[name] = f.inode
		return nil
	})
}

func (m *machine) Rename(from, to string) error {
	return m.call(func() error {
		m.names[to] = m.names[from]
		delete(m.names, from)
		return nil
	})
}

func (m *machine) Remove(name string) error {
	return m.call(func() error {
		delete(m.names, name)
		return nil
	})
}

func (m *machine) SyncDir(string) error {
	return m.call(func() error {
		m.durable = maps.Clone(m.names)
		return nil
	})
}

func (m *machine) Lock(string, time.Duration) (io.Closer, error) {
	return unlocker{m}, m.call(func() error {
		if m.locked {
			return errors.New("locked twice")
		}
		m.locked = true
		return nil
	})
}

func (m *machine) Now() time.Time { return time.Unix(1e9, 0) }

type unlocker struct{ *machine }

func (u unlocker) Close() error {
	u.locked = false
	return u.call(func() error { return nil })
}

// handle is a file of a machine, open for writing.
type handle struct {
	m     *machine
	inode *inode
}

func (h *handle) Write(p []byte) (n int, err error) {
	n = len(p)
	if h.m.how == short && h.m.calls+1 == h.m.failAt {
		n = len(p) / 2
	}
	failed := h.m.call(func() error { return nil })
	if failed != nil && h.m.how == fails {
		n = 0
	}
	if !h.m.dead || h.m.how == after {
		h.inode.data = append(h.inode.data, p[:n]...)
	}
	if h.m.how == short {
		failed = nil // a short write without an error
	}
	return n, failed
}

func (h *handle) Chmod(mode fs.FileMode) error {
	return h.m.call(func() error { h.inode.mode = mode; return nil })
}

func (h *handle) Sync() error {
	return h.m.call(func() error { h.inode.durable = slices.Clone(h.inode.data); return nil })
}

func (h *handle) Close() error {
	if h.m.meddle != nil {
		h.m.meddle()
	}
	return h.m.call(func() error { return nil })
}

// leftovers returns the temporary files.
func (m *machine) leftovers() (names []string) {
	for name := range m.names {
		if strings.Contains(name, ".tmp") {
			names = append(names, name)
		}
	}
	return names
}
