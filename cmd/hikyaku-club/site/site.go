// Package site publishes a club as static files: its matches, players, ratings and events, with feeds. The files depend
// only on the club, not on the time at which they are written, and contain no address of a member.
//
// Each page is written once for each language: the Japanese ones are in the folder ja.
package site

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
)

// Site writes the public files of a club.
type Site struct {
	Base     db.DB
	Desk     game.Desk
	Dir      string // must contain nothing else
	Address  string // of the folder on the web, as https://club.example.org/; "" if unknown
	Delay    int    // how many plies of an open match are held back
	Version  string // of the program; a new version draws all pages again
	OnDemand bool   // the pages and pictures of matches and the pages of players are drawn when they are asked for, see ServeHTTP

	lock  sync.Mutex
	known map[string]*chapter // the matches read so far, by file

	talkative map[string]bool   // see Talkative
	aliases   map[string]string // the names of the pages of players by address, which never change; those of new players are missing

	last   *book         // the site as it was written; nil after an error
	files  *output       // the files of last
	read   time.Time     // when changed matches were last looked for
	whole  time.Time     // when everything was last written
	costs  time.Duration // how long that took
	shared string        // see others

	compared time.Time // when shared was last compared
}

// TaskName is the name of the task that writes a site.
const TaskName = "site"

// Task updates the site.
func Task(s *Site) db.Task {
	return db.Task{Name: TaskName, Workers: 1, Every: time.Hour, Alone: func(ctx context.Context, _ string) error {
		defer game.Collect() // a large site keeps a kilobyte of each match in memory
		return s.Update(ctx)
	}}
}

// Changed notes matches that have changed, for the next update of a site.
func Changed(d *game.Deal, changes []game.Change) {
	for _, c := range changes {
		d.Change(`insert into recent (file, head, changed) values ($1, $2, $3) on conflict (file) do update set head = excluded.head, changed = excluded.changed`,
			path.Base(c.File), c.Match.Head.String(), d.At)
	}
}

// Everything is written at least once every wholeEvery if there is a change, and at most a part of the time, one in share.
const (
	wholeEvery = time.Hour
	share      = 20
)

// Update updates the files. If there were only turns since the last update, it reads only those matches. If everything must be
// written again too soon, it returns a *db.Later.
func (s *Site) Update(ctx context.Context) error {
	now := s.Desk.System.Now()
	turns, err := s.turns(ctx, now)
	if err != nil || turns {
		return err
	}
	if wait := min(s.costs*share, wholeEvery) - now.Sub(s.whole); wait > 0 && !now.Before(s.whole) && s.last != nil {
		return &db.Later{In: wait}
	}
	return s.Write(ctx)
}

// Write updates all files, but those drawn when they are asked for. It writes only those that changed, and removes those that no longer belong to the site.
func (s *Site) Write(ctx context.Context) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.last, s.whole = nil, s.Desk.System.Now()
	s.compared = s.whole
	lock, err := s.claim()
	if err != nil {
		return err
	}
	defer lock.Close()
	out, err := s.open()
	if err != nil {
		return err
	}
	b, err := s.readAll(ctx, out)
	if err == nil {
		err = b.write(ctx, out)
	}
	if err = out.close(err); err == nil {
		s.last, s.files, s.read, s.costs = b, out, s.whole, s.Desk.System.Now().Sub(s.whole)
	}
	return err
}

// claim waits until no other process writes the same site.
func (s *Site) claim() (io.Closer, error) {
	return s.Desk.System.Lock(filepath.Clean(s.Dir)+".lock", time.Minute)
}

// resume claims the site to change some of its files, and reads which there are.
func (s *Site) resume() (io.Closer, error) {
	lock, err := s.claim()
	if err != nil {
		return nil, err
	}
	if err := s.files.read(); err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

// overlap is how much longer than since the last update changed matches are looked for, because transactions take time.
const overlap = 5 * time.Minute

// turns writes what depends on the matches that changed since the last update, and reports true. If there was more than turns, it
// writes nothing but the pages of those matches, and reports false.
func (s *Site) turns(ctx context.Context, now time.Time) (bool, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.last == nil || now.Before(s.read) || now.Sub(s.whole) >= wholeEvery {
		return false, nil
	}
	lock, err := s.resume()
	if err != nil {
		return false, err
	}
	defer lock.Close()
	b := s.last
	changed, err := b.turns(ctx, s.files, now)
	if err == nil && changed != nil {
		err = b.writeTurns(ctx, s.files, changed)
	}
	if err = s.files.note(err); err != nil {
		s.last = nil
		return false, err
	}
	if changed != nil {
		s.read = now
	}
	return changed != nil, nil
}

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
	presses := b.presses(s.files)
	p := presses[slices.IndexFunc(presses, func(p *press) bool { return p.lang == lang })]
	kind, of := path.Split(file)
	of, end, _ := strings.Cut(of, ".")
	end = "." + end
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
		stamp, _ = p.stamps(one)
		draw = func() error { return p.drawPlayer(one, stamp) }
	case kind == "player/" && one != nil && end == ".atom" && len(one.chapters) > 0:
		_, stamp = p.stamps(one)
		draw = func() error { return p.drawFeed(one, stamp) }
	default:
		return false, nil
	}
	lock, err := s.resume()
	if err != nil {
		return false, err
	}
	defer lock.Close()
	s.files.now[name] = stamp
	if err := s.files.note(nil); err != nil { // first, so that a file is never there without being known
		return false, err
	}
	return true, s.files.note(draw())
}
