// Package watch lets administrators see what a club does: a log, metrics and health checks.
package watch

import (
	"fmt"
	"io"
	"log/slog"
	"regexp"
)

// address matches mail addresses anywhere in a text.
var address = regexp.MustCompile(`[^\s"'<>(),;:=/]+@[^\s"'<>(),;:=/]+`)

// Log returns a log of one JSON object per line. It hides every mail address it is given.
func Log(w io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if kind := a.Value.Kind(); kind == slog.KindString || kind == slog.KindAny {
			a.Value = slog.StringValue(hide(fmt.Sprint(a.Value.Any())))
		}
		return a
	}}))
}

// hide replaces mail addresses with [address].
func hide(text string) string { return address.ReplaceAllString(text, "[address]") }
