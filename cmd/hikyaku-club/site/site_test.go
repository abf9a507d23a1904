package site_test

import (
	"context"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	_ "hikyaku/internal/gctest"
	"hikyaku/kif"
)

var show = flag.String("show", "", "write the site of a test to this folder")

// people are the players of a test, with hostile names.
var people = []kif.Seat{
	{Name: "Alice", Address: "alice@example.com"}, {Name: "Bob & \"Co\"", Address: "bob+chess@example.net"},
	{Name: "花子", Address: "hanako@example.jp"}, {Name: "Eve; DROP, \\n &lt;i>", Address: "eve@example.org"}, {Name: "", Address: "quiet@example.org"},
}

// hall is a club in which two of people begin a match.
type hall struct {
	*clubtest.Hall
	base  db.DB // its database, in which nothing fails
	files []string
}

func newHall(t *testing.T) *hall {
	t.Helper()
	b, err := db.Open(t.Context(), dbtest.File(t), db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(b.Close)
	h := &hall{Hall: clubtest.New(t, b), base: b}
	h.Club.Changed = func(d *game.Deal, changes []game.Change) error {
		site.Changed(d, changes)
		return events.Changed(d, changes)
	}
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		for i, p := range people[:4] {
			if _, err := tx.Exec(`insert into member (address, name, handle, lang, joined) values ($1, $2, $3, $4, 5)`, p.Address, p.Name, fmt.Sprint(i), []string{"en", "ja"}[i/2]); err != nil {
				return err
			}
		}
		return nil
	}))
	return h
}

// begins begins a match of two people, and plays moves by letter.
func (h *hall) begins(of string, first, second int, moves ...string) string {
	h.Helper()
	h.Wait(30 * time.Hour)
	file := ""
	setup := game.Setup{Heading: game.Heading{Rated: true}, Game: all.Game(of), Control: "3d"}
	for _, n := range []int{first, second} {
		setup.Players = append(setup.Players, game.Player{Seat: people[n], Accepted: kif.Hash{byte(n + 1)}})
	}
	if len(moves) > 0 && moves[0] == "decline" {
		setup.Players[1].Accepted = kif.Hash{}
	}
	h.do(func(d *game.Deal) (err error) {
		file, err = d.Begin(setup)
		return err
	})
	h.files = append(h.files, file)
	h.Run()
	h.plays(file, moves...)
	return file
}

// plays plays moves of a match by mail, each as a reply to the newest message about the match.
func (h *hall) plays(file string, moves ...string) {
	h.Helper()
	short := strings.TrimSuffix(file, ".kif")
	short = short[len(short)-8:]
	for _, move := range moves {
		who := ""
		dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
			m, err := d.Shelf.Open("/club/" + file)
			if err == nil {
				who = m.Roster.Parties[m.Turn-1].Address
			}
			return err
		}))
		box := h.Box(who)
		i := len(box) - 1
		for !strings.Contains(box[i].Subject+box[i].Text, short) {
			i--
		}
		h.Wait(time.Hour)
		dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(who, "Re: "+box[i].Subject, strings.ReplaceAll(move, "SHORT", short[:4]), box[i])))
		h.Run()
	}
}

func (h *hall) site(delay int) *site.Site {
	h.Helper()
	desk := h.Club.Desk
	desk.System = clock{desk.System, h}
	return &site.Site{Base: h.Club.Base, Desk: desk, Dir: filepath.Join(h.TempDir(), "site"), Address: "https://club.example.org", Delay: delay, Version: "1"}
}

// clock is a system with the time of a club.
type clock struct {
	atomicfile.System
	of *hall
}

func (c clock) Now() time.Time { return c.of.Clock() }

// files are the contents of a site.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	dbtest.Must(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		all[strings.TrimPrefix(name, dir+"/")] = string(data)
		return err
	}))
	return all
}

// loads matches what makes a browser ask for something, but for a picture of the site.
var loads = regexp.MustCompile(`<(script|link|iframe)[^>]* src=|<img[^>]* src="(/|[^"]*:|[^"]*[^g]")|rel="stylesheet"|url\(|@import`)

var target = regexp.MustCompile(`(?:href|src)="([^"#]*)`)

