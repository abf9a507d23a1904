package site

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
)

// ServeHTTP answers with a file of the site. It draws the file first if it is one of those that are drawn when they are asked for
// and nobody has asked since it changed.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if folder := strings.HasSuffix(r.URL.Path, "/"); folder {
		name = path.Join(name, "index.html") // a folder is never listed
	}
	_, err := os.Stat((&output{dir: s.Dir}).path(name))
	if errors.Is(err, fs.ErrNotExist) {
		_, err = s.Draw(r.Context(), name)
	}
	if err != nil {
		w.Header().Set("Retry-After", "10")
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	}
	if strings.HasSuffix(name, ".atom") {
		w.Header().Set("Content-Type", "application/atom+xml")
	}
	http.ServeFileFS(w, r, os.DirFS(s.Dir), name)
}

// errEarly is the error of Draw before the site was first written.
var errEarly = errors.New("the site has not been written yet")

// Draw draws a file that is drawn when it is asked for. It reports whether the site has such a file.
func (s *Site) Draw(ctx context.Context, name string) (found bool, err error) {
	lang := "en"
	file, folder := strings.CutPrefix(name, folders["ja"])
	if folder {
		lang = "ja"
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	b := s.last
	if b == nil {
		return false, errEarly
	}
	presses := s.presses(s.files)
	p := presses[slices.IndexFunc(presses, func(p *press) bool { return p.lang == lang })]
	kind, of, end := split(file)
	stamp := ""
	var draw func() error
	switch c, one := s.known[of+".kif"], b.pages[of]; {
	case kind == "match/" && c != nil && c.played && (end == ".html" || end == byDay || end == byNight && slices.Contains(b.nights[lang], name)):
		stamp, draw = c.drawn, func() error {
			_, shown, _, err := s.openMatch(ctx, c.File)
			switch {
			case err != nil:
				return err
			case end == ".html":
				return p.match(c, shown)
			}
			return p.card(c, end, shown)
		}
	case kind == "player/" && one != nil && end == ".html":
		stamp, _ = writer{b, p}.stamps(one)
		draw = func() error { return writer{b, p}.drawPlayer(one, stamp) }
	case kind == "player/" && one != nil && end == ".atom" && len(one.chapters) > 0:
		_, stamp = writer{b, p}.stamps(one)
		draw = func() error { return writer{b, p}.drawFeed(one, stamp) }
	default:
		return false, nil
	}
	lock, err := s.claim()
	if err != nil {
		return false, err
	}
	defer lock.Close()
	if err := s.files.read(); err != nil {
		return false, err
	}
	s.files.now[name] = stamp
	if err := s.files.note(nil); err != nil { // first, so that a file is never there without being known
		return false, err
	}
	return true, s.files.note(draw())
}

// split splits the path of a file into its folder, its name and its end, which begins at the first dot.
func split(file string) (folder, name, end string) {
	folder, name = path.Split(file)
	if i := strings.IndexByte(name, '.'); i >= 0 {
		name, end = name[:i], name[i:]
	}
	return folder, name, end
}
