package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/internal/tui"
)

// TestDoors begins a match against the computer, prepares an invitation, and opens a file of another program, each from the
// list.
func TestDoors(t *testing.T) {
	dir := t.TempDir()
	csa := filepath.Join(dir, "Habu.csa")
	if err := os.WriteFile(csa, []byte("V2.2\nN+Habu\nN-Sato\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	atHome(t, dir, "alice", func(h *screenHouse) {
		start := tui.New("en", false, "", "")
		door := func(m tui.Model, name string) tui.Model { // puts the cursor there
			t.Helper()
			m, shown := typed(h, m)
			list := m.Matches
			if n := len(m.Menus); n > 0 {
				list = m.Menus[n-1].Rows
			}
			i := slices.IndexFunc(list, func(one tui.Match) bool { return strings.HasPrefix(one.Name, name) })
			if i < 0 {
				t.Fatalf("no %s in\n%s", name, shown)
			}
			m.Picked = i
			return m
		}
		m, _ := typed(h, door(start, "Play the computer"), "enter")
		m, _ = typed(h, door(m, "Minishogi"), "enter")
		m, shown := typed(h, door(m, "Level 1, for"), "enter")
		wantOnScreen(t, shown, "Minishogi: Playing order", "You move first", "Your opponent moves first")
		second, shown := typed(h, door(m, "Your opponent moves first"), "enter")
		wantOnScreen(t, shown, "Minishogi with Level 1 computer")
		if len(second.Game.Plies) != 2 {
			t.Errorf("the computer has not moved first:\n%s", shown)
		}
		if err := os.Remove(second.Game.File); err != nil {
			t.Fatal(err)
		}
		_, shown = typed(h, m, "enter", "o")
		wantOnScreen(t, shown, "Minishogi with Level 1 computer")
		if _, shown = typed(h, start); !strings.Contains(shown, "Minishogi with Level 1 computer\n     your turn\n") {
			t.Errorf("the match is listed as\n%s", shown)
		}
		wantOnScreen(t, shown, "your turn in 1 match", "> Minishogi with ")

		m, _ = typed(h, door(start, "Play the computer"), "enter")
		m, _ = typed(h, door(m, "Shogi"), "enter")
		m, _ = typed(h, door(m, "two pieces"), "enter")
		m, _ = typed(h, door(m, "Level 2"), "enter")
		m, _ = typed(h, door(m, "You take the handicap (shitate)"), "enter")
		if given := m.Game.Plies[0].Position.String(); !strings.HasPrefix(given, "lnsgkgsnl/9/") {
			t.Errorf("the handicap of two pieces is %s", given)
		}

		m, _ = typed(h, door(start, "Invite"), "enter")
		m, _ = typed(h, door(m, "Four-player Quoridor"), "enter")
		m, shown = typed(h, m, ",bob", "enter")
		wantOnScreen(t, shown, "Mail addresses of the others, with commas between them: bob_")
		m, shown = typed(h, m, ",@example.org", "enter")
		wantOnScreen(t, shown, "Four-player Quoridor is for 4 players")
		m, shown = typed(h, m, ",, carol@example.org,dan@example.org", "enter")
		wantOnScreen(t, shown, "Four-player Quoridor, to bob@example.org, carol@example.org, dan@example.org", "You move third", "You move fourth")
		m, shown = typed(h, door(m, "You move second"), "enter")
		wantOnScreen(t, shown, "no time limit", "7 days")
		m, _ = typed(h, door(m, "no time"), "enter")
		if m, _ = typed(h, door(m, "Send"), "enter"); strings.Join(m.Runs, " ") != "invite quoridor bob@example.org carol@example.org dan@example.org --set players=4 --seat 2" {
			t.Errorf("the invitation is %q", m.Runs)
		}

		m, _ = typed(h, door(start, "Invite"), "enter")
		m, _ = typed(h, door(m, "Shogi"), "enter")
		m, _ = typed(h, door(m, "two pieces"), "enter")
		m, shown = typed(h, m, ",Bob/B <bob@example.org>", "enter")
		wantOnScreen(t, shown, "Shogi, to Bob/B <bob@example.org>: Playing order", "A fair toss decides", "You take the handicap (shitate); your opponent moves first")
		m, _ = typed(h, door(m, "You give the handicap"), "enter")
		m, _ = typed(h, door(m, "3 days"), "enter")
		m, shown = typed(h, door(m, "Write"), "enter", ",A game?", "enter")
		wantOnScreen(t, shown, "Send the invitation", "A game?")
		if m, _ = typed(h, m, "enter"); !slices.Equal(m.Runs, []string{"invite", "shogi", "Bob/B <bob@example.org>", "--set", "handicap=two", "--seat", "2", "--time", "3d", "--message", "A game?"}) {
			t.Errorf("the invitation is %q", m.Runs)
		}

		exchange := h.conf.Exchange
		h.conf.Exchange = "" // no mail is configured
		m = door(start, "Invite").Update(tui.Event{Key: "enter"})
		again := start
		if again.Job = m.Job; !slices.Equal(m.Runs, []string{"setup"}) {
			t.Errorf("without mail, the invitation runs %q", m.Runs)
		}
		_, shown = typed(h, again) // setup was left early
		wantOnScreen(t, shown, "Invite a friend by mail", "Set up mail")
		h.conf.Exchange = exchange
		_, shown = typed(h, again)
		wantOnScreen(t, shown, "Which game?", "Four-player Quoridor")

		m, _ = typed(h, door(start, "Learn"), "enter")
		if m, _ = typed(h, door(m, "Minishogi"), "enter"); strings.Join(m.Runs, " ") != "learn minishogi" {
			t.Errorf("the lessons are %q", m.Runs)
		}

		m, shown = typed(h, door(start, "Open a file"), "enter", ",nowhere.kif", "enter")
		wantOnScreen(t, shown, "nowhere.kif", "Path of the file: nowhere.kif_")
		m, _ = typed(h, m, "escape")
		_, shown = typed(h, door(m, "Open a file"), "enter", ","+csa, "enter")
		wantOnScreen(t, shown, "Habu", "2. ")
	})
	if list, err := os.ReadDir(filepath.Join(dir, "alice")); err != nil || len(list) != 3 {
		t.Errorf("the folder has %v, %v", list, err)
	}
}

