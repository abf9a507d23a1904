package courier_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/courier"
	"hikyaku/internal/letter"
	"hikyaku/internal/puzzle"
	"hikyaku/mailbox"
	"hikyaku/mailbox/loopback"
)

// riddle is a puzzle of counting to ten: after adding two, the other seat can't win.
func riddle(seat int, position string) puzzle.Puzzle {
	return puzzle.Puzzle{
		Game: "counting", Options: engine.Options{"players": "2", "target": "10"}, Position: position, Seat: seat,
		Best: []engine.Move{"add2", "add1"}, Score: 1, Other: 0.25,
	}
}

var riddles = []puzzle.Puzzle{riddle(1, "5 1"), riddle(2, "5 2")}

// readersOf returns the players as readers of puzzles.
func readersOf(players ...*player) (list []mailbox.Address) {
	for _, p := range players {
		list = append(list, mailbox.Address{Name: p.Me.Name, Addr: p.Me.Address})
	}
	return list
}

// puzzled returns two players, of whom Alice sends puzzles.
func puzzled(t *testing.T) (tb *table, alice, bob *player) {
	usual := puzzle.Usual
	puzzle.Usual.Nodes = 100 // enough for counting to ten
	t.Cleanup(func() { puzzle.Usual = usual })
	tb = chairs(t, 2)
	alice, bob = tb.players[0], tb.players[1]
	alice.Puzzles = []*engine.Game{counting.Game}
	return tb, alice, bob
}

// ask sends the puzzle of the week to readers and expects a number of messages.
func (tb *table) ask(p *player, want int, readers ...*player) {
	tb.Helper()
	sent, err := p.Courier.SendPuzzle(context.Background(), riddles, readersOf(readers...))
	tb.must(err)
	if len(sent) != want {
		tb.Fatalf("%d letters, want %d", len(sent), want)
	}
}

// answers makes a reader reply to the last message, and expects one answer with all these words.
func (tb *table) answered(p, reader *player, typed string, wants ...string) *mailbox.Letter {
	tb.Helper()
	before := len(tb.boxes[reader.Me.Address])
	tb.writes(reader, typed)
	r := tb.report(p)
	if r.Verdict != courier.Puzzled {
		tb.Fatalf("%q is %s: %s", typed, r.Verdict, r.Reason.En)
	}
	own := 0
	if p == reader {
		own = 1 // the reply itself
	}
	if n := len(tb.boxes[reader.Me.Address]) - before - own; n != 1 {
		tb.Fatalf("%q has %d answers", typed, n)
	}
	l := tb.lastTo(reader)
	for _, want := range wants {
		if !saysSo(l, want) {
			tb.Errorf("to %q the answer lacks %q:\n%s", typed, want, l.Text)
		}
	}
	return l
}

// TestPuzzleByLetter checks that a reader gets told why an answer is wrong, then a hint, then the solution, in the language of the reply.
func TestPuzzleByLetter(t *testing.T) {
	tb, alice, bob := puzzled(t)
	alice.Picture = true
	tb.ask(alice, 1, bob)
	l := tb.lastTo(bob)
	for _, want := range []string{"Player 1 to move", "One move wins or turns the game", "for example add1.", "token:"} {
		if !saysSo(l, want) {
			t.Errorf("the puzzle lacks %q:\n%s", want, l.Text)
		}
	}
	if l.Automatic != "auto-generated" || !strings.HasPrefix(l.MessageID, letter.IDPrefix) || saysSo(l, "add2") || !slices.ContainsFunc(l.Attachments, func(a mailbox.Attachment) bool { return a.Type == "image/png" }) {
		t.Errorf("the letter is %+v", l)
	}
	if next, err := alice.Courier.NextPuzzle(); err != nil || next.Sub(*tb.now) < 6*24*time.Hour {
		t.Errorf("the next may go out on %s, %v", next, err)
	}
	tb.ask(alice, 0, bob)
	tb.answered(alice, bob, "I do not know what you mean by that", "No move was found")
	tb.answered(alice, bob, "add3", "can't be played", "at most 2 is added", ". It doesn't count; reply with another one")
	tb.answered(alice, bob, "add1", "isn't the best move: it wins about", "the best one 100%", "try again")
	l = tb.answered(alice, bob, "add1。よろしくお願いします。", "add1は最善手ではありません", "ヒント：次の二つのどちらかです：add1 add2", "別の手を返信してください")
	if l.Automatic != "auto-replied" || !strings.Contains(l.Subject, "次の一手：数え上げ") {
		t.Errorf("the answer is %s, %s", l.Automatic, l.Subject)
	}
	tb.answered(alice, bob, "答え", "答え：add2 add1。")
	tb.answered(alice, bob, "add2", "add2、正解です。")
	tb.wait(7 * 24 * time.Hour)
	tb.ask(alice, 1, bob)
	l = tb.lastTo(bob)
	for _, want := range []string{"前回の問題の解答です。", "答え：add2 add1。", "後手の手番です"} {
		if !saysSo(l, want) {
			t.Errorf("the next puzzle lacks %q:\n%s", want, l.Text)
		}
	}
	tb.wait(7 * 24 * time.Hour)
	if _, err := alice.Courier.SendPuzzle(context.Background(), riddles, readersOf(bob)); err == nil || !strings.Contains(err.Error(), "every puzzle") {
		t.Errorf("with no puzzle left the error is %v", err)
	}
}

