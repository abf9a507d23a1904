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
// the first time that the same functions call it, and the transaction must then fail too, because an ignored error leaves a partial
// change. While a test's own part of a transaction runs, nothing fails, because its checks would; what follows may fail, so that part
// may run twice.
func Stumbling(t testing.TB, b db.DB) db.DB { return stumbling{b, t} }

type stumbling struct {
	db.DB
	t testing.TB
}

// frames is how many of its callers tell two calls of a statement apart. More of them would make every test repeat everything.
const frames = 10

// stumbled are the calls that have failed in this process.
var stumbled sync.Map

// Do runs work in a transaction.
func (s stumbling) Do(ctx context.Context, work func(db.Tx) error) error {
	for {
		failed := ""
		err := s.DB.Do(ctx, func(tx db.Tx) error {
			failed = ""
			t := &failingTx{Tx: tx, fails: func(query string) bool {
				if failed != "" || !stumbles(query) {
					return false
				}
				failed = query
				return true
			}}
			err := t.run(work)
			if failed != "" && (err == nil || !strings.Contains(err.Error(), errFault.Error())) {
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

// stumbles reports whether a statement is to fail. It is called by the function for failingTx, whose methods are called by the code
// under test.
func stumbles(query string) bool {
	stack := callers(5)
	key := sha256.Sum256(fmt.Append(nil, query, stack[:min(len(stack), frames)]))
	_, known := stumbled.LoadOrStore(key, true)
	return !known && !ofTest(stack)
}

// callers returns the callers of a function, without the innermost ones.
func callers(skipped int) []uintptr {
	var stack [64]uintptr
	return stack[:runtime.Callers(skipped, stack[:])]
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
