package home_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// TestNamed: a match has one name everywhere.
func TestNamed(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	want := alice.file
	m := alice.open()
	t.Chdir(t.TempDir())
	alice.must(os.Mkdir("Bob", 0o700)) // a folder is no record
	for _, name := range []string{
		"", want, filepath.Base(want), strings.TrimSuffix(filepath.Base(want), ".kif"), m.Short(), m.Short()[:4], m.Short()[:1], m.Hash().String(), m.Record.ID(), strings.ToUpper(m.Short()[:5]),
		"Bob", "bo", bob.Me.Address, "BOB@", bob.Me.Address[len(bob.Me.Address)-8:], "quoridor", "Quoridor", m.Game.Called(m.Options).Ja,
	} {
		if got, err := alice.Desk.Named(name); err != nil || got.File != want {
			t.Errorf("%q means %q, %v; want %s", name, got.File, err, want)
		}
	}
	if who, err := alice.Desk.PersonNamed("bob"); err != nil || who != bob.Me {
		t.Errorf("bob is %v, %v", who, err)
	}
	if _, err := alice.Desk.PersonNamed("carol"); err == nil || !strings.Contains(err.Error(), "nor the name of somebody you have played") {
		t.Errorf("carol, whom Alice has not played: %v", err)
	}
	for name, want := range map[string]string{
		"carol": `there is no file, match or player "carol"`, "Alice": "there is no file", "eve@example.org": "there is no file", "no/such.kif": "", "such.csa": "",
		"such.kif": "no such file here or in the folder of your records", "quoridro": `did you mean "quoridor"?`,
	} {
		got, err := alice.Desk.Named(name)
		if want == "" && (err != nil || got.File != name) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q means %q, %v; want %q", name, got.File, err, want)
		}
	}
}

// TestNamedBest: of several matches that a name may refer to, the command
// chooses the one that it can change.
func TestNamedBest(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	file := func(find func(string) (home.Copy, error), name, want string) {
		t.Helper()
		if got, err := find(name); err != nil && (want == "" || !strings.Contains(err.Error(), want)) || err == nil && got.File != want {
			t.Errorf("%q means %q, %v; want %s", name, got.File, err, want)
		}
	}
	for _, find := range []func(string) (home.Copy, error){bob.Desk.Named, bob.Desk.NamedToMove, bob.Desk.NamedToUndo} {
		file(find, "", bob.file) // his only match
	}
	c, err := alice.Invite(home.Invitation{Game: all.Game("quoridor"), Seat: 2, Others: []kif.Seat{bob.Me}})
	alice.must(err)
	begun := alice.file
	alice.file = c.File
	file(alice.Desk.Named, "bob", `"bob" fits several matches`)
	file(alice.Desk.NamedBegun, "bob", begun) // the invitation has no answer yet
	file(alice.Desk.NamedToUndo, "bob", begun)
	_, err = bob.Desk.Queue(alice.public())
	bob.must(err)
	c, err = bob.Accept(c.Short(), "", false)
	bob.must(err)
	mine := c.File
	file(bob.Desk.Named, "", mine)
	file(bob.Desk.Named, "alice", `"alice" fits several matches`)
	file(bob.Desk.NamedToMove, "alice", mine)
	file(bob.Desk.NamedToUndo, "alice", `"alice" fits several matches`)
	m, err := bob.Desk.Open(mine)
	bob.must(err)
	_, err = bob.Desk.Play(m, home.Turn{Move: "e2"})
	bob.must(err)
	file(bob.Desk.NamedToUndo, "alice", mine)
	file(bob.Desk.NamedToUndo, "", mine)
}

// TestNamedPlayed: a name means the match with moves, rather than an invitation that nobody has answered.
func TestNamedPlayed(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	want := func(name, want string, over bool) {
		t.Helper()
		if got, err := alice.NamedPlayed(name, over); err != nil || got.File != want {
			t.Errorf("%q means %q, %v; want %s", name, got.File, err, want)
		}
	}
	want("bob", alice.file, true) // his only match
	played, err := alice.Play(alice.open(), home.Turn{Move: "e2", Post: true})
	alice.must(err)
	invited, err := alice.Invite(home.Invitation{Game: all.Game("quoridor"), Seat: 2, Others: []kif.Seat{bob.Me}})
	alice.must(err)
	want("bob", played.File, true)
	want("bob", played.File, false)
	want(invited.Short(), invited.File, true)
	_, err = alice.Resign(played, 0, true)
	alice.must(err)
	want("bob", played.File, true)
	want("bob", played.File, false)
	named := func(want string) {
		t.Helper()
		if got, err := alice.Desk.Named("bob"); err != nil || got.File != want {
			t.Errorf("Named: %q, %v", got.File, err)
		}
	}
	named(invited.File)
	_, err = alice.Resign(invited, 0, true) // withdrawn, it comes after what was played
	alice.must(err)
	named(played.File)
}

// TestNamedLikeAGame: a player's name comes before the game of the same name.
func TestNamedLikeAGame(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	c, err := alice.Invite(home.Invitation{Game: all.Game("slashchain"), Seat: 1, Others: []kif.Seat{{Name: "Quoridor", Address: "club@example.org"}}})
	alice.must(err)
	for name, want := range map[string]string{"quoridor": c.File, "slashchain": c.File, "bob": alice.file} {
		if got, err := alice.Desk.Named(name); err != nil || got.File != want {
			t.Errorf("%q means %q, %v; want %s", name, got.File, err, want)
		}
	}
}

// TestNamedIsReadOnce: a move in a match that is named by its number reads a record that has just changed once to find it, and twice
// to be sure that nobody else has written it.
func TestNamedIsReadOnce(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	number := alice.open().Short()
	count := &reads{System: alice.Desk.System, file: alice.file}
	alice.Desk.System = count
	found, err := alice.Desk.NamedToMove(number)
	alice.must(err)
	c, err := alice.Desk.Opened(found)
	alice.must(err)
	_, err = alice.Desk.Play(c, home.Turn{Move: "e2"})
	alice.must(err)
	if count.n != 3 {
		t.Errorf("the record was read %d times, want 3", count.n)
	}
	if found.File != alice.file {
		t.Errorf("found %s", found.File)
	}
}

// TestNamedWhileWritten: what another program writes after a match was named is kept.
func TestNamedWhileWritten(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", nil)
	found, err := s.Named(s.open().Short())
	s.must(err)
	_, err = s.Change(s.open(), step)
	s.must(err)
	c, err := s.Opened(found)
	s.must(err)
	if c.Ply() != 0 {
		t.Fatalf("the record was read again at ply %d", c.Ply())
	}
	c, err = s.Change(c, step)
	if err != nil || c.Ply() != 2 || s.open().Head != c.Head {
		t.Errorf("ply %d, %v:\n%s", c.Ply(), err, s.bytes())
	}
}
