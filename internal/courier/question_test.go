package courier_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// questionToken is the token of a question: that of the message, followed by that of the question itself.
var questionToken = regexp.MustCompile(`\b[0-9a-z]{5}(?:-[0-9a-z]{5}){5}\b`)

// mailFrom returns a mail to the scribe that somebody typed.
func (tb *table) mailFrom(from, subject, text, inReplyTo string) *mailbox.Letter {
	tb.answers++
	*tb.now = tb.now.Add(time.Minute)
	return &mailbox.Letter{
		From: mailbox.Address{Addr: from}, To: mailbox.Address{Addr: tb.players[0].Me.Address}, Subject: subject, Date: *tb.now,
		MessageID: fmt.Sprintf("<typed%d@example.net>", tb.answers), Text: text, InReplyTo: inReplyTo,
	}
}

// deliver puts a message into the scribe's mailbox, with more header fields.
func (tb *table) deliver(l *mailbox.Letter, fields string) {
	tb.Helper()
	raw, err := l.Bytes()
	tb.must(err)
	tb.drop(tb.players[0].Me.Address, append([]byte(fields), raw...))
}

// asks expects the newest message to Bob to be a question, and returns it.
func (tb *table) asks(want string) *mailbox.Letter {
	tb.Helper()
	l := tb.last()
	id, text := questionToken.FindString(l.MessageID), questionToken.FindString(l.Text)
	if !saysSo(l, want) || id == "" || id != text {
		tb.Fatalf("want a question with %q, and its token in text and Message-ID; got %s\n%s", want, l.MessageID, l.Text)
	}
	return l
}

// finalWords are situations in which Bob, a mail-only player, can end the match.
var finalWords = []struct {
	name, typed, asks string
	sit               func(*testing.T) *table
	done              func(*match.Match) bool
}{
	{"resign", "I resign.", "Do you want to resign?", func(t *testing.T) *table { return bobWrites(t, quoridor(2)) }, func(m *match.Match) bool {
		return m.Outcome != nil && m.Outcome.Word == kif.Resignation
	}},
	{"draw", "agree", "Do you want to agree to a draw?", func(t *testing.T) *table {
		tb, alice := one(bobWrites(t, quoridor(1)))
		tb.play(alice, "e2")
		_, err := alice.Do(alice.copy(), home.Doing("draw"), true)
		tb.must(err)
		tb.send(alice)
		return tb
	}, func(m *match.Match) bool { return m.Outcome != nil && m.Outcome.Word == kif.DrawAgreed }},
	{"substitute", "agree", "Do you agree that Carol", func(t *testing.T) *table {
		tb := chairs(t, 4)
		umpire, bob, dave := tb.players[0], tb.players[1], tb.players[3]
		tb.invite(home.Invitation{Game: all.Game("quoridor"), Umpire: true, Others: []kif.Seat{bob.Me, dave.Me}})
		tb.writes(bob, "accept")
		tb.poll(umpire)
		tb.accept(dave)
		tb.poll(umpire)
		tb.poll(dave)
		tb.proposes(dave)
		tb.round()
		tb.accept(tb.players[2])
		tb.round()
		tb.poll(umpire)
		return tb
	}, func(m *match.Match) bool {
		return m.Substitutes[3] != nil && slices.Contains(m.Substitutes[3].Agreed, 2)
	}},
	{"hand over", "hand over", "Do you want to hand over your seat to Carol", func(t *testing.T) *table {
		tb := chairs(t, 3)
		alice, carol := tb.players[0], tb.players[2]
		tb.invite(home.Invitation{Game: all.Game("quoridor"), Seat: 2, Others: []kif.Seat{tb.players[1].Me}})
		tb.reply("accept")
		tb.poll(alice)
		tb.reply("substitute: Carol <" + carol.Me.Address + ">")
		tb.wantPoll(alice, "taken")
		tb.poll(carol)
		tb.accept(carol)
		tb.poll(alice)
		tb.agrees(alice)
		return tb
	}, func(m *match.Match) bool { return m.Roster.Name(2) == "Carol" }},
}

