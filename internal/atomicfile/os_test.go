package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// create makes a file in a folder of its own.
func create(t testing.TB) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.txt")
	if err := Create(OS{}, name, []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// only checks that the file is the only one in its folder.
func only(t *testing.T, name string) {
	t.Helper()
	if files, err := os.ReadDir(filepath.Dir(name)); len(files) != 1 {
		t.Errorf("files left: %v, %v", files, err)
	}
}

// TestWritersLoseNothing lets writers append to one file at once. Their waits pass on the clock of the bubble.
func TestWritersLoseNothing(t *testing.T) {
	name := create(t)
	const writers, each = 4, 20
	synctest.Test(t, func(t *testing.T) {
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() {
				for range each {
					err := Change(OS{}, name, func(old []byte) ([]byte, error) { return fmt.Appendf(slices.Clone(old), "%d\n", w), nil })
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
	})
	data, err := Read(OS{}, name)
	if err != nil {
		t.Fatal(err)
	}
	for w := range writers {
		if n := bytes.Count(data, fmt.Appendln(nil, w)); n != each {
			t.Errorf("writer %d: %d of %d lines", w, n, each)
		}
	}
	only(t, name)
}

func TestLinkAndMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has neither these permissions nor, for everybody, links")
	}
	name := create(t)
	if err := os.Chmod(name, 0o604); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.txt")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := Change(OS{}, link, grow); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if data, err := Read(OS{}, name); err != nil || string(data) != grown {
		t.Errorf("its target is not written: %q, %v", data, err)
	}
	if info, _ := os.Stat(name); info.Mode() != 0o604 {
		t.Errorf("mode %v", info.Mode())
	}
	only(t, name)
	only(t, link)
	if err := os.Symlink(filepath.Join(t.TempDir(), "nothing"), link+"2"); err != nil {
		t.Fatal(err)
	}
	if err := Replace(OS{}, link+"2", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link to nothing: %v", err)
	}
}

func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Read(OS{}, dir); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	_, err := Read(OS{}, filepath.Join(dir, "none"))
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != "can't read "+filepath.Join(dir, "none")+": no such file or folder" {
		t.Errorf("no file: %v", err)
	}
	huge := filepath.Join(dir, "huge")
	if err := os.WriteFile(huge, make([]byte, maxBytes+10), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := Read(OS{}, huge); err != nil || len(data) != maxBytes+1 {
		t.Errorf("a huge file: %d bytes, %v", len(data), err)
	}
}

func BenchmarkChange(b *testing.B) {
	name := create(b)
	texts := [][]byte{bytes.Repeat([]byte("x"), 20<<10), bytes.Repeat([]byte("y"), 20<<10)} // as large as a long record
	for n := 0; b.Loop(); n++ {
		if err := Change(OS{}, name, func([]byte) ([]byte, error) { return texts[n%2], nil }); err != nil {
			b.Fatal(err)
		}
	}
}
