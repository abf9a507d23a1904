package courier_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// ears counts, for each player, how often poll has printed each text.
type ears struct {
	*table
	heard map[string]int // "Alice: text"
	intro string         // of the words printed last
}

func listening(tb *table) *ears { return &ears{table: tb, heard: map[string]int{}} }

// hear polls for a player and counts what is printed.
func (e *ears) hear(p *player) {
	e.Helper()
	reports, _, err := p.Poll(context.Background())
	e.must(err)
	e.count(p, reports)
}

// count counts what a poll has printed for a player.
func (e *ears) count(p *player, reports []courier.Report) {
	for _, r := range reports {
		for _, w := range r.Words {
			e.heard[p.Me.Name+": "+w.Text]++
			e.intro = w.Intro.En
		}
	}
}

// hearAll makes everybody poll until nothing changes, and read all mail once more at the end.
func (e *ears) hearAll() {
	e.Helper()
	for range 4 {
		for _, p := range e.players {
			if p.file != "" {
				e.hear(p)
			}
		}
	}
	for _, p := range e.players {
		if p.file != "" {
			e.must(p.Rewind())
			e.hear(p)
		}
	}
	e.same()
}

// wantHeard expects that each of these players has been shown the text once, and that every record has it once.
func (e *ears) wantHeard(text string, by ...*player) {
	e.Helper()
	for _, p := range by {
		if n := e.heard[p.Me.Name+": "+text]; n != 1 {
			e.Errorf("%s was shown %q %d times, want once", p.Me.Name, text, n)
		}
	}
	for _, p := range e.players {
		if p.file == "" {
			continue
		}
		n := 0
		for _, said := range e.open(p).Record.Events {
			n += strings.Count(said.Comment, text)
		}
		if n != 1 {
			e.Errorf("the record of %s has %q %d times, want once:\n%s", p.Me.Name, text, n, e.bytes(p))
		}
	}
}

// post takes a step of p and sends it.
func (e *ears) makes(p *player, s home.Step) {
	e.Helper()
	_, err := p.Do(p.copy(), s, true)
	e.must(err)
	e.send(p)
}

// says plays a move with words and sends it.
func (e *ears) playSaying(p *player, move, text string) {
	e.Helper()
	_, err := p.Play(p.copy(), home.Turn{Move: move, Comment: text, Post: true})
	e.must(err)
	e.send(p)
}

// TestWordsThatCrossAMove checks that Bob's message arrives although Alice moves at the same time.
func TestWordsThatCrossAMove(t *testing.T) {
	tb := listening(sit(t, 2))
	alice, bob := tb.players[0], tb.players[1]
	tb.makes(bob, home.Doing("say", "Happy birthday"))
	tb.play(alice, "e2")
	tb.hear(alice)
	if tb.heard["Alice: Happy birthday"] != 1 || tb.intro != "Before your messages crossed, Bob wrote:" {
		t.Errorf("Alice is shown %v, %q", tb.heard, tb.intro)
	}
	tb.hearAll()
	tb.wantHeard("Happy birthday", alice)
	if m := tb.open(alice); m.Turn != 2 || m.Ply() != 1 {
		t.Errorf("the match is\n%s", tb.bytes(alice))
	}
}

// TestUnsentWordsFollow checks that a resignation counts immediately although it crosses words that have not been sent, and that those
// still go out.
func TestUnsentWordsFollow(t *testing.T) {
	tb := listening(sit(t, 2))
	alice, bob := tb.players[0], tb.players[1]
	_, err := alice.Do(alice.copy(), home.Doing("say", "Back on Monday"), false)
	tb.must(err)
	_, err = bob.Resign(bob.copy(), 0, true)
	tb.must(err)
	tb.send(bob)
	tb.wantPoll(alice, "taken")
	if m := tb.open(alice); m.Outcome == nil || !m.Unsent() {
		t.Errorf("the match is\n%s", tb.bytes(alice))
	}
	tb.send(alice)
	tb.hearAll()
	tb.wantHeard("Back on Monday", bob)
}

