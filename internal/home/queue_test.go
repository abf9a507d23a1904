package home_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// invites returns an invitation of s to the others, in a file of its own.
func (s *seat) invites(others ...kif.Seat) *match.Match {
	s.Helper()
	g, options := all.Game("quoridor"), engine.Options(nil)
	if len(others) == 3 {
		options = engine.Options{"players": "4"}
	}
	c, err := s.Invite(home.Invitation{Game: g, Options: options, Seat: 1, Others: others})
	s.must(err)
	s.file = c.File
	return s.public()
}

// crowd is many strangers with one key.
type crowd struct {
	*testing.T
	master fair.Master
	n      int
}

func newCrowd(t *testing.T) *crowd {
	master, err := fair.NewMaster(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &crowd{T: t, master: master}
}

// stranger returns an invitation of somebody new to four, of whom s is to answer first.
func (c *crowd) stranger(s *seat) *match.Match {
	c.Helper()
	c.n++
	who := func(name string) kif.Seat { return kif.Seat{Address: fmt.Sprintf("%s%d@example.net", name, c.n)} }
	g := all.Game("quoridor")
	options, err := g.Resolve(engine.Options{"players": "4"})
	s.must(err)
	r, err := kif.New(kif.Setup{
		Game: g.Name, Options: g.OptionText(options), ID: kif.NewID(rand.Reader), Begun: s.System.Now(),
		Seats: []kif.Seat{who("stranger"), s.Me, who("carol"), who("dave")},
	})
	s.must(err)
	e := kif.Event{Step: kif.Invite{}, Party: 1, Seat: 1, At: s.System.Now(), Key: c.master.PublicKey().String()}
	m, err := match.Invite(r, g, e, func(entry []byte) kif.Signature { return kif.Signature(c.master.Sign(entry)) })
	s.must(err)
	return m
}

// fill lets so many invitations of strangers wait at s.
func (c *crowd) fill(s *seat, waiting int) {
	c.Helper()
	folder := filepath.Join(s.Dir, "invitations")
	s.must(os.MkdirAll(folder, 0o700))
	for n := s.Desk.Waiting(); n < waiting; n++ {
		m := c.stranger(s)
		s.must(os.WriteFile(filepath.Join(folder, m.FileName()), m.Record.Bytes(), 0o600))
	}
}

// queues hands an invitation to s and reports whether it may wait.
func (s *seat) queues(m *match.Match) bool {
	s.Helper()
	file, err := s.Desk.Queue(m)
	if errors.Is(err, match.ErrNoRoom) {
		if file != "" {
			s.Errorf("what has no room is kept as %s", file)
		}
		return false
	}
	s.must(err)
	if c, err := s.Open(file); err != nil || c.Head != m.Head {
		s.Fatalf("%s does not hold the invitation: %v", file, err)
	}
	return true
}

// meets lets s and other have played a match.
func (s *seat) meets(other *seat) {
	s.Helper()
	s.must(home.Meet(s.Desk, other.invites(s.Me)))
}

// TestInvitationsOfOne: five may wait of one address, whatever its key and whether we have met.
func TestInvitationsOfOne(t *testing.T) {
	bob, alice, crowd := newSeat(t, "Bob"), newSeat(t, "Alice"), newCrowd(t)
	first := ""
	for range 5 {
		m := alice.invites(bob.Me)
		if first = m.Short(); !bob.queues(m) {
			t.Fatal("one of five does not wait")
		}
	}
	more := alice.invites(bob.Me)
	alice.Me.Address = "ALICE@example.org"
	if bob.queues(more) || bob.queues(alice.invites(bob.Me)) {
		t.Error("a sixth waits")
	}
	if !bob.queues(crowd.stranger(bob)) {
		t.Error("another's does not wait")
	}
	if impostor := newSeat(t, "Alice"); bob.queues(impostor.invites(bob.Me)) {
		t.Error("a sixth of the same address waits, with another key")
	}
	if bob.meets(alice); bob.queues(alice.invites(bob.Me)) {
		t.Error("a sixth of somebody met before waits")
	}
	_, err := bob.Decline(more.Short(), "")
	if err == nil {
		t.Error("what has no room is answered")
	}
	_, err = bob.Decline(first, "")
	bob.must(err)
	if alice.Me.Address = "alice@example.org"; !bob.queues(more) {
		t.Error("there is no room when one was answered")
	}
}

func TestInvitationsOfAll(t *testing.T) {
	bob, friend, crowd := newSeat(t, "Bob"), newSeat(t, "Friend"), newCrowd(t)
	bob.meets(friend)
	crowd.fill(bob, 159)
	if !bob.queues(crowd.stranger(bob)) {
		t.Fatal("the 160th does not wait")
	}
	if bob.queues(crowd.stranger(bob)) {
		t.Error("a stranger takes the room of people met before")
	}
	if !bob.queues(friend.invites(bob.Me)) {
		t.Error("somebody met before has no room")
	}
	crowd.fill(bob, 199)
	if !bob.queues(friend.invites(bob.Me)) {
		t.Error("the 200th does not wait")
	}
	if bob.queues(friend.invites(bob.Me)) {
		t.Error("a 201st waits")
	}
	if n := bob.Desk.Waiting(); n != 200 {
		t.Errorf("%d wait", n)
	}
}

// TestForgedFriends: a writer who uses the address of a known player is a stranger, and keeps nobody out.
func TestForgedFriends(t *testing.T) {
	bob, friend, forger, crowd := newSeat(t, "Bob"), newSeat(t, "Friend"), newSeat(t, "Friend"), newCrowd(t)
	bob.meets(friend)
	for range 5 {
		if !bob.queues(forger.invites(bob.Me)) {
			t.Fatal("one of five does not wait")
		}
	}
	if !bob.queues(friend.invites(bob.Me)) {
		t.Error("the friend has no room")
	}
	_, err := bob.Decline(bob.Invitations()[0].Short(), "")
	bob.must(err)
	crowd.fill(bob, 160)
	if bob.queues(forger.invites(bob.Me)) {
		t.Error("the forger takes the room of people met before")
	}
	if !bob.queues(friend.invites(bob.Me)) {
		t.Error("the friend has no room among many")
	}
}

// TestInvitationThatWaitsForAnother takes room, although it is not ours to answer yet.
func TestInvitationThatWaitsForAnother(t *testing.T) {
	bob, alice := newSeat(t, "Bob"), newSeat(t, "Alice")
	for range 5 {
		if !bob.queues(alice.invites(kif.Seat{Address: "carol@example.com"}, bob.Me, kif.Seat{Address: "dave@example.org"})) {
			t.Fatal("one of five does not wait")
		}
	}
	if len(bob.Invitations()) != 0 || bob.Desk.Waiting() != 5 {
		t.Errorf("%d are ours to answer, %d wait", len(bob.Invitations()), bob.Desk.Waiting())
	}
	if bob.queues(alice.invites(bob.Me)) {
		t.Error("a sixth waits")
	}
}

// TestWithdrawnInvitation takes no room.
func TestWithdrawnInvitation(t *testing.T) {
	bob, alice := newSeat(t, "Bob"), newSeat(t, "Alice")
	shelf := bob.Desk
	for range 5 {
		m := alice.invites(bob.Me)
		if !bob.queues(m) {
			t.Fatal("one of five does not wait")
		}
		_, err := alice.Resign(alice.open(), 0, true)
		alice.must(err)
		ours, err := shelf.Find(m.Hash(), nil)
		bob.must(err)
		after, err := ours.Append(alice.public().Record.Events[1])
		bob.must(err)
		bob.must(shelf.Put(ours, after))
	}
	if n := shelf.Waiting(); n != 0 {
		t.Errorf("%d wait", n)
	}
	left, err := filepath.Glob(filepath.Join(bob.Dir, "invitations", "*.kif"))
	if err != nil || len(left) != 0 {
		t.Errorf("there are %v", left)
	}
}
