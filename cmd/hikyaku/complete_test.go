package main

import (
	"slices"
	"testing"
)

func TestSplitLine(t *testing.T) {
	for _, tt := range []struct {
		line   string
		before []string
		word   string
	}{
		{"", nil, ""},
		{"hikyaku", nil, "hikyaku"},
		{"hikyaku  show ", []string{"hikyaku", "show"}, ""},
		{`hikyaku move 'my match.kif' "e3`, []string{"hikyaku", "move", "my match.kif"}, "e3"},
		{`hikyaku move m ５三歩\(5`, []string{"hikyaku", "move", "m"}, "５三歩(5"},
		{`hikyaku say m "Bob's \"e3\"" '\ `, []string{"hikyaku", "say", "m", `Bob's "e3"`}, `\ `},
	} {
		if before, word := splitLine(tt.line); !slices.Equal(before, tt.before) || word != tt.word {
			t.Errorf("%s: %q and %q, want %q and %q", tt.line, before, word, tt.before, tt.word)
		}
	}
}
