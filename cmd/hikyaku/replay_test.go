package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestBackToTheStart steps back to the start of a record and no further.
func TestBackToTheStart(t *testing.T) {
	twoHomes(t)
	var out bytes.Buffer
	if status := runHere(t.Context(), "1\nb\nb\nq\n", &out, &out, "--config", "alice.yaml", "play", "--replay", "match.kif"); status != statusDone {
		t.Errorf("status %d", status)
	}
	if n := strings.Count(out.String(), "ply 0 of 2"); n != 2 {
		t.Errorf("the start is shown %d times:\n%s", n, out.String())
	}
}
