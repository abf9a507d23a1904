package courier_test

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// bobWrites is a match of Alice with a mail-only player who has accepted.
func bobWrites(t *testing.T, i home.Invitation) *table {
	t.Helper()
	tb := chairs(t, 2)
	i.Others = []kif.Seat{tb.players[1].Me}
	tb.invite(i)
	tb.reply("accept\nThanks, good luck!")
	tb.wantPoll(tb.players[0], "taken")
	return tb
}

func quoridor(seat int) home.Invitation {
	return home.Invitation{Game: all.Game("quoridor"), Seat: seat}
}

func TestWholeMatchWithALetterWriter(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	tb.play(alice, "e2")
	for ply, move := range strings.Fields("e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1") {
		if ply%2 == 1 {
			tb.play(alice, move)
			continue
		}
		tb.reply("My move:\n\n" + strings.ToUpper(move) + "\n\nNice weather here.\n-- \nBob")
		tb.wantPoll(alice, "taken")
		tb.wantPoll(alice, "")
	}
	m := tb.open(alice)
	if o := m.Outcome; o == nil || o.Places[1] != 1 {
		t.Fatalf("outcome %+v in\n%s", o, tb.bytes(alice))
	}
	if p := m.NewProof(); p.Scribe != 8 || p.Signed != 16 {
		t.Errorf("proof %+v", p)
	}
	if !strings.Contains(tb.bytes(alice), "*Nice weather here.\n") {
		t.Errorf("the comment is not kept in\n%s", tb.bytes(alice))
	}
}

func TestRepliesWithoutEffectAreAnswered(t *testing.T) {
	for typed, want := range map[string]string{
		"":                   "no text of its own",
		"e2\nd1":             "could mean several things: e2 and d1",
		"e2\nresign":         "could mean several things: e2 and resign",
		"draw\n投了\nI resign": "投了、引き分けとありますが",
		"e2\ndraw\nresign":   "could mean several things: e2 and resign",
		"e5":                 "out of reach",
		"show":               "This is the current position",
		"ヘルプ":                "返信の最初の行",
		"claim":              "nobody has run out of time",
		"undo":               "not moved yet",
	} {
		tb := bobWrites(t, quoridor(2)) // Bob begins
		alice := tb.players[0]
		tb.unchanged(alice, func() {
			tb.reply(typed)
			tb.wantPoll(alice, "answered")
		})
		l := tb.last()
		if !strings.Contains(l.Text, want) {
			t.Errorf("%q is answered by\n%s\nwant %q", typed, l.Text, want)
		}
		if strings.Contains(l.Text, "is attached") || strings.Contains(l.Text, "添付") || len(l.Attachments) > 0 {
			t.Errorf("%q is answered with %d attachments by\n%s", typed, len(l.Attachments), l.Text)
		}
		if ok, _ := l.MayAnswer(mailbox.Address{Addr: tb.players[1].Me.Address}); ok || !strings.Contains(l.Text, "token:") {
			t.Errorf("%q: the answer is not marked as automatic, or has no token", typed)
		}
		tb.reply("1. e2\ne2.") // repetition is harmless
		tb.wantPoll(alice, "taken")
	}
}

func TestOnlyTheTokenProvesAReply(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	letter := tb.last()
	bare := *letter
	bare.Subject, bare.Text, bare.MessageID = "Quoridor", "no token here", "<other@example.net>"
	sent := tb.sent
	tb.unchanged(alice, func() {
		tb.replyTo(&bare, "e2", "bob@example.net")
		tb.wantPoll(alice, "")
		bare.Text = "Match " + tb.open(alice).Short()
		tb.replyTo(&bare, "e2", "bob@example.net")
		tb.replyTo(&bare, "e2", "mallory@example.net")
		reports, _, err := alice.Poll(t.Context())
		tb.must(err)
		if len(reports) != 2 || reports[0].Verdict != courier.Answered || reports[1].Verdict != courier.Refused || !strings.Contains(reports[1].Reason.En, "it names this match, but contains neither the record nor the token") {
			t.Errorf("poll reports %+v", reports)
		}
	})
	if tb.sent != sent+1 {
		t.Errorf("%d answers to what has no token, want a question to Bob alone", tb.sent-sent)
	}
	tb.replyTo(letter, "e2", "BOB@example.net") // the same mailbox
	tb.wantPoll(alice, "taken")
	tb.drop(alice.Me.Address, tb.boxes[alice.Me.Address][len(tb.boxes[alice.Me.Address])-1])
	tb.unchanged(alice, func() { tb.wantPoll(alice, "known") })
	tb.answers-- // another mail under the Message-ID of the first
	tb.unchanged(alice, func() {
		tb.replyTo(letter, "d1", "bob@example.net")
		tb.wantPoll(alice, "answered")
	})
	tb.play(alice, "e8")
	tb.unchanged(alice, func() {
		tb.replyTo(letter, "e3", "bob@example.net")
		tb.wantPoll(alice, "answered")
	})
	if !strings.Contains(tb.last().Text, "an earlier message") {
		t.Errorf("a stale reply is answered by\n%s", tb.last().Text)
	}
}

