package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/match"
)

var kills = flag.Int("kills", 4, "how often the real program is killed")

// arena is two players with folders of their own and the program, which TestMain puts in the PATH.
type arena struct {
	*testing.T
	dir    string
	rand   *rand.Rand
	pace   time.Duration // about how long one run takes
	record string        // the name of the file of the match that is being played
	killed int
}

func newArena(t *testing.T) *arena {
	a := &arena{T: t, dir: t.TempDir(), rand: rand.New(rand.NewPCG(1, 2))}
	for _, name := range []string{"alice", "bob", "nobody"} {
		for _, sub := range []string{name, "post"} {
			if err := os.MkdirAll(filepath.Join(a.dir, sub), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if name == "nobody" {
			a.write(name+".yaml", "folder: "+a.dir+"\n")
			continue
		}
		conf := fmt.Sprintf("name: %s\naddress: %[1]s@example.org\nfolder: %s\nstate: %[2]s/.state\nsecret: %[2]s/.secret\nexchange: %s\npicture: false\n",
			name, filepath.Join(a.dir, name), filepath.Join(a.dir, "post"))
		a.write(name+".yaml", conf)
	}
	return a
}

func (a *arena) write(name, text string) {
	a.Helper()
	if err := os.WriteFile(filepath.Join(a.dir, name), []byte(text), 0o600); err != nil {
		a.Fatal(err)
	}
}

// run runs the command for a player and gives its standard output: in this process, or in one of its own that is killed after
// patience.
func (a *arena) run(patience time.Duration, name string, args ...string) string {
	var out bytes.Buffer
	if patience == 0 {
		runHere(a.Context(), "", &out, io.Discard, a.line(name, args)...)
		return out.String()
	}
	command := a.process(name, args...)
	command.Stdout = &out
	if err := command.Start(); err != nil {
		a.Fatal(err)
	}
	kill := time.AfterFunc(patience, func() { command.Process.Kill() })
	defer kill.Stop()
	if err := command.Wait(); err != nil && strings.Contains(err.Error(), "killed") {
		a.killed++
	}
	return out.String()
}

// process returns the command for a player as a process of its own.
func (a *arena) process(name string, args ...string) *exec.Cmd {
	return exec.Command("hikyaku", a.line(name, args)...)
}

// line returns a command line of a player.
func (a *arena) line(name string, args []string) []string {
	return append([]string{"--config", filepath.Join(a.dir, name+".yaml")}, args...)
}

// file returns the record of a player, "" while there is none.
func (a *arena) file(name string) string {
	file := filepath.Join(a.dir, name, a.record)
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return file
}

// begin lets Alice invite Bob.
func (a *arena) begin() {
	a.Helper()
	out := a.run(0, "alice", "invite", "diceshogi", "bob@example.org", "--set", "rules=hyper")
	path, _, found := strings.Cut(out, ": ")
	if !found {
		a.Fatalf("invite says %q", out)
	}
	a.record = filepath.Base(path)
}

// open reads the record of a player with our own code, not the program's.
func (a *arena) open(name string) *match.Match {
	a.Helper()
	d := &home.Folder{Games: all.Games, System: atomicfile.OS{}}
	m, err := d.Open(a.file(name))
	if err != nil {
		a.Fatal(err)
	}
	return m.Match
}

// waits reports whether the match of a player waits for him.
func (a *arena) waits(name string) bool {
	a.Helper()
	m := a.open(name)
	return m.Turn != 0 && m.Turn == m.Roster.At(name+"@example.org")
}

// act lets a player do what is to be done: answer, move, and always poll.
func (a *arena) act(patience time.Duration, name string) {
	a.run(patience, name, "poll")
	switch {
	case a.file(name) == "":
		if id := strings.TrimSuffix(a.record[strings.LastIndex(a.record, "-")+1:], ".kif"); id != "" {
			a.run(patience, name, "accept", id)
		}
	case a.waits(name):
		var listed struct{ Legal []string }
		if json.Unmarshal([]byte(a.run(0, name, "moves", a.file(name), "--json")), &listed) == nil && len(listed.Legal) > 0 {
			a.run(patience, name, "move", a.file(name), listed.Legal[a.rand.IntN(len(listed.Legal))], "--send")
		}
	}
}

// TestKilledAtAnyMoment kills the real program again and again, at moments that nobody chose.
func TestKilledAtAnyMoment(t *testing.T) {
	a := newArena(t)
	begun := time.Now()
	_ = a.process("bob", "poll").Run() // opens the mailbox
	a.pace = time.Since(begun)
	a.begin()
	for n := 0; a.killed < *kills && n < 20**kills; n++ {
		a.act(1+time.Duration(a.rand.Int64N(int64(3*a.pace))), []string{"alice", "bob"}[n%2])
		if a.file("bob") != "" && a.open("alice").Outcome != nil {
			a.settle()
			a.begin()
		}
	}
	a.settle()
	t.Logf("%d kills, %d plies in the last match, which took %v a step", a.killed, a.open("alice").Ply(), a.pace)
}

// settle lets both poll in peace, and wants the same in both records.
func (a *arena) settle() {
	a.Helper()
	for range 4 {
		a.run(0, "alice", "poll")
		a.run(0, "bob", "poll")
		if a.file("bob") == "" {
			a.act(0, "bob")
		}
	}
	alice, bob := a.open("alice"), a.open("bob")
	if proof := alice.NewProof(); alice.Head != bob.Head || proof.Proved != proof.Throws {
		a.Fatalf("after %d kills the records differ, or the dice are not proved: %d and %d plies", a.killed, alice.Ply(), bob.Ply())
	}
}

// TestManyProcesses lets eight processes write one record and poll one mailbox at once.
func TestManyProcesses(t *testing.T) {
	a := newArena(t)
	a.run(0, "bob", "poll")
	a.begin()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() { _ = a.process("bob", "poll").Run() })
	}
	group.Wait()
	if waiting, _ := filepath.Glob(filepath.Join(a.dir, "bob", "invitations", "*.kif")); len(waiting) != 1 {
		t.Fatalf("eight polls found %d invitations, want 1", len(waiting))
	}
	file := filepath.Join(a.dir, "shared.kif")
	a.run(0, "nobody", "new", "quoridor", "-o", file)
	var played atomic.Int64
	for range 8 {
		group.Go(func() {
			for _, move := range []string{"e2", "e8", "e3", "e7", "a3h", "c3h", "e4", "e6"} {
				if a.process("nobody", "move", file, move).Run() == nil {
					played.Add(1)
				}
			}
		})
	}
	group.Wait()
	d := &home.Folder{Games: all.Games, System: atomicfile.OS{}}
	m, err := d.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if m.Ply() != int(played.Load()) || m.Ply() < 4 {
		t.Errorf("%d moves were accepted, and the record holds %d", played.Load(), m.Ply())
	}
}
