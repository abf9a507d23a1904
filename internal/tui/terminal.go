package tui

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"hikyaku/render"
)

// What a terminal is told at the beginning and at the end: to keep what it showed, to report clicks and the wheel (SGR 1006),
// and to break no lines.
const (
	enterScreen = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?7l\x1b[2J"
	leaveScreen = "\x1b[0m\x1b[?7h\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l"
)

// terminal is a terminal in raw mode that follows ECMA-48, as all do today.
type terminal struct {
	out     io.Writer
	size    func() (wide, high int, err error)
	chunks  chan []byte    // what is typed, as it comes; closed at its end
	signals chan os.Signal // the window has another size, or the program is to end
	news    chan string    // what has come meanwhile
	typed   []byte         // what has come and is not decoded
	shown   [][]render.Sign
	ascii   bool  // arrows and the like are not shown
	err     error // of writing
}

// newTerminal returns the terminal that types to in and shows what is written to out.
func newTerminal(in io.Reader, out io.Writer, size func() (wide, high int, err error)) *terminal {
	t := &terminal{out: out, size: size, chunks: make(chan []byte, 16), signals: make(chan os.Signal, 1), news: make(chan string)}
	go func() {
		defer close(t.chunks)
		for {
			chunk := make([]byte, 256)
			n, err := in.Read(chunk)
			if n > 0 {
				t.chunks <- chunk[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return t
}

func (t *terminal) enter() { t.write(enterScreen) }
func (t *terminal) leave() { t.write(leaveScreen) }

func (t *terminal) write(text string) {
	if _, err := io.WriteString(t.out, text); err != nil && t.err == nil {
		t.err = err
	}
}

// measured returns the size of the window, the usual one if it is not known.
func (t *terminal) measured() (wide, high int) {
	wide, high, err := t.size()
	if err != nil || wide < 1 || high < 1 {
		return 80, 24
	}
	return wide, high
}

// plainSigns are our own signs in ASCII. What people write stays as it is.
var plainSigns = strings.NewReplacer("↑", "^", "↓", "v", "←", "<", "→", ">", "…", "~")

// knowsUnicode reports whether the locale, which the first of these variables names, has all characters.
func knowsUnicode(getenv func(string) string) bool {
	locale := cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG"))
	return strings.Contains(strings.ReplaceAll(strings.ToUpper(locale), "-", ""), "UTF8")
}

// draw shows m. It writes what is different from what is shown.
func (t *terminal) draw(m Model) {
	view := m.View()
	var b bytes.Buffer
	b.WriteString("\x1b[?25l")
	if len(t.shown) != len(view) || len(t.shown[0]) != len(view[0]) { // the window is new, or has another size
		b.WriteString("\x1b[0m\x1b[2J")
		t.shown = newCanvas(len(view[0]), len(view))
	}
	atX, atY, sgr := -1, -1, "?"
	for y, row := range view {
		for x, sign := range row {
			if sign.Covered || sign == t.shown[y][x] {
				continue
			}
			if x != atX || y != atY {
				fmt.Fprintf(&b, "\x1b[%d;%dH", y+1, x+1)
			}
			if sign.SGR != sgr {
				sgr = sign.SGR
				b.WriteString("\x1b[0m" + sgr)
			}
			atX, atY = x+1, y
			if x+1 < len(row) && row[x+1].Covered {
				atX++
			}
			if sign.Text == "" {
				sign.Text = " "
			}
			if t.ascii {
				sign.Text = plainSigns.Replace(sign.Text)
			}
			b.WriteString(sign.Text)
		}
	}
	t.shown = view
	if x, y, ok := m.Caret(); ok {
		fmt.Fprintf(&b, "\x1b[%d;%dH\x1b[?25h", y+1, x+1)
	}
	t.write(b.String())
}

// hear hands news to next, unless ctx ends first.
func (t *terminal) hear(ctx context.Context, told string) {
	select {
	case t.news <- told:
	case <-ctx.Done():
	}
}

// waiting reports whether something has been typed that next has not returned.
func (t *terminal) waiting() bool { return len(t.typed) > 0 || len(t.chunks) > 0 }

// escapeTime is how long the rest of an escape sequence may take, over a slow line. A lone Esc is known after that time.
const escapeTime = 50 * time.Millisecond

// next returns what happens next; io.EOF at the end of the input.
func (t *terminal) next() (Event, error) {
	for {
		e, n := decode(t.typed)
		t.typed = t.typed[n:]
		switch {
		case e.Key == redraw:
			t.shown = nil
			return Event{}, nil
		case e.Key != "":
			return e, nil
		case n > 0:
			continue
		}
		var late <-chan time.Time // never, unless something has begun
		if len(t.typed) > 0 {
			late = time.After(escapeTime)
		}
		select {
		case chunk, open := <-t.chunks:
			if !open {
				return Event{}, io.EOF
			}
			t.typed = slices.Concat(t.typed, chunk)
		case s := <-t.signals:
			if s == os.Interrupt || s == syscall.SIGTERM {
				return Event{Key: Interrupt}, nil
			}
			wide, high := t.measured()
			return Event{Key: Resize, X: wide, Y: high}, nil
		case told := <-t.news:
			return Event{Key: News, Text: told}, nil
		case <-late:
			begun := t.typed[0]
			if t.typed = t.typed[1:]; begun == escape {
				return Event{Key: Escape}, nil
			}
		}
	}
}
