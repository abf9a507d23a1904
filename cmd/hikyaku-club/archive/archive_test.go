package archive_test

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	_ "hikyaku/internal/gctest"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// evening is a club with a match that has ended, one that continues with words that wait for a letter, and members.
func evening(t *testing.T, b db.DB) *clubtest.Hall {
	t.Helper()
	h := clubtest.New(t, b)
	for i, name := range []string{"Alice", "Bob"} {
		address := []string{"alice@example.com", "bob@example.net"}[i]
		dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
			_, err := tx.Exec(`insert into member (address, name, handle, lang, joined) values ($1, $2, $3, 'en', 5)`, address, name, strings.ToLower(name))
			return err
		}))
	}
	begins(h)
	h.Run()
	begins(h)
	h.Run()
	h.Replies("alice@example.com", "e2")
	last := h.Last("bob@example.net")
	for _, short := range names(t, b) {
		if strings.Contains(last.Subject+last.Text, short) {
			h.Replies("bob@example.net", "resign "+short[:4])
			h.Replies("bob@example.net", "yes")
			break
		}
	}
	dbtest.Must(t, h.Club.Receive(t.Context(), h.Types("alice@example.com", "Re: Quoridor", "a word that nobody has read", nil)))
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(`insert into beside (name, data) select file || '.line-1234abcd', record from match`)
		return err
	}))
	begins(h) // with letters that are due
	return h
}

// begins begins a match for which both have asked.
func begins(h *clubtest.Hall) {
	h.Helper()
	dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
		setup := game.Setup{Heading: game.Heading{Event: "Autumn open", Round: 3, Rated: true}, Game: all.Game("quoridor"), Control: "3d"}
		for i, p := range []kif.Seat{{Name: "Alice", Address: "alice@example.com"}, {Name: "Bob", Address: "bob@example.net"}} {
			setup.Players = append(setup.Players, game.Player{Seat: p, Accepted: kif.Hash{byte(i + 1)}})
		}
		_, err := d.Begin(setup)
		return err
	}))
}

// names are the short names of the matches of a club.
func names(t *testing.T, b db.DB) (list []string) {
	t.Helper()
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) (err error) {
		list, err = db.Texts(tx, `select short from match order by file`)
		return err
	}))
	return list
}

// contents are the files of a folder.
func contents(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	dbtest.Must(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		all[strings.TrimPrefix(name, dir)] = string(data)
		return err
	}))
	return all
}

// meanwhile is a database in which something else happens after the first query of each transaction.
type meanwhile struct {
	db.DB
	happens func()
}

func (m meanwhile) Do(ctx context.Context, work func(db.Tx) error) error {
	return m.DB.Do(ctx, func(tx db.Tx) error { return work(&interrupted{tx, m.happens}) })
}

// interrupted is a transaction of meanwhile.
type interrupted struct {
	db.Tx
	happens func()
}

func (i *interrupted) Query(query string, args ...any) (db.Rows, error) {
	rows, err := i.Tx.Query(query, args...)
	if i.happens != nil {
		i.happens()
		i.happens = nil
	}
	return rows, err
}

