// Package i18n holds the texts of the program in each language: one catalogue per language, all with the same keys. The texts of
// a game's rules and boards are in the package of the game.
//
// A catalogue is a file of lines "key: sentence". Indented lines continue the sentence before them, each on a line of its own. In
// a sentence, {name} is replaced with an argument, and {name|day|days} with a word that depends on a number: the first one after
// one, else the second. A line that begins with # is a comment.
package i18n

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"hikyaku/internal/identity"
)

// Languages are the languages of the catalogues.
var Languages = []string{"en", "ja"}

//go:embed en.txt
var englishFile string

//go:embed ja.txt
var japaneseFile string

// catalogue is the sentences of one language by key. Most commands print few sentences, which are found by searching the file;
// help needs many, for which the whole file is parsed.
type catalogue struct {
	text   string // the file, which begins with a comment
	all    func() map[string]string
	sought atomic.Int32 // how many were searched for
}

var (
	english  = newCatalogue(englishFile)
	japanese = newCatalogue(japaneseFile)
)

func newCatalogue(text string) *catalogue {
	return &catalogue{text: text, all: sync.OnceValue(func() map[string]string { return parse(text) })}
}

// Book is the sentences of another command, in both languages.
type Book struct{ english, japanese *catalogue }

// NewBook returns the book of two files in the form of this package's.
func NewBook(english, japanese string) *Book {
	return &Book{newCatalogue(english), newCatalogue(japanese)}
}

// T returns the sentence with a key, as the function Text does.
func (b *Book) T(key string, args ...any) Text {
	return Text{En: b.english.say("en", key, args), Ja: b.japanese.say("ja", key, args)}
}

// few is the number of sentences for which a catalogue is not read as a whole.
const few = 40

// find returns the sentence with a key.
func (c *catalogue) find(key string) (sentence string, found bool) {
	if c.sought.Add(1) > few {
		sentence, found = c.all()[key]
		return sentence, found
	}
	sentence, found = parse(entry(c.text, key))[key]
	return sentence, found
}

// entry returns the lines of text that hold the sentence with a key, none if there is none.
func entry(text, key string) string {
	start := strings.Index(text, "\n"+key+":")
	if start < 0 {
		return ""
	}
	text = text[start+1:]
	end := 0
	for line := range strings.Lines(text) {
		if end > 0 && !strings.HasPrefix(line, "  ") && line != "\n" && line[0] != '#' {
			break
		}
		end += len(line)
	}
	return text[:end]
}

// parse reads a catalogue.
func parse(text string) map[string]string {
	c := make(map[string]string, strings.Count(text, "\n"))
	key, sentence := "", ""
	keep := func() {
		if key != "" {
			c[key] = strings.TrimRight(sentence, "\n")
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		more, indented := strings.CutPrefix(line, "  ")
		switch {
		case strings.HasPrefix(line, "#"):
		case indented && sentence == "":
			sentence = more
		case indented:
			sentence += "\n" + more
		case line != "":
			keep()
			key, sentence, _ = strings.Cut(line, ":")
			sentence = strings.TrimPrefix(sentence, " ")
		case sentence != "":
			sentence += "\n" // kept if the sentence continues
		}
	}
	keep()
	return c
}

// T returns the sentence with a key in both languages. The args are the names of arguments and their values in turn: a
// value is a string, an int, a Text, an error, or what prints itself.
func T(key string, args ...any) Text {
	return Text{En: english.say("en", key, args), Ja: japanese.say("ja", key, args)}
}

// Has reports whether there is a sentence with a key.
func Has(key string) bool {
	_, found := english.find(key)
	return found
}

// In returns the sentence with a key in one language, as Text does: in Japanese for "ja", else in English.
func In(lang, key string, args ...any) string {
	if lang == "ja" {
		return japanese.say(lang, key, args)
	}
	return english.say("en", key, args)
}

// say returns a sentence with the args filled in. A missing key is returned as the sentence; the tests ensure that none is
// missing.
func (c *catalogue) say(lang, key string, args []any) string {
	sentence, found := c.find(key)
	if !found {
		return key
	}
	var b strings.Builder
	for {
		before, rest, open := strings.Cut(sentence, "{")
		place, after, closed := strings.Cut(rest, "}")
		b.WriteString(before)
		if !open || !closed {
			return b.String()
		}
		name, forms, counted := strings.Cut(place, "|")
		value := valueOf(lang, name, args)
		if one, more, _ := strings.Cut(forms, "|"); counted && value == "1" {
			value = one
		} else if counted {
			value = more
		}
		b.WriteString(value)
		sentence = after
	}
}

// valueOf returns the argument with a name in lang.
func valueOf(lang, name string, args []any) string {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] != name {
			continue
		}
		switch value := args[i+1].(type) {
		case string:
			return value
		case int:
			return strconv.Itoa(value)
		case Text:
			return value.In(lang)
		case error:
			return Of(value).In(lang)
		default:
			return fmt.Sprint(value)
		}
	}
	return "{" + name + "}"
}

