package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// target is an operating system and a processor, by their names in Go.
type target struct{ system, processor string }

func (t target) String() string { return t.system + "/" + t.processor }

// The programs. A club runs on servers, so it is built for Linux alone.
const (
	player = "hikyaku"
	club   = "hikyaku-club"
)

// file returns the file name of the program for a target.
func (r *release) file(t target) string {
	if t.system == "windows" {
		return r.program + ".exe"
	}
	return r.program
}

// ofClub returns the release of the club, which has the version of the player's program.
func (r *release) ofClub() *release {
	c := *r
	c.program, c.targets = club, nil
	for _, t := range r.targets {
		if t.system == "linux" {
			c.targets = append(c.targets, t)
		}
	}
	return &c
}

// all are the targets of a release.
var all = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// choose returns the targets in a list, or all if it is empty.
func choose(only string) (chosen []target, err error) {
	if only == "" {
		return all, nil
	}
	for name := range strings.SplitSeq(only, ",") {
		system, processor, _ := strings.Cut(name, "/")
		if !slices.Contains(all, target{system, processor}) {
			return nil, fmt.Errorf("-only: %s is none of %v", name, all)
		}
		chosen = append(chosen, target{system, processor})
	}
	return chosen, nil
}

// binary returns the path of the program for a target.
func (r *release) binary(t target) string {
	return filepath.Join(r.work, t.system+"-"+t.processor, r.file(t))
}

// name returns the beginning of the names of all files for a target.
func (r *release) name(t target) string {
	return fmt.Sprintf("%s-%s-%s-%s", r.program, r.version, t.system, t.processor)
}

// build builds the program for every target. For a player it also builds that for
// this computer, and the files that the program prints.
func (r *release) build() error {
	here, targets := target{runtime.GOOS, runtime.GOARCH}, r.targets
	if r.program == player {
		targets = slices.Compact(append([]target{here}, targets...))
	}
	for _, t := range targets {
		if err := r.compile(t); err != nil {
			return err
		}
	}
	if r.program != player {
		return nil
	}
	return r.print(r.binary(here))
}

// tags leave out what the program does not use: the writer of manual pages in urfave/cli, which takes 0.2 MB and half of what
// happens before main, and HTTP/2, which takes 0.6 MB. Signing in and the pages of the board need no more than HTTP/1.1.
const tags = "urfave_cli_no_docs,nethttpomithttp2"

// cold are packages of which no function is copied into its callers, which makes the player's program 0.7 MB smaller. They wait for
// a person, for a server or for a file of a few lines. Packages that each start runs, such as cmd/hikyaku, would cost 0.1 ms more.
var cold = []string{
	"./internal/bot", "./internal/computer", "./internal/config", "./internal/configfile", "./internal/convert", "./internal/demo",
	"./internal/duel", "./internal/lesson", "./internal/letter", "./internal/notebook", "./internal/picker", "./internal/signin",
	"./internal/tui", "./internal/web",
	"github.com/emersion/go-imap/...", "github.com/emersion/go-smtp", "github.com/wneessen/...", "golang.org/x/oauth2/...",
	"golang.org/x/text/...",
	"crypto/tls", "crypto/x509/...", "encoding/asn1", "encoding/xml", "log/slog", "net/...",
}

func (r *release) compile(t target) error {
	// The result must not depend on this computer: its folders, its C compiler,
	// or its environment.
	command := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-mod=readonly", "-tags", tags, "-o", r.binary(t),
		"-ldflags", fmt.Sprintf("-s -w -buildid= -X main.commit=%s -X main.commitTime=%s", r.commit, r.date.Format(time.RFC3339)),
		"./cmd/"+r.program)
	if r.program == club { // a module of its own
		command.Dir = filepath.Join("cmd", club)
		command.Args[len(command.Args)-1] = "."
	} else {
		for _, pattern := range cold {
			command.Args = slices.Insert(command.Args, 2, "-gcflags="+pattern+"=-l")
		}
	}
	command.Env = append(os.Environ(), "GOWORK=off", "GOOS="+t.system, "GOARCH="+t.processor, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0",
		"GOEXPERIMENT=", "GODEBUG=", "GOFIPS140=off")
	_, err := output(command)
	return err
}

// printed contains the files that the program prints, with the arguments for
// each.
var printed = map[string][]string{
	"hikyaku.1":    {"--lang", "en", "help", "--man"},
	"hikyaku.ja.1": {"--lang", "ja", "help", "--man"},
	"hikyaku.bash": {"help", "--completion", "bash"},
	"_hikyaku":     {"help", "--completion", "zsh"},
	"hikyaku.fish": {"help", "--completion", "fish"},
}

// print writes the files that the program prints, and reads its version.
func (r *release) print(program string) error {
	for name, args := range printed {
		text, err := output(exec.Command(program, args...))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.work, name), text, 0o644); err != nil {
			return err
		}
	}
	answer, err := output(exec.Command(program, "version", "--json"))
	if err != nil {
		return err
	}
	var v struct{ Version string }
	if err := json.Unmarshal(answer, &v); err != nil {
		return err
	}
	r.version = v.Version
	return nil
}
