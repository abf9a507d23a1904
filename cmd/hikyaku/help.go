package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/urfave/cli/v2"

	"hikyaku/render"
	"hikyaku/words"
)

// topic is what --help and the manual say of a command.
type topic struct {
	name        string // with the commands above it
	usage       string
	synopsis    string
	description []passage
	commands    []entry
	flags       []entry
}

// passage is running text on one line, or an example, whose lines stay as they are.
type passage struct {
	text    string
	example bool
}

// entry is a line of a list: a command or a flag, and what it does.
type entry struct{ term, text string }

func appTopic(a *cli.App) topic {
	return topic{a.Name, a.Usage, a.UsageText, passages(a.Description), commandEntries(a.Commands), flagEntries(a.Flags)}
}

// commandTopic returns the topic of a command that is typed as name.
func commandTopic(name string, c *cli.Command) topic {
	synopsis := name
	switch {
	case len(c.Subcommands) > 0:
		synopsis += " COMMAND"
	case len(c.Flags) > 0:
		synopsis += " [options]"
	}
	return topic{
		name, c.Usage, strings.TrimSpace(synopsis + " " + c.ArgsUsage), passages(c.Description),
		commandEntries(c.Subcommands), flagEntries(c.Flags),
	}
}

// passages takes a description apart. Lines that begin with a blank are an example.
func passages(text string) (list []passage) {
	begun := false // the last of list goes on
	for line := range strings.SplitSeq(text, "\n") {
		shown := strings.TrimPrefix(line, "   ")
		example := strings.HasPrefix(line, " ")
		last := len(list) - 1
		switch {
		case line == "":
			begun = false
		case !begun || list[last].example != example:
			list, begun = append(list, passage{shown, example}), true
		case example:
			list[last].text += "\n" + shown
		default:
			list[last].text += " " + shown
		}
	}
	return list
}

func commandEntries(commands []*cli.Command) (list []entry) {
	for _, c := range commands {
		if !c.Hidden {
			list = append(list, entry{strings.Join(c.Names(), ", "), c.Usage})
		}
	}
	return list
}

// flagEntries leaves out the default of flags that are either given or not, and marks those that may be given again.
func flagEntries(flags []cli.Flag) (list []entry) {
	for _, f := range flags {
		term, text, _ := strings.Cut(f.String(), "\t")
		if once, _, repeated := strings.Cut(term, " [ "); repeated {
			term = once + " …"
		}
		list = append(list, entry{term, strings.TrimSuffix(text, " (default: false)")})
	}
	return list
}

// helpColumns is the width of help: what fits any terminal.
const helpColumns = 80

// String returns the help as --help prints it.
func (t topic) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "NAME:\n%s\nUSAGE:\n%s", indented(3, t.name+" - "+t.usage), indented(3, t.synopsis))
	for i, p := range t.description {
		if i == 0 {
			b.WriteString("\nDESCRIPTION:")
		}
		b.WriteString("\n")
		if p.example {
			b.WriteString("      " + strings.ReplaceAll(p.text, "\n", "\n      ") + "\n")
		} else {
			b.WriteString(indented(3, p.text))
		}
	}
	b.WriteString(listed("COMMANDS", t.commands) + listed("OPTIONS", t.flags))
	return b.String()
}

// widestTerm is the width of the widest term with its text on the same line.
const widestTerm = 20

// listed returns a list in two columns under a heading, nothing without entries.
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

// indented returns text wrapped to the width of help, behind so many blanks.
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
		Name:        "help",
		Aliases:     []string{"h"},
		Usage:       "list the commands, or explain one",
		ArgsUsage:   "[COMMAND [SUBCOMMAND]]",
		Description: "   hikyaku help move",
		Action:      paged(help),
	}
}

func help(c *cli.Context) error {
	t, commands := appTopic(c.App), c.App.Commands
	for _, name := range c.Args().Slice() {
		command := commandNamed(commands, name)
		if command == nil {
			return errNoCommand(commands, name)
		}
		t, commands = commandTopic(t.name+" "+command.Name, command), command.Subcommands
	}
	_, err := io.WriteString(c.App.Writer, t.String())
	return err
}

// printHelp is what the library calls for --help.
func printHelp(w io.Writer, data any) error {
	t := topic{}
	switch data := data.(type) {
	case *cli.App:
		t = appTopic(data)
	case *cli.Command:
		t = commandTopic(data.HelpName, data)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// printBeginning prints what a newcomer needs.
func printBeginning(c *cli.Context) error {
	_, err := fmt.Fprintln(c.App.Writer, words.In(language(c.App), "help.begin"))
	return err
}
