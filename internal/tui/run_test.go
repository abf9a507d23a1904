package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"hikyaku/engine"
)

func TestDecode(t *testing.T) {
	for typed, want := range map[string][]Event{
		"e歩\r\n\t":                               {{Key: "e"}, {Key: "歩"}, {Key: Enter}, {Key: Enter}, {Key: Tab}},
		"\x7f\b\x03\x0c":                         {{Key: Backspace}, {Key: Backspace}, {Key: Interrupt}, {Key: redraw}},
		"\x1b[A\x1bOB\x1b[1;5C":                  {{Key: Up}, {Key: Down}, {Key: Right}},
		"\x1b[D\x1b[Z\x1b[H":                     {{Key: Left}, {Key: BackTab}, {Key: Home}},
		"\x1b[4~\x1b[5~\x1b[6~":                  {{Key: End}, {Key: PageUp}, {Key: PageDown}},
		"\x1b[<0;7;3M\x1b[<0;7;3m":               {{Key: Click, X: 6, Y: 2}},
		"\x1b[<64;1;1M\x1b[<65;1;1M\x1b[<2;1;1M": {{Key: WheelUp}, {Key: WheelDown}},
		"\x1bq":                                  {{Key: Escape}, {Key: "q"}},
		"\x00\x01\xff\u200b\x1b[99~\x1b[?1;2ca":  {{Key: "a"}},
	} {
		rest, got := []byte(typed), []Event{}
		for len(rest) > 0 {
			e, n := decode(rest)
			if n == 0 {
				t.Fatalf("%q: more is wanted after %q", typed, rest)
			}
			if e.Key != "" {
				got = append(got, e)
			}
			rest = rest[n:]
		}
		for i, e := range want {
			if i >= len(got) || got[i].Key != e.Key || e.Key == Click && got[i] != e {
				t.Errorf("%q is decoded as %v, want %v", typed, got, want)
				break
			}
		}
		if len(got) != len(want) {
			t.Errorf("%q is decoded as %v, want %v", typed, got, want)
		}
	}
	for _, begun := range []string{"", "\x1b", "\x1b[", "\x1b[<0;1", "\x1bO", "\xe6", "\xe6\xad"} {
		if e, n := decode([]byte(begun)); n != 0 || e.Key != "" {
			t.Errorf("%q is decoded as %v", begun, e)
		}
	}
}

// window is what somebody sees of 80 columns and 24 rows, given what draw writes.
type window struct {
	rows [24][80]string
	x, y int
}

func (w *window) show(t *testing.T, written string) {
	t.Helper()
	for written != "" {
		r, size := utf8.DecodeRuneInString(written)
		if r == escape {
			size = 3 + strings.IndexFunc(written[2:], func(r rune) bool { return r >= '@' && r <= '~' })
			w.obey(t, written[2:size-1], written[size-1])
		} else {
			w.rows[w.y][w.x] = string(r)
			if w.x++; measure.RuneWidth(r) == 2 {
				w.rows[w.y][w.x] = ""
				w.x++
			}
		}
		written = written[size:]
	}
}

func (w *window) obey(t *testing.T, params string, final byte) {
	t.Helper()
	switch final {
	case 'H':
		if _, err := fmt.Sscanf(params, "%d;%d", &w.y, &w.x); err != nil {
			t.Fatalf("%q: %v", params, err)
		}
		w.x, w.y = w.x-1, w.y-1
	case 'J':
		for y := range w.rows {
			for x := range w.rows[y] {
				w.rows[y][x] = " "
			}
		}
	case 'm', 'h', 'l':
	default:
		t.Fatalf("the window does not know %q%c", params, final)
	}
}

func (w *window) String() (text string) {
	for _, row := range w.rows {
		text += strings.TrimRight(strings.Join(row[:], ""), " ") + "\n"
	}
	return text
}

// TestOnlyChangesAreSent presses keys, and wants the window to show the view though little is sent for each.
func TestOnlyChangesAreSent(t *testing.T) {
	h := newHome(t)
	h.place("diceshogi", engine.Options{"rules": "minishogi"})
	h.place("quoridor", nil)
	var sent bytes.Buffer
	line := newTerminal(strings.NewReader(""), &sent, func() (int, int, error) { return 80, 24, nil })
	m, w, whole := begin(h, "ja", "diceshogi.kif", 80, 24), new(window), 0
	for i, key := range strings.Fields("- tab right enter escape / 3 escape f n tab ? ? v / e 2 enter enter escape escape") {
		if i > 0 {
			m = press(h, m, key)
		}
		line.draw(m)
		n := sent.Len()
		w.show(t, sent.String())
		sent.Reset()
		if got, want := w.String(), text(m, false); got != want {
			t.Fatalf("after %s the window shows\n%swant\n%s", key, got, want)
		}
		switch {
		case i == 0:
			whole = n
		case (key == "tab" || key == "right") && n > whole/3:
			t.Errorf("%s sends %d bytes, the whole screen %d", key, n, whole)
		}
	}
	if line.draw(m); sent.Len() > 20 {
		t.Errorf("nothing has changed, and %q is sent", sent.String())
	}
}

