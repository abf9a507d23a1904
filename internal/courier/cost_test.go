package courier_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
)

// tally is a system that counts how often each file is read.
type tally struct {
	atomicfile.System
	reads map[string]int // by base name
}

func (c tally) Read(name string) ([]byte, fs.FileMode, error) {
	c.reads[filepath.Base(name)]++
	return c.System.Read(name)
}

// count makes p count its reads from now on.
func (tb *table) count(p *player) tally {
	c := tally{p.Desk.System, map[string]int{}}
	p.Desk.System = c
	return c
}

// TestIdlePollWritesNoState checks that a poll without new mail stores its time without waiting for the disk: it creates and syncs no
// file. A message that arrived before that poll and is found later counts as arrived at the poll.
func TestIdlePollWritesNoState(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.poll(bob)
	state := bob.Courier.Memory.(home.Memory)
	saved, err := os.ReadFile(state.File)
	tb.must(err)
	tb.wait(5 * time.Hour)
	disk := &written{System: bob.Desk.System}
	bob.Desk.System = disk
	bob.Courier.Memory = home.Memory{System: disk, File: state.File}
	idle := *tb.now
	tb.poll(bob)
	if after, err := os.ReadFile(state.File); err != nil || string(after) != string(saved) || disk.files != nil {
		t.Errorf("the poll wrote %v, and as state\n%s%v", disk.files, after, err)
	}
	tb.wait(time.Hour)
	tb.play(alice, "e2")
	bob.Box = &stamped{bob.Box, idle.Add(-3 * time.Hour)}
	tb.wantPoll(bob, "taken")
	if came := tb.open(bob).Record.Events; came[len(came)-1].Came.Before(idle) {
		t.Errorf("the move came %v, before the poll at %v", came[len(came)-1].Came, idle)
	}
	if after, err := os.ReadFile(state.File); err != nil || string(after) == string(saved) {
		t.Errorf("the poll of a message did not save its state: %v", err)
	}
	tb.must(bob.Rewind())
	tb.poll(bob)
	if after, err := os.ReadFile(state.File); err != nil || string(after) == string(saved) {
		t.Errorf("the rewound state is not saved: %v", err)
	}
}

// written is a system that lists the files that are created.
type written struct {
	atomicfile.System
	files []string
}

func (w *written) Create(name string, mode fs.FileMode) (atomicfile.File, error) {
	w.files = append(w.files, filepath.Base(name))
	return w.System.Create(name, mode)
}

// TestFirstPollReadsRecordsOnce checks that the first poll and the first list, in either order, read each record on one machine once.
func TestFirstPollReadsRecordsOnce(t *testing.T) {
	for _, listFirst := range []bool{false, true} {
		tb, alice := one(sit(t, 2))
		for range 3 {
			_, err := alice.Begin(home.Setup{Game: all.Game("quoridor")})
			tb.must(err)
		}
		files, err := filepath.Glob(filepath.Join(alice.Dir, "*.kif"))
		tb.must(err)
		for _, file := range files {
			tb.must(os.Chtimes(file, time.Time{}, tb.now.Add(-time.Hour)))
		}
		tb.must(alice.Rewind())
		c := tb.count(alice)
		list := func() {
			for _, err := range alice.List() {
				tb.must(err)
			}
		}
		if listFirst {
			list()
		}
		tb.poll(alice)
		list()
		for name, n := range c.reads {
			if strings.HasSuffix(name, ".kif") && name != filepath.Base(alice.file) && n != 1 {
				t.Errorf("list first: %v: %s was read %d times: %s", listFirst, name, n, fmt.Sprint(c.reads))
			}
		}
	}
}

// TestMoveReadsItsRecord checks that playing and sending a move reads the record to judge it, under the lock, before it is replaced,
// and when it is sent.
func TestMoveReadsItsRecord(t *testing.T) {
	tb, alice := one(sit(t, 2))
	c := tb.count(alice)
	tb.play(alice, "e2")
	if n := c.reads[filepath.Base(alice.file)]; n > 4 {
		t.Errorf("the record was read %d times", n)
	}
}
