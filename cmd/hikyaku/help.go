package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
	"github.com/urfave/cli/v2"

	"hikyaku/internal/commandline"
	cfg "hikyaku/internal/config"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/render"
)

// The texts of help are in the catalogue: that of hikyaku move under help.move,
// its description under help.move.about, further words to find it by under
// help.move.words, and that of its flag --seat under help.move.flag.seat, or
// help.flag.seat if several commands share the flag. A command itself contains
// only its examples, as UsageText.

// commandGroups are the groups of the overview, by the last part of the key of
// their title. Commands that belong together share a line, with commas between
// them, whose text is under help.group and their names.
var commandGroups = []struct {
	key   string
	lines []string
}{
	{"start", []string{"learn", "rules", "setup", "demo"}},
	{"play", []string{"new", "play", "board", "move,throw", "undo", "moves,try"}},
	{"mail", []string{"invite", "accept,decline", "poll,send", "matches", "say", "draw", "resign", "clock", "plan", "substitute"}},
	{"review", []string{"show", "analyse", "note", "puzzle"}},
	{"files", []string{"convert", "check", "themes"}},
	{"fix", []string{"doctor", "secret", "settle", "block"}},
	{"programs", []string{"receive", "bot", "engine", "help,version"}},
}

// flagGroups are the groups in which long lists of flags are printed, by the
// last part of the key of their title. Flags in no group come first.
var flagGroups = []struct {
	key   string
	flags []string
}{
	{"picture", strings.Split("size,scale,theme,pieces,zoom,threats,no-coordinates,card,caption,title,delay", ",")},
	{"annotations", strings.Split("mark,arrow,letter,number,legal,paths", ",")},
	{"text", strings.Split("compact,spoken,forum,steps,taken-back,notes,colour", ",")},
	{"position", strings.Split("game,position,set", ",")},
}

// manyFlags is the number of flags from which they are grouped.
const manyFlags = 20

// docPages are the pages of docs, without their endings. What each is about is
// under help.page and its name.
var docPages = strings.Split("tour,commands,mail,partners,puzzle,pictures,scripting,formats,security,umpire,club,bot,install,shogi,goryujin,diceshogi,rengi,quoridor,slashchain", ",")

// topic is what --help and the manual page print about a command.
type topic struct {
	lang        string
	name        string // with the commands it belongs to
	usage       string
	synopsis    string
	description []string // its paragraphs
	examples    string
	commands    []entry
	flags       []entry
}

// entry is a line of a list: a command or flag, and what it does. The entries of
// a group follow each other.
type entry struct{ term, text, group string }

// appTopic returns what applies to all commands.
func appTopic(lang string, a *cli.App) topic {
	return topic{
		lang, a.Name, explain(lang, topicKey(a.Name)), synopsis(lang, a), paragraphs(lang, a.Name), "",
		nil, flagEntries(lang, a.Name, a.Flags),
	}
}

func synopsis(lang string, a *cli.App) string {
	return strings.Join([]string{a.Name, argumentNames(lang, "COMMAND"), i18n.In(lang, "topic.options"), i18n.In(lang, "topic.arguments")}, " ")
}

