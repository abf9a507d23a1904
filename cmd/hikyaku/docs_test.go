package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"github.com/adrg/xdg"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
)

var updateDocs = flag.Bool("update-docs", false, "write what commands print into the pages of docs that show it")

// docs is where the pages lie.
const docs = "../../docs/"

// tourLines is how long the tour may be in one language.
const tourLines = 200

// locales are what players in each language have in LC_ALL.
var locales = map[string]string{"en": "C.UTF-8", "ja": "ja_JP.UTF-8"}

// TestTour plays docs/tour.md, once in each language, and wants every command to print what stands below it.
func TestTour(t *testing.T) {
	wantPage(t, docs+"tour.md", func(written string) string {
		begins := "\n# はじめてのhikyaku\n"
		english, japanese, ok := strings.Cut(written, begins)
		if !ok {
			t.Fatal("the tour has no part in Japanese")
		}
		t.Run("help", func(t *testing.T) { // a test of its own, which returns to this folder
			wantHelped(t, english)
			wantHelped(t, japanese)
		})
		played := playPage(t, "en", english) + playPage(t, "ja", begins+japanese)
		if lines := strings.Count(played, "\n"); lines > 2*tourLines {
			t.Errorf("the tour has %d lines: at most %d", lines, 2*tourLines)
		}
		return played
	})
}

// wantHelped wants every command that a page names besides those it plays to be explained, and play, board and learn to be
// among them.
func wantHelped(t *testing.T, page string) {
	named := regexp.MustCompile("`hikyaku ([a-z]+)( [^`]*)?`").FindAllStringSubmatch(page, -1)
	known := map[string]bool{}
	for _, n := range named {
		known[n[1]] = true
		if printed, status := typeCommand(t, t.TempDir(), "home", "help "+n[1]); status != statusDone {
			t.Errorf("hikyaku help %s: %s", n[1], printed)
		}
		if game := strings.TrimSpace(n[2]); n[1] == "learn" {
			if _, _, err := gameNamed(game); err != nil {
				t.Errorf("hikyaku learn %s: %v", game, err)
			}
		}
	}
	for _, way := range []string{"play", "board", "learn"} {
		if !known[way] {
			t.Errorf("the tour does not name hikyaku %s", way)
		}
	}
}

// readmeLines is the maximum length of the README, with a line for each game.
var readmeLines = 114 + len(all.Games)

// mailSetUp sets up mail for the two players of the README, who share a folder instead.
const mailSetUp = "```console\nalice$ hikyaku setup -q --name Alice --address alice@example.org --exchange /media/club --create\n" +
	"bob$ hikyaku setup -q --name Bob --address bob@example.org --exchange /media/club\n```\n"

// TestReadme plays the README in each language.
func TestReadme(t *testing.T) {
	for lang, file := range map[string]string{"en": "../../README.md", "ja": "../../README.ja.md"} {
		t.Run(lang, func(t *testing.T) {
			wantPage(t, file, func(written string) string {
				if lines := strings.Count(written, "\n"); lines > readmeLines {
					t.Errorf("%s has %d lines: at most %d", file, lines, readmeLines)
				}
				return strings.TrimPrefix(playPage(t, lang, mailSetUp+written), mailSetUp)
			})
		})
	}
}

