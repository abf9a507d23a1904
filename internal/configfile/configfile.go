// Package configfile reads what the configuration files of all commands have in common: strictly, and with one sentence for each mistake.
package configfile

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"gopkg.in/yaml.v3"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Server is the address of a mail server and the login.
type Server struct {
	Host            string         `yaml:"host"`
	Port            int            `yaml:"port"`
	Security        string         `yaml:"security"`
	User            string         `yaml:"user"`
	CAFile          string         `yaml:"ca_file"`
	PasswordCommand []string       `yaml:"password_command"`
	PasswordFile    string         `yaml:"password_file"`
	Password        mailbox.Secret `yaml:"password"`
	TokenCommand    []string       `yaml:"token_command"`
}

// Mailbox returns the server as package mailbox has it.
func (s Server) Mailbox() mailbox.Server {
	return mailbox.Server{
		Host: s.Host, Port: s.Port, User: s.User, Security: mailbox.Security(s.Security), CAFile: s.CAFile,
		Password:     mailbox.Credential{Command: s.PasswordCommand, File: s.PasswordFile, Text: s.Password},
		TokenCommand: s.TokenCommand,
	}
}

// Check returns an error if the server, which stands under name, is given by halves or has an encryption that there is not.
func (s Server) Check(name string) error {
	switch mailbox.Security(s.Security) {
	case "", mailbox.TLS, mailbox.STARTTLS, mailbox.None:
	default:
		return Choice(name+".security", s.Security, "tls", "starttls", "none")
	}
	if s.Host == "" && !reflect.DeepEqual(s, Server{}) {
		return i18n.Err("config.no-host", "field", name+".host")
	}
	return nil
}

// Decode decodes a configuration strictly: an unknown field is an error. Its errors name lines, the example of such a file, and
// the known field that is nearest to one that is mistyped.
func Decode(data []byte, into any, example string, known []string) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(into); err != nil && !errors.Is(err, io.EOF) {
		return &mistake{Explain(err, example, known)}
	}
	return nil
}

// mistake is the error of a file that is not as it should be.
type mistake struct{ text i18n.Text }

// Error returns the English sentence.
func (m *mistake) Error() string { return m.text.En }

// Sentence returns the sentence in both languages.
func (m *mistake) Sentence() i18n.Text { return m.text }

// Explain returns a YAML error as text about the file, of which there is an example, not about this program. It does not quote a
// value of the wrong type, which may be a password.
func Explain(err error, example string, known []string) i18n.Text {
	var wrong *yaml.TypeError
	if !errors.As(err, &wrong) {
		return i18n.T("yaml.wrong", "why", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	// The library's message quotes the file, so the pattern is anchored at both ends.
	wrongKind := regexp.MustCompile(`(?s)^line (\d+): cannot unmarshal .* into \S+$`)
	unknownField := regexp.MustCompile(`(?s)^line (\d+): field (.*) not found in type \S+$`)
	var all i18n.Text
	for i, text := range wrong.Errors {
		what := i18n.T("yaml.wrong", "why", text)
		if kind := wrongKind.FindStringSubmatch(text); kind != nil {
			what = i18n.T("yaml.kind", "n", kind[1], "example", example)
		}
		if field := unknownField.FindStringSubmatch(text); field != nil {
			what = unknownText(field[1], field[2], known)
		}
		if all = i18n.T("yaml.also", "list", all, "item", what); i == 0 {
			all = what
		}
	}
	return all
}

// unknownText says that line n names a field that is none of the known ones.
func unknownText(n, field string, known []string) i18n.Text {
	near := Nearest(field, known)
	field = strings.Trim(strconv.Quote(field), `"`)
	switch {
	case field == "on_turn":
		return i18n.T("config.on-turn", "n", n)
	case near != "":
		return i18n.T("yaml.unknown-near", "n", n, "field", field, "near", near)
	}
	return i18n.T("yaml.unknown", "n", n, "field", field)
}

// Fields returns the names of all fields of the structs of a configuration.
func Fields(parts ...any) (names []string) {
	for _, part := range parts {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(part)) {
			if name := field.Tag.Get("yaml"); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// Line returns the line on which a field stands, or that of the field around it; 0 if there is neither.
func Line(data []byte, path ...string) (line int) {
	var at yaml.Node
	if yaml.Unmarshal(data, &at) != nil || len(at.Content) == 0 {
		return 0
	}
	node := at.Content[0]
	for _, name := range path {
		i := slices.IndexFunc(node.Content, func(n *yaml.Node) bool { return n.Value == name })
		if i < 0 || i+1 >= len(node.Content) {
			break
		}
		line, node = node.Content[i].Line, node.Content[i+1]
	}
	return line
}

// Choice returns the error of a field that has none of the values it takes.
func Choice(field, value string, choices ...string) error {
	return i18n.Err("config.choice", "field", field, "value", value, "list", i18n.Either(choices...))
}

// Trust returns an error unless text can be the name by which a mail server signs its Authentication-Results, or is empty.
func Trust(text string) error {
	if len(text) > 255 || strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' || strings.ContainsRune(`@;"(),<>`, c) }) {
		return i18n.Err("config.trust", "text", text)
	}
	return nil
}

// maxReminders is how often a player is reminded of one turn.
const maxReminders = 5

// Reminders reads how long before the end of a time limit reminders go out, the longest first.
func Reminders(texts []string) (steps []time.Duration, err error) {
	if len(texts) > maxReminders {
		return nil, i18n.Err("config.reminders", "n", len(texts), "most", maxReminders)
	}
	for _, text := range texts {
		step, ok := match.ParseLength(text)
		if !ok || step == 0 {
			return nil, i18n.Err("config.reminder", "text", text)
		}
		steps = append(steps, step)
	}
	slices.Sort(steps)
	slices.Reverse(steps)
	return slices.Compact(steps), nil
}

// ExpandHome replaces a leading ~ by the home directory.
func ExpandHome(path string) string {
	if path == "~" || strings.HasPrefix(path, "~/") {
		return filepath.Join(xdg.Home, strings.TrimPrefix(path, "~"))
	}
	return path
}

// DataHome returns the usual place of a file that a command keeps for its user.
func DataHome(elements ...string) string {
	return filepath.Join(append([]string{xdg.DataHome}, elements...)...)
}