// TestLastAnswerOfTheHour checks that the last answer within an hour says when the next may follow, and that questions are still asked,
// and what answers them confirmed.
func TestLastAnswerOfTheHour(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	sent, now := tb.sent, *tb.now
	for range 15 {
		*tb.now = now
		tb.reply("show")
		tb.poll(alice)
	}
	*tb.now = now
	const last = "hikyaku sends at most 10 answers within an hour, and this is the last one for now. It answers again from Friday 20 November, "
	if got := tb.sent - sent; got != 10 || !saysSo(tb.last(), last) {
		t.Errorf("%d answers, the last is\n%s", got, tb.last().Text)
	}
	tb.reply("resign")
	if tb.wantPoll(alice, "answered"); !saysSo(tb.last(), "Do you want to resign?") || saysSo(tb.last(), last) {
		t.Errorf("after resign the last message is\n%s", tb.last().Text)
	}
	*tb.now = now
	tb.reply("no")
	if tb.wantPoll(alice, "answered"); !saysSo(tb.last(), "All right, nothing was done.") {
		t.Errorf("after no the last message is\n%s", tb.last().Text)
	}
	*tb.now = now
	tb.reply("hmm, e2?")
	if tb.wantPoll(alice, "answered"); !saysSo(tb.last(), "Do you mean e2?") {
		t.Errorf("after a doubtful move the last message is\n%s", tb.last().Text)
	}
	*tb.now = now
	sent = tb.sent
	tb.reply("dunno")
	if tb.wantPoll(alice, "silent"); tb.sent != sent {
		t.Errorf("an answer to what is no answer is\n%s", tb.last().Text)
	}
	*tb.now = now
	tb.replyTo(tb.last(), "e2", elsewhere)
	tb.wantPoll(alice, "answered")
	*tb.now = now
	tb.reply("yes")
	if tb.wantPoll(alice, "answered"); !saysSo(tb.last(), "From now on, messages from bob@work.example count as yours.") {
		t.Errorf("after yes the last message is\n%s", tb.last().Text)
	}
	tb.reply("e2")
	tb.wantPoll(alice, "taken")
}

// TestQuestionsAreNotCounted checks that an evening of questions and their answers leaves room for answers to anything else.
func TestQuestionsAreNotCounted(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	sent, now := tb.sent, *tb.now
	for range 30 {
		*tb.now = now
		tb.reply("resign")
		tb.wantPoll(alice, "answered")
		tb.reply("no")
		tb.wantPoll(alice, "answered")
	}
	tb.reply("show")
	if tb.wantPoll(alice, "answered"); tb.sent != sent+61 || saysSo(tb.last(), "the last of the") {
		t.Errorf("%d answers, the last is\n%s", tb.sent-sent, tb.last().Text)
	}
}

// TestWordsWithMovesAreConfirmed checks that words in which a player may think to have moved are confirmed each time.
func TestWordsWithMovesAreConfirmed(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	for _, typed := range []string{"hmm, e4 or f3?", "not sure yet, maybe f4?"} {
		sent := tb.sent
		tb.reply(typed)
		if tb.wantPoll(alice, "taken"); tb.sent != sent+1 {
			t.Errorf("%q is answered by %d messages, want one", typed, tb.sent-sent)
		}
		if l := tb.last(); !saysSo(l, "Your message was passed on to Alice.") {
			t.Errorf("%q is answered by\n%s", typed, l.Text)
		}
	}
	sent := tb.sent
	tb.reply("I have to think about it.")
	if tb.wantPoll(alice, "taken"); tb.sent != sent {
		t.Error("words without moves are confirmed again")
	}
}

