package archive_test

import (
	"bytes"
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// published is a club that was exported and published: with an event of three, of which two games are over, and a ladder of two.
type published struct {
	testing.TB
	hall         *clubtest.Hall
	log          *ledger.Log
	file         string // of the database
	export, site string
	root         string   // a line of the log, if there is one
	files        []string // of the games of the event, and of the ladder
}

// newPublished returns a club without matches, which keeps a log.
func newPublished(t testing.TB) *published {
	t.Helper()
	file := dbtest.File(t)
	b, err := db.Open(t.Context(), file, db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(b.Close)
	return newPublishedOn(t, b, file)
}

// newPublishedOn is newPublished in a database, with its file if it has one.
func newPublishedOn(t testing.TB, b db.DB, file string) *published {
	t.Helper()
	p := &published{TB: t, file: file, hall: clubtest.New(t, b), export: filepath.Join(t.TempDir(), "export[1]")}
	p.log = &ledger.Log{Base: b, Desk: p.hall.Club.Desk, Now: p.hall.Clock}
	p.hall.Club.Stamp, p.hall.Club.Notice = p.log.Stamp, p.log.Notice
	p.hall.Club.Changed = func(d *game.Deal, changes []game.Change) error {
		return errors.Join(events.Changed(d, changes), ledger.Changed(d, changes))
	}
	return p
}

// join adds a member whose name, handle and address are those of a lower-case name.
func join(d *game.Deal, name string) error {
	_, err := d.Exec(`insert into member (address, name, handle, lang, joined) values ($1, $2, $3, 'en', 1)`, name+"@example.com", strings.ToUpper(name[:1])+name[1:], name)
	return err
}

func publish(t testing.TB) *published {
	t.Helper()
	return newPublished(t).publish(t)
}

// publish plays the matches of a new club, and exports and publishes it.
func (p *published) publish(t testing.TB) *published {
	t.Helper()
	p.site = filepath.Join(t.TempDir(), "site")
	p.do(func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: "Autumn open", Kind: events.RoundRobin, Game: "quoridor", Control: "3d", Rated: true, Players: 3})
	})
	for i, name := range []string{"alice", "bob", "carol"} {
		p.do(func(d *game.Deal) error {
			if err := join(d, name); err != nil {
				return err
			}
			return events.JoinLadder(d, "quoridor", name+"@example.com", kif.Hash{byte(i + 9)})
		})
		p.do(func(d *game.Deal) error {
			return events.Enter(d, "autumn open", name+"@example.com", kif.Hash{byte(i + 1)})
		})
	}
	for range 2 {
		p.loses(p.newest(), false)
	}
	p.do(func(d *game.Deal) error {
		return events.Challenge(d, "quoridor", "bob@example.com", "Alice", kif.Hash{20})
	})
	p.accepts()
	p.loses(p.newest(), true)
	root, err := p.log.Newest(t.Context())
	dbtest.Must(t, err)
	p.root = root.Line()
	dbtest.Must(t, archive.Export(t.Context(), p.hall.Club.Base, p.export))
	dbtest.Must(t, (&site.Site{Base: p.hall.Club.Base, Desk: p.hall.Club.Desk, Dir: p.site}).Write(t.Context()))
	return p
}

// accepts lets Alice accept Bob's challenge. Lots are drawn until she has the first seat, so that the same is found in the same lie.
func (p *published) accepts() {
	p.Helper()
	p.hall.Wait(24 * time.Hour)
	second := errors.New("Alice has the second seat")
	for err := second; err != nil; {
		err = p.hall.Club.Do(p.Context(), func(d *game.Deal) error {
			if err := events.Answer(d, "quoridor", "alice@example.com", true, kif.Hash{21}); err != nil {
				return err
			}
			var step string
			if _, err := db.One(d, `select data from step where data like '%accepted%'`, nil, &step); err != nil {
				return err
			}
			c, err := d.Shelf.Open("/club/" + openFile.FindString(step) + ".kif")
			if err == nil {
				c, _, err = d.Shelf.Attend(c)
			}
			if err == nil && c.Roster.Seat(1).Name != "Alice" {
				err = second
			}
			return err
		})
		if !errors.Is(err, second) {
			dbtest.Must(p, err)
		}
	}
	dbtest.Must(p, p.log.Append(p.Context()))
}

