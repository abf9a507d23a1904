//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"hikyaku/internal/home"
	"hikyaku/internal/web"
)

// opened is a board that runs with a home folder of its own, and with what lies in that folder as programs.
type opened struct {
	home   string
	errors chan string // the lines of standard error
	ended  chan int
	cancel context.CancelFunc
}

func openFrom(t *testing.T, home string) *opened {
	t.Setenv("HOME", home)
	t.Setenv("PATH", home+":/usr/bin:/bin")
	config := filepath.Join(home, "config.yaml")
	if err := os.WriteFile(config, []byte("folder: "+home+"/kifu\nstate: "+home+"/state\nsecret: "+home+"/secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := &opened{home: home, errors: make(chan string, 100), ended: make(chan int)}
	errs, in := io.Pipe()
	var ctx context.Context
	ctx, o.cancel = context.WithCancel(t.Context())
	go func() {
		for lines := bufio.NewScanner(errs); lines.Scan(); {
			o.errors <- lines.Text()
		}
	}()
	go func() { o.ended <- runHere(ctx, "", io.Discard, in, "--config", config, "--lang", "en", "board") }()
	return o
}

// line returns the next line of standard error.
func (o *opened) line(t *testing.T) string {
	select {
	case line := <-o.errors:
		return line
	case status := <-o.ended:
		t.Fatalf("the board has ended with %d", status)
		return ""
	}
}

func (o *opened) end(t *testing.T) {
	o.cancel()
	if status := <-o.ended; status != 0 {
		t.Errorf("the board ends with %d", status)
	}
	if left, _ := filepath.Glob(filepath.Join(o.home, "hikyaku-board-*")); len(left) > 0 {
		t.Errorf("%q remains", left)
	}
}

// TestBrowserIsGivenAFile starts the board with a stand-in for the browser, which keeps its arguments and what it was given.
// The secret address may be in the file, never in the arguments, which all users of a machine can list.
func TestBrowserIsGivenAFile(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "ready")
	script := "#!/bin/sh\necho \"$@\" >" + dir + "/args\ncat \"$1\" >" + dir + "/page\nls -ld \"$1\" \"$(dirname \"$1\")\" >" + dir + "/modes\necho done >" + fifo + "\n"
	for _, name := range []string{"xdg-open", "open"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	ready := make(chan error)
	go func() {
		_, err := os.ReadFile(fifo) // until the stand-in has written it
		ready <- err
	}()
	o := openFrom(t, dir)
	select {
	case err := <-ready:
		if err != nil {
			t.Fatal(err)
		}
	case line := <-o.errors:
		t.Fatal(line)
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	address := regexp.MustCompile(`url=(http://[^"]+)`).FindStringSubmatch(read("page"))
	args := strings.TrimSpace(read("args"))
	if address == nil || strings.Contains(args, "http") || !strings.HasSuffix(args, ".html") {
		t.Fatalf("the browser is started with %q, and the file has %q", args, read("page"))
	}
	if modes := read("modes"); strings.Count(modes, "-rw-------") != 1 || strings.Count(modes, "drwx------") != 1 {
		t.Errorf("the modes are\n%s", modes)
	}
	visit := func(address string, jar http.CookieJar) int {
		answer, err := (&http.Client{Jar: jar}).Get(address)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	owner, _ := cookiejar.New(nil)
	if status := visit(address[1], owner); status != http.StatusOK {
		t.Errorf("the address gives %d", status)
	}
	if status := visit(address[1], owner); status != http.StatusOK {
		t.Errorf("the same browser gets %d when it opens the address again", status)
	}
	if _, err := os.Stat(filepath.Dir(args)); !os.IsNotExist(err) {
		t.Errorf("the file has been read and remains: %v", err)
	}
	if status := visit(address[1], nil); status != http.StatusForbidden {
		t.Errorf("a second browser gets %d", status)
	}
	if line := o.line(t); !strings.Contains(line, "in another browser, and everything they try is refused") {
		t.Errorf("the terminal says %q", line)
	}
	o.end(t)
}

// TestUnreadFileIsDeleted ends a board whose file no browser has read.
func TestUnreadFileIsDeleted(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"xdg-open", "open"} { // not programs
		if err := os.WriteFile(filepath.Join(dir, name), []byte("nothing that runs"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	o := openFrom(t, dir)
	if line := o.line(t); !strings.Contains(line, "open the address yourself") {
		t.Errorf("without a browser the terminal says %q", line)
	}
	o.end(t)
}

// standIn puts a stand-in for the browser into dir, a command that gets the file to open as $1. What it prints can be read from
// the pipe returned.
func standIn(t *testing.T, dir, command string) (fifo string) {
	t.Helper()
	fifo = filepath.Join(dir, "opened")
	for _, name := range []string{"xdg-open", "open"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+command+" >"+fifo+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	return fifo
}

// TestSecondStart leaves a file of a board that was killed, whose port another program now has. A start does not believe that
// program; a second one only opens the browser again, at an address of its own, and there the player ends the board.
func TestSecondStart(t *testing.T) {
	dir := t.TempDir()
	fifo := standIn(t, dir, `cat "$1"`)
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})) // agrees to everything
	defer other.Close()
	file := filepath.Join(dir, "state", "board")
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o700), writeRunning(file, web.Running{Root: other.URL + "/", Pass: "pass", Sign: "sign"})); err != nil {
		t.Fatal(err)
	}
	shown := make(chan string)
	address := func(o *opened) string {
		go func() {
			page, _ := os.ReadFile(fifo) // until the stand-in has written it
			shown <- string(page)
		}()
		select {
		case page := <-shown:
			if found := regexp.MustCompile(`url=(http://[^"]+)`).FindStringSubmatch(page); found != nil {
				return found[1]
			}
			t.Fatalf("the browser gets %q", page)
		case line := <-o.errors:
			t.Fatal(line)
		case status := <-o.ended:
			t.Fatalf("the board has ended with %d", status)
		}
		return ""
	}
	first := openFrom(t, dir)
	one := address(first)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	second := openFrom(t, dir)
	two := address(first)
	if status := <-second.ended; status != 0 {
		t.Errorf("the second start ends with %d", status)
	}
	root, _, _ := strings.Cut(one, "enter/")
	if !strings.HasPrefix(two, root+"enter/") || two == one {
		t.Errorf("the second start opens %s, the first one %s", two, one)
	}
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar}
	if answer, err := browser.Get(two); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", answer, err)
	}
	quit, err := http.NewRequest("POST", root+"quit", nil)
	if err != nil {
		t.Fatal(err)
	}
	quit.Header.Set("Origin", strings.TrimSuffix(root[:strings.LastIndex(strings.TrimSuffix(root, "/"), "/")], "/"))
	if answer, err := browser.Do(quit); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", answer, err)
	}
	first.end(t)
	if left, _ := filepath.Glob(file + "*"); len(left) > 0 {
		t.Errorf("%q remains", left)
	}
}

