// Package config reads and writes a player's configuration: the table of its
// fields, the file that the player writes, and the file beside it that programs
// write.
package config

import (
	"cmp"
	"errors"
	"net"
	"net/mail"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"hikyaku/internal/bot"
	"hikyaku/internal/computer"
	"hikyaku/internal/configfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Config is a configuration. config.example.yaml documents every field.
type Config struct {
	Name     string        `yaml:"name"`
	Address  string        `yaml:"address"`
	Language string        `yaml:"language"`
	Folder   string        `yaml:"folder"`
	Theme    string        `yaml:"theme"`
	Pieces   string        `yaml:"pieces"`
	State    string        `yaml:"state"`
	Secret   string        `yaml:"secret"`
	Picture  *bool         `yaml:"picture"`
	Letters  Letters       `yaml:"letters"`
	Copy     bool          `yaml:"copy"`
	Confirm  string        `yaml:"confirm"`
	Send     string        `yaml:"send"`
	Exchange string        `yaml:"exchange"`
	IMAP     Server        `yaml:"imap"`
	SMTP     Server        `yaml:"smtp"`
	SignIn   SignIn        `yaml:"sign_in"`
	Mailbox  string        `yaml:"mailbox"`
	Maildir  string        `yaml:"maildir"`
	Sendmail []string      `yaml:"sendmail"`
	Timeout  time.Duration `yaml:"timeout"`

	Hooks     Hooks               `yaml:"hooks"`
	Reminders []string            `yaml:"reminders"` // nil if none are given
	Digest    string              `yaml:"digest"`
	Quiet     string              `yaml:"quiet"`
	Aliases   map[string][]string `yaml:"aliases"`
	Trust     string              `yaml:"trust"`
	Puzzle    Puzzle              `yaml:"puzzle"`

	Engines map[string]Engine `yaml:"engines"`
	Bot     Bot               `yaml:"bot"`
}

// Letters are options for the mails to send.
type Letters struct {
	Page     bool  `yaml:"page"`
	Receipts *bool `yaml:"receipts"`
}

// Puzzle contains the recipients of the puzzle of the week.
type Puzzle struct {
	To []string `yaml:"to"`
}

// Server is the address of a mail server and the login there.
type Server = configfile.Server

// Hooks are the commands to run on events; an empty one runs nothing.
type Hooks struct {
	Turn     []string `yaml:"turn"`
	Sent     []string `yaml:"sent"`
	Refused  []string `yaml:"refused"`
	Finished []string `yaml:"finished"`
}

// Commands returns the command for each event.
func (h Hooks) Commands() map[string][]string {
	return map[string][]string{"turn": h.Turn, "sent": h.Sent, "refused": h.Refused, "finished": h.Finished}
}

// Engine is another program that plays.
type Engine struct {
	Protocol string            `yaml:"protocol"`
	Command  []string          `yaml:"command"`
	Options  map[string]string `yaml:"options"`
}

// Bot contains the limits of the bot; nil means the default.
type Bot struct {
	OpenEach     *int `yaml:"open_each"`
	RequestsEach *int `yaml:"requests_each"`
	NewADay      *int `yaml:"new_a_day"`
	OpenInAll    *int `yaml:"open_in_all"`
}

// Loaded is a configuration as the commands use it: checked, with its defaults, and with the values of fields whose text has a
// form of its own.
type Loaded struct {
	Config
	Reminders []time.Duration   // how long before the deadline they are sent, the longest first
	Digest    *courier.Schedule // nil for never
	Quiet     *courier.Hours    // nil for never
	Aliases   map[string]string // the main address of each alias, which is in lower case
	Solvers   []mailbox.Address // to whom the puzzle of the week is sent
	Limits    bot.Limits        // of the bot
}

// complete sets the defaults of missing fields and replaces a leading ~ by the
// home folder.
func (c *Config) complete() {
	if c.Folder == "" {
		c.Folder = "~/Kifu"
	}
	if c.State == "" {
		c.State = filepath.Join(xdg.StateHome, "hikyaku")
	}
	if c.Secret == "" {
		c.Secret = configfile.DataHome("hikyaku", "secret")
	}
	c.Address = identity.ToASCII(c.Address)
	if c.Timeout == 0 {
		c.Timeout = time.Minute
	}
	var paths []*string
	for _, f := range fields() {
		if f.Path {
			paths = append(paths, f.in(c).Addr().Interface().(*string))
		}
	}
	for _, hook := range []*[]string{&c.Hooks.Turn, &c.Hooks.Sent, &c.Hooks.Refused, &c.Hooks.Finished} {
		if len(*hook) > 0 {
			*hook = slices.Clone(*hook) // the files keep what is written in them
			paths = append(paths, &(*hook)[0])
		}
	}
	for _, path := range paths {
		*path = configfile.ExpandHome(*path)
	}
}

// check returns an error if a field has an invalid value, except those that load parses.
func (c *Config) check() error {
	for _, f := range fields() {
		if len(f.Choices) == 0 || f.in(c).String() == "" {
			continue
		}
		if err := configfile.Choice(f.Name, f.in(c).String(), f.Choices...); err != nil {
			return err
		}
	}
	if identity.HasInvisible(c.Name) {
		return i18n.Err("config.name", "name", kif.Quote(c.Name))
	}
	if c.Address != "" && !c.Me().Valid() {
		return i18n.Err("config.address", "text", c.Address)
	}
	set := map[string]bool{
		"exchange": c.Exchange != "", "imap": c.IMAP.Host != "", "maildir": c.Maildir != "",
		"smtp": c.SMTP.Host != "", "sendmail": len(c.Sendmail) > 0,
	}
	for _, both := range []struct{ one, other, key string }{ // two transports for the same direction
		{"exchange", "imap", "ways.servers"},
		{"exchange", "maildir", "ways.maildir"},
		{"exchange", "smtp", "ways.servers"},
		{"exchange", "sendmail", "ways.command"},
		{"maildir", "imap", "ways.in"},
		{"sendmail", "smtp", "ways.out"},
	} {
		if set[both.one] && set[both.other] {
			return i18n.Err("config.both", "one", both.one, "other", both.other, "why", i18n.T(both.key))
		}
	}
	for _, f := range fields() {
		if f.Program != "" {
			if command := f.in(c); command.Len() > 0 && command.Index(0).String() == "" {
				return i18n.Err("config.no-program", "field", f.Name, "example", f.Program)
			}
		}
	}
	if c.SignsIn() {
		if err := c.SignIn.check(); err != nil {
			return err
		}
	}
	if c.Timeout < 0 {
		return i18n.Err("config.timeout", "given", c.Timeout)
	}
	return nil
}

// load checks c and parses its fields. The default of reminders is a day before, and that of the puzzle is the player.
func (c *Config) load() (*Loaded, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	l := &Loaded{Config: *c, Reminders: []time.Duration{24 * time.Hour}, Solvers: []mailbox.Address{c.Me()}, Limits: bot.Usual}
	var wrong [5]error
	if c.Reminders != nil {
		l.Reminders, wrong[0] = configfile.Reminders(c.Reminders)
	}
	l.Digest, wrong[1] = parseDigest(c.Digest)
	l.Quiet, wrong[2] = parseQuiet(c.Quiet)
	l.Aliases, wrong[3] = c.parseAliases()
	if len(c.Puzzle.To) > 0 {
		l.Solvers, wrong[4] = parseSolvers(c.Puzzle.To)
	}
	if err := cmp.Or(wrong[:]...); err != nil {
		return nil, err
	}
	for name, e := range c.Engines {
		if err := configfile.Choice("engines."+name+".protocol", e.Protocol, string(computer.USI), string(computer.UCI), string(computer.Text)); err != nil {
			return nil, err
		}
		if len(e.Command) == 0 || e.Command[0] == "" {
			return nil, i18n.Err("config.no-program", "field", "engines."+name+".command", "example", "[fairy-stockfish]")
		}
	}
	for _, one := range []struct {
		field string
		given *int
		limit *int
	}{
		{"open_each", c.Bot.OpenEach, &l.Limits.OpenEach}, {"requests_each", c.Bot.RequestsEach, &l.Limits.RequestsEach},
		{"new_a_day", c.Bot.NewADay, &l.Limits.NewADay}, {"open_in_all", c.Bot.OpenInAll, &l.Limits.OpenInAll},
	} {
		switch {
		case one.given == nil:
		case *one.given < 0:
			return nil, i18n.Err("config.bot", "field", "bot."+one.field, "n", *one.given)
		default:
			*one.limit = *one.given
		}
	}
	return l, errors.Join(configfile.Trust(c.Trust), c.IMAP.Check("imap"), c.SMTP.Check("smtp"))
}

// Me returns the configured player, or the zero Address.
func (c *Config) Me() mailbox.Address { return mailbox.Address{Name: c.Name, Addr: c.Address} }

// HasMail reports whether c configures a transport for mail.
func (c *Config) HasMail() bool {
	return c.Exchange != "" || c.Maildir != "" || len(c.Sendmail) > 0 || !reflect.DeepEqual(c.IMAP, Server{}) || !reflect.DeepEqual(c.SMTP, Server{}) || c.SignsIn()
}

// OnInternet reports whether mail goes to the Internet. A shared folder, a mail
// program and a mail server of the local network can also send to bob@post.
func (c *Config) OnInternet() bool {
	return isHost(c.SMTP.Host) && identity.NamesDomain(c.Address)
}

// isHost reports whether text is the full name of a host. A name or number of a
// machine in this network is not.
func isHost(text string) bool {
	return strings.Contains(text, ".") && net.ParseIP(text) == nil && identity.IsAddress("x@"+text)
}

// SignsIn reports whether the player signs in with OAuth 2.0.
func (c *Config) SignsIn() bool {
	s := c.SignIn
	if len(s.Scopes) == 0 {
		s.Scopes = nil // an empty list in the file is none
	}
	return !reflect.DeepEqual(s, SignIn{})
}

// Programs returns the programs that play, by name.
func (c *Config) Programs() map[string]computer.Program {
	all := map[string]computer.Program{}
	for name, e := range c.Engines {
		all[name] = computer.Program{Name: name, Command: e.Command, Speech: computer.Speech(e.Protocol), Options: e.Options}
	}
	return all
}

// parseDigest returns when the digest of waiting matches is sent, or nil for
// never. The text is "daily 07:00" or "weekly mon 07:00", which may be followed
// by an offset such as +09:00; the default is the time zone of this computer.
func parseDigest(text string) (*courier.Schedule, error) {
	parts := strings.Fields(strings.ToLower(text))
	if len(parts) == 0 {
		return nil, nil
	}
	wrong := i18n.Err("config.digest", "text", text)
	s := &courier.Schedule{}
	switch {
	case parts[0] == "daily":
		parts = parts[1:]
	case parts[0] == "weekly" && len(parts) > 1:
		weekday, ok := match.ParseWeekday(parts[1])
		if !ok {
			return nil, wrong
		}
		s.Weekly, s.Weekday, parts = true, weekday, parts[2:]
	default:
		return nil, wrong
	}
	times, zone, ok := timesIn(parts)
	if !ok || len(times) != 1 {
		return nil, wrong
	}
	s.Hour, s.Minute, s.Zone = times[0].Hour(), times[0].Minute(), zone
	return s, nil
}

// parseQuiet returns when nothing automatic is sent, or nil for never. The text
// is "22:00-07:00", which may be followed by an offset as in a digest.
func parseQuiet(text string) (*courier.Hours, error) {
	parts := strings.Fields(text)
	if len(parts) == 0 {
		return nil, nil
	}
	times, zone, ok := timesIn(parts)
	switch {
	case !ok || len(times) != 2:
		return nil, i18n.Err("config.quiet", "text", text)
	case times[0].Equal(times[1]):
		return nil, i18n.Err("config.quiet-same", "text", text)
	}
	sinceMidnight := func(t time.Time) time.Duration { return t.Sub(t.Truncate(24 * time.Hour)) }
	return &courier.Hours{From: sinceMidnight(times[0]), To: sinceMidnight(times[1]), Zone: zone}, nil
}

// timesIn parses times of day such as 07:00 or 22:00-07:00, and the offset that
// may follow them; the default is the time zone of this computer.
func timesIn(parts []string) (times []time.Time, zone *time.Location, ok bool) {
	zone = time.Local
	if len(parts) == 2 {
		offset, err := time.Parse("-07:00", parts[1])
		if err != nil {
			return nil, nil, false
		}
		_, seconds := offset.Zone()
		zone, parts = time.FixedZone(parts[1], seconds), parts[:1]
	}
	if len(parts) != 1 {
		return nil, nil, false
	}
	for text := range strings.SplitSeq(parts[0], "-") {
		at, err := time.Parse("15:04", text)
		if err != nil {
			return nil, nil, false
		}
		times = append(times, at)
	}
	return times, zone, true
}

// parseAliases returns the main address of each alias, which is in lower case.
func (c *Config) parseAliases() (map[string]string, error) {
	all, known := map[string][]string{}, map[string]bool{}
	for address, others := range c.Aliases {
		address = identity.ToASCII(address)
		for _, other := range others {
			all[address] = append(all[address], identity.ToASCII(other))
		}
		known[strings.ToLower(address)] = true
	}
	of := map[string]string{}
	for address, others := range all {
		for _, other := range append([]string{address}, others...) {
			if !(mailbox.Address{Addr: other}).Valid() {
				return nil, i18n.Err("config.alias", "text", other)
			}
		}
		for _, other := range others {
			alias := strings.ToLower(other)
			switch was, twice := of[alias]; {
			case known[alias], identity.SameAddress(alias, c.Address):
				return nil, i18n.Err("config.alias-known", "alias", other, "address", address)
			case twice && !identity.SameAddress(was, address):
				return nil, i18n.Err("config.alias-twice", "alias", other, "one", min(was, address), "other", max(was, address))
			}
			of[alias] = address
		}
	}
	return of, nil
}

// parseSolvers returns the recipients of the puzzle of the week, each once.
func parseSolvers(texts []string) (list []mailbox.Address, err error) {
	for _, text := range texts {
		a, err := mail.ParseAddress(text)
		to := mailbox.Address{}
		if err == nil {
			to = mailbox.Address{Name: a.Name, Addr: identity.ToASCII(a.Address)}
		}
		if !to.Valid() {
			return nil, i18n.Err("config.puzzle", "text", text)
		}
		if !slices.ContainsFunc(list, func(other mailbox.Address) bool { return identity.SameAddress(other.Addr, to.Addr) }) {
			list = append(list, to)
		}
	}
	return list, nil
}
