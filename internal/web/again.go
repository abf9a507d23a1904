package web

import (
	"context"
	"crypto/rand"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
)

// Running is how another process of the same user reaches a server. It must be
// kept from other users.
type Running struct {
	Root    string // the address below which all pages lie
	Pass    string // proves to the server that the request comes from that user
	Sign    string // proves to that user that the answer comes from the server
	Version string // Server.Version
}

// Running returns how to reach s, which Open has prepared.
func (s *Server) Running() Running {
	return Running{"http://" + s.guard.host + s.guard.root(), s.guard.pass, s.guard.sign, s.Version}
}

// Show asks the server to show a page, as returned by Server.First, in the
// browser, and reports whether it is there and does. After a crash, a program of
// another user may be listening in its place.
func (r Running) Show(ctx context.Context, page string) bool {
	return r.ask(ctx, "page="+url.QueryEscape(page))
}

// End asks the server to end, and reports whether it does.
func (r Running) End(ctx context.Context) bool { return r.ask(ctx, "end") }

func (r Running) ask(ctx context.Context, query string) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.Root+"again?"+query, nil)
	if err != nil {
		return false
	}
	request.Header.Set("Authorization", "Bearer "+r.Pass)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	sign, err := io.ReadAll(io.LimitReader(answer.Body, 100))
	return err == nil && answer.StatusCode == http.StatusOK && equal(string(sign), r.Sign)
}

// asksAgain reports whether a request is that of Show or End.
func (g *guard) asksAgain(r *http.Request) bool {
	return r.Method == http.MethodPost && r.URL.Path == g.root()+"again" && equal(r.Header.Get("Authorization"), "Bearer "+g.pass)
}

// again lets one more browser in and opens it, or ends the server. The address is
// a new one: somebody who knows the first one may be waiting for this moment.
func (s *Server) again(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Has("end") {
		s.guard.end()
		_, _ = io.WriteString(w, s.guard.sign)
		return
	}
	s.guard.tick()
	s.guard.Lock()
	s.guard.used, s.guard.once = false, rand.Text()
	once := s.guard.once
	s.guard.Unlock()
	if s.Again != nil {
		s.Again(s.Running().Root + "enter/" + strings.TrimPrefix(r.URL.Query().Get("page"), "/") + "?once=" + once)
	}
	_, _ = io.WriteString(w, s.guard.sign) // without it, another start does not end
}

// enters records that the browser has come that was let in, and reports whether
// it was awaited.
func (g *guard) enters() bool {
	g.Lock()
	defer g.Unlock()
	awaited := !g.used
	g.used = true
	return awaited
}

// notice is a page without anything to do. It brings its style along, because
// nothing else can be fetched.
type notice struct {
	head
	Style template.CSS
	Says  []string
}

// writeNotice writes a notice.
func (s *Server) writeNotice(w http.ResponseWriter, status int, lang, title string, says ...string) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	write(w, status, lang, "notice.html", notice{head{Lang: lang, Title: i18n.In(lang, title)}, template.CSS(page.CSS + own("board.css")), says})
}

// leave ends the server.
func (s *Server) leave(w http.ResponseWriter, r *http.Request) {
	lang := s.lang(w, r)
	says := []string{i18n.In(lang, "quit.text")}
	if s.Commands.Sends() {
		says = append(says, i18n.In(lang, "quit.mail"))
	}
	s.writeNotice(w, http.StatusOK, lang, "quit.title", says...)
	s.guard.end()
}

// end ends the server after the answers under way.
func (g *guard) end() {
	select {
	case g.left <- struct{}{}:
	default: // it ends already
	}
}
