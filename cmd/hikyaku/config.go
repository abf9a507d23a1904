package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/adrg/xdg"
	"github.com/urfave/cli/v2"

	"hikyaku/internal/configfile"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// config is the configuration file. config.example.yaml documents every field.
type config struct {
	Name     string        `yaml:"name"`
	Address  string        `yaml:"address"`
	Language string        `yaml:"language"`
	Folder   string        `yaml:"folder"`
	State    string        `yaml:"state"`
	Secret   string        `yaml:"secret"`
	Picture  *bool         `yaml:"picture"`
	Letters  lettersConfig `yaml:"letters"`
	Copy     bool          `yaml:"copy"`
	Confirm  string        `yaml:"confirm"`
	Exchange string        `yaml:"exchange"`
	IMAP     serverConfig  `yaml:"imap"`
	SMTP     serverConfig  `yaml:"smtp"`
	Mailbox  string        `yaml:"mailbox"`
	Maildir  string        `yaml:"maildir"`
	Sendmail []string      `yaml:"sendmail"`
	Timeout  time.Duration `yaml:"timeout"`

	Hooks     hooksConfig         `yaml:"hooks"`
	Reminders []string            `yaml:"reminders"` // nil where none are given
	Digest    string              `yaml:"digest"`
	Aliases   map[string][]string `yaml:"aliases"`
	Trust     string              `yaml:"trust"`
	Puzzle    puzzleConfig        `yaml:"puzzle"`

	Engines map[string]engineConfig `yaml:"engines"`
	Bot     botConfig               `yaml:"bot"`

	path      string    // the file it was read from; empty if there is none
	strangers bool      // whether letters of all kinds are fetched, not ours alone
	trace     io.Writer // gets a transcript of the mail connections; nil: none
}

// lettersConfig says what letters bring.
type lettersConfig struct {
	Page bool `yaml:"page"`
}

// puzzleConfig says to whom the puzzle of the week goes.
type puzzleConfig struct {
	To []string `yaml:"to"`
}

// serverConfig is the address of a server and the login.
type serverConfig = configfile.Server

// maxConfig is the maximum size of a configuration, in bytes.
const maxConfig = 1 << 20

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
	conf, err := openConfig(c)
	if err == nil {
		c.App.Metadata["config"] = conf
	}
	return conf, err
}

// openConfig reads the configuration named by --config, else the one in its usual place if it exists.
func openConfig(c *cli.Context) (*config, error) {
	path, named := configPath(c)
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return readConfig(nil, "")
	}
	if err != nil {
		return nil, i18n.Err("config.unread", "why", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxConfig+1))
	if err != nil {
		return nil, i18n.Err("config.unread", "why", err)
	}
	if len(data) > maxConfig {
		return nil, i18n.Err("config.large", "file", path, "most", maxConfig)
	}
	conf, err := readConfig(data, path)
	if err != nil {
		return nil, err
	}
	return conf, errors.Join(conf.checkPrivate(), conf.openTrace(c))
}

// checkPrivate refuses a configuration that holds a password and is accessible to others.
func (conf *config) checkPrivate() error {
	if conf.IMAP.Password == (mailbox.Secret{}) && conf.SMTP.Password == (mailbox.Secret{}) {
		return nil
	}
	return mailbox.CheckPrivate(conf.path)
}

// openTrace opens the file named by --trace.
func (conf *config) openTrace(c *cli.Context) (err error) {
	switch name := c.String("trace"); name {
	case "":
	case "-":
		conf.trace = c.App.ErrWriter
	default:
		conf.trace, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600) // open until the command ends
	}
	return err
}

// readConfig returns the configuration in data, with the defaults of what it leaves out.
func readConfig(data []byte, path string) (*config, error) {
	conf, err := decodeConfig(data, path)
	if err != nil {
		return nil, err
	}
	if conf.Folder == "" {
		conf.Folder = "~/Kifu"
	}
	if conf.State == "" {
		conf.State = filepath.Join(xdg.StateHome, "hikyaku")
	}
	if conf.Secret == "" {
		conf.Secret = configfile.DataHome("hikyaku", "secret")
	}
	if conf.Timeout == 0 {
		conf.Timeout = time.Minute
	}
	for _, p := range []*string{&conf.Folder, &conf.State, &conf.Secret, &conf.Exchange, &conf.Maildir, &conf.IMAP.CAFile, &conf.IMAP.PasswordFile, &conf.SMTP.CAFile, &conf.SMTP.PasswordFile} {
		*p = configfile.ExpandHome(*p)
	}
	if err := conf.check(); err != nil {
		return conf, i18n.Err("config.wrong", "file", path, "why", err)
	}
	return conf, nil
}

// decodeConfig decodes a configuration strictly: an unknown field is an error.
func decodeConfig(data []byte, path string) (*config, error) {
	conf := &config{path: path}
	if err := configfile.Decode(data, conf, "config.example.yaml", fieldNames()); err != nil {
		return nil, i18n.Err("config.wrong", "file", path, "why", err)
	}
	return conf, nil
}

// fieldNames returns the names of all fields of a configuration.
func fieldNames() []string {
	return configfile.Fields(config{}, serverConfig{}, hooksConfig{}, engineConfig{}, puzzleConfig{}, botConfig{})
}

// check returns an error if a field has an invalid value.
func (conf *config) check() error {
	switch conf.Language {
	case "", "en", "ja":
	default:
		return configfile.Choice("language", conf.Language, i18n.Languages...)
	}
	switch conf.Confirm {
	case "", "final", "all":
	default:
		return configfile.Choice("confirm", conf.Confirm, "final", "all")
	}
	if identity.HasInvisible(conf.Name) {
		return i18n.Err("config.name", "name", kif.Quote(conf.Name))
	}
	if conf.Address != "" && !conf.me().Valid() {
		return i18n.Err("config.address", "text", conf.Address)
	}
	if err := conf.checkWays(); err != nil {
		return err
	}
	for event, command := range conf.Hooks.commands() {
		if len(command) > 0 && command[0] == "" {
			return i18n.Err("config.no-program", "field", "hooks."+event, "example", "[notify-send, hikyaku]")
		}
	}
	if _, err := conf.reminders(); err != nil {
		return err
	}
	if _, err := conf.digest(); err != nil {
		return err
	}
	if _, err := conf.aliases(); err != nil {
		return err
	}
	if _, err := conf.puzzleReaders(); err != nil {
		return err
	}
	if err := conf.checkEngines(); err != nil {
		return err
	}
	if _, err := conf.Bot.limits(conf.path); err != nil {
		return err
	}
	if conf.Timeout < 0 {
		return i18n.Err("config.timeout", "given", conf.Timeout)
	}
	return errors.Join(configfile.Trust(conf.Trust), conf.IMAP.Check("imap"), conf.SMTP.Check("smtp"))
}

// me returns the player of this configuration, or the zero Address.
func (conf *config) me() mailbox.Address {
	return mailbox.Address{Name: conf.Name, Addr: conf.Address}
}

// letterLanguage returns the language of letters: as configured, else that of the command.
func (conf *config) letterLanguage(c *cli.Context) string {
	if conf.Language != "" {
		return conf.Language
	}
	return language(c.App)
}
