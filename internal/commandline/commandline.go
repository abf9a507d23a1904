// Package commandline parses command lines whose flags may stand anywhere. The library looks for flags only before the first
// argument, and for those of the program only before the command.
package commandline

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Line is a parsed command line, perhaps an unfinished one.
type Line struct {
	Command *cli.Command        // nil until one is named
	Below   []*cli.Command      // the commands that may come next
	Path    []string            // the names of the commands
	Flags   []string            // the flags as they were written, without values in words of their own
	Values  map[string][]string // the values of each flag
	Open    cli.Flag            // the flag whose value comes next, or nil
	Dashed  bool                // whether "--" has been seen
	Rest    []string            // the arguments

	global, local []string // the flags of the program and of the command, with their values
	isGlobal      bool     // whether the last flag is one of the program
}

// Parse parses the words of a command line after the name of the program. Those after "--" are no flags.
func Parse(app *cli.App, words []string) *Line {
	l := &Line{Below: app.Commands, Values: map[string][]string{}}
	for _, word := range words {
		switch {
		case l.Open != nil || !l.Dashed && len(word) > 1 && word[0] == '-' && word != "--":
			l.addFlag(app, word)
		case word == "--" && !l.Dashed:
			l.Dashed = true
		case len(l.Rest) == 0 && !l.Dashed && CommandNamed(l.Below, word) != nil:
			l.Command = CommandNamed(l.Below, word)
			l.Path, l.Below = append(l.Path, l.Command.Name), l.Command.Subcommands
		default:
			l.Rest = append(l.Rest, word)
		}
	}
	return l
}

// addFlag adds a flag, or the value of the flag before it.
func (l *Line) addFlag(app *cli.App, word string) {
	flag, value := l.Open, word
	if l.Open = nil; flag == nil {
		l.Flags = append(l.Flags, word)
		if flag = FlagNamed(l.Known(app), word); takesValue(flag, word) {
			l.Open = flag
		}
		_, value, _ = strings.Cut(word, "=")
	}
	if flag != nil && l.Open == nil {
		name := flag.Names()[0]
		l.Values[name] = append(l.Values[name], value)
	}
	l.isGlobal = flag != cli.HelpFlag && slices.Contains(app.Flags, flag)
	if l.isGlobal {
		l.global = append(l.global, word)
	} else {
		l.local = append(l.local, word)
	}
}

// Last returns the last value of a flag, or "".
func (l *Line) Last(flag string) string {
	if values := l.Values[flag]; len(values) > 0 {
		return values[len(values)-1]
	}
	return ""
}

// Known returns the flags that may come next.
func (l *Line) Known(app *cli.App) []cli.Flag {
	if l.Command == nil {
		return withHelp(app.Flags)
	}
	return withHelp(slices.Concat(l.Command.Flags, app.Flags))
}

// withHelp adds --help, which the library adds to every command.
func withHelp(flags []cli.Flag) []cli.Flag {
	if slices.Contains(flags, cli.HelpFlag) {
		return flags
	}
	return append(slices.Clip(flags), cli.HelpFlag)
}

// FlagNamed returns the flag that word ("--seat" or "--seat=2") sets, or nil.
func FlagNamed(flags []cli.Flag, word string) cli.Flag {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// Words returns the words in an order that the library understands: the flags of the program, the command, its flags, and its
// arguments. It leaves out what would hide an error, or the help of a command: what follows a flag without a value, the flags of an
// unknown command, and the arguments beside --help.
func (l *Line) Words() []string {
	_, help := l.Values[cli.HelpFlag.Names()[0]]
	switch {
	case l.Open != nil && l.isGlobal:
		return l.global
	case l.Open != nil, help && l.Command != nil:
		return slices.Concat(l.global, l.Path, l.local)
	case l.Command == nil && len(l.Rest) > 0:
		return slices.Concat(l.global, l.Rest)
	}
	if l.Dashed {
		return slices.Concat(l.global, l.Path, l.local, []string{"--"}, l.Rest)
	}
	return slices.Concat(l.global, l.Path, l.local, l.Rest)
}

// CommandNamed returns the command with a name, or nil.
func CommandNamed(commands []*cli.Command, name string) *cli.Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// takesValue reports whether the word after word is the value of flag.
func takesValue(flag cli.Flag, word string) bool {
	_, isBool := flag.(*cli.BoolFlag)
	return flag != nil && !isBool && !strings.Contains(word, "=")
}
