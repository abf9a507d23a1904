package mailbox

import (
	"context"
	"sync"
	"time"
)

// Watch calls Poll when there may be something to do.
type Watch struct {
	Box  Box
	Poll func(ctx context.Context) error // fetches and sends
	// Trouble is called with every error of Poll and of waiting, and with the pause before the next attempt. Two goroutines
	// may call it at once.
	Trouble func(err error, pause time.Duration)
	Clock   Clock // nil: time.After
}

// pollAnyway is the longest time between polls: a connection may be dead without anybody noticing.
const pollAnyway = 15 * time.Minute

// backOff returns the pause after a number of failures in a row, from 1.
func backOff(failures int) time.Duration {
	pauses := []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, pollAnyway}
	return pauses[min(failures, len(pauses))-1]
}

// Run polls at once, then whenever there are new messages, and at least every 15 minutes. After a failure it tries again
// after 1, 2, 5, then every 15 minutes. It returns the error of ctx when ctx ends; no goroutine outlives it.
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

// listen sends to news when there are new messages. It announces a message once: one that Poll leaves unhandled does not
// cause another poll.
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
		default: // already announced
		}
		if !seen.zero() && seen.Validity != mark.Validity {
			rest(ctx, clock, backOff(1)) // a box that changes its numbering each time always has news
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
