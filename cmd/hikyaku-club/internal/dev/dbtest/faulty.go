package dbtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/atomicfile"
)

// Faulty is a database in which one statement can be made to fail, or another step of the work that uses it.
type Faulty struct {
	db.DB
	Once   map[string]bool // if not nil, each statement fails only once, wherever it is used; the statements that have failed
	tried  map[string]bool // the statements that have failed, by what their transaction had done before; nil if none is to fail
	steps  map[string]int  // how often each step has been taken in this attempt
	done   int
	failed string // the statement or step that failed; "" if none did
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
		f.failed, f.steps = "", map[string]int{}
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

// Step returns an error if a step of the work, which is no statement, is to fail.
func (f *Faulty) Step(name string) error {
	if f.tried == nil {
		return nil
	}
	f.steps[name]++
	return f.fault(name, fmt.Sprint(name, " ", f.steps[name]))
}

// fault returns an error if the step with a key is to fail.
func (f *Faulty) fault(name, key string) error {
	tried := f.tried
	if f.Once != nil {
		key, tried = name, f.Once
	}
	if f.tried == nil || f.failed != "" || tried[key] {
		return nil
	}
	tried[key], f.failed = true, name
	return errFault
}

// Files returns a file system of which each call can be made to fail that reads or creates a file.
func (f *Faulty) Files() atomicfile.System { return faultyFiles{of: f} }

type faultyFiles struct {
	atomicfile.OS
	of *Faulty
}

// Read fails if this call is selected.
func (f faultyFiles) Read(name string) ([]byte, fs.FileMode, error) {
	if err := f.of.Step("read " + name); err != nil {
		return nil, 0, err
	}
	return f.OS.Read(name)
}

// Create fails if this call is selected.
func (f faultyFiles) Create(name string, mode fs.FileMode) (atomicfile.File, error) {
	if err := f.of.Step("create " + name); err != nil {
		return nil, err
	}
	return f.OS.Create(name, mode)
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
	return f.fault(query, string(t.path[:]))
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