// TestPuzzleBounces expects reports of our puzzles that did not arrive, and none of other mail.
func TestPuzzleBounces(t *testing.T) {
	tb, alice, bob := puzzled(t)
	tb.ask(alice, 1, bob)
	id := tb.lastTo(bob).MessageID
	for _, c := range []struct{ id, action, want string }{
		{id, "delayed", "it is delayed, and the server is still trying: 550 no such user"},
		{id, "failed", "it was not delivered: 550 no such user"},
		{letter.IDPrefix + "p.0000000000000000@example.org>", "failed", ""},
		{"<another@example.org>", "failed", ""},
	} {
		tb.bounce(alice, c.id, c.action, "5.1.1", "550 no such user")
		reports, _, err := alice.Poll(context.Background())
		tb.must(err)
		if len(reports) != min(len(c.want), 1) || c.want != "" && (reports[0].Verdict != courier.Bounced || reports[0].Reason.En != c.want || reports[0].Match != "") {
			t.Errorf("%s, %s: %+v, want %q", c.id, c.action, reports, c.want)
		}
	}
}

// readings counts reads of a memory, by name.
type readings struct {
	courier.Memory
	of map[string]int
}

func (r readings) Load(name string) ([]byte, error) {
	r.of[name]++
	return r.Memory.Load(name)
}

// TestPuzzlesAreReadOnce checks that they are read once however many replies are in the mailbox.
func TestPuzzlesAreReadOnce(t *testing.T) {
	tb, alice, bob := puzzled(t)
	tb.ask(alice, 1, bob)
	l := tb.lastTo(bob)
	for range 3 {
		tb.replyTo(l, "add1", bob.Me.Address)
	}
	read := readings{alice.Memory, map[string]int{}}
	alice.Memory = read
	if verdicts, _ := tb.poll(alice); strings.Count(verdicts, "puzzle") != 3 || read.of["puzzles"] != 1 {
		t.Errorf("three replies are %s, and puzzles are read %d times", verdicts, read.of["puzzles"])
	}
}

// TestPuzzleToOneself checks that the sender can be a reader too, and that the returning messages aren't read as replies.
func TestPuzzleToOneself(t *testing.T) {
	tb, alice, bob := puzzled(t)
	tb.ask(alice, 2, alice, bob)
	tb.wantPoll(alice, "known")
	tb.answered(alice, alice, "add2", "is correct")
	tb.wantPoll(alice, "known")
	tb.replyTo(tb.lastTo(bob), "add2", "mallory@example.org")
	tb.wantReport(alice, courier.Refused, "another address")
}

// TestPuzzleStops checks that a reader who has stopped gets no more, and that automatic replies get nothing and count for nothing.
func TestPuzzleStops(t *testing.T) {
	tb, alice, bob := puzzled(t)
	tb.ask(alice, 1, bob)
	first := tb.lastTo(bob)
	away := &mailbox.Letter{
		From: readersOf(bob)[0], To: readersOf(alice)[0], Subject: "Away", MessageID: "<away@example.net>", InReplyTo: first.MessageID,
		Date: *tb.now, Text: "add1\n\nI am away", Automatic: "auto-replied",
	}
	raw, err := away.Bytes()
	tb.must(err)
	tb.drop(alice.Me.Address, raw)
	before := tb.sent
	tb.wantPoll(alice, "known")
	if tb.sent != before {
		t.Error("a machine was answered")
	}
	tb.answered(alice, bob, "stop", "no more puzzles")
	tb.wait(7 * 24 * time.Hour)
	if _, err := alice.Courier.SendPuzzle(context.Background(), riddles, readersOf(bob)); err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Errorf("to those who have stopped the error is %v", err)
	}
	tb.answered(alice, bob, "resume", "again")
	tb.ask(alice, 1, bob)
}

// TestPuzzleIsTriedAgain checks that the next poll sends what the server certainly did not accept, also an answer.
func TestPuzzleIsTriedAgain(t *testing.T) {
	tb, alice, bob := puzzled(t)
	tb.fail = failing(mailbox.Temporary)
	tb.ask(alice, 1, bob)
	tb.fail = nil
	tb.wantPoll(alice, "")
	if n := len(tb.boxes[bob.Me.Address]); n != 1 {
		t.Fatalf("%d letters have come", n)
	}
	tb.writes(bob, "add1")
	tb.fail = failing(mailbox.Temporary)
	tb.wantPoll(alice, "puzzled")
	tb.fail = nil
	tb.wantPoll(alice, "")
	if l := tb.lastTo(bob); !saysSo(l, "isn't the best move: it wins about") || !saysSo(l, "try again") {
		t.Errorf("the answer is\n%s", l.Text)
	}
}

