package home

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// undelivered is a message that did not go out, or did not arrive, as stored
// beside the record, one line for each address.
type undelivered struct {
	Head  string    `json:"head"` // the last entry; the line is void if the record has another one
	To    string    `json:"to"`
	Why   i18n.Text `json:"why"`
	Waits bool      `json:"waits,omitempty"` // whether the next poll sends it again
}

// NoteUndelivered stores that the last message of c did not reach an address,
// why, and whether the next poll sends it again. An empty why removes the note:
// the message has been sent after all.
func (f *Folder) NoteUndelivered(c Copy, to string, why i18n.Text, waits bool) error {
	file := atomicfile.Beside(c.File, "undelivered")
	before, err := f.undelivered(file)
	if err != nil || len(before) == 0 && why == (i18n.Text{}) {
		return err
	}
	var after bytes.Buffer
	write := func(n undelivered) { err = errors.Join(err, json.NewEncoder(&after).Encode(n)) }
	for _, n := range before {
		if n.Head == c.Head.String() && n.To != to {
			write(n)
		}
	}
	if why != (i18n.Text{}) {
		write(undelivered{c.Head.String(), to, why, waits})
	}
	switch {
	case err != nil:
		return err
	case after.Len() == 0:
		return f.System.Remove(file)
	}
	return atomicfile.Replace(f.System, file, after.Bytes())
}

// undelivered reads a file of notes. It ends at one that is damaged.
func (f *Folder) undelivered(file string) (list []undelivered, err error) {
	data, err := atomicfile.Read(f.System, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	lines := json.NewDecoder(bytes.NewReader(data))
	for n := (undelivered{}); lines.Decode(&n) == nil; n = (undelivered{}) {
		list = append(list, n)
	}
	return list, err
}

// Undelivered says what has become of the last message of a match if it did not
// go out or did not arrive, and whether the next poll sends it again.
func (f *Folder) Undelivered(s match.Summary) (text i18n.Text, waits bool) {
	if !s.Posted || s.Forgotten(f.System.Now()) {
		return i18n.Text{}, false
	}
	list, _ := f.undelivered(atomicfile.Beside(s.File, "undelivered")) // unreadable notes count as missing
	what := "message"
	if s.Awaits == match.ForAnswer {
		what = "invitation"
	}
	var waiting []i18n.Text
	var why i18n.Text
	for _, n := range list {
		switch {
		case n.Head != s.Head:
		case n.Waits:
			waiting, why = append(waiting, i18n.Same(n.To)), n.Why
		default:
			text = i18n.Join(text, i18n.T("undelivered."+what, "to", n.To, "why", n.Why))
		}
	}
	if len(waiting) > 0 {
		text = i18n.Join(text, i18n.T("undelivered.waiting-"+what, "to", i18n.List(waiting...), "why", why))
	}
	return text, len(waiting) > 0
}
