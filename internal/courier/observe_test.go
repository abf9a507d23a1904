package courier_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// carol observes in these tests.
var carol = kif.Seat{Name: "Carol", Address: "carol@example.com"}

// watched is a match of Alice and Bob, who have accepted, with Carol as an observer.
func watched(t *testing.T, i home.Invitation) *table {
	t.Helper()
	tb := chairs(t, 2)
	i.Others, i.Observers = []kif.Seat{tb.players[1].Me}, []kif.Seat{carol}
	tb.invite(i)
	if n := len(tb.boxes[carol.Address]); n != 0 {
		t.Fatalf("%d letters go to an observer before the match has begun", n)
	}
	tb.accept(tb.players[1])
	tb.wantPoll(tb.players[0], "taken")
	return tb
}

// toCarol returns the messages to Carol.
func (tb *table) toCarol() (letters []*mailbox.Letter) {
	tb.Helper()
	for _, raw := range tb.boxes[carol.Address] {
		l, err := mailbox.Read(raw)
		tb.must(err)
		letters = append(letters, l)
	}
	return letters
}

// unquoted answers a message with only what was typed, from a program that quotes nothing.
func (tb *table) unquoted(l mailbox.Letter, typed, from string) {
	tb.Helper()
	tb.answers++
	l.From, l.To = mailbox.Address{Addr: from}, mailbox.Address{Addr: tb.players[0].Me.Address}
	l.Subject, l.Text, l.Attachments, l.Automatic = "Re: a letter", typed, nil, ""
	if l.InReplyTo != "" {
		l.References = append(slices.Clip(l.References), l.InReplyTo)
	}
	l.MessageID, l.Date = fmt.Sprintf("<unquoted%d@example.net>", tb.answers), *tb.now
	raw, err := l.Bytes()
	tb.must(err)
	tb.drop(l.To.Addr, raw)
}

// answering returns the header of a reply to l.
func answering(l *mailbox.Letter) mailbox.Letter {
	return mailbox.Letter{InReplyTo: l.MessageID, References: l.References}
}

// TestObserverGetsEachStepOnce checks that it comes from the scribe only, and asks for nothing.
func TestObserverGetsEachStepOnce(t *testing.T) {
	tb := watched(t, quoridor(2)) // Bob begins
	alice, bob := tb.players[0], tb.players[1]
	seen := 1
	step := func() {
		t.Helper()
		seen++
		for range 2 {
			tb.poll(alice)
			tb.poll(bob)
		}
		if n := len(tb.boxes[carol.Address]); n != seen {
			t.Fatalf("%d letters, want %d", n, seen)
		}
	}
	tb.play(bob, "e2")
	step()
	tb.play(alice, "e8")
	tb.send(alice) // an explicit send reaches the players again
	step()
	tb.do(bob, home.Doing("say", "It rains."))
	step()
	letters := tb.toCarol()
	for i, l := range letters {
		ids := []string{}
		for _, before := range letters[:i] {
			ids = append(ids, before.MessageID)
		}
		if l.From.Addr != alice.Me.Address || !slices.Equal(l.References, ids) || i > 0 && l.InReplyTo != ids[i-1] {
			t.Errorf("letter %d is from %s and refers to %q, want %q", i, l.From.Addr, l.References, ids)
		}
		if strings.Contains(l.Text, "MOVE") || strings.Contains(l.Text, "resign") || !saysSo(l, "reply \"stop\"") || len(l.Attachments) != 1 {
			t.Errorf("the letter is\n%s", l.Text)
		}
	}
	for i, want := range []string{
		"Bob accepted the invitation.\n\nIt is Bob's turn now.", "Bob played e2.\n\nIt is Alice's turn now.",
		"Alice played e8.\n\nIt is Bob's turn now.", "Alice played e8.\n\nBob writes:\n\n> It rains.\n\nIt is Bob's turn now.",
	} {
		if !strings.HasPrefix(letters[i].Text, want+"\n") {
			t.Errorf("letter %d is\n%s\nwant\n%s", i, letters[i].Text, want)
		}
	}
	tb.must(forget(alice))
	tb.poll(alice)
	if box := tb.boxes[carol.Address]; len(box) != seen+1 || !bytes.Equal(box[seen], box[seen-1]) {
		t.Errorf("%d letters where the notes are lost, want the last one again", len(box))
	}
}

