package mailbox

import (
	"context"
	"sync"
	"time"
)

// Watch calls Poll when there is something to do.
type Watch struct {
	Box  Box
	Poll func(ctx context.Context) error // fetches and sends
	// Trouble is told of every error of Poll and of waiting, and after what pause it is tried again; it may be called from
	// two goroutines at once.
	Trouble func(err error, pause time.Duration)
	Clock   Clock // nil: time.After
}

// pollAnyway is the longest time between polls: a connection may be dead without anybody noticing.
const pollAnyway = 15 * time.Minute

// backOff gives the pause after so many failures in a row, from 1.
func backOff(failures int) time.Duration {
	pauses := []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, pollAnyway}
	return pauses[min(failures, len(pauses))-1]
}

// Run polls at once, then whenever something came to the box, and every 15 minutes anyhow. What fails is tried again after
// 1, 2, 5, then every 15 minutes. It returns when ctx ends, with its error, and leaves nothing behind.
func (w *Watch) Run(ctx context.Context) error {
	clock := w.Clock
	if clock == nil {
		clock = time.After
	}
	news := make(chan struct{}, 1)
	var all sync.WaitGroup
	defer all.Wait()
	if waiter, ok := w.Box.(Waiter); ok {
		all.Go(func() { w.listen(ctx, waiter, clock, news) })
	}
	for failures := 0; ; {
		pause := pollAnyway
		if err := w.Poll(ctx); err == nil {
			failures = 0
		} else if ctx.Err() == nil {
			failures++
			pause = backOff(failures)
			w.Trouble(err, pause)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-news:
		case <-clock(pause):
		}
	}
}

// listen says on news that something came. What it waits for is only what it has not told of: a message that Poll leaves
// where it is does not call for another poll.
func (w *Watch) listen(ctx context.Context, waiter Waiter, clock Clock, news chan<- struct{}) {
	var seen Mark
	for failures := 0; ctx.Err() == nil; {
		mark, err := waiter.Wait(ctx, seen, clock)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			failures++
			w.Trouble(err, backOff(failures))
			rest(ctx, clock, backOff(failures))
			continue
		}
		select {
		case news <- struct{}{}:
		default: // it is said already
		}
		if !seen.zero() && seen.Validity != mark.Validity {
			rest(ctx, clock, backOff(1)) // a box that is numbered anew each time would always have news
		}
		seen, failures = mark, 0
	}
}

func rest(ctx context.Context, clock Clock, pause time.Duration) {
	select {
	case <-clock(pause):
	case <-ctx.Done():
	}
}