// checkLinks checks that all links within the site lead to existing files, and that pages load nothing from elsewhere.
func checkLinks(t *testing.T, all map[string]string) {
	t.Helper()
	for name, text := range all {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, m := range target.FindAllStringSubmatch(text, -1) {
			if m[1] == "" {
				continue
			}
			if to := filepath.Join(filepath.Dir(name), m[1]); all[to] == "" {
				t.Errorf("%s leads to %s, which is not there", name, to)
			}
		}
		if loads.MatchString(text) {
			t.Errorf("%s loads something", name)
		}
	}
}

// evening is a club with matches that have ended and that continue.
func evening(t *testing.T) *hall {
	t.Helper()
	h := newHall(t)
	dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(`update member set words = 1`)
		return err
	}))
	h.begins("quoridor", 0, 1, "e2 -- <img src=x onerror=alert(2)> \u202eevil", "e8", "e3", "resign SHORT", "yes")
	h.begins("quoridor", 1, 0, "e2", "e8", "resign SHORT", "yes")
	h.begins("shogi", 3, 4, "7g7f", "3c3d")
	h.begins("quoridor", 4, 2, "e2", "e8", "e3", "e7", "e4")
	h.begins("quoridor", 0, 1, "decline")
	h.begins("shogi", 2, 0, "7g7f", "3c3d", "resign SHORT", "yes")
	h.do(func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: "Later", Kind: events.RoundRobin, Game: "shogi", Control: "30d+1d", Engines: true, Players: 9})
	})
	h.do(func(d *game.Deal) error { return events.Enter(d, "Later", people[0].Address, kif.Hash{20}) })
	h.do(func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: "Autumn <script>alert(1)</script>\u202e", Kind: events.Swiss, Game: "quoridor", Control: "3d", Rated: true, Rounds: 3, Players: 4})
	})
	for i, p := range people[:4] {
		h.do(func(d *game.Deal) error {
			return events.JoinLadder(d, "quoridor", p.Address, kif.Hash{byte(i + 9)})
		})
		h.do(func(d *game.Deal) error {
			return events.Enter(d, "Autumn <script>alert(1)</script>\u202e", p.Address, kif.Hash{byte(i + 1)})
		})
	}
	return h
}

// do does work in a transaction of its own, an hour later.
func (h *hall) do(work func(*game.Deal) error) {
	h.Helper()
	h.Wait(time.Hour)
	dbtest.Must(h, h.Club.Do(h.Context(), work))
}