// TestObserversLetterThatFailed checks that the next poll sends it, also if one was interrupted.
func TestObserversLetterThatFailed(t *testing.T) {
	tb, alice, bob := two(watched(t, quoridor(2)))
	tb.play(bob, "e2")
	tb.drop(alice.Me.Address, []byte("From: x@example.org\r\nTo: alice@example.org\r\nSubject: news\r\n\r\nnews\r\n"))
	ctx, stop := context.WithCancel(t.Context())
	whole := alice.Box
	alice.Box = &interrupted{box: alice.Box.(*box), n: 1, stop: stop}
	if _, _, err := alice.Poll(ctx); err == nil {
		t.Fatal("nothing was interrupted")
	}
	alice.Box = whole
	want := func(n int) {
		t.Helper()
		tb.poll(alice)
		if got := len(tb.boxes[carol.Address]); got != n {
			t.Fatalf("%d letters, want %d", got, n)
		}
	}
	want(2)
	toCarol := func(to string) error {
		if to == carol.Address {
			return failing(mailbox.Temporary)(to)
		}
		return nil
	}
	for n, do := range []func() (home.Copy, error){
		func() (home.Copy, error) { return alice.Play(alice.copy(), home.Turn{Move: "e8", Post: true}) },
		func() (home.Copy, error) { return alice.Resign(alice.copy(), 0, true) },
	} {
		tb.fail = toCarol
		_, err := do()
		tb.must(err)
		_, err = alice.Send(t.Context(), alice.copy())
		tb.must(err)
		want(n + 2)
		tb.fail = nil
		want(n + 3)
		want(n + 3)
	}
}

// TestRefusedLetterToAnObserver checks that an explicit send tries it again.
func TestRefusedLetterToAnObserver(t *testing.T) {
	tb, alice := one(watched(t, quoridor(1)))
	_, err := alice.Play(alice.copy(), home.Turn{Move: "e2", Post: true})
	tb.must(err)
	tb.fail = failing(mailbox.Refused)
	_, err = alice.Send(t.Context(), alice.copy())
	tb.must(err)
	tb.fail = nil
	tb.poll(alice)
	if n := len(tb.boxes[carol.Address]); n != 1 {
		t.Errorf("%d letters by themselves, want 1", n)
	}
	for range 2 {
		tb.send(alice)
	}
	if n := len(tb.boxes[carol.Address]); n != 2 {
		t.Errorf("%d letters by hand, want 2", n)
	}
}

// TestCrashesOfTheScribe checks that wherever the scribe's program crashes, its observer gets every step, and a message at most
// twice.
func TestCrashesOfTheScribe(t *testing.T) {
	for at := 1; at < 120; at += *stride {
		tb, alice, bob := two(watched(t, quoridor(2)))
		f := &fate{at: at, after: at%2 == 0, left: at % 3}
		tb.doom(alice, f)
		tb.play(bob, "e2")
		for range 4 {
			alice.Poll(context.Background())
			tb.start(alice)
		}
		letters := map[string]int{}
		for _, raw := range tb.boxes[carol.Address] {
			letters[string(raw)]++
		}
		for _, n := range letters {
			if n > 2 {
				t.Errorf("crash at %d: a letter comes %d times", at, n)
			}
		}
		if len(letters) != 2 {
			t.Errorf("crash at %d: %d letters, want 2", at, len(letters))
		}
	}
}

