package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/render"
)

func setupCommand() *cli.Command {
	return &cli.Command{
		Name: "setup",
		UsageText: `hikyaku setup
hikyaku setup --name Alice --address alice@gmail.com \
   --password-command 'pass show mail/alice'
hikyaku setup --address alice@example.org --imap imap.example.org \
   --smtp smtp.example.org:587 --password-file ~/.mail-password
hikyaku setup --address alice@example.org --exchange /media/club/post`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "name"},
			&cli.StringFlag{Name: "address"},
			&cli.StringFlag{Name: "provider"},
			&cli.StringFlag{Name: "imap"},
			&cli.StringFlag{Name: "smtp"},
			&cli.StringFlag{Name: "user"},
			&cli.StringFlag{Name: "password-command"},
			&cli.StringFlag{Name: "password-file"},
			&cli.StringFlag{Name: "token-command"},
			&cli.StringFlag{Name: "exchange"},
			&cli.StringFlag{Name: "folder", DefaultText: "~/Kifu"},
			&cli.BoolFlag{Name: "create"},
			&cli.BoolFlag{Name: "send-test"},
			traceFlag(), jsonFlag(),
		},
		Action: setup,
	}
}

// plannedConfig is what setup is about to write.
type plannedConfig struct {
	conf   config
	typed  string // the password that goes into a file; empty if there is none
	create bool   // whether the shared folder is made
}

func setup(c *cli.Context) error {
	if err := checkArgs(c, 0, 0); err != nil {
		return err
	}
	plan, err := flagged(c)
	if err != nil {
		return err
	}
	path, _ := configPath(c)
	d := newDialog(c)
	if d == nil {
		err = plan.check()
	}
	if err == nil {
		err = mayWrite(d, path)
	}
	if err != nil {
		return err
	}
	if d != nil {
		if err := plan.ask(c, d, path); err != nil {
			return err
		}
	}
	if err := plan.check(); err != nil {
		return err
	}
	if err := plan.complete(); err != nil {
		return err
	}
	if err := plan.write(d, path); err != nil {
		return err
	}
	return tryOut(c, d)
}

// mayWrite returns an error unless path is free or may be put away.
func mayWrite(d *dialog, path string) error {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if d == nil {
		return i18n.Err("setup.exists", "file", path)
	}
	replace, err := d.yes(false, "setup.replace", "file", path, "old", oldConfig(path))
	if err == nil && !replace {
		err = i18n.Err("setup.unwritten")
	}
	return err
}

// oldConfig is where a configuration goes in whose place another is written.
func oldConfig(path string) string { return path + ".old" }

// flagged returns what the flags say, with the servers of the provider.
func flagged(c *cli.Context) (*plannedConfig, error) {
	plan := &plannedConfig{create: c.Bool("create"), conf: config{
		Name: c.String("name"), Address: c.String("address"), Language: language(c.App), Folder: c.String("folder"), Exchange: c.String("exchange"),
	}}
	if plan.conf.Name != "" && !isName(plan.conf.Name) {
		return nil, usage("config.name", "name", kif.Quote(plan.conf.Name))
	}
	if plan.conf.Address != "" && !plan.conf.me().Valid() {
		return nil, usage("usage.address", "text", plan.conf.Address)
	}
	var err error
	if plan.conf.IMAP, err = typedServer(c.String("imap")); err != nil {
		return nil, usage("usage.server", "flag", "--imap", "why", err)
	}
	if plan.conf.SMTP, err = typedServer(c.String("smtp")); err != nil {
		return nil, usage("usage.server", "flag", "--smtp", "why", err)
	}
	p := providerOf(plan.conf.Address)
	if id := c.String("provider"); id != "" {
		if p = providerNamed(id); p == nil {
			return nil, usage("usage.provider", "id", id, "list", providerIDs())
		}
	}
	if p != nil && plan.conf.Address != "" && plan.open() {
		plan.at(p)
	}
	plan.login(c)
	return plan, nil
}

// open reports whether it is not known yet how mail goes.
func (plan *plannedConfig) open() bool {
	return plan.conf.Exchange == "" && plan.conf.IMAP.Host == "" && plan.conf.SMTP.Host == ""
}

// login sets what the flags say of the login.
func (plan *plannedConfig) login(c *cli.Context) {
	for _, s := range []*serverConfig{&plan.conf.IMAP, &plan.conf.SMTP} {
		if s.Host == "" {
			continue
		}
		s.PasswordCommand, s.TokenCommand = strings.Fields(c.String("password-command")), strings.Fields(c.String("token-command"))
		s.PasswordFile, s.User = c.String("password-file"), cmp.Or(c.String("user"), s.User)
	}
}

// at sets the servers to those of a provider.
func (plan *plannedConfig) at(p *provider) {
	plan.conf.IMAP, plan.conf.SMTP = serverFor(p.IMAP, plan.conf.Address), serverFor(p.SMTP, plan.conf.Address)
}

