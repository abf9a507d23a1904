package courier_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/atomicfile/storetest"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// The errors of a call that fails once: of a read or write, and of a lock.
const (
	errDisk = syscall.EIO
	errHeld = syscall.EWOULDBLOCK
)

// flaw lets calls of a player's program fail: the first at each of some places, which are known by the lines that lead to them.
type flaw struct {
	storetest.Machine
	places []string // the places met
	fails  []string // the places whose first call fails
	silent []string // those of them whose failure was not reported, and has to be
}

// call returns the error of a call that does something to a file.
func (f *flaw) call(does, name string) error {
	var callers [60]uintptr
	frames, place := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])]), does
	for frame, more := frames.Next(); more; frame, more = frames.Next() {
		dir, file := filepath.Split(frame.File)
		if path := strings.TrimSuffix(dir, "/"); slices.Contains([]string{"home", "letter", "courier"}, filepath.Base(path)) && !strings.HasSuffix(file, "_test.go") {
			place = fmt.Sprintf("%s %s:%d", place, file, frame.Line)
		}
	}
	for _, copied := range []string{"cache.json", "heads", "verified"} { // what they hold can be found out again
		if strings.Contains(filepath.Base(name), copied) || filepath.Base(filepath.Dir(name)) == copied {
			return nil
		}
	}
	if slices.Contains(f.places, place) {
		return nil
	}
	f.places = append(f.places, place)
	if slices.Contains(f.fails, place) {
		if base := filepath.Base(name); does != "read" || filepath.Ext(base) != ".kif" && base != "secret" && !strings.HasPrefix(base, "reader-") {
			f.silent = append(f.silent, place)
		}
		return &fs.PathError{Op: does, Path: name, Err: errDisk}
	}
	return nil
}

func (f *flaw) Read(name string) ([]byte, fs.FileMode, error) {
	if err := f.call("read", name); err != nil {
		return nil, 0, err
	}
	return f.Machine.Read(name)
}

func (f *flaw) Create(name string, mode fs.FileMode) (atomicfile.File, error) {
	if err := f.call("create", name); err != nil {
		return nil, err
	}
	return f.Machine.Create(name, mode)
}

func (f *flaw) Lock(name string, wait time.Duration) (io.Closer, error) {
	if err := f.call("lock", name); err != nil { // another program holds it
		held, err := f.OS.Lock(name, 0)
		if err == nil {
			defer held.Close()
			_, err = f.OS.Lock(name, 0)
		}
		return nil, err
	}
	return f.Machine.Lock(name, wait)
}

// mishap is a table where the first player's calls may fail.
type mishap struct {
	*table
	*flaw
}

// failed adds to err the errors of what was sent.
func failed(sent []courier.Delivery, err error) error {
	for _, d := range sent {
		err = errors.Join(err, d.Err)
	}
	return err
}

// again repeats what failed, as a player does.
func (tb mishap) again(do func() error) {
	tb.Helper()
	err := do()
	for range tb.fails {
		if errors.Is(err, errDisk) || errors.Is(err, errHeld) {
			tb.silent = nil
			err = do()
		}
	}
	tb.must(err)
}

// polls makes the first player poll, until nothing is left to do.
func (tb mishap) polls() {
	tb.Helper()
	for range 2 {
		tb.again(func() error {
			reports, sent, err := tb.players[0].Poll(tb.Context())
			for _, r := range reports {
				if strings.Contains(r.Reason.En, errDisk.Error()) || strings.Contains(r.Reason.En, "locked for") {
					tb.silent = nil
				}
			}
			return failed(sent, err)
		})
	}
}

// sends does an act of the first player, and sends it.
func (tb mishap) sends(act func(p *player) (home.Copy, error)) {
	tb.Helper()
	p := tb.players[0]
	tb.again(func() error {
		c, err := act(p)
		if err == nil {
			p.file = c.File
		}
		return err
	})
	tb.again(func() error {
		m, err := p.Open(p.file)
		if err != nil {
			return err
		}
		sent, err := p.Send(tb.Context(), m)
		return failed(sent, err)
	})
}

// moves plays a move of the first player.
func (tb mishap) moves(move string) {
	tb.Helper()
	tb.sends(func(p *player) (home.Copy, error) {
		c, err := p.Open(p.file)
		if err == nil && c.Turn == p.Party(c.Match) {
			c, err = p.Play(c, home.Turn{Move: move, Post: true})
		}
		return c, err
	})
}

// withLetters is a match against a mail-only player.
func withLetters(tb mishap) {
	bob := tb.players[1]
	tb.sends(func(p *player) (home.Copy, error) {
		return p.Invite(home.Invitation{Game: quoridor(1).Game, Seat: 1, PerMove: "3d", Others: []kif.Seat{bob.Me}})
	})
	for _, turn := range []struct{ ours, theirs string }{
		{"", "accept\nThanks, good luck!"}, {"e2", "e8\nif e3 then e7"}, {"e3", ""},
		{"e4", "I would rather go to e6 now."}, {"", "yes"}, {"d4", "draw?"}, {"", "rules"}, {"", "d6"},
	} {
		if turn.ours != "" {
			tb.moves(turn.ours)
		}
		tb.polls()
		if turn.theirs != "" {
			tb.reply(turn.theirs)
			tb.polls()
		}
	}
	tb.wait(50 * time.Hour)
	tb.polls()
}

