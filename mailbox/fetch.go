package mailbox

import (
	"context"
	"errors"

	"hikyaku/internal/i18n"
)

const (
	batch      = 500 // the messages whose headers and sizes are requested at once
	tries      = 3   // the attempts to fetch a message, each on a new connection
	maxSkipped = 20  // the messages that one run skips because the connection broke
)

// Fetch reads the folder of the account without changing it.
func (a *account) Fetch(ctx context.Context, since Mark, handle func(Mail) error) (Mark, error) {
	return persist(func() (Mark, error) { return a.fetch(ctx, since, handle) })
}

// persist runs a session again if the server hung up instead of searching. mox does so if a message arrives at that moment.
func persist(run func() (Mark, error)) (Mark, error) {
	mark, err := run()
	if t, ok := errors.AsType[*Trouble](err); ok && t.Step == "imap search" && t.Kind == Unreachable {
		return run()
	}
	return mark, err
}

func (a *account) fetch(ctx context.Context, since Mark, handle func(Mail) error) (Mark, error) {
	f := &fetcher{account: a, mark: since, handle: handle}
	defer f.hangUp()
	err := f.connect(ctx)
	if err != nil {
		return f.mark, err
	}
	f.mark = since.from(f.session.validity)
	f.since = f.mark
	uids, top, err := f.session.after(ctx, f.mark)
	for len(uids) > 0 && err == nil {
		n := min(batch, len(uids))
		err = f.take(ctx, uids[:n])
		uids = uids[n:]
	}
	if err == nil && top > f.mark.UID {
		f.mark.UID, f.mark.Broke = top, 0 // the rest up to there was deleted
	}
	return f.mark, err
}

// fetcher is one run through a folder, over several connections if necessary: after an unreadable response the next message
// gets a new connection, so that a bad message does not block those after it.
type fetcher struct {
	account *account
	session *session
	since   Mark // where the run began
	mark    Mark
	handle  func(Mail) error
	skipped int // the messages skipped because the connection broke
}

func (f *fetcher) hangUp() {
	if f.session != nil {
		f.session.close()
		f.session = nil
	}
}

func (f *fetcher) connect(ctx context.Context) (err error) {
	f.hangUp()
	f.session, err = f.account.openIMAP(ctx, func(string, i18n.Text) {})
	return err
}

// reconnect fails if the numbering has changed.
func (f *fetcher) reconnect(ctx context.Context) error {
	if err := f.connect(ctx); err != nil {
		return err
	}
	if f.session.validity != f.mark.Validity {
		return f.session.wire.trouble("folder", ProtocolError, i18n.Err("server.renumbered"))
	}
	return nil
}

// retry calls ask for one message, and again on new connections if it fails. It returns why the message cannot be fetched,
// or an error that ends the run.
func (f *fetcher) retry(ctx context.Context, ask func() error) (why, err error) {
	for range tries {
		if why != nil {
			if err := f.reconnect(ctx); err != nil {
				return nil, err
			}
		}
		if why = ask(); why == nil {
			return nil, nil
		}
	}
	return why, ctx.Err()
}

// take handles some messages. If their sizes cannot be fetched together, it handles them one by one.
func (f *fetcher) take(ctx context.Context, uids []uint32) error {
	all, err := f.session.envelopes(ctx, uids, f.account.Only != (Filter{}))
	if err == nil {
		return f.messages(ctx, uids, all)
	}
	if err := f.reconnect(ctx); err != nil {
		return err
	}
	for _, uid := range uids {
		if err := f.takeOne(ctx, uid); err != nil {
			return err
		}
	}
	return nil
}

func (f *fetcher) takeOne(ctx context.Context, uid uint32) error {
	uids := []uint32{uid}
	var all map[uint32]envelope
	why, err := f.retry(ctx, func() (err error) {
		all, err = f.session.envelopes(ctx, uids, f.account.Only != (Filter{}))
		return err
	})
	switch {
	case err != nil:
		return err
	case why != nil:
		return f.refuse(ctx, Mail{UID: uid}, why)
	}
	return f.messages(ctx, uids, all)
}

// messages handles the messages that have an envelope. The others were deleted.
func (f *fetcher) messages(ctx context.Context, uids []uint32, all map[uint32]envelope) error {
	for _, uid := range uids {
		switch e, ok := all[uid]; {
		case !ok:
		case e.excludedBy(f.account.Only) || !e.received.IsZero() && f.since.old(e.received):
			f.pass(uid)
		default:
			if err := f.message(ctx, uid, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// pass moves the mark over a message that the filter excludes.
func (f *fetcher) pass(uid uint32) {
	f.mark.UID = uid
	if f.mark.Broke <= uid {
		f.mark.Broke = 0
	}
}

// refuse delivers a message without content and continues on a new connection, unless the network may be to blame.
func (f *fetcher) refuse(ctx context.Context, m Mail, why error) error {
	// The connection ended or timed out, as opposed to an invalid response.
	if t, ok := errors.AsType[*Trouble](why); ok && (t.Kind == Unreachable || t.Kind == TimedOut) {
		// The message is to blame if the connection broke over it in the previous run too, or if it was closed and other messages
		// of this run have broken it.
		if f.mark.Broke != m.UID && !(t.Kind == Unreachable && 0 < f.skipped && f.skipped < maxSkipped) {
			f.mark.Broke = m.UID
			return why
		}
		f.skipped++
	}
	if err := f.reconnect(ctx); err != nil {
		return err
	}
	m.Err = why
	return f.deliver(m)
}

// message fetches the content of one message and delivers it.
func (f *fetcher) message(ctx context.Context, uid uint32, e envelope) error {
	m := Mail{UID: uid, Size: e.size, Received: e.received}
	if e.size > MaxMail {
		m.Err = ErrTooLarge
		return f.deliver(m)
	}
	why, err := f.retry(ctx, func() (err error) {
		m.Raw, err = f.session.content(ctx, uid, e.size)
		return err
	})
	switch {
	case err != nil:
		return err
	case why != nil:
		return f.refuse(ctx, m, why)
	case m.Raw == nil:
		return f.empty(ctx, m)
	case !f.account.Only.picks(m.Raw): // the server did not send its header before
		f.pass(uid)
		return nil
	}
	return f.deliver(m)
}

// empty skips a message without content that was deleted meanwhile. A message that still exists is delivered with an error:
// the library drops a response that gives the UID too late.
func (f *fetcher) empty(ctx context.Context, m Mail) error {
	all, why := f.session.envelopes(ctx, []uint32{m.UID}, false)
	if _, there := all[m.UID]; why == nil && !there {
		return nil
	}
	if why == nil {
		why = f.session.wire.trouble("fetch", ProtocolError, i18n.Err("server.no-message"))
	}
	return f.refuse(ctx, m, why)
}

func (f *fetcher) deliver(m Mail) error {
	m.Mark = f.mark
	m.Mark.UID, m.Mark.Broke = m.UID, 0
	if err := f.handle(m); err != nil {
		return i18n.Err("box.message", "n", m.UID, "why", err)
	}
	f.mark = m.Mark
	return nil
}
