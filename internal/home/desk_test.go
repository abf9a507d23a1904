package home_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// clock is a machine whose time continues by a minute with every look at it.
type clock struct {
	atomicfile.OS
	now *time.Time
}

func (c clock) Now() time.Time {
	*c.now = c.now.Add(time.Minute)
	return *c.now
}

// seat is a desk with the file of its match.
type seat struct {
	*testing.T
	*home.Desk
	file string
}

// newSeat returns the desk of a player, or of nobody in particular if name is empty.
func newSeat(t *testing.T, name string) *seat {
	now := time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC)
	s := &seat{T: t, Desk: &home.Desk{
		Folder: home.Folder{Games: all.Games, System: clock{now: &now}, Dir: t.TempDir(), Heads: filepath.Join(t.TempDir(), "heads")},
		Links:  40, Secret: filepath.Join(t.TempDir(), "secret"), Known: filepath.Join(t.TempDir(), "known"),
	}}
	if name != "" {
		s.Me = kif.Seat{Name: name, Address: strings.ToLower(name) + "@example.org"}
	}
	return s
}

func (s *seat) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// begin lets s begin a match at one machine.
func (s *seat) begin(game string, options engine.Options, seats ...kif.Seat) {
	s.Helper()
	r, err := s.New(home.Setup{Game: all.Game(game), Options: options, Seats: seats})
	s.must(err)
	s.file = filepath.Join(s.Dir, "match.kif")
	s.must(atomicfile.Create(s.System, s.file, r.Bytes(), 0o644))
}

// open returns the match of s as its record has it.
func (s *seat) open() home.Copy {
	s.Helper()
	c, err := s.Open(s.file)
	s.must(err)
	return c
}

// bytes returns the record of s as it lies on the disk.
func (s *seat) bytes() string {
	s.Helper()
	data, err := os.ReadFile(s.file)
	s.must(err)
	return string(data)
}

// unchanged runs act and checks that it does not change the record.
func (s *seat) unchanged(act func()) {
	s.Helper()
	before := s.bytes()
	act()
	if s.bytes() != before {
		s.Fatalf("the record changed from\n%s\nto\n%s", before, s.bytes())
	}
}

// play plays a move of s, handed to the courier.
func (s *seat) play(move string) home.Copy {
	s.Helper()
	c, err := s.Play(s.open(), home.Turn{Move: move, Post: true})
	s.must(err)
	return c
}

// public returns the match of s as a letter carries it.
func (s *seat) public() *match.Match {
	s.Helper()
	r, err := s.open().Record.Shared()
	s.must(err)
	m, err := s.Verify(r)
	s.must(err)
	return m
}

// takes takes into the record of s what that of other has more.
func (s *seat) takes(other *seat) {
	s.Helper()
	theirs, ours := other.public(), s.open()
	after := ours.Match
	for _, e := range theirs.Record.Events[len(ours.Record.Events):] {
		var err error
		after, err = after.Append(e)
		s.must(err)
	}
	s.must(s.Put(ours, after))
}

// pair returns a match of two who have accepted.
func pair(t *testing.T, game string) (alice, bob *seat) {
	t.Helper()
	return pairBy(t, home.Invitation{Game: all.Game(game)})
}

// pairBy is pair by an invitation, which needs no seats.
func pairBy(t *testing.T, i home.Invitation) (alice, bob *seat) {
	t.Helper()
	alice, bob = newSeat(t, "Alice"), newSeat(t, "Bob")
	i.Seat, i.Others = 1, []kif.Seat{bob.Me}
	c, err := alice.Invite(i)
	alice.must(err)
	alice.file = c.File
	_, err = bob.Desk.Queue(alice.public())
	bob.must(err)
	c, err = bob.Accept(c.Short(), "", false)
	bob.must(err)
	bob.file = c.File
	alice.takes(bob)
	return alice, bob
}

// TestHeadersAreKnown checks that hikyaku knows all headers of new records of any game.
func TestHeadersAreKnown(t *testing.T) {
	for _, g := range all.Games {
		variants := []engine.Options{nil}
		for i, o := range g.Options {
			for _, value := range o.Values {
				if i == 0 {
					variants = append(variants, engine.Options{o.Key: value})
				}
			}
		}
		for _, options := range variants {
			r, err := home.Setup{Game: g, Options: options}.Record("", time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			if unknown := r.UnknownHeaders(); unknown != nil {
				t.Errorf("%s %v: %v", g.Name, options, unknown)
			}
		}
	}
}
