//go:build realmail

package realtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hikyaku/mailbox"
)

const (
	alice = "alice@hikyaku.test"
	bob   = "bob@hikyaku.test"
	robot = "robot@hikyaku.test"
)

// servers lists the servers for mailboxes, with the indexes of their ports. Dovecot serves hikyaku.test. All except mox send
// through Postfix.
var servers = []struct {
	name, domain string
	security     mailbox.Security
	imap, smtp   int
}{
	{"Dovecot, STARTTLS", "hikyaku.test", mailbox.STARTTLS, 0, 2},
	{"Dovecot", "hikyaku.test", mailbox.TLS, 1, 3},
	{"Cyrus", "cyrus.test", mailbox.TLS, 7, 3},
	{"Courier", "courier.test", mailbox.TLS, 9, 3},
	{"mox", "localhost", mailbox.STARTTLS, 10, 11},
}

// stack returns the folder in which the servers run.
func stack(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("HIKYAKU_MAIL_STACK")
	if dir == "" {
		t.Fatal("HIKYAKU_MAIL_STACK is not set: use run.sh")
	}
	return dir
}

// port returns the nth of the ports that the servers listen on.
func port(t *testing.T, n int) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(stack(t), "port"))
	if err != nil {
		t.Fatal(err)
	}
	first, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return first + n
}

// password returns the password of a user.
func password(t *testing.T, address string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(stack(t), "users"))
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ := strings.Cut(address, "@")
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(rest)
		}
	}
	t.Fatalf("%s is no user", address)
	return ""
}

func account(t *testing.T, address string, security mailbox.Security) mailbox.Account {
	t.Helper()
	server := mailbox.Server{
		Host: "localhost", User: address, Security: security, CAFile: filepath.Join(stack(t), "tls/cert.pem"),
		Password: mailbox.Credential{Text: mailbox.NewSecret(password(t, address))},
	}
	a := mailbox.Account{IMAP: server, SMTP: server, Address: address, Only: mailbox.Filter{Name: "hikyaku", Reference: "<hk1."}, Timeout: 20 * time.Second}
	for _, s := range servers {
		if s.security == security && strings.HasSuffix(address, "@"+s.domain) {
			a.IMAP.Port, a.SMTP.Port = port(t, s.imap), port(t, s.smtp)
		}
	}
	return a
}

func open(t *testing.T, a mailbox.Account) mailbox.Box {
	t.Helper()
	box, err := mailbox.NewAccount(a)
	if err != nil {
		t.Fatal(err)
	}
	return box
}

// letter returns a message from Alice to Bob that differs from those of other tests.
func letter(t *testing.T, n int) *mailbox.Letter {
	return &mailbox.Letter{
		From: mailbox.Address{Name: "有栖", Addr: alice}, To: mailbox.Address{Name: "Bob", Addr: bob},
		Subject:   fmt.Sprintf("Re: コリドール: 有栖 – Bob [7c1f29%02x]", n),
		MessageID: fmt.Sprintf("<hk1.%d.%d@hikyaku.test>", time.Now().UnixNano(), n),
		Date:      time.Now().Truncate(time.Second),
		Text:      "第" + strconv.Itoa(n) + "手\n.\nFrom の行\n" + strings.Repeat("長い行", 300),
		Attachments: []mailbox.Attachment{
			{Name: "対局.kif", Type: "application/octet-stream", Data: []byte("\x8a\xfa\n\r\n\r#KIF\x00")},
		},
	}
}

// now returns the mark after all present messages.
func now(t *testing.T, box mailbox.Box) mailbox.Mark {
	t.Helper()
	mark, err := box.(mailbox.Waiter).Wait(t.Context(), mailbox.Mark{}, time.After)
	if err != nil {
		t.Fatal(err)
	}
	return mark
}

// came waits for a message after mark and reads it.
func came(t *testing.T, box mailbox.Box, mark mailbox.Mark) (*mailbox.Letter, mailbox.Mark) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if _, err := box.(mailbox.Waiter).Wait(ctx, mark, time.After); err != nil {
		t.Fatal(err)
	}
	var letters []*mailbox.Letter
	mark, err := box.Fetch(ctx, mark, func(m mailbox.Mail) error {
		l, err := mailbox.Read(m.Raw)
		letters = append(letters, l)
		return errors.Join(m.Err, err)
	})
	if err != nil || len(letters) != 1 {
		t.Fatalf("%d letters, %v", len(letters), err)
	}
	return letters[0], mark
}

