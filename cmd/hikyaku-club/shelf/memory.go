package shelf

import (
	"bytes"
	"io"
	"strings"

	"hikyaku/cmd/hikyaku-club/base"
)

// memory is what the courier remembers, as rows. What it remembers of a mailbox is here remembered of one correspondent, so that the
// letters of many are read at once. It implements courier.Memory.
type memory struct {
	tx  base.Tx
	of  string // the correspondent
	was map[string][]byte
}

func newMemory(tx base.Tx, of string) *memory {
	return &memory{tx: tx, of: strings.ToLower(of), was: map[string][]byte{}}
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

// empty is the state of a correspondent who has never written. All share one name, so that what is remembered of a match is.
const empty = `{"name":"club"}`

// Load reads a row. What letters change is locked until the end of the transaction.
func (m *memory) Load(name string) (data []byte, err error) {
	query := `select data from memory where name = $1`
	if !strings.HasPrefix(name, "reader-") {
		query += m.tx.Alone()
	}
	if _, err := base.One(m.tx, query, []any{m.name(name)}, &data); err != nil {
		return nil, err
	}
	m.was[name] = data
	if data == nil && name == "" {
		data = []byte(empty)
	}
	return data, nil
}

// Save writes a row that has changed.
func (m *memory) Save(name string, data []byte) error {
	if bytes.Equal(data, m.was[name]) || m.was[name] == nil && name == "" && !bytes.Contains(data, []byte(`"at"`)) { // nothing but empty lists
		return nil
	}
	m.was[name] = data
	_, err := m.tx.Exec(`insert into memory (name, data) values ($1, $2) on conflict (name) do update set data = excluded.data`, m.name(name), data)
	return err
}
