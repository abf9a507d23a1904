package ledger_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/engine/all"
	_ "hikyaku/internal/gctest"
	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// keeps returns a club that keeps a log.
func keeps(t testing.TB, b db.DB) (*clubtest.Hall, *ledger.Log) {
	h := clubtest.New(t, b)
	l := &ledger.Log{Base: b, Desk: h.Club.Desk, Now: h.Clock}
	h.Club.Stamp, h.Club.Notice = l.Stamp, l.Notice
	h.Club.Changed = func(d *game.Deal, changes []game.Change) error {
		return errors.Join(events.Changed(d, changes), ledger.Changed(d, changes))
	}
	return h, l
}

// begins begins a match of Alice and Bob.
func begins(h *clubtest.Hall, rated bool) {
	h.Helper()
	dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
		setup := game.Setup{Heading: game.Heading{Rated: rated}, Game: all.Game("quoridor"), Control: "3d"}
		for i, p := range []kif.Seat{{Name: "Alice", Address: "alice@example.com"}, {Name: "Bob", Address: "bob@example.net"}} {
			setup.Players = append(setup.Players, game.Player{Seat: p, Accepted: kif.Hash{byte(i + 1)}})
		}
		_, err := d.Begin(setup)
		return err
	}))
	h.Wait(time.Minute)
}

func newest(t testing.TB, l *ledger.Log) ledger.Root {
	t.Helper()
	r, err := l.Newest(t.Context())
	dbtest.Must(t, err)
	return r
}

// TestAppend checks on both databases that the log grows by exactly what has happened, and that every root is signed.
func TestAppend(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h, l := keeps(t, open(db.Options{}))
		for want := range int64(4) {
			for range 2 {
				dbtest.Must(t, l.Append(t.Context()))
				r := newest(t, l)
				if r.Size != want {
					t.Fatalf("the log has %d entries, want %d", r.Size, want)
				}
				again, err := ledger.ParseRoot(r.Line())
				if err != nil || again != r {
					t.Errorf("%q is read as %v: %v", r.Line(), again, err)
				}
				dbtest.Must(t, r.Check(public(t, l)))
				if r.Size++; r.Check(public(t, l)) == nil {
					t.Error("the signature is good for another size")
				}
			}
			begins(h, true)
		}
		dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
			leaves, err := db.Texts(tx, `select text from leaf`)
			for _, leaf := range leaves {
				if !strings.Contains(leaf, `"players":["alice","bob"]`) {
					t.Errorf("the players are not in %s", leaf)
				}
			}
			return err
		}))
		if err := h.Club.Base.Do(t.Context(), l.Examine); err != nil {
			t.Errorf("a log that has lost nothing: %v", err)
		}
		for change, want := range map[string]string{
			`update node set hash = (select hash from node where number = 0) where number = 2`: "differ from those already signed", `delete from node where number = 2`: "node 2 of the log is missing",
		} {
			err := h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
				_, err := tx.Exec(change)
				dbtest.Must(t, err)
				return l.Examine(tx)
			})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("after %s: %v, want %s", change, err, want)
			}
		}
		if err := l.Continue(t.Context()); err == nil {
			t.Error("it declares a loss that there was not")
		}
	})
}

// public is the public key of a log.
func public(t testing.TB, l *ledger.Log) (key string) {
	t.Helper()
	dbtest.Must(t, l.Base.Do(t.Context(), func(tx db.Tx) error {
		_, err := db.One(tx, `select signer from root`, nil, &key)
		return err
	}))
	return key
}

// TestStamp checks that each message has the newest root signed before it, in its text and in its header.
func TestStamp(t *testing.T) {
	h, l := keeps(t, open(t))
	begins(h, true)
	dbtest.Must(t, l.Append(t.Context()))
	first := newest(t, l)
	begins(h, true)
	h.Wait(time.Minute)
	dbtest.Must(t, l.Append(t.Context())) // after the message was made
	h.Run()
	text := h.Last("alice@example.com").Text
	quoted := "> " + strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\n> "), first.Hash, "\n> "+first.Hash)
	for _, shown := range []string{text, quoted} {
		got, err := ledger.ParseRoot(shown)
		if err != nil || got.Size != 1 || got.Hash != first.Hash {
			t.Errorf("%s\nhas the root %v, want %v: %v", shown, got, first, err)
		}
	}
	text, page := letter.Note("en", "club@example.com", i18n.Same("Hello."), i18n.Same("Bye."))
	stamped := &mailbox.Letter{Text: text, HTML: page}
	dbtest.Must(t, l.Stamp(stamped, first.Line()))
	line := strings.TrimPrefix(stamped.Text, text+"\n")
	if stamped.Log != first.Line() || !strings.Contains(line, first.Hash) || !strings.HasSuffix(stamped.HTML, ">"+html.EscapeString(line)+"</p>\n</main></body></html>\n") {
		t.Errorf("the letter is %+v", stamped)
	}
	dbtest.Must(t, os.Remove(l.Desk.Secret))
	for root, want := range map[string]string{
		"10 x":       `"Log 10 x" has no root of a log: copy the line that begins with "Log" from a message from the club`,
		first.Line(): "The secret key " + l.Desk.Secret + " is lost, and without it no match of this club can continue: restore it from your copy. hikyaku-club export works without it.",
	} {
		if err := l.Stamp(stamped, root); err == nil || err.Error() != want {
			t.Errorf("with the root %q and without the secret key it ends with %v, want %s", root, err, want)
		}
	}
}

