package mailbox

import (
	"context"
	"slices"
	"time"
)

// Waiter is a Box or Fetcher that can tell when something came. All of this package are.
type Waiter interface {
	// Wait returns as soon as there is a message after seen that Fetch would hand over, with the mark behind the newest.
	// The zero Mark is now: Wait returns at once. Nothing is fetched. It waits for ever: pauses are measured by clock. When
	// it fails it returns seen, with an error as of Fetch.
	Wait(ctx context.Context, seen Mark, clock Clock) (Mark, error)
}

// Clock gives a channel that gets the time after a pause, as time.After does.
type Clock func(pause time.Duration) <-chan time.Time

// How long pauses are.
const (
	reIdle     = 25 * time.Minute // a server may drop who idles for 29 (RFC 2177)
	withoutEye = 5 * time.Minute  // between looks where a server has no IDLE
	folderLook = 3 * time.Second  // between looks into a shared folder
)

// Wait keeps a connection of its own, on which the server tells what comes.
func (a *account) Wait(ctx context.Context, seen Mark, clock Clock) (Mark, error) {
	s, err := a.openIMAP(ctx, func(string, string) {})
	if err != nil {
		return seen, err
	}
	defer s.close()
	if seen.zero() {
		newest, err := s.newest(ctx)
		if err != nil {
			return seen, err
		}
		return Mark{Validity: s.validity, UID: newest}, nil
	}
	mark := seen.from(s.validity)
	for {
		found, _, err := s.after(ctx, mark, a.Only)
		switch {
		case err != nil:
			return seen, err
		case len(found) > 0:
			mark.UID = slices.Max(found)
			return mark, nil
		}
		s.next = 0 // it was told when the folder was opened
		if err := s.sleep(ctx, clock); err != nil {
			return seen, err
		}
	}
}

// sleep returns when something may have changed in the folder.
func (s *session) sleep(ctx context.Context, clock Clock) error {
	if !s.canIdle() {
		if err := s.pause(ctx, clock(withoutEye)); err != nil {
			return err
		}
		return s.wire.exchange(ctx, "wait", func() error { return s.client.Noop().Wait() })
	}
	stop, err := s.idle(ctx)
	if err != nil {
		return err
	}
	if err := s.pause(ctx, clock(reIdle)); err != nil {
		return err
	}
	return stop()
}

// pause waits for the server to speak, for the time to come, or for the end of the connection, which the next exchange will
// meet.
func (s *session) pause(ctx context.Context, over <-chan time.Time) error {
	select {
	case <-s.news:
	case <-over:
	case <-s.client.Closed():
	case <-ctx.Done():
	}
	return ctx.Err()
}

// Wait looks every few seconds: not every shared file system can tell of changes made elsewhere.
func (f *folder) Wait(ctx context.Context, seen Mark, clock Clock) (Mark, error) {
	for {
		current, err := f.readMark(f.address)
		if err != nil {
			return seen, &Trouble{Step: "folder open", Kind: FolderMissing, Err: err}
		}
		if seen.zero() || seen.from(current.Validity).UID < current.UID {
			return current, nil
		}
		select {
		case <-clock(folderLook):
		case <-ctx.Done():
			return seen, ctx.Err()
		}
	}
}
