package main

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// inProcess runs a command line in this process, with a file for its output.
func inProcess(t *testing.T, out io.Writer, args ...string) (said string, status int) {
	t.Helper()
	var stderr bytes.Buffer
	status = runHere(t.Context(), "", out, &stderr, args...)
	return stderr.String(), status
}

// examplesOf returns the examples of the help as arguments, except those of some commands.
func examplesOf(except ...string) (list [][]string) {
	commands := commandsByName(newApp())
	for _, name := range slices.Sorted(maps.Keys(commands)) {
		for line := range strings.Lines(strings.ReplaceAll(commands[name].UsageText, "\\\n", " ")) {
			quoted := rune(0)
			words := strings.FieldsFunc(line, func(c rune) bool {
				switch {
				case c == quoted:
					quoted = 0
					return true
				case quoted == 0 && (c == '\'' || c == '"'):
					quoted = c
					return true
				}
				return quoted == 0 && (c == ' ' || c == '\n')
			})
			if len(words) > 1 && words[0] == "hikyaku" && !slices.ContainsFunc(except, func(begin string) bool { return strings.HasPrefix(strings.Join(words[1:], " ")+" ", begin+" ") }) && !strings.ContainsAny(line, "|><") {
				list = append(list, words[1:])
			}
		}
	}
	return list
}