// shownTo returns the match in the record of a message.
func (tb *table) shownTo(l *mailbox.Letter) *match.Match {
	tb.Helper()
	for _, a := range l.Attachments {
		if strings.HasSuffix(a.Name, ".kif") {
			_, m, err := judgeRecord(a.Data)
			tb.must(err)
			return m
		}
	}
	tb.Fatal("no record is attached")
	return nil
}

// TestDelay checks that the last plies and their comments appear nowhere in an observer's messages until the match is over.
func TestDelay(t *testing.T) {
	i := quoridor(1)
	i.Delay = 2
	tb, alice, bob := two(watched(t, i))
	alice.Picture = true
	moves := strings.Fields("b3h g6h c4v f5v b6h")
	for n, move := range moves {
		p := tb.players[n%2]
		says(tb, p, move, "zebra"+fmt.Sprint(n))
		tb.poll(other(tb, p))
		tb.do(other(tb, p), home.Doing("say", "giraffe"+fmt.Sprint(n)))
		if got, want := len(tb.boxes[carol.Address]), max(0, n); got != want {
			t.Fatalf("%d letters after %d plies, want %d", got, n+1, want)
		}
		for back := range min(2, n+1) {
			tb.hides(" "+moves[n-back], fmt.Sprintf("zebra%d", n-back), fmt.Sprintf("giraffe%d", n-back))
		}
	}
	letters := tb.toCarol()
	last := letters[len(letters)-1]
	if m := tb.shownTo(last); m.Ply() != 3 || !strings.Contains(last.Text, "giraffe2") || !strings.Contains(last.Text, "The record up to this move is attached.") || !saysSo(last, "After this move it was Bob's turn. You see every move 2 moves late, so that nothing you see can help a player.") {
		t.Errorf("after 5 plies %d are shown in\n%s", m.Ply(), last.Text)
	}
	tb.unquoted(answering(last), "how does it stand?", carol.Address)
	tb.wantPoll(alice, "answered")
	tb.hides(" "+moves[3], " "+moves[4], "zebra3", "zebra4", "giraffe3", "giraffe4")
	for _, e := range tb.open(alice).Entries[len(tb.shownTo(last).Entries):] {
		tb.hides(e.Hash().String()[:40])
	}
	_, err := bob.Resign(bob.copy(), 0, true)
	tb.must(err)
	tb.send(bob)
	tb.poll(alice)
	letters = tb.toCarol()
	last = letters[len(letters)-1]
	for _, want := range []string{"played f5v", "zebra3", "giraffe3", "played b6h", "zebra4", "giraffe4", "The match is over"} {
		if !strings.Contains(last.Text, want) {
			t.Errorf("the last letter has no %q:\n%s", want, last.Text)
		}
	}
	if m := tb.shownTo(last); m.Head != tb.open(alice).Head {
		t.Error("the last letter has not the whole record")
	}
}

// hides expects none of these words in anything that Carol received.
func (tb *table) hides(words ...string) {
	tb.Helper()
	for n, l := range tb.toCarol() {
		raw := strings.ReplaceAll(strings.ReplaceAll(string(tb.boxes[carol.Address][n]), "=\r\n", ""), "=3D", "=")
		head, _, _ := strings.Cut(raw, "\r\n\r\n")
		_, page, _ := strings.Cut(raw, "<!DOCTYPE html>")
		page, _, _ = strings.Cut(page, "</html>")
		said := head + page + l.Text
		for _, a := range l.Attachments {
			if a.Type != "image/png" {
				said += string(a.Data)
			}
		}
		for _, word := range words {
			if strings.Contains(said, word) {
				tb.Errorf("letter %d has %q:\n%s", n, word, said)
			}
		}
	}
}

