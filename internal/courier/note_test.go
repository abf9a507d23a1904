package courier

import (
	"bytes"
	"slices"
	"testing"
	"time"
)

// TestTornNote cuts the power while a note is overwritten: whatever part of it is on the disk, followed by the rest of the
// older one, nothing or zeros, the times are those of a whole note or of the saved state. The same holds if any byte is
// wrong, or the note belongs to another state.
func TestTornNote(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 11, n, 23-n, 0, 0, n, time.UTC) }
	at := func(n int) *state { return &state{saved: []byte("{}\n"), Polled: day(n), Oldest: day(n - 5)} }
	older, newer := at(9).note(), at(10).note()
	if len(older) != len(newer) {
		t.Fatalf("the lengths differ:\n%s%s", older, newer)
	}
	check := func(note []byte, s *state, want int) {
		t.Helper()
		if s.read(note); !s.Polled.Equal(day(want)) || !s.Oldest.Equal(day(want-5)) {
			t.Errorf("after %q: polled %v, oldest %v", note, s.Polled, s.Oldest)
		}
	}
	for n := range len(newer) + 1 {
		for _, rest := range [][]byte{older[n:], nil, make([]byte, len(newer)-n)} {
			note, want := slices.Concat(newer[:n], rest), 8
			switch {
			case bytes.Equal(note, newer):
				want = 10
			case bytes.Equal(note, older):
				want = 9
			}
			check(note, at(8), want)
		}
	}
	for i := range newer {
		damaged := slices.Clone(newer)
		damaged[i] ^= 1
		check(damaged, at(8), 8)
	}
	other := at(8)
	other.saved = []byte("{ }\n")
	check(newer, other, 8)
}