// TestWordsOfOthersStay checks that words which Bob has sent stay in Alice's record when Carol's arrive that give way to them, although
// Alice herself has sent nothing.
func TestWordsOfOthersStay(t *testing.T) {
	stayed := 0
	for n := range 6 {
		tb := listening(sit(t, 4))
		alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
		tb.makes(bob, home.Doing("say", fmt.Sprint("Hello ", n)))
		tb.hear(alice)
		tb.makes(carol, home.Doing("say", "Good evening"))
		if match.Meet(tb.open(alice), tb.open(carol)).Valid != match.Ours {
			continue
		}
		stayed++
		tb.hear(alice)
		if !strings.Contains(string(tb.bytes(alice)), fmt.Sprint("Hello ", n)) {
			t.Errorf("the match is\n%s", tb.bytes(alice))
		}
	}
	if stayed == 0 {
		t.Error("Bob's words never come first")
	}
}

// TestWordsWhoseLetterIsLost checks that the next message brings the words of one that never arrived.
func TestWordsWhoseLetterIsLost(t *testing.T) {
	tb := listening(sit(t, 2))
	alice, bob := tb.players[0], tb.players[1]
	letters := len(tb.boxes[alice.Me.Address])
	tb.makes(bob, home.Doing("say", "Happy birthday"))
	tb.boxes[alice.Me.Address] = tb.boxes[alice.Me.Address][:letters]
	tb.play(alice, "e2")
	tb.hear(bob)
	tb.hear(alice)
	if tb.intro != "Before your messages crossed, Bob wrote:" {
		t.Errorf("the words are introduced by %q", tb.intro)
	}
	tb.hearAll()
	tb.wantHeard("Happy birthday", alice)
}

// TestWordsWithWhatGivesWay checks that the comment of any step that a move rejects arrives, and is shown once.
func TestWordsWithWhatGivesWay(t *testing.T) {
	for name, step := range map[string]func(e *ears, bob *player, text string){
		"a draw offer": func(e *ears, bob *player, text string) { e.commented(bob, kif.DrawOffer{}, text) },
		"a take-back":  func(e *ears, bob *player, text string) { e.commented(bob, kif.UndoOffer{Number: 2}, text) },
		"a pause":      func(e *ears, bob *player, text string) { e.commented(bob, kif.PauseOffer{}, text) },
		"an absence":   func(e *ears, bob *player, text string) { e.commented(bob, awayStep(t), text) },
	} {
		t.Run(name, func(t *testing.T) {
			tb := listening(timed(t, "quoridor", "3d"))
			alice, bob := tb.players[0], tb.players[1]
			tb.play(alice, "e2")
			tb.poll(bob)
			tb.play(bob, "e8")
			tb.poll(alice)
			step(tb, bob, "What do you think?")
			tb.play(alice, "e3")
			tb.hearAll()
			tb.wantHeard("What do you think?", alice)
		})
	}
}

// TestWordsOfAStepThatIsNotPossibleAnyMore checks that after the end of the match only the comment of a resignation, an
// absence or a new address is repeated.
func TestWordsOfAStepThatIsNotPossibleAnyMore(t *testing.T) {
	for name, step := range map[string]kif.Step{
		"a resignation": kif.Resignation,
		"an absence":    awayStep(t),
		"an address":    kif.NewAddress{Address: "bob@example.net.example"},
	} {
		t.Run(name, func(t *testing.T) {
			tb := listening(timed(t, "quoridor", "3d"))
			alice, bob := tb.players[0], tb.players[1]
			moves := strings.Fields("e2 e8 e3 e7 e4 e6 d4 e5 d5 e4 d6 e3 d7 d3 d8 d4")
			for i, move := range moves {
				tb.play(tb.players[i%2], move)
				tb.poll(tb.players[1-i%2])
			}
			tb.commented(bob, step, "You have won anyway")
			tb.play(alice, "d9")
			if tb.open(alice).Outcome == nil {
				t.Fatalf("Alice has not won:\n%s", tb.bytes(alice))
			}
			tb.hearAll()
			tb.wantHeard("You have won anyway", alice)
			m := tb.open(bob)
			if e := m.Record.Events[m.LastEntry()]; e.Step != kif.Step(kif.Say{}) || e.Again == (kif.Hash{}) || m.Outcome.Word != "" {
				t.Errorf("the record ends with %s", e.Step)
			}
		})
	}
}

