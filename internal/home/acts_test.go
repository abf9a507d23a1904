package home

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// TestEveryActIsDoneAndSaid wants every act that front ends list to have its texts, and every act to be either done here or
// asked back.
func TestEveryActIsDoneAndSaid(t *testing.T) {
	var names []string
	for _, a := range match.Acts {
		names = append(names, a.Name)
		if a.Auto {
			continue
		}
		special, known := specials[a.Name]
		if a.Step == nil && special.do == nil {
			t.Errorf("nothing does %s", a.Name)
		}
		keys := []string{"button." + a.Name, "asks." + a.Name}
		if a.Wants != match.Nothing {
			keys = append(keys, "wants."+a.Name)
		}
		for _, key := range keys {
			if !i18n.Has(key) {
				t.Errorf("there is no text %s", key)
			}
		}
		if (!known || special.may != nil) && a.Key == "" {
			t.Errorf("no key chooses %s", a.Name)
		}
	}
	for name := range specials {
		if !slices.Contains(names, name) {
			t.Errorf("%s has no row", name)
		}
	}
	for _, a := range match.Acts {
		for step, key := range a.Final {
			if got := match.FinalQuestion(step); got != key || !i18n.Has(key) {
				t.Errorf("%s: %v asks %q, want %q", a.Name, step, got, key)
			}
		}
	}
}

// TestReplaces checks when a new prepared line replaces an old one: if it contains it, or first differs in our answer.
func TestReplaces(t *testing.T) {
	for _, c := range []struct {
		line, old string
		want      bool
	}{
		{"e8 e3", "e8 e3", true},
		{"e8 e3 e7 e4", "e8 e3", true},
		{"e8 f2", "e8 e3", true},
		{"d8 e3", "e8 e3", false},
		{"e8 e3 d7 e4", "e8 e3 e7 e4", false},
		{"e8 e3", "e8 e3 e7 e4", false},
		{"e8", "e8 e3", false}, // an answer is missing, not another one
	} {
		moves := func(text string) (list []engine.Move) {
			for _, word := range strings.Fields(text) {
				list = append(list, engine.Move(word))
			}
			return list
		}
		if got := replaces(moves(c.line), moves(c.old)); got != c.want {
			t.Errorf("%q replaces %q: %t, want %t", c.line, c.old, got, c.want)
		}
	}
}