// TestDelayHidesDice checks that a throw is not shown before its move.
func TestDelayHidesDice(t *testing.T) {
	for _, delay := range []int{0, 2} {
		i := dice(1, "")
		i.Delay = delay
		tb := watched(t, i)
		for range 6 {
			tb.round()
			if mover := tb.mover(); mover != nil {
				tb.play(mover, quietly(tb, mover))
			}
		}
		tb.round()
		whole := tb.open(tb.players[0])
		for n, l := range tb.toCarol() {
			m := tb.shownTo(l)
			if kif.IsThrow(m.Record.Events[len(m.Record.Events)-1].Step) || m.Ply() > whole.Ply()-delay {
				t.Errorf("delay %d: letter %d shows %d of %d plies, and a throw behind", delay, n, m.Ply(), whole.Ply())
			}
		}
		letters := tb.toCarol()
		if m := tb.shownTo(letters[len(letters)-1]); m.Ply() != whole.Ply()-delay {
			t.Errorf("delay %d: the last letter shows %d of %d plies", delay, m.Ply(), whole.Ply())
		}
	}
}

// TestDraftsAreNotShown checks that observers don't see drafts.
func TestDraftsAreNotShown(t *testing.T) {
	tb, alice := one(watched(t, quoridor(1)))
	_, err := alice.Resign(alice.copy(), 0, false)
	tb.must(err)
	tb.poll(alice)
	letters := tb.toCarol()
	tb.unquoted(answering(letters[len(letters)-1]), "hello?", carol.Address)
	tb.poll(alice)
	tb.hides("投了", "over")
}

// TestObserverStops checks that an observer can stop the messages in both languages, and can do nothing else.
func TestObserverStops(t *testing.T) {
	for typed, want := range map[string]string{
		"stop": "You will receive no more messages about this match.", "Unsubscribe, please.": "You will receive no more messages about this match.", "停止": "もうお送りしません", "配信停止をお願いします": "もうお送りしません",
	} {
		tb, alice, bob := two(watched(t, quoridor(1)))
		first := tb.toCarol()[0]
		tb.unchanged(alice, func() {
			for _, no := range []string{"e2", "resign", "I will stop here for today. e4"} {
				tb.replyTo(first, no, carol.Address)
				tb.wantReport(alice, courier.Answered, "an observer can only stop")
				letters := tb.toCarol()
				if l := letters[len(letters)-1]; !saysSo(l, "To stop these messages, reply \"stop\"") || l.Automatic == "" {
					t.Fatalf("%q is answered by\n%s", no, l.Text)
				}
			}
			tb.replyTo(first, "and now?", carol.Address)
			tb.wantPoll(alice, "silent") // as with mail-only players, after three
			tb.unquoted(answering(first), typed, "Carol@EXAMPLE.com")
			tb.wantReport(alice, courier.Stopped, "no more messages")
		})
		letters := tb.toCarol()
		if l := letters[len(letters)-1]; !saysSo(l, want) || len(l.Attachments) > 0 {
			t.Errorf("%q is answered by\n%s", typed, l.Text)
		}
		tb.play(alice, "e2")
		tb.wantPoll(bob, "taken")
		tb.play(bob, "e8")
		tb.wantPoll(alice, "taken")
		if got := len(tb.boxes[carol.Address]); got != len(letters) {
			t.Errorf("%q: %d letters more", typed, got-len(letters))
		}
	}
}

// TestObserversAttachment checks a reply with our own record: some mail programs attach it.
func TestObserversAttachment(t *testing.T) {
	tb, alice := one(watched(t, quoridor(1)))
	first := tb.toCarol()[0]
	tb.replyWith(first, "stop", carol.Address, first.Attachments)
	tb.wantPoll(alice, "stopped")
	tb.replyWith(&mailbox.Letter{MessageID: "<x@example.com>"}, "stop", carol.Address, first.Attachments)
	tb.wantReport(alice, courier.Known, "it comes from an observer")
}