func TestAnswersAreLimited(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	letter, sent := tb.last(), tb.sent
	for range 6 {
		tb.replyTo(letter, "who are you?", "bob@example.net")
	}
	tb.wantPoll(alice, "taken silent silent silent silent silent")
	if got := tb.sent - sent; got != 1 {
		t.Errorf("the same question is answered %d times, want once", got)
	}
	for i := range 6 {
		tb.replyTo(letter, fmt.Sprintf("e%d", 4+i), "bob@example.net") // too far
	}
	tb.wantPoll(alice, "answered answered answered silent silent silent")
	if got := tb.sent - sent; got != 4 {
		t.Errorf("%d answers in a row without a move between them, want 4", got)
	}
	tb.replyTo(letter, "e2", "bob@example.net")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e8")
	sent = tb.sent
	tb.reply("and now?")
	tb.poll(alice)
	if tb.sent != sent+1 {
		t.Error("after a valid move there is still silence")
	}
}

// TestAnswersAreInTheWritersLanguage checks that it is that of the last reply, whatever his program asks for and ours is.
func TestAnswersAreInTheWritersLanguage(t *testing.T) {
	for _, tt := range []struct{ typed, reads, want string }{ // Bob has accepted with an English word
		{"e5", "", "That move can't be played"},
		{"1. Ｅ５", "", "That move can't be played"},
		{"e5", "ja-JP, en;q=0.5", "That move can't be played"},
		{"My move: e5", "ja", "That move can't be played"},
		{"指し手：e5", "en", "指せない手"},
		{"e5\nこんにちは", "", "指せない手"},
		{"e5\nHello Alice", "", "That move can't be played"},
		{"show", "", "This is the current position"},
		{"盤面", "", "現在の局面は次のとおり"},
		{"", "", "Your reply had no text of its own"},
		{"待った", "", "待ったはできません"},
		{"時間切れ", "", "持ち時間は切れていません"},
		{"辞退", "", "申し出を断るには"},
		{"承諾", "", "返事を待っている申し出はありません"},
	} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		alice.Lang = "ja"
		tb.asksFor = tt.reads
		tb.reply(tt.typed)
		tb.wantPoll(alice, "answered")
		tb.wantLanguage(tt.typed, tt.want)
		tb.reply("e2")
		tb.wantPoll(alice, "taken")
		tb.play(alice, "e8")
		said := map[bool]string{false: "Your turn.", true: "あなたの手番です。"}
		tb.wantLanguage("e2 behind "+tt.typed, said[tt.want[0] >= utf8.RuneSelf]) // as the answer was
	}
}

// wantLanguage expects the last message to say what is wanted, and only in that language.
func (tb *table) wantLanguage(typed, want string) {
	tb.Helper()
	l, japanese := tb.last(), want[0] >= utf8.RuneSelf
	if !strings.Contains(l.Text, want) || strings.Contains(l.Text, "walls left") == japanese || strings.Contains(l.Text, "壁") != japanese {
		tb.Errorf("%q is answered by\n%s\nwant %q, and one language", typed, l.Text, want)
	}
}

func TestToAskForTheBoardIsNoFailure(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	letter := tb.last()
	for _, typed := range []string{"show", "盤面", "help", "show"} {
		tb.replyTo(letter, typed, "bob@example.net")
		tb.wantPoll(alice, "answered")
	}
	tb.replyTo(letter, "e5", "bob@example.net")
	tb.wantPoll(alice, "answered")
	tb.wait(2 * time.Hour)
	for range 11 {
		tb.replyTo(letter, "show", "bob@example.net")
	}
	tb.wantPoll(alice, strings.Repeat("answered ", 10)+"silent")
}

