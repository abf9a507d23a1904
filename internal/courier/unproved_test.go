package courier_test

import (
	"strings"
	"testing"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// bare is a new message of Bob: nothing in it proves that it is a reply, and only its Subject names the match.
func (tb *table) bare(text string) *mailbox.Letter {
	tb.Helper()
	return tb.mailFrom("bob@example.net", "Re: "+tb.last().Subject, text, "")
}

// TestReplyWithoutItsLine checks a reply that keeps only the Subject: the player is asked about the move, and only a yes
// with the token of that question plays it.
func TestReplyWithoutItsLine(t *testing.T) {
	for _, inReplyTo := range []string{"", "<hk1.0123456789abcdef.aaaaa-bbbbb@example.org>"} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		m := tb.open(alice)
		tb.unchanged(alice, func() {
			l := tb.bare("e2\nHave a nice day!")
			l.InReplyTo = inReplyTo
			tb.deliver(l, "")
			tb.wantReport(alice, courier.Answered, "the player was asked to confirm: e2")
			tb.deliver(tb.bare("yes"), "")
			tb.wantReport(alice, courier.Answered, "the message has no valid token; the player was asked to write it again")
		})
		boxes := tb.boxes["bob@example.net"]
		question, err := mailbox.Read(boxes[len(boxes)-2])
		tb.must(err)
		if !strings.Contains(question.Text, m.Short()) || !strings.Contains(question.Text, "Did you write it?") || !strings.Contains(question.Text, "e2") {
			t.Errorf("he is asked\n%s", question.Text)
		}
		tb.replyTo(question, "yes", "bob@example.net")
		tb.wantPoll(alice, "taken")
		if after := tb.open(alice); after.Ply() != m.Ply()+1 || after.Record.Events[after.LastEntry()].Comment != "Have a nice day!" {
			t.Errorf("%s", tb.bytes(alice))
		}
	}
}

// TestReplyWithoutItsLineThatSeveralMovesCouldMean checks that the answer lists them, and that each of its links has its own token.
func TestReplyWithoutItsLineThatSeveralMovesCouldMean(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.unchanged(alice, func() {
		tb.deliver(tb.bare("e2 or d1"), "")
		tb.wantReport(alice, courier.Answered, "the player was asked which one was meant")
	})
	tb.reply("e2")
	tb.wantPoll(alice, "taken")
}

// TestWordsWithoutTheirLine checks that they are passed on once they are confirmed.
func TestWordsWithoutTheirLine(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.unchanged(alice, func() {
		tb.deliver(tb.bare("I am in hospital until Monday."), "")
		tb.wantReport(alice, courier.Answered, "the player was asked to confirm")
	})
	tb.reply("yes")
	if r := tb.report(alice); r.Said() != "I am in hospital until Monday." {
		t.Errorf("Alice reads %q", r.Said())
	}
}

// TestAcceptanceWithoutItsLine checks that a yes accepts the invitation.
func TestAcceptanceWithoutItsLine(t *testing.T) {
	tb := chairs(t, 2)
	i := quoridor(2)
	i.Others = []kif.Seat{tb.players[1].Me}
	tb.invite(i)
	alice := tb.players[0]
	tb.unchanged(alice, func() {
		tb.deliver(tb.bare("accept"), "")
		want := i18n.Text{En: "the player was asked to confirm: accept", Ja: "確認を求めました：承諾"}
		if r := tb.report(alice); r.Verdict != courier.Answered || r.Reason != want {
			tb.Fatalf("poll reports %+v, want %v", r, want)
		}
	})
	tb.reply("yes")
	tb.wantPoll(alice, "taken")
	if tb.open(alice).Roster.Joining() != 0 {
		t.Error("the invitation is not accepted")
	}
}

// TestOldReplyWithoutItsLine checks that one that is read again later in the match causes no question.
func TestOldReplyWithoutItsLine(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.deliver(tb.bare("e2"), "")
	tb.wantPoll(alice, "answered")
	tb.reply("yes")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e8")
	sent := tb.sent
	tb.must(alice.Rewind())
	tb.unchanged(alice, func() { tb.poll(alice) })
	if tb.sent != sent {
		t.Errorf("%d answers, the last of them\n%s", tb.sent-sent, tb.last().Text)
	}
}

// TestReplyWithoutItsLineAmongMatches checks that of several matches that a message may mean, the one that waits for its author is asked
// about, and the others are named.
func TestReplyWithoutItsLineAmongMatches(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	first := tb.open(alice).Short()
	i := home.Invitation{Game: quoridor(1).Game, Seat: 1, Others: []kif.Seat{tb.players[1].Me}}
	other, err := alice.Invite(i)
	tb.must(err)
	tb.poll(alice)
	l := tb.bare("e2")
	l.Subject = other.Short() + " or " + first
	tb.unchanged(alice, func() {
		tb.deliver(l, "")
		tb.wantReport(alice, courier.Answered, "the player was asked to confirm: e2")
	})
	if text := tb.last().Text; !strings.Contains(text, first) || !strings.Contains(text, other.Short()) {
		t.Errorf("he is asked\n%s", text)
	}
}

// TestReplyWithoutItsLineFromAnAlias checks that the player is asked who writes from an alias, whichever of the two addresses plays.
func TestReplyWithoutItsLineFromAnAlias(t *testing.T) {
	for from, known := range map[string]string{"bob@work.example": "bob@example.net", "bob@example.net": "bobby@example.org"} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		alice.Aliases = map[string]string{from: known}
		l := tb.bare("e2")
		l.From.Addr = from
		tb.unchanged(alice, func() {
			tb.deliver(l, "")
			tb.wantReport(alice, courier.Answered, "the player was asked to confirm: e2")
		})
	}
}
