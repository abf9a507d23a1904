package courier_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/atomicfile/storetest"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

var stride = flag.Int("stride", 61, "from one point at which to crash or damage something to the next")

// errCrash is the error of every call of a crashed program.
var errCrash = errors.New("crash")

// fate says when and how a program crashes: at its nth step outside its own memory, before or after it takes effect, and
// how much remains of data that was not synced.
type fate struct {
	at, steps int
	after     bool
	left      int // of an unsynced file: 0 nothing, 1 half, 2 all; an unsynced name is lost with 0
	dead      bool
	lost      []func()          // functions that undo what was not synced
	names     map[string]string // where a file that was created lies now
}

// step counts a step that do performs.
func (f *fate) step(do func() error) error {
	if f.dead {
		return errCrash
	}
	if f.steps++; f.steps != f.at {
		return do()
	}
	if f.after {
		_ = do()
	}
	f.dead = true
	for i := len(f.lost) - 1; i >= 0; i-- {
		f.lost[i]()
	}
	return errCrash
}

// crashing is a machine under a fate.
type crashing struct {
	storetest.Machine
	*fate
}

func (c crashing) Create(name string, mode fs.FileMode) (f atomicfile.File, err error) {
	err = c.step(func() error { f, err = c.Machine.Create(name, mode); return err })
	c.names[name] = name
	return &crashingFile{f, name, c.fate}, err
}

func (c crashing) Rename(from, to string) error {
	return c.step(func() error {
		old, missing := os.ReadFile(to)
		if err := c.Machine.Rename(from, to); err != nil {
			return err
		}
		c.names[from] = to
		if c.left == 0 {
			c.lost = append(c.lost, func() {
				if os.Remove(to); missing == nil {
					os.WriteFile(to, old, 0o600)
				}
			})
		}
		return nil
	})
}

func (c crashing) SyncDir(dir string) error {
	return c.step(func() error { c.lost = nil; return c.Machine.SyncDir(dir) })
}

func (c crashing) Remove(name string) error {
	return c.step(func() error { return c.Machine.Remove(name) })
}

type crashingFile struct {
	atomicfile.File
	name string
	*fate
}

func (f *crashingFile) Write(p []byte) (n int, err error) {
	err = f.step(func() error {
		n, err = f.File.Write(p)
		f.lost = append(f.lost, func() {
			if f.left < 2 { // a rename that survived doesn't restore data that was never written
				os.Truncate(f.names[f.name], int64(len(p)*f.left/2))
			}
		})
		return err
	})
	return n, err
}

func (f *crashingFile) Sync() error {
	return f.step(func() error { f.lost = f.lost[:max(0, len(f.lost)-1)]; return f.File.Sync() })
}

func (f *crashingFile) Close() error {
	if f.dead {
		f.File.Close()
		return errCrash
	}
	return f.step(f.File.Close)
}

// crashingBox is a mailbox with a fate: each message sent or fetched is a step.
type crashingBox struct {
	mailbox.Box
	*fate
}

func (b crashingBox) Send(ctx context.Context, l *mailbox.Letter) error {
	if err := b.step(func() error { return b.Box.Send(ctx, l) }); err != nil {
		return &mailbox.SendError{Kind: mailbox.Unknown, Err: err}
	}
	return nil
}

func (b crashingBox) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	return b.Box.Fetch(ctx, since, func(m mailbox.Mail) error {
		return b.step(func() error { return handle(m) })
	})
}

// doom gives p a fate until it is started again.
func (tb *table) doom(p *player, f *fate) {
	f.names = map[string]string{}
	tb.equip(p, crashing{storetest.Machine{Time: tb.now}, f}, crashingBox{tb.mail(p), f})
}

// equip gives p a machine and a mailbox.
func (tb *table) equip(p *player, machine atomicfile.System, box mailbox.Box) {
	memory := p.Memory.(home.Memory)
	memory.System = machine
	p.System, p.Memory, p.Box = machine, memory, box
}

// heal puts p on a machine that does not crash.
func (tb *table) heal(p *player) { tb.equip(p, storetest.Machine{Time: tb.now}, tb.mail(p)) }

// deed is a step of a player, with a test whether it has been done.
type deed struct {
	who  int
	do   func(p *player) error
	done func(tb *table, p *player) bool
}

// start restarts the program of p, as a person does who checks the state of the match, and reports whether it had crashed.
func (tb *table) start(p *player) bool {
	c, doomed := p.System.(crashing)
	crashed := doomed && c.dead
	if crashed {
		tb.heal(p)
	}
	files, _ := filepath.Glob(p.Dir + "/*.kif")
	if p.file = ""; len(files) > 0 {
		p.file = files[0]
	}
	return crashed
}