// TestRoundTrip checks that an export of an import has the same bytes, and that hikyaku itself can read it. Both clubs have signed a
// log without entries. A match that begins during an export is not in it; on SQLite it has to wait.
func TestRoundTrip(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		b := open(db.Options{})
		h := evening(t, b)
		dir, again := filepath.Join(t.TempDir(), "club"), filepath.Join(t.TempDir(), "again")
		other := open(db.Options{})
		for _, b := range []db.DB{h.Club.Base, other} {
			dbtest.Must(t, (&ledger.Log{Base: b, Desk: h.Club.Desk, Now: h.Clock}).Append(t.Context()))
			h.Wait(time.Minute)
		}
		dbtest.Must(t, archive.Export(t.Context(), h.Club.Base, dir))
		n, err := archive.Import(t.Context(), other, h.Club.Desk, dir)
		if err != nil || n != 3 {
			t.Fatalf("%d matches are imported: %v", n, err)
		}
		jobs, err := other.Jobs(t.Context())
		dbtest.Must(t, err)
		for task, query := range map[string]string{game.LetterTask: `select key from letter where read = 0`, game.SendTask: `select id from out where state = 'due'`} {
			var rows []string
			dbtest.Must(t, other.Do(t.Context(), func(tx db.Tx) (err error) {
				rows, err = db.Texts(tx, query)
				return err
			}))
			if i := slices.IndexFunc(jobs, func(j db.JobCount) bool { return j.Task == task }); i < 0 || jobs[i].N != len(rows) {
				t.Errorf("for %d rows the jobs of %s are missing among %v", len(rows), task, jobs)
			}
		}
		dbtest.Must(t, archive.Export(t.Context(), other, again))
		want, got := contents(t, dir), contents(t, again)
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s differs:\n%s\nwant\n%s", name, got[name], want[name])
			}
		}
		if len(want) != len(got) || len(want) != 3+2+18 {
			t.Errorf("%d files and %d", len(want), len(got))
		}
		if b.Name() == "PostgreSQL" {
			busy := filepath.Join(t.TempDir(), "busy")
			dbtest.Must(t, archive.Export(t.Context(), meanwhile{b, func() { begins(h) }}, busy))
			if !maps.Equal(contents(t, busy), want) {
				t.Error("a match is exported in part that has begun meanwhile")
			}
		}
		over := 0
		d := home.Desk{Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Dir: dir, Me: h.Club.Desk.Me}}
		for m, err := range d.List() {
			if err != nil || m.Damaged() {
				t.Errorf("hikyaku reads %s: %v %s", m.File, err, m.Error.En)
			}
			if m.Over {
				over++
			}
		}
		if over != 1 {
			t.Errorf("%d matches are over", over)
		}
		h.Club.Base = other
		before := len(h.Box("bob@example.net"))
		due := strings.Count(want["/club/out.jsonl"], `"reader":"bob@example.net"`)
		h.Run()
		if got := len(h.Box("bob@example.net")) - before; got != due || due == 0 || !strings.Contains(h.Last("bob@example.net").Text, "Autumn open") {
			t.Errorf("an imported club sends %d letters of %d that were due: %s", got, due, h.Last("bob@example.net").Text)
		}
	})
}

// TestSecondExport wants a second export to write what has changed and nothing else, and whatever a killed one has left to be no
// hindrance.
func TestSecondExport(t *testing.T) {
	b := open(t)
	h := evening(t, b)
	dir := filepath.Join(t.TempDir(), "club")
	dbtest.Must(t, archive.Export(t.Context(), b, dir))
	before := stats(t, dir)
	for name := range before {
		dbtest.Must(t, os.Chmod(filepath.Join(dir, name), 0o644))
	}
	h.Run()
	h.Replies("bob@example.net", "e8")
	dbtest.Must(t, os.MkdirAll(dir+".next/rubbish", 0o777))
	dbtest.Must(t, os.Rename(dir, dir+".last")) // as one does that is killed between its renames
	dbtest.Must(t, archive.Export(t.Context(), b, dir))
	after, same := stats(t, dir), 0
	for name, info := range after {
		if old := before[name]; old != nil && os.SameFile(old, info) {
			same++
		}
	}
	if same == len(after) || same < len(after)-6 || len(after) != len(before) {
		t.Errorf("%d of %d files are the same as before, when there were %d", same, len(after), len(before))
	}
	for name, info := range after {
		if atomicfile.Permissions(info)&0o077 != 0 {
			t.Errorf("others can read %s", name)
		}
	}
	for _, folder := range []string{dir, filepath.Join(dir, archive.Folder)} {
		if info, err := os.Stat(folder); err != nil || atomicfile.Permissions(info)&0o077 != 0 {
			t.Errorf("others can look into %s: %v", folder, err)
		}
	}
	if entries, _ := os.ReadDir(filepath.Dir(dir)); len(entries) != 1 {
		t.Errorf("beside the folder lie %v", entries)
	}
}

