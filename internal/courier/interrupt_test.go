package courier_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"hikyaku/mailbox"
)

// interrupted is a box whose reader is interrupted at the nth mail.
type interrupted struct {
	*box
	stop  func()
	n     int
	given []uint32
}

func (b *interrupted) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	return b.box.Fetch(ctx, since, func(m mailbox.Mail) error {
		if b.given = append(b.given, m.UID); len(b.given) == b.n {
			b.stop()
		}
		if err := handle(m); err != nil {
			return err
		}
		return ctx.Err()
	})
}

// TestInterruptedPoll checks that an interrupted poll finishes the current message, and that the next one continues from there.
func TestInterruptedPoll(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	for n := range 120 {
		tb.drop(bob.Me.Address, fmt.Appendf(nil, "From: x@example.org\r\nTo: bob@example.net\r\nSubject: %d\r\n\r\nnews\r\n", n))
	}
	tb.play(alice, "e2")
	ctx, stop := context.WithCancel(t.Context())
	var saved []byte // what is stored if the machine is switched off then
	b := &interrupted{box: bob.Box.(*box), n: 110, stop: func() {
		stop()
		saved, _ = bob.Memory.Load("")
	}}
	bob.Box = b
	if _, _, err := bob.Poll(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("the poll ends with %v", err)
	}
	var kept struct{ Mark mailbox.Mark }
	if err := json.Unmarshal(saved, &kept); err != nil || kept.Mark.UID < 50 {
		t.Errorf("the mark that was kept is %+v (%v)", kept.Mark, err)
	}
	first := len(b.given)
	b.n, b.given = 1000, nil
	tb.wantPoll(bob, "taken")
	if b.given[0] != uint32(first+1) { // the current message, after the invitation
		t.Errorf("it goes on with mail %d after %d mails", b.given[0], first)
	}
	tb.same()
}

// TestInterruptedBeforeTheAnswer checks that a reply that was read is answered by the next poll.
func TestInterruptedBeforeTheAnswer(t *testing.T) {
	for n := range 2 { // at the reply, which is then read again, and at the mail after it
		interruptedAt(t, n+1)
	}
}

func interruptedAt(t *testing.T, n int) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	before := len(tb.boxes["bob@example.net"])
	tb.reply("e5")
	tb.drop(alice.Me.Address, []byte("From: x@example.org\r\nTo: alice@example.org\r\nSubject: news\r\n\r\nnews\r\n"))
	ctx, stop := context.WithCancel(t.Context())
	whole := alice.Box
	alice.Box = &interrupted{box: alice.Box.(*box), n: n, stop: stop}
	if _, _, err := alice.Poll(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("the poll ends with %v", err)
	}
	alice.Box = whole
	tb.poll(alice)
	if sent := len(tb.boxes["bob@example.net"]) - before; sent != 1 {
		t.Fatalf("%d answers", sent)
	}
	if l := tb.last(); !strings.Contains(l.Text, "out of reach") {
		t.Errorf("the answer is\n%s", l.Text)
	}
	tb.poll(alice)
	if sent := len(tb.boxes["bob@example.net"]) - before; sent != 1 {
		t.Errorf("it is answered %d times", sent)
	}
}
