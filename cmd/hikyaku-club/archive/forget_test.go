package archive_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// program is a member with hikyaku, whose mailbox is in a hall.
type program struct {
	*home.Desk
	hall    *clubtest.Hall
	courier *courier.Courier
	reports []courier.Report // of the last poll
}

// clocked is the file system of a member, with the clock of the club.
type clocked struct {
	atomicfile.OS
	hall *clubtest.Hall
}

// Now returns the time of the club.
func (c clocked) Now() time.Time { return c.hall.Clock() }

// newProgram returns a member with hikyaku.
func newProgram(h *clubtest.Hall, name string) *program {
	h.Helper()
	p := &program{hall: h, Desk: &home.Desk{
		Folder: home.Folder{Games: all.Games, System: clocked{hall: h}, Dir: h.TempDir(), Me: kif.Seat{Name: name, Address: strings.ToLower(name) + "@example.com"}},
		Secret: filepath.Join(h.TempDir(), "secret"), Links: 64,
	}}
	dbtest.Must(h, home.NewSecret(p.System, p.Secret))
	return p.machine(p.Dir)
}

// machine returns another machine of a member, with a copy of the records in dir.
func (p *program) machine(dir string) *program {
	p.hall.Helper()
	desk := *p.Desk
	desk.Dir = p.hall.TempDir()
	dbtest.Must(p.hall, os.CopyFS(desk.Dir, os.DirFS(dir)))
	other := &program{hall: p.hall, Desk: &desk}
	other.courier = &courier.Courier{
		Shelf: &desk, Box: other, Lang: "en", Memory: home.Memory{System: desk.System, File: filepath.Join(p.hall.TempDir(), "state.json")},
	}
	return other
}

// Fetch passes the messages in the member's mailbox.
func (p *program) Fetch(_ context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	for n, l := range p.hall.Box(p.Me.Address) {
		if uint32(n) < since.UID {
			continue
		}
		raw, err := l.Bytes()
		if err != nil {
			return since, err
		}
		since = mailbox.Mark{Validity: 1, UID: uint32(n + 1)}
		if err := handle(mailbox.Mail{Raw: raw, Mark: since, Received: l.Date}); err != nil {
			return since, err
		}
	}
	return since, nil
}

// Send passes a message to the club or to another member.
func (p *program) Send(ctx context.Context, l *mailbox.Letter) error {
	raw, err := l.Bytes()
	if err != nil || !l.To.Is(clubtest.Address) {
		return p.hall.Send(ctx, l)
	}
	return p.hall.Club.Receive(ctx, raw)
}

// polls reads and sends what is due.
func (p *program) polls() {
	p.hall.Helper()
	p.hall.Wait(time.Minute)
	var err error
	p.reports, _, err = p.courier.Poll(p.hall.Context())
	dbtest.Must(p.hall, err)
	p.hall.Run()
}

// copy returns the member's record of the only match.
func (p *program) copy() home.Copy {
	p.hall.Helper()
	for m, err := range p.List() {
		dbtest.Must(p.hall, err)
		c, err := p.Open(m.File)
		dbtest.Must(p.hall, err)
		return c
	}
	p.hall.Fatal("there is no match")
	panic("unreachable")
}

// signs adds a step to the member's record, and sends it.
func (p *program) signs(step kif.Step, comment string) {
	p.hall.Helper()
	p.hall.Wait(time.Minute)
	c, err := p.Change(p.copy(), func(m *match.Match) (*match.Match, error) {
		return p.Sign(m, kif.Event{Step: step, Comment: comment, Posted: true}, m.Roster.At(p.Me.Address))
	})
	dbtest.Must(p.hall, err)
	_, err = p.courier.Send(p.hall.Context(), c)
	dbtest.Must(p.hall, err)
	p.hall.Run()
}

// TestLateProgram checks that a player with hikyaku who has run out of time gets a message without the record, which the program leaves
// in the mailbox, and can still move.
func TestLateProgram(t *testing.T) {
	p := newPublished(t)
	alice := newProgram(p.hall, "Alice")
	p.do(func(d *game.Deal) error {
		for _, name := range []string{"alice", "bob"} {
			if err := join(d, name); err != nil {
				return err
			}
		}
		bob := game.Player{Seat: kif.Seat{Name: "Bob", Address: "bob@example.com"}, Accepted: kif.Hash{1}}
		_, err := d.Begin(game.Setup{Heading: game.Heading{Strict: true}, Game: all.Game("quoridor"), Control: "3d", Players: []game.Player{bob, {Seat: alice.Me}}})
		return err
	})
	p.hall.Run()
	alice.polls()
	_, err := alice.Accept(alice.Invitations()[0].Short(), "", true)
	dbtest.Must(t, err)
	alice.polls()
	p.hall.Replies("bob@example.com", "e2")
	alice.polls()
	p.hall.Wait(73 * time.Hour)
	p.hall.Run()
	told := p.hall.Last("alice@example.com")
	if text := strings.Join(strings.Fields(told.Text), " "); !strings.Contains(text, "You have run out of time against Bob. You can still move: play your move in hikyaku.") || len(told.Attachments) > 0 {
		t.Errorf("with %d attachments, the player is told: %s", len(told.Attachments), text)
	}
	alice.polls()
	if len(alice.reports) > 0 {
		t.Errorf("the program takes the message as %+v", alice.reports)
	}
	alice.signs(kif.Move("e8"), "")
	file := p.newest()
	p.do(func(d *game.Deal) error {
		m, err := d.Shelf.Open("/club/" + file)
		if err == nil && m.Ply() != 2 {
			t.Errorf("%d moves are played", m.Ply())
		}
		return err
	})
}

