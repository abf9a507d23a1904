package dbtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"strings"
	"testing"

	"hikyaku/cmd/hikyaku-club/db"
)

// Faulty is a database in which one statement can be made to fail.
type Faulty struct {
	db.DB
	Once   map[string]bool // if not nil, each statement fails only once, wherever it is used; the statements that have failed
	tried  map[string]bool // the statements that have failed, by what their transaction had done before; nil if none is to fail
	done   int
	failed string // the statement that failed; "" if none did
}

var (
	errFault = errors.New("planted fault")
	errGone  = errors.New("the database is gone since then")
)

// Each repeats work until each of its statements has failed once. A failed statement must make work fail, because an ignored error
// leaves a partial change. What work commits before that is not repeated, so statements are told apart by their place in their own
// transaction, not in the whole work. No transaction begins after it, so that nothing is done that a later statement would have
// failed in.
func (f *Faulty) Each(t testing.TB, work func() error) {
	t.Helper()
	f.tried = map[string]bool{}
	for {
		f.failed = ""
		err := work()
		if f.failed == "" {
			f.tried = nil
			Must(t, err)
			return
		}
		if err == nil || !strings.Contains(err.Error(), errFault.Error()) {
			t.Errorf("the work ended with %v although this failed: %s", err, f.failed)
		}
	}
}

// Count runs work, and returns the number of its statements except those of the queue.
func (f *Faulty) Count(t testing.TB, work func() error) int {
	t.Helper()
	f.done, f.failed = 0, ""
	Must(t, work())
	return f.done
}

// Do runs work in a transaction.
func (f *Faulty) Do(ctx context.Context, work func(db.Tx) error) error {
	if f.failed != "" && f.Once == nil {
		return errGone
	}
	return f.DB.Do(ctx, func(tx db.Tx) error {
		t := &faultyTx{Tx: tx, of: f}
		if err := work(t); t.changed == nil {
			return err
		}
		return t.changed
	})
}

type faultyTx struct {
	db.Tx
	of      *Faulty
	path    [sha256.Size]byte // of all statements so far
	changed error             // the error of Change
}

// fault returns an error if a statement is to fail.
func (t *faultyTx) fault(query string) error {
	f := t.of
	f.done++
	t.path = sha256.Sum256(append(t.path[:], query...))
	key, tried := string(t.path[:]), f.tried
	if f.Once != nil {
		key, tried = query, f.Once
	}
	if f.tried == nil || f.failed != "" || tried[key] {
		return nil
	}
	tried[key], f.failed = true, query
	return errFault
}

// Exec fails if this statement is selected.
func (t *faultyTx) Exec(query string, args ...any) (int64, error) {
	if t.changed != nil {
		return 0, t.changed
	}
	if err := t.fault(query); err != nil {
		return 0, err
	}
	return t.Tx.Exec(query, args...)
}

// Change fails if this statement is selected.
func (t *faultyTx) Change(query string, args ...any) {
	if t.changed == nil {
		t.changed = t.fault(query)
	}
	if t.changed == nil {
		t.Tx.Change(query, args...)
	}
}

// Query returns rows that cannot be read if this statement is selected.
func (t *faultyTx) Query(query string, args ...any) (db.Rows, error) {
	if t.changed != nil {
		return nil, t.changed
	}
	rows, err := t.Tx.Query(query, args...)
	if err == nil && t.fault(query) != nil {
		rows = &faultyRows{Rows: rows}
	}
	return rows, err
}

// faultyRows fail when the first row is read, or at the end if there is none, because errors of the query itself are all handled in
// package db.
type faultyRows struct {
	db.Rows
	scanned bool
}

// Scan fails.
func (r *faultyRows) Scan(...any) error {
	r.scanned = true
	return errFault
}

// Err fails if Scan was not called: the error of Scan must not be dropped by whoever calls it.
func (r *faultyRows) Err() error {
	if r.scanned {
		return r.Rows.Err()
	}
	return errFault
}
