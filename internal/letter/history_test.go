package letter

import (
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// TestRulesHaveNoMarks checks that the rules sent by mail are free of the signs of Markdown.
func TestRulesHaveNoMarks(t *testing.T) {
	for _, g := range all.Games {
		rules := Asked(&match.Match{Game: g}, reply.Rules)
		for _, text := range []string{rules.En, rules.Ja} {
			for line := range strings.Lines(text) {
				if strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "##") || strings.Contains(line, "`") || strings.Contains(line, "**") {
					t.Errorf("%s: %s", g.Name, line)
				}
			}
			if len(text) < 2000 {
				t.Errorf("%s: only %q is left", g.Name, text)
			}
		}
	}
}
