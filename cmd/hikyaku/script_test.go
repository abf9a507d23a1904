package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/adrg/xdg"
	"github.com/rogpeppe/go-internal/testscript"

	"hikyaku/internal/atomicfile/storetest"
	cfg "hikyaku/internal/config"
	_ "hikyaku/internal/gctest"
)

// TestMain runs the tests, or the command itself where the test binary is called as hikyaku is.
func TestMain(m *testing.M) {
	finder = &cfg.Finder{DNS: testDNS{}, HTTP: &http.Client{Transport: testDNS{}}}
	thisProgram = func() (string, error) { return exec.LookPath("hikyaku") }
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "hikyaku" {
		os.Exit(run(context.Background(), os.Args))
	}
	os.Exit(runTests(m))
}

// runTests runs the tests with the command hikyaku in PATH. testscript.Main would do so too, but it also makes every line "hikyaku …" of
// a script a process: see runInScript.
func runTests(m *testing.M) int {
	binary, err := os.Executable()
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp(filepath.Dir(binary), "bin")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "hikyaku")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if err := os.Link(binary, program); err != nil {
		panic(err)
	}
	os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return storetest.InMemory{M: m}.Run()
}

// testDNS is a network in which only the servers of company.example can be found.
type testDNS struct{}

func (testDNS) LookupSRV(_ context.Context, service, _, name string) (string, []*net.SRV, error) {
	port := map[string]uint16{"imaps": 993, "submissions": 465}[service]
	if name != "company.example" || port == 0 {
		return "", nil, errors.New("no such host")
	}
	return "", []*net.SRV{{Target: "mail.hoster.example.", Port: port}}, nil
}

func (testDNS) LookupMX(context.Context, string) ([]*net.MX, error) {
	return nil, errors.New("no such host")
}

func (testDNS) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("no network") }

var scripts = flag.Bool("scripts", false, "run the scripts of docs/scripting.md too, which need jq")

// TestScript plays testdata/script: what the command does, as a player would type it.
func TestScript(t *testing.T) { playScripts(t, "testdata/script") }

// playScripts plays the scripts of a folder.
func playScripts(t *testing.T, dir string) {
	all := loadSchemas(t)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                filepath.Join(here, dir),
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, "HOME="+env.WorkDir, "XDG_CONFIG_HOME="+env.WorkDir+"/.config",
				"XDG_STATE_HOME="+env.WorkDir+"/.state", "LC_ALL=C.UTF-8", "NO_COLOR=", "DOCS="+filepath.Join(here, "../../docs"))
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "scripts" {
				return false, fmt.Errorf("there is no condition %s", name)
			}
			return *scripts, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"hikyaku": func(ts *testscript.TestScript, neg bool, args []string) {
				if status := runInScript(ts, args); neg == (status == statusDone) {
					ts.Fatalf("exited with %d", status)
				}
			},
			"status": wantStatus,
			"schema": func(ts *testscript.TestScript, neg bool, args []string) { wantSchema(ts, all, neg, args) },
		},
	})
}

// wantSchema is the script command "schema COMMAND": standard output must be one answer of that command.
func wantSchema(ts *testscript.TestScript, all schemas, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: schema COMMAND")
	}
	ts.Check(all.checkAnswer(all.commands()[strings.Join(args, " ")], []byte(ts.ReadFile("stdout"))))
}

// wantStatus is the script command "status N COMMAND…": the command must exit with N. It is "hikyaku", or "exec" and a program.
func wantStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "hikyaku" && args[1] != "exec" {
		ts.Fatalf("usage: status N hikyaku|exec …")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if args[1] == "hikyaku" {
		got = runInScript(ts, args[2:])
	} else if err := ts.Exec(args[2], args[3:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%v exited with %d, want %d", args[1:], got, want)
	}
}

// theProcess guards the working directory and the environment of this process.
var theProcess sync.Mutex

// runInScript runs a command line of a script, with nothing on standard input, and returns its status. It runs in this process, since
// starting one costs ten times what most commands do. A script that types something uses "exec hikyaku", which starts one.
func runInScript(ts *testscript.TestScript, args []string) int {
	theProcess.Lock()
	defer theProcess.Unlock()
	home, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(home)) }()
	for _, name := range scriptVariables {
		old, had := os.LookupEnv(name)
		ts.Check(os.Setenv(name, ts.Getenv(name)))
		defer func() {
			if os.Unsetenv(name); had {
				os.Setenv(name, old)
			}
		}()
	}
	xdg.Reload()
	return runHere(context.Background(), "", ts.Stdout(), ts.Stderr(), args...)
}

// scriptVariables are the environment variables that a script may set for the commands that run in this process.
var scriptVariables = []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "LC_ALL", "NO_COLOR", "HIKYAKU_CONFIG", "HIKYAKU_IMAP_PASSWORD", "HIKYAKU_SMTP_PASSWORD"}

// runHere runs a command line in this process, with typed on standard input, and returns its status.
func runHere(ctx context.Context, typed string, out, said io.Writer, args ...string) int {
	app := newApp()
	app.Reader, app.Writer, app.ErrWriter = strings.NewReader(typed), out, said
	return runApp(ctx, app, append([]string{"hikyaku"}, args...))
}
