package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"github.com/urfave/cli/v2"
	"gopkg.in/yaml.v3"

	"hikyaku/engine"
	"hikyaku/mailbox"
	"hikyaku/words"
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
type serverConfig struct {
	Host            string         `yaml:"host"`
	Port            int            `yaml:"port"`
	Security        string         `yaml:"security"`
	User            string         `yaml:"user"`
	CAFile          string         `yaml:"ca_file"`
	PasswordCommand []string       `yaml:"password_command"`
	PasswordFile    string         `yaml:"password_file"`
	Password        mailbox.Secret `yaml:"password"`
	TokenCommand    []string       `yaml:"token_command"`
}

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
		return nil, words.Err("config.unread", "why", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxConfig+1))
	if err != nil {
		return nil, words.Err("config.unread", "why", err)
	}
	if len(data) > maxConfig {
		return nil, words.Err("config.large", "file", path, "most", maxConfig)
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
		conf.Secret = filepath.Join(xdg.DataHome, "hikyaku", "secret")
	}
	if conf.Timeout == 0 {
		conf.Timeout = time.Minute
	}
	for _, p := range []*string{&conf.Folder, &conf.State, &conf.Secret, &conf.Exchange, &conf.Maildir, &conf.IMAP.CAFile, &conf.IMAP.PasswordFile, &conf.SMTP.CAFile, &conf.SMTP.PasswordFile} {
		*p = expandHome(*p)
	}
	if err := conf.check(); err != nil {
		return conf, words.Err("config.wrong", "file", path, "why", err)
	}
	return conf, nil
}

// decodeConfig decodes a configuration strictly: an unknown field is an error.
func decodeConfig(data []byte, path string) (*config, error) {
	conf := &config{path: path}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(conf); err != nil && !errors.Is(err, io.EOF) {
		return nil, words.Err("config.wrong", "file", path, "why", yamlText(err, "config.example.yaml", fieldNames()))
	}
	return conf, nil
}

// yamlText returns a YAML error as text about the file, of which there is an example, not about this program. It does not
// quote a value of the wrong type, which may be a password.
func yamlText(err error, example string, fields []string) engine.Text {
	var wrong *yaml.TypeError
	if !errors.As(err, &wrong) {
		return words.Text("yaml.wrong", "why", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	// The library's message quotes the file, so the pattern is anchored at both ends.
	wrongKind := regexp.MustCompile(`(?s)^line (\d+): cannot unmarshal .* into \S+$`)
	unknownField := regexp.MustCompile(`(?s)^line (\d+): field (.*) not found in type \S+$`)
	var all engine.Text
	for i, text := range wrong.Errors {
		what := words.Text("yaml.wrong", "why", text)
		if kind := wrongKind.FindStringSubmatch(text); kind != nil {
			what = words.Text("yaml.kind", "n", kind[1], "example", example)
		}
		if field := unknownField.FindStringSubmatch(text); field != nil {
			what = unknownText(field[1], field[2], fields)
		}
		if all = words.Text("yaml.also", "list", all, "item", what); i == 0 {
			all = what
		}
	}
	return all
}

// unknownText says that line n names a field that is none of the known ones.
func unknownText(n, field string, known []string) engine.Text {
	near := nearest(field, known)
	field = strings.Trim(strconv.Quote(field), `"`)
	switch {
	case field == "on_turn":
		return words.Text("config.on-turn", "n", n)
	case near != "":
		return words.Text("yaml.unknown-near", "n", n, "field", field, "near", near)
	}
	return words.Text("yaml.unknown", "n", n, "field", field)
}

// fieldNames returns the names of all fields of a configuration.
func fieldNames() (names []string) {
	for _, part := range []any{config{}, serverConfig{}, hooksConfig{}, engineConfig{}, puzzleConfig{}, botConfig{}} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(part)) {
			if name := field.Tag.Get("yaml"); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// check returns an error if a field has an invalid value.
func (conf *config) check() error {
	switch conf.Language {
	case "", "en", "ja":
	default:
		return wrongChoice("language", conf.Language, words.Languages...)
	}
	switch conf.Confirm {
	case "", "final", "all":
	default:
		return wrongChoice("confirm", conf.Confirm, "final", "all")
	}
	if conf.Address != "" && !conf.me().Valid() {
		return words.Err("config.address", "text", conf.Address)
	}
	if err := conf.checkWays(); err != nil {
		return err
	}
	for event, command := range conf.Hooks.commands() {
		if len(command) > 0 && command[0] == "" {
			return words.Err("config.no-program", "field", "hooks."+event, "example", "[notify-send, hikyaku]")
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
	if _, err := puzzleReaders(conf); err != nil {
		return err
	}
	if err := checkEngines(conf); err != nil {
		return err
	}
	if _, err := conf.Bot.limits(conf.path); err != nil {
		return err
	}
	if conf.Timeout < 0 {
		return words.Err("config.timeout", "given", conf.Timeout)
	}
	for name, server := range map[string]serverConfig{"imap": conf.IMAP, "smtp": conf.SMTP} {
		switch mailbox.Security(server.Security) {
		case "", mailbox.TLS, mailbox.STARTTLS, mailbox.None:
		default:
			return wrongChoice(name+".security", server.Security, "tls", "starttls", "none")
		}
	}
	return nil
}

// wrongChoice returns the error of a field that has none of the values it takes.
func wrongChoice(field, value string, choices ...string) error {
	return words.Err("config.choice", "field", field, "value", value, "list", words.Either(choices...))
}

// expandHome replaces a leading ~ by the home directory.
func expandHome(path string) string {
	if path == "~" || strings.HasPrefix(path, "~/") {
		return filepath.Join(xdg.Home, strings.TrimPrefix(path, "~"))
	}
	return path
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
