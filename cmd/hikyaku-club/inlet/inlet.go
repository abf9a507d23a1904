// Package inlet receives the messages to a club: from a mail server by LMTP, from a mailbox, or from a pipe. It acknowledges a
// message only after it is stored, so that the sender keeps it until then.
package inlet

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-smtp"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/mailbox"
)

// Receive stores a message. Once it returns without an error, the message is never lost. game.Club.Receive implements it.
type Receive func(ctx context.Context, raw []byte) error

// Pipe receives one message from a reader.
func Pipe(ctx context.Context, r io.Reader, receive Receive) error {
	raw, err := io.ReadAll(io.LimitReader(r, mailbox.MaxMail+1))
	switch {
	case err != nil:
		return err
	case len(raw) > mailbox.MaxMail:
		return mailbox.ErrTooLarge
	case len(strings.TrimSpace(string(raw))) == 0:
		return words.Err("receive.empty")
	}
	return receive(ctx, raw)
}

// Limits of a listener. Mail servers keep a connection open for further messages.
const (
	maxConnections = 100
	maxRecipients  = 50
	idle           = 5 * time.Minute
	writing        = time.Minute // for storing one message
	lastAnswers    = 5 * time.Second
)

// Server receives messages by LMTP or SMTP.
type Server struct {
	receive Receive
	address string
	log     *slog.Logger

	server   *smtp.Server
	sessions atomic.Int64
	stopping atomic.Bool
}

// LMTP returns a server for use behind a mail server. It accepts messages to the address, with or without + and a suffix.
func LMTP(address string, receive Receive, log *slog.Logger) *Server {
	s := &Server{receive: receive, address: address, log: log}
	s.server = smtp.NewServer(smtp.BackendFunc(s.session))
	s.server.LMTP = true
	s.server.Domain = "localhost"
	s.server.MaxMessageBytes, s.server.MaxRecipients = mailbox.MaxMail, maxRecipients
	s.server.ReadTimeout, s.server.WriteTimeout = idle, idle
	s.server.EnableSMTPUTF8 = true
	s.server.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelWarn)
	return s
}

// SMTP is like LMTP for a club on a machine without a mail server: mail programs deliver to it directly.
func SMTP(address string, receive Receive, log *slog.Logger) *Server {
	s := LMTP(address, receive, log)
	s.server.LMTP = false
	return s
}

// Serve accepts connections of a listener until Stop is called, which may be before.
func (s *Server) Serve(l net.Listener) error {
	err := s.server.Serve(gate{l, s})
	if s.stopping.Load() {
		return nil
	}
	return err
}

// gate is a listener that accepts no connection of a server that is stopped. The server closes only listeners that it has seen before.
type gate struct {
	net.Listener
	of *Server
}

// Accept accepts a connection.
func (g gate) Accept() (net.Conn, error) {
	if g.of.stopping.Load() {
		return nil, errors.Join(net.ErrClosed, g.Close())
	}
	return g.Listener.Accept()
}

// Stop accepts no new messages, and returns after those in progress have been answered, or after some seconds.
func (s *Server) Stop() {
	s.stopping.Store(true)
	ctx, cancel := context.WithTimeout(context.Background(), lastAnswers)
	defer cancel()
	_ = s.server.Shutdown(ctx) // which closes the listener in any case
}

// trouble returns a temporary failure: the mail server keeps the message and tries again.
func trouble(code int, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: text}
}

func (s *Server) session(*smtp.Conn) (smtp.Session, error) {
	if s.sessions.Add(1) > maxConnections {
		s.sessions.Add(-1)
		return nil, trouble(421, "too many connections at once: try again later")
	}
	return &session{server: s}, nil
}

// session is one connection.
type session struct {
	server *Server
	over   bool
}

// Mail begins a message.
func (s *session) Mail(string, *smtp.MailOptions) error {
	if s.server.stopping.Load() {
		return trouble(421, "the club is being stopped: try again later")
	}
	return nil
}

// Rcpt accepts only the address of the club.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !s.server.own(to) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "this is not an address of the club"}
	}
	return nil
}

// own reports whether an address is that of the club, with or without + and a suffix.
func (s *Server) own(address string) bool {
	name, domain, _ := strings.Cut(strings.ToLower(address), "@")
	ownName, ownDomain, _ := strings.Cut(strings.ToLower(s.address), "@")
	name, _, _ = strings.Cut(name, "+")
	plain, _, _ := strings.Cut(ownName, "+")
	return name == plain && domain == ownDomain
}

// Data receives a message, once for all its recipients, which are all the club.
func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), writing)
	defer cancel()
	if err := s.server.receive(ctx, raw); err != nil {
		s.server.log.Error("a letter could not be written down", "why", err)
		return trouble(451, "the club cannot write the letter down now: try again later")
	}
	return nil
}

// LMTPData receives a message and answers for each recipient.
func (s *session) LMTPData(r io.Reader, _ smtp.StatusCollector) error { return s.Data(r) }

// Reset does nothing: all recipients are the club.
func (s *session) Reset() {}

// Logout ends a connection.
func (s *session) Logout() error {
	if !s.over {
		s.over = true
		s.server.sessions.Add(-1)
	}
	return nil
}
