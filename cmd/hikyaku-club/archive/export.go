package archive

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/words"
)

// Export writes all of a club into a folder, in place of what an earlier export has left there. The folder is written beside and then
// renamed, so it is never half of one and half of another. Files that have not changed are the same files as before.
func Export(ctx context.Context, b base.Base, dir string) error {
	w, err := newWriter(dir)
	if err != nil {
		return err
	}
	if err := b.Do(ctx, w.writeAll); err != nil {
		return errors.Join(err, os.RemoveAll(w.next))
	}
	return w.swap()
}

// writer writes a folder beside the one whose place it takes.
type writer struct {
	dir, next, last string // the folder, the one that is written, and the one that was there
}

func newWriter(dir string) (*writer, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	w := &writer{dir: dir, next: dir + ".next", last: dir + ".last"}
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

// writeAll writes the whole folder.
func (w *writer) writeAll(tx base.Tx) error {
	if err := base.Still(tx); err != nil {
		return err
	}
	if err := os.RemoveAll(w.next); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(w.next, Folder), 0o777); err != nil {
		return err
	}
	for _, query := range []string{`select file, record from match`, `select name, data from beside`} {
		if err := w.writeRows(tx, query); err != nil {
			return err
		}
	}
	for _, t := range tables {
		lines, err := t.lines(tx)
		if err == nil {
			err = w.write(t.file(), lines)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeRows writes a file for each row of a query, which names it and holds it.
func (w *writer) writeRows(tx base.Tx, query string) error {
	rows, err := tx.Query(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var data []byte
		if err := rows.Scan(&name, &data); err != nil {
			return err
		}
		if err := w.write(name, data); err != nil {
			return err
		}
	}
	return rows.Err()
}

// write writes a file, as another name of the one that was there if that holds the same.
func (w *writer) write(name string, data []byte) error {
	name = filepath.FromSlash(name)
	was, file := filepath.Join(w.dir, name), filepath.Join(w.next, name)
	if old, err := os.ReadFile(was); err == nil && bytes.Equal(old, data) && os.Link(was, file) == nil {
		return nil
	}
	return os.WriteFile(file, data, 0o600)
}

// swap puts the new folder in the place of the old one.
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
	return os.RemoveAll(w.last)
}
