package dbtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"hikyaku/cmd/hikyaku-club/db"
)

// Stumbling returns a database whose transactions are repeated, as they are if another one has been in the way: each statement fails
// the first time that these functions call it, and the transaction must then fail too, because an ignored error leaves a partial
// change. While a test's own part of a transaction runs, nothing fails, because its checks would; what follows may fail, so that part
// may run twice.
func Stumbling(t testing.TB, b db.DB) db.DB { return stumbling{b, t} }

type stumbling struct {
	db.DB
	t testing.TB
}

// callers is the number of functions by which calls of a statement are told apart. More of them would make every test repeat
// everything.
const callers = 10

// stumbled are the calls that have failed in this process.
var stumbled sync.Map

// Do runs work in a transaction.
func (s stumbling) Do(ctx context.Context, work func(db.Tx) error) error {
	for {
		var failed string
		err := s.DB.Do(ctx, func(tx db.Tx) error {
			one := &stumblingTx{Tx: tx}
			err := work(one)
			if one.changed != nil {
				err = one.changed
			}
			if failed = one.failed; failed != "" && (err == nil || !strings.Contains(err.Error(), errFault.Error())) {
				s.t.Errorf("the transaction ended with %v although this failed: %s", err, failed)
				return errFault
			}
			return err
		})
		if failed == "" {
			return err
		}
	}
}

type stumblingTx struct {
	db.Tx
	failed  string
	changed error // the error of Change
}

// stumbles reports whether a statement is to fail.
func (t *stumblingTx) stumbles(query string) bool {
	if t.failed != "" {
		return false
	}
	var stack [64]uintptr
	n := runtime.Callers(3, stack[:])
	key := sha256.Sum256(fmt.Append(nil, query, stack[:min(n, callers)]))
	if _, known := stumbled.LoadOrStore(key, true); known || ofTest(stack[:n]) {
		return false
	}
	t.failed = query
	return true
}

// ofTest reports whether a function of a test is among the callers within the transaction.
func ofTest(stack []uintptr) bool {
	for frames := runtime.CallersFrames(stack); ; {
		frame, more := frames.Next()
		switch {
		case strings.HasSuffix(frame.File, "_test.go"):
			return true
		case strings.Contains(frame.Function, "dbtest.stumbling.Do") || !more:
			return false
		}
	}
}

// Exec fails if this statement is selected.
func (t *stumblingTx) Exec(query string, args ...any) (int64, error) {
	if t.changed != nil {
		return 0, t.changed
	}
	if t.stumbles(query) {
		return 0, errFault
	}
	return t.Tx.Exec(query, args...)
}

// Change fails if this statement is selected.
func (t *stumblingTx) Change(query string, args ...any) {
	switch {
	case t.changed != nil:
	case t.stumbles(query):
		t.changed = errFault
	default:
		t.Tx.Change(query, args...)
	}
}

// Query returns rows that cannot be read if this statement is selected.
func (t *stumblingTx) Query(query string, args ...any) (db.Rows, error) {
	if t.changed != nil {
		return nil, t.changed
	}
	rows, err := t.Tx.Query(query, args...)
	if err == nil && t.stumbles(query) {
		rows = &faultyRows{Rows: rows}
	}
	return rows, err
}