// do does work in a transaction of its own, a day later.
func (p *published) do(work func(*game.Deal) error) {
	p.Helper()
	p.hall.Wait(24 * time.Hour)
	dbtest.Must(p, p.hall.Club.Do(p.Context(), work))
	dbtest.Must(p, p.log.Append(p.Context()))
}

// newest is the file of the match that was begun last.
func (p *published) newest() (file string) {
	p.Helper()
	p.do(func(d *game.Deal) error {
		_, err := db.One(d, `select file from match order by made desc`, nil, &file)
		return err
	})
	p.files = append(p.files, file)
	return file
}

// loses plays a move of each player of a match, and lets one resign: Alice, if she is to, else who has the first seat.
func (p *published) loses(file string, alice bool) {
	p.Helper()
	for _, step := range lost {
		p.do(func(d *game.Deal) error { return plays(d, file, step, alice) })
	}
}

// lost are the steps of a match that is lost.
var lost = []kif.Step{kif.Move("e2"), kif.Move("e8"), kif.Resignation}

// plays makes a step of the player to move in a match, or lets Alice resign.
func plays(d *game.Deal, file string, step kif.Step, alice bool) error {
	c, err := d.Shelf.Open("/club/" + file)
	if err != nil {
		return err
	}
	_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
		e := kif.Event{Step: step, Mail: kif.Hash{1}, Posted: true, Comment: "Good luck"}
		party := m.Turn
		if step == kif.Resignation && alice {
			party = m.Roster.At("alice@example.com")
			e.Seat = m.Roster.SeatOf(party)
		}
		return d.Shelf.Sign(m, e, party)
	})
	return err
}

// verify returns what is found, one sentence a line.
func (p *published) verify() string {
	p.Helper()
	r, err := archive.Verify(p.Context(), archive.Options{Games: all.Games, Export: p.export, Site: p.site, Root: p.root})
	dbtest.Must(p, err)
	var b bytes.Buffer
	dbtest.Must(p, r.Write(&b, "en"))
	return b.String()
}

// honest is what is said of an honest club, with NAME for each player.
const honest = `4 records are valid in every move, signature and throw; 3 have ended, 0 of them with a result signed by the players themselves.
FILE: the result (NAME resigned) rests on what the club reported for NAME and NAME.
FILE: the result (NAME resigned) rests on what the club reported for NAME and NAME.
FILE: the result (NAME resigned) rests on what the club reported for NAME and NAME.
Nothing was changed or left out of the 10 entries that the message vouches for.
The log has 10 entries; each was signed within 1 minute.
An export can't show who really played, or a match that was never recorded.
An export shows what a director decided, but not whether it was right.
Everything published follows from the records.
`

// TestVerify checks that nothing is found in what an honest club publishes, and what is said instead.
func TestVerify(t *testing.T) {
	p := publish(t)
	got := p.verify()
	for what, named := range map[string]string{"FILE": `quoridor-\w{8}\.kif`, "NAME": `Alice|Bob|Carol`} {
		got = regexp.MustCompile(named).ReplaceAllString(got, what)
	}
	if got != honest {
		t.Errorf("it says\n%s", got)
	}
	dbtest.Must(t, os.WriteFile(filepath.Join(p.export, "broken.kif"), []byte("?"), 0o600))
	p.finds(p.verify(), "broken.kif")
	dbtest.Must(t, os.Remove(filepath.Join(p.export, "broken.kif")))
	results := filepath.Join(p.site, site.ResultsFile)
	data, err := os.ReadFile(results)
	dbtest.Must(t, err)
	one := regexp.MustCompile(`\n\{"file":[^\n]*,(\n)`).FindSubmatchIndex(data)
	dbtest.Must(t, os.WriteFile(results, slices.Concat(data[:one[2]], data[one[0]:]), 0o600))
	dbtest.Must(t, os.WriteFile(filepath.Join(p.site, "added.html"), nil, 0o600))
	dbtest.Must(t, os.Symlink("index.html", filepath.Join(p.site, "linked.html")))
	p.root = regexp.MustCompile(`.{8}$`).ReplaceAllString(p.root, "AAAAAAA=")
	got = p.verify()
	for _, want := range []string{".kif is published twice.", "added.html on the website doesn't come from", "linked.html on the website doesn't come from", "The signature in the message isn't this club's."} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q:\n%s", want, got)
		}
	}
}

