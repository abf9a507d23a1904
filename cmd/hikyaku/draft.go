package main

import (
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"hikyaku"
)

// draft is a configuration that is being written: the lines of the example, with comments in place of all that is not set.
type draft struct{ lines []string }

// blank returns the example with every field in comments, without its first paragraph, which is about the example.
func blank() *draft {
	_, fields, _ := strings.Cut(hikyaku.ExampleConfig, "\n\n")
	lines := strings.Split(strings.TrimRight(fields, "\n"), "\n")
	for i, line := range lines {
		field := strings.TrimLeft(line, " ")
		if field != "" && field[0] != '#' {
			lines[i] = line[:len(line)-len(field)] + "# " + field
		}
	}
	return &draft{lines}
}

// fieldValue is a field of a configuration, below a field of the outermost level if section is not empty.
type fieldValue struct {
	section, name string
	value         any
}

// zero reports whether the field is not set.
func (f fieldValue) zero() bool { return reflect.ValueOf(f.value).IsZero() }

// fieldsOf returns what commands set in a configuration, set or not.
func (conf *config) fieldsOf() []fieldValue {
	fields := []fieldValue{
		{"", "name", conf.Name}, {"", "address", conf.Address}, {"", "language", conf.Language}, {"", "folder", conf.Folder},
		{"", "picture", conf.Picture}, {"letters", "page", conf.Letters.Page}, {"", "confirm", conf.Confirm}, {"", "copy", conf.Copy},
		{"", "reminders", conf.Reminders}, {"", "digest", conf.Digest}, {"", "exchange", conf.Exchange},
	}
	for _, section := range []struct {
		name string
		serverConfig
	}{{"imap", conf.IMAP}, {"smtp", conf.SMTP}} {
		fields = append(fields, []fieldValue{
			{section.name, "host", section.Host}, {section.name, "port", section.Port}, {section.name, "security", section.Security},
			{section.name, "user", section.User}, {section.name, "ca_file", section.CAFile},
			{section.name, "password_command", filled(section.PasswordCommand)}, {section.name, "password_file", section.PasswordFile},
			{section.name, "token_command", filled(section.TokenCommand)},
		}...)
	}
	return append(fields, fieldValue{"", "mailbox", conf.Mailbox}, fieldValue{"", "timeout", conf.Timeout})
}

// filled returns a list, nil if it is empty.
func filled(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

// newDraft returns the file of a configuration that holds what is set in conf.
func (conf *config) newDraft() (*draft, error) {
	d := blank()
	var errs []error
	for _, field := range conf.fieldsOf() {
		if !field.zero() {
			errs = append(errs, d.set(field.section, field.name, field.value))
		}
	}
	return d, errors.Join(errs...)
}

// set gives a field its value, below a field of the outermost level if section is not empty.
func (d *draft) set(section, field string, value any) error {
	text, err := yamlValue(value)
	if err != nil {
		return err
	}
	begin, end, indent := 0, len(d.lines), ""
	if section != "" {
		begin = d.find(0, len(d.lines), "", section)
		d.lines[begin] = section + ":"
		begin++
		for end = begin; end < len(d.lines) && strings.HasPrefix(d.lines[end], " "); end++ {
		}
		indent = "  "
	}
	line := indent + field + ": " + text
	if at := d.find(begin, end, indent, field); at >= 0 {
		d.lines[at] = line
	} else {
		d.lines = slices.Insert(d.lines, end, line)
	}
	return nil
}

// find returns the first of the lines from begin to end that holds a field, also in a comment, or -1.
func (d *draft) find(begin, end int, indent, field string) int {
	holds := regexp.MustCompile(`^` + indent + `(# )?` + field + `:( |$)`)
	for i, line := range d.lines[begin:end] {
		if holds.MatchString(line) {
			return begin + i
		}
	}
	return -1
}

// yamlValue returns a string, a number or a list of strings as it stands behind the name of a field.
func yamlValue(value any) (string, error) {
	var node yaml.Node
	if err := node.Encode(value); err != nil {
		return "", err
	}
	if node.Kind == yaml.SequenceNode {
		node.Style = yaml.FlowStyle
	}
	text, err := yaml.Marshal(&node)
	return strings.TrimSpace(string(text)), err
}

// String returns the whole file.
func (d *draft) String() string { return strings.Join(d.lines, "\n") + "\n" }

// settings returns the lines that are no comments.
func (d *draft) settings() string {
	var b strings.Builder
	for _, line := range d.lines {
		if field := strings.TrimSpace(line); field != "" && field[0] != '#' {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
