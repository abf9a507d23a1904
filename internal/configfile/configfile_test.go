package configfile

import (
	"testing"

	"hikyaku/internal/i18n"
)

type example struct {
	Name  string              `yaml:"name"`
	IMAP  Server              `yaml:"imap"`
	List  []string            `yaml:"list"`
	Lists map[string][]string `yaml:"lists"`
}

func TestDecode(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "",
		"name: Anna\nimap: {}\n":            "",
		"nmae: Anna\n":                      `line 1: unknown field "nmae": did you mean "name"?`,
		"\nimap: {password: [x]}":           "line 2: imap.password: the value has the wrong type: see club.yaml",
		"list: 24h, 3h\nimap:\n  port: x":   "line 1: list is a list: write list: [24h, 3h]; line 3: imap.port: the value has the wrong type: see club.yaml",
		"list: notify-send \"Your move\"":   `line 1: list is a list: write list: [notify-send, "Your move"]`,
		"imap:\n  password_command: canary": "line 2: imap.password_command is a list: write password_command: […, …]",
		"lists:\n  a: [b]\n  c: d":          "line 3: lists.c is a list: write c: [d]",
		"name: [":                           "not valid YAML: line 1: did not find expected node content",
	} {
		got := ""
		if err := Decode([]byte(text), &example{}, "club.yaml", example{}, Server{}); err != nil {
			got = i18n.Of(err).En
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	data := []byte("# first\nname: Anna\nimap:\n  host: a\n")
	for want, path := range map[int][]string{2: {"name"}, 4: {"imap", "host"}, 3: {"imap", "port"}, 0: {"smtp", "host"}} {
		if got := Line(data, path...); got != want {
			t.Errorf("%v stands in line %d, want %d", path, got, want)
		}
	}
	if Line([]byte("a: ["), "a") != 0 {
		t.Error("what is no YAML has a line")
	}
}

func TestServerCheck(t *testing.T) {
	for want, s := range map[string]Server{
		"": {Host: "a", Security: "starttls"},
		`imap.security: "none of it" isn't a choice: write tls, starttls or none`: {Host: "a", Security: "none of it"},
		"imap.host is missing: write the name of the server":                      {User: "anna"},
	} {
		got := ""
		if err := s.Check("imap"); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
}
