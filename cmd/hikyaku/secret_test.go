package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/mailbox"
	"hikyaku/mailbox/loopback"
)

// household is a user of a mail provider on this computer with a folder for everything.
type household struct {
	t       *testing.T
	dir     string
	account mailbox.Account
	secret  string
}

const carol = "carol@hikyaku.example"

func newHousehold(t *testing.T) *household {
	t.Helper()
	servers, err := loopback.StartSecure(mailbox.TLS, carol)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = servers.Close() })
	h := &household{t: t, dir: t.TempDir(), account: servers.Account(carol)}
	h.secret = h.account.IMAP.Password.Text.Reveal()
	for _, name := range []string{"kifu", "state"} {
		if err := os.Mkdir(filepath.Join(h.dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

func (h *household) write(name, text string, mode os.FileMode) {
	h.t.Helper()
	if err := os.WriteFile(filepath.Join(h.dir, name), []byte(text), mode); err != nil {
		h.t.Fatal(err)
	}
}

// configure writes the configuration; credential are lines for both servers.
func (h *household) configure(mode os.FileMode, more string, credential ...string) {
	h.t.Helper()
	var b strings.Builder
	if !strings.Contains(more, "timeout:") {
		more += "\ntimeout: 10s"
	}
	fmt.Fprintf(&b, "address: %s\nfolder: kifu\nstate: state\n%s\n", carol, more)
	for name, s := range map[string]mailbox.Server{"imap": h.account.IMAP, "smtp": h.account.SMTP} {
		fmt.Fprintf(&b, "%s:\n  host: %s\n  port: %d\n  user: %s\n  ca_file: %s\n", name, s.Host, s.Port, s.User, s.CAFile)
		for _, line := range credential {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	h.write("config.yaml", b.String(), mode)
}

// run runs the command in a process of its own and gives all that it printed.
func (h *household) run(environ []string, args ...string) (string, error) {
	h.t.Helper()
	self, err := os.Executable()
	if err != nil {
		h.t.Fatal(err)
	}
	cmd := &exec.Cmd{Path: self, Args: append([]string{"hikyaku", "--config", "config.yaml", "--lang", "en"}, args...), Dir: h.dir}
	cmd.Env = append(append(os.Environ(), "HOME="+h.dir), environ...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// discreet looks for the password, plain or encoded, in what was printed and in all files but those it came from.
func (h *household) discreet(out string, sources ...string) {
	h.t.Helper()
	texts := map[string]string{"the output": out}
	err := filepath.WalkDir(h.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, source := range sources {
			if d.Name() == source {
				return nil
			}
		}
		text, err := os.ReadFile(name)
		texts[name] = string(text)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	for name, text := range texts {
		for _, form := range forms(h.secret) {
			if strings.Contains(text, form) {
				h.t.Errorf("%s holds the password:\n%s", name, text)
			}
		}
	}
}

// forms returns the ways in which a secret may stand in a text: as it is, and inside of base64 at any place.
func forms(secret string) []string {
	all := []string{secret}
	for shift := range 3 {
		whole := base64.StdEncoding.EncodeToString(append(bytes.Repeat([]byte{'x'}, shift), secret...))
		all = append(all, whole[4:len(whole)-4])
	}
	return all
}

// TestSecretStaysSecret gives the password in every way there is and looks for it everywhere, when all goes well and when
// it does not. The command that gives it notes what is known of the processes.
func TestSecretStaysSecret(t *testing.T) {
	const spy = `password_command: ["/bin/sh", "-c", "tr '\\0' ' ' </proc/$PPID/cmdline >>spy; tr '\\0' ' ' </proc/$$/cmdline >>spy; env >>spy; cat secret"]`
	for _, c := range []struct {
		name, line string
		mode       os.FileMode
		environ    bool
	}{
		{"command", spy, 0o644, true},
		{"file", "password_file: secret", 0o644, false},
		{"environment", "", 0o644, true},
		{"configuration", "password: SECRET", 0o600, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHousehold(t)
			h.write("secret", h.secret+"\n", 0o600)
			var environ []string
			if c.environ {
				environ = []string{mailbox.EnvIMAP + "=" + h.secret, mailbox.EnvSMTP + "=" + h.secret}
			}
			line := strings.ReplaceAll(c.line, "SECRET", h.secret)
			sources := []string{"secret"}
			if c.mode == 0o600 {
				sources = append(sources, "config.yaml")
			}
			for _, more := range []string{"", "mailbox: Nowhere", "mailbox: " + carol} {
				h.configure(c.mode, more, line)
				for _, args := range [][]string{{"doctor", "--send-test", "--trace", "trace"}, {"doctor", "--json", "--trace", "-"}, {"poll"}} {
					out, err := h.run(environ, args...)
					if (err == nil) != (more == "") {
						t.Errorf("%q, %v: %v\n%s", more, args, err, out)
					}
					h.discreet(out, sources...)
				}
			}
			if trace, err := os.ReadFile(filepath.Join(h.dir, "trace")); err != nil || !bytes.Contains(trace, []byte("[hidden]")) || !bytes.Contains(trace, []byte("EXAMINE")) {
				t.Errorf("the trace: %v\n%s", err, trace)
			}
		})
	}
}

// The hook is told of the turn and of no password; what else is in the environment it keeps.
func TestHookGetsNoPassword(t *testing.T) {
	h := &household{t: t, dir: t.TempDir(), secret: "canary-5Wq9-password"}
	const shared = "folder: %[1]s\nstate: %[1]s\nsecret: %[1]s/secret\naddress: %[1]s@hikyaku.example\nexchange: .\n"
	h.write("bob.yaml", fmt.Sprintf(shared, "bob"), 0o644)
	h.write("config.yaml", fmt.Sprintf(shared, "carol")+`hooks: {turn: ["/bin/sh", "-c", "env >spy; cat >turn"]}`, 0o644)
	environ := []string{mailbox.EnvIMAP + "=" + h.secret, mailbox.EnvSMTP + "=" + h.secret, "HIKYAKU_OTHER=kept"}
	for _, args := range [][]string{{"poll"}, {"--config", "bob.yaml", "invite", "quoridor", carol, "--seat", "1"}, {"poll"}} {
		out, err := h.run(environ, args...)
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		h.discreet(out)
	}
	for name, want := range map[string]string{"spy": "HIKYAKU_OTHER=kept", "turn": `"game":"quoridor"`} {
		if got, err := os.ReadFile(filepath.Join(h.dir, name)); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}

// A server that says the refused password in its answer gets no help from us.
func TestRefusedSecretStaysSecret(t *testing.T) {
	h := newHousehold(t)
	h.secret = "wrong-canary-8Zt5-password"
	h.write("secret", h.secret, 0o600)
	h.configure(0o644, "", "password_file: secret")
	out, err := h.run(nil, "doctor", "--trace", "-")
	if err == nil || strings.Count(out, "login refused") != 2 || !strings.Contains(out, "app password") {
		t.Errorf("%v\n%s", err, out)
	}
	h.discreet(out, "secret")
}

// A password in a configuration that others can read is not used, and the command that mends it is named.
func TestOpenConfiguration(t *testing.T) {
	h := newHousehold(t)
	h.configure(0o640, "", "password: "+h.secret)
	for _, args := range [][]string{{"doctor"}, {"poll"}, {"matches"}} {
		out, err := h.run(nil, args...)
		if err == nil || !strings.Contains(out, "other users can read config.yaml; type: chmod 600 'config.yaml'") {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
		h.discreet(out, "config.yaml")
	}
}
