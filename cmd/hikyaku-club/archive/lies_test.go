package archive_test

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

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
	"hikyaku/match"
)

var update = flag.Bool("update", false, "write what is found in lies anew")

// forgery is a change of a file of an export or of a site.
type forgery struct{ file, old, new string }

// forgeries are lies told in what was exported and published. A file is named by its end; FIRST, SECOND and THIRD are the records in
// the order of their ends. The group of old is replaced by new, all files of the name are removed without old.
var forgeries = []forgery{
	{"results.json", `^(.)`, "x"},
	{"results.json", `"place":(2)`, "1"},
	{"results.json", `"R":1337\.(\d\d)`, "98"},
	{"results.json", `"rating":(\{[^}]*\})`, "null"},
	{"results.json", `(\n\{"file":"FIRST.*"players":\[)`, "\n{\"file\":\"FIRST.kif\",\"players\":[{},{},{}],\"x\":["},
	{"results.json", `()\n\{"file":"THIRD`, "\n{\"file\":\"FIRST.kif\"},"},
	{"results.json", `(\n\{"file":[^\n]*,)\n`, ""},
	{"results.json", `"file":"(quoridor-........)\.kif","digest":`, "none"},
	{"results.json", `"digest":"(.{64})`, "beef"},
	{"results.json", `"game":"(quoridor)"`, "shogi"},
	{"results.json", `"rules":"(players=2)`, "players=3"},
	{"results.json", `"event":"(Autumn open)"`, "Spring open"},
	{"results.json", `"event":"Autumn open","round":(2)`, "1"},
	{"results.json", `"ladder":"(quoridor)"`, "rengi"},
	{"results.json", `"rated":(true),"ended"`, "false"},
	{"results.json", `"ended":"(2026)`, "2025"},
	{"results.json", `"name":"(Alice)"`, "Mallory"},
	{"results.json", `"page":"(alice)"`, "bob"},
	{"results.json", `\{"name":"(Autumn open)"`, "Spring open"},
	{"results.json", `"control":"(3d)"`, "5d"},
	{"results.json", `"entrants":\[\{"name":"(Alice)"`, "Mallory"},
	{"results.json", `"round":2,"board":1,"players":\[(\d)`, "9"},
	{"results.json", `(,\{"round":3[^]]*\][^}]*\})`, ""},
	{"results.json", `()\],"table"`, `,{"round":9,"board":9,"players":[1,2]}`},
	{"results.json", `"Points":(2)`, "4"},
	{"results.json", `"(table)":\{`, "x"},
	{"results.json", `"what":"(won)"`, "lost"},
	{"results.json", `"rungs":\["(Bob)"`, "Carol"},
	{"results.json", `"ladders":\[\n\{"game":"(quoridor)`, "rengi"},
	{"results.json", `"club":"(Chess)`, "Go"},
	{"results.json", `"address":"()"`, "https://other.example/"},
	{"results.json", `"version":"()"`, "9.9"},
	{"ratings.html", `(1662|1663|1500|1337)`, "2000"},
	{"ja/index.html", `(Alice)`, "Mallory"},
	{"FIRST.html", `(resigned)`, "won"},
	{"FIRST.png", `^.(PNG)`, "PNK"},
	{"player/alice.html", "", ""},
	{"feed.atom", `(Bob)`, "Rob"},
	{"club/match.jsonl", `"file":"FIRST.kif","event":"(Autumn open)"`, "Spring open"},
	{"club/match.jsonl", `"file":"FIRST.kif".*"strict":(0)`, "1"},
	{"club/match.jsonl", `"file":"SECOND.kif".*"rated":(1)`, "0"},
	{"club/match.jsonl", `(\{"file":"SECOND[^\n]*\n)`, "$1$1"},
	{"club/match.jsonl", `"file":"(THIRD)`, "quoridor-00000000"},
	{"club/match.jsonl", `(\{)"file":"FIRST`, "x"},
	{"FIRST.kif", `   1 (e2) `, "d1"},
	{"SECOND.kif", `#: sign (.{8})`, "01234567"},
	{"THIRD.kif", `\*Ladder of (quoridor)`, "shogi"},
	{"club/pairing.jsonl", `"result":"(1-0|0-1)","round":1`, "1/2-1/2"},
	{"club/pairing.jsonl", `"result":"(1-0|0-1)","round":1`, ""},
	{"club/pairing.jsonl", `"players":"(alice)@example.com bob@example.com`, "carol"},
	{"club/pairing.jsonl", `"file":"(FIRST)`, "SECOND"},
	{"club/pairing.jsonl", `(\{)`, "{{"},
	{"club/entrant.jsonl", `alice.*"rating":(1500)`, "1499"},
	{"club/step.jsonl", `won\\",\\"player\\":\\"(bob)`, "alice"},
	{"club/step.jsonl", `(\{[^\n]*won\\"[^\n]*\n)`, ""},
	{"club/leaf.jsonl", `result FIRST.*places\\":\[(2,1)\]`, "1,1"},
	{"club/leaf.jsonl", `result FIRST.*"hash":"(..)`, "zz"},
	{"club/leaf.jsonl", `result FIRST.*"hash":"(..)`, ""},
	{"club/leaf.jsonl", `result FIRST.*"hash":"(..)`, "beef"},
	{"club/leaf.jsonl", `result FIRST.*"number":(\d)`, "7"},
	{"club/root.jsonl", `"root":"(.{8})[^\n]*"size":7`, "AAAAAAAA"},
	{"club/root.jsonl", `"sign":"(.{12})[^\n]*"size":7`, "AAAAAAAAAAAA"},
	{"club/root.jsonl", `"signer":"(club)[^\n]*"size":7`, "klub"},
	{"club/root.jsonl", `"size":(7)`, "11"},
	{"club/root.jsonl", `"size":(7)`, "-7"},
	{"club/root.jsonl", `(?s)^(.*)$`, ""},
	{"club/member.jsonl", `"address":"(bob)@`, "alice"},
	{"club/alias.jsonl", `"alias":"(alice)"`, "mallory"},
}

