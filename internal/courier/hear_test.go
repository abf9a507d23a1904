package courier_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// TestReplyOfAnotherMatch uses a record in Alice's folder of a match between two others, one of them Bob.
func TestReplyOfAnotherMatch(t *testing.T) {
	other := chairs(t, 2)
	other.players[0].Me = kif.Seat{Name: "Zed", Address: "zed@example.org"}
	other.players[0].Box = &box{other.post, "zed@example.org"}
	i := quoridor(2)
	i.Others = []kif.Seat{other.players[1].Me}
	other.invite(i)

	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.must(os.WriteFile(filepath.Join(alice.Dir, "a-friend.kif"), []byte(other.bytes(other.players[0])), 0o644))
	tb.reply("e2")
	tb.wantPoll(alice, "taken")
}

// TestReplyThatCannotBeProved checks that without the secret a reply of Bob can't be verified, but later messages are read.
func TestReplyThatCannotBeProved(t *testing.T) {
	tb, alice, bob := two(bobWrites(t, quoridor(2)))
	tb.must(os.Remove(alice.Secret))
	tb.unchanged(alice, func() {
		tb.reply("e2")
		tb.wantReport(alice, courier.Refused, "there is no secret")
	})
	i := quoridor(1)
	i.Others = []kif.Seat{alice.Me}
	m, err := bob.Invite(i)
	tb.must(err)
	bob.file = m.File
	tb.send(bob)
	tb.wantPoll(alice, "new")
	tb.must(home.NewSecret(alice.System, alice.Secret))
	tb.replyTo(tb.last(), "e2", bob.Me.Address)
	tb.wantReport(alice, courier.Refused, "your secret key isn't the one with which you joined this match:")
}

// TestUnreadableSecretStopsThePoll checks that a poll stops if the secret can't be read: the next one may succeed.
func TestUnreadableSecretStopsThePoll(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.reply("e2")
	real := alice.Secret
	alice.Secret = filepath.Join(alice.file, "secret") // below a file, so it can't be opened
	if _, _, err := alice.Poll(context.Background()); err == nil {
		t.Error("a secret that cannot be read is no error")
	}
	alice.Secret = real
	tb.wantPoll(alice, "taken")
}

// TestReplyThatDoesNotFitTheRecord uses a message of Bob that a record in Shift_JIS can't contain.
func TestReplyThatDoesNotFitTheRecord(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	r, err := kif.Read([]byte(tb.bytes(alice)))
	tb.must(err)
	r, err = r.Rewrite(kif.ShiftJIS)
	tb.must(err)
	tb.must(os.WriteFile(alice.file, r.Bytes(), 0o644))
	tb.unchanged(alice, func() {
		tb.reply("e2\nà bientôt")
		tb.wantReport(alice, courier.Answered, "write the record in UTF-8")
	})
	if !strings.Contains(tb.last().Text, "nothing was played") {
		t.Errorf("it is answered by\n%s", tb.last().Text)
	}
	tb.reply("e2")
	tb.wantPoll(alice, "taken")
}

// TestReplyToAVeryOldLetter checks a reply to the first message of a long match.
func TestReplyToAVeryOldLetter(t *testing.T) {
	tb := bobWrites(t, quoridor(2))
	alice, old := tb.players[0], tb.last()
	for i, move := range strings.Fields("e2 e8 e3 e7 e4 e6 d4 d6 d5 c6 d6 c7") {
		if i%2 == 1 {
			tb.play(alice, move)
			continue
		}
		tb.reply(move)
		tb.wantPoll(alice, "taken")
	}
	tb.unchanged(alice, func() {
		tb.replyTo(old, "e5", "bob@example.net")
		tb.wantReport(alice, courier.Answered, "an earlier message")
	})
	if !strings.Contains(tb.last().Text, "an earlier message") {
		t.Errorf("it is answered by\n%s", tb.last().Text)
	}
}

// TestReplyOfACourierIsNamed checks that Bob, who has hikyaku, is told when he answers the invitation with his mail program.
func TestReplyOfACourierIsNamed(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	invitation, err := mailbox.Read(tb.boxes[bob.Me.Address][0])
	tb.must(err)
	tb.play(alice, "e2")
	sent := tb.sent
	tb.unchanged(alice, func() {
		tb.replyTo(invitation, "e8", bob.Me.Address)
		tb.wantReport(alice, courier.Refused, "can't be played")
	})
	if tb.sent != sent {
		t.Error("a courier is answered")
	}
}

// TestReplyWithOurRecordAttached checks a reply to which a mail program attaches the record that it received.
func TestReplyWithOurRecordAttached(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	to := tb.last()
	tb.replyWith(to, "e2", "bob@example.net", to.Attachments)
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e8")
	tb.unchanged(alice, func() {
		tb.replyWith(tb.last(), "e5", "bob@example.net", to.Attachments)
		tb.wantReport(alice, courier.Answered, "pawn.too-far")
		tb.replyWith(tb.last(), "e3", "mallory@example.net", to.Attachments)
		tb.wantPoll(alice, "refused")
	})
	damaged := []mailbox.Attachment{{Name: "m.kif", Type: "text/plain", Data: to.Attachments[0].Data[:500]}}
	tb.replyWith(tb.last(), "e3", "bob@example.net", damaged)
	tb.wantPoll(alice, "taken")
}
