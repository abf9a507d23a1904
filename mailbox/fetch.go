package mailbox

import (
	"context"
	"errors"
	"fmt"
)

const batch = 100 // messages whose sizes are asked for at once

// Fetch reads the folder of the account without changing anything in it.
func (a *account) Fetch(ctx context.Context, since Mark, handle func(Mail) error) (Mark, error) {
	f := &fetcher{account: a, mark: since, handle: handle}
	defer f.hangUp()
	err := f.connect(ctx)
	if err != nil {
		return f.mark, err
	}
	f.mark = since.from(f.validity)
	uids, err := f.session.after(ctx, f.mark, f.Only)
	for len(uids) > 0 && err == nil {
		n := min(batch, len(uids))
		err = f.take(ctx, uids[:n])
		uids = uids[n:]
	}
	return f.mark, err
}

// fetcher is one run through a folder, over as many connections as it needs: after an answer that could not be read, the
// next message gets a new one, so that one bad message does not hold up those behind it.
type fetcher struct {
	*account
	*session
	mark   Mark
	handle func(Mail) error
}

func (f *fetcher) hangUp() {
	if f.session != nil {
		f.session.close()
		f.session = nil
	}
}

func (f *fetcher) connect(ctx context.Context) (err error) {
	f.hangUp()
	f.session, err = f.openIMAP(ctx, func(string, string) {})
	return err
}

// reconnect must come back to the same numbering.
func (f *fetcher) reconnect(ctx context.Context) error {
	if err := f.connect(ctx); err != nil {
		return err
	}
	if f.validity != f.mark.Validity {
		return f.trouble("folder", Nonsense, errors.New("the numbering of the folder changed; fetch again"))
	}
	return nil
}

// take hands over some messages; if their sizes cannot be had together, one by one, each tried twice.
func (f *fetcher) take(ctx context.Context, uids []uint32) error {
	all, err := f.envelopes(ctx, uids)
	if err != nil && len(uids) > 1 {
		if err := f.reconnect(ctx); err != nil {
			return err
		}
		for _, uid := range uids {
			if err := f.take(ctx, []uint32{uid}); err != nil {
				return err
			}
		}
		return nil
	}
	if err != nil {
		if err := f.reconnect(ctx); err != nil {
			return err
		}
		if all, err = f.envelopes(ctx, uids); err != nil {
			return f.refuse(ctx, Mail{UID: uids[0]}, err)
		}
	}
	for _, uid := range uids {
		if e, ok := all[uid]; ok {
			if err := f.message(ctx, uid, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// refuse hands over a message without content, and goes on with a new connection. Where the connection broke, that is the
// line's fault and ends the run, unless it broke over the same message in the run before: then it holds up those behind it.
func (f *fetcher) refuse(ctx context.Context, m Mail, why error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if broken(why) && f.mark.Broke != m.UID {
		f.mark.Broke = m.UID
		return why
	}
	if err := f.reconnect(ctx); err != nil {
		return err
	}
	m.Err = why
	return f.hand(m)
}

// broken reports whether the connection ended or fell silent, rather than that something wrong was said on it.
func broken(err error) bool {
	var t *Trouble
	return errors.As(err, &t) && (t.Kind == Unreachable || t.Kind == TimedOut)
}

// message fetches the content of one message, twice if it must, and hands it over.
func (f *fetcher) message(ctx context.Context, uid uint32, e envelope) error {
	m := Mail{UID: uid, Size: e.size, Received: e.received}
	if e.size > MaxMail {
		m.Err = ErrTooLarge
		return f.hand(m)
	}
	raw, err := f.content(ctx, uid, e.size)
	if err != nil {
		if err := f.reconnect(ctx); err != nil {
			return err
		}
		if raw, err = f.content(ctx, uid, e.size); err != nil {
			return f.refuse(ctx, m, err)
		}
	}
	if raw == nil {
		return nil // removed meanwhile
	}
	m.Raw = raw
	return f.hand(m)
}

func (f *fetcher) hand(m Mail) error {
	if err := f.handle(m); err != nil {
		return fmt.Errorf("message %d: %w", m.UID, err)
	}
	f.mark.UID, f.mark.Broke = m.UID, 0
	return nil
}
