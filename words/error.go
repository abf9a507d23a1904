package words

import "hikyaku/engine"

// Error is an error that is told in both languages.
type Error struct{ Text engine.Text }

// Error returns the English sentence.
func (e *Error) Error() string { return e.Text.En }

// Err returns the Error with the sentence of a key, as Text does.
func Err(key string, args ...any) error { return &Error{Text(key, args...)} }
