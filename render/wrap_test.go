package render_test

import (
	"slices"
	"testing"

	"hikyaku/render"
)

func TestWrap(t *testing.T) {
	for text, want := range map[string][]string{
		"":                   {""},
		"one two":            {"one two"},
		"one two three four": {"one two", "three four"},
		"one 01234567890123": {"one", "01234567890123"},
		"Bobが引き分けを提案":        {"Bobが引き", "分けを提案"},
		"対局です（期限）。":          {"対局です", "（期限）。"},
		"時間切れです。次":           {"時間切れで", "す。次"},
	} {
		if got := render.Wrap(text, 10); !slices.Equal(got, want) {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}
