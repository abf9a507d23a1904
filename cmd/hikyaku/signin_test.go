package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// authority is an authorization server. As a RoundTripper it answers without a network, so that the
// clock of a bubble can continue.
type authority struct {
	refuses string
	waits   atomic.Bool // for the player
}

func (a *authority) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w.Result(), nil
}

func (a *authority) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	w.Header().Set("Content-Type", "application/json")
	switch {
	case r.Form.Get("client_id") != "hikyaku":
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"invalid_client"}`)
	case r.URL.Path == "/device":
		fmt.Fprint(w, `{"device_code":"x","user_code":"WDJB-MJHT","verification_uri":"https://example.org/code","expires_in":600,"interval":1}`)
	case a.waits.Load():
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"authorization_pending"}`)
	case a.refuses != "":
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"error":%q}`, a.refuses)
	default:
		fmt.Fprint(w, `{"access_token":"access","refresh_token":"refresh","token_type":"bearer","expires_in":3600}`)
	}
}

// signingIn returns the settings of a player who signs in at an authorization server, and how often their state has changed.
func signingIn(t *testing.T, flow, server string) (*webSettings, chan bool) {
	dir := t.TempDir()
	k, _ := newWebSettings(t, "name: Alice\naddress: alice@example.org\nfolder: "+dir+"\nstate: "+dir+"/state\nsecret: "+dir+"/secret\n"+
		"imap: {host: imap.example.org, user: al}\nsmtp: {host: smtp.example.org, user: al}\n"+
		"sign_in: {client_id: hikyaku, flow: "+flow+", device_url: "+server+"/device, auth_url: "+server+"/auth, token_url: "+server+"/token}\n")
	news := make(chan bool, 10)
	k.news = func() { news <- true }
	_, does, err := k.open()
	if err != nil {
		t.Fatal(err)
	}
	does.carrier = nil // nothing is polled
	k.watch(does)
	return k, news
}

// TestSignInWithCode signs in from the settings with a code: first it is denied, then it succeeds.
func TestSignInWithCode(t *testing.T) {
	server := &authority{refuses: "access_denied"}
	usual := http.DefaultTransport
	http.DefaultTransport = server
	defer func() { http.DefaultTransport = usual }()
	synctest.Test(t, func(t *testing.T) {
		k, news := signingIn(t, "device", "https://login.example.org")
		if s := k.SignIn(false); !s.Set || !s.Needed || s.URL != "" || s.Err != nil {
			t.Errorf("before: %+v", s)
		}
		if s := k.SignIn(true); s.URL != "https://example.org/code" || s.Code != "WDJB-MJHT" || !s.Needed {
			t.Errorf("begun: %+v", s)
		}
		<-news
		if s := k.SignIn(false); s.Err == nil || !strings.Contains(s.Err.Error(), "login.example.org denied access") || s.URL != "" || !s.Needed {
			t.Errorf("denied: %+v", s)
		}
		server.refuses = ""
		k.SignIn(true)
		<-news
		if s := k.SignIn(false); !s.Set || s.Needed || s.Err != nil {
			t.Errorf("signed in: %+v", s)
		}
		if data, err := os.ReadFile(k.conf.tokens.File); err != nil || !strings.Contains(string(data), `"refresh_token": "refresh"`) {
			t.Errorf("the tokens: %v, %s", err, data)
		}
		k.end()
		time.Sleep(time.Minute) // the requests time out
	})
}

// TestSignInInBrowser signs in from the settings on a page of the provider, which leads back to this computer, and begins another
// sign-in that ends with a change of the settings.
func TestSignInInBrowser(t *testing.T) {
	server := httptest.NewServer(&authority{})
	defer server.Close()
	k, news := signingIn(t, "browser", server.URL)
	s := k.SignIn(true)
	page, err := url.Parse(s.URL)
	if err != nil || !strings.HasPrefix(s.URL, server.URL+"/auth?") || s.Code != "" || page.Query().Get("code_challenge_method") != "S256" {
		t.Fatalf("%+v, %v", s, err)
	}
	if again := k.SignIn(true); again.URL != s.URL {
		t.Errorf("a second sign-in begins: %+v", again)
	}
	answer, err := http.Get(page.Query().Get("redirect_uri") + "?code=x&state=" + url.QueryEscape(page.Query().Get("state")))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	if !strings.Contains(string(text), "You can close this page") {
		t.Errorf("the page is %s", text)
	}
	<-news
	if s := k.SignIn(false); s.Needed || s.Err != nil {
		t.Errorf("signed in: %+v", s)
	}
	before := k.SignIn(true)
	version, values := filledIn(t, k, map[string]string{"name": "Bob"})
	if _, _, err := k.Write(version, values); err != nil {
		t.Fatal(err)
	}
	if s := k.SignIn(false); s.URL != "" || s.Needed || before.URL == "" {
		t.Errorf("after a change: %+v", s)
	}
	if s := (&webSettings{conf: &config{}, with: context.Background()}).SignIn(true); s.Set || s.URL != "" {
		t.Errorf("without a sign-in: %+v", s)
	}
}
