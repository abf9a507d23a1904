package game_test

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

var alice, bob = kif.Seat{Name: "Alice", Address: "alice@example.com"}, kif.Seat{Name: "Bob", Address: "bob@example.net"}

// begins lets the club invite Alice and Bob.
func begins(h *clubtest.Hall, of string) {
	h.Helper()
	dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
		_, err := d.Shelf.Invite(home.Invitation{Game: all.Game(of), Umpire: true, Seat: 1, Others: []kif.Seat{alice, bob}, PerMove: "3d"})
		return err
	}))
	h.Run()
}

// matchOf is the only match of a club with a record.
func matchOf(h *clubtest.Hall) (m *match.Match, state string) {
	h.Helper()
	dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
		var file string
		found, err := db.One(d, `select file, state from match where file <> 'another.kif'`, nil, &file, &state)
		if err != nil || !found {
			return err
		}
		c, err := d.Shelf.Open(path.Join("/club", file))
		m = c.Match
		return err
	}))
	return m, state
}

// TestMatchBegins checks that a match of two players who have asked for it by mail begins immediately, with its heading in its
// first entry.
func TestMatchBegins(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		setup := game.Setup{Heading: game.Heading{Event: "Autumn open", Round: 3, Rated: true}, Game: all.Game("quoridor"), Toss: true, Control: "3d"}
		for i, p := range []kif.Seat{alice, bob} {
			setup.Players = append(setup.Players, game.Player{Seat: p, Accepted: kif.Hash{byte(i + 1)}})
		}
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			_, err := d.Begin(setup)
			return err
		}))
		h.Run()
		m, state := matchOf(h)
		if state != "open" || m.Roster.Joining() != 0 || !m.Roster.Tossed || m.Record.Events[0].Comment != "Autumn open, round 3. Rated." {
			t.Errorf("the match is %s: %v", state, m.Record.Events[0].Comment)
		}
		first := m.Roster.Parties[m.Turn-1].Address
		h.Replies(first, "e2")
		if m, _ := matchOf(h); m.Ply() != 1 {
			t.Errorf("%d plies are played: %s", m.Ply(), h.Last(first).Text)
		}
		rows := 0
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			_, err := db.One(d, `select count(*) from match where event = 'Autumn open' and round = 3 and rated = 1`, nil, &rows)
			return err
		}))
		if rows != 1 {
			t.Error("the row does not say what the match counts for")
		}
	})
}

// counted are the calls of a counter.
type counted map[string]int

func (c counted) Read(outcome string, waited time.Duration) {
	c[fmt.Sprint("read ", outcome, waited)]++
}
func (c counted) Sent(outcome string, sinceArrival time.Duration) {
	c[fmt.Sprint("sent ", outcome, sinceArrival)]++
}
func (c counted) Changed(begun, ended bool) { c[fmt.Sprint("changed ", begun, ended)]++ }

// TestCounts checks what is counted of a match.
func TestCounts(t *testing.T) {
	b, got := onFile(t), counted{}
	h := clubtest.New(t, b)
	h.Club.Base, h.Club.Counts = b, got // a repeated transaction is counted too
	mover, waits := strictly(h, "quoridor")
	for _, line := range []struct{ who, text string }{{mover, "e2"}, {waits, "e8"}, {mover, "resign"}, {mover, "yes"}} {
		raw := h.Types(line.who, "Re: "+h.Last(line.who).Subject, line.text, h.Last(line.who))
		dbtest.Must(t, h.Club.Receive(t.Context(), raw))
		h.Wait(3 * time.Second)
		h.Run()
	}
	begins(h, "quoridor")
	want := counted{
		"read taken3s": 3, "read answered3s": 1, "sent sent0s": 4, "sent sent3s": 7, "changed true false": 2, "changed false false": 2, "changed false true": 1,
	}
	if !maps.Equal(got, want) {
		t.Errorf("it is counted %v, want %v", got, want)
	}
}

// TestMatchByLetter lets two members with mail programs play.
func TestMatchByLetter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		begins(h, "quoridor")
		h.Replies("alice@example.com", "accept")
		h.Replies("bob@example.net", "accept")
		for _, move := range []string{"e2", "e8", "e3", "e7"} {
			m, _ := matchOf(h)
			h.Replies(m.Roster.Parties[m.Turn-1].Address, move)
		}
		m, state := matchOf(h)
		if m.Ply() != 4 || state != "open" {
			t.Fatalf("%d plies are played, and the match is %s: %q", m.Ply(), state, h.Last("alice@example.com").Text)
		}
		h.Replies(m.Roster.Parties[m.Turn-1].Address, "resign")
		h.Replies(m.Roster.Parties[m.Turn-1].Address, "yes")
		if m, state = matchOf(h); m.Outcome == nil || state != "over" {
			t.Errorf("the match is %s", state)
		}
	})
}

