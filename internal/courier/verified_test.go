package courier_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
)

// TestEveryByteIsVerifiedAgain stores that the signatures of a record are good, though the last one is bad. The record is
// accepted as it is, but not with any byte changed, under another law, or by a desk that doesn't use the stored results.
func TestEveryByteIsVerifiedAgain(t *testing.T) {
	tb, alice := one(sit(t, 2))
	tb.play(alice, "e2")
	good := tb.bytes(alice)
	data := []byte(spoil(good, strings.Count(good, "#: sign ")))
	store := func(law int, data []byte) {
		tb.must(os.WriteFile(alice.Verified, fmt.Appendf(nil, "hikyaku verified %d\n%x\n", law, sha256.Sum256(data)), 0o600))
	}
	store(match.Law, data)
	for i := range data {
		changed := slices.Clone(data)
		if changed[i] ^= 1; string(changed) == good {
			continue
		}
		if _, err := alice.Read(alice.file, changed); err == nil {
			t.Errorf("byte %d is changed in\n%s", i, changed)
		}
	}
	r, err := kif.Read(data)
	tb.must(err)
	if _, err := alice.Judge(alice.file, r); err == nil {
		t.Error("Judge believes what is stored")
	}
	store(match.Law+1, data)
	if _, err := alice.Read(alice.file, data); err == nil {
		t.Error("another law is believed")
	}
	store(match.Law, data)
	if _, err := alice.Read(alice.file, data); err != nil {
		t.Errorf("the record that was verified: %v", err)
	}
}

// TestVerifiedIsStored checks that what is written or read is stored as verified, up to a maximum, and that a damaged file is replaced.
func TestVerifiedIsStored(t *testing.T) {
	tb, alice := one(sit(t, 2))
	stored := func(want string) {
		t.Helper()
		content, err := os.ReadFile(alice.Verified)
		tb.must(err)
		sum := fmt.Sprintf("\n%x\n", sha256.Sum256([]byte(tb.bytes(alice))))
		if !bytes.HasPrefix(content, fmt.Appendf(nil, "hikyaku verified %d\n", match.Law)) || !bytes.HasSuffix(content, []byte(sum)) {
			t.Errorf("%s: stored is\n%s", want, content)
		}
		if len(content) > 400<<10 {
			t.Errorf("%s: %d bytes are stored", want, len(content))
		}
	}
	tb.play(alice, "e2")
	stored("a move")
	tb.must(os.WriteFile(alice.Verified, []byte("hikyaku ver"), 0o600))
	changed := tb.bytes(alice) + "#\n"
	tb.must(os.WriteFile(alice.file, []byte(changed), 0o600))
	tb.open(alice)
	stored("a damaged file")
	tb.must(os.WriteFile(alice.Verified, append(fmt.Appendf(nil, "hikyaku verified %d\n", match.Law), bytes.Repeat([]byte(fmt.Sprintf("%064d\n", 7)), 5000)...), 0o600))
	tb.must(os.WriteFile(alice.file, []byte(changed+"#\n"), 0o600))
	tb.open(alice)
	stored("a long file")
}

// TestSignaturesInBothRecordsAreVerifiedOnce can't measure time: instead our own copy, which is stored as verified, has the
// same bad signature as the message. New entries in the message are verified all the same.
func TestSignaturesInBothRecordsAreVerifiedOnce(t *testing.T) {
	for _, want := range []string{"taken", "refused"} {
		tb, alice, bob := two(sit(t, 2))
		tb.play(alice, "e2")
		tb.wantPoll(bob, "taken")
		tb.play(bob, "e8")
		public, err := tb.open(bob).Record.Shared()
		tb.must(err)
		letter := string(public.Bytes())
		signs := strings.Count(letter, "#: sign ")
		own := spoil(tb.bytes(alice), signs-1)
		tb.must(os.WriteFile(alice.file, []byte(own), 0o600))
		tb.must(os.WriteFile(alice.Verified, fmt.Appendf(nil, "hikyaku verified %d\n%x\n", match.Law, sha256.Sum256([]byte(own))), 0o600))
		if letter = spoil(letter, signs-1); want == "refused" {
			letter = spoil(letter, signs)
		}
		tb.boxes[alice.Me.Address] = tb.boxes[alice.Me.Address][:len(tb.boxes[alice.Me.Address])-1]
		tb.forge(alice, bob.Me.Address, []byte(letter))
		tb.wantPoll(alice, want)
	}
}

// spoil returns a record with a wrong letter in its nth signature.
func spoil(record string, nth int) string {
	at := 0
	for range nth {
		at += strings.Index(record[at:], "#: sign ") + len("#: sign ")
	}
	other := "a"
	if record[at:at+1] == other {
		other = "b"
	}
	return record[:at] + other + record[at+1:]
}
