package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// BenchmarkFolder measures the CPU time of processes that go through a folder of so many matches on one machine, of ten moves
// each, and of move, which must not depend on their number. The first poll and the first matches find no cache.
func BenchmarkFolder(b *testing.B) {
	for _, n := range []int{1, 1_000, 10_000, 100_000} {
		dir, file := folderOf(b, n)
		for _, command := range []string{"first poll", "poll", "first matches", "matches", "matches --waiting", "move d2"} {
			b.Run(fmt.Sprintf("%s/%d", command, n), func(b *testing.B) {
				record, err := os.ReadFile(file)
				if err != nil {
					b.Fatal(err)
				}
				words, first := strings.CutPrefix(command, "first ")
				args := strings.Fields(words)
				if args[0] == "move" {
					args = []string{args[0], file, args[1]}
				}
				var cpu time.Duration
				for b.Loop() {
					if first {
						if err := os.RemoveAll(filepath.Join(dir, "state")); err != nil {
							b.Fatal(err)
						}
					}
					cpu += cpuOf(b, dir, args...)
					if err := os.WriteFile(file, record, 0o600); err != nil {
						b.Fatal(err)
					}
					makeOld(b, file)
				}
				b.ReportMetric(cpu.Seconds()*1000/float64(b.N), "cpu-ms/op")
			})
		}
	}
}

// cpuOf runs hikyaku with the configuration in dir and returns its CPU time.
func cpuOf(b *testing.B, dir string, args ...string) time.Duration {
	b.Helper()
	command := exec.Command("hikyaku", append([]string{"--config", filepath.Join(dir, "config.yaml")}, args...)...)
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("%v: %v\n%s", args, err, out)
	}
	return command.ProcessState.UserTime() + command.ProcessState.SystemTime()
}

// makeOld makes a file old: how a file changed a moment ago is not stored in the cache.
func makeOld(b *testing.B, file string) {
	b.Helper()
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(file, old, old); err != nil {
		b.Fatal(err)
	}
}

// folderOf configures a player with n records of different matches, and returns the folder of the configuration and the file of
// one record.
func folderOf(b *testing.B, n int) (dir, file string) {
	b.Helper()
	dir = b.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "post"), 0o700); err != nil {
		b.Fatal(err)
	}
	if _, err := mailbox.NewFolder(filepath.Join(dir, "post"), "b@example.org"); err != nil {
		b.Fatal(err)
	}
	conf := filepath.Join(dir, "config.yaml")
	text := fmt.Sprintf("name: A\naddress: a@example.org\nfolder: %[1]s/matches\nstate: %[1]s/state\nsecret: %[1]s/secret\nexchange: %[1]s/post\n", dir)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	c, err := openConfig(conf, true)
	if err != nil {
		b.Fatal(err)
	}
	if err := c.makeFolders(false); err != nil {
		b.Fatal(err)
	}
	begun, err := c.desk().Begin(home.Setup{Game: all.Game("quoridor")})
	if err != nil {
		b.Fatal(err)
	}
	for _, move := range strings.Fields("e2 e8 e3 e7 e4 e6 d4 d6 d3 d7") {
		if begun.Match, err = begun.Append(kif.Plain(kif.Move(move))); err != nil {
			b.Fatal(err)
		}
	}
	record := string(begun.Record.Bytes())
	if err := os.Remove(begun.File); err != nil {
		b.Fatal(err)
	}
	for i := range n {
		file = filepath.Join(c.Folder, fmt.Sprintf("quoridor-%08x.kif", i))
		if err := os.WriteFile(file, []byte(strings.Replace(record, begun.Record.ID(), fmt.Sprintf("m%09d", i), 1)), 0o600); err != nil {
			b.Fatal(err)
		}
		makeOld(b, file)
	}
	return dir, file
}

// TestOwnResult checks that the reader's own result is named once.
func TestOwnResult(t *testing.T) {
	for _, c := range []struct{ against, ending, status, want string }{
		{match.Won, "end.goal", "Alice won", "You won"},
		{match.Won, "record.resign", "Bob resigned", "You won: Bob resigned"},
		{match.Lost, "end.goal", "Bob won", "You lost: Bob won"},
		{match.Drawn, "record.draw", "draw agreed", "draw agreed"},
	} {
		m := match.Summary{Over: true, Against: []string{c.against}, Ending: c.ending, Status: i18n.Same(c.status)}
		if got := matchState("en", m, time.Time{}, time.UTC); got != c.want {
			t.Errorf("%s by %s is %q, want %q", c.against, c.ending, got, c.want)
		}
	}
}

// TestInviterSeat reads --seat by number and by the names of players, in any case. White is the second player of shogi only.
func TestInviterSeat(t *testing.T) {
	for _, c := range []struct {
		game, text string
		want       int
	}{
		{"shogi", "2", 2}, {"shogi", "White", 2}, {"shogi", "black", 1}, {"diceshogi", "white", 2}, {"shogi", "Gote", 2}, {"shogi", "後手", 2},
		{"shogi", "sente", 1}, {"quoridor", "second", 2}, {"quoridor", "white", -1}, {"shogi", "3", -1}, {"shogi", "green", -1}, {"shogi", "toss", 0},
	} {
		g := all.Game(c.game)
		set, err := g.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := inviterSeat(c.text, g, set); n != max(c.want, 0) || (err != nil) != (c.want < 0) {
			t.Errorf("%s --seat %s: %d, %v, want %d", c.game, c.text, n, err, c.want)
		}
	}
}
