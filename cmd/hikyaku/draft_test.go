package main

import (
	"reflect"
	"strings"
	"testing"

	"hikyaku"
)

// TestDraft wants a written configuration to be read as what was set, with every explanation of the example.
func TestDraft(t *testing.T) {
	t.Setenv("HOME", "/home/alice")
	server := serverConfig{
		Host: "imap.example.org", Port: 143, Security: "starttls", User: "a: # '", CAFile: "/ca.pem",
		PasswordCommand: []string{"pass", "show", "a,b [c]", "- d"}, PasswordFile: "/password", TokenCommand: []string{"oama", "#"},
	}
	for _, want := range []config{
		{Name: "Alice \"A\": #", Address: "alice@example.org", Language: "ja", Folder: "/k: #", IMAP: server, SMTP: server},
		{Name: "true", Address: "alice@example.org", Language: "en", Folder: "/kifu", Exchange: "/post"},
	} {
		d, err := want.newDraft()
		if err != nil {
			t.Fatal(err)
		}
		got, err := readConfig([]byte(d.String()), "config.yaml")
		if err != nil {
			t.Fatalf("%v\n%s", err, d)
		}
		got.path, got.State, got.Secret, got.Timeout = "", "", "", 0
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("%+v\nwant %+v\n%s", *got, want, d)
		}
		_, explained, _ := strings.Cut(hikyaku.ExampleConfig, "\n\n")
		for line := range strings.Lines(explained) {
			if words := strings.TrimSpace(line); strings.HasPrefix(words, "# ") && strings.HasSuffix(words, ".") && !strings.Contains(d.String(), words) {
				t.Errorf("lost: %s", line)
			}
		}
	}
}

func TestTypedServer(t *testing.T) {
	for text, want := range map[string]serverConfig{
		"imap.example.org":     {Host: "imap.example.org"},
		"imap.example.org:993": {Host: "imap.example.org", Port: 993},
		"imap.example.org:143": {Host: "imap.example.org", Port: 143, Security: "starttls"},
		"smtp.example.org:587": {Host: "smtp.example.org", Port: 587, Security: "starttls"},
	} {
		if got, err := typedServer(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"a:", "a:0", "a:x", "a:65536", ":993"} {
		if got, err := typedServer(text); err == nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