// TestFinalWordsAreAskedBack checks that only the reply to the question executes them.
func TestFinalWordsAreAskedBack(t *testing.T) {
	for _, c := range finalWords {
		for _, by := range []string{"both", "Message-ID", "token line"} {
			t.Run(c.name+" by "+by, func(t *testing.T) {
				tb := c.sit(t)
				scribe, bob := tb.players[0], tb.players[1].Me.Address
				turn := tb.last()
				tb.unchanged(scribe, func() {
					tb.reply(c.typed)
					tb.wantPoll(scribe, "answered")
				})
				question := tb.asks(c.asks)
				tb.unchanged(scribe, func() { // with the token of an ordinary message
					tb.replyTo(turn, "yes", bob)
					tb.wantPoll(scribe, "answered")
					tb.replyTo(turn, c.typed+" "+tb.open(scribe).Short()[:4], bob)
					tb.poll(scribe)
				})
				yes := tb.mailFrom(bob, "Re: "+question.Subject, "Yes.", "")
				switch by {
				case "both":
					yes.InReplyTo, yes.Text = question.MessageID, "Yes.\n\n> "+strings.ReplaceAll(question.Text, "\n", "\n> ")
				case "Message-ID":
					yes.InReplyTo = question.MessageID
				case "token line":
					yes.Text += "\n\n> token: " + questionToken.FindString(question.Text)
				}
				tb.deliver(yes, "")
				tb.wantPoll(scribe, "taken")
				m := tb.open(scribe)
				if !c.done(m) {
					t.Fatalf("%s; the record is\n%s", m.Status().En, tb.bytes(scribe))
				}
				if e := m.Record.Events[m.LastEntry()]; e.Mail != courier.MailHash(yes) {
					t.Error("the entry does not name the reply to the question")
				}
			})
		}
	}
}

// TestForwardedLetterConfirmsNothing checks that somebody with a forwarded message to Bob can't write in his name.
func TestForwardedLetterConfirmsNothing(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	tb.play(alice, "e2")
	forwarded := tb.last()
	for _, typed := range []string{"resign", "resign " + tb.open(alice).Short()[:4], "yes", "I resign.", "Yes, I resign."} {
		tb.unchanged(alice, func() {
			l := tb.mailFrom("bob@example.net", "Fwd: "+forwarded.Subject, typed+"\n\n> "+strings.ReplaceAll(forwarded.Text, "\n", "\n> "), forwarded.MessageID)
			tb.deliver(l, "")
			tb.poll(alice)
		})
	}
	tb.unchanged(alice, func() {
		made := strings.Replace(forwarded.MessageID, letter.IDPrefix, letter.IDPrefix+"ask-resign.", 1)
		tb.deliver(tb.mailFrom("bob@example.net", forwarded.Subject, "yes", made), "")
		tb.poll(alice)
	})
	for address := range tb.boxes {
		if address != alice.Me.Address && address != "bob@example.net" {
			t.Errorf("a letter went to %s", address)
		}
	}
}

// resigns makes Bob resign by mail and returns the question.
func (tb *table) resigns() *mailbox.Letter {
	tb.Helper()
	tb.reply("resign")
	tb.wantPoll(tb.players[0], "answered")
	return tb.asks("Do you want to resign?")
}

