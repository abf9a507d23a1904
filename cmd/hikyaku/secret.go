package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

func secretCommand() *cli.Command {
	return &cli.Command{
		Name:   "secret",
		Action: noSubcommand,
		Subcommands: []*cli.Command{
			{
				Name:  "show",
				Flags: []cli.Flag{boolFlag("json")}, Action: showSecret,
			},
			{
				Name: "keys", ArgsUsage: "[MATCH]",
				Flags: []cli.Flag{boolFlag("json")}, Action: printKeys,
			},
			{
				Name:  "import",
				Flags: []cli.Flag{boolFlag("json")}, Action: importSecret,
			},
			{
				Name:  "new",
				Flags: []cli.Flag{boolFlag("json")},
				Action: func(c *cli.Context) error {
					return changeSecret(c, func(file string) error { return home.NewSecret(atomicfile.OS{}, file) })
				},
			},
			addressCommand(),
			stepCommand("rotate", "[MATCH]", "hikyaku secret new\nhikyaku secret rotate match.kif --send", fixedStep(home.Rotate)),
			stepCommand("replace", "[MATCH]", "hikyaku secret replace match.kif --send", fixedStep(home.Rechain)),
		},
	}
}

// keysJSON is the JSON of keys: the player's own, newest first, or those of
// everyone in a match.
type keysJSON struct {
	Keys []keyJSON `json:"keys"`
	failure
}

// keyJSON is the JSON of a key. Only the keys of a match have an owner.
type keyJSON struct {
	Fingerprint string `json:"fingerprint"`
	Name        string `json:"name,omitempty"`
	Address     string `json:"address,omitempty"`
}

// secretsJSON is the JSON of the secret keys, newest first.
type secretsJSON struct {
	Secrets []string `json:"secrets"`
	failure
}

func showSecret(c *cli.Context) error {
	conf := configOf(c)
	ring, err := home.LoadKeyring(atomicfile.OS{}, conf.Secret)
	if err != nil {
		return err
	}
	return give(c, &secretsJSON{Secrets: ring.Reveal()}, ring.Reveal()...)
}

// importSecret reads the secret key from standard input, because others can see
// the command line.
func importSecret(c *cli.Context) error {
	return changeSecret(c, func(file string) error {
		data, err := io.ReadAll(io.LimitReader(c.App.Reader, 4096))
		if err != nil {
			return err
		}
		return home.ImportSecret(atomicfile.OS{}, file, string(data))
	})
}

// changeSecret changes the file of secret keys and answers with the fingerprints
// in it.
func changeSecret(c *cli.Context, change func(file string) error) error {
	conf := configOf(c)
	if err := os.MkdirAll(filepath.Dir(conf.Secret), 0o700); err != nil {
		return err
	}
	if err := change(conf.Secret); err != nil || !c.Bool("json") {
		return err
	}
	keys, err := ownKeys(conf.Secret)
	if err != nil {
		return err
	}
	return give(c, &keysJSON{Keys: keys})
}

// printKeys prints the fingerprints, which two people can compare over a channel
// other than mail.
func printKeys(c *cli.Context) error {
	keys, err := keysOf(c, c.Args().First())
	if err != nil {
		return err
	}
	var lines []string
	for _, k := range keys {
		line := k.Fingerprint
		if c.NArg() > 0 {
			line += "  " + kif.Seat{Name: k.Name, Address: k.Address}.String()
		}
		lines = append(lines, line)
	}
	return give(c, &keysJSON{Keys: keys}, lines...)
}

// keysOf returns the keys of everyone in the match in file, or the player's own
// if file is "".
func keysOf(c *cli.Context, file string) (keys []keyJSON, err error) {
	if file == "" {
		return ownKeys(configOf(c).Secret)
	}
	m, err := openFile(c, deskOf(c), file)
	if err != nil {
		return nil, err
	}
	if !m.Roster.Invited {
		return nil, i18n.Err("refused.no-keys")
	}
	for i, p := range m.Roster.Parties {
		keys = append(keys, keyJSON{match.Fingerprint(m.Keys.Of[i+1]), p.Name, p.Address})
	}
	return keys, nil
}

func ownKeys(file string) (keys []keyJSON, err error) {
	ring, err := home.LoadKeyring(atomicfile.OS{}, file)
	if err != nil {
		return nil, err
	}
	for _, print := range ring.Fingerprints() {
		keys = append(keys, keyJSON{Fingerprint: print})
	}
	return keys, nil
}

func addressCommand() *cli.Command {
	return &cli.Command{
		Name: "address", ArgsUsage: "ADDRESS",
		UsageText: "hikyaku secret address alice@example.org",
		Flags:     []cli.Flag{textFlag("trace"), boolFlag("json")},
		Action:    changeAddress,
	}
}

func changeAddress(c *cli.Context) error {
	address := c.Args().First()
	d, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		setAnswer(c, &sentJSON{Sent: []deliveryJSON{}})
	}
	list, err := d.ChangeAddress(address)
	for _, m := range list {
		err = errors.Join(err, send(c, carrier, m))
	}
	if c.Bool("json") || err != nil {
		return err
	}
	return printLine(c, i18n.In(language(c.App), "address.next", "n", len(list), "address", address))
}
