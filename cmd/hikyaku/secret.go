package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/render"
	"hikyaku/store"
)

func secretCommand() *cli.Command {
	return &cli.Command{
		Name:  "secret",
		Usage: "show or restore the secret that signs your moves and throws your dice",
		Description: `The first invitation, sent or accepted, draws the secret. Whoever has it can sign in your name, so
copy it to paper and to nothing else. With it and the old letters every match can be gone on with.`,
		Subcommands: append([]*cli.Command{
			{
				Name: "show", Usage: "print the secret, for a copy on paper",
				Action: func(c *cli.Context) error {
					if err := checkArgs(c, 0, 0); err != nil {
						return err
					}
					conf, err := loadConfig(c)
					if err != nil {
						return err
					}
					ring, err := desk.LoadKeyring(store.OS{}, conf.Secret)
					if err != nil {
						return err
					}
					_, err = fmt.Fprintln(c.App.Writer, strings.Join(ring.Reveal(), "\n"))
					return err
				},
			},
			{
				Name: "keys", Usage: "print the fingerprints of your keys, or of all who play in FILE", ArgsUsage: "[FILE]",
				Action: printKeys,
			},
			{
				Name: "import", Usage: "read a secret from standard input and make it the newest",
				Action: importSecret,
			},
			{
				Name: "new", Usage: "draw a further secret, for new matches and for secret rotate",
				Action: func(c *cli.Context) error {
					if err := checkArgs(c, 0, 0); err != nil {
						return err
					}
					conf, err := loadConfig(c)
					if err != nil {
						return err
					}
					if err := os.MkdirAll(filepath.Dir(conf.Secret), 0o700); err != nil {
						return err
					}
					return desk.NewSecret(store.OS{}, conf.Secret)
				},
			},
		}, secretSteps()...),
	}
}

// printKeys prints the fingerprints for two people to compare by another channel than mail.
func printKeys(c *cli.Context) error {
	if err := checkArgs(c, 0, 1); err != nil {
		return err
	}
	d, conf, err := openDesk(c)
	if err != nil {
		return err
	}
	if c.NArg() == 0 {
		ring, err := desk.LoadKeyring(d.System, conf.Secret)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(c.App.Writer, strings.Join(ring.Fingerprints(), "\n"))
		return err
	}
	m, err := openFile(c, d, c.Args().First())
	if err != nil {
		return err
	}
	for i, p := range m.Roster.Parties {
		if _, err := fmt.Fprintln(c.App.Writer, render.Safe(m.Keys.Fingerprint(i+1)+"  "+p.String())); err != nil {
			return err
		}
	}
	return nil
}

// importSecret reads the secret from standard input, because others can see the command line.
func importSecret(c *cli.Context) error {
	if err := checkArgs(c, 0, 0); err != nil {
		return err
	}
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(io.LimitReader(c.App.Reader, 4096))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(conf.Secret), 0o700); err != nil {
		return err
	}
	return desk.ImportSecret(store.OS{}, conf.Secret, string(data))
}
