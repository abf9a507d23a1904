package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"hikyaku/internal/atomicfile/storetest"
	cfg "hikyaku/internal/config"
	_ "hikyaku/internal/gctest"
)

func TestMain(m *testing.M) {
	finder = &cfg.Finder{DNS: testDNS{}, HTTP: &http.Client{Transport: testDNS{}}}
	thisProgram = func() (string, error) { return exec.LookPath("hikyaku") }
	testscript.Main(storetest.InMemory{M: m}, map[string]func(){
		"hikyaku": func() { os.Exit(run(context.Background(), os.Args)) },
	})
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
	docs, err := filepath.Abs("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, "HOME="+env.WorkDir, "XDG_CONFIG_HOME="+env.WorkDir+"/.config",
				"XDG_STATE_HOME="+env.WorkDir+"/.state", "LC_ALL=C.UTF-8", "NO_COLOR=", "DOCS="+docs)
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "scripts" {
				return false, fmt.Errorf("there is no condition %s", name)
			}
			return *scripts, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
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

// wantStatus is the script command "status N COMMAND…": the command must exit with N.
func wantStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
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
