package all

import (
	"os"
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