// lie is what a lying club does to its database before it exports.
type lie struct {
	what string
	sql  []string
	also string // what it makes anew besides the export: its "log", which only the root of an earlier message shows, or its "site"
	do   func(*published, db.Tx) error
}

// gone are the statements that remove a match everywhere.
func gone(where string) []string {
	return []string{
		`delete from pairing where file in (select file from match where ` + where + `)`, `delete from seat where file in (select file from match where ` + where + `)`,
		`delete from match where ` + where,
	}
}

var lies = []lie{
	{"a decided result in place of a game that was won", []string{`update pairing set decided = 1, result = case result when '1-0' then '0-1' else '1-0' end where round = 1 and file <> ''`}, "", nil},
	{"a decided result like that of the game", []string{`update pairing set decided = 1 where round = 1`}, "", nil},
	{"a decided result of a game that goes on", []string{`update pairing set decided = 1, result = '1-0', known = at where round = 3`}, "", nil},
	{"a withdrawal from a game that was over", []string{
		`update entrant set gone = (select max(known) from pairing where players like '%carol%' and file <> '' and result <> '') where address = 'carol@example.com'`,
		`update pairing set decided = 1, result = case when players like 'carol%' then '0-1' else '1-0' end where players like '%carol%' and file <> '' and result <> ''`,
	}, "", nil},
	{"an event that never was", []string{`delete from event`, `delete from entrant`, `delete from pairing`}, "", nil},
	{"an event that has not begun", []string{`update event set begun = 0`}, "", nil},
	{"a ladder that never was", []string{`delete from step`}, "", nil},
	{"a match that never was", gone(`file like '%THIRD%'`), "", nil},
	{"a match that never was, in a new log", append(gone(`file like '%THIRD%'`), `delete from step`), "log", nil},
	{"a match at another time", []string{`update match set ended = ended + 100000000 where file like '%FIRST%'`}, "site", nil},
	{"the round of a match", []string{`update match set round = 7 where file like '%FIRST%'`}, "", nil},
	{"a match for nothing", []string{`update match set event = '', round = 0, rated = 0 where file like '%FIRST%'`}, "", nil},
	{"a match of a ladder that is none", []string{`update match set ladder = '' where file like '%THIRD%'`}, "", nil},
	{"the end of a match of a ladder", []string{`update step set data = replace(data, (select file from match where file like '%THIRD%'), (select file from match where state = 'open'))`}, "", nil},
	{"another winner on the ladder", []string{`update step set data = replace(data, '"won","player":"bob', '"won","player":"alice')`}, "", nil},
	{"nobody wins on the ladder", []string{`update step set data = replace(data, '"won","player":"bob@example.com"', '"nobody won"')`}, "", nil},
	{"the ladder in another order", []string{`update step set id = 100 - id`}, "", nil},
	{"another rating at the start", []string{`update entrant set rating = 1600 where address = 'carol@example.com'`}, "", nil},
	{"others in a game", []string{`update pairing set players = 'carol@example.com alice@example.com' where round = 1 and file <> ''`}, "", nil},
	{"a game without its record", []string{`update pairing set file = 'other.kif' where round = 1 and file <> ''`}, "", nil},
	{"an event of another game", []string{`update event set data = replace(data, '"quoridor"', '"shogi"')`}, "", nil},
	{"an event with other rules", []string{`update event set data = replace(data, 'third-pawn=none', 'third-pawn=ring')`}, "", nil},
	{"an event of another kind", []string{`update event set data = replace(data, 'round robin', 'double')`}, "", nil},
	{"a player less", []string{`delete from entrant where address = 'alice@example.com'`}, "", nil},
	{"a decided game of a player less", []string{`delete from entrant where address = 'alice@example.com'`, `update pairing set decided = 1 where round = 2`}, "", nil},
	{"names that were exchanged", []string{`update member set name = 'x', handle = 'x' where name = 'Alice'`, `update member set name = 'Alice', handle = 'alice' where name = 'Bob'`, `update member set name = 'Bob', handle = 'bob' where name = 'x'`}, "", nil},
	{"public names that were exchanged", []string{`update alias set alias = 'x' where alias = 'alice'`, `update alias set alias = 'alice' where alias = 'bob'`, `update alias set alias = 'bob' where alias = 'x'`}, "", nil},
	{"a log that is dated back", []string{`update root set made = 1 where size = (select max(size) from root)`}, "", nil},
	{"a log that was signed late", []string{`update root set made = made + 180000000000 where size = (select max(size) from root)`}, "", nil},
	{"a result that was added late", []string{`update leaf set made = made + 180000000000 where text like '%"result"%FIRST%'`}, "", nil},
	{"an invitation that was added late", []string{`update leaf set made = made + 180000000000 where text like '%"invitation"%THIRD%'`}, "", nil},
	{"an invitation that was added after two days", []string{`update leaf set made = made + 172800000000 where text like '%"invitation"%THIRD%'`}, "", nil},
	{"a log whose end is not signed", []string{`delete from root where size = (select max(size) from root)`}, "", nil},
	{"no log", []string{`delete from leaf`, `delete from node`, `delete from root`}, "", nil},
	{"a text that was deleted from the log", []string{`update leaf set text = '', salt = '' where text like '%"invitation"%THIRD%'`}, "", nil},
	{"another result, signed by the club", nil, "", (*published).otherResult},
	{"a match without moves that is rated", nil, "", func(p *published, tx db.Tx) error {
		return p.rewrites(tx, func(s *game.Shelf, m *match.Match) (*match.Match, error) {
			m = m.Cut(slices.IndexFunc(m.Record.Events, func(e kif.Event) bool { _, moves := e.Step.(kif.Move); return moves }))
			return s.Sign(m, kif.Event{Step: kif.Resignation, Seat: 1, Mail: kif.Hash{1}, Posted: true}, m.Roster.PartyOf(1))
		})
	}},
	{"a log signed with another key", nil, "", func(p *published, tx db.Tx) error {
		return p.signs(tx, clubtest.Address, "size = (select max(size) from root)")
	}},
	{"the log of another club", nil, "", func(p *published, tx db.Tx) error { return p.signs(tx, "other@example.org", "size >= 0") }},
}

