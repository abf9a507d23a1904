package mailbox_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

// Any address is the name of a file directly in the shared folder.
func TestFolderPlaces(t *testing.T) {
	for _, address := range []string{"/x/y@example.net", "/etc/passwd@x", "a%2e@x", "%2e%2e/x@c", "a|b@c", "a*b@C"} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "shared"), 0o700); err != nil {
			t.Fatal(err)
		}
		box := openFolder(t, filepath.Join(dir, "shared"), address)
		l := mailboxtest.Letter(1)
		l.To.Addr = address
		send := box.Send(t.Context(), l)
		got, _ := collect(t, box, mailbox.Mark{})
		entries, err := os.ReadDir(filepath.Join(dir, "shared"))
		outside, err2 := os.ReadDir(dir)
		if send != nil || got != "1" || err != nil || err2 != nil || len(entries) != 2 || len(outside) != 1 {
			t.Errorf("%q: %v, %q, %v", address, send, got, entries)
		}
	}
	if _, err := mailbox.NewFolder(t.TempDir(), "a/b"); err == nil {
		t.Error("a place for no address")
	}
	missing := filepath.Join(t.TempDir(), "psot")
	if _, err := mailbox.NewFolder(missing, mailboxtest.Taro); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a shared folder that is not there: %v", err)
	}
}

func TestFolderSendersAtOnce(t *testing.T) {
	dir := t.TempDir()
	hanako := openFolder(t, dir, mailboxtest.Hanako)
	var all sync.WaitGroup
	for i := range 20 {
		taro := openFolder(t, dir, mailboxtest.Taro)
		all.Go(func() {
			if err := taro.Send(t.Context(), mailboxtest.Letter(i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got, mark := collect(t, hanako, mailbox.Mark{})
	if n := len(strings.Fields(got)); n != 20 || mark.UID != 20 {
		t.Errorf("%d came: %s", n, got)
	}
}

// A number isn't used again after its file was removed; other files are no mail; only plain files are read.
func TestFolderOddFiles(t *testing.T) {
	dir := t.TempDir()
	taro, hanako := openFolder(t, dir, mailboxtest.Taro), openFolder(t, dir, mailboxtest.Hanako)
	place := filepath.Join(dir, mailboxtest.Hanako, "new")
	for i := range 2 {
		if err := taro.Send(t.Context(), mailboxtest.Letter(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(place, fmt.Sprintf("%010d.eml", 2))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"3.eml", "notes.txt", "0000000003.eml~"} {
		if err := os.WriteFile(filepath.Join(place, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(place, "0000000007.eml")); err != nil {
		t.Fatal(err)
	}
	if err := taro.Send(t.Context(), mailboxtest.Letter(3)); err != nil {
		t.Fatal(err)
	}
	if got, _ := collect(t, hanako, mailbox.Mark{}); got != "1 7! 8" {
		t.Errorf("got %q", got)
	}
}
