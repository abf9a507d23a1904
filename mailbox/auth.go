package mailbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-sasl"
	"github.com/wneessen/go-mail/smtp"
)

// mechanism picks the best of the ways to log in that a server offers: those in which the password itself is not said
// come first. It is nil if none will do.
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

// token reports whether the server is given an access token in place of a password.
func (s Server) token() bool { return len(s.TokenCommand) > 0 }

// noWay is what to say when mechanism finds nothing.
func (s Server) noWay() error {
	if s.token() {
		return &Trouble{Kind: TokenRefused, Err: errors.New("the server offers no login with a token")}
	}
	return &Trouble{Kind: LoginRefused, Err: errors.New("the server offers no login with a password")}
}

// refused is the kind of trouble when the server does not let us in.
func (s Server) refused() Kind {
	if s.token() {
		return TokenRefused
	}
	return LoginRefused
}

// staleToken reports whether a new token may help.
func staleToken(err error) bool {
	var t *Trouble
	return errors.As(err, &t) && t.Kind == TokenRefused && t.Words != ""
}

// bearer logs in with an OAuth 2 access token: OAUTHBEARER (RFC 7628), or XOAUTH2, its forerunner.
type bearer struct {
	Server
	name  string
	token Secret
	why   string // the status that the server gave before it refused
}

// Start gives the one message that there is.
func (b *bearer) Start() (name string, first []byte, err error) {
	auth := "auth=Bearer " + b.token.Reveal() + "\x01\x01"
	if b.name == "XOAUTH2" {
		return b.name, []byte("user=" + b.User + "\x01" + auth), nil
	}
	user := strings.NewReplacer("=", "=3D", ",", "=2C").Replace(b.User)
	return b.name, fmt.Appendf(nil, "n,a=%s,\x01host=%s\x01port=%d\x01%s", user, b.Host, b.Port, auth), nil
}

// Next answers to a challenge, which can only say what is wrong: the refusal proper comes after the answer.
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

// reason adds the status of the challenge to the words of the refusal.
func reason(err error, way sasl.Client) error {
	var t *Trouble
	if b, ok := way.(*bearer); ok && b.why != "" && errors.As(err, &t) {
		t.Words = words(unspoken(b.why, b.token) + ": " + t.Words)
	}
	return err
}

// scram logs in without saying the password (RFC 5802, RFC 7677).
type scram struct{ smtp.Auth }

// maxIterations bounds the work that a server may ask of us: about a second of it.
const maxIterations = 1_000_000

var iterationCount = lazy(`,i=([0-9]+)`)

// Start gives the first message at once: both protocols can carry it.
func (s *scram) Start() (name string, first []byte, err error) {
	if name, _, err = s.Auth.Start(nil); err != nil {
		return "", nil, err
	}
	first, err = s.Auth.Next(nil, true)
	return name, first, err
}

// Next answers to a challenge.
func (s *scram) Next(challenge []byte) ([]byte, error) {
	if found := iterationCount().FindSubmatch(challenge); found != nil {
		n, err := strconv.Atoi(string(found[1]))
		if err != nil || n > maxIterations {
			return nil, fmt.Errorf("the server asks for %s rounds of work", found[1])
		}
	}
	return s.Auth.Next(challenge, true)
}

// spoken makes a way to log in fit the SMTP library.
type spoken struct{ sasl.Client }

// Start gives the name and the first message.
func (s spoken) Start(*smtp.ServerInfo) (name string, first []byte, err error) {
	return s.Client.Start()
}

// Next answers to a challenge.
func (s spoken) Next(challenge []byte, more bool) ([]byte, error) {
	if !more {
		return nil, nil
	}
	return s.Client.Next(challenge)
}
