package demo_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/mattn/go-runewidth"

	"hikyaku/engine/all"
	"hikyaku/internal/demo"
	"hikyaku/internal/i18n"
)

// TestLetters: every kind of letter in one language, in lines of 72 columns, within its size.
func TestLetters(t *testing.T) {
	for _, lang := range i18n.Languages {
		letters, err := demo.Letters(all.Games, t.TempDir(), lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range letters {
			for line := range strings.Lines(s.Letter.Text) {
				if width := runewidth.StringWidth(strings.TrimRight(line, "\n")); width > 72 && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, " ") {
					t.Errorf("%s in %s: a line of %d columns: %s", s.Name, lang, width, line)
				}
			}
			if japanese := strings.ContainsFunc(s.Letter.Text, func(r rune) bool { return unicode.In(r, unicode.Hiragana) }); japanese != (lang == "ja") {
				t.Errorf("%s in %s:\n%s", s.Name, lang, s.Letter.Text)
			}
			if strings.Contains(s.Letter.Text, "{") || strings.Contains(s.Letter.Text, "words.") {
				t.Errorf("%s in %s: a sentence is not filled in:\n%s", s.Name, lang, s.Letter.Text)
			}
			if s.Name == "rules" { // both pawns are on the squares where they start
				_, alt, _ := strings.Cut(s.Letter.HTML, `<img class="day" src="cid:board-start.`)
				if alt, _, _ = strings.Cut(alt, "><"); !strings.Contains(alt, "e9") || !strings.Contains(alt, "e1") {
					t.Errorf("in %s, the rules begin with the picture %q", lang, alt)
				}
			}
			if n := len(s.Letter.HTML); n == 0 && s.Name != "digest" || n > 40_000 {
				t.Errorf("%s in %s: a page of %d bytes, want at most 40,000", s.Name, lang, n)
			}
		}
	}
}