// TestAnswersOfADayAreLimited checks the limits of 50 for one address and 500 for all.
func TestAnswersOfADayAreLimited(t *testing.T) {
	tb := bobWrites(t, quoridor(2))
	alice, letter := tb.players[0], tb.last()
	ask := func(n int, want string) {
		t.Helper()
		tb.wait(2 * time.Hour)
		for range n {
			tb.replyTo(letter, "show", "bob@example.net")
		}
		tb.wantPoll(alice, strings.TrimSpace(strings.Repeat(want+" ", n)))
	}
	for range 5 {
		ask(10, "answered")
	}
	ask(1, "silent")
	tb.wait(24 * time.Hour)
	ask(1, "answered")
	tb.answeredOthers(alice, 499)
	ask(1, "answered")
	tb.answeredOthers(alice, 500)
	ask(1, "silent")
}

// answeredOthers makes p remember n answers of today, each to a different address, and no others.
func (tb *table) answeredOthers(p *player, n int) {
	tb.Helper()
	data, err := p.Memory.Load("")
	tb.must(err)
	var state map[string]any
	tb.must(json.Unmarshal(data, &state))
	var answers []map[string]any
	for i := range n {
		answers = append(answers, map[string]any{"to": fmt.Sprintf("n%d@example.com", i), "at": *tb.now})
	}
	state["answers"] = answers
	data, err = json.Marshal(state)
	tb.must(err)
	tb.must(p.Memory.Save("", data))
}

// TestAnswerThatFailedIsSentLater checks that it is sent once, if the server certainly did not accept it.
func TestAnswerThatFailedIsSentLater(t *testing.T) {
	for kind, want := range map[mailbox.SendKind]int{mailbox.Temporary: 1, mailbox.Unknown: 0, mailbox.Refused: 0} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		tb.reply("e5")
		tb.fail = failing(kind)
		for range 3 { // the server is unreachable for long
			tb.poll(alice)
		}
		tb.fail = nil
		got := 0
		for range 3 {
			_, sent := tb.poll(alice)
			got += len(sent)
			if len(sent) > 0 && !sent[0].Aside {
				t.Errorf("%s: an answer counts as a step", kind)
			}
		}
		if got != want {
			t.Errorf("%s: sent %d times later, want %d", kind, got, want)
		}
		if want == 1 && !strings.Contains(tb.last().Text, "out of reach") {
			t.Errorf("it is answered by\n%s", tb.last().Text)
		}
	}
}

// TestAnswerThatIsOutOfDateIsNotSent checks an answer about a mistake that Bob has corrected himself.
func TestAnswerThatIsOutOfDateIsNotSent(t *testing.T) {
	tb := bobWrites(t, quoridor(2))
	alice, letter := tb.players[0], tb.last()
	tb.fail = failing(mailbox.Temporary)
	tb.replyTo(letter, "e5", "bob@example.net")
	tb.wantReport(alice, courier.Silent, "hikyaku will try again at the next poll")
	tb.fail = nil
	tb.replyTo(letter, "e2", "bob@example.net")
	tb.wantPoll(alice, "taken")
	for _, raw := range tb.boxes["bob@example.net"] {
		if l, err := mailbox.Read(raw); err != nil || strings.Contains(l.Text, "out of reach") {
			t.Errorf("he is told all the same (%v):\n%s", err, l.Text)
		}
	}
}

func TestAutomaticMailIsNotAnswered(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	letter, sent := tb.last(), tb.sent
	l := &mailbox.Letter{
		From: mailbox.Address{Name: "Bob", Addr: tb.players[1].Me.Address}, To: mailbox.Address{Addr: alice.Me.Address}, Subject: "Re: " + letter.Subject, Automatic: "auto-replied",
		MessageID: "<away@example.net>", Date: *tb.now, Text: "I am out of office.",
	}
	raw, err := l.Bytes()
	tb.must(err)
	tb.drop(alice.Me.Address, raw)
	tb.poll(alice)
	if tb.sent != sent {
		t.Error("an automatic mail was answered")
	}
	l.MessageID, l.Text = "<away2@example.net>", "I am out of office.\n> "+letter.Text
	raw, err = l.Bytes()
	tb.must(err)
	tb.drop(alice.Me.Address, raw)
	tb.unchanged(alice, func() { // it is nobody's word
		tb.wantReport(alice, courier.Silent, "Auto-Submitted: auto-replied")
	})
	if tb.sent != sent {
		t.Error("an automatic reply was answered")
	}
}

