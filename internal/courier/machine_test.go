package courier_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
)

// memory returns the file with the state of p's courier.
func memory(p *player) string { return p.Memory.(home.Memory).File }

// forget deletes the state of p's courier.
func forget(p *player) error { return os.Remove(memory(p)) }

// machine is another machine of p: the same mailbox and secret, nothing else.
func (tb *table) machine(p *player) *player {
	d := *p.Desk
	d.Dir, d.Heads = tb.TempDir(), filepath.Join(tb.TempDir(), "heads")
	d.Cache, d.Known = filepath.Join(tb.TempDir(), "cache.json"), filepath.Join(tb.TempDir(), "known")
	c := &courier.Courier{
		Shelf: &d, Box: p.Box, Lang: p.Lang,
		Memory: home.Memory{System: d.System, File: filepath.Join(tb.TempDir(), "state.json")},
	}
	return &player{Desk: &d, Courier: c}
}

// TestTwoMachinesPoll plays matches of all games in which Bob has two machines that poll the same mailbox, and moves on either.
// Each move is sent once, and all three records are the same.
func TestTwoMachinesPoll(t *testing.T) {
	for n := range max(2, *chaosGames) {
		g := all.Games[n%len(all.Games)]
		t.Run(fmt.Sprintf("%s/%d", g.Name, n), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(n), 4))
			tb, alice, bob := two(sitAt(t, 2, home.Invitation{Game: g, Seat: 1 + n%2}))
			second := tb.machine(bob)
			bob.Copy, second.Copy = true, true
			second.file = filepath.Join(second.Dir, filepath.Base(bob.file))
			tb.must(os.WriteFile(second.file, []byte(tb.bytes(bob)), 0o644))
			tb.players = append(tb.players, second)
			for tb.open(alice).Ply() < 16 && tb.open(alice).Outcome == nil {
				for _, i := range r.Perm(3) {
					tb.poll(tb.players[i])
				}
				p := tb.mover()
				if p == nil {
					continue // dice need another round
				}
				tb.same()
				movers := []*player{alice}
				if p != alice {
					movers = []*player{bob, second}
				}
				p = movers[r.IntN(len(movers))]
				before := tb.sent
				tb.play(p, tb.quietMove(p))
				if sent := tb.sent - before; sent != 1+len(movers)/2 { // Bob sends himself a copy
					t.Fatalf("a move goes out in %d letters", sent)
				}
			}
		})
	}
}
