package mailbox

import (
	"context"
	"io"
	"net"
	"time"
)

// SetReach replaces network connections.
func SetReach(b Box, reach func(context.Context, Server) (net.Conn, error)) {
	b.(*account).reach = reach
}

// ReadUntil returns Read, of a reader and with an end.
func ReadUntil(r io.Reader, until time.Time) (*Letter, error) {
	return readFrom(&hurried{r: r, until: until})
}

// Shallow returns a connection as the IMAP library sees it.
func Shallow(c net.Conn) net.Conn { return &shallow{Conn: c} }

// Literals returns the bytes that pass the guard, with every byte of a literal made an x, and why no more pass.
func Literals(said []byte) ([]byte, error) {
	var g guard
	for i := range said {
		literal := g.left > 0
		if _, err := g.pass(said[i : i+1]); err != nil {
			return said[:i], err
		}
		if literal {
			said[i] = 'x'
		}
	}
	return said, nil
}

// Idle makes the connections that wait as old as if they had waited this much longer.
func (r *Relay) Idle(longer time.Duration) {
	for i := range r.free {
		r.free[i].since = r.free[i].since.Add(-longer)
	}
}

// Unflow joins the lines of a flowed text.
var Unflow = unflow