func TestDiceWithALetterWriter(t *testing.T) {
	for _, seat := range []int{1, 2} {
		tb, alice := one(bobWrites(t, home.Invitation{Game: all.Game("diceshogi"), Options: engine.Options{"rules": "hyper"}, Seat: seat}))
		for range 12 {
			m := tb.open(alice)
			switch {
			case m.Outcome != nil:
			case mine(m, alice):
				tb.play(alice, tb.someMove(alice))
			default:
				if next := m.Next(); next.Player == 0 {
					t.Fatalf("the letter writer is to move without having seen the dice:\n%s", tb.bytes(alice))
				}
				tb.reply(tb.someMove(alice) + "\nThanks" + strings.Repeat("!", m.Ply()))
				tb.wantPoll(alice, "taken")
			}
		}
		p := tb.open(alice).NewProof()
		if p.Level != match.ByScribe || p.Proved != p.Throws || p.Throws < 4 {
			t.Errorf("seat %d: proof %+v\n%s", seat, p, tb.bytes(alice))
		}
	}
}

// TestReplyFromAnotherAddress checks that one with a good token is read after the player confirms the address.
func TestReplyFromAnotherAddress(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	turn := tb.last()
	tb.unchanged(alice, func() {
		tb.replyTo(turn, "e2", "Bob@Work.example")
		tb.wantReport(alice, courier.Answered, "it came from another address, so")
	})
	if n := len(tb.boxes["Bob@Work.example"]) + len(tb.boxes["bob@work.example"]); n > 0 {
		t.Error("somebody who may be anybody was answered")
	}
	asked := tb.last()
	if !strings.Contains(asked.Text, "came from bob@work.example. Did you send it?") {
		t.Errorf("he is asked\n%s", asked.Text)
	}
	tb.unchanged(alice, func() {
		tb.replyTo(turn, "e2", "bob@work.example")
		tb.wantPoll(alice, "answered")
		tb.replyTo(asked, "yes", "mallory@example.net")
		tb.wantPoll(alice, "answered")
	})
	tb.replyTo(turn, "e2", "bob@work.example")
	tb.wantPoll(alice, "answered")
	tb.replyTo(tb.last(), "yes", "bob@example.net")
	tb.wantPoll(alice, "answered")
	if l := tb.last(); !saysSo(l, "From now on, messages from bob@work.example count as yours") {
		t.Errorf("he is told\n%s", l.Text)
	}
	tb.replyTo(turn, "e2", "bob@work.example")
	tb.wantPoll(alice, "taken")
	if tb.open(alice).Ply() != 1 {
		t.Errorf("the record is\n%s", tb.bytes(alice))
	}
}

// TestMoveWithADraw checks that the offer goes with the move.
func TestMoveWithADraw(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.reply("e2 / draw?\nThanks for the game.")
	tb.wantPoll(alice, "taken")
	m := tb.open(alice)
	if o := m.Offer; m.Ply() != 1 || o == nil || o.Asks != kif.DrawQuestion || o.Party != 2 {
		t.Errorf("ply %d, offer %+v", m.Ply(), o)
	}
	if e := m.Record.Events[m.LastMove()]; e.Comment != "Thanks for the game." {
		t.Errorf("the comment is %q", e.Comment)
	}
	tb.play(alice, "e8")
	if l := tb.last(); !saysSo(l, "Your offer of a draw was not accepted.") {
		t.Errorf("the next message does not say that the offer was not accepted:\n%s", l.Text)
	}
}

// TestLetterWriterIsAway announces an absence and asks for the moves and the rules.
func TestLetterWriterIsAway(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.reply("away 2026-12-20 to 2026-12-28")
	tb.wantPoll(alice, "taken")
	away, err := kif.ParseAway("2026-12-20..2026-12-28")
	tb.must(err)
	if e := tb.open(alice).Record.Events[tb.open(alice).LastEntry()]; e.Step != kif.Step(away) {
		t.Errorf("the last step is %s", e.Step)
	}
	if l := tb.last(); !saysSo(l, "(dates in UTC+00:00). Your turn.") || saysSo(l, "To announce an absence") {
		t.Errorf("in a match without clocks the answer is\n%s", l.Text)
	}
	tb.reply("e2")
	tb.wantPoll(alice, "taken")
	for typed, want := range map[string]string{"history": "  1. e2", "rules": "Other pawns do not block a path", "away 2025-01-01": "is in the past"} {
		tb.unchanged(alice, func() {
			tb.reply(typed)
			tb.wantPoll(alice, "answered")
		})
		if l := tb.last(); !strings.Contains(l.Text, want) {
			t.Errorf("%q is answered by\n%s", typed, l.Text)
		}
	}
}

