package courier_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"sync"
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

// cutter stands between a program and a server and cuts connections after so many bytes of either side.
type cutter struct {
	net.Listener
	server string
	after  func() int64 // bytes until a connection is cut; negative for never
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
		c.open.Go(func() { c.carry(client, server) })
		c.open.Go(func() { c.carry(server, client) })
	}
}

// carry copies from one side to the other until it is cut.
func (c *cutter) carry(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	if n := c.after(); n >= 0 {
		io.CopyN(to, from, n)
		return
	}
	io.Copy(to, from)
}

// cutServer is server as it is reached through a cutter.
func cutServer(t *testing.T, server mailbox.Server, after func() int64) mailbox.Server {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{Listener: listener, server: net.JoinHostPort(server.Host, fmt.Sprint(server.Port)), after: after}
	go c.serve()
	t.Cleanup(func() { listener.Close(); c.open.Wait() })
	server.Host, server.Port = "127.0.0.1", listener.Addr().(*net.TCPAddr).Port
	return server
}

// TestCutConnections plays matches over real protocols whose connections break at any byte: before, in and after every
// command, and after the final dot of a letter.
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
	after := func() int64 {
		lock.Lock()
		defer lock.Unlock()
		if calm || r.IntN(3) > 0 {
			return -1
		}
		return r.Int64N(1 << r.IntN(15))
	}
	tb := wired(t, servers, after)
	alice, bob := tb.players[0], tb.players[1]
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

// wired is two players whose mail goes over servers behind cutters.
func wired(t *testing.T, servers *loopback.Servers, after func() int64) *table {
	tb := &table{TB: t}
	for i, name := range []string{"Alice", "Bob"} {
		account := servers.Account(addresses[i])
		account.IMAP, account.SMTP = cutServer(t, account.IMAP, after), cutServer(t, account.SMTP, after)
		account.Only, account.Timeout = mailbox.Filter{Name: letter.NameWord, Reference: letter.IDPrefix}, 5*time.Second
		box, err := mailbox.NewAccount(account)
		tb.must(err)
		dir := t.TempDir()
		d := &home.Desk{
			Games: all.Games, System: atomicfile.OS{}, Me: kif.Seat{Name: name, Address: addresses[i]}, Folder: dir,
			Secret: filepath.Join(dir, "secret"), Heads: filepath.Join(dir, "heads"),
		}
		tb.players = append(tb.players, &player{Desk: d, Courier: &courier.Courier{
			Shelf: home.Shelf{Desk: d}, Box: box, Memory: home.Memory{System: d.System, File: filepath.Join(dir, "state.json")}, Lang: "en",
		}})
	}
	return tb
}
