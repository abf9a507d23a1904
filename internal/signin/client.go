// Package signin signs in to a mail account with OAuth 2.0, by a device code or
// in a browser, and supplies access tokens for its servers.
package signin

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// The flows. Device shows a code to type on a page of the provider (RFC 8628).
// Browser leads back from that page to a port of this computer (RFC 8252, with
// PKCE).
const (
	Device  = "device"
	Browser = "browser"
)

// Client describes this program to an authorization server.
type Client struct {
	Flow      string
	DeviceURL string // needed by Device
	AuthURL   string // needed by Browser
	TokenURL  string
	ID        string
	Secret    mailbox.Secret // some providers give one to native programs too; it is not confidential
	Scopes    []string
	Params    map[string]string // more parameters for the page of Browser

	transport http.RoundTripper // for tests; nil: the default
}

const (
	requestTime = 30 * time.Second // for each request
	browserTime = 10 * time.Minute // for signing in on the page of Browser
)

// CheckURL returns an error unless a secret may be sent to the URL in a field: it must
// be encrypted or lead to this computer.
func CheckURL(field, text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" ||
		u.Scheme != "https" && !(u.Scheme == "http" && (u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback())) {
		return i18n.Err("signin.url", "field", field, "text", text)
	}
	return nil
}

// server returns the name of the authorization server.
func (c Client) server() string {
	u, err := url.Parse(c.TokenURL)
	if err != nil {
		return c.TokenURL
	}
	return u.Hostname()
}

func (c Client) config() *oauth2.Config {
	return &oauth2.Config{
		ClientID: c.ID, ClientSecret: c.Secret.Reveal(), Scopes: c.Scopes,
		Endpoint: oauth2.Endpoint{
			DeviceAuthURL: c.DeviceURL, AuthURL: c.AuthURL, TokenURL: c.TokenURL,
			AuthStyle: oauth2.AuthStyleInParams, // a probe would use up the code
		},
	}
}

