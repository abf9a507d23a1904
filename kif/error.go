package kif

import (
	"fmt"
	"strconv"
)

// Error says what is wrong with a record: the line, what was found there and what was wanted.
type Error struct {
	Line   int    // from 1; 0 for the record as a whole
	Found  string // a quoted text of the file, or a few words
	Wanted string // what would be right
	Err    error  // the reason, such as the *engine.Rejection of a replayed move; may be nil
}

// Error returns "line 7: found …, want …", followed by Err.
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

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Quote returns text of a file quoted for a sentence: shortened, and without control characters.
func Quote(text string) string {
	const most = 48
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}
