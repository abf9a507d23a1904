package courier_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/mailbox"
	"hikyaku/match"
)

func TestLetterThatFailedIsSentAgain(t *testing.T) {
	for _, kind := range []mailbox.SendKind{mailbox.Temporary, mailbox.Unknown} {
		t.Run(string(kind), func(t *testing.T) {
			tb, alice, bob := two(sit(t, 2))
			_, err := alice.Play(alice.copy(), home.Turn{Move: "e2", Post: true})
			tb.must(err)
			tb.fail = failing(kind)
			if err := tb.trySend(alice); err == nil {
				t.Fatal("the failure is not told")
			}
			wants := func(waits bool) {
				t.Helper()
				text, waiting := alice.Undelivered(alice.Summarise(alice.copy()))
				if waiting != waits || waits != strings.HasPrefix(text.En, "Your message to "+bob.Me.Address+" is waiting to be sent;") {
					t.Errorf("%q (waiting: %v), want %v", text.En, waiting, waits)
				}
			}
			wants(true)
			tb.fail = nil
			if _, sent := tb.poll(alice); len(sent) != 1 || sent[0].Err != nil {
				t.Fatalf("poll sends %+v, want the letter that is due", sent)
			}
			wants(false)
			if _, sent := tb.poll(alice); len(sent) != 0 {
				t.Fatalf("poll sends %d letters again", len(sent))
			}
			letters := tb.boxes[bob.Me.Address][1:]
			for _, l := range letters[1:] {
				if !bytes.Equal(l, letters[0]) {
					t.Error("the second letter is another one")
				}
			}
			verdicts, _ := tb.poll(bob)
			if want := "taken" + strings.Repeat(" known", len(letters)-1); verdicts != want {
				t.Errorf("the other side says %q, want %q", verdicts, want)
			}
			tb.same()
		})
	}
}

func TestRefusedLetterIsNotRepeatedByItself(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	_, err := alice.Play(alice.copy(), home.Turn{Move: "e2", Post: true})
	tb.must(err)
	tb.fail = failing(mailbox.Refused)
	if err := tb.trySend(alice); err == nil {
		t.Fatal("the refusal is not told")
	}
	if text, waiting := alice.Undelivered(alice.Summarise(alice.copy())); waiting || !strings.HasPrefix(text.En, "The message to "+bob.Me.Address+" wasn't sent: ") {
		t.Errorf("%q (waiting: %v)", text.En, waiting)
	}
	tb.fail = nil
	if _, sent := tb.poll(alice); len(sent) != 0 {
		t.Errorf("poll sends %d letters that the server refused", len(sent))
	}
	tb.send(alice) // an explicit send may try again
	tb.wantPoll(bob, "taken")
}

func TestDraftIsNotSentAndSentIsNotTakenBack(t *testing.T) {
	tb, alice := one(sit(t, 2))
	start := tb.bytes(alice)
	_, err := alice.Play(alice.copy(), home.Turn{Move: "e2"})
	tb.must(err)
	tb.must(forget(alice)) // not even without the courier's memory
	if _, sent := tb.poll(alice); len(sent) != 0 {
		t.Errorf("poll sends %d letters of a move that was not handed to it", len(sent))
	}
	_, err = alice.Undo(alice.copy())
	tb.must(err)
	if tb.bytes(alice) != start {
		t.Error("undo does not restore the record")
	}
	tb.play(alice, "d1")
	tb.unchanged(alice, func() {
		if _, err := alice.Undo(alice.copy()); err == nil || !strings.Contains(err.Error(), "has already been sent") {
			t.Errorf("Undo() = %v", err)
		}
	})
	bob := tb.players[1]
	tb.wantPoll(bob, "taken")
	tb.unchanged(bob, func() {
		if _, err := bob.Undo(bob.copy()); err == nil {
			t.Error("a move of the other side was taken back")
		}
	})
}

func TestStateMayBeDeleted(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	for _, damage := range []func(string) error{os.Remove, func(f string) error { return os.WriteFile(f, []byte("{"), 0o600) }} {
		tb.must(damage(memory(alice)))
		tb.must(damage(memory(bob)))
		tb.unchanged(bob, func() { tb.wantPoll(bob, "known known") })
		_, sent := tb.poll(alice)
		if len(sent) != 1 {
			t.Errorf("%d letters, want the last one again", len(sent))
		}
		tb.unchanged(bob, func() { tb.wantPoll(bob, "known") })
		tb.boxes[bob.Me.Address] = tb.boxes[bob.Me.Address][:2]
	}
	tb.same()
}

func TestAnswerProvesArrival(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	tb.play(bob, "e8")
	tb.wantPoll(alice, "taken")
	tb.must(forget(alice))
	if _, sent := tb.poll(alice); len(sent) != 0 {
		t.Errorf("%d letters are sent although the answer has come", len(sent))
	}
}

