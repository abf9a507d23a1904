package main

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
)

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
