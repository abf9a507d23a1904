package config

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/configfile"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/mailbox"
)

// Plan is a configuration that is being changed, until Save writes it.
type Plan struct {
	Config
	Password string // to write to a file; "" if none was typed
	Create   bool   // whether to create the shared folder

	files *Files
	was   *Config // the configuration in the files, without defaults
}

// Plan returns a plan without changes, except that a new configuration sets the
// language of mails to lang.
func (f *Files) Plan(lang string) *Plan {
	p := &Plan{Config: *f.both, files: f, was: f.both}
	if f.new() {
		p.Language = lang
	}
	return p
}

// validFolder rejects an answer to another question than that for a folder.
func validFolder(text string) error {
	if slices.Contains([]string{"y", "yes", "n", "no", "はい", "いいえ"}, strings.ToLower(text)) {
		return i18n.Err("setup.folder-bad", "answer", text)
	}
	return nil
}

// MailIsFixed reports whether the files configure a transport already.
func (p *Plan) MailIsFixed() bool { return p.was.HasMail() }

// Servers returns the mail servers, in the order of ServerNames.
func (p *Plan) Servers() []*Server { return []*Server{&p.IMAP, &p.SMTP} }

// ServerNames are the sections of the mail servers: the one that mail comes from,
// and the one that sends it.
var ServerNames = []string{"imap", "smtp"}

// At sets the servers of a provider.
func (p *Plan) At(provider *Provider) {
	p.IMAP, p.SMTP = serverFor(provider.IMAP, p.Address), serverFor(provider.SMTP, p.Address)
}

// Login sets the given parts of the login at both servers.
func (p *Plan) Login(user, passwordFile string, passwordCommand, tokenCommand []string) {
	for _, s := range p.Servers() {
		if s.Host == "" {
			continue
		}
		s.User, s.PasswordFile = cmp.Or(user, s.User), cmp.Or(passwordFile, s.PasswordFile)
		if len(passwordCommand) > 0 {
			s.PasswordCommand = passwordCommand
		}
		if len(tokenCommand) > 0 {
			s.TokenCommand = tokenCommand
		}
	}
}

// SetPassword plans to write a password to the file that the servers name, or to
// one beside the configuration, and returns the file.
func (p *Plan) SetPassword(password string) (file string) {
	file = cmp.Or(p.IMAP.PasswordFile, filepath.Join(filepath.Dir(p.files.Path), "password"))
	p.Password, p.IMAP.PasswordFile, p.SMTP.PasswordFile = password, file, file
	return file
}

// TypedServer parses HOST or HOST:PORT. The standard ports of STARTTLS select
// it.
func TypedServer(text string) (s Server, err error) {
	host, port, found := strings.Cut(text, ":")
	if found {
		if s.Port, err = strconv.Atoi(port); err != nil || s.Port < 1 || s.Port > 65535 || host == "" {
			return s, i18n.Err("setup.server", "text", text)
		}
	}
	s.Host = host
	if s.Port == 143 || s.Port == 587 {
		s.Security = string(mailbox.STARTTLS)
	}
	return s, nil
}

// Complete fills in what follows from other fields, and returns the future
// contents of settings.yaml.
func (p *Plan) Complete() (text string, err error) {
	for _, s := range p.Servers() {
		if s.Host != "" && !p.MailIsFixed() {
			s.User = cmp.Or(s.User, p.Address)
		}
	}
	if err := p.resolve(); err != nil {
		return "", err
	}
	p.Address = identity.ToASCII(p.Address)
	if _, err := p.load(); err != nil {
		return "", i18n.Err("config.wrong", "file", p.files.Settings, "why", err)
	}
	data, _, err := p.files.with(p.was, &p.Config)
	return string(data), err
}

// resolve makes changed paths absolute, so that they do not depend on the
// current folder.
func (p *Plan) resolve() error {
	for _, field := range fields() {
		place := field.in(&p.Config)
		if !field.Path || same(field, p.was, &p.Config) || place.String() == "" || strings.HasPrefix(place.String(), "~") {
			continue
		}
		path, err := filepath.Abs(place.String())
		if err != nil {
			return err
		}
		place.SetString(path)
	}
	return nil
}

// Save writes the plan to settings.yaml, and a typed password to its file.
func (p *Plan) Save() error {
	data, _, err := p.files.with(p.was, &p.Config)
	if err != nil {
		return err
	}
	return p.files.save(data, func() error {
		if p.Password == "" {
			return nil
		}
		file := configfile.ExpandHome(p.IMAP.PasswordFile)
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) { // other users may have access to the old file
			return err
		}
		return atomicfile.Create(atomicfile.OS{}, file, []byte(p.Password+"\n"), 0o600)
	})
}
