package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/tui"
	"hikyaku/render"
)

// atHome calls do with the house of a player who shares a folder with others.
func atHome(t *testing.T, dir, name string, do func(*screenHouse)) {
	t.Helper()
	file := filepath.Join(dir, name+".yaml")
	in := func(place string) string { return filepath.Join(dir, place) }
	conf := fmt.Sprintf("name: %s\naddress: %s@example.org\nfolder: %s\nstate: %s\nsecret: %s\nexchange: %s\n",
		name, name, in(name), in("state-"+name), in("secret-"+name+"/s"), in("post"))
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(in("post"), 0o700); err != nil {
		t.Fatal(err)
	}
	app := newApp()
	told := new(bytes.Buffer)
	app.Writer, app.ErrWriter = told, told
	app.Commands = append(app.Commands, &cli.Command{Name: "test", Action: func(c *cli.Context) error {
		conf, err := loadConfig(c)
		if err != nil {
			return err
		}
		do(&screenHouse{c, conf.desk(), conf, told})
		return nil
	}})
	if err := app.Run([]string{"hikyaku", "--config", file, "--lang", "en", "test"}); err != nil {
		t.Fatal(err)
	}
}

// typed presses keys at the screen, words behind a comma, and returns what it shows then.
func typed(h *screenHouse, m tui.Model, keys ...string) (tui.Model, string) {
	learn := func() {
		for m.Job.Do != "" {
			m = m.Learn(tui.Do(h, m.Job))
		}
	}
	learn()
	for _, key := range keys {
		if word, ok := strings.CutPrefix(key, ","); ok {
			for _, r := range word {
				m = m.Update(tui.Event{Key: string(r)})
			}
			continue
		}
		m = m.Update(tui.Event{Key: key})
		learn()
	}
	var text strings.Builder
	for _, row := range m.View() {
		line := ""
		for _, sign := range row {
			if line += sign.Text; sign == (render.Sign{SGR: sign.SGR}) {
				line += " "
			}
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return m, text.String()
}

func wantOnScreen(t *testing.T, shown string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown:\n%s", want, shown)
		}
	}
}

// TestPlayByMail plays at two screens that share a folder: a move with words, the answer, and a variation.
func TestPlayByMail(t *testing.T) {
	dir := t.TempDir()
	cheap := func(args ...string) {
		t.Helper()
		if status := quiet(t, append([]string{"--config", filepath.Join(dir, args[0]+".yaml"), "-q"}, args[1:]...)...); status != 0 {
			t.Fatalf("%q: status %d", args, status)
		}
	}
	for _, name := range []string{"alice", "bob"} {
		atHome(t, dir, name, func(h *screenHouse) { _, _ = h.Fetch() })
	}
	cheap("alice", "invite", "quoridor", "bob <bob@example.org>", "--seat", "1", "--time", "3d", "--message", "A game?")
	atHome(t, dir, "bob", func(h *screenHouse) {
		m, shown := typed(h, tui.New("en", false, "", ""), "p")
		wantOnScreen(t, shown, "your turn in 1 match", "Quoridor with alice")
		m, shown = typed(h, m, "enter")
		wantOnScreen(t, shown, "alice invites you", "alice moves first", "Time limit: 3", "> A game?")
		m, shown = typed(h, m, "enter", "o", "a", ",See you.", "enter")
		wantOnScreen(t, shown, "│(1)│", `"See you." – Accept and tell alice? (y/n)`)
		_, shown = typed(h, m, "y")
		wantOnScreen(t, shown, "sent to alice@example.org", "alice to move")
	})
	atHome(t, dir, "alice", func(h *screenHouse) {
		_, shown := typed(h, tui.New("en", false, "", ""), "p", "enter", ",/e2", "enter", "m", ",Good luck!", "enter", "enter")
		wantOnScreen(t, shown, "sent to bob@example.org", "1. e2", "alice: Good luck!", "bob to move")
	})
	atHome(t, dir, "bob", func(h *screenHouse) {
		m, shown := typed(h, tui.New("en", false, "", ""), "p", "n")
		wantOnScreen(t, shown, "alice: Good luck!", "    i   h   g   f   e   d   c   b   a") // from bob's side
		m, shown = typed(h, m, "v", ",/e8", "enter", "enter", "k")
		wantOnScreen(t, shown, "The note was saved in", "e8")
		_, shown = typed(h, m, "v", ",/e8", "enter", "enter")
		wantOnScreen(t, shown, "sent to alice@example.org", "2. e8")
	})
	atHome(t, dir, "alice", func(h *screenHouse) {
		_, shown := typed(h, tui.New("en", false, "", ""), "p", "n", "r", "left", "home")
		wantOnScreen(t, shown, "move 0 of 2")
	})
}

