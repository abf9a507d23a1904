package mailbox

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
)

// Security is the encryption of a connection.
type Security string

// The kinds of encryption. The zero value means TLS.
const (
	TLS      Security = "tls"      // from the first byte (ports 993 and 465)
	STARTTLS Security = "starttls" // by upgrading the connection, or failing (ports 143 and 587)
	None     Security = "none"     // none; for loopback addresses only
)

// Server is the address of a server and the login.
type Server struct {
	Host     string
	Port     int // 0: the default of the protocol and Security
	User     string
	Security Security
	CAFile   string // PEM file of certificate authorities to trust instead of the system's
	Password Credential
	// TokenCommand is run like Password.Command. It prints an OAuth 2 access token to use instead of a password.
	TokenCommand []string
	// Tokens supplies access tokens if there is no TokenCommand; nil: none.
	Tokens TokenSource
}

// Account is a mail account for fetching over IMAP and sending over SMTP.
type Account struct {
	IMAP, SMTP Server        // one may be left out where Join puts another way in its place
	Folder     string        // of the IMAP server; empty: INBOX
	Only       Filter        // which messages are fetched
	Address    string        // the address letters are sent from
	Timeout    time.Duration // for connecting and for each short answer; 0: one minute
	Trace      io.Writer     // gets a transcript of the connections without the logins; nil: none
}

// Filter selects the messages to fetch by their headers, so that the text of
// other people's mail is not downloaded: our own kind of messages, replies to
// one of them, mail from or to the name under which they are sent, and reports
// of mail servers. The zero Filter selects all messages; otherwise both fields
// must be set, in ASCII.
type Filter struct {
	Name      string // a word of the name under which our messages are sent
	Reference string // the beginning of the Message-IDs of our letters, with <
}

// filtered are the header fields that a Filter needs. A bounce comes from one
// of two senders or refers to the letter, whatever its Subject; so does a reply
// with a changed Subject.
var filtered = []string{"From", "To", "Message-Id", "In-Reply-To", "References"}

// picks reports whether a header matches the filter. It searches all of its
// fields, so that a damaged header hides no message.
func (f Filter) picks(head []byte) bool {
	if f == (Filter{}) {
		return true
	}
	for _, end := range []string{"\n\n", "\n\r\n"} {
		head, _, _ = bytes.Cut(head, []byte(end))
	}
	text := strings.ToLower(string(head) + "\n" + line(string(head)))
	return slices.ContainsFunc([]string{f.Name, f.Reference, "mailer-daemon", "postmaster"}, func(sign string) bool {
		return strings.Contains(text, strings.ToLower(sign))
	})
}

const (
	defaultTimeout = time.Minute
	// The server may take this long to answer the final dot (RFC 5321, 4.5.3.2.6). Giving up earlier would cause duplicates.
	dotTimeout = 10 * time.Minute
)

// account is the Box of an Account. It keeps no connection between calls.
type account struct {
	Account
	reach  func(context.Context, Server) (net.Conn, error)
	tracer *tracer // nil if Trace is nil
}

// NewAccount returns the box of an account. It does not connect or look up a password yet.
func NewAccount(a Account) (Box, error) {
	return newAccount(a)
}

func newAccount(a Account) (*account, error) {
	if !identity.IsAddress(a.Address) {
		return nil, &Trouble{Step: "settings", Kind: Settings, Err: noAddress(a.Address)}
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

// noAddress is the error that text is not a mail address.
func noAddress(text string) error { return i18n.Err("account.no-address", "text", printable(text)) }

// complete sets the defaults of s and returns an error if a field is invalid.
func (s *Server) complete(p protocol) error {
	if s.Security == "" {
		s.Security = TLS
	}
	port, known := p.ports[s.Security]
	switch {
	case !known:
		return i18n.Err("account.security", "text", printable(string(s.Security)))
	case s.Host == "" || strings.ContainsAny(s.Host, "\r\n\x00 /"):
		return i18n.Err("account.host", "text", printable(s.Host))
	case s.Port < 0 || s.Port > 65535:
		return i18n.Err("account.port", "n", s.Port)
	}
	if s.Port == 0 {
		s.Port = port
	}
	if s.Password.Env == "" {
		s.Password.Env = p.env
	}
	return nil
}

// secret looks up the token or the password.
func (s Server) secret(ctx context.Context) (Secret, error) {
	switch {
	case len(s.TokenCommand) > 0:
		return fromCommand(ctx, "password.token-command", s.TokenCommand)
	case s.Tokens != nil:
		return s.Tokens.Token(ctx, s.Host)
	}
	return s.Password.Secret(ctx)
}

// noSecret gives the error of a token command a kind of its own: passwords do not help.
func (s Server) noSecret(err error) error {
	var t *Trouble
	if len(s.TokenCommand) > 0 && errors.As(err, &t) && t.Kind == NoPassword {
		t.Kind = NoToken
	}
	return err
}
