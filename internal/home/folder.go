package home

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"

	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// Folder is the folder with a player's records: it finds, reads, judges, lists
// and replaces them.
type Folder struct {
	Games    []*engine.Game
	System   atomicfile.System
	Me       kif.Seat                                            // the player; the zero Seat may play every seat
	Dir      string                                              // the name of the folder; needed only for matches by mail
	Cache    string                                              // the cache file of List; empty for none
	Verified string                                              // the file of records whose signatures were checked; empty for none
	Heads    string                                              // the folder that notes the last step handed to the courier; empty for none
	Files    func(file string, data []byte) (*kif.Record, error) // reads the files of all programs; nil for kif.Read, which reads records alone
	Foreign  func(*kif.Record, []*engine.Game) error             // describes a record that names no game; nil for a plain message
	NameAt   func(address string) string                         // the name of a player whom the record names only by an address, or ""; may be nil
	Stored   bool                                                // every record in the folder was judged before it was written, so signatures are not checked again
}

// Copy is a match in a file of the folder.
type Copy = match.Copy

// Place writes the record of a new match to the folder of records, under the
// usual name.
func (f *Folder) Place(r *kif.Record) (Copy, error) {
	m, err := f.judge(r, false)
	if err != nil {
		return Copy{}, err
	}
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return Copy{}, err
	}
	c := Copy{File: f.pathOf(m), Match: m}
	return c, atomicfile.Create(f.System, c.File, r.Bytes(), 0o644)
}