// TestRun plays a move that is typed ahead, and leaves at the end of the input too.
func TestRun(t *testing.T) {
	for _, typed := range []string{"/e2\r\rq", "\x0c/e2\r\r"} {
		h := newHome(t)
		h.place("quoridor", nil)
		var sent bytes.Buffer
		line := newTerminal(strings.NewReader(typed), &sent, func() (int, int, error) { return 0, 0, errors.New("no window") })
		if _, err := run(line, New("en", false, "", "quoridor.kif"), h); err != nil {
			t.Error(err)
		}
		if got := strings.Join(h.done, ";"); got != "play quoridor.kif e2 " {
			t.Errorf("%q does %q", typed, got)
		}
		if shown := sent.String(); !strings.HasPrefix(shown, enterScreen) || !strings.HasSuffix(shown, leaveScreen) {
			t.Errorf("the window is not as it was: %q", shown)
		}
	}
	failing := newTerminal(strings.NewReader(""), brokenLine{}, func() (int, int, error) { return 80, 24, nil })
	if _, err := run(failing, New("en", false, "", ""), newHome(t)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a line that is broken: %v", err)
	}
}

// watching is a home to which a move comes while it is looked at.
type watching struct {
	*home
	ended bool
}

// Watch brings an answer at once, and another one nobody waits for.
func (w *watching) Watch(ctx context.Context, news func(report string)) {
	news("Bob played e8.")
	<-ctx.Done()
	news("nobody hears it")
	w.ended = true
}

// TestNewsShowItself shows a move that comes while the list is open, and leaves nothing behind.
func TestNewsShowItself(t *testing.T) {
	h := &watching{home: newHome(t)}
	h.place("quoridor", nil)
	in, keys := io.Pipe()
	shown := &sentTo{keys: keys, until: "Bob played e8."}
	line := newTerminal(in, shown, func() (int, int, error) { return 80, 24, nil })
	if _, err := run(line, New("en", false, "", "quoridor.kif"), h); err != nil {
		t.Error(err)
	}
	if !h.ended {
		t.Error("the watch outlives the screen")
	}
}

// sentTo is a window before which somebody waits for a text, and leaves.
type sentTo struct {
	seen  strings.Builder
	keys  *io.PipeWriter
	until string
}

func (s *sentTo) Write(p []byte) (int, error) {
	s.seen.Write(p)
	if strings.Contains(s.seen.String(), s.until) {
		go s.keys.Write([]byte("q"))
		s.until = "never again"
	}
	return len(p), nil
}

// shared is a home with a match that another program changes once it is shown.
type shared struct {
	*home
	sentTo
	moved int64
}

func (s *shared) Written(string) time.Time { return time.Unix(s.moved, 0) }

func (s *shared) Play(file string, m engine.Move, said string) (string, error) {
	s.moved++
	return s.home.Play(file, m, said)
}

func (s *shared) Write(p []byte) (int, error) {
	if s.moved == 0 && strings.Contains(string(p), "Quoridor") {
		s.moved++
		s.play("quoridor.kif", "e2", "moved elsewhere")
	}
	return s.sentTo.Write(p)
}

// TestOthersMoves shows what another program does to the match that is open, without a key.
func TestOthersMoves(t *testing.T) {
	in, keys := io.Pipe()
	h := &shared{home: newHome(t), sentTo: sentTo{keys: keys, until: "moved elsewhere"}}
	h.place("quoridor", nil)
	if _, err := run(newTerminal(in, h, func() (int, int, error) { return 80, 24, nil }), New("en", false, "", "quoridor.kif"), h); err != nil {
		t.Error(err)
	}
}

// TestOwnMoveIsNoNews wants no second look at what the screen has written itself.
func TestOwnMoveIsNoNews(t *testing.T) {
	h := &shared{home: newHome(t)}
	h.place("quoridor", nil)
	if r := Do(h, Job{Do: doPlay, File: "quoridor.kif", Move: "e2"}); !r.Written.Equal(h.Written("")) || len(r.Game.Plies) != 2 {
		t.Errorf("written at %v, reported as %v", h.Written(""), r.Written)
	}
}

// brokenLine takes nothing.
type brokenLine struct{}

func (brokenLine) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestSlowLine counts what is written for a key, which a slow line takes time for, in ASCII where the locale has no more.
func TestSlowLine(t *testing.T) {
	h := newHome(t)
	h.place("goryujin", nil)
	var out bytes.Buffer
	line := newTerminal(strings.NewReader(""), &out, nil)
	line.ascii = true
	line.draw(begin(h, "en", "", 80, 24))
	if got := out.String(); !strings.Contains(got, "^v choose") {
		t.Errorf("the list is %q", got)
	}
	m := begin(h, "en", "goryujin.kif", 80, 24)
	line.draw(m)
	for _, step := range []struct {
		key  string
		most int // bytes
	}{{"tab", 250}, {"right", 250}, {"enter", 500}, {"enter", 600}, {"d", 700}, {"d", 100}} {
		out.Reset()
		m = press(h, m, step.key)
		if line.draw(m); out.Len() > step.most {
			t.Errorf("%s writes %d bytes: %q", step.key, out.Len(), out.String())
		}
	}
	for locale, want := range map[string]bool{"": false, "C": false, "ja_JP.eucJP": false, "C.UTF-8": true, "en_GB.utf8": true} {
		if got := knowsUnicode(func(name string) string { return map[string]string{"LANG": locale}[name] }); got != want {
			t.Errorf("%q has all characters: %v", locale, got)
		}
	}
}