func awayStep(t *testing.T) kif.Step {
	t.Helper()
	a, err := kif.ParseAway("2026-12-24")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// commented makes p take a step with a comment, as another program might, and sends it.
func (e *ears) commented(p *player, s kif.Step, text string) {
	e.Helper()
	before := e.open(p)
	said := kif.Event{Step: s, Comment: text, Posted: true}
	if _, ends := s.(kif.Ending); ends {
		said.Seat = before.Roster.SeatOf(p.Party(before))
	}
	after, err := p.Sign(before, said, p.Party(before))
	e.must(err)
	e.must(p.Put(match.Copy{File: p.file, Match: before}, after))
	e.send(p)
}

// TestWordsWithAMoveThatGivesWay checks a comment on a move: Bob asks to take back Alice's move and then moves, while Alice agrees and moves anew.
func TestWordsWithAMoveThatGivesWay(t *testing.T) {
	tb := listening(sit(t, 2))
	alice, bob := tb.players[0], tb.players[1]
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.poll(alice)
	tb.play(alice, "e3")
	tb.poll(bob)
	tb.commented(bob, kif.UndoOffer{Number: 3}, "")
	tb.poll(alice)
	tb.playSaying(bob, "e7", "Never mind")
	_, err := alice.Do(alice.copy(), home.Doing("agree"), true)
	tb.must(err)
	tb.playSaying(alice, "d2", "As you like")
	tb.hear(alice)
	if tb.intro != "Bob wrote this with the move e7, which no longer counts:" {
		t.Errorf("the words are introduced by %q", tb.intro)
	}
	tb.hearAll()
	tb.wantHeard("Never mind", alice)
	tb.wantHeard("As you like", bob)
}

// TestWordsToALetterWriterAreToldOnce checks that Alice's messages don't repeat what Carol has read in a message of the rejected
// line.
func TestWordsToALetterWriterAreToldOnce(t *testing.T) {
	tb := listening(chairs(t, 4))
	alice, bob, carol, dave := tb.players[0], tb.players[1], tb.players[2], tb.players[3]
	tb.invite(home.Invitation{
		Game: all.Game("quoridor"), Options: engine.Options{"players": "4"}, Seat: 1, Others: []kif.Seat{bob.Me, carol.Me, dave.Me},
	})
	tb.accept(bob)
	tb.poll(alice)
	tb.writes(carol, "accept")
	tb.poll(alice)
	tb.accept(dave)
	tb.round()
	tb.play(alice, tb.someMove(alice))
	tb.round()
	tb.play(bob, tb.someMove(bob))
	tb.round()
	tb.writes(carol, tb.someMove(alice))
	tb.round()
	told := func(text string) (n int) {
		for _, raw := range tb.boxes[carol.Me.Address] {
			l, err := mailbox.Read(raw)
			tb.must(err)
			n += strings.Count(l.Text, text)
		}
		return n
	}
	tb.makes(bob, home.Doing("say", "Hello from Bob"))
	tb.poll(alice)
	if n := told("Hello from Bob"); n != 1 {
		t.Fatalf("Carol is told %d times before the letters cross", n)
	}
	tb.play(dave, tb.someMove(dave))
	tb.round()
	if n := told("Hello from Bob"); n != 1 {
		t.Errorf("Carol is told %d times", n)
	}
	m := tb.open(alice)
	if e := m.Record.Events[m.LastEntry()]; e.Comment != "Hello from Bob" || e.Again == (kif.Hash{}) {
		t.Errorf("the record ends with %s, %q", e.Step, e.Comment)
	}
}

// TestWordsAmongFour checks that Bob's words reach everybody, whoever has read them on the rejected line.
func TestWordsAmongFour(t *testing.T) {
	tb := listening(sit(t, 4))
	alice, bob, carol, dave := tb.players[0], tb.players[1], tb.players[2], tb.players[3]
	tb.makes(bob, home.Doing("say", "Hello from Bob"))
	tb.hear(carol) // on the rejected line
	if tb.heard["Carol: Hello from Bob"] != 1 {
		t.Errorf("Carol is shown %v", tb.heard)
	}
	tb.makes(dave, home.Doing("say", "Hello from Dave"))
	tb.playSaying(alice, "e2", "My move")
	tb.hearAll()
	tb.wantHeard("Hello from Bob", alice, carol, dave)
	tb.wantHeard("Hello from Dave", alice, bob, carol)
	tb.wantHeard("My move", bob, carol, dave)
}

// TestWordsOnAForkedLine checks that comments on either line arrive, whichever is chosen.
func TestWordsOnAForkedLine(t *testing.T) {
	for name, theirs := range map[string]bool{"his own line": false, "the other": true} {
		t.Run(name, func(t *testing.T) {
			tb := listening(sit(t, 2))
			alice, bob := tb.players[0], tb.players[1]
			old := tb.bytes(alice)
			tb.playSaying(alice, "e2", "The first words")
			tb.hear(bob)
			tb.makes(bob, home.Doing("say", "An answer"))
			tb.restores(alice, old)
			tb.playSaying(alice, "d1", "The second words")
			tb.hear(bob)
			if tb.heard["Bob: The second words"] != 1 {
				t.Errorf("shown %v", tb.heard)
			}
			lines, err := bob.Desk.Disputed(bob.copy())
			tb.must(err)
			_, err = bob.Settle(bob.copy(), lines[0], theirs, true)
			tb.must(err)
			tb.send(bob)
			tb.hearAll()
			tb.wantHeard("The second words", bob)
			tb.wantHeard("An answer", alice)
			if n := tb.heard["Bob: The first words"]; n != 1 {
				t.Errorf("the first words were shown %d times", n)
			}
		})
	}
}

// TestUnsentWordsStayUnsent checks that an unsent comment is repeated on the new line, and is still not sent.
func TestUnsentWordsStayUnsent(t *testing.T) {
	tb := listening(sit(t, 2))
	alice, bob := tb.players[0], tb.players[1]
	_, err := bob.Do(bob.copy(), home.Doing("say", "Not yet"), false)
	tb.must(err)
	tb.play(alice, "e2")
	tb.hear(bob)
	m := tb.open(bob)
	if e := m.Record.Events[m.LastEntry()]; e.Comment != "Not yet" || e.Posted {
		t.Errorf("the last step is %s, %q, sent: %t", e.Step, e.Comment, e.Posted)
	}
	tb.hear(alice)
	if len(tb.heard) != 0 {
		t.Errorf("shown %v", tb.heard)
	}
	tb.send(bob)
	tb.hearAll()
	tb.wantHeard("Not yet", alice)
}

// TestProseOfALetterWriter checks that a mail-only player's message without a move is passed on, once.
func TestProseOfALetterWriter(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	turn := tb.last()
	const asks = "How is the weather in Kyoto? I will move tomorrow."
	tb.reply(asks)
	r := tb.report(alice)
	if r.Verdict != courier.Taken || r.Said() != asks {
		t.Errorf("Alice reads %+v", r)
	}
	if l := tb.last(); !strings.HasPrefix(l.Text, "Your message was passed on to Alice.\n\nYour turn.\n") {
		t.Errorf("he is answered by\n%s", l.Text)
	}
	sent := tb.sent
	tb.must(alice.Rewind())
	tb.poll(alice)
	if tb.sent != sent {
		t.Errorf("%d more letters after the mail was read again", tb.sent-sent)
	}
	if n := strings.Count(tb.bytes(alice), "weather"); n != 1 {
		t.Errorf("the record has the words %d times", n)
	}
	tb.replyTo(turn, "e2", "bob@example.net") // in reply to the previous message
	tb.wantPoll(alice, "taken")
	tb.reply("> Your turn.\n\nOn the train now.\n-- \nBob, Osaka")
	if r := tb.report(alice); r.Said() != "On the train now." || !strings.Contains(tb.last().Text, "Your message was passed on to Alice.") {
		t.Errorf("Alice reads %q, he reads\n%s", r.Said(), tb.last().Text)
	}
	tb.play(alice, "e8")
	tb.replyTo(turn, "On the bus now.", "bob@example.net")
	if r := tb.report(alice); r.Said() != "On the bus now." || strings.Count(tb.last().Text, "was passed on") != 1 {
		t.Errorf("Alice reads %q, he reads\n%s", r.Said(), tb.last().Text)
	}
}

// TestProseIsConfirmedOnceADay checks that a second message that day is passed on, and answered if it contains something else.
func TestProseIsConfirmedOnceADay(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	for _, c := range []struct {
		text    string
		wait    time.Duration
		answers int
	}{
		{"How is the weather in Kyoto?", 0, 1},
		{"Here it is raining all day long.", time.Hour, 0},
		{"The cellar is full of water.", 20 * time.Hour, 0},
		{"At last the sun is out again.", 4 * time.Hour, 1},
		{"Now it is raining again, e2 is under water.", time.Hour, 1}, // asks whether e2 is meant
	} {
		tb.wait(c.wait)
		sent := tb.sent
		tb.reply(c.text)
		r := tb.report(alice)
		if tb.sent-sent != c.answers {
			t.Errorf("%q has %d answers, want %d", c.text, tb.sent-sent, c.answers)
		}
		if asked := strings.Contains(c.text, "e2"); !asked && r.Said() != c.text {
			t.Errorf("Alice reads %q, want %q", r.Said(), c.text)
		}
	}
}

// TestLongProse checks that it is passed on whole.
func TestLongProse(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	text := strings.TrimSpace(strings.Repeat("A long story about the sea. ", 120))
	tb.reply("e2 -- " + text)
	tb.wantPoll(alice, "taken")
	var said []string
	for _, e := range tb.open(alice).Record.Events {
		if strings.Contains(e.Comment, "sea") {
			said = append(said, e.Comment)
		}
	}
	if got := strings.Join(strings.Fields(strings.Join(said, " ")), " "); got != text || len(said) < 2 {
		t.Errorf("%d parts of the record hold\n%s", len(said), got)
	}
}

// TestProseBesideWhatCannotBeDone checks that it reaches the opponent all the same.
func TestProseBesideWhatCannotBeDone(t *testing.T) {
	for typed, want := range map[string]string{
		"e5\n\nGreetings from Nara.":                   "out of reach",
		"show\n\nGreetings from Nara.":                 "This is the current position",
		"resign\n\nGreetings from Nara.":               "Do you want to resign?",
		"away 2026-12-24 soon\n\nGreetings from Nara.": "",
	} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		tb.reply(typed)
		if r := tb.report(alice); !strings.Contains(r.Said(), "Greetings from Nara.") {
			t.Errorf("%q: Alice reads %+v", typed, r)
		}
		if l := tb.last(); !strings.Contains(l.Text, want) || !strings.Contains(l.Text, "message was passed on") {
			t.Errorf("%q is answered by\n%s", typed, l.Text)
		}
		if n := strings.Count(tb.bytes(alice), "Nara"); n != 1 {
			t.Errorf("%q: the record has the words %d times", typed, n)
		}
	}
}

