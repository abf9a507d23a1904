package game

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"strings"

	"hikyaku/cmd/hikyaku-club/db"
)

// memory is what the courier remembers, as rows. What it remembers of a mailbox is here remembered of one correspondent, so that the
// letters of many are read at once. It implements courier.Memory.
type memory struct {
	tx      db.Tx
	of      string // the correspondent, or Nobody
	is      map[string][]byte
	changed map[string]bool
	failed  error
}

// Nobody is the correspondent in work that no message has started: nothing is remembered of them.
const Nobody = ""

func newMemory(tx db.Tx, of string) *memory {
	return &memory{tx: tx, of: strings.ToLower(of), is: map[string][]byte{}, changed: map[string]bool{}}
}

// name is that of the row for what the courier calls by another.
func (m *memory) name(name string) string {
	if name == "" {
		return "state-" + m.of
	}
	return name
}

// Lock does nothing: the rows are locked as they are read.
func (m *memory) Lock() (io.Closer, error) { return unlocked{}, nil }

// empty is the state of a correspondent who has never written. All share one name, so that what is remembered of a match is
// shared too.
const empty = `{"name":"club"}`

// Load reads a row, once. What letters change is locked until the end of the transaction.
func (m *memory) Load(name string) (data []byte, err error) {
	if data, ok := m.is[name]; ok {
		return data, nil
	}
	if name == "" && m.of == Nobody {
		return []byte(empty), nil
	}
	query := `select data from memory where name = $1`
	if !strings.HasPrefix(name, "reader-") {
		query += m.tx.Alone()
	}
	if _, err := db.One(m.tx, query, []any{m.name(name)}, &data); err != nil {
		m.failed = err
		return nil, err
	}
	if data == nil && name == "" {
		data = []byte(empty)
	}
	m.is[name] = data
	return data, nil
}

// Save keeps data for the row until the end of the transaction.
func (m *memory) Save(name string, data []byte) error {
	if !bytes.Equal(data, m.is[name]) {
		m.is[name] = data
		m.changed[name] = true
	}
	return nil
}

// LoadNote returns nothing: a club polls no mailbox, so there are no times of polls to remember.
func (m *memory) LoadNote() ([]byte, error) { return nil, nil }

// SaveNote does nothing.
func (m *memory) SaveNote([]byte) error { return nil }

// settle writes the rows that have changed.
func (m *memory) settle() error {
	for _, name := range slices.Sorted(maps.Keys(m.changed)) {
		if name == "" && !bytes.Contains(m.is[name], []byte(`"at"`)) { // there is nothing to remember of him
			continue
		}
		_, err := m.tx.Exec(`insert into memory (name, data) values ($1, $2) on conflict (name) do update set data = excluded.data`, m.name(name), m.is[name])
		if err != nil {
			return err
		}
	}
	clear(m.changed)
	return nil
}