// TestTimeIsOver checks that a waiting player is notified once that the opponent has run out of time, and wins by claiming it.
func TestTimeIsOver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		begins(h, "quoridor")
		h.Replies(alice.Address, "accept")
		h.Replies(bob.Address, "accept")
		h.Replies(alice.Address, "e2")
		h.Wait(72*time.Hour - 10*time.Minute)
		h.Run()
		before := len(h.All())
		h.Wait(20 * time.Minute)
		h.Run()
		h.Wait(time.Hour)
		h.Run()
		if n := len(h.All()) - before; n != 1 || !strings.HasPrefix(h.Last(alice.Address).Text, "Bob's time ran out on ") {
			t.Fatalf("%d letters say that the time is over: %s", n, h.Last(alice.Address).Text)
		}
		h.Replies(alice.Address, "claim")
		h.Replies(alice.Address, "yes")
		if m, state := matchOf(h); m.Outcome == nil || state != "over" || m.Outcome.Places[0] != 1 {
			t.Errorf("the match is %s: %s", state, h.Last(alice.Address).Text)
		}
	})
}

// TestClubIsInvited checks that an invitation to the club itself is refused, and read only once.
func TestClubIsInvited(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		dir := t.TempDir()
		own := &home.Desk{Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Me: alice, Dir: dir}, Secret: filepath.Join(dir, "secret"), Links: 8}
		c, err := own.Invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Others: []kif.Seat{{Name: "Club", Address: clubtest.Address}}})
		dbtest.Must(t, err)
		r, err := c.Record.Shared()
		dbtest.Must(t, err)
		l := &mailbox.Letter{
			From: mailbox.Address{Addr: alice.Address}, To: mailbox.Address{Addr: clubtest.Address}, Date: time.Now(), Subject: "An invitation", MessageID: "<invitation@example.com>",
			Text: "Play with me.", Attachments: []mailbox.Attachment{{Name: "match.kif", Type: "application/octet-stream", Data: r.Bytes()}},
		}
		raw, err := l.Bytes()
		dbtest.Must(t, err)
		dbtest.Must(t, h.Club.Receive(t.Context(), raw))
		h.Run()
		outcome := ""
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			_, err := db.One(d, `select outcome from letter where read > 0`, nil, &outcome)
			return err
		}))
		if outcome != "refused" {
			t.Errorf("the invitation is %q", outcome)
		}
	})
}

// TestAnswerByReferences checks that a reply is recognized that names the message it answers only in References, as some mail
// programs do.
func TestAnswerByReferences(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			return d.Write(alice.Address, "seek.7", "en", i18n.Same("A challenge"), i18n.Same("Will you play?"))
		}))
		h.Run()
		id := h.Last(alice.Address).MessageID
		for _, test := range []struct {
			from   string
			reply  mailbox.Letter
			proved bool
		}{
			{alice.Address, mailbox.Letter{InReplyTo: id}, true},
			{alice.Address, mailbox.Letter{References: []string{"<older@example.org>", id}}, true},
			{alice.Address, mailbox.Letter{References: []string{id}}, true},
			{alice.Address, mailbox.Letter{References: []string{id, "<newer@example.org>"}}, false},
			{alice.Address, mailbox.Letter{}, false},
			{bob.Address, mailbox.Letter{References: []string{id}}, false},
		} {
			test.reply.From.Addr = test.from
			dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
				about, proved, err := d.Answers(&test.reply)
				if proved != test.proved || proved && about != "seek.7" {
					t.Errorf("%+v is about %q, proved %v", test.reply, about, proved)
				}
				return err
			}))
		}
	})
}

// TestReplyIsThreaded checks that an answer names the message that it answers, and the last ones before it.
func TestReplyIsThreaded(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	older := make([]string, 12)
	for i := range older {
		older[i] = fmt.Sprintf("<%d@example.org>", i)
	}
	for from, l := range map[string]mailbox.Letter{
		"a@example.org": {MessageID: "<now@example.org>", References: older}, "b@example.org": {MessageID: "<now@example.org>"}, "c@example.org": {References: older},
	} {
		l.From.Addr = from
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error { return d.Reply(&l, "en", i18n.Same("Yes")) }))
		h.Run()
		got, want := h.Last(from), []string(nil)
		if l.MessageID != "" {
			want = append(slices.Clone(l.References[min(2, len(l.References)):]), l.MessageID)
		}
		if got.InReplyTo != l.MessageID || !slices.Equal(got.References, want) {
			t.Errorf("the answer to %s is one to %q, after %q", from, got.InReplyTo, got.References)
		}
	}
}

