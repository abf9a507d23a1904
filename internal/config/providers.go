package config

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"hikyaku/internal/i18n"
	"hikyaku/internal/signin"
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

// Steps lists what to do to get a client ID for signing in.
func (p *Provider) Steps(lang string) []string {
	switch {
	case p.SignIn == nil:
		return nil
	case lang == "ja":
		return p.SignIn.Ja
	}
	return p.SignIn.En
}

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
// for any failure. The name of a provider's server is right, so that a computer
// that can't find it is offline.
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
		case errors.As(trouble.Err, new(*net.DNSError)):
			steps[i].Hint = i18n.T("doctor.offline")
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

// SignIn configures signing in with OAuth 2.0. Empty fields default to those of the provider.
type SignIn struct {
	Provider     string         `yaml:"provider"`
	Flow         string         `yaml:"flow"`
	ClientID     string         `yaml:"client_id"`
	ClientSecret mailbox.Secret `yaml:"client_secret"`
	DeviceURL    string         `yaml:"device_url"`
	AuthURL      string         `yaml:"auth_url"`
	TokenURL     string         `yaml:"token_url"`
	Scopes       []string       `yaml:"scopes"`
}

// providerSignIn describes signing in at a provider.
type providerSignIn struct {
	Flow      string            `yaml:"flow"`
	Secret    bool              `yaml:"secret"`
	DeviceURL string            `yaml:"device_url"`
	AuthURL   string            `yaml:"auth_url"`
	TokenURL  string            `yaml:"token_url"`
	Scopes    []string          `yaml:"scopes"`
	Params    map[string]string `yaml:"params"`
	En        []string          `yaml:"en"`
	Ja        []string          `yaml:"ja"`
}

// client returns the configured client, with what the provider adds.
func (s SignIn) client() signin.Client {
	of := providerSignIn{}
	if p := ProviderNamed(s.Provider); p != nil && p.SignIn != nil {
		of = *p.SignIn
	}
	client := signin.Client{
		Flow: cmp.Or(s.Flow, of.Flow), DeviceURL: cmp.Or(s.DeviceURL, of.DeviceURL), AuthURL: cmp.Or(s.AuthURL, of.AuthURL),
		TokenURL: cmp.Or(s.TokenURL, of.TokenURL), ID: s.ClientID, Secret: s.ClientSecret, Scopes: of.Scopes, Params: of.Params,
	}
	if s.Scopes != nil {
		client.Scopes = s.Scopes
	}
	if client.Flow == "" && client.DeviceURL == "" && client.AuthURL != "" {
		client.Flow = signin.Browser
	}
	client.Flow = cmp.Or(client.Flow, signin.Device)
	return client
}

// check returns an error if something is missing.
func (s SignIn) check() error {
	if s.Provider != "" && !slices.ContainsFunc(Providers(), func(p Provider) bool { return p.ID == s.Provider && p.SignIn != nil }) {
		return i18n.Err("config.choice", "field", "sign_in.provider", "value", s.Provider, "list", SignInProviders())
	}
	client := s.client()
	switch p := ProviderNamed(s.Provider); {
	case client.ID == "":
		return i18n.Err("config.sign-in", "field", "sign_in.client_id")
	case p != nil && p.SignIn.Secret && client.Secret == mailbox.Secret{}:
		return i18n.Err("config.sign-in", "field", "sign_in.client_secret")
	}
	for _, u := range []struct {
		field, text string
		needed      bool
	}{
		{"sign_in.token_url", client.TokenURL, true},
		{"sign_in.device_url", client.DeviceURL, client.Flow == signin.Device},
		{"sign_in.auth_url", client.AuthURL, client.Flow == signin.Browser},
	} {
		switch {
		case !u.needed:
		case u.text == "":
			return i18n.Err("config.sign-in", "field", u.field)
		default:
			if err := signin.CheckURL(u.field, u.text); err != nil {
				return err
			}
		}
	}
	return nil
}

// SignInProviders lists the providers at which this program can sign in, as
// choices.
func SignInProviders() i18n.Text {
	var ids []string
	for _, p := range Providers() {
		if p.SignIn != nil {
			ids = append(ids, p.ID)
		}
	}
	return i18n.Either(ids...)
}

// signsInAt reports whether the login at a server of c uses the sign-in.
func (c *Config) signsInAt(s Server) bool {
	return c.SignsIn() && s.Host != "" && !fixedPassword(s) && s.PasswordFile == ""
}

// SignInAccount returns the account to sign in to. Its tokens lie beside the secret
// key, under the address, because several configurations may use one key.
func (c *Config) SignInAccount() *signin.Account {
	account := &signin.Account{
		Client: c.SignIn.client(), User: cmp.Or(c.IMAP.User, c.SMTP.User),
		File: filepath.Join(filepath.Dir(c.Secret), "sign-in."+url.PathEscape(strings.ToLower(c.Address))+".json"),
	}
	for _, s := range []Server{c.IMAP, c.SMTP} {
		if c.signsInAt(s) && !slices.Contains(account.Hosts, s.Host) {
			account.Hosts = append(account.Hosts, s.Host)
		}
	}
	return account
}

// MailServers returns the servers for package mailbox. Those that use the sign-in
// get their tokens from tokens.
func (c *Config) MailServers(tokens mailbox.TokenSource) (imap, smtp mailbox.Server) {
	imap, smtp = c.IMAP.Mailbox(), c.SMTP.Mailbox()
	for i, s := range []Server{c.IMAP, c.SMTP} {
		if to := []*mailbox.Server{&imap, &smtp}[i]; c.signsInAt(s) {
			to.Tokens = tokens
		}
	}
	return imap, smtp
}
