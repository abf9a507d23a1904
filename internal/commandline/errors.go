package commandline

import (
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
)

// flagErrors are the errors of the library about flags, which exist only in
// English, and the keys of the sentences that replace them. The first is that of an unknown one.
var flagErrors = []struct {
	pattern func() *regexp.Regexp
	key     string
}{
	{lazyregexp.New(`^flag provided but not defined: -(?P<flag>.+)$`), "usage.flag-unknown"},
	{lazyregexp.New(`^flag needs an argument: -(?P<flag>.+)$`), "usage.flag-bare"},
	{lazyregexp.New(`^bad flag syntax: (?P<text>.+)$`), "usage.flag-form"},
	{lazyregexp.New(`^Cannot use two forms of the same flag: (?P<flag>\S+) (?P<other>\S+)$`), "usage.flag-twice"},
	{lazyregexp.New(`(?s)^invalid boolean value "(?P<text>.*)" for -(?P<flag>\S+): `), "usage.flag-switch"},
	{lazyregexp.New(`(?s)^invalid value "(?P<text>.*)" for flag -(?P<flag>\S+): `), "usage.flag-value"},
}

// Explain returns the sentence for an error of the library about one of the flags of a command.
func Explain(flags []cli.Flag, err error) i18n.Text {
	for _, known := range flagErrors {
		found := known.pattern().FindStringSubmatch(err.Error())
		if found == nil {
			continue
		}
		var args []any
		for i, name := range known.pattern().SubexpNames()[1:] {
			value := found[i+1]
			if name != "text" { // a flag, as it is typed
				value = strings.Repeat("-", min(len(value), 2)) + value
			}
			args = append(args, name, value)
		}
		switch FlagNamed(flags, found[len(found)-1]).(type) {
		case *cli.DurationFlag:
			return i18n.T("usage.flag-length", args...)
		case *cli.TimestampFlag:
			return i18n.T("usage.flag-day", args...)
		}
		return i18n.T(known.key, args...)
	}
	return i18n.Of(err)
}

// Unknown returns the name of a flag that the command does not have, if that is the error, or else "".
func Unknown(err error) string {
	if found := flagErrors[0].pattern().FindStringSubmatch(err.Error()); found != nil {
		return found[1]
	}
	return ""
}