func open(t *testing.T) db.DB {
	t.Helper()
	b, err := db.Open(t.Context(), dbtest.File(t), db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(b.Close)
	return b
}

func stats(t *testing.T, dir string) map[string]os.FileInfo {
	t.Helper()
	all := map[string]os.FileInfo{}
	for name := range contents(t, dir) {
		info, err := os.Stat(dir + name)
		dbtest.Must(t, err)
		all[name] = info
	}
	return all
}

// flipped is a placeholder for a digit that differs from the original.
const flipped = "another digit"

// TestRefused wants a clear sentence, and nothing written, where a folder cannot be read or is somebody else's.
func TestRefused(t *testing.T) {
	h := evening(t, open(t))
	good := filepath.Join(t.TempDir(), "club")
	dbtest.Must(t, archive.Export(t.Context(), h.Club.Base, good))
	files, err := filepath.Glob(filepath.Join(good, "*.kif"))
	dbtest.Must(t, err)
	for _, tt := range []struct {
		file, old, new, want string
	}{
		{files[0], "quoridor", "quoridoor", filepath.Base(files[0])},
		{files[1], "#: sign ", flipped, "signature"},
		{filepath.Join(good, "club/member.jsonl"), `"handle"`, `"hand"`, `member.jsonl, line 1: "handle" is missing.`},
		{filepath.Join(good, "club/member.jsonl"), `"handle"`, `"hand":"x","handle"`, `member.jsonl, line 1: "hand" is unknown.`},
		{filepath.Join(good, "club/member.jsonl"), "", "{\n", `member.jsonl, line 1: `},
		{filepath.Join(good, "club/member.jsonl"), `"name":"`, `"name":7,"":"`, `member.jsonl, line 1: `},
		{filepath.Join(good, "club/step.jsonl"), "", `{"id":1,"ladder":"quoridor","at":5,"data":"[]"}`, `step.jsonl, line 1: `},
		{filepath.Join(good, "club/step.jsonl"), "", `{"id":1,"ladder":"quoridor","at":5,"data":"{\"letter\":\"x\"}"}`, `step.jsonl, line 1: `},
		{filepath.Join(good, "club/match.jsonl"), filepath.Base(files[0]), "other.kif", `other.kif is missing from`},
	} {
		data, err := os.ReadFile(tt.file)
		dbtest.Must(t, err)
		old := []byte(tt.old)
		if i := bytes.LastIndex(data, old); tt.new == flipped {
			old = data[i : i+len(tt.old)+1]
			tt.new = tt.old + string('0'+('1'^old[len(tt.old)])&1)
		}
		dbtest.Must(t, os.WriteFile(tt.file, bytes.Replace(data, old, []byte(tt.new), 1), 0o600))
		b := open(t)
		_, err = archive.Import(t.Context(), b, h.Club.Desk, good)
		if err == nil || !strings.Contains(err.Error(), tt.want) || len(names(t, b)) != 0 {
			t.Errorf("%s for %s: %v", tt.new, tt.old, err)
		}
		dbtest.Must(t, os.WriteFile(tt.file, data, 0o600))
	}
	d := h.Club.Desk
	d.Me.Address = "other@example.org"
	if _, err := archive.Import(t.Context(), open(t), d, good); err == nil || !strings.Contains(err.Error(), "other@example.org isn't the umpire") {
		t.Errorf("another club: %v", err)
	}
	if _, err := archive.Import(t.Context(), h.Club.Base, h.Club.Desk, good); err == nil || !strings.Contains(err.Error(), "already contains matches") {
		t.Errorf("a database that is used: %v", err)
	}
	stray := filepath.Join(good, "stray.kif")
	dbtest.Must(t, os.Link(files[0], stray))
	if _, err := archive.Import(t.Context(), open(t), h.Club.Desk, good); err == nil || !strings.Contains(err.Error(), "did not export the record") {
		t.Errorf("another record: %v", err)
	}
	dbtest.Must(t, os.Remove(stray))
	home := t.TempDir()
	dbtest.Must(t, os.WriteFile(filepath.Join(home, "letters"), nil, 0o600))
	if err := archive.Export(t.Context(), h.Club.Base, home); err == nil || !strings.Contains(err.Error(), "isn't empty") || len(contents(t, home)) != 1 {
		t.Errorf("a folder of somebody else's: %v", err)
	}
}

// TestPlainFolder imports what hikyaku has written for an umpire, and leaves out the matches of others.
func TestPlainFolder(t *testing.T) {
	h := evening(t, open(t))
	dir := filepath.Join(t.TempDir(), "club")
	dbtest.Must(t, archive.Export(t.Context(), h.Club.Base, dir))
	dbtest.Must(t, os.RemoveAll(filepath.Join(dir, "club")))
	d := home.Desk{Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Dir: dir, Me: kif.Seat{Address: "eve@example.org"}}, Secret: filepath.Join(t.TempDir(), "secret"), Links: 64}
	_, err := d.Invite(home.Invitation{Game: all.Game("rengi"), Seat: 1, Others: []kif.Seat{{Address: "bob@example.net"}}})
	dbtest.Must(t, err)
	b := open(t)
	n, err := archive.Import(t.Context(), b, h.Club.Desk, dir)
	if err != nil || n != 3 {
		t.Fatalf("%d matches are imported: %v", n, err)
	}
	h.Club.Base = b
	h.Run()
	h.Replies("alice@example.com", "e2")
	if got := h.Last("bob@example.net").Text; !strings.Contains(got, "e2") {
		t.Errorf("the match does not go on: %s", got)
	}
}