// TestSite checks that the pages of a club with hostile names are well-formed, contain no address, and are the same each time.
func TestSite(t *testing.T) {
	h := evening(t)
	s := h.site(2)
	dbtest.Must(t, s.Write(t.Context()))
	first := files(t, s.Dir)
	if *show != "" {
		dbtest.Must(t, os.CopyFS(*show, os.DirFS(s.Dir)))
	}
	checkLinks(t, first)
	for name, text := range first {
		low := strings.ToLower(text)
		for _, p := range people {
			local, _, _ := strings.Cut(p.Address, "@")
			if strings.Contains(low, p.Address) || strings.Contains(low, local+"&#43;chess@") {
				t.Errorf("the address %s stands in %s", p.Address, name)
			}
		}
		if strings.Contains(low, "<script>alert") || strings.Contains(low, "<img src=x") || strings.ContainsAny(low, "\u202e\u200b") && name != "results.json" {
			t.Errorf("%s lets a name be more than a name", name)
		}
		if page := strings.TrimSuffix(name, ".atom"); page != name && page != "feed" && page != "ja/feed" && !strings.Contains(first[page+".html"], filepath.Base(name)+`"`) {
			t.Errorf("nothing leads to %s", name)
		}
		if strings.HasSuffix(name, ".atom") {
			if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil || !strings.Contains(text, "<entry>") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, file := range h.files {
		link := "match/" + strings.TrimSuffix(file, ".kif") + ".html"
		if first[link] == "" { // an invitation that was declined
			continue
		}
		if !strings.Contains(first["matches.html"], `href="`+link) || !strings.Contains(first["ja/matches.html"], `href="`+link) {
			t.Errorf("%s is in no list", file)
		}
	}
	if nights := strings.Count(first["index.html"], "<picture>"); nights == 0 || nights != len(slices.DeleteFunc(slices.Collect(maps.Keys(first)), func(name string) bool {
		return strings.HasPrefix(name, "ja/") || !strings.HasSuffix(name, ".night.png")
	})) {
		t.Errorf("the first page shows %d boards, for which there are not as many cards by night", nights)
	}
	if declined := "match/" + strings.TrimSuffix(h.files[4], ".kif") + ".html"; first[declined] != "" {
		t.Error("a declined match is published")
	}
	later := fmt.Sprintf("%x", sha256.Sum256([]byte("Later")))[:8]
	over, open := "match/"+strings.TrimSuffix(h.files[0], ".kif"), "match/"+strings.TrimSuffix(h.files[3], ".kif")
	if index := first["index.html"]; strings.Index(index, strings.TrimSuffix(h.files[5], ".kif")) > strings.Index(index, over) {
		t.Error("the match that ended last is not the first of the finished ones")
	}
	for name, wants := range map[string][]string{
		"index.html":          {`href="event/later-` + later + `.html"`, `href="` + over + `.html"`, "Bob &amp; &#34;Co&#34;"},
		over + ".html":        {`og:image" content="https://club.example.org/` + over + `.png"`, `&lt;img src=x`, `href="../index.html"`, `hreflang="ja"`, "Its digest starts with ", `"Alice: e1"`, `"Alice wins: Bob`},
		open + ".html":        {`max="3"`, "the club exports it"},
		"feed.atom":           {`<link rel="self" href="https://club.example.org/feed.atom">`},
		"events.html":         {`href="events.html" aria-current="page"`, "Autumn &lt;script&gt;alert"},
		"ja/index.html":       {`lang="en"`},
		"ratings.html":        {`class="number"`},
		"results.json":        {`"place":1`, `"rating":{"R":`},
		"ja/" + over + ".png": {"PNG"}, "ja/" + open + ".night.png": {"PNG"},
	} {
		for _, want := range wants {
			if !strings.Contains(first[name], want) {
				t.Errorf("%s lacks %s", name, want)
			}
		}
	}
	again := h.site(2)
	h.Wait(50 * time.Hour)
	dbtest.Must(t, again.Write(t.Context()))
	for name, text := range files(t, again.Dir) {
		if text != first[name] {
			t.Errorf("%s is not the same the second time", name)
		}
	}
}

// TestOnlyChanges checks that a run writes only what has changed, and removes what no longer belongs to the site.
func TestOnlyChanges(t *testing.T) {
	h := newHall(t)
	file := h.begins("quoridor", 0, 1, "e2")
	h.begins("quoridor", 0, 2, "e2")
	s := h.site(0)
	dbtest.Must(t, s.Write(t.Context()))
	before := map[string]os.FileInfo{}
	for name := range files(t, s.Dir) {
		info, err := os.Stat(filepath.Join(s.Dir, name))
		dbtest.Must(t, err)
		before[name] = info
	}
	mine := filepath.Join(s.Dir, "robots.txt")
	dbtest.Must(t, os.WriteFile(mine, nil, 0o644))
	h.plays(file, "e8")
	dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(`delete from member where address = 'eve@example.org'`)
		return err
	}))
	s = &site.Site{Base: s.Base, Desk: s.Desk, Dir: s.Dir, Address: s.Address, Version: s.Version} // of another process
	dbtest.Must(t, s.Write(t.Context()))
	written := 0
	for name := range files(t, s.Dir) {
		info, err := os.Stat(filepath.Join(s.Dir, name))
		dbtest.Must(t, err)
		if before[name] == nil || os.SameFile(before[name], info) {
			continue
		}
		written++
		if strings.Contains(name, "hanako") || strings.Contains(name, "ratings") || strings.HasPrefix(name, "ja/ratings") {
			t.Errorf("%s is written though it is as it was", name)
		}
	}
	gone := filepath.Join(s.Dir, "match", strings.TrimSuffix(file, ".kif")+".html")
	dbtest.Must(t, errors.Join(os.Remove(gone), s.Write(t.Context())))
	now := files(t, s.Dir)
	if written == 0 || written > len(before)/2 || len(now) != len(before)+1-2 { // two pages are gone
		t.Errorf("%d of %d files are written; there are %d now", written, len(before), len(now))
	}
}