// TestForgeries compares with testdata what is found in each falsification of an export or a site.
func TestForgeries(t *testing.T) {
	p := publish(t)
	export, published := contents(t, p.export), contents(t, p.site)
	names, honest, found := p.names(), p.verify(), ""
	for _, f := range forgeries {
		end, old := names.Replace(f.file), names.Replace(f.old)
		again := *p
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
				pattern := regexp.MustCompile(old)
				if at := pattern.FindStringSubmatchIndex(text); at != nil {
					files[name] = text[:at[2]] + string(pattern.ExpandString(nil, names.Replace(f.new), text, at)) + text[at[3]:]
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
		found += fmt.Sprintf("=== %s: %s → %s\n%s\n", f.file, f.old, strings.TrimSpace(f.new), again.instead(honest))
	}
	dbtest.Golden(t, "forgeries.txt", found, *update)
}

// honestly ends what is said of an honest club.
const honestly = "Everything published follows from the records.\n"

var openFile = regexp.MustCompile(`quoridor-[0-9a-f]{8}`) // but for those of finished matches

// random is what is random in the names of records, and in what is sorted by them.
var random = []struct {
	text *regexp.Regexp
	as   string
}{
	{openFile, "OPEN"}, {regexp.MustCompile(`\b[0-9a-f]{64}\b`), "HASH"}, {regexp.MustCompile(`\S+(\.kif was played for the event)`), "ANY$1"}, {regexp.MustCompile(`(match\.jsonl, line) \d`), "$1 N"},
}

// instead returns what verify says other than honest, sorted: with a + what it says, and with a - what it no longer says.
func (p *published) instead(honest string) string {
	p.Helper()
	got := p.verify()
	honest = strings.TrimSuffix(honest, honestly)
	var lines []string
	for _, side := range []struct{ sign, in, from string }{{"+ ", got, honest}, {"- ", honest, got}} {
		for line := range strings.Lines(side.in) {
			if !strings.Contains(side.from, line) {
				lines = append(lines, side.sign+p.same(line))
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// same returns a text without what is random in it.
func (p *published) same(text string) string {
	pairs := []string{p.export, "EXPORT"}
	if p.site != "" {
		pairs = append(pairs, p.site, "SITE")
	}
	for i, name := range []string{"FIRST", "SECOND", "THIRD"} {
		pairs = append(pairs, strings.TrimSuffix(p.files[i], ".kif"), name)
	}
	text = strings.NewReplacer(pairs...).Replace(text)
	for _, r := range random {
		text = r.text.ReplaceAllString(text, r.as)
	}
	return text
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
	honest, found := p.verify(), ""
	for _, l := range lies {
		again := p.copied(t)
		dbtest.Must(t, again.log.Base.Do(t.Context(), func(tx db.Tx) error {
			for _, sql := range l.sql {
				if n, err := tx.Exec(p.names().Replace(sql)); err != nil || n == 0 && strings.HasPrefix(sql, "update") {
					t.Errorf("%s changes %d rows: %v", sql, n, err)
				}
			}
			if l.do != nil {
				return l.do(again, tx)
			}
			return nil
		}))
		if l.also != "site" {
			again.site = "" // it is found in the export
		}
		again.publishes(l.also == "log")
		found += "=== " + l.what + "\n" + again.instead(honest) + "\n"
	}
	dbtest.Golden(t, "lies.txt", found, *update)
}

// rewrites replaces the record of the first match by another one.
func (p *published) rewrites(tx db.Tx, change func(*game.Shelf, *match.Match) (*match.Match, error)) error {
	s := game.NewShelf(tx, p.hall.Club.Desk, p.hall.Clock().Add(-time.Hour), nil) // before the last match ended
	c, err := s.Open("/club/" + p.files[0])
	if err != nil {
		return err
	}
	m, err := change(s, c.Match)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`update match set record = $2, head = $3, result = $4 where file = $1`, p.files[0], m.Record.Bytes(), m.Head.String(), strings.Trim(fmt.Sprint(m.Outcome.Places), "[]"))
	return err
}

// otherResult lets the other player lose the first match.
func (p *published) otherResult(tx db.Tx) error {
	err := p.rewrites(tx, func(s *game.Shelf, m *match.Match) (*match.Match, error) {
		loser := 3 - m.Outcome.Seat
		m = m.Cut(slices.IndexFunc(m.Record.Events, func(e kif.Event) bool { return e.Step == kif.Step(kif.Resignation) }))
		m, err := s.Sign(m, kif.Event{Step: kif.Move("e3"), Mail: kif.Hash{1}, Posted: true}, m.Turn)
		if err != nil {
			return nil, err
		}
		return s.Sign(m, kif.Event{Step: kif.Resignation, Seat: loser, Mail: kif.Hash{1}, Posted: true}, m.Roster.PartyOf(loser))
	})
	if err == nil {
		_, err = tx.Exec(`update pairing set result = case result when '1-0' then '0-1' else '1-0' end where file = $1`, p.files[0])
	}
	return err
}

// signs signs roots of the log with a new key of an address.
func (p *published) signs(tx db.Tx, address, which string) error {
	secret, public, err := note.GenerateKey(rand.Reader, address)
	if err != nil {
		return err
	}
	by, err := note.NewSigner(secret)
	if err != nil {
		return err
	}
	type root struct {
		size int
		hash string
	}
	roots, err := db.All(tx, `select size, root from root where `+which, nil, func(r db.Rows) (one root, err error) { return one, r.Scan(&one.size, &one.hash) })
	for _, one := range roots {
		signed, err := note.Sign(&note.Note{Text: fmt.Sprintf("%s\n%d\n%s\n", address, one.size, one.hash)}, by)
		if err != nil {
			return err
		}
		words := strings.Fields(string(signed))
		tx.Change(`update root set sign = $1, signer = $2 where size = $3`, words[len(words)-1], public, one.size)
	}
	return err
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

// TestLyingLog checks that a club can't log other ratings than those that follow, even if it rebuilds the log and nobody has kept a
// root.
func TestLyingLog(t *testing.T) {
	p := publish(t)
	again := p.copied(t)
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
