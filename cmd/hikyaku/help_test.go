package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
)

// commandsByName returns the commands that help lists, and those below them.
func commandsByName(a *cli.App) map[string]*cli.Command {
	all := map[string]*cli.Command{}
	var add func(above string, commands []*cli.Command)
	add = func(above string, commands []*cli.Command) {
		for _, c := range commands {
			all[above+" "+c.Name] = c
			add(above+" "+c.Name, c.Subcommands)
		}
	}
	add(a.Name, a.VisibleCommands())
	return all
}

// topics returns what help says of the app and of every command, by its name.
func topics(lang string, a *cli.App) map[string]topic {
	all := map[string]topic{a.Name: appTopic(lang, a)}
	for name, c := range commandsByName(a) {
		all[name] = commandTopic(lang, name, c)
	}
	return all
}

// TestOverview wants every command in the overview, in one short line, and no more lines than a terminal has.
func TestOverview(t *testing.T) {
	for _, lang := range i18n.Languages {
		text := overview(lang, newApp())
		if n := strings.Count(text, "\n"); n > 40 {
			t.Errorf("%s: the overview has %d lines", lang, n)
		}
		for line := range strings.Lines(text) {
			if width := runewidth.StringWidth(strings.TrimRight(line, "\n")); width > helpColumns {
				t.Errorf("%s: %d columns: %s", lang, width, line)
			}
		}
	}
	var grouped, known []string
	for _, g := range commandGroups {
		for _, line := range g.lines {
			grouped = append(grouped, strings.Split(line, ",")...)
		}
	}
	for _, c := range newApp().VisibleCommands() {
		known = append(known, c.Name)
		if text := explain("en", topicKey(c.Name)); len(strings.Fields(text)) > 8 {
			t.Errorf("%s: more than eight words: %s", c.Name, text)
		}
	}
	slices.Sort(grouped)
	slices.Sort(known)
	if !slices.Equal(grouped, known) {
		t.Errorf("the overview has %v, want %v", grouped, known)
	}
}

// TestOptionsAreShort wants every option to take one line of help, or two if its name is long.
func TestOptionsAreShort(t *testing.T) {
	for _, lang := range i18n.Languages {
		for name, topic := range topics(lang, newApp()) {
			for _, e := range topic.flags {
				if width := runewidth.StringWidth(e.text); width > helpColumns-widestTerm-5 {
					t.Errorf("%s: %s %s: %d columns: %s", lang, name, e.term, width, e.text)
				}
			}
		}
	}
}

// TestSearch wants help to find commands, options and pages by words in either language, and every page of docs to be among them.
func TestSearch(t *testing.T) {
	for _, tt := range []struct{ lang, words, found string }{
		{"en", "time", "hikyaku clock"}, {"en", "time", "--time LIMIT"}, {"en", "time", "docs/mail.md"},
		{"en", "chat", "hikyaku say"}, {"en", "dice", "hikyaku throw"}, {"en", "picture", "hikyaku show"}, {"en", "pictures", "docs/pictures.md"},
		{"en", "time limit", "docs/mail.md"}, {"en", "size", "show, try, puzzle --size PIXELS"},
		{"en", "reminders", "reminders  Reminders before a deadline. How long before"}, {"en", "configuration", "docs/mail.md"}, {"en", "digest", "digest"}, {"ja", "お知らせ", "digest"},
		{"ja", "時間", "hikyaku clock"}, {"ja", "サイコロ", "hikyaku throw"}, {"ja", "チャット", "docs/mail.ja.md"}, {"ja", "駒落ち", "hikyaku new"}, {"ja", "ヒント", "hikyaku learn"}, {"ja", "詰将棋", "hikyaku puzzle"},
		{"en", "language", "--lang LANGUAGE"}, {"en", "language", "hikyaku help options"}, {"en", "日本語", "--lang LANGUAGE"}, {"ja", "言語", "--lang 言語"}, {"ja", "english", "--lang 言語"},
	} {
		if found := search(tt.lang, newApp(), strings.Fields(tt.words)); !strings.Contains(found, tt.found) {
			t.Errorf("%s: %s is not in\n%s", tt.words, tt.found, found)
		}
	}
	if found := search("en", newApp(), []string{"nowhere"}); found != "" {
		t.Errorf("nowhere: %s", found)
	}
	files, err := filepath.Glob(docs + "*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		if name != "README" && !slices.Contains(docPages, name) {
			t.Errorf("help doesn't know docs/%s.md", name)
		}
	}
	for _, page := range docPages {
		if _, err := os.Stat(docs + page + ".md"); err != nil || explain("en", "help.page."+page) == "" {
			t.Errorf("docs/%s.md: %v", page, err)
		}
	}
}