// TestProseReachesOthers checks that with an umpire a mail-only player's message reaches the other player.
func TestProseReachesOthers(t *testing.T) {
	tb := chairs(t, 3)
	ume, bob := tb.players[0], tb.players[1]
	carol := tb.players[2]
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Options: engine.Options{}, Others: []kif.Seat{bob.Me, carol.Me}, Umpire: true, Seat: 0})
	tb.writes(bob, "accept")
	tb.poll(ume)
	tb.accept(carol)
	tb.round()
	tb.writes(bob, "Nice to meet you both!")
	tb.poll(ume)
	reports, _, err := carol.Poll(t.Context())
	tb.must(err)
	if !slices.ContainsFunc(reports, func(r courier.Report) bool { return r.Said() == "Nice to meet you both!" }) {
		t.Errorf("Carol reads %+v", reports)
	}
}

// TestWordsOfAnObserver checks that only the scribe sees them.
func TestWordsOfAnObserver(t *testing.T) {
	tb, alice := one(watched(t, quoridor(1)))
	tb.unchanged(alice, func() {
		tb.replyTo(tb.toCarol()[0], "I would play e2!", carol.Address)
		if r := tb.report(alice); r.Said() != "I would play e2!" || r.Verdict != courier.Answered {
			t.Errorf("Alice reads %+v", r)
		}
	})
	letters := tb.toCarol()
	if l := letters[len(letters)-1]; !saysSo(l, "Only Alice can read what you wrote.") {
		t.Errorf("she is answered by\n%s", l.Text)
	}
}

