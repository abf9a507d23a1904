package config

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"gopkg.in/yaml.v3"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/configfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/signin"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// Field is a field of the configuration. It has the type of the field in
// Config.
type Field struct {
	Name    string   // as in the file: section.name
	Default string   // as people write it; "" if it depends on the machine or there is none
	Choices []string // the allowed values, if there are only a few
	Program string   // for a command: an example
	Path    bool     // whether a leading ~ means the home folder
	Secret  bool     // whether a file that contains it must be private

	Ask       string                          // the key of the question that setup asks for it alone
	Complaint string                          // the key of what setup prints after an invalid answer
	Group     string                          // the part of the settings page that shows it; if "", the page lists only its name
	Valid     func(text string) error         // rejects values a player can't set; nil if the check of the whole is enough
	Look      func(value string) mailbox.Step // what doctor checks if it is set
}

// fields returns all fields of the configuration, in the order in which programs
// write them and doctor checks them.
var fields = sync.OnceValue(func() []Field {
	return slices.Concat([]Field{
		{Name: "name", Ask: "setup.name", Complaint: "setup.name-missing", Group: "you", Valid: validName},
		{Name: "address", Ask: "setup.address", Complaint: "setup.address-bad", Group: "you", Valid: validAddress},
		{Name: "language", Choices: i18n.Languages, Group: "you"},
		{Name: "folder", Default: "~/Kifu", Path: true, Ask: "setup.records", Complaint: "setup.folder-bad", Group: "you", Valid: validFolder, Look: func(dir string) mailbox.Step { return LookAtFolder("folder of records", dir) }},
		{Name: "theme", Default: "auto", Choices: append([]string{"auto"}, render.Themes()...), Group: "look"},
		{Name: "pieces", Default: "auto", Choices: []string{"auto", "kanji", "letters", "symbols"}, Group: "look"},
		{Name: "state", Path: true, Look: func(dir string) mailbox.Step { return LookAtFolder("folder of state", dir) }},
		{Name: "secret", Path: true, Look: lookAtSecret},
		{Name: "picture", Default: "true", Group: "letters"},
		{Name: "letters.page", Default: "false", Group: "letters"},
		{Name: "letters.receipts", Default: "true", Group: "letters"},
		{Name: "copy", Default: "false", Group: "letters"},
		{Name: "send", Default: "asked", Choices: []string{"asked", "always"}, Group: "letters"},
		{Name: "confirm", Default: "final", Choices: []string{"final", "all"}, Group: "letters"},
		{Name: "reminders", Default: "[24h]", Group: "letters"},
		{Name: "digest", Default: "never", Group: "letters"},
		{Name: "quiet", Default: "never", Group: "letters"},
		{Name: "exchange", Path: true, Ask: "setup.exchange", Complaint: "setup.folder-bad", Group: "mail", Valid: validFolder},
		{Name: "maildir", Path: true, Ask: "setup.maildir", Complaint: "setup.folder-bad", Group: "mail", Valid: validFolder},
		{Name: "sendmail", Program: "[/usr/sbin/sendmail, -t, -i]", Ask: "setup.sendmail"},
	}, serverFields("imap"), serverFields("smtp"), []Field{
		{Name: "sign_in.provider"},
		{Name: "sign_in.flow", Choices: []string{signin.Device, signin.Browser}},
		{Name: "sign_in.client_id", Group: "mail", Ask: "setup.client-id", Complaint: "setup.client-id-missing"},
		{Name: "sign_in.client_secret", Group: "mail", Secret: true},
		{Name: "sign_in.device_url"},
		{Name: "sign_in.auth_url"},
		{Name: "sign_in.token_url"},
		{Name: "sign_in.scopes"},
		{Name: "mailbox", Default: "INBOX", Group: "box"},
		{Name: "timeout", Default: "1m", Group: "box"},
		{Name: "hooks.turn", Program: "[notify-send, hikyaku]"},
		{Name: "hooks.sent", Program: "[notify-send, hikyaku]"},
		{Name: "hooks.refused", Program: "[notify-send, hikyaku]"},
		{Name: "hooks.finished", Program: "[notify-send, hikyaku]"},
		{Name: "aliases"},
		{Name: "trust"},
		{Name: "puzzle.to"},
		{Name: "engines"},
		{Name: "bot.open_each", Default: "3"},
		{Name: "bot.requests_each", Default: "5"},
		{Name: "bot.new_a_day", Default: "50"},
		{Name: "bot.open_in_all", Default: "200"},
	})
})