// TestAfterTheEnd plays a match against the computer to its end, and continues from there: a replay that says how it ended, the
// list of finished matches, an analysis, a picture, and another match from the other side.
func TestAfterTheEnd(t *testing.T) {
	dir := t.TempDir()
	atHome(t, dir, "alice", func(h *screenHouse) {
		m, err := h.desk.Begin(home.Setup{Game: all.Game("quoridor"), Against: "level1"})
		if err != nil {
			t.Fatal(err)
		}
		_, shown := typed(h, tui.New("en", false, "", m.File), "o")
		if strings.Contains(shown, "time") || strings.Contains(shown, "Draw") || !strings.Contains(shown, "your turn") {
			t.Errorf("an untimed match against the computer offers\n%s", shown)
		}
		if strings.Contains(shown, "Analyse") {
			t.Errorf("nothing has been played, and can be analysed:\n%s", shown)
		}
		held, shown := typed(h, tui.New("en", false, "", m.File), ",/e2", "enter", "m")
		wantOnScreen(t, shown, "e2: Enter plays it, Esc undoes it", "Enter confirm  Esc undo  v try  h hint")
		if held.Entry != tui.NoEntry {
			t.Errorf("a message to the computer is asked for:\n%s", shown)
		}
		_, shown = typed(h, tui.New("en", false, "", m.File), ",/e2", "enter", "enter", "o")
		wantOnScreen(t, shown, "h  Show a hint", "n  Analyse the game")
		_, shown = typed(h, tui.New("en", false, "", m.File), "h")
		wantOnScreen(t, shown, "A good move is ", "h hint")
		_, shown = typed(h, tui.New("en", false, "", m.File), "o", "r", "y")
		wantOnScreen(t, shown, "You lost: you resigned", "Enter shows what you can do now")
		if strings.Contains(strings.ToLower(shown), "send") {
			t.Errorf("it speaks of sending:\n%s", shown)
		}
		over, shown := typed(h, tui.New("en", false, "", ""), "enter", "enter", "r", "left", "right")
		wantOnScreen(t, shown, "The game is over: You lost: you resigned")
		over, shown = typed(h, over, "r", "enter")
		wantOnScreen(t, shown, "m  Play again", "n  Analyse the game", "p  Save a picture")
		_, shown = typed(h, over, "n")
		wantOnScreen(t, shown, "chance of winning", "t in words")
		pictured, _ := typed(h, over, "p")
		runFromScreen(h.Context, pictured.Runs)
		if _, err := os.Stat(strings.TrimSuffix(m.File, ".kif") + ".png"); err != nil {
			t.Error(err)
		}
		_, shown = typed(h, over, "m")
		wantOnScreen(t, shown, "Level 1 computer (1", "1. ", "your turn")
	})
}

// TestRunFromScreen shows the command with its output, in the language and with the configuration of the screen.
func TestRunFromScreen(t *testing.T) {
	dir := t.TempDir()
	atHome(t, dir, "alice", func(h *screenHouse) {
		var out bytes.Buffer
		h.App.Writer, h.App.ErrWriter, h.App.Reader = &out, &out, strings.NewReader("\n")
		if err := os.MkdirAll(filepath.Join(h.conf.Exchange, "bob@example.org", "new"), 0o700); err != nil { // all but his mark
			t.Fatal(err)
		}
		runFromScreen(h.Context, []string{"invite", "quoridor", "Bob B <bob@example.org>", "--set", "players=2", "--time", "3d"})
		wantOnScreen(t, out.String(), "$ hikyaku invite quoridor 'Bob B <bob@example.org>' --set players=2 --time 3d\n", filepath.Join(dir, "alice"), "can't send to bob@example.org", "Enter returns to your matches.")
	})
}