// TestUpgrade ends the board of another version, and only that, before it starts one.
func TestUpgrade(t *testing.T) {
	file, ended := filepath.Join(t.TempDir(), "board"), make(chan error)
	start := func(version string) (starts bool) {
		s := &web.Server{Version: version, Desk: &home.Desk{}}
		l, err := listen(t.Context(), s, 0, file)
		if err != nil {
			t.Fatal(err)
		}
		if l != nil {
			go func() { ended <- s.Serve(t.Context(), l) }()
		}
		return l != nil
	}
	if !start("1") || start("1") || !start("2") {
		t.Fatal("a board of the same version is replaced, or one of another is not")
	}
	if err := <-ended; err != nil || start("2") {
		t.Errorf("the old board has ended with %v, or the new one is not found", err)
	}
	readRunning(file).End(t.Context())
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestDoubleClick starts hikyaku without arguments as a file manager does, on a desktop and without a terminal, with a stand-in
// for the browser; then without a desktop, and in a pipe, as scripts do.
func TestDoubleClick(t *testing.T) {
	dir := t.TempDir()
	fifo := standIn(t, dir, `echo "$1"`)
	started := func(desktop string) *exec.Cmd {
		command := exec.CommandContext(t.Context(), "hikyaku")
		command.Env = []string{"HOME=" + dir, "PATH=" + dir + ":/usr/bin:/bin", "LANG=en_US.UTF-8", "DISPLAY=" + desktop}
		return command
	}
	clicked := started(":0")
	if err := clicked.Start(); err != nil {
		t.Fatal(err)
	}
	opened, ended := make(chan string), make(chan error)
	go func() {
		page, err := os.ReadFile(fifo)
		if err == nil {
			opened <- string(page)
		}
	}()
	go func() { ended <- clicked.Wait() }()
	select {
	case page := <-opened:
		if !strings.HasSuffix(page, "open.html\n") {
			t.Errorf("a double click opens %q", page)
		}
		if err := clicked.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	case err := <-ended:
		t.Fatalf("a double click opens nothing: %v", err)
	}
	if err := started("").Run(); err != nil {
		t.Errorf("without a desktop: %v", err)
	}
	if text, err := started(":0").Output(); err != nil || !strings.Contains(string(text), "hikyaku board") {
		t.Errorf("in a pipe hikyaku prints %q, %v", text, err)
	}
}
