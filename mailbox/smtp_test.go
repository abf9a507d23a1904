package mailbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

func TestSendTrouble(t *testing.T) {
	for _, c := range []struct {
		name, greeting string
		answer         func(string) (string, bool)
		kind           mailbox.SendKind
		cause          mailbox.Kind // empty: the server's words say it
	}{
		{"silent greeting", hang, nil, mailbox.Temporary, mailbox.TimedOut},
		{"dropped greeting", drop, nil, mailbox.Temporary, mailbox.Unreachable},
		{"busy greeting", "421 later\r\n", nil, mailbox.Temporary, mailbox.Busy},
		{"refusing greeting", "554 no\r\n", nil, mailbox.Temporary, mailbox.ProtocolError},
		{"not smtp", "* OK imap\r\n", nil, mailbox.Temporary, mailbox.ProtocolError},
		{"endless greeting", "220 " + strings.Repeat("x", 2<<20), nil, mailbox.Temporary, mailbox.ProtocolError},
		{"silent login", "", when("AUTH", hang), mailbox.Temporary, mailbox.TimedOut},
		{"login later", "", when("AUTH", "454 4.7.0 try again later\r\n"), mailbox.Temporary, mailbox.Busy},
		{"login refused", "", when("AUTH", "535 5.7.8 wrong: "+canary+"\r\n"), mailbox.Temporary, mailbox.LoginRefused},
		{"login repeated", "", func(line string) (string, bool) {
			_, sent, found := strings.Cut(line, "AUTH PLAIN ")
			return "535 you said " + sent + "\r\n", found
		}, mailbox.Temporary, mailbox.LoginRefused},
		{"support login", "", when("EHLO", "250 fake\r\n"), mailbox.Temporary, mailbox.LoginRefused},
		{"sender later", "", when("MAIL", "451 greylisted\r\n"), mailbox.Temporary, ""},
		{"sender refused", "", when("MAIL", "550 no\r\n"), mailbox.Refused, ""},
		{"recipient later", "", when("RCPT", "450 later\r\n"), mailbox.Temporary, ""},
		{"recipient refused", "", when("RCPT", "550 5.1.1 nobody\x1b[2J\r\n"), mailbox.Refused, ""},
		{"data refused", "", when("DATA", "554 no\r\n"), mailbox.Refused, ""},
		{"silent at the letter", "", when("DATA", hang), mailbox.Temporary, mailbox.TimedOut},
		{"dropped in the letter", "", when("Message-ID", drop), mailbox.Unknown, mailbox.Unreachable},
		{"dot later", "", dot("452 full\r\n"), mailbox.Temporary, ""},
		{"dot refused", "", dot("552 spam\r\n"), mailbox.Refused, ""},
		{"silent after dot", "", dot(hang), mailbox.Unknown, mailbox.TimedOut},
		{"dropped after dot", "", dot(drop), mailbox.Unknown, mailbox.Unreachable},
		{"nonsense after dot", "", dot("well\r\n"), mailbox.Unknown, mailbox.ProtocolError},
		{"silent after quit", "", when("QUIT", hang), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newSMTP(c.answer)
			if c.greeting != "" {
				f.greeting = c.greeting
			}
			if !strings.HasPrefix(c.name, "silent") {
				checkSend(t, open(t, accountOn(1, f.serve(t), long)), c.kind, c.cause)
				return
			}
			synctest.Test(t, func(t *testing.T) {
				checkSend(t, inMemory(t, accountOn(1, 2, long), nil, f), c.kind, c.cause)
			})
		})
	}
}

func dot(text string) func(string) (string, bool) {
	return func(line string) (string, bool) { return text, line == "." }
}

// checkSend sends a message and checks the error.
func checkSend(t *testing.T, box mailbox.Box, kind mailbox.SendKind, cause mailbox.Kind) {
	t.Helper()
	err := box.Send(t.Context(), mailboxtest.Letter(1))
	discreet(t, err)
	wantSend(t, err, kind, cause)
}

func wantSend(t *testing.T, err error, kind mailbox.SendKind, cause mailbox.Kind) {
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
	case cause == "" && (found || e.Response == ""):
		t.Errorf("got %#v, want the server's words", e)
	case cause != "" && (!found || trouble.Kind != cause):
		t.Errorf("got %v, want %s", err, cause)
	}
	if text := fmt.Sprint(err); strings.ContainsAny(text, "\x1b\r\n") {
		t.Errorf("not fit to print: %q", text)
	}
}

// slow is a connection on which every line of a message takes its time.
type slow struct{}