// withStrays is a match against a mail-only player whose first reply has no token, and whose second comes from another address.
func withStrays(tb mishap) {
	tb.sends(func(p *player) (home.Copy, error) {
		return p.Invite(home.Invitation{Game: quoridor(1).Game, Seat: 1, Others: []kif.Seat{tb.players[1].Me}})
	})
	tb.reply("accept")
	tb.polls()
	tb.moves("e2")
	tb.deliver(tb.bare("e8"), "")
	tb.polls()
	tb.reply("yes")
	tb.polls()
	tb.moves("e3")
	turn := tb.last()
	tb.replyTo(turn, "e7", "bob@work.example")
	tb.polls()
	tb.reply("yes")
	tb.polls()
	tb.replyTo(turn, "e7", "bob@work.example")
	tb.polls()
}

// withCopies is a match against a player who uses hikyaku, in which the first player loses a record and a draft.
func withCopies(tb mishap) {
	alice, bob := tb.players[0], tb.players[1]
	c, err := bob.Invite(home.Invitation{Game: quoridor(1).Game, Seat: 2, Others: []kif.Seat{alice.Me}})
	tb.must(err)
	bob.file = c.File
	tb.send(bob)
	tb.polls()
	tb.sends(func(p *player) (home.Copy, error) {
		for range 2 { // an invitation that cannot be read is not listed
			if waiting := p.Invitations(); len(waiting) == 1 {
				return p.Accept(waiting[0].Short(), "", false)
			}
		}
		files, err := filepath.Glob(p.Dir + "/*.kif")
		return home.Copy{File: strings.Join(files, "")}, err
	})
	tb.poll(bob)
	tb.moves("e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.polls()
	tb.again(func() error { // a draft, which is withdrawn
		c, err := alice.Open(alice.file)
		if err == nil && c.Turn == alice.Party(c.Match) {
			_, err = alice.Play(c, home.Turn{Move: "d2", Draw: true})
		}
		return err
	})
	tb.again(func() error {
		c, err := alice.Open(alice.file)
		if err == nil && c.Turn != alice.Party(c.Match) {
			_, err = alice.Undo(c)
		}
		return err
	})
	tb.moves("e3")
	tb.must(os.Remove(alice.file))
	tb.must(os.Remove(alice.Memory.(home.Memory).File))
	tb.polls()
	tb.poll(bob)
	tb.play(bob, "e7")
	tb.polls()
	tb.sends(func(p *player) (home.Copy, error) {
		c, err := p.Open(p.file)
		if err == nil && c.Outcome == nil {
			c, err = p.Resign(c, 0, true)
		}
		return c, err
	})
	tb.poll(bob)
}

// run plays a scene with a flaw and returns what came of it: the record's steps, and which letters were written.
func (f *flaw) run(t *testing.T, scene func(mishap)) string {
	t.Helper()
	tb := mishap{chairs(t, 2), f}
	f.Machine = storetest.Machine{Time: tb.now}
	alice := tb.players[0]
	tb.equip(alice, f, tb.table.mail(alice))
	scene(tb)
	var steps []string
	for _, e := range tb.open(alice).Record.Events {
		steps = append(steps, e.Step.String())
	}
	return strings.Join(steps, " ")
}

// TestOneFailure lets a single read, write or lock fail wherever one is made, as on a disk with an error or a folder in a cloud, and
// expects that the command, when repeated, completes its work. It may be silent only about a file that it can do without: a record
// that it reads later, the name of a reader, and the secret key. Several places fail in one match, far apart, unless -stride is 1.
func TestOneFailure(t *testing.T) {
	seen := map[string]bool{}
	for _, scene := range []func(mishap){withCopies, withLetters, withStrays} {
		var none flaw
		want := none.run(t, scene)
		places := slices.DeleteFunc(none.places, func(place string) bool { return seen[place] && *stride > 1 })
		runs := len(places)
		if *stride > 1 {
			runs = (runs + 7) / 8
		}
		for n := range runs {
			f := &flaw{}
			for i := n; i < len(places); i += runs {
				seen[places[i]], f.fails = true, append(f.fails, places[i])
			}
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				if got := f.run(t, scene); got != want {
					t.Errorf("the match has the steps %s, want %s", got, want)
				}
				for _, place := range f.silent {
					t.Errorf("nothing reports the failure of %s", place)
				}
				if t.Failed() {
					t.Logf("failed:\n%s", strings.Join(f.fails, "\n"))
				}
			})
		}
	}
}
