package enginetest

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"hikyaku/engine"
)

// outline is the structure of a game's manual in one language: its rules by their headings, and the number of its other parts.
type outline struct {
	rules                            []string
	sections, tables, blocks, points int
}

var (
	fenced   = regexp.MustCompile("(?ms)^```\n.*?^```$")
	indented = regexp.MustCompile(`(?m)^\n(?:    .*\n)+`)
	table    = regexp.MustCompile(`(?m)(?:^\|.*\n)+`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	point    = regexp.MustCompile(`(?m)^(?:\*|\d+\.) `)
	quoted   = regexp.MustCompile("`[^`]*`")

	kana    = regexp.MustCompile(`[\p{Hiragana}\p{Katakana}]`)
	english = regexp.MustCompile(`[A-Za-z]+(?:\s+[A-Za-z]+){2}`)
)

// outlineOf returns the outline of a manual and the manual without its code.
func outlineOf(manual string) (o outline, text string) {
	text = fenced.ReplaceAllStringFunc(manual, func(string) string { o.blocks++; return "``" })
	text = indented.ReplaceAllStringFunc(text, func(string) string { o.blocks++; return "``\n" })
	text = quoted.ReplaceAllString(text, "``")
	o.tables = len(table.FindAllString(text, -1))
	o.points = len(point.FindAllString(text, -1))
	for _, h := range heading.FindAllStringSubmatch(text, -1) {
		if strings.HasPrefix(h[0], "### ") {
			o.rules = append(o.rules, h[1])
		} else {
			o.sections++
		}
	}
	return o, text
}

// checkManual checks that the manuals in both languages have the same parts and a heading for each rule, and that each is in
// its own language alone: names in code may be in the other, in Japanese also those in titles and tables.
func checkManual(g *engine.Game) error {
	en, enText := outlineOf(g.Manual.En)
	ja, jaText := outlineOf(g.Manual.Ja)
	var ids []string
	for _, r := range g.Rules {
		ids = append(ids, r.ID)
	}
	jaText = heading.ReplaceAllString(table.ReplaceAllString(jaText, ""), "")
	switch {
	case !strings.HasPrefix(g.Manual.En, "# ") || !strings.HasPrefix(g.Manual.Ja, "# "):
		return errors.New("RULES.md or RULES.ja.md does not begin with a line that names the other, a blank line and a title")
	case !slices.Equal(en.rules, ids):
		return fmt.Errorf("RULES.md has the headings ### %q: want %q", en.rules, ids)
	case !slices.Equal(ja.rules, ids):
		return fmt.Errorf("RULES.ja.md has the headings ### %q: want %q", ja.rules, ids)
	case en.sections != ja.sections:
		return fmt.Errorf("RULES.md has %d sections and RULES.ja.md %d", en.sections, ja.sections)
	case en.tables != ja.tables:
		return fmt.Errorf("RULES.md has %d tables and RULES.ja.md %d", en.tables, ja.tables)
	case en.blocks != ja.blocks:
		return fmt.Errorf("RULES.md has %d blocks of code and RULES.ja.md %d", en.blocks, ja.blocks)
	case en.points != ja.points:
		return fmt.Errorf("RULES.md has %d points in its lists and RULES.ja.md %d", en.points, ja.points)
	case kana.MatchString(enText):
		return fmt.Errorf("RULES.md has %q, which is Japanese", kana.FindString(enText))
	case english.MatchString(jaText):
		return fmt.Errorf("RULES.ja.md has %q, which is English", english.FindString(jaText))
	}
	return nil
}

// longest is the number of characters that a summary may have in a letter.
const longest = 600

// checkSummary checks the summary and the usual length of a game under each of its options.
func checkSummary(g *engine.Game) error {
	for _, options := range variants(g) {
		text, name := g.Summary(options), g.OptionText(options)
		if !bilingual(text) {
			return fmt.Errorf("the summary with %s lacks English or Japanese", name)
		}
		if n := max(utf8.RuneCountInString(text.En), utf8.RuneCountInString(text.Ja)); n > longest {
			return fmt.Errorf("the summary with %s has %d characters: want at most %d", name, n, longest)
		}
		if n := g.Plies(options); n <= 0 {
			return fmt.Errorf("a game with %s usually has %d moves: want more than 0", name, n)
		}
	}
	return nil
}
