package kif

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// numbers makes a reader of random numbers.
type numbers struct{ *rand.Rand }

func (w numbers) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(w.Uint32())
	}
	return len(p), nil
}

func TestNewID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := NewID(numbers{rand.New(rand.NewPCG(uint64(len(seen)), 3))})
		if len(id) != 10 || strings.ContainsAny(id, "01oil") || strings.ToLower(id) != id || seen[id] {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
	}
}