// TestOffersByMail offers and agrees at two screens, and declines an invitation.
func TestOffersByMail(t *testing.T) {
	dir := t.TempDir()
	first := tui.New("en", false, "", "")
	for _, name := range []string{"alice", "bob"} {
		atHome(t, dir, name, func(h *screenHouse) { _, _ = h.Fetch() })
	}
	for range 2 {
		if status := quiet(t, "--config", filepath.Join(dir, "alice.yaml"), "-q", "invite", "quoridor", "bob@example.org", "--seat", "1", "--time", "3d"); status != 0 {
			t.Fatal(status)
		}
	}
	atHome(t, dir, "bob", func(h *screenHouse) {
		_, shown := typed(h, first, "p", "enter", "enter", "o", "d", "enter", "y", "escape", "enter", "enter", "o", "a", "enter", "y", "o")
		wantOnScreen(t, shown, "s  Send a message", "d  Draw", "p  Pause", "w  Announce an absence", "h  Propose a substitute", "r  Resign")
		m, shown := typed(h, first, "enter", "o", "d", "n")
		if m.Told != "" || strings.Contains(shown, "sent") {
			t.Errorf("unasked:\n%s", shown)
		}
		_, shown = typed(h, m, "o", "p", "y")
		wantOnScreen(t, shown, "sent to alice@example.org")
	})
	atHome(t, dir, "alice", func(h *screenHouse) {
		m, shown := typed(h, first, "p")
		if strings.Contains(shown, "hikyaku move") {
			t.Errorf("a command is to be typed:\n%s", shown)
		}
		m, shown = typed(h, m, "n")
		wantOnScreen(t, shown, "Press o to answer; to decline")
		_, shown = typed(h, m, ",/e2", "enter", "enter")
		wantOnScreen(t, shown, "1. e2")
	})
	atHome(t, dir, "bob", func(h *screenHouse) {
		_, shown := typed(h, first, "p", "n", "o", "d", "y")
		wantOnScreen(t, shown, "it is your turn: the offer")
		_, shown = typed(h, first, "n", ",/e8", "enter", "enter")
		wantOnScreen(t, shown, "2. e8")
	})
	atHome(t, dir, "alice", func(h *screenHouse) {
		_, list := typed(h, first, "p")
		wantOnScreen(t, list, "Move 2: e8 · 3 days left, your turn, bob offers a draw\n", "\n deadline ")
		if strings.Count(list, "deadline") != 1 {
			t.Errorf("deadlines of matches that aren't picked:\n%s", list)
		}
		_, shown := typed(h, first, "p", "n")
		wantOnScreen(t, shown, "offers a draw. Press o to answer")
		_, shown = typed(h, first, "n", "o", "a", "y")
		wantOnScreen(t, shown, "sent to bob@example.org", "drawn by agreement")
	})
}

// TestWatch tells what has come, and ends with the screen.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	atHome(t, dir, "bob", func(h *screenHouse) { _, _ = h.Fetch() })
	atHome(t, dir, "alice", func(h *screenHouse) { _, _ = h.Fetch() })
	if status := quiet(t, "--config", filepath.Join(dir, "alice.yaml"), "-q", "invite", "quoridor", "bob@example.org"); status != 0 {
		t.Fatal(status)
	}
	atHome(t, dir, "bob", func(h *screenHouse) {
		ctx, stop := context.WithCancel(context.Background())
		var told string
		h.Watch(ctx, func(news string) {
			told = news
			stop()
		})
		wantOnScreen(t, told, "alice invites you")
	})
}

// TestPlayAtOneMachine throws and moves for both sides.
func TestPlayAtOneMachine(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "d.kif")
	if status := quiet(t, "new", "diceshogi", "-o", file); status != 0 {
		t.Fatal(status)
	}
	atHome(t, dir, "alice", func(h *screenHouse) {
		m := tui.New("en", false, "", file)
		var shown string
		for range 2 {
			m, shown = typed(h, m, "enter")
			wantOnScreen(t, shown, "die: ")
			for m.Choice.Held == "" {
				m, _ = typed(h, m, "enter")
			}
			m, shown = typed(h, m, "enter")
		}
		wantOnScreen(t, shown, "  2. ", "to throw")
	})
}

