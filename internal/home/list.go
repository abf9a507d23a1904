package home

import (
	"cmp"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// settleTime is the age from which the time of a file shows reliably whether
// it has changed: the clocks of file systems are coarse.
const settleTime = 3 * time.Second

// List returns summaries of the records in the folder, by file name, and an
// error if the folder cannot be read. Summaries of unchanged records come from
// Cache, which may be deleted at any time.
func (f *Folder) List() iter.Seq2[match.Summary, error] {
	return func(yield func(match.Summary, error) bool) {
		err := f.walk(f.openCache(""), func(k *cached, _ *match.Match) bool { return yield(k.Summary, nil) })
		if err != nil {
			yield(match.Summary{}, err)
		}
	}
}

// walk calls look for each record in the folder and stores the summary, as
// modified by look, in c. It passes the match if it had to read the record,
// and nil if c holds the summary. It stops if look returns false.
func (f *Folder) walk(c *cache, look func(*cached, *match.Match) bool) error {
	files, err := filesIn(f.Dir, isRecord)
	learnt := map[string]string{} // names by address, each looked up once
	for _, file := range files {
		name := filepath.Base(file)
		info, statErr := os.Stat(file) // of the target if it is a link
		if statErr != nil || info.IsDir() {
			continue
		}
		before, known := c.find(name)
		known = known && before.Size == info.Size() && before.Changed.Equal(info.ModTime())
		k, m, unread := before, (*match.Match)(nil), false
		if !known {
			k = cached{Name: name, Size: info.Size(), Changed: info.ModTime()}
			if opened, err := f.Open(file); err == nil {
				m = opened.Match
				k.Summary = f.Summarise(opened)
			} else {
				k.Summary.Error, unread = i18n.Of(err), errors.As(err, new(syscall.Errno)) // the next call may succeed
			}
		}
		k.Summary.File = file
		for i := range k.Summary.Names {
			address := k.Summary.Others[i]
			if f.NameAt != nil && k.Summary.Names[i] == address { // a name may have been learnt since
				if learnt[address] == "" {
					learnt[address] = cmp.Or(f.NameAt(address), address)
				}
				k.Summary.Names[i] = learnt[address]
			}
		}
		if !look(&k, m) {
			return nil
		}
		switch settled := f.System.Now().Sub(info.ModTime()) > settleTime; {
		case settled && known && k.Idle.Equal(before.Idle):
			c.keep()
		case settled && !unread:
			c.put(&k)
		}
	}
	if err == nil {
		c.close()
	}
	return err
}

// Summarise returns the summary of c. That of a match on one machine addresses
// the only player who is no computer player.
func (f *Folder) Summarise(c Copy) match.Summary {
	s := c.Match.Summarise(c.File, f.Me.Address)
	if len(s.Names) > 0 {
		return s
	}
	reader := f.Reader(c.Match)
	if reader == 0 {
		return s
	}
	for _, party := range c.Roster.Players() {
		if name := c.Roster.Name(party); party != reader && !slices.Contains(s.Programs, name) {
			s.Programs = append(s.Programs, name)
		}
	}
	you := c.Match.For(reader)
	s.Status = you.Status()
	if c.Outcome != nil {
		s.Against = []string{you.Result()}
	}
	return s
}

// filesIn returns the files in a folder whose names satisfy is, sorted. A missing
// folder has none.
func filesIn(folder string, is func(name string) bool) (files []string, err error) {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if is(entry.Name()) {
			files = append(files, filepath.Join(folder, entry.Name()))
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return files, err
}

func isRecord(name string) bool {
	ending := filepath.Ext(name)
	return ending == ".kif" || ending == ".kifu"
}
