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

// count lets p count what it reads from now on.
func (tb *table) count(p *player) tally {
	c := tally{p.Desk.System, map[string]int{}}
	p.Desk.System = c
	return c
}

// TestFirstPollReadsRecordsOnce: the first poll and the first list, in either order, read each record on one machine once.
func TestFirstPollReadsRecordsOnce(t *testing.T) {
	for _, listFirst := range []bool{false, true} {
		tb := sit(t, 2)
		alice := tb.players[0]
		for range 3 {
			_, err := alice.Begin(home.Setup{Game: all.Game("quoridor")})
			tb.must(err)
		}
		files, err := filepath.Glob(filepath.Join(alice.Folder, "*.kif"))
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