// TestDecisionBeforeTheNextRoot checks that a decision, and its correction, may wait for the next root, but not longer, even if the
// match is no longer rated, or is rated again.
func TestDecisionBeforeTheNextRoot(t *testing.T) {
	p := publish(t)
	for _, result := range []standings.Outcome{standings.Drawn, standings.Void, standings.FirstWon} {
		p.hall.Wait(24 * time.Hour)
		dbtest.Must(t, p.hall.Club.Do(t.Context(), func(d *game.Deal) error {
			return events.Decide(d, "Autumn open", 1, 1, result, game.By{Who: "dora@example.net", Why: "Both agreed"})
		}))
		p.publishes(false)
		if got := p.verify(); !strings.Contains(got, "Everything published follows") {
			t.Errorf("with a decision that the log doesn't have yet it says\n%s", got)
		}
		dbtest.Must(t, p.log.Append(t.Context()))
		p.publishes(false)
		if got := p.verify(); !strings.Contains(got, "Everything published follows") {
			t.Errorf("with a decision that the log has it says\n%s", got)
		}
	}
	dbtest.Must(t, p.log.Base.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(`update pairing set known = known - 1000000 where decided = 1`)
		return err
	}))
	p.publishes(false)
	p.finds(p.verify(), "the log says")
}

// TestVerifyAsked checks that a site whose pages are drawn when they are asked for is verified with the pages that it has, and that
// a changed one is found.
func TestVerifyAsked(t *testing.T) {
	p := publish(t)
	p.site = filepath.Join(t.TempDir(), "site")
	s := &site.Site{Base: p.hall.Club.Base, Desk: p.hall.Club.Desk, Dir: p.site, OnDemand: true}
	dbtest.Must(t, s.Write(t.Context()))
	pages := []string{"match/" + strings.TrimSuffix(p.files[0], ".kif") + ".html", "ja/player/alice.html"}
	for _, name := range pages {
		if found, err := s.Draw(t.Context(), name); err != nil || !found {
			t.Fatalf("%s is not drawn: %t, %v", name, found, err)
		}
	}
	if got := p.verify(); !strings.Contains(got, "Everything published follows") {
		t.Errorf("verify says\n%s", got)
	}
	for _, name := range pages {
		file := filepath.Join(p.site, name)
		data, err := os.ReadFile(file)
		dbtest.Must(t, err)
		dbtest.Must(t, os.WriteFile(file, bytes.Replace(data, []byte("<title>"), []byte("<title>Mallory "), 1), 0o644))
		if got := p.verify(); !strings.Contains(got, name) {
			t.Errorf("verify does not name %s:\n%s", name, got)
		}
	}
}

// TestWithdrawals checks that no decision of a director is reported where two players withdrew from a game one after the other.
func TestWithdrawals(t *testing.T) {
	p := newPublished(t)
	p.do(func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: "Cup", Kind: events.RoundRobin, Game: "quoridor", Control: "3d", Players: 4})
	})
	for i, name := range []string{"alice", "bob", "carol", "dan"} {
		p.do(func(d *game.Deal) error {
			if err := join(d, name); err != nil {
				return err
			}
			return events.Enter(d, "Cup", name+"@example.com", kif.Hash{byte(i + 1)})
		})
	}
	for _, name := range []string{"bob", "carol"} { // who play at the second board
		p.hall.Wait(time.Hour)
		p.do(func(d *game.Deal) error {
			return events.Withdraw(d, "Cup", name+"@example.com")
		})
	}
	dbtest.Must(t, p.log.Append(t.Context()))
	p.publishes(false)
	if got := p.verify(); strings.Contains(got, "the director decided") || !strings.Contains(got, "Everything published follows") {
		t.Errorf("verify says\n%s", got)
	}
}

