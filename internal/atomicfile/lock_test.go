package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// hold takes a lock that must be free.
func hold(t *testing.T, name string) *lock {
	t.Helper()
	l, err := OS{}.Lock(name, 0)
	if err != nil {
		t.Fatalf("the lock is not to be had: %v", err)
	}
	return l.(*lock)
}

func release(t *testing.T, l *lock) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

func TestLockIsRemoved(t *testing.T) {
	name := filepath.Join(t.TempDir(), ".a.lock")
	l := hold(t, name)
	if _, err := (OS{}).Lock(name, 0); !errors.As(err, new(*HeldError)) {
		t.Errorf("taken twice: %v", err)
	}
	release(t, l)
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file stays: %v", err)
	}
	release(t, hold(t, name))
}

// TestLockOfKilled takes a lock whose file a killed program has left.
func TestLockOfKilled(t *testing.T) {
	name := filepath.Join(t.TempDir(), ".a.lock")
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	release(t, hold(t, name))
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file stays: %v", err)
	}
}

func TestStaleLock(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not remove the file of a held lock")
	}
	name := filepath.Join(t.TempDir(), ".a.lock")
	first := hold(t, name)
	if first.stale() {
		t.Error("a lock is stale at once")
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if !first.stale() {
		t.Error("a lock without its file is not stale")
	}
	second := hold(t, name)
	if !first.stale() || second.stale() {
		t.Errorf("stale: %v of the lock that lost its name, %v of the one that has it", first.stale(), second.stale())
	}
	release(t, second)
	if err := first.Unlock(); err != nil {
		t.Error(err)
	}
}

// TestLockWaits checks, on the clock of a bubble, that Lock waits for the given time or until the lock is free.
func TestLockWaits(t *testing.T) {
	name := filepath.Join(t.TempDir(), ".a.lock")
	synctest.Test(t, func(t *testing.T) {
		held := hold(t, name)
		begun := time.Now()
		_, err := OS{}.Lock(name, time.Minute)
		if err == nil || err.Error() != "another program has kept "+name+" locked for 60 seconds" || time.Since(begun) != time.Minute {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
		time.AfterFunc(time.Second, func() { release(t, held) })
		begun = time.Now()
		l, err := OS{}.Lock(name, time.Minute)
		if err != nil || time.Since(begun) > time.Second+pause {
			t.Fatalf("after %v: %v", time.Since(begun), err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestLockNowhere(t *testing.T) {
	if l, err := (OS{}).Lock(filepath.Join(t.TempDir(), "none", ".a.lock"), time.Hour); l != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v, %v", l, err)
	}
}

// contending is the name of the variable with the folder in which a process contends for a lock.
const contending = "HIKYAKU_CONTENDING"

// Of TestLockExcludes.
const (
	processes = 2
	routines  = 2 // of each process
	turns     = 40
)

// TestLockExcludes lets processes and goroutines contend for one lock, whose file is created and removed all the time.
func TestLockExcludes(t *testing.T) {
	if dir := os.Getenv(contending); dir != "" {
		contend(t, dir)
		return
	}
	dir := t.TempDir()
	var group sync.WaitGroup
	for range processes {
		group.Go(func() {
			child := exec.Command(os.Args[0], "-test.run=^TestLockExcludes$")
			child.Env = append(os.Environ(), contending+"="+dir)
			if out, err := child.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	group.Wait()
	count, err := os.ReadFile(filepath.Join(dir, "count"))
	if err != nil || string(count) != strconv.Itoa(processes*routines*turns) {
		t.Errorf("%s turns are counted of %d, %v", count, processes*routines*turns, err)
	}
	only(t, filepath.Join(dir, "count"))
}

func contend(t *testing.T, dir string) {
	var group sync.WaitGroup
	for range routines {
		group.Go(func() {
			for range turns {
				if err := takeTurn(dir); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
}

// takeTurn counts one turn under the lock. It fails if another holder is inside.
func takeTurn(dir string) error {
	l, err := OS{}.Lock(filepath.Join(dir, ".lock"), 0)
	for ; errors.As(err, new(*HeldError)); l, err = (OS{}).Lock(filepath.Join(dir, ".lock"), 0) {
		runtime.Gosched()
	}
	if err != nil {
		return err
	}
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o700); err != nil {
		return err
	}
	return errors.Join(count(filepath.Join(dir, "count")), os.Remove(inside), l.Close())
}

func count(name string) error {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return os.WriteFile(name, []byte(strconv.Itoa(n+1)), 0o600)
}
