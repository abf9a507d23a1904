package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"github.com/adrg/xdg"
)

var updateTour = flag.Bool("update-tour", false, "write what the commands of docs/tour.md print into it")

// tourFile is the tour. Its fenced blocks hold commands of players and what they print.
const tourFile = "../../docs/tour.md"

// japaneseTour is the line with which the part in Japanese begins.
const japaneseTour = "\n# はじめての飛脚\n"

// TestTour plays docs/tour.md, once in each language, and wants every command to print what stands below it.
func TestTour(t *testing.T) {
	written, err := os.ReadFile(tourFile)
	if err != nil {
		t.Fatal(err)
	}
	english, japanese, ok := strings.Cut(string(written), japaneseTour)
	if !ok {
		t.Fatalf("%s has no part in Japanese", tourFile)
	}
	cryptotest.SetGlobalRandom(t, 1)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt) // the first call may not be one inside of synctest.Test
	signal.Stop(signals)
	played := playTour(t, "C.UTF-8", english) + playTour(t, "ja_JP.UTF-8", japaneseTour+japanese)
	if *updateTour {
		if err := os.WriteFile(tourFile, []byte(played), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was := strings.Split(string(written), "\n")
	for i, line := range strings.Split(played, "\n") {
		if i >= len(was) || line != was[i] {
			t.Fatalf("%s:%d: the commands now print\n\t%s\ninstead of\n\t%s\n(-update-tour writes it anew)", tourFile, i+1, line, strings.Join(was[min(i, len(was)):min(i+1, len(was))], ""))
		}
	}
	if len(was) != strings.Count(played, "\n")+1 {
		t.Errorf("%s is longer than what the commands print", tourFile)
	}
}

// tourLines is how long the tour may be in one language.
const tourLines = 165

// playTour plays the commands in text, in homes of their own with the clock at the same time, and returns text with what
// they print.
func playTour(t *testing.T, locale, text string) string {
	if n := strings.Count(text, "\n"); n > tourLines && !*updateTour {
		t.Errorf("the tour has %d lines in %s: at most %d", n, locale, tourLines)
	}
	// A prompt has the name of who types behind it.
	prompt := regexp.MustCompile(`^(\w+)\$ hikyaku( .*)?\n`)
	var b strings.Builder
	synctest.Test(t, func(t *testing.T) {
		t.Setenv("LC_ALL", locale)
		root, fenced := t.TempDir(), false
		time.Sleep(time.Until(time.Date(2027, 1, 2, 18, 0, 0, 0, time.UTC)))
		for line := range strings.Lines(text) {
			typed := prompt.FindStringSubmatch(line)
			if fence := strings.HasPrefix(line, "```"); fence {
				fenced = !fenced
			} else if fenced && typed == nil {
				continue // printed by the last run
			}
			b.WriteString(line)
			if fenced && typed != nil {
				b.WriteString(typeCommand(t, root, typed[1], typed[2]))
				time.Sleep(time.Minute)
			}
		}
	})
	return b.String()
}

// typeCommand lets a player type a command at home, a folder below root, and returns what it prints. Files are named as if
// root were that of the file system.
func typeCommand(t *testing.T, root, player, line string) string {
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
	args := []string{"hikyaku"}
	for _, word := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		arg := word[1] + word[2]
		if strings.HasPrefix(arg, "/") {
			arg = root + arg
		}
		args = append(args, arg)
	}
	var out bytes.Buffer
	app := newApp()
	app.Reader, app.Writer, app.ErrWriter = strings.NewReader(""), &out, &out
	runApp(context.Background(), app, args)
	return strings.ReplaceAll(out.String(), root, "")
}
