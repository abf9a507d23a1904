package inlet

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/mailbox"
)

// Reader receives the messages of a mailbox. Only the process that holds the lease polls.
type Reader struct {
	Box     mailbox.Box
	Receive Receive
	Lease   Lease         // named after the mailbox
	Clock   mailbox.Clock // nil for time.After
	Log     *slog.Logger
}

// takeAgain is how often a process without the lease tries to take it.
const takeAgain = 20 * time.Second

// Run reads the mailbox while this process holds the lease, until ctx ends.
func (r *Reader) Run(ctx context.Context) {
	clock := r.Clock
	if clock == nil {
		clock = time.After
	}
	for ctx.Err() == nil {
		held, err := r.Lease.take(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			r.Log.Error("the lease of the mailbox cannot be taken", "why", err)
		case held:
			r.Log.Info("this process reads the mailbox")
			r.hold(ctx, clock)
		}
		select {
		case <-ctx.Done():
		case <-clock(takeAgain):
		}
	}
}

// hold reads the mailbox as long as the lease is held.
func (r *Reader) hold(ctx context.Context, clock mailbox.Clock) {
	held, end := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		defer end()
		for {
			select {
			case <-held.Done():
				return
			case <-clock(renew):
			}
			if err := r.Lease.Base.Do(held, r.Lease.hold); err != nil {
				if held.Err() == nil {
					r.Log.Warn("this process reads the mailbox no more", "why", err)
				}
				return
			}
		}
	})
	watch := mailbox.Watch{Box: r.Box, Poll: r.Poll, Clock: clock, Trouble: func(err error, pause time.Duration) {
		if errors.Is(err, errLost) {
			end()
			return
		}
		r.Log.Error("the mailbox cannot be read", "why", err, "again_in", pause.String())
	}}
	_ = watch.Run(held) // until held is cancelled
	end()
	all.Wait()
	if err := r.Lease.Release(context.WithoutCancel(ctx)); err != nil {
		r.Log.Error("the lease of the mailbox cannot be given back", "why", err)
	}
}

// Poll takes new messages from the mailbox. The position moves past a message only once it is stored.
func (r *Reader) Poll(ctx context.Context) error {
	mark, err := r.mark(ctx)
	if err != nil {
		return err
	}
	top, err := r.Box.Fetch(ctx, mark, func(m mailbox.Mail) error {
		if m.Err != nil {
			r.Log.Warn("a letter in the mailbox cannot be read and is passed over", "number", m.UID, "size", m.Size, "why", m.Err)
		} else if err := r.Receive(context.WithoutCancel(ctx), m.Raw); err != nil {
			return err
		}
		return r.save(ctx, m.Mark)
	})
	if text, bad := top.MarshalText(); bad == nil && string(text) != "0/0" && top != mark {
		return errors.Join(err, r.save(ctx, top))
	}
	return err
}

func (r *Reader) row() string { return "mark-" + r.Lease.Name }

// mark returns the position up to which the mailbox has been read. In a mailbox that was never read, it skips old messages.
func (r *Reader) mark(ctx context.Context) (mark mailbox.Mark, err error) {
	err = r.Lease.Base.Do(ctx, func(tx db.Tx) error {
		var text []byte
		found, err := db.One(tx, `select data from memory where name = $1`, []any{r.row()}, &text)
		if err != nil || !found {
			return err
		}
		return mark.UnmarshalText(text)
	})
	mark.Since = r.Lease.Now()
	return mark, err
}

// save stores the position in the mailbox, if this process still holds the lease.
func (r *Reader) save(ctx context.Context, mark mailbox.Mark) error {
	text, err := mark.MarshalText()
	if err != nil {
		return err
	}
	return r.Lease.Base.Do(context.WithoutCancel(ctx), func(tx db.Tx) error {
		if err := r.Lease.hold(tx); err != nil {
			return err
		}
		tx.Change(`insert into memory (name, data) values ($1, $2) on conflict (name) do update set data = $2`, r.row(), text)
		return nil
	})
}

// Lease is a lock that expires unless its holder renews it.
type Lease struct {
	Base   db.DB
	Name   string
	Holder string // identifies the process; must be unique
	Now    func() time.Time
}

// How long a lease is valid, and how often its holder renews it.
const (
	term  = 90 * time.Second
	renew = 30 * time.Second
)

// errLost means that another process has taken over the lease.
var errLost = errors.New("another process has taken over")

// take takes the lease if it is free or has expired. It reports whether this process holds it.
func (l *Lease) take(ctx context.Context) (held bool, err error) {
	now := l.Now()
	err = l.Base.Do(ctx, func(tx db.Tx) error {
		n, err := tx.Exec(`insert into lease (name, holder, until) values ($1, $2, $3)
			on conflict (name) do update set holder = $2, until = $3 where lease.holder = $2 or lease.until <= $4`,
			l.Name, l.Holder, now.Add(term), now)
		held = n > 0
		return err
	})
	return held, err
}

// hold renews the lease in a transaction. It returns errLost if the lease is lost.
func (l *Lease) hold(tx db.Tx) error {
	n, err := tx.Exec(`update lease set until = $3 where name = $1 and holder = $2`, l.Name, l.Holder, l.Now().Add(term))
	if err == nil && n == 0 {
		return errLost
	}
	return err
}

// Release makes the lease available to others immediately.
func (l *Lease) Release(ctx context.Context) error {
	return l.Base.Do(ctx, func(tx db.Tx) error {
		tx.Change(`delete from lease where name = $1 and holder = $2`, l.Name, l.Holder)
		return nil
	})
}
