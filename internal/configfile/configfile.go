// Package configfile contains what the configuration files of all commands have
// in common. It decodes strictly and explains each mistake in one sentence.
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
	"hikyaku/internal/identity"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Server is the address of a mail server and the login there.
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

// Mailbox converts s for package mailbox.
func (s Server) Mailbox() mailbox.Server {
	return mailbox.Server{
		Host: s.Host, Port: s.Port, User: s.User, Security: mailbox.Security(s.Security), CAFile: s.CAFile,
		Password:     mailbox.Credential{Command: s.PasswordCommand, File: s.PasswordFile, Text: s.Password},
		TokenCommand: s.TokenCommand,
	}
}

// Check returns an error if the server in the section name has no host although
// other fields are set, or an unknown kind of security.
func (s Server) Check(name string) error {
	if s.Security != "" {
		if err := Choice(name+".security", s.Security, "tls", "starttls", "none"); err != nil {
			return err
		}
	}
	if s.Host == "" && !reflect.DeepEqual(s, Server{}) {
		return i18n.Err("config.no-host", "field", name+".host")
	}
	return nil
}

// Decode decodes a configuration strictly: an unknown field is an error. Errors
// mention the line, the example of such a file, and the field of the structs of
// the configuration nearest to a mistyped one.
func Decode(data []byte, into any, example string, structs ...any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(into); err != nil && !errors.Is(err, io.EOF) {
		return i18n.TextErr(explain(err, example, Fields(structs...), wrongValues(data, reflect.TypeOf(into))))
	}
	return nil
}

// Explain describes a YAML error in terms of the file, for which example names
// an example, rather than of this program. It does not quote a value of the
// wrong type, which may be a password.
func Explain(err error, example string, known []string) i18n.Text {
	return explain(err, example, known, nil)
}

// explain is like Explain, and names the fields of values, which is indexed by
// line.
func explain(err error, example string, known []string, values map[string]wrongValue) i18n.Text {
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
			what = values[kind[1]].text(kind[1], example)
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

// wrongValue is a value of the wrong type.
type wrongValue struct {
	field string // with its sections; "" if it is not known
	form  string // how to write it, if it is a list; otherwise ""
}

// text returns the error that line n contains the value.
func (v wrongValue) text(n, example string) i18n.Text {
	switch {
	case v.field == "":
		return i18n.T("yaml.kind", "n", n, "example", example)
	case v.form == "":
		return i18n.T("yaml.kind-of", "n", n, "field", v.field, "example", example)
	}
	name := v.field[strings.LastIndex(v.field, ".")+1:]
	return i18n.T("yaml.kind-list", "n", n, "field", v.field, "form", name+": "+v.form)
}

// wrongValues returns the first value of the wrong type in each line.
func wrongValues(data []byte, into reflect.Type) map[string]wrongValue {
	found := map[string]wrongValue{}
	var visit func(node *yaml.Node, kind reflect.Type, name string)
	visit = func(node *yaml.Node, kind reflect.Type, name string) {
		for kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		if node.Decode(reflect.New(kind).Interface()) == nil {
			return
		}
		if node.Kind == yaml.MappingNode && (kind.Kind() == reflect.Struct || kind.Kind() == reflect.Map) {
			for i := 0; i+1 < len(node.Content); i += 2 {
				key, inner := node.Content[i].Value, reflect.Type(nil)
				if kind.Kind() == reflect.Map {
					inner = kind.Elem()
				} else if field, ok := fieldNamed(kind, key); ok {
					inner = field.Type
				}
				if inner != nil {
					visit(node.Content[i+1], inner, strings.TrimPrefix(name+"."+key, "."))
				}
			}
			return
		}
		value := wrongValue{field: name}
		if kind == reflect.TypeFor[[]string]() {
			value.form = listForm(name, node)
		}
		if line := strconv.Itoa(node.Line); found[line] == (wrongValue{}) {
			found[line] = value
		}
	}
	var all yaml.Node
	if yaml.Unmarshal(data, &all) == nil && len(all.Content) > 0 {
		visit(all.Content[0], into, "")
	}
	return found
}

// fieldNamed returns the field of a struct that a file calls name.
func fieldNamed(kind reflect.Type, name string) (reflect.StructField, bool) {
	fields := reflect.VisibleFields(kind)
	i := slices.IndexFunc(fields, func(f reflect.StructField) bool { return f.Tag.Get("yaml") == name })
	if i < 0 {
		return reflect.StructField{}, false
	}
	return fields[i], true
}

// listForm returns a value as the list that was meant: of words, or of what
// commas separate. It quotes no command that prints a password.
func listForm(name string, node *yaml.Node) string {
	if node.Kind != yaml.ScalarNode || strings.Contains(name, "password") || strings.Contains(name, "token") {
		return "[…, …]"
	}
	var words []string
	if strings.Contains(node.Value, ",") && !strings.Contains(node.Value, `"`) {
		for word := range strings.SplitSeq(node.Value, ",") {
			words = append(words, strings.TrimSpace(word))
		}
	} else {
		for _, word := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(node.Value, -1) {
			words = append(words, strings.Trim(word, `"`))
		}
	}
	list := yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, word := range words {
		var item yaml.Node
		item.SetString(word)
		if strings.Contains(word, " ") {
			item.Style = yaml.DoubleQuotedStyle
		}
		list.Content = append(list.Content, &item)
	}
	text, err := yaml.Marshal(&list)
	if err != nil {
		return "[…, …]"
	}
	return strings.TrimSpace(string(text))
}

// unknownText returns the error that line n contains an unknown field.
func unknownText(n, field string, known []string) i18n.Text {
	near := identity.Nearest(field, known)
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

// Line returns the line of a field, else that of the innermost section around
// it, else 0.
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

// Choice returns an error if the value of a field is not one of choices, unless
// there are none.
func Choice(field, value string, choices ...string) error {
	if len(choices) == 0 || slices.Contains(choices, value) {
		return nil
	}
	return i18n.Err("config.choice", "field", field, "value", value, "list", i18n.Either(choices...))
}

// Trust returns an error unless text is empty or may be the name with which a
// mail server signs its Authentication-Results.
func Trust(text string) error {
	if len(text) > 255 || strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' || strings.ContainsRune(`@;"(),<>`, c) }) {
		return i18n.Err("config.trust", "text", text)
	}
	return nil
}

// maxReminders is the maximum number of reminders for one turn.
const maxReminders = 5

// Reminders parses how long before the deadline reminders are sent. It returns
// the longest first.
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

// DataHome returns the default path of a file in which a command stores data.
func DataHome(elements ...string) string {
	return filepath.Join(append([]string{xdg.DataHome}, elements...)...)
}