// TestVoidQuestions checks that an answer that comes too late, or twice, changes nothing and is answered once.
func TestVoidQuestions(t *testing.T) {
	const void = "The question you answered is no longer open"
	for name, passes := range map[string]func(*table, *mailbox.Letter){
		"a move": func(tb *table, _ *mailbox.Letter) {
			tb.reply("e2")
			tb.wantPoll(tb.players[0], "taken")
		},
		"an absence of the other side": func(tb *table, _ *mailbox.Letter) {
			_, err := tb.players[0].Do(tb.players[0].copy(), home.Doing("away", "2026-12-20..2026-12-21"), true)
			tb.must(err)
			tb.send(tb.players[0])
		},
		"eight days": func(tb *table, _ *mailbox.Letter) { tb.wait(8 * 24 * time.Hour) },
		"a no": func(tb *table, question *mailbox.Letter) {
			tb.replyTo(question, "No!", "bob@example.net")
			tb.wantPoll(tb.players[0], "answered")
			if l := tb.last(); !saysSo(l, "All right, nothing was done") {
				tb.Errorf("he is told\n%s", l.Text)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb, alice := one(bobWrites(t, quoridor(2)))
			question := tb.resigns()
			passes(tb, question)
			sent := len(tb.boxes["bob@example.net"])
			tb.unchanged(alice, func() {
				tb.replyTo(question, "yes", "bob@example.net")
				tb.wantPoll(alice, "answered")
				tb.wantPoll(alice, "")
			})
			if l := tb.last(); !saysSo(l, void) || len(tb.boxes["bob@example.net"]) != sent+1 {
				t.Errorf("%d letters, the last\n%s", len(tb.boxes["bob@example.net"])-sent, l.Text)
			}
			tb.resignsAgain(alice)
		})
	}
}

// insists makes Bob end the match by mail, and confirm it.
func (tb *table) insists(word string) {
	tb.Helper()
	tb.reply(word)
	tb.wantPoll(tb.players[0], "answered")
	tb.reply("yes")
	tb.wantPoll(tb.players[0], "taken")
}

// resignsAgain makes Bob resign for good, with a question of its own.
func (tb *table) resignsAgain(scribe *player) {
	tb.Helper()
	tb.insists("resign")
	if tb.open(scribe).Outcome == nil {
		tb.Error("he cannot resign any more")
	}
}

// TestQuestionThatIsVoidAtOnce checks a question after which the same poll finds a mail that changes the match.
func TestQuestionThatIsVoidAtOnce(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	turn := tb.last()
	tb.replyTo(turn, "resign", "bob@example.net")
	tb.replyTo(turn, "e2", "bob@example.net")
	tb.wantPoll(alice, "answered taken")
	asked := 0
	for _, raw := range tb.boxes["bob@example.net"] {
		l, err := mailbox.Read(raw)
		tb.must(err)
		if questionToken.MatchString(l.Text + l.MessageID) {
			asked++
		}
	}
	if len(tb.boxes["bob@example.net"]) < 4 || asked > 0 || tb.open(alice).Ply() != 1 {
		t.Errorf("%d questions are asked about %s", asked, tb.open(alice).Status().En)
	}
}

// TestQuestionIsSentLater checks that it is sent again if the server does not accept it.
func TestQuestionIsSentLater(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.reply("resign")
	tb.fail = failing(mailbox.Temporary)
	tb.poll(alice)
	tb.fail = nil
	tb.poll(alice)
	tb.replyTo(tb.asks("Do you want to resign?"), "yes", "bob@example.net")
	tb.wantPoll(alice, "taken")
}

// TestQuestionOfAnotherMatch uses two matches of the same players.
func TestQuestionOfAnotherMatch(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	first, file := tb.last(), alice.file
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Seat: 2, Others: []kif.Seat{tb.players[1].Me}})
	tb.reply("accept")
	tb.wantPoll(alice, "taken")
	question := tb.resigns() // the second
	token := questionToken.FindString(question.Text)
	own := regexp.MustCompile(`token:([0-9a-z]{5}-[0-9a-z]{5})`).FindStringSubmatch(first.Text)[1]
	for _, l := range []*mailbox.Letter{
		tb.mailFrom("bob@example.net", first.Subject, "yes\n\n> token:"+own+"\n> token:"+own+token[len(own):], ""),
		tb.mailFrom("bob@example.net", first.Subject, "yes", strings.Replace(question.MessageID, token, own+token[len(own):], 1)),
	} {
		tb.deliver(l, "")
		tb.wantPoll(alice, "answered")
		for _, f := range []string{file, alice.file} {
			if m, err := alice.Open(f); err != nil || m.Outcome != nil {
				t.Errorf("%s is over (%v)", f, err)
			}
		}
	}
}

