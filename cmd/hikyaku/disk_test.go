//go:build linux

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// onSmallDisk is set in the process that may mount file systems of its own.
const onSmallDisk = "HIKYAKU_ON_SMALL_DISK"

// TestFullDisk plays with all that one player keeps on a disk of 64 KiB that fills up, and continues when there is room again.
func TestFullDisk(t *testing.T) {
	if os.Getenv(onSmallDisk) != "" {
		playOnSmallDisk(t)
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
	child.Env = append(os.Environ(), onSmallDisk+"=1")
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	var out bytes.Buffer
	child.Stdout, child.Stderr = &out, &out
	if err := child.Start(); err != nil {
		t.Skipf("this system lets nobody mount a disk of their own: %v", err)
	}
	if err := child.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
}

func playOnSmallDisk(t *testing.T) {
	a := newArena(t)
	disk := filepath.Join(a.dir, "alice")
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=96k"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	a.run(0, "bob", "poll") // opens the mailbox
	a.begin()
	for range 6 {
		a.act(0, "bob")
		a.act(0, "alice")
	}
	filler := filepath.Join(disk, "filler")
	if err := os.WriteFile(filler, bytes.Repeat([]byte("x"), 1<<17), 0o600); err == nil {
		t.Fatal("the disk has no end")
	}
	refused := 0
	for range 8 { // page by page, to stop in the middle of things
		refused += a.onFullDisk("poll")
		if m := a.open("alice"); a.waits("alice") && m.Next().Player != 0 {
			for move := range m.Last().Moves() {
				refused += a.onFullDisk("move", a.file("alice"), string(move), "--send")
				break
			}
		} else {
			refused += a.onFullDisk("draw", a.file("alice"), "--send")
		}
		a.act(0, "bob")
		if info, err := os.Stat(filler); err == nil && info.Size() > 4096 {
			os.Truncate(filler, info.Size()-4096)
		}
	}
	if refused < 2 {
		t.Errorf("the full disk was met %d times", refused)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	before := a.open("alice").Ply()
	for range 6 {
		a.act(0, "alice")
		a.act(0, "bob")
	}
	a.settle()
	if after := a.open("alice"); after.Ply() < before+4 && after.Outcome == nil {
		t.Errorf("with room again the match went from ply %d to %d only", before, after.Ply())
	}
}

// onFullDisk runs the program for Alice and gives 1 where it failed: what is not said to be done has changed nothing.
func (a *arena) onFullDisk(args ...string) int {
	a.Helper()
	before := a.open("alice")
	var said bytes.Buffer
	status := runHere(a.Context(), "", io.Discard, &said, a.line("alice", args)...)
	after := a.open("alice") // fails where the record is torn
	if left, _ := filepath.Glob(filepath.Join(a.dir, "alice", ".*.tmp")); len(left) > 0 {
		a.Errorf("%v leaves %v", args, left)
	}
	switch {
	case status == statusDone && args[0] != "poll" && after.Head == before.Head:
		a.Errorf("%v is said to be done and changed nothing", args)
	case status != statusDone && !strings.HasPrefix(said.String(), "hikyaku: "):
		a.Errorf("%v fails with %q", args, &said)
	case status != statusDone && strings.Contains(said.String(), "the disk is full"):
		if args[0] == "move" && after.Ply() > before.Ply() && !strings.Contains(said.String(), "recorded") {
			a.Errorf("%v failed and changed the record: %s", args, &said)
		}
		return 1
	}
	return 0
}
