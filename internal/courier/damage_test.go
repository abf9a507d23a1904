package courier_test

import (
	"bytes"
	"context"
	"os"
	"testing"
)

// TestDamagedMail cuts a turn mail at every byte and flips bits in every byte: what comes out is the turn as it was made, or
// nothing.
func TestDamagedMail(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
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
