package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
)

func manCommand() *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "print the manual page",
		Description: `The manual says what --help says of every command.

   hikyaku man | man -l -
   hikyaku man > ~/.local/share/man/man1/hikyaku.1`,
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 0, 0); err != nil {
				return err
			}
			_, err := io.WriteString(c.App.Writer, manual(c.App))
			return err
		},
	}
}

// manual returns the manual page, as man(7) describes the format.
func manual(a *cli.App) string {
	var b strings.Builder
	t := appTopic(a)
	fmt.Fprintf(&b, ".TH HIKYAKU 1 %s \"hikyaku %s\"\n", commitTime(time.Now()).Format(time.DateOnly), version)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n%s\n.SH DESCRIPTION\n", t.name, roff(t.usage), roff(t.synopsis))
	b.WriteString(strings.TrimPrefix(manParagraphs(t.description), ".PP\n") + ".SH OPTIONS\n" + manEntries(t.flags) + ".SH COMMANDS\n")
	for _, c := range a.VisibleCommands() {
		manCommandTopics(&b, t.name+" "+c.Name, c)
	}
	return b.String()
}

// manCommandTopics writes the section of a command, then those of the commands below it.
func manCommandTopics(b *strings.Builder, name string, c *cli.Command) {
	t := commandTopic(name, c)
	usage := strings.ToUpper(t.usage[:1]) + t.usage[1:]
	fmt.Fprintf(b, ".SS %s\n%s.\n%s%s", roff(t.synopsis), roff(usage), manParagraphs(t.description), manEntries(t.flags))
	for _, below := range c.Subcommands {
		manCommandTopics(b, name+" "+below.Name, below)
	}
}

// manParagraphs returns a description, which follows a line of text.
func manParagraphs(list []passage) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(".PP\n")
		if p.example {
			fmt.Fprintf(&b, ".RS 4\n.EX\n%s\n.EE\n.RE\n", roff(p.text))
		} else {
			b.WriteString(roff(p.text) + "\n")
		}
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

// roff returns text so that troff prints it as it is, hyphens as those that are typed.
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
