package game_test

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/internal/courier"
	"hikyaku/internal/courier/shelftest"
	"hikyaku/internal/home"
	"hikyaku/mailbox"
)

// TestShelf runs the tests for shelves on rows, with a transaction for each work.
func TestShelf(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		shelftest.Run(t, func(t *testing.T) shelftest.In {
			b, d := open(db.Options{}), clubtest.Desk(filepath.Join(t.TempDir(), "secret"))
			return func(work func(courier.Shelf, *home.Desk)) {
				dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
					s := game.NewShelf(tx, d, time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC), nil)
					work(s, s.Desk)
					_, err := s.Settle()
					return err
				}))
			}
		})
	})
}

// TestMemory checks that what one transaction remembers is known to the next, name by name, and that each correspondent has a state.
func TestMemory(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		b, d := open(db.Options{}), clubtest.Desk(filepath.Join(t.TempDir(), "secret"))
		do := func(work func(courier.Memory)) {
			dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
				s := game.NewShelf(tx, d, time.Time{}, nil)
				work(s.Memory())
				_, err := s.Settle()
				return err
			}))
		}
		do(func(m courier.Memory) {
			dbtest.Must(t, m.Save("one", []byte("1")))
			dbtest.Must(t, m.Save("two", []byte("2")))
		})
		do(func(m courier.Memory) {
			for name, want := range map[string]string{"one": "1", "two": "2", "three": ""} {
				if got, err := m.Load(name); err != nil || string(got) != want {
					t.Errorf("%s is remembered as %q: %v", name, got, err)
				}
			}
		})
		for _, step := range []struct{ who, was, saved string }{
			{alice.Address, `{"name":"club"}`, `{"name":"club","seen":1}`}, // without a message, nothing to be stored
			{"ALICE@example.com", `{"name":"club"}`, `{"name":"club","at":1}`},
			{bob.Address, `{"name":"club"}`, `{"name":"club","at":2}`},
			{alice.Address, `{"name":"club","at":1}`, ``},
		} {
			dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
				s := game.NewShelf(tx, d, time.Time{}, &mailbox.Letter{From: mailbox.Address{Addr: step.who}})
				got, err := s.Memory().Load("")
				if string(got) != step.was {
					t.Errorf("the state of %s is %s, want %s", step.who, got, step.was)
				}
				dbtest.Must(t, errors.Join(err, s.Memory().Save("", []byte(step.saved))))
				_, err = s.Settle()
				return err
			}))
		}
	})
}

// TestBlocks checks that a shelf blocks those who are barred, and no others, and says so if it can't find out.
func TestBlocks(t *testing.T) {
	faulty := &dbtest.Faulty{DB: onFile(t)}
	dbtest.Must(t, faulty.Do(t.Context(), func(tx db.Tx) error {
		tx.Change(`insert into member (address, name, handle, lang, joined, barred) values ($1, 'Bob', 'bob', 'en', 1, 2), ($2, 'Alice', 'alice', 'en', 1, 0)`, bob.Address, alice.Address)
		return nil
	}))
	for who, want := range map[string]bool{strings.ToUpper(bob.Address): true, alice.Address: false, "nobody@example.org": false} {
		faulty.Each(t, func() error {
			return faulty.Do(t.Context(), func(tx db.Tx) error {
				blocked, err := game.NewShelf(tx, clubtest.Desk(""), time.Time{}, nil).Blocks("carol@example.org", who)
				if err == nil && blocked != want {
					t.Errorf("%s is blocked: %v", who, blocked)
				}
				return err
			})
		})
	}
}

// TestMatchesOfSender checks that a message may concern the matches that it names and the 50 of its sender that changed last.
func TestMatchesOfSender(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		dbtest.Must(t, open(db.Options{}).Do(t.Context(), func(tx db.Tx) error {
			for n := range 60 {
				who := alice.Address
				if n%10 == 9 {
					who = bob.Address
				}
				name := fmt.Sprintf("%08d", n)
				if _, err := tx.Exec(`insert into match (file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result)
					values ($1, $1, $1, $2, '', $4, '', '', 1, $3, 1, 1, 0, '')`, name, []byte("x"), 100-n, map[bool]string{false: "open", true: "over"}[n == 3]); err != nil {
					return err
				}
				if _, err := tx.Exec(`insert into seat (file, address, seat) values ($1, $2, 1)`, name, who); err != nil {
					return err
				}
			}
			l := &mailbox.Letter{From: mailbox.Address{Addr: "ALICE@example.com"}, Subject: "[00000039]", Text: "e2"}
			var names []string
			for m, err := range game.NewShelf(tx, clubtest.Desk(""), time.Time{}, l).List() {
				dbtest.Must(t, err)
				if names = append(names, path.Base(m.File)); m.Over != (m.File == path.Join(game.Folder, "00000003")) {
					t.Errorf("%s is over: %v", m.File, m.Over)
				}
			}
			if len(names) != 51 || names[0] != "00000039" || names[1] != "00000000" || names[50] != "00000054" {
				t.Errorf("it may concern %d matches: %v", len(names), names)
			}
			return nil
		}))
	})
}