// play performs the deeds with one crash of the doomed player, and lets everybody poll in between.
func (tb *table) runDeeds(deeds []deed, doomed *player) {
	tb.Helper()
	for n, d := range deeds {
		p := tb.players[d.who]
		for try := 0; !d.done(tb, p); try++ {
			if try == 5 {
				tb.Fatalf("deed %d is never done", n)
			}
			err := d.do(p)
			if err != nil && !errors.Is(err, errCrash) && try > 0 {
				tb.Logf("deed %d again: %v", n, err)
			}
			tb.start(p)
		}
		for n := 0; n < 2*len(tb.players); n++ {
			p := tb.players[n%len(tb.players)]
			p.Poll(context.Background())
			if tb.start(p) {
				n = -1 // from the beginning, after a crash
			}
		}
	}
	for _, p := range tb.players {
		tb.heal(p)
	}
	for range 3 {
		for _, p := range tb.players {
			if _, _, err := p.Poll(context.Background()); err != nil {
				tb.Errorf("poll in the end: %v", err)
			}
		}
	}
}

// wholeMatch has every kind of step in a match.
func wholeMatch(game string, others ...kif.Seat) []deed {
	plies := func(n int) func(*table, *player) bool {
		return func(tb *table, p *player) bool { return p.file != "" && tb.open(p).Ply() >= n }
	}
	move := func(n int) deed {
		return deed{(n - 1) % 2, func(p *player) error {
			m, err := p.Open(p.file)
			if err != nil {
				return err
			}
			var move engine.Move
			for move = range m.Last().Moves() {
				break
			}
			if _, err := p.Play(p.copy(), home.Turn{Move: string(move), Post: true}); err != nil {
				return err
			}
			_, err = p.Send(context.Background(), p.copy())
			return err
		}, plies(n)}
	}
	return []deed{
		{0, func(p *player) error {
			m, err := p.Invite(home.Invitation{Game: all.Game(game), Seat: 1, Others: others})
			if err == nil {
				_, err = p.Send(context.Background(), m)
			}
			return err
		}, func(_ *table, p *player) bool { return p.file != "" }},
		{1, func(p *player) error {
			if _, _, err := p.Poll(context.Background()); err != nil {
				return err
			}
			for _, m := range p.Invitations() {
				if _, err := p.Accept(m.Short(), "", false); err != nil {
					return err
				}
			}
			return nil
		}, func(_ *table, p *player) bool { return p.file != "" && len(p.Invitations()) == 0 }},
		move(1), move(2),
		{0, func(p *player) error { // a draft, taken back
			_, err := p.Play(p.copy(), home.Turn{Move: "e3"})
			if err == nil {
				_, err = p.Undo(p.copy())
			}
			return err
		}, plies(2)},
		move(3),
		{0, func(p *player) error { _, err := p.Do(p.copy(), home.Doing("draw"), true); return err },
			func(tb *table, p *player) bool { return tb.open(p).Offer != nil || tb.open(p).Ply() > 3 }},
		move(4),
		{1, func(p *player) error { _, err := p.Resign(p.copy(), 0, true); return err },
			func(tb *table, p *player) bool { return tb.open(p).Outcome != nil }},
	}
}

// crashOnce plays a whole match in which one player's program crashes at a step, and reports whether that step was reached.
func (tb *table) crashOnce(game string, who int, f *fate) bool {
	tb.doom(tb.players[who], f)
	tb.runDeeds(wholeMatch(game, tb.players[1].Me), tb.players[who])
	tb.same()
	m := tb.open(tb.players[0])
	if m.Ply() != 4 || m.Outcome == nil {
		tb.Errorf("%+v: the match ends after %d plies with %v:\n%s", f, m.Ply(), m.Outcome, tb.bytes(tb.players[0]))
	}
	return f.dead
}

// TestCrashAnywhere crashes each side's program at every step of a match, and expects that no turn is lost, duplicated or incomplete.
func TestCrashAnywhere(t *testing.T) {
	for _, game := range []string{"quoridor", "diceshogi"} {
		for who := range 2 {
			for n, crashed := 1, true; crashed; n += *stride {
				way := (n + n/6) % 6 // to write a file takes six steps, each of which is to meet all ways
				ok := t.Run(fmt.Sprintf("%s/%d/%d/%d", game, who, n, way), func(t *testing.T) {
					crashed = chairs(t, 2).crashOnce(game, who, &fate{at: n, after: way%2 == 1, left: way / 2})
				})
				if !ok {
					return
				}
			}
		}
	}
}
