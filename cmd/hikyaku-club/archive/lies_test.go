package archive_test

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/engine/all"
	"hikyaku/kif"
)

// forgery is a change of a file of an export or of a site, and a part of the sentence in which it is found.
type forgery struct{ file, old, new, want string }

// forgeries are lies told in what was exported and published. A file is named by its end; FIRST, SECOND and THIRD are the records in
// the order of their ends. The group of old is replaced by new, all files of the name are removed without old.
var forgeries = []forgery{
	{"results.json", `"place":(2)`, "1", "FIRST.kif: the published place of "},
	{"results.json", `"R":1337\.(\d\d)`, "98", "; from the records it is 1337."},
	{"results.json", `(\n\{"file":"FIRST.*"players":\[)`, "\n{\"file\":\"FIRST.kif\",\"players\":[{},{},{}],\"x\":[", "FIRST.kif: 3 players are published; the record has 2."},
	{"results.json", `"digest":"(....)`, "beef", ": the published digest is beef"},
	{"results.json", `"ended":"(2026)`, "2025", "published as finished at 2025-"},
	{"results.json", `"name":"(Alice)"`, "Mallory", "the published name is Mallory; the record has Alice."},
	{"results.json", `"page":"(alice)"`, "bob", "Some of results.json doesn't follow"},
	{"results.json", `"event":"(Autumn open)"`, "Spring open", `published for "Spring open 1"`},
	{"results.json", `"round":2,"board":1,"players":\[(\d)`, "9", "Autumn open, round 2, board 1: the published pairing differs.\n1 thing doesn't follow"},
	{"results.json", `"Points":(2)`, "4", "line 1 of the table: according to the results it should be "},
	{"results.json", `"what":"(won)"`, "lost", "The published steps of the ladder of quoridor differ."},
	{"results.json", `"rungs":\["(Bob)"`, "Carol", "The published quoridor ladder is wrong: its steps lead to Bob, "},
	{"results.json", `(\n\{"file":[^\n]*,)\n`, "", "FIRST.kif has ended according to its record, but isn't published."},
	{"results.json", `"file":"(quoridor)-`, "quoridoor", "is published as a finished match, but there is no such record."},
	{"results.json", `\{"name":"(Autumn open)"`, "Spring open", "The event Autumn open is not published."},
	{"results.json", `\{"name":"(Autumn open)"`, "Spring open", "The event Spring open is published, but was not exported."},
	{"results.json", `"pairings":\[()`, `{"round":9,"board":9,"players":[1,2]},`, "Autumn open: 1 published pairing never took place."},
	{"results.json", `"control":"(3d)"`, "5d", "Autumn open is published with other terms or players than exported."},
	{"results.json", `"club":"(Chess)`, "Go", "The website is published under the name Go Café; the records have Chess Café."},
	{"results.json", `"address":"()"`, "https://other.example/", "of the website doesn't follow from the records"},
	{"results.json", `"version":"()"`, "9.9", "so they were not compared"},
	{"ratings.html", `(1662|1663|1500|1337)`, "2000", "The page ratings.html of the website doesn't follow"},
	{"ja/index.html", `(Alice)`, "Mallory", "The page ja/index.html of the website"},
	{"FIRST.html", `(resigned)`, "won", ".html of the website doesn't follow"},
	{"FIRST.png", `^(....)`, "\x89PNK", ".png of the website doesn't follow"},
	{"player/alice.html", "", "", "The page player/alice.html is missing"},
	{"feed.atom", `(Bob)`, "Rob", ".atom of the website doesn't follow"},
	{"club/match.jsonl", `"file":"FIRST.kif","event":"(Autumn open)"`, "Spring open", `but the signed invitation says "Autumn open, round 1. Rated."`},
	{"club/match.jsonl", `"file":"SECOND.kif".*"rated":(1)`, "0", "SECOND.kif: according to the invitation and the record the match should be rated"},
	{"club/match.jsonl", `"file":"(quoridor)-`, "quoridoor", "did not export the record"},
	{"FIRST.kif", `   1 (e2) `, "d1", "FIRST.kif: line "},
	{"SECOND.kif", `#: sign (.{8})`, "01234567", "SECOND.kif: line "},
	{"THIRD.kif", `\*Ladder of (quoridor)`, "shogi", "THIRD.kif: line "},
	{"club/pairing.jsonl", `"result":"(1-0|0-1)","round":1`, "1/2-1/2", "the club says 1/2-1/2, but according to the record"},
	{"club/pairing.jsonl", `"players":"(alice)@example.com bob@example.com`, "carol", "doesn't follow from what happened before"},
	{"club/entrant.jsonl", `alice.*"rating":(1500)`, "1499", "Alice is numbered with the rating 1499; from the records it is 1500."},
	{"club/step.jsonl", `won\\",\\"player\\":\\"(bob)`, "alice", "differs from the record"},
	{"club/step.jsonl", `(\{[^\n]*won\\"[^\n]*\n)`, "", "has ended, Alice resigned, but no step says so."},
	{"club/leaf.jsonl", `places\\":\[(2,1|1,2)\]`, "1,1", " of the log doesn't have its hash"},
	{"club/leaf.jsonl", `(\{[^\n]*result[^\n]*\n)`, "", "of the log is missing or has no valid hash"},
	{"club/root.jsonl", `"root":"(.{8})`, "AAAAAAAA", "aren't those that the club has signed"},
	{"club/root.jsonl", `"sign":"(.{12})`, "AAAAAAAAAAAA", "is invalid"},
	{"club/alias.jsonl", `"alias":"(alice)"`, "mallory", "the log says"},
}

