package tui

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"

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
	// Stamp returns a text that changes with the list of matches and the match in
	// file, if there is one.
	Stamp(file string) string
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
	shared, _ := h.(Shared)
	stamp := func() string {
		switch {
		case shared == nil:
			return ""
		case m.Game == nil:
			return shared.Stamp("")
		}
		return shared.Stamp(m.Game.File)
	}
	seen := stamp()
	t.changed = func() bool { return stamp() != seen }
	t.enter()
	defer t.leave()
	defer close(t.wanted)
	m.Wide, m.High = t.measured()
	for !m.Quit {
		for m.Job.Do != "" {
			if m.busyText() != "" {
				t.draw(m)
			}
			seen = stamp() // before the job reads, so that nothing is missed
			m = m.Learn(Do(h, m.Job))
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