// TestGuessedTokens checks that they confirm nothing, however close they are.
func TestGuessedTokens(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	question := tb.resigns()
	token := questionToken.FindString(question.Text)
	last := map[bool]string{true: "0", false: "1"}[token[len(token)-1] != '0']
	for _, guess := range []string{token[:11], token[:len(token)-1] + last, token[:29], token[:11] + strings.Repeat("-00000", 4)} {
		tb.unchanged(alice, func() {
			tb.deliver(tb.mailFrom("bob@example.net", question.Subject, "yes\n\n> token:"+guess, ""), "")
			tb.poll(alice)
		})
	}
	tb.replyTo(question, "yes", "bob@example.net")
	tb.wantPoll(alice, "taken")
}

// TestAnswerReadTwice checks that a reply counts once over restarts, with the state lost, and when delivered again.
func TestAnswerReadTwice(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	question := tb.resigns()
	again := func() {
		t.Helper()
		tb.must(alice.Rewind())
		tb.poll(alice)
	}
	tb.unchanged(alice, again)
	if l := tb.asks("Do you want to resign?"); l.MessageID != question.MessageID {
		t.Errorf("the same reply is asked about as %s and as %s", question.MessageID, l.MessageID)
	}
	alice.Memory = home.Memory{System: alice.System, File: t.TempDir() + "/state.json"}
	tb.unchanged(alice, func() { tb.poll(alice) })
	tb.replyTo(question, "Yes", "bob@example.net")
	tb.wantPoll(alice, "taken")
	box := tb.boxes[alice.Me.Address]
	tb.drop(alice.Me.Address, box[len(box)-1])
	tb.unchanged(alice, func() {
		tb.wantPoll(alice, "known")
		again()
		alice.Memory = home.Memory{System: alice.System, File: t.TempDir() + "/state.json"}
		tb.poll(alice)
	})
	if o := tb.open(alice).Outcome; o == nil || o.Word != kif.Resignation {
		t.Errorf("the outcome is %+v", o)
	}
}

// TestNoStaysNo checks that a question answered with no stays closed when the same mail is read again.
func TestNoStaysNo(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	question := tb.resigns()
	tb.replyTo(question, "いいえ", "bob@example.net")
	tb.wantPoll(alice, "answered")
	box := tb.boxes[alice.Me.Address]
	tb.drop(alice.Me.Address, box[len(box)-2]) // "resign" once more
	tb.poll(alice)
	tb.unchanged(alice, func() {
		tb.replyTo(question, "yes", "bob@example.net")
		tb.wantPoll(alice, "answered")
	})
}

// TestAnswersToAQuestion checks what is written beside yes and no.
func TestAnswersToAQuestion(t *testing.T) {
	for typed, want := range map[string]string{
		"Yes, thanks for the game!":              "over",
		"yes thanks for the game":                "over",
		"Hi Alice,\n\nYes.\n\nBest regards\nBob": "over",
		"Yes, I resign.":                         "over",
		"resign":                                 "over",
		"はい、投了します。ありがとうございました。": "over",
		"Ｙｅｓ":                             "over",
		"no":                              "withdrawn",
		"No":                              "withdrawn",
		"No!":                             "withdrawn",
		"No, I pressed the wrong button.": "withdrawn",
		"いいえ、続けます。":                       "withdrawn",
		"No. e2":                          "played",
		"e2":                              "played",
		"Yes, but let me think first":     "asked",
		"Yes? No!":                        "asked",
		"yes, if you give me a draw":      "asked",
		"はい、でもまだ考えています。": "asked",
		"Yes, draw":         "asked",
		"yes\nI mean d1":    "asked",
		"What do you mean?": "asked",
	} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		question := tb.resigns()
		tb.replyTo(question, typed, "bob@example.net")
		tb.poll(alice)
		m, l := tb.open(alice), tb.last()
		got := "asked"
		switch {
		case m.Outcome != nil:
			got = "over"
		case m.Ply() == 1:
			got = "played"
		case saysSo(l, "All right, nothing was done") || saysSo(l, "承知しました"):
			got = "withdrawn"
		case questionToken.FindString(l.MessageID) == "":
			got = "no question"
		}
		if got != want {
			t.Errorf("%q: %s, want %s; the last letter is\n%s", typed, got, want, l.Text)
		}
	}
}

