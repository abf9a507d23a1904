package courier_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/loopback"
)

var cutStride = flag.Int64("cut", 1499, "the bytes from one cut of a connection to the next")

// The sides of connections that can be cut.
const (
	imapServer = iota
	imapPlayer
	smtpServer
	smtpPlayer
)

// scissors cut connections.
type scissors struct {
	after func(side int) int64 // the bytes that a side sends until the connection is cut; negative for never
	cuts  atomic.Int64
}

// cutter is between a program and a server.
type cutter struct {
	net.Listener
	*scissors
	server string
	side   int // of the server; the next is that of the player
	open   sync.WaitGroup
}

func (c *cutter) serve() {
	for {
		client, err := c.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", c.server)
		if err != nil {
			client.Close()
			continue
		}
		c.open.Go(func() { c.carry(c.side, server, client) })
		c.open.Go(func() { c.carry(c.side+1, client, server) })
	}
}

// carry copies what a side sends until the connection is cut.
func (c *cutter) carry(side int, from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	n := c.after(side)
	if n < 0 {
		n = math.MaxInt64
	}
	if _, err := io.CopyN(to, from, n); err == nil {
		c.cuts.Add(1)
	}
}

// cut returns server as it is reached through a cutter.
func (s *scissors) cut(t *testing.T, server mailbox.Server, side int) mailbox.Server {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{Listener: listener, scissors: s, server: net.JoinHostPort(server.Host, fmt.Sprint(server.Port)), side: side}
	go c.serve()
	t.Cleanup(func() { listener.Close(); c.open.Wait() })
	server.Host, server.Port = "127.0.0.1", listener.Addr().(*net.TCPAddr).Port
	return server
}

// TestCutConnections plays matches over real protocols whose connections break at any byte: before, in and after every
// command, and after the final dot of a message.
func TestCutConnections(t *testing.T) {
	for n := range max(2, *chaosGames/4) {
		g := all.Games[n%len(all.Games)]
		t.Run(fmt.Sprintf("%s/%d", g.Name, n), func(t *testing.T) { playOverCutConnections(t, g, uint64(n)) })
	}
}

func playOverCutConnections(t *testing.T, g *engine.Game, seed uint64) {
	servers, err := loopback.Start(addresses[0], addresses[1])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { servers.Close() })
	var lock sync.Mutex // of the randomness of many connections
	r, moves, calm := rand.New(rand.NewPCG(seed, 2)), rand.New(rand.NewPCG(seed, 3)), false
	after := func(int) int64 {
		lock.Lock()
		defer lock.Unlock()
		if calm || r.IntN(3) > 0 {
			return -1
		}
		return r.Int64N(1 << r.IntN(15))
	}
	tb, alice, bob := two(wired(t, servers, &scissors{after: after}))
	m, err := alice.Invite(home.Invitation{Game: g, Seat: 1, Others: []kif.Seat{bob.Me}})
	tb.must(err)
	alice.file = m.File
	for turn := range 120 {
		p := tb.players[turn%2]
		p.Poll(context.Background())
		if p.file == "" {
			tb.tryAccept(p)
		} else if m := tb.open(p); m.Ply() >= 8 || m.Outcome != nil {
			break
		} else {
			tb.tryMove(p, moves)
		}
	}
	lock.Lock()
	calm = true
	lock.Unlock()
	for range 3 {
		for _, p := range tb.players {
			if p.file == "" {
				tb.tryAccept(p)
			}
			tb.poll(p)
		}
	}
	tb.same()
	if m := tb.open(alice); m.Ply() < 4 && m.Outcome == nil {
		t.Errorf("only %d plies were played", m.Ply())
	}
}

// TestCutEverywhere cuts a server's or a player's side after 0 bytes, after as many as the flag says, twice as many and so on, until
// that side sends no more. Nothing is lost, and a move that arrives twice counts once.
func TestCutEverywhere(t *testing.T) {
	for side, name := range []string{imapServer: "IMAP server", imapPlayer: "IMAP player", smtpServer: "SMTP server", smtpPlayer: "SMTP player"} {
		t.Run(name, func(t *testing.T) {
			tries, twice := 0, 0
			for n := int64(0); ; n += *cutStride {
				cut, arrived := cutOnce(t, side, n)
				if !cut {
					break
				}
				tries++
				twice += arrived - 1
			}
			t.Logf("%d cuts, %d moves arrived twice", tries, twice)
			if tries == 0 {
				t.Error("nothing was cut")
			}
		})
	}
}

// cutOnce lets Alice move and Bob poll while a side is cut after n bytes, and then both poll undisturbed. It reports whether a connection
// was cut, and how often the move arrived.
func cutOnce(t *testing.T, side int, n int64) (cut bool, arrived int) {
	t.Helper()
	servers, err := loopback.Start(addresses[0], addresses[1])
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	var cutting atomic.Bool
	s := &scissors{after: func(of int) int64 {
		if of == side && cutting.Load() {
			return n
		}
		return -1
	}}
	tb, alice, bob := two(wired(t, servers, s))
	letters := func() (n int) {
		_, err := bob.Box.Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { n++; return nil })
		tb.must(err)
		return n
	}
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Others: []kif.Seat{bob.Me}})
	tb.accept(bob)
	tb.poll(alice)
	before := letters()
	s.cuts.Store(0)
	cutting.Store(true)
	_, err = alice.Play(alice.copy(), home.Turn{Move: "e2", Post: true})
	tb.must(err)
	_, _ = alice.Send(t.Context(), alice.copy())
	_, _, _ = bob.Poll(t.Context())
	cutting.Store(false)
	cut = s.cuts.Load() > 0
	for range 2 {
		tb.poll(alice)
		tb.poll(bob)
	}
	tb.same()
	if m := tb.open(bob); m.Ply() != 1 {
		t.Fatalf("cut after %d bytes, Bob has %d moves", n, m.Ply())
	}
	return cut, letters() - before
}

// wired returns two players whose mail goes over servers behind cutters.
func wired(t *testing.T, servers *loopback.Servers, s *scissors) *table {
	tb := &table{TB: t}
	for i, name := range []string{"Alice", "Bob"} {
		account := servers.Account(addresses[i])
		account.IMAP, account.SMTP = s.cut(t, account.IMAP, imapServer), s.cut(t, account.SMTP, smtpServer)
		account.Only, account.Timeout = mailbox.Filter{Name: letter.NameWord, Reference: letter.IDPrefix}, 5*time.Second
		box, err := mailbox.NewAccount(account)
		tb.must(err)
		dir := t.TempDir()
		d := &home.Desk{
			Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Me: kif.Seat{Name: name, Address: addresses[i]}, Dir: dir, Heads: filepath.Join(dir, "heads")},
			Secret: filepath.Join(dir, "secret"),
		}
		tb.players = append(tb.players, &player{Desk: d, Courier: &courier.Courier{
			Shelf: d, Box: box, Memory: home.Memory{System: d.System, File: filepath.Join(dir, "state.json")}, Lang: "en",
		}})
	}
	return tb
}
