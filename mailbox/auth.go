package mailbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-sasl"
	"github.com/wneessen/go-mail/smtp"

	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
)

// mechanism returns the best login mechanism that the server offers, or nil. Mechanisms that do not transmit the password
// come first.
func (s Server) mechanism(offered []string, secret Secret) sasl.Client {
	has := func(name string) bool { return slices.Contains(offered, name) }
	switch {
	case s.token() && has("OAUTHBEARER"):
		return &bearer{Server: s, name: "OAUTHBEARER", token: secret}
	case s.token() && has("XOAUTH2"):
		return &bearer{Server: s, name: "XOAUTH2", token: secret}
	case s.token():
		return nil
	case has("SCRAM-SHA-256"):
		return &scram{smtp.ScramSHA256Auth(s.User, secret.Reveal())}
	case has("SCRAM-SHA-1"):
		return &scram{smtp.ScramSHA1Auth(s.User, secret.Reveal())}
	case has("PLAIN"):
		return sasl.NewPlainClient("", s.User, secret.Reveal())
	}
	return nil
}

// token reports whether the login uses an access token instead of a password.
func (s Server) token() bool { return len(s.TokenCommand) > 0 || s.Tokens != nil }

// errNoMechanism returns the error that mechanism found none.
func (s Server) errNoMechanism() error {
	if s.token() {
		return &Trouble{Kind: TokenRefused, Err: i18n.Err("server.no-token-login")}
	}
	return &Trouble{Kind: LoginRefused, Err: i18n.Err("server.no-password-login")}
}

// refusedKind returns the kind of a refused login.
func (s Server) refusedKind() Kind {
	if s.token() {
		return TokenRefused
	}
	return LoginRefused
}

// renewing opens a connection to s, once more if a new token may help.
func renewing[C any](s Server, open func() (C, error)) (C, error) {
	c, err := open()
	if s.staleToken(err) {
		return open()
	}
	return c, err
}

// staleToken reports whether a new token may help after an error of a login. Dovecot calls a revoked token a temporary failure.
func (s Server) staleToken(err error) bool {
	var t *Trouble
	return s.token() && errors.As(err, &t) && (t.Kind == TokenRefused || t.Kind == Busy) && t.Response != ""
}

// bearer authenticates with an OAuth 2 access token: OAUTHBEARER (RFC 7628) or its predecessor XOAUTH2.
type bearer struct {
	Server
	name  string
	token Secret
	why   string // the status in the server's challenge
}

// Start returns the only message.
func (b *bearer) Start() (name string, first []byte, err error) {
	auth := "auth=Bearer " + b.token.Reveal() + "\x01\x01"
	if b.name == "XOAUTH2" {
		return b.name, []byte("user=" + b.User + "\x01" + auth), nil
	}
	user := strings.NewReplacer("=", "=3D", ",", "=2C").Replace(b.User)
	return b.name, fmt.Appendf(nil, "n,a=%s,\x01host=%s\x01port=%d\x01%s", user, b.Host, b.Port, auth), nil
}

// Next answers a challenge, which can only contain an error: the refusal itself follows the answer.
func (b *bearer) Next(challenge []byte) ([]byte, error) {
	var reason struct{ Status string }
	if json.Unmarshal(challenge, &reason) == nil {
		b.why = reason.Status
	}
	if b.name == "XOAUTH2" {
		return []byte{}, nil
	}
	return []byte{1}, nil
}

// reason adds the status of the challenge to the refusal, and reports a refused token to its source.
func reason(err error, way sasl.Client) error {
	var t *Trouble
	b, ok := way.(*bearer)
	if !ok || !errors.As(err, &t) {
		return err
	}
	if b.Tokens != nil && b.staleToken(t) {
		b.Tokens.Refused(b.token)
	}
	if b.why != "" {
		t.Response = printable(redact(b.why, b.token) + ": " + t.Response)
	}
	return err
}

// scram authenticates without transmitting the password (RFC 5802, RFC 7677).
type scram struct{ smtp.Auth }

// maxIterations bounds the work that a server can demand, to about a second.
const maxIterations = 1_000_000

var iterationCount = lazyregexp.New(`,i=([0-9]+)`)

// Start returns the first message with the command, which both protocols allow.
func (s *scram) Start() (name string, first []byte, err error) {
	if name, _, err = s.Auth.Start(nil); err != nil {
		return "", nil, err
	}
	first, err = s.Auth.Next(nil, true)
	return name, first, err
}

// Next answers a challenge.
func (s *scram) Next(challenge []byte) ([]byte, error) {
	if found := iterationCount().FindSubmatch(challenge); found != nil {
		n, err := strconv.Atoi(string(found[1]))
		if err != nil || n > maxIterations {
			return nil, i18n.Err("server.rounds", "n", string(found[1]))
		}
	}
	return s.Auth.Next(challenge, true)
}

// smtpAuth adapts a mechanism to the SMTP library.
type smtpAuth struct{ sasl.Client }

// Start returns the name and the first message.
func (s smtpAuth) Start(*smtp.ServerInfo) (name string, first []byte, err error) {
	return s.Client.Start()
}

// Next answers a challenge.
func (s smtpAuth) Next(challenge []byte, more bool) ([]byte, error) {
	if !more {
		return nil, nil
	}
	return s.Client.Next(challenge)
}

// TokenSource supplies OAuth 2 access tokens.
type TokenSource interface {
	// Token returns a token for the server at host, renewed if it is about to
	// expire. If a person can do something about an error, it is a *TokenError.
	Token(ctx context.Context, host string) (Secret, error)
	// Refused reports that a server has refused a token. Token does not return it
	// again if it can get another one.
	Refused(token Secret)
}

// TokenError is the error of a TokenSource.
type TokenError struct {
	Kind Kind
	Err  error
}

// Error returns the English sentence.
func (e *TokenError) Error() string { return e.Sentence().En }

// Sentence returns that of Err.
func (e *TokenError) Sentence() i18n.Text { return i18n.Of(e.Err) }

func (e *TokenError) Unwrap() error { return e.Err }

// Hint returns a sentence on what to do about it.
func (e *TokenError) Hint() i18n.Text { return (&Trouble{Kind: e.Kind, Err: e}).Hint() }
