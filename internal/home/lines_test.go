package home_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// lines returns n lines of the match of s, which it might play.
func (s *seat) lines(n int) (lines []*match.Match) {
	s.Helper()
	m := s.open()
	for move := range m.Last().Moves() {
		line, err := s.Sign(m.Match, kif.Event{Step: kif.Move(move), Posted: true}, 1)
		s.must(err)
		if lines = append(lines, line); len(lines) == n {
			return lines
		}
	}
	s.Fatalf("%d moves, want %d", len(lines), n)
	return nil
}

func TestKeptLines(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	odd := filepath.Join(alice.Dir, "a[1] b.kif")
	alice.must(os.Rename(alice.file, odd))
	alice.must(os.WriteFile(filepath.Join(alice.Dir, "a1 b.kif.line-00000000"), nil, 0o644)) // of another match
	alice.file = odd
	lines := alice.lines(22)
	var names []string
	for _, line := range lines[:20] {
		name, err := alice.Keep(odd, line)
		alice.must(err)
		names = append(names, name)
		if again, err := alice.Keep(odd, line); err != nil || again != name {
			t.Fatalf("kept as %s, and again as %s (%v)", name, again, err)
		}
	}
	slices.Sort(names)
	kept, err := home.LineFiles(odd)
	if slices.Sort(kept); err != nil || !slices.Equal(kept, names) {
		t.Fatalf("kept are %v (%v), want %v", kept, err, names)
	}
	for _, line := range lines[20:] {
		if name, err := alice.Keep(odd, line); err != nil || name != "" {
			t.Errorf("one line more is kept as %q (%v)", name, err)
		}
	}
	if name, err := alice.Keep(odd, lines[7]); err != nil || !slices.Contains(names, name) {
		t.Errorf("a line that is kept is %q (%v)", name, err)
	}
	alice.must(os.Remove(names[0]))
	if name, err := alice.Keep(odd, lines[21]); err != nil || name == "" {
		t.Errorf("in the room of another it is kept as %q (%v)", name, err)
	}
}

// TestKeptLineIsWhatTravels: it means the same, without what belongs to our copy alone.
func TestKeptLineIsWhatTravels(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	alice.play("e2")
	bob.takes(alice)
	name, err := alice.Keep(alice.file, alice.open().Match)
	alice.must(err)
	theirs, err := bob.Keep(bob.file, bob.open().Match)
	bob.must(err)
	here, err := os.ReadFile(name)
	alice.must(err)
	there, err := os.ReadFile(theirs)
	bob.must(err)
	if string(here) != string(there) || filepath.Base(name) != filepath.Base(theirs) || strings.Contains(string(here), "#: post") {
		t.Errorf("the same line is kept as %s\n%s\nand %s\n%s", name, here, theirs, there)
	}
	if line, err := alice.Open(name); err != nil || line.Head != alice.open().Head {
		t.Errorf("what is kept means something else (%v)", err)
	}
}

// TestRestore: in a match that was lost, what we have signed has been sent, and nothing else.
func TestRestore(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	for i, move := range []string{"e2", "e8", "e3"} {
		s, other := alice, bob
		if i%2 == 1 {
			s, other = bob, alice
		}
		s.play(move)
		other.takes(s)
	}
	head, shelf, letter := alice.open().Head, alice.Desk, bob.public()
	alice.unchanged(func() {
		if _, err := shelf.Restore(letter); !errors.Is(err, fs.ErrExist) {
			t.Errorf("in the place of a record: %v", err)
		}
	})
	alice.must(os.Remove(alice.file))
	file, err := shelf.Restore(letter)
	if err != nil || file != alice.file {
		t.Fatalf("restored as %s, %v", file, err)
	}
	m := alice.open()
	if m.Head != head {
		t.Errorf("it is another match:\n%s", alice.bytes())
	}
	for i, e := range m.Record.Events {
		if mine := m.By(i) == 1; e.Posted != mine {
			t.Errorf("%s is sent: %v", e.Step, e.Posted)
		}
	}
	alice.unchanged(func() {
		if _, err := alice.Undo(alice.open()); err == nil || !strings.Contains(err.Error(), "has already been sent") {
			t.Errorf("it can be taken back: %v", err)
		}
	})
	if !slices.ContainsFunc(m.Record.Events, func(e kif.Event) bool { return !e.Posted }) {
		t.Error("nothing is of the other side")
	}
	bob.play("e7")
	alice.takes(bob)
	alice.play("e4")
}

