package mailbox

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"hikyaku/internal/i18n"
)

// protocol describes how IMAP and SMTP differ before the connection is encrypted.
type protocol struct {
	name     string
	env      string
	ports    map[Security]int
	greeting string // a stand-in for the server's first line
	upgrade  func(d *dialogue) error
}

var (
	imapProtocol = protocol{"imap", EnvIMAP, map[Security]int{TLS: 993, STARTTLS: 143, None: 143}, "* OK ready\r\n", upgradeIMAP}
	smtpProtocol = protocol{"smtp", EnvSMTP, map[Security]int{TLS: 465, STARTTLS: 587, None: 25}, "220 ready\r\n", upgradeSMTP}
)

const keepAlive = time.Minute // between probes of a silent connection

const smallAnswer = 1 << 20 // the maximum size of any response except to a fetch of messages

// wire is a connection to a server. Every exchange on it has a time limit and a limit of bytes, and ends with the context.
type wire struct {
	net.Conn // encrypted, unless Security is None
	meter    *meter
	protocol string
	host     string
	timeout  time.Duration
	note     progress
	tracer   *tracer
	opening  *opening
}

// progress is called after each successful step.
type progress func(step string, detail i18n.Text)

// dial connects to the server and encrypts the connection according to s.Security.
func (a *account) dial(ctx context.Context, s Server, p protocol, note progress) (*wire, error) {
	w := &wire{protocol: p.name, host: s.Host, timeout: a.Timeout, note: note, tracer: a.tracer}
	if err := w.connect(ctx, s, a.reach); err != nil {
		return nil, err
	}
	if s.Security != None {
		if err := w.encrypt(ctx, s, p); err != nil {
			w.close()
			return nil, err
		}
	}
	w.opening = &opening{Conn: w.Conn}
	w.Conn = w.tracer.trace(w.opening, p.name)
	return w, nil
}

// opening is a connection that keeps the first bytes of the server's greeting.
type opening struct {
	net.Conn
	mutex sync.Mutex // the IMAP library reads in a goroutine
	first []byte
}

func (o *opening) Read(b []byte) (int, error) {
	n, err := o.Conn.Read(b)
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.first = append(o.first, b[:min(n, 4-len(o.first))]...)
	return n, err
}

// explained returns the error of a greeting, with the cause if a server of the
// other protocol has sent it.
func (w *wire) explained(err error) error {
	w.opening.mutex.Lock()
	defer w.opening.mutex.Unlock()
	return w.otherwise(err, string(w.opening.first))
}

// otherwise returns an error of the step in which the server sent the greeting,
// with the cause if it speaks the other protocol.
func (w *wire) otherwise(err error, greeting string) error {
	t, ok := errors.AsType[*Trouble](err)
	switch {
	case !ok:
	case w.protocol == imapProtocol.name && strings.HasPrefix(greeting, "220"):
		t.Response, t.Err = "", errIsSMTP
	case w.protocol == smtpProtocol.name && strings.HasPrefix(greeting, "* OK"):
		t.Response, t.Err = "", errIsIMAP
	}
	return err
}

// Errors of a port that belongs to the other protocol.
var (
	errIsSMTP = i18n.Err("server.is-smtp")
	errIsIMAP = i18n.Err("server.is-imap")
)

// reach opens a TCP connection with keep-alive probes. Without them, a connection that waits for mail would not notice that
// the server is gone.
func reach(ctx context.Context, s Server) (net.Conn, error) {
	dialer := net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: keepAlive, Interval: keepAlive}}
	if s.Security == None {
		dialer.Control = loopbackOnly
	}
	return dialer.DialContext(ctx, "tcp", net.JoinHostPort(s.Host, strconv.Itoa(s.Port)))
}

func (w *wire) connect(ctx context.Context, s Server, reach func(context.Context, Server) (net.Conn, error)) error {
	limited, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	conn, err := reach(limited, s)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return w.trouble("connect", TimedOut, err)
	case errors.Is(err, errNotLoopback):
		return w.trouble("connect", Insecure, err)
	default:
		return w.trouble("connect", Unreachable, err)
	}
	w.meter = &meter{Conn: conn}
	w.meter.left.Store(smallAnswer) // the IMAP library reads before the first exchange
	w.Conn = w.meter
	w.note(w.protocol+" connect", i18n.Same(conn.RemoteAddr().String()))
	return nil
}

var errNotLoopback = i18n.Err("server.not-here")

// loopbackOnly checks the resolved address before the first byte is sent.
func loopbackOnly(_, address string, _ syscall.RawConn) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return errNotLoopback
	}
	return nil
}

func (w *wire) encrypt(ctx context.Context, s Server, p protocol) error {
	config := &tls.Config{ServerName: s.Host, MinVersion: tls.VersionTLS12}
	if s.CAFile != "" {
		pem, err := os.ReadFile(s.CAFile)
		if err != nil {
			return w.trouble("tls", Settings, i18n.Err("account.ca-file", "why", err))
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return w.trouble("tls", Settings, i18n.Err("account.no-certificate", "file", s.CAFile))
		}
	}
	secure := tls.Client(w.meter, config)
	err := w.within(ctx, "tls", w.timeout, smallAnswer, func() error {
		if s.Security == STARTTLS {
			rw := w.tracer.trace(w.meter, p.name)
			if err := p.upgrade(&dialogue{bufio.NewReaderSize(rw, maxAnswerLine), rw}); err != nil {
				return err
			}
		}
		return secure.HandshakeContext(ctx)
	})
	if err != nil {
		greeting := ""
		if t, ok := errors.AsType[*Trouble](err); ok {
			if greeting = t.Response; t.Kind == ProtocolError { // before it is encrypted, an attacker may be behind it
				t.Kind = Insecure
			}
		}
		if plain, ok := errors.AsType[tls.RecordHeaderError](err); ok {
			greeting = string(plain.RecordHeader[:])
		}
		return w.otherwise(err, greeting)
	}
	w.Conn = secure
	if s.Security == STARTTLS {
		// The libraries expect a greeting, which the server has sent already.
		w.Conn = &greeted{secure, io.MultiReader(strings.NewReader(p.greeting), secure)}
	}
	w.note(w.protocol+" tls", i18n.Same(tls.VersionName(secure.ConnectionState().Version)))
	return nil
}

// greeted is a connection from which a greeting is read first.
type greeted struct {
	net.Conn
	r io.Reader
}

func (g *greeted) Read(b []byte) (int, error) { return g.r.Read(b) }

func (w *wire) close() { _ = w.meter.Close() }

func (w *wire) trouble(step string, kind Kind, err error) *Trouble {
	return &Trouble{Step: w.protocol + " " + step, Server: w.host, Kind: kind, Err: err}
}
