// Command release builds what people install: the programs for each system,
// archives and packages, recipes for package managers, bills of materials, and
// the checksums of all files, with a signature. The same commit results in the
// same bytes on every machine.
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

// release is what to build, and from what.
type release struct {
	out        string // the folder for the results
	work       string // the folder for intermediate files
	commit     string
	date       time.Time // of that commit; all files get this date
	program    string    // hikyaku or hikyaku-club
	version    string
	site       string // where the releases and the source are published
	maintainer string // of the packages
	targets    []target
}

func main() {
	r := &release{program: player}
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
	if old, _ := os.ReadDir(r.out); len(old) > 0 {
		return fmt.Errorf("%s is not empty", r.out)
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	if r.work, err = os.MkdirTemp("", "hikyaku-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	if err := r.build(); err != nil { // which knows the version
		return err
	}
	c := r.ofClub()
	steps := []func() error{c.build, r.archives, c.archives, r.bills, c.bills}
	if packages {
		steps = append(steps, r.packages, c.packages)
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

// sign writes a signature beside file with ssh-keygen, which can also verify it.
func sign(file, key string) error {
	_, err := output(exec.Command("ssh-keygen", "-Y", "sign", "-q", "-n", "hikyaku-release", "-f", key, file))
	return err
}

// from determines the commit and its date.
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

// git returns the output of git.
func git(args ...string) (string, error) {
	out, err := output(exec.Command("git", args...))
	return strings.TrimSpace(string(out)), err
}

// output returns the output of a command. Its error includes the error output of
// the command.
func output(command *exec.Cmd) ([]byte, error) {
	var complaint strings.Builder
	command.Stderr = &complaint
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s%s", strings.Join(command.Args, " "), err, out, complaint.String())
	}
	return out, nil
}