// TestUpdate checks that an update after a turn writes only the files of that match, its players and the lists, that one after
// anything else writes what is missing, and that either way the site is like one that is written from the start. So it is if pages
// are drawn when they are asked for, and none that is out of date is left.
func TestUpdate(t *testing.T) {
	for what, asked := range map[string]bool{"written": false, "asked": true} {
		t.Run(what, func(t *testing.T) { testUpdate(t, asked) })
	}
}

func testUpdate(t *testing.T, asked bool) {
	h := newHall(t)
	first := h.begins("quoridor", 0, 1, "e2")
	second := h.begins("quoridor", 2, 3, "e2", "e8")
	for range 6 { // whose boards fill the first page
		h.begins("quoridor", 4, 2, "e2")
	}
	s := h.site(1)
	s.OnDemand = asked
	other := h.site(1)
	other.Dir, other.OnDemand = s.Dir, asked
	dbtest.Must(t, s.Update(t.Context()))
	consent := func(words int) {
		dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
			_, err := tx.Exec(`update member set words = $1`, words)
			return err
		}))
	}
	plays := func(move string) {
		h.Wait(-50 * time.Minute) // so that everything isn't written again because an hour is over
		h.plays(first, move)
	}
	turn := `^(ja/)?(index|matches|match/` + strings.TrimSuffix(first, ".kif") + `|player/(alice|bob-co))(\.html|(\.night)?\.png)$`
	consented := turn
	if asked { // the pages of matches in which nothing was said are drawn again, and are the same
		consented += `|^(ja/)?match/`
	}
	by := s // whom visitors ask
	for _, step := range []struct {
		what string
		do   func()
		want string // matches the names of changed files
	}{
		{"a turn", func() { plays("e8") }, turn},
		{"another turn", func() { plays("e3 -- Herzlichen Dank") }, turn},
		{"nothing", func() {}, `^$`},
		{"the end of a match", func() {
			h.Wait(-100 * time.Minute)
			h.plays(second, "resign SHORT", "yes")
		}, ``},
		{"a decision about that match", func() {
			h.do(func(d *game.Deal) error {
				short := strings.TrimSuffix(second, ".kif")
				return events.Adjudicate(d, short[len(short)-8:], standings.Drawn, game.By{Who: "dora@example.org", Why: "Both agreed."})
			})
		}, ``},
		{"the beginning of a match", func() { h.begins("shogi", 4, 0, "7g7f") }, ``},
		{"a turn after another process", func() {
			plays("e7")
			dbtest.Must(t, other.Update(t.Context()))
			by = other
			plays("e4")
		}, turn},
		{"a turn after pages of another process", func() { plays("e6") }, turn},
		{"consent to words", func() { consent(1); by = s; h.Wait(time.Minute) }, consented}, // which is looked for once a minute
		{"a turn that the clock put into the past", func() {
			h.Wait(-100 * time.Hour)
			h.plays(first, "e5")
		}, turn},
	} {
		before := map[string]os.FileInfo{}
		for name := range files(t, s.Dir) {
			before[name], _ = os.Stat(filepath.Join(s.Dir, name))
		}
		step.do()
		dbtest.Must(t, s.Update(t.Context()))
		if by != s {
			dbtest.Must(t, by.Update(t.Context()))
		}
		now := files(t, s.Dir)
		changed := slices.DeleteFunc(slices.Collect(maps.Keys(before)), func(name string) bool {
			return now[name] != "" || strings.HasSuffix(name, ".night.png") // of a match that the first page no longer shows
		})
		for name := range now {
			if info, _ := os.Stat(filepath.Join(s.Dir, name)); !os.SameFile(info, before[name]) {
				changed = append(changed, name)
			}
		}
		for _, name := range changed {
			if !regexp.MustCompile(step.want).MatchString(name) {
				t.Errorf("%s: %s is written", step.what, name)
			}
		}
		whole := h.site(1)
		dbtest.Must(t, whole.Write(t.Context()))
		want := files(t, whole.Dir)
		if asked {
			want[site.ResultsFile] = strings.Replace(want[site.ResultsFile], `"delay":1`, `"delay":1,"on-demand":true`, 1)
			for name := range now {
				if now[name] != want[name] {
					t.Errorf("%s: %s is out of date", step.what, name)
				}
			}
			for name := range want {
				if status, _ := get(by, "/"+strings.TrimSuffix(name, "index.html")); status != http.StatusOK {
					t.Errorf("%s: the answer for %s has the status %d", step.what, name, status)
				}
			}
			now = files(t, s.Dir)
		}
		for name := range want {
			if now[name] != want[name] {
				t.Errorf("%s: %s differs from a site written from the start", step.what, name)
			}
		}
		if len(now) != len(want) {
			t.Errorf("%s: there are %d files instead of %d", step.what, len(now), len(want))
		}
	}
}

