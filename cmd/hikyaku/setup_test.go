package main

import (
	"bufio"
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// TestCorrect wants setup to ask again only for what a failed step uses, and to save the new answers beside the old ones.
func TestCorrect(t *testing.T) {
	const settings = `name: Alice
address: alice@example.org
imap:
  host: imap.example.org
  user: al
  password_command: [echo, show]
smtp:
  host: smtp.example.org
  user: al
  password_command: [echo, show]
`
	const imap, smtp, imapUser, smtpUser, command, password = "IMAP server for", "SMTP server for", "at the IMAP server", "at the SMTP server", "prints the password", "Password (not shown)"
	for name, test := range map[string]struct {
		failed  []string
		answers string
		asked   []string
		saved   []string
	}{
		"the server for incoming mail": {[]string{"imap connect"}, "mail.example.org\n", []string{imap}, []string{"host: mail.example.org", "host: smtp.example.org"}},
		"the server for outgoing mail": {[]string{"smtp tls"}, "mail.example.org\n", []string{smtp}, []string{"host: imap.example.org", "host: mail.example.org"}},
		"both logins":                  {[]string{"imap login", "smtp login"}, "correct-horse\n\nsecret\n", []string{command, command, password}, []string{"user: al\n", "password_file: "}},
		"one login":                    {[]string{"smtp login"}, "echo mail\n", []string{command}, []string{"[echo, mail]"}},
		"the same password":            {[]string{"imap login"}, "echo show\nalice\n", []string{command, imapUser}, []string{"user: alice", "[echo, show]"}},
		"a message that is late":       {[]string{"letter to yourself"}, "", nil, []string{"user: al"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "config.yaml")
			file := filepath.Join(filepath.Dir(path), "settings.yaml")
			if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
				t.Fatal(err)
			}
			flags := flag.NewFlagSet("setup", flag.PanicOnError)
			flags.String("config", path, "")
			out := new(bytes.Buffer)
			app := newApp()
			app.Metadata["lang"] = "en"
			in := &interview{cli: cli.NewContext(app, flags, nil), dialog: &dialog{in: bufio.NewReader(strings.NewReader(test.answers)), out: out, lang: "en"}}
			if err := in.correct(test.failed); err != nil {
				t.Fatalf("%v:\n%s", err, out)
			}
			questions := strings.Join(strings.Fields(out.String()), " ")
			for _, question := range []string{imap, smtp, imapUser, smtpUser, command, password} {
				wanted := len(slices.DeleteFunc(slices.Clone(test.asked), func(asked string) bool { return asked != question }))
				if got := strings.Count(questions, question); got != wanted {
					t.Errorf("%q is asked %d times:\n%s", question, got, questions)
				}
			}
			saved, err := os.ReadFile(file)
			for _, line := range test.saved {
				if err != nil || strings.Contains(string(saved), "horse") || !strings.Contains(string(saved), line) {
					t.Errorf("%q is not saved: %v\n%s", line, err, saved)
				}
			}
		})
	}
}

// unanswered counts how often its end was read.
type unanswered struct {
	io.Reader
	ends int
}

func (u *unanswered) Read(b []byte) (int, error) {
	n, err := u.Reader.Read(b)
	if err == io.EOF {
		u.ends++
	}
	return n, err
}

// TestEarlyEnd wants setup to ask nothing more if its input ends before any of its questions.
func TestEarlyEnd(t *testing.T) {
	answers := []string{"Ann", "ann@nowhere.example", "localhost:1", "", "127.0.0.1:2", "", "", "correct-horse", "kifu"}
	for n := range answers {
		flags := flag.NewFlagSet("setup", flag.PanicOnError)
		flags.String("config", filepath.Join(t.TempDir(), "config.yaml"), "")
		out, app := new(bytes.Buffer), newApp()
		app.Metadata["lang"] = "en"
		context := cli.NewContext(app, flags, nil)
		context.Context = t.Context()
		typed := &unanswered{Reader: strings.NewReader(strings.Join(append(answers[:n:n], ""), "\n"))}
		in := &interview{cli: context, dialog: &dialog{in: bufio.NewReader(typed), out: out, lang: "en"}}
		if err := in.reopen(); err != nil {
			t.Fatal(err)
		}
		if err := in.ask(); err == nil || typed.ends != 1 {
			t.Errorf("after %d answers: %v, and %d questions have none\n%s", n, err, typed.ends, out)
		}
	}
}
