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

// program returns the file name of the program.
func (t target) program() string {
	if t.system == "windows" {
		return "hikyaku.exe"
	}
	return "hikyaku"
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
	return filepath.Join(r.work, t.system+"-"+t.processor, t.program())
}

// name returns the beginning of the names of all files for a target.
func (r *release) name(t target) string {
	return fmt.Sprintf("hikyaku-%s-%s-%s", r.version, t.system, t.processor)
}

// build builds the program for every target and for this machine, and the files
// that the program prints.
func (r *release) build() error {
	here := target{runtime.GOOS, runtime.GOARCH}
	for _, t := range slices.Compact(append([]target{here}, r.targets...)) {
		if err := r.compile(t); err != nil {
			return err
		}
	}
	return r.print(r.binary(here))
}

// tags leave out what the program does not use: the writer of manual pages in urfave/cli, which takes 0.2 MB and half of what
// happens before main, and HTTP/2, which takes 0.6 MB. Signing in and the pages of the board need no more than HTTP/1.1.
const tags = "urfave_cli_no_docs,nethttpomithttp2"

func (r *release) compile(t target) error {
	// The result must not depend on this machine: its folders, its C compiler,
	// or its environment.
	command := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-mod=readonly", "-tags", tags, "-o", r.binary(t),
		"-ldflags", fmt.Sprintf("-s -w -buildid= -X main.commit=%s -X main.commitTime=%s", r.commit, r.date.Format(time.RFC3339)),
		"./cmd/hikyaku")
	command.Env = append(os.Environ(), "GOOS="+t.system, "GOARCH="+t.processor, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0",
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