// TestWordsWithAFinalWordArrive checks that a message with the word is passed on at once, and one with the yes together with its effect. Neither
// closes the question.
func TestWordsWithAFinalWordArrive(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.reply("I resign. You played well.")
	if r := tb.report(alice); r.Said() != "You played well." {
		t.Errorf("Alice reads %q", r.Said())
	}
	question := tb.asks("Do you want to resign?")
	_, err := alice.Do(alice.copy(), home.Doing("say", "Are you sure?"), true)
	tb.must(err)
	tb.send(alice)
	tb.replyTo(question, "Yes, thanks for the game!", "bob@example.net")
	if r := tb.report(alice); r.Said() != "thanks for the game!" || tb.open(alice).Outcome == nil {
		t.Errorf("Alice reads %q; %s", r.Said(), tb.open(alice).Status().En)
	}
}

// automatic are header fields of automatic mail.
var automatic = []string{
	"Auto-Submitted: auto-replied\r\n", "Auto-Submitted: auto-generated\r\n", "Precedence: bulk\r\n", "Precedence: auto_reply\r\n",
	"List-Id: <go.example>\r\n", "Return-Path: <>\r\n", "X-Autoreply: yes\r\n", "X-Autorespond: yes\r\n", "X-Auto-Response-Suppress: All\r\n",
}

// TestAutomaticMailDoesNothing checks that it executes nothing, confirms nothing and is not answered, whatever it says.
func TestAutomaticMailDoesNothing(t *testing.T) {
	for _, fields := range automatic {
		tb, alice := one(bobWrites(t, quoridor(2)))
		turn := tb.last()
		question := tb.resigns()
		sent := tb.sent
		tb.unchanged(alice, func() {
			for _, l := range []*mailbox.Letter{
				tb.mailFrom("bob@example.net", turn.Subject, "e2", turn.MessageID),
				tb.mailFrom("bob@example.net", turn.Subject, "away 2026-12-20..2026-12-21", turn.MessageID),
				tb.mailFrom("bob@example.net", turn.Subject, "stop", turn.MessageID),
				tb.mailFrom("bob@example.net", turn.Subject, "resign", turn.MessageID),
				tb.mailFrom("bob@example.net", question.Subject, "Yes", question.MessageID),
				tb.mailFrom("bob@example.net", question.Subject, "No", question.MessageID),
				tb.mailFrom("bob@work.example", turn.Subject, "e2", turn.MessageID),
			} {
				tb.deliver(l, fields)
				tb.wantPoll(alice, "silent")
			}
		})
		if tb.sent != sent {
			t.Errorf("%q: %d answers", fields, tb.sent-sent)
		}
		tb.replyTo(question, "yes", "bob@example.net")
		tb.wantPoll(alice, "taken")
	}
}

// TestOutlookWritesForPeopleToo checks that X-Auto-Response-Suppress, which Exchange adds to mail of people, doesn't make mail automatic.
func TestOutlookWritesForPeopleToo(t *testing.T) {
	tb := bobWrites(t, quoridor(2))
	turn := tb.last()
	tb.deliver(tb.mailFrom("bob@example.net", turn.Subject, "e2", turn.MessageID), "X-Auto-Response-Suppress: DR, OOF, AutoReply\r\n")
	tb.wantPoll(tb.players[0], "taken")
}

// TestAutomaticMailFromAKnownAliasDoesNothing checks the same for an alias.
func TestAutomaticMailFromAKnownAliasDoesNothing(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	turn := tb.last()
	tb.replyTo(turn, "e2", "bob@work.example")
	tb.wantPoll(alice, "answered")
	tb.reply("yes")
	tb.wantPoll(alice, "answered")
	tb.unchanged(alice, func() {
		tb.deliver(tb.mailFrom("bob@work.example", turn.Subject, "e2", turn.MessageID), "Auto-Submitted: auto-replied\r\n")
		tb.wantPoll(alice, "silent")
	})
	tb.replyTo(turn, "e2", "bob@work.example")
	tb.wantPoll(alice, "taken")
}

