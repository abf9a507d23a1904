package main

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/urfave/cli/v2"

	"hikyaku/words"
)

// helps returns what help says of the app and of every command, by its name.
func helps(a *cli.App) map[string]string {
	texts := map[string]string{a.Name: appTopic(a).String()}
	var add func(name string, commands []*cli.Command)
	add = func(above string, commands []*cli.Command) {
		for _, c := range commands {
			name := above + " " + c.Name
			texts[name] = commandTopic(name, c).String()
			add(name, c.Subcommands)
		}
	}
	add(a.Name, a.VisibleCommands())
	return texts
}

// TestHelpFits wants every line of help to fit a terminal of 80 columns.
func TestHelpFits(t *testing.T) {
	texts := helps(newApp())
	if len(texts) < 40 {
		t.Errorf("%d texts of help", len(texts))
	}
	for _, lang := range words.Languages {
		texts["hikyaku alone, "+lang] = words.In(lang, "help.begin")
	}
	for name, text := range texts {
		for line := range strings.Lines(text) {
			if width := runewidth.StringWidth(strings.TrimRight(line, "\n")); width > helpColumns {
				t.Errorf("%s: %d columns: %s", name, width, line)
			}
		}
	}
}

// TestManual wants the manual to hold all that help says, in lines that troff takes for text or for macros that we mean.
func TestManual(t *testing.T) {
	a := newApp()
	page := manual(a)
	plain := strings.NewReplacer(`\-`, "-", `\e`, `\`, `\&`, "").Replace(page)
	for name := range helps(a) {
		if !strings.Contains(plain, "\n.SS "+name) && name != "hikyaku" {
			t.Errorf("the manual lacks %s", name)
		}
	}
	for _, c := range a.VisibleCommands() {
		for _, e := range flagEntries(c.Flags) {
			if !strings.Contains(plain, "\n.B "+e.term+"\n"+e.text+"\n") {
				t.Errorf("%s: the manual lacks %s", c.Name, e.term)
			}
		}
	}
	macros := " TH SH SS PP TP B RS RE EX EE "
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