// lie is what a lying club does to its database before it exports and publishes anew. Where relog is set, it also makes its log anew,
// which only the root of an earlier message shows.
type lie struct {
	what  string
	sql   []string
	relog bool
	want  string
}

// gone are the statements that remove a match everywhere.
func gone(where string) []string {
	return []string{
		`delete from pairing where file in (select file from match where ` + where + `)`, `delete from seat where file in (select file from match where ` + where + `)`,
		`delete from match where ` + where,
	}
}

var lies = []lie{
	{"a decided result in place of a game that was won", []string{`update pairing set decided = 1, result = case result when '1-0' then '0-1' else '1-0' end where round = 1 and file <> ''`}, false, "the director decided "},
	{"a result that is not that of the game", []string{`update pairing set result = '1/2-1/2' where round = 1 and file <> ''`}, false, "the club says 1/2-1/2"},
	{"a withdrawal from a game that was over", []string{
		`update entrant set gone = (select max(known) from pairing where players like '%carol%' and file <> '' and result <> '') where address = 'carol@example.com'`,
		`update pairing set decided = 1, result = case when players like 'carol%' then '0-1' else '1-0' end where players like '%carol%' and file <> '' and result <> ''`,
	}, false, "the club says "},
	{"an event that never was", []string{`delete from event`, `delete from entrant`, `delete from pairing`}, false, "was played for the event Autumn open, which was not exported"},
	{"an event that never was, in a new log", []string{`delete from event`, `delete from entrant`, `delete from pairing`}, true, "which was not exported"},
	{"a ladder that never was", []string{`delete from step`}, false, "was played for the ladder of quoridor, which was not exported"},
	{"a match that never was", gone(`file like '%THIRD%'`), false, "The log has this, but the records don't: result: THIRD.kif"},
	{"a match that never was, in a new log", append(gone(`file like '%THIRD%'`), `delete from step`), true, "than the one of the message|the export has only"},
	{"a rated match that does not count", []string{`update match set rated = 0 where file like '%FIRST%'`}, false, "according to the invitation and the record the match should be rated"},
	{"a match at another time", []string{`update match set ended = ended + 100000000 where file like '%FIRST%'`}, false, "published as finished at "},
	{"the round of a match", []string{`update match set round = 7 where file like '%FIRST%'`}, false, "but the signed invitation says"},
	{"a match of a ladder that is none", []string{`update match set ladder = '' where file like '%THIRD%'`}, false, "but the signed invitation says"},
	{"the end of a match of a ladder", []string{`update step set data = replace(data, (select file from match where file like '%THIRD%'), (select file from match where state = 'open'))`}, false, "Ladder of quoridor, step 6: the match in "},
	{"another winner on the ladder", []string{`update step set data = replace(data, '"won","player":"bob', '"won","player":"alice')`}, false, "differs from the record"},
	{"the ladder in another order", []string{`update step set id = 100 - id`}, false, "Ladder of quoridor, step 1"},
	{"another rating at the start", []string{`update entrant set rating = 1600 where address = 'carol@example.com'`}, false, "is numbered with the rating 1600"},
	{"others in a game", []string{`update pairing set players = 'carol@example.com alice@example.com' where round = 1 and file <> ''`}, false, "doesn't follow from what happened before"},
	{"others in a game, whose record has the players", []string{`update pairing set players = 'carol@example.com alice@example.com' where round = 1 and file <> ''`}, false, "was played by Alice – |was played by Bob – |was played by Carol – "},
	{"a game without its record", []string{`update pairing set file = 'none.kif' where round = 1 and file <> ''`}, false, "board 1: the record none.kif is missing"},
	{"a record without its game", []string{`update pairing set file = 'none.kif' where round = 1 and file <> ''`}, false, " was played for Autumn open, but isn't one of its pairings."},
	{"an event of another game", []string{`update event set data = replace(data, '"quoridor"', '"shogi"')`}, false, "the event is for shogi"},
	{"an event of another kind", []string{`update event set data = replace(data, 'round robin', 'double')`}, false, "Autumn open"},
	{"a player less", []string{`delete from entrant where address = 'alice@example.com'`}, false, "can't be read|cannot be read"},
	{"names that were exchanged", []string{`update member set name = 'x', handle = 'x' where name = 'Alice'`, `update member set name = 'Alice', handle = 'alice' where name = 'Bob'`, `update member set name = 'Bob', handle = 'bob' where name = 'x'`}, false, "In the records, Bob is someone else."},
	{"public names that were exchanged", []string{`update alias set alias = 'x' where alias = 'alice'`, `update alias set alias = 'alice' where alias = 'bob'`, `update alias set alias = 'bob' where alias = 'x'`}, false, "the log says"},
	{"a log that is dated back", []string{`update root set made = 1 where size = (select max(size) from root)`}, false, "is dated before a shorter one"},
	{"a log that was signed late", []string{`update root set made = made + 180000000000 where size = (select max(size) from root)`}, false, "Something was not added to the log until 50h0m0s after it happened."},
	{"a result that was added late", []string{`update leaf set made = made + 180000000000 where text like '%"result"%FIRST%'`}, false, "result: FIRST.kif was not added to the log until 50h0m0s after it happened."},
	{"a log whose end is not signed", []string{`delete from root where size = (select max(size) from root)`}, false, "has not signed the log of"},
	{"no log", []string{`delete from leaf`, `delete from node`, `delete from root`}, false, "the export has only 0"},
	{"a result in the log", []string{`update leaf set text = replace(replace(text, '"places":[1,2]', '"places":[x]'), '"places":[2,1]', '"places":[1,2]') where text like '%FIRST%'`}, false, "of the log doesn't have its hash"},
	{"a decision that is taken out of the log", []string{`delete from leaf where number = 3`}, false, "of the log is missing"},
}