// TestEveryColumn checks that exports include every column of the tables.
func TestEveryColumn(t *testing.T) {
	b := open(t)
	dir := filepath.Join(t.TempDir(), "club")
	dbtest.Must(t, evening(t, b).Club.Base.Do(t.Context(), func(tx db.Tx) error {
		for _, table := range []string{"asked", "seek", "taker", "event", "entrant", "pairing", "step", "evidence", "forget"} {
			if _, err := tx.Exec(filled(t, tx, table)); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`update out set state = 'due'`)
		return err
	}))
	dbtest.Must(t, archive.Export(t.Context(), b, dir))
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		for _, table := range []string{"member", "asked", "seek", "taker", "event", "entrant", "pairing", "step", "memory", "evidence", "forget", "match", "letter", "out"} {
			data, err := os.ReadFile(filepath.Join(dir, "club", table+".jsonl"))
			if err != nil {
				return err
			}
			for _, column := range columns(t, tx, table) {
				if !bytes.Contains(data, []byte(`"`+column+`":`)) && !followed[table+"."+column] {
					t.Errorf("%s.%s is not exported", table, column)
				}
			}
		}
		return nil
	}))
}

// followed are the columns that follow from records, and those of letters that do not wait.
var followed = map[string]bool{
	"match.hash": true, "match.short": true, "match.record": true, "match.head": true, "match.state": true, "match.game": true, "match.rules": true,
	"match.begun": true, "match.until": true, "match.ended": true, "match.result": true,
	"letter.read": true, "letter.outcome": true, "letter.file": true,
}

// columns are those of a table.
func columns(t *testing.T, tx db.Tx, table string) []string {
	t.Helper()
	list, err := db.Texts(tx, `select name from pragma_table_info($1)`, table)
	dbtest.Must(t, err)
	return list
}

// filled is the command that puts a row into a table.
func filled(t *testing.T, tx db.Tx, table string) string {
	list := columns(t, tx, table)
	return `insert into ` + table + ` (` + strings.Join(list, ", ") + `) values (` + strings.TrimSuffix(strings.Repeat("1, ", len(list)), ", ") + `)`
}
