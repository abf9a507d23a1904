package web

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

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/page"
	"hikyaku/kif"
	"hikyaku/render"
)

// alone does what the commands do where no mail is configured.
type alone struct{}

func (alone) Sends() bool                { return false }
func (alone) Poll(context.Context) error { return nil }
func (alone) Analyse(_ context.Context, p *page.Page) error {
	p.Graph = &render.Graph{Title: "how it went", Scores: make([][]float64, p.Match.Ply()+1), Marks: make([]string, p.Match.Ply()), Movers: make([]int, p.Match.Ply())}
	for i := range p.Graph.Scores {
		p.Graph.Scores[i] = []float64{0.5, 0.5}
	}
	return nil
}
func (alone) Change(_ context.Context, before home.Copy, _ bool, change func(home.Copy) (home.Copy, error)) (home.Copy, error) {
	return change(before)
}

const host = "127.0.0.1:4711"

// serve returns a server of a folder with a match of Quoridor on one machine.
func serve(t testing.TB, games ...string) *Server {
	t.Helper()
	d := &home.Desk{Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Dir: t.TempDir()}}
	for _, name := range append(games, "quoridor")[:max(1, len(games))] {
		r, err := d.New(home.Setup{Game: all.Game(name), Seats: []kif.Seat{{Name: "Alice"}, {Name: "Bob"}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(d.Dir, name+".kif"), r.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := &Server{Desk: d, Commands: alone{}, Lang: "en", Zone: time.UTC}
	s.Open(host)
	return s
}

// ask returns the answer to a request for a path below that of the server, with or without a "/" before it, to which its Location is shortened too; change makes
// it another one than the browser would send.
func (s *Server) ask(method, path string, form url.Values, change func(*http.Request)) *http.Response {
	root := "/" + s.guard.token
	r := httptest.NewRequest(method, "http://"+host+root+"/"+strings.TrimPrefix(path, "/"), strings.NewReader(form.Encode()))
	r.AddCookie(&http.Cookie{Name: cookieName, Value: s.guard.cookie})
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if method != http.MethodGet {
		r.Header.Set("Origin", "http://"+host)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	s.handler().ServeHTTP(w, r)
	answer := w.Result()
	if to := answer.Header.Get("Location"); to != "" {
		answer.Header.Set("Location", strings.TrimPrefix(to, root))
	}
	return answer
}

func (s *Server) path(name string) string { return "/match/" + key(filepath.Join(s.Desk.Dir, name)) }

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
		{"a guessed cookie", "GET", match, func(r *http.Request) { r.Header.Set("Cookie", cookieName+"=AAAAAAAAAAAAAAAAAAAAAAAAAA") }, http.StatusForbidden},
		{"the token as a cookie", "GET", match, func(r *http.Request) { r.Header.Set("Cookie", cookieName+"="+s.guard.token) }, http.StatusForbidden},
		{"a style sheet without a cookie", "GET", "/board.css", func(r *http.Request) { r.Header.Del("Cookie") }, http.StatusForbidden},
		{"the cookie outside its path", "GET", match, func(r *http.Request) { r.URL.Path = match }, http.StatusForbidden},
		{"a guessed path", "GET", match, func(r *http.Request) { r.URL.Path = "/AAAAAAAAAAAAAAAAAAAAAAAAAA" + match }, http.StatusForbidden},
		{"a guessed address", "GET", "", func(r *http.Request) { stranger(r); r.URL.Path = "/AAAAAAAAAAAAAAAAAAAAAAAAAA/enter/" }, http.StatusForbidden},
		{"part of the address", "GET", "", func(r *http.Request) { stranger(r); r.URL.Path = "/" + s.guard.token[:25] + "/enter/" }, http.StatusForbidden},
		{"the address under another name", "GET", "/enter/", func(r *http.Request) { stranger(r); r.Host = "attacker.example" }, http.StatusForbidden},
		{"the address by a form", "POST", "/enter/", stranger, http.StatusForbidden},
		{"a form of another site", "POST", match + "/resign", func(r *http.Request) { r.Header.Set("Origin", "https://attacker.example") }, http.StatusForbidden},
		{"a form of a page without an origin", "POST", match + "/resign", func(r *http.Request) { r.Header.Set("Origin", "null") }, http.StatusForbidden},
		{"a form without an origin", "POST", match + "/resign", func(r *http.Request) { r.Header.Del("Origin") }, http.StatusForbidden},
		{"a form that says where it comes from", "POST", match + "/resign", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, http.StatusForbidden},
		{"another method", "PUT", match, nil, http.StatusForbidden},
		{"a form by an address", "GET", match + "/resign", nil, http.StatusMethodNotAllowed},
		{"a form for another state of the match", "POST", match + "/resign", nil, http.StatusConflict},
		{"a lesson without a cookie", "GET", "/learn/quoridor/1", stranger, http.StatusForbidden},
		{"a form of a lesson on another site", "POST", "/learn/quoridor/1/again", func(r *http.Request) { r.Header.Set("Origin", "https://attacker.example") }, http.StatusForbidden},
		{"no page", "GET", "/nowhere", nil, http.StatusNotFound},
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
	if c, err := s.Desk.Open(filepath.Join(s.Desk.Dir, "quoridor.kif")); err != nil || c.Outcome != nil {
		t.Errorf("the match has changed: %v", err)
	}
}

// TestEntering wants the secret address to give a cookie that no script, no other site and no other port can use, and a page
// that comes from us and moves on: a browser that comes from a file sends no strict cookie through a redirect.
func TestEntering(t *testing.T) {
	s := serve(t)
	s.Learn = "quoridor"
	entered, refused := 0, 0
	s.Entered, s.Refused = func() { entered++ }, func() { refused++ }
	path := strings.TrimPrefix(s.Address(), "http://"+host+"/"+s.guard.token)
	stranger := func(r *http.Request) { r.Header.Del("Cookie") }
	fromFile := func(r *http.Request) { r.Header.Del("Cookie"); r.Header.Set("Sec-Fetch-Site", "cross-site") }
	if early := s.ask("GET", "/", nil, stranger); early.StatusCode != http.StatusForbidden || refused != 0 {
		t.Errorf("a page before the address was opened: %d, reported %d times", early.StatusCode, refused)
	}
	answer := s.ask("GET", path, nil, fromFile)
	cookies := answer.Cookies()
	if answer.StatusCode != http.StatusOK || len(cookies) != 1 || entered != 1 {
		t.Fatalf("%d with %d cookies, entered %d times", answer.StatusCode, len(cookies), entered)
	}
	if page := body(t, answer); !strings.Contains(page, `content="0;url=/`+s.guard.token+`/learn/quoridor"`) {
		t.Errorf("a learner comes to %s", page)
	}
	c := cookies[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Value == s.guard.token || len(c.Value) < 26 || c.Domain != "" {
		t.Errorf("the cookie is %s", c)
	}
	if c.Path != "/"+s.guard.token+"/" {
		t.Errorf("the cookie goes to other ports, for all of %s", c.Path)
	}
	if again := s.ask("GET", path, nil, nil); again.StatusCode != http.StatusSeeOther || again.Header.Get("Location") != "/learn/quoridor" {
		t.Errorf("the address leads the same browser to %d %s", again.StatusCode, again.Header.Get("Location"))
	}
	page := s.ask("GET", "/", nil, nil)
	if policy := page.Header.Get("Content-Security-Policy"); strings.Contains(policy, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("the policy is %s", policy)
	}
	if strings.Contains(body(t, page), s.guard.cookie) {
		t.Error("a page holds the cookie")
	}
}

// TestSecondVisitor wants whoever comes after the first visitor to be refused and reported: where the board was started, on the
// pages that are open, and on the next ones.
func TestSecondVisitor(t *testing.T) {
	for _, late := range []string{"/enter/", "/", "/board.css"} {
		s := serve(t)
		refused := 0
		s.Refused = func() { refused++ }
		stranger := func(r *http.Request) { r.Header.Del("Cookie") }
		const warning = `id="shared" role="alert">`
		s.ask("GET", "/enter/", nil, stranger)
		if page := body(t, s.ask("GET", "/", nil, nil)); strings.Contains(page, warning) || refused != 0 {
			t.Fatalf("the first visitor is reported")
		}
		told := s.pages.next()
		for range 3 {
			if got := s.ask("GET", late, nil, stranger); got.StatusCode != http.StatusForbidden || len(got.Cookies()) > 0 {
				t.Errorf("%s: %d with %d cookies", late, got.StatusCode, len(got.Cookies()))
			}
		}
		select {
		case <-told:
		default:
			t.Errorf("%s: it is not reported to open pages", late)
		}
		if refused != 1 {
			t.Errorf("%s: reported %d times", late, refused)
		}
		if page := body(t, s.ask("GET", "/new", nil, nil)); !strings.Contains(page, warning) {
			t.Errorf("%s: the next page does not say so", late)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		events := body(t, s.ask("GET", "/events", nil, func(r *http.Request) { *r = *r.WithContext(ctx) }))
		if !strings.Contains(events, "event: shared\n") {
			t.Errorf("%s: an open page gets %q", late, events)
		}
	}
}

// TestLinksAreNoMatches: a link in the folder leads to no file elsewhere.
func TestLinksAreNoMatches(t *testing.T) {
	s := serve(t)
	other := serve(t)
	link := filepath.Join(s.Desk.Dir, "link.kif")
	if err := os.Symlink(filepath.Join(other.Desk.Dir, "quoridor.kif"), link); err != nil {
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

// TestAgain lets one more browser in for a process that knows the pass, also one that has the cookie already, and nobody for others.
func TestAgain(t *testing.T) {
	s := serve(t)
	server := httptest.NewUnstartedServer(nil)
	s.Open(server.Listener.Addr().String())
	shown, entered := "", 0
	s.Again, s.Entered = func(address string) { shown = address }, func() { entered++ }
	ended := make(chan error)
	go func() { ended <- s.Serve(context.Background(), server.Listener) }()
	get := func(path, cookie string) int {
		r, err := http.NewRequest("GET", s.Running().Root+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.AddCookie(&http.Cookie{Name: cookieName, Value: cookie})
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	if got := get("enter/", ""); got != http.StatusOK || entered != 1 {
		t.Fatalf("the first browser gets %d, entered %d times", got, entered)
	}
	for _, wrong := range []Running{{Root: s.Running().Root, Pass: "guess", Sign: s.guard.sign}, {Root: s.Running().Root, Sign: s.guard.sign}, {Root: "http://" + s.guard.host + "/guess/", Pass: s.guard.pass, Sign: s.guard.sign}} {
		if wrong.Show(t.Context(), "learn") || wrong.End(t.Context()) || get("enter/", "") != http.StatusForbidden || shown != "" {
			t.Errorf("%v is let in", wrong)
		}
	}
	if !s.Running().Show(t.Context(), "learn") || !strings.HasPrefix(shown, s.Running().Root+"enter/learn?once=") {
		t.Fatalf("the browser is shown %q", shown)
	}
	if got := get("enter/learn", ""); got != http.StatusForbidden || entered != 1 {
		t.Errorf("the first address, which others may know, gives %d", got)
	}
	shown = strings.TrimPrefix(shown, s.Running().Root)
	if got := get(shown, ""); got != http.StatusOK || entered != 2 || get(shown, "") != http.StatusForbidden {
		t.Errorf("the second browser gets %d, entered %d times, or a third one is let in", got, entered)
	}
	if !s.Running().Show(t.Context(), "") || get("enter/", s.guard.cookie) != http.StatusOK || entered != 3 || get("enter/", "") != http.StatusForbidden {
		t.Errorf("a browser with the cookie, entered %d times, leaves the door open", entered)
	}
	r := s.Running()
	answer := s.ask("POST", "/quit", nil, func(r *http.Request) {
		r.Host = s.guard.host
		r.Header.Set("Origin", "http://"+s.guard.host)
	})
	if page := body(t, answer); answer.StatusCode != http.StatusOK || !strings.Contains(page, "hikyaku has ended") || strings.Contains(page, "board.css") || strings.Contains(page, "<script") {
		t.Errorf("the last page is\n%s", page)
	}
	if t.Failed() {
		return // it may not end
	}
	if err := <-ended; err != nil || r.Show(t.Context(), "") {
		t.Errorf("it ends with %v, or is still there", err)
	}
}

// TestMissingPage leads on from an address without a page.
func TestMissingPage(t *testing.T) {
	s := serve(t)
	for _, path := range []string{"/nowhere", "/no/where/at/all", "/match/", "/match/0123456789abcdef"} {
		page := body(t, s.ask("GET", path, nil, nil))
		for _, want := range []string{"There is no such ", `<a class="button main" href="./">`, `href="new"`, `href="learn"`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %s:\n%s", path, want, page)
			}
		}
	}
}

// TestCommandsAreSeen wants an open page to hear of a record that a command has written, and of nothing else.
func TestCommandsAreSeen(t *testing.T) {
	s := serve(t)
	hear := func() string {
		ctx, cancel := context.WithTimeout(t.Context(), looks*3/2)
		defer cancel()
		return body(t, s.ask("GET", "/events", nil, func(r *http.Request) { *r = *r.WithContext(ctx) }))
	}
	if got := hear(); got != ": ready\n\n" {
		t.Errorf("without a change the page hears %q", got)
	}
	time.AfterFunc(looks/2, func() { os.WriteFile(filepath.Join(s.Desk.Dir, "other.kif"), nil, 0o600) })
	if got := hear(); !strings.Contains(got, "data: news\n") {
		t.Errorf("after a change the page hears %q", got)
	}
}

// TestStrangersPage: whoever opens the address again gets a page that a phone can read, and that knows nothing.
func TestStrangersPage(t *testing.T) {
	s := serve(t)
	answer := s.ask("GET", s.path("quoridor.kif"), nil, func(r *http.Request) { r.Header.Del("Cookie") })
	page := body(t, answer)
	for _, want := range []string{`<meta name="viewport"`, "<style>", "<h1>This address can&#39;t be opened</h1>", "already been opened in another browser"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	if strings.Contains(page, s.guard.token) || answer.Header.Get("Content-Security-Policy") != "default-src 'none'; style-src 'unsafe-inline'" {
		t.Errorf("a stranger learns too much:\n%s", page)
	}
}
