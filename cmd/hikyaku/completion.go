package main

import (
	_ "embed"
	"io"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
)

// The scripts ask the program itself, by completeCommand. A line :files of its answer stands for the names of files.
var (
	//go:embed completion/hikyaku.bash
	bashCompletion string
	//go:embed completion/hikyaku.zsh
	zshCompletion string
	//go:embed completion/hikyaku.fish
	fishCompletion string
)

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		ArgsUsage: "bash|zsh|fish",
		UsageText: `hikyaku completion bash \
   > ~/.local/share/bash-completion/completions/hikyaku
hikyaku completion zsh > ~/.zfunc/_hikyaku
hikyaku completion fish > ~/.config/fish/completions/hikyaku.fish`,
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 1, 1); err != nil {
				return err
			}
			script, known := map[string]string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}[c.Args().First()]
			if !known {
				return usage("usage.choice", "given", "completion "+c.Args().First(), "list", i18n.Either("bash", "zsh", "fish"))
			}
			_, err := io.WriteString(c.App.Writer, script)
			return err
		},
	}
}
