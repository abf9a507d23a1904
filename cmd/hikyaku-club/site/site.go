// Package site publishes a club as static files: its matches, players, ratings and events, with feeds and calendars. The files depend
// only on the club, not on the time at which they are written, and contain no address of a member.
//
// Each page is written once for each language: the Japanese ones are in the folder ja.
package site

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/internal/home"
)

// Site writes the public files of a club.
type Site struct {
	Base    db.DB
	Desk    game.Desk
	Dir     string // must contain nothing else
	Address string // of the folder on the web, as https://club.example.org/; "" if unknown
	Delay   int    // how many plies of an open match are held back
	Version string // of the program; a new version draws all pages again

	lock  sync.Mutex
	known map[string]*chapter // the matches read so far, by file
	key   []byte              // for the names of files that must be unguessable

	talkative map[string]bool // see Talkative
}

// TaskName is the name of the task that writes a site.
const TaskName = "site"

// Task writes the site. Its key is the file of a changed match, or "" for all of them.
func Task(s *Site) db.Task {
	return db.Task{Name: TaskName, Workers: 1, Every: time.Hour, Alone: func(ctx context.Context, _ string) error { return s.Write(ctx) }}
}

// Write updates the files. It writes only those that changed, and removes those that no longer belong to the site.
func (s *Site) Write(ctx context.Context) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	lock, err := s.Desk.System.Lock(filepath.Clean(s.Dir)+".lock", time.Minute) // another process may be writing the same site
	if err != nil {
		return err
	}
	defer lock.Close()
	if s.key, err = s.secretKey(); err != nil {
		return err
	}
	out, err := s.open()
	if err != nil {
		return err
	}
	b, err := s.read(ctx, out)
	if err == nil {
		err = b.write(out)
	}
	return out.close(err)
}

// secretKey derives the key of unguessable names from the club's first secret key, which is never replaced.
func (s *Site) secretKey() ([]byte, error) {
	k, err := home.MakeKeyring(s.Desk.System, s.Desk.Secret)
	if err != nil {
		return nil, err
	}
	secrets := k.Reveal()
	m := hmac.New(sha256.New, []byte(secrets[len(secrets)-1]))
	m.Write([]byte("hikyaku-club/1 names"))
	return m.Sum(nil), nil
}

// hidden returns a name for an address that cannot be guessed by somebody who knows the address.
func (s *Site) hidden(what, address string) string {
	m := hmac.New(sha256.New, s.key)
	m.Write([]byte(what + " " + strings.ToLower(address)))
	return hex.EncodeToString(m.Sum(nil)[:16])
}

// Calendar returns the path of a member's calendar, which only the member should know.
func (s *Site) Calendar(address string) (string, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	var err error
	if s.key, err = s.secretKey(); err != nil {
		return "", err
	}
	return s.calendarFile(address), nil
}

func (s *Site) calendarFile(address string) string {
	return "calendar/" + s.hidden("calendar", address) + ".ics"
}
