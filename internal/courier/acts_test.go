package courier_test

import (
	"strings"
	"testing"

	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// TestWordsOfActs wants a mail-only player to be able to write the word of each act.
func TestWordsOfActs(t *testing.T) {
	with := map[string]string{"say": ": hello", "away": " 2026-12-20", "substitute": ": Carol <carol@example.org>"}
	for _, a := range match.Acts {
		if a.Word == "" {
			continue
		}
		read := (reply.Reader{}).Read(strings.ReplaceAll(a.Word, "-", " ") + with[a.Word])
		if string(read.Wish.Word) != a.Word {
			t.Errorf("%s: %s asks for %q", a.Name, a.Word, read.Wish.Word)
		}
		if _, known := match.ActOf(a.Word); !known || a.Step == nil {
			t.Errorf("%s cannot be done by mail", a.Name)
		}
	}
}
