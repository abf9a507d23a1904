package mailbox_test

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"maps"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

const canary = "canary-7Qx2-password"

// The special answers of a script.
const (
	hang = "\x00hang"
	drop = "\x00drop"
)

// fake is a server that follows a script.
type fake struct {
	greeting string
	// answer returns the reply to a line, and whether there is a special reply. It runs under a lock.
	answer func(line string) (string, bool)
	usual  func(f *fake, line string) string
	tls    *tls.Config // from the first byte, if set

	mutex sync.Mutex
	conns map[net.Conn]bool // those in memory
	heard []string
	data  bool // SMTP: the lines of a message follow
}

// serve runs the fake until the end of the test and returns its port.
func (f *fake) serve(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	t.Cleanup(func() { _ = l.Close(); all.Wait(); noLeaks(t) })
	port := l.Addr().(*net.TCPAddr).Port
	if f.tls != nil {
		l = tls.NewListener(l, f.tls)
	}
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { f.talk(c); _ = c.Close() })
		}
	})
	return port
}

// inMemory opens the box of an account on fakes, one of which may be nil, without a network, for tests with a
// fake clock (see testing/synctest).
func inMemory(t *testing.T, a mailbox.Account, imap, smtp *fake) mailbox.Box {
	t.Helper()
	box := open(t, a)
	mailbox.SetReach(box, func(_ context.Context, s mailbox.Server) (net.Conn, error) {
		f := smtp
		if s.Port == a.IMAP.Port {
			f = imap
		}
		near, far := net.Pipe()
		go f.talkInMemory(far)
		return near, nil
	})
	return box
}

func (f *fake) talkInMemory(c net.Conn) {
	f.set(c, true)
	defer f.set(c, false)
	defer c.Close()
	if f.tls != nil {
		f.talk(tls.Server(c, f.tls))
		return
	}
	f.talk(c)
}

func (f *fake) set(c net.Conn, open bool) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.conns == nil {
		f.conns = make(map[net.Conn]bool)
	}
	f.conns[c] = open
}

// open counts the connections in memory.
func (f *fake) open() int {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	n := 0
	for _, open := range f.conns {
		if open {
			n++
		}
	}
	return n
}

// push sends something unrequested on all connections in memory.
func (f *fake) push(text string) {
	f.mutex.Lock()
	conns := maps.Clone(f.conns)
	f.mutex.Unlock()
	for c, open := range conns {
		if open {
			_, _ = io.WriteString(c, text)
		}
	}
}

// imapInMemory returns the box of an account that has an IMAP server only.
func imapInMemory(t *testing.T, f *fake) mailbox.Box {
	t.Helper()
	return inMemory(t, accountOn(1, 2, long), f, nil)
}

func (f *fake) talk(c net.Conn) {
	r := bufio.NewReader(c)
	if !say(c, r, f.greeting) {
		return
	}
	f.mutex.Lock()
	f.data = false
	f.mutex.Unlock()
	for {
		line, err := r.ReadString('\n')
		if err != nil || !say(c, r, f.reply(strings.TrimSuffix(line, "\r\n"))) {
			return
		}
	}
}

func say(c net.Conn, r io.Reader, text string) bool {
	switch {
	case text == "":
		return true // an empty write waits for a reader in memory
	case text == drop:
		return false
	case text == hang:
		_, _ = io.Copy(io.Discard, r)
		return false
	case strings.HasSuffix(text, drop):
		_, _ = io.WriteString(c, strings.TrimSuffix(text, drop))
		return false
	}
	_, err := io.WriteString(c, text)
	return err == nil
}

func (f *fake) reply(line string) string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.heard = append(f.heard, line)
	if f.answer != nil {
		if text, special := f.answer(line); special {
			return f.tagged(line, text)
		}
	}
	return f.tagged(line, f.usual(f, line))
}

// tagged replaces $ with the tag of an IMAP command.
func (f *fake) tagged(line, text string) string {
	tag, _, _ := strings.Cut(line, " ")
	return strings.ReplaceAll(text, "$", tag)
}

func (f *fake) lines() []string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return slices.Clone(f.heard)
}

