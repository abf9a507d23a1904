package courier_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

func TestPlannedAnswersArePlayed(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	prepare := func(text string) error { _, err := alice.Desk.Prepare(alice.copy(), text); return err }
	wrong := map[string]string{"e8 e3": "it is your turn: move first, then plan your answers"}
	check := func() {
		for text, want := range wrong {
			tb.unchanged(alice, func() {
				if err := prepare(text); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("the plan %q gives %v, want %q", text, err, want)
				}
			})
		}
	}
	check()
	tb.play(alice, "e2")
	wrong = map[string]string{"": "write a plan as the other player's move and your answer: \"e8 e3; e7 e4", "e8": "your answer is missing", "e8 e5": "pawn.too-far", "e8 e3 e7": "answer is missing"}
	check()
	tb.must(prepare("d9 d2; e8 e3 e7 e4 e6 e5; e8 e3 d8 d3"))
	tb.poll(bob)
	tb.play(bob, "e8")
	if _, sent := tb.poll(alice); len(sent) != 1 {
		t.Fatalf("%d letters, want the planned answer", len(sent))
	}
	tb.wantPoll(bob, "taken")
	tb.play(bob, "d8")
	tb.poll(alice)
	tb.wantPoll(bob, "taken")
	tb.same()
	if m := tb.open(bob); m.Ply() != 5 || m.PlyText(5) != i18n.Same("d3") {
		t.Errorf("played:\n%s", tb.bytes(bob))
	}
	if p, err := home.PlanOf(alice.System, alice.file); err != nil || len(p.Lines) != 0 {
		t.Errorf("the plan is %v, %v, want it used up", p, err)
	}
	tb.must(prepare("c8 d4"))
	tb.play(bob, "d7") // not as planned
	tb.poll(alice)
	if m := tb.open(alice); m.Ply() != 6 {
		t.Error("a move was played that was not planned")
	}
	if p, _ := home.PlanOf(alice.System, alice.file); len(p.Lines) != 0 {
		t.Errorf("the plan still stands: %v", p)
	}
}

// TestPlanOutlastsAnOffer checks that acts don't change the plan, and that the plan doesn't decline a pending offer.
func TestPlanOutlastsAnOffer(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	_, err := alice.Desk.Prepare(alice.copy(), "e8 e3 e7 e4")
	tb.must(err)
	plies := func(want int) {
		t.Helper()
		tb.poll(alice)
		if n := tb.open(alice).Ply(); n != want {
			t.Fatalf("%d plies are played, want %d", n, want)
		}
		tb.poll(bob)
	}
	tb.poll(bob)
	_, err = bob.Do(bob.copy(), home.Doing("away", "2026-12-20..2026-12-24"), true)
	tb.must(err)
	tb.send(bob)
	plies(1)
	tb.play(bob, "e8")
	plies(3)
	tb.play(bob, "e7")
	_, err = bob.Do(bob.copy(), home.Doing("draw"), true)
	tb.must(err)
	tb.send(bob)
	plies(4)
	_, err = alice.Do(alice.copy(), home.Doing("agree"), true)
	tb.must(err)
	tb.send(alice)
	plies(4)
	if tb.open(alice).Outcome == nil {
		t.Errorf("no draw was agreed to in\n%s", tb.bytes(alice))
	}
}

// TestTakeBackDropsThePlan checks that the plan goes with its position.
func TestTakeBackDropsThePlan(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	_, err := alice.Desk.Prepare(alice.copy(), "e8 e3")
	tb.must(err)
	_, err = alice.Do(alice.copy(), home.Doing("ask-undo"), true)
	tb.must(err)
	tb.send(alice)
	tb.poll(bob)
	_, err = bob.Do(bob.copy(), home.Doing("agree"), true)
	tb.must(err)
	tb.send(bob)
	tb.poll(alice)
	if p, err := home.PlanOf(alice.System, alice.file); err != nil || len(p.Lines) != 0 {
		t.Errorf("the plan is %v, %v, want it dropped", p, err)
	}
}

func TestOneReminder(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	tb.play(alice, "e2")
	tb.poll(bob)
	reminders := func() int { _, sent := tb.poll(alice); return len(sent) }
	tb.wait(47 * time.Hour)
	if n := reminders(); n != 0 {
		t.Errorf("%d reminders 25 hours before the end", n)
	}
	tb.wait(90 * time.Minute)
	if n := reminders(); n != 1 || !strings.Contains(tb.last().Text, "Reminder: ") || tb.last().Automatic == "" {
		t.Errorf("%d reminders a day before the end", n)
	}
	if n := reminders(); n != 0 {
		t.Errorf("%d reminders more", n)
	}
	_, err := alice.Do(alice.copy(), home.Doing("draw"), true)
	tb.must(err)
	tb.send(alice)
	if n := reminders(); n != 0 {
		t.Errorf("%d reminders more after a draw was offered", n)
	}
	if _, sent := tb.poll(bob); len(sent) != 0 {
		t.Errorf("who is to move and has been reminded sends %v", sent)
	}
	tb.wait(25 * time.Hour)
	if n := reminders(); n != 0 {
		t.Errorf("%d reminders after the end", n)
	}
}

// TestTwoMachines moves on one machine of Alice and continues on another.
func TestTwoMachines(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	second := tb.machine(alice)
	second.file = filepath.Join(second.Dir, filepath.Base(alice.file))
	tb.must(os.WriteFile(second.file, []byte(tb.bytes(alice)), 0o644))
	alice.Copy = true
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	if verdicts, _ := tb.poll(second); strings.Count(verdicts, "taken") != 2 {
		t.Errorf("the second machine says %q", verdicts)
	}
	tb.play(second, "e3")
	tb.wantPoll(bob, "taken")
	tb.poll(alice)
	tb.play(bob, "e7")
	tb.poll(alice)
	tb.same()
}
