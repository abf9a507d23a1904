package all

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestOrder wants the games in the order of the README.
func TestOrder(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, g := range Games {
		at := strings.LastIndex(string(text), "(docs/"+g.Name+".md)")
		if at < last {
			t.Errorf("%s is in another place of the README", g.Name)
		}
		last = at
	}
}

// TestRejectionsArePolite wants every rejection in Japanese in the form of the program's other sentences. What ends
// a game is named in short.
func TestRejectionsArePolite(t *testing.T) {
	polite := regexp.MustCompile(`(です|ます|ません|ください|[。、]\{[a-z]+\})$`)
	for _, g := range Games {
		for _, r := range g.Rules {
			if strings.HasPrefix(r.ID, "end.") {
				continue
			}
			if text := r.Text.Ja; !polite.MatchString(text) {
				t.Errorf("%s: %s", r.ID, text)
			}
		}
	}
}
