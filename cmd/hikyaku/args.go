package main

import (
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// interleave reorders a command line so that flags may stand anywhere: the library stops looking for flags at the first
// argument, and accepts the flags of the app only before the command. Arguments after "--" are not flags. It reports whether
// --json is among the flags, which holds even where the command does not know all of them.
func interleave(app *cli.App, args []string) (ordered []string, json bool) {
	if len(args) == 0 || slices.Contains(args, "--generate-bash-completion") {
		return args, false
	}
	var command *cli.Command
	var path, global, local, rest []string
	below := app.Commands // the commands that may come next
	for i := 1; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			rest = append(rest, args[i:]...)
			i = len(args)
		case len(arg) > 1 && arg[0] == '-':
			words := args[i : i+1]
			json = json || isJSON(arg)
			flags := app.Flags
			if command != nil {
				flags = slices.Concat(command.Flags, app.Flags)
			}
			if takesValue(flags, arg) && i+1 < len(args) {
				words = args[i : i+2]
				i++
			}
			if hasFlag(app.Flags, arg) {
				global = append(global, words...)
			} else {
				local = append(local, words...)
			}
		case len(rest) == 0 && commandNamed(below, arg) != nil:
			command = commandNamed(below, arg)
			path, below = append(path, command.Name), command.Subcommands
		default:
			rest = append(rest, arg)
		}
	}
	if command == nil && len(rest) > 0 {
		local = slices.DeleteFunc(local, isJSON) // it is the command that is not known
	}
	return slices.Concat(args[:1], global, path, local, rest), json
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

func hasFlag(flags []cli.Flag, arg string) bool { return flagNamed(flags, arg) != nil }

// takesValue reports whether arg is a flag whose value is the next argument.
func takesValue(flags []cli.Flag, arg string) bool {
	f := flagNamed(flags, arg)
	_, isBool := f.(*cli.BoolFlag)
	return f != nil && !isBool && !strings.Contains(arg, "=")
}

// checkArgs returns an error unless there are low to high arguments; a negative high is no limit.
func checkArgs(c *cli.Context, low, high int) error {
	if n := c.NArg(); n < low || (high >= 0 && n > high) {
		return usagef("usage: hikyaku %s %s", c.Command.Name, c.Command.ArgsUsage)
	}
	return nil
}

// setLanguage sets the language before the command runs.
func setLanguage(c *cli.Context) error {
	lang := c.String("lang")
	switch lang {
	case "en", "ja":
	case "":
		lang = localeLanguage()
	default:
		return usagef("--lang %s: write en or ja", lang)
	}
	c.App.Metadata["lang"] = lang
	return nil
}

// language returns the language of output: that of --lang, else that of the locale.
func language(app *cli.App) string {
	if lang, ok := app.Metadata["lang"].(string); ok {
		return lang
	}
	return localeLanguage()
}

// localeLanguage returns the language of the locale, from the first environment variable that is set.
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
