package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/urfave/cli/v2"

	cfg "hikyaku/internal/config"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// newWebSettings returns the web settings of a configuration with these settings by programs, and their file; without text there is none.
func newWebSettings(t *testing.T, text string) (*webSettings, string) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.yaml")
	if text != "" {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	app := newApp()
	app.Writer, app.ErrWriter, app.Metadata = io.Discard, io.Discard, map[string]any{"lang": "en"}
	k := &webSettings{ctx: context.Background(), news: func() {}, conf: &config{}, end: func() {}}
	app.Action = func(c *cli.Context) error {
		k.cli = c
		return nil
	}
	app.Commands = nil
	if err := app.Run([]string{"hikyaku", "--config", filepath.Join(dir, "config.yaml")}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.end() })
	return k, path
}

// filledIn returns what the form of the settings holds, with some fields changed.
func filledIn(t *testing.T, k *webSettings, changes map[string]string) (version string, values map[string]string) {
	t.Helper()
	form, err := k.Read()
	if err != nil {
		t.Fatal(err)
	}
	values = map[string]string{}
	for _, g := range form.Groups {
		for _, f := range g.Rows {
			values[f.Name] = f.Value
		}
	}
	for name, value := range changes {
		values[name] = value
	}
	return form.Version, values
}

// TestSettings changes a file in the browser, and wants all that was not touched to remain.
func TestSettings(t *testing.T) {
	dir := t.TempDir()
	home := "name: Alice\naddress: alice@example.org\nfolder: " + dir + "\nstate: " + dir + "/state\nsecret: " + dir + "/secret\n"
	mail := "imap:\n  host: 127.0.0.1\n  port: 1\n  user: al\n  password_command: [echo, hunter2]\nsmtp:\n  host: 127.0.0.1\n  port: 1\n  user: al\n  password_command: [echo, hunter2]\nhooks:\n  turn: [echo, hunter3]\n"
	signIn := "sign_in:\n  provider: gmail\n  client_id: id-2\n  client_secret: hunter4\n"
	outlook := home + "imap:\n  host: outlook.office365.com\n  port: 993\n  security: tls\n  user: alice@example.org\nsmtp:\n  host: smtp-mail.outlook.com\n  port: 587\n  security: starttls\n  user: alice@example.org\nsign_in:\n  provider: outlook\n  client_id: id-1\n"
	gmail := home + "imap:\n  host: imap.gmail.com\n  port: 993\n  security: tls\n  user: alice@example.org\nsmtp:\n  host: smtp.gmail.com\n  port: 465\n  security: tls\n  user: alice@example.org\n" + signIn
	for _, tt := range []struct {
		name, before string
		changes      map[string]string
		after        string
		wrong        string // the field
	}{
		{"nothing", home + mail, nil, home + mail, ""},
		{"plain fields", home + mail, map[string]string{"name": "Bob", "picture": "no", "reminders": "2d, 3h", "timeout": "2m"},
			strings.Replace(home, "Alice", "Bob", 1) + "picture: false\nreminders: [2d, 3h]\n" + strings.Replace(mail, "hooks:", "timeout: 2m0s\nhooks:", 1), ""},
		{"another user", home + mail, map[string]string{"imap.user": "bo"}, home + strings.Replace(mail, "user: al", "user: bo", 1), ""},
		{"no name", home + mail, map[string]string{"name": ""}, home + mail, "name"},
		{"no address", home + mail, map[string]string{"address": "alice"}, home + mail, "address"},
		{"no server", home + mail, map[string]string{"smtp": "mail.example.org:many"}, home + mail, "smtp"},
		{"no length", home + mail, map[string]string{"reminders": "soon"}, home + mail, "reminders"},
		{"no time", home + mail, map[string]string{"digest": "hourly"}, home + mail, "digest"},
		{"no timeout", home + mail, map[string]string{"timeout": "-3s"}, home + mail, "timeout"},
		{"no choice", home + mail, map[string]string{"confirm": "never"}, home + mail, "confirm"},
		{"a provider that takes no password", home, map[string]string{"way": "outlook"}, home, "sign_in.client_id"},
		{"a sign-in", home, map[string]string{"way": "outlook", "sign_in.client_id": "id-1"}, outlook, ""},
		{"another client", outlook, map[string]string{"sign_in.client_id": "id-2"}, strings.Replace(outlook, "id-1", "id-2", 1), ""},
		{"a sign-in that stays", outlook, map[string]string{"name": "Bob"}, strings.Replace(outlook, "Alice", "Bob", 1), ""},
		{"a client without its secret", home, map[string]string{"way": "gmail", "sign_in.client_id": "id-1"}, home, "sign_in.client_secret"},
		{"a sign-in at another provider", outlook, map[string]string{"way": "gmail", "sign_in.client_id": "id-2", "sign_in.client_secret": "hunter4"}, gmail, ""},
		{"a new secret of the client", gmail, map[string]string{"sign_in.client_secret": "hunter5"}, strings.Replace(gmail, "hunter4", "hunter5", 1), ""},
		{"a sign-in instead of a password", strings.Replace(strings.Replace(gmail, signIn, "", 1), "user: alice@example.org\n", "user: alice@example.org\n  password_file: "+dir+"/password\n", -1), map[string]string{"sign_in.client_id": "id-2", "sign_in.client_secret": "hunter4"}, strings.TrimPrefix(gmail, home), ""},
		{"neither sign-in nor password", gmail, map[string]string{"sign_in.client_id": ""}, gmail, "password"},
		{"from a sign-in to a shared folder", outlook, map[string]string{"way": "folder", "exchange": dir + "/post"}, home + "exchange: " + dir + "/post\n", ""},
		{"a provider without a password", home, map[string]string{"way": "gmail"}, home, "password"},
		{"a folder", home + mail, map[string]string{"way": "folder", "exchange": dir + "/post", "create": "yes"}, "", ""},
		{"a maildir", home + mail, map[string]string{"way": "maildir", "maildir": dir + "/mail"}, home + "maildir: " + dir + "/mail\nsendmail: [" + strings.Join(cfg.Sendmail(), ", ") + "]\nhooks:\n  turn: [echo, hunter3]\n", ""},
		{"from a maildir to a folder", home + "maildir: " + dir + "/mail\nsendmail: [" + strings.Join(cfg.Sendmail(), ", ") + "]\n", map[string]string{"way": "folder", "exchange": dir + "/post"}, home + "exchange: " + dir + "/post\n", ""},
		{"a command of one's own for sending", home + "maildir: " + dir + "/mail\nsendmail: [msmtp, -t]\n", map[string]string{"maildir": dir + "/other"}, home + "maildir: " + dir + "/mail\nsendmail: [msmtp, -t]\n", ""},
		{"an answer to another question", home + mail, map[string]string{"way": "maildir", "maildir": "y"}, home + mail, "maildir"},
		{"no folder", home + mail, map[string]string{"way": "folder"}, home + mail, "exchange"},
	} {
		k, path := newWebSettings(t, tt.before)
		version, values := filledIn(t, k, tt.changes)
		_, _, err := k.Write(version, values)
		var wrong cfg.Wrong
		if errors.As(err, &wrong); len(wrong) != len(strings.Fields(tt.wrong)) || tt.wrong != "" && wrong[tt.wrong].En == "" || tt.wrong == "" && err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		got, err := os.ReadFile(path)
		if err != nil || !strings.HasSuffix(string(got), tt.after) {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.name, err, got, tt.after)
		}
	}
	for _, tt := range []struct{ before, imap, smtp string }{{gmail, "", ""}, {home + mail, "127.0.0.1:1", "127.0.0.1:1"}} {
		k, _ := newWebSettings(t, tt.before)
		if _, values := filledIn(t, k, nil); values["imap"] != tt.imap || values["smtp"] != tt.smtp {
			t.Errorf("the servers in the form are %q and %q, not those that were typed", values["imap"], values["smtp"])
		}
	}
	k, _ := newWebSettings(t, home+"exchange: "+dir+"/nowhere\n")
	if _, _, err := k.open(); err == nil {
		t.Error("a shared folder that is missing is opened")
	}
	tried := k.Try(false)
	if hint := tried[len(tried)-1].Hint.En; !strings.Contains(hint, i18n.In("en", "settings.field.create")) {
		t.Errorf("about a shared folder that is missing the page says: %s", hint)
	}
	if _, err := os.Stat(dir + "/post/alice@example.org"); err != nil {
		t.Errorf("the shared folder is not made: %v", err)
	}
	k, path := newWebSettings(t, home+mail)
	form, err := k.Read()
	if err != nil || strings.Contains(strings.Join(form.Fixed, " "), "hunter") || !strings.Contains(strings.Join(form.Fixed, " "), "imap.password_command") {
		t.Errorf("what is fixed: %s, %v", form.Fixed, err)
	}
	version, values := filledIn(t, k, map[string]string{"name": "Bob"})
	if err := os.WriteFile(path, []byte(home+"# by an editor\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := k.Write(version, values); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("what an editor wrote is not noticed: %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != home+"# by an editor\n" {
		t.Errorf("what an editor wrote is gone:\n%s", got)
	}
}

// TestPasswordStaysWithItsServer wants a password to go to no other server than the one that it was entered for, whoever sits
// before the page: it is typed again, or the server is changed in the file.
func TestPasswordStaysWithItsServer(t *testing.T) {
	dir := t.TempDir()
	server := func(kind, host, login string) string {
		return kind + ":\n  host: " + host + "\n  user: al\n  " + login + "\n"
	}
	servers := func(imap, smtp string) string {
		return "name: Alice\naddress: alice@example.org\nfolder: " + dir + "\nstate: " + dir + "/state\nsecret: " + dir + "/secret\n" +
			server("imap", "imap.example.org", imap) + server("smtp", "smtp.example.org", smtp)
	}
	kept, other := "password_file: "+dir+"/password", "password_file: "+dir+"/other"
	file := servers(kept, kept)
	for _, tt := range []struct {
		name, before, env string
		changes           map[string]string
		wrong             string // the field; empty: it is saved
	}{
		{"another IMAP server", file, "", map[string]string{"imap": "imap.evil.example"}, "password"},
		{"another SMTP server", file, "", map[string]string{"smtp": "smtp.evil.example"}, "password"},
		{"another port", file, "", map[string]string{"smtp": "smtp.example.org:2525"}, "password"},
		{"servers exchanged", file, "", map[string]string{"imap": "smtp.example.org", "smtp": "imap.example.org"}, "password"},
		{"a provider", file, "", map[string]string{"way": "gmail"}, "password"},
		{"typed again", file, "", map[string]string{"imap": "imap.example.net", "password": "hunter3"}, ""},
		{"a provider, typed again", file, "", map[string]string{"way": "gmail", "password": "hunter3"}, ""},
		{"the same server", file, "", map[string]string{"imap": "IMAP.example.org", "imap.user": "bo"}, ""},
		{"no server at all", file, "", map[string]string{"way": "folder", "exchange": dir + "/post"}, ""},
		{"a command", servers("password_command: [echo, x]", kept), "", map[string]string{"imap": "imap.evil.example", "password": "x"}, "imap"},
		{"a token", servers(kept, "token_command: [echo, x]"), "", map[string]string{"smtp": "smtp.evil.example", "password": "x"}, "smtp"},
		{"a sign-in", servers("security: tls", "security: tls") + "sign_in: {provider: outlook, client_id: x}\n", "", map[string]string{"smtp": "smtp.evil.example", "password": "x"}, "smtp"},
		{"in the file itself", servers("password: x", "password: x"), "", map[string]string{"imap": "imap.evil.example", "password": "x"}, "imap"},
		{"a command, and a provider", servers("password_command: [echo, x]", "password_command: [echo, x]"), "", map[string]string{"way": "gmail", "password": "x"}, "way"},
		{"two files", servers(kept, other), "", map[string]string{"smtp": "smtp.evil.example", "password": "x"}, "smtp"},
		{"the environment", file, "x", map[string]string{"smtp": "smtp.evil.example", "password": "x"}, "smtp"},
	} {
		t.Setenv(mailbox.EnvSMTP, tt.env)
		if err := os.WriteFile(filepath.Join(dir, "password"), []byte("hunter2\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		k, path := newWebSettings(t, tt.before)
		before, secret := "", ""
		k.end = func() { // nothing may read a new password while it still knows the old servers
			data, _ := os.ReadFile(path)
			word, _ := os.ReadFile(filepath.Join(dir, "password"))
			before, secret = string(data), string(word)
		}
		version, values := filledIn(t, k, tt.changes)
		_, _, err := k.Write(version, values)
		var wrong cfg.Wrong
		data, _ := os.ReadFile(path)
		word, _ := os.ReadFile(filepath.Join(dir, "password"))
		if errors.As(err, &wrong); tt.wrong != "" {
			if len(wrong) != 1 || wrong[tt.wrong].En == "" || string(data) != tt.before || string(word) != "hunter2\n" {
				t.Errorf("%s: %v\n%s", tt.name, err, data)
			}
			continue
		}
		if err != nil || string(data) == tt.before || before != tt.before || secret != "hunter2\n" {
			t.Errorf("%s: %v\n%s", tt.name, err, data)
		}
		if typed := tt.changes["password"]; typed != "" && string(word) != typed+"\n" {
			t.Errorf("%s: the password is now %q", tt.name, word)
		}
	}
}

// TestFirstSettings begins without a configuration.
func TestFirstSettings(t *testing.T) {
	for _, folder := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"} {
		t.Setenv(folder, t.TempDir())
	}
	xdg.Reload()
	k, path := newWebSettings(t, "")
	version, values := filledIn(t, k, map[string]string{"name": "Alice", "address": "alice@example.org", "folder": t.TempDir()})
	var wrong cfg.Wrong
	if _, _, err := k.Write(version, values); !errors.As(err, &wrong) || wrong["way"].En == "" || len(wrong) != 1 {
		t.Errorf("an unknown provider: %v", err)
	}
	values["address"] = "alice@gmail.com"
	if _, _, err := k.Write(version, values); !errors.As(err, &wrong) || !strings.Contains(wrong["password"].En, "app password") || len(wrong) != 1 {
		t.Errorf("without a password: %v", err)
	}
	values["password"] = "hunter2"
	s, err := k.plan()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := s.Fill(version, values)
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Save(); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := openConfig(path, true)
	if err != nil || got.IMAP.Host != "imap.gmail.com" || got.IMAP.User != "alice@gmail.com" || got.Language != "en" {
		t.Errorf("%v: %+v", err, got)
	}
	file := filepath.Join(filepath.Dir(path), "password")
	secret, err := os.ReadFile(file)
	if err != nil || string(secret) != "hunter2\n" || got.IMAP.PasswordFile != file || strings.Contains(string(written), "hunter2") {
		t.Errorf("the password: %v", err)
	}
}
