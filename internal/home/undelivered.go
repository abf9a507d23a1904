package home

import (
	"encoding/json"
	"errors"
	"io/fs"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// undelivered is an invitation that did not arrive, as stored beside the record.
type undelivered struct {
	Head string    `json:"head"` // the last entry; the note is void if the record has another one
	To   string    `json:"to"`
	Why  i18n.Text `json:"why"`
}

// Undelivered stores that the invitation in file did not reach an address, and
// why. An empty why removes the note: the invitation has been sent after all.
func (s Shelf) Undelivered(file string, m *match.Match, to string, why i18n.Text) error {
	if m.Outcome != nil || m.Roster.Joining() == 0 || m.Roster.HasJoined(m.Roster.At(to)) {
		return nil
	}
	if why == (i18n.Text{}) {
		err := s.System.Remove(sidecar(file, "undelivered"))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	data, err := json.Marshal(undelivered{m.Head.String(), to, why})
	if err != nil {
		return err
	}
	return atomicfile.Replace(s.System, sidecar(file, "undelivered"), append(data, '\n'))
}

// Undelivered says that the invitation did not arrive and what to do about it.
// It is empty for other matches.
func (f *Folder) Undelivered(s match.Summary) i18n.Text {
	if s.Over || s.Awaits != match.ForAnswer {
		return i18n.Text{}
	}
	var n undelivered
	data, err := atomicfile.Read(f.System, sidecar(s.File, "undelivered"))
	if err != nil || json.Unmarshal(data, &n) != nil || n.Head != s.Head {
		return i18n.Text{}
	}
	return i18n.T("undelivered", "to", n.To, "why", n.Why)
}
