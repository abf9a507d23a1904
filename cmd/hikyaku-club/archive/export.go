package archive

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/atomicfile"
)

// Export writes a whole club to a folder, replacing an earlier export. It writes a new folder, syncs it to disk, and then renames
// it, so that even after a power failure the folder is never a mixture of two exports. Files that have not changed keep their
// inodes.
func Export(ctx context.Context, b db.DB, dir string) error {
	w, err := newWriter(dir)
	if err != nil {
		return err
	}
	return w.export(ctx, b, writeStored)
}

// export writes the folder with write, in one transaction, and moves it into place.
func (w *writer) export(ctx context.Context, b db.DB, write func(*writer, db.Tx) error) error {
	err := b.Do(ctx, func(tx db.Tx) error {
		db.Still(tx)
		w.written = nil // the transaction may be repeated
		if err := errors.Join(os.RemoveAll(w.next), os.MkdirAll(filepath.Join(w.next, Folder), 0o700)); err != nil {
			return err
		}
		return write(w, tx)
	})
	if err == nil {
		err = w.syncAll()
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(w.next))
	}
	return w.swap()
}

// writer writes a folder next to the one that it replaces.
type writer struct {
	dir, next, last string // the folder, its replacement, and the previous version
	disk            disk
	written         []string // new files, which have not been synced
}

// disk syncs files and folders.
type disk interface {
	Sync(file string) error
	SyncDir(dir string) error // the names in the folder
}

// machine is the disk of the operating system.
type machine struct{ atomicfile.OS }

// Sync makes what is in a file durable.
func (machine) Sync(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func newWriter(dir string) (*writer, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	w := &writer{dir: dir, next: dir + ".next", last: dir + ".last", disk: machine{}}
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) { // an export was killed between its two renames
		if err := os.Rename(w.last, dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return w, nil
	}
	if err == nil {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(matches.file()))); err != nil {
			return nil, words.Err("archive.not-ours", "folder", dir)
		}
	}
	return w, err
}

// writeStored writes everything.
func writeStored(w *writer, tx db.Tx) error {
	for _, query := range []string{`select file, record from match order by file`, `select name, data from beside`} {
		err := db.Each(tx, query, nil, func(r db.Rows) error {
			var name string
			var data []byte
			if err := r.Scan(&name, &data); err != nil {
				return err
			}
			return w.write(name, data)
		})
		if err != nil {
			return err
		}
	}
	for _, t := range tables {
		lines, err := t.lines(tx, func(table, []any) (bool, error) { return true, nil })
		if err == nil {
			err = w.write(t.file(), lines)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// write writes a file, or links the previous version if the content is the same.
func (w *writer) write(name string, data []byte) error {
	name = filepath.FromSlash(name)
	was, file := filepath.Join(w.dir, name), filepath.Join(w.next, name)
	if old, err := os.ReadFile(was); err == nil && bytes.Equal(old, data) && os.Link(was, file) == nil {
		return os.Chmod(file, 0o600)
	}
	w.written = append(w.written, file)
	return os.WriteFile(file, data, 0o600)
}

// syncAll syncs the new folder to disk. It is called after everything is written and the transaction has ended: by then the
// system has written most of the data, and no other transaction waits for the disk.
func (w *writer) syncAll() error {
	for _, file := range w.written {
		if err := w.disk.Sync(file); err != nil {
			return err
		}
	}
	return errors.Join(w.disk.SyncDir(filepath.Join(w.next, Folder)), w.disk.SyncDir(w.next))
}

// swap replaces the old folder with the new one.
func (w *writer) swap() error {
	if err := os.RemoveAll(w.last); err != nil {
		return err
	}
	if err := os.Rename(w.dir, w.last); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(w.next, w.dir); err != nil {
		return errors.Join(err, os.Rename(w.last, w.dir))
	}
	if err := w.disk.SyncDir(filepath.Dir(w.dir)); err != nil {
		return err
	}
	return os.RemoveAll(w.last)
}
