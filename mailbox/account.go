package mailbox

import (
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// Security is how a connection is encrypted.
type Security string

// The ways to encrypt. The zero value is TLS.
const (
	TLS      Security = "tls"      // from the first byte (ports 993 and 465)
	STARTTLS Security = "starttls" // the connection is upgraded, or given up (ports 143 and 587)
	None     Security = "none"     // not at all: loopback addresses only
)

// Server is where and how to log in.
type Server struct {
	Host     string
	Port     int // 0: the usual one of protocol and security
	User     string
	Security Security
	CAFile   string // PEM file of the authorities to trust in place of the system's
	Password Credential
	// TokenCommand is run like Password.Command; what it prints is an OAuth 2 access token, used in place of a password.
	TokenCommand []string
}

// Account is a mail account: where messages are fetched, and where they are handed in.
type Account struct {
	IMAP, SMTP Server        // one may be left out where Join puts another way in its place
	Folder     string        // of the IMAP server; empty: INBOX
	Only       Filter        // which messages are fetched
	Address    string        // the address letters are sent from
	Timeout    time.Duration // for connecting and for each short answer; 0: one minute
	Trace      io.Writer     // gets what is said on the connections, without what is said at login; nil: nothing is kept
}

// Filter picks the messages that are ours, by what the server looks for, so that other people's mail is not even fetched:
// those with the word in the Subject, those that refer to one of our letters, and what mail servers report. The zero Filter
// picks all; of another, both fields are set, in ASCII.
type Filter struct {
	Subject   string // a word
	Reference string // how the Message-IDs of our letters begin, with <
}

const (
	defaultTimeout = time.Minute
	// The server may take this long to answer to the final dot (RFC 5321, 4.5.3.2.6): giving up earlier makes duplicates.
	dotTimeout = 10 * time.Minute
)

// account is the Box of an Account. It keeps no connection between calls.
type account struct {
	Account
	reach  func(context.Context, Server) (net.Conn, error)
	tracer *tracer // nil without Trace
}

// NewAccount makes the box of an account. Nothing is connected and no password looked up before it is used.
func NewAccount(a Account) (Box, error) {
	return newAccount(a)
}

func newAccount(a Account) (*account, error) {
	if !isAddress(a.Address) {
		return nil, &Trouble{Step: "settings", Kind: Settings, Err: fmt.Errorf("%q is not a mail address", a.Address)}
	}
	if a.Folder == "" {
		a.Folder = "INBOX"
	}
	if a.Timeout <= 0 {
		a.Timeout = defaultTimeout
	}
	for _, p := range []struct {
		server *Server
		protocol
	}{{&a.IMAP, imapProtocol}, {&a.SMTP, smtpProtocol}} {
		if p.server.Host == "" && a.IMAP.Host != a.SMTP.Host {
			continue // left out
		}
		if err := p.server.complete(p.protocol); err != nil {
			return nil, &Trouble{Step: p.name + " settings", Kind: Settings, Err: err}
		}
	}
	box := &account{Account: a, reach: reach}
	if a.Trace != nil {
		box.tracer = &tracer{w: a.Trace}
	}
	return box, nil
}

// complete fills in what was left out and refuses what cannot be.
func (s *Server) complete(p protocol) error {
	if s.Security == "" {
		s.Security = TLS
	}
	port, known := p.ports[s.Security]
	switch {
	case !known:
		return fmt.Errorf("security %q is none of tls, starttls, none", s.Security)
	case s.Host == "" || strings.ContainsAny(s.Host, "\r\n\x00 /"):
		return fmt.Errorf("%q is not a host", s.Host)
	case s.Port < 0 || s.Port > 65535:
		return fmt.Errorf("%d is not a port", s.Port)
	}
	if s.Port == 0 {
		s.Port = port
	}
	if s.Password.Env == "" {
		s.Password.Env = p.env
	}
	return nil
}

// secret looks up what lets us in: a token or a password.
func (s Server) secret(ctx context.Context) (Secret, error) {
	if s.token() {
		return fromCommand(ctx, "token command", s.TokenCommand)
	}
	return s.Password.Secret(ctx)
}

func (s Server) address() string {
	return net.JoinHostPort(s.Host, strconv.Itoa(s.Port))
}
