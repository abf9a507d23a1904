package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	cfg "hikyaku/internal/config"
	"hikyaku/internal/configfile"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/render"
)

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
		in.complainOf(answer, field.Complaint)
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
		return in.transport(answer) != "" || providerTyped(answer) != nil || isHost(answer)
	})
	provider, transport := providerTyped(way), in.transport(way)
	switch {
	case err != nil:
		return err
	case transport == cfg.TransportServers:
		in.IMAP, in.SMTP = in.old.IMAP, in.old.SMTP
		return in.askServers()
	case transport == cfg.TransportMaildir:
		return in.askMaildir()
	case transport == cfg.TransportFolder:
		return in.askExchange()
	case provider != nil:
		in.At(provider)
	default:
		in.IMAP, _ = cfg.TypedServer(way) // isHost accepted it
		in.SMTP.Host = in.IMAP.Host
		return in.askServers()
	}
	return nil
}

// transport returns the transport other than a provider that an answer means, in English or in the reader's words; "" if
// it means none.
func (in *interview) transport(answer string) string {
	for _, known := range []string{cfg.TransportServers, cfg.TransportMaildir, cfg.TransportFolder} {
		if answer == known || answer == i18n.In(language(in.cli.App), "setup.way."+known) {
			return known
		}
	}
	return ""
}

// askExchange asks for the shared folder until it exists or is to be created.
func (in *interview) askExchange() error {
	for {
		if err := in.fill("exchange"); err != nil {
			return err
		}
		if _, err := os.Stat(configfile.ExpandHome(in.Exchange)); err == nil || in.Create {
			return nil
		}
		made, err := in.yes(false, "setup.make", "folder", in.Exchange)
		if made || err != nil {
			in.Create = made
			return err
		}
	}
}

// providerTyped returns the provider that a name, a domain or a server means, or nil.
func providerTyped(text string) *cfg.Provider {
	if p := cmp.Or(cfg.ProviderNamed(text), cfg.ProviderOf("@"+text)); p != nil {
		return p
	}
	return cfg.ProviderAt(cfg.Server{Host: text})
}

// isHost reports whether an answer is a host such as mail.example.org, with or without a port. A host without a dot, such as
// localhost, needs a port: it may be the misspelled name of a provider.
func isHost(answer string) bool {
	server, err := cfg.TypedServer(answer)
	return err == nil && (strings.Contains(server.Host, ".") || server.Port != 0) && !strings.ContainsAny(server.Host, "@/\\ ")
}

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

func (in *interview) askMaildir() error {
	in.Maildir = cmp.Or(in.Maildir, in.old.Maildir, "~/Maildir")
	if err := in.fill("maildir"); err != nil {
		return err
	}
	return in.askSendmail()
}

func (in *interview) askSendmail() error {
	usual := cmp.Or(strings.Join(in.Sendmail, " "), strings.Join(in.old.Sendmail, " "), strings.Join(cfg.Sendmail(), " "))
	command, err := in.dialog.ask(cfg.FieldNamed("sendmail").Ask, usual)
	in.Sendmail = strings.Fields(command)
	return err
}

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
	var command []string
	for command == nil && in.Password == "" && err == nil {
		var typed string
		if typed, err = in.secret("setup.password-or-command"); typed != "" {
			in.SetPassword(typed)
		} else if err == nil {
			command, err = in.askPasswordCommand()
			in.Login("", "", command, nil)
		}
	}
	return err
}

// askPasswordCommand asks for a command whose program exists. It returns nil if
// the password is to be typed.
func (in *interview) askPasswordCommand() (command []string, err error) {
	for {
		typed, err := in.dialog.ask(cfg.FieldNamed("imap.password_command").Ask, "")
		if err != nil || typed == "" {
			return nil, err
		}
		command = strings.Fields(typed)
		if _, err := exec.LookPath(command[0]); err == nil {
			return command, nil
		}
		in.print("setup.no-program", "program", command[0])
	}
}

// askClient asks for the client of the sign-in. If the flags don't ask to sign in,
// the answer may be empty.
func (in *interview) askClient(p *cfg.Provider) (err error) {
	field, key := cfg.FieldNamed("sign_in.client_id"), "setup.client-or-command"
	if in.signsIn() {
		key = field.Ask
	}
	if in.SignIn.ClientID == "" {
		in.print("setup.client-steps")
		for i, step := range p.Steps(in.lang) {
			in.printText(strconv.Itoa(i+1) + ". " + step)
		}
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

// providerIDs returns the names of the known providers.
func providerIDs() i18n.Text {
	var ids []string
	for _, p := range cfg.Providers() {
		ids = append(ids, p.ID)
	}
	return i18n.Names(ids...)
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

// agree asks a question and returns an error unless the answer is yes.
func (in *interview) agree(usual bool, key string, args ...any) error {
	agreed, err := in.yes(usual, key, args...)
	if err == nil && !agreed {
		err = i18n.Err("setup.unwritten")
	}
	return err
}

// correction returns the questions to ask again if a step fails, or nil. The
// first word of its name is what it tests.
func correction(step string) func(*interview) error {
	tested, part, _ := strings.Cut(step, " ")
	switch server := slices.Index(cfg.ServerNames, tested); {
	case server >= 0 && part == "login", step == "password file": // correct asks for all passwords
		return func(*interview) error { return nil }
	case server >= 0:
		return func(in *interview) error { return in.askServer(server) }
	case tested == "exchange":
		return (*interview).askExchange
	case tested == "maildir":
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

// correct asks again for what the failed steps use, and for nothing else, with
// the answers so far as proposals, and saves it. After a failed login it asks for
// the user name only if the password stays.
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
		changed, err := in.askPasswordAgain()
		if err != nil {
			return err
		}
		for i, server := range in.Servers() {
			if !changed && slices.Contains(failed, cfg.ServerNames[i]+" login") {
				if err := in.askUser(i, server.User); err != nil {
					return err
				}
			}
		}
	}
	if err := in.save(); err != nil || !in.Create {
		return err
	}
	conf, err := loadConfig(in.cli)
	if err != nil {
		return err
	}
	return conf.makeFolders(true)
}

// askPasswordAgain asks again for the password or for the command that prints
// it, and reports whether it has changed.
func (in *interview) askPasswordAgain() (changed bool, err error) {
	before := in.IMAP
	switch {
	case in.SignsIn():
	case len(before.TokenCommand) > 0:
		var typed string
		typed, err = in.dialog.ask(cfg.FieldNamed("imap.token_command").Ask, strings.Join(before.TokenCommand, " "))
		in.Login("", "", nil, strings.Fields(typed))
	case len(before.PasswordCommand) > 0:
		var command []string
		if command, err = in.askPasswordCommand(); err != nil || command != nil {
			in.Login("", "", command, nil)
			break
		}
		typed, err := in.secret("setup.password")
		if typed != "" {
			in.SetPassword(typed)
			in.IMAP.PasswordCommand, in.SMTP.PasswordCommand = nil, nil
		}
		return typed != "", err
	default:
		err = in.askStoredPassword()
	}
	return in.Password != "" || !slices.Equal(before.PasswordCommand, in.IMAP.PasswordCommand) || !slices.Equal(before.TokenCommand, in.IMAP.TokenCommand), err
}

// askStoredPassword asks for a password to replace the stored one.
func (in *interview) askStoredPassword() error {
	typed, err := in.secret("setup.password-again")
	if typed != "" {
		in.SetPassword(typed)
	}
	return err
}