// TestManyWordsInOneLetter checks that a message to a mail-only player has all comments, however long they are.
func TestManyWordsInOneLetter(t *testing.T) {
	tb, alice, bob := two(bobWrites(t, quoridor(1)))
	for _, text := range strings.Fields("a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13 n14 o15") {
		_, err := alice.Do(alice.copy(), home.Doing("say", "words "+text), true)
		tb.must(err)
	}
	tb.play(alice, "e2")
	l := tb.lastTo(bob)
	for _, text := range []string{"words a1", "words h8", "words o15"} {
		if !strings.Contains(l.Text, text) {
			t.Errorf("the letter lacks %q:\n%s", text, l.Text)
		}
	}
}

// TestWordsOfSomebodyAskedToGoOn checks that Bob reads what Carol, who is proposed as a substitute, replies with her mail program. She can only
// accept with hikyaku.
func TestWordsOfSomebodyAskedToGoOn(t *testing.T) {
	tb := seats(t, "quoridor")
	bob, carol := tb.players[1], tb.players[2]
	tb.proposes(bob)
	l := tb.newest(carol)
	raw, err := (&mailbox.Letter{
		From: mailbox.Address{Name: "Carol", Addr: carol.Me.Address}, To: mailbox.Address{Addr: bob.Me.Address}, Subject: "Re: " + l.Subject, InReplyTo: l.MessageID,
		MessageID: "<carol@example.com>", Date: *tb.now, Text: "When do you need me?\n\n> " + strings.ReplaceAll(l.Text, "\n", "\n> "),
	}).Bytes()
	tb.must(err)
	tb.drop(bob.Me.Address, raw)
	tb.unchanged(bob, func() {
		if r := tb.report(bob); r.Said() != "When do you need me?" || !strings.Contains(r.Reason.En, "it is from the proposed substitute, who can only answer with hikyaku,") {
			t.Errorf("Bob reads %+v", r)
		}
	})
}

// TestSayingTwiceIsOnce checks that a message that is read again changes nothing, also after the end.
func TestSayingTwiceIsOnce(t *testing.T) {
	for _, typed := range []string{"say: Back on Monday.", "Back on Monday.", "e5\n\nBack on Monday.", "resign\n\nBack on Monday."} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		tb.reply(typed)
		tb.poll(alice)
		tb.unchanged(alice, func() {
			alice.Rewind()
			tb.poll(alice)
		})
		_, err := alice.Resign(alice.copy(), 0, true)
		tb.must(err)
		tb.unchanged(alice, func() {
			alice.Rewind()
			tb.poll(alice)
		})
	}
}
