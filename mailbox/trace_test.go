package mailbox_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"hikyaku/mailbox"
)

// The transcript contains no login of any mechanism, nor a secret that a server repeats later.
func TestTrace(t *testing.T) {
	for _, c := range []struct {
		offer string
		token bool
	}{{"PLAIN", false}, {"SCRAM-SHA-256", false}, {"XOAUTH2", true}, {"OAUTHBEARER", true}} {
		scram := scramServer{rounds: 4096}
		imap, smtp := letIn(c.offer, func(said string) string {
			if strings.HasPrefix(c.offer, "SCRAM") {
				return scram.judge(said)
			}
			return ""
		})
		login := imap.answer
		imap.answer = func(line string) (string, bool) {
			if strings.Contains(line, "EXAMINE") {
				return strings.Replace(examined, "done", "you said "+canary+" or "+encoded("\x00user\x00"+canary), 1), true
			}
			return login(line)
		}
		var trace bytes.Buffer
		a := accountOn(imap.serve(t), smtp.serve(t), long)
		a.Trace = &trace
		if c.token {
			command := []string{"/bin/sh", "-c", "echo " + canary}
			a.IMAP.TokenCommand, a.SMTP.TokenCommand = command, command
		}
		for _, protocol := range []string{"imap", "smtp"} {
			if err := use(t, a, protocol); err != nil {
				t.Errorf("%s: %v", c.offer, err)
			}
		}
		discreet(t, fmt.Errorf("%s", &trace))
		for _, want := range []string{"imap > [hidden]", "imap < [hidden]", "smtp > [hidden]", "smtp < [hidden]", "you said [hidden] or [hidden]",
			"smtp > RCPT TO:<hanako@example.net>", "imap < * OK hello", "smtp > EHLO example.com"} {
			if !strings.Contains(trace.String(), want) {
				t.Errorf("%s: the trace lacks %q:\n%s", c.offer, want, &trace)
			}
		}
	}
}

// A trace can be printed: each entry is one line.
func TestTraceIsPrintable(t *testing.T) {
	f := newIMAP(nil)
	f.greeting = "* OK \x1b[2J\x07" + strings.Repeat("x", 5000) + "\r\n"
	var trace bytes.Buffer
	a := accountOn(f.serve(t), 1, long)
	a.Trace = &trace
	collect(t, open(t, a), mailbox.Mark{})
	for line := range strings.Lines(trace.String()) {
		if strings.ContainsAny(line, "\x1b\x07\r") || len(line) > 300 {
			t.Errorf("%q", line)
		}
	}
}

// TestPanicIsDiscreet runs itself to see what a panic prints of accounts and secrets.
func TestPanicIsDiscreet(t *testing.T) {
	account := accountOn(1, 1, long)
	secret := mailbox.NewSecret(canary)
	values := map[string]any{
		"account": account, "pointer": &account, "secret": secret, "text": fmt.Sprintf("%+v %#v", account, secret),
		"error": fmt.Errorf("%v: %w", secret, &mailbox.Trouble{Err: fmt.Errorf("%v", account.IMAP.Password)}),
	}
	if which := os.Getenv("HIKYAKU_TEST_PANIC"); which != "" {
		panic(values[which])
	}
	for which := range values {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestPanicIsDiscreet$")
		cmd.Env = append(os.Environ(), "HIKYAKU_TEST_PANIC="+which, "GOTRACEBACK=all")
		out, err := cmd.CombinedOutput()
		if err == nil || !bytes.Contains(out, []byte("panic: ")) {
			t.Errorf("%s: no panic: %s", which, out)
		}
		discreet(t, fmt.Errorf("%s", out))
	}
}
