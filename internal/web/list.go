package web

import (
	"crypto/sha256"
	"encoding/hex"
	"html/template"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
	"hikyaku/match"
	"hikyaku/render"
)

// key returns the identifier of a file in addresses, so that they contain no
// path.
func key(file string) string {
	sum := sha256.Sum256([]byte(file))
	return hex.EncodeToString(sum[:8])
}

// matches returns the matches of the folder. It leaves out links, which may lead
// elsewhere.
func matches(d *home.Desk) (list []match.Summary, err error) {
	for m, err := range d.List() {
		if err != nil {
			return nil, err
		}
		if regular(m.File) {
			list = append(list, m)
		}
	}
	return list, nil
}

func regular(file string) bool {
	info, err := os.Lstat(file)
	return err == nil && info.Mode().IsRegular()
}

// fileOf returns the file with the key k: besides, or one in the folder.
func fileOf(d *home.Desk, besides, k string) (string, error) {
	if besides != "" && k == key(besides) {
		return besides, nil
	}
	list, err := matches(d)
	if err != nil {
		return "", err
	}
	for _, m := range list {
		if key(m.File) == k {
			return m.File, nil
		}
	}
	return "", errNoMatch()
}

// layout returns the templates. Their functions that depend on the language are
// replaced later.
var layout = sync.OnceValue(func() *template.Template {
	t := template.New("").Funcs(template.FuncMap{"say": func(string) string { return "" }})
	template.Must(t.Parse(page.HandHTML))
	return template.Must(t.ParseFS(files, "*.html"))
})

func write(w http.ResponseWriter, status int, lang, name string, data any) {
	t, err := layout().Clone()
	if err == nil {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		err = t.Funcs(template.FuncMap{"say": func(key string) string { return i18n.In(lang, key) }}).ExecuteTemplate(w, name, data)
	}
	if err != nil {
		return // the browser has disconnected
	}
}

// head is what all pages have in common.
type head struct {
	Root   string // the path prefix of all pages
	Shared bool   // whether somebody else knew the secret address
	Lang   string
	Title  string
	Other  string // the other language
	Turn   string // the address of the page in that language
	Here   string // the path of the page
	Error  string
	Sends  bool
}

func (s *Server) head(lang, title, here string, err error) head {
	h := head{Root: s.guard.root(), Shared: s.guard.isShared(), Lang: lang, Title: title, Other: "ja", Here: here, Sends: s.Commands.Sends()}
	if lang == "ja" {
		h.Other = "en"
	}
	h.Turn = here + "?lang=" + h.Other
	if err != nil {
		h.Error = render.Safe(i18n.Of(err).In(lang))
	}
	return h
}

type listPage struct {
	head
	Invitations []listed
	Waiting     []listed
	Here        []listed // without invited players
	Others      []listed
	Over        []listed
	Folder      string
	Settings    bool // whether they can be changed
}

type listed struct {
	Key    string
	Game   string
	With   string
	State  string
	Terms  string // of an invitation
	Said   string // the message of the invitation
	Typed  string // the text typed in an answer that failed
	Other  bool   // whether the invitation can be countered
	Broken string // why the record cannot be read
}

// writeList writes the list, with the error of the last request.
func (s *Server) writeList(w http.ResponseWriter, r *http.Request, failed error) {
	lang := s.lang(w, r)
	list, err := matches(s.Desk)
	if failed == nil {
		failed = err
	}
	p := listPage{head: s.head(lang, i18n.In(lang, "board.title"), "./", failed), Folder: s.Desk.Folder, Settings: s.Settings != nil}
	for _, m := range s.Desk.Invitations() {
		one := s.invitation(lang, m)
		if one.Key == r.PathValue("match") {
			one.Typed = text(r, "text")
		}
		p.Invitations = append(p.Invitations, one)
	}
	slices.SortStableFunc(list, func(a, b match.Summary) int { return sooner(a.Until, b.Until) })
	for _, m := range list {
		one := newListed(lang, s.Zone, m)
		switch {
		case m.Waits(s.Desk.Me.Address) || m.Damaged():
			p.Waiting = append(p.Waiting, one)
		case m.Over:
			p.Over = append(p.Over, one)
		case len(m.Names) == 0:
			p.Here = append(p.Here, one)
		default:
			p.Others = append(p.Others, one)
		}
	}
	status := http.StatusOK
	if failed != nil {
		status = http.StatusConflict
	}
	write(w, status, lang, "list.html", p)
}

// sooner compares deadlines; a zero time, which is none, sorts last.
func sooner(a, b time.Time) int {
	switch {
	case a.IsZero() && b.IsZero():
		return 0
	case a.IsZero():
		return 1
	case b.IsZero():
		return -1
	}
	return a.Compare(b)
}

func newListed(lang string, zone *time.Location, m match.Summary) listed {
	if m.Damaged() {
		return listed{Key: key(m.File), Game: m.File, Broken: render.Safe(m.Error.In(lang))}
	}
	parts := []i18n.Text{m.Status}
	if !m.Until.IsZero() && !m.Over {
		parts = append(parts, i18n.T("list.until", "when", i18n.Time(m.Until, zone)))
	}
	if m.Offer != (i18n.Text{}) {
		parts = append(parts, m.Offer)
	}
	one := listed{
		Key: key(m.File), Game: m.Title.In(lang), With: render.SafeLine(i18n.People(m.Names...).In(lang), 200),
		State: render.Safe(i18n.Phrases(parts...).In(lang)),
	}
	if one.With == "" {
		one.With = render.SafeLine(strings.TrimSuffix(filepath.Base(m.File), ".kif"), 200)
	}
	return one
}

// invitation describes an invitation that waits for an answer.
func (s *Server) invitation(lang string, m match.Summary) listed {
	one := newListed(lang, s.Zone, m)
	if c, err := s.Desk.Open(m.File); err == nil {
		one.Other = countered(c.Match)
		one.Terms = render.SafeLine(c.Record.PerMove(), 200)
		one.Said = render.Safe(c.Record.Events[0].Comment)
	}
	return one
}