func validName(text string) error {
	switch {
	case text == "":
		return i18n.Err("setup.name-missing")
	case identity.HasInvisible(text):
		return i18n.Err("person.hidden", "name", kif.Quote(text))
	}
	return nil
}

func validAddress(text string) error {
	switch {
	case text == "":
		return i18n.Err("setup.address-missing")
	case !identity.IsAddress(identity.ToASCII(text)), !identity.NamesDomain(identity.ToASCII(text)) && !strings.HasSuffix(text, "@localhost"):
		return i18n.Err("setup.address-bad", "answer", text)
	}
	return nil
}

func serverFields(section string) []Field {
	return []Field{
		{Name: section + ".host", Ask: "setup." + section, Complaint: "setup.server-bad", Group: "mail"},
		{Name: section + ".port", Group: "mail"},
		{Name: section + ".security", Default: "tls", Group: "mail"}, // it follows the port
		{Name: section + ".user", Ask: "setup." + section + "-user", Group: "mail"},
		{Name: section + ".ca_file", Path: true},
		{Name: section + ".password_command", Ask: "setup.password-command"},
		{Name: section + ".password_file", Path: true, Group: "mail", Look: func(file string) mailbox.Step {
			return mailbox.Step{Name: "password file", Detail: i18n.Same(file), Err: mailbox.CheckPrivate(file), Hint: i18n.T("doctor.private")}
		}},
		{Name: section + ".password", Secret: true},
		{Name: section + ".token_command", Ask: "setup.token"},
	}
}

// FieldNames returns the names of all fields.
func FieldNames() (names []string) {
	for _, f := range fields() {
		names = append(names, f.Name)
	}
	return names
}

// FieldNamed returns the field called name. It panics if there is none.
func FieldNamed(name string) Field {
	return fields()[slices.IndexFunc(fields(), func(f Field) bool { return f.Name == name })]
}

// in returns the value of the field in c, which can be set.
func (f Field) in(c *Config) reflect.Value {
	place := reflect.ValueOf(c).Elem()
	for name := range strings.SplitSeq(f.Name, ".") {
		for i := range place.NumField() {
			if place.Type().Field(i).Tag.Get("yaml") == name {
				place = place.Field(i)
				break
			}
		}
	}
	return place
}

// transports are the fields and sections that configure how mail is carried.
var transports = []string{"exchange", "imap", "smtp", "sign_in", "maildir", "sendmail"}

// mail reports whether the field belongs to the transport of mail.
func (f Field) mail() bool {
	section, _, _ := strings.Cut(f.Name, ".")
	return slices.Contains(transports, section)
}

// choices returns the values to choose from on the settings page, or nil for a
// text field.
func (f Field) choices() []string {
	switch place := f.in(new(Config)); {
	case place.Kind() == reflect.Bool || place.Kind() == reflect.Pointer && place.Type().Elem().Kind() == reflect.Bool:
		return yesNo
	case len(f.Choices) > 0 && f.Default == "":
		return append([]string{""}, f.Choices...)
	}
	return f.Choices
}

var yesNo = []string{"yes", "no"}

// Text returns the value in c as people type it.
func (f Field) Text(c *Config) string {
	place := f.in(c)
	if place.Kind() == reflect.Pointer && !place.IsNil() {
		place = place.Elem()
	}
	switch value := place.Interface().(type) {
	case *bool:
		return map[string]string{"true": "yes", "false": "no"}[f.Default]
	case bool:
		return map[bool]string{true: "yes", false: "no"}[value]
	case time.Duration:
		if value == 0 {
			return ""
		}
		return value.String()
	case []string:
		if value != nil && len(value) == 0 {
			return "none"
		}
		return strings.Join(value, ", ")
	case string:
		if value == "" && len(f.Choices) > 0 {
			return f.Default
		}
		return value
	}
	return ""
}