// get asks a site for a path.
func get(s *site.Site, path string) (status int, text string) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

// stuck is a system in which another process holds every lock.
type stuck struct{ clock }

func (stuck) Lock(string, time.Duration) (io.Closer, error) { return nil, errors.New("locked") }

// TestAsked checks that a site whose pages are drawn when they are asked for begins without them, has no others, and lists no folder,
// and that a page which can't be drawn now can be asked for again.
func TestAsked(t *testing.T) {
	h := evening(t)
	s := h.site(2)
	s.OnDemand = true
	over, declined := "match/"+strings.TrimSuffix(h.files[0], ".kif"), "match/"+strings.TrimSuffix(h.files[4], ".kif")
	if status, _ := get(s, "/"+over+".html"); status != http.StatusServiceUnavailable {
		t.Errorf("before the site is written, the answer has the status %d", status)
	}
	dbtest.Must(t, s.Write(t.Context()))
	for name := range files(t, s.Dir) {
		if strings.Contains(name, "match/") || strings.Contains(name, "player/") {
			t.Errorf("%s is written though nobody has asked for it", name)
		}
	}
	works := s.Desk.System
	s.Desk.System = stuck{works.(clock)}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/"+over+".html", nil))
	if again := w.Header().Get("Retry-After"); w.Code != http.StatusServiceUnavailable || again != "10" {
		t.Errorf("while another process writes the site, the answer has the status %d, and is to be asked for in %s seconds", w.Code, again)
	}
	if err := s.Update(t.Context()); err == nil || err.Error() != "locked" {
		t.Errorf("while another process writes the site, an update says %v", err)
	}
	s.Desk.System = works
	dbtest.Must(t, os.WriteFile(filepath.Join(filepath.Dir(s.Dir), "secret"), []byte("secret"), 0o600))
	for path, want := range map[string]int{
		"/": 200, "/ja/": 200, "/ja": 301, "/feed.atom": 200, "/" + over + ".html": 200, "/ja/" + over + ".png": 200, "/" + over + ".kif": 404, "/" + over + ".night.png": 404,
		"/" + declined + ".html": 404, "/match/": 404, "/match/none.html": 404, "/player/none.html": 404, "/player/" + strings.TrimPrefix(over, "match/") + ".html": 404,
		"/ja/ja/" + over + ".html": 404, "/en/" + over + ".html": 404, "/../secret": 400, "/site/../../secret": 400,
	} {
		if status, text := get(s, path); status != want {
			t.Errorf("the answer for %s has the status %d, want %d: %s", path, status, want, text)
		}
	}
}

