package main

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	cfg "hikyaku/internal/config"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

func setupCommand() *cli.Command {
	return &cli.Command{
		Name: "setup", ArgsUsage: "[ADDRESS]",
		UsageText: `hikyaku setup
hikyaku setup alice@example.org
hikyaku setup --name Alice --address alice@gmail.com \
   --password-command 'pass show mail/alice'
hikyaku setup --address alice@example.org --imap imap.example.org \
   --smtp smtp.example.org:587 --password-file ~/.mail-password
hikyaku setup --address alice@outlook.com --sign-in --client-id ID
hikyaku setup --sign-in
hikyaku setup --address alice@example.org --maildir ~/Maildir
hikyaku setup --address alice@example.org --exchange /media/club/post`,
		Flags: []cli.Flag{
			textFlag("name"), textFlag("address"), textFlag("provider"), textFlag("imap"), textFlag("smtp"), textFlag("user"),
			textFlag("password-command"), textFlag("password-file"), textFlag("token-command"), boolFlag("sign-in"),
			textFlag("client-id"), textFlag("maildir"), textFlag("sendmail"), textFlag("exchange"),
			&cli.StringFlag{Name: "folder", DefaultText: "~/Kifu"}, boolFlag("create"), boolFlag("send-test"), textFlag("trace"),
			boolFlag("json"),
		},
		Action: setup,
	}
}

func setup(c *cli.Context) error {
	path, _ := configPath(c)
	files, err := cfg.Open(path, false)
	if err != nil {
		return err
	}
	if c.Bool("sign-in") && c.String("address") == "" && c.String("client-id") == "" {
		if conf, err := files.Load(); err == nil && conf.SignsIn() {
			return signInAgain(c)
		}
	}
	exists := slices.Contains(files.Read(), files.Settings)
	in := &interview{files: files, cli: c, dialog: newDialog(c), old: files.Plan("").Config}
	if exists {
		files.Renew()
	}
	in.Plan = files.Plan(language(c.App))
	if err := in.readFlags(); err != nil {
		return err
	}
	if err := in.gather(exists); err != nil {
		return err
	}
	if err := in.Save(); err != nil {
		return err
	}
	if err := in.prepare(); err != nil {
		return err
	}
	for {
		err := tryOut(c, in.dialog)
		reported := new(reportedError)
		if in.dialog == nil || !errors.As(err, &reported) {
			return err
		}
		question := "setup.retry"
		if slices.ContainsFunc(reported.failed, func(step string) bool { return correction(step) != nil }) {
			question = "setup.again"
		}
		if again, failed := in.yes(true, question); failed != nil || !again {
			in.print("setup.mend")
			return err
		}
		if err := in.correct(reported.failed); err != nil {
			return err
		}
	}
}

// gather asks for what the flags leave open, and for permission to write it.
// Without a dialog that is an error, and so are settings that exist.
func (in *interview) gather(exists bool) error {
	if in.dialog == nil {
		if err := in.complain(); err != nil {
			return err
		}
		if exists {
			return i18n.Err("setup.exists", "file", in.files.Settings)
		}
		_, err := in.Complete()
		return err
	}
	if exists {
		if err := in.agree(false, "setup.replace", "file", in.files.Settings, "old", in.files.Old()); err != nil {
			return err
		}
	}
	if err := in.ask(); err != nil {
		return err
	}
	if err := in.complain(); err != nil {
		return err
	}
	text, err := in.Complete()
	if err != nil {
		return err
	}
	return in.confirm(text)
}

// prepare makes the folders, and signs in.
func (in *interview) prepare() error {
	conf, err := loadConfig(in.cli)
	if err != nil {
		return err
	}
	if err := conf.makeFolders(in.Create); err != nil || !conf.SignsIn() {
		return err
	}
	if _, err := conf.tokens.Status(in.cli.Context); err == nil && !in.signsIn() {
		return nil
	}
	return in.signIn(conf)
}

