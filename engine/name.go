package engine

import (
	"hikyaku/internal/i18n"
	"strings"
	"unicode/utf8"
)

// Name is a name under which people ask for a game or a variant of it.
type Name struct {
	Text    string // as Narrow writes it
	Game    *Game
	Options Options
}

// Names returns the names of games in both languages, except for common words: "ten" and "dice" are ambiguous in a message.
func Names(games []*Game) (list []Name) {
	for _, g := range games {
		list = append(list, named(g, nil, i18n.Same(g.Name), g.Title)...)
		for _, o := range g.Options {
			for _, value := range o.Values {
				set := Options{o.Key: value}
				if title, own := o.Games[value]; own {
					list = append(list, named(g, set, title)...)
				}
				if o.Variants && o.Names != nil {
					list = append(list, named(g, set, i18n.Same(value), o.Name(value), i18n.Same(g.Name+" "+value))...)
				}
				for _, also := range o.Also[value] {
					list = append(list, named(g, set, i18n.Same(also))...)
				}
			}
		}
	}
	return list
}

// named returns the texts as names of a game with settings.
func named(g *Game, set Options, texts ...i18n.Text) (list []Name) {
	options, err := g.Resolve(set)
	if err != nil {
		return nil
	}
	for _, t := range texts {
		en, _, _ := strings.Cut(t.En, ",") // without what explains it
		ja, _, _ := strings.Cut(t.Ja, "（")
		for _, text := range []string{Narrow(en), Narrow(ja)} {
			if r := utf8.RuneCountInString(text); r >= 5 || r >= 2 && r < len(text) { // not a common word of four letters
				list = append(list, Name{text, g, options})
			}
		}
	}
	return list
}

// HalfWidth returns text with full-width letters, digits, signs and blanks as ASCII.
func HalfWidth(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= '！' && c <= '～':
			return c - '！' + '!'
		case c == '\u3000':
			return ' '
		}
		return c
	}, text)
}

// Narrow returns a line as names are compared: in half width and lower case.
func Narrow(line string) string { return strings.ToLower(HalfWidth(line)) }

// FindName returns the longest of the names that occurs as a word in a line returned by Narrow, and its index; a negative number
// for none. "Minishogi" is not shogi.
func FindName(list []Name, line string) (found Name, start int) {
	start = -1
	for _, name := range list {
		if i := indexWord(line, name.Text); i >= 0 && len(name.Text) > len(found.Text) {
			found, start = name, i
		}
	}
	return found, start
}

// indexWord returns the index of a separate word in a line, or -1. Japanese has no blanks between words.
func indexWord(line, word string) int {
	for from := 0; ; {
		i := strings.Index(line[from:], word)
		if i < 0 {
			return -1
		}
		start, end := from+i, from+i+len(word)
		if !(start > 0 && joins(line[start-1], word[0])) && !(end < len(line) && joins(word[len(word)-1], line[end])) {
			return start
		}
		from = end
	}
}

// joins reports whether two bytes are letters or digits of one word.
func joins(a, b byte) bool { return isWord(a) && isWord(b) }

func isWord(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
