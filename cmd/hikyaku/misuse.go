package main

import (
	"regexp"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
)

// usageError is the error of an invalid command line.
type usageError struct{ text i18n.Text }

func (e *usageError) Error() string { return e.text.En }

// Sentence returns the text in both languages.
func (e *usageError) Sentence() i18n.Text { return e.text }

// usage returns the usageError with the sentence of a key.
func usage(key string, args ...any) error { return &usageError{i18n.T(key, args...)} }

// misuse returns the usageError that says what err says.
func misuse(err error) error { return &usageError{i18n.Of(err)} }

// usageFailure replaces the library's error about flags, which would print the whole help.
func usageFailure(c *cli.Context, err error, _ bool) error {
	if c.App.Metadata["lang"] == nil {
		_ = setLanguage(c) // it is a flag of the app, which has read --lang if that stands before
	}
	err = misusedFlag(c, err)
	if c.Command == nil || c.Command.HelpName == "" || c.Command.Name == c.App.Name {
		return err
	}
	return usage("usage.see", "what", err, "command", c.Command.HelpName)
}

// complaints are what the library says about a flag, in English alone, each with the key of what is said in its place.
var complaints = []struct{ pattern, key string }{
	{`^flag provided but not defined: -(?P<flag>.+)$`, "usage.flag-unknown"},
	{`^flag needs an argument: -(?P<flag>.+)$`, "usage.flag-bare"},
	{`^bad flag syntax: (?P<text>.+)$`, "usage.flag-form"},
	{`^Cannot use two forms of the same flag: (?P<flag>\S+) (?P<other>\S+)$`, "usage.flag-twice"},
	{`(?s)^invalid boolean value "(?P<text>.*)" for -(?P<flag>\S+): `, "usage.flag-switch"},
	{`(?s)^invalid value "(?P<text>.*)" for flag -(?P<flag>\S+): `, "usage.flag-value"},
}

// misusedFlag returns the usageError of what the library says about a flag.
func misusedFlag(c *cli.Context, err error) error {
	for _, known := range complaints {
		pattern := regexp.MustCompile(known.pattern)
		found := pattern.FindStringSubmatch(err.Error())
		if found == nil {
			continue
		}
		var args []any
		for i, name := range pattern.SubexpNames()[1:] {
			value := found[i+1]
			if name != "text" {
				value = dashed(value)
			}
			args = append(args, name, value)
		}
		if _, length := flagNamed(c.Command.Flags, found[len(found)-1]).(*cli.DurationFlag); length {
			return usage("usage.flag-length", args...)
		}
		return usage(known.key, args...)
	}
	return misuse(err)
}

// dashed returns a flag as it is written.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
