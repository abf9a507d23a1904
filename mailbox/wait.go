package mailbox

import (
	"context"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"

	"hikyaku/internal/i18n"
)

// Waiter is a Box or Fetcher that can wait for messages. NewAccount, NewFolder and NewMaildir return Waiters.
type Waiter interface {
	// Wait blocks until there is a message after seen that Fetch would handle, and returns the mark after the newest. It
	// returns at once if seen is the zero Mark. It fetches nothing and has no time limit; its pauses are measured by clock.
	// If it fails, it returns seen and an error like that of Fetch.
	Wait(ctx context.Context, seen Mark, clock Clock) (Mark, error)
}

// Clock returns a channel that receives the time after a pause, like time.After.
type Clock func(pause time.Duration) <-chan time.Time

// The pauses.
const (
	reIdle     = 25 * time.Minute // a server may log out a client that idles for 29 (RFC 2177)
	noIdleLook = 5 * time.Minute  // between looks if the server has no IDLE
	folderLook = 3 * time.Second  // between looks into a shared folder
)

// Wait uses its own connection, on which the server announces messages.
func (a *account) Wait(ctx context.Context, seen Mark, clock Clock) (Mark, error) {
	return persist(func() (Mark, error) { return a.wait(ctx, seen, clock) })
}

func (a *account) wait(ctx context.Context, seen Mark, clock Clock) (Mark, error) {
	s, err := a.openIMAP(ctx, func(string, i18n.Text) {})
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
		found, top, err := s.after(ctx, mark)
		if err != nil {
			return seen, err
		}
		mark.UID = slices.Max(append(found, top))
		switch anyPicked := s.anyPicked(ctx, found, a.Only); {
		case ctx.Err() != nil:
			return seen, ctx.Err()
		case anyPicked:
			return mark, nil
		}
		s.next = 0 // known only since the folder was opened
		if err := s.sleep(ctx, clock); err != nil {
			return seen, err
		}
	}
}

// anyPicked reports whether the filter selects one of the messages, or may do so because they cannot be examined.
func (s *session) anyPicked(ctx context.Context, uids []uint32, only Filter) bool {
	if only == (Filter{}) {
		return len(uids) > 0
	}
	for some := range slices.Chunk(uids, batch) {
		all, err := s.envelopes(ctx, some, true)
		if err != nil {
			return true
		}
		for _, e := range all {
			if !e.excludedBy(only) {
				return true
			}
		}
	}
	return false
}

// sleep returns when the folder may have changed.
func (s *session) sleep(ctx context.Context, clock Clock) error {
	if !s.client.Caps().Has(imap.CapIdle) {
		if err := s.pause(ctx, clock(noIdleLook)); err != nil {
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

// pause waits for an announcement, for over, or for the end of the connection, which the next exchange will report.
func (s *session) pause(ctx context.Context, over <-chan time.Time) error {
	select {
	case <-s.news:
	case <-over:
	case <-s.client.Closed():
	case <-ctx.Done():
	}
	return ctx.Err()
}

// Wait looks every few seconds, because not every shared file system can announce changes made elsewhere.
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
