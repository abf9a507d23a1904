package courier_test

import (
	"context"
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// invites sends n invitations from p to other.
func (tb *table) invites(p, other *player, n int) {
	tb.Helper()
	for range n {
		m, err := p.Invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Others: []kif.Seat{other.Me}})
		tb.must(err)
		p.file = m.File
		tb.send(p)
	}
}

// declines makes p decline n invitations from an address.
func (tb *table) declines(p *player, from string, n int) {
	tb.Helper()
	for _, w := range p.Invitations() {
		if n > 0 && w.Others[0] == from {
			_, err := p.Decline(w.Short(), "")
			tb.must(err)
			n--
		}
	}
	if n > 0 {
		tb.Fatalf("%d invitations are missing", n)
	}
}

// counted counts the mails that are read. Only the mailbox has the same numbering.
type counted struct {
	*box
	read int
}

func (c *counted) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	if since.Validity != 1 {
		since = mailbox.Mark{}
	}
	return c.box.Fetch(ctx, since, func(m mailbox.Mail) error { c.read++; return handle(m) })
}

// TestInvitationsThatAreLeft checks that invitations for which there was no room stay in the mailbox, and are read again once each
// time that others were answered.
func TestInvitationsThatAreLeft(t *testing.T) {
	tb := chairs(t, 3)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	reads := &counted{box: bob.Box.(*box)}
	bob.Box = reads
	poll := func(want string, mails int) {
		t.Helper()
		reads.read = 0
		tb.wantPoll(bob, want)
		if reads.read != mails {
			t.Fatalf("%d mails were read, want %d", reads.read, mails)
		}
	}
	tb.invites(carol, bob, 1)
	tb.invites(alice, bob, 8)
	poll("new new new new new new refused refused refused", 9)
	poll("", 0)
	tb.declines(bob, alice.Me.Address, 1)
	poll("new refused refused", 3)
	poll("", 0)
	tb.declines(bob, carol.Me.Address, 1) // which makes no room
	poll("refused refused", 2)
	poll("", 0)
	tb.invites(carol, bob, 2)
	poll("new new", 2)
	tb.declines(bob, alice.Me.Address, 1) // though more wait than when they were left
	poll("new refused known known", 4)
	poll("", 0)
	tb.declines(bob, alice.Me.Address, 2)
	tb.invites(carol, bob, 1)
	poll("new known known new", 4)
	tb.declines(bob, alice.Me.Address, 1)
	poll("", 0)
	if n := len(bob.Invitations()); n != 6 {
		t.Errorf("%d wait", n)
	}
}

// TestInvitationThatIsLeftIsNamed checks that the report says what will happen to it.
func TestInvitationThatIsLeftIsNamed(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invites(alice, bob, 5)
	tb.poll(bob)
	tb.invites(alice, bob, 1)
	tb.wantReport(bob, courier.Refused, "too many unanswered invitations: 5 from alice@example.org; it stays in the mailbox")
}

// TestWithdrawnInvitationIsNoNews checks a match whose first message says that it is over.
func TestWithdrawnInvitationIsNoNews(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invites(alice, bob, 1)
	_, err := alice.Resign(alice.copy(), 0, true)
	tb.must(err)
	tb.send(alice)
	box := tb.boxes[bob.Me.Address]
	tb.boxes[bob.Me.Address] = box[len(box)-1:] // the other was lost
	tb.wantReport(bob, courier.Refused, "withdrawn")
}

// TestDrawGoesWithADraft offers a draw in one's own turn and sends the move later.
func TestDrawGoesWithADraft(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	_, waits, err := alice.Desk.OfferDraw(alice.copy(), true)
	tb.must(err)
	if !waits {
		t.Fatal("a draw is offered on the own turn")
	}
	_, err = alice.Play(alice.copy(), home.Turn{Move: "e2"})
	tb.must(err)
	tb.send(alice)
	tb.wantPoll(bob, "taken")
	tb.same()
	if m := tb.open(bob); m.Ply() != 1 || m.Offer == nil || m.Offer.Asks != kif.DrawQuestion {
		t.Errorf("no draw is offered:\n%s", tb.bytes(bob))
	}
	tb.do(bob, home.Doing("draw"))
	if o := tb.open(alice).Outcome; o == nil || o.Word != kif.DrawAgreed {
		t.Errorf("the match stands at\n%s", tb.bytes(alice))
	}
}

// TestWithdrawnBeforeItWasSent withdraws an invitation that the mail server never accepted, or perhaps did, and looks at who is told.
func TestWithdrawnBeforeItWasSent(t *testing.T) {
	for kind, told := range map[mailbox.SendKind]string{mailbox.Temporary: "", mailbox.Refused: "", mailbox.Unknown: "refused"} {
		t.Run(string(kind), func(t *testing.T) {
			tb, alice, bob := two(chairs(t, 2))
			c, err := alice.Invite(home.Invitation{Game: quoridor(1).Game, Others: []kif.Seat{bob.Me}})
			tb.must(err)
			alice.file = c.File
			tb.fail = failing(kind)
			if err := tb.trySend(alice); err == nil {
				t.Fatal("the failure is not told")
			}
			tb.boxes[bob.Me.Address] = nil
			tb.fail = nil
			_, err = alice.Resign(alice.copy(), 0, true)
			tb.must(err)
			tb.send(alice)
			tb.poll(alice)
			tb.wantPoll(bob, told)
			s := alice.Summarise(alice.copy())
			if text, waits := alice.Undelivered(s); waits || s.Draft || text.En != "" || !strings.Contains(s.Status.En, "withdrawn") {
				t.Errorf("the match says %q, %q (waits: %v, draft: %v)", s.Status.En, text.En, waits, s.Draft)
			}
		})
	}
}
