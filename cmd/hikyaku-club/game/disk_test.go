package game_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
)

var small = flag.String("small", "", "a folder on a disk of about 8 MB, which is filled")

// TestFullDisk fills the disk under a club while letters come: those that were not taken are refused, so that the mail server keeps
// them, and once there is room again every letter that was taken is read, and the others can come once more.
func TestFullDisk(t *testing.T) {
	if *small == "" {
		t.Skip("-small names no folder")
	}
	b, err := db.Open(t.Context(), filepath.Join(*small, "club.db"), db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(b.Close)
	h := clubtest.New(t, b)
	begins(h, "quoridor")
	h.Replies("alice@example.com", "accept")
	h.Replies("bob@example.net", "accept")
	ballast := filepath.Join(*small, "ballast")
	f, err := os.Create(ballast)
	dbtest.Must(t, err)
	for n := 64 << 10; n > 0; {
		if _, err := f.Write(make([]byte, n)); err != nil {
			n /= 2
		}
	}
	_ = f.Close()
	var taken, refused [][]byte
	for i := range 200 {
		raw := h.Types(fmt.Sprintf("p%d@example.org", i), "Hello", fmt.Sprintf("%d: %02000d", i, i), nil)
		if h.Club.Receive(t.Context(), raw) == nil {
			taken = append(taken, raw)
		} else {
			refused = append(refused, raw)
		}
	}
	if len(refused) == 0 {
		t.Fatal("no letter was refused")
	}
	last := h.Last("alice@example.com")
	move := h.Types("alice@example.com", last.Subject, "e2", last)
	if err := h.Club.Receive(t.Context(), move); err == nil {
		t.Error("a move was taken on a full disk")
	}
	dbtest.Must(t, os.Remove(ballast))
	dbtest.Must(t, h.Club.Receive(t.Context(), move))
	for _, raw := range append(refused, taken...) {
		dbtest.Must(t, h.Club.Receive(t.Context(), raw))
	}
	h.Run()
	var rows, unread int
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		_, err := db.One(tx, `select count(*), count(*) - count(nullif(read, 0)) from letter where outcome <> 'taken'`, nil, &rows, &unread)
		return err
	}))
	if rows != 200 || unread != 0 {
		t.Errorf("of 200 letters %d are there, and %d are not read", rows, unread)
	}
	if m, _ := matchOf(h); m.Ply() != 1 {
		t.Errorf("%d plies are played", m.Ply())
	}
}
