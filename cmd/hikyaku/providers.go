package main

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

// provider is a mail provider, as providers.yaml describes it.
type provider struct {
	ID      string       `yaml:"id"`
	Name    string       `yaml:"name"`
	Domains []string     `yaml:"domains"`
	IMAP    serverConfig `yaml:"imap"`
	SMTP    serverConfig `yaml:"smtp"`
	Login   string       `yaml:"login"`
	IMAPOff bool         `yaml:"imap_off"`
	En      string       `yaml:"en"`
	Ja      string       `yaml:"ja"`
}

// The kinds of login in providers.yaml.
const (
	loginPassword    = "password"
	loginAppPassword = "app-password"
	loginToken       = "token"
)

//go:embed providers.yaml
var providerData []byte

// providers returns the known mail providers. They are read at first use.
var providers = sync.OnceValue(func() (list []provider) {
	decoder := yaml.NewDecoder(bytes.NewReader(providerData))
	decoder.KnownFields(true)
	if err := decoder.Decode(&list); err != nil {
		panic(err) // it is part of the program
	}
	return list
})

// advice says what to do at the provider before a program can log in there.
func (p *provider) advice() i18n.Text { return i18n.Text{En: p.En, Ja: p.Ja} }

// providerNamed returns the provider with this id, or nil.
func providerNamed(id string) *provider {
	return providerWhere(func(p provider) bool { return strings.EqualFold(p.ID, id) || strings.EqualFold(p.Name, id) })
}

// providerOf returns the provider of an address, or nil.
func providerOf(address string) *provider {
	domain := strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
	return providerWhere(func(p provider) bool { return slices.Contains(p.Domains, domain) })
}

// providerAt returns the provider that runs a server, or nil.
func providerAt(s serverConfig) *provider {
	return providerWhere(func(p provider) bool { return sameServer(s, p.IMAP) || sameServer(s, p.SMTP) })
}

func providerWhere(wanted func(provider) bool) *provider {
	list := providers()
	if i := slices.IndexFunc(list, wanted); i >= 0 {
		return &list[i]
	}
	return nil
}

// sameServer reports whether s is at the host and port of known.
func sameServer(s, known serverConfig) bool {
	return strings.EqualFold(s.Host, known.Host) && (s.Port == known.Port || s.Port == 0)
}

// serverFor returns the server of a provider for an address.
func serverFor(s serverConfig, address string) serverConfig {
	name, _, _ := strings.Cut(address, "@")
	s.User = strings.NewReplacer("{address}", address, "{name}", name).Replace(s.User)
	return s
}

// advise puts what to do at a known provider in place of the hints of logins that failed, and of all failures where the
// provider's server is a program on this machine. It is said once.
func (conf *config) advise(steps []mailbox.Step) {
	told := false
	for i, s := range steps {
		server := conf.SMTP
		if strings.HasPrefix(s.Name, "imap") {
			server = conf.IMAP
		}
		var trouble *mailbox.Trouble
		p := providerAt(server)
		switch {
		case told || p == nil || !errors.As(s.Err, &trouble):
		case trouble.Login():
			told, steps[i].Hint = true, i18n.T("doctor.provider", "advice", p.advice())
		case net.ParseIP(server.Host).IsLoopback():
			told, steps[i].Hint = true, p.advice()
		}
	}
}
