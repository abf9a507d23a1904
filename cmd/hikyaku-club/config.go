package main

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/cmd/hikyaku-club/members"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/configfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// config is the configuration of a club. config.example.yaml documents every field.
type config struct {
	Name     string `yaml:"name"`
	Address  string `yaml:"address"`
	Language string `yaml:"language"`
	Database string `yaml:"database"`
	Secret   string `yaml:"secret"`

	LMTP      listenConfig      `yaml:"lmtp"`
	IMAP      configfile.Server `yaml:"imap"`
	Mailbox   string            `yaml:"mailbox"`
	SMTP      configfile.Server `yaml:"smtp"`
	Sendmail  []string          `yaml:"sendmail"`
	Exchange  string            `yaml:"exchange"`
	Trust     string            `yaml:"trust"`
	Plus      bool              `yaml:"plus"`
	Directors []string          `yaml:"directors"`
	Mail      mailConfig        `yaml:"mail"`
	Timeout   time.Duration     `yaml:"timeout"`

	Picture   *bool          `yaml:"picture"`
	Page      bool           `yaml:"page"`
	Evidence  *bool          `yaml:"evidence"`
	Limits    members.Limits `yaml:"limits"`
	Site      siteConfig     `yaml:"site"`
	Reminders []string       `yaml:"reminders"` // nil if not set
	Workers   game.Work      `yaml:"workers"`
	Metrics   listenConfig   `yaml:"metrics"`

	path   string // of the file, even if it doesn't exist
	folder string // its folder, to which other paths are relative
	found  bool
	alone  bool // no mail is configured: the club serves this machine
}

// mailConfig configures outgoing mail.
type mailConfig struct {
	Limit string `yaml:"limit"` // a rate such as 500/h
}

// perHour returns the largest number of messages per hour; 0 for no limit. It isn't ok if the limit is invalid.
func (m mailConfig) perHour() (n int, ok bool) {
	if m.Limit == "" {
		return 0, true
	}
	text, hourly := strings.CutSuffix(strings.ReplaceAll(m.Limit, " ", ""), "/h")
	n, err := strconv.Atoi(text)
	return n, hourly && err == nil && n > 0
}

// listenConfig has the addresses on which the club listens.
type listenConfig struct {
	Listen string `yaml:"listen"`
}

// Defaults for the number of jobs that one process runs at once. They are large enough that most polls find jobs.
const (
	usualLetters = 32
	usualSends   = 16
)

// siteConfig says what is published, and where.
type siteConfig struct {
	Folder  string `yaml:"folder"`
	Listen  string `yaml:"listen"`
	Address string `yaml:"address"`
	Delay   int    `yaml:"delay"`
}

//go:embed config.example.yaml
var example []byte

// Defaults of a club without a configuration.
const (
	defaultName    = "Club"
	defaultAddress = "club@localhost.localdomain"
	aloneLMTP      = "127.0.0.1:2424"
	aloneSMTP      = "127.0.0.1:2525"
	aloneExchange  = "post"
)

// configPath returns the file named by --config, or the default one.
func configPath(c *cli.Context) (path string, named bool, err error) {
	path = c.String("config")
	if named = path != ""; !named {
		path = configfile.DataHome("hikyaku-club", "club.yaml")
	}
	path, err = filepath.Abs(path)
	return path, named, err
}

// loadConfig reads the configuration named by --config, or the default one. If that does not exist, all settings have their
// defaults.
func loadConfig(c *cli.Context) (*config, error) {
	path, named, err := configPath(c)
	if err != nil {
		return nil, err
	}
	data, err := atomicfile.Read(atomicfile.OS{}, path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return readConfig(nil, path)
	}
	if err != nil {
		return nil, i18n.Err("config.unread", "why", err)
	}
	conf, err := readConfig(data, path)
	if err != nil {
		return nil, err
	}
	conf.found = true
	if conf.IMAP.Password != (mailbox.Secret{}) || conf.SMTP.Password != (mailbox.Secret{}) || hasPassword(conf.Database) {
		err = mailbox.CheckPrivate(path)
	}
	return conf, err
}

// hasPassword reports whether the address of a database contains a password.
func hasPassword(address string) bool {
	at, err := url.Parse(address)
	if err != nil {
		return false
	}
	_, has := at.User.Password()
	return has
}

// readConfig decodes a configuration and sets defaults.
func readConfig(data []byte, path string) (*config, error) {
	conf := &config{path: path, folder: filepath.Dir(path)}
	err := configfile.Decode(data, conf, "config.example.yaml", config{}, configfile.Server{}, listenConfig{}, game.Work{}, members.Limits{}, siteConfig{})
	if err != nil {
		return nil, i18n.Err("config.wrong", "file", path, "why", err)
	}
	if field, err := conf.check(); err != nil {
		if line := configfile.Line(data, strings.Split(field, ".")...); line > 0 {
			err = words.Err("config.line", "n", line, "why", err)
		}
		return nil, i18n.Err("config.wrong", "file", path, "why", err)
	}
	conf.complete()
	return conf, nil
}

