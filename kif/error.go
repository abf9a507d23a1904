package kif

import (
	"fmt"
	"strconv"
)

// Error says what is wrong with a record: the line, what stands there and what was wanted.
type Error struct {
	Line   int    // from 1; 0 where it is the record as a whole
	Found  string // a quoted text of the file, or a few words
	Wanted string
	Err    error // what refused it, such as the *engine.Rejection of a replayed move; may be nil
}

// Error is "line 7: found …, want …", followed by what refused it.
func (e *Error) Error() string {
	text := fmt.Sprintf("found %s, want %s", e.Found, e.Wanted)
	if e.Line > 0 {
		text = fmt.Sprintf("line %d: %s", e.Line, text)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap is what refused it.
func (e *Error) Unwrap() error { return e.Err }

// Quote makes text of a file fit for a sentence: without control characters and not long.
func Quote(text string) string {
	const most = 48
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}