// overview returns the list of commands.
func overview(lang string, a *cli.App) string {
	widest := 0
	for _, g := range commandGroups {
		widest = max(widest, runewidth.StringWidth(i18n.In(lang, "topic.group."+g.key)))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", i18n.In(lang, "topic.line", "title", i18n.T("topic.title.usage"), "text", synopsis(lang, a)))
	for _, g := range commandGroups {
		title := i18n.In(lang, "topic.group."+g.key)
		for _, line := range g.lines {
			key := "help." + line
			if strings.Contains(line, ",") {
				key = "help.group." + strings.ReplaceAll(line, ",", "-")
			}
			fmt.Fprintf(&b, "%s  %-16s %s\n", runewidth.FillRight(title, widest), strings.ReplaceAll(line, ",", ", "), explain(lang, key))
			title = ""
		}
	}
	return b.String() + "\n" + i18n.In(lang, "topic.more") + "\n"
}

// commandTopic returns the topic of c, whose full name is name.
func commandTopic(lang, name string, c *cli.Command) topic {
	synopsis := name
	switch {
	case len(c.Subcommands) > 0:
		synopsis += " " + argumentNames(lang, "COMMAND")
	case len(c.Flags) > 0:
		synopsis += " " + i18n.In(lang, "topic.options")
	}
	return topic{
		lang, name, explain(lang, topicKey(name)), strings.TrimSpace(synopsis + " " + argumentNames(lang, c.ArgsUsage)), paragraphs(lang, name), examples(lang, c.UsageText),
		commandEntries(lang, name, c.Subcommands), flagEntries(lang, name, c.Flags),
	}
}

// examples fills in the texts in the page's language that example commands send,
// such as ${say}.
func examples(lang, usage string) string {
	return os.Expand(usage, func(name string) string { return i18n.In(lang, "example."+name) })
}

// argumentName matches the name of an argument in ArgsUsage, such as MATCH.
var argumentName = regexp.MustCompile(`[A-Z]{2,}`)

// argumentNames translates the names of arguments, as in "[MATCH] MOVE".
func argumentNames(lang, usage string) string {
	return argumentName.ReplaceAllStringFunc(usage, func(name string) string {
		return i18n.In(lang, "topic.argument."+strings.ToLower(name))
	})
}

// topicKey returns the catalogue key of the command whose full name is name.
func topicKey(name string) string {
	return "help." + strings.ReplaceAll(strings.TrimPrefix(name, "hikyaku "), " ", ".")
}

// flagKey returns the catalogue key of a flag of the command called name.
func flagKey(name string, f cli.Flag) string {
	if own := topicKey(name) + ".flag." + f.Names()[0]; i18n.Has(own) {
		return own
	}
	return "help.flag." + f.Names()[0]
}

// explain returns the help text of a key, or "" if there is none.
func explain(lang, key string) string {
	if !i18n.Has(key) {
		return ""
	}
	return i18n.In(lang, key, helpNames()...)
}

// helpNames returns the values for placeholders in help texts.
var helpNames = sync.OnceValue(func() []any {
	return []any{
		"sets", i18n.Names(render.Pieces()...), "themes", i18n.Names(render.Themes()...),
		"formats", formatNames(), "providers", providerIDs(),
	}
})

// paragraphs returns the description of the command called name.
func paragraphs(lang, name string) []string {
	about := explain(lang, topicKey(name)+".about")
	if about == "" {
		return nil
	}
	return strings.Split(about, "\n\n")
}

// commandEntries lists the subcommands of the command called name.
func commandEntries(lang, name string, commands []*cli.Command) (list []entry) {
	for _, c := range commands {
		if !c.Hidden {
			list = append(list, entry{term: c.Name, text: explain(lang, topicKey(name+" "+c.Name))})
		}
	}
	return list
}

// flagEntries lists the flags of the command called name, in their groups if
// they are many.
func flagEntries(lang, name string, flags []cli.Flag) (list []entry) {
	for _, f := range flags {
		if f == cli.HelpFlag && name != "hikyaku" {
			continue // it is one of the flags of all commands
		}
		kind, text := flagText(lang, name, f)
		if value := flagDefault(lang, name, f); value != "" {
			text = i18n.In(lang, "topic.default", "text", text, "value", value)
		}
		for _, variable := range f.(cli.DocGenerationFlag).GetEnvVars() {
			text += " [$" + variable + "]"
		}
		group := ""
		for _, g := range flagGroups {
			if len(flags) >= manyFlags && slices.Contains(g.flags, f.Names()[0]) {
				group = i18n.In(lang, "topic.group."+g.key)
			}
		}
		list = append(list, entry{flagTerm(f, kind), text, group})
	}
	order := map[string]int{}
	for i, g := range flagGroups {
		order[i18n.In(lang, "topic.group."+g.key)] = i + 1
	}
	slices.SortStableFunc(list, func(a, b entry) int { return order[a.group] - order[b.group] })
	return list
}

// flagText returns the text of a flag of the command called name, and the kind
// of its value: its choices, or what the text has in backquotes.
func flagText(lang, name string, f cli.Flag) (kind, text string) {
	text = explain(lang, flagKey(name, f))
	_, kind, _ = strings.Cut(text, "`")
	if kind, _, _ = strings.Cut(kind, "`"); kind == "" {
		kind = strings.Join(choices(f.Names()[0]), "|")
	}
	return kind, strings.ReplaceAll(text, "`", "")
}

// flagDefault returns the default of a flag, or "" if it has none worth
// printing.
func flagDefault(lang, name string, f cli.Flag) string {
	if said := explain(lang, flagKey(name, f)+".default"); said != "" {
		return said
	}
	switch value := f.(cli.DocGenerationFlag).GetDefaultText(); value {
	case "0", "false":
		return ""
	default:
		return strings.Trim(value, `"`)
	}
}

// flagTerm returns a flag as it is typed, followed by an ellipsis if it may be
// repeated.
func flagTerm(f cli.Flag, kind string) string {
	var forms []string
	for _, name := range f.Names() {
		if len(forms) == 0 || len(name) == 1 { // other spellings need no line
			forms = append(forms, strings.Repeat("-", min(len(name), 2))+name)
		}
	}
	term := strings.TrimSpace(strings.Join(forms, ", ") + " " + kind)
	if _, again := f.(*cli.StringSliceFlag); again {
		term += " …"
	}
	return term
}

// helpColumns is the width of help, which fits any terminal.
const helpColumns = 80

// title returns the name of a section, as a page of the manual has it.
func (t topic) title(part string) string { return i18n.In(t.lang, "topic.title."+part) }

// heading returns the name of a section with its colon, as --help prints it.
func (t topic) heading(part string) string { return headed(t.lang, t.title(part)) }

// headed returns the name of a section with its colon.
func headed(lang, title string) string { return i18n.In(lang, "topic.heading", "title", title) }

// String returns the help as --help prints it.
func (t topic) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", t.heading("name"), indented(3, t.name+" - "+t.usage))
	fmt.Fprintf(&b, "%s\n%s", t.heading("usage"), indented(3, t.synopsis))
	parts := make([]string, len(t.description))
	for i, text := range t.description {
		parts[i] = indented(3, text)
	}
	if t.examples != "" {
		parts = append(parts, "      "+strings.ReplaceAll(t.examples, "\n", "\n      ")+"\n")
	}
	if len(parts) > 0 {
		fmt.Fprintf(&b, "\n%s\n%s", t.heading("description"), strings.Join(parts, "\n"))
	}
	b.WriteString(listed(t.lang, "commands", t.commands) + listed(t.lang, "options", t.flags))
	return b.String()
}

