package main

import (
	"regexp"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
)

type usageError struct{ text i18n.Text }

func (e *usageError) Error() string { return e.text.En }

func (e *usageError) Sentence() i18n.Text { return e.text }

func usage(key string, args ...any) error { return &usageError{i18n.T(key, args...)} }

// misuse returns err as a usageError.
func misuse(err error) error { return &usageError{i18n.Of(err)} }

// usageFailure replaces the library's error about flags, which would print the
// whole help.
func usageFailure(c *cli.Context, err error, _ bool) error {
	if c.App.Metadata["lang"] == nil {
		_ = setLanguage(c) // for a global flag, Before has not run yet
	}
	err = flagError(c, err)
	if c.Command == nil || c.Command.HelpName == "" || c.Command.Name == c.App.Name {
		return err
	}
	return usage("usage.see", "what", err, "command", c.Command.HelpName)
}

// flagErrors are the errors of the library about flags, which exist only in
// English, and the keys of the sentences that replace them.
var flagErrors = []struct{ pattern, key string }{
	{`^flag provided but not defined: -(?P<flag>.+)$`, "usage.flag-unknown"},
	{`^flag needs an argument: -(?P<flag>.+)$`, "usage.flag-bare"},
	{`^bad flag syntax: (?P<text>.+)$`, "usage.flag-form"},
	{`^Cannot use two forms of the same flag: (?P<flag>\S+) (?P<other>\S+)$`, "usage.flag-twice"},
	{`(?s)^invalid boolean value "(?P<text>.*)" for -(?P<flag>\S+): `, "usage.flag-switch"},
	{`(?s)^invalid value "(?P<text>.*)" for flag -(?P<flag>\S+): `, "usage.flag-value"},
}

// flagError returns the usageError for an error of the library about a flag.
func flagError(c *cli.Context, err error) error {
	for _, known := range flagErrors {
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

// dashed returns a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
