package mailbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

func TestSendTrouble(t *testing.T) {
	for _, c := range []struct {
		name, greeting string
		answer         func(string) (string, bool)
		timeout        time.Duration
		kind           mailbox.SendKind
		cause          mailbox.Kind // empty: the server's words say it
	}{
		{"silent greeting", hang, nil, short, mailbox.Temporary, mailbox.TimedOut},
		{"dropped greeting", drop, nil, long, mailbox.Temporary, mailbox.Unreachable},
		{"busy greeting", "421 later\r\n", nil, long, mailbox.Temporary, mailbox.Unreachable},
		{"refusing greeting", "554 no\r\n", nil, long, mailbox.Temporary, mailbox.Nonsense},
		{"not smtp", "* OK imap\r\n", nil, long, mailbox.Temporary, mailbox.Nonsense},
		{"endless greeting", "220 " + strings.Repeat("x", 2<<20), nil, long, mailbox.Temporary, mailbox.Nonsense},
		{"silent login", "", when("AUTH", hang), short, mailbox.Temporary, mailbox.TimedOut},
		{"login refused", "", when("AUTH", "535 5.7.8 wrong: "+canary+"\r\n"), long, mailbox.Temporary, mailbox.LoginRefused},
		{"login repeated", "", func(line string) (string, bool) {
			_, sent, found := strings.Cut(line, "AUTH PLAIN ")
			return "535 you said " + sent + "\r\n", found
		}, long, mailbox.Temporary, mailbox.LoginRefused},
		{"no login", "", when("EHLO", "250 fake\r\n"), long, mailbox.Temporary, mailbox.LoginRefused},
		{"sender later", "", when("MAIL", "451 greylisted\r\n"), long, mailbox.Temporary, ""},
		{"sender refused", "", when("MAIL", "550 no\r\n"), long, mailbox.Refused, ""},
		{"recipient later", "", when("RCPT", "450 later\r\n"), long, mailbox.Temporary, ""},
		{"recipient refused", "", when("RCPT", "550 5.1.1 nobody\x1b[2J\r\n"), long, mailbox.Refused, ""},
		{"data refused", "", when("DATA", "554 no\r\n"), long, mailbox.Refused, ""},
		{"data silent", "", when("DATA", hang), short, mailbox.Temporary, mailbox.TimedOut},
		{"dropped in the letter", "", when("Message-ID", drop), long, mailbox.Unknown, mailbox.Unreachable},
		{"dot later", "", dot("452 full\r\n"), long, mailbox.Temporary, ""},
		{"dot refused", "", dot("552 spam\r\n"), long, mailbox.Refused, ""},
		{"silent after dot", "", dot(hang), short, mailbox.Unknown, mailbox.TimedOut},
		{"dropped after dot", "", dot(drop), long, mailbox.Unknown, mailbox.Unreachable},
		{"nonsense after dot", "", dot("well\r\n"), long, mailbox.Unknown, mailbox.Nonsense},
		{"silent after quit", "", when("QUIT", hang), short, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newSMTP(c.answer)
			if c.greeting != "" {
				f.greeting = c.greeting
			}
			box := open(t, accountOn(1, f.serve(t), c.timeout))
			mailbox.SetDotTimeout(box, c.timeout)
			err := box.Send(t.Context(), mailboxtest.Letter(1))
			discreet(t, err)
			checkSend(t, err, c.kind, c.cause)
		})
	}
}

func dot(text string) func(string) (string, bool) {
	return func(line string) (string, bool) { return text, line == "." }
}

func checkSend(t *testing.T, err error, kind mailbox.SendKind, cause mailbox.Kind) {
	t.Helper()
	if kind == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	var e *mailbox.SendError
	if !errors.As(err, &e) || e.Kind != kind {
		t.Fatalf("got %v, want %s", err, kind)
	}
	var trouble *mailbox.Trouble
	switch found := errors.As(err, &trouble); {
	case cause == "" && (found || e.Words == ""):
		t.Errorf("got %#v, want the server's words", e)
	case cause != "" && (!found || trouble.Kind != cause):
		t.Errorf("got %v, want %s", err, cause)
	}
	if text := fmt.Sprint(err); strings.ContainsAny(text, "\x1b\r\n") {
		t.Errorf("not fit to print: %q", text)
	}
}

