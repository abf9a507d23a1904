package match

import (
	"fmt"

	"hikyaku/kif"
	"hikyaku/store"
)

// load reads a record. Where the file is no record, the error is a *kif.Error.
func load(sys store.System, file string) (*kif.Record, error) {
	data, err := store.Read(sys, file)
	if err != nil {
		return nil, err
	}
	return parse(file, data)
}

func parse(file string, data []byte) (*kif.Record, error) {
	r, err := kif.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}

// create writes a new record.
func create(sys store.System, file string, r *kif.Record) error {
	return store.Create(sys, file, r.Bytes(), 0o644)
}

// change writes what edit makes of a record, as store.Change does.
func change(sys store.System, file string, edit func(*kif.Record) (*kif.Record, error)) error {
	return store.Change(sys, file, func(old []byte) ([]byte, error) {
		before, err := parse(file, old)
		if err != nil {
			return nil, err
		}
		after, err := edit(before)
		if err != nil {
			return nil, err
		}
		return after.Bytes(), nil
	})
}
