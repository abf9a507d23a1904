package desk

import (
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hikyaku/match"
)

// settleTime is how old a file must be for its time to tell whether it has changed: clocks of file systems are coarse.
const settleTime = 3 * time.Second

// List gives what lies in the folder, by file name, and an error where the folder cannot be read. Records that have not changed
// since the last time are not read again; what is remembered of them lies in Cache, which may be deleted at any time.
func (d *Desk) List() iter.Seq2[match.Summary, error] {
	return func(yield func(match.Summary, error) bool) {
		err := walk(d, openCache(d, ""), func(k *cached) bool { return yield(k.Summary, nil) })
		if err != nil {
			yield(match.Summary{}, err)
		}
	}
}

// walk lets look see what lies in the folder, one after the other, and remembers it as look leaves it. It ends where look is
// false.
func walk(d *Desk, c *cache, look func(*cached) bool) error {
	names, err := recordNames(d.Folder)
	for _, name := range names {
		file := filepath.Join(d.Folder, name)
		info, statErr := os.Stat(file) // a link's target, not the link
		if statErr != nil || info.IsDir() {
			continue
		}
		before, known := c.find(name)
		known = known && before.Size == info.Size() && before.Changed.Equal(info.ModTime())
		k := before
		if !known {
			k = cached{Name: name, Size: info.Size(), Changed: info.ModTime(), Summary: summaryOf(d, file)}
		}
		k.Summary.File = file
		if !look(&k) {
			c.close(false)
			return nil
		}
		switch settled := d.System.Now().Sub(info.ModTime()) > settleTime; {
		case settled && known && k.Rest.Equal(before.Rest):
			c.keep()
		case settled:
			c.put(k)
		}
	}
	c.close(err == nil)
	return err
}

// recordNames are the names of the records in a folder, in order; none where it is missing.
func recordNames(folder string) (names []string, err error) {
	dir, err := os.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer dir.Close() // nothing was written
	for err == nil {
		var some []string
		some, err = dir.Readdirnames(1000)
		for _, name := range some {
			if filepath.Ext(name) == ".kif" {
				names = append(names, name)
			}
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	slices.Sort(names)
	return names, err
}

// summaryOf reads the record in file.
func summaryOf(d *Desk, file string) match.Summary {
	c, err := d.Open(file)
	if err != nil {
		return match.Summary{Error: err.Error()}
	}
	return match.Summarise(c.Match, c.File, d.Me.Address)
}
