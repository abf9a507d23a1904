package archive_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
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
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// exportPublic exports what anybody may have of the club, which must be every record.
func (p *published) exportPublic() {
	p.Helper()
	p.export = filepath.Join(p.TempDir(), "public")
	left, err := archive.ExportPublic(p.Context(), p.log.Base, p.hall.Club.Desk, 0, p.export)
	if err != nil || len(left) > 0 {
		p.Fatalf("%v are left out: %v", left, err)
	}
}

// TestPublic wants the public export to be verified like the other one, with the same site and the same log, and to contain no
// address and no words but those that both players publish. No other reader takes its records.
func TestPublic(t *testing.T) {
	p := publish(t)
	for _, talk := range []bool{false, true} {
		if talk {
			dbtest.Must(t, p.log.Base.Do(t.Context(), func(tx db.Tx) error {
				_, err := tx.Exec(`update member set words = 1`)
				return err
			}))
			p.publishes(false)
		}
		p.exportPublic()
		got := p.verify()
		for _, want := range []string{"4 records are valid", "Nothing was changed or left out of the 10 entries", "had an address or text removed", "Everything published follows"} {
			if !strings.Contains(got, want) {
				t.Errorf("of the public form it does not say %q:\n%s", want, got)
			}
		}
		said := 0
		for name, text := range contents(t, p.export) {
			if strings.Contains(text, "@example.com") {
				t.Errorf("%s has an address:\n%s", name, text)
			}
			said += strings.Count(text, "Good luck")
			if !strings.HasSuffix(name, ".kif") {
				continue
			}
			if !strings.Contains(text, "alice@players.example.org") && !strings.Contains(text, "carol@players.example.org") {
				t.Errorf("%s has no alias:\n%s", name, text)
			}
			r, err := kif.Read([]byte(text))
			dbtest.Must(t, err)
			if n := strings.Count(text, "#: withheld "); talk && n > 1 {
				t.Errorf("%d entries of %s are withheld, not only the one with the addresses:\n%s", n, name, text)
			}
			if r.Events[0].Withheld != (kif.Withheld{}) {
				t.Errorf("%s is read as it is by anybody", name)
			}
			if strings.Contains(text, site.LeftOut) || strings.Contains(text, "公開") {
				t.Errorf("%s says that words were left out, or that it is public, without need:\n%s", name, text)
			}
		}
		if (said > 0) != talk {
			t.Errorf("%d words are published, where it is %t that they may be", said, talk)
		}
		shown := 0
		for _, text := range contents(t, p.site) {
			shown += strings.Count(text, "Good luck")
		}
		if (shown > 0) != talk {
			t.Errorf("the site shows %d words, where it is %t that it may", shown, talk)
		}
	}
}

// TestPublicRows compares the rows of a public export with testdata, but for those of matches and of the log, whose order is random.
// Members have settings, and a match is sought.
func TestPublicRows(t *testing.T) {
	p := publish(t)
	p.do(func(d *game.Deal) error {
		d.Change(`update member set words = 1, away = '2026-12-01 2026-12-24', digest = 'daily', lost = '550', program = 6, told = 7, gone = 8, barred = 9, unreachable = 10`)
		d.Change(`insert into seek (address, game, options, control, against, players, rated, engines, made, until, letter, state) values ('bob@example.com', 'quoridor', '', '3d', '', 2, 1, 0, 1, 2, '', 'open')`)
		return nil
	})
	p.exportPublic()
	all, got := contents(t, filepath.Join(p.export, archive.Folder)), ""
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains([]string{"/leaf.jsonl", "/match.jsonl", "/root.jsonl"}, name) {
			got += "=== " + name + "\n" + p.same(all[name])
		}
	}
	dbtest.Golden(t, "public.txt", got, *update)
}

// somebody matches a mail address that isn't the club's or one of its aliases.
var somebody = regexp.MustCompile(`[\w.%+-]+@(?:example\.(?:com|net)|(?:[\w-]+\.)+\w+)`)

