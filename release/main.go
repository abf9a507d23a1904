// Command release builds what people install: the program for each system, archives and packages of it, recipes for package
// managers, bills of materials, and the sums of all that, with a signature. The same commit gives the same bytes everywhere.
//
//	go run ./release -o dist
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// release is what is built, and from what.
type release struct {
	out        string // the folder of the results
	work       string // the folder of what is built on the way
	commit     string
	date       time.Time // when that commit was made, by which all files are dated
	version    string
	site       string // where the releases and the source can be had
	maintainer string // who answers for the packages
	targets    []target
}

func main() {
	r := &release{}
	flag.StringVar(&r.out, "o", "dist", "the `folder` to write to, which must be empty or missing")
	flag.StringVar(&r.commit, "commit", "", "the `commit` that is built, unless git knows it")
	date := flag.String("date", "", "when that was made, as RFC 3339 has it")
	flag.StringVar(&r.site, "site", "https://hikyaku.example", "the `address` below which the releases can be had, for the recipes")
	flag.StringVar(&r.maintainer, "maintainer", "hikyaku <hikyaku@hikyaku.example>", "the `name and address` of who answers for the packages")
	only := flag.String("only", "", "the `targets` to build, such as linux/amd64,windows/arm64 (default all)")
	packages := flag.Bool("packages", true, "make deb, rpm and apk packages, by nfpm")
	key := flag.String("key", "", "the `file` of an SSH key to sign with")
	flag.Parse()
	if err := r.run(*date, *only, *packages, *key); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func (r *release) run(date, only string, packages bool, key string) (err error) {
	if r.targets, err = choose(only); err != nil {
		return err
	}
	if err := r.from(date); err != nil {
		return err
	}
	if err := r.folders(); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	steps := []func() error{r.build, r.archives, r.bills}
	if packages {
		steps = append(steps, r.packages)
	}
	for _, step := range append(steps, r.sums, r.recipes) {
		if err := step(); err != nil {
			return err
		}
	}
	if key == "" {
		return nil
	}
	return sign(filepath.Join(r.out, sumsFile), key)
}

// from finds out which commit is built, and when it was made.
func (r *release) from(date string) (err error) {
	if r.commit == "" {
		if r.commit, err = git("rev-parse", "HEAD"); err != nil {
			return err
		}
		if date, err = git("log", "-1", "--format=%cI"); err != nil {
			return err
		}
	}
	if r.date, err = time.Parse(time.RFC3339, date); err != nil {
		return fmt.Errorf("-date: %v", err)
	}
	r.date = r.date.UTC()
	return nil
}

// folders makes the folders.
func (r *release) folders() (err error) {
	if old, _ := os.ReadDir(r.out); len(old) > 0 {
		return fmt.Errorf("%s is not empty", r.out)
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	r.work, err = os.MkdirTemp("", "hikyaku-release-")
	return err
}

// git returns what git prints.
func git(args ...string) (string, error) {
	out, err := output(exec.Command("git", args...))
	return strings.TrimSpace(string(out)), err
}

// output returns what a command prints. Its error has what the command complains of.
func output(command *exec.Cmd) ([]byte, error) {
	var complaint strings.Builder
	command.Stderr = &complaint
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s%s", strings.Join(command.Args, " "), err, out, complaint.String())
	}
	return out, nil
}
