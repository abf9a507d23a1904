// Package words holds the texts of a club, in English and in Japanese.
package words

import (
	_ "embed"

	"hikyaku/internal/i18n"
)

//go:embed en.txt
var english string

//go:embed ja.txt
var japanese string

var book = i18n.NewBook(english, japanese)

// Text returns the sentence with a key in both languages, as i18n.T of hikyaku does.
func Text(key string, args ...any) i18n.Text { return book.T(key, args...) }

// Error is an error that people read.
type Error struct{ Text i18n.Text }

// Err returns the error with the sentence of a key.
func Err(key string, args ...any) error { return &Error{Text(key, args...)} }

// Error returns the English sentence.
func (e *Error) Error() string { return e.Text.En }

// Sentence returns the sentence in both languages.
func (e *Error) Sentence() i18n.Text { return e.Text }