// TestProgramsAfterForget deletes a member whose opponent plays with hikyaku and has the complete record. The opponent's program then
// sends a move on another line, which a backup still has, and words; and the director corrects the result. Nothing of that is lost on
// either side, the club does not store the address again or write to the alias, and what the site has in memory does not count.
func TestProgramsAfterForget(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		p := newPublishedOn(t, open(db.Options{}), "")
		alice, bob := newProgram(p.hall, "Alice"), newProgram(p.hall, "Bob")
		p.site = filepath.Join(t.TempDir(), "site")
		web := &site.Site{Base: p.hall.Club.Base, Desk: p.hall.Club.Desk, Dir: p.site}
		var file string
		p.do(func(d *game.Deal) (err error) {
			for _, name := range []string{"alice", "bob"} {
				if err := join(d, name); err != nil {
					return err
				}
			}
			file, err = d.Begin(game.Setup{Game: all.Game("quoridor"), Control: "3d", Players: []game.Player{{Seat: alice.Me}, {Seat: bob.Me}}})
			return err
		})
		p.hall.Run()
		for _, who := range []*program{alice, bob} {
			who.polls()
			_, err := who.Accept(who.Invitations()[0].Short(), "", true)
			dbtest.Must(t, err)
			who.polls()
		}
		alice.polls()
		alice.signs(kif.Move("e2"), "")
		bob.polls()
		backup := bob.machine(bob.Dir)
		bob.signs(kif.Move("e8"), "")
		alice.polls()
		alice.signs(kif.Resignation, "I am alice@example.com")
		bob.polls()
		dbtest.Must(t, web.Write(t.Context()))
		if bob.copy().Outcome == nil {
			t.Fatal("the match is not over")
		}
		named := func(when string) {
			t.Helper()
			dbtest.Must(t, p.log.Append(t.Context()))
			dbtest.Must(t, web.Write(t.Context()))
			dbtest.Must(t, archive.Export(t.Context(), p.hall.Club.Base, p.export))
			for name, text := range contents(t, p.export) {
				if strings.Contains(text, "alice@example.com") {
					t.Errorf("%s %s has the address:\n%s", when, name, text)
				}
			}
			p.do(func(d *game.Deal) error {
				rows, err := db.Texts(d, `select address from alias where address in ('alice@example.com', '') union all select reader from out where reader like '%@players.example.org'
					union all select name from memory where name = $1`, courier.ReaderName("alice@example.com"))
				if len(rows) > 0 {
					t.Errorf("%s there are the rows %q", when, rows)
				}
				return err
			})
			if got := p.verify(); !strings.Contains(got, "Everything published follows") {
				t.Errorf("%s verify says\n%s", when, got)
			}
		}
		p.do(func(d *game.Deal) error { return archive.Forget(d, "alice@example.com") })
		named("after the deletion")

		backup.signs(kif.Move("e8"), "On another day")
		named("after a move on another line")
		bob.signs(kif.Say{}, "Good bye")
		named("after words")
		p.do(func(d *game.Deal) error {
			m, err := d.Shelf.Open("/club/" + file)
			if err != nil {
				return err
			}
			if last := m.Record.Events[len(m.Record.Events)-1]; last.Comment != "Good bye" {
				t.Errorf("the club's record ends with %v %q", last.Step, last.Comment)
			}
			return events.Adjudicate(d, m.Short(), standings.Drawn, game.By{Who: "dora@example.net", Why: "Agreed"})
		})
		p.hall.Run()
		bob.polls()
		if c := bob.copy(); c.Outcome.Places[0] != c.Outcome.Places[1] || c.Roster.Seat(1) != alice.Me || len(c.Record.UnknownHeaders()) > 0 {
			t.Errorf("after the decision Bob has\n%s\nand %+v", c.Record.Bytes(), bob.reports)
		}
		bob.signs(kif.Say{}, "alice@example.com told me so")
		dbtest.Must(t, p.log.Append(t.Context()))
		p.hall.Wait(8 * 24 * time.Hour)
		p.do(func(d *game.Deal) error { return nil })
		dbtest.Must(t, archive.Task(p.hall.Club).Alone(t.Context(), ""))
		named("after words with the address")
	})
}

