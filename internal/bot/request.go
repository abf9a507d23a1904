package bot

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"hikyaku/engine"
)

// usualLevel is the level of requests without one.
const usualLevel = 5

// wish is the match that a mail asks for.
type wish struct {
	game    *engine.Game
	options engine.Options
	level   int
}

// wishIn returns the match that one of the lines names first; ok is false if none does.
func wishIn(games []*engine.Game, lines ...string) (w wish, ok bool) {
	for _, line := range lines {
		line = engine.Narrow(line)
		name, start := engine.FindName(names(games), line)
		if start < 0 {
			continue
		}
		rest := line[:start] + " " + line[start+len(name.Text):]
		w = wish{game: name.Game, options: name.Options, level: usualLevel}
		if n, named := levelIn(rest); named {
			w.level = n
		} else if n, named := levelIn(strings.Join(lines, "\n")); named {
			w.level = n
		} else if alone := aloneNumber().FindStringSubmatch(line[start+len(name.Text):]); alone != nil {
			w.level = levelOf(alone[1])
		}
		return w, true
	}
	return w, false
}

// ofMatch finds the name of a match, as the subjects of letters end with it.
var ofMatch = lazy(`\[[0-9a-f]{8}\]`)

// The forms of a level: with a word for it, or as the number that alone follows the game.
var (
	levelForm   = lazy(`(?:level|lvl|lv|レベル|強さ)[\s.:=は]{0,3}([0-9]{1,3}|[一二三四五六七八九十])`)
	aloneNumber = lazy(`^[\s,:、]*([0-9]{1,3})[\s.!。]*$`)
)

func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// levelIn returns the first level that a text names; ok is false if it names none.
func levelIn(text string) (level int, ok bool) {
	found := levelForm().FindStringSubmatch(engine.Narrow(text))
	if found == nil {
		return 0, false
	}
	return levelOf(found[1]), true
}

// levelOf returns the level that is nearest to a number.
func levelOf(digits string) int {
	if i := strings.Index("一二三四五六七八九十", digits); i >= 0 {
		return i/len("一") + 1
	}
	n, _ := strconv.Atoi(digits) // digits alone
	return min(max(n, 1), engine.Levels)
}

// names returns the names of games for two players.
func names(games []*engine.Game) []engine.Name {
	return slices.DeleteFunc(engine.Names(games), func(n engine.Name) bool { return n.Game.Seats(n.Options) != 2 })
}

// script returns the language of a text by its letters.
func script(text string) string {
	if slices.ContainsFunc([]rune(text), func(c rune) bool { return unicode.In(c, unicode.Hiragana, unicode.Katakana, unicode.Han) }) {
		return "ja"
	}
	return "en"
}