// TestLetterWriterStops checks that the match continues without messages, and that any reply brings them back.
func TestLetterWriterStops(t *testing.T) {
	for _, typed := range []string{"stop", "停止"} {
		tb, alice, bob := two(bobWrites(t, timedBy("quoridor", "3d")))
		tb.unchanged(alice, func() {
			tb.reply(typed)
			tb.wantReport(alice, courier.Stopped, "until the next reply")
		})
		l := tb.last()
		if want := map[string]string{"stop": "resumes the messages", "停止": "返信すると、またメールをお送りします"}[typed]; !saysSo(l, want) {
			t.Fatalf("%q is answered by\n%s", typed, l.Text)
		}
		n := len(tb.boxes[bob.Me.Address])
		tb.play(alice, "e2")
		tb.wait(50 * time.Hour)
		tb.poll(alice)
		if got := len(tb.boxes[bob.Me.Address]); got != n {
			t.Fatalf("%q: %d letters more", typed, got-n)
		}
		tb.unquoted(answering(l), "show", bob.Me.Address)
		tb.wantPoll(alice, "answered")
		if l = tb.last(); !strings.Contains(l.Text, "Alice played e2") {
			t.Errorf("show is answered by\n%s", l.Text)
		}
		tb.reply("e8")
		tb.wantPoll(alice, "taken")
		tb.play(alice, "e3")
		if l = tb.last(); !strings.HasPrefix(l.Text, "Alice played e3.\n\nYour turn") {
			t.Errorf("the next letter is\n%s", l.Text)
		}
		tb.replyTo(l, typed, bob.Me.Address)
		tb.replyTo(l, "e7", bob.Me.Address)
		tb.wantPoll(alice, "stopped taken")
		tb.must(alice.Rewind())
		tb.poll(alice)
		n = len(tb.boxes[bob.Me.Address])
		if tb.play(alice, "e4"); len(tb.boxes[bob.Me.Address]) != n+1 {
			t.Errorf("%q: what was stopped long ago is stopped again where the mailbox is read anew", typed)
		}
	}
}

// TestInvitedStops checks that "stop" declines an invitation.
func TestInvitedStops(t *testing.T) {
	for _, typed := range []string{"stop", "停止", "please unsubscribe me"} {
		tb := chairs(t, 2)
		i := quoridor(1)
		i.Others = []kif.Seat{tb.players[1].Me}
		tb.invite(i)
		tb.unquoted(answering(tb.last()), typed, tb.players[1].Me.Address)
		tb.wantPoll(tb.players[0], "taken")
		if o := tb.open(tb.players[0]).Outcome; o == nil || o.Rule.ID != match.Declined {
			t.Errorf("%q: outcome %+v", typed, o)
		}
		want := map[bool]string{true: "招待を辞退しました。", false: "You declined the invitation. Thank you"}[typed == "停止"]
		if l := tb.last(); !strings.HasPrefix(l.Text, want) {
			t.Errorf("%q is answered by\n%s", typed, l.Text)
		}
	}
}

// TestReplyThatQuotesNothing checks that it is proved by the message that it answers, and by no earlier one.
func TestReplyThatQuotesNothing(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	i := quoridor(2)
	i.Others = []kif.Seat{bob.Me}
	tb.invite(i)
	tb.unquoted(answering(tb.last()), "accept", bob.Me.Address)
	tb.wantPoll(alice, "taken")
	first := tb.last()
	tb.unquoted(answering(first), "e5", bob.Me.Address)
	tb.wantPoll(alice, "answered")
	again := answering(tb.last())
	tb.unquoted(again, "resign", bob.Me.Address)
	tb.wantPoll(alice, "answered")
	tb.unquoted(again, "e2", bob.Me.Address)
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e8")
	newest := answering(tb.last())
	for n, stale := range []mailbox.Letter{
		answering(first),
		{References: append(slices.Clip(newest.References), newest.InReplyTo, "<own@example.net>")}, // a reply to his own reply
	} {
		tb.unchanged(alice, func() {
			tb.unquoted(stale, []string{"e3", "e4"}[n], bob.Me.Address)
			tb.wantPoll(alice, "answered")
		})
		if l := tb.last(); !strings.Contains(l.Text, "an earlier message") {
			t.Errorf("it is answered by\n%s", l.Text)
		}
	}
	tb.unchanged(alice, func() {
		tb.unquoted(newest, "e3", "mallory@example.net")
		tb.wantPoll(alice, "")
		forged := newest
		forged.InReplyTo = newest.InReplyTo[:len("<hk1.")+40] + ".00000-00000@example.org>"
		forged.References = nil
		tb.unquoted(forged, "e3", bob.Me.Address)
		tb.wantReport(alice, courier.Answered, "the player was asked to confirm: e3")
	})
	newest.References = nil
	tb.unquoted(newest, "e3", bob.Me.Address)
	tb.wantPoll(alice, "taken")
	tb.reply("resign")
	tb.wantPoll(alice, "answered")
	tb.unquoted(answering(tb.last()), "yes", bob.Me.Address)
	tb.wantPoll(alice, "taken")
	if tb.open(alice).Outcome == nil {
		t.Error("a yes that quotes nothing does not resign")
	}
}

