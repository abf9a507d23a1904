package mailbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"hikyaku/mailbox"
)

func TestSecretIsHidden(t *testing.T) {
	s := mailbox.NewSecret(canary)
	account := accountOn(1, 1, long)
	for _, value := range []any{s, &s, account, []mailbox.Secret{s}, map[string]any{"a": s}} {
		var out bytes.Buffer
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%10s"} {
			fmt.Fprintf(&out, verb, value)
		}
		slog.New(slog.NewTextHandler(&out, nil)).Info("x", "value", value)
		slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "value", value)
		asJSON, err1 := json.Marshal(value)
		asYAML, err2 := yaml.Marshal(value)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		text := out.String() + string(asJSON) + string(asYAML)
		if strings.Contains(text, canary) || strings.Contains(text, fmt.Sprintf("%x", canary)) {
			t.Errorf("the password shows: %s", text)
		}
		if !strings.Contains(text, "[hidden]") {
			t.Errorf("nothing is said to be hidden: %s", text)
		}
	}
	if s.Reveal() != canary {
		t.Error("the password is lost")
	}
}

func TestSecretFromYAML(t *testing.T) {
	var config struct{ Password mailbox.Secret }
	if err := yaml.Unmarshal([]byte("password: "+canary), &config); err != nil || config.Password.Reveal() != canary {
		t.Errorf("got %q, %v", config.Password.Reveal(), err)
	}
}

func TestCredential(t *testing.T) {
	t.Setenv("HIKYAKU_TEST_PASSWORD", "from environment")
	t.Setenv(mailbox.EnvIMAP, canary)
	file := write(t, 0o600, "from file\r\nsecond line\n")
	sh := func(script string) []string { return []string{"/bin/sh", "-c", script} }
	for _, c := range []struct {
		name string
		mailbox.Credential
		want string
		fail string // part of the error
	}{
		{"command", mailbox.Credential{Command: sh("echo 'a $HOME b'; echo c"), Env: "HIKYAKU_TEST_PASSWORD"}, "a $HOME b", ""},
		{"command fails", mailbox.Credential{Command: sh("echo " + canary + "; exit 3"), Env: "HIKYAKU_TEST_PASSWORD"}, "", "exit status 3"},
		{"command is missing", mailbox.Credential{Command: []string{"/no/such/program", canary}}, "", "no such file"},
		{"command is silent", mailbox.Credential{Command: sh("echo")}, "", "is empty"},
		{"command does not inherit", mailbox.Credential{Command: sh("echo x$" + mailbox.EnvIMAP)}, "x", ""},
		{"environment", mailbox.Credential{Env: "HIKYAKU_TEST_PASSWORD", File: file}, "from environment", ""},
		{"file", mailbox.Credential{Env: "HIKYAKU_TEST_NONE", File: file, Text: mailbox.NewSecret("x")}, "from file", ""},
		{"open file", mailbox.Credential{File: write(t, 0o640, canary)}, "", "chmod 600"},
		{"no file", mailbox.Credential{File: file + "x"}, "", "no such file"},
		{"folder", mailbox.Credential{File: t.TempDir()}, "", "is not a regular file"},
		{"text", mailbox.Credential{Text: mailbox.NewSecret("from text")}, "from text", ""},
		{"nothing", mailbox.Credential{}, "", "no password is set"},
	} {
		s, err := c.Secret(t.Context())
		if s.Reveal() != c.want || (err == nil) != (c.fail == "") || err != nil && !strings.Contains(err.Error(), c.fail) {
			t.Errorf("%s: got %q, %v", c.name, s.Reveal(), err)
		}
		discreet(t, err)
	}
}

func write(t *testing.T, mode os.FileMode, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestCommandThatHangsIsCancelled(t *testing.T) {
	begun := filepath.Join(t.TempDir(), "begun")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for _, err := os.Stat(begun); err != nil; _, err = os.Stat(begun) {
			runtime.Gosched()
		}
		cancel()
	}()
	if _, err := (mailbox.Credential{Command: []string{"sh", "-c", "echo > '" + begun + "'; exec sleep 1000"}}).Secret(ctx); err == nil {
		t.Error("no error")
	}
}

func TestNoPassword(t *testing.T) {
	a := accountOn(newIMAP(nil).serve(t), 1, long)
	a.IMAP.Password = mailbox.Credential{File: filepath.Join(t.TempDir(), "none")}
	t.Setenv(mailbox.EnvIMAP, "")
	_, err := open(t, a).Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
	trouble(t, err, mailbox.NoPassword, "imap login")
	a.IMAP.TokenCommand = []string{"false"}
	_, err = open(t, a).Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
	trouble(t, err, mailbox.NoToken, "imap login")
	if hint := err.(*mailbox.Trouble).Hint().En; strings.Contains(hint, "password") || !strings.Contains(hint, "token_command") {
		t.Errorf("the hint is %q", hint)
	}
}

func TestMarkText(t *testing.T) {
	m := mailbox.Mark{Validity: 4294967295, UID: 17}
	text, err := m.MarshalText()
	var back mailbox.Mark
	if err != nil || string(text) != "4294967295/17" || back.UnmarshalText(text) != nil || back != m {
		t.Errorf("%s, %v, %v", text, back, err)
	}
	m.Broke = 19
	if text, err := m.MarshalText(); err != nil || string(text) != "4294967295/17/19" || back.UnmarshalText(text) != nil || back != m {
		t.Errorf("%s, %v, %v", text, back, err)
	}
	for _, bad := range []string{"", "1", "1/", "/1", "1/2/", "1/2/3/4", "1/2/-3", "-1/2", "4294967296/1", "1/ 2"} {
		if back.UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
