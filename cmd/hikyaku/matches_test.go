package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// BenchmarkFolder runs the commands that go through the whole folder, where nothing has changed since the last time: in it lie
// unfinished matches that wait for the other side. heap-B is what the heap has taken from the system at most.
func BenchmarkFolder(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		conf := folderOf(b, n)
		for _, command := range []string{"poll", "status", "matches"} {
			b.Run(fmt.Sprintf("%s/%d", command, n), func(b *testing.B) {
				for b.Loop() {
					runQuietly(b, conf, command)
				}
				var memory runtime.MemStats
				runtime.ReadMemStats(&memory)
				b.ReportMetric(float64(memory.HeapSys), "heap-B")
			})
		}
	}
}

// folderOf configures a player with n records of one match and lets the command see them. All are the same bytes, so they are
// judged once.
func folderOf(b *testing.B, n int) (conf string) {
	b.Helper()
	dir := b.TempDir()
	post := filepath.Join(dir, "post")
	if _, err := mailbox.NewFolder(post, "b@example.org"); err != nil {
		b.Fatal(err)
	}
	conf = filepath.Join(dir, "config.yaml")
	text := fmt.Sprintf("name: A\naddress: a@example.org\nfolder: %[1]s/matches\nstate: %[1]s/state\nsecret: %[1]s/secret\nexchange: %[1]s/post\n", dir)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	c, err := readConfig([]byte(text), conf)
	if err != nil {
		b.Fatal(err)
	}
	if err := c.makeFolders(); err != nil {
		b.Fatal(err)
	}
	invited, err := c.desk().Invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Others: []kif.Seat{{Address: "b@example.org"}}})
	if err != nil {
		b.Fatal(err)
	}
	for i := range n {
		file := invited.File
		if i > 0 {
			file = filepath.Join(c.Folder, fmt.Sprintf("quoridor-%08x.kif", i))
			if err := os.WriteFile(file, invited.Record.Bytes(), 0o600); err != nil {
				b.Fatal(err)
			}
		}
		old := time.Now().Add(-time.Hour)
		if err := os.Chtimes(file, old, old); err != nil {
			b.Fatal(err)
		}
	}
	runQuietly(b, conf, "poll")
	return conf
}

func runQuietly(b *testing.B, conf, command string) {
	b.Helper()
	app := newApp()
	app.Writer, app.ErrWriter = io.Discard, io.Discard
	if err := app.Run([]string{"hikyaku", "--config", conf, command}); err != nil {
		b.Fatal(err)
	}
}

// onWrite does something before the first write, and keeps what is written.
type onWrite struct {
	bytes.Buffer
	act func()
}

func (w *onWrite) Write(p []byte) (int, error) {
	if act := w.act; act != nil {
		w.act = nil
		act()
	}
	return w.Buffer.Write(p)
}

// TestMatchesAreListedAsTheyAreRead: a record that goes away while the first is printed is not listed.
func TestMatchesAreListedAsTheyAreRead(t *testing.T) {
	dir := t.TempDir()
	conf := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(conf, fmt.Appendf(nil, "folder: %s\nstate: %[1]s/state\n", dir), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(out io.Writer, args ...string) {
		t.Helper()
		app := newApp()
		app.Writer = out
		if err := app.Run(append([]string{"hikyaku", "--config", conf}, args...)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.kif", "b.kif", "c.kif"} {
		run(io.Discard, "new", "-o", filepath.Join(dir, name), "quoridor")
	}
	out := &onWrite{act: func() {
		if err := os.Remove(filepath.Join(dir, "c.kif")); err != nil {
			t.Error(err)
		}
	}}
	run(out, "matches")
	if got := out.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "b.kif") {
		t.Errorf("listed are\n%s", got)
	}
}
