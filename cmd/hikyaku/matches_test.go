package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"hikyaku/desk"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/store"
)

// BenchmarkMatches10000 lists a folder of ten thousand records that have not changed since the last time.
func BenchmarkMatches10000(b *testing.B) {
	dir := b.TempDir()
	folder := filepath.Join(dir, "Kifu")
	if err := os.Mkdir(folder, 0o755); err != nil {
		b.Fatal(err)
	}
	d := &desk.Desk{Games: all.Games, System: store.OS{}}
	r, err := d.New(desk.Setup{Game: all.Game("quoridor")})
	for _, move := range []kif.Move{"e2", "e8", "e3", "e7"} {
		if err == nil {
			r, err = r.Append(kif.Plain(move))
		}
	}
	if err != nil {
		b.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	for n := range 10_000 {
		file := filepath.Join(folder, fmt.Sprintf("quoridor-%08x.kif", n))
		if err := os.WriteFile(file, r.Bytes(), 0o644); err != nil {
			b.Fatal(err)
		}
		if err := os.Chtimes(file, old, old); err != nil {
			b.Fatal(err)
		}
	}
	conf := filepath.Join(dir, "config.yaml")
	text := fmt.Sprintf("name: A\naddress: a@example.org\nfolder: %s\nstate: %s\n", folder, dir)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	list := func() {
		app := newApp()
		app.Writer = io.Discard
		if err := app.Run([]string{"hikyaku", "--config", conf, "matches"}); err != nil {
			b.Fatal(err)
		}
	}
	list()
	for b.Loop() {
		list()
	}
}
