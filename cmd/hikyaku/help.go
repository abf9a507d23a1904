package main

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/mattn/go-runewidth"
	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// The texts of help are in the catalogue: that of hikyaku move under help.move,
// its description under help.move.about, and that of its flag --seat under
// help.move.flag.seat, or help.flag.seat if several commands share the flag. A
// command itself contains only its examples, as UsageText.

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

// entry is a line of a list: a command or flag, and what it does.
type entry struct{ term, text string }

func appTopic(lang string, a *cli.App) topic {
	synopsis := []string{a.Name, "COMMAND", i18n.In(lang, "topic.options"), i18n.In(lang, "topic.arguments")}
	return topic{
		lang, a.Name, explain(lang, topicKey(a.Name)), strings.Join(synopsis, " "), paragraphs(lang, a.Name), "",
		commandEntries(lang, a.Name, a.Commands), flagEntries(lang, a.Name, a.Flags),
	}
}

// commandTopic returns the topic of c, whose full name is name.
func commandTopic(lang, name string, c *cli.Command) topic {
	synopsis := name
	switch {
	case len(c.Subcommands) > 0:
		synopsis += " COMMAND"
	case len(c.Flags) > 0:
		synopsis += " " + i18n.In(lang, "topic.options")
	}
	return topic{
		lang, name, explain(lang, topicKey(name)), strings.TrimSpace(synopsis + " " + c.ArgsUsage), paragraphs(lang, name), c.UsageText,
		commandEntries(lang, name, c.Subcommands), flagEntries(lang, name, c.Flags),
	}
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
			list = append(list, entry{strings.Join(c.Names(), ", "), explain(lang, topicKey(name+" "+c.Name))})
		}
	}
	return list
}

// flagEntries lists the flags of the command called name.
func flagEntries(lang, name string, flags []cli.Flag) (list []entry) {
	for _, f := range flags {
		kind, text := flagText(lang, name, f)
		if value := flagDefault(lang, name, f); value != "" {
			text = i18n.In(lang, "topic.default", "text", text, "value", value)
		}
		for _, variable := range f.(cli.DocGenerationFlag).GetEnvVars() {
			text += " [$" + variable + "]"
		}
		list = append(list, entry{flagTerm(f, kind), text})
	}
	return list
}

// flagText returns the text of a flag of the command called name, and the kind
// of its value, which the text has in backquotes.
func flagText(lang, name string, f cli.Flag) (kind, text string) {
	text = explain(lang, flagKey(name, f))
	_, kind, _ = strings.Cut(text, "`")
	kind, _, _ = strings.Cut(kind, "`")
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
		dashes := strings.Repeat("-", min(len(name), 2))
		forms = append(forms, strings.TrimSpace(dashes+name+" "+kind))
	}
	if _, again := f.(*cli.StringSliceFlag); again {
		forms[len(forms)-1] += " …"
	}
	return strings.Join(forms, ", ")
}

// helpColumns is the width of help, which fits any terminal.
const helpColumns = 80

// title returns the heading of a section.
func (t topic) title(part string) string { return i18n.In(t.lang, "topic.title."+part) }

// String returns the help as --help prints it.
func (t topic) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:\n%s\n", t.title("name"), indented(3, t.name+" - "+t.usage))
	fmt.Fprintf(&b, "%s:\n%s", t.title("usage"), indented(3, t.synopsis))
	parts := make([]string, len(t.description))
	for i, text := range t.description {
		parts[i] = indented(3, text)
	}
	if t.examples != "" {
		parts = append(parts, "      "+strings.ReplaceAll(t.examples, "\n", "\n      ")+"\n")
	}
	if len(parts) > 0 {
		fmt.Fprintf(&b, "\n%s:\n%s", t.title("description"), strings.Join(parts, "\n"))
	}
	b.WriteString(listed(t.title("commands"), t.commands) + listed(t.title("options"), t.flags))
	return b.String()
}

// widestTerm is the width of the widest term that shares a line with its text.
const widestTerm = 20

// listed returns a list in two columns under a heading, or "" if it is empty.
func listed(heading string, list []entry) string {
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
	b.WriteString("\n" + heading + ":\n")
	for _, e := range list {
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
		ArgsUsage: "[COMMAND [SUBCOMMAND]]",
		UsageText: `hikyaku help move
hikyaku help --man | man -l -
hikyaku help --man > ~/.local/share/man/man1/hikyaku.1
hikyaku help --completion bash \
   > ~/.local/share/bash-completion/completions/hikyaku
hikyaku help --completion zsh > ~/.zfunc/_hikyaku
hikyaku help --completion fish > ~/.config/fish/completions/hikyaku.fish`,
		Flags: []cli.Flag{&cli.BoolFlag{Name: "man"}, &cli.StringFlag{Name: "completion"}},
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
	lang := language(c.App)
	t, commands := appTopic(lang, c.App), c.App.Commands
	for _, name := range c.Args().Slice() {
		command := commandNamed(commands, name)
		if command == nil || command.Hidden {
			return errNoCommand(commands, name)
		}
		t, commands = commandTopic(lang, t.name+" "+command.Name, command), command.Subcommands
	}
	_, err := io.WriteString(c.App.Writer, t.String())
	return err
}

// printHelp prints the help of an app or command. The library calls it for
// --help.
func printHelp(w io.Writer, lang string, data any) error {
	t := topic{}
	switch data := data.(type) {
	case *cli.App:
		t = appTopic(lang, data)
	case *cli.Command:
		t = commandTopic(lang, data.HelpName, data)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// printBeginning prints what to type first.
func printBeginning(c *cli.Context) error {
	_, err := fmt.Fprintln(c.App.Writer, i18n.In(language(c.App), "help.begin"))
	return err
}