func (f *fake) count(part string) (n int) {
	for _, line := range f.lines() {
		if strings.Contains(line, part) {
			n++
		}
	}
	return n
}

// when returns a reply to lines that contain part.
func when(part, text string) func(string) (string, bool) {
	return func(line string) (string, bool) { return text, strings.Contains(line, part) }
}

const examined = "* 3 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 4] ok\r\n$ OK [READ-ONLY] done\r\n"

// usualIMAP serves the messages 1 to 3.
func usualIMAP(_ *fake, line string) string {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return "* BAD what\r\n"
	}
	switch rest := strings.Join(fields[1:], " "); {
	case rest == "CAPABILITY":
		return "* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n$ OK done\r\n"
	case strings.HasPrefix(rest, "EXAMINE"):
		return examined
	case strings.HasPrefix(rest, "UID SEARCH"):
		return "* SEARCH 1 2 3\r\n$ OK done\r\n"
	case strings.HasPrefix(rest, "UID FETCH"):
		return fetched(fields[3], strings.Contains(line, "SIZE"))
	}
	return "$ OK done\r\n"
}

func fetched(set string, sizes bool) string {
	var b strings.Builder
	first, last, _ := strings.Cut(set, ":")
	for uid := 1; uid <= 3; uid++ {
		if digit := fmt.Sprint(uid); digit < first || digit > cmp.Or(last, first) {
			continue
		}
		text := fmt.Sprintf("From: a@b.example\r\nMessage-ID: <%d@x>\r\n\r\nhello\r\n", uid)
		if sizes {
			fmt.Fprintf(&b, "* %d FETCH (UID %d RFC822.SIZE %d)\r\n", uid, uid, len(text))
		} else {
			fmt.Fprintf(&b, "* %d FETCH (UID %d BODY[] {%d}\r\n%s)\r\n", uid, uid, len(text), text)
		}
	}
	return b.String() + "$ OK done\r\n"
}

// usualSMTP accepts everything.
func usualSMTP(f *fake, line string) string {
	verb, _, _ := strings.Cut(line, " ")
	switch {
	case line == ".":
		f.data = false
		return "250 queued\r\n"
	case f.data:
		return ""
	case verb == "EHLO":
		return "250-fake\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN\r\n"
	case verb == "AUTH":
		return "235 welcome\r\n"
	case verb == "DATA":
		f.data = true
		return "354 go on\r\n"
	case verb == "QUIT":
		return "221 bye\r\n"
	}
	return "250 ok\r\n"
}

func newIMAP(answer func(string) (string, bool)) *fake {
	return &fake{greeting: "* OK hello\r\n", usual: usualIMAP, answer: answer}
}

func newSMTP(answer func(string) (string, bool)) *fake {
	return &fake{greeting: "220 hello\r\n", usual: usualSMTP, answer: answer}
}

// accountOn returns an account on fakes of which one may have no port.
func accountOn(imapPort, smtpPort int, timeout time.Duration) mailbox.Account {
	server := mailbox.Server{
		Host: "127.0.0.1", Port: imapPort, User: "user", Security: mailbox.None,
		Password: mailbox.Credential{Text: mailbox.NewSecret(canary)},
	}
	a := mailbox.Account{IMAP: server, SMTP: server, Address: mailboxtest.Taro, Timeout: timeout}
	a.SMTP.Port = smtpPort
	return a
}

// noLeaks waits for everything that a connection started to end.
func noLeaks(t *testing.T) {
	stacks := make([]byte, 1<<20)
	for range 10_000 {
		text := string(stacks[:runtime.Stack(stacks, true)])
		if !strings.Contains(text, "imapclient.") && !strings.Contains(text, "mailbox.(*wire)") {
			return
		}
		runtime.Gosched()
	}
	t.Error("goroutines are left over")
}

// discreet fails if an error shows the password.
func discreet(t *testing.T, err error) {
	t.Helper()
	for _, verb := range []string{"%v", "%+v", "%#v", "%q"} {
		if text := fmt.Sprintf(verb, err); strings.Contains(text, canary) || strings.Contains(text, "Y2FuYXJ5") {
			t.Errorf("the password is in the error: %s", text)
		}
	}
}