// TestForgeries checks that each falsification of an export or a site is found.
func TestForgeries(t *testing.T) {
	p := publish(t)
	export, published := contents(t, p.export), contents(t, p.site)
	names := p.names()
	for _, f := range forgeries {
		t.Run(f.file+" "+f.new, func(t *testing.T) {
			end, old := names.Replace(f.file), names.Replace(f.old)
			again := *p
			again.TB = t
			dir := t.TempDir()
			again.export, again.site = filepath.Join(dir, "export"), filepath.Join(dir, "site")
			changed := false
			for folder, files := range map[string]map[string]string{again.export: export, again.site: published} {
				files = maps.Clone(files)
				for name, text := range files {
					if !strings.HasSuffix(name, end) || strings.HasPrefix(f.file, "ja/") != strings.HasPrefix(name, "/ja/") {
						continue
					}
					if old == "" {
						delete(files, name)
						changed = true
						continue
					}
					if at := regexp.MustCompile(old).FindStringSubmatchIndex(text); at != nil {
						files[name] = text[:at[2]] + names.Replace(f.new) + text[at[3]:]
						changed = true
					}
				}
				write(t, folder, files)
			}
			if strings.HasSuffix(f.file, ".kif") || strings.HasPrefix(f.file, "club/") {
				again.site = "" // it is found in the export
			}
			if !changed {
				t.Fatalf("no %s has %s", end, old)
			}
			again.finds(again.verify(), names.Replace(f.want))
		})
	}
}

