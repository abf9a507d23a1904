package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/mailbox"
)

// TestPost sends a letter to somebody who has no place in the shared folder yet.
func TestPost(t *testing.T) {
	conf, err := readConfig([]byte("address: club@example.org\nexchange: post\n"), t.TempDir()+"/club.yaml")
	dbtest.Must(t, err)
	box, err := conf.outbox()
	dbtest.Must(t, err)
	letter, err := mailbox.Read(written(t, "1"))
	dbtest.Must(t, err)
	letter.From, letter.To = letter.To, letter.From
	for range 2 {
		dbtest.Must(t, box.Send(t.Context(), letter))
	}
	anna, err := mailbox.NewFolder(conf.Exchange, "anna@example.org")
	dbtest.Must(t, err)
	n := 0
	_, err = anna.Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { n++; return nil })
	if err != nil || n != 2 {
		t.Errorf("%d letters have come, %v", n, err)
	}
	dbtest.Must(t, os.RemoveAll(conf.Exchange))
	if err := box.Send(t.Context(), letter); err == nil {
		t.Error("a letter is sent to a folder that is gone")
	}
}

// TestWays checks how a configuration says that messages come and go.
func TestWays(t *testing.T) {
	for text, want := range map[string]string{
		"sendmail: [/bin/sendmail, -t]":                                        "by the command /bin/sendmail -t; mailbox.Sendmail; ",
		"smtp: {host: mx.example.org}\nlmtp: {listen: 127.0.0.1:24}":           "by SMTP to mx.example.org; *mailbox.Relay; ",
		"smtp: {host: mx.example.org}\nimap: {host: in.example.org, user: me}": "by SMTP to mx.example.org; *mailbox.Relay; me in.example.org ",
		"exchange: post": "into the folder DIR/post; main.post; DIR/post",
	} {
		dir := t.TempDir()
		conf, err := readConfig([]byte("address: club@example.org\n"+text), dir+"/club.yaml")
		dbtest.Must(t, err)
		out, err := conf.outbox()
		dbtest.Must(t, err)
		_, name, err := conf.inbox()
		dbtest.Must(t, err)
		if got := fmt.Sprintf("%s; %T; %s", conf.wayOut().En, out, name); strings.ReplaceAll(got, dir, "DIR") != want {
			t.Errorf("%q means %s, not %s", text, got, want)
		}
	}
}

// TestLanguageOf checks that a flag takes precedence over the locale.
func TestLanguageOf(t *testing.T) {
	for _, test := range []struct {
		all, messages, lang string
		args                []string
		want                string
	}{
		{"", "", "", nil, "en"},
		{"", "", "ja_JP.UTF-8", nil, "ja"},
		{"", "ja", "de", nil, "ja"},
		{"C", "ja", "ja", nil, "en"},
		{"ja", "", "", []string{"--lang", "en"}, "en"},
		{"", "", "", []string{"--lang=ja", "serve"}, "ja"},
		{"", "", "", []string{"--lang=fr"}, "en"},
		{"", "", "", []string{"serve", "--lang"}, "en"},
	} {
		t.Setenv("LC_ALL", test.all)
		t.Setenv("LC_MESSAGES", test.messages)
		t.Setenv("LANG", test.lang)
		if got := languageOf(test.args); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}
