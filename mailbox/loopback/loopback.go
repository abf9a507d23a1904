// Package loopback is a mail provider for this computer: an IMAP and an SMTP server within the process that keep everything in
// memory. A message to one of its users is in their INBOX immediately.
package loopback

import (
	"bytes"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"os"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// Servers is a running provider.
type Servers struct {
	security mailbox.Security
	password string
	users    map[string]*imapmemserver.User // by lower-case address
	dir      string                         // holds the CA certificate; empty without TLS
	imap     *imapserver.Server
	smtp     *smtp.Server
	ports    struct{ imap, smtp int }
	listen   []net.Listener
}

// Start runs a provider without encryption for users with these addresses.
func Start(users ...string) (*Servers, error) {
	return StartSecure(mailbox.None, users...)
}

// StartSecure runs a provider with this kind of encryption and its own certificate authority.
func StartSecure(security mailbox.Security, users ...string) (*Servers, error) {
	s := &Servers{security: security, password: rand.Text(), users: make(map[string]*imapmemserver.User)}
	memory := imapmemserver.New()
	for _, name := range users {
		user := imapmemserver.NewUser(name, s.password)
		if err := user.Create("INBOX", nil); err != nil {
			return nil, i18n.Err("loopback.start", "why", err)
		}
		memory.AddUser(user)
		s.users[strings.ToLower(name)] = user
	}
	if err := s.serve(memory); err != nil {
		_ = s.Close()
		return nil, i18n.Err("loopback.start", "why", err)
	}
	return s, nil
}

func (s *Servers) serve(memory *imapmemserver.Server) error {
	config, err := s.certify()
	if err != nil {
		return err
	}
	upgrade := config
	if s.security != mailbox.STARTTLS {
		upgrade = nil
	}
	s.imap = imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return memory.NewSession(), nil, nil
		},
		Caps:         imap.CapSet{imap.CapIMAP4rev1: {}},
		Logger:       log.New(io.Discard, "", 0),
		TLSConfig:    upgrade,
		InsecureAuth: s.security == mailbox.None,
	})
	s.smtp = smtp.NewServer(smtp.BackendFunc(s.newSession))
	s.smtp.Domain = "localhost"
	s.smtp.MaxMessageBytes = 64 << 20
	s.smtp.TLSConfig = upgrade
	s.smtp.AllowInsecureAuth = s.security == mailbox.None
	s.smtp.ErrorLog = log.New(io.Discard, "", 0)
	if s.ports.imap, err = s.serveOn(config, s.imap.Serve); err != nil {
		return err
	}
	s.ports.smtp, err = s.serveOn(config, s.smtp.Serve)
	return err
}

// serveOn serves on a free port of 127.0.0.1 and returns the port.
func (s *Servers) serveOn(config *tls.Config, serve func(net.Listener) error) (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	s.listen = append(s.listen, l)
	port := l.Addr().(*net.TCPAddr).Port
	if s.security == mailbox.TLS {
		l = tls.NewListener(l, config)
	}
	go func() { _ = serve(l) }() // ends when the server is closed
	return port, nil
}

// Deliver puts a message into the INBOX of a user with this time of arrival.
func (s *Servers) Deliver(user string, raw []byte, at time.Time) error {
	box := s.users[strings.ToLower(user)]
	if box == nil {
		return i18n.Err("loopback.no-user", "user", user)
	}
	_, err := box.Append("INBOX", bytes.NewReader(raw), &imap.AppendOptions{Time: at})
	return err
}

// Account returns an account at the provider for user, which need not exist.
func (s *Servers) Account(user string) mailbox.Account {
	server := mailbox.Server{
		Host:     "127.0.0.1",
		User:     user,
		Security: s.security,
		Password: mailbox.Credential{Text: mailbox.NewSecret(s.password)},
	}
	a := mailbox.Account{IMAP: server, SMTP: server, Address: user, Timeout: time.Minute}
	a.IMAP.Port, a.SMTP.Port = s.ports.imap, s.ports.smtp
	// A password in the environment belongs to another provider.
	a.IMAP.Password.Env, a.SMTP.Password.Env = "HIKYAKU_LOOPBACK_PASSWORD", "HIKYAKU_LOOPBACK_PASSWORD"
	if s.dir != "" {
		a.IMAP.CAFile, a.SMTP.CAFile = s.caFile(), s.caFile()
	}
	return a
}

// Close stops both servers and discards all mail.
func (s *Servers) Close() error {
	var errs []error
	for _, l := range s.listen {
		errs = append(errs, l.Close())
	}
	// Both report that their listener is closed already.
	if s.imap != nil {
		_ = s.imap.Close()
	}
	if s.smtp != nil {
		_ = s.smtp.Close()
	}
	if s.dir != "" {
		errs = append(errs, os.RemoveAll(s.dir))
	}
	return errors.Join(errs...)
}
