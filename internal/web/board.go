// Package web shows the matches of one person in a browser, where the person
// can make moves by pointing and confirming. It serves only this computer and
// uses the same functions as the commands.
//
// The server renders every page. A script lets the user point out legal moves
// and requests pictures. guard.go decides which requests are allowed.
package web

import (
	"context"
	"crypto/rand"
	"embed"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lesson"
	"hikyaku/internal/page"
)

// Commands do what the commands of the command line do and the desk does not:
// they send changes of matches and run the hooks.
type Commands interface {
	// Sends reports whether mail can be sent.
	Sends() bool
	// Poll fetches mail, sends what is waiting to be sent, and calls Server.Tell
	// if there was anything.
	Poll(ctx context.Context) error
	// Analyse adds an analysis to the page of a match that allows it.
	Analyse(ctx context.Context, p *page.Page) error
	// Change changes the match in before and, if send is set, sends the step. It
	// first checks that it can send. change gets the match after the moves of
	// programs that were due. before is zero for a match that begins or is
	// answered. If only sending fails, Change returns the error with the changed
	// match.
	Change(ctx context.Context, before home.Copy, send bool, change func(home.Copy) (home.Copy, error)) (home.Copy, error)
}

// Server serves the matches of a desk to a browser.
type Server struct {
	Desk     *home.Desk
	Commands Commands
	Settings Settings                               // if nil, they cannot be changed
	File     string                                 // a match outside the folder, or ""
	Learn    string                                 // the key of the lesson.Subject to show first, perhaps with /n for lesson n, AllSubjects for the list, or ""
	Lessons  lesson.Progress                        // of all lessons
	Lang     string                                 // until the user chooses another
	Zone     *time.Location                         // for displaying times
	Pieces   string                                 // as in render.PNGOptions; "" for those of the settings
	Version  string                                 // of the program; see Running
	Idle     time.Duration                          // time without requests after which Serve ends
	Clock    func(d time.Duration) <-chan time.Time // time.After if nil
	Entered  func()                                 // if not nil, called when the address is opened
	Again    func(address string)                   // if not nil, opens an address in the browser for Running.Show
	Refused  func()                                 // if not nil, called once when somebody else opens it too

	theme, set    string // of the pictures, by the settings
	guard         *guard
	pages         broadcast
	lessonPages   lessonPages
	settingsPages settingsPages
}

//go:embed *.html *.css *.js
var files embed.FS

// idle is the default for Server.Idle.
const idle = 12 * time.Hour

// Open prepares the server for requests to host, such as 127.0.0.1:8080. It must
// be called before Address.
func (s *Server) Open(host string) {
	s.guard = &guard{host: host, token: rand.Text(), cookie: rand.Text(), pass: rand.Text(), sign: rand.Text(), asked: make(chan struct{}, 1), left: make(chan struct{}, 1)}
	s.lessonPages.server, s.settingsPages.server = s, s
	s.settingsPages.applyLook()
	if s.Idle == 0 {
		s.Idle = idle
	}
	if s.Clock == nil {
		s.Clock = time.After
	}
}

// Address returns the address to open in the browser. The first browser that
// opens it gets all rights.
func (s *Server) Address() string { return s.Running().Root + "enter/" + s.First() }

// First returns the path of the page to show first, below Running.Root.
func (s *Server) First() string {
	switch {
	case s.Learn == AllSubjects:
		return "learn"
	case s.Learn != "":
		return "learn/" + s.Learn
	case s.File != "":
		return "match/" + key(s.File)
	}
	return ""
}

// Serve answers requests to l until ctx is done, the player quits, or there has
// been no request for Idle.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10}
	server.RegisterOnShutdown(func() { s.pages.send(true) })
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	for {
		select {
		case err := <-ended:
			return err
		case <-s.guard.asked:
			continue
		case <-ctx.Done():
		case <-s.guard.left:
		case <-s.Clock(s.Idle):
		}
		rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		err := server.Shutdown(rest) // waits for responses in progress
		<-ended
		return err
	}
}