// Import writes data, a record or a file of another program called name, to the
// folder of records as a record. If the folder has that record already, Import
// returns it.
func (f *Folder) Import(name string, data []byte) (Copy, error) {
	r, err := f.parse(name, data)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", name, err)
	}
	m, err := f.judge(r, false)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", name, err)
	}
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return Copy{}, err
	}
	c := Copy{File: f.pathOf(m), Match: m}
	if r.Theirs() {
		base := name[1+strings.LastIndexAny(name, `/\`):]
		base = strings.Map(func(r rune) rune {
			if unicode.In(r, unicode.L, unicode.M, unicode.N) || strings.ContainsRune(" -_()", r) {
				return r
			}
			return '-'
		}, strings.TrimSuffix(base, filepath.Ext(base)))
		if base = strings.ToValidUTF8(base[:min(len(base), 80)], ""); base != "" {
			c.File = filepath.Join(f.Dir, base+".kif")
		}
	}
	for n, base := 2, strings.TrimSuffix(c.File, ".kif"); ; n++ {
		err := atomicfile.Create(f.System, c.File, r.Bytes(), 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return c, err
		}
		if there, err := f.Open(c.File); err == nil && (there.Hash() == m.Hash() && !r.Theirs() || bytes.Equal(there.Record.Bytes(), r.Bytes())) {
			return there, nil
		}
		c.File = fmt.Sprintf("%s-%d.kif", base, n)
	}
}

// Written returns when a record was last written to the folder, or to file if it
// isn't "": a folder has the time of the last file that was added, replaced or
// removed.
func (f *Folder) Written(file string) (last time.Time) {
	for _, name := range []string{f.Dir, file} {
		if info, err := os.Stat(name); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

// Open reads and judges the record in file. It returns an error of Read or of the file system.
func (f *Folder) Open(file string) (Copy, error) {
	data, err := atomicfile.Read(f.System, file)
	if err != nil {
		return Copy{}, err
	}
	return f.Read(file, data)
}

// Read judges data as the content of file. The error names file and wraps a
// *kif.Error.
func (f *Folder) Read(file string, data []byte) (Copy, error) {
	sum := sha256.Sum256(data)
	if m := recent.find(f, sum); m != nil {
		return Copy{File: file, Match: m}, nil
	}
	r, err := f.parse(file, data)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", file, err)
	}
	before := f.isVerified(sum)
	m, err := f.judge(r, f.Stored || before)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", file, err)
	}
	if r.IsPublic() { // others must not take it for a record that was checked
		return Copy{File: file, Match: m}, nil
	}
	if !r.Theirs() { // the same bytes may be read otherwise under another name
		recent.keep(f, sum, m)
	}
	if m.Roster.Invited && !before {
		f.addVerified(sum)
	}
	return Copy{File: file, Match: m}, nil
}

// parse parses data, the content of file.
func (f *Folder) parse(file string, data []byte) (*kif.Record, error) {
	if f.Files == nil {
		return kif.Read(data)
	}
	return f.Files(file, data)
}

// Judge finds the game of r and judges r. The Copy and the errors name file.
func (f *Folder) Judge(file string, r *kif.Record) (Copy, error) {
	m, err := f.judge(r, f.Stored)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", file, err)
	}
	return Copy{File: file, Match: m}, nil
}

// judge finds the game of r and judges r. It does not check the signatures of
// a stored record.
func (f *Folder) judge(r *kif.Record, stored bool) (*match.Match, error) {
	g := engine.GameNamed(f.Games, r.Game())
	switch {
	case g == nil && r.Game() == "" && f.Foreign != nil:
		return nil, f.Foreign(r, f.Games)
	case g == nil:
		var names []string
		for _, g := range f.Games {
			names = append(names, g.Name)
		}
		return nil, &kif.Error{Found: i18n.T("found.game", "game", r.Game()), Wanted: i18n.T("fit.games", "games", i18n.Names(names...))}
	}
	read := match.New
	if stored {
		read = match.Stored
	}
	m, err := read(r, g)
	if err == nil {
		m.Call(f.NameAt)
	}
	return m, err
}

// Put replaces before with after in its file if the file still holds before; if
// before has no match, the file must not exist. The error is match.ErrChanged,
// fs.ErrExist, or one of the file system.
func (f *Folder) Put(before Copy, after *match.Match) error {
	var err error
	if before.Match == nil {
		err = atomicfile.Create(f.System, before.File, after.Record.Bytes(), 0o644)
	} else if err = f.checkSettled(before, after); err == nil {
		err = atomicfile.Change(f.System, before.File, func(old []byte) ([]byte, error) {
			if !bytes.Equal(old, before.Record.File()) {
				return nil, match.ErrChanged
			}
			return after.Record.File(), nil
		})
	}
	if err == nil && !after.Record.Theirs() {
		f.noteHead(before.Match, after)
		sum := sha256.Sum256(after.Record.Bytes())
		recent.keep(f, sum, after) // it is likely to be read again soon
		if after.Roster.Invited {
			f.addVerified(sum)
		}
	}
	return err
}

// triesToChange is how often Change retries because another program changed
// the file first.
const triesToChange = 20

// Change replaces the match in the file of before with the result of edit. It writes nothing if edit fails. If the file has
// changed since it was opened, it calls edit again with the new content.
func (f *Folder) Change(before Copy, edit func(*match.Match) (*match.Match, error)) (Copy, error) {
	for range triesToChange {
		if err := f.Current(before); err != nil {
			return Copy{}, err
		}
		after, err := edit(before.Match)
		if err != nil {
			return Copy{}, err
		}
		if err = f.Put(before, after); !errors.Is(err, match.ErrChanged) {
			return Copy{File: before.File, Match: after}, err
		}
		if before, err = f.Open(before.File); err != nil {
			return Copy{}, err
		}
	}
	return Copy{}, i18n.Err("record.changing", "file", before.File, "why", match.ErrChanged)
}

// pathOf returns the file for a match by mail.
func (f *Folder) pathOf(m *match.Match) string { return filepath.Join(f.Dir, m.FileName()) }

// CheckPlace returns an error unless file is in the folder of records, where
// poll looks for the match when an answer arrives.
func (f *Folder) CheckPlace(file string) error {
	dir, err := os.Stat(filepath.Dir(file))
	if err == nil {
		var folder os.FileInfo
		if folder, err = os.Stat(f.Dir); err == nil && os.SameFile(dir, folder) {
			return nil
		}
	}
	return i18n.Err("record.elsewhere", "file", file, "folder", f.Dir)
}

// Party returns the party of our address in m, or 0 if we do not take part.
func (f *Folder) Party(m *match.Match) int { return m.Roster.At(f.Me.Address) }

// memo holds the matches judged most recently, by the hashes of their records.
// A poll reads the same record several times, and checking signatures is slow.
// Matches are immutable, so they can be shared.
type memo struct {
	lock  sync.Mutex
	order []memoKey // the oldest first
	known map[memoKey]*match.Match
}

// memoKey is the hash of a record, and whether its signatures may have been
// good before.
type memoKey struct {
	sum     [sha256.Size]byte
	trusted bool
}

// memoSize is the maximum number of matches in a memo.
const memoSize = 32

var recent = memo{known: map[memoKey]*match.Match{}}

// find returns the match of the record with the hash sum, or nil if it is not
// stored or f has another game of that name.
func (k *memo) find(f *Folder, sum [sha256.Size]byte) *match.Match {
	k.lock.Lock()
	defer k.lock.Unlock()
	if m := k.known[memoKey{sum, f.Stored || f.Verified != ""}]; m != nil && engine.GameNamed(f.Games, m.Game.Name) == m.Game {
		return m
	}
	return nil
}

// keep stores the match of the record with the hash sum.
func (k *memo) keep(f *Folder, sum [sha256.Size]byte, m *match.Match) {
	k.lock.Lock()
	defer k.lock.Unlock()
	key := memoKey{sum, f.Stored || f.Verified != ""}
	if k.known[key] == nil {
		k.order = append(k.order, key)
	}
	k.known[key] = m
	if len(k.order) > memoSize {
		delete(k.known, k.order[0])
		k.order = k.order[1:]
	}
}
