package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/commandline"
)

// schemas are the files of docs/schema, by name. They use a few keywords of JSON Schema; check refuses any other, so that
// none is there in vain.
type schemas map[string]any

const schemaFolder = "../../docs/schema"

func loadSchemas(t *testing.T) schemas {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(schemaFolder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d schemas, %v", len(files), err)
	}
	all := schemas{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err == nil {
			all[filepath.Base(file)], err = decodeOne(data)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	return all
}

// decodeOne decodes the only JSON value in data.
func decodeOne(data []byte) (v any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		return nil, err
	}
	if err := decoder.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("more than one value in %s", data)
	}
	return v, nil
}

// commands returns the schema file of each command: the titles name them.
func (s schemas) commands() map[string]string {
	of := map[string]string{}
	for file, schema := range s {
		title, _ := schema.(map[string]any)["title"].(string)
		for name := range strings.SplitSeq(title, ", ") {
			if command, ok := strings.CutPrefix(name, "hikyaku "); ok {
				of[command] += file
			}
		}
	}
	return of
}

// checkAnswer wants answer to be one line with one value that the schema in file allows.
func (s schemas) checkAnswer(file string, answer []byte) error {
	if bytes.Count(answer, []byte("\n")) != 1 || !bytes.HasSuffix(answer, []byte("\n")) {
		return fmt.Errorf("it is not one line: %q", answer)
	}
	value, err := decodeOne(answer)
	if err != nil {
		return err
	}
	if s[file] == nil {
		return fmt.Errorf("there is no schema %q", file)
	}
	if err := s.check(file, s[file], value); err != nil {
		return fmt.Errorf("%s: %w\n%s", file, err, answer)
	}
	return nil
}

// check returns an error unless a schema, which stands in file, allows v.
func (s schemas) check(file string, schema, v any) error {
	rules, ok := schema.(map[string]any)
	if !ok {
		if schema == true {
			return nil
		}
		return fmt.Errorf("the schema is %v", schema)
	}
	for _, keyword := range slices.Sorted(maps.Keys(rules)) {
		if err := s.checkKeyword(file, keyword, rules, v); err != nil {
			return err
		}
	}
	return nil
}

