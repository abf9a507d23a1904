package loopback

import (
	"bytes"
	"crypto/subtle"
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// session is an SMTP session.
type session struct {
	servers *Servers
	user    string
	to      []*imapmemserver.User
}

func (s *Servers) newSession(*smtp.Conn) (smtp.Session, error) {
	return &session{servers: s}, nil
}

// AuthMechanisms returns the login mechanisms.
func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

// Auth checks user and password.
func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		right := subtle.ConstantTimeCompare([]byte(password), []byte(s.servers.password)) == 1
		if s.servers.users[strings.ToLower(user)] == nil || !right {
			return smtp.ErrAuthFailed
		}
		s.user = user
		return nil
	}), nil
}

// Mail accepts letters from the address of the user who is logged in only.
func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	switch {
	case s.user == "":
		return smtp.ErrAuthRequired
	case !strings.EqualFold(from, s.user):
		return &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "not your address"}
	}
	return nil
}

// Rcpt accepts users of the provider only.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	user := s.servers.users[strings.ToLower(to)]
	if user == nil {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user here"}
	}
	s.to = append(s.to, user)
	return nil
}

// Data puts the letter into the INBOX of each recipient.
func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	var errs []error
	for _, user := range s.to {
		_, err := user.Append("INBOX", bytes.NewReader(raw), &imap.AppendOptions{})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Reset forgets the recipients.
func (s *session) Reset() { s.to = nil }

// Logout does nothing.
func (s *session) Logout() error { return nil }
