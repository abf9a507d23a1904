package home_test

import (
	"path/filepath"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/courier/shelftest"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// TestShelf wants of a folder what every shelf does.
func TestShelf(t *testing.T) {
	shelftest.Run(t, func(t *testing.T) shelftest.In {
		dir := t.TempDir()
		d := &home.Desk{Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Me: kif.Seat{Name: "Umpire", Address: "umpire@example.org"}, Dir: dir}, Secret: filepath.Join(dir, "secret"), Links: 8}
		return func(work func(courier.Shelf, *home.Desk)) { work(d, d) }
	})
}
