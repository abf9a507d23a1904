package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/store"
)

// maxLines is how many other lines of one match are kept beside its record: somebody could send new ones for ever.
const maxLines = 20

// Keep puts another line of the match in file beside it, for people to look at, and gives its name. The name comes from what
// it holds, so the same line is kept once.
func Keep(sys store.System, file string, line *match.Match) (name string, err error) {
	r, err := line.Record.Public()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(r.Bytes())
	name = file + ".line-" + hex.EncodeToString(sum[:4])
	kept, err := Lines(file)
	if err != nil || len(kept) >= maxLines && !slices.Contains(kept, name) {
		return "", err
	}
	return name, store.Replace(sys, name, r.Bytes())
}

// Lines lists the other lines that are kept beside the record in file.
func Lines(file string) ([]string, error) {
	return filepath.Glob(globEscape(file) + ".line-*")
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
		step, err := match.SettleOn(taken, away, me)
		if err != nil {
			return nil, err
		}
		if _, err := Keep(d.System, file, away); err != nil {
			return nil, err
		}
		return d.Pen().Sign(withoutThrows(taken), kif.Event{Step: step, Posted: post}, me)
	})
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
