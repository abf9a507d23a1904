package desk_test

import (
	"path/filepath"
	"testing"

	"hikyaku/courier"
	"hikyaku/courier/shelftest"
	"hikyaku/desk"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/store"
)

// TestShelf wants of a folder what every shelf does.
func TestShelf(t *testing.T) {
	shelftest.Run(t, func(t *testing.T) shelftest.In {
		dir := t.TempDir()
		d := &desk.Desk{Games: all.Games, System: store.OS{}, Me: kif.Seat{Name: "Umpire", Address: "umpire@example.org"}, Folder: dir, Secret: filepath.Join(dir, "secret"), Links: 8}
		return func(work func(courier.Shelf, *desk.Desk)) { work(desk.Shelf{Desk: d}, d) }
	})
}
