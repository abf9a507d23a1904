package config

import (
	"bytes"
	_ "embed"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// Provider is a mail provider in providers.yaml.
type Provider struct {
	ID      string          `yaml:"id"`
	Name    string          `yaml:"name"`
	Domains []string        `yaml:"domains"`
	IMAP    Server          `yaml:"imap"`
	SMTP    Server          `yaml:"smtp"`
	Login   string          `yaml:"login"`
	IMAPOff bool            `yaml:"imap_off"`
	SignIn  *providerSignIn `yaml:"sign_in"` // nil: not possible
	En      string          `yaml:"en"`
	Ja      string          `yaml:"ja"`
}

// The kinds of login in providers.yaml.
const (
	loginPassword    = "password"
	loginAppPassword = "app-password"
	LoginToken       = "token"
)

//go:embed providers.yaml
var providerData []byte

// Providers returns the known mail providers.
var Providers = sync.OnceValue(func() (list []Provider) {
	decoder := yaml.NewDecoder(bytes.NewReader(providerData))
	decoder.KnownFields(true)
	if err := decoder.Decode(&list); err != nil {
		panic(err) // the file is part of the program
	}
	return list
})

// Advice describes what to do at the provider before a program can log in.
func (p *Provider) Advice() i18n.Text { return i18n.Text{En: p.En, Ja: p.Ja} }

// ProviderNamed returns the provider with this id or name, or nil.
func ProviderNamed(id string) *Provider {
	return providerWhere(func(p Provider) bool { return strings.EqualFold(p.ID, id) || strings.EqualFold(p.Name, id) })
}

// ProviderOf returns the provider of an address, or nil.
func ProviderOf(address string) *Provider {
	domain := strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
	return providerWhere(func(p Provider) bool { return slices.Contains(p.Domains, domain) })
}

// ProviderAt returns the provider that runs a server, or nil.
func ProviderAt(s Server) *Provider {
	return providerWhere(func(p Provider) bool { return sameServer(s, p.IMAP) || sameServer(s, p.SMTP) })
}

func providerWhere(wanted func(Provider) bool) *Provider {
	list := Providers()
	if i := slices.IndexFunc(list, wanted); i >= 0 {
		return &list[i]
	}
	return nil
}

// sameServer reports whether s has the host and port of known.
func sameServer(s, known Server) bool {
	return strings.EqualFold(s.Host, known.Host) && (s.Port == known.Port || s.Port == 0)
}

// serverFor returns the server of a provider for an address.
func serverFor(s Server, address string) Server {
	name, _, _ := strings.Cut(address, "@")
	s.User = strings.NewReplacer("{address}", address, "{name}", name).Replace(s.User)
	return s
}

// Advise replaces the hint of the first failed login by the advice for its
// provider. If the provider's server is a program on this computer, it does so
// for any failure.
func (c *Config) Advise(steps []mailbox.Step) {
	advised := false
	for i, s := range steps {
		server := c.SMTP
		if strings.HasPrefix(s.Name, "imap") {
			server = c.IMAP
		}
		var trouble *mailbox.Trouble
		p := ProviderAt(server)
		switch {
		case advised || p == nil || !errors.As(s.Err, &trouble):
		case c.signsInAt(server):
			if trouble.Login() && p.IMAPOff {
				advised, steps[i].Hint = true, i18n.T("doctor.provider-sign-in", "advice", p.Advice())
			}
		case trouble.Login():
			advised, steps[i].Hint = true, i18n.T("doctor.provider", "advice", p.Advice())
		case net.ParseIP(server.Host).IsLoopback():
			advised, steps[i].Hint = true, p.Advice()
		}
	}
}