func open(t testing.TB) db.DB {
	b, err := db.Open(t.Context(), dbtest.File(t), db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(b.Close)
	return b
}

// TestRestored wants a club whose database is older than its messages to notice: by the file beside the secret, and without it by
// what a reply quotes. The log is continued only after the loss was declared.
func TestRestored(t *testing.T) {
	for _, lost := range []bool{false, true} { // the file beside the secret
		file := dbtest.File(t)
		b, err := db.Open(t.Context(), file, db.Options{})
		dbtest.Must(t, err)
		t.Cleanup(b.Close)
		h, l := keeps(t, b)
		beside := l.Desk.Secret + ".root"
		begins(h, true)
		dbtest.Must(t, l.Append(t.Context()))
		backup := filepath.Join(t.TempDir(), "club.db")
		dbtest.Must(t, db.Backup(t.Context(), file, backup))
		begins(h, true)
		dbtest.Must(t, l.Append(t.Context()))
		begins(h, true)
		h.Run() // messages with the root of two entries
		root := newest(t, l)
		old, err := db.Open(t.Context(), backup, db.Options{})
		dbtest.Must(t, err)
		t.Cleanup(old.Close)
		h.Club.Base, l.Base = old, old
		signed, err := os.ReadFile(beside)
		dbtest.Must(t, err)
		dbtest.Must(t, os.Remove(beside))
		dbtest.Must(t, os.Mkdir(beside, 0o700)) // which cannot be read
		for i, err := range []error{old.Do(t.Context(), l.Examine), l.Continue(t.Context())} {
			if err == nil || !strings.Contains(err.Error(), beside) {
				t.Errorf("use %d of the file beside the secret, which cannot be read, ends with %v", i, err)
			}
		}
		dbtest.Must(t, os.Remove(beside))
		newer := strings.Replace(string(signed), "Log 2", "Log 3", 1)
		dbtest.Must(t, os.WriteFile(beside, []byte(newer), 0o600))
		faulty := &dbtest.Faulty{DB: old}
		l.Desk.System = faulty.Files()
		faulty.Each(t, func() error {
			return faulty.Do(t.Context(), func(tx db.Tx) error { return l.Notice(tx, h.Last("bob@example.net").Text) })
		})
		if kept, err := os.ReadFile(beside); err != nil || string(kept) != newer {
			t.Errorf("in place of %q the older root %q of a message is kept, %v", newer, kept, err)
		}
		dbtest.Must(t, os.WriteFile(beside, signed, 0o600))
		if lost {
			dbtest.Must(t, os.Remove(beside))
			forged := strings.ReplaceAll(h.Last("bob@example.net").Text, "Log 2", "Log 9")
			dbtest.Must(t, old.Do(t.Context(), func(tx db.Tx) error { return l.Notice(tx, forged) }))
			dbtest.Must(t, old.Do(t.Context(), l.Examine))
			older := "" // the line of a root from before the copy was made, quoted last
			for _, l := range h.Box("bob@example.net") {
				if i := strings.LastIndex(l.Text, "\nLog 1 "); i >= 0 {
					older = strings.TrimSpace(l.Text[i:])
				}
			}
			if older == "" {
				t.Error("no letter has the root of one entry")
			}
			h.Replies("bob@example.net", "hello\n\n> "+strings.ReplaceAll(h.Last("bob@example.net").Text, "\n", "\n> ")+"\n> "+older)
		}
		begins(h, true)
		if err := l.Append(t.Context()); err == nil || !strings.Contains(err.Error(), "but one with 2 was already signed") {
			t.Errorf("an older log is continued: %v", err)
		}
		if r := newest(t, l); r.Size != 1 {
			t.Errorf("it signs %d entries", r.Size)
		}
		dbtest.Must(t, l.Continue(t.Context()))
		if r := newest(t, l); r.Size < 3 || r.Hash == root.Hash {
			t.Errorf("after it was declared, the log has %d entries", r.Size)
		}
		dbtest.Must(t, l.Append(t.Context()))
	}
}

// TestDecision checks that each decision becomes one leaf, which says when it was made, and that no other result does.
func TestDecision(t *testing.T) {
	h, l := keeps(t, open(t))
	known := h.Clock().Add(-time.Minute).UTC()
	decided := func(event string, known time.Time, decided bool) {
		t.Helper()
		dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
			_, err := tx.Exec(`insert into pairing (event, round, board, players, at, result, known, decided) values ($1, 2, 3, 'alice@example.com bob@example.net', 1, '1-0', $2, $3)`, event, known, decided)
			return err
		}))
	}
	texts := func() (list []string) {
		t.Helper()
		dbtest.Must(t, l.Append(t.Context()))
		dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) (err error) {
			list, err = db.Texts(tx, `select text from leaf order by number`)
			return err
		}))
		return list
	}
	dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(`insert into member (address, name, handle, lang, joined) values ('zoe@example.com', 'Zoe', 'zoe', 'en', 0), ('alice@example.com', 'Alice B.', 'alice', 'en', 0)`)
		return err
	}))
	decided("Cup", known, true)
	decided("Open", known, false)
	list := texts()
	if want := `"event":"Cup","round":2,"board":3,"players":["alice-b","bob"],"result":"1-0","at":"` + known.Format(time.RFC3339Nano); len(list) != 1 || !strings.Contains(list[0], want) {
		t.Errorf("the leaf of a decision at %s is %s", known, list)
	}
	root := h.Clock()
	h.Wait(time.Minute)
	decided("an hour before the last root", root.Add(-time.Hour), true)
	decided("earlier", root.Add(-time.Hour-time.Microsecond), true)
	if list = texts(); len(list) != 2 || !strings.Contains(list[1], "an hour before") {
		t.Errorf("late decisions have the leaves %s", list)
	}
}

