package kif

import (
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
)

// Error says what is wrong with a record: the line, what was found there and what was wanted.
type Error struct {
	Line   int         // from 1; 0 for the record as a whole
	Found  engine.Text // what is there, as Found says it
	Wanted engine.Text // what would be right
	Err    error       // the reason, such as the *engine.Rejection of a replayed move; may be nil
}

// Error returns the English sentence.
func (e *Error) Error() string { return e.Sentence().En }

// Sentence returns "line 7: found …, want …", followed by Err.
func (e *Error) Sentence() engine.Text {
	text := i18n.Text("kif.wrong", "found", e.Found, "wanted", e.Wanted)
	if e.Line > 0 {
		text = i18n.Text("kif.line", "n", e.Line, "what", text)
	}
	if e.Err != nil {
		text = i18n.Text("kif.because", "what", text, "why", e.Err)
	}
	return text
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Found says that text stands in the file.
func Found(text string) engine.Text { return i18n.Text("found.text", "text", Quote(text)) }

// Quote returns text of a file quoted for a sentence: shortened, and without control characters.
func Quote(text string) engine.Text {
	const most = 48
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	en := identity.Reveal(strconv.Quote(text))
	return engine.Text{En: en, Ja: "「" + strings.ReplaceAll(en[1:len(en)-1], `\"`, `"`) + "」"}
}