func (s schemas) checkKeyword(file, keyword string, rules map[string]any, v any) error {
	rule := rules[keyword]
	text, isText := v.(string)
	object, _ := v.(map[string]any)
	switch keyword {
	case "$schema", "$defs", "title", "description":
	case "$ref":
		return s.checkRef(file, rule.(string), v)
	case "type":
		if !isType(rule, v) {
			return fmt.Errorf("%v is not of type %v", v, rule)
		}
	case "const":
		if !reflect.DeepEqual(rule, v) {
			return fmt.Errorf("%v is not %v", v, rule)
		}
	case "enum":
		if !slices.ContainsFunc(rule.([]any), func(allowed any) bool { return reflect.DeepEqual(allowed, v) }) {
			return fmt.Errorf("%v is none of %v", v, rule)
		}
	case "oneOf":
		return s.checkOneOf(file, rule.([]any), v)
	case "required":
		for _, name := range rule.([]any) {
			if _, there := object[name.(string)]; object != nil && !there {
				return fmt.Errorf("%s is missing", name)
			}
		}
	case "properties":
		for name, schema := range rule.(map[string]any) {
			if member, there := object[name]; there {
				if err := s.check(file, schema, member); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
	case "additionalProperties":
		known, _ := rules["properties"].(map[string]any)
		for name, member := range object {
			if _, there := known[name]; !there && s.check(file, rule, member) != nil {
				return fmt.Errorf("%s is not allowed", name)
			}
		}
	case "items":
		list, _ := v.([]any)
		for i, item := range list {
			if err := s.check(file, rule, item); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
	case "pattern":
		if isText && !regexp.MustCompile(rule.(string)).MatchString(text) {
			return fmt.Errorf("%q does not match %s", text, rule)
		}
	case "minimum":
		if n, isNumber := v.(json.Number); isNumber {
			value, err := n.Float64()
			least, wrong := rule.(json.Number).Float64()
			if err := errors.Join(err, wrong); err != nil || value < least {
				return fmt.Errorf("%v is less than %v, %v", v, rule, err)
			}
		}
	case "format":
		if rule != "date-time" {
			return fmt.Errorf("the format %v is not known", rule)
		}
		if at, err := time.Parse(time.RFC3339, text); isText && (err != nil || at.Format(time.RFC3339) != text) {
			return fmt.Errorf("%q is not a time", text)
		}
	default:
		return fmt.Errorf("the keyword %s is not known", keyword)
	}
	return nil
}

// checkRef follows "file.json", "file.json#/$defs/name" or "#/$defs/name".
func (s schemas) checkRef(file, ref string, v any) error {
	other, path, _ := strings.Cut(ref, "#")
	if other != "" {
		file = other
	}
	schema := s[file]
	for name := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if name != "" {
			rules, _ := schema.(map[string]any)
			schema = rules[name]
		}
	}
	if schema == nil {
		return fmt.Errorf("%s leads nowhere", ref)
	}
	return s.check(file, schema, v)
}

func (s schemas) checkOneOf(file string, choices []any, v any) error {
	var errs []error
	for _, schema := range choices {
		if err := s.check(file, schema, v); err != nil {
			errs = append(errs, err)
		}
	}
	if fits := len(choices) - len(errs); fits != 1 {
		return fmt.Errorf("%d of %d choices fit: %w", fits, len(choices), errors.Join(errs...))
	}
	return nil
}

// isType reports whether v is of a type, or of one of several.
func isType(rule, v any) bool {
	if several, ok := rule.([]any); ok {
		return slices.ContainsFunc(several, func(one any) bool { return isType(one, v) })
	}
	switch v := v.(type) {
	case nil:
		return rule == "null"
	case bool:
		return rule == "boolean"
	case string:
		return rule == "string" && utf8.ValidString(v)
	case json.Number:
		return rule == "number" || rule == "integer" && !strings.ContainsAny(v.String(), ".eE")
	case []any:
		return rule == "array"
	case map[string]any:
		return rule == "object"
	}
	return false
}

// TestSchemaCheckRefuses holds the checker itself: each value beside a schema that refuses it, but for the last of them.
func TestSchemaCheckRefuses(t *testing.T) {
	s := schemas{"other.json": map[string]any{"$defs": map[string]any{"word": map[string]any{"type": "string"}}}}
	for schema, values := range map[string][]string{
		`{"type":"string"}`:                                      {`1`, `null`, `[]`, `{}`, `true`, `"x"`},
		`{"type":"integer"}`:                                     {`1.5`, `"1"`, `1`},
		`{"type":["array","null"]}`:                              {`{}`, `0`, `null`},
		`{"required":["a"]}`:                                     {`{}`, `{"b":1}`, `{"a":1}`},
		`{"properties":{"a":{"type":"array"}}}`:                  {`{"a":1}`, `{"a":[]}`},
		`{"properties":{"a":true},"additionalProperties":false}`: {`{"b":1}`, `{"a":1,"b":1}`, `{"a":1}`},
		`{"additionalProperties":{"type":"string"}}`:             {`{"a":1}`, `{"a":"b"}`},
		`{"items":{"type":"integer"}}`:                           {`["1"]`, `[1,null]`, `[1]`},
		`{"enum":["a",1]}`:                                       {`"b"`, `2`, `"a"`},
		`{"const":0}`:                                            {`1`, `"0"`, `0`},
		`{"oneOf":[{"type":"integer"},{"type":"number"}]}`:       {`3`, `"x"`, `1.5`},
		`{"pattern":"^a+$"}`:                                     {`"ab"`, `"a"`},
		`{"minimum":1}`:                                          {`0`, `1`},
		`{"format":"date-time"}`:                                 {`"2026-11-22"`, `"2026-11-22T09:00:00"`, `"2026-11-22T09:00:00Z"`},
		`{"$ref":"other.json#/$defs/word"}`:                      {`1`, `"a"`},
		`{"$ref":"other.json#/$defs/nothing"}`:                   {`1`, ``},
		`{"$ref":"none.json"}`:                                   {`1`, ``},
		`{"maximum":1}`:                                          {`1`, ``},
		`{"format":"email"}`:                                     {`"x"`, ``},
	} {
		rules, err := decodeOne([]byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range values {
			if text == "" {
				continue
			}
			value, err := decodeOne([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.check("this.json", rules, value); (err == nil) != (i == len(values)-1) {
				t.Errorf("%s and %s: %v", schema, text, err)
			}
		}
	}
	for _, answer := range []string{"{}", "{}\n{}\n", "{}{}\n", "{\n"} {
		if err := (schemas{"any.json": true}).checkAnswer("any.json", []byte(answer)); err == nil {
			t.Errorf("%q is taken for one answer", answer)
		}
	}
}

// TestEveryJSONHasASchema compares the commands that have --json with the titles of the schemas.
func TestEveryJSONHasASchema(t *testing.T) {
	of := loadSchemas(t).commands()
	have := jsonCommands()
	have["try --batch"] = true
	for command := range have {
		if of[command] == "" {
			t.Errorf("hikyaku %s has --json and no schema", command)
		}
	}
	for command, file := range of {
		if !have[command] || strings.Count(file, ".json") != 1 {
			t.Errorf("%s is for hikyaku %s, which has no --json, or another schema", file, command)
		}
	}
}

// jsonCommands returns the commands that have --json, "secret keys" among them.
func jsonCommands() map[string]bool {
	have := map[string]bool{}
	var visit func(before string, commands []*cli.Command)
	visit = func(before string, commands []*cli.Command) {
		for _, c := range commands {
			if commandline.FlagNamed(c.Flags, "--json") != nil {
				have[before+c.Name] = true
			}
			visit(before+c.Name+" ", c.Subcommands)
		}
	}
	visit("", commands())
	return have
}

// TestScriptsAreLinkedAndRun wants docs/scripting.md to link every script in docs/scripts, and a script test to run it.
func TestScriptsAreLinkedAndRun(t *testing.T) {
	page, err := os.ReadFile("../../docs/scripting.md")
	if err != nil {
		t.Fatal(err)
	}
	run, err := os.ReadFile("testdata/script/scripting.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../docs/scripts/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		name := "scripts/" + filepath.Base(file)
		if !bytes.Contains(page, []byte("]("+name+")")) || !bytes.Contains(run, []byte("sh $DOCS/"+name)) {
			t.Errorf("%s is not linked or not run", name)
		}
	}
}
