package game

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/atomicfile"
)

// Folder is the prefix of the file names of a club's matches. It is not a folder on a disk.
const Folder = "/club"

// files is the file system of a desk whose files are rows: the records of matches and the files next to them. Writes stay in
// memory until Shelf.Settle puts them into the transaction. Only the file of secret keys is on a disk.
type files struct {
	tx      db.Tx
	machine atomicfile.System
	now     time.Time
	read    map[string][]byte // the rows as read
	written map[string][]byte // by name, including temporary files
	order   []string          // the names in the order in which they were written
	failed  error
}

func (f *files) ours(name string) bool { return path.Dir(name) == Folder }

// Resolve returns the name of a row unchanged.
func (f *files) Resolve(name string) (string, error) {
	if f.ours(name) {
		return name, nil
	}
	return f.machine.Resolve(name)
}

// Read reads a row, or what this transaction has written in its place.
func (f *files) Read(name string) ([]byte, fs.FileMode, error) {
	if !f.ours(name) {
		data, mode, err := f.machine.Read(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			f.failed = err
		}
		return data, mode, err
	}
	if data, ok := f.written[name]; ok {
		return data, 0o644, nil
	}
	if data, ok := f.read[name]; ok {
		return data, 0o644, nil
	}
	var data []byte
	key := path.Base(name)
	if key[0] == '.' { // a planned move; a club has none
		return nil, 0, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	found, err := db.One(f.tx, `select record from match where file = $1`, []any{key}, &data)
	if err == nil && !found {
		found, err = db.One(f.tx, `select data from beside where name = $1`, []any{key}, &data)
	}
	switch {
	case err != nil:
		f.failed = err
		return nil, 0, &fs.PathError{Op: "read", Path: name, Err: err}
	case !found:
		return nil, 0, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	f.read[name] = data
	return data, 0o644, nil
}

// wrote reports whether this transaction has written an address into a match or a file next to it.
func (f *files) wrote(match, address string) bool {
	names, _ := NamesAddress(address)
	for name, data := range f.written {
		if strings.HasPrefix(path.Base(name), match) && names(string(data)) {
			return true
		}
	}
	return false
}

// Create begins a new file.
func (f *files) Create(name string, mode fs.FileMode) (atomicfile.File, error) {
	if !f.ours(name) {
		return f.machine.Create(name, mode)
	}
	return &draft{files: f, name: name}, nil
}

// draft is a file that is being written.
type draft struct {
	bytes.Buffer
	files *files
	name  string
}

// Chmod does nothing: a row has no permissions.
func (d *draft) Chmod(fs.FileMode) error { return nil }

// Sync does nothing: the transaction makes rows durable.
func (d *draft) Sync() error { return nil }

// Close stores the written data under the temporary name.
func (d *draft) Close() error {
	d.files.written[d.name] = d.Bytes()
	return nil
}

// Rename gives a written file its final name.
func (f *files) Rename(from, to string) error {
	if !f.ours(to) {
		return f.machine.Rename(from, to)
	}
	data, ok := f.written[from]
	if !ok {
		return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrNotExist}
	}
	delete(f.written, from)
	f.written[to] = data
	if !slices.Contains(f.order, to) {
		f.order = append(f.order, to)
	}
	return nil
}

// Remove removes a file that has only a temporary name. Rows are never removed.
func (f *files) Remove(name string) error {
	if !f.ours(name) {
		return f.machine.Remove(name)
	}
	delete(f.written, name)
	return nil
}

// SyncDir does nothing for rows.
func (f *files) SyncDir(dir string) error {
	if dir != Folder {
		return f.machine.SyncDir(dir)
	}
	return nil
}

// Lock does nothing for rows: if another transaction has changed a match in the meantime, this one starts again.
func (f *files) Lock(name string, wait time.Duration) (io.Closer, error) {
	if !f.ours(name) {
		return f.machine.Lock(name, wait)
	}
	return io.NopCloser(nil), nil
}

// Now returns the time of the transaction.
func (f *files) Now() time.Time { return f.now }