// TestNoAddresses wants no mail address in anything that is published or that verify needs: pages, feeds, the public export and the
// entries of the log. The addresses come from the members, from what they say, from a director's reasons and from a refused message.
func TestNoAddresses(t *testing.T) {
	p := publish(t)
	open := ""
	p.do(func(d *game.Deal) error {
		if err := d.Lose("Carol@example.com", game.By{Who: "dora@example.net", Why: "550 5.1.1 carol@example.com"}); err != nil {
			return err
		}
		if _, err := db.One(d, `select file from match where state = 'open'`, nil, &open); err != nil {
			return err
		}
		_, err := d.Exec(`update member set words = 1`)
		return err
	})
	p.do(func(d *game.Deal) error {
		m, err := d.Shelf.Open("/club/" + p.files[0])
		if err != nil {
			return err
		}
		return events.Adjudicate(d, m.Short(), standings.Drawn, game.By{Who: "dora@example.net", Why: "Bob wrote from bob.at.home@example.com"})
	})
	p.do(func(d *game.Deal) error {
		c, err := d.Shelf.Open("/club/" + open)
		if err == nil {
			_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
				return d.Shelf.Sign(m, kif.Event{Step: kif.Move("e2"), Mail: kif.Hash{1}, Posted: true, Comment: "Write to me at alice.home@example.com"}, m.Turn)
			})
		}
		return err
	})
	p.publishes(false)
	p.exportPublic()
	if got := p.verify(); !strings.Contains(got, "Everything published follows") || !strings.Contains(got, "director") {
		t.Errorf("verify says\n%s", got)
	}
	published := contents(t, p.export)
	for name, text := range contents(t, p.site) {
		published["site"+name] = text
	}
	said := 0
	for name, text := range published {
		said += strings.Count(text, "Good luck")
		for _, address := range somebody.FindAllString(text, -1) {
			if address != "club@example.org" && !strings.HasSuffix(address, "@players.example.org") {
				t.Errorf("%s has the address %s", name, address)
			}
		}
	}
	if len(published) < 60 || said == 0 || !strings.Contains(published["/club/leaf.jsonl"], "alice") {
		t.Errorf("%d files are published, with %d words", len(published), said)
	}
}

// TestForget checks that no trace of a player's address is left, and that everything that follows from the records is unchanged.
func TestForget(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		p := newPublishedOn(t, open(db.Options{}), "").publish(t)
		forget := func(address string) error {
			return p.hall.Club.Do(t.Context(), func(d *game.Deal) error { return archive.Forget(d, address) })
		}
		p.do(func(d *game.Deal) error {
			d.Log(game.Decision{By: game.By{Who: "dora@example.net", Why: "bob@example.com asked me"}, What: game.Withdrawn, Member: "bob@example.com"})
			return nil
		})
		p.hall.Run()
		for _, text := range []string{"ボブさん（Bob@Example.com）へのメールが戻ってきます。", "Mail to Bob@Example.com comes back.", "Nobody is named."} {
			p.hall.Writes("dora@example.net", "About a member", text)
		}
		report := func(to string) []byte {
			return fmt.Appendf(nil, "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.net\r\nTo: club@example.org\r\nMessage-ID: <%s>\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"+
				"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\nFinal-Recipient: rfc822; %[1]s\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"+
				"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <club.news.abcdefghij@example.org>\r\n\r\nNews\r\n--b--\r\n", to)
		}
		stored := func(address string) (n int) {
			p.do(func(d *game.Deal) error {
				list, err := db.All(d, `select sender, raw from letter union all select reader, whole from out`, nil, func(r db.Rows) (text string, err error) {
					var raw []byte
					err = r.Scan(&text, &raw)
					return text + string(raw), err
				})
				for _, text := range list {
					n += strings.Count(strings.ToLower(text), address)
				}
				return err
			})
			return n
		}
		if stored("bob@example.com") == 0 {
			t.Error("no message names Bob")
		}
		remembered := func() (n int) {
			p.do(func(d *game.Deal) error {
				list, err := db.All(d, `select data from memory where name like 'club-%'`, nil, func(r db.Rows) (data []byte, err error) { return data, r.Scan(&data) })
				for _, data := range list {
					n += bytes.Count(data, []byte("bob@example.com"))
				}
				return err
			})
			return n
		}
		if remembered() == 0 {
			t.Error("nothing is remembered of the messages to Bob")
		}
		p.do(func(d *game.Deal) error {
			return errors.Join(d.Write("Bob@Example.com", "news", "en", i18n.Same("News"), i18n.Same("To the address as it was typed")),
				d.Write("dora@example.net", "news", "en", i18n.Same("News"), i18n.Same("Of bob@example.com")))
		})
		dbtest.Must(t, forget("Bob@example.com"))
		if n, due := remembered(), stored("bob@example.com"); n != 0 || due != 0 {
			t.Errorf("the address is remembered in %d places of matches, and %d messages name it", n, due)
		}
		dbtest.Must(t, p.hall.Club.Receive(t.Context(), report("bob@example.com")))
		p.hall.Run()
		if n, kept := stored("bob@example.com"), stored("about a member"); n != 0 || kept != 1 {
			t.Errorf("%d messages name the address, and %d of one without it are kept", n, kept)
		}
		dbtest.Must(t, p.log.Append(t.Context()))
		dbtest.Must(t, archive.Export(t.Context(), p.hall.Club.Base, p.export))
		dbtest.Must(t, (&site.Site{Base: p.hall.Club.Base, Desk: p.hall.Club.Desk, Dir: p.site}).Write(t.Context()))
		got, withheld := p.verify(), 0
		for _, text := range contents(t, p.export) {
			withheld += strings.Count(text, "#: withheld ")
		}
		for _, want := range []string{"4 records are valid", fmt.Sprintf("%d entries of matches had", withheld), "Nothing was changed or left out of the 10 entries", "Everything published follows"} {
			if !strings.Contains(got, want) {
				t.Errorf("after Bob was deleted it does not say %q:\n%s", want, got)
			}
		}
		for name, text := range contents(t, p.export) {
			if strings.Contains(strings.ToLower(text), "bob@example.com") {
				t.Errorf("%s still has the address:\n%s", name, text)
			}
		}
		if all := contents(t, p.site)["/players.html"]; !strings.Contains(all, ">Bob<") {
			t.Errorf("the results of Bob are gone:\n%s", all)
		}
		dbtest.Must(t, forget("alice@example.com"))
		data, err := os.ReadFile(filepath.Join(p.export, p.files[0]))
		dbtest.Must(t, err)
		if n := strings.Count(string(data), "#: withheld "); n == 0 || n == len(data) {
			t.Errorf("the record is\n%s", data)
		}
		p.do(func(d *game.Deal) error {
			_, err := d.Exec(`insert into step (ladder, at, data) values ('quoridor', 1, 'dora@example.net')`)
			return err
		})
		if err := forget("dora@example.net"); err == nil {
			t.Error("an address is forgotten although a step that has it cannot be read")
		}
	})
}