// TestFullList checks that a full page of a list shows each turn of its matches, and those that another process missed.
func TestFullList(t *testing.T) {
	h := newHall(t)
	h.do(func(d *game.Deal) error {
		h.files = nil // of an attempt before
		for i := range 201 {
			setup := game.Setup{Game: all.Game("quoridor"), Control: "3d"}
			for n := range 2 {
				setup.Players = append(setup.Players, game.Player{Seat: people[n], Accepted: kif.Hash{byte(n + 1), byte(i)}})
			}
			file, err := d.Begin(setup)
			if err != nil {
				return err
			}
			h.files = append(h.files, file)
		}
		return nil
	})
	h.Run()
	first := slices.Min(h.files)
	s := h.site(0)
	s.OnDemand = true
	dbtest.Must(t, s.Write(t.Context()))
	for _, step := range []struct {
		move   string
		update func() error
	}{{"e2", func() error { return s.Update(t.Context()) }}, {"e8", func() error {
		return (&site.Site{Base: s.Base, Desk: s.Desk, Dir: s.Dir, Address: s.Address, Version: s.Version, OnDemand: true}).Write(t.Context())
	}}} {
		before := files(t, s.Dir)["open-1.html"]
		h.Wait(-50 * time.Minute)
		h.plays(first, step.move)
		dbtest.Must(t, step.update())
		whole := h.site(0)
		whole.OnDemand = true
		dbtest.Must(t, whole.Write(t.Context()))
		now := files(t, s.Dir)
		if !maps.Equal(now, files(t, whole.Dir)) || now["open-1.html"] == before {
			t.Errorf("after %s the site differs from one written from the start, or the list is as before", step.move)
		}
	}
}

// slow is a system whose clock goes on by a minute each time a file is locked.
type slow struct{ clock }

func (s slow) Lock(name string, wait time.Duration) (io.Closer, error) {
	s.of.Wait(time.Minute)
	return s.System.Lock(name, wait)
}

// TestLater checks that a site that takes long is not written again at once, and that turns are published meanwhile, also after the
// end of another match.
func TestLater(t *testing.T) {
	h := newHall(t)
	first := h.begins("quoridor", 0, 1)
	s := h.site(0)
	s.Desk.System = slow{clock{h.Club.Desk.System, h}}
	dbtest.Must(t, s.Update(t.Context()))
	h.Wait(-31 * time.Hour) // which begins waits
	file := h.begins("quoridor", 2, 3)
	h.Wait(6 * time.Minute) // longer than a transaction takes
	var later *db.Later
	if err := s.Update(t.Context()); !errors.As(err, &later) || later.In <= 0 || later.In > 20*time.Minute {
		t.Errorf("the second update says %v", err)
	}
	h.Wait(later.In - time.Minute) // the update has taken one
	dbtest.Must(t, s.Update(t.Context()))
	if files(t, s.Dir)["match/"+strings.TrimSuffix(file, ".kif")+".html"] == "" {
		t.Error("the match is never published")
	}
	h.plays(file, "resign SHORT", "yes")
	dbtest.Must(t, s.Update(t.Context()))
	h.Wait(-59 * time.Minute)
	h.plays(first, "e2")
	dbtest.Must(t, s.Update(t.Context()))
}

// TestWordsWithheld checks that what players say is published only while all of them agree.
func TestWordsWithheld(t *testing.T) {
	h := newHall(t)
	h.begins("quoridor", 0, 1, "e2 -- Herzlichen Dank", "e8 -- ask carol@example.org", "e3", "e7")
	for _, step := range []struct {
		change string
		want   bool
	}{
		{`update member set words = 1 where address = 'alice@example.com'`, false}, {`update member set words = 1 where address = 'bob+chess@example.net'`, true},
		{`update member set gone = 1 where address = 'alice@example.com'`, false},
	} {
		dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
			_, err := tx.Exec(step.change)
			return err
		}))
		s := h.site(0)
		dbtest.Must(t, s.Write(t.Context()))
		var with []string
		for name, text := range files(t, s.Dir) {
			if strings.Contains(text, "Herzlichen") {
				with = append(with, name)
			}
			if strings.Contains(text, "carol@") {
				t.Errorf("%s publishes an address that a player has named", name)
			}
		}
		if len(with) > 0 != step.want {
			t.Errorf("after %s the words stand in %v", step.change, with)
		}
	}
}

// again is a database that repeats each transaction, as after a conflict with another.
type again struct{ db.DB }

func (a again) Do(ctx context.Context, work func(db.Tx) error) error {
	return a.DB.Do(ctx, func(tx db.Tx) error { return errors.Join(work(tx), work(tx)) })
}

