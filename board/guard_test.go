package board

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/desk"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/store"
)

// alone does what the commands do where no mail is configured.
type alone struct{}

func (alone) Sends() bool                { return false }
func (alone) Poll(context.Context) error { return nil }
func (alone) Change(_ context.Context, _ string, _ bool, change func() (desk.Copy, error)) (desk.Copy, error) {
	return change()
}

const host = "127.0.0.1:4711"

// serve returns a server of a folder with a match of Quoridor on one machine.
func serve(t testing.TB, games ...string) *Server {
	t.Helper()
	d := &desk.Desk{Games: all.Games, System: store.OS{}, Folder: t.TempDir()}
	for _, name := range append(games, "quoridor")[:max(1, len(games))] {
		r, err := d.New(desk.Setup{Game: all.Game(name), Seats: []kif.Seat{{Name: "Alice"}, {Name: "Bob"}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(d.Folder, name+".kif"), r.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := &Server{Desk: d, Commands: alone{}, Lang: "en", Zone: time.UTC}
	s.Open(host)
	return s
}

// ask returns the answer to a request; change makes it another one than the browser would send.
func (s *Server) ask(method, path string, form url.Values, change func(*http.Request)) *http.Response {
	r := httptest.NewRequest(method, "http://"+host+path, strings.NewReader(form.Encode()))
	r.AddCookie(&http.Cookie{Name: s.guard.cookieName(), Value: s.guard.cookie})
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if method != http.MethodGet {
		r.Header.Set("Origin", "http://"+host)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w.Result()
}

func (s *Server) path(name string) string { return "/match/" + key(filepath.Join(s.Desk.Folder, name)) }

func body(t testing.TB, r *http.Response) string {
	t.Helper()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestForeignRequestsAreRefused sends what other pages and other programs could send.
func TestForeignRequestsAreRefused(t *testing.T) {
	s := serve(t)
	match := s.path("quoridor.kif")
	stranger := func(r *http.Request) { r.Header.Del("Cookie") }
	head := url.Values{"head": {"0123456789abcdef"}} // of another state
	for _, tt := range []struct {
		name, method, path string
		change             func(*http.Request)
		status             int
	}{
		{"our own page", "GET", match, nil, http.StatusOK},
		{"typed into the browser", "GET", match, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "none") }, http.StatusOK},
		{"an older browser", "GET", match, func(r *http.Request) { r.Header.Del("Sec-Fetch-Site") }, http.StatusOK},
		{"another name for this machine", "GET", match, func(r *http.Request) { r.Host = "attacker.example:4711" }, http.StatusForbidden},
		{"localhost", "GET", match, func(r *http.Request) { r.Host = "localhost:4711" }, http.StatusForbidden},
		{"another port", "GET", match, func(r *http.Request) { r.Host = "127.0.0.1:80" }, http.StatusForbidden},
		{"another origin reads", "GET", match, func(r *http.Request) { r.Header.Set("Origin", "https://attacker.example") }, http.StatusForbidden},
		{"a link from another site", "GET", match, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, http.StatusForbidden},
		{"another port of this machine", "GET", match, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") }, http.StatusForbidden},
		{"no cookie", "GET", match, func(r *http.Request) { r.Header.Del("Cookie") }, http.StatusForbidden},
		{"a guessed cookie", "GET", match, func(r *http.Request) { r.Header.Set("Cookie", s.guard.cookieName()+"=AAAAAAAAAAAAAAAAAAAAAAAAAA") }, http.StatusForbidden},
		{"the token as a cookie", "GET", match, func(r *http.Request) { r.Header.Set("Cookie", s.guard.cookieName()+"="+s.guard.token) }, http.StatusForbidden},
		{"a style sheet without a cookie", "GET", "/board.css", func(r *http.Request) { r.Header.Del("Cookie") }, http.StatusForbidden},
		{"a guessed token", "GET", "/enter/AAAAAAAAAAAAAAAAAAAAAAAAAA", stranger, http.StatusForbidden},
		{"part of the token", "GET", "/enter/" + s.guard.token[:25], stranger, http.StatusForbidden},
		{"the token under another name", "GET", "/enter/" + s.guard.token, func(r *http.Request) { r.Host = "attacker.example" }, http.StatusForbidden},
		{"a form of another site", "POST", match + "/resign", func(r *http.Request) { r.Header.Set("Origin", "https://attacker.example") }, http.StatusForbidden},
		{"a form of a page without an origin", "POST", match + "/resign", func(r *http.Request) { r.Header.Set("Origin", "null") }, http.StatusForbidden},
		{"a form without an origin", "POST", match + "/resign", func(r *http.Request) { r.Header.Del("Origin") }, http.StatusForbidden},
		{"a form that says where it comes from", "POST", match + "/resign", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, http.StatusForbidden},
		{"another method", "PUT", match, nil, http.StatusForbidden},
		{"a form by an address", "GET", match + "/resign", nil, http.StatusMethodNotAllowed},
		{"a form for another state of the match", "POST", match + "/resign", nil, http.StatusConflict},
		{"a lesson without a cookie", "GET", "/learn/quoridor/1", stranger, http.StatusForbidden},
		{"a form of a lesson on another site", "POST", "/learn/quoridor/1/again", func(r *http.Request) { r.Header.Set("Origin", "https://attacker.example") }, http.StatusForbidden},
		{"no match", "GET", "/match/0123456789abcdef", nil, http.StatusNotFound},
		{"a path", "GET", "/match/..%2f..%2fetc%2fpasswd", nil, http.StatusNotFound},
	} {
		form := head
		if tt.method == "GET" {
			form = nil
		}
		if got := s.ask(tt.method, tt.path, form, tt.change); got.StatusCode != tt.status {
			t.Errorf("%s: %d, want %d", tt.name, got.StatusCode, tt.status)
		}
	}
	if c, err := s.Desk.Open(filepath.Join(s.Desk.Folder, "quoridor.kif")); err != nil || c.Outcome != nil {
		t.Errorf("the match has changed: %v", err)
	}
}

// TestEntering wants the secret address to give a cookie that no script and no other site can use.
func TestEntering(t *testing.T) {
	s := serve(t)
	answer := s.ask("GET", strings.TrimPrefix(s.Address(), "http://"+host), nil, func(r *http.Request) { r.Header.Del("Cookie") })
	cookies := answer.Cookies()
	if again := s.ask("GET", strings.TrimPrefix(s.Address(), "http://"+host), nil, func(r *http.Request) { r.Header.Del("Cookie") }); again.StatusCode != http.StatusForbidden {
		t.Errorf("the address is taken again: %d", again.StatusCode)
	}
	if again := s.ask("GET", strings.TrimPrefix(s.Address(), "http://"+host), nil, nil); again.StatusCode != http.StatusSeeOther {
		t.Errorf("the address is not known where it was taken: %d", again.StatusCode)
	}
	if answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "/" || len(cookies) != 1 {
		t.Fatalf("%d to %s with %d cookies", answer.StatusCode, answer.Header.Get("Location"), len(cookies))
	}
	if c := cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Value == s.guard.token || len(c.Value) < 26 {
		t.Errorf("the cookie is %s", c)
	}
	s.Learn = "quoridor"
	if again := s.ask("GET", strings.TrimPrefix(s.Address(), "http://"+host), nil, nil); again.Header.Get("Location") != "/learn/quoridor" {
		t.Errorf("a learner comes to %s", again.Header.Get("Location"))
	}
	page := s.ask("GET", "/", nil, nil)
	if policy := page.Header.Get("Content-Security-Policy"); strings.Contains(policy, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("the policy is %s", policy)
	}
	if text := body(t, page); strings.Contains(text, s.guard.token) || strings.Contains(text, s.guard.cookie) {
		t.Error("a page holds the secret")
	}
}

// TestLinksAreNoMatches: a link in the folder leads to no file elsewhere.
func TestLinksAreNoMatches(t *testing.T) {
	s := serve(t)
	other := serve(t)
	link := filepath.Join(s.Desk.Folder, "link.kif")
	if err := os.Symlink(filepath.Join(other.Desk.Folder, "quoridor.kif"), link); err != nil {
		t.Fatal(err)
	}
	if got := s.ask("GET", s.path("link.kif"), nil, nil); got.StatusCode != http.StatusNotFound {
		t.Errorf("a link is shown: %d", got.StatusCode)
	}
	if strings.Contains(body(t, s.ask("GET", "/", nil, nil)), key(link)) {
		t.Error("a link is listed")
	}
}

// TestServeEnds ends a server for which nobody asks, and not one for which somebody has just asked.
func TestServeEnds(t *testing.T) {
	s := serve(t)
	waits := make(chan chan time.Time)
	s.Clock = func(d time.Duration) <-chan time.Time {
		if d != 12*time.Hour {
			t.Errorf("it ends after %v", d)
		}
		tick := make(chan time.Time)
		waits <- tick
		return tick
	}
	server := httptest.NewUnstartedServer(nil)
	ended := make(chan error)
	go func() { ended <- s.Serve(context.Background(), server.Listener) }()
	<-waits
	if _, err := http.Get("http://" + server.Listener.Addr().String() + "/"); err != nil {
		t.Fatal(err) // it is refused, and so it does not count
	}
	s.ask("GET", "/", nil, nil)
	tick := <-waits // a new wait
	close(tick)
	if err := <-ended; err != nil {
		t.Errorf("it ends with %v", err)
	}
}