// widestTerm is the width of the widest term that shares a line with its text.
const widestTerm = 20

// listed returns a section with a list in two columns, or "" if it is empty.
func listed(lang, part string, list []entry) string {
	if len(list) == 0 {
		return ""
	}
	column := 0
	for _, e := range list {
		if width := runewidth.StringWidth(e.term); width <= widestTerm {
			column = max(column, width)
		}
	}
	var b strings.Builder
	b.WriteString("\n" + headed(lang, i18n.In(lang, "topic.title."+part)) + "\n")
	group := ""
	for _, e := range list {
		if e.group != group {
			group = e.group
			b.WriteString("\n" + headed(lang, group) + "\n")
		}
		text := indented(column+5, e.text)
		if width := runewidth.StringWidth(e.term); width <= column {
			text = "   " + e.term + text[3+width:]
		} else {
			text = indented(3, e.term) + text
		}
		b.WriteString(text)
	}
	return b.String()
}

// indented returns text wrapped to the width of help and indented by blanks.
func indented(blanks int, text string) string {
	margin := strings.Repeat(" ", blanks)
	var b strings.Builder
	for line := range strings.Lines(render.Wrap(text, helpColumns-blanks)) {
		b.WriteString(margin + line)
	}
	return b.String()
}

func helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Aliases:   []string{"h"},
		ArgsUsage: "[COMMAND [SUBCOMMAND] | WORD…]",
		UsageText: `hikyaku help move
hikyaku help time
hikyaku help --man | man -l -
mkdir -p ~/.local/share/man/man1 && hikyaku help --man \
   > ~/.local/share/man/man1/hikyaku.1
mkdir -p ~/.local/share/bash-completion/completions \
   && hikyaku help --completion bash \
   > ~/.local/share/bash-completion/completions/hikyaku
mkdir -p ~/.zfunc && hikyaku help --completion zsh > ~/.zfunc/_hikyaku
mkdir -p ~/.config/fish/completions && hikyaku help --completion fish \
   > ~/.config/fish/completions/hikyaku.fish`,
		Flags: []cli.Flag{boolFlag("man"), textFlag("completion")},
		Action: func(c *cli.Context) error {
			switch {
			case (c.Bool("man") || c.IsSet("completion")) && (c.NArg() > 0 || c.Bool("man") && c.IsSet("completion")):
				return usage("usage.help")
			case c.Bool("man"):
				_, err := io.WriteString(c.App.Writer, manual(language(c.App), c.App))
				return err
			case c.IsSet("completion"):
				return printCompletion(c, c.String("completion"))
			}
			return paged(help)(c)
		},
	}
}

