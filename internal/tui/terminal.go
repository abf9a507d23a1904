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

// The sequences that start and end the full screen: they switch to the alternate
// screen, report clicks and the wheel (SGR 1006), and turn off line wrapping.
const (
	enterScreen = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?7l\x1b[2J"
	leaveScreen = "\x1b[0m\x1b[?7h\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l"
)

// terminal is a terminal in raw mode that understands ECMA-48.
type terminal struct {
	out     io.Writer
	size    func() (wide, high int, err error)
	wanted  chan struct{}  // one for each chunk to read, so that nothing is read that a later program should get
	reading bool           // whether a chunk is wanted that has not arrived
	chunks  chan []byte    // typed bytes as they arrive; closed at the end of the input
	signals chan os.Signal // the window was resized, or the program should end
	news    chan string    // texts that have arrived
	changed func() bool    // whether other programs have changed the matches
	typed   []byte         // bytes received but not decoded yet
	shown   [][]render.Sign
	ascii   bool  // whether to replace arrows and the like by ASCII
	err     error // the first error of writing
}

// newTerminal returns a terminal that reads from in and writes to out.
func newTerminal(in io.Reader, out io.Writer, size func() (wide, high int, err error)) *terminal {
	t := &terminal{out: out, size: size, wanted: make(chan struct{}, 1), chunks: make(chan []byte, 1), signals: make(chan os.Signal, 1), news: make(chan string)}
	go func() {
		defer close(t.chunks)
		for range t.wanted {
			chunk := make([]byte, 4096)
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

// measured returns the size of the window, or 80×24 if it is unknown.
func (t *terminal) measured() (wide, high int) {
	wide, high, err := t.size()
	if err != nil || wide < 1 || high < 1 {
		return 80, 24
	}
	return wide, high
}

// plainSigns replaces our own signs by ASCII. It does not affect what people
// write.
var plainSigns = strings.NewReplacer("↑", "^", "↓", "v", "←", "<", "→", ">", "…", "~",
	"▁", ".", "▂", ".", "▃", ".", "▄", ":", "▅", ":", "▆", "#", "▇", "#", "█", "#",
	"─", "-", "│", "|", "┌", "+", "┬", "+", "┐", "+", "├", "+", "┼", "+", "┤", "+", "└", "+", "┴", "+", "┘", "+", "━", "=", "┃", "#", "═", "*", "║", "*", "◆", "+")

// knowsUnicode reports whether the locale, named by the first of these variables
// that is set, uses UTF-8.
func knowsUnicode(getenv func(string) string) bool {
	locale := cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG"))
	return strings.Contains(strings.ReplaceAll(strings.ToUpper(locale), "-", ""), "UTF8")
}

// draw shows m. It writes only the differences from the current screen.
func (t *terminal) draw(m Model) {
	view := m.View()
	var b bytes.Buffer
	b.WriteString("\x1b[?25l")
	if len(t.shown) != len(view) || len(t.shown[0]) != len(view[0]) { // the window is new or was resized
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

// notify passes news to next, unless ctx is done first.
func (t *terminal) notify(ctx context.Context, report string) {
	select {
	case t.news <- report:
	case <-ctx.Done():
	}
}

// waiting reports whether there is typed input that next has not returned.
func (t *terminal) waiting() bool { return len(t.typed) > 0 || len(t.chunks) > 0 }

// read asks for the next chunk, unless it has been asked for already.
func (t *terminal) read() {
	if !t.reading {
		t.reading = true
		t.wanted <- struct{}{}
	}
}

// escapeTime is how long to wait for the rest of an escape sequence, which may
// arrive over a slow line. After that, Esc is a key.
const escapeTime = 50 * time.Millisecond

// lookTime is how often to look whether matches have changed.
const lookTime = time.Second

// next returns the next event, or io.EOF at the end of the input.
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
		var late <-chan time.Time // blocks forever unless a sequence has begun
		if len(t.typed) > 0 {
			late = time.After(escapeTime)
		}
		t.read()
		select {
		case chunk, open := <-t.chunks:
			if !open {
				return Event{}, io.EOF
			}
			t.reading = false
			t.typed = slices.Concat(t.typed, chunk)
		case s := <-t.signals:
			if s == os.Interrupt || s == syscall.SIGTERM {
				return Event{Key: Interrupt}, nil
			}
			wide, high := t.measured()
			return Event{Key: Resize, X: wide, Y: high}, nil
		case report := <-t.news:
			return Event{Key: News, Text: report}, nil
		case <-time.After(lookTime):
			if t.changed != nil && t.changed() {
				return Event{Key: News}, nil
			}
		case <-late:
			begun := t.typed[0]
			if t.typed = t.typed[1:]; begun == escape {
				return Event{Key: Escape}, nil
			}
		}
	}
}
