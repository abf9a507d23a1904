package mailbox

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// tracer writes a transcript of the connections of an account.
type tracer struct {
	mutex sync.Mutex
	w     io.Writer
}

// traced is a connection whose lines are written to the transcript, except while it is hushed.
type traced struct {
	net.Conn
	tracer   *tracer
	protocol string
	hushed   bool
	secret   Secret // removed wherever it occurs
	in, out  pending
}

// pending is the beginning of an incomplete line.
type pending struct {
	text   []byte
	hushed bool
}

const maxTraced = 500 // the bytes of a line that are written

// trace wraps a connection if there is a transcript.
func (t *tracer) trace(conn net.Conn, protocol string) net.Conn {
	if t == nil {
		return conn
	}
	return &traced{Conn: conn, tracer: t, protocol: protocol}
}

// hush keeps the connection out of the transcript until end is called.
func hush(conn net.Conn, secret Secret) (end func()) {
	t, ok := conn.(*traced)
	if !ok {
		return func() {}
	}
	t.set(true, secret)
	return func() { t.set(false, secret) }
}

func (t *traced) set(hushed bool, secret Secret) {
	t.tracer.mutex.Lock()
	defer t.tracer.mutex.Unlock()
	t.hushed, t.secret = hushed, secret
}

func (t *traced) Read(b []byte) (int, error) {
	n, err := t.Conn.Read(b)
	t.keep("<", &t.in, b[:n])
	return n, err
}

func (t *traced) Write(b []byte) (int, error) {
	t.keep(">", &t.out, b)
	return t.Conn.Write(b)
}

// keep writes the complete lines.
func (t *traced) keep(arrow string, p *pending, text []byte) {
	t.tracer.mutex.Lock()
	defer t.tracer.mutex.Unlock()
	for part := range bytes.SplitAfterSeq(text, []byte("\n")) {
		p.hushed = p.hushed || t.hushed && len(part) > 0
		p.text = append(p.text, part[:min(len(part), max(0, maxTraced-len(p.text)))]...)
		if !bytes.HasSuffix(part, []byte("\n")) {
			continue
		}
		line := hidden
		if !p.hushed {
			line = redact(string(p.text), t.secret)
		}
		fmt.Fprintf(t.tracer.w, "%s %s %s %s\n", time.Now().Format("15:04:05.000"), t.protocol, arrow, line)
		p.text, p.hushed = p.text[:0], false
	}
}