func TestThereAndBack(t *testing.T) {
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) {
			var trace bytes.Buffer
			from, to := account(t, "alice@"+s.domain, s.security), account(t, "bob@"+s.domain, s.security)
			from.Trace, to.Trace = &trace, &trace
			for _, step := range from.Check(t.Context()) {
				if step.Err != nil {
					t.Fatalf("%s: %v", step.Name, step.Err)
				}
			}
			box := open(t, to)
			mark := now(t, box)
			for n := range 3 {
				sent := letter(t, n)
				sent.From.Addr, sent.To.Addr = from.Address, to.Address
				failed := make(chan error)
				go func() {
					if n == 2 {
						time.Sleep(500 * time.Millisecond) // while the other one waits
					}
					failed <- open(t, from).Send(t.Context(), sent)
				}()
				got, behind := came(t, box, mark)
				if err := <-failed; err != nil {
					t.Fatal(err)
				}
				same(t, got, sent)
				mark = behind
			}
			for _, address := range []string{from.Address, to.Address} {
				if strings.Contains(trace.String(), password(t, address)) {
					t.Error("the password is in the trace")
				}
			}
			if !regexp.MustCompile(`imap > T\d+ IDLE`).MatchString(trace.String()) || !strings.Contains(trace.String(), "[hidden]") {
				t.Errorf("the trace lacks something:\n%s", &trace)
			}
		})
	}
	log, err := os.ReadFile(filepath.Join(stack(t), "dovecot.log"))
	if err != nil || !bytes.Contains(log, []byte("method=SCRAM-SHA-256")) {
		t.Errorf("the password was said where it need not be (%v)", err)
	}
}

func same(t *testing.T, got, sent *mailbox.Letter) {
	t.Helper()
	a, b := *got, *sent
	for _, c := range [][2]string{
		{a.Subject, b.Subject}, {a.MessageID, b.MessageID}, {a.Text, b.Text}, {a.From.Name, b.From.Name},
		{fmt.Sprint(a.Attachments), fmt.Sprint(b.Attachments)},
	} {
		if c[0] != c[1] {
			t.Errorf("got %q, want %q", c[0], c[1])
		}
	}
}

func TestRefused(t *testing.T) {
	wrong := account(t, alice, mailbox.TLS)
	wrong.IMAP.Password.Text, wrong.SMTP.Password.Text = mailbox.NewSecret("wrong"), mailbox.NewSecret("wrong")
	var kinds []mailbox.Kind
	for _, step := range wrong.Check(t.Context()) {
		var trouble *mailbox.Trouble
		if errors.As(step.Err, &trouble) {
			kinds = append(kinds, trouble.Kind)
		}
	}
	if fmt.Sprint(kinds) != "[login refused login refused]" {
		t.Errorf("wrong password: %v", kinds)
	}
	nobody := letter(t, 0)
	nobody.To.Addr = "nobody@hikyaku.test"
	var failed *mailbox.SendError
	if err := open(t, account(t, alice, mailbox.TLS)).Send(t.Context(), nobody); !errors.As(err, &failed) || failed.Kind != mailbox.Refused {
		t.Errorf("nobody: %v", err)
	}
}

// TestBounced checks that a delivery report is fetched, whatever its Subject, and names the undelivered message.
func TestBounced(t *testing.T) {
	box := open(t, account(t, alice, mailbox.TLS))
	mark := now(t, box)
	sent := letter(t, 0)
	sent.To.Addr = "gone@hikyaku.test" // an address that only Postfix knows
	if err := box.Send(t.Context(), sent); err != nil {
		t.Fatal(err)
	}
	report, _ := came(t, box, mark)
	bounce := report.Bounce
	if bounce == nil || bounce.MessageID != sent.MessageID || bounce.Class != 5 || bounce.Recipient != sent.To.Addr {
		t.Errorf("%q reports %+v, want %s", report.Subject, bounce, sent.MessageID)
	}
	if strings.Contains(report.Subject, "hikyaku") {
		t.Errorf("the Subject is ours: %q", report.Subject)
	}
}

// script runs a script of the stack. It does not use pipes, because the servers would keep them open.
func script(t *testing.T, name string) {
	t.Helper()
	if err := exec.Command("stack/"+name, stack(t)).Run(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestRestart restarts the servers during a watch, whose pauses are a thousand times shorter.
func TestRestart(t *testing.T) {
	box := open(t, account(t, bob, mailbox.TLS))
	mark := now(t, box)
	var troubles atomic.Int32
	got := make(chan string, 10)
	watch := mailbox.Watch{
		Box: box, Clock: func(d time.Duration) <-chan time.Time { return time.After(d / 1000) },
		Trouble: func(error, time.Duration) { troubles.Add(1) },
		Poll: func(ctx context.Context) (err error) {
			mark, err = box.Fetch(ctx, mark, func(m mailbox.Mail) error {
				l, err := mailbox.Read(m.Raw)
				if err == nil {
					got <- l.MessageID
				}
				return err
			})
			return err
		},
	}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { _ = watch.Run(ctx) })
	defer all.Wait()
	defer cancel()
	for n := range 3 {
		if n == 1 {
			script(t, "down.sh")
			if err := open(t, account(t, alice, mailbox.TLS)).Send(t.Context(), letter(t, n)); err == nil {
				t.Error("sent to nobody")
			}
			time.Sleep(time.Second)
			script(t, "up.sh")
		}
		sent := letter(t, n)
		if err := open(t, account(t, alice, mailbox.TLS)).Send(t.Context(), sent); err != nil {
			t.Fatal(err)
		}
		select {
		case id := <-got:
			if id != sent.MessageID {
				t.Errorf("got %s, want %s", id, sent.MessageID)
			}
		case <-time.After(60 * time.Second):
			t.Fatalf("letter %d has not come", n)
		}
	}
	if troubles.Load() == 0 {
		t.Error("nobody noticed that the servers were gone")
	}
}