// finds checks that one of several sentences, separated by |, is printed, and not that all is well.
func (p *published) finds(got, want string) {
	p.Helper()
	found := false
	for one := range strings.SplitSeq(want, "|") {
		found = found || strings.Contains(got, one)
	}
	if !found || strings.Contains(got, "Everything published follows") && !strings.Contains(want, "director") {
		p.Errorf("it is to say %s:\n%s", want, got)
	}
}

// names replaces FIRST, SECOND and THIRD by the names of the records.
func (p *published) names() *strings.Replacer {
	name := func(i int) string { return strings.TrimSuffix(p.files[i], ".kif") }
	return strings.NewReplacer("FIRST", name(0), "SECOND", name(1), "THIRD", name(2))
}

// TestLyingClub checks that changes made by a club in its database before exporting and publishing are found.
func TestLyingClub(t *testing.T) {
	p := publish(t)
	for _, l := range lies {
		t.Run(l.what, func(t *testing.T) {
			again := p.copied(t)
			dbtest.Must(t, again.log.Base.Do(t.Context(), func(tx db.Tx) error {
				for _, sql := range l.sql {
					if n, err := tx.Exec(p.names().Replace(sql)); err != nil || n == 0 && strings.HasPrefix(sql, "update") {
						t.Errorf("%s changes %d rows: %v", sql, n, err)
					}
				}
				return nil
			}))
			if !strings.Contains(l.want, "published") {
				again.site = "" // it is found in the export
			}
			again.publishes(l.relog)
			again.finds(again.verify(), p.names().Replace(l.want))
		})
	}
	for _, relog := range []bool{false, true} {
		t.Run("another result, signed by the club", func(t *testing.T) {
			again := p.copied(t)
			dbtest.Must(t, again.log.Base.Do(t.Context(), func(tx db.Tx) error {
				s := game.NewShelf(tx, p.hall.Club.Desk, p.hall.Clock(), nil)
				m, err := s.Open("/club/" + p.files[0])
				dbtest.Must(t, err)
				end := slices.IndexFunc(m.Record.Events, func(e kif.Event) bool { return e.Step == kif.Step(kif.Resignation) })
				before, err := s.Sign(m.Cut(end), kif.Event{Step: kif.Move("e3"), Mail: kif.Hash{1}, Posted: true}, m.Cut(end).Turn)
				dbtest.Must(t, err)
				loser := 3 - m.Outcome.Seat
				after, err := s.Sign(before, kif.Event{Step: kif.Resignation, Seat: loser, Mail: kif.Hash{1}, Posted: true}, before.Roster.PartyOf(loser))
				dbtest.Must(t, err)
				_, err = tx.Exec(`update match set record = $2, head = $3, result = $4 where file = $1`, p.files[0], after.Record.Bytes(), after.Head.String(), strings.Trim(fmt.Sprint(after.Outcome.Places), "[]"))
				if err == nil {
					_, err = tx.Exec(`update pairing set result = case result when '1-0' then '0-1' else '1-0' end where file = $1`, p.files[0])
				}
				return err
			}))
			again.site = ""
			again.publishes(relog)
			again.finds(again.verify(), map[bool]string{false: "result: " + p.files[0] + ": the log says", true: "of the log don't match the message"}[relog])
		})
	}
}