// TestOrder checks that leaves are numbered by the time at which they were added, and those of one time by their key.
func TestOrder(t *testing.T) {
	h, l := keeps(t, open(t))
	var got []string
	dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
		for _, leaf := range []struct {
			key  string
			made int
		}{{"c", 2}, {"d", 1}, {"b", 2}, {"a", 3}} {
			if _, err := tx.Exec(`insert into leaf (key, number, made, salt, text) values ($1, -1, $2, 'salt', '{}')`, leaf.key, leaf.made); err != nil {
				return err
			}
		}
		return nil
	}))
	dbtest.Must(t, l.Append(t.Context()))
	dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) (err error) {
		got, err = db.Texts(tx, `select key from leaf order by number`)
		return err
	}))
	if strings.Join(got, " ") != "d b c a" {
		t.Errorf("the order is %v", got)
	}
}

// TestRatings checks that the ratings after a rated match follow its result in the log, and that those after no other match do.
func TestRatings(t *testing.T) {
	h, l := keeps(t, open(t))
	for _, rated := range []bool{false, true, false} {
		begins(h, rated)
		h.Run()
		h.Replies("alice@example.com", "e2") // a match without a move of each isn't rated
		h.Replies("bob@example.net", "e8")
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			files, err := db.Texts(d, `select file from match where state = 'open'`)
			if err != nil {
				return err
			}
			return d.Rule(files[0], kif.Ruling{Places: "2 1"}, "Both have agreed.")
		}))
		h.Wait(time.Minute)
	}
	dbtest.Must(t, l.Append(t.Context()))
	var got []string
	dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
		list, err := db.Texts(tx, `select text from leaf order by number`)
		for _, text := range list {
			var leaf ledger.Leaf
			dbtest.Must(t, json.Unmarshal([]byte(text), &leaf))
			one := leaf.What
			if leaf.Rated {
				one += " rated"
			}
			if leaf.What == ledger.Ratings && (len(leaf.Ratings) != 2 || leaf.Ratings[0].R >= leaf.Ratings[1].R || leaf.Digest == "") {
				t.Errorf("the ratings are %s", text)
			}
			if leaf.What == ledger.Outcome && fmt.Sprint(leaf.Players, leaf.Places) != "[alice bob] [2 1]" {
				t.Errorf("the result is %s", text)
			}
			got = append(got, one)
		}
		return err
	}))
	if want := "invitation, result, invitation rated, result rated, rating, invitation, result"; strings.Join(got, ", ") != want {
		t.Errorf("the log has %v, want %s", got, want)
	}
}

// TestParseRoot reads lines of letters and of headers, whatever their size begins with.
func TestParseRoot(t *testing.T) {
	hash := strings.Repeat("A", 43) + "="
	for line, size := range map[string]int64{
		"0 " + hash: 0, "9 " + hash: 9, " 41 " + hash: 41, "Log 5 " + hash: 5, "Hello.\nLog: 6\n> " + hash + "\n": 6,
		"": -1, " ": -1, "9": -1, "Log 5 " + hash[1:]: -1, "Log 5 " + hash + "\nLog 6 " + hash: -1,
	} {
		if r, err := ledger.ParseRoot(line); (err == nil) != (size >= 0) || err == nil && (r.Size != size || r.Hash != hash) {
			t.Errorf("%q is read as %v: %v", line, r, err)
		}
	}
}
