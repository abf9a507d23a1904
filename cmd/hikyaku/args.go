package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/commandline"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// parseLine parses the words of a command line after the name of the program.
func parseLine(app *cli.App, words []string) *commandline.Line {
	l := commandline.Parse(app, words)
	for i := len(l.Rest) - 2; i >= 0; i-- {
		if l.Rest[i] == "同" { // 同 銀
			l.Rest = slices.Replace(l.Rest, i, i+2, l.Rest[i]+l.Rest[i+1])
		}
	}
	return l
}

// interleave reorders a command line for the library. It also reports whether --json is among the flags, even if the command does
// not know all of them.
func interleave(app *cli.App, args []string) (ordered []string, json bool) {
	if len(args) < 2 || args[1] == completeName {
		return args, false
	}
	l := parseLine(app, args[1:])
	return slices.Concat(args[:1], l.Words()), slices.ContainsFunc(l.Flags, isJSON)
}

// isJSON reports whether a flag is --json, or --json=true.
func isJSON(flag string) bool {
	name, value, given := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	on, err := strconv.ParseBool(value)
	return name == "json" && (!given || on || err != nil)
}

// otherForms are the arguments of a command with a flag that changes them.
var otherForms = map[string]map[string]string{
	"block":      {"remove": "ADDRESS"},
	"invite":     {"rematch": "[MATCH]"},
	"substitute": {"withdraw": "[MATCH]"},
	"themes":     {"gallery": "", "letters": ""},
	"try":        {"batch": ""},
}

// argumentForm returns the arguments of a command in the form of ArgsUsage. given
// reports which flags are set.
func argumentForm(c *cli.Command, given func(flag string) bool) string {
	for flag, form := range otherForms[c.Name] {
		if given(flag) {
			return form
		}
	}
	return c.ArgsUsage
}

// checked returns an action that first checks the number of arguments. Those in
// brackets may be missing.
func checked(action cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		form := argumentForm(c.Command, c.Bool)
		kinds, needed := strings.Fields(form), 0
		for _, kind := range kinds {
			if unicode.IsUpper(rune(kind[0])) && !strings.HasSuffix(kind, "]") {
				needed++
			}
		}
		if n := c.NArg(); n < needed || n > len(kinds) && !strings.Contains(form, "…") {
			if d := newDialog(c); d != nil && n < needed && c.Command.Name == "invite" {
				return askToInvite(c, d)
			}
			return wrongForm(c)
		}
		if theme := c.String("theme"); theme != "" && !isThemeFile(theme) && !slices.Contains(render.Themes(), theme) {
			return usage("picture.no-theme", "name", render.SafeLine(theme, 40), "list", i18n.Names(render.Themes()...))
		}
		for _, flag := range c.Command.Flags {
			name := flag.Names()[0]
			value, list := c.String(name), choices(name)
			if list != nil && value != "" && name != "encoding" && !slices.Contains(list, value) {
				return notAChoice(name, value, list)
			}
		}
		if !slices.Contains(loadsItself, c.Command.Name) {
			if _, err := loadConfig(c); err != nil {
				return err
			}
		}
		return action(c)
	}
}

// wrongForm returns a usage error that shows how to type the command.
func wrongForm(c *cli.Context) error {
	form := strings.TrimSpace(c.Command.HelpName + " " + c.Command.ArgsUsage)
	key, needed := "usage.form", len(strings.Fields(c.Command.ArgsUsage))
	switch {
	case c.NArg() > needed:
		key = "usage.form-extra"
	case c.NArg() == 0 && strings.HasPrefix(c.Command.ArgsUsage, "GAME"):
		key = "usage.form-game"
	}
	return usage(key, "extra", render.SafeLine(c.Args().Get(needed), 40), "form", i18n.Text{En: argumentNames("en", form), Ja: argumentNames("ja", form)}, "list", gameNames())
}

// setLanguage sets the language of the output before the command runs.
func setLanguage(c *cli.Context) error {
	lang := c.String("lang")
	if lang != "" && languageNamed(lang) != lang {
		return notAChoice("lang", lang, i18n.Languages)
	}
	c.App.Metadata["lang"] = languageNamed(lang)
	return nil
}

// languageNamed returns name if it is a supported language, else the language of
// the locale.
func languageNamed(name string) string {
	if slices.Contains(i18n.Languages, name) {
		return name
	}
	return localeLanguage()
}

// language returns the language of the output: that of --lang, else that of the
// locale.
func language(app *cli.App) string {
	if lang, ok := app.Metadata["lang"].(string); ok {
		return lang
	}
	return localeLanguage()
}

// localeLanguage returns the language named by the first environment variable of
// the locale that is set.
func localeLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := os.Getenv(name); value != "" {
			if strings.HasPrefix(value, "ja") {
				return "ja"
			}
			return "en"
		}
	}
	return "en"
}

// matchArgs returns the match that the first argument names, found with a method
// of home.Desk such as Named, and the other arguments, whose number is others.
// The first may be omitted.
func matchArgs(c *cli.Context, others int, named func(*home.Desk, string) (home.Copy, error)) (found home.Copy, rest []string, err error) {
	name, rest := "", c.Args().Slice()
	switch {
	case len(rest) > others:
		name, rest = rest[0], rest[1:]
	case others > 0 && filepath.Ext(rest[0]) == ".kif": // a match is given, but another argument is missing
		return home.Copy{}, nil, wrongForm(c)
	}
	d := deskOf(c)
	found, err = named(d, name)
	if err != nil && name == "" && others > 0 {
		if _, err := named(d, rest[0]); err == nil || problemID(err) == "named.several" {
			return home.Copy{}, nil, wrongForm(c)
		}
	}
	return found, rest, err
}