// slow is a line on which every line of a letter takes its time.
type slow struct{}

func (slow) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte(" smtp > ")) {
		time.Sleep(time.Millisecond)
	}
	return len(line), nil
}

// A letter gets time by its size: a slow line is none that is silent.
func TestSlowLine(t *testing.T) {
	account := accountOn(1, newSMTP(nil).serve(t), short)
	account.Trace = slow{}
	letter := mailboxtest.Letter(1)
	letter.Attachments = []mailbox.Attachment{{Name: "m.kif", Type: "application/octet-stream", Data: make([]byte, 64<<10)}}
	begun := time.Now()
	if err := open(t, account).Send(t.Context(), letter); err != nil {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
	if d := time.Since(begun); d < 2*short {
		t.Errorf("the line was not slow: %v", d)
	}
}

// Each command has the whole time for its answer, not all of them together.
func TestSlowAnswers(t *testing.T) {
	const timeout = 600 * time.Millisecond
	f := newSMTP(func(line string) (string, bool) {
		if verb, _, _ := strings.Cut(line, " "); verb == "MAIL" || verb == "RCPT" || verb == "DATA" {
			time.Sleep(timeout / 2)
		}
		return "", false
	})
	if err := open(t, accountOn(1, f.serve(t), timeout)).Send(t.Context(), mailboxtest.Letter(1)); err != nil {
		t.Error(err)
	}
}

// What the server says stands in a sentence once, between one pair of quotes.
func TestServersWords(t *testing.T) {
	for answer, want := range map[string]string{
		"RCPT": `send letter: refused: the server says "550 5.1.1 no such user here"`,
		"AUTH": `send letter: not sent yet: smtp login: login refused: the server says "550 5.1.1 no such user here"`,
	} {
		f := newSMTP(when(answer, "550 5.1.1 no such user here\r\n"))
		err := open(t, accountOn(1, f.serve(t), long)).Send(t.Context(), mailboxtest.Letter(1))
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// What goes over the wire is the letter byte for byte, to one recipient, and this machine's name is not said.
func TestWire(t *testing.T) {
	f := newSMTP(nil)
	box := open(t, accountOn(1, f.serve(t), long))
	letter := mailboxtest.Letter(1)
	for range 2 {
		if err := box.Send(t.Context(), letter); err != nil {
			t.Fatal(err)
		}
	}
	want, err := letter.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	talk := strings.Join(f.lines(), "\r\n")
	stuffed := "DATA\r\n" + strings.ReplaceAll(string(want), "\r\n.", "\r\n..") + ".\r\n"
	if strings.Count(talk, stuffed) != 2 {
		t.Errorf("the letter is not in\n%s", talk)
	}
	for line, n := range map[string]int{
		"EHLO example.com": 2, "RCPT TO:": 2, "RCPT TO:<hanako@example.net>": 2, "MAIL FROM:<taro@example.com> BODY=8BITMIME": 2, "SMTPUTF8": 0,
	} {
		if f.count(line) != n {
			t.Errorf("%q was said %d times", line, f.count(line))
		}
	}
	if !bytes.HasSuffix(want, []byte("\r\n")) {
		t.Error("the letter does not end in CRLF")
	}
}

func TestInternationalAddressNeedsTheServer(t *testing.T) {
	f := newSMTP(when("EHLO", "250-fake\r\n250 AUTH PLAIN\r\n"))
	letter := mailboxtest.Letter(1)
	letter.To.Addr = "花子@example.net"
	err := open(t, accountOn(1, f.serve(t), long)).Send(t.Context(), letter)
	checkSend(t, err, mailbox.Refused, "")
}

func TestCancelledAfterDot(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := newSMTP(func(line string) (string, bool) {
		if line == "." {
			cancel()
		}
		return hang, line == "."
	})
	err := open(t, accountOn(1, f.serve(t), long)).Send(ctx, mailboxtest.Letter(1))
	var e *mailbox.SendError
	if !errors.As(err, &e) || e.Kind != mailbox.Unknown || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
