//go:build realmail

package realtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"hikyaku/mailbox"
)

// keeps starts a command that runs until it is killed.
func (p *player) keeps(args ...string) (kill func()) {
	p.t.Helper()
	cmd := p.command(args...)
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = cmd.Process.Kill() })
	return func() {
		p.t.Helper()
		var killed *exec.ExitError
		if err := errors.Join(cmd.Process.Kill(), cmd.Wait()); !errors.As(err, &killed) || killed.Exited() {
			p.t.Fatalf("%v has ended by itself: %v", args, err)
		}
	}
}

// waits reads incoming messages until one matches, and returns its groups. It ignores duplicates: a sender that is killed before
// it has stored that a message was sent sends it again.
func (w *writer) waits(pattern string) (groups []string) {
	w.t.Helper()
	want := regexp.MustCompile(pattern)
	for end := time.Now().Add(30 * time.Second); groups == nil && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		mark, err := w.box.Fetch(w.t.Context(), w.mark, func(m mailbox.Mail) error {
			l, err := mailbox.Read(m.Raw)
			if err == nil && groups == nil && !w.read[l.MessageID] {
				groups = want.FindStringSubmatch(l.Text)
				w.read[l.MessageID] = true
			}
			return errors.Join(m.Err, err)
		})
		if err != nil {
			w.t.Fatal(err)
		}
		w.mark = mark
	}
	if groups == nil {
		w.t.Fatalf("no letter with %q comes", pattern)
	}
	return groups
}

// TestBot plays a match of Bob, who has only a mail program, against a bot that is killed repeatedly: while it waits, and right
// after each of its moves, so that it is not running when Bob's answer arrives.
func TestBot(t *testing.T) {
	robot := seated(t, mailbox.TLS, robot)[0]
	w := newWriter(t)
	kill := robot.keeps("bot")
	w.write("nailrc", fmt.Sprintf(nailSettings, w.settings...))
	w.run("Good evening!\n", "s-nail", "-:u", "-#", "-s", "Quoridor level 2", robot.address)
	w.waits(`playing\s+at\s+level\s+2\s+of\s+10`)
	answers := nail("set quote", "")
	answers(w, "accept")
	var played []string
	for range 3 {
		move := w.waits(`Your turn\.[\s\S]*first\s+line\s+of\s+your\s+reply,\s+for\s+example:\s+(\w+)`)[1]
		kill()
		answers(w, move)
		played = append(played, move)
		kill = robot.keeps("bot")
	}
	w.waits(`Your turn\.`)
	kill()
	if again := robot.run("bot", "--once"); again != "" {
		t.Errorf("a round after the kill does what was done: %s", again)
	}
	files, err := filepath.Glob(filepath.Join(robot.dir, "kifu", "*.kif"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the matches are %v, %v", files, err)
	}
	var match struct{ Moves []string }
	if err := json.Unmarshal([]byte(robot.run("show", files[0], "--json")), &match); err != nil {
		t.Fatal(err)
	}
	first := len(match.Moves) % 2 // Bob's first move; the last move is the bot's
	if len(match.Moves) != 2*len(played)+first {
		t.Fatalf("after Bob's moves %v the match is %v", played, match.Moves)
	}
	for i, move := range played {
		if got := match.Moves[first+2*i]; got != move {
			t.Errorf("Bob's move %d is %s, not %s", i+1, got, move)
		}
	}
	robot.discreet()
}
