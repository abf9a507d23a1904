package main

import (
	_ "embed"
	"io"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
)

// The scripts call completeCommand. A line :files in its answer stands for the
// names of files.
var (
	//go:embed completion/hikyaku.bash
	bashCompletion string
	//go:embed completion/hikyaku.zsh
	zshCompletion string
	//go:embed completion/hikyaku.fish
	fishCompletion string
)

// printCompletion prints the completion script for a shell.
func printCompletion(c *cli.Context, shell string) error {
	script, known := map[string]string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}[shell]
	if !known {
		return usage("usage.choice", "given", "--completion "+shell, "list", i18n.Either("bash", "zsh", "fish"))
	}
	_, err := io.WriteString(c.App.Writer, script)
	return err
}