// TestForgetNestedAddress deletes a player, with her words, whose address is a part of those of her opponents: nothing of theirs is
// deleted or changed, neither their messages nor the proofs of their moves nor what they said.
func TestForgetNestedAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		p := newPublishedOn(t, open(db.Options{}), "")
		p.site = filepath.Join(t.TempDir(), "site")
		const ann = "ann@example.com"
		others := []string{"joann@example.com", "ann@example.com.uk", "x-ann@example.com"}
		p.do(func(d *game.Deal) error { return join(d, "ann") })
		for i, other := range others {
			var file string
			p.do(func(d *game.Deal) (err error) {
				_, err = d.Exec(`insert into member (address, name, handle, lang, joined) values ($1, $2, $2, 'en', 1)`, other, fmt.Sprint("Other ", i))
				if err == nil {
					file, err = d.Begin(game.Setup{Game: all.Game("quoridor"), Control: "3d", Players: []game.Player{
						{Seat: kif.Seat{Name: "Ann", Address: ann}, Accepted: kif.Hash{1}}, {Seat: kif.Seat{Name: "Other", Address: other}, Accepted: kif.Hash{2}},
					}})
				}
				return err
			})
			p.hall.Run()
			p.hall.Replies(ann, "e2 -- I live by the sea")
			p.hall.Replies(other, "e8")
			p.do(func(d *game.Deal) error {
				c, err := d.Shelf.Open("/club/" + file)
				if err == nil {
					_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
						return d.Shelf.Sign(m, kif.Event{Step: kif.Say{}, Mail: kif.Hash{3}, Posted: true, Comment: "I am " + other}, m.Roster.At(other))
					})
				}
				return err
			})
			p.hall.Run()
			p.hall.Replies(ann, "resign")
			p.hall.Replies(ann, "yes")
			p.do(func(d *game.Deal) error {
				_, err := d.Exec(`insert into evidence (mail, file, letter, keys) values ($1, $2, $3, '{}')`, strings.Repeat("0", 63)+fmt.Sprint(i), file, packed(t, p.hall.Types(other, "Re: Quoridor", "e8", nil)))
				return err
			})
		}
		count := func(query, with string) (n int) {
			p.do(func(d *game.Deal) error {
				_, err := db.One(d, query, []any{with}, &n)
				return err
			})
			return n
		}
		p.hall.Run()
		dbtest.Must(t, p.hall.Club.Do(t.Context(), func(d *game.Deal) error {
			for _, other := range others {
				if err := d.Write(other, "news", "en", i18n.Same("News"), i18n.Same("To "+other)); err != nil {
					return err
				}
			}
			return nil
		}))
		stored := map[string]int{}
		queries := map[string]string{
			"messages": `select count(*) from letter where sender = $1 and raw is not null`, "due messages": `select count(*) from out where reader = $1 and state = 'due'`,
			"seats": `select count(*) from seat where address = $1`, "members": `select count(*) from member where address = $1`, "proofs": `select count(*) from evidence where $1 <> ''`,
		}
		for _, other := range others {
			for what, query := range queries {
				if stored[other+what] = count(query, other); stored[other+what] == 0 {
					t.Errorf("%s has no %s", other, what)
				}
			}
		}
		p.do(func(d *game.Deal) error { return archive.Forget(d, ann) })
		for _, other := range others {
			for what, query := range queries {
				if n := count(query, other); n != stored[other+what] {
					t.Errorf("%s has %d %s, of %d", other, n, what, stored[other+what])
				}
			}
			if n := count(`select count(*) from member where address = $1`, ann) + count(`select count(*) from letter where sender = $1`, ann); n != 0 {
				t.Errorf("%d rows of the deleted member are left", n)
			}
		}
		p.do(func(d *game.Deal) error {
			_, err := d.Exec(`delete from evidence`) // of no move
			return err
		})
		p.hall.Run()
		p.publishes(false)
		p.exportPublic()
		if got := p.verify(); !strings.Contains(got, "3 records are valid") || !strings.Contains(got, "Everything published follows") {
			t.Errorf("verify says\n%s", got)
		}
		dbtest.Must(t, archive.Export(t.Context(), p.hall.Club.Base, p.export))
		names, _ := game.NamesAddress(ann)
		said := 0
		for name, text := range contents(t, p.export) {
			if names(text) || strings.Contains(text, "by the sea") {
				t.Errorf("%s has the address or the words:\n%s", name, text)
			}
			for _, other := range others {
				said += strings.Count(text, "I am "+other)
			}
		}
		if said != len(others) {
			t.Errorf("%d of the opponents' words are left, of %d", said, len(others))
		}
	})
}
