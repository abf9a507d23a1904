package mailbox

import (
	"context"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"syscall"
	"time"

	"hikyaku/internal/i18n"
)

// within runs one exchange in which the server may send at most bytes bytes. When the limit expires or ctx ends, it closes the
// connection, which ends the exchange. It returns ctx.Err() or a *Trouble.
func (w *wire) within(ctx context.Context, step string, limit time.Duration, bytes int64, exchange func() error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	w.meter.left.Store(bytes)
	stop := context.AfterFunc(limited, w.close)
	err := exchange()
	stop()
	if err == nil {
		return nil
	}
	// The library's error for a closed connection does not say why it was closed.
	var t *Trouble
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return w.trouble(step, TimedOut, nil)
	case w.meter.left.Load() <= 0 || errors.Is(err, errTooMuch):
		return w.trouble(step, ProtocolError, errTooMuch)
	case errors.As(err, &t):
		t.Step = w.protocol + " " + step
		return t
	case w.meter.ended.Load(), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		// The IMAP library hides that the connection has ended in text, which is why the meter is asked. net.ErrClosed is not among
		// these: the library itself closes a connection whose input it cannot parse.
		return w.trouble(step, Unreachable, i18n.Err("server.lost", "error", err))
	}
	return w.trouble(step, ProtocolError, err)
}

// exchange is like within, for short commands and responses.
func (w *wire) exchange(ctx context.Context, step string, f func() error) error {
	return w.within(ctx, step, w.timeout, smallAnswer, f)
}

const minRate = 16 << 10 // in bytes per second; a slower transfer times out

// transfer returns the time limit for transferring this many bytes.
func (w *wire) transfer(size int64) time.Duration {
	return w.timeout + time.Duration(size/minRate)*time.Second
}

func (w *wire) noPassword(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	kind, failed := NoPassword, (*TokenError)(nil)
	if errors.As(err, &failed) {
		kind = failed.Kind
	}
	return w.trouble("login", kind, err)
}

var errTooMuch = i18n.Err("server.too-much")

// meter counts input against a limit. It ignores deadlines set by the libraries, because within has its own.
type meter struct {
	net.Conn
	left  atomic.Int64
	ended atomic.Bool // the connection has ended
}

func (m *meter) Read(b []byte) (int, error) {
	left := m.left.Load()
	if left <= 0 {
		return 0, errTooMuch
	}
	n, err := m.Conn.Read(b[:min(int64(len(b)), left)])
	m.left.Add(-int64(n))
	m.ended.Store(err != nil)
	return n, err
}

func (m *meter) SetDeadline(time.Time) error      { return nil }
func (m *meter) SetReadDeadline(time.Time) error  { return nil }
func (m *meter) SetWriteDeadline(time.Time) error { return nil }
