package courier_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/internal/courier"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
)

// maildirs is a folder with a Maildir for every address, to which messages are delivered as another program would.
type maildirs struct {
	*table
	dir string
	n   int
}

func newMaildirs(tb *table) *maildirs { return &maildirs{table: tb, dir: tb.TempDir()} }

// box returns p's Maildir and the way to those of the others.
func (ms *maildirs) box(p *player) mailbox.Box {
	ms.Helper()
	dir := filepath.Join(ms.dir, p.Me.Address)
	for _, sub := range []string{"new", "cur"} {
		ms.must(os.MkdirAll(filepath.Join(dir, sub), 0o700))
	}
	in, err := mailbox.NewMaildir(dir, dir+".ledger", mailbox.Filter{Name: letter.NameWord, Reference: letter.IDPrefix})
	ms.must(err)
	return mailbox.Join(in, ms)
}

// Send delivers under a name that sorts before the last one: the order of names proves nothing.
func (ms *maildirs) Send(_ context.Context, l *mailbox.Letter) error {
	raw, err := l.Bytes()
	if err != nil {
		return &mailbox.SendError{Kind: mailbox.Refused, Err: err}
	}
	ms.n++
	ms.sent++
	return os.WriteFile(filepath.Join(ms.dir, l.To.Addr, "new", fmt.Sprintf("%06d.host", 999_999-ms.n)), raw, 0o600)
}

// sees makes a mail program show p all new mail.
func (ms *maildirs) sees(p *player) {
	ms.Helper()
	dir := filepath.Join(ms.dir, p.Me.Address)
	entries, err := os.ReadDir(filepath.Join(dir, "new"))
	ms.must(err)
	for _, e := range entries {
		ms.must(os.Rename(filepath.Join(dir, "new", e.Name()), filepath.Join(dir, "cur", e.Name()+":2,S")))
	}
}

// TestMaildirMatch plays over Maildirs that mail programs also read, before and after the courier.
func TestMaildirMatch(t *testing.T) {
	tb := sit(t, 2)
	ms := newMaildirs(tb)
	for _, p := range tb.players {
		p.Box = ms.box(p)
	}
	for ply, move := range []string{"e2", "e8", "e3", "e7"} {
		mover, other := tb.players[ply%2], tb.players[1-ply%2]
		tb.play(mover, move)
		if ply%2 == 0 {
			ms.sees(other)
		}
		tb.wantPoll(other, "taken")
		ms.sees(other)
		tb.wantPoll(other, "")
	}
	tb.same()
}

// TestCrashAtMaildir is TestCrashAnywhere with Maildirs.
func TestCrashAtMaildir(t *testing.T) {
	for who := range 2 {
		for n, crashed := 1, true; crashed; n += 2 * *stride {
			t.Run(fmt.Sprintf("%d/%d", who, n), func(t *testing.T) {
				tb := chairs(t, 2)
				ms := newMaildirs(tb)
				tb.mail = ms.box
				for _, p := range tb.players {
					tb.heal(p)
				}
				crashed = tb.crashOnce("quoridor", who, &fate{at: n, after: n%2 == 0, left: n % 3})
			})
		}
	}
}

// receive passes the newest message to p as a mail server does, and returns the result of Receive.
func (tb *table) receive(p *player) (verdicts string, err error) {
	tb.Helper()
	box := tb.boxes[p.Me.Address]
	reports, sent, err := p.Receive(context.Background(), mailbox.Mail{Raw: box[len(box)-1]}, nil)
	for _, d := range sent {
		tb.must(d.Err)
	}
	for _, r := range reports {
		verdicts += string(r.Verdict) + " "
	}
	return verdicts, err
}

// TestReceive plays with messages that are received one by one. A repetition changes nothing, and other mail is reported as such.
func TestReceive(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	for ply, move := range []string{"e2", "e8", "e3"} {
		mover, other := tb.players[ply%2], tb.players[1-ply%2]
		tb.play(mover, move)
		if got, err := tb.receive(other); err != nil || got != "taken " {
			t.Fatalf("%s: %q, %v", move, got, err)
		}
		tb.unchanged(other, func() {
			if got, err := tb.receive(other); err != nil || got != "known " {
				t.Errorf("%s again: %q, %v", move, got, err)
			}
		})
	}
	tb.same()
	tb.forge(bob, "mallory@example.org", []byte(tb.bytes(alice)))
	for _, c := range []struct {
		raw, want string
		err       error
	}{
		{"", "refused ", nil}, // what was forged
		{"From: x@example.org\r\nSubject: Lunch?\r\n\r\nnews\r\n", "", courier.ErrNotOurs},
		{"From: x@example.org\r\nSubject: Lunch?\r\n\r\nabout " + tb.open(bob).Short() + "\r\n", "refused ", nil},
		{"no header at all", "", courier.ErrNotOurs},
	} {
		if c.raw != "" {
			tb.drop(bob.Me.Address, []byte(c.raw))
		}
		tb.unchanged(bob, func() {
			if got, err := tb.receive(bob); got != c.want || !errors.Is(err, c.err) {
				t.Errorf("%q: %q, %v", c.raw, got, err)
			}
		})
	}
	reports, _, err := bob.Receive(t.Context(), mailbox.Mail{Err: mailbox.ErrTooLarge}, nil)
	skipped, _ := bob.Skipped()
	if !errors.Is(err, courier.ErrNotOurs) || len(reports) != 1 || len(skipped) != 1 || !strings.HasPrefix(skipped[0].Reason.En, "a message handed over") {
		t.Errorf("one that cannot be read: %v, %v, %v", reports, skipped, err)
	}
	// The mailbox was not read meanwhile, so a poll finds everything once more, to no effect.
	tb.unchanged(bob, func() { tb.wantPoll(bob, "known known refused refused") })
}

// TestReceiveFault checks that a mail isn't answered if the machine fails, and is accepted when it is received again.
func TestReceiveFault(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.doom(bob, &fate{at: 2})
	if _, err := tb.receive(bob); err == nil || errors.Is(err, courier.ErrNotOurs) || errors.Is(err, courier.ErrTaken) {
		t.Errorf("with a disk that fails: %v", err)
	}
	tb.heal(bob)
	if got, err := tb.receive(bob); err != nil || got != "taken " {
		t.Errorf("then %q, %v", got, err)
	}
	tb.same()
}

// TestReceiveWithoutRoom checks that an invitation without room is refused, so that the mail server keeps it.
func TestReceiveWithoutRoom(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	var err error
	for n := 0; err == nil; n++ {
		if n == 100 {
			t.Fatal("there is always room")
		}
		tb.invites(alice, bob, 1)
		_, err = tb.receive(bob)
	}
	box := tb.boxes[bob.Me.Address]
	reports, _, _ := bob.Receive(t.Context(), mailbox.Mail{Raw: box[len(box)-1]}, nil)
	if len(reports) != 1 || !strings.HasSuffix(reports[0].Reason.En, "; it was refused for now, and the mail server was asked to deliver it again later: accept or decline other invitations first") {
		t.Errorf("without room is reported %v", reports)
	}
	if errors.Is(err, courier.ErrNotOurs) || errors.Is(err, courier.ErrTaken) {
		t.Errorf("without room: %v", err)
	}
	tb.declines(bob, alice.Me.Address, 1)
	if got, err := tb.receive(bob); err != nil || got != "new " {
		t.Errorf("with room: %q, %v", got, err)
	}
}