// TestAbsenceWithoutYear announces an absence without years. The question has them, and a yes announces it.
func TestAbsenceWithoutYear(t *testing.T) {
	for typed, asks := range map[string]string{
		"away from 20 December to 5 January": "Do you mean away 2026-12-20..2027-01-05?", "不在 12月20日～1月5日": "2026-12-20..2027-01-05の不在ということでよろしいですか。",
	} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		tb.unchanged(alice, func() {
			tb.reply(typed)
			tb.wantPoll(alice, "answered")
		})
		question := tb.asks(asks)
		tb.deliver(tb.mailFrom("bob@example.net", question.Subject, "yes", question.MessageID), "")
		tb.wantPoll(alice, "taken")
		m := tb.open(alice)
		if !slices.ContainsFunc(m.Record.Events, func(e kif.Event) bool {
			away, leaves := e.Step.(kif.Away)
			return leaves && away.Days() == "2026-12-20..2027-01-05"
		}) {
			t.Errorf("%q: no absence in %v", typed, m.Record.Events)
		}
	}
}

// TestRulesInOneLanguage asks for the rules in either language.
func TestRulesInOneLanguage(t *testing.T) {
	tb := bobWrites(t, quoridor(2))
	const en, ja = "A wall must not cross another", "壁は、ほかの壁と真ん中で交差してはいけません"
	for typed, want := range map[string][2]string{"rules": {en, ja}, "ルール": {ja, en}} {
		tb.reply(typed)
		tb.wantPoll(tb.players[0], "answered")
		if l := tb.last(); !strings.Contains(l.Text, want[0]) || strings.Contains(l.Text, want[1]) {
			t.Errorf("%q is answered by\n%s", typed, l.Text)
		}
	}
}

func TestWordsOfALetterWriter(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.reply("引き分け") // in his own turn
	tb.wantPoll(alice, "answered")
	if l := tb.last(); !strings.Contains(unbroken(l.Text), "引き分けは指し手と一緒に提案") {
		t.Errorf("he is told\n%s", l.Text)
	}
	tb.reply("e2")
	tb.wantPoll(alice, "taken")
	tb.reply("引き分け")
	tb.wantPoll(alice, "taken")
	if o := tb.open(alice).Offer; o == nil || o.Party != 2 {
		t.Errorf("offer %+v", o)
	}
	tb.play(alice, "e8")
	_, err := alice.Do(alice.copy(), home.Doing("draw"), true)
	tb.must(err)
	tb.send(alice)
	tb.reply("accept")
	tb.wantPoll(alice, "answered")
	tb.reply("yes")
	tb.wantPoll(alice, "taken")
	if o := tb.open(alice).Outcome; o == nil || o.Places[0] != o.Places[1] {
		t.Errorf("outcome %+v", o)
	}

	tb = chairs(t, 2)
	i := quoridor(1)
	i.Others = []kif.Seat{tb.players[1].Me}
	tb.invite(i)
	tb.reply("e2") // no move is possible yet
	tb.wantPoll(tb.players[0], "answered")
	tb.reply("辞退します")
	tb.wantPoll(tb.players[0], "taken")
	if tb.open(tb.players[0]).Outcome == nil {
		t.Error("the match goes on after it was declined")
	}
}