// TestEnd checks that a match ends when the message arrives that ends it, whatever is said later, or when the club gives it up.
func TestEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		begins(h, "quoridor")
		h.Replies(alice.Address, "accept")
		h.Replies(bob.Address, "accept")
		h.Replies(alice.Address, "e2")
		h.Wait(5 * time.Hour)
		h.Replies(bob.Address, "resign")
		h.Replies(bob.Address, "yes")
		ended := h.Clock()
		m, _ := matchOf(h)
		events := len(m.Record.Events)
		h.Wait(5 * time.Hour)
		h.Replies(alice.Address, "> Thank you for the game!")
		h.Replies(alice.Address, "say Thank you for the game!")
		if m, _ = matchOf(h); m.Outcome == nil || len(m.Record.Events) == events {
			t.Fatalf("nothing is said after the end: %s", h.Last(alice.Address).Text)
		}
		wantEnd := func(where string, want time.Time) {
			t.Helper()
			dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
				var at int64
				_, err := db.One(d, `select ended from match where `+where, nil, &at)
				if got := db.Time(at); !got.Equal(want) {
					t.Errorf("the match ended at %s, not %s", got, want)
				}
				return err
			}))
		}
		wantEnd(`game = 'quoridor'`, ended)
		begins(h, "shogi")
		h.Wait(5 * time.Hour)
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			var file string
			if _, err := db.One(d, `select file from match where game = 'shogi'`, nil, &file); err != nil {
				return err
			}
			c, err := d.Shelf.Open(path.Join(game.Folder, file))
			if err != nil {
				return err
			}
			_, err = d.Shelf.Resign(c, 0, true)
			return err
		}))
		wantEnd(`game = 'shogi'`, h.Clock())
		h.Run() // so that the next letters are the newest
		begins(h, "rengi")
		h.Replies(alice.Address, "accept")
		h.Replies(bob.Address, "accept")
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			var file string
			if _, err := db.One(d, `select file from match where game = 'rengi'`, nil, &file); err != nil {
				return err
			}
			c, err := d.Shelf.Open(path.Join(game.Folder, file))
			if err != nil {
				return err
			}
			after, err := d.Shelf.Sign(c.Match, kif.Event{Step: kif.Resignation, Mail: kif.Hash{9}, Posted: true, Came: d.At.Add(-time.Minute)}, c.Turn)
			if err != nil {
				return err
			}
			return d.Shelf.Put(c, after)
		}))
		wantEnd(`game = 'rengi'`, h.Clock().Add(-time.Minute))
	})
}

// TestSeats checks who may write about a match: its players, who have a seat, and its observers.
func TestSeats(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			_, err := d.Shelf.Invite(home.Invitation{
				Game: all.Game("quoridor"), Umpire: true, Seat: 1, Others: []kif.Seat{alice, bob}, Observers: []kif.Seat{{Name: "Carol", Address: "Carol@example.com"}},
			})
			return err
		}))
		h.Run()
		h.Replies(alice.Address, "accept")
		h.Replies(bob.Address, "accept")
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			got, err := db.Texts(d, `select address || ' ' || seat from seat order by address`)
			if want := []string{"alice@example.com 1", "bob@example.net 2", "carol@example.com 0"}; !slices.Equal(got, want) {
				t.Errorf("the seats are %q, want %q", got, want)
			}
			return err
		}))
	})
}

// TestCrossing checks that a transaction is done again if another has changed one of its matches meanwhile.
func TestCrossing(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	strictly(h, "quoridor")
	m, _ := matchOf(h)
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		c, err := d.Shelf.Open(path.Join(game.Folder, m.FileName()))
		dbtest.Must(t, err)
		_, err = d.Exec(`update match set head = 'another'`)
		dbtest.Must(t, err)
		_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
			return d.Shelf.Sign(m, kif.Event{Step: kif.Move("e2"), Mail: kif.Hash{1}, Posted: true}, m.Turn)
		})
		dbtest.Must(t, err)
		if _, err = d.Shelf.Settle(); !errors.Is(err, db.ErrBusy) {
			t.Errorf("the match is changed all the same: %v", err)
		}
		_, err = d.Exec(`update match set head = $1`, m.Head.String())
		return err
	}))
}