// SetText sets the value in c to the typed text.
func (f Field) SetText(c *Config, text string) error {
	place := f.in(c)
	if err := configfile.Choice(f.Name, text, f.choices()...); err != nil {
		return err
	}
	switch place.Interface().(type) {
	case *bool:
		yes := text == "yes"
		place.Set(reflect.ValueOf(&yes))
	case bool:
		place.SetBool(text == "yes")
	case time.Duration:
		if text == "" {
			text = "0"
		}
		length, err := time.ParseDuration(text)
		if err != nil {
			return i18n.Err("settings.timeout-bad", "text", text)
		}
		place.SetInt(int64(length))
	case []string:
		list := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '、' })
		switch {
		case text == "none":
			list = []string{}
		case len(list) == 0:
			list = nil
		}
		place.Set(reflect.ValueOf(list))
	case string:
		place.SetString(text)
	}
	if f.Valid != nil {
		return f.Valid(text)
	}
	return nil
}

// encode returns the fields set in c as a YAML file, in the order of the table.
func (c *Config) encode(comment string) ([]byte, error) {
	whole := &yaml.Node{Kind: yaml.MappingNode, HeadComment: comment}
	sections := map[string]*yaml.Node{"": whole}
	for _, f := range fields() {
		value := f.in(c).Interface()
		if f.in(c).IsZero() {
			continue
		}
		if secret, is := value.(mailbox.Secret); is {
			value = secret.Reveal()
		}
		var node yaml.Node
		if err := node.Encode(value); err != nil {
			return nil, err
		}
		if node.Kind == yaml.SequenceNode {
			node.Style = yaml.FlowStyle
		}
		section, name, nested := strings.Cut(f.Name, ".")
		if !nested {
			section, name = "", section
		}
		if sections[section] == nil {
			sections[section] = &yaml.Node{Kind: yaml.MappingNode}
			whole.Content = append(whole.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: section}, sections[section])
		}
		in := sections[section]
		in.Content = append(in.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: name}, &node)
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	err := errors.Join(encoder.Encode(whole), encoder.Close())
	return b.Bytes(), err
}

// Look runs the checks of the fields that are set.
func (c *Config) Look() (steps []mailbox.Step) {
	if c.Address == "" {
		steps = append(steps, mailbox.Step{Name: "address", Err: i18n.Err("doctor.no-address"), Hint: i18n.T("doctor.write-address")})
	}
	for _, f := range fields() {
		if value := f.in(c); f.Look != nil && !value.IsZero() {
			step := f.Look(value.String())
			if n := len(steps); n == 0 || steps[n-1].Name != step.Name || steps[n-1].Detail != step.Detail { // both servers have one password
				steps = append(steps, step)
			}
		}
	}
	for _, event := range []string{"turn", "sent", "refused", "finished"} {
		if command := c.Hooks.Commands()[event]; len(command) > 0 {
			step := mailbox.Step{Name: "hook", Detail: i18n.Same("hooks." + event), Hint: i18n.T("doctor.name-program")}
			if _, err := exec.LookPath(command[0]); err != nil {
				step.Err = i18n.Err("doctor.no-hook", "event", event, "program", command[0], "error", err)
			}
			steps = append(steps, step)
		}
	}
	return steps
}

// LookAtFolder checks that dir exists and that a file can be written in it.
func LookAtFolder(name, dir string) mailbox.Step {
	step := mailbox.Step{Name: name, Detail: i18n.Same(dir)}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		step.Err = i18n.Err("doctor.no-folder", "folder", dir)
		step.Hint = i18n.T("doctor.make-folder")
		return step
	}
	probe := filepath.Join(dir, ".hikyaku-doctor")
	step.Err = atomicfile.Replace(atomicfile.OS{}, probe, []byte("probe\n"))
	step.Hint = i18n.T("doctor.see-folder")
	os.Remove(probe)
	return step
}

// lookAtSecret checks the file of secret keys. It need not exist yet.
func lookAtSecret(file string) mailbox.Step {
	step := mailbox.Step{Name: "secret", Detail: i18n.Same(file)}
	_, err := home.LoadKeyring(atomicfile.OS{}, file)
	if errors.Is(err, home.ErrNoKeyring) {
		step.Detail = i18n.T("doctor.no-secret", "file", file)
		return step
	}
	step.Err, step.Hint = err, i18n.T("doctor.import")
	if info, err := os.Stat(file); err == nil && atomicfile.Permissions(info)&0o477 != 0o400 {
		step.Hint = i18n.T("doctor.chmod", "file", file)
	}
	return step
}