// handler returns the handler of all requests.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /enter/{page...}", s.enter)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { s.writeList(w, r, nil) })
	mux.HandleFunc("POST /poll", s.poll)
	mux.HandleFunc("POST /quit", s.leave)
	mux.HandleFunc("POST /invitation/{match}/{answer}", s.answer)
	mux.HandleFunc("GET /invitation/{match}/counter", s.counter)
	mux.HandleFunc("POST /invitation/{match}/counter", s.counter)
	mux.HandleFunc("GET /new", s.showGames)
	mux.HandleFunc("GET /new/{game}", s.showNew)
	mux.HandleFunc("POST /new/{game}", s.begin)
	mux.HandleFunc("POST /open", s.openFile)
	mux.HandleFunc("GET /match/{match}", func(w http.ResponseWriter, r *http.Request) { s.writeMatch(w, r, nil) })
	mux.HandleFunc("GET /match/{match}/picture.svg", s.viewing(s.showPicture))
	mux.HandleFunc("GET /match/{match}/picture.png", s.viewing(s.savePicture))
	mux.HandleFunc("GET /match/{match}/record.kif", s.viewing(s.saveRecord))
	mux.HandleFunc("GET /match/{match}/replay", s.viewing(s.replay))
	mux.HandleFunc("GET /match/{match}/nudge", s.viewing(s.nudge))
	mux.HandleFunc("GET /match/{match}/read", s.viewing(s.read))
	mux.HandleFunc("GET /match/{match}/head", s.viewing(s.showHead))
	mux.HandleFunc("POST /match/{match}/{act}", s.viewing(s.act))
	s.lessonPages.open(mux)
	s.settingsPages.open(mux)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /events", s.events)
	missing := func(w http.ResponseWriter, r *http.Request) { s.missing(w, s.lang(w, r), i18n.Err("board.no-page")) }
	mux.HandleFunc("GET /{page}", missing)
	mux.HandleFunc("GET /board.css", asset("text/css; charset=utf-8", page.CSS+page.SeatsCSS+page.BarCSS+page.HandCSS+own("board.css")))
	mux.HandleFunc("GET /board.js", asset("text/javascript; charset=utf-8", "'use strict';\n"+page.HandJS+own("board.js")+own("learn.js")))
	return s.guarded(steady(&s.settingsPages.using, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		post := *r
		post.Method = http.MethodPost
		_, known := mux.Handler(r)
		if _, form := mux.Handler(&post); known == "" && form == "" { // else it is a form, and the status 405
			missing(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})))
}

// own returns the contents of an embedded file.
func own(name string) string {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return string(data)
}

// asset returns a handler that serves an embedded file.
func asset(kind, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(text))
	}
}

// lang returns the language of a request: the one it specifies, else the one
// last specified.
func (s *Server) lang(w http.ResponseWriter, r *http.Request) string {
	if lang := r.URL.Query().Get("lang"); slices.Contains(i18n.Languages, lang) {
		http.SetCookie(w, &http.Cookie{Name: "lang", Value: lang, Path: s.guard.root(), HttpOnly: true, SameSite: http.SameSiteStrictMode})
		return lang
	}
	if c, err := r.Cookie("lang"); err == nil && slices.Contains(i18n.Languages, c.Value) {
		return c.Value
	}
	return s.Lang
}

// errNoMatch returns the error for an address without a match, or for an act
// that is not possible in it.
func errNoMatch() error { return i18n.Err("board.no-match") }

// broadcast tells all pages that wait for news.
type broadcast struct {
	sync.Mutex
	news  chan struct{}
	ended bool
}

// next returns a channel that is closed at the next news.
func (b *broadcast) next() <-chan struct{} {
	b.Lock()
	defer b.Unlock()
	if b.news == nil {
		b.news = make(chan struct{})
	}
	return b.news
}

// send tells that there is news, for the last time if end is set.
func (b *broadcast) send(end bool) {
	b.Lock()
	defer b.Unlock()
	if b.news != nil {
		close(b.news)
	}
	b.news, b.ended = nil, b.ended || end
}

// over reports whether there will be no more news.
func (b *broadcast) over() bool {
	b.Lock()
	defer b.Unlock()
	return b.ended
}

// Tell notifies all open pages that something has changed.
func (s *Server) Tell() { s.pages.send(false) }

// looks is the time from one look for changes by commands to the next.
const looks = time.Second

// written returns when a record was last written to the folder, or the match
// outside it.
func (s *Server) written() time.Time {
	s.settingsPages.using.RLock()
	defer s.settingsPages.using.RUnlock()
	return s.Desk.Written(s.File)
}

// events sends an event whenever something has changed, and one if somebody else
// knows the secret address.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	look, since := time.NewTicker(looks), s.written()
	defer look.Stop()
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	for text := ": ready\n\n"; ; text = "data: news\n\n" {
		news := s.pages.next()
		if s.pages.over() {
			return
		}
		if s.guard.isShared() {
			text = "event: shared\ndata: yes\n\n" + text
		}
		if _, err := w.Write([]byte(text)); err != nil || control.Flush() != nil {
			return
		}
		for same := true; same; {
			select {
			case <-r.Context().Done():
				return
			case <-news:
				same = false
			case <-look.C:
				same = s.written().Equal(since)
			}
		}
		since = s.written()
	}
}