// TestPuzzleOverServers checks that a mail-only player's reply is found among other mail and answered, in both
// languages.
func TestPuzzleOverServers(t *testing.T) {
	servers, err := loopback.Start(addresses[0], addresses[1])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { servers.Close() })
	tb, alice := one(wired(t, servers, &scissors{after: func(int) int64 { return -1 }}))
	alice.Puzzles = []*engine.Game{counting.Game}
	bob, err := mailbox.NewAccount(servers.Account(addresses[1]))
	tb.must(err)
	var mark mailbox.Mark
	newest := func() (l *mailbox.Letter) {
		mark, err = bob.Fetch(context.Background(), mark, func(m mailbox.Mail) error {
			l, err = mailbox.Read(m.Raw)
			return err
		})
		tb.must(err)
		if l == nil {
			t.Fatal("nothing has come")
		}
		return l
	}
	tb.ask(alice, 1, tb.players[1])
	l := newest()
	for i, c := range [][2]string{{"add1", "isn't the best move: it wins about"}, {"答え", "答え：add2"}} {
		tb.must(bob.Send(context.Background(), &mailbox.Letter{
			From: readersOf(tb.players[1])[0], To: readersOf(alice)[0], Subject: "Re: " + l.Subject, InReplyTo: l.MessageID, References: []string{l.MessageID},
			MessageID: fmt.Sprintf("<r%d@example.net>", i), Date: time.Now(), Text: c[0],
		}))
		tb.wantPoll(alice, "puzzled")
		if l = newest(); !saysSo(l, c[1]) {
			t.Errorf("to %q the answer is\n%s", c[0], l.Text)
		}
	}
}

// TestPuzzleCrashes crashes Alice's program at each step of sending a puzzle and of answering a reply, and expects that nobody gets a message
// twice, no reply is counted twice, and the next one is answered.
func TestPuzzleCrashes(t *testing.T) {
	for at := 1; ; at++ {
		crashed := false
		for _, f := range []*fate{{at: at}, {at: at, after: true, left: 2}} {
			tb, alice, bob := puzzled(t)
			tb.doom(alice, f)
			for range 2 { // once with the crash, once after it
				_, err := alice.Courier.SendPuzzle(context.Background(), riddles, readersOf(bob))
				if err != nil && !errors.Is(err, errCrash) && !f.dead {
					t.Fatal(err)
				}
				if f.dead {
					tb.heal(alice)
				}
			}
			if n := len(tb.boxes[bob.Me.Address]); n > 1 || n == 0 && !f.dead {
				t.Fatalf("at %d, %+v: %d letters with the puzzle", at, f, n)
			}
			if len(tb.boxes[bob.Me.Address]) == 1 {
				tb.writes(bob, "add1")
				for range 3 {
					_, _, _ = alice.Poll(context.Background())
					if f.dead {
						tb.heal(alice)
					}
				}
				tb.heal(alice)
				tb.answersOnce(bob, at, f)
				tb.answered(alice, bob, "solution", "The solution: add2")
			}
			crashed = crashed || f.dead
		}
		if !crashed {
			if at < 20 {
				t.Errorf("only %d steps were crashed at", at-1)
			}
			return
		}
	}
}

// answersOnce expects at most one answer to the first reply, which is counted once.
func (tb *table) answersOnce(bob *player, at int, f *fate) {
	tb.Helper()
	n := len(tb.boxes[bob.Me.Address]) - 1
	if n > 1 || n == 0 && !f.dead {
		tb.Fatalf("at %d, %+v: %d answers", at, f, n)
	}
	memory, err := tb.players[0].Memory.Load("puzzles")
	tb.must(err)
	if want := `"wrong": 1,`; !strings.Contains(string(memory), want) {
		tb.Fatalf("at %d, %+v: no %s in %s", at, f, want, memory)
	}
}

// TestUnreadRepliesToPuzzles checks that the reports say which replies are not answered any more, and why.
func TestUnreadRepliesToPuzzles(t *testing.T) {
	tb, alice, bob := puzzled(t)
	tb.ask(alice, 1, bob)
	puzzle := tb.lastTo(bob)
	for i, want := range []string{"what?", "which?", "how?", "why?; no answer was sent: the last 3 replies in a row weren't moves"} {
		typed, _, _ := strings.Cut(want, ";")
		tb.replyTo(puzzle, typed, bob.Me.Address)
		if r := tb.report(alice); r.Reason.En != want {
			t.Errorf("the report on reply %d is %q, want %q", i, r.Reason.En, want)
		}
	}
}