// copied returns a copy of a club, whose database can be changed.
func (p *published) copied(t *testing.T) *published {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "club.db")
	dbtest.Must(t, db.Backup(t.Context(), p.file, file))
	b, err := db.Open(t.Context(), file, db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(b.Close)
	again := *p
	again.TB, again.export, again.site = t, filepath.Join(dir, "export"), filepath.Join(dir, "site")
	again.log = &ledger.Log{Base: b, Desk: p.hall.Club.Desk, Now: p.hall.Clock}
	return &again
}

// publishes exports and publishes a club anew, with a log that it has made anew.
func (p *published) publishes(relog bool) {
	p.Helper()
	if relog {
		dbtest.Must(p, p.log.Base.Do(p.Context(), func(tx db.Tx) error {
			for _, table := range []string{"leaf", "node", "root"} {
				if _, err := tx.Exec(`delete from ` + table); err != nil {
					return err
				}
			}
			return ledger.Adopt(tx, p.log.Desk, p.hall.Clock())
		}))
		dbtest.Must(p, os.Remove(p.log.Desk.Secret+".root"))
		signed := p.log.Desk.Secret + ".root"
		defer os.WriteFile(signed, []byte("Log "+p.root+"\n"), 0o600)
		dbtest.Must(p, p.log.Append(p.Context()))
	}
	dbtest.Must(p, archive.Export(p.Context(), p.log.Base, p.export))
	if p.site != "" {
		dbtest.Must(p, (&site.Site{Base: p.log.Base, Desk: p.log.Desk, Dir: p.site}).Write(p.Context()))
	}
}

// TestNewLog checks that a rebuilt log, although complete, is detected with the root from a message.
func TestNewLog(t *testing.T) {
	p := publish(t)
	again := p.copied(t)
	again.site = ""
	again.publishes(true)
	again.finds(again.verify(), "of the log don't match the message")
	again.root = ""
	r, err := archive.Verify(t.Context(), archive.Options{Games: all.Games, Export: again.export})
	dbtest.Must(t, err)
	var b bytes.Buffer
	dbtest.Must(t, r.Write(&b, "en"))
	if strings.Contains(b.String(), "vouches for") {
		t.Errorf("without the root it says\n%s", b.String())
	}
}