// TestNearestHelp wants words that no entry has together to lead to those that have some of them, or words like them.
func TestNearestHelp(t *testing.T) {
	for _, tt := range []struct{ lang, words, said string }{
		{"en", "undo-send", "Nearest: hikyaku undo, undo --send"}, {"en", "invitatoin", "Nearest: hikyaku accept"}, {"en", "move foo", "Nearest: hikyaku move"},
		{"en", "how do I change the language", "--lang LANGUAGE"}, {"en", "timelimit", "invite --time LIMIT"}, {"ja", "言語の変え方", "近い項目：--lang 言語"},
		{"ja", "引分け", "hikyaku draw"}, {"ja", "待ったのしかた", "近い項目：hikyaku undo"}, {"en", "zzz", "hikyaku help lists the commands"}, {"en", "", "hikyaku help lists the commands"},
	} {
		if said := sentence(errNoHelp(tt.lang, newApp(), strings.Fields(tt.words)), tt.lang); !strings.Contains(said, tt.said) {
			t.Errorf("%s: %s", tt.words, said)
		}
	}
}

// TestHelpFits wants every line of help to fit a terminal of 80 columns.
func TestHelpFits(t *testing.T) {
	if n := len(newApp().VisibleCommands()); n > 40 {
		t.Errorf("help lists %d commands: group some", n)
	}
	for _, lang := range i18n.Languages {
		all := topics(lang, newApp())
		if len(all) < 40 {
			t.Errorf("%s: %d topics of help", lang, len(all))
		}
		texts := map[string]string{"hikyaku alone": i18n.In(lang, "help.begin")}
		for name, topic := range all {
			texts[name] = topic.String()
		}
		for name, text := range texts {
			for line := range strings.Lines(text) {
				if width := runewidth.StringWidth(strings.TrimRight(line, "\n")); width > helpColumns {
					t.Errorf("%s, %s: %d columns: %s", lang, name, width, line)
				}
			}
		}
	}
}

// sentences returns what is said in a topic, apart from what is typed.
func (t topic) sentences() []string {
	list := append([]string{t.usage}, t.description...)
	for _, e := range t.flags {
		list = append(list, e.text)
	}
	return list
}

// TestHelpIsTranslated wants each topic whole in each language, and no English in Japanese but what is typed.
func TestHelpIsTranslated(t *testing.T) {
	a := newApp()
	english, japanese := topics("en", a), topics("ja", a)
	names := slices.Sorted(maps.Keys(english))
	slices.Reverse(names) // hikyaku secret import before hikyaku secret
	typed := regexp.MustCompile(strings.Join(names, "|"))
	flags, capitals := regexp.MustCompile(`^[a-z, -]+`), regexp.MustCompile(`[A-Z]{2,}`)
	foreign := regexp.MustCompile(`[A-Za-z']+ [A-Za-z']+ [A-Za-z']+`)
	quoted := regexp.MustCompile(`'[A-Za-z]+ [a-z, ]+[.?]?'`)
	for name, topic := range japanese {
		if len(topic.description) != len(english[name].description) {
			t.Errorf("%s: English has %d paragraphs, Japanese %d", name, len(english[name].description), len(topic.description))
		}
		for i, e := range topic.flags {
			want := english[name].flags[i].term
			if strings.Count(e.term, " ") != strings.Count(want, " ") || flags.FindString(e.term) != flags.FindString(want) {
				t.Errorf("%s: %s in English is %s in Japanese", name, want, e.term)
			}
			if word := capitals.FindString(e.term); word != "" && word != "ID" {
				t.Errorf("%s: %s has the English word %s", name, e.term, word)
			}
		}
		for i, sentence := range topic.sentences() {
			if said := english[name].sentences()[i]; said == "" || said == sentence || foreign.MatchString(typed.ReplaceAllString(sentence, "")) {
				t.Errorf("%s: %q in English is %q in Japanese", name, said, sentence)
			}
		}
		if words := quoted.FindString(topic.examples); words != "" {
			t.Errorf("%s: the example sends %s", name, words)
		}
		if text := topic.String(); !strings.HasPrefix(text, "名前") || strings.Contains(text, "OPTIONS") || capitals.MatchString(topic.synopsis) {
			t.Errorf("%s: a heading or argument is English:\n%s", name, text)
		}
	}
}

