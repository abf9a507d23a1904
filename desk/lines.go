package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/store"
)

// maxLines is how many lines that others have sent are kept beside a record: somebody could send new ones for ever.
const maxLines = 20

// Keep puts a line that somebody has sent beside the record in file, for people to look at, and gives its name, "" where too
// many are kept already. The name comes from what it holds, so the same line is kept once.
func Keep(sys store.System, file string, line *match.Match) (string, error) {
	name, data, err := besideLine(file, line)
	if err != nil {
		return "", err
	}
	kept, err := Lines(file)
	if err != nil || len(kept) >= maxLines && !slices.Contains(kept, name) {
		return "", err
	}
	return name, store.Replace(sys, name, data)
}

// PutAway puts a line that stood in file until now beside the record: what was signed here is never lost.
func PutAway(sys store.System, file string, line *match.Match) (string, error) {
	name, data, err := besideLine(file, line)
	if err != nil {
		return "", err
	}
	return name, store.Replace(sys, name, data)
}

// besideLine is where a line is kept beside the record in file, and as what.
func besideLine(file string, line *match.Match) (name string, data []byte, err error) {
	r, err := line.Record.Public()
	if err != nil {
		return "", nil, err
	}
	sum := sha256.Sum256(r.Bytes())
	return file + ".line-" + hex.EncodeToString(sum[:4]), r.Bytes(), nil
}

// Lines lists the other lines that are kept beside the record in file.
func Lines(file string) ([]string, error) {
	return filepath.Glob(globEscape(file) + ".line-*")
}

// keptBeside are those lines. One that cannot be read is for people alone.
func keptBeside(d *Desk, file string) (list []*match.Match, err error) {
	names, err := Lines(file)
	for _, name := range names {
		if line, err := d.Open(name); err == nil {
			list = append(list, line.Match)
		}
	}
	return list, err
}

// Disputed lists the lines kept beside the record in file that somebody's fork keeps apart from it.
func Disputed(d *Desk, file string) (list []string, err error) {
	c, err := d.Open(file)
	if err != nil {
		return nil, err
	}
	names, err := Lines(file)
	for _, name := range names {
		if line, err := d.Open(name); err == nil && len(match.Meet(c.Match, line.Match).Forked) > 0 {
			list = append(list, name)
		}
	}
	return list, err
}

// Settle proposes a line of the match in file, which somebody has forked, or agrees to the proposal that stands on it: our
// own, or the one kept in other. The line that is put away is kept beside the record.
func (d *Desk) Settle(file, other string, theirs, post bool) (Copy, error) {
	line, err := d.Open(other)
	if err != nil {
		return Copy{}, err
	}
	return d.Change(file, func(m *match.Match) (*match.Match, error) {
		me, err := mayWrite(d, m)
		if err != nil {
			return nil, err
		}
		taken, away := m, line.Match
		if theirs {
			taken, away = line.Match, m
		}
		e, err := match.Settle(taken, away, me)
		if err != nil {
			return nil, err
		}
		if _, err := PutAway(d.System, file, away); err != nil {
			return nil, err
		}
		e.Posted = post
		return d.Pen().Sign(withoutThrows(taken), e, me)
	})
}

// free refuses to write after in the place of before, in file, where we have agreed to go on with a line that is kept beside
// it. Between two the word of one is enough, so nobody waits for others.
func free(d *Desk, file string, before, after *match.Match) error {
	if len(after.Roster.Players()) < 3 {
		return nil
	}
	kept, err := keptBeside(d, file)
	if err != nil {
		return err
	}
	if len(kept) == 0 {
		return nil
	}
	common := match.Meet(before, after).Common
	if s := match.Bound(after, common, d.Party(after), kept); s != nil {
		return fmt.Errorf("you have agreed to go on with another line of this match, as %s proposed, and not all others have answered: "+
			"until they have, or you propose this one with hikyaku settle, nothing of yours is written here", after.Roster.Name(s.Party))
	}
	return nil
}

// wishFile is where it is noted that a draw goes with the next move of the match in file.
func wishFile(file string) string {
	return beside(file, "draw")
}

// wish notes that a draw is offered with our next move.
func wish(d *Desk, c Copy) error {
	return store.Replace(d.System, wishFile(c.File), []byte(c.Head.String()+"\n"))
}

// withWish is m, which ends with a move of ours that is handed to the courier, with the offer of a draw that was to go with it.
func withWish(d *Desk, file string, m *match.Match) (*match.Match, error) {
	data, err := store.Read(d.System, wishFile(file))
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	me := d.Party(m)
	if m.Outcome != nil || m.Turn == me || !onlyMoved(m, me, strings.TrimSpace(string(data))) {
		return m, nil
	}
	return d.Pen().Sign(m, kif.Event{Step: kif.DrawOffer{}, Posted: true}, me)
}

// onlyMoved tells whether m has gone on by moves of party alone since the entry with this digest, and ends with one.
func onlyMoved(m *match.Match, party int, head string) (ok bool) {
	since := false
	for i, e := range m.Record.Events {
		_, moved := e.Step.(kif.Move)
		if since && (m.After(i).Undone() || moved && m.By(i) != party) {
			return false
		}
		ok, since = since && moved, since || m.After(i).Head.String() == head
	}
	return ok
}
