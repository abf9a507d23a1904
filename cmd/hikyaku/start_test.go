package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"
)

// BenchmarkStart runs hikyaku, as a release builds it, beside two programs that print one line, and gives the CPU time of each
// command as a multiple of theirs: check and move in a record of 77 plies. Beside hello, which links nothing else, at most 3 for
// version and 3.7 for check; floor links the same libraries and shows how much of this is theirs.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	build := func(name, source string) string {
		path := filepath.Join(dir, name)
		command := exec.Command("go", "build", "-tags", "urfave_cli_no_docs,nethttpomithttp2", "-ldflags", "-s -w", "-o", path, source)
		command.Env = append(os.Environ(), "CGO_ENABLED=0") // loading libraries of C takes as long as hello
		if out, err := command.CombinedOutput(); err != nil {
			b.Fatalf("build: %v\n%s", err, out)
		}
		return path
	}
	hello, floor, hikyaku := build("hello", "./testdata/hello"), build("floor", "./testdata/floor"), build("hikyaku", ".")
	file := filepath.Join(dir, "match.kif")
	cpu := func(program string, args ...string) time.Duration {
		command := exec.Command(program, args...)
		command.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
		if out, err := command.CombinedOutput(); err != nil {
			b.Fatalf("%v: %v\n%s", args, err, out)
		}
		return command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	}
	cpu(hikyaku, "new", "quoridor", "-o", file)
	for n := range 77 {
		cpu(hikyaku, "move", file, []string{"e2", "e8", "d2", "d8", "d1", "d9", "e1", "e9"}[n%8])
	}
	record, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	var sum struct{ hello, floor, version, check, move time.Duration }
	for b.Loop() {
		if err := os.WriteFile(file, record, 0o600); err != nil {
			b.Fatal(err)
		}
		sum.hello += cpu(hello)
		sum.floor += cpu(floor)
		sum.version += cpu(hikyaku, "version")
		sum.check += cpu(hikyaku, "check", file)
		sum.move += cpu(hikyaku, "move", file, "d9")
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(sum.hello.Seconds()*1000/float64(b.N), "hello-ms")
	for name, each := range map[string]time.Duration{"version": sum.version, "check": sum.check, "move": sum.move} {
		b.ReportMetric(float64(each)/float64(sum.hello), fmt.Sprintf("%s/hello", name))
		b.ReportMetric(float64(each)/float64(sum.floor), fmt.Sprintf("%s/floor", name))
	}
}

// maxInit is how many bytes the initialisation of one package may allocate: tables and patterns are made when they are needed.
// A pattern that waits takes about a hundred, one that is compiled three thousand or more.
const maxInit = 5 << 10

// TestStartMakesNothing wants that no package of hikyaku compiles, parses or computes before the command is known.
func TestStartMakesNothing(t *testing.T) {
	command := exec.Command("hikyaku", "version")
	command.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	traced := 0
	for _, init := range regexp.MustCompile(`(?m)^init (hikyaku/\S+) .* (\d+) bytes`).FindAllStringSubmatch(string(trace), -1) {
		traced++
		if bytes, _ := strconv.Atoi(init[2]); bytes > maxInit {
			t.Errorf("the initialisation of %s allocates %d bytes: at most %d", init[1], bytes, maxInit)
		}
	}
	if traced < 10 {
		t.Errorf("%d packages of hikyaku were traced:\n%s", traced, trace)
	}
}