// TestReportDoesNothing checks that a receipt for a question, which quotes it, doesn't answer it.
func TestReportDoesNothing(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	question := tb.resigns()
	sent := tb.sent
	raw := "From: bob@example.net\r\nTo: alice@example.org\r\nSubject: Read: " + question.Subject + "\r\nMessage-ID: <mdn@example.net>\r\nIn-Reply-To: " + question.MessageID +
		"\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nYes\r\n" +
		"--b\r\nContent-Type: message/disposition-notification\r\n\r\nFinal-Recipient: rfc822;bob@example.net\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n--b--\r\n"
	tb.drop(alice.Me.Address, []byte(raw))
	tb.unchanged(alice, func() { tb.poll(alice) })
	if tb.sent != sent {
		t.Error("a receipt was answered")
	}
}

// TestSuspectedMail checks that mail that our mail server could not authenticate must be confirmed before anything is done.
func TestSuspectedMail(t *testing.T) {
	const failed = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.net\r\n"
	for _, c := range []struct {
		typed, asks string
		done        func(*match.Match) bool // nil if the record does not change
	}{
		{"e2", "Do you want to play e2?", func(m *match.Match) bool { return m.Ply() == 1 }},
		{"e2 draw?", "Do you want to play e2 and offer a draw?", func(m *match.Match) bool { return m.Ply() == 1 && m.Offer != nil }},
		{"away 2026-12-20..2026-12-21", "Did you write \"away 2026-12-20..2026-12-21\"?", func(m *match.Match) bool { return m.Record.Events[m.LastEntry()].Step.String() != "accept" }},
		{"say: hello", "Did you write \"say: hello\"?", func(m *match.Match) bool { return m.Record.Events[m.LastEntry()].Comment == "hello" }},
		{"resign", "it is from you. Do you want to resign?", func(m *match.Match) bool { return m.Outcome != nil }},
		{"stop", "Did you write \"stop\"?", nil},
	} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		alice.Trust = "mx.example.org"
		turn, sent := tb.last(), len(tb.boxes["bob@example.net"])
		tb.unchanged(alice, func() {
			tb.deliver(tb.mailFrom("bob@example.net", turn.Subject, c.typed, turn.MessageID), failed+"Authentication-Results: mx.example.org; dmarc=pass\r\n")
			tb.wantReport(alice, courier.Answered, "mx.example.org did not confirm the sender (dmarc=fail)")
		})
		question := tb.asks("A message came in your name, but mx.example.org could not confirm that")
		if !saysSo(question, c.asks) || len(tb.boxes["bob@example.net"]) != sent+1 {
			t.Errorf("%q: Bob is asked\n%s", c.typed, question.Text)
		}
		act := func() { // the answer can't be forged without the question, whatever the server says about it
			tb.deliver(tb.mailFrom("bob@example.net", question.Subject, "yes", question.MessageID), failed)
			tb.poll(alice)
		}
		if c.done == nil {
			tb.unchanged(alice, act)
			if l := tb.last(); !saysSo(l, "You will receive no more messages about this match") {
				t.Errorf("%q: Bob is told\n%s", c.typed, l.Text)
			}
			continue
		}
		if act(); !c.done(tb.open(alice)) {
			t.Errorf("%q: the record is\n%s", c.typed, tb.bytes(alice))
		}
	}
	for _, c := range []struct{ trust, fields string }{
		{"", failed}, {"mx.other.example", failed}, {"mx.example.org", ""}, {"mx.example.org", "Authentication-Results: mx.example.org; dmarc=pass\r\n" + failed},
	} {
		tb := bobWrites(t, quoridor(2))
		tb.players[0].Trust = c.trust
		turn := tb.last()
		tb.deliver(tb.mailFrom("bob@example.net", turn.Subject, "e2", turn.MessageID), c.fields)
		tb.wantPoll(tb.players[0], "taken")
	}
}