// TestNoMatches checks that an export is verified before the first match of a club, and that another folder isn't taken for one.
func TestNoMatches(t *testing.T) {
	p := newPublished(t)
	p.site = filepath.Join(t.TempDir(), "site")
	p.do(func(d *game.Deal) error { return join(d, "alice") })
	dbtest.Must(t, p.log.Append(t.Context()))
	p.publishes(false)
	if got := p.verify(); !strings.Contains(got, "Everything published follows") {
		t.Errorf("an honest club without matches: %s", got)
	}
	dbtest.Must(t, os.Remove(filepath.Join(p.site, "players.html")))
	if got := p.verify(); !strings.Contains(got, "players.html") {
		t.Errorf("a page is missing: %s", got)
	}
	dbtest.Must(t, os.WriteFile(filepath.Join(p.export, "club", "root.jsonl"), nil, 0o600))
	if got := p.verify(); !strings.Contains(got, "The export has no log") {
		t.Errorf("without a log: %s", got)
	}
	_, err := archive.Verify(t.Context(), archive.Options{Games: all.Games, Export: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "isn't a club's export") {
		t.Errorf("an empty folder: %v", err)
	}
}

// TestOneMatch checks that the name of a club is known from its only match, whose invitation is in Japanese, that the match may have
// strict time limits, and that its public form is valid although a move looks like an address.
func TestOneMatch(t *testing.T) {
	p := newPublished(t)
	p.site, p.hall.Club.Lang = filepath.Join(t.TempDir(), "site"), "ja"
	file := ""
	p.do(func(d *game.Deal) (err error) {
		s := game.Setup{Heading: game.Heading{Rated: true, Strict: true}, Game: all.Game("goryujin"), Control: "3d"}
		for i, name := range []string{"Alice", "Bob"} {
			s.Players = append(s.Players, game.Player{Seat: kif.Seat{Name: name, Address: strings.ToLower(name) + "@example.com"}, Accepted: kif.Hash{byte(i + 1)}})
		}
		file, err = d.Begin(s)
		return err
	})
	p.do(func(d *game.Deal) error {
		c, err := d.Shelf.Open(path.Join(game.Folder, file))
		if err == nil { // the move looks like a mail address
			_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
				return d.Shelf.Sign(m, kif.Event{Step: kif.Move("P2@AD2"), Mail: kif.Hash{1}, Posted: true}, m.Turn)
			})
		}
		return err
	})
	p.publishes(false)
	root, err := p.log.Newest(t.Context())
	dbtest.Must(t, err)
	p.root = root.Line()
	if got := p.verify(); !strings.Contains(got, "of the 1 entry that the message vouches for") || !strings.Contains(got, "Everything published follows") {
		t.Errorf("of its only root it says\n%s", got)
	}
	file = filepath.Join(p.site, site.ResultsFile)
	data, err := os.ReadFile(file)
	dbtest.Must(t, err)
	dbtest.Must(t, os.WriteFile(file, bytes.Replace(data, []byte(`"club":"Chess`), []byte(`"club":"Go`), 1), 0o600))
	p.finds(p.verify(), "but not whether it was right.\nThe website is published under the name Go Café; the records have Chess Café.")
	dbtest.Must(t, os.WriteFile(file, data, 0o600))
	p.exportPublic()
	if got := p.verify(); !strings.Contains(got, "1 entry of matches had an address or text removed.") || !strings.Contains(got, "Everything published follows") {
		t.Errorf("of its public export it says\n%s", got)
	}
}

// TestSigned tells what rests on the signatures of the players from what rests on the word of the club, in the folder of somebody who
// has been an umpire.
func TestSigned(t *testing.T) {
	sits := func(name string) *home.Desk {
		d := &home.Desk{Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Dir: t.TempDir(), Me: kif.Seat{Name: name, Address: strings.ToLower(name) + "@example.com"}}, Secret: filepath.Join(t.TempDir(), "secret"), Links: 64}
		dbtest.Must(t, home.NewSecret(d.System, d.Secret))
		return d
	}
	umpire, alice, bob := sits("Umpire"), sits("Alice"), sits("Bob")
	for _, writes := range []bool{false, true} { // Bob has a mail program, or hikyaku
		c, err := umpire.Invite(home.Invitation{Game: all.Game("quoridor"), Umpire: true, Seat: 1, Others: []kif.Seat{alice.Me, bob.Me}})
		dbtest.Must(t, err)
		signs := func(d *home.Desk, step kif.Step) {
			e := kif.Event{Step: step, Posted: true}
			who := c.Roster.At(d.Me.Address)
			if d == bob && writes {
				d, e.Mail = umpire, kif.Hash{1}
			}
			var m *match.Match
			if step == kif.Step(kif.Accept{}) && d != umpire {
				_, err = d.Queue(c.Match)
				dbtest.Must(t, err)
				accepted, err := d.Accept(c.Short(), "", true)
				dbtest.Must(t, err)
				m = accepted.Match
			} else {
				m, err = d.Sign(c.Match, e, who)
				dbtest.Must(t, err)
			}
			dbtest.Must(t, umpire.Put(c, m))
			c.Match = m
			c, _, err = umpire.Attend(c)
			dbtest.Must(t, err)
		}
		signs(alice, kif.Accept{})
		signs(bob, kif.Accept{})
		signs(alice, kif.Move("e2"))
		signs(bob, kif.Move("e8"))
		signs(alice, kif.Resignation)
	}
	for range 3 { // more matches without an umpire don't hide who the umpire is
		_, err := umpire.Invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Others: []kif.Seat{alice.Me}})
		dbtest.Must(t, err)
	}
	p := &published{TB: t, export: umpire.Dir}
	if got := p.verify(); !strings.Contains(got, "2 have ended, 1 of them with a result signed by the players themselves.") || strings.Count(got, "rests on what the club reported for Bob.") != 1 {
		t.Errorf("it says\n%s", got)
	}
}

