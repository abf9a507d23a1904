package home_test

import (
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
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

// TestAgainst seats a computer player where nobody sits, except at the seat of the player.
func TestAgainst(t *testing.T) {
	const program = "hikyaku level1"
	for _, c := range []struct {
		seats []kif.Seat
		own   int
		want  string // the names, or the error
	}{
		{nil, 0, "," + program},
		{nil, 2, program + ","},
		{[]kif.Seat{{Name: "A"}}, 0, "A," + program},
		{[]kif.Seat{{}, {Name: "B"}}, 0, program + ",B"},
		{[]kif.Seat{{Name: "A"}, {Name: "B"}}, 0, "all seats are taken, so there is none left for a computer player"},
		{[]kif.Seat{{Address: "a@example.org"}}, 0, "a@example.org: a match against the computer is played on this computer, so leave out the players' addresses"},
	} {
		begun, err := newSeat(t, "").Begin(home.Setup{Game: all.Game("quoridor"), Seats: c.seats, Seat: c.own, Against: "level1"})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = begun.Roster.Seat(1).Name + "," + begun.Roster.Seat(2).Name
		}
		if got != c.want {
			t.Errorf("%v, seat %d: %s, want %s", c.seats, c.own, got, c.want)
		}
	}
}

// TestGivesHints wants hints on the own turn against a computer player, and neither by mail nor between two people.
func TestGivesHints(t *testing.T) {
	s, between := newSeat(t, ""), newSeat(t, "")
	s.begin("quoridor", nil, kif.Seat{Name: "A"}, kif.Seat{Name: "hikyaku level1"})
	between.begin("quoridor", nil, kif.Seat{Name: "A"}, kif.Seat{Name: "B"})
	byMail, _ := pair(t, "quoridor")
	own := s.open()
	after, err := s.Play(own, home.Turn{Move: "e2"})
	s.must(err)
	over, err := between.Resign(between.open(), 1, false)
	s.must(err)
	for name, c := range map[string]struct {
		*home.Desk
		home.Copy
		want bool
	}{
		"on the own turn": {s.Desk, own, true}, "on the program's": {s.Desk, after, false}, "between two people": {between.Desk, between.open(), false},
		"when it is over": {between.Desk, over, false}, "by mail": {byMail.Desk, byMail.open(), false},
	} {
		if got := c.Desk.GivesHints(c.Copy); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