// TestConfirmAll checks that, if configured, a move must be confirmed, and is played after a yes to that very message.
func TestConfirmAll(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	alice.Confirm = true
	tb.unchanged(alice, func() {
		tb.reply("e2 draw?")
		tb.wantPoll(alice, "answered")
		tb.reply("e5")
		tb.wantPoll(alice, "answered")
	})
	box := tb.boxes[tb.players[1].Me.Address]
	asked, err := mailbox.Read(box[len(box)-2])
	tb.must(err)
	if !saysSo(asked, "Do you want to play e2 and offer a draw?") {
		t.Errorf("he is asked\n%s", asked.Text)
	}
	tb.replyTo(asked, "yes", "bob@example.net")
	tb.wantPoll(alice, "taken")
	if m := tb.open(alice); m.Ply() != 1 || m.Offer == nil {
		t.Errorf("the record is\n%s", tb.bytes(alice))
	}
	tb.play(alice, "e8")
	tb.unchanged(alice, func() {
		tb.reply("e3")
		tb.wantPoll(alice, "answered")
	})
	tb.reply("はい")
	tb.wantPoll(alice, "taken")
	if m := tb.open(alice); m.Ply() != 3 || m.Offer != nil {
		t.Errorf("the record is\n%s", tb.bytes(alice))
	}
}

// TestWordsAboutAnInvitation checks that they reach the inviter.
func TestWordsAboutAnInvitation(t *testing.T) {
	tb := chairs(t, 2)
	i := quoridor(1)
	i.Others = append(i.Others, tb.players[1].Me)
	tb.invite(i)
	tb.reply("Could we take five days for a move? Then I shall play with pleasure.")
	reports, _, err := tb.players[0].Poll(t.Context())
	tb.must(err)
	if len(reports) != 1 || reports[0].Verdict != courier.Answered || !strings.HasPrefix(reports[0].Said(), "Could we take five days") {
		t.Errorf("reports %+v", reports)
	}
	if l := tb.last(); !saysSo(l, "Your message was passed on to Alice. To play, reply \"accept\"; if not, reply \"decline\".") {
		t.Errorf("he is answered by\n%s", l.Text)
	}
}

// TestBoardWithoutPictures: a mail program that shows no pictures, and one that reads aloud, find the position in the page.
func TestBoardWithoutPictures(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	alice.Picture = true
	tb.play(alice, "e2")
	l, m := tb.last(), tb.open(alice)
	box := tb.boxes[tb.players[1].Me.Address]
	page := strings.ReplaceAll(htmlOf(t, box[len(box)-1]), "\r", "")
	board := html.EscapeString(render.Text(m.Scene(), render.TextOptions{Lang: "en", Names: m.Names(), Flip: true}))
	if !strings.Contains(page, board) {
		t.Errorf("there is no\n%s\nin\n%s", board, page)
	}
	for _, line := range render.Spoken(m.Scene(), render.SpokenOptions{Lang: "en", Names: m.Names()}) {
		if !strings.Contains(page, html.EscapeString(line)) {
			t.Errorf("there is no %q in\n%s", line, page)
		}
	}
	if !strings.HasSuffix(l.MessageID, "@example.org>") { // another domain than the sender's looks like spam
		t.Errorf("the message has the id %s", l.MessageID)
	}
}

// TestThumb: the reaction that some mail programs send as a message changes nothing and is not answered.
func TestThumb(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	tb.play(alice, "e2")
	sent := tb.sent
	tb.unchanged(alice, func() {
		tb.reply("👍 Bob reacted to your message:")
		tb.wantReport(alice, courier.Silent, "reaction")
	})
	if tb.sent != sent {
		t.Error("the thumb was answered")
	}
}

// TestLettersBringThePageOfTheTurn plays with the reply that the page makes. Players with hikyaku get no page.
func TestLettersBringThePageOfTheTurn(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	alice.Courier.Page = true
	tb.play(alice, "e2")
	l := tb.last()
	page := ""
	for _, a := range l.Attachments {
		if a.Name == "turn.html" && a.Type == "text/html" {
			page = string(a.Data)
		}
	}
	found := regexp.MustCompile(`"address":"([^"]*)","subject":"([^"]*)","token":"([^"]*)"`).FindStringSubmatch(page)
	if found == nil || found[1] != alice.Me.Address || found[2] != "Re: "+strings.TrimPrefix(l.Subject, "Re: ") || !strings.Contains(l.Text, "token:"+found[3]) {
		t.Fatalf("the reply of the page is %q", found)
	}
	bare := *l
	bare.Subject, bare.Text, bare.MessageID = found[2], "", "<new@example.net>"
	tb.replyTo(&bare, "e8 -- Nice & warm.\r\n\r\n\r\ntoken: "+found[3]+"\r\n", tb.players[1].Me.Address)
	tb.wantPoll(alice, "taken")
	m := tb.open(alice)
	if got := m.Moves(); got[len(got)-1] != "e8" || m.Record.Events[m.LastEntry()].Comment != "Nice & warm." {
		t.Errorf("the reply plays %s, %q", got, m.Record.Events[m.LastEntry()].Comment)
	}
}

