// Package evening plays an evening of a club as a demonstration: twenty people join by mail, play a round robin, challenge each
// other on a ladder and find opponents. Messages arrive by LMTP and are sent to folders. At the end it writes the site of the
// club and verifies all results against the records.
package evening

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/inlet"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/cmd/hikyaku-club/members"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Evening configures a demonstration.
type Evening struct {
	Dir           string          // for all files; must be new, empty or of an earlier demonstration
	Lang, Version string          // of the club, and of this program
	Seed          uint64          // of the players' choices
	Told          func(i18n.Text) // called with what happens, in sentences
	Long          int             // the ply after which a player resigns; 0 for the default
}

// Result is the result of an evening.
type Result struct {
	Members, Matches, In, Out int    // people, finished matches, messages received and sent
	Site, Export, Letters     string // folders
	Report                    *archive.Report
	Table                     string // of the event, as text
}

// me is the identity of the club.
var me = kif.Seat{Name: "Teahouse", Address: "club@teahouse.example"}

// cup is the name of the event.
const cup = "Evening cup"

// host is the club and the servers around it.
type host struct {
	Evening
	club   *game.Club
	site   *site.Site
	doors  *inlet.Server
	lmtp   net.Listener
	guests *guests
}

// Run plays the evening.
func (e Evening) Run(ctx context.Context) (r Result, err error) {
	h, err := e.open(ctx)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	if err = h.join(ctx); err == nil {
		err = h.begin(ctx)
	}
	if err == nil { // until all matches are over
		err = h.guests.waitFor(ctx, func(*guest) bool { return false })
	}
	if err != nil {
		return r, err
	}
	return h.result(ctx)
}

// marker is the name of a file that identifies the folder of an earlier demonstration.
const marker = "hikyaku-club-demo"

// clear empties the folder of an earlier demonstration. It refuses any other folder that is not empty.
func clear(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return err
	case len(entries) > 0:
		if _, err := os.Stat(filepath.Join(dir, marker)); err != nil {
			return words.Err("demo.folder", "folder", dir)
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, marker), nil, 0o600)
}

// open starts the club: its database, its LMTP server and its jobs.
func (e Evening) open(ctx context.Context) (*host, error) {
	if err := clear(e.Dir); err != nil {
		return nil, err
	}
	e.Long = cmp.Or(e.Long, longest)
	secret := filepath.Join(e.Dir, "secret")
	ring, err := home.MakeKeyring(atomicfile.OS{}, secret)
	if err != nil {
		return nil, err
	}
	d := game.Desk{Games: all.Games, Me: me, Secret: secret, Ring: ring, System: atomicfile.OS{}}
	h := &host{Evening: e, club: &game.Club{Desk: d, Lang: e.Lang, Now: time.Now, Log: slog.New(slog.DiscardHandler)}}
	office := &members.Office{Club: h.club, Limits: members.Limits{Hour: 100, Day: 100, Strangers: 100, Seeks: 5, Matches: 20}}
	h.club.Stranger, h.club.Beside, h.club.Changed = office.Take, office.Beside, func(d *game.Deal, changes []game.Change) error {
		return errors.Join(events.Changed(d, changes), ledger.Changed(d, changes))
	}
	work := game.Work{Letters: 4, Sends: 4}
	tasks := append(h.club.Tasks(work), h.club.SendTasks(work)...)
	b, err := db.Open(ctx, filepath.Join(e.Dir, "club.db"), db.Options{Tasks: append(tasks, events.Tasks(h.club)...), Quick: true})
	if err != nil {
		return nil, err
	}
	h.club.Base = b
	h.site = &site.Site{Base: b, Desk: d, Dir: filepath.Join(e.Dir, "site"), Version: e.Version}
	if h.lmtp, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	h.doors = inlet.LMTP(me.Address, h.club.Receive, h.club.Log)
	go h.doors.Serve(h.lmtp)
	h.guests = newGuests(e, h.lmtp.Addr().String())
	h.club.Box, h.guests.pending = h.guests, h.club.Pending
	return h, b.Start(context.WithoutCancel(ctx))
}

// close stops everything.
func (h *host) close() error {
	h.doors.Stop()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err := h.club.Base.Stop(ctx)
	h.club.Base.Close()
	return err
}

// join makes all people join and confirm.
func (h *host) join(ctx context.Context) error {
	for _, g := range h.guests.list {
		word := "join "
		if g.lang == "ja" {
			word = "入会 "
		}
		if err := h.guests.write(g, "Hello", word+g.name, nil); err != nil {
			return err
		}
	}
	if err := h.guests.waitFor(ctx, func(g *guest) bool { return g.letters >= 2 }); err != nil { // the question and the welcome
		return err
	}
	h.Told(words.Text("demo.joined", "n", len(h.guests.list)))
	return nil
}

// begin opens the event and the ladder, and makes people enter them and seek opponents.
func (h *host) begin(ctx context.Context) error {
	err := h.club.Do(ctx, func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: cup, Kind: events.RoundRobin, Game: "diceshogi", Control: "3d", Rated: true, Players: players})
	})
	if err != nil {
		return err
	}
	h.Told(words.Text("demo.event", "event", cup, "n", players))
	h.guests.open = true
	for _, g := range h.guests.list {
		if err := h.guests.write(g, "", h.guests.next(g, ""), g.last); err != nil {
			return err
		}
	}
	return nil
}

// result writes the site and the export, and verifies both.
func (h *host) result(ctx context.Context) (r Result, err error) {
	r = Result{
		Members: len(h.guests.list), Site: h.site.Dir, Export: filepath.Join(h.Dir, "export"), Letters: filepath.Join(h.Dir, "letters"),
		In: h.guests.written, Out: h.guests.got,
	}
	err = h.club.Base.Do(ctx, func(tx db.Tx) error {
		if _, err := db.One(tx, `select count(*) from match where state = 'over'`, nil, &r.Matches); err != nil {
			return err
		}
		t, err := events.Table(tx, cup)
		if err == nil {
			r.Table = t.Text(h.Lang)
		}
		return err
	})
	if err == nil {
		err = h.site.Write(ctx)
	}
	if err == nil {
		err = (&ledger.Log{Base: h.club.Base, Desk: h.club.Desk, Now: h.club.Now}).Append(ctx)
	}
	if err == nil {
		err = archive.Export(ctx, h.club.Base, r.Export)
	}
	if err == nil {
		r.Report, err = archive.Verify(ctx, archive.Options{Games: all.Games, Version: h.Version, Export: r.Export, Site: r.Site})
	}
	return r, err
}