// TestRestoredInvitation: what was accepted on another machine waits for no answer.
func TestRestoredInvitation(t *testing.T) {
	alice, bob := newSeat(t, "Alice"), newSeat(t, "Bob")
	c, err := alice.Invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Others: []kif.Seat{bob.Me}})
	alice.must(err)
	alice.file = c.File
	second := newSeat(t, "Bob")
	second.Secret = bob.Secret
	for _, s := range []*seat{bob, second} {
		_, err := s.Desk.Queue(alice.public())
		s.must(err)
	}
	c, err = bob.Accept(c.Short(), "", false)
	bob.must(err)
	bob.file = c.File
	second.file, err = second.Desk.Restore(bob.public())
	second.must(err)
	if n := len(second.Invitations()); n != 0 {
		t.Errorf("%d invitations wait", n)
	}
	if second.open().Head != bob.open().Head {
		t.Errorf("restored is\n%s", second.bytes())
	}
}

// TestVersionsNamedByTheirMoves: the choice between two versions of a match names the moves in which they differ, and settling it
// asks the other side to continue with the chosen one.
func TestVersionsNamedByTheirMoves(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	alice.play("e2")
	bob.takes(alice)
	before := bob.bytes()
	bob.play("e8")
	alice.takes(bob)
	bob.must(os.WriteFile(bob.file, []byte(before), 0o600))
	bob.must(os.RemoveAll(bob.Heads)) // Bob plays on another machine
	bob.play("d9")
	name, err := alice.Keep(alice.file, bob.open().Match)
	alice.must(err)
	offered := map[string]string{}
	for _, a := range alice.Acts(alice.open()) {
		if a.Line != "" {
			offered[a.Name] = a.Moves.En
			if a.Line != filepath.Base(name) {
				t.Errorf("%s is about %s, want %s", a.Name, a.Line, name)
			}
		}
	}
	if offered["settle-ours"] != "from move 2, e8" || offered["settle-theirs"] != "from move 2, d9" {
		t.Errorf("offered are %q", offered)
	}
	act, _ := home.ActNamed("settle-theirs", filepath.Base(name))
	c, err := act.Do(alice.Desk, alice.open(), "", true)
	alice.must(err)
	if moves := c.Moves(); len(moves) != 2 || moves[1] != "d9" {
		t.Errorf("the match continues with %q", moves)
	}
	act, _ = home.ActNamed("settle-ours", "nothing")
	alice.unchanged(func() {
		if _, err := act.Do(alice.Desk, alice.open(), "", true); err == nil {
			t.Error("a version that does not exist is settled")
		}
	})
}

// TestNobodyMovesWhileVersionsAreInDispute: until those who have signed only one version agree to continue with the same one, no
// player is to move.
func TestNobodyMovesWhileVersionsAreInDispute(t *testing.T) {
	alice, bob, carol, dave := newSeat(t, "Alice"), newSeat(t, "Bob"), newSeat(t, "Carol"), newSeat(t, "Dave")
	c, err := alice.Invite(home.Invitation{Game: all.Game("quoridor"), Options: engine.Options{"players": "4"}, Seat: 1, Others: []kif.Seat{bob.Me, carol.Me, dave.Me}})
	alice.must(err)
	alice.file = c.File
	for _, other := range []*seat{bob, carol, dave} {
		_, err := other.Queue(alice.public())
		other.must(err)
		c, err := other.Accept(c.Short(), "", false)
		other.must(err)
		other.file = c.File
		alice.takes(other)
	}
	alice.play(alice.first())
	bob.takes(alice)
	before, moves := bob.bytes(), slices.Collect(bob.open().Last().Moves())
	if c := bob.play(string(moves[0])); !carol.ToMove(c.Match) {
		t.Errorf("Carol is not to move, but %s", c.Match.Status().En)
	}
	alice.takes(bob)
	bob.must(os.WriteFile(bob.file, []byte(before), 0o600))
	bob.must(os.RemoveAll(bob.Heads)) // Bob plays on another machine
	bob.play(string(moves[1]))
	name, err := alice.Keep(alice.file, bob.open().Match)
	alice.must(err)
	act, _ := home.ActNamed("settle-theirs", filepath.Base(name))
	c, err = act.Do(alice.Desk, alice.open(), "", true)
	alice.must(err)
	if carol.ToMove(c.Match) {
		t.Errorf("Carol is to move, but %s", c.Match.Status().En)
	}
}
