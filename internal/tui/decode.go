package tui

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const escape = 0x1b

// redraw is the key for drawing the whole window again. It does not reach
// Update.
const redraw = "redraw"

// control returns the name of the key for a control character.
func control(c byte) string {
	switch c {
	case '\r', '\n':
		return Enter
	case '\t':
		return Tab
	case 0x7f, '\b':
		return Backspace
	case 3: // Ctrl-C
		return Interrupt
	case 12: // Ctrl-L
		return redraw
	}
	return ""
}

// decode returns the event for the first bytes of typed, and their number. The
// event has no key if the bytes have no meaning. n is 0 if more bytes are
// needed.
func decode(typed []byte) (e Event, n int) {
	if len(typed) == 0 {
		return e, 0
	}
	switch c := typed[0]; {
	case c == escape:
		return decodeEscape(typed)
	case c < ' ' || c == 0x7f:
		return Event{Key: control(c)}, 1
	case !utf8.FullRune(typed):
		return e, 0
	}
	r, n := utf8.DecodeRune(typed)
	if r != utf8.RuneError && unicode.IsPrint(r) {
		e.Key = string(r)
	}
	return e, n
}

// decodeEscape decodes bytes that begin with Esc: a sequence for a key or the
// mouse, or the key itself.
func decodeEscape(typed []byte) (e Event, n int) {
	switch {
	case len(typed) == 1:
		return e, 0
	case typed[1] == 'O' && len(typed) == 2:
		return e, 0
	case typed[1] == 'O':
		return Event{Key: letterKey(typed[2], "")}, 3
	case typed[1] != '[':
		return Event{Key: Escape}, 1
	}
	end := bytes.IndexFunc(typed[2:], func(r rune) bool { return r >= '@' && r <= '~' })
	if end < 0 {
		return e, 0
	}
	params, final := string(typed[2:2+end]), typed[2+end]
	if strings.HasPrefix(params, "<") {
		return mouse(params, final), 3 + end
	}
	return Event{Key: letterKey(final, params)}, 3 + end
}

// letterKey returns the key of a sequence that ends in a letter, or in ~ after a
// number.
func letterKey(final byte, params string) string {
	switch final {
	case 'A':
		return Up
	case 'B':
		return Down
	case 'C':
		return Right
	case 'D':
		return Left
	case 'H':
		return Home
	case 'F':
		return End
	case 'Z':
		return BackTab
	case '~':
		return map[string]string{"1": Home, "7": Home, "4": End, "8": End, "5": PageUp, "6": PageDown}[params]
	}
	return ""
}

// mouse returns the event for a report "<button;x;y", whose final byte is M if a
// button was pressed.
func mouse(params string, final byte) (e Event) {
	var button, x, y int
	if _, err := fmt.Sscanf(params, "<%d;%d;%d", &button, &x, &y); err != nil || final != 'M' {
		return e
	}
	switch button {
	case 0:
		e.Key = Click
	case 64:
		e.Key = WheelUp
	case 65:
		e.Key = WheelDown
	}
	e.X, e.Y = x-1, y-1
	return e
}