// TestLostLog checks that a club can't lose its log without a word about it, and what it says of entries without a number or a text.
func TestLostLog(t *testing.T) {
	p := publish(t)
	again := p.copied(t)
	again.site, again.root = "", ""
	dbtest.Must(t, again.log.Base.Do(t.Context(), func(tx db.Tx) error {
		for _, sql := range []string{`delete from node where number > 0`, `delete from leaf where number > 0`, `delete from root where size > 1`, `update leaf set text = '', salt = ''`} {
			if _, err := tx.Exec(sql); err != nil {
				return err
			}
		}
		return nil
	}))
	dbtest.Must(t, again.log.Continue(t.Context()))
	dbtest.Must(t, again.log.Base.Do(t.Context(), func(tx db.Tx) error { return ledger.Adopt(tx, again.log.Desk, again.hall.Clock()) }))
	again.publishes(false)
	got := again.verify()
	for _, want := range []string{
		"the club declared that it had lost its data, and with it a log of 10 entries.", "The text of 1 entry of the log was deleted; their hashes remain.", "The log has 2 entries; ",
	} {
		again.finds(got, want)
	}

	p.site = ""
	dbtest.Must(t, p.hall.Club.Do(t.Context(), func(d *game.Deal) error {
		_, err := d.Begin(game.Setup{Game: all.Game("quoridor"), Players: []game.Player{{Seat: kif.Seat{Name: "Alice", Address: "alice@example.com"}}, {Seat: kif.Seat{Name: "Bob", Address: "bob@example.com"}}}})
		return err
	}))
	p.publishes(false)
	if got := p.verify(); !strings.Contains(got, "1 entry waits to be added to the log.") {
		t.Errorf("of a new match it says\n%s", got)
	}
	for _, step := range lost {
		dbtest.Must(t, p.hall.Club.Do(t.Context(), func(d *game.Deal) error {
			files, err := db.Texts(d, `select file from match where state = 'open'`)
			if err != nil {
				return err
			}
			return plays(d, files[0], step, false)
		}))
	}
	p.publishes(false)
	lacks := "The log lacks this"
	if got := p.verify(); !strings.Contains(got, "wait to be added to the log.") || !strings.Contains(got, "The log has 10 entries") || strings.Contains(got, lacks) {
		t.Errorf("with entries that have no number it says\n%s", got)
	}
	dbtest.Must(t, p.log.Base.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(`update leaf set made = (select max(made) from root) - 7200000000 where number < 0`)
		return err
	}))
	p.publishes(false)
	p.finds(p.verify(), lacks) // the last root should have it
}

// TestLyingLog checks that a root signed with another key is found, and that a club can't log other ratings than those that follow, even
// if it rebuilds the log and nobody has kept a root.
func TestLyingLog(t *testing.T) {
	p := publish(t)
	again := p.copied(t)
	again.site = ""
	secret, public, err := note.GenerateKey(rand.Reader, clubtest.Address)
	dbtest.Must(t, err)
	by, err := note.NewSigner(secret)
	dbtest.Must(t, err)
	dbtest.Must(t, again.log.Base.Do(t.Context(), func(tx db.Tx) error {
		var n, size int
		var hash string
		if _, err := db.One(tx, `select (select count(*) from root), size, root from root order by size desc limit 1`, nil, &n, &size, &hash); err != nil || n < 2 {
			t.Fatalf("%d roots: %v", n, err)
		}
		signed, err := note.Sign(&note.Note{Text: fmt.Sprintf("%s\n%d\n%s\n", clubtest.Address, size, hash)}, by)
		dbtest.Must(t, err)
		words := strings.Fields(string(signed))
		_, err = tx.Exec(`update root set sign = $1, signer = $2 where size = $3`, words[len(words)-1], public, size)
		return err
	}))
	again.publishes(false)
	again.finds(again.verify(), "The signature of the log of")

	again = p.copied(t)
	again.site, again.root = "", ""
	dbtest.Must(t, again.log.Base.Do(t.Context(), func(tx db.Tx) error {
		var key, salt, text string
		if _, err := db.One(tx, `select key, salt, text from leaf where text like '%ratings%' order by number limit 1`, nil, &key, &salt, &text); err != nil {
			return err
		}
		text = regexp.MustCompile(`"R":\d`).ReplaceAllString(text, `"R":2`)
		sum := ledger.HashOf(salt, text)
		for _, sql := range []string{`update leaf set number = -1`, `delete from node`, `delete from root`} {
			if _, err := tx.Exec(sql); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`update leaf set text = $1, hash = $2 where key = $3`, text, hex.EncodeToString(sum[:]), key)
		return err
	}))
	dbtest.Must(t, os.Remove(again.log.Desk.Secret+".root"))
	dbtest.Must(t, again.log.Append(t.Context()))
	again.publishes(false)
	again.finds(again.verify(), "the log says")
}