// TestWithheldByOthers checks that a club ignores a player's claim that something is withheld.
func TestWithheldByOthers(t *testing.T) {
	desk := game.Desk{Me: kif.Seat{Address: "club@example.org"}}
	record := func(address string) []byte {
		return []byte("#KIF version=2.0 encoding=UTF-8\n棋種：quoridor\n先手：Alice <" + address + ">\n手数----指手---------消費時間--\n   1 e2\n#: withheld " + strings.Repeat("ab", 32) + "\n")
	}
	for address, want := range map[string]bool{"alice@example.com": false, "alice@players.example.org": true} {
		r, err := desk.Parse("", record(address))
		dbtest.Must(t, err)
		if got := r.Events[0].Withheld != (kif.Withheld{}); got != want {
			t.Errorf("in a record of %s it is %t that something is withheld", address, got)
		}
	}
}

// TestForgetInMatchesOfOthers checks that the address of a deleted member is deleted from what others have said about it: at once if
// their match has been over for a week, and otherwise a week after its end. No public form contains it at any time.
func TestForgetInMatchesOfOthers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		p := newPublishedOn(t, open(db.Options{}), "").publish(t)
		var over []string // one of them on a ladder
		var running string
		p.do(func(d *game.Deal) error {
			if err := join(d, "dan"); err != nil {
				return err
			}
			if err := join(d, "an"); err != nil { // an@example.com is a part of dan@example.com
				return err
			}
			var err error
			if over, err = db.Texts(d, `select file from match where state = 'over'`); err == nil {
				_, err = db.One(d, `select file from match where state = 'open'`, nil, &running)
			}
			return err
		})
		direct := func(file, why string, result standings.Outcome) {
			p.do(func(d *game.Deal) error {
				m, err := d.Shelf.Open("/club/" + file)
				if err != nil {
					return err
				}
				return events.Adjudicate(d, m.Short(), result, game.By{Who: "dora@example.net", Why: why})
			})
		}
		for _, file := range over {
			direct(file, "Asked by Dan@Example.com.", standings.Drawn)
		}
		p.do(func(d *game.Deal) error {
			return d.Rule(running, kif.PauseOffer{}, "（dan@example.com）に聞きました。")
		})
		naming := func() (files []string) {
			p.do(func(d *game.Deal) error {
				return db.Each(d, `select file, record from match order by file`, nil, func(r db.Rows) error {
					var file string
					var data []byte
					err := r.Scan(&file, &data)
					if strings.Contains(strings.ToLower(string(data)), "dan@example.com") {
						files = append(files, file)
					}
					return err
				})
			})
			return files
		}
		rewrite := func() {
			p.do(func(d *game.Deal) error { return nil })
			dbtest.Must(t, archive.Task(p.hall.Club).Alone(t.Context(), ""))
		}
		wants := func(when string, want ...string) {
			t.Helper()
			slices.Sort(want)
			if got := naming(); !slices.Equal(got, want) {
				t.Errorf("%s the address is in %q, want %q", when, got, want)
			}
			p.publishes(false)
			p.exportPublic()
			if got := p.verify(); !strings.Contains(got, "Everything published follows") {
				t.Errorf("%s verify says\n%s", when, got)
			}
			for _, dir := range []string{p.export, p.site} {
				for name, text := range contents(t, dir) {
					if strings.Contains(strings.ToLower(text), "dan@example.com") {
						t.Errorf("%s %s has the address", when, name)
					}
				}
			}
		}
		wants("before", append(slices.Clone(over), running)...)
		p.hall.Wait(8 * 24 * time.Hour)
		p.do(func(d *game.Deal) error { return archive.Forget(d, "an@example.com") })
		p.do(func(d *game.Deal) error { return archive.Forget(d, "dan@example.com") })
		wants("after the deletion", running)
		direct(running, "The end", standings.Drawn)
		rewrite()
		wants("just after the end", running)
		p.hall.Wait(8 * 24 * time.Hour)
		rewrite()
		wants("a week after the end")
		p.do(func(d *game.Deal) error {
			left, err := db.Texts(d, `select address from forget`)
			if len(left) > 0 {
				t.Errorf("it is still remembered that %q were to be deleted", left)
			}
			return err
		})
	})
}

