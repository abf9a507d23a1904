package main

import (
	"bytes"
	"testing"
)

// TestEndIsToldOnce wants a command that ends a match to say so, by the rules or by the words of the player, and only once.
func TestEndIsToldOnce(t *testing.T) {
	twoHomes(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"new", "quoridor", "-o", "won.kif", "--position", "/ / e8 a5 / 10 10 / 1"}, "won.kif\n"},
		{[]string{"move", "won.kif", "e9"}, "Player 1 played e9.\nThe match is over. Player 1 won. (Player 1 reached rank 9 and won.)\n"},
		{[]string{"resign", "match.kif", "--yes"}, "The match is over: Player 1 resigned.\n"},
	} {
		var out bytes.Buffer
		if said, status := inProcess(t, &out, append([]string{"--config", "alice.yaml"}, c.args...)...); status != statusDone || out.String() != c.want {
			t.Errorf("%q exits with %d and prints %q and %q, want %q", c.args, status, out.String(), said, c.want)
		}
	}
}
