package signin

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// authority is an authorization server. As a RoundTripper it answers without a network, so that the
// clock of a bubble can continue.
type authority struct {
	t *testing.T
	sync.Mutex
	polls    []string    // the errors that a device code gets, in turn; "" is a token
	asked    []time.Time // when it was polled
	lifetime int         // of access tokens, in seconds; 0 is not said
	rotates  bool        // a refresh token counts only once
	refuses  string      // the error instead of a renewal, with status
	status   int
	answer   string // the whole answer instead of a token
	tokens   int    // how many were given
	requests int
	code     url.Values // of the page, by which the code is exchanged
}

func (a *authority) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w.Result(), nil
}

func (a *authority) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.Lock()
	defer a.Unlock()
	a.requests++
	_ = r.ParseForm()
	w.Header().Set("Content-Type", "application/json")
	fail := func(code string) {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"error":%q,"error_description":"about %s"}`, code, r.Form.Get("refresh_token"))
	}
	if r.Form.Get("client_id") != "hikyaku" || r.Header.Get("Authorization") != "" {
		fail("invalid_client")
		return
	}
	switch r.URL.Path {
	case "/device":
		fmt.Fprint(w, `{"device_code":"device-canary","user_code":"WDJB-MJHT","verification_uri":"https://example.org/code","expires_in":600}`)
		return
	case "/token":
	default:
		fail("invalid_request")
		return
	}
	switch r.Form.Get("grant_type") {
	case "urn:ietf:params:oauth:grant-type:device_code":
		a.asked = append(a.asked, time.Now())
		problem := a.polls[min(len(a.asked), len(a.polls))-1]
		if r.Form.Get("device_code") != "device-canary" {
			problem = "invalid_grant"
		}
		if problem != "" {
			fail(problem)
			return
		}
	case "authorization_code":
		sum := sha256.Sum256([]byte(r.Form.Get("code_verifier")))
		if a.code == nil || r.Form.Get("code") != "code-canary" || a.code.Get("code_challenge_method") != "S256" ||
			base64.RawURLEncoding.EncodeToString(sum[:]) != a.code.Get("code_challenge") || r.Form.Get("redirect_uri") != a.code.Get("redirect_uri") {
			fail("invalid_grant")
			return
		}
		a.code = nil
	case "refresh_token":
		if a.status != 0 {
			w.Header().Set("Location", "https://evil.example/token")
			w.WriteHeader(a.status)
			fmt.Fprintf(w, `{"error":%q}`, a.refuses)
			return
		}
		if known := fmt.Sprintf("refresh-canary-%d", a.tokens); a.rotates && r.Form.Get("refresh_token") != known || r.Form.Get("refresh_token") == "" {
			fail("invalid_grant")
			return
		}
	}
	if a.answer != "" {
		fmt.Fprint(w, a.answer)
		return
	}
	a.tokens++
	given := map[string]any{"access_token": fmt.Sprintf("access-canary-%d", a.tokens), "token_type": "bearer"}
	if a.lifetime != 0 {
		given["expires_in"] = a.lifetime
	}
	if a.rotates || r.Form.Get("grant_type") != "refresh_token" {
		given["refresh_token"] = fmt.Sprintf("refresh-canary-%d", a.tokens)
	}
	claims := base64.RawURLEncoding.EncodeToString([]byte(`{"email":"alice@example.org"}`))
	given["id_token"] = "e30." + claims + ".x"
	_ = json.NewEncoder(w).Encode(given)
}

// inBubble runs a test on a clock of its own. The library leaves an answer open until its request times out.
func inBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		test(t)
		time.Sleep(requestTime)
	})
}

// account returns an account at the server that has not signed in.
func (a *authority) account() *Account {
	return &Account{
		Client: Client{
			Flow: Device, DeviceURL: "https://login.example.org/device", AuthURL: "https://login.example.org/auth", TokenURL: "https://login.example.org/token",
			ID: "hikyaku", Scopes: []string{"mail"}, transport: a,
		},
		File: filepath.Join(a.t.TempDir(), "new", "sign-in.json"), User: "al", Hosts: []string{"imap.example.org", "smtp.example.org"},
	}
}

// signedIn returns an account that has signed in.
func (a *authority) signedIn() *Account {
	a.t.Helper()
	a.polls = []string{""}
	account := a.account()
	if _, err := account.SignIn(a.t.Context(), func(Prompt) {}); err != nil {
		a.t.Fatal(err)
	}
	a.requests = 0
	return account
}

// change changes the stored record.
func change(t *testing.T, account *Account, edit func(r *record)) {
	t.Helper()
	r, err := account.decode(stored(t, account))
	if err != nil {
		t.Fatal(err)
	}
	edit(r)
	data, _ := r.encode()
	if err := os.WriteFile(account.File, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func stored(t *testing.T, account *Account) []byte {
	t.Helper()
	data, err := os.ReadFile(account.File)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// token wants the token with a number, and that many requests for it.
func (a *authority) token(account *Account, number, requests int) {
	a.t.Helper()
	a.requests = 0
	got, err := account.Token(a.t.Context(), "IMAP.example.org")
	if want := fmt.Sprintf("access-canary-%d", number); err != nil || got.Reveal() != want || a.requests != requests {
		a.t.Errorf("the token is %q (%v) after %d requests, want %q after %d", got.Reveal(), err, a.requests, want, requests)
	}
}

// fails wants an error of a kind, with a sentence in both languages that holds no token.
func fails(t *testing.T, err error, kind mailbox.Kind, sentence string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %q", sentence)
	}
	got := mailbox.SignInNeeded
	var failed *mailbox.TokenError
	if errors.As(err, &failed) {
		got = failed.Kind
	}
	text := i18n.Of(err)
	if got != kind || !strings.Contains(text.En, sentence) || text.Ja == text.En {
		t.Errorf("the error is %v (%s), want %q (%s)", text, got, sentence, kind)
	}
	if strings.Contains(fmt.Sprintf("%+v %s %s", err, text.En, text.Ja), "canary") {
		t.Errorf("a secret is in the error: %+v", err)
	}
}

func TestDevice(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := &authority{t: t, polls: []string{"authorization_pending", "slow_down", "authorization_pending", ""}, lifetime: 3600}
		account, begun := a.account(), time.Now()
		var prompts []Prompt
		who, err := account.SignIn(t.Context(), func(p Prompt) { prompts = append(prompts, p) })
		if err != nil || who != "alice@example.org" {
			t.Fatal(who, err)
		}
		if len(prompts) != 1 || prompts[0] != (Prompt{"https://example.org/code", "WDJB-MJHT"}) {
			t.Errorf("the prompts are %v", prompts)
		}
		var after []int
		for _, at := range a.asked {
			after = append(after, int(at.Sub(begun)/time.Second))
		}
		if fmt.Sprint(after) != "[5 10 20 30]" {
			t.Errorf("polled after %v seconds", after)
		}
		if info, err := os.Stat(account.File); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the file: %v, %v", info.Mode(), err)
		}
		a.token(account, 1, 0)
		status, err := account.Status(t.Context())
		if want := (Status{"alice@example.org", "login.example.org", begun.Add(30*time.Second + time.Hour).UTC()}); err != nil || status != want {
			t.Errorf("the status is %v (%v), want %v", status, err, want)
		}
	})
}

func TestNotSignedIn(t *testing.T) {
	for _, tt := range []struct{ answer, sentence string }{
		{"access_denied", "login.example.org denied access"},
		{"authorization_declined", "login.example.org denied access"},
		{"expired_token", "the sign-in was not completed in time"},
		{"authorization_pending", "the sign-in was not completed in time"}, // for ever
		{"invalid_grant", "has expired or was revoked"},
		{"device-canary", "login.example.org rejected the sign-in (400)"},
	} {
		inBubble(t, func(t *testing.T) {
			a := &authority{t: t, polls: []string{tt.answer}}
			account := a.account()
			_, err := account.SignIn(t.Context(), func(Prompt) {})
			fails(t, err, mailbox.SignInNeeded, tt.sentence)
			if time.Sleep(time.Hour); len(a.asked) > 120 {
				t.Errorf("%s: polled %d times", tt.answer, len(a.asked))
			}
			if _, err := os.Stat(account.File); err == nil {
				t.Errorf("%s: a file was written", tt.answer)
			}
			_, err = account.Token(t.Context(), "imap.example.org")
			fails(t, err, mailbox.SignInNeeded, "you are not signed in at login.example.org yet")
		})
	}
}

// TestBrowser plays the browser: it opens the page of the provider and is sent back.
func TestBrowser(t *testing.T) {
	a := &authority{t: t, lifetime: 3600}
	server := httptest.NewServer(a)
	defer server.Close()
	back := func(page string, answer url.Values) (status int, text string) {
		u, err := url.Parse(page)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		for name, want := range map[string]string{"response_type": "code", "client_id": "hikyaku", "scope": "mail", "prompt": "consent"} {
			if q.Get(name) != want {
				t.Errorf("%s is %q, want %q", name, q.Get(name), want)
			}
		}
		if answer.Get("state") == "" {
			answer.Set("state", q.Get("state"))
		}
		a.Lock()
		a.code = q
		a.Unlock()
		to := q.Get("redirect_uri")
		if !strings.HasPrefix(to, "http://127.0.0.1:") {
			t.Fatalf("the browser is sent to %s", to)
		}
		r, err := http.Get(to + "?" + answer.Encode())
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		page2, _ := io.ReadAll(r.Body)
		return r.StatusCode, string(page2)
	}
	signIn := func(show func(page string)) (*Account, error) {
		account := a.account()
		account.Flow, account.TokenURL, account.AuthURL = Browser, server.URL+"/token", server.URL+"/auth"
		account.Params, account.transport = map[string]string{"prompt": "consent"}, nil
		shown := make(chan struct{})
		_, err := account.SignIn(t.Context(), func(p Prompt) {
			go func() {
				defer close(shown)
				show(p.URL)
			}()
		})
		<-shown
		return account, err
	}

	account, err := signIn(func(page string) {
		for _, wrong := range []url.Values{{"state": {"guessed"}, "code": {"code-canary"}}, {"state": {"guessed"}, "error": {"access_denied"}}, {}} {
			if status, _ := back(page, wrong); status != http.StatusNotFound {
				t.Errorf("%v: status %d", wrong, status)
			}
		}
		if status, text := back(page, url.Values{"code": {"code-canary"}}); status != http.StatusOK || !strings.Contains(text, "close this page") || strings.Contains(text, "canary") {
			t.Errorf("status %d: %s", status, text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if a.requests != 1 {
		t.Errorf("%d requests for one token", a.requests)
	}
	a.token(account, 1, 0)

	_, err = signIn(func(page string) { back(page, url.Values{"error": {"access_denied"}}) })
	fails(t, err, mailbox.SignInNeeded, "denied access")
	_, err = signIn(func(page string) {
		q, _ := url.Parse(page)
		other := q.Query()
		other.Set("code_challenge", base64.RawURLEncoding.EncodeToString(make([]byte, 32))) // of another verifier
		q.RawQuery = other.Encode()
		back(q.String(), url.Values{"code": {"code-canary"}})
	})
	fails(t, err, mailbox.SignInNeeded, "has expired or was revoked")
	_, err = signIn(func(page string) { back(page, url.Values{"code": {"canary"}}) })
	fails(t, err, mailbox.SignInNeeded, "has expired or was revoked")

	stopped, cancel := context.WithCancel(t.Context())
	account.Flow = Browser
	if _, err = account.SignIn(stopped, func(Prompt) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestRenewed lets time pass: a token is renewed a minute before its end, and only then.
func TestRenewed(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, rotates := range []bool{true, false} {
			a := &authority{t: t, lifetime: 3600, rotates: rotates}
			account := a.signedIn()
			time.Sleep(58 * time.Minute)
			a.token(account, 1, 0)
			time.Sleep(time.Minute)
			a.token(account, 2, 1)
			a.token(account, 2, 0)
			for n := 3; n < 6; n++ {
				time.Sleep(100 * 24 * time.Hour)
				a.token(account, n, 1)
			}
			if info, err := os.Stat(account.File); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the file: %v, %v", info.Mode(), err)
			}
		}
	})
}

// TestRenewedOnce lets two programs with the same file need a token at the same time. Their refresh token counts only once.
func TestRenewedOnce(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := &authority{t: t, lifetime: 3600, rotates: true}
		one := a.signedIn()
		time.Sleep(2 * time.Hour)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				other := &Account{Client: one.Client, File: one.File, Hosts: one.Hosts}
				if got, err := other.Token(context.Background(), "imap.example.org"); err != nil || got.Reveal() != "access-canary-2" {
					t.Errorf("%v", err)
				}
			})
		}
		all.Wait()
		if a.requests != 1 {
			t.Errorf("%d renewals", a.requests)
		}
	})
}

// TestRefusedToken wants a refused token to be renewed, once for each refusal.
func TestRefusedToken(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := &authority{t: t, lifetime: 3600, rotates: true}
		account := a.signedIn()
		account.Refused(mailbox.NewSecret("access-canary-0")) // of long ago
		a.token(account, 1, 0)
		account.Refused(mailbox.NewSecret("access-canary-1"))
		a.token(account, 2, 1)
		a.token(account, 2, 0)
		a.answer = `{"access_token":"access-canary-2","token_type":"Bearer","expires_in":3600}` // the same one again
		account.Refused(mailbox.NewSecret("access-canary-2"))
		a.token(account, 2, 1)
	})
}

// TestRenewalFails wants the stored sign-in to stay as it is, whatever the server says.
func TestRenewalFails(t *testing.T) {
	for _, tt := range []struct {
		status   int
		refuses  string
		answer   string
		kind     mailbox.Kind
		sentence string
	}{
		{400, "invalid_grant", "", mailbox.SignInNeeded, "the sign-in at login.example.org has expired or was revoked"},
		{401, "invalid_client", "", mailbox.Settings, "rejected client_id and client_secret (invalid_client)"},
		{400, "consent_required", "", mailbox.SignInNeeded, "rejected the sign-in (consent_required)"},
		{503, "", "", mailbox.Unreachable, "is busy (503)"},
		{429, "slow_down", "", mailbox.Unreachable, "is busy"},
		{307, "", "", mailbox.Settings, "a response that can't be understood"},
		{0, "", "<html>canary", mailbox.Settings, "a response that can't be understood"},
		{0, "", `{"access_token":"canary\u0001auth=x","token_type":"Bearer"}`, mailbox.Settings, "a response that can't be understood"},
		{0, "", `{"access_token":"canary","token_type":"mac"}`, mailbox.Settings, "a response that can't be understood"},
		{0, "", `{"access_token":"","token_type":"Bearer"}`, mailbox.Settings, "a response that can't be understood"},
	} {
		inBubble(t, func(t *testing.T) {
			a := &authority{t: t, lifetime: 3600}
			account := a.signedIn()
			before := stored(t, account)
			a.status, a.refuses, a.answer = tt.status, tt.refuses, tt.answer
			time.Sleep(2 * time.Hour)
			_, err := account.Token(t.Context(), "imap.example.org")
			fails(t, err, tt.kind, tt.sentence)
			if a.requests != 1 || string(stored(t, account)) != string(before) {
				t.Errorf("after %d requests the file is %s", a.requests, stored(t, account))
			}
			a.status, a.answer = 0, ""
			a.token(account, 2, 1)
		})
	}
}

// TestUnreachable wants the name of the server that cannot be reached.
func TestUnreachable(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := &authority{t: t}
		account := a.signedIn()
		change(t, account, func(r *record) { r.Access = "" })
		account.transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("no network today") }}
		_, err := account.Token(t.Context(), "imap.example.org")
		fails(t, err, mailbox.Unreachable, "can't reach login.example.org: no network today")
	})
}

// TestWrongClock shifts the clock between two uses by a day in each direction, and lets the server give tokens that are too
// short. Each use costs at most one request.
func TestWrongClock(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		const day = 24 * time.Hour
		for _, shift := range []time.Duration{day, -day, 365 * day, -365 * day} {
			a := &authority{t: t, lifetime: 3600, rotates: true}
			account := a.signedIn()
			change(t, account, func(r *record) { r.Renewed, r.Expires = r.Renewed.Add(shift), r.Expires.Add(shift) })
			a.token(account, 2, 1)
			a.token(account, 2, 0)
		}
		for _, lifetime := range []int{1, 59, -5} {
			a := &authority{t: t, lifetime: lifetime, rotates: true}
			account := a.signedIn()
			a.token(account, 2, 1)
			a.token(account, 3, 1)
		}
		a := &authority{t: t} // says nothing about the end
		account := a.signedIn()
		change(t, account, func(r *record) { r.Renewed = r.Renewed.Add(-day) })
		a.token(account, 1, 0)
	})
}

// TestBound wants no token to go to a server for which it was not obtained.
func TestBound(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := &authority{t: t, lifetime: 3600}
		account := a.signedIn()
		_, err := account.Token(t.Context(), "imap.evil.example")
		fails(t, err, mailbox.SignInNeeded, "the sign-in is not for imap.evil.example but for imap.example.org, smtp.example.org")
		account.Hosts = []string{"imap.evil.example"}
		_, err = account.Token(t.Context(), "imap.evil.example")
		fails(t, err, mailbox.SignInNeeded, "the sign-in is not for imap.evil.example")

		change(t, account, func(r *record) { r.Access = "" })
		for _, edit := range []func(c *Client){
			func(c *Client) { c.TokenURL = "https://evil.example/token" },
			func(c *Client) { c.ID = "other" },
		} {
			other := &Account{Client: account.Client, File: account.File}
			edit(&other.Client)
			_, err = other.Token(t.Context(), "imap.example.org")
			fails(t, err, mailbox.SignInNeeded, "have changed since the last sign-in")
		}
		if a.requests != 0 {
			t.Errorf("%d requests", a.requests)
		}
		if err := os.Chmod(account.File, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err = account.Token(t.Context(), "imap.example.org")
		fails(t, err, mailbox.SignInNeeded, "chmod 600")
		a.lifetime = 60
		_, err = account.SignIn(t.Context(), func(Prompt) {})
		fails(t, err, mailbox.SignInNeeded, "chmod 600")
	})
}

func TestCheckURL(t *testing.T) {
	for text, good := range map[string]bool{
		"https://login.example.org/token": true, "http://127.0.0.1:5556/token": true, "http://localhost/token": true, "http://[::1]/token": true,
		"http://login.example.org/token": false, "http://localhost.example.org/": false, "login.example.org": false, "https://": false,
		"ftp://127.0.0.1/": false, "https://a:b@example.org/": false, "https://example.org/#x": false, "": false,
	} {
		if err := CheckURL("sign_in.token_url", text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}
