package main

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"hikyaku/internal/i18n"
)

// redraft writes what differs between a configuration and the one that is wanted into the file of the first, and leaves
// everything else in it as it is. What is no longer set goes into comments. A file that is written in a way that this cannot
// change is an error.
func redraft(data []byte, conf, wanted *config) ([]byte, error) {
	d := &draft{strings.Split(strings.TrimRight(string(data), "\n"), "\n")}
	was := conf.fieldsOf()
	for i, field := range wanted.fieldsOf() {
		if reflect.DeepEqual(field.value, was[i].value) {
			continue
		}
		if err := d.change(field); err != nil {
			return nil, err
		}
	}
	if got, err := decodeConfig([]byte(d.String()), conf.path); err != nil || !reflect.DeepEqual(got, wanted) {
		return nil, i18n.Err("settings.by-hand", "file", conf.path)
	}
	return []byte(d.String()), nil
}

// change gives a field its value, or puts it into comments if that is zero.
func (d *draft) change(field fieldValue) error {
	root := d.root()
	section, at := root, span{0, len(d.lines)}
	if field.section != "" {
		if section, at = child(root, field.section); section == nil || section.Kind != yaml.MappingNode {
			if field.zero() {
				return nil
			}
			return d.begin(field, at)
		}
		if section.Style&yaml.FlowStyle != 0 {
			if err := d.unfold(field.section, section, at); err != nil {
				return err
			}
			return d.change(field)
		}
	}
	value, lines := child(section, field.name)
	switch {
	case value == nil && field.zero():
		return nil
	case value == nil:
		return d.insert(field, section, at)
	case field.zero():
		d.comment(lines)
		d.empty(field.section)
		return nil
	}
	text, err := yamlValue(field.value)
	line := d.lines[lines.begin]
	line = line[:len(line)-len(strings.TrimLeft(line, " "))] + field.name + ": " + text
	if value.LineComment != "" {
		line += " " + value.LineComment
	}
	d.lines = slices.Replace(d.lines, lines.begin, lines.end, line)
	return err
}

// span is lines of a draft.
type span struct{ begin, end int }

// root returns the outermost mapping, which is empty in a file of comments.
func (d *draft) root() *yaml.Node {
	var document yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader([]byte(d.String()))).Decode(&document); err != nil || len(document.Content) == 0 {
		return &yaml.Node{Kind: yaml.MappingNode} // reading the whole tells of an error
	}
	return document.Content[0]
}

// child returns the value of a field in a mapping, with its lines; nil if there is none.
func child(mapping *yaml.Node, name string) (*yaml.Node, span) {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if key := mapping.Content[i]; key.Value == name {
			return mapping.Content[i+1], span{key.Line - 1, max(key.Line, lastLine(mapping.Content[i+1]))}
		}
	}
	return nil, span{}
}

// lastLine returns the last line of a node, from 1.
func lastLine(n *yaml.Node) int {
	last := n.Line
	for _, part := range n.Content {
		last = max(last, lastLine(part))
	}
	return last
}

// begin begins a section with a field: in the place of one in comments or without fields, else at the end.
func (d *draft) begin(field fieldValue, at span) error {
	if at == (span{}) && d.find(0, len(d.lines), "", field.section) < 0 {
		d.lines = append(d.lines, field.section+":")
	}
	return d.set(field.section, field.name, field.value)
}

// insert puts a field into a mapping that lacks it: in the place of one in comments, else behind the last one.
func (d *draft) insert(field fieldValue, mapping *yaml.Node, at span) error {
	if field.section == "" {
		return d.set("", field.name, field.value)
	}
	text, err := yamlValue(field.value)
	indent := strings.Repeat(" ", mapping.Column-1)
	for at.end < len(d.lines) && strings.HasPrefix(d.lines[at.end], indent+"#") {
		at.end++
	}
	line := indent + field.name + ": " + text
	if n := d.find(at.begin+1, at.end, indent, field.name); n >= 0 {
		d.lines[n] = line
	} else {
		d.lines = slices.Insert(d.lines, at.end, line)
	}
	return err
}

// unfold writes a section of one line, {host: imap.example.org}, in lines.
func (d *draft) unfold(name string, section *yaml.Node, at span) error {
	lines := []string{name + ":"}
	for i := 0; i+1 < len(section.Content); i += 2 {
		text, err := yamlValue(section.Content[i+1])
		if err != nil {
			return err
		}
		lines = append(lines, "  "+section.Content[i].Value+": "+text)
	}
	d.lines = slices.Replace(d.lines, at.begin, at.end, lines...)
	return nil
}

// comment puts lines into comments.
func (d *draft) comment(lines span) {
	for i := lines.begin; i < lines.end; i++ {
		line := d.lines[i]
		if field := strings.TrimLeft(line, " "); field != "" && field[0] != '#' {
			d.lines[i] = line[:len(line)-len(field)] + "# " + field
		}
	}
}

// empty puts the heading of a section into comments if no field is left below it.
func (d *draft) empty(section string) {
	if value, at := child(d.root(), section); value != nil && value.Tag == "!!null" {
		d.comment(span{at.begin, at.begin + 1})
	}
}
