package courier_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// byDate is a box that received each message at its Date.
type byDate struct{ mailbox.Box }

func (d byDate) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	return d.Box.Fetch(ctx, since, func(m mailbox.Mail) error {
		if l, err := mailbox.Read(m.Raw); err == nil {
			m.Received = l.Date
		}
		return handle(m)
	})
}

// renumbered is a box whose server has been rebuilt: it has another UIDVALIDITY, and received all messages at that time.
type renumbered struct {
	mailbox.Box
	at time.Time
}

func (r renumbered) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	const validity = 2
	if since.Validity != validity {
		since.UID = 0
	}
	mark, err := r.Box.Fetch(ctx, since, func(m mailbox.Mail) error {
		m.Mark.Validity = validity
		if m.Received.Before(r.at) {
			m.Received = r.at
		}
		return handle(m)
	})
	mark.Validity = validity
	return mark, err
}

// corresponds is a match with a mail-only player whose replies have been played, answered, asked about and passed on.
func corresponds(t *testing.T) (tb *table, alice *player) {
	tb, alice = one(bobWrites(t, quoridor(1)))
	alice.Box = byDate{alice.Box}
	tb.play(alice, "e2")
	for _, typed := range []string{"It rains here.", "show", "rules", "e1", "e8", "hmm, e7 or d8?", "resign"} {
		tb.reply(typed)
		tb.poll(alice)
	}
	tb.play(alice, "e3")
	tb.reply("Well played!")
	tb.poll(alice)
	tb.wait(24 * time.Hour)
	return tb, alice
}

// readsAgain polls and expects nothing to be shown or changed, and that many messages to be sent.
func (tb *table) readsAgain(p *player, most int) {
	tb.Helper()
	sent := tb.sent
	reports, _, err := p.Poll(tb.Context())
	tb.must(err)
	for _, r := range reports {
		if r.Verdict != courier.Known && r.Verdict != courier.Restored || len(r.Words) > 0 || r.Verdict == courier.Known && r.Reason != (i18n.Text{}) {
			tb.Errorf("it reports %+v", r)
		}
	}
	if tb.sent != sent+most {
		tb.Errorf("%d messages are sent again, want %d", tb.sent-sent, most)
	}
}

// TestReadingAgainAnswersNobody checks that mail that was read before the state was lost, or before poll --again, is not answered
// again, and that later mail is. If the state is lost, nothing says that the last move has gone out, so the same message is sent
// once more.
func TestReadingAgainAnswersNobody(t *testing.T) {
	for name, c := range map[string]struct {
		again func(*player) error
		sends int
	}{"lost": {forget, 1}, "again": {func(p *player) error { return p.Rewind() }, 0}} {
		t.Run(name, func(t *testing.T) {
			tb, alice := corresponds(t)
			tb.must(c.again(alice))
			tb.unchanged(alice, func() { tb.readsAgain(alice, c.sends) })
			tb.reply("rules")
			sent := tb.sent
			if tb.wantPoll(alice, "answered"); tb.sent != sent+1 {
				t.Error("a new message is not answered")
			}
		})
	}
}

// TestAgainAnswersWhatIsNew checks that poll --again answers a message that came after the last poll.
func TestAgainAnswersWhatIsNew(t *testing.T) {
	tb, alice := corresponds(t)
	tb.reply("rules")
	tb.must(alice.Rewind())
	sent := tb.sent
	if tb.poll(alice); tb.sent != sent+1 {
		t.Errorf("%d messages are sent, want one", tb.sent-sent)
	}
}