func help(c *cli.Context) error {
	lang, words := language(c.App), strings.Fields(strings.Join(c.Args().Slice(), " "))
	if len(words) == 0 {
		_, err := io.WriteString(c.App.Writer, overview(lang, c.App))
		return err
	}
	t, commands := appTopic(lang, c.App), c.App.Commands
	for i, name := range words {
		command := commandline.CommandNamed(commands, name)
		if (command == nil || command.Hidden) && name != "options" {
			if i > 0 && len(commands) > 0 {
				return errNoCommand(commands, name, strings.Join(append([]string{"hikyaku help"}, words[:i]...), " "))
			}
			found := search(lang, c.App, words)
			if found == "" {
				return errNoHelp(lang, c.App, words)
			}
			_, err := io.WriteString(c.App.Writer, found)
			return err
		}
		if command != nil {
			t, commands = commandTopic(lang, t.name+" "+command.Name, command), command.Subcommands
		}
	}
	_, err := io.WriteString(c.App.Writer, t.String())
	return err
}

// subject is what a search of help can find: a command, option, setting or page.
// The group of an option is the option, and its term the command it belongs to.
type subject struct {
	entry
	title string // the last part of the key of the list's heading
	words string // what it is found by, in both languages
}

// subjects returns all that a search of help can find.
func subjects(lang string, a *cli.App) (list []subject) {
	for _, l := range i18n.Languages {
		for i, s := range subjectsIn(l, a) {
			switch {
			case len(list) == i:
				list = append(list, s)
			case l == lang:
				s.words += " " + list[i].words
				list[i] = s
			default:
				list[i].words += " " + s.words
			}
		}
	}
	return list
}