func (slow) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte(" smtp > ")) {
		time.Sleep(2 * time.Millisecond)
	}
	return len(line), nil
}

// The time limit depends on the size of the message: a slow connection isn't a silent one.
func TestSlowLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		account := accountOn(1, 2, time.Second)
		account.Trace = slow{}
		letter := mailboxtest.Letter(1)
		letter.Attachments = []mailbox.Attachment{{Name: "m.kif", Type: "application/octet-stream", Data: make([]byte, 64<<10)}}
		begun := time.Now()
		if err := inMemory(t, account, nil, newSMTP(nil)).Send(t.Context(), letter); err != nil {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		if d := time.Since(begun); d < 2*time.Second {
			t.Errorf("the line was not slow: %v", d)
		}
	})
}

// Each command has the whole time for its answer, not all of them together.
func TestSlowAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newSMTP(func(line string) (string, bool) {
			if verb, _, _ := strings.Cut(line, " "); verb == "MAIL" || verb == "RCPT" || verb == "DATA" {
				time.Sleep(long / 2)
			}
			return "", false
		})
		if err := inMemory(t, accountOn(1, 2, long), nil, f).Send(t.Context(), mailboxtest.Letter(1)); err != nil {
			t.Error(err)
		}
	})
}

// An error quotes the server's reply once, in one pair of quotes.
func TestServersWords(t *testing.T) {
	for answer, want := range map[string]string{
		"RCPT": `mail refused: the server says "550 5.1.1 no such user here"`,
		"AUTH": `mail not sent yet: smtp login: login refused: the server says "550 5.1.1 no such user here"`,
	} {
		f := newSMTP(when(answer, "550 5.1.1 no such user here\r\n"))
		err := open(t, accountOn(1, f.serve(t), long)).Send(t.Context(), mailboxtest.Letter(1))
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// What an error means comes first, and the details once at the end.
func TestPlain(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = closed.Close()
	nobody := accountOn(1, closed.Addr().(*net.TCPAddr).Port, long)
	nowhere := nobody
	nowhere.SMTP.Host = "no-such-host.invalid"
	refuses := accountOn(1, newSMTP(when("AUTH", "535 5.7.8 no\r\n")).serve(t), long)
	for want, account := range map[string]mailbox.Account{
		"^No connection to 127.0.0.1 \\(smtp connect: [^:()]+\\)$":            nobody,
		"^No connection to no-such-host.invalid \\(smtp connect: [^:()]+\\)$": nowhere,
		"^Login refused by 127.0.0.1 \\(smtp login: 535 5.7.8 no\\)$":         refuses,
	} {
		err := open(t, account).Send(t.Context(), mailboxtest.Letter(1))
		plain := mailbox.PlainError(err)
		if text := i18n.Of(plain); !regexp.MustCompile(want).MatchString(text.En) || strings.Count(text.Ja, "：") != 1 || !mailbox.NotTaken(plain) {
			t.Errorf("%v is %q, want %s", err, text, want)
		}
	}
	if other := errors.New("x: y"); mailbox.PlainError(other) != other {
		t.Error("another error is changed")
	}
}

// The letter is sent unchanged to one recipient, without the name of this computer.
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

// TestTakenLater checks that a server that asks to try again later has not accepted the message, and accepts the same bytes the next time.
func TestTakenLater(t *testing.T) {
	for command, answer := range map[string]string{
		"MAIL": "450 4.7.1 greylisted", "RCPT": "451 4.7.1 Greylisting in action", "DATA": "451 4.3.0 queue full", "AUTH": "454 4.7.0 Temporary authentication failure",
	} {
		refused := false
		f := newSMTP(func(line string) (string, bool) {
			if refused || !strings.HasPrefix(line, command) {
				return "", false
			}
			refused = true
			return answer + "\r\n", true
		})
		box := inMemory(t, accountOn(1, 2, long), nil, f)
		err := box.Send(t.Context(), full())
		if !mailbox.NotTaken(err) || !strings.Contains(err.Error(), answer) {
			t.Errorf("%s: %v", command, err)
		}
		var trouble *mailbox.Trouble
		if command == "AUTH" && (!errors.As(err, &trouble) || !strings.Contains(trouble.Hint().En, "the server is busy; hikyaku will try again at the next poll")) {
			t.Errorf("%s: the hint is that of %v", command, err)
		}
		discreet(t, err)
		if err := box.Send(t.Context(), full()); err != nil {
			t.Errorf("%s, the next time: %v", command, err)
		}
	}
}
