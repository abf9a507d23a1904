package letter

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// TestManual checks that the rules of all games read well as plain text.
func TestManual(t *testing.T) {
	for _, g := range all.Games {
		text := manual(g)
		for lang, in := range map[string]string{"en": text.En, "ja": text.Ja} {
			if strings.Contains(in, "**") || strings.Contains(in, "|--") || strings.Contains(in, "](") || strings.Contains(in, "\n\n\n") {
				t.Errorf("%s, %s: Markdown in\n%s", g.Name, lang, in)
			}
			if strings.Count(in, "[") != strings.Count(in, "]") {
				t.Errorf("%s, %s: brackets are missing in\n%s", g.Name, lang, in)
			}
			if n := strings.Count(g.Manual.En, "\n### "); !strings.Contains(in, fmt.Sprintf("\n\n%d. ", n)) || strings.Contains(in, "\n### ") {
				t.Errorf("%s, %s: %d rules are not numbered:\n%s", g.Name, lang, n, in)
			}
			for line := range strings.Lines(in) {
				if slices.Contains(notForPlayers, strings.TrimSpace(line)) || strings.Contains(line, `["`) {
					t.Errorf("%s, %s: not for players: %s", g.Name, lang, line)
				}
			}
		}
	}
	const rules = "# A game\n\n## Rules\n\n### wall.off\n\nA wall\nis long.\n\nExample: a1h.\n\n### pawn.jump\n\nA pawn jumps (see `wall.off`):\n\n* on"
	if got, want := unmarked(forPlayers(rules, "rule")), "Rules\n-----\n\n1. A wall is long.\n\nExample: a1h.\n\n2. A pawn jumps (see rule 1):\n\n* on"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const markdown = "# A game\n\nOne player\nmoves **far**, or\nnot.\n\n* `a` is\n  one, [see](there).\n* `[7,8]`\n\n1. First\n2. second\n\n      ２ １\n    +-----+\n\n| x | yy |\n|---|---|\n| 10 | z |\n\n## 盤\n\n盤は\n9×9。\n\n```\n a  b\n```\n"
	const want = "A game\n------\n\nOne player moves far, or not.\n\n* a is one, see.\n* [7,8]\n\n1. First\n2. second\n\n      ２ １\n    +-----+\n\nx   yy\n10  z\n\n盤\n---\n\n盤は9×9。\n\n a  b"
	if got := unmarked(markdown); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRulesBeginInShort wants the rules sent by mail to begin with what the lessons say about the variant.
func TestRulesBeginInShort(t *testing.T) {
	g := all.Game("quoridor")
	for players, want := range map[string]string{"2": "each has ten walls", "4": "have five walls each"} {
		rules := Asked(&match.Match{Game: g, Options: engine.Options{"players": players}}, reply.Rules)
		short, full, found := strings.Cut(rules.En, "All the rules\n-------------\n")
		if !found || !strings.Contains(short, "In short\n--------\n") || !strings.Contains(short, want) || strings.Contains(short, "computer player") || !strings.Contains(full, "Setup\n-----") {
			t.Errorf("for %s, the rules begin\n%s", players, short)
		}
	}
}

// TestRulesPage wants the page with the rules to show the board at the start under its title, and the rules in full only on request.
func TestRulesPage(t *testing.T) {
	g := all.Game("quoridor")
	for _, lang := range i18n.Languages {
		text := Asked(&match.Match{Game: g}, reply.Rules)
		page := rulesPage(text.In(lang), lang, "PICTURE")
		title, rest, found := strings.Cut(page, "PICTURE")
		short, full, folds := strings.Cut(rest, "<details>")
		if !found || !folds || !strings.Contains(title, i18n.In(lang, "tell.rules", "game", g.Title)) || !strings.Contains(short, "</h3>") || strings.Contains(short, "e3h") || !strings.Contains(full, "e3h") {
			t.Errorf("the page is\n%s", page)
		}
	}
}
