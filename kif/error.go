package kif

import (
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
)

// Error is an error in a record: the line, what was found there and what was wanted.
type Error struct {
	Line   int       // from 1; 0 for the record as a whole
	Found  i18n.Text // what was found
	Wanted i18n.Text // what was wanted; empty if Found says what is wrong
	Err    error     // the reason, such as the *engine.Rejection of a replayed move; may be nil
}

// Error returns the English sentence.
func (e *Error) Error() string { return e.Sentence().En }

// Sentence returns "line 7: found …, want …", followed by Err.
func (e *Error) Sentence() i18n.Text {
	text := e.Found
	if e.Wanted != (i18n.Text{}) {
		text = i18n.T("kif.wrong", "found", e.Found, "wanted", e.Wanted)
	}
	if e.Line > 0 {
		text = i18n.T("kif.line", "n", e.Line, "what", text)
	}
	if e.Err != nil {
		text = i18n.T("kif.because", "what", text, "why", e.Err)
	}
	return text
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Found returns the Error.Found of text in the file.
func Found(text string) i18n.Text { return i18n.T("found.text", "text", Quote(text)) }

// Quote returns text of a file quoted for a sentence: shortened, and without control characters.
func Quote(text string) i18n.Text {
	const most = 48
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	quoted := i18n.Quote(text)
	return i18n.Text{En: identity.Reveal(quoted.En), Ja: identity.Reveal(quoted.Ja)}
}