// TestRenumberedMailbox checks that a mailbox with another UIDVALIDITY is read again without answering or doing anything twice, and that
// a message that came meanwhile is answered.
func TestRenumberedMailbox(t *testing.T) {
	for name, at := range map[string]time.Duration{"later": time.Hour, "times kept": -1000 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			tb, alice := corresponds(t)
			tb.reply("Did you get my last message?")
			tb.poll(alice)
			alice.Box = renumbered{alice.Box, tb.now.Add(at)}
			tb.wait(24 * time.Hour)
			tb.reply("rules")
			sent := tb.sent
			var verdicts string
			tb.unchanged(alice, func() { verdicts, _ = tb.poll(alice) })
			if old, new := strings.CutSuffix(verdicts, " answered"); !new || strings.ReplaceAll(old, "known ", "") != "known" || tb.sent != sent+1 {
				t.Errorf("%d messages are sent, want one, and poll gives %q", tb.sent-sent, verdicts)
			}
			tb.readsAgain(alice, 0)
		})
	}
}

// TestReadingAgainCompletesRecords checks that a reply that an old copy of the record lacks is entered, and not confirmed to its author.
func TestReadingAgainCompletesRecords(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	alice.Box = byDate{alice.Box}
	tb.play(alice, "e2")
	backup := tb.bytes(alice)
	tb.reply("e8\nsay: It rains.")
	tb.wantPoll(alice, "taken")
	whole := tb.open(alice).Ply()
	tb.wait(24 * time.Hour)
	tb.restore(alice, backup)
	tb.must(os.RemoveAll(alice.Heads))
	tb.must(alice.Rewind())
	sent := tb.sent
	tb.poll(alice)
	if ply := tb.open(alice).Ply(); ply != whole || tb.sent != sent || !strings.Contains(tb.bytes(alice), "It rains.") {
		t.Errorf("after %d plies %d messages are sent:\n%s", ply, tb.sent-sent, tb.bytes(alice))
	}
}

// TestRenumberedMailboxCompletesRecords checks that a reply that an old copy of the record lacks is entered with the time at which it came.
func TestRenumberedMailboxCompletesRecords(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	alice.Box = byDate{alice.Box}
	tb.play(alice, "e2")
	backup := tb.bytes(alice)
	tb.reply("e8")
	tb.wantPoll(alice, "taken")
	whole := tb.bytes(alice)
	tb.wait(24 * time.Hour)
	tb.poll(alice)
	tb.restore(alice, backup)
	tb.must(os.RemoveAll(alice.Heads))
	alice.Box = renumbered{Box: alice.Box}
	sent := tb.sent
	if tb.poll(alice); tb.bytes(alice) != whole || tb.sent != sent {
		t.Errorf("%d messages are sent and the record was\n%s\nbut is\n%s", tb.sent-sent, whole, tb.bytes(alice))
	}
}

// TestRestoringAnswersNobody checks that restoring all matches, and the poll after it, send nothing.
func TestRestoringAnswersNobody(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	alice.Box, alice.Copy = byDate{alice.Box}, true
	tb.play(alice, "e2")
	for _, typed := range []string{"rules", "It rains here.", "e1", "e8"} {
		tb.reply(typed)
		tb.poll(alice)
	}
	tb.play(alice, "e3")
	tb.poll(alice)
	tb.wait(24 * time.Hour)
	second := tb.machine(alice)
	second.Box = alice.Box
	_, err := second.Courier.Restore(t.Context())
	tb.must(err)
	tb.readsAgain(second, 0)
	third := tb.machine(alice) // without Restore
	third.Box = alice.Box
	sent := tb.sent
	if tb.poll(third); tb.sent != sent {
		t.Errorf("%d messages are sent again", tb.sent-sent)
	}
}

// TestFirstPollAnswers checks that somebody who has just invited answers the replies, however late the first poll is.
func TestFirstPollAnswers(t *testing.T) {
	tb := chairs(t, 2)
	alice := tb.players[0]
	alice.Box = byDate{alice.Box}
	i := quoridor(1)
	i.Others = append(i.Others, tb.players[1].Me)
	tb.invite(i)
	tb.reply("What is this?")
	tb.wait(24 * time.Hour)
	sent := tb.sent
	if tb.poll(alice); tb.sent != sent+1 {
		t.Error("the first reply is not answered")
	}
}