// with returns a context in which the library uses a client that follows no
// redirects: they would take the secrets of a request to another server.
func (c Client) with(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, &http.Client{
		Transport: c.transport, Timeout: requestTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
}

// Prompt is what the player has to do to sign in.
type Prompt struct {
	URL  string // the page to open
	Code string // what to type there; "" with Browser
}

// signIn gets the first token. show presents the prompt.
func (c Client) signIn(ctx context.Context, show func(Prompt)) (token *oauth2.Token, err error) {
	if c.Flow == Device {
		token, err = c.withCode(c.with(ctx), show)
	} else {
		token, err = c.inBrowser(c.with(ctx), show)
	}
	switch {
	case err != nil:
		return nil, c.explain(err)
	case token.RefreshToken == "":
		return nil, &mailbox.TokenError{Kind: mailbox.Settings, Err: i18n.Err("signin.no-refresh", "server", c.server())}
	}
	return token, c.check(token)
}

func (c Client) withCode(ctx context.Context, show func(Prompt)) (*oauth2.Token, error) {
	config := c.config()
	device, err := config.DeviceAuth(ctx)
	if err != nil {
		return nil, err
	}
	if device.DeviceCode == "" || device.UserCode == "" || device.VerificationURI == "" {
		return nil, i18n.Err("signin.no-code", "server", c.server())
	}
	show(Prompt{URL: device.VerificationURI, Code: device.UserCode})
	token, err := config.DeviceAccessToken(ctx, device)
	if errors.Is(err, context.DeadlineExceeded) && !errors.As(err, new(*url.Error)) && ctx.Err() == nil {
		err = i18n.Err("signin.late") // the library stops when the code ends
	}
	return token, err
}

// check returns an error if the token can't be used for a login. A strange
// character in it could end a command of a mail protocol.
func (c Client) check(token *oauth2.Token) error {
	ok := token.Type() == "Bearer" && len(token.AccessToken) <= maxToken
	for _, char := range token.AccessToken {
		ok = ok && '!' <= char && char <= '~'
	}
	if !ok {
		return &mailbox.TokenError{Kind: mailbox.Settings, Err: i18n.Err("signin.strange", "server", c.server())}
	}
	return nil
}

const maxToken = 32 << 10

// explain turns an error of the library, which may contain tokens, into a
// sentence.
func (c Client) explain(err error) error {
	var refused *oauth2.RetrieveError
	var failed *url.Error
	server := c.server()
	switch {
	case errors.As(err, &refused):
		return c.explainRefusal(refused)
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.As(err, &failed):
		return &mailbox.TokenError{Kind: mailbox.Unreachable, Err: i18n.Err("signin.unreachable", "server", server, "why", failed.Err)}
	case errors.As(err, new(*i18n.Error)):
		return err
	}
	return &mailbox.TokenError{Kind: mailbox.Settings, Err: i18n.Err("signin.strange", "server", server)}
}

func (c Client) explainRefusal(refused *oauth2.RetrieveError) error {
	kind, key := mailbox.SignInNeeded, "signin.refused"
	switch status := refused.Response.StatusCode; {
	case refused.ErrorCode == "invalid_grant":
		key = "signin.ended"
	case refused.ErrorCode == "access_denied", refused.ErrorCode == "authorization_declined": // the latter is Microsoft's
		key = "signin.denied"
	case refused.ErrorCode == "expired_token":
		key = "signin.late"
	case refused.ErrorCode == "invalid_client", refused.ErrorCode == "unauthorized_client":
		kind, key = mailbox.Settings, "signin.client"
	case refused.ErrorCode == "" && status/100 == 3:
		kind, key = mailbox.Settings, "signin.strange"
	case status/100 == 5, status == http.StatusTooManyRequests, refused.ErrorCode == "temporarily_unavailable", refused.ErrorCode == "server_error":
		kind, key = mailbox.Unreachable, "signin.busy"
	}
	why := refused.ErrorCode
	if why == "" || len(why) > 40 || strings.Trim(why, "abcdefghijklmnopqrstuvwxyz_") != "" { // no code of RFC 6749
		why = strconv.Itoa(refused.Response.StatusCode)
	}
	return &mailbox.TokenError{Kind: kind, Err: i18n.Err(key, "server", c.server(), "why", why)}
}

// inBrowser waits at a port of this computer for the browser to bring a code from
// the page of the provider.
func (c Client) inBrowser(ctx context.Context, show func(Prompt)) (*oauth2.Token, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, i18n.Err("signin.no-port", "why", err)
	}
	config := c.config()
	config.RedirectURL = "http://" + listener.Addr().String() + "/"
	verifier := oauth2.GenerateVerifier()
	page := &landing{state: oauth2.GenerateVerifier(), brought: make(chan url.Values, 1)}
	server := &http.Server{Handler: page, ReadTimeout: requestTime, WriteTimeout: requestTime}
	go func() { _ = server.Serve(listener) }()
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = server.Shutdown(ending) // after the page has been delivered
	}()

	options := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(verifier)}
	for name, value := range c.Params {
		options = append(options, oauth2.SetAuthURLParam(name, value))
	}
	show(Prompt{URL: config.AuthCodeURL(page.state, options...)})
	limited, cancel := context.WithTimeout(ctx, browserTime)
	defer cancel()
	select {
	case answer := <-page.brought:
		if code := answer.Get("error"); code != "" {
			return nil, &oauth2.RetrieveError{ErrorCode: code, Response: &http.Response{StatusCode: http.StatusBadRequest}}
		}
		return config.Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(verifier))
	case <-limited.Done():
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, i18n.Err("signin.late")
	}
}

// landing is the page to which the browser returns.
type landing struct {
	state   string
	brought chan url.Values
}

// ServeHTTP accepts one answer. Requests without the state come from elsewhere
// and are refused.
func (l *landing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := r.URL.Query()
	if r.Method != http.MethodGet || r.URL.Path != "/" || subtle.ConstantTimeCompare([]byte(answer.Get("state")), []byte(l.state)) != 1 ||
		answer.Get("code") == "" && answer.Get("error") == "" {
		http.NotFound(w, r)
		return
	}
	select {
	case l.brought <- answer:
	default: // the page was loaded again
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	text := i18n.T("signin.page")
	fmt.Fprintf(w, "<!DOCTYPE html><meta charset=\"utf-8\"><title>hikyaku</title><p>%s<p lang=\"ja\">%s\n", html.EscapeString(text.En), html.EscapeString(text.Ja))
}
