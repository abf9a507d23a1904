//go:build realmail

package realtest

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
)

// stack returns the folder in which Postfix runs.
func stack(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("HIKYAKU_MAIL_STACK")
	if dir == "" {
		t.Fatal("HIKYAKU_MAIL_STACK is not set: use run.sh")
	}
	return dir
}

// hall is a club with Postfix in front of it.
type hall struct {
	*testing.T
	program, config string
	process         *exec.Cmd
	handed          int
}

func newHall(t *testing.T) *hall {
	dir := t.TempDir()
	h := &hall{T: t, program: filepath.Join(dir, "hikyaku-club"), config: filepath.Join(dir, "club.yaml")}
	out, err := exec.Command("go", "build", "-o", h.program, "..").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	port, err := os.ReadFile(filepath.Join(stack(t), "port"))
	dbtest.Must(t, err)
	text := fmt.Sprintf("name: Club\naddress: club@hikyaku.test\nexchange: post\nlmtp: {listen: 127.0.0.1:%s}\n", strings.TrimSpace(string(port)))
	dbtest.Must(t, os.WriteFile(h.config, []byte(text), 0o600))
	t.Cleanup(h.kill)
	return h
}

// serve starts the club, and waits until it takes letters.
func (h *hall) serve() {
	h.Helper()
	h.process = exec.Command(h.program, "--lang", "en", "--config", h.config, "serve", "--as", "realtest")
	out, err := h.process.StdoutPipe()
	dbtest.Must(h, err)
	dbtest.Must(h, h.process.Start())
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "Messages are sent") {
			return
		}
	}
	h.Fatal("the club does not serve")
}

// kill ends the club as a power cut does.
func (h *hall) kill() {
	if h.process != nil {
		_ = h.process.Process.Kill()
		_ = h.process.Wait()
		h.process = nil
	}
}

// hands hands a letter to Postfix.
func (h *hall) hands(to string) {
	h.Helper()
	h.handed++
	c := exec.Command("sendmail", "-C", filepath.Join(stack(h.T), "postfix"), "-i", "-f", "anna@example.org", to)
	c.Stdin = strings.NewReader(fmt.Sprintf("From: anna@example.org\nTo: %s\nSubject: hello\nMessage-ID: <%d@example.org>\n\nhello\n", to, h.handed))
	if out, err := c.CombinedOutput(); err != nil {
		h.Fatalf("sendmail: %v\n%s", err, out)
	}
}

// queued is what waits in Postfix.
func (h *hall) queued() string {
	h.Helper()
	out, err := exec.Command("postqueue", "-c", filepath.Join(stack(h.T), "postfix"), "-p").CombinedOutput()
	if err != nil {
		h.Fatalf("postqueue: %v\n%s", err, out)
	}
	if strings.Contains(string(out), "is empty") {
		return ""
	}
	return string(out)
}

// waits waits until something holds.
func (h *hall) waits(what string, holds func() bool) {
	h.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			h.Fatalf("%s takes too long; in Postfix wait\n%s", what, h.queued())
		}
	}
}

// letters counts those that the club has, and those that it has read.
func (h *hall) letters() (n, read int) {
	h.Helper()
	b, err := db.Open(h.Context(), filepath.Join(filepath.Dir(h.config), "club.db"), db.Options{Keep: true})
	dbtest.Must(h, err)
	defer b.Close()
	dbtest.Must(h, b.Do(h.Context(), func(tx db.Tx) error {
		_, err := db.One(tx, `select count(*), coalesce(sum(case when read > 0 then 1 else 0 end), 0) from letter`, nil, &n, &read)
		return err
	}))
	return n, read
}

// arrives checks that all delivered messages are in the club, each once, and have been read.
func (h *hall) arrives() {
	h.Helper()
	h.waits("the queue of Postfix", func() bool { return h.queued() == "" })
	h.waits("the work of the club", func() bool { n, read := h.letters(); return n == read && n > 0 })
	if n, _ := h.letters(); n != h.handed {
		h.Errorf("%d letters were handed in, the club has %d", h.handed, n)
	}
}

func TestBehindPostfix(t *testing.T) {
	h := newHall(t)
	h.serve()
	for range 5 {
		h.hands("club@hikyaku.test")
	}
	h.hands("club+hk1@hikyaku.test")
	h.arrives()
	dbtest.Must(t, h.process.Process.Signal(syscall.SIGTERM))
	dbtest.Must(t, h.process.Wait())
	h.process = nil
	h.hands("club@hikyaku.test")
	h.waits("Postfix", func() bool { return strings.Contains(h.queued(), "refused") })
	h.serve()
	h.arrives()
}

// TestKilled kills the club again and again while letters come.
func TestKilled(t *testing.T) {
	h := newHall(t)
	for range 5 {
		h.serve()
		for range 8 {
			h.hands("club@hikyaku.test")
		}
		time.Sleep(rand.N(60 * time.Millisecond))
		h.kill()
		h.hands("club@hikyaku.test")
	}
	h.serve()
	h.arrives()
}