// subjectsIn returns all that a search of help can find by words of one language.
func subjectsIn(lang string, a *cli.App) (list []subject) {
	var add func(name string, flags []cli.Flag, commands []*cli.Command)
	add = func(name string, flags []cli.Flag, commands []*cli.Command) {
		for _, e := range flagEntries(lang, name, flags) {
			key := flagKey(name, commandline.FlagNamed(flags, strings.FieldsFunc(e.term, func(r rune) bool { return r == ',' || r == ' ' })[0]))
			list = append(list, subject{
				entry{strings.TrimPrefix(strings.TrimPrefix(name, a.Name), " "), e.text, e.term},
				"options", e.term + " " + e.text + " " + explain(lang, key+".words"),
			})
		}
		for _, c := range commands {
			if full := name + " " + c.Name; !c.Hidden {
				text := explain(lang, topicKey(full))
				list = append(list, subject{entry{full, text, ""}, "commands", c.Name + " " + text + " " + explain(lang, topicKey(full)+".words")})
				add(full, c.Flags, c.Subcommands)
			}
		}
	}
	shared := i18n.In(lang, "topic.shared")
	list = append(list, subject{entry{strings.Join([]string{a.Name, "help", "options"}, " "), shared, ""}, "commands", shared})
	add(a.Name, a.Flags, a.Commands)
	for _, name := range cfg.FieldNames() {
		if i18n.Has("settings.field." + name) {
			text := i18n.In(lang, "topic.setting", "name", i18n.T("settings.field."+name), "help", i18n.T("settings.help."+name))
			list = append(list, subject{entry{name, text, ""}, "settings", name + " " + text})
		}
	}
	for _, page := range docPages {
		ending := ".md"
		if lang == "ja" && page != "tour" { // which has both languages
			ending = ".ja.md"
		}
		text := explain(lang, "help.page."+page)
		list = append(list, subject{entry{"docs/" + page + ending, text, ""}, "pages", page + " " + text + " " + explain(lang, "help.page."+page+".words")})
	}
	return list
}

// search returns the commands, options, settings and pages that have all of words, or "".
func search(lang string, a *cli.App, words []string) string {
	found := map[string][]entry{}
	var wanted []*regexp.Regexp
	for _, word := range words {
		wanted = append(wanted, wordPattern(word))
	}
	for _, s := range subjects(lang, a) {
		if slices.ContainsFunc(wanted, func(word *regexp.Regexp) bool { return !word.MatchString(s.words) }) {
			continue
		}
		list := found[s.title]
		if same := slices.IndexFunc(list, func(e entry) bool { return s.group != "" && e.group == s.group && e.text == s.text }); same >= 0 {
			list[same].term += ", " + s.term // commands with the same option
			continue
		}
		found[s.title] = append(list, s.entry)
	}
	for i, e := range found["options"] {
		found["options"][i] = entry{term: strings.TrimSpace(e.term + " " + e.group), text: e.text}
	}
	var b strings.Builder
	for _, title := range []string{"commands", "options", "settings", "pages"} {
		b.WriteString(listed(lang, title, found[title]))
	}
	return strings.TrimPrefix(b.String(), "\n")
}

const (
	minPart    = 4 // bytes of the shortest part: shorter ones are grammar, or single kanji
	maxNearest = 5 // the number of subjects that errNoHelp names
)

// errNoHelp returns the error for words that no subject has together. It names
// those that have some of the words, or words like them. A word counts more, the
// fewer subjects have it, and twice if it is in the subject's name.
func errNoHelp(lang string, a *cli.App, words []string) error {
	all, given := subjects(lang, a), strings.Join(words, " ")
	// Parts of words are searched for on their own, such as undo and send in undo-send. Hiragana is mostly grammar.
	wordParts := regexp.MustCompile(`[\p{Han}々]+|[\p{Katakana}ー]+|[\p{Latin}\p{N}]+`)
	var known []string
	for _, s := range all {
		known = append(append(known, strings.Fields(s.words)...), wordParts.FindAllString(s.words, -1)...)
	}
	scores := make([]float64, len(all))
	add := func(word string) (found bool) {
		wanted := wordPattern(word)
		having := slices.DeleteFunc(slices.Clone(all), func(s subject) bool { return !wanted.MatchString(s.words) })
		for i, s := range all {
			for _, text := range []string{s.words, s.term + " " + s.group} {
				if len(having) > 0 && wanted.MatchString(text) {
					scores[i] += 1 / float64(len(having))
				}
			}
		}
		return len(having) > 0
	}
	for _, word := range words {
		if near := identity.Nearest(word, known); near != "" && len(word) >= minPart {
			add(near)
			continue
		}
		for _, part := range slices.Compact(append(wordParts.FindAllString(word, -1), word)) {
			for r := []rune(part); len(string(r)) >= minPart && !add(string(r)); r = r[:len(r)-1] {
			}
		}
	}
	var names []string
	for best := slices.Max(scores); best > 0 && len(names) < maxNearest; best = slices.Max(scores) {
		i := slices.Index(scores, best)
		scores[i] = 0
		if name := strings.TrimSpace(all[i].term + " " + all[i].group); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return usage("usage.help-word", "word", given)
	}
	return usage("usage.help-near", "word", given, "list", i18n.Names(names...))
}