// TestImported checks that an event that continues a tournament report is verified, with each result of the report as a decision.
func TestImported(t *testing.T) {
	p := newPublished(t)
	report, err := standings.ReadReport("012 Cup\nXXR 2\n" +
		"001    1      Carol                             1500                             0.0    3     2 w 0\n" +
		"001    2      Bob                               1600                             1.0    1     1 b 1\n" +
		"001    3      Dan                                  0                             1.0    2  0000 - +\n")
	dbtest.Must(t, err)
	p.do(func(d *game.Deal) error {
		return errors.Join(join(d, "bob"), join(d, "carol"), join(d, "dan"), events.Import(d, events.Definition{Game: "quoridor", Control: "3d", Rated: true}, report, func(name string) (string, error) {
			return strings.ToLower(name) + "@example.com", nil
		}))
	})
	p.site = filepath.Join(t.TempDir(), "site")
	dbtest.Must(t, archive.Export(t.Context(), p.hall.Club.Base, p.export))
	dbtest.Must(t, (&site.Site{Base: p.hall.Club.Base, Desk: p.hall.Club.Desk, Dir: p.site}).Write(t.Context()))
	if got := p.verify(); !strings.Contains(got, "Everything published follows") || !strings.Contains(got, "Cup") {
		t.Errorf("it says\n%s", got)
	}
}

// TestSeeds checks that players may be numbered by their ratings before or after a match that ended in the moment in which the event
// began. They have played before.
func TestSeeds(t *testing.T) {
	for _, first := range []bool{false, true} { // whether the match ends before the event begins
		p := newPublished(t)
		s := game.Setup{Heading: game.Heading{Rated: true}, Game: all.Game("quoridor"), Control: "3d"}
		for i, name := range []string{"alice", "bob"} {
			p.do(func(d *game.Deal) error { return join(d, name) })
			s.Players = append(s.Players, game.Player{Seat: kif.Seat{Name: strings.ToUpper(name[:1]) + name[1:], Address: name + "@example.com"}, Accepted: kif.Hash{byte(i + 1)}})
		}
		begin := func(d *game.Deal) error {
			_, err := d.Begin(s)
			return err
		}
		p.do(begin)
		p.loses(p.newest(), false)
		p.do(func(d *game.Deal) error {
			return errors.Join(begin(d), events.Define(d, events.Definition{Name: "Cup", Kind: events.RoundRobin, Game: "quoridor", Control: "3d", Rated: true, Players: 2}))
		})
		file := p.newest()
		for _, step := range lost[:2] {
			p.do(func(d *game.Deal) error { return plays(d, file, step, false) })
		}
		works := []func(d *game.Deal) error{
			func(d *game.Deal) error { return plays(d, file, lost[2], false) },
			func(d *game.Deal) error {
				return errors.Join(events.Enter(d, "Cup", "alice@example.com", kif.Hash{1}), events.Enter(d, "Cup", "bob@example.com", kif.Hash{2}))
			},
		}
		if !first {
			slices.Reverse(works)
		}
		for _, work := range works {
			dbtest.Must(t, p.hall.Club.Do(t.Context(), work))
		}
		p.do(func(d *game.Deal) error {
			n := 0
			_, err := db.One(d, `select count(*) from entrant where rating in (1338, 1662)`, nil, &n)
			if (n == 0) != first {
				t.Errorf("%d players are numbered by their rating before the match", n)
			}
			return err
		})
		dbtest.Must(t, archive.Export(t.Context(), p.hall.Club.Base, p.export))
		if got := p.verify(); !strings.HasSuffix(got, honestly) {
			t.Errorf("verify says\n%s", got)
		}
		rows := filepath.Join(p.export, "club/entrant.jsonl")
		data, err := os.ReadFile(rows)
		dbtest.Must(t, err)
		dbtest.Must(t, os.WriteFile(rows, regexp.MustCompile(`"rating":\d+`).ReplaceAll(data, []byte(`"rating":1`)), 0o600))
		p.finds(p.verify(), "Cup: Alice is numbered with the rating 1; from the records it is 1280.")
	}
}

