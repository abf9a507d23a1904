package signin

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// Account is a mail account that is signed in to. It implements
// mailbox.TokenSource.
type Account struct {
	Client
	File  string   // for the tokens; only its owner can read it
	User  string   // at the mail servers
	Hosts []string // the mail servers

	mu      sync.Mutex
	refused mailbox.Secret // the token that a mail server has refused
}

// record is the contents of the file.
type record struct {
	Account  string    `json:"account"`   // the account that has signed in
	Hosts    []string  `json:"hosts"`     // the mail servers to which the access token may be sent
	TokenURL string    `json:"token_url"` // where the refresh token may be sent
	ClientID string    `json:"client_id"`
	Refresh  string    `json:"refresh_token"`
	Access   string    `json:"access_token"`
	Renewed  time.Time `json:"renewed"` // when the access token was obtained
	Expires  time.Time `json:"expires"` // zero: unknown
}

// margin is how long before its expiry an access token is renewed.
const margin = time.Minute

// lasts reports whether the access token needs no renewal. If it was obtained in
// the future, the clock was wrong then or is now, and its end means nothing.
func (r *record) lasts(now time.Time) bool {
	return r.Access != "" && !now.Before(r.Renewed) && (r.Expires.IsZero() || now.Add(margin).Before(r.Expires))
}

// Status describes a signed-in account.
type Status struct {
	Account string
	Server  string    // the authorization server
	Until   time.Time // when the access token ends; zero: unknown
}

// SignIn signs in and stores the tokens. show presents the instructions to the
// player. It returns the account with which the player has signed in, if the
// provider reports it.
func (a *Account) SignIn(ctx context.Context, show func(Prompt)) (account string, err error) {
	token, err := a.signIn(ctx, show)
	if err != nil {
		return "", err
	}
	r := &record{Account: cmp.Or(accountOf(token), a.User), Hosts: a.Hosts, TokenURL: a.TokenURL, ClientID: a.ID}
	r.take(token)
	data, err := r.encode()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(a.File), 0o700); err != nil {
		return "", err
	}
	if err := mailbox.CheckPrivate(a.File); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return r.Account, atomicfile.Replace(atomicfile.OS{}, a.File, data)
}

// accountOf returns the address in the ID token, or "". Its signature need not be
// verified, because it comes from the authorization server (OpenID Connect Core,
// 3.1.3.7).
func accountOf(token *oauth2.Token) string {
	id, _ := token.Extra("id_token").(string)
	parts := strings.Split(id, ".")
	if len(parts) != 3 {
		return ""
	}
	var claims struct {
		Email string `json:"email"`
		Name  string `json:"preferred_username"`
	}
	data, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(data, &claims) != nil {
		return ""
	}
	return cmp.Or(claims.Email, claims.Name)
}

// take stores the tokens of an answer. Without a new refresh token, the library
// repeats the old one.
func (r *record) take(token *oauth2.Token) {
	r.Refresh, r.Access = token.RefreshToken, token.AccessToken
	r.Renewed, r.Expires = time.Now().UTC().Truncate(time.Second), token.Expiry.UTC().Truncate(time.Second)
	if token.Expiry.IsZero() {
		r.Expires = time.Time{}
	}
}

func (r *record) encode() ([]byte, error) {
	data, err := json.MarshalIndent(r, "", "  ")
	return append(data, '\n'), err
}

// Token returns an access token for the mail server at host, renewed if it is
// about to end or was refused.
func (a *Account) Token(ctx context.Context, host string) (mailbox.Secret, error) {
	r, err := a.current(ctx)
	switch {
	case err != nil:
		return mailbox.Secret{}, err
	case !slices.ContainsFunc(r.Hosts, func(known string) bool { return strings.EqualFold(known, host) }):
		return mailbox.Secret{}, needed("signin.other-host", "host", host, "list", i18n.Names(r.Hosts...))
	}
	return mailbox.NewSecret(r.Access), nil
}

// Refused reports that a mail server has refused a token.
func (a *Account) Refused(token mailbox.Secret) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.refused = token
}

// Status renews the access token if necessary, and returns its state.
func (a *Account) Status(ctx context.Context) (Status, error) {
	r, err := a.current(ctx)
	if err != nil {
		return Status{}, err
	}
	return Status{Account: r.Account, Server: a.server(), Until: r.Expires}, nil
}

// current returns the record, with an access token to use.
func (a *Account) current(ctx context.Context) (*record, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	data, err := a.read()
	if err != nil {
		return nil, err
	}
	r, err := a.decode(data)
	if err != nil || a.usable(r) {
		return r, err
	}
	// Others wait meanwhile: a refresh token may count only once.
	err = atomicfile.Change(atomicfile.OS{}, a.File, func(data []byte) ([]byte, error) {
		if r, err = a.decode(data); err != nil || a.usable(r) {
			return data, err
		}
		ctx := a.with(ctx)
		token, err := a.config().TokenSource(ctx, &oauth2.Token{RefreshToken: r.Refresh}).Token()
		if err != nil {
			return nil, a.explain(err)
		}
		if err := a.check(token); err != nil {
			return nil, err
		}
		r.take(token)
		return r.encode()
	})
	return r, err
}

func (a *Account) usable(r *record) bool {
	return r.lasts(time.Now()) && r.Access != a.refused.Reveal()
}

func (a *Account) read() ([]byte, error) {
	_, err := os.Stat(a.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, needed("signin.none", "server", a.server())
	}
	if err := mailbox.CheckPrivate(a.File); err != nil {
		return nil, err
	}
	return atomicfile.Read(atomicfile.OS{}, a.File)
}

// decode decodes the file, and returns an error if its refresh token was obtained
// from another server or for another client.
func (a *Account) decode(data []byte) (*record, error) {
	r := &record{}
	if json.Unmarshal(data, r) != nil || r.Refresh == "" {
		return nil, needed("signin.damaged", "file", a.File)
	}
	if r.TokenURL != a.TokenURL || r.ClientID != a.ID {
		return nil, needed("signin.other-client", "server", a.server())
	}
	return r, nil
}

// needed returns the error that the player has to sign in again.
func needed(key string, args ...any) error {
	return &mailbox.TokenError{Kind: mailbox.SignInNeeded, Err: i18n.Err(key, args...)}
}