// TestReadersHaveIDsOfTheirOwn checks that nobody gets another's token, and that a bounce of any message is reported.
func TestReadersHaveIDsOfTheirOwn(t *testing.T) {
	tb := chairs(t, 3)
	alice, bob, dave := tb.players[0], tb.players[1], tb.players[2]
	i := quoridor(0)
	i.Umpire, i.Others, i.Seat = true, []kif.Seat{bob.Me, {Name: "Dave", Address: "dave@example.org"}}, 1
	dave.Me = i.Others[1]
	i.Observers = []kif.Seat{carol}
	tb.invite(i)
	tb.reply("accept")
	tb.poll(alice)
	tb.writes(dave, "accept")
	tb.poll(alice)
	tb.reply("e2")
	tb.poll(alice)
	ids := map[string]string{}
	for address, box := range tb.boxes {
		for _, raw := range box {
			l, err := mailbox.Read(raw)
			tb.must(err)
			if owner, taken := ids[l.MessageID]; taken && owner != address {
				t.Errorf("%s and %s both get %s", owner, address, l.MessageID)
			}
			ids[l.MessageID] = address
		}
	}
	for id, owner := range ids {
		token := id[strings.LastIndex(id[:strings.Index(id, "@")], ".")+1 : strings.Index(id, "@")]
		for address, box := range tb.boxes {
			for _, raw := range box {
				if address != owner && address != alice.Me.Address && owner != alice.Me.Address && bytes.Contains(raw, []byte(token)) {
					t.Errorf("%s gets the token of %s", address, owner)
				}
			}
		}
	}
	letters := tb.toCarol()
	tb.bounce(alice, letters[len(letters)-1].MessageID, "failed", "5.1.1", "550 no such user")
	tb.wantPoll(alice, "bounced")
}

