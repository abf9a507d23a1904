//go:build unix

package mailbox_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

// script is a command of the test's own.
func script(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "sendmail")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

// The exit status decides what happens to a message, and the error output is reported, made safe.
func TestSendmailStatus(t *testing.T) {
	for _, c := range []struct {
		script string
		kind   mailbox.SendKind // empty: taken
		said   string
	}{
		{"cat >/dev/null", "", ""},
		{"exit 0", "", ""}, // it need not read to the end
		{"cat >/dev/null; echo warning >&2", "", ""},
		{"exit 1", mailbox.Temporary, "exit status 1"},
		{"printf 'no such user\\033[2J\\n' >&2; exit 67", mailbox.Refused, "exit status 67: no such user [2J"},
		{"exit 65", mailbox.Refused, "exit status 65"},
		{"cat >/dev/null; echo 'try later' >&2; exit 75", mailbox.Temporary, "exit status 75: try later"},
		{"exit 69", mailbox.Temporary, "exit status 69"},
		{"exit 78", mailbox.Temporary, "exit status 78"},
		{"kill -9 $$", mailbox.Unknown, "signal: killed"},
		{"head -c 3000000 /dev/zero >&2; exit 75", mailbox.Temporary, "exit status 75"},
	} {
		err := mailbox.Sendmail{Command: []string{script(t, c.script)}}.Send(t.Context(), mailboxtest.Letter(1))
		var failed *mailbox.SendError
		switch {
		case c.kind == "":
			if err != nil {
				t.Errorf("%s: %v", c.script, err)
			}
		case !errors.As(err, &failed) || failed.Kind != c.kind || failed.NoUser != strings.Contains(c.script, "exit 67") || !strings.Contains(err.Error(), c.said) || len(failed.Err.Error()) > 1500:
			t.Errorf("%s: got %v, want %s with %q", c.script, err, c.kind, c.said)
		}
	}
	err := mailbox.Sendmail{Command: []string{filepath.Join(t.TempDir(), "missing")}}.Send(t.Context(), mailboxtest.Letter(1))
	var failed *mailbox.SendError
	if !errors.As(err, &failed) || failed.Kind != mailbox.Temporary || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a command that is missing: %v", err)
	}
}

// The command gets its arguments unchanged, the message with Unix line ends, and no password of ours.
func TestSendmailInput(t *testing.T) {
	t.Setenv(mailbox.EnvSMTP, canary)
	dir := t.TempDir()
	command := script(t, `cd "$1" && printf '%s\n' "$@" >args && env >env && cat >letter`)
	l := mailboxtest.Letter(1)
	err := mailbox.Sendmail{Command: []string{command, dir, "-f", "$(touch x); *"}}.Send(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	want, err := l.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, name := range []string{"args", "env", "letter"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got[name] = string(text)
	}
	if got["args"] != dir+"\n-f\n$(touch x); *\n" || strings.Contains(got["env"], canary) {
		t.Errorf("the command was given %q and the environment\n%s", got["args"], got["env"])
	}
	if got["letter"] != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("the letter is\n%s", got["letter"])
	}
}

// A command that hangs is killed when the context or its time limit ends; it may have sent the message.
func TestSendmailHangs(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "begun")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		os.ReadFile(pipe) // ends when the command has begun
		cancel()
	}()
	s := mailbox.Sendmail{Command: []string{script(t, `cat >/dev/null; echo >"$1"; exec sleep 1000`), pipe}}
	var failed *mailbox.SendError
	err := s.Send(ctx, mailboxtest.Letter(1))
	if !errors.As(err, &failed) || failed.Kind != mailbox.Unknown || !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	s.Timeout = time.Nanosecond
	err = s.Send(t.Context(), mailboxtest.Letter(1))
	if !errors.As(err, &failed) || failed.Kind != mailbox.Temporary || !strings.Contains(err.Error(), "did not finish in time") {
		t.Errorf("without time: %v", err)
	}
}