// TestAskToInvite checks that invite asks at a terminal for the game and the address, explains what is wrong, and sends nothing unasked.
func TestAskToInvite(t *testing.T) {
	dir := t.TempDir()
	atHome(t, dir, "bob", func(h *screenHouse) {
		if _, err := h.Fetch(); err != nil {
			t.Error(err)
		}
	})
	ask := func(answers string, wants ...string) (files int) {
		t.Helper()
		atHome(t, dir, "alice", func(h *screenHouse) {
			flags := flag.NewFlagSet("invite", flag.ContinueOnError)
			for _, f := range inviteCommand().Flags {
				if err := f.Apply(flags); err != nil {
					t.Fatal(err)
				}
			}
			out := new(bytes.Buffer)
			err := askToInvite(cli.NewContext(h.App, flags, h.Context), &dialog{in: bufio.NewReader(strings.NewReader(answers)), out: out, lang: "en"})
			if err != nil {
				fmt.Fprintln(out, err)
			}
			wantOnScreen(t, out.String()+h.output.String(), wants...)
			list, err := filepath.Glob(filepath.Join(dir, "alice", "*.kif"))
			if files = len(list); err != nil {
				t.Fatal(err)
			}
		})
		return files
	}
	if n := ask("qoridor\nquoridor\nbob\nbob@example.org\nn\n", "Game (shogi, quoridor", `Did you mean "quoridor"?`, "Mail address of your friend:", `"bob" isn't a mail address`, "Send bob@example.org an invitation to a match of Quoridor? [Y/n]:"); n != 0 {
		t.Errorf("%d matches after a no", n)
	}
	if n := ask("quoridor\n", "cancelled"); n != 0 {
		t.Errorf("%d matches without an answer", n)
	}
	if n := ask("quoridor\nBob <bob@example.org>\n\n", "sent to bob@example.org"); n != 1 {
		t.Errorf("%d matches after a yes", n)
	}
}

// TestAnalyseOnScreen checks what the screen says about a finished game, without numbers that nobody understands.
func TestAnalyseOnScreen(t *testing.T) {
	dir := t.TempDir()
	file, back := filepath.Join(dir, "q.kif"), filepath.Join(dir, "back.kif")
	for _, command := range []string{
		"new quoridor -o " + file, "move " + file + " e2", "move " + file + " e8", "move " + file + " e3", "resign --yes " + file,
		"new quoridor -o " + back, "move " + back + " e2", "move " + back + " e8", "move " + back + " e1", "resign --yes " + back,
	} {
		if status := quiet(t, strings.Fields(command)...); status != 0 {
			t.Fatal(command, status)
		}
	}
	atHome(t, dir, "alice", func(h *screenHouse) {
		m, shown := typed(h, tui.New("en", false, "", file), "o", "n")
		wantOnScreen(t, shown, "Player 1's chance of winning", "From move 1: ", "Tab next mistake")
		if _, shown = typed(h, m, "escape"); m.Quit || !strings.Contains(shown, "Enter actions") {
			t.Errorf("afterwards:\n%s", shown)
		}
		var told bytes.Buffer
		if status := runHere(t.Context(), "", &told, io.Discard, "analyse", back, "--json"); status != 0 {
			t.Fatal(status)
		}
		var command analysisJSON
		if err := json.Unmarshal(told.Bytes(), &command); err != nil {
			t.Fatal(err)
		}
		onScreen, err := h.Analyse(back)
		if err != nil {
			t.Fatal(err)
		}
		marked := 0
		for i, ply := range command.Plies {
			shown := onScreen.Plies[i+1]
			if shown.Chance != ply.After[0] {
				t.Errorf("after move %d the screen gives %v, the command %v", i+1, shown.Chance, ply.After[0])
			}
			if shown.Said == "" {
				continue
			}
			if marked++; !strings.Contains(shown.Said, fmt.Sprintf("Player %d's chance", ply.Seat)) {
				t.Errorf("of move %d the screen says %q", i+1, shown.Said)
			}
		}
		if marked == 0 {
			t.Errorf("no move is marked: %+v", onScreen)
		}
	})
}

// quiet runs a command line, drops what it prints, and returns its status.
func quiet(t *testing.T, args ...string) int {
	return runHere(t.Context(), "", io.Discard, io.Discard, args...)
}
