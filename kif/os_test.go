package kif

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func create(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(dir, "a.kif")
	r, err := New(Setup{Game: "counting", Options: "target=1000"})
	if err != nil {
		t.Fatal(err)
	}
	if err := Create(OS{}, name, r); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestWritersLoseNothing lets writers append to one file at once.
func TestWritersLoseNothing(t *testing.T) {
	name := create(t, t.TempDir())
	const writers, each = 4, 20
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for range each {
				err := Change(OS{}, name, func(r *Record) (*Record, error) {
					return r.Append(Event{Step: Move(fmt.Sprint("add", w)), Spent: -1})
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	r, err := Load(OS{}, name)
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]int{}
	for _, e := range r.Events {
		made[e.Step.String()]++
	}
	for w := range writers {
		if n := made[fmt.Sprint("add", w)]; n != each {
			t.Errorf("writer %d: %d of %d moves", w, n, each)
		}
	}
	if files, _ := os.ReadDir(filepath.Dir(name)); len(files) != 2 {
		t.Errorf("files left: %v", files)
	}
}

func TestLinkAndMode(t *testing.T) {
	name := create(t, t.TempDir())
	if err := os.Chmod(name, 0o604); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.kif")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := Change(OS{}, link, addMove); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	r, err := Load(OS{}, name)
	if err != nil || len(r.Events) != 1 {
		t.Errorf("its target is not written: %v", err)
	}
	if info, _ := os.Stat(name); info.Mode() != 0o604 {
		t.Errorf("mode %v", info.Mode())
	}
	if err := os.Symlink(filepath.Join(t.TempDir(), "nothing"), link+"2"); err != nil {
		t.Fatal(err)
	}
	if err := Replace(OS{}, link+"2", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link to nothing: %v", err)
	}
}

func TestLockTimesOut(t *testing.T) {
	name := filepath.Join(t.TempDir(), ".a.kif.lock")
	held, err := OS{}.Lock(name, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (OS{}).Lock(name, 30*time.Millisecond); err == nil || !strings.Contains(err.Error(), "another program has held") {
		t.Errorf("a second lock: %v", err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := OS{}.Lock(name, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(OS{}, dir); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	_, err := Load(OS{}, filepath.Join(dir, "none.kif"))
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != "read "+filepath.Join(dir, "none.kif")+": no such file or directory" {
		t.Errorf("no file: %v", err)
	}
	huge := filepath.Join(dir, "huge.kif")
	if err := os.WriteFile(huge, make([]byte, MaxBytes+10), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(OS{}, huge); err == nil || !strings.Contains(err.Error(), "more than 4194304 bytes") {
		t.Errorf("a huge file: %v", err)
	}
}
