package mailbox

import (
	"context"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"syscall"
	"time"
)

// within runs one exchange with the server, in which it may send so many bytes. When the limit is over or the context
// ends, the connection is closed, and that ends the exchange. The error is the context's or a *Trouble.
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
	// What the library says of a closed connection says nothing of why it was closed.
	var t *Trouble
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return w.trouble(step, TimedOut, nil)
	case w.meter.left.Load() <= 0 || errors.Is(err, errTooMuch):
		return w.trouble(step, Nonsense, errTooMuch)
	case errors.As(err, &t):
		t.Step = w.protocol + " " + step
		return t
	case w.meter.ended.Load() || lost(err):
		return w.trouble(step, Unreachable, err)
	}
	return w.trouble(step, Nonsense, err)
}

// exchange is within, for short questions and answers.
func (w *wire) exchange(ctx context.Context, step string, f func() error) error {
	return w.within(ctx, step, w.timeout, smallAnswer, f)
}

const slowest = 16 << 10 // bytes in a second, below which a transfer is given up

// transfer is how long so many bytes may take.
func (w *wire) transfer(size int64) time.Duration {
	return w.timeout + time.Duration(size/slowest)*time.Second
}

func (w *wire) noPassword(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return w.trouble("login", NoPassword, err)
}

// lost reports whether the connection ended, rather than that something wrong was said on it. The IMAP library turns such
// errors into mere text, so the meter is asked as well. It closes the connection itself over what it cannot read, so
// net.ErrClosed is none of them.
func lost(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

var errTooMuch = errors.New("the server sends more than was asked for")

// meter counts what comes in against an allowance. Deadlines set by the libraries are ignored: within has its own.
type meter struct {
	net.Conn
	left  atomic.Int64
	ended atomic.Bool // reading came to the end of the connection
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
