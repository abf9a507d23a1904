package home

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// maxLines is the maximum number of lines from others kept beside a record.
// Without a limit, somebody could keep sending new ones.
const maxLines = 20

// Keep stores another line of the match in file beside it for the player to
// inspect, and returns its name, or "" if there are too many already. The name
// derives from the content, so the same line is stored only once. A kept line
// that the new one only continues is removed.
func (f *Folder) Keep(file string, line *match.Match) (string, error) {
	name, data, err := publicLine(file, line)
	if err != nil {
		return "", err
	}
	kept, err := LineFiles(file)
	if err != nil || slices.Contains(kept, name) {
		return name, err
	}
	continued := slices.DeleteFunc(slices.Clone(kept), func(old string) bool {
		data, err := atomicfile.Read(f.System, old)
		if err != nil {
			return true
		}
		r, err := kif.Read(data)
		if err != nil || len(r.Events) > len(line.Record.Events) {
			return true
		}
		begun, err := line.Record.Cut(len(r.Events)).Shared()
		return err != nil || !bytes.Equal(begun.Bytes(), data)
	})
	if len(kept)-len(continued) >= maxLines {
		return "", nil
	}
	if err := atomicfile.Replace(f.System, name, data); err != nil {
		return "", err
	}
	for _, old := range continued { // only now, so that a crash loses neither
		if err := f.System.Remove(old); err != nil {
			return "", err
		}
	}
	return name, nil
}

// PutAway stores a line that file held until now beside it, without limit, so
// that nothing signed here is ever lost. The steps stay marked as sent or
// unsent, so that unsent words are never sent automatically.
func (f *Folder) PutAway(file string, line *match.Match) (string, error) {
	name, _, err := publicLine(file, line)
	if err != nil {
		return "", err
	}
	return name, atomicfile.Replace(f.System, name, line.Record.Bytes())
}

// publicLine returns the public form of a line, and the name of the file for
// it beside file.
func publicLine(file string, line *match.Match) (name string, data []byte, err error) {
	r, err := line.Record.Shared()
	if err != nil {
		return "", nil, err
	}
	sum := sha256.Sum256(r.Bytes())
	return file + ".line-" + hex.EncodeToString(sum[:4]), r.Bytes(), nil
}

// LineFiles returns the names of the other lines kept beside the record in file.
func LineFiles(file string) ([]string, error) {
	return filesIn(filepath.Dir(file), func(name string) bool { return strings.HasPrefix(name, filepath.Base(file)+".line-") })
}

// Lines opens the lines kept beside the record in file. It skips unreadable ones.
func (f *Folder) Lines(file string) (list []*match.Match, err error) {
	names, err := LineFiles(file)
	for _, name := range names {
		if line, err := f.Open(name); err == nil {
			list = append(list, line.Match)
		}
	}
	return list, err
}

// Disputed returns the lines kept beside the record in c that are in conflict
// with it.
func (f *Folder) Disputed(c Copy) (list []string, err error) {
	names, err := LineFiles(c.File)
	for _, name := range names {
		if line, err := f.Open(name); err == nil && len(match.Meet(c.Match, line.Match).Forked) > 0 {
			list = append(list, name)
		}
	}
	return list, err
}

// Settle proposes to continue with one line of the forked match in c, or
// agrees to the proposal at its end: with our line or, if theirs is set, with
// the line in the file other. The rejected line is kept beside the record.
func (d *Desk) Settle(c Copy, other string, theirs, post bool) (Copy, error) {
	line, err := d.Open(other)
	if err != nil {
		return Copy{}, err
	}
	kept, err := d.Lines(c.File)
	if err != nil {
		return Copy{}, err
	}
	return d.Change(c, func(m *match.Match) (*match.Match, error) {
		me, err := d.mayWrite(m)
		if err != nil {
			return nil, err
		}
		taken, away := m, line.Match
		if theirs {
			taken, away = line.Match, m
		}
		e, err := taken.Settle(away, me, append(kept, m)...)
		if err != nil {
			return nil, err
		}
		if _, err := d.PutAway(c.File, away); err != nil {
			return nil, err
		}
		e.Posted = post
		return d.Sign(withoutThrows(taken), e, me)
	})
}

// checkSettled returns an error if replacing before with after in its file breaks
// our agreement to continue with another line kept beside it. It applies to
// three or more players; between two, the word of one is enough.
func (f *Folder) checkSettled(before Copy, after *match.Match) error {
	if len(after.Roster.Players()) < 3 {
		return nil
	}
	kept, err := f.Lines(before.File)
	if err != nil {
		return err
	}
	if len(kept) == 0 {
		return nil
	}
	common := match.Meet(before.Match, after).Common
	if s := after.Bound(common, f.Party(after), kept); s != nil {
		return i18n.Err("settle.bound", "who", i18n.Person(after.Roster.Name(s.Party)))
	}
	return nil
}
