// Package web shows the matches of one person in the browser, where a move is pointed out and confirmed. It serves this
// machine alone and does what the commands do, by the same functions.
//
// The server renders every page; a script points out moves among the legal ones and asks for pictures. guard.go says who may
// ask for what.
package web

import (
	"context"
	"embed"
	"net"
	"net/http"
	"sync"
	"time"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
)

// Commands do what the commands do besides the desk: they send what is done to a match, and run the hooks.
type Commands interface {
	// Sends reports whether anything can be sent.
	Sends() bool
	// Poll fetches letters, sends what is due, and calls Server.Tell if there was anything.
	Poll(ctx context.Context) error
	// Change changes the match in file and, with send, sends the step. It checks first that it can send, unless there is no
	// file yet. An error may come with a match that was changed: it is that of sending.
	Change(ctx context.Context, file string, send bool, change func() (home.Copy, error)) (home.Copy, error)
}

// Server is the matches of a desk in the browser.
type Server struct {
	Desk     *home.Desk
	Commands Commands
	Settings Settings                               // nil: they cannot be changed
	File     string                                 // a match besides those of the folder; empty for none
	Learn    string                                 // the key of the lesson.Subject that is shown first; empty for none
	Lang     string                                 // until another one is chosen
	Zone     *time.Location                         // in which times are told
	Pieces   string                                 // as in render.PNGOptions
	Idle     time.Duration                          // how long nothing may be asked for before Serve ends
	Clock    func(d time.Duration) <-chan time.Time // nil: time.After
	Entered  func()                                 // called when the address was opened; nil: nothing is called
	Refused  func()                                 // called when somebody else opened it too, once; nil: nothing is called

	guard  *guard
	pages  subscribers
	school school
	office office
}

//go:embed *.html *.css *.js
var files embed.FS

// idle is the usual time after which nobody looks any more.
const idle = 12 * time.Hour

// Open makes the server ready for requests to host, such as 127.0.0.1:8080. Address returns the address then.
func (s *Server) Open(host string) {
	s.guard = newGuard(host)
	s.school.server, s.office.server = s, s
	if s.Idle == 0 {
		s.Idle = idle
	}
	if s.Clock == nil {
		s.Clock = time.After
	}
}

// Address returns the address to open in the browser. Whoever opens it first has all rights.
func (s *Server) Address() string {
	address := "http://" + s.guard.host + s.guard.root() + "enter/"
	switch {
	case s.Learn != "":
		address += "learn/" + s.Learn
	case s.File != "":
		address += "match/" + key(s.File)
	}
	return address
}

// Serve answers requests to l until ctx ends or nothing was asked for in a long time.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10}
	server.RegisterOnShutdown(s.pages.close)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	for {
		select {
		case err := <-ended:
			return err
		case <-s.guard.asked:
			continue
		case <-ctx.Done():
		case <-s.Clock(s.Idle):
		}
		rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		err := server.Shutdown(rest) // what is being sent is finished
		<-ended
		return err
	}
}

// Handler returns the handler of all requests.
func (s *Server) Handler() http.Handler {
	mux, begins := http.NewServeMux(), beginnings{s}
	mux.HandleFunc("GET /enter/{page...}", s.enter)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { s.writeList(w, r, nil) })
	mux.HandleFunc("POST /poll", s.poll)
	mux.HandleFunc("POST /invitation/{match}/{answer}", s.answer)
	mux.HandleFunc("GET /invitation/{match}/counter", begins.counter)
	mux.HandleFunc("POST /invitation/{match}/counter", begins.counter)
	mux.HandleFunc("GET /new", begins.showGames)
	mux.HandleFunc("GET /new/{game}", begins.showNew)
	mux.HandleFunc("POST /new/{game}", begins.begin)
	mux.HandleFunc("GET /match/{match}", func(w http.ResponseWriter, r *http.Request) { s.writeMatch(w, r, nil) })
	mux.HandleFunc("GET /match/{match}/picture.svg", s.showPicture)
	mux.HandleFunc("GET /match/{match}/nudge", s.nudge)
	mux.HandleFunc("GET /match/{match}/head", s.showHead)
	mux.HandleFunc("POST /match/{match}/{act}", s.act)
	s.school.open(mux)
	s.office.open(mux)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("GET /board.css", asset("text/css; charset=utf-8", page.CSS+page.HandCSS+own("board.css")+own("more.css")))
	mux.HandleFunc("GET /board.js", asset("text/javascript; charset=utf-8", "'use strict';\n"+page.HandJS+own("board.js")+own("learn.js")))
	return s.guarded(steady(&s.office.using, mux))
}

// own returns a file of this package.
func own(name string) string {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is part of the program
	}
	return string(data)
}

// asset returns the handler of a file that is part of the program.
func asset(kind, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(text))
	}
}

// lang returns the language of a request: the one that it asks for, or that was asked for last.
func (s *Server) lang(w http.ResponseWriter, r *http.Request) string {
	lang := r.URL.Query().Get("lang")
	for _, known := range i18n.Languages {
		if lang == known {
			http.SetCookie(w, &http.Cookie{Name: "lang", Value: lang, Path: s.guard.root(), HttpOnly: true, SameSite: http.SameSiteStrictMode})
			return lang
		}
	}
	if c, err := r.Cookie("lang"); err == nil && (c.Value == "en" || c.Value == "ja") {
		return c.Value
	}
	return s.Lang
}

// errNoMatch returns the error of an address that stands for no match, or for nothing that can be done in one.
func errNoMatch() error { return i18n.Err("board.no-match") }

// subscribers are the pages that wait for news.
type subscribers struct {
	sync.Mutex
	all    map[chan struct{}]bool
	closed bool
}

// add returns a channel for news, which is closed when the server ends.
func (s *subscribers) add() chan struct{} {
	s.Lock()
	defer s.Unlock()
	news := make(chan struct{}, 1)
	if s.closed {
		close(news)
		return news
	}
	if s.all == nil {
		s.all = map[chan struct{}]bool{}
	}
	s.all[news] = true
	return news
}

func (s *subscribers) remove(news chan struct{}) {
	s.Lock()
	defer s.Unlock()
	delete(s.all, news)
}

func (s *subscribers) close() {
	s.Lock()
	defer s.Unlock()
	for news := range s.all {
		close(news)
	}
	s.all, s.closed = nil, true
}

// Tell tells all open pages that something has changed.
func (s *Server) Tell() {
	s.pages.Lock()
	defer s.pages.Unlock()
	for news := range s.pages.all {
		select {
		case news <- struct{}{}:
		default: // it will look anyhow
		}
	}
}

// events sends a line whenever something has changed, and once somebody else knows the secret address.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	news := s.pages.add()
	defer s.pages.remove(news)
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	for text := ": ready\n\n"; ; text = "data: news\n\n" {
		if s.guard.isShared() {
			text = "event: shared\ndata: yes\n\n" + text
		}
		if _, err := w.Write([]byte(text)); err != nil || control.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case _, open := <-news:
			if !open {
				return
			}
		}
	}
}