func TestCannotSend(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	var turn *match.NotYourTurn
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	if _, err := bob.Send(context.Background(), bob.copy()); !errors.As(err, &turn) {
		t.Errorf("sending the other's move gives %v", err)
	}
	r, err := alice.New(home.Setup{Game: alice.Games[0]})
	tb.must(err)
	elsewhere := t.TempDir() + "/m.kif"
	tb.must(atomicfile.Create(alice.System, elsewhere, r.Bytes(), 0o644))
	tb.must(os.WriteFile(elsewhere, []byte(tb.bytes(alice)), 0o644))
	if err := alice.Desk.CheckPlace(elsewhere); err == nil || !strings.Contains(err.Error(), "where poll looks") {
		t.Errorf("CheckPlace outside the folder = %v", err)
	}
	inside := alice.Dir + "/m.kif"
	tb.must(atomicfile.Create(alice.System, inside, r.Bytes(), 0o644))
	local, err := alice.Open(inside)
	tb.must(err)
	if err := alice.CanSend(local); err == nil || !strings.Contains(err.Error(), "m.kif is played on one computer") {
		t.Errorf("CanSend without invitation = %v", err)
	}
}

// full is a disk without free space.
type full struct{ atomicfile.System }

func (full) Create(string, os.FileMode) (atomicfile.File, error) {
	return nil, errors.New("no space left on device")
}

func TestFullDiskLosesNothing(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	real := bob.System
	bob.System, bob.Memory = full{real}, home.Memory{System: full{real}, File: memory(bob)}
	tb.unchanged(bob, func() {
		if _, _, err := bob.Poll(context.Background()); err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("Poll() = %v", err)
		}
		if _, err := bob.Play(bob.copy(), home.Turn{Move: "e8"}); err == nil {
			t.Error("a move was played on a full disk")
		}
	})
	bob.System, bob.Memory = real, home.Memory{System: real, File: memory(bob)}
	tb.wantPoll(bob, "taken")
	tb.same()
}

// TestDraftHoldsNothingBack checks that finished steps are sent although another step is a draft.
func TestDraftHoldsNothingBack(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.fail = func(string) error { return &mailbox.SendError{Kind: mailbox.Temporary} }
	_, err := alice.Play(alice.copy(), home.Turn{Move: "e2", Post: true})
	tb.must(err)
	_, err = alice.Send(context.Background(), alice.copy())
	tb.must(err)
	tb.fail = nil
	_, err = alice.Do(alice.copy(), home.Doing("draw"), false)
	tb.must(err)
	tb.poll(alice)
	tb.wantPoll(bob, "taken")
	if m := tb.open(bob); m.Ply() != 1 || m.Offer != nil {
		t.Errorf("%s", tb.bytes(bob))
	}
}

// TestDraftIsDatedWhenSent checks that the opponent's clock starts when the message is sent.
func TestDraftIsDatedWhenSent(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	_, err := alice.Play(alice.copy(), home.Turn{Move: "e2", Comment: "slowly"})
	tb.must(err)
	tb.wait(70 * time.Hour)
	tb.send(alice)
	tb.wantPoll(bob, "taken")
	tb.same()
	m := tb.open(bob)
	if end, _ := m.Clock.Deadline(2); end.Sub(*tb.now) < 71*time.Hour || m.Record.Events[m.LastMove()].Comment != "slowly" {
		t.Errorf("time until %v, now %v\n%s", end, *tb.now, tb.bytes(bob))
	}
}

// TestFinishedMatchesRest checks that a lost state doesn't send the last message of a finished match again.
func TestFinishedMatchesRest(t *testing.T) {
	for days, want := range map[int]int{1: 1, 100: 0} {
		tb, alice, bob := two(sit(t, 2))
		_, err := alice.Resign(alice.copy(), 0, true)
		tb.must(err)
		tb.send(alice)
		tb.poll(bob)
		tb.wait(time.Duration(days) * 24 * time.Hour)
		tb.must(forget(alice))
		if _, sent := tb.poll(alice); len(sent) != want {
			t.Errorf("%d letters after %d days, want %d", len(sent), days, want)
		}
	}
}

// TestMatchesOfOthers checks that a record in the folder in which we don't play is never sent.
func TestMatchesOfOthers(t *testing.T) {
	tb, others := sit(t, 2), bobWrites(t, quoridor(2))
	alice := tb.players[0]
	alice.Me.Address, alice.Box = "zed@example.org", &box{tb.post, "zed@example.org"}
	others.reply("e2")
	others.wantPoll(others.players[0], "taken")
	tb.must(os.WriteFile(filepath.Join(alice.Dir, "friends.kif"), []byte(others.bytes(others.players[0])), 0o644))
	if verdicts, sent := tb.poll(alice); verdicts != "" || len(sent) != 0 {
		t.Errorf("%q, %d letters", verdicts, len(sent))
	}
}
