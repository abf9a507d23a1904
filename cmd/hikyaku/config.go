package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
	"github.com/urfave/cli/v2"

	cfg "hikyaku/internal/config"
	"hikyaku/internal/signin"
)

// config is the configuration of a running command.
type config struct {
	cfg.Config

	tokens    *signin.Account // nil: no sign-in
	path      string          // the files it was read from, or ""
	strangers bool            // whether to fetch all kinds of mail, not only ours
	trace     io.Writer       // receives a transcript of the mail connections, unless nil
}

// configPath returns the file named by --config, else the default one.
func configPath(c *cli.Context) (path string, named bool) {
	if path := c.String("config"); path != "" {
		return path, true
	}
	return filepath.Join(xdg.ConfigHome, "hikyaku", "config.yaml"), false
}

// loadConfig returns the configuration. Each command reads it only once.
func loadConfig(c *cli.Context) (*config, error) {
	if conf, read := c.App.Metadata["config"].(*config); read {
		return conf, nil
	}
	files, err := cfg.Open(configPath(c))
	if err != nil {
		return nil, err
	}
	read, err := files.Config()
	if err != nil {
		return nil, err
	}
	conf := newConfig(read, strings.Join(files.Read(), ", "))
	switch name := c.String("trace"); name {
	case "":
	case "-":
		conf.trace = c.App.ErrWriter
	default:
		if conf.trace, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil { // stays open until the command ends
			return nil, err
		}
	}
	c.App.Metadata["config"] = conf
	return conf, nil
}

// readConfig parses data, the contents of path.
func readConfig(data []byte, path string) (*config, error) {
	conf, err := cfg.Parse(data, path)
	if err != nil {
		return nil, err
	}
	return newConfig(conf, path), nil
}

func newConfig(read *cfg.Config, path string) *config {
	c := &config{Config: *read, path: path}
	if c.SignsIn() {
		c.tokens = c.SignInAccount()
	}
	return c
}

// letterLanguage returns the configured language of mails, else the language of
// the command.
func (conf *config) letterLanguage(c *cli.Context) string {
	if conf.Language != "" {
		return conf.Language
	}
	return language(c.App)
}