// TestShogiByLetter plays a handicap game with somebody who writes moves in the notation of shogi players.
func TestShogiByLetter(t *testing.T) {
	tb, alice := one(bobWrites(t, home.Invitation{Game: all.Game("shogi"), Options: engine.Options{"handicap": "two"}, Seat: 1}))
	for _, typed := range []string{"△６二銀", "54歩", "S-53", "7c7d", "７二金(61)", "お待たせしました\n\n８四歩"} {
		tb.reply(typed)
		tb.wantPoll(alice, "taken")
		tb.play(alice, tb.someMove(alice))
	}
	m := tb.open(alice)
	if m.Ply() != 12 {
		t.Fatalf("%d plies in\n%s", m.Ply(), tb.bytes(alice))
	}
	letter := tb.last()
	if text := letter.Text; !strings.Contains(letter.Subject, "Shogi") || !strings.Contains(text, "   １  ２  ３") || !strings.Contains(strings.Join(strings.Fields(text), ""), "例：△１四歩、△２四歩、△") {
		t.Errorf("the letter is\n%s\n%s", letter.Subject, text)
	}
}

// TestNearestMoves checks which legal moves the answer to an illegal one lists first.
func TestNearestMoves(t *testing.T) {
	for _, c := range []struct{ board, typed, nearest string }{
		{"quoridor", "d8", "d1 e2 f1 d8h"},
		{"quoridor", "e9h", "e8h e7h e6h d8h f8h"},
		{"quoridor", "i5v", "h5v"},
		{"shogi", "7g7e", "P7g-7f P6g-6f P8g-8f"},
		{"shogi", "3c3e", "P3g-3f"},
		{"shogi", "5i5g", "K5i-5h K5i-4h K5i-6h"},
		{"shogi", "３四歩", "P1g-1f P2g-2f P3g-3f"},
		{"shogi", "9九歩", "P9g-9f L9i-9h"},
		{"minishogi", "K-3c", "K5e-4d"},
		{"goryujin", "P1@A1", "P1@B1 P1@C1"},
		{"goryujin", "W3@AB5", "P3@AB2"},
		{"rengi", "7A", "6A 5A"},
		{"rengi", "23BC", "2B 2C 3B 3C"},
		{"slashchain", "L1@5,5", "L1@0,0 L0@0,0"},
	} {
		tb, alice := one(bobWrites(t, boards[c.board]))
		tb.reply(c.typed)
		tb.wantPoll(alice, "answered")
		if text := unbroken(tb.last().Text); !strings.Contains(text, unbroken("The nearest legal moves: "+strings.ReplaceAll(c.nearest, " ", ", "))) {
			t.Errorf("%s in %s is answered with\n%s", c.typed, c.board, text)
		}
	}
}

// TestAcceptWithTalk checks that an acceptance beside talk is asked about, and that the talk goes to the inviting player after a yes.
func TestAcceptWithTalk(t *testing.T) {
	for _, talk := range []string{"Yes, let's play!\n\nThe garden is full of snow here and the cat sleeps all day.", "はい\n\nこちらは雪が降っています。"} {
		tb := chairs(t, 2)
		alice := tb.players[0]
		i := quoridor(1)
		i.Others = append(i.Others, tb.players[1].Me)
		tb.invite(i)
		tb.reply(talk)
		tb.wantPoll(alice, "answered")
		if !saysSo(tb.last(), "Do you want to accept the invitation?") && !saysSo(tb.last(), "この招待を受けますか。") {
			t.Errorf("%q is answered with\n%s", talk, tb.last().Text)
		}
		tb.reply("yes")
		tb.wantPoll(alice, "taken")
		_, beside, _ := strings.Cut(talk, "\n\n")
		if m := tb.open(alice); m.Roster.Joining() != 0 || !strings.Contains(tb.bytes(alice), beside) {
			t.Errorf("%q gives\n%s", talk, tb.bytes(alice))
		}
	}
}