// TestWhoMayLookOn checks that observers take no part, are different people, and are ten at most.
func TestWhoMayLookOn(t *testing.T) {
	_, alice, bob := two(chairs(t, 2))
	many := make([]kif.Seat, 11)
	for n := range many {
		many[n].Address = fmt.Sprintf("n%d@example.com", n)
	}
	for want, i := range map[string]home.Invitation{
		"BOB@example.net can't be an observer":                      {Observers: []kif.Seat{{Address: "BOB@example.net"}}},
		"alice@example.org can't be an observer":                    {Observers: []kif.Seat{alice.Me}},
		"carol@example.com can't be an observer":                    {Observers: []kif.Seat{carol, carol}},
		"11 observers are too many":                                 {Observers: many},
		"a delay needs observers: name one, or leave the delay out": {Delay: 1},
		"the delay can't be -1 plies":                               {Observers: []kif.Seat{carol}, Delay: -1},
		"the delay can't be 101 plies":                              {Observers: []kif.Seat{carol}, Delay: 101},
	} {
		i.Game, i.Others = all.Game("quoridor"), []kif.Seat{bob.Me}
		if _, err := alice.Invite(i); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

// TestObserversAreAccepted checks that they are named in what both players sign, and in the invitation.
func TestObserversAreAccepted(t *testing.T) {
	i := quoridor(1)
	i.Delay = 3
	tb := watched(t, i)
	bob := tb.players[1]
	invitation, err := mailbox.Read(tb.boxes[bob.Me.Address][0])
	tb.must(err)
	if want := "Observers: Carol <carol@example.com>. They also receive every move and every message, 3 moves late, so that nothing they see can help a player."; !saysSo(invitation, want) {
		t.Errorf("the invitation is\n%s", invitation.Text)
	}
	record := tb.bytes(bob)
	for from, to := range map[string]string{
		"Carol <carol@example.com>": "Mallory <mallory@example.com>", "観戦遅延：3": "観戦遅延：1", "観戦遅延：3\n": "", "観戦者：": "観戦者：Eve <eve@example.com>\n観戦者：",
		"Carol <carol@": "Carol <bob@example.net>\n見物：<carol@", "観戦遅延：": "観戦遅延：x",
	} {
		changed := strings.Replace(record, from, to, 1)
		if _, _, err := judgeRecord([]byte(changed)); err == nil || changed == record {
			t.Errorf("%q in the place of %q is taken", to, from)
		}
	}
}

// TestHelpOfProgramsIsAccepted checks that it is named in what both players sign, in the invitation, and in a rematch.
func TestHelpOfProgramsIsAccepted(t *testing.T) {
	i := quoridor(1)
	i.Engines = true
	tb, alice, bob := two(watched(t, i))
	invitation, err := mailbox.Read(tb.boxes[bob.Me.Address][0])
	tb.must(err)
	if !saysSo(invitation, "All players may get help from programs in this match.") {
		t.Errorf("the invitation is\n%s", invitation.Text)
	}
	record := tb.bytes(bob)
	for from, to := range map[string]string{"思考プログラム：可\n": "", "思考プログラム：可": "思考プログラム：不可"} {
		changed := strings.Replace(record, from, to, 1)
		if _, _, err := judgeRecord([]byte(changed)); err == nil || changed == record {
			t.Errorf("%q in the place of %q is taken", to, from)
		}
	}
	_, err = bob.Resign(bob.copy(), 0, true)
	tb.must(err)
	tb.send(bob)
	tb.poll(alice)
	again, err := alice.Desk.Rematch(alice.copy())
	if tb.must(err); !again.Engines {
		t.Error("a rematch does not allow what the match allowed")
	}
}

// TestWhatIsAttached checks which part of the record a message names: only observers of a late match that goes on lack some of it.
func TestWhatIsAttached(t *testing.T) {
	for delay, observers := range map[int]string{0: "The complete record is attached.", 1: "The record up to this move is attached."} {
		i := quoridor(1)
		i.Delay = delay
		tb := watched(t, i)
		alice, bob := tb.players[0], tb.players[1]
		tb.play(alice, "e2")
		tb.poll(bob)
		tb.play(bob, "e8")
		tb.poll(alice)
		letters := tb.toCarol()
		if l := letters[len(letters)-1]; !saysSo(l, observers) {
			t.Errorf("with a delay of %d the observer reads\n%s", delay, l.Text)
		}
		if !saysSo(tb.last(), "The complete record is attached.") {
			t.Errorf("with a delay of %d the player reads\n%s", delay, tb.last().Text)
		}
		_, err := alice.Resign(alice.copy(), 0, true)
		tb.must(err)
		tb.send(alice)
		letters = tb.toCarol()
		if l := letters[len(letters)-1]; !saysSo(l, "The complete record is attached.") {
			t.Errorf("after the end with a delay of %d the observer reads\n%s", delay, l.Text)
		}
	}
}