// wordPattern matches a word, and words that begin with it, in the singular or plural.
func wordPattern(word string) *regexp.Regexp {
	if stem := strings.TrimSuffix(word, "s"); len(stem) > minStem {
		word = stem
	}
	pattern := regexp.QuoteMeta(word)
	if word[0] < utf8.RuneSelf {
		pattern = `\b` + pattern // Japanese has no blanks between words
	}
	return regexp.MustCompile(`(?i)` + pattern)
}

// minStem is the length above which a word is found without its plural s.
const minStem = 2

// manual returns the manual page in the format of man(7).
func manual(lang string, a *cli.App) string {
	var b strings.Builder
	t := appTopic(lang, a)
	made := time.Now()
	if date := newVersion().Date; date != nil {
		made = *date
	}
	fmt.Fprintf(&b, ".TH HIKYAKU 1 %s \"hikyaku %s\"\n", made.Format(time.DateOnly), version)
	if lang == "ja" {
		b.WriteString(".mso ja.tmac\n.ad l\n") // lets troff break lines between kanji without stretching them
	}
	fmt.Fprintf(&b, ".SH %s\n%s \\- %s\n", t.title("name"), t.name, roff(t.usage))
	fmt.Fprintf(&b, ".SH %s\n%s\n", t.title("synopsis"), roff(t.synopsis))
	fmt.Fprintf(&b, ".SH %s\n%s", t.title("description"), strings.TrimPrefix(manParagraphs(t), ".PP\n"))
	fmt.Fprintf(&b, ".SH %s\n%s.SH %s\n", t.title("options"), manEntries(t.flags), t.title("commands"))
	for _, c := range a.VisibleCommands() {
		manCommandTopics(&b, lang, t.name+" "+c.Name, c)
	}
	return b.String()
}

// manCommandTopics writes the section of a command and then those of its
// subcommands.
func manCommandTopics(b *strings.Builder, lang, name string, c *cli.Command) {
	t := commandTopic(lang, name, c)
	first, size := utf8.DecodeRuneInString(t.usage)
	usage := i18n.In(lang, "topic.sentence", "text", string(unicode.ToUpper(first))+t.usage[size:])
	fmt.Fprintf(b, ".SS %s\n%s\n%s%s", roff(t.synopsis), roff(usage), manParagraphs(t), manEntries(t.flags))
	for _, below := range c.Subcommands {
		manCommandTopics(b, lang, name+" "+below.Name, below)
	}
}

// manParagraphs returns the description and examples of a topic. They must
// follow a line of text.
func manParagraphs(t topic) string {
	var b strings.Builder
	for _, text := range t.description {
		b.WriteString(".PP\n" + roff(text) + "\n")
	}
	if t.examples != "" {
		fmt.Fprintf(&b, ".PP\n.RS 4\n.EX\n%s\n.EE\n.RE\n", roff(t.examples))
	}
	return b.String()
}

func manEntries(list []entry) string {
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(e.term), roff(e.text))
	}
	return b.String()
}

// roff escapes text so that troff prints it unchanged, with hyphens that can be
// copied.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
