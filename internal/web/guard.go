package web

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"html"
	"net/http"
	"strings"
	"sync"

	"hikyaku/internal/i18n"
)

// policy allows what the pages are made of and nothing from elsewhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"

// maxBody is how much a request may send, in bytes.
const maxBody = 64 << 10

// cookieName is the name of the cookie that the first visitor gets.
const cookieName = "hikyaku"

// guard decides which requests are answered.
type guard struct {
	host   string // the only one that is served
	token  string // the first segment of every path
	cookie string // given to the first visitor, and required from then on
	asked  chan struct{}

	sync.Mutex
	used   bool // the first visitor has come
	shared bool // and somebody else after them
}

// newGuard returns the guard of a server that nobody has visited.
func newGuard(host string) *guard {
	return &guard{host: host, token: rand.Text(), cookie: rand.Text(), asked: make(chan struct{}, 1)}
}

// root is the path of the list of matches; all other pages lie below it.
//
// Browsers send a cookie to every port of a host, so a program of another user that listens on 127.0.0.1 could collect ours. They
// do not send it to paths outside its own, and nobody else knows this one. An address such as 127.9.8.7 or a name below
// localhost would confine the cookie too, but macOS has only 127.0.0.1, Safari does not resolve such names on all versions,
// others can see on which address we listen, and neither can be reached through a forwarded port.
func (g *guard) root() string { return "/" + g.token + "/" }

// redirect sends the browser to a page below root.
func (g *guard) redirect(w http.ResponseWriter, r *http.Request, to string) {
	http.Redirect(w, r, g.root()+strings.TrimPrefix(to, "./"), http.StatusSeeOther)
}

// guarded answers only requests to our own host and path, from the browser that came first, and from no page but ours. next sees
// paths without root. The check of the host keeps out pages whose name was made to resolve to this machine.
func (s *Server) guarded(next http.Handler) http.Handler {
	g := s.guard
	next = http.StripPrefix(strings.TrimSuffix(g.root(), "/"), next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // without any, a form has no origin
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		switch {
		case r.Host != g.host:
			forbid(w)
			return
		case !g.below(r):
			http.Error(w, i18n.In(s.Lang, "board.used"), http.StatusForbidden)
			return
		case !g.known(r):
			s.admit(w, r)
			return
		case !g.ownOrigin(r):
			forbid(w)
			return
		}
		g.tick()
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

func forbid(w http.ResponseWriter) {
	http.Error(w, http.StatusText(http.StatusForbidden), http.StatusForbidden)
}

// tick notes that somebody has asked for something.
func (g *guard) tick() {
	select {
	case g.asked <- struct{}{}:
	default: // Serve has not read the last one yet
	}
}

// below reports whether the path of a request begins with root.
func (g *guard) below(r *http.Request) bool {
	token, _, found := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	return found && equal(token, g.token)
}

// ownOrigin reports whether a request comes from one of our pages, or from none. Whatever changes something must come from a
// page.
func (g *guard) ownOrigin(r *http.Request) bool {
	origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
	reads := r.Method == http.MethodGet
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodPost:
		return false
	case origin != "" && origin != "http://"+g.host || origin == "" && !reads:
		return false
	}
	return site == "" || site == "same-origin" || site == "none" && reads
}

// known reports whether a request has the cookie.
func (g *guard) known(r *http.Request) bool {
	c, err := r.Cookie(cookieName)
	return err == nil && equal(c.Value, g.cookie)
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// admit gives the cookie to the first visitor with the secret address. Later ones are refused and reported.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) {
	switch s.guard.visit(r) {
	case visitFirst:
		s.guard.tick()
		s.giveCookie(w, r)
		call(s.Entered)
		return
	case visitSecond:
		call(s.Refused)
		s.Tell() // the open pages show the warning
	}
	http.Error(w, i18n.In(s.Lang, "board.used"), http.StatusForbidden)
}

// The kinds of visits without the cookie.
const (
	visitOther  = iota // changes nothing
	visitFirst         // the one that gets the cookie
	visitSecond        // the first one after that
)

// visit returns which kind of visit a request without the cookie is.
func (g *guard) visit(r *http.Request) int {
	g.Lock()
	defer g.Unlock()
	switch {
	case !g.used && r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, g.root()+"enter/"):
		g.used = true
		return visitFirst
	case g.used && !g.shared:
		g.shared = true
		return visitSecond
	}
	return visitOther
}

// isShared reports whether more than one visitor knew the secret address.
func (g *guard) isShared() bool {
	g.Lock()
	defer g.Unlock()
	return g.shared
}

func call(f func()) {
	if f != nil {
		f()
	}
}

// giveCookie sets the cookie, with a page that moves on to where the address leads. A redirect would not do: the browser comes
// from a file, and while it follows redirects from another site it does not send a strict cookie.
func (s *Server) giveCookie(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: s.guard.cookie, Path: s.guard.root(), HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	to := s.guard.root() + strings.TrimPrefix(r.URL.Path, s.guard.root()+"enter/")
	fmt.Fprintf(w, "<!DOCTYPE html><link rel=\"icon\" href=\"%s\"><meta http-equiv=\"refresh\" content=\"0;url=%s\"><a href=\"%[2]s\">%s</a>\n",
		s.guard.root()+"favicon.ico", html.EscapeString(to), html.EscapeString(i18n.In(s.Lang, "board.title")))
}

// enter leads whoever opens the secret address again in the same browser to the page that it names.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	s.guard.redirect(w, r, r.PathValue("page"))
}
