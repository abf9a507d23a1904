package board

import (
	"crypto/subtle"
	"net/http"
	"strings"
	"sync"

	"hikyaku/words"
)

// policy allows what the pages are made of and nothing from elsewhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// maxBody is how much a request may send, in bytes.
const maxBody = 64 << 10

// guard says who may ask for what.
type guard struct {
	host   string // of every request
	token  string // in the address that is opened
	used   sync.Once
	cookie string // of every request but that of the address
	asked  chan struct{}
}

// guarded answers only requests that come from our own pages: to our own name, so that no name of somebody else stands for
// this machine; from no other page; and with the cookie that the secret address gives.
func (g *guard) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // without any, a form has no origin
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if r.Host != g.host || !g.ownOrigin(r) || !strings.HasPrefix(r.URL.Path, "/enter/") && !g.known(r) {
			http.Error(w, http.StatusText(http.StatusForbidden), http.StatusForbidden)
			return
		}
		select {
		case g.asked <- struct{}{}:
		default: // Serve has not read the last one yet
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

// ownOrigin reports whether a request comes from a page of ours, or from none. Whatever changes something must come from a
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
	c, err := r.Cookie(g.cookieName())
	return err == nil && equal(c.Value, g.cookie)
}

// cookieName holds the port, because cookies are shared by all ports of a machine.
func (g *guard) cookieName() string {
	return "hikyaku-" + g.host[strings.LastIndexByte(g.host, ':')+1:]
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// takes reports whether token is that of the address, which counts once: other users of the machine may see with what the
// browser was started.
func (g *guard) takes(token string) (first bool) {
	if equal(token, g.token) {
		g.used.Do(func() { first = true })
	}
	return first
}

// enter gives the cookie to whoever comes first with the secret address.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	if !s.guard.known(r) && !s.guard.takes(r.PathValue("token")) {
		http.Error(w, words.In(s.Lang, "board.used"), http.StatusForbidden)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: s.guard.cookieName(), Value: s.guard.cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	to := "/"
	if file, err := fileOf(s.Desk, s.File, r.PathValue("match")); err == nil {
		to = "/match/" + key(file)
	}
	if game := r.PathValue("game"); game != "" {
		to = "/learn/" + game
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
