package dbtest

import (
	"errors"

	"hikyaku/cmd/hikyaku-club/db"
)

var errFault = errors.New("planted fault")

// failingTx is a transaction in which some statements fail.
type failingTx struct {
	db.Tx
	fails   func(query string) bool // called once for each statement
	changed error                   // the error of Change
}

// run does work, and returns the error with which the transaction ends.
func (t *failingTx) run(work func(db.Tx) error) error {
	err := work(t)
	if t.changed != nil {
		return t.changed
	}
	return err
}

// Exec fails if this statement does.
func (t *failingTx) Exec(query string, args ...any) (int64, error) {
	if t.changed != nil {
		return 0, t.changed
	}
	if t.fails(query) {
		return 0, errFault
	}
	return t.Tx.Exec(query, args...)
}

// Change fails if this statement does.
func (t *failingTx) Change(query string, args ...any) {
	switch {
	case t.changed != nil:
	case t.fails(query):
		t.changed = errFault
	default:
		t.Tx.Change(query, args...)
	}
}

// Query returns rows that cannot be read if this statement fails.
func (t *failingTx) Query(query string, args ...any) (db.Rows, error) {
	if t.changed != nil {
		return nil, t.changed
	}
	rows, err := t.Tx.Query(query, args...)
	if err == nil && t.fails(query) {
		rows = &failingRows{Rows: rows}
	}
	return rows, err
}

// failingRows fail when the first row is read, or at the end if there is none, because errors of the query itself are all handled in
// package db.
type failingRows struct {
	db.Rows
	scanned bool
}

// Scan fails.
func (r *failingRows) Scan(...any) error {
	r.scanned = true
	return errFault
}

// Err fails if Scan was not called: the error of Scan must not be dropped by whoever calls it.
func (r *failingRows) Err() error {
	if r.scanned {
		return r.Rows.Err()
	}
	return errFault
}
