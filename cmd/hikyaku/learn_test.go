package main

import (
	"bufio"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/lesson"
	"hikyaku/internal/tui"
)

// TestLearn goes through all lessons of every game: it types what is refused, plays what is allowed, and begins the match.
func TestLearn(t *testing.T) {
	for _, g := range all.Games {
		course, err := lesson.New(g, nil, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		tutor := &tutor{course, "en"}
		m := tui.New("en", false, "", "0")
		m.Wide, m.High = 100, 50
		step := func(keys ...string) {
			for m.Job.Do != "" {
				m = m.Learn(tui.Do(tutor, m.Job))
			}
			for _, key := range keys {
				if m = m.Update(tui.Event{Key: key}); m.Told != "" && strings.Contains(m.Told, "error") {
					t.Errorf("%s: %s", g.Name, m.Told)
				}
				for m.Job.Do != "" {
					m = m.Learn(tui.Do(tutor, m.Job))
				}
			}
		}
		step("space")
		play := func(move string) {
			for m.Game.Ours && m.Choice.Position.Next().Throw != nil {
				step("enter")
			}
			if move == "" {
				move = string(m.Choice.Moves()[0])
			}
			m.Choice = m.Choice.Take(engine.Move(move))
			step("enter")
		}
		play("")
		for _, d := range lesson.Diagrams(g) {
			step("n", "space")
			if !strings.HasSuffix(m.Game.Name, d.Rule.ID) {
				t.Fatalf("%s: the lesson is %s, want %s", g.Name, m.Game.Name, d.Rule.ID)
			}
			if !m.Game.Ours {
				continue
			}
			if d.Refused != "" {
				step("/")
				for _, r := range d.Refused {
					step(string(r))
				}
				if step("enter"); m.Choice.Legal() || m.Choice.Refusal() == nil {
					t.Errorf("%s, %s: %s is answered %q, held %q", g.Name, d.Rule.ID, d.Refused, m.Told, m.Choice.Held)
				}
				for m.Entry != tui.NoEntry || m.Choice.Held != "" {
					step("escape")
				}
			}
			move := ""
			if allowed := strings.Fields(d.Allowed); len(allowed) > 0 {
				read, err := m.Choice.Position.Parse(allowed[0])
				if err != nil {
					t.Fatal(err)
				}
				move = string(read)
			}
			if play(move); !strings.Contains(m.Told, "is allowed") {
				t.Errorf("%s, %s: %s is answered %q", g.Name, d.Rule.ID, move, m.Told)
			}
		}
		step("n", "space")
		plies := len(m.Game.Plies)
		play("")
		if last := m.Game.Plies; len(last) < plies+2 || last[len(last)-1].Position.Next().Throw == nil && !m.Game.Ours {
			t.Errorf("%s: after a move there are %d plies, and it is the learner's turn: %v", g.Name, len(last)-1, m.Game.Ours)
		}
		if list, _ := tutor.Matches(); !tutor.Lessons[len(list)-2].Done || list[len(list)-1].Waits == false {
			t.Errorf("%s: the last lessons are %+v", g.Name, list[len(list)-2:])
		}
	}
}

// TestLearnInTheBrowser wants the address of the lessons of a variant.
func TestLearnInTheBrowser(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // there is no browser
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte("folder: "+t.TempDir()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	app := newApp()
	out, in := io.Pipe()
	app.Writer, app.ErrWriter = in, io.Discard
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		ended <- runApp(ctx, app, []string{"hikyaku", "--config", config, "--lang", "en", "learn", "minishogi", "--browser"})
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	cancel()
	go io.Copy(io.Discard, out)
	if status := <-ended; err != nil || status != 0 || !strings.Contains(line, "/learn/diceshogi-minishogi ") {
		t.Errorf("it says %q and ends with %d, %v", line, status, err)
	}
}
