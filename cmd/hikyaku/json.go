package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
)

// printJSON writes v as one line of JSON. It escapes characters that could
// control a terminal, which does not change the value.
func printJSON(w io.Writer, v any) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escapeControls(line.Bytes()))
	return err
}

// escapeControls replaces characters that could control a terminal by \u
// escapes. In JSON they occur only inside strings.
func escapeControls(text []byte) []byte {
	if bytes.IndexFunc(text, controlsTerminal) < 0 {
		return text
	}
	var out bytes.Buffer
	for _, r := range string(text) {
		if !controlsTerminal(r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.Bytes()
}

func controlsTerminal(r rune) bool {
	if r >= ' ' && r <= '~' || r >= '、' && r <= '鿿' { // as nearly all are
		return false
	}
	return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
