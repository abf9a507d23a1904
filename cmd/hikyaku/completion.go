package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a completion script for a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: `   hikyaku completion bash > ~/.local/share/bash-completion/completions/hikyaku
   hikyaku completion zsh > ~/.zfunc/_hikyaku
   hikyaku completion fish > ~/.config/fish/completions/hikyaku.fish`,
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 1, 1); err != nil {
				return err
			}
			script, err := completionScript(c.App, c.Args().First())
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(c.App.Writer, script)
			return err
		},
	}
}

// completionScript returns a script that asks the command itself for completions, besides files.
func completionScript(app *cli.App, shell string) (string, error) {
	switch shell {
	case "bash":
		return `_hikyaku() {
    local current="${COMP_WORDS[COMP_CWORD]}"
    local words
    if [[ "$current" == -* ]]; then
        words=$("${COMP_WORDS[@]:0:$COMP_CWORD}" "$current" --generate-bash-completion 2>/dev/null)
    else
        words=$("${COMP_WORDS[@]:0:$COMP_CWORD}" --generate-bash-completion 2>/dev/null)
    fi
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _hikyaku hikyaku
`, nil
	case "zsh":
		return `#compdef hikyaku
_hikyaku() {
    local -a words
    local current="${words[CURRENT]}"
    words=("${(@f)$(_CLI_ZSH_AUTOCOMPLETE_HACK=1 ${${(z)BUFFER}[1,CURRENT-1]} --generate-bash-completion 2>/dev/null)}")
    _describe 'hikyaku' words
    _files
}
compdef _hikyaku hikyaku
`, nil
	case "fish":
		return app.ToFishCompletion()
	}
	return "", usagef("there is no completion for %q: write bash, zsh or fish", shell)
}
