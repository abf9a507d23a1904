package dbtest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"hikyaku/cmd/hikyaku-club/db"
)

// Faulty is a database in which one statement can be made to fail.
type Faulty struct {
	db.DB
	Once     map[string]bool // if not nil, each statement fails only once, wherever it is used; the statements that have failed
	at, done int
	failed   string // the statement that failed; "" if none did
}

var errFault = errors.New("planted fault")

// Each repeats work: the first time its first statement fails, the second time the second, and so on until none fails. A failed
// statement must make work fail, because an ignored error leaves a partial change.
func (f *Faulty) Each(t testing.TB, work func() error) {
	t.Helper()
	for f.at = 1; ; f.at++ {
		f.done, f.failed = 0, ""
		err := work()
		if f.failed == "" {
			f.at = 0
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
	f.at, f.done = 0, 0
	Must(t, work())
	return f.done
}

// Do runs work in a transaction.
func (f *Faulty) Do(ctx context.Context, work func(db.Tx) error) error {
	return f.DB.Do(ctx, func(tx db.Tx) error { return work(faultyTx{tx, f}) })
}

func (f *Faulty) fault(query string) error {
	f.done++
	if f.Once != nil && (f.at == 0 || f.failed != "" || f.Once[query]) || f.Once == nil && f.done != f.at {
		return nil
	}
	if f.failed = query; f.Once != nil {
		f.Once[query] = true
	}
	return errFault
}

type faultyTx struct {
	db.Tx
	of *Faulty
}

// Exec fails if this statement is selected.
func (t faultyTx) Exec(query string, args ...any) (int64, error) {
	if err := t.of.fault(query); err != nil {
		return 0, err
	}
	return t.Tx.Exec(query, args...)
}

// Query returns rows that cannot be read if this statement is selected.
func (t faultyTx) Query(query string, args ...any) (db.Rows, error) {
	rows, err := t.Tx.Query(query, args...)
	if err == nil && t.of.fault(query) != nil {
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
