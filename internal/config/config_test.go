package config

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// read returns the configuration of a player's own file.
func read(text string) (*Loaded, error) { return Parse([]byte(text), "c.yaml") }

// TestFields wants each field of the structs in the table, under the name that it has in the file.
func TestFields(t *testing.T) {
	var names []string
	var visit func(of reflect.Type, section string)
	visit = func(of reflect.Type, section string) {
		for i := range of.NumField() {
			field := of.Field(i)
			name := section + field.Tag.Get("yaml")
			if field.Type.Kind() == reflect.Struct && field.Type != reflect.TypeFor[mailbox.Secret]() {
				visit(field.Type, name+".")
				continue
			}
			names = append(names, name)
		}
	}
	visit(reflect.TypeFor[Config](), "")
	for _, f := range fields() {
		i := slices.Index(names, f.Name)
		if i < 0 {
			t.Errorf("%s: there is no such field, or it is in the table twice", f.Name)
			continue
		}
		names = slices.Delete(names, i, i+1)
	}
	if len(names) > 0 {
		t.Errorf("the table lacks %s", names)
	}
}

// TestExampleIsComplete reads the example as it stands and with every field uncommented, and wants
// each field and its default in it.
func TestExampleIsComplete(t *testing.T) {
	data, err := os.ReadFile("../../config.example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(data, "config.example.yaml"); err != nil {
		t.Error(err)
	}
	field := regexp.MustCompile(`(?m)^( *)# ([a-z_]+:.*)$`)
	whole := field.ReplaceAllString(string(data), "$1$2")
	for _, other := range []string{"exchange", "maildir", "sendmail"} { // they exclude imap or smtp
		whole = strings.Replace(whole, "\n"+other+":", "\n# "+other+":", 1)
	}
	if _, err := Parse([]byte(whole), "config.example.yaml"); err != nil {
		t.Errorf("with its optional fields: %v", err)
	}
	for _, f := range fields() {
		if strings.HasPrefix(f.Name, "smtp.") {
			continue // the fields of imap
		}
		section, name, nested := strings.Cut(f.Name, ".")
		if !nested {
			section, name = "", section
		}
		at := regexp.MustCompile(`(?m)^(# )?` + section + `:(.*\n)*? *(# )?(.*\{(.*, )?)?` + name + `:`)
		if section == "" {
			at = regexp.MustCompile(`(?m)^(# )?` + name + `:`)
		}
		if !at.Match(data) {
			t.Errorf("the example lacks the field %s", f.Name)
		}
		if f.Default != "" && !strings.HasPrefix(f.Name, "bot.") && !strings.Contains(string(data), "Default: "+f.Default) && !strings.Contains(string(data), f.Default+" (default)") {
			t.Errorf("the example does not have %s as the default of %s", f.Default, f.Name)
		}
	}
}

// TestTrust wants the name of a mail server, as the first word of Authentication-Results.
func TestTrust(t *testing.T) {
	for text, good := range map[string]bool{
		"mx.example.org": true, "mx_1": true, "": true,
		"mx.example.org; spf=pass": false, "mx example": false, "a@example.org": false, "mx.例.jp": false, strings.Repeat("m", 256): false,
	} {
		conf, err := read("address: a@example.org\ntrust: \"" + text + "\"")
		if (err == nil) != good || good && conf.Trust != text {
			t.Errorf("%q: %v", text, err)
		}
		if !good && !strings.Contains(err.Error(), "c.yaml: trust: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestConfigDefaults(t *testing.T) {
	t.Setenv("HOME", "/home/alice")
	conf, err := read("address: a@example.org")
	if err != nil {
		t.Fatal(err)
	}
	if conf.Timeout.Seconds() != 60 || !strings.HasSuffix(conf.Folder, "/Kifu") || strings.Contains(conf.Folder, "~") {
		t.Errorf("defaults are %+v", conf)
	}
}

func TestFieldText(t *testing.T) {
	for text, want := range map[string]string{"reminders: []": "none", "reminders: [1d, 6h]": "1d, 6h", "timeout: 2m": "2m0s", "copy: true": "yes", "confirm: all": "all"} {
		conf, err := read("address: a@x.org\n" + text)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(text, ":")
		if got := FieldNamed(name).Text(&conf.Config); got != want {
			t.Errorf("%s is shown as %q, want %q", text, got, want)
		}
	}
	if got := FieldNamed("confirm").Text(&Config{}); got != FieldNamed("confirm").Default {
		t.Errorf("a choice that is not made is shown as %q", got)
	}
}

func TestWrong(t *testing.T) {
	if got := (Wrong{"name": i18n.Same("too long")}).Error(); got != "too long" {
		t.Errorf("the error is %q", got)
	}
}
