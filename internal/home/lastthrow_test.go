package home_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// surely returns a match at one machine that waits for a throw which ends it, however it falls.
func surely(t *testing.T) (*home.Desk, string) {
	t.Helper()
	d := &home.Desk{Folder: home.Folder{Games: []*engine.Game{counting.Game}, System: atomicfile.OS{}}}
	r, err := d.New(home.Setup{Game: counting.Game, Start: "7 2"})
	must(t, err)
	file := filepath.Join(t.TempDir(), "match.kif")
	m, err := d.Judge(file, r)
	must(t, err)
	must(t, d.Put(home.Copy{File: file}, m.Match))
	_, err = d.Play(opened(t, d, file), home.Turn{Move: "add2"})
	must(t, err)
	return d, file
}

// opened opens the match in file.
func opened(t *testing.T, d *home.Desk, file string) home.Copy {
	t.Helper()
	c, err := d.Open(file)
	must(t, err)
	return c
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestThrowThatSurelyEndsTheGame: anybody may make a throw that ends the game whatever its result.
func TestThrowThatSurelyEndsTheGame(t *testing.T) {
	var over *match.NotYourTurn
	for name, throw := range map[string]func(d *home.Desk, file string) error{
		"throw":         func(d *home.Desk, file string) error { _, err := d.Throw(opened(t, d, file), ""); return err },
		"throw on dice": func(d *home.Desk, file string) error { _, err := d.Throw(opened(t, d, file), "3"); return err },
		"move": func(d *home.Desk, file string) error {
			if _, err := d.Play(opened(t, d, file), home.Turn{Move: "add1"}); !errors.As(err, &over) {
				t.Errorf("a move behind the end gives %v", err)
			}
			return nil
		},
	} {
		d, file := surely(t)
		if m, err := d.Open(file); err != nil || m.Match.Status().En != "the dice must be thrown" {
			t.Fatalf("the match waits for %q, %v", m.Match.Status().En, err)
		}
		if err := throw(d, file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		m, err := d.Open(file)
		if err != nil || m.Outcome == nil || m.Outcome.Places[0] != 1 {
			t.Errorf("%s: the match stands at %s, %v", name, m.Last(), err)
			continue
		}
		for i, e := range m.Record.Events {
			if who := m.Match.Doer(i).En; kif.IsThrow(e.Step) && who != "Someone" {
				t.Errorf("%s: the throw was made by %s", name, who)
			}
		}
	}
}

// TestNoSeatToEndFor: where it is no seat's turn, an ending that is about one must name it.
func TestNoSeatToEndFor(t *testing.T) {
	d, file := surely(t)
	if _, err := d.EndLocal(opened(t, d, file), kif.TimeOut); err == nil || !strings.Contains(err.Error(), "expected a seat from 1 to 2") {
		t.Errorf("a missed limit of nobody: %v", err)
	}
	if _, err := d.Resign(opened(t, d, file), 0, false); err == nil {
		t.Error("a resignation of nobody")
	}
	m, err := d.EndLocal(opened(t, d, file), kif.DrawAgreed)
	must(t, err)
	if m.Outcome == nil || m.Outcome.Places[1] != 1 {
		t.Errorf("a draw gives %+v", m.Outcome)
	}
}
