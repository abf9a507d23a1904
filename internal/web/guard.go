package web

import (
	"crypto/subtle"
	"fmt"
	"html"
	"net/http"
	"strings"
	"sync"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// policy allows only resources of the server itself.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"

// maxBody is the maximum size of a request body in bytes, besides a file that is
// opened.
const maxBody = 64 << 10

// cookieName is the name of the cookie given to the first visitor.
const cookieName = "hikyaku"

// guard decides which requests to answer.
type guard struct {
	host   string // the only host served
	token  string // the first segment of every path
	cookie string // given to the first visitor, and required from then on
	pass   string // of a process that may let in another browser
	sign   string // of the answer to that process
	asked  chan struct{}
	left   chan struct{} // gets a value when the player quits

	sync.Mutex
	used   bool   // whether the first visitor has come
	once   string // required from the awaited visitor, if it is not the first one
	shared bool   // whether somebody else has come after that
}

// root returns the path of the list of matches; the paths of all other pages
// begin with it.
//
// Browsers send a cookie to every port of a host, so a program of another user
// that listens on 127.0.0.1 could collect ours. They do not send it to paths
// outside its own, and nobody else knows this one. An address such as 127.9.8.7
// or a name below localhost would confine the cookie too. But macOS has only
// 127.0.0.1, some versions of Safari do not resolve such names, other users can
// see the address we listen on, and neither can be reached through a forwarded
// port.
func (g *guard) root() string { return "/" + g.token + "/" }

func (g *guard) redirect(w http.ResponseWriter, r *http.Request, to string) {
	http.Redirect(w, r, g.root()+strings.TrimPrefix(to, "./"), http.StatusSeeOther)
}

// guarded answers only requests to our own host and path, from the first
// browser, and from our own pages. next sees paths without root. Checking the
// host keeps out pages whose host name was made to resolve to this computer.
func (s *Server) guarded(next http.Handler) http.Handler {
	g := s.guard
	next = http.StripPrefix(strings.TrimSuffix(g.root(), "/"), next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // without a referrer, a form would have no origin
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		switch {
		case r.Host != g.host:
			forbid(w)
			return
		case !g.below(r):
			s.writeNotice(w, http.StatusForbidden, s.Lang, "used.title", i18n.In(s.Lang, "board.used"))
			return
		case g.asksAgain(r):
			s.again(w, r)
			return
		case !g.known(r):
			s.admit(w, r)
			return
		case !g.ownOrigin(r):
			forbid(w)
			return
		}
		g.tick()
		limit := int64(maxBody)
		if r.URL.Path == g.root()+"open" {
			limit += kif.MaxBytes
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		next.ServeHTTP(w, r)
	})
}

func forbid(w http.ResponseWriter) {
	http.Error(w, http.StatusText(http.StatusForbidden), http.StatusForbidden)
}

// tick records that there was a request.
func (g *guard) tick() {
	select {
	case g.asked <- struct{}{}:
	default: // Serve has not read the last tick yet
	}
}

// below reports whether the path of a request begins with root.
func (g *guard) below(r *http.Request) bool {
	token, _, found := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	return found && equal(token, g.token)
}

// ownOrigin reports whether a request comes from one of our pages or, if it
// changes nothing, from none.
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

func (g *guard) known(r *http.Request) bool {
	c, err := r.Cookie(cookieName)
	return err == nil && equal(c.Value, g.cookie)
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// admit gives the cookie to the first visitor with the secret address. It
// refuses and reports later ones.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) {
	switch s.guard.visit(r) {
	case visitFirst:
		s.guard.tick()
		s.giveCookie(w, r)
		call(s.Entered)
		return
	case visitSecond:
		call(s.Refused)
		s.Tell() // makes the open pages show the warning
	}
	s.writeNotice(w, http.StatusForbidden, s.Lang, "used.title", i18n.In(s.Lang, "board.used"))
}

// The kinds of visits without the cookie.
const (
	visitOther  = iota // changes nothing
	visitFirst         // the one that gets the cookie
	visitSecond        // the first one after that
)

// visit returns the kind of a visit without the cookie.
func (g *guard) visit(r *http.Request) int {
	g.Lock()
	defer g.Unlock()
	switch {
	case !g.used && r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, g.root()+"enter/") && equal(r.URL.Query().Get("once"), g.once):
		g.used = true
		return visitFirst
	case g.used && !g.shared:
		g.shared = true
		return visitSecond
	}
	return visitOther
}

// isShared reports whether a second visitor has come.
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

// giveCookie sets the cookie, with a page that leads to the requested one. A
// redirect would not work: the browser comes from a file, and it does not send a
// strict cookie while it follows redirects from another site.
func (s *Server) giveCookie(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: s.guard.cookie, Path: s.guard.root(), HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	to := s.guard.root() + strings.TrimPrefix(r.URL.Path, s.guard.root()+"enter/")
	fmt.Fprintf(w, "<!DOCTYPE html><link rel=\"icon\" href=\"%s\"><meta http-equiv=\"refresh\" content=\"0;url=%s\"><a href=\"%[2]s\">%s</a>\n",
		s.guard.root()+"favicon.ico", html.EscapeString(to), html.EscapeString(i18n.In(s.Lang, "board.title")))
}

// enter redirects a browser that already has the cookie and opens the secret
// address again.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	if s.guard.enters() {
		call(s.Entered)
	}
	s.guard.redirect(w, r, r.PathValue("page"))
}
