package courier_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"hikyaku/internal/courier"
)

// TestDamagedMailNamesItsMatch checks that the player learns which match it was and whom to ask to send it again, and that no step is taken.
func TestDamagedMailNamesItsMatch(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"broken": func(raw []byte) []byte { // base64 that is none
			at := bytes.LastIndex(raw, []byte("\r\n\r\n")) + 100
			return append(append(bytes.Clone(raw[:at]), "!!!"...), raw[at:]...)
		},
		"cut": func(raw []byte) []byte { return raw[:bytes.LastIndex(raw, []byte("\r\n\r\n"))+1001] },
		"other bytes": func(raw []byte) []byte {
			at := bytes.LastIndex(raw, []byte("\r\n\r\n")) + 400
			changed := bytes.Clone(raw)
			copy(changed[at:], "AAAAAAAA")
			return changed
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb, alice, bob := two(sit(t, 2))
			tb.play(alice, "e2")
			box := tb.boxes[bob.Me.Address]
			whole := box[len(box)-1]
			box[len(box)-1] = damage(whole)
			tb.unchanged(bob, func() {
				tb.wantDamaged(bob, "Alice (hikyaku)")
			})
			tb.drop(bob.Me.Address, whole)
			tb.wantPoll(bob, "taken")
		})
	}
}

// TestDamagedReplyNamesItsMatch checks that no part of a reply is played if its text can't be decoded.
func TestDamagedReplyNamesItsMatch(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.reply("e2")
	box := tb.boxes[alice.Me.Address]
	raw := string(box[len(box)-1])
	head, _, _ := strings.Cut(raw, "\r\n\r\n")
	head = strings.Replace(head, "quoted-printable", "base64", 1)
	box[len(box)-1] = []byte(head + "\r\n\r\nZTIK!!\r\n")
	tb.unchanged(alice, func() { tb.wantDamaged(alice, "Bob") })
	if text := tb.last().Text; !strings.Contains(text, "arrived damaged") {
		t.Errorf("Bob is written to:\n%s", text)
	}
	tb.reply("e2")
	tb.wantPoll(alice, "taken")
}

// TestDamagedReplyAfterOldMail checks that a damaged reply is answered once, whatever is read before it.
func TestDamagedReplyAfterOldMail(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.reply("rules")
	tb.wantPoll(alice, "answered")
	tb.reply("e2")
	box := tb.boxes[alice.Me.Address]
	head, _, _ := strings.Cut(string(box[len(box)-1]), "\r\n\r\n")
	box[len(box)-1] = []byte(strings.Replace(head, "quoted-printable", "base64", 1) + "\r\n\r\nZTIK!!\r\n")
	for _, want := range []int{1, 0} {
		tb.must(alice.Rewind())
		sent := tb.sent
		if tb.poll(alice); tb.sent != sent+want {
			t.Errorf("%d messages are sent, want %d", tb.sent-sent, want)
		}
	}
}

// TestDamagedMailOfAMachineIsNotAnswered checks that only damaged mail from mail-only players is answered.
func TestDamagedMailOfAMachineIsNotAnswered(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	tb.reply("e2")
	box := tb.boxes[alice.Me.Address]
	raw := string(box[len(box)-1])
	head, _, _ := strings.Cut(raw, "\r\n\r\n")
	head = "Auto-Submitted: auto-replied\r\n" + strings.Replace(head, "quoted-printable", "base64", 1)
	box[len(box)-1] = []byte(head + "\r\n\r\nZTIK!!\r\n")
	sent := tb.sent
	tb.unchanged(alice, func() { tb.wantDamaged(alice, "Bob") })
	if tb.sent != sent {
		t.Errorf("%d answers", tb.sent-sent)
	}
}

// wantDamaged polls as p and expects a report of a damaged message of the match.
func (tb *table) wantDamaged(p *player, who string) {
	tb.Helper()
	r := tb.report(p)
	if r.Verdict != courier.Refused || r.Match != tb.open(p).Short() || r.File != p.file || !strings.Contains(r.Reason.En, "ask "+who+" to send it again") {
		tb.Errorf("the report is %+v", r)
	}
}

// TestDamagedMail cuts a turn's mail at every byte and flips bits in every byte, and expects the original turn or none.
// nothing.
func TestDamagedMail(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	before := []byte(tb.bytes(bob))
	tb.play(alice, "e2")
	box := tb.boxes[bob.Me.Address]
	mail := box[len(box)-1]
	want := tb.open(alice).Head
	try := func(what string, at int, raw []byte) bool {
		tb.must(os.WriteFile(bob.file, before, 0o644))
		_ = forget(bob)
		tb.boxes[bob.Me.Address] = [][]byte{raw}
		if _, _, err := bob.Poll(context.Background()); err != nil {
			t.Errorf("%s at byte %d: %v", what, at, err)
		}
		after := tb.bytes(bob)
		if after == string(before) {
			return false
		}
		if m := tb.open(bob); m.Head != want {
			t.Errorf("%s at byte %d makes another record:\n%s", what, at, after)
		}
		return true
	}
	taken := 0
	for i := 0; i < len(mail); i += *stride {
		if try("cut", i, mail[:i]) {
			taken++
		}
		flipped := bytes.Clone(mail)
		flipped[i] ^= 1 << (i % 8)
		if try("flip", i, flipped) {
			taken++
		}
	}
	if taken == 0 {
		t.Error("nothing was ever taken, so nothing was tried")
	}
}