// TestRepeated checks that a repeated transaction publishes nothing twice.
func TestRepeated(t *testing.T) {
	h := newHall(t)
	h.begins("quoridor", 0, 1)
	once, twice := h.site(0), h.site(0)
	twice.Base = again{twice.Base}
	dbtest.Must(t, errors.Join(once.Write(t.Context()), twice.Write(t.Context())))
	got := files(t, twice.Dir)
	for name, text := range files(t, once.Dir) {
		if got[name] != text {
			t.Errorf("%s is another after a repeated transaction", name)
		}
	}
}

// TestNoStatementIsDropped lets every statement fail once of writing a site and of drawing a page that is asked for.
func TestNoStatementIsDropped(t *testing.T) {
	h := evening(t)
	faulty := &dbtest.Faulty{DB: h.base}
	page := "match/" + strings.TrimSuffix(h.files[0], ".kif") + ".html"
	faulty.Each(t, func() error {
		s := h.site(1)
		s.Base, s.OnDemand = faulty, true
		err := s.Write(t.Context())
		if err == nil {
			_, err = s.Draw(t.Context(), page)
		}
		return err
	})
}

// TestNoErrorIsDropped checks that a site reports each kind of file that can't be written, and writes it later, also after a turn.
func TestNoErrorIsDropped(t *testing.T) {
	h := evening(t)
	s := h.site(0)
	dbtest.Must(t, s.Write(t.Context()))
	fails := func(file string, write func(context.Context) error) {
		t.Helper()
		dbtest.Must(t, os.Remove(file))
		dbtest.Must(t, os.MkdirAll(filepath.Join(file, "inside"), 0o755))
		listed := func() int {
			list, err := os.ReadFile(s.Dir + ".files")
			dbtest.Must(t, err)
			return strings.Count(string(list), "\n")
		}
		before, known := len(files(t, s.Dir)), listed()
		if err := write(t.Context()); err == nil {
			t.Errorf("%s can't be written, and nobody hears of it", file)
		}
		if after := len(files(t, s.Dir)); after < before || listed() < known {
			t.Errorf("%s can't be written, and of %d files, of which %d were known, there are %d, of which %d are known", file, before, known, after, listed())
		}
		dbtest.Must(t, os.RemoveAll(file))
		dbtest.Must(t, write(t.Context()))
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
	kinds := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(files(t, s.Dir))) {
		kind := regexp.MustCompile(`(match|player|event)/[^.]*`).ReplaceAllString(name, "$1/")
		if kinds[kind] {
			continue
		}
		kinds[kind] = true
		list, err := os.ReadFile(s.Dir + ".files") // without what was drawn
		dbtest.Must(t, err)
		dbtest.Must(t, os.WriteFile(s.Dir+".files", regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(name)+` .*\n`).ReplaceAll(list, nil), 0o600))
		fails(filepath.Join(s.Dir, name), s.Write)
	}
	for _, block := range []string{"index.html.next", "../site.files.next", "stale"} { // what is renamed when it is written, and what belongs to the site no more
		inside := filepath.Join(s.Dir, block, "inside")
		dbtest.Must(t, os.MkdirAll(inside, 0o755))
		list, err := os.ReadFile(s.Dir + ".files")
		dbtest.Must(t, err)
		dbtest.Must(t, os.WriteFile(s.Dir+".files", append(list, "stale \n"...), 0o600))
		dbtest.Must(t, os.Remove(filepath.Join(s.Dir, "index.html")))
		if err := s.Write(t.Context()); err == nil {
			t.Errorf("%s is in the way, and nobody hears of it", block)
		}
		dbtest.Must(t, os.RemoveAll(filepath.Dir(inside)))
		dbtest.Must(t, s.Write(t.Context()))
	}
	if len(kinds) < 20 {
		t.Errorf("there are only the files %v", slices.Sorted(maps.Keys(kinds)))
	}
	for _, turn := range [][2]string{{"e6", "match/" + strings.TrimSuffix(h.files[3], ".kif") + ".html"}, {"e5", "index.html"}, {"d6", "matches.html"}, {"d5", "player/quiet.html"}} {
		h.Wait(-50 * time.Minute) // so that everything isn't written again because an hour is over
		h.plays(h.files[3], turn[0])
		fails(filepath.Join(s.Dir, turn[1]), s.Update)
	}
}
