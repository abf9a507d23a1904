package tui

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"
)

// Watcher is a House that receives news while the screen is shown.
type Watcher interface {
	// Watch calls news with a text whenever something has arrived, until ctx is
	// done.
	Watch(ctx context.Context, news func(report string))
}

// Shared is a House whose matches other programs may change.
type Shared interface {
	// Written returns when a record was last written to the folder of matches, or
	// to file if it isn't "".
	Written(file string) time.Time
}

// Run shows m at the terminal until the player quits, and returns its last state.
func Run(m Model, h House) (Model, error) {
	in, out := int(os.Stdin.Fd()), int(os.Stdout.Fd())
	before, err := term.MakeRaw(in)
	if err != nil {
		return m, err
	}
	defer term.Restore(in, before)
	t := newTerminal(os.Stdin, os.Stdout, func() (wide, high int, err error) { return term.GetSize(out) })
	t.ascii = runtime.GOOS != "windows" && !knowsUnicode(os.Getenv)
	signal.Notify(t.signals, os.Interrupt, syscall.SIGTERM)
	notifyResized(t.signals)
	defer signal.Stop(t.signals)
	return run(t, m, h)
}

// run shows m on t. It does not draw while keys are waiting, because they would
// make the picture stale. The goroutine that watches ends before run returns.
func run(t *terminal, m Model, h House) (Model, error) {
	ctx, stop := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	defer watching.Wait()
	defer stop()
	if w, watches := h.(Watcher); watches {
		watching.Go(func() { w.Watch(ctx, func(report string) { t.notify(ctx, report) }) })
	}
	var seen time.Time // the last change that is shown
	if shared, changes := h.(Shared); changes {
		t.changed = func() bool { return !shared.Written(m.file()).Equal(seen) }
	}
	t.enter()
	defer t.leave()
	defer close(t.wanted)
	m.Wide, m.High = t.measured()
	for !m.Quit {
		for m.Job.Do != "" {
			if m.busyText() != "" {
				t.draw(m)
			}
			r := Do(h, m.Job)
			m, seen = m.Learn(r), r.Written
		}
		if !t.waiting() {
			if m = m.show(); m.Job.Do != "" {
				m = m.Learn(Do(h, m.Job))
			}
			t.draw(m)
		}
		if t.err != nil {
			return m, t.err
		}
		e, err := t.next()
		if err == io.EOF {
			return m, nil
		}
		if err != nil {
			return m, err
		}
		if e.Key != "" {
			m = m.Update(e)
		}
	}
	return m, nil
}