// TestSuspectedAcceptance checks that an invitation can't be accepted in another's name.
func TestSuspectedAcceptance(t *testing.T) {
	tb, alice := one(chairs(t, 2))
	alice.Trust = "mx.example.org"
	i := quoridor(1)
	i.Others = []kif.Seat{tb.players[1].Me}
	tb.invite(i)
	for _, c := range []struct {
		typed string
		joins bool
	}{{"no", false}, {"yes", true}} {
		invitation := tb.last()
		tb.unchanged(alice, func() {
			tb.deliver(tb.mailFrom("bob@example.net", invitation.Subject, "accept", invitation.MessageID), "Authentication-Results: mx.example.org; dmarc=fail\r\n")
			tb.wantPoll(alice, "answered")
		})
		question := tb.asks("Did you write \"accept\"?")
		tb.replyTo(question, c.typed, "bob@example.net")
		tb.poll(alice)
		if m := tb.open(alice); m.Outcome != nil || m.Roster.HasJoined(2) != c.joins {
			t.Errorf("behind %q: %s", c.typed, m.Status().En)
		}
	}
}

// TestSuspectedMailBringsNoLettersBack checks that it doesn't resume stopped messages, and changes no language.
func TestSuspectedMailBringsNoLettersBack(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	alice.Trust = "mx.example.org"
	turn := tb.last()
	tb.reply("stop")
	tb.wantPoll(alice, "stopped")
	tb.deliver(tb.mailFrom("bob@example.net", turn.Subject, "こんにちは", turn.MessageID), "Authentication-Results: mx.example.org; dmarc=fail\r\n")
	tb.wantPoll(alice, "answered")
	tb.asks("Did you write \"こんにちは\"?")
	sent := tb.sent
	_, err := alice.Do(alice.copy(), home.Doing("say", "Hello"), true)
	tb.must(err)
	tb.send(alice)
	if tb.sent != sent {
		t.Error("Bob gets letters again")
	}
}

// TestQuestionOfAnotherPlayer checks that only the player who was asked can answer.
func TestQuestionOfAnotherPlayer(t *testing.T) {
	tb := officiated(t, umpired("quoridor", 1, nil), 1, 2)
	umpire, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.writes(carol, "say: Hello") // so that her newest message is about the current state of the match
	tb.poll(umpire)
	tb.writes(bob, "resign")
	tb.poll(umpire)
	question := questionToken.FindString(tb.newest(bob).Text)
	own := regexp.MustCompile(`token:([0-9a-z]{5}-[0-9a-z]{5})`).FindStringSubmatch(tb.newest(carol).Text)[1]
	tb.unchanged(umpire, func() {
		tb.deliver(tb.mailFrom(carol.Me.Address, "Re: Quoridor", "yes\n\n> token:"+own+question[len(own):], ""), "")
		tb.wantPoll(umpire, "answered")
	})
}

// TestAboutTheInvitation checks the answers to what is more or something else than a yes to an invitation.
func TestAboutTheInvitation(t *testing.T) {
	for typed, want := range map[string]string{
		"I accept. Does it cost anything?": "Do you want to accept the invitation?",
		"resign":                           "Nothing was played: the match hasn't begun, so there is nothing to resign;",
		"投了":                               "指し手は反映していません：対局はまだ始まっていないので、",
		"which moves are possible?":        "131 moves are possible:\n\nd1 f1 e2 a1h",
		"指せる手を教えてください":                     "指せる手は131通りです：",
	} {
		tb := chairs(t, 2)
		i := quoridor(1)
		i.Others = []kif.Seat{tb.players[1].Me}
		tb.invite(i)
		tb.unquoted(answering(tb.last()), typed, tb.players[1].Me.Address)
		tb.wantPoll(tb.players[0], "answered")
		if l := tb.last(); !strings.HasPrefix(strings.ReplaceAll(l.Text, "\n", " "), strings.ReplaceAll(want, "\n", " ")) {
			t.Errorf("%q is answered by\n%s", typed, l.Text)
		}
	}
}
