package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// commandLine is a parsed command line. Flags may appear anywhere before "--".
type commandLine struct {
	command       *cli.Command        // nil until one is named
	below         []*cli.Command      // the commands that may come next
	path          []string            // the names of the commands
	global, local []string            // the flags of the app and of the command, with their values
	values        map[string][]string // the values of each flag
	open          cli.Flag            // the flag whose value comes next, or nil
	dashed        bool                // whether "--" has been seen
	rest          []string            // the arguments
	json          bool                // whether --json is among the flags
}

// sortWords parses the words of a command line after the name of the program.
func sortWords(app *cli.App, words []string) commandLine {
	l := commandLine{below: app.Commands, values: map[string][]string{}}
	for _, word := range words {
		switch {
		case l.open != nil || !l.dashed && len(word) > 1 && word[0] == '-' && word != "--":
			l.addFlag(app, word)
		case word == "--" && !l.dashed:
			l.dashed = true
		case len(l.rest) == 0 && !l.dashed && commandNamed(l.below, word) != nil:
			l.command = commandNamed(l.below, word)
			l.path, l.below = append(l.path, l.command.Name), l.command.Subcommands
		case len(l.rest) > 0 && l.rest[len(l.rest)-1] == "同": // 同 銀
			l.rest[len(l.rest)-1] += word
		default:
			l.rest = append(l.rest, word)
		}
	}
	return l
}

// addFlag adds a flag, or the value of the flag before it.
func (l *commandLine) addFlag(app *cli.App, word string) {
	flag, value := l.open, word
	if l.open = nil; flag == nil {
		l.json = l.json || isJSON(word)
		if flag = flagNamed(l.flags(app), word); takesValue(flag, word) {
			l.open = flag
		}
		_, value, _ = strings.Cut(word, "=")
	}
	if flag != nil && l.open == nil {
		name := flag.Names()[0]
		l.values[name] = append(l.values[name], value)
	}
	if flag != cli.HelpFlag && slices.Contains(app.Flags, flag) {
		l.global = append(l.global, word)
	} else {
		l.local = append(l.local, word)
	}
}

// value returns the last value of a flag, or "".
func (l *commandLine) value(flag string) string {
	if values := l.values[flag]; len(values) > 0 {
		return values[len(values)-1]
	}
	return ""
}

// flags returns the flags that may come next.
func (l *commandLine) flags(app *cli.App) []cli.Flag {
	if l.command == nil {
		return app.Flags
	}
	return slices.Concat(l.command.Flags, app.Flags)
}

// interleave reorders a command line for the library, which stops looking for
// flags at the first argument and accepts global flags only before the command.
// It also reports whether --json is among the flags, even if the command does
// not know all of them.
func interleave(app *cli.App, args []string) (ordered []string, json bool) {
	if len(args) < 2 || args[1] == completeName {
		return args, false
	}
	l := sortWords(app, args[1:])
	if l.command == nil && len(l.rest) > 0 {
		l.local = slices.DeleteFunc(l.local, isJSON) // the error is the unknown command, not the flag
	}
	if _, help := l.values["help"]; help && l.command != nil {
		l.rest = nil // the help of the command, not of an argument
	}
	if l.dashed {
		l.local = append(l.local, "--")
	}
	return slices.Concat(args[:1], l.global, l.path, l.local, l.rest), l.json
}

// isJSON reports whether a flag is --json, or --json=true.
func isJSON(flag string) bool {
	name, value, given := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	on, err := strconv.ParseBool(value)
	return name == "json" && (!given || on || err != nil)
}

func commandNamed(commands []*cli.Command, name string) *cli.Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// flagNamed returns the flag that arg ("--seat" or "--seat=2") sets, or nil.
func flagNamed(flags []cli.Flag, arg string) cli.Flag {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// takesValue reports whether the word after word is the value of flag.
func takesValue(flag cli.Flag, word string) bool {
	_, isBool := flag.(*cli.BoolFlag)
	return flag != nil && !isBool && !strings.Contains(word, "=")
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
