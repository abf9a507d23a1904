package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
	"github.com/urfave/cli/v2"

	cfg "hikyaku/internal/config"
)

// config is the configuration of a command that runs.
type config struct {
	cfg.Config

	path      string    // the files it was read from; empty if there is none
	strangers bool      // whether letters of all kinds are fetched, not ours alone
	trace     io.Writer // gets a transcript of the mail connections; nil: none
}

type serverConfig = cfg.Server

// configPath returns the file named by --config, else the one in its usual place.
func configPath(c *cli.Context) (path string, named bool) {
	if path := c.String("config"); path != "" {
		return path, true
	}
	return filepath.Join(xdg.ConfigHome, "hikyaku", "config.yaml"), false
}

// loadConfig returns the configuration, which is read once a command.
func loadConfig(c *cli.Context) (*config, error) {
	if conf, read := c.App.Metadata["config"].(*config); read {
		return conf, nil
	}
	files, err := cfg.Open(configPath(c))
	if err != nil {
		return nil, err
	}
	conf, err := newConfig(files)
	if err != nil {
		return nil, err
	}
	switch name := c.String("trace"); name {
	case "":
	case "-":
		conf.trace = c.App.ErrWriter
	default:
		if conf.trace, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil { // open until the command ends
			return nil, err
		}
	}
	c.App.Metadata["config"] = conf
	return conf, nil
}

func newConfig(files *cfg.Files) (*config, error) {
	conf, err := files.Config()
	if err != nil {
		return nil, err
	}
	return &config{Config: *conf, path: strings.Join(files.Read(), ", ")}, nil
}

// readConfig returns the configuration in data, the contents of path.
func readConfig(data []byte, path string) (*config, error) { return newConfig(cfg.Of(path, data)) }

// letterLanguage returns the language of letters: as configured, else that of the command.
func (conf *config) letterLanguage(c *cli.Context) string {
	if conf.Language != "" {
		return conf.Language
	}
	return language(c.App)
}