// TestPages plays every other page that has commands after a prompt in a fence.
func TestPages(t *testing.T) {
	files, err := filepath.Glob(docs + "*.md")
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, file := range files {
		lang := "en"
		name, japanese := strings.CutSuffix(strings.TrimSuffix(filepath.Base(file), ".md"), ".ja")
		if japanese {
			lang = "ja"
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if name == "tour" || all.Game(name) != nil || !regexp.MustCompile("(?m)^```(console)?\n\\w*\\$ hikyaku").Match(text) {
			continue
		}
		played++
		t.Run(name+"."+lang, func(t *testing.T) {
			wantPage(t, file, func(written string) string { return playPage(t, lang, written) })
		})
	}
	if played == 0 {
		t.Error("no page has commands")
	}
}

// TestGamePages plays the page of every game in each language, and wants it to list the options as they are.
func TestGamePages(t *testing.T) {
	for _, g := range all.Games {
		for lang, ending := range map[string]string{"en": ".md", "ja": ".ja.md"} {
			t.Run(g.Name+ending, func(t *testing.T) {
				if _, err := os.Stat(docs + g.Name + ending); err != nil {
					t.Fatalf("docs/%s is still to be written, like docs/quoridor%s, and to be linked from README%s and docs/README%s", g.Name+ending, ending, ending, ending)
				}
				wantPage(t, docs+g.Name+ending, func(written string) string {
					return playPage(t, lang, listOptions(written, describeOptions(g, lang)))
				})
				readme, err := os.ReadFile("../../README" + ending)
				if err != nil || !strings.Contains(string(readme), "(docs/"+g.Name+ending+")") {
					t.Errorf("the README does not name the page: %v", err)
				}
				wantCommands(t, docs+g.Name+ending)
			})
		}
	}
}

// wantCommands wants what a page says of beginning a match and of reading a rule to be possible.
func wantCommands(t *testing.T, file string) {
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("`hikyaku( (?:new|rules) [^`]*)`").FindAllSubmatch(page, -1)
	for _, command := range found {
		if printed, status := typeCommand(t, t.TempDir(), "home", string(command[1])); status != statusDone {
			t.Errorf("%s: %s: %s", file, command[0], printed)
		}
	}
	if len(found) == 0 {
		t.Errorf("%s names no rule to read", file)
	}
}

// optionRow begins a row that lists an option.
const optionRow = "| `--set "

// describeOptions returns the rows that list the options of a game.
func describeOptions(g *engine.Game, lang string) string {
	var b strings.Builder
	for _, o := range g.Options {
		var values []string
		for _, value := range o.Values {
			text := "`" + value + "`"
			if value == o.Default {
				text = "**" + text + "**"
			}
			if name := o.Name(value).In(lang); name != value {
				text += " " + name
			}
			values = append(values, text)
		}
		fmt.Fprintf(&b, "%s%s` | %s | %s |\n", optionRow, o.Key, o.Title.In(lang), i18n.Text{En: strings.Join(values, "; "), Ja: strings.Join(values, "、")}.In(lang))
	}
	return b.String()
}

// listOptions returns a page with rows instead of those of its table of options.
func listOptions(page, rows string) string {
	before, after, found := strings.Cut(page, "\n|---|---|---|\n")
	if !found || rows == "" {
		return page
	}
	for strings.HasPrefix(after, optionRow) {
		_, after, _ = strings.Cut(after, "\n")
	}
	return before + "\n|---|---|---|\n" + rows + after
}

// wantPage wants a page to be as it is made from what is written, and writes it with -update-docs.
func wantPage(t *testing.T, file string, remake func(written string) string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cryptotest.SetGlobalRandom(t, 1)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt) // the first call may not be one inside of synctest.Test
	signal.Stop(signals)
	made := remake(string(data))
	if *updateDocs {
		if err := os.WriteFile(file, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, is := strings.Split(string(data), "\n"), strings.Split(made, "\n")
	for i := range min(len(was), len(is)) {
		if was[i] != is[i] {
			t.Fatalf("%s:%d is\n\t%s\nand would now be\n\t%s\n(-update-docs writes it anew)", file, i+1, was[i], is[i])
		}
	}
	if len(was) != len(is) {
		t.Errorf("%s has %d lines and would now have %d", file, len(was), len(is))
	}
}

// playPage runs the commands of a page, with a home for each player and the clock always at the same time, and returns the page
// with what they print. In a fence called console the output is left out, and every command must succeed.
func playPage(t *testing.T, lang, text string) string {
	prompt := regexp.MustCompile(`^(\w*)\$ hikyaku( .*)?\n`) // who types stands before it
	var b strings.Builder
	synctest.Test(t, func(t *testing.T) {
		t.Setenv("LC_ALL", locales[lang])
		root, fence := t.TempDir(), ""
		time.Sleep(time.Until(time.Date(2027, 1, 2, 18, 0, 0, 0, time.UTC)))
		for line := range strings.Lines(text) {
			typed := prompt.FindStringSubmatch(line)
			switch {
			case strings.HasPrefix(line, "```") && fence == "":
				fence = line
			case strings.HasPrefix(line, "```"):
				fence = ""
			case fence == "```\n" && typed == nil:
				continue // printed by the last run
			}
			b.WriteString(line)
			if fence != "" && typed != nil {
				printed, status := typeCommand(t, root, typed[1], atTerminal(typed[2]))
				if fence == "```\n" {
					b.WriteString(printed)
				} else if status != statusDone {
					t.Errorf("%s%s", line, printed)
				}
				time.Sleep(time.Minute)
			}
		}
	})
	return b.String()
}

// atTerminal returns a line that shows elsewhere what the command shows at a terminal: a board too.
func atTerminal(line string) string {
	command, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	if slices.Contains(strings.Fields("move throw undo resign draw accept clock say settle"), command) {
		return line + " --board"
	}
	return line
}

// typeCommand lets a player type a command at home, a folder below root, and returns what it prints and the exit status. Files are named as if
// root were that of the file system.
func typeCommand(t *testing.T, root, player, line string) (printed string, status int) {
	home := filepath.Join(root, "home", player)
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	for folder, below := range map[string]string{"CONFIG": ".config", "STATE": ".local/state", "DATA": ".local/share"} {
		t.Setenv("XDG_"+folder+"_HOME", filepath.Join(home, below))
	}
	t.Chdir(home)
	xdg.Reload()
	var args []string
	for _, word := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		arg := word[1] + word[2]
		if strings.HasPrefix(arg, "/") {
			arg = root + arg
		}
		args = append(args, arg)
	}
	var out bytes.Buffer
	status = runHere(t.Context(), "", &out, &out, args...)
	return strings.ReplaceAll(out.String(), root, ""), status
}