// complete sets the defaults of missing settings.
func (conf *config) complete() {
	conf.Name, conf.Address, conf.Language = cmp.Or(conf.Name, defaultName), cmp.Or(conf.Address, defaultAddress), cmp.Or(conf.Language, "en")
	conf.Database, conf.Secret = cmp.Or(conf.Database, "club.db"), cmp.Or(conf.Secret, "secret")
	if conf.alone = len(conf.ways()) == 0; conf.alone {
		conf.LMTP.Listen, conf.Exchange = aloneLMTP, aloneExchange
	}
	paths := []*string{&conf.Secret, &conf.Exchange, &conf.Site.Folder, &conf.IMAP.CAFile, &conf.IMAP.PasswordFile, &conf.SMTP.CAFile, &conf.SMTP.PasswordFile}
	if !db.IsPostgres(conf.Database) {
		paths = append(paths, &conf.Database)
	}
	for _, path := range paths {
		if *path = configfile.ExpandHome(*path); *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(conf.folder, *path)
		}
	}
	conf.Timeout = cmp.Or(conf.Timeout, time.Minute)
	conf.Workers = game.Work{Letters: cmp.Or(conf.Workers.Letters, usualLetters), Sends: cmp.Or(conf.Workers.Sends, usualSends)}
	own, usual := conf.Limits, members.UsualLimits
	conf.Limits = members.Limits{
		Hour: cmp.Or(own.Hour, usual.Hour), Day: cmp.Or(own.Day, usual.Day), Strangers: cmp.Or(own.Strangers, usual.Strangers),
		Seeks: cmp.Or(own.Seeks, usual.Seeks), Matches: cmp.Or(own.Matches, usual.Matches),
	}
}

// ways returns the fields of mail that are set.
func (conf *config) ways() (set []string) {
	for _, way := range []struct {
		name string
		set  bool
	}{
		{"lmtp", conf.LMTP.Listen != ""}, {"imap", conf.IMAP.Host != ""}, {"smtp", conf.SMTP.Host != ""},
		{"sendmail", len(conf.Sendmail) > 0}, {"exchange", conf.Exchange != ""},
	} {
		if way.set {
			set = append(set, way.name)
		}
	}
	return set
}

// check returns the first field with an invalid value, and the reason.
func (conf *config) check() (field string, err error) {
	set := map[string]bool{}
	for _, way := range conf.ways() {
		set[way] = true
	}
	_, limited := conf.Mail.perHour()
	for _, c := range []struct {
		field string
		wrong bool
		err   error
	}{
		{"address", conf.Address != "" && !mailbox.Address{Name: conf.Name, Addr: conf.Address}.Valid(), i18n.Err("config.address", "text", conf.Address)},
		{"language", conf.Language != "" && conf.Language != "en" && conf.Language != "ja", configfile.Choice("language", conf.Language, i18n.Languages...)},
		{"database", strings.Contains(conf.Database, "://") && !db.IsPostgres(conf.Database), words.Err("config.database", "text", withoutPassword(conf.Database))},
		{"sendmail", set["sendmail"] && conf.Sendmail[0] == "", i18n.Err("config.no-program", "field", "sendmail", "example", "[/usr/sbin/sendmail, -t, -i]")},
		{"sendmail", set["sendmail"] && set["smtp"], i18n.Err("config.both", "one", "sendmail", "other", "smtp", "why", i18n.T("ways.out"))},
		{"exchange", set["exchange"] && (set["imap"] || set["smtp"]), i18n.Err("config.both", "one", "exchange", "other", "imap, smtp", "why", i18n.T("ways.servers"))},
		{"exchange", set["exchange"] && set["sendmail"], i18n.Err("config.both", "one", "exchange", "other", "sendmail", "why", i18n.T("ways.command"))},
		{"mail.limit", !limited, words.Err("config.mail-limit", "text", conf.Mail.Limit)},
		{"trust", configfile.Trust(conf.Trust) != nil, configfile.Trust(conf.Trust)},
		{"timeout", conf.Timeout < 0, i18n.Err("config.timeout", "given", conf.Timeout)},
		{"workers", conf.Workers.Letters < 0 || conf.Workers.Sends < 0, words.Err("config.workers")},
		{"limits", min(conf.Limits.Hour, conf.Limits.Day, conf.Limits.Strangers, conf.Limits.Seeks, conf.Limits.Matches) < 0, words.Err("config.limits")},
		{"site.delay", conf.Site.Delay < 0, words.Err("config.delay")},
		{"site.listen", conf.Site.Listen != "" && conf.Site.Folder == "", words.Err("config.site-folder")},
		{"lmtp", (set["lmtp"] || set["imap"]) && !set["smtp"] && !set["sendmail"] && !set["exchange"], words.Err("config.no-way")},
	} {
		if c.wrong {
			return c.field, c.err
		}
	}
	for field, listen := range map[string]string{"lmtp.listen": conf.LMTP.Listen, "metrics.listen": conf.Metrics.Listen, "site.listen": conf.Site.Listen} {
		if _, _, err := net.SplitHostPort(listen); listen != "" && err != nil {
			return field, words.Err("config.listen", "field", field, "text", listen)
		}
	}
	for name, server := range map[string]configfile.Server{"imap": conf.IMAP, "smtp": conf.SMTP} {
		if err := server.Check(name); err != nil {
			return name, err
		}
	}
	_, err = configfile.Reminders(conf.Reminders)
	return "reminders", err
}

