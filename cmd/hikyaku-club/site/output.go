package site

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// output is the folder of a site while it is written.
type output struct {
	dir      string
	manifest string            // the file that lists what was written, next to the folder
	seen     fs.FileInfo       // of the manifest when it was last read or written
	was, now map[string]string // the files of the site; for pictures, the stamp of what they were drawn from
}

func (s *Site) open() (*output, error) {
	o := &output{dir: s.Dir, manifest: filepath.Clean(s.Dir) + ".files", now: map[string]string{}}
	return o, o.read()
}

// read reads the manifest, unless it is as it was when it was last read or written.
func (o *output) read() error {
	info, err := os.Stat(o.manifest)
	if err == nil && o.seen != nil && os.SameFile(info, o.seen) && info.Size() == o.seen.Size() {
		return nil
	}
	o.seen, o.was = info, map[string]string{}
	data, err := os.ReadFile(o.manifest)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for line := range strings.Lines(string(data)) {
		if name, stamp, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " "); ok && name != "" {
			o.was[name] = stamp
		}
	}
	return err
}

// note appends the files written since the manifest was written.
func (o *output) note(failed error) error {
	f, err := os.OpenFile(o.manifest, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return errors.Join(failed, err)
	}
	for name, stamp := range o.now {
		if was, known := o.was[name]; was != stamp || !known {
			o.was[name] = stamp
			_, err = fmt.Fprintf(f, "%s %s\n", name, stamp)
			failed = errors.Join(failed, err)
		}
	}
	clear(o.now)
	o.seen, err = f.Stat()
	return errors.Join(failed, err, f.Close())
}

// same reports whether the files exist and were drawn from the data that stamp identifies.
func (o *output) same(stamp string, names ...string) bool {
	for _, name := range names {
		if _, err := os.Lstat(o.path(name)); err != nil || o.was[name] != stamp {
			return false
		}
	}
	for _, name := range names {
		o.now[name] = stamp
	}
	return true
}

// keep keeps those of the files that were drawn from the data that stamp identifies, and removes those drawn from other data.
func (o *output) keep(stamp string, names ...string) (err error) {
	for _, name := range names {
		switch was, known := o.was[name]; {
		case known && was == stamp:
			o.now[name] = stamp
		case known:
			err = errors.Join(err, o.remove(name))
		}
	}
	return err
}

func (o *output) path(name string) string { return filepath.Join(o.dir, filepath.FromSlash(name)) }

// put writes a file, unless it already has that content.
func (o *output) put(name, stamp string, data []byte) error {
	o.now[name] = stamp
	file := o.path(name)
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, data) {
		return nil
	}
	return replace(file, data, 0o644)
}

// replace replaces a file atomically.
func replace(file string, data []byte, mode fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	next := file + ".next"
	if err := os.WriteFile(next, data, mode); err != nil {
		return err
	}
	return os.Rename(next, file)
}

// remove removes a file of the site, if it exists.
func (o *output) remove(name string) error {
	if err := os.Remove(o.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	delete(o.was, name)
	delete(o.now, name)
	return nil
}

// close removes files that no longer belong to the site, and writes the manifest. After an error it removes nothing.
func (o *output) close(failed error) error {
	for name, stamp := range o.was {
		if _, ok := o.now[name]; ok {
			continue
		}
		if failed != nil {
			o.now[name] = stamp
			continue
		}
		if err := o.remove(name); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(o.now)) {
		fmt.Fprintf(&b, "%s %s\n", name, o.now[name])
	}
	err := replace(o.manifest, b.Bytes(), 0o600)
	if err == nil {
		o.seen, err = os.Stat(o.manifest)
	}
	o.was, o.now = o.now, map[string]string{}
	return errors.Join(failed, err)
}