// TestMovedAddress checks that an address to which a player moves during a match, and that of a proposed substitute, have aliases like
// the first ones.
func TestMovedAddress(t *testing.T) {
	p := newPublished(t)
	p.site = filepath.Join(t.TempDir(), "site")
	alice, bob := newProgram(p.hall, "Alice"), newProgram(p.hall, "Bob")
	p.do(func(d *game.Deal) (err error) {
		for _, name := range []string{"alice", "bob"} {
			if err := join(d, name); err != nil {
				return err
			}
		}
		_, err = d.Begin(game.Setup{Game: all.Game("quoridor"), Control: "3d", Players: []game.Player{{Seat: alice.Me}, {Seat: bob.Me}}})
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
	alice.signs(kif.NewAddress{Address: "al.new@example.com"}, "")
	bob.polls()
	bob.signs(kif.Substitute{Who: kif.Seat{Name: "Cara", Address: "cara@example.com"}}, "")
	dbtest.Must(t, p.log.Append(t.Context()))
	p.publishes(false)
	if stored := strings.Join(slices.Collect(maps.Values(contents(t, p.export))), ""); !strings.Contains(stored, "al.new@example.com") || !strings.Contains(stored, "cara@example.com") {
		t.Fatal("the club has not heard of the new address or the substitute")
	}
	p.exportPublic()
	if got := p.verify(); !strings.Contains(got, "Everything published follows") {
		t.Errorf("verify says\n%s", got)
	}
	for _, dir := range []string{p.export, p.site} {
		for name, text := range contents(t, dir) {
			if strings.Contains(text, "@example.com") {
				t.Errorf("%s has an address:\n%s", name, text)
			}
		}
	}
}

// TestNoPublicForm checks that a record without a public form is reported, and that nothing of it is exported. Its players can't be
// deleted.
func TestNoPublicForm(t *testing.T) {
	p := publish(t)
	p.do(func(d *game.Deal) error {
		var data []byte
		if _, err := db.One(d, `select record from match where file = $1`, []any{p.files[0]}, &data); err != nil {
			return err
		}
		_, err := d.Exec(`update match set record = $2 where file = $1`, p.files[0], bytes.Replace(data, []byte("\n手数"), []byte("\n4dan@example.com：a key\nbob@example.com：another\n手数"), 1))
		return err
	})
	p.export = filepath.Join(t.TempDir(), "public")
	left, err := archive.ExportPublic(t.Context(), p.log.Base, p.hall.Club.Desk, 0, p.export)
	if err != nil || !slices.Equal(left, p.files[:1]) {
		t.Fatalf("%q are left out, want %q: %v", left, p.files[:1], err)
	}
	all := contents(t, p.export)
	for name, text := range all {
		if strings.Contains(name, p.files[0]) || strings.Contains(text, "@example.com") {
			t.Errorf("%s is exported:\n%s", name, text)
		}
	}
	if strings.Contains(all["/club/match.jsonl"], p.files[0]) || !strings.Contains(all["/club/match.jsonl"], p.files[1]) {
		t.Errorf("of the matches these are exported:\n%s", all["/club/match.jsonl"])
	}
	err = p.hall.Club.Do(t.Context(), func(d *game.Deal) error { return archive.Forget(d, "bob@example.com") })
	if err == nil || err.Error() != "The address can't be removed from "+p.files[0]+", so nothing was deleted." {
		t.Errorf("the deletion of a player in it ends with %v", err)
	}
}
