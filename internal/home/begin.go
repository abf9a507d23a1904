package home

import (
	"os"

	"hikyaku/internal/atomicfile"
	"hikyaku/kif"
)

// Begin writes a new match without moves into the folder of records.
func (d *Desk) Begin(s Setup) (Copy, error) {
	r, err := d.New(s)
	if err != nil {
		return Copy{}, err
	}
	return d.Place(r)
}

// Place writes the record of a new match into the folder of records, under the usual name.
func (d *Desk) Place(r *kif.Record) (Copy, error) {
	m, err := Shelf{d}.Judge(r)
	if err != nil {
		return Copy{}, err
	}
	if err := os.MkdirAll(d.Folder, 0o700); err != nil {
		return Copy{}, err
	}
	c := Copy{d.pathOf(m), m}
	return c, atomicfile.Create(d.System, c.File, r.Bytes(), 0o644)
}