// TestVoid checks that a message about entries that are no longer in a match isn't sent, and that it isn't tried again.
func TestVoid(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	var left int
	for _, work := range []func(d *game.Deal) error{
		func(d *game.Deal) error {
			_, err := d.Begin(game.Setup{Game: all.Game("quoridor"), Players: []game.Player{{Seat: alice}, {Seat: bob}}})
			return err
		},
		func(d *game.Deal) error {
			_, err := d.Exec(`update out set events = 9`)
			return err
		},
	} {
		dbtest.Must(t, h.Club.Do(t.Context(), work))
	}
	h.Run()
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		_, err := db.One(d, `select count(*) from out where state <> 'void'`, nil, &left)
		return err
	}))
	if n := len(h.All()); n != 0 || left != 0 {
		t.Errorf("%d messages are sent, and %d are left", n, left)
	}
}

// TestSentTogether checks that one job sends several messages, each once and in the language of its reader, and that the first message
// of a match explains it even if it is sent after the first move.
func TestSentTogether(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	setup := game.Setup{Heading: game.Heading{Event: "Autumn open", Round: 3}, Game: all.Game("quoridor"), Control: "3d"}
	for i, p := range []kif.Seat{alice, bob} {
		setup.Players = append(setup.Players, game.Player{Seat: p, Accepted: kif.Hash{byte(i + 1)}})
	}
	others := []string{"carol@example.com", "dan@example.com"}
	var file string
	for n, who := range others {
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) (err error) {
			if n == 1 {
				file, err = d.Begin(setup)
			}
			return errors.Join(err, d.Write(who, "news", "en", i18n.Same("News"), i18n.Same("News of the club")))
		}))
		if jobs, err := h.Club.Base.Jobs(t.Context()); err != nil || len(jobs) != 1 || jobs[0].Task != game.SendTask || jobs[0].N != n+1 {
			t.Errorf("after %d transactions, the jobs are %+v, %v", n+1, jobs, err)
		}
	}
	var ids []string
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		if err := d.Courier.Meet(&mailbox.Letter{From: mailbox.Address{Addr: bob.Address}}, "ja"); err != nil {
			return err
		}
		c, err := d.Shelf.Open(path.Join(game.Folder, file))
		if err != nil {
			return err
		}
		if c.Roster.Tossed || c.Roster.Name(c.Roster.PartyOf(1)) != alice.Name {
			t.Errorf("without a toss, %s begins", c.Roster.Name(c.Roster.PartyOf(1)))
		}
		_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
			return d.Shelf.Sign(m, kif.Event{Step: kif.Move("e2"), Mail: kif.Hash{1}, Posted: true}, m.Turn)
		})
		if err == nil {
			ids, err = db.Texts(d, `select id from out where state = 'due'`)
		}
		return err
	}))
	for range 2 {
		dbtest.Must(t, h.Club.SendTasks(game.Work{})[0].Alone(t.Context(), strings.Join(ids, " ")))
	}
	for who, text := range map[string]string{alice.Address: "Your match begins. Autumn open, round 3.", bob.Address: "対局が始まります。"} {
		if box := h.Box(who); len(box) != 1 || !strings.HasPrefix(box[0].Text, text) {
			t.Errorf("%s gets %d messages, the last of which is %s", who, len(box), h.Last(who).Text)
		}
	}
	for _, who := range others {
		if box := h.Box(who); len(box) != 1 {
			t.Errorf("%s gets %d messages", who, len(box))
		}
	}
}

// TestBeginsOnce checks that only the first message to a player says that the match begins.
func TestBeginsOnce(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		setup := game.Setup{Game: all.Game("quoridor"), Control: "3d"}
		for i, p := range []kif.Seat{alice, bob} {
			setup.Players = append(setup.Players, game.Player{Seat: p, Accepted: kif.Hash{byte(i + 1)}})
		}
		_, err := d.Begin(setup)
		return err
	}))
	h.Run()
	h.Replies(alice.Address, "draw")
	h.Replies(bob.Address, "Hello!")
	for _, who := range []string{alice.Address, bob.Address} {
		for n, l := range h.Box(who) {
			if says := strings.Contains(l.Text, "Your match begins."); says != (n == 0) {
				t.Errorf("it is %t that message %d to %s says that the match begins:\n%s", says, n+1, who, l.Text)
			}
		}
		if n := len(h.Box(who)); n < 2 {
			t.Errorf("%s gets %d messages", who, n)
		}
	}
}