// typedServer reads HOST or HOST:PORT. The usual ports of STARTTLS mean it.
func typedServer(text string) (s serverConfig, err error) {
	host, port, found := strings.Cut(text, ":")
	if found {
		if s.Port, err = strconv.Atoi(port); err != nil || s.Port < 1 || s.Port > 65535 || host == "" {
			return s, i18n.Err("setup.server", "text", text)
		}
	}
	s.Host = host
	if s.Port == 143 || s.Port == 587 {
		s.Security = string(mailbox.STARTTLS)
	}
	return s, nil
}

// check returns an error if something is missing that nobody can be asked for.
func (plan *plannedConfig) check() error {
	switch {
	case plan.conf.Address == "":
		return usage("usage.no-address")
	case plan.conf.Exchange != "" && (plan.conf.IMAP.Host != "" || plan.conf.SMTP.Host != ""):
		return usage("usage.exchange")
	case plan.conf.Exchange == "" && (plan.conf.IMAP.Host == "" || plan.conf.SMTP.Host == ""):
		return usage("usage.no-provider", "address", plan.conf.Address)
	}
	return nil
}

// complete sets what follows from the rest. Paths hold from whatever folder a command is run in.
func (plan *plannedConfig) complete() (err error) {
	paths := []*string{&plan.conf.Folder, &plan.conf.Exchange}
	for _, s := range []*serverConfig{&plan.conf.IMAP, &plan.conf.SMTP} {
		if s.Host != "" {
			s.User = cmp.Or(s.User, plan.conf.Address)
		}
		paths = append(paths, &s.PasswordFile)
	}
	for _, path := range paths {
		if err == nil {
			*path, err = absolute(*path)
		}
	}
	return err
}

// write writes the configuration, and the password if it was typed, and makes the folders.
func (plan *plannedConfig) write(d *dialog, path string) error {
	draft, err := plan.conf.newDraft()
	if err != nil {
		return err
	}
	conf, err := readConfig([]byte(draft.String()), path)
	if err != nil {
		return err
	}
	if d != nil {
		if err := plan.confirm(d, path, draft); err != nil {
			return err
		}
		if err := os.Rename(path, oldConfig(path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if plan.typed != "" {
		if err := writePassword(conf.IMAP.PasswordFile, plan.typed); err != nil {
			return err
		}
	}
	if err := atomicfile.Create(atomicfile.OS{}, path, []byte(draft.String()), 0o600); err != nil {
		return err
	}
	if plan.create {
		if err := conf.makeExchange(); err != nil {
			return err
		}
	}
	return errors.Join(conf.makeFolders(), conf.enterExchange())
}

// writePassword writes a file that only its owner can read, whoever could read an older one of that name.
func writePassword(file, password string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return atomicfile.Create(atomicfile.OS{}, file, []byte(password+"\n"), 0o600)
}

// confirm shows what is about to be written and asks whether it may be.
func (plan *plannedConfig) confirm(d *dialog, path string, draft *draft) error {
	d.say("setup.shows", "file", path)
	fmt.Fprint(d.out, "\n", render.Safe("  "+strings.ReplaceAll(strings.TrimSpace(draft.settings()), "\n", "\n  ")), "\n\n")
	if plan.typed != "" {
		d.say("setup.password-goes", "file", plan.conf.IMAP.PasswordFile)
	}
	ok, err := d.yes(true, "setup.write")
	if err == nil && !ok {
		err = i18n.Err("setup.unwritten")
	}
	return err
}

// tryOut does what doctor does, and offers to send a letter to oneself.
func tryOut(c *cli.Context, d *dialog) error {
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	sendTest := c.Bool("send-test")
	err = examine(c, conf, sendTest)
	if d == nil {
		return err
	}
	if err == nil && !sendTest {
		err = offerTest(c, d, conf)
	}
	switch {
	case err == nil:
		d.say("setup.done")
	case errors.As(err, new(*quietError)):
		d.say("setup.mend")
	}
	return err
}

// offerTest sends a letter to oneself if that is wanted.
func offerTest(c *cli.Context, d *dialog, conf *config) error {
	wanted, err := d.yes(true, "setup.test")
	if err != nil || !wanted {
		return err
	}
	box, err := conf.box()
	if err != nil {
		return err
	}
	step := conf.sendTest(c, box)
	if err := printLine(c, stepLine(c, step)); err != nil {
		return err
	}
	if step.Err != nil {
		return &quietError{statusMail}
	}
	return nil
}

// providerIDs lists the known providers.
func providerIDs() i18n.Text {
	var ids []string
	for _, p := range providers() {
		ids = append(ids, p.ID)
	}
	return i18n.Names(ids...)
}
