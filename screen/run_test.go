package screen

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v3"
)

// wire is a terminal of 80 columns and 24 rows at the far end of a line. What is written to it goes to out.
type wire struct {
	keys *io.PipeReader
	out  chan []byte
}

func (w wire) Start() error                { return nil }
func (w wire) Stop() error                 { return nil }
func (w wire) Drain() error                { return w.keys.Close() }
func (w wire) Close() error                { return nil }
func (w wire) NotifyResize(chan<- bool)    {}
func (w wire) Read(b []byte) (int, error)  { return w.keys.Read(b) }
func (w wire) Write(b []byte) (int, error) { w.out <- bytes.Clone(b); return len(b), nil }
func (w wire) WindowSize() (tcell.WindowSize, error) {
	return tcell.WindowSize{Width: 80, Height: 24}, nil
}

// TestOnlyChangesAreSent plays a move over a line, and wants little to be sent for a key.
func TestOnlyChangesAreSent(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	keys, typed := io.Pipe()
	line := wire{keys, make(chan []byte, 100)}
	s, err := tcell.NewTerminfoScreenFromTty(line, tcell.OptNegotiation(false), tcell.OptTerm("xterm-256color"), tcell.OptColors(0))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- run(s, New("en", false, "", "quoridor.kif"), h); close(line.out) }()
	// until returns how many bytes are sent until a text.
	until := func(text string) int {
		sent := ""
		for !strings.Contains(sent, text) {
			more, open := <-line.out
			if !open {
				t.Fatalf("%q is not in %q", text, sent)
			}
			sent += string(more)
		}
		return len(sent)
	}
	whole := until("q quit")
	for _, step := range []struct{ keys, shows string }{{"\t", "f"}, {"\x1b[D", "d"}, {"e2\r", "plays it"}} {
		if _, err := typed.Write([]byte(step.keys)); err != nil {
			t.Fatal(err)
		}
		if n := until(step.shows); n > whole/3 {
			t.Errorf("%q sends %d bytes, the whole screen %d", step.keys, n, whole)
		}
	}
	go func() {
		for range line.out {
		}
	}()
	if _, err := typed.Write([]byte("\rq")); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if got := strings.Join(h.done, ";"); got != "play quoridor.kif e2 " {
		t.Errorf("done: %q", got)
	}
}
