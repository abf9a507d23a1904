package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	cfg "hikyaku/internal/config"
	"hikyaku/internal/configfile"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/render"
)

func setupCommand() *cli.Command {
	return &cli.Command{
		Name: "setup",
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
			&cli.StringFlag{Name: "name"},
			&cli.StringFlag{Name: "address"},
			&cli.StringFlag{Name: "provider"},
			&cli.StringFlag{Name: "imap"},
			&cli.StringFlag{Name: "smtp"},
			&cli.StringFlag{Name: "user"},
			&cli.StringFlag{Name: "password-command"},
			&cli.StringFlag{Name: "password-file"},
			&cli.StringFlag{Name: "token-command"},
			&cli.BoolFlag{Name: "sign-in"},
			&cli.StringFlag{Name: "client-id"},
			&cli.StringFlag{Name: "maildir"},
			&cli.StringFlag{Name: "sendmail"},
			&cli.StringFlag{Name: "exchange"},
			&cli.StringFlag{Name: "folder", DefaultText: "~/Kifu"},
			&cli.BoolFlag{Name: "create"},
			&cli.BoolFlag{Name: "send-test"},
			traceFlag(), jsonFlag(),
		},
		Action: setup,
	}
}

// interview collects the settings for setup.
type interview struct {
	*cfg.Plan
	files *cfg.Files
	cli   *cli.Context
	old   cfg.Config // the settings to replace, whose values are proposed again
	*dialog
}

// finder looks up the servers of addresses whose provider is not known.
var finder = cfg.NewFinder()

