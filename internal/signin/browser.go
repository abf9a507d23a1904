package signin

import (
	"context"
	"crypto/subtle"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"

	"hikyaku/internal/i18n"
)

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
