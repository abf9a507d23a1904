package game

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/courier"
)

// memory stores what the courier remembers in rows. A mailbox has one state; here each correspondent has one, so that messages of
// different people are read in parallel. It implements courier.Memory.
type memory struct {
	tx      db.Tx
	of      string                   // the correspondent, or Nobody
	about   func() ([]string, error) // returns the names of the rows that will be needed; nil once they have been read
	is      map[string][]byte
	changed map[string]bool
	failed  error
}

// nobody is the correspondent of work that no message has started. Nothing is stored for it.
const nobody = ""

// name returns the name of the row that stores what the courier calls name.
func (m *memory) name(name string) string {
	if name == "" {
		return "state-" + m.of
	}
	return name
}

// Lock does nothing: rows are locked when they are read.
func (m *memory) Lock() (io.Closer, error) { return io.NopCloser(nil), nil }

// empty is the state of a new correspondent. All states share one name, so that notes on a match are shared too.
const empty = `{"name":"club"}`

// notesName returns the row name of the notes on a match, under the name that all states share.
func notesName(hash string) string { return "club-" + hash[:32] }

// Load reads a row, once. The first call reads all rows that will be needed. Rows that messages change are locked until the end
// of the transaction.
func (m *memory) Load(name string) (data []byte, err error) {
	if name == courier.PuzzlesName { // a club sends none
		return nil, nil
	}
	var names []string
	if about := m.about; about != nil {
		m.about = nil
		if names, err = about(); err != nil {
			m.failed = err
			return nil, err
		}
	}
	if name == "" && m.of == nobody {
		m.is[""] = []byte(empty)
	}
	if _, known := m.is[name]; !known && !slices.Contains(names, m.name(name)) {
		names = append(names, m.name(name))
	}
	if len(names) > 0 {
		if err := m.read(names); err != nil {
			m.failed = err
			return nil, err
		}
	}
	return m.is[name], nil
}

// read reads rows by name.
func (m *memory) read(names []string) error {
	for _, name := range names {
		if name == m.name("") {
			m.is[""] = []byte(empty)
		} else {
			m.is[name] = nil
		}
	}
	query, args := db.In(`select name, data from memory where name in (`, names)
	return db.Each(m.tx, query+`) order by name`+m.tx.Alone(), args, func(r db.Rows) error {
		var name string
		var data []byte
		err := r.Scan(&name, &data)
		if name == m.name("") {
			name = ""
		}
		m.is[name] = data
		return err
	})
}

// Save keeps the data of a row in memory until the transaction ends.
func (m *memory) Save(name string, data []byte) error {
	if !bytes.Equal(data, m.is[name]) {
		m.is[name] = data
		m.changed[name] = true
	}
	return nil
}

// LoadNote returns nothing: a club polls no mailbox and has no poll times to remember.
func (m *memory) LoadNote() ([]byte, error) { return nil, nil }

// SaveNote does nothing.
func (m *memory) SaveNote([]byte) error { return nil }

// settle writes the rows that have changed.
func (m *memory) settle() {
	var values []string
	var args []any
	for _, name := range slices.Sorted(maps.Keys(m.changed)) {
		if name == "" && !bytes.Contains(m.is[name], []byte(`"at"`)) { // the state of a correspondent without messages is not stored
			continue
		}
		args = append(args, m.name(name), m.is[name])
		values = append(values, fmt.Sprintf("($%d, $%d)", len(args)-1, len(args)))
	}
	clear(m.changed)
	if len(args) > 0 {
		m.tx.Change(`insert into memory (name, data) values `+strings.Join(values, ", ")+` on conflict (name) do update set data = excluded.data`, args...)
	}
}