// TestHelpKinds wants a kind for each flag with a value, by which the value is completed, and none for others.
func TestHelpKinds(t *testing.T) {
	for name, c := range commandsByName(newApp()) {
		for _, f := range c.Flags {
			if kind, _ := flagText("en", name, f); (kind != "") != f.(cli.DocGenerationFlag).TakesValue() {
				t.Errorf("%s --%s: the kind of value is %q", name, f.Names()[0], kind)
			}
		}
	}
}

// TestHelpIsOfSomething wants every sentence of help to be about a command or a flag that there is.
func TestHelpIsOfSomething(t *testing.T) {
	a := newApp()
	known := map[string]bool{"help.begin": true, topicKey(a.Name): true}
	for _, page := range docPages {
		known["help.page."+page] = true
	}
	for _, g := range commandGroups {
		for _, line := range g.lines {
			known["help.group."+strings.ReplaceAll(line, ",", "-")] = true
		}
	}
	for _, f := range a.Flags {
		known[flagKey(a.Name, f)] = true
	}
	for name, c := range commandsByName(a) {
		known[topicKey(name)] = true
		for _, f := range c.Flags {
			known[flagKey(name, f)] = true
		}
	}
	catalogue, err := os.ReadFile("../../internal/i18n/en.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range regexp.MustCompile(`(?m)^(help[a-z.-]*?)(\.about|\.default|\.words)?:`).FindAllStringSubmatch(string(catalogue), -1) {
		if !known[key[1]] {
			t.Errorf("there is nothing of which %s could tell", key[1])
		}
	}
}

// TestManual wants the manual to hold all that help says, in lines that troff takes for text or for macros that we mean.
func TestManual(t *testing.T) {
	for _, lang := range i18n.Languages {
		testManual(t, lang, newApp())
	}
}

func testManual(t *testing.T, lang string, a *cli.App) {
	page := manual(lang, a)
	plain := strings.NewReplacer(`\-`, "-", `\e`, `\`, `\&`, "").Replace(page)
	for name, topic := range topics(lang, a) {
		if !strings.Contains(plain, "\n.SS "+name) && name != "hikyaku" {
			t.Errorf("the manual lacks %s", name)
		}
		for _, e := range topic.flags {
			if !strings.Contains(plain, "\n.B "+e.term+"\n"+e.text+"\n") {
				t.Errorf("%s: the manual lacks %s", name, e.term)
			}
		}
	}
	macros := " TH mso ad SH SS PP TP B RS RE EX EE "
	for line := range strings.Lines(page) {
		macro, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "."), " ")
		if line[0] == '\'' || line[0] == '.' && !strings.Contains(macros, " "+macro+" ") {
			t.Errorf("troff would take for a macro: %s", line)
		}
	}
}

func TestRoff(t *testing.T) {
	if got, want := roff(".forward\n'--a' \\"), "\\&.forward\n\\&'\\-\\-a' \\e"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSentencesNameCommands wants every command named in a sentence to exist. In Japanese, no other word follows the name of the
// program.
func TestSentencesNameCommands(t *testing.T) {
	catalogue, err := os.ReadFile("../../internal/i18n/ja.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := commandsByName(newApp())
	for _, found := range regexp.MustCompile(`hikyaku ([a-z]+)(?: ([a-z]+))?`).FindAllStringSubmatch(string(catalogue), -1) {
		name := "hikyaku " + found[1]
		if known[name] != nil && known[name].Subcommands != nil && found[2] != "" {
			name += " " + found[2]
		}
		if known[name] == nil && name != "hikyaku record" { // the first line of a record
			t.Errorf("%s is no command", name)
		}
	}
}