// TestLateResult checks that a result may be recorded after one that came later, and words long after the end of a match.
func TestLateResult(t *testing.T) {
	p := newPublished(t)
	s := game.Setup{Heading: game.Heading{Rated: true}, Game: all.Game("quoridor"), Control: "30d"}
	for i, name := range []string{"alice", "bob"} {
		p.do(func(d *game.Deal) error { return join(d, name) })
		s.Players = append(s.Players, game.Player{Seat: kif.Seat{Name: strings.ToUpper(name[:1]) + name[1:], Address: name + "@example.com"}, Accepted: kif.Hash{byte(i + 1)}})
	}
	for range 2 {
		p.do(func(d *game.Deal) error {
			_, err := d.Begin(s)
			return err
		})
		file := p.newest()
		for _, step := range lost[:2] {
			p.do(func(d *game.Deal) error { return plays(d, file, step, false) })
		}
	}
	p.do(func(d *game.Deal) error { return plays(d, p.files[0], lost[2], false) })
	p.hall.Wait(-12 * time.Hour)
	dbtest.Must(t, p.hall.Club.Do(t.Context(), func(d *game.Deal) error { return plays(d, p.files[1], lost[2], true) }))
	p.hall.Wait(24 * time.Hour)
	dbtest.Must(t, p.log.Append(t.Context()))
	p.hall.Wait(5 * 24 * time.Hour)
	p.do(func(d *game.Deal) error {
		c, err := d.Shelf.Open("/club/" + p.files[1])
		if err == nil {
			_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
				return d.Shelf.Sign(m, kif.Event{Step: kif.Say{}, Mail: kif.Hash{3}, Posted: true, Comment: "Thank you"}, m.Roster.At("bob@example.com"))
			})
		}
		return err
	})
	p.publishes(false)
	if got := p.verify(); !strings.HasSuffix(got, honestly) {
		t.Errorf("verify says\n%s", got)
	}
}

// TestLeftLadder checks that a match of the ladder counts for nothing after one of its players has left the ladder, or has lost another
// match on time.
func TestLeftLadder(t *testing.T) {
	for _, late := range []bool{false, true} {
		p := newPublished(t)
		for i, name := range []string{"alice", "bob", "carol"} {
			p.do(func(d *game.Deal) error {
				return errors.Join(join(d, name), events.JoinLadder(d, "quoridor", name+"@example.com", kif.Hash{byte(i + 9)}))
			})
		}
		for _, pair := range [][2]string{{"bob", "alice"}, {"carol", "bob"}} {
			p.do(func(d *game.Deal) error {
				return events.Challenge(d, "quoridor", pair[0]+"@example.com", pair[1], kif.Hash{20})
			})
			p.do(func(d *game.Deal) error {
				return events.Answer(d, "quoridor", pair[1]+"@example.com", true, kif.Hash{21})
			})
			p.newest()
		}
		left := p.files[1]
		if late {
			left = p.files[0]
			p.do(func(d *game.Deal) error {
				m, err := d.Shelf.Open("/club/" + p.files[1])
				if err != nil || m.Turn == m.Roster.At("bob@example.com") {
					return err
				}
				return plays(d, p.files[1], kif.Move("e2"), false)
			})
			p.hall.Wait(10 * 24 * time.Hour)
			p.do(func(d *game.Deal) error { return lapses(d, p.files[1]) })
		} else {
			p.do(func(d *game.Deal) error { return events.Leave(d, "carol@example.com") })
		}
		p.loses(left, false)
		p.publishes(false)
		if got := p.verify(); !strings.HasSuffix(got, honestly) {
			t.Errorf("verify says\n%s", got)
		}
	}
}

// lapses ends a match whose player to move is out of time.
func lapses(d *game.Deal, file string) error {
	c, err := d.Shelf.Open("/club/" + file)
	if err != nil {
		return err
	}
	_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
		umpire, lapsed := m.Roster.Umpire(), *m
		lapsed.Claim = m.Lapsed(umpire, d.At)
		return d.Shelf.Sign(m, lapsed.Confirmation(umpire), umpire)
	})
	return err
}