// signIn signs in. If that fails, it asks again for the client, with the last
// one as proposal.
func (in *interview) signIn(conf *config) error {
	for {
		err := conf.signIn(in.cli)
		if err == nil || in.dialog == nil || in.cli.Context.Err() != nil {
			return err
		}
		in.printText(i18n.Of(err).In(in.lang))
		if again, failed := in.yes(true, "setup.sign-in-again"); failed != nil || !again {
			return err
		}
		if err := in.reopen(); err != nil {
			return err
		}
		if err := in.fill("sign_in.client_id"); err != nil {
			return err
		}
		if err := in.save(); err != nil {
			return err
		}
		if conf, err = loadConfig(in.cli); err != nil {
			return err
		}
	}
}

// reopen reads what has been saved, to change it.
func (in *interview) reopen() (err error) {
	path, _ := configPath(in.cli)
	if in.files, err = cfg.Open(path, false); err == nil {
		in.Plan = in.files.Plan(language(in.cli.App))
	}
	return err
}

func (in *interview) save() error {
	if _, err := in.Complete(); err != nil {
		return err
	}
	delete(in.cli.App.Metadata, "config")
	return in.Save()
}

// readFlags applies the flags and adds the servers of the provider.
func (in *interview) readFlags() error {
	c := in.cli
	in.Create = c.Bool("create")
	for _, name := range []string{"name", "address", "folder", "exchange", "maildir"} {
		text := c.String(name)
		if name == "address" {
			text = cmp.Or(text, c.Args().First())
		}
		if text != "" {
			if err := cfg.FieldNamed(name).SetText(&in.Config, text); err != nil {
				switch name {
				case "address":
					return usage("usage.address", "text", text)
				case "name":
					return usage("config.name", "name", kif.Quote(text))
				}
				return misuse(err)
			}
		}
	}
	for i, server := range in.Servers() {
		name := cfg.ServerNames[i]
		if text := c.String(name); text != "" {
			typed, err := cfg.TypedServer(text)
			if err != nil {
				return usage("usage.server", "flag", "--"+name, "why", err)
			}
			*server = typed
		}
	}
	if in.Maildir != "" {
		in.Sendmail = cfg.Sendmail()
		if command := strings.Fields(c.String("sendmail")); command != nil {
			in.Sendmail = command
		}
	}
	p := cfg.ProviderOf(in.Address)
	if id := c.String("provider"); id != "" {
		if p = cfg.ProviderNamed(id); p == nil {
			return usage("usage.provider", "id", id, "list", providerIDs())
		}
	}
	if p != nil && in.Address != "" && !in.HasMail() {
		in.At(p)
	}
	in.login()
	return nil
}

func (in *interview) login() {
	c := in.cli
	in.Login(c.String("user"), c.String("password-file"), strings.Fields(c.String("password-command")), strings.Fields(c.String("token-command")))
	if p := cfg.ProviderAt(in.IMAP); in.signsIn() && !in.MailIsFixed() && p != nil && p.SignIn != nil {
		in.SignIn.Provider, in.SignIn.ClientID = p.ID, cmp.Or(c.String("client-id"), in.SignIn.ClientID)
	}
}

// signsIn reports whether the flags ask to sign in.
func (in *interview) signsIn() bool {
	return in.cli.Bool("sign-in") || in.cli.String("client-id") != ""
}

// complain returns an error if a required setting is missing or the flags
// conflict.
func (in *interview) complain() error {
	switch {
	case in.Address == "":
		return usage("usage.no-address")
	case in.signsIn() && in.MailIsFixed() && !in.SignsIn():
		return usage("usage.sign-in-fixed", "file", in.files.Path)
	case in.MailIsFixed():
	case in.Exchange != "" && (in.IMAP.Host != "" || in.SMTP.Host != ""):
		return usage("usage.exchange")
	case in.Exchange == "" && in.Maildir == "" && (in.IMAP.Host == "" || in.SMTP.Host == ""):
		return usage("usage.no-provider", "address", in.Address)
	case in.signsIn() && in.SignIn.Provider == "":
		return usage("usage.sign-in", "list", cfg.SignInProviders())
	case in.SignIn.Provider != "" && in.SignIn.ClientID == "":
		return usage("usage.no-client-id")
	}
	return nil
}

// tryOut checks the configuration as doctor does, and offers to send a test
// mail.
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
	if err == nil {
		d.print("setup.done")
	}
	return err
}

// offerTest sends a test mail if the user agrees.
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
		return &reportedError{statusMail, []string{failedStep(step)}}
	}
	return nil
}
