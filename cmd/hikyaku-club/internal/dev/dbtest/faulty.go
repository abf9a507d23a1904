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
	Once   map[string]bool // if not nil, each statement fails only once for the same five callers; the statements that have failed
	tried  map[string]bool // the statements that have failed, by what their transaction had done before; nil if none is to fail
	steps  map[string]int  // how often each step has been taken in this attempt
	done   int
	failed string // the statement or step that failed; "" if none did
}

var errGone = errors.New("the database is gone since then")

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
	if f.fails(name, fmt.Sprint(name, " ", f.steps[name])) {
		return errFault
	}
	return nil
}

// fails reports whether the statement or step with a key is to fail.
func (f *Faulty) fails(name, key string) bool {
	tried := f.tried
	if f.Once != nil {
		key, tried = fmt.Sprint(name, callers(5)[:5]), f.Once
	}
	if f.tried == nil || f.failed != "" || tried[key] {
		return false
	}
	tried[key], f.failed = true, name
	return true
}

// Files returns a file system in which each call of Read and Create can be made to fail.
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
		var path [sha256.Size]byte // of all statements so far
		t := &failingTx{Tx: tx, fails: func(query string) bool {
			f.done++
			path = sha256.Sum256(append(path[:], query...))
			return f.fails(query, string(path[:]))
		}}
		return t.run(work)
	})
}