func setup(c *cli.Context) error {
	if err := checkArgs(c, 0, 1); err != nil {
		return err
	}
	path, _ := configPath(c)
	files, err := cfg.Open(path, false)
	if err != nil {
		return err
	}
	if c.Bool("sign-in") && c.String("address") == "" && c.String("client-id") == "" {
		if conf, err := files.Config(); err == nil && conf.SignsIn() {
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
	if in.dialog == nil {
		err = in.complain()
	}
	switch {
	case err != nil:
		return err
	case exists && in.dialog == nil:
		return i18n.Err("setup.exists", "file", files.Settings)
	case exists:
		if err := in.agree(false, "setup.replace", "file", files.Settings, "old", files.Old()); err != nil {
			return err
		}
	}
	if in.dialog != nil {
		if err := in.ask(); err != nil {
			return err
		}
	}
	if err := in.complain(); err != nil {
		return err
	}
	text, err := in.Complete()
	if err != nil {
		return err
	}
	if in.dialog != nil {
		if err := in.confirm(text); err != nil {
			return err
		}
	}
	if err := in.Save(); err != nil {
		return err
	}
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	if in.Create {
		if err := conf.makeExchange(); err != nil {
			return err
		}
	}
	if err := errors.Join(conf.makeFolders(), conf.enterExchange()); err != nil {
		return err
	}
	if conf.SignsIn() {
		if _, err := conf.tokens.Status(c.Context); err != nil || in.signsIn() {
			if err := in.signIn(conf); err != nil {
				return err
			}
		}
	}
	for {
		err := tryOut(c, in.dialog)
		reported := new(reportedError)
		if in.dialog == nil || !errors.As(err, &reported) {
			return err
		}
		question := "setup.retry"
		if in.canCorrect(reported.failed) {
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

// save saves the changes.
func (in *interview) save() error {
	if _, err := in.Complete(); err != nil {
		return err
	}
	delete(in.cli.App.Metadata, "config")
	return in.Save()
}

// correction returns the questions to ask again if a step fails, or nil. The
// first word of its name is what it tests.
func correction(step string) func(*interview) error {
	tested, part, _ := strings.Cut(step, " ")
	switch server := slices.Index(cfg.ServerNames, tested); {
	case server >= 0 && part == "login":
		return func(in *interview) error { return in.askUser(server, in.Servers()[server].User) }
	case server >= 0:
		return func(in *interview) error { return in.askServer(server) }
	case step == "password file": // correct asks for all passwords
		return func(*interview) error { return nil }
	case tested == "exchange", tested == "maildir":
		return func(in *interview) error { return in.fill(tested) }
	case tested == "sendmail":
		return (*interview).askSendmail
	case tested == "sign-in":
		return func(in *interview) error {
			conf, err := loadConfig(in.cli)
			if err != nil {
				return err
			}
			return in.signIn(conf)
		}
	}
	return nil
}

// canCorrect reports whether different answers may help where steps failed.
func (in *interview) canCorrect(failed []string) bool {
	return slices.ContainsFunc(failed, func(step string) bool { return correction(step) != nil })
}

// correct asks again for what the failed steps use, and for nothing else, with
// the answers so far as proposals, and saves it.
func (in *interview) correct(failed []string) error {
	if err := in.reopen(); err != nil {
		return err
	}
	login := false
	for _, step := range failed {
		login = login || step == "password file" || strings.HasSuffix(step, " login")
		if ask := correction(step); ask != nil {
			if err := ask(in); err != nil {
				return err
			}
		}
	}
	if login {
		if err := in.askPasswordAgain(); err != nil {
			return err
		}
	}
	return in.save()
}

// askPasswordAgain asks again for the password or for the command that prints
// it.
func (in *interview) askPasswordAgain() error {
	key, command, token := "imap.password_command", in.IMAP.PasswordCommand, false
	if len(in.IMAP.TokenCommand) > 0 {
		key, command, token = "imap.token_command", in.IMAP.TokenCommand, true
	}
	switch {
	case in.SignsIn():
		return nil
	case len(command) == 0:
		return in.askStoredPassword()
	}
	typed, err := in.dialog.ask(cfg.FieldNamed(key).Ask, strings.Join(command, " "))
	switch words := strings.Fields(typed); {
	case err != nil || typed == strings.Join(command, " "):
	case token:
		in.Login("", "", nil, words)
	default:
		in.Login("", "", words, nil)
	}
	return err
}

// askStoredPassword asks for a password to replace the stored one.
func (in *interview) askStoredPassword() error {
	typed, err := in.secret("setup.password-again")
	if typed != "" {
		in.SetPassword(typed)
	}
	return err
}

// agree asks a question and returns an error unless the answer is yes.
func (in *interview) agree(usual bool, key string, args ...any) error {
	agreed, err := in.yes(usual, key, args...)
	if err == nil && !agreed {
		err = i18n.Err("setup.unwritten")
	}
	return err
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

// login applies the flags for the login.
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

// confirm shows what it is going to write and asks for permission.
func (in *interview) confirm(text string) error {
	_, text, _ = strings.Cut(text, "\n") // after the comment
	if secret := in.SignIn.ClientSecret; secret != (mailbox.Secret{}) {
		text = strings.ReplaceAll(text, secret.Reveal(), secret.String())
	}
	in.print("setup.shows", "file", in.files.Settings)
	fmt.Fprint(in.out, "\n", render.Safe("  "+strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")), "\n\n")
	if in.Password != "" {
		in.print("setup.password-goes", "file", in.IMAP.PasswordFile)
	}
	return in.agree(true, "setup.write")
}

// ask asks for whatever the flags do not set.
func (in *interview) ask() (err error) {
	for _, name := range []string{"name", "address"} {
		if cfg.FieldNamed(name).Text(&in.Config) == "" {
			if err := in.fill(name); err != nil {
				return err
			}
		}
	}
	if !in.HasMail() {
		if err := in.askTransport(); err != nil {
			return err
		}
		in.login()
	}
	if in.IMAP.Host != "" && !in.MailIsFixed() {
		if err := in.askLogin(); err != nil {
			return err
		}
	}
	if in.Folder == "" {
		return in.fill("folder")
	}
	return nil
}

// fill asks the question of a field until the answer is valid.
func (in *interview) fill(name string) error {
	field, before := cfg.FieldNamed(name), in.Config
	for {
		answer, err := in.dialog.ask(field.Ask, cmp.Or(field.Text(&in.Config), field.Text(&in.old), field.Default))
		if err != nil {
			return err
		}
		if field.SetText(&in.Config, answer) == nil && (answer != "" || field.Complaint == "") {
			return nil
		}
		in.Config = before
		in.print(field.Complaint, "answer", answer)
	}
}

// askTransport asks how mail is sent: by a known provider, by other servers, by
// programs on this computer, or through a shared folder.
func (in *interview) askTransport() error {
	usual := in.cli.String("provider")
	if p := cfg.ProviderOf(in.Address); usual == "" && p != nil {
		usual = p.ID
	}
	usual = cmp.Or(usual, in.old.Transport())
	if usual == "" {
		if found, err := in.find(); found || err != nil {
			return err
		}
	}
	in.print("setup.ways", "providers", providerIDs())
	way, err := in.need("setup.way", usual, "setup.way-bad", func(answer string) bool {
		return slices.Contains([]string{cfg.TransportServers, cfg.TransportMaildir, cfg.TransportFolder}, answer) || providerTyped(answer) != nil || isHost(answer)
	})
	provider := providerTyped(way)
	switch {
	case err != nil:
		return err
	case way == cfg.TransportServers:
		in.IMAP, in.SMTP = in.old.IMAP, in.old.SMTP
		return in.askServers()
	case way == cfg.TransportMaildir:
		return in.askMaildir()
	case way == cfg.TransportFolder:
		if err := in.fill("exchange"); err != nil {
			return err
		}
		if _, err := os.Stat(configfile.ExpandHome(in.Exchange)); err != nil && !in.Create {
			in.Create, err = in.yes(false, "setup.make", "folder", in.Exchange)
			return err
		}
	case provider != nil:
		in.At(provider)
	default:
		in.IMAP, _ = cfg.TypedServer(way) // isHost accepted it
		in.SMTP.Host = in.IMAP.Host
		return in.askServers()
	}
	return nil
}

// providerTyped returns the provider that a name, a domain or a server means, or nil.
func providerTyped(text string) *cfg.Provider {
	if p := cmp.Or(cfg.ProviderNamed(text), cfg.ProviderOf("@"+text)); p != nil {
		return p
	}
	return cfg.ProviderAt(cfg.Server{Host: text})
}

// isHost reports whether an answer is a host such as mail.example.org, with or without a port.
func isHost(answer string) bool {
	server, err := cfg.TypedServer(answer)
	return err == nil && strings.Contains(server.Host, ".") && !strings.ContainsAny(server.Host, "@/\\ ")
}

// askServers asks for the mail servers.
func (in *interview) askServers() error {
	in.print("setup.servers")
	for i := range in.Servers() {
		if err := in.askServer(i); err != nil {
			return err
		}
	}
	return nil
}

// askServer asks for a server, by its index in cfg.ServerNames.
func (in *interview) askServer(i int) error {
	server, field := in.Servers()[i], cfg.FieldNamed(cfg.ServerNames[i]+".host")
	_, err := in.need(field.Ask, cfg.Typed(*server), field.Complaint, func(answer string) bool {
		typed, err := cfg.TypedServer(answer)
		if answer != cfg.Typed(*server) {
			server.Host, server.Port, server.Security = typed.Host, typed.Port, typed.Security
		}
		return err == nil && typed.Host != ""
	})
	return err
}

// askMaildir asks for the Maildir and the command that sends.
func (in *interview) askMaildir() error {
	in.Maildir = cmp.Or(in.Maildir, in.old.Maildir, "~/Maildir")
	if err := in.fill("maildir"); err != nil {
		return err
	}
	return in.askSendmail()
}

// askSendmail asks for the command that sends.
func (in *interview) askSendmail() error {
	usual := cmp.Or(strings.Join(in.Sendmail, " "), strings.Join(in.old.Sendmail, " "), strings.Join(cfg.Sendmail(), " "))
	command, err := in.dialog.ask(cfg.FieldNamed("sendmail").Ask, usual)
	in.Sendmail = strings.Fields(command)
	return err
}

// askUsers asks for the users at the servers.
func (in *interview) askUsers() error {
	usual := in.Address
	for i, s := range in.Servers() {
		if err := in.askUser(i, cmp.Or(s.User, usual)); err != nil {
			return err
		}
		usual = s.User
	}
	return nil
}

// askUser asks for the user at a server, by its index in cfg.ServerNames.
func (in *interview) askUser(i int, usual string) (err error) {
	in.Servers()[i].User, err = in.dialog.ask(cfg.FieldNamed(cfg.ServerNames[i]+".user").Ask, usual)
	return err
}

// find looks up the servers of the address, and sets them if the player confirms
// them.
func (in *interview) find() (found bool, err error) {
	in.print("setup.finding", "address", in.Address)
	servers := finder.Find(in.cli.Context, in.Address)
	if servers == nil {
		in.print("setup.not-found")
		return false, nil
	}
	in.print("setup.found", "source", servers.Source)
	for i, s := range []cfg.Server{servers.IMAP, servers.SMTP} {
		fmt.Fprintf(in.out, "  %s  %s:%d (%s)\n", strings.ToUpper(cfg.ServerNames[i]), render.Safe(s.Host), s.Port, strings.ToUpper(s.Security))
	}
	if found, err = in.yes(true, "setup.use-found"); found {
		in.IMAP, in.SMTP = servers.IMAP, servers.SMTP
	}
	return found, err
}

// askLogin explains what to do at the provider, and then asks for the user and
// the source of the password.
func (in *interview) askLogin() (err error) {
	p := cfg.ProviderAt(in.IMAP)
	switch {
	case in.SignIn.Provider != "":
		in.print("setup.client", "provider", p.Name)
	case p != nil:
		in.printText(p.Advice().In(in.lang))
	}
	if in.IMAP.User == "" || in.SMTP.User == "" {
		if err := in.askUsers(); err != nil {
			return err
		}
	}
	switch {
	case in.IMAP.PasswordFile != "" && in.cli.String("password-file") == "" && len(in.IMAP.PasswordCommand) == 0:
		return in.askStoredPassword()
	case len(in.IMAP.PasswordCommand) > 0 || in.IMAP.PasswordFile != "" || len(in.IMAP.TokenCommand) > 0:
		return nil
	case p != nil && (in.SignIn.Provider != "" || p.Login == cfg.LoginToken && p.SignIn != nil):
		if err := in.askClient(p); err != nil || in.SignIn.ClientID != "" {
			return err
		}
		command, err := in.dialog.ask(cfg.FieldNamed("imap.token_command").Ask, "oama access "+in.Address)
		in.Login("", "", nil, strings.Fields(command))
		return err
	}
	command, err := in.dialog.ask(cfg.FieldNamed("imap.password_command").Ask, "")
	if err != nil || command != "" {
		in.Login("", "", strings.Fields(command), nil)
		return err
	}
	for in.Password == "" && err == nil {
		var typed string
		typed, err = in.secret("setup.password")
		in.SetPassword(typed)
	}
	return err
}

// askClient asks for the client of the sign-in. If the flags don't ask to sign in,
// the answer may be empty.
func (in *interview) askClient(p *cfg.Provider) (err error) {
	field, key := cfg.FieldNamed("sign_in.client_id"), "setup.client-or-command"
	if in.signsIn() {
		key = field.Ask
	}
	if in.SignIn.ClientID == "" {
		in.SignIn.ClientID, err = in.need(key, "", field.Complaint, func(answer string) bool { return answer != "" || !in.signsIn() })
	}
	if err != nil || in.SignIn.ClientID == "" {
		return err
	}
	in.SignIn.Provider = p.ID
	for p.SignIn.Secret && in.SignIn.ClientSecret == (mailbox.Secret{}) && err == nil {
		var typed string
		typed, err = in.secret("setup.client-secret")
		in.SignIn.ClientSecret = mailbox.NewSecret(typed)
	}
	return err
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

// providerIDs returns the names of the known providers.
func providerIDs() i18n.Text {
	var ids []string
	for _, p := range cfg.Providers() {
		ids = append(ids, p.ID)
	}
	return i18n.Names(ids...)
}
