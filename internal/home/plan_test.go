package home_test

import (
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// TestPreparedAnswers are stored only by somebody who plays, and only if they alternate and are legal.
func TestPreparedAnswers(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	if _, err := alice.Prepare(alice.open(), "e2 e8"); err == nil || !strings.Contains(err.Error(), "it is your turn") {
		t.Errorf("on her own turn: %v", err)
	}
	alice.play("e2")
	bob.takes(alice)
	for text, want := range map[string]string{
		"e8 e3": "", "e8 e3; d9 e3": "", "e8 e3 e7 e4": "", "e8": "e8", "e3 e8": "e3", "e9 e3": "e9", "e8 e5": "e5", ";;": ";",
	} {
		_, err := alice.Prepare(alice.open(), text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	stranger := newSeat(t, "Carol")
	stranger.file = alice.file
	if _, err := stranger.Prepare(stranger.open(), "e8 e3"); err == nil {
		t.Error("somebody who does not play prepares an answer")
	}
	if stranger.CanPlan(stranger.open()) || !alice.CanPlan(alice.open()) || bob.CanPlan(bob.open()) {
		t.Error("only the player who waits can prepare an answer")
	}
	if !alice.Answers(alice.open(), []string{"e8", "e3"}) || alice.Answers(alice.open(), nil) {
		t.Error("a line without a move is an answer, or one that can be prepared is none")
	}
}

// TestTimeOutQuestion names the player to move, and says what becomes of a match with and without a time limit.
func TestTimeOutQuestion(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", engine.Options{}, kif.Seat{Name: "A"}, kif.Seat{Name: "B"})
	if got := s.open().TimeOutQuestion().En; !strings.Contains(got, "no time limit") || !strings.Contains(got, "A loses on time") {
		t.Errorf("%q", got)
	}
	_, err := s.Resign(s.open(), 1, false)
	s.must(err)
	if got := s.open().TimeOutQuestion().En; got != "" {
		t.Errorf("of a match that is over: %q", got)
	}
}

// TestTwoProgramsPlayEachOther as long as nobody is out.
func TestTwoProgramsPlayEachOther(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", engine.Options{}, kif.Seat{Name: "hikyaku level1"}, kif.Seat{Name: "hikyaku level2"})
	if spec, due := home.ProgramDue(s.open().Match); !due || spec != "level1" {
		t.Errorf("%q, %v", spec, due)
	}
}