// Join puts texts one after the other: with a blank between them in English, without one in Japanese. Empty ones are left
// out.
func Join(texts ...Text) Text { return stack(Text{En: " "}, texts) }

// List puts words into a list, "Alice, Bob and Carol".
func List(items ...Text) Text {
	n := len(items)
	if n < 2 {
		return Phrases(items...)
	}
	return T("list.last", "list", Phrases(items[:n-1]...), "item", items[n-1])
}

// Names puts names and notations into a list with commas.
func Names(names ...string) Text {
	items := make([]Text, len(names))
	for i, name := range names {
		items[i] = Same(name)
	}
	return Phrases(items...)
}

// Either lists alternatives, such as "en or ja".
func Either(choices ...string) Text {
	n := len(choices)
	if n < 2 {
		return Names(choices...)
	}
	return T("list.or", "list", Names(choices[:n-1]...), "item", choices[n-1])
}

// Called returns what people read for the name of a player in a record: "Level 5
// computer" for "hikyaku level5".
func Called(name string) Text {
	spec, program := identity.ProgramOf(name)
	n, level := strings.CutPrefix(spec, "level")
	switch {
	case program && level:
		return T("player.level", "n", n)
	case program:
		return T("player.program", "name", spec)
	}
	return Same(name)
}

// Briefly is Called with a level alone for a computer player of hikyaku.
func Briefly(name string) Text {
	if spec, program := identity.ProgramOf(name); program {
		if n, level := strings.CutPrefix(spec, "level"); level {
			return T("level.name", "n", n)
		}
	}
	return Called(name)
}

// titles end names that take no さん: forms of address, ranks, and the titles of
// champions.
var titles = []string{"さん", "様", "さま", "君", "くん", "氏", "殿", "先生", "師範", "会長", "段", "級", "冠", "名人", "竜王", "王将", "王位", "王座", "棋王", "棋聖", "叡王", "女王", "女流"}

// Person is Called with the form of address of each language, which computer
// players, names with a title and addresses lack.
func Person(name string) Text {
	if _, program := identity.ProgramOf(name); program {
		return Called(name)
	}
	if name == "" || strings.Contains(name, "@") || slices.ContainsFunc(titles, func(title string) bool { return strings.HasSuffix(name, title) }) {
		return Same(name)
	}
	return Text{En: name, Ja: name + "さん"}
}

// People puts the names of people into a list, as List does.
func People(names ...string) Text {
	people := make([]Text, len(names))
	for i, name := range names {
		people[i] = Person(name)
	}
	return List(people...)
}

// Phrases puts phrases one after the other with commas between them.
func Phrases(phrases ...Text) (all Text) {
	for i, phrase := range phrases {
		if i == 0 {
			all = phrase
		} else {
			all = T("list.next", "list", all, "item", phrase)
		}
	}
	return all
}

// Spaced puts notations one after the other with blanks between them.
func Spaced(texts ...Text) Text { return stack(Same(" "), texts) }

// Paragraphs puts texts one below the other with an empty line between them. Empty ones are left out.
func Paragraphs(texts ...Text) Text { return stack(Same("\n\n"), texts) }

// Lines puts texts one below the other. Empty ones are left out.
func Lines(texts ...Text) Text { return stack(Same("\n"), texts) }

func stack(between Text, texts []Text) (all Text) {
	for _, t := range texts {
		switch {
		case t == (Text{}):
		case all == (Text{}):
			all = t
		default:
			all.En, all.Ja = all.En+between.En+t.En, all.Ja+between.Ja+t.Ja
		}
	}
	return all
}
