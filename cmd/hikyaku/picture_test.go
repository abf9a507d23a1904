package main

import (
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

// TestStage checks what the caption of a picture says of a match: the date is that of the last move.
func TestStage(t *testing.T) {
	d := &home.Desk{Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Dir: t.TempDir()}}
	m, err := d.Begin(home.Setup{Game: all.Game("quoridor")})
	date := ""
	for _, c := range []struct {
		does func() (home.Copy, error)
		want string
	}{
		{func() (home.Copy, error) { return m, err }, "Quoridor"},
		{func() (home.Copy, error) { return d.Play(m, home.Turn{Move: "e2"}) }, "Quoridor, move 1: e2"},
		{func() (home.Copy, error) { return d.Resign(m, 2, false) }, "Quoridor: Player 2 resigned, 1 move"},
	} {
		if m, err = c.does(); err != nil {
			t.Fatal(err)
		}
		if i := m.LastMove(); i >= 0 {
			date = ", " + i18n.ShortDate(m.Record.Events[i].At.In(time.UTC)).En
		}
		if got := stage(m, time.UTC).En; got != c.want+date {
			t.Errorf("%q, want %q", got, c.want+date)
		}
	}
}