// withoutPassword returns the address of a database without its password.
func withoutPassword(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return "…"
	}
	return at.Redacted()
}

// account returns the configured mail account.
func (conf *config) account() mailbox.Account {
	return mailbox.Account{IMAP: conf.IMAP.Mailbox(), SMTP: conf.SMTP.Mailbox(), Folder: conf.Mailbox, Address: conf.Address, Timeout: conf.Timeout}
}

// inbox returns the mailbox to be read and its name, or nil if there is none.
func (conf *config) inbox() (box mailbox.Box, name string, err error) {
	switch {
	case conf.IMAP.Host != "":
		box, err = mailbox.NewAccount(conf.account())
		return box, strings.Join([]string{conf.IMAP.User, conf.IMAP.Host, conf.Mailbox}, " "), err
	case conf.Exchange != "":
		if err := os.MkdirAll(conf.Exchange, 0o777); err != nil {
			return nil, "", err
		}
		box, err = mailbox.NewFolder(conf.Exchange, conf.Address)
		return box, conf.Exchange, err
	}
	return nil, "", nil
}

// outbox returns what sends messages.
func (conf *config) outbox() (mailbox.Sender, error) {
	switch {
	case conf.SMTP.Host != "":
		return mailbox.NewRelay(conf.account())
	case conf.Exchange != "":
		box, _, err := conf.inbox()
		return post{box, conf.Exchange}, err
	}
	return mailbox.Sendmail{Command: conf.Sendmail}, nil
}

// keyring returns the secret keys of the club whose database is b.
func (conf *config) keyring(ctx context.Context, b db.DB) (ring *home.Keyring, err error) {
	err = b.Do(ctx, func(tx db.Tx) (err error) {
		ring, err = ledger.Keyring(tx, game.Desk{Secret: conf.Secret, System: atomicfile.OS{}})
		return err
	})
	return ring, err
}

// club returns the club without its database.
func (conf *config) club() (*game.Club, error) {
	box, err := conf.outbox()
	if err != nil {
		return nil, err
	}
	reminders := []time.Duration{24 * time.Hour}
	if conf.Reminders != nil {
		reminders, err = configfile.Reminders(conf.Reminders)
	}
	own := &game.Club{
		Desk: game.Desk{Games: all.Games, Me: kif.Seat{Name: conf.Name, Address: conf.Address}, Secret: conf.Secret, System: atomicfile.OS{}},
		Box:  box, Lang: conf.Language, Picture: conf.Picture == nil || *conf.Picture, Page: conf.Page, Trust: conf.Trust, Plus: conf.Plus, Directors: conf.Directors, Reminders: reminders, Now: time.Now,
	}
	own.PerHour, _ = conf.Mail.perHour()
	office := conf.office(own)
	if conf.Evidence == nil || *conf.Evidence {
		own.Lookup = net.DefaultResolver.LookupTXT
	}
	own.Stranger, own.Beside, own.Changed = office.Take, office.Beside, conf.changed
	own.Stamp = func(l *mailbox.Letter, root string) error { return conf.log(own).Stamp(l, root) } // with the keys that own has by then
	own.Notice = func(tx db.Tx, text string) error { return conf.log(own).Notice(tx, text) }
	return own, err
}

// office returns the office that answers the members of a club.
func (conf *config) office(own *game.Club) *members.Office {
	return &members.Office{Club: own, Limits: conf.Limits}
}

// post delivers messages to a shared folder. It creates missing folders of readers.
type post struct {
	mailbox.Sender
	dir string
}

// Send writes a message to the folder of its reader.
func (p post) Send(ctx context.Context, l *mailbox.Letter) error {
	err := p.Sender.Send(ctx, l)
	var refused *mailbox.SendError
	if !errors.As(err, &refused) || refused.Kind != mailbox.Refused || !l.To.Valid() {
		return err
	}
	if _, made := mailbox.NewFolder(p.dir, l.To.Addr); made != nil {
		return err
	}
	return p.Sender.Send(ctx, l)
}