// TestBrokenConfiguration wants every command that uses the configuration to report an error in it.
func TestBrokenConfiguration(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("broken.yaml", []byte("name: [\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	examples := examplesOf("demo", "engine", "help", "learn", "play", "rules", "show --game", "themes", "try", "version")
	for _, args := range append(examples, []string{"show", "--game", "shogi", "-o", "board.json"}) {
		said, status := inProcess(t, io.Discard, append([]string{"--config", "broken.yaml"}, args...)...)
		if status != statusFailed || !strings.Contains(said, "broken.yaml") {
			t.Errorf("%q exits with %d and prints %q", args, status, said)
		}
	}
}

// twoHomes makes a folder in which Alice and Bob play by mail, and which holds the files that the examples of the help name.
func twoHomes(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.Mkdir("post", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"alice", "bob"} {
		text := "name: " + name + "\naddress: " + name + "@example.org\nfolder: " + name + "\nstate: " + name + "/state\nsecret: " + name + "/secret\nexchange: post\npicture: false\n"
		if err := os.WriteFile(name+".yaml", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"bob poll", "alice invite quoridor bob@example.org --seat 1", "bob poll", "bob accept", "alice poll", "alice move bob e2 --send", "bob poll", "bob move alice e8 --send", "alice poll",
		"alice new quoridor -o match.kif", "alice move match.kif e2", "alice move match.kif e8",
	} {
		words := strings.Fields(line)
		if said, status := inProcess(t, io.Discard, append([]string{"--config", words[0] + ".yaml"}, words[1:]...)...); status != statusDone {
			t.Fatalf("%s: %d %s", line, status, said)
		}
	}
}

// TestNoRecord wants every command to report a record that is missing or damaged, and to write nothing.
func TestNoRecord(t *testing.T) {
	twoHomes(t)
	if err := os.Remove("match.kif"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{statusFailed, statusRecord} {
		if want == statusRecord {
			if err := os.WriteFile("match.kif", []byte("手合割：コリドール\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range examplesOf("demo", "new", "play") {
			if !slices.Contains(args, "match.kif") {
				continue
			}
			files := filesHere(t)
			var out bytes.Buffer
			said, status := inProcess(t, &out, append([]string{"--config", "alice.yaml"}, args...)...)
			if said = out.String() + said; status != want || !strings.Contains(said, "match.kif") {
				t.Errorf("%q exits with %d and prints %q", args, status, said)
			}
			if now := filesHere(t); !slices.Equal(now, files) {
				t.Errorf("%q leaves %v, want %v", args, now, files)
			}
		}
	}
}

// filesHere lists the files below the current folder.
func filesHere(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		files = append(files, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// full is a file on a disk with room for some writes.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room--; f.room < 0 {
		return 0, syscall.ENOSPC
	}
	return len(p), nil
}

// TestOutputOnAFullDisk wants commands to report that they could not print everything, or write the file of --output.
func TestOutputOnAFullDisk(t *testing.T) {
	twoHomes(t)
	run := func(room int, line string) (said string, status int) {
		return inProcess(t, &full{room}, append([]string{"--config", "alice.yaml"}, strings.Fields(line)...)...)
	}
	for _, line := range []string{
		"check match.kif", "help move", "matches", "matches --waiting", "moves match.kif", "moves match.kif --json --touches", "play --replay match.kif",
		"rules", "rules quoridor", "rules quoridor wall.blocks-path", "show match.kif", "show match.kif --spoken", "show --game shogi", "themes", "themes dark",
		"try --game quoridor e2 e8 e3h", "try match.kif e3", "version", "matches --json", "show match.kif --json", "convert match.kif - --to text --lossy",
	} {
		for room := 0; ; room++ {
			said, status := run(room, line)
			if status == statusDone && room > 0 {
				break
			}
			if status != statusFailed || !strings.Contains(said, "the disk is full") {
				t.Errorf("%s exits with %d and prints %q", line, status, said)
				break
			}
		}
	}
	for _, line := range []string{
		"move match.kif e3", "undo match.kif", "note bob Good", "note bob --remove 1", "block mallory@example.org", "block --remove mallory@example.org", "new quoridor",
		"undo bob --ask --send", "say bob Hello --send", "resign bob --send", "invite --rematch bob", "convert match.kif new.kif", "show match.kif -o board.svg",
		"show match.kif --play -o turn.html", "rules quoridor wall.blocks-path -o diagram.svg",
	} {
		if said, status := run(0, line); status != statusFailed || !strings.Contains(said, "the disk is full") {
			t.Errorf("%s exits with %d and prints %q", line, status, said)
		}
	}
	for _, line := range []string{
		"new quoridor -o no/match.kif", "convert match.kif no/match.kif", "show match.kif -o no/board.png", "show match.kif -o no/board.svg", "show match.kif --play -o no/turn.html",
		"show match.kif --card -o no/card.png", "rules quoridor wall.blocks-path -o no/diagram.svg", "try match.kif e3 -o no/line.svg", "show --game shogi -o no/board.svg",
	} {
		if said, status := run(9, line); status != statusFailed || !strings.Contains(said, "no/") {
			t.Errorf("%s exits with %d and prints %q", line, status, said)
		}
	}
}

// TestSenselessOptions wants commands to name an option or its value that makes no sense, and to change nothing.
func TestSenselessOptions(t *testing.T) {
	twoHomes(t)
	record, err := os.ReadFile("match.kif")
	if err != nil {
		t.Fatal(err)
	}
	files := filesHere(t)
	for command, options := range map[string]string{
		"accept bob":                        "substitute",
		"analyse match.kif":                 "level nodes memory output size",
		"analyse match.kif -o graph.svg":    "theme",
		"convert match.kif new.kif":         "from to entry",
		"decline bob":                       "set seat",
		"help":                              "completion",
		"invite quoridor carol@example.org": "set seat time observer delay",
		"invite quoridor carol@example.org --time 3d": "rest",
		"matches --over":                       "since",
		"move match.kif e3":                    "seat throw",
		"moves match.kif":                      "at",
		"new quoridor -o new.kif":              "set position seat time against rest",
		"note match.kif":                       "at line remove",
		"play --replay match.kif":              "at colour pieces",
		"poll":                                 "every",
		"puzzle alice":                         "show nodes",
		"resign match.kif":                     "seat",
		"rules quoridor wall.crosses -o d.svg": "theme size pieces",
		"settle bob":                           "take",
		"show match.kif":                       "at format delay colour pieces",
		"show match.kif -o board.svg":          "theme size zoom mark arrow number letter pieces at",
		"show match.kif -o board.png":          "scale size theme zoom",
		"show --game shogi -o board.svg":       "position set pieces zoom",
		"try match.kif e3":                     "game at colour pieces line",
		"try match.kif e3 -o board.svg":        "theme size zoom mark arrow number letter line",
		"try --game quoridor e2 --json":        "set",
		"undo match.kif":                       "to",
		"clock away bob":                       "time",
		"board match.kif":                      "listen",
		"matches":                              "folder",
	} {
		for _, option := range strings.Fields(options) {
			args := append(append([]string{"--config", "alice.yaml"}, strings.Fields(command)...), "--"+option, "?!")
			said, status := inProcess(t, io.Discard, args...)
			if status == statusDone || status > statusRejected || !strings.Contains(said, "?!") && !strings.Contains(said, "--"+option) {
				t.Errorf("%s --%s exits with %d and prints %q", command, option, status, said)
			}
		}
	}
	if now := filesHere(t); !slices.Equal(now, files) {
		t.Errorf("there are %v, want %v", now, files)
	}
	if now, err := os.ReadFile("match.kif"); err != nil || !bytes.Equal(now, record) {
		t.Errorf("the record has changed: %v", err)
	}
}
